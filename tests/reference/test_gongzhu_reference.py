"""The Gong Zhu oracle against the worked cases and against expectations counted by hand."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import gongzhu as oracle
from gongzhu import HEARTS, PACK, PRESETS, SCORING, Match, Rules, State, Values, parse_cards

DATA = Path(__file__).parent.parent / "data"
STANDARD = PRESETS["standard"]
PLAIN = PRESETS["plain"]
NO_EXPOSING = replace(STANDARD, exposing=False)
ALL_HEARTS = "HAKQJT98765432"


def lines(name: str) -> list[dict[str, Any]]:
    text = (DATA / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]


CASES = [
    case
    for name in ("scoring", "legality", "tricks-match", "endgames")
    for case in lines(f"gongzhu-{name}.jsonl")
]  # fmt: skip


def cases(kind: str) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in CASES if case["kind"] == kind]


FIELDS: dict[str, str] = {
    "team_scoring": "teams",
    "moon_flips_for_all": "flip_for_all",
    "heart_lead_lock_if_ace_exposed": "heart_lock",
    "must_lead_card": "must_lead_it",
    "loss_threshold": "loss_limit",
}
VALUES = {"totals_after_hand": "totals", "hand": "deal"}


def rules_of(case: dict[str, Any], preset: str | None = None, players: int = 4) -> Rules:
    given: dict[str, Any] = case.get("options", {})
    options = {FIELDS.get(name, name): value for name, value in given.items()}
    if "sweep_rotation" in options:
        options["sweep_rotation"] = VALUES[options["sweep_rotation"]]
    return replace(PRESETS[preset or case["preset"]], players=players, **options)


def sets(*texts: str) -> list[oracle.Cards]:
    return [parse_cards(text) for text in texts]


def score(rules: Rules, taken: Sequence[str], exposed: str = "") -> list[int]:
    return oracle.score(rules, sets(*taken), parse_cards(exposed))


# --------------------------------------------------------------------------- the worked cases


def test_every_kind_of_case_is_read() -> None:
    kinds = [case["kind"] for case in CASES]
    counts = {kind: kinds.count(kind) for kind in kinds}
    assert counts == {"score": 56, "legal": 16, "winner": 4, "match": 5, "leader": 3, "expose": 3, "endgame": 18}


@pytest.mark.parametrize("case", cases("score"))
def test_score(case: dict[str, Any]) -> None:
    rules = rules_of(case, players=len(case["taken"]))
    taken = [frozenset(cards) for cards in case["taken"]]
    assert sum(map(len, taken)) == len(frozenset().union(*taken))
    assert oracle.score(rules, taken, case["exposed"]) == case["expected"]


@pytest.mark.parametrize("case", cases("legal"))
def test_legal(case: dict[str, Any]) -> None:
    exposed = {*case["exposed_own"], *case.get("exposed_others", [])}
    if case.get("heart_ace_exposed"):
        exposed.add("HA")
    for preset, expected in case["expected"].items():
        rules = rules_of(case, preset, case.get("players", 4))
        found = oracle.legal_cards(rules, frozenset(case["hand"]), case["trick"], exposed, case["suits_led_before"])
        assert found == oracle.sort_cards(expected), preset


@pytest.mark.parametrize("case", cases("winner"))
def test_winner(case: dict[str, Any]) -> None:
    assert oracle.trick_winner(case["trick"]) == case["expected"]


@pytest.mark.parametrize("case", cases("match"))
def test_match(case: dict[str, Any]) -> None:
    match = Match.new(rules_of(case), case["totals_before"])
    match = match.add_scores(case["hand_scores"], case.get("swept", False))
    expected = case["expected"]
    assert (list(match.totals), match.is_over) == (expected["totals"], expected["over"])
    assert match.losers == expected.get("losers", [])
    assert match.winners == expected.get("winners", [])


@pytest.mark.parametrize("case", cases("leader"))
def test_leader(case: dict[str, Any]) -> None:
    match = Match.new(rules_of(case))
    if case["deal_no"] > 1:
        match = match.add_scores([0, 0, 0, 0], pig_taker=case["pig_taker_last_deal"])
    assert match.start(case["hands"]).leader == case["expected"]


@pytest.mark.parametrize("case", cases("expose"))
def test_expose(case: dict[str, Any]) -> None:
    assert oracle.may_expose(rules_of(case), frozenset(case["hand"])) == case["expected"]


@pytest.mark.parametrize("case", cases("endgame"))
def test_endgame(case: dict[str, Any]) -> None:
    state = oracle.position(
        PRESETS[case["preset"]],
        case["hands"],
        case["taken"],
        case["trick"],
        case["leader"],
        case["exposed"],
        case["suits_led_before"],
    )
    assert oracle.solve(state) == Values(case["team"], tuple(case["paranoid"]))


# --------------------------------------------------------------------------- text and cards


def test_set_text() -> None:
    cards = parse_cards("SQJ2 HAK D- C9")
    assert cards == {"SQ", "SJ", "S2", "HA", "HK", "C9"}
    assert oracle.format_cards(cards) == "SQJ2 HAK D- C9"
    assert oracle.format_cards([]) == "S- H- D- C-"
    for text in ("♠qj2 ♥ak ♣9", "c9 S2, sj SQ HA HK", "C9 SQJ HAK S2"):
        assert parse_cards(text) == cards
    assert parse_cards("S10 d109") == {"ST", "DT", "D9"}
    assert parse_cards("") == frozenset()


@pytest.mark.parametrize("text", ["S", "QS", "S1", "S-2", "X2", "SQQ", "SQ sq"])
def test_no_set_text(text: str) -> None:
    with pytest.raises(ValueError):
        parse_cards(text)


def test_codes() -> None:
    assert [oracle.code(card) for card in PACK] == list(range(52))
    assert (PACK[0], PACK[12], PACK[13], PACK[51]) == ("S2", "SA", "H2", "CA")
    assert oracle.choice_code("none") == 52
    assert oracle.choice_code("HA") == 53
    assert oracle.choice_code("HA+DJ") == 57
    assert oracle.choice_text({"CT", "HA", "SQ", "DJ"}) == "HA+SQ+DJ+CT"
    assert oracle.choice_code("HA+SQ+DJ+CT") == 67


def test_presets() -> None:
    """The table of §4, as differences from `standard`."""
    expected = {
        "standard": {},
        "plain": {"ten_multiplier": 1, "exposed_first_round_ban": False, "next_leader": "card_holder"},
        "wikipedia": {"pig_flip": "all_scoring", "loss_inclusive": False},
        "scrofazero": {
            "teams": "sum",
            "exposing": False,
            "exposed_first_round_ban": False,
            "first_lead_card": None,
            "pig_flip": "never",
            "loss_limit": None,
            "next_leader": "rotate",
        },
    }
    for name, rules in PRESETS.items():
        fields = {field: value for field, value in vars(rules).items() if value != getattr(STANDARD, field)}
        assert fields == expected.pop(name)
    assert not expected
    assert (STANDARD.ten_multiplier, STANDARD.ten_multiplier_exposed, STANDARD.ten_alone_exposed) == (2, 4, 100)
    assert (STANDARD.pig_flip, STANDARD.next_leader, STANDARD.first_lead_card) == ("all_hearts", "pig_taker", "S2")
    assert STANDARD.exposing
    assert STANDARD.exposed_first_round_ban
    assert (STANDARD.loss_limit, STANDARD.loss_inclusive) == (-1000, True)


@pytest.mark.parametrize(("players", "each", "gone"), [(3, 17, {"C2"}), (4, 13, set()), (5, 10, {"C2", "D2"})])
def test_deck(players: int, each: int, gone: set[str]) -> None:
    cards = oracle.deck(replace(STANDARD, players=players))
    assert len(cards) == players * each
    assert set(PACK) - set(cards) == gone


# --------------------------------------------------------------------------- score


def test_card_points() -> None:
    """§2: each card alone with its taker."""
    points = {"SQ": -100, "DJ": 100, "CT": 50, "HA": -50, "HK": -40, "HQ": -30, "HJ": -20}
    points.update({f"H{rank}": -10 for rank in "T98765"})
    for card in PACK:
        assert score(STANDARD, [card, "", "", ""]) == [points.get(card, 0), 0, 0, 0], card


def test_musts() -> None:
    everything = "HA SQ DJ CT"
    assert score(STANDARD, ["SQ HAK5 CT", "", "", ""], "CT")[0] == -800
    assert score(STANDARD, [ALL_HEARTS, "", "", ""])[0] == 200
    assert score(STANDARD, [ALL_HEARTS, "", "", ""], "HA")[0] == 400
    assert score(STANDARD, [f"{ALL_HEARTS} SQ", "", "", ""])[0] == 300
    assert score(STANDARD, [f"{ALL_HEARTS} SQ DJ CT", "", "", ""])[0] == 800
    assert score(PLAIN, [f"{ALL_HEARTS} SQ DJ CT", "", "", ""])[0] == 400
    for rules in (STANDARD, PLAIN):
        assert score(rules, ["", f"{ALL_HEARTS} SQ DJ CT", "", ""], everything)[1] == 3200
    for exposed in ("", "CT", everything):
        assert score(STANDARD, ["SQ DJ CT", "", "", ""], exposed)[0] == 0


def test_ten() -> None:
    """§2, the ten alone and the ten with others."""
    assert score(STANDARD, ["CT SA DK C9", "", "", ""])[0] == 50
    assert score(STANDARD, ["CT", "", "", ""], "CT")[0] == 100
    assert score(replace(STANDARD, ten_alone_exposed=75), ["CT", "", "", ""], "CT")[0] == 75
    assert score(replace(STANDARD, ten_alone_exposed=75), ["CT", "", "", ""])[0] == 50
    assert score(replace(STANDARD, ten_multiplier=3), ["CT SQ", "", "", ""])[0] == -300
    assert score(replace(STANDARD, ten_multiplier_exposed=5), ["CT SQ", "", "", ""], "CT")[0] == -500
    for zero in ("H2", "H3", "H4", "H432"):
        assert score(STANDARD, [f"CT {zero}", "", "", ""])[0] == 0
        assert score(replace(STANDARD, zero_hearts_score=False), [f"CT {zero}", "", "", ""])[0] == 50
        assert score(replace(STANDARD, zero_hearts_score=False), [f"CT {zero}", "", "", ""], "CT")[0] == 100
    assert score(replace(STANDARD, zero_hearts_score=False), ["CT H52", "", "", ""])[0] == -20


def test_zero_hearts_depend_on_the_values() -> None:
    """By pips H2 is worth something, so the ten beside it is not alone whatever `zero_hearts_score` says."""
    pip = replace(STANDARD, heart_values="pip", zero_hearts_score=False)
    assert score(pip, ["CT H2", "", "", ""])[0] == -4
    values = (0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1000)
    own = replace(STANDARD, heart_values=values, zero_hearts_score=False)
    assert score(own, ["CT HK", "H3 HA", "", ""], "HA") == [50, -2014, 0, 0]
    assert score(own, [ALL_HEARTS, "", "", ""])[0] == 1007


def test_pip() -> None:
    """Variant 1."""
    pip = replace(STANDARD, heart_values="pip")
    for card, points in zip("23456789TJQKA", [2, 3, 10, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50], strict=True):
        assert score(pip, [f"H{card}", "", "", ""])[0] == -points
    assert score(pip, [ALL_HEARTS, "", "", ""], "HA")[0] == 400


def test_exposed() -> None:
    """§2: whoever takes the card is concerned; HA doubles every heart, wherever it lies."""
    taken = ["SQ H5", "DJ H6", "HA", "CT H7"]
    assert score(STANDARD, taken) == [-110, 90, -50, -20]
    assert score(STANDARD, taken, "HA") == [-120, 80, -100, -40]
    assert score(STANDARD, taken, "SQ") == [-210, 90, -50, -20]
    assert score(STANDARD, taken, "DJ") == [-110, 190, -50, -20]
    assert score(STANDARD, taken, "CT") == [-110, 90, -50, -40]
    assert score(STANDARD, taken, "HA SQ DJ CT") == [-220, 180, -100, -80]
    assert score(NO_EXPOSING, taken, "HA SQ DJ CT") == [-110, 90, -50, -20]


@pytest.mark.parametrize(
    ("pig_flip", "hearts_and_pig", "all_sixteen"),
    [("all_hearts", 300, 800), ("all_scoring", 100, 800), ("never", 100, 400)],
)
def test_pig_flip(pig_flip: str, hearts_and_pig: int, all_sixteen: int) -> None:
    rules = replace(STANDARD, pig_flip=pig_flip)
    assert score(rules, [f"{ALL_HEARTS} SQ", "DJ", "", ""]) == [hearts_and_pig, 100, 0, 0]
    assert score(rules, [f"{ALL_HEARTS} SQ DJ CT", "", "", ""])[0] == all_sixteen
    exposed_pig = 400 if pig_flip == "all_hearts" else 0
    assert score(rules, [f"{ALL_HEARTS} SQ", "", "", ""], "SQ")[0] == exposed_pig
    assert score(rules, ["HAKQJT9876543 SQ", "H2", "", ""])[0] == -300


def test_pig_flip_all_scoring_wants_the_ten() -> None:
    assert score(PRESETS["wikipedia"], [f"{ALL_HEARTS} SQ DJ", "CT", "", ""]) == [200, 50, 0, 0]


@pytest.mark.parametrize("pig_flip", ["all_hearts", "all_scoring", "never"])
def test_flip_for_all(pig_flip: str) -> None:
    """豬羊變色 takes the place of `pig_flip`."""
    rules = replace(STANDARD, flip_for_all=True, pig_flip=pig_flip)
    assert score(rules, [ALL_HEARTS, "SQ", "DJ", "CT"]) == [200, 100, -100, 50]
    assert score(rules, [f"{ALL_HEARTS} SQ DJ", "CT", "", ""]) == [200, 50, 0, 0]
    assert score(rules, [ALL_HEARTS, "SQ CT", "DJ", ""], "SQ DJ") == [200, 400, -200, 0]
    assert score(rules, ["HAKQJT9876543", "SQ H2", "DJ", "CT"]) == [-200, -100, 100, 50]


def test_sweep_bonus() -> None:
    """Variant 3: exactly this, not multiplied; the exposures do not touch it."""
    rules = replace(STANDARD, sweep_bonus=1000)
    sweep = f"{ALL_HEARTS} SQ DJ"
    assert score(rules, [sweep, "CT", "", ""]) == [1000, 50, 0, 0]
    assert score(rules, [f"{sweep} CT", "", "", ""], "HA SQ DJ CT") == [1000, 0, 0, 0]
    assert score(rules, [f"{ALL_HEARTS} SQ", "DJ", "", ""]) == [300, 100, 0, 0]
    assert score(rules, [f"{ALL_HEARTS} DJ", "SQ", "", ""]) == [300, -100, 0, 0]
    multiplied = replace(rules, sweep_bonus_multiplied=True)
    assert score(multiplied, [sweep, "CT", "", ""], "CT") == [1000, 100, 0, 0]
    assert score(multiplied, [f"{sweep} CT", "", "", ""]) == [2000, 0, 0, 0]
    assert score(multiplied, [f"{sweep} CT", "", "", ""], "CT HA") == [4000, 0, 0, 0]
    assert score(replace(rules, sweep_bonus=0), [sweep, "", "", ""]) == [0, 0, 0, 0]


def test_sweep_rotation() -> None:
    """Variant 2, `deal`: the points move on one seat, after the bonus. `totals` leaves the deal alone."""
    sweep = ["CT", f"{ALL_HEARTS} SQ DJ", "", ""]
    rules = replace(STANDARD, sweep_rotation="deal")
    assert score(rules, sweep) == [0, 50, 400, 0]
    assert score(replace(rules, sweep_bonus=1000), sweep) == [0, 50, 1000, 0]
    assert score(rules, ["", "", "CT", f"{ALL_HEARTS} SQ DJ"]) == [400, 0, 0, 50]
    assert score(rules, [ALL_HEARTS, "SQ", "DJ", "CT"]) == [200, -100, 100, 50]
    assert score(replace(rules, sweep_rotation="totals"), sweep) == [50, 400, 0, 0]
    assert score(replace(rules, teams="sum"), sweep) == [400, 50]
    assert score(replace(rules, players=3), ["", "CT", f"{ALL_HEARTS} SQ DJ"]) == [400, 0, 50]
    assert score(replace(rules, players=5), ["CT", "", "", "", f"{ALL_HEARTS} SQ DJ"]) == [400, 50, 0, 0, 0]


def test_teams() -> None:
    """§3: `sum` scores each alone, `pooled` the partners' cards together."""
    taken = ["HAKQJT9876543 SQ", "DJ", "H2", "CT"]
    assert score(replace(STANDARD, teams="sum"), taken) == [-300, 150]
    assert score(replace(STANDARD, teams="pooled"), taken) == [300, 200]
    sweep = ["HAKQJT9876543 SQ", "", "H2 DJ", "CT"]
    bonus = replace(STANDARD, sweep_bonus=1000)
    assert score(replace(bonus, teams="sum"), sweep) == [-200, 50]
    assert score(replace(bonus, teams="pooled"), sweep) == [1000, 50]
    assert score(replace(STANDARD, teams="pooled", sweep_rotation="deal"), sweep) == [50, 400]
    assert score(replace(STANDARD, teams="sum", sweep_rotation="deal"), sweep) == [-200, 50]
    both = ["CT", "SQ", "H2", "DJ"]
    assert score(replace(STANDARD, teams="sum"), both) == [50, 0]
    assert score(replace(STANDARD, teams="pooled"), both) == [0, 0]
    assert score(replace(STANDARD, teams="pooled", flip_for_all=True), ["HAKQJT9876543", "SQ", "H2", "DJ"]) == [200, 0]


def test_payoffs() -> None:
    """§4: the scores, or less the mean of the others'."""
    assert oracle.payoffs(STANDARD, [-150, 100, 50, -150]) == [-150, 100, 50, -150]
    relative = replace(STANDARD, payoff="relative")
    assert oracle.payoffs(relative, [-150, 100, 50, -150]) == [-150, 183, 117, -150]
    five = replace(relative, players=5)
    assert oracle.payoffs(five, [1, 0, 0, 0, -3]) == [2, 1, 1, 1, -3]  # 1.75 0.5 0.5 0.5 -3.25
    assert oracle.payoffs(five, [0, 2, 0, 0, 0]) == [-1, 2, -1, -1, -1]  # -0.5
    teams = replace(STANDARD, teams="sum")
    assert oracle.payoffs(teams, [100, -50]) == [100, -50, 100, -50]
    assert oracle.payoffs(replace(teams, payoff="relative"), [100, -50]) == [150, -150, 150, -150]


# --------------------------------------------------------------------------- exposing


def deal_of(rules: Rules, *hands: str, leader: int | None = None) -> State:
    return oracle.start(rules, sets(*hands), leader)


FOUR = ("HA SQ", "S2 DJ", "S3 CT", "D2 D3")


def test_exposing_choices() -> None:
    state = deal_of(STANDARD, *FOUR)
    assert (state.phase, state.player, state.leader) == ("exposing", 0, 1)
    assert state.moves() == ["none", "HA", "SQ", "HA+SQ"]
    state = state.play("HA+SQ")
    assert (state.player, state.moves()) == (1, ["none", "DJ"])
    assert state.move_code("DJ") == 56
    state = state.play("none", "CT")
    assert (state.player, state.moves()) == (3, ["none"])
    assert state.public_exposed == frozenset()
    state = state.play("none")
    assert (state.phase, state.player) == ("play", 1)
    assert state.public_exposed == {"HA", "SQ", "CT"}


def test_sequential_exposing_begins_with_the_leader_and_is_seen() -> None:
    state = deal_of(replace(STANDARD, exposing_order="sequential"), *FOUR)
    assert state.player == 1
    state = state.play("DJ")
    assert (state.player, state.public_exposed) == (2, frozenset({"DJ"}))
    state = state.play("none", "none")
    assert (state.player, state.phase) == (0, "exposing")
    state = state.play("HA")
    assert (state.player, state.public_exposed) == (1, frozenset({"HA", "DJ"}))


def test_sixteen_choices() -> None:
    state = deal_of(STANDARD, "HA SQ DJ CT", "S2345", "S6789", "H2345")
    assert [state.move_code(move) for move in state.moves()] == list(range(52, 68))
    assert state.moves()[7] == "HA+SQ+DJ"


def test_no_exposing() -> None:
    assert deal_of(NO_EXPOSING, *FOUR).moves() == ["S2", "DJ"]


def test_illegal_choices() -> None:
    state = deal_of(STANDARD, *FOUR)
    for move in ("DJ", "SQ+HA", "HA+DJ", "S2"):
        with pytest.raises(ValueError):
            state.play(move)


# --------------------------------------------------------------------------- legal cards


def legal(rules: Rules, hand: str, trick: str = "", exposed: str = "", earlier: str = "") -> str:
    trick_cards = trick.split()
    return " ".join(oracle.legal_cards(rules, parse_cards(hand), trick_cards, parse_cards(exposed), earlier))


@pytest.mark.parametrize(
    ("hand", "trick", "exposed", "earlier", "expected"),
    [
        ("SQ3 H4", "", "SQ", "", "S3 H4"),  # not led the first time
        ("SQ3 H4", "", "SQ", "S", "S3 SQ H4"),
        ("SQ H4", "", "SQ", "", "SQ H4"),  # the only spade
        ("SQ3 H4", "", "HA", "", "S3 SQ H4"),  # exposed is another card
        ("SQ3 HA2", "", "SQ HA", "H", "S3 H2 HA"),
        ("SQ3 HA2", "", "SQ HA", "", "S3 H2"),
        ("SQ3 H4", "S5", "SQ", "", "S3"),
        ("SQ3 H4", "S5 H7", "SQ", "", "S3"),
        ("SQ H4", "S5", "SQ", "", "SQ"),
        ("SQ3 H4", "S5", "SQ", "HDC", "S3"),
        ("SQ3 H4", "S5", "SQ", "S", "S3 SQ"),
        ("SQ3 H4", "C5", "SQ", "", "S3 SQ H4"),  # a discard is free
        ("DJ5 CT9", "D2", "DJ CT", "", "D5"),
        ("DJ5 CT9", "C2", "DJ CT", "", "C9"),
        ("DJ5 CT9", "H2", "DJ CT", "", "D5 DJ C9 CT"),
    ],
)
def test_ban(hand: str, trick: str, exposed: str, earlier: str, expected: str) -> None:
    assert legal(STANDARD, hand, trick, exposed, earlier) == expected
    if not trick:
        assert legal(PLAIN, hand, trick, exposed, earlier) == " ".join(oracle.sort_cards(parse_cards(hand)))
    assert legal(NO_EXPOSING, hand, trick, exposed) == legal(PLAIN, hand, trick)


def test_ban_is_lifted_by_a_lead_not_by_a_discard() -> None:
    hands = sets("S32 D4", "SQ4 D2", "H2 C23", "D3 S67")
    state = oracle.position(STANDARD, hands, leader=0, exposed=["SQ"])
    state = state.play("D4", "D2", "C2")
    assert state.suits_led == "D"
    state = state.play("D3", "S2")  # D4 won
    assert state.suits_led == "SD"
    assert state.moves() == ["S4"]
    state = state.play("S4", "H2", "S6")  # seat 3 won
    assert state.play("S7", "S3").moves() == ["SQ"]


def test_ban_in_the_trick_that_leads_the_suit_first() -> None:
    """The lead under way does not lift the ban for those who follow."""
    state = oracle.position(STANDARD, sets("S32", "SQ4", "S5 H2", "S6 H3"), exposed=["SQ"])
    assert state.play("S3").moves() == ["S4"]
    state = state.play("S3", "S4", "S5", "S6")
    assert state.play("H3", "S2").moves() == ["SQ"]


@pytest.mark.parametrize(
    ("hand", "trick", "exposed", "expected"),
    [
        ("S3 H42", "", "HA", "S3"),
        ("S3 H42", "", "SQ", "S3 H2 H4"),
        ("H42", "", "HA", "H2 H4"),  # nothing else
        ("S3 H42", "H5", "HA", "H2 H4"),  # following
        ("S3 H42", "C5", "HA", "S3 H2 H4"),  # discarding
        ("HA42", "", "HA", "H2 H4"),  # his own: the ban still holds
        ("HA", "", "HA", "HA"),
        ("HA SQ", "", "HA SQ", "SQ"),
        ("HA SQ3", "", "HA SQ", "S3"),
    ],
)
def test_heart_lock(hand: str, trick: str, exposed: str, expected: str) -> None:
    assert legal(replace(STANDARD, heart_lock=True), hand, trick, exposed) == expected


def test_heart_lock_ends_when_the_ace_is_played() -> None:
    rules = replace(STANDARD, heart_lock=True)
    hands = sets("S3 H42", "S45 HA", "C3 D34", "S67 H3")
    state = oracle.position(rules, hands, exposed=["HA"])
    assert state.moves() == ["S3"]
    state = state.play("S3", "S4", "D3", "S7", "S6")  # seat 3 won, may not lead H3
    assert state.player == 0
    state = state.play("H2", "S5", "C3")
    assert state.moves() == ["H3"]
    locked = oracle.position(rules, sets("SA D5", "HA H2", "C3 C4", "S6 H3"), exposed=["HA"])
    free = locked.play("D5", "HA", "C3", "S6").play("SA")
    assert free.moves() == ["H2"]
    free = oracle.position(rules, sets("S3 H4", "H2 S5", "C3 C4", "S6 H3"), [["HA"], [], [], []], exposed=["HA"])
    assert free.moves() == ["S3", "H4"]


def test_following_and_discarding() -> None:
    assert legal(STANDARD, "SQ3 H4 CT", "SA") == "S3 SQ"
    assert legal(STANDARD, "SQ3 H4 CT", "DA S2") == "S3 SQ H4 CT"
    assert legal(STANDARD, "SQ3 H4 CT") == "S3 SQ H4 CT"


# --------------------------------------------------------------------------- the course of a deal


def test_first_leader() -> None:
    assert deal_of(NO_EXPOSING, "S3 S4", "S5 S2", "H2 H3", "H4 H5").player == 1
    assert deal_of(NO_EXPOSING, "S3 S4", "S5 S2", "H2 H3", "H4 H5", leader=3).player == 3
    clubs = replace(NO_EXPOSING, first_lead_card="C2")
    assert deal_of(clubs, "S3 S4", "S5 S2", "H2 C2", "H4 H5").player == 2
    assert deal_of(PRESETS["scrofazero"], "S3 S4", "S5 S2", "H2 H3", "H4 H5").player == 0
    with pytest.raises(ValueError):
        deal_of(NO_EXPOSING, "S3 S4", "S5 S6", "H2 H3", "H4 H5")


def test_must_lead_it() -> None:
    hands = ("S3 S4", "S5 S2", "H2 H3", "H4 H5")
    rules = replace(NO_EXPOSING, must_lead_it=True)
    state = deal_of(rules, *hands)
    assert state.moves() == ["S2"]
    state = state.play("S2", "H2", "H4", "S3")  # seat 0 won
    assert (state.player, state.moves()) == (0, ["S4"])
    assert deal_of(rules, *hands, leader=1).moves() == ["S2", "S5"]  # a given leader leads anything
    assert deal_of(NO_EXPOSING, *hands).moves() == ["S2", "S5"]
    exposing = deal_of(replace(rules, exposing=True), *hands).play("none", "none", "none", "none")
    assert exposing.moves() == ["S2"]


def test_a_small_deal() -> None:
    state = deal_of(STANDARD, "S2 HA", "S3 SQ", "SK DJ", "CT H2").play("none", "SQ", "none", "none")
    assert (state.player, state.leader, state.deal_leader) == (0, 0, 0)
    state = state.play("S2")
    assert state.moves() == ["S3"]  # the exposed pig waits
    state = state.play("S3", "SK")
    assert state.moves() == ["H2", "CT"]
    state = state.play("CT")
    assert state.taken == tuple(sets("", "", "S2 S3 SK CT", ""))
    assert (state.leader, state.player, state.trick) == (2, 2, ())
    assert state.score() == [0, 0, 50, 0]
    state = state.play("DJ", "H2", "HA")
    assert not state.is_over()
    with pytest.raises(ValueError):
        state.payoffs()
    state = state.play("SQ")
    assert state.is_over()
    assert (state.player, state.moves(), state.phase) == (None, [], "over")
    assert state.pig_taker() == 2
    assert state.score() == [0, 0, 2 * (100 - 50 - 200), 0]
    assert state.payoffs() == [0, 0, -300, 0]


def test_illegal_cards() -> None:
    state = deal_of(NO_EXPOSING, "S2 HA", "S3 SQ", "SK DJ", "CT H2")
    for move in ("S3", "none", "SA"):
        with pytest.raises(ValueError):
            state.play(move)
    with pytest.raises(ValueError):
        state.play("S2", "S3", "DJ")


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("preset", ["standard", "plain", "wikipedia"])
def test_whole_deals(players: int, preset: str) -> None:
    """52 plies of play, 50 with five players, 51 with three; every card is taken (§4)."""
    rules = replace(PRESETS[preset], players=players)
    each = len(oracle.deck(rules)) // players
    rng = random.Random(players)
    for _ in range(4):
        cards = rng.sample(oracle.deck(rules), each * players)
        state = oracle.start(rules, [cards[seat * each : (seat + 1) * each] for seat in range(players)])
        assert "S2" in state.hands[state.leader]
        plies = 0
        while not state.is_over():
            moves = state.moves()
            assert 1 <= len(moves) <= (16 if state.phase == "exposing" else each)
            assert moves == sorted(set(moves), key=state.move_code)
            state = state.play(rng.choice(moves))
            plies += 1
        assert plies == players + {3: 51, 4: 52, 5: 50}[players]
        assert frozenset().union(*state.taken) == set(oracle.deck(rules))
        assert sum(map(len, state.taken)) == each * players
        assert len(state.payoffs()) == players


def test_positions_are_checked() -> None:
    good = sets("S2", "S3", "S4", "S5")
    assert oracle.position(STANDARD, good).player == 0
    with pytest.raises(ValueError):
        oracle.position(STANDARD, sets("S2", "S3", "S4", "S4"))
    with pytest.raises(ValueError):
        oracle.position(STANDARD, good, [["S2"], [], [], []])
    with pytest.raises(ValueError):
        oracle.position(STANDARD, sets("S2", "S3", "S4", "S5 S6"))
    with pytest.raises(ValueError):
        oracle.position(NO_EXPOSING, good, exposed=["SQ"])
    with pytest.raises(ValueError):
        oracle.position(replace(STANDARD, players=5), [*good, {"D2"}])
    with pytest.raises(ValueError):  # seat 0 led S3, seat 1 had S4
        oracle.position(STANDARD, sets("S2", "S4", "S5 H2", "S6 H3"), trick=["S3", "H4"])
    middle = oracle.position(STANDARD, sets("S2", "H5", "S5 H2", "S6 H3"), trick=["S3", "H4"], leader=0)
    assert (middle.player, middle.moves(), middle.leader) == (2, ["S5"], 0)


# --------------------------------------------------------------------------- the match


def test_match_end() -> None:
    match = Match.new(STANDARD)
    assert (match.totals, match.is_over, match.dealer, match.losers) == ((0, 0, 0, 0), False, 0, [])
    match = match.add_scores([-500, 0, 10, -999])
    assert (match.is_over, match.dealer, match.deals) == (False, 1, 1)
    after = match.add_scores([-500, 0, 10, 0])
    assert (after.totals, after.is_over, after.losers, after.winners) == ((-1000, 0, 20, -999), True, [0], [2])
    assert after.history == ((-500, 0, 10, -999), (-500, 0, 10, 0))
    with pytest.raises(ValueError):
        after.add_scores([0, 0, 0, 0])
    after = match.add_scores([-500, 20, 10, -1])
    assert (after.losers, after.winners) == ([0, 3], [1, 2])


@pytest.mark.parametrize(
    ("options", "total", "over"),
    [
        ({}, -999, False),
        ({}, -1000, True),
        ({"loss_inclusive": False}, -1000, False),
        ({"loss_inclusive": False}, -1001, True),
        ({"loss_limit": -500}, -500, True),
        ({"loss_limit": None}, -5000, False),
        ({}, 5000, False),
        ({"win_limit": 500}, 499, False),
        ({"win_limit": 500}, 500, True),
        ({"win_limit": 500, "loss_limit": None}, -5000, False),
    ],
)
def test_match_limits(options: dict[str, Any], total: int, over: bool) -> None:
    match = Match.new(replace(STANDARD, **options)).add_scores([0, total, 0, 0])
    assert match.is_over == over


def test_match_of_teams() -> None:
    match = Match.new(replace(STANDARD, teams="sum"))
    assert match.totals == (0, 0)
    after = match.add_scores([100, -1000])
    assert (after.totals, after.losers, after.winners) == ((100, -1000), [1, 3], [0, 2])
    rotating = Match.new(replace(STANDARD, teams="sum", sweep_rotation="totals"), [30, 70])
    assert rotating.add_scores([400, 50], swept=True).totals == (120, 430)


def test_match_rotation() -> None:
    """`totals` moves the totals after adding, `deal` the deal's points before; both before the check."""
    deal, before = [400, 50, 0, 0], [-200, -500, 100, 0]
    totals = Match.new(replace(STANDARD, sweep_rotation="totals"), before)
    assert totals.add_scores(deal, swept=True).totals == (0, 200, -450, 100)
    assert totals.add_scores(deal).totals == (200, -450, 100, 0)
    assert totals.add_scores(deal, swept=True).history == ((400, 50, 0, 0),)
    moved = Match.new(replace(STANDARD, sweep_rotation="deal"), before)
    assert moved.add_scores(deal, swept=True).totals == (-200, -100, 150, 0)
    assert moved.add_scores(deal).totals == (200, -450, 100, 0)
    assert moved.add_scores(deal, swept=True).history == ((0, 400, 50, 0),)
    assert Match.new(STANDARD, before).add_scores(deal, swept=True).totals == (200, -450, 100, 0)
    late = Match.new(replace(STANDARD, sweep_rotation="totals"), [-990, 0, 0, 0])
    after = late.add_scores([-10, 400, 0, 0], swept=True)
    assert (after.totals, after.is_over, after.losers) == ((0, -1000, 400, 0), True, [1])


def test_next_leader() -> None:
    hands = sets("S2 H2", "S3 H3", "S4 H4", "S5 H5")
    scores = [0, 0, 0, 0]
    pig = Match.new(STANDARD)
    assert pig.start(hands).leader == 0
    pig = pig.add_scores(scores, pig_taker=3, leader=0)
    assert (pig.next_leader, pig.start(hands).leader) == (3, 3)
    holder = Match.new(PLAIN).add_scores(scores, pig_taker=3, leader=2)
    assert (holder.next_leader, holder.start(hands).leader) == (None, 0)
    rotate = Match.new(replace(PLAIN, next_leader="rotate")).add_scores(scores, pig_taker=3, leader=2)
    assert rotate.next_leader == 3
    assert rotate.add_scores(scores, leader=3).next_leader == 0
    assert rotate.add_scores(scores).next_leader == 0  # as it led
    fixed = Match.new(PRESETS["scrofazero"])
    assert (fixed.next_leader, fixed.start(hands).leader) == (0, 0)
    assert fixed.add_scores([0, 0]).add_scores([0, 0]).next_leader == 2


def test_match_of_played_deals() -> None:
    """A finished deal brings its scores, its sweep, its pig and its leader with it."""
    sweep = [sorted(HEARTS | {"DJ"}), [], [], []]
    hands = sets("S2 D2", "S3 D3", "SQ D4", "S4 D5")
    rules = replace(NO_EXPOSING, sweep_rotation="totals", next_leader="rotate")
    state = oracle.position(rules, hands, sweep, leader=2).play("D4", "D5", "D2", "D3", "S4", "S2", "S3", "SQ")
    assert state.score() == [300, 0, -100, 0]
    match = Match.new(rules)
    after = match.add(state)
    assert (after.totals, after.next_leader) == ((300, 0, -100, 0), 3)
    assert Match.new(replace(rules, next_leader="pig_taker")).add(state).next_leader == 2
    with pytest.raises(ValueError):
        match.add(oracle.position(rules, hands))
    last = oracle.position(rules, sets("SK", "S3", "SQ", "S4"), sweep, leader=2).play("SQ", "S4", "SK", "S3")
    assert last.score() == [400, 0, 0, 0]
    assert match.add(last).totals == (0, 400, 0, 0)
    deal = replace(rules, sweep_rotation="deal")
    assert replace(last, rules=deal).score() == [0, 400, 0, 0]
    assert Match.new(deal).add(replace(last, rules=deal)).totals == (0, 400, 0, 0)


# --------------------------------------------------------------------------- perft


def perft(state: State, deepest: int) -> list[int]:
    return [oracle.perft(state, depth) for depth in range(deepest + 1)]


THREE = replace(NO_EXPOSING, players=3)


def test_perft() -> None:
    follow = oracle.position(THREE, sets("S23", "S4 H2", "S5 D2"))
    assert perft(follow, 7) == [1, 2, 2, 2, 2, 2, 2, 0]
    discard = oracle.position(THREE, sets("S23", "H2 D3", "C34"))
    assert perft(discard, 7) == [1, 2, 4, 8, 8, 8, 8, 0]
    # S2: both others discard, 2 x 2, seat 0 leads on. D2: seat 1 must follow, and wins.
    mixed = oracle.position(THREE, sets("S2 D2", "H2 D3", "C34"))
    assert perft(mixed, 7) == [1, 2, 3, 6, 6, 6, 6, 0]


def test_perft_of_exposing() -> None:
    hands = ("SQ3", "S4 H2", "S5 D2")
    rules = replace(STANDARD, players=3)
    # The pig exposed, only S3 may be led; not exposed, either spade.
    assert perft(deal_of(rules, *hands, leader=0), 10) == [1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 0]
    free = replace(rules, exposed_first_round_ban=False)
    assert perft(deal_of(free, *hands, leader=0), 4) == [1, 2, 2, 2, 4]
    four = deal_of(STANDARD, *FOUR)
    assert perft(four, 5) == [1, 4, 8, 16, 16, 32]
    assert perft(deal_of(replace(STANDARD, exposing_order="sequential"), *FOUR), 4) == [1, 2, 4, 4, 16]


def test_perft_table() -> None:
    """The stored counts are the oracle's (a sample: the script makes all)."""
    from make_gongzhu_perft import state_of

    positions = json.loads((DATA / "gongzhu-perft.json").read_text(encoding="utf-8"))["positions"]
    assert len({record["name"] for record in positions}) == len(positions)
    for record in positions:
        depths = [depth for depth, count in enumerate(record["perft"], 1) if count <= 2000]
        state = state_of(record)
        assert depths
        assert [oracle.perft(state, depth) for depth in depths] == [record["perft"][depth - 1] for depth in depths]


# --------------------------------------------------------------------------- endgames


def test_endgame_by_hand() -> None:
    """The last to a spade trick holds the pig and the ace: he gives it to SK, or is left with it."""
    hands = sets("D2", "D3", "D4", "SQA")
    state = oracle.position(STANDARD, hands, trick=["S2", "SK", "S3"], leader=0, earlier_leads="SHDC")
    given, kept = Values(100, (0, -100, 0, 0)), Values(100, (0, 0, 0, -100))
    assert oracle.solve_moves(state) == {"SQ": given, "SA": kept}
    # Each seat's own worst and best: seat 3 gives the pig away when it plays for itself or against seat 1.
    assert oracle.solve(state) == Values(100, (0, -100, 0, 0))


def test_endgame_of_teams_and_of_three() -> None:
    hands = sets("D2", "D3", "D4", "SQA")
    pooled = replace(STANDARD, teams="sum")
    state = oracle.position(pooled, hands, trick=["S2", "SK", "S3"], leader=0)
    assert oracle.solve(state) == Values(100, (0, -100, 0, -100))
    three = oracle.position(THREE, sets("D2", "D3", "SQA"), trick=["S2", "SK"], leader=0)
    assert oracle.solve(three) == Values(None, (0, -100, 0))


def plain_value(state: State, seat: int) -> int:
    """Paranoid minimax without memory."""
    if state.is_over():
        return state.score()[seat]
    values = [plain_value(state.after(move), seat) for move in state.moves()]
    return max(values) if state.player == seat else min(values)


def plain_team_value(state: State) -> int:
    if state.is_over():
        a, b, c, d = state.score()
        return a + c - b - d
    values = [plain_team_value(state.after(move)) for move in state.moves()]
    return max(values) if state.player in (0, 2) else min(values)


@pytest.mark.parametrize("seed", range(6))
def test_memory_changes_nothing(seed: int) -> None:
    """Positions before any suit was led, with everything exposed and in hand, so that the ban matters."""
    rng = random.Random(seed)
    cards = rng.sample(["SQ", "HA", "DJ", "CT"], 4) + rng.sample(sorted(set(PACK) - SCORING), 8)
    rng.shuffle(cards)
    hands = [cards[3 * seat : 3 * seat + 3] for seat in range(4)]
    rules = replace(STANDARD, heart_lock=seed % 2 == 1)
    state = oracle.position(rules, hands, leader=seed % 4, exposed=["SQ", "HA", "DJ", "CT"])
    values = oracle.solve(state)
    assert values.paranoid == tuple(plain_value(state, seat) for seat in range(4))
    assert values.team == plain_team_value(state)


# --------------------------------------------------------------------------- hidden hands


def others(deals: set[tuple[oracle.Cards, ...]], seat: int) -> list[str]:
    """What that seat may hold, one entry a deal."""
    return sorted(" ".join(oracle.sort_cards(hands[seat])) for hands in deals)


def test_consistent_deals_know_voids() -> None:
    begin = deal_of(THREE, "S2 H3", "D34", "S4 C3", leader=0)
    assert len(oracle.consistent_deals(begin, [], 0)) == 6
    # Seat 1 did not follow: it holds D3 or C3, not S4.
    deals = oracle.consistent_deals(begin, ["S2", "D4"], 0)
    assert others(deals, 1) == ["C3", "D3"]
    assert others(deals, 2) == ["S4 C3", "S4 D3"]
    assert others(deals, 0) == ["H3", "H3"]
    assert others(oracle.consistent_deals(begin, ["S2", "D4"], 1), 0) == ["C3", "H3", "S4"]
    assert others(oracle.consistent_deals(begin, ["S2", "D4"], 2), 0) == ["D3", "H3"]
    # The same trick on the table of an open position.
    middle = oracle.position(THREE, sets("H3", "D3", "S4 C3"), trick=["S2", "D4"], leader=0)
    assert oracle.consistent_deals(middle, [], 0) == deals


def test_consistent_deals_know_who_leads() -> None:
    hands = ("S2 H3", "D34", "S4 C3")
    # S2's holder is to move: seat 0 holds it, and one of H3 D3 D4.
    assert len(oracle.consistent_deals(deal_of(THREE, *hands), [], 2)) == 3
    assert len(oracle.consistent_deals(deal_of(THREE, *hands, leader=0), [], 2)) == 6
    exposing = replace(THREE, exposing=True)
    assert len(oracle.consistent_deals(deal_of(exposing, *hands), [], 2)) == 6
    assert len(oracle.consistent_deals(deal_of(exposing, *hands), ["none"], 2)) == 6
    assert len(oracle.consistent_deals(deal_of(exposing, *hands), ["none"] * 3, 2)) == 3
    sequential = replace(exposing, exposing_order="sequential")
    assert len(oracle.consistent_deals(deal_of(sequential, *hands), [], 2)) == 3


def test_consistent_deals_know_exposures_and_the_ban() -> None:
    hands, choices = ("SQ D2", "S3 H4", "S4 H5"), ["SQ", "none", "none"]
    rules = replace(STANDARD, players=3)
    begin = deal_of(rules, *hands, leader=0)
    assert len(oracle.consistent_deals(begin, choices[:1], 1)) == 6  # not seen yet
    assert others(oracle.consistent_deals(begin, choices, 1), 0) == ["S4 SQ", "SQ D2", "SQ H5"]
    # The exposed pig led at once is its holder's only spade.
    assert others(oracle.consistent_deals(begin, [*choices, "SQ"], 1), 0) == ["D2", "H5"]
    plain = deal_of(replace(rules, exposed_first_round_ban=False), *hands, leader=0)
    assert others(oracle.consistent_deals(plain, [*choices, "SQ"], 1), 0) == ["D2", "H5", "S4"]
    sequential = deal_of(replace(rules, exposing_order="sequential"), *hands, leader=0)
    assert len(oracle.consistent_deals(sequential, choices[:1], 1)) == 3
    # An open position: who exposed the pig is known, it is in a hand.
    opened = oracle.position(rules, sets(*hands), exposed=["SQ"])
    assert len(oracle.consistent_deals(opened, [], 1)) == 3
    assert len(oracle.consistent_deals(oracle.position(rules, sets(*hands)), [], 1)) == 6


def test_consistent_deals_know_the_heart_lock() -> None:
    """Seat 0 led a heart under the lock: it had nothing else."""
    rules = replace(STANDARD, players=3, heart_lock=True)
    begin = deal_of(rules, "H2 H3", "S3 H4", "HA S5", leader=0)
    moves = ["none", "none", "HA", "H2"]
    assert others(oracle.consistent_deals(begin, moves, 1), 0) == ["H3"]
    free = deal_of(replace(rules, heart_lock=False), "H2 H3", "S3 H4", "HA S5", leader=0)
    assert others(oracle.consistent_deals(free, moves, 1), 0) == ["H3", "S5"]


def test_consistent_deals_of_a_played_deal() -> None:
    """Near the end of a real deal: the truth is among them, and every deal can have been played."""
    rng = random.Random(5)
    cards = rng.sample(PACK, 52)
    begin = oracle.start(STANDARD, [cards[13 * seat : 13 * seat + 13] for seat in range(4)])
    state, moves = begin, []
    while sum(map(len, state.hands)) > 10:
        moves.append(rng.choice(state.moves()))
        state = state.play(moves[-1])
    for viewer in range(4):
        deals = oracle.consistent_deals(begin, moves, viewer)
        assert state.hands in deals
        assert all(hands[viewer] == state.hands[viewer] for hands in deals)
        assert {frozenset().union(*hands) for hands in deals} == {frozenset().union(*state.hands)}
