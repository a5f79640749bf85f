"""The oracle against the worked cases, the counts of the rule document, and itself."""

from __future__ import annotations

import json
import math
import random
import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import doudizhu as ddz
from doudizhu import PRESETS, Combo, Game, Move, Rules

DATA = Path(__file__).parent.parent / "data"
STANDARD = PRESETS["standard"]

KIND_NAMES = {
    "single": "solo",
    "triple": "trio",
    "trio_single": "trio_solo",
    "plane_single": "plane_solo",
    "quad_singles": "quad_solo",
    "quad_pairs": "quad_pair",
}


def lines(name: str) -> list[dict[str, Any]]:
    text = (DATA / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]


CASES = lines("doudizhu-rules.jsonl")


def cases(kind: str) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in CASES if case["kind"] == kind]


def rules_of(case: dict[str, Any]) -> Rules:
    options = dict(case.get("options", {}))
    options.pop("bombs_by", None)
    names = {"to_the_bomber_only": "bomber", "everyone": "each"}
    if "bomb_doubling" in options:
        options["bomb_doubling"] = names.get(options["bomb_doubling"], options["bomb_doubling"])
    return replace(PRESETS[case["preset"]], **options)


def first_move(cards: str, rules: Rules) -> Move:
    return cards, ddz.classify(cards, rules)[0]


# --------------------------------------------------------------------------- the worked cases


def test_every_kind_of_case_is_read() -> None:
    assert {case["kind"] for case in CASES} == {
        "deal", "payoff", "combo", "beats", "trick", "auction"
    }  # fmt: skip


@pytest.mark.parametrize("case", cases("deal"))
def test_deal(case: dict[str, Any]) -> None:
    rules = rules_of(case)
    assert rules.players == case["players"]
    assert len(ddz.deck(rules)) == case["deck"]
    assert case["cards_each"] * rules.players + case["left"] == case["deck"]
    assert case["cards_each"] + case["left"] == case["landlord_cards"]


@pytest.mark.parametrize("case", cases("payoff"))
def test_payoff(case: dict[str, Any]) -> None:
    rules = rules_of(case)
    winner = 0 if case["winner"] == "landlord" else 1
    names = case.get("options", {}).get("bombs_by")
    seats = [int(name[-1]) for name in names] if names else [winner] * len(case["bombs"])
    assert case["expected"] == ddz.payoffs(
        rules,
        landlord=0,
        stake=case["bid"],
        winner=winner,
        bombs=list(zip(seats, case["bombs"], strict=False)),
        rockets=[winner] * case["rockets"],
        spring=case["spring"],
        reverse_spring=case["anti_spring"],
    )


@pytest.mark.parametrize("case", cases("combo"))
def test_combo(case: dict[str, Any]) -> None:
    kinds = [combo.kind for combo in ddz.classify(ddz.parse(case["cards"]), rules_of(case))]
    assert bool(kinds) == case["valid"]
    if case["valid"]:
        assert kinds == [KIND_NAMES.get(case["type"], case["type"])]


@pytest.mark.parametrize("case", cases("beats"))
def test_beats(case: dict[str, Any]) -> None:
    rules = rules_of(case)
    first, second = (first_move(ddz.parse(case[name]), rules) for name in ("first", "second"))
    assert ddz.beats(second, first, rules) == case["beats"]


@pytest.mark.parametrize("case", cases("trick"))
def test_trick(case: dict[str, Any]) -> None:
    """Each player holds what he plays and two cards that end nothing."""
    rules, order = rules_of(case), case["order"]
    moves = [(order.index(name), text) for name, text in case["moves"]]
    hands = [
        "34" + "".join(ddz.parse(text) for player, text in moves if player == seat and text != "pass")
        for seat in range(len(order))
    ]
    game = Game.position(rules, hands, order.index(case["landlord"]), order.index(case["leader"]))
    for seat, text in moves:
        assert game.turn == seat
        game = game.play("pass" if text == "pass" else (ddz.parse(text), 0))
    assert case["all_legal"]
    assert (order[game.turn], game.to_beat) == (case["next_leader"], None)


HANDS = ("3" * 17, "4" * 17, "5" * 17, "6" * 17)


def auction(rules: Rules, bids: list[int], first: int = 0) -> Game:
    game = Game.deal(rules, HANDS[: rules.players], "777", first)
    for bid in bids:
        if game.phase not in ("auction", "stake"):
            raise ValueError("the auction is over")
        game = game.play(bid)
    return game


@pytest.mark.parametrize("case", cases("auction"))
def test_auction(case: dict[str, Any]) -> None:
    rules = rules_of(case)
    if case["result"] == "illegal":
        with pytest.raises(ValueError):
            auction(rules, case["bids"])
        return
    game = auction(rules, case["bids"])
    assert (game.phase, game.turn) == ("play", game.landlord)
    assert {"landlord": game.landlord, "bid": game.stake} == case["result"]
    assert game.landlord is not None
    assert len(game.hands[game.landlord]) == 20


PERFT_DEALS = json.loads((DATA / "doudizhu-perft.json").read_text())["deals"]


@pytest.mark.parametrize("deal", PERFT_DEALS, ids=lambda deal: deal["name"])
def test_perft(deal: dict[str, Any]) -> None:
    game = Game.position(STANDARD, [deal["landlord"], deal["peasant1"], deal["peasant2"]])
    depths = range(1, 6)
    assert [ddz.perft(game, depth) for depth in depths] == deal["perft"][:5]


def oracle_game(record: dict[str, Any]) -> Game:
    rules = replace(PRESETS[record["preset"]], **record["rules"])
    if record["start"] == "auction":
        return Game.deal(rules, record["hands"], record["bottom"], record["first"])
    return Game.position(rules, record["hands"], landlord=record["landlord"])


ORACLE = DATA / "doudizhu-perft-oracle.json"
ORACLE_RECORDS = json.loads(ORACLE.read_text())["positions"] if ORACLE.exists() else []


@pytest.mark.parametrize("record", ORACLE_RECORDS, ids=lambda record: record["name"])
def test_perft_oracle_file(record: dict[str, Any]) -> None:
    """The numbers we give to the engine's tests are still the oracle's (the shallow ones)."""
    game = oracle_game(record)
    for depth, expected in enumerate(record["perft"], 1):
        if expected <= 5_000:
            assert ddz.perft(game, depth) == expected


@pytest.mark.parametrize("record", ORACLE_RECORDS, ids=lambda record: record["name"])
def test_perft_by_definition(record: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The same with moves found by trying every set of cards, where the hands are small."""
    if max(sub_multiset_number(hand) for hand in record["hands"]) > 2000:
        pytest.skip("too many sets of cards")
    monkeypatch.setattr(ddz, "legal_fast", ddz.legal)
    game = oracle_game(record)
    for depth, expected in enumerate(record["perft"], 1):
        if expected <= 100:
            assert ddz.perft(game, depth) == expected


# --------------------------------------------------------------------------- counts


REST = {
    "solo": 15, "pair": 13, "trio": 13, "bomb": 13, "rocket": 1, "straight": 36,
    "pair_straight": 52, "plane": 45, "trio_solo": 182, "trio_pair": 156,
}  # fmt: skip

# card sets, moves, plane_solo, plane_pair, quad_solo, quad_pair, shuttle, shuttle_solo, shuttle_pair
COUNTS = {
    "rlcard": (27_471, 27_471, 21_822, 2_939, 1_326, 858, 0, 0, 0),
    "douzero": (29_984, 29_984, 24_322, 2_939, 1_339, 858, 0, 0, 0),
    "openspiel": (25_661, 26_053, 22_588, 2_939, 0, 0, 0, 0, 0),
    "standard": (12_654, 12_654, 7_161, 2_939, 1_170, 858, 0, 0, 0),
    "botzone": (34_323, 34_323, 8_044, 2_939, 1_183, 858, 38, 17_105, 3_630),
}


@cache
def combinations_of(rules: Rules) -> set[Move]:
    return ddz.all_combinations(rules)


@pytest.mark.parametrize("preset", COUNTS)
def test_counts(preset: str) -> None:
    moves = combinations_of(PRESETS[preset])
    kinds = Counter(combo.kind for _, combo in moves)
    winged = ("plane_solo", "plane_pair", "quad_solo", "quad_pair")
    shuttles = ("shuttle", "shuttle_solo", "shuttle_pair")
    found = [len({cards for cards, _ in moves}), len(moves)]
    found += [kinds[kind] for kind in winged + shuttles]
    assert tuple(found) == COUNTS[preset]
    assert {kind: kinds[kind] for kind in REST} == REST
    assert sum(REST.values()) == 526


def test_douzero_readings() -> None:
    moves = combinations_of(replace(PRESETS["douzero"], readings="all"))
    assert len(moves) == 30_383
    assert sum(combo.kind == "plane_solo" for _, combo in moves) == 24_721


@pytest.mark.parametrize(("preset", "expected"), [("openspiel", 383), ("douzero", 390), ("standard", 0)])
def test_card_sets_with_several_readings(preset: str, expected: int) -> None:
    moves = combinations_of(replace(PRESETS[preset], readings="all"))
    numbers = Counter(cards for cards, _ in moves)
    assert sum(number > 1 for number in numbers.values()) == expected


# --------------------------------------------------------------------------- text, combinations


def test_parse() -> None:
    assert ddz.parse("r 10 b 3a2") == "3TA2BR"
    assert ddz.parse("xd") == ddz.parse("大小") == "BR"
    for text in ("王", "小王", "1", "0", "C"):
        with pytest.raises(ValueError):
            ddz.parse(text)


@pytest.mark.parametrize(
    ("preset", "cards", "expected"),
    [
        (
            "openspiel",
            "333444555666",
            [("plane", 4, "6", ""), ("plane_solo", 3, "6", "333"), ("plane_solo", 3, "5", "666")],
        ),
        (
            "douzero",
            "333444555666",
            [("plane", 4, "6", ""), ("plane_solo", 3, "6", "333"), ("plane_solo", 3, "5", "666")],
        ),
        ("standard", "333444555666", [("plane", 4, "6", "")]),
        ("openspiel", "3334445556667779", [("plane_solo", 4, "7", "3339"), ("plane_solo", 4, "6", "7779")]),
        ("rlcard", "3334445556667779", []),
        ("rlcard", "333444555777", [("plane_solo", 3, "5", "777")]),
        ("standard", "333444555777", []),
        ("rlcard", "QQQKKKAAA222", [("plane_solo", 3, "A", "222")]),
        ("standard", "33334444", []),
        ("standard", "3334445555", []),
        ("standard", "22223333", []),
        ("douzero", "2222BR", [("quad_solo", 1, "2", "BR")]),
        ("standard", "2222BR", []),
        ("app", "JJJJ77", [("quad_solo", 1, "J", "77")]),
        ("hubei", "AAAA22", []),
        ("hubei", "JJJJ2299", []),
        ("hubei", "JJJJ2R", [("quad_solo", 1, "J", "2R")]),
        ("botzone", "33334444", [("shuttle", 2, "4", "")]),
        ("botzone", "333344445678", [("shuttle_solo", 2, "4", "5678")]),
        ("botzone", "3333444455667788", [("shuttle_pair", 2, "4", "55667788")]),
        ("standard-four", "33344455BB", [("plane_pair", 2, "4", "55BB")]),
        ("standard-four", "333444BBRR", []),
        ("standard-four", "BBR", []),
        ("standard-four", "3334", []),
    ],
)  # fmt: skip
def test_readings(preset: str, cards: str, expected: list[tuple[str, int, str, str]]) -> None:
    wanted = [Combo(kind, length, ddz.RANKS.index(top), wings) for kind, length, top, wings in expected]
    assert ddz.readings(cards, PRESETS[preset]) == wanted


def test_pair_kicker_copies_give_a_shuttle_and_two_quads() -> None:
    rules = replace(PRESETS["botzone"], pair_kicker_copies=2)
    assert ddz.readings("33334444", rules) == [
        Combo("shuttle", 2, 1, ""),
        Combo("quad_pair", 1, 1, "3333"),
        Combo("quad_pair", 1, 0, "4444"),
    ]
    assert ddz.readings("3334445555", rules) == [Combo("plane_pair", 2, 1, "5555")]


# What the public engines answer, and their known faults that the presets do not repeat.
PEERS = {"rlcard": "rlcard", "douzero": "douzero", "open_spiel": "openspiel"}
PEER_FAULTS = {
    ("open_spiel", "33334567", "34567"): "drops chains whose lowest rank is held four times",
    ("open_spiel", "3333444", "333444"): "drops chains whose lowest rank is held four times",
    ("open_spiel", "3333444555666", "333444555666"): "drops chains whose lowest rank is held four times",
    ("douzero", "345666777888", "345666777888"): "compares planes by a kicker trio",
    ("douzero", "333444555KKK", "333444555KKK"): "compares planes by a kicker trio",
    ("douzero", "346888999TTTJJJK", "346888999TTTJJJK"): "compares planes by a kicker trio",
}  # fmt: skip


@pytest.mark.parametrize("question", lines("doudizhu-peer-questions.jsonl"), ids=str)
def test_peer_questions(question: dict[str, str]) -> None:
    hand, move = ddz.parse(question["hand"]), ddz.parse(question["move"])
    for peer, preset in PEERS.items():
        answer, rules = question[peer], PRESETS[preset]
        if answer == "NA" or (peer, question["hand"], question["move"]) in PEER_FAULTS:
            continue
        rival = first_move(ddz.parse(question["rival"]), rules) if question["rival"] else None
        found = sum(cards == move for cards, _ in ddz.legal_fast(hand, rival, rules))
        if preset == "openspiel" and " x" in answer:
            assert found == int(answer[-1]), peer
        else:
            assert (found > 0) == answer.startswith("yes"), peer


# --------------------------------------------------------------------------- the two generators agree


def random_rules(rng: random.Random) -> Rules:
    """Any rules, however odd, that make sense."""
    packs = rng.choice((1, 1, 2))
    wings = ("bare", "solo", "pair")
    return Rules(
        packs=packs,
        players=rng.choice((2, 3, 4)),
        straight_min=rng.choice((3, 5, 6)),
        straight_max=rng.choice((6, 8, 12)),
        pair_straight_min=rng.choice((2, 3, 4)),
        pair_straight_max=rng.choice((4, 10, 12)),
        solo_kicker_copies=rng.choice((1, 2, 3, 4)),
        quad_kicker_copies=rng.choice((1, 2, 4)),
        pair_kicker_copies=rng.choice((1, 2)),
        kicker_both_jokers=rng.random() < 0.5,
        kicker_joins_body=rng.random() < 0.5,
        readings=rng.choice(("one", "all")),
        kicker_max_two=rng.choice((None, 0, 1, 2)),
        quad_kinds=rng.choice(("none", "solos", "pairs", "both")),
        trio_kinds=tuple(wing for wing in wings if rng.random() < 0.7),
        plane_kinds=tuple(wing for wing in wings if rng.random() < 0.7),
        space_shuttle=rng.choice(("off", "bare", "winged")),
        joker_pairs=packs == 2 and rng.random() < 0.5,
    )


def dense_hand(rng: random.Random, rules: Rules, size: int) -> str:
    """Cards of few neighbouring ranks, of whole groups, or of all ranks."""
    pack = ddz.deck(rules)
    ranks = rng.sample(ddz.RANKS, rng.choice((3, 4, 5, 15)))
    if rng.random() < 0.5:
        low = rng.randrange(9)
        ranks = list(ddz.RANKS[low : low + rng.choice((3, 4, 6))]) + rng.choice(([], ["2"], ["B", "R"]))
    cards = [card for card in pack if card in ranks]
    if rng.random() < 0.5:  # trios and fours left whole
        rng.shuffle(ranks)
        cards = [card for rank in ranks for card in pack if card == rank][:size]
    return ddz.sort_cards("".join(rng.sample(cards, min(size, len(cards)))))


def sub_multiset_number(hand: str) -> int:
    return math.prod(hand.count(rank) + 1 for rank in set(hand))


def assert_generators_agree(rng: random.Random, rules: Rules, largest: int, rounds: int) -> None:
    for _ in range(rounds):
        hand = dense_hand(rng, rules, rng.randint(6, largest))
        if sub_multiset_number(hand) > 2000:
            continue
        leads = ddz.legal(hand, None, rules)
        assert leads == ddz.legal_fast(hand, None, rules), (hand, rules)
        rivals = sorted(ddz.legal_fast(dense_hand(rng, rules, largest), None, rules))
        for rival in rng.sample(rivals, min(3, len(rivals))):
            follows = ddz.legal(hand, rival, rules)
            assert follows == ddz.legal_fast(hand, rival, rules), (hand, rival, rules)
            assert follows == {move for move in leads if ddz.beats(move, rival, rules)}


@pytest.mark.parametrize("preset", PRESETS)
def test_generators_agree_on_presets(preset: str) -> None:
    largest = 16 if PRESETS[preset].packs == 2 else 13
    assert_generators_agree(random.Random(preset), PRESETS[preset], largest, rounds=60)


@pytest.mark.parametrize("seed", range(40))
def test_generators_agree_on_odd_rules(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(5):
        assert_generators_agree(rng, random_rules(rng), 13, rounds=8)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_full_hand_is_part_of_all_combinations(preset: str) -> None:
    """In one pack, the moves of 20 cards are the combinations of the deck that the hand holds."""
    rules, rng = PRESETS[preset], random.Random(1)
    size = 20 if rules.packs == 1 else 33
    hand = ddz.sort_cards("".join(rng.sample(ddz.deck(rules), size)))
    moves = ddz.legal_fast(hand, None, rules)
    assert all(ddz.holds(hand, cards) for cards, _ in moves)
    if rules.packs == 1:
        assert moves == {move for move in combinations_of(rules) if ddz.holds(hand, move[0])}


# --------------------------------------------------------------------------- auction, payment


@pytest.mark.parametrize(
    ("bids", "final", "expected"),
    [
        ([0, 0, 2], False, None),  # the two others may still call
        ([0, 0, 2], True, (2, 2)),  # nobody is left to call
        ([0, 0, 1, 2, 3], False, (1, 3)),
        ([0, 1, 2, 0], False, None),
        ([0, 1, 2, 0, 0], False, (2, 2)),
        ([0, 1, 2], True, None),  # seat 0 is skipped, seat 1 to call
        ([0, 1, 2, 3], True, (1, 3)),
        ([0, 1, 2, 0], True, (2, 2)),
        ([1, 0, 2, 0], True, (2, 2)),
        ([1, 2, 0, 0], False, (1, 2)),
    ],
)
def test_auctions(bids: list[int], final: bool, expected: tuple[int, int] | None) -> None:
    game = auction(replace(STANDARD, pass_is_final=final), bids)
    assert (game.phase == "auction") == (expected is None)
    if expected:
        assert (game.landlord, game.stake) == expected


def test_four_players_auction() -> None:
    assert auction(PRESETS["standard-four"], [1, 0, 0]).phase == "auction"
    assert auction(PRESETS["standard-four"], [0, 1, 0, 0, 0], first=2).landlord == 3


@pytest.mark.parametrize("all_pass", ["void", "redeal"])
def test_all_pass(all_pass: str) -> None:
    game = auction(replace(STANDARD, all_pass=all_pass), [0, 0, 0])
    assert game.over
    assert game.moves() == []
    assert game.payoffs() == [0, 0, 0]


def test_all_pass_forced() -> None:
    game = auction(replace(STANDARD, all_pass="forced"), [0, 0, 0], first=1)
    assert (game.phase, game.landlord, game.stake) == ("play", 1, 1)


def test_stake_of_the_landlord_drawn() -> None:
    game = Game.deal(PRESETS["app"], HANDS[:3], "777", first=2)
    assert game.moves() == [1, 2, 3]
    assert (game.play(2).landlord, game.play(2).stake, game.play(2).turn) == (2, 2, 2)


def test_given_landlord() -> None:
    game = Game.deal(PRESETS["rlcard"], HANDS[:3], "777")
    assert (game.phase, game.landlord, game.stake, game.turn) == ("play", 0, 1, 0)


def play_all(game: Game, moves: str) -> Game:
    for move in moves.split():
        game = game.play("pass" if move == "pass" else (move, 0))
    return game


def test_lower_pair_is_illegal() -> None:
    with pytest.raises(ValueError):
        play_all(Game.position(STANDARD, ["445", "336", "789"]), "44 33")


def test_leader_may_not_pass_and_round_ends_after_all_others() -> None:
    game = Game.position(PRESETS["standard-four"], ["334", "447", "558", "669"])
    with pytest.raises(ValueError):
        game.play("pass")
    game = play_all(game, "33 44 pass pass pass")
    assert (game.turn, game.to_beat) == (1, None)
    assert play_all(game, "7").winner == 1


# Seat 0, the landlord at stake 2, against seat 1 with 4444 and BR and seat 2.
LOST = (["35567", "4444BR8", "9TJ"], "3 pass 9 pass BR pass pass 4444 pass pass 8")
# The landlord goes out, nobody else playing; he bombs twice.
SPRING = (["333344445", "789", "6TJ"], "3333 pass pass 4444 pass pass 5")


@pytest.mark.parametrize(
    ("deal", "options", "expected"),
    [
        (LOST, {}, [-32, 16, 16]),  # 2 x bomb x rocket x reverse spring
        (LOST, {"reverse_spring": False}, [-16, 8, 8]),
        (LOST, {"bomb_doubling": "once"}, [-16, 8, 8]),
        (LOST, {"bomb_doubling": "none"}, [-8, 4, 4]),
        (LOST, {"bomb_doubling": "bomber"}, [-20, 16, 4]),
        (LOST, {"bomb_doubling": "bomber", "multiplier_cap": 3}, [-10, 6, 4]),
        (LOST, {"doubling_bomb_min": 6}, [-16, 8, 8]),
        (LOST, {"multiplier_cap": 3}, [-12, 6, 6]),
        (LOST, {"payoff": "win_loss"}, [-1, 1, 1]),
        (SPRING, {}, [32, -16, -16]),
        (SPRING, {"spring": False}, [16, -8, -8]),
        (SPRING, {"bomb_doubling": "bomber"}, [32, -16, -16]),
        (SPRING, {"bomb_doubling": "once"}, [16, -8, -8]),
        (SPRING, {"payoff": "win_loss"}, [1, -1, -1]),
    ],
)
def test_payment_of_a_deal(deal: tuple[list[str], str], options: dict[str, Any], expected: list[int]) -> None:
    hands, moves = deal
    game = play_all(Game.position(replace(STANDARD, **options), hands, stake=2), moves)
    assert game.over
    assert game.payoffs() == expected


def test_a_lost_bomb_does_not_double_for_the_bomber() -> None:
    rules = replace(PRESETS["hubei"], bomb_doubling="bomber")
    assert ddz.payoffs(rules, 0, 3, winner=0, bombs=[(1, 4)]) == [6, -3, -3]


def test_two_bombs_and_a_rocket() -> None:
    paid = ddz.payoffs(STANDARD, 1, 3, winner=1, bombs=[(0, 4), (1, 4)], rockets=[2])
    assert paid == [-24, 48, -24]


def test_pairs_pay_pairs() -> None:
    rules = PRESETS["hubei-pairs"]
    assert ddz.payoffs(rules, 1, 2, winner=3) == [-2, 2, -2, 2]
    assert ddz.payoffs(rules, 1, 2, winner=0, bombs=[(0, 5), (1, 6)]) == [4, -4, 4, -4]


def test_two_players() -> None:
    game = Game.position(replace(STANDARD, players=2), ["34", "57"])
    assert play_all(game, "3 5 pass 7").payoffs() == [-2, 2]  # reverse spring


@cache
def mover_wins(rules: Rules, mine: str, theirs: str, to_beat: Move | None) -> bool:
    """Two open hands: does the player to move win?"""
    if to_beat is not None and not mover_wins(rules, theirs, mine, None):
        return True  # by passing
    return any(
        cards == mine or not mover_wins(rules, theirs, ddz.without(mine, cards), (cards, combo))
        for cards, combo in ddz.legal_fast(mine, to_beat, rules)
    )


# The puzzles that are solved within a second.
QUICK_PUZZLES = [p for p in lines("doudizhu-puzzles.jsonl") if len(p["first"] + p["second"]) <= 17]


@pytest.mark.parametrize("puzzle", QUICK_PUZZLES, ids=lambda puzzle: puzzle["id"])
def test_puzzles(puzzle: dict[str, Any]) -> None:
    off = {"no31": "solo", "no32": "pair"}
    kinds = tuple(kind for kind in STANDARD.trio_kinds if kind not in [off[name] for name in puzzle["rules_off"]])
    rules = replace(STANDARD, players=2, trio_kinds=kinds, plane_kinds=kinds)
    first, second = ddz.parse(puzzle["first"]), ddz.parse(puzzle["second"])
    winning = {
        cards
        for cards, combo in ddz.legal_fast(first, None, rules)
        if cards == first or not mover_wins(rules, second, ddz.without(first, cards), (cards, combo))
    }
    assert winning == {ddz.parse(move) for move in puzzle["winning_first_moves"]}
    assert (puzzle["winner"] == "first") == bool(winning)


# --------------------------------------------------------------------------- hidden hands


def test_hidden_deals_weights() -> None:
    """Seat 0 does not see 3, 3, 4: seat 1 holds two of them, seat 2 one."""
    game = Game.position(STANDARD, ["5", "33", "4"])
    assert ddz.hidden_deals(game, 0) == {("33", "4"): 1, ("34", "3"): 2}


def test_hidden_deals_know_the_bottom_cards() -> None:
    rules = replace(STANDARD, landlord_selection="given")
    game = Game.deal(rules, ["34", "33", "55"], "3")
    # The 3 of the bottom lies with the landlord; of 3, 4, 5, 5 any two do too.
    assert ddz.hidden_deals(game, 1) == {("334", "55"): 1, ("335", "45"): 2, ("345", "35"): 2, ("355", "34"): 1}
    played = game.play(("3", 0))
    assert ddz.hidden_deals(played, 1) == {("34", "55"): 1, ("35", "45"): 2, ("45", "35"): 2, ("55", "34"): 1}
    hidden = Game.deal(replace(rules, bottom_public=False), ["34", "33", "55"], "3")
    assert sum(ddz.hidden_deals(hidden, 1).values()) == math.comb(5, 3)


def test_hidden_deals_in_the_auction() -> None:
    game = Game.deal(STANDARD, ["34", "56", "78"], "9")
    deals = ddz.hidden_deals(game, 0)
    assert sum(deals.values()) == math.factorial(5) // (2 * 2)
    assert deals[("56", "78", "9")] == 1
