"""The worked cases of Gong Zhu, through the engine."""

from __future__ import annotations

from typing import Any

import pytest

import gongzhu as oracle
from chupai.gongzhu import Game, Match, Rules, legal_cards, may_expose, score, trick_winner
from gongzhu_support import cards_of, case_rules, set_texts, worked_cases
from support import case_id

PILES_OF: dict[int, dict[str, Any]] = {3: {"players": 3}, 4: {}, 5: {"players": 5}}


def test_every_kind_of_case_is_read() -> None:
    kinds = ("score", "legal", "winner", "match", "leader", "expose", "endgame")
    assert [len(worked_cases(kind)) for kind in kinds] == [56, 16, 4, 5, 3, 3, 18]


@pytest.mark.parametrize("case", worked_cases("score"), ids=case_id)
def test_score(case: dict[str, Any]) -> None:
    rules = case_rules(case).replace(**PILES_OF[len(case["taken"])])
    assert score(case["taken"], case["exposed"], rules) == case["expected"]
    texts = [" ".join(pile) for pile in case["taken"]]
    assert score("/".join(texts), " ".join(case["exposed"]), rules) == case["expected"]
    assert score(case["taken"], case["exposed"], case_rules(case)) == case["expected"]  # players by the piles


@pytest.mark.parametrize("case", worked_cases("score"), ids=case_id)
def test_score_of_a_game(case: dict[str, Any]) -> None:
    """The same piles before the last trick, of cards that none misses; then scores() tells."""
    rules = case_rules(case).replace(**PILES_OF[len(case["taken"])])
    gone = {card for pile in case["taken"] for card in pile}
    low = [card for card in oracle.PACK if card not in gone | oracle.SCORING | {"C2", "D2"}][: rules.players]
    exposed = case["exposed"] if rules.exposing else ()
    game = Game.from_hands([[card] for card in low], case["taken"], exposed=exposed, rules=rules)
    assert game.scores().tolist() == case["expected"]
    while not game.is_over:
        game.push(game.legal[0])
    assert game.scores().tolist() == case["expected"]
    expected = [case["expected"][seat % len(case["expected"])] for seat in range(rules.players)]
    assert game.returns().tolist() == expected


@pytest.mark.parametrize("case", worked_cases("legal"), ids=case_id)
def test_legal(case: dict[str, Any]) -> None:
    exposed = {*case["exposed_own"], *case.get("exposed_others", [])}
    if case.get("heart_ace_exposed"):
        exposed.add("HA")
    for preset, expected in case["expected"].items():
        rules = case_rules(case, preset).replace(**PILES_OF[case.get("players", 4)])
        found = legal_cards(case["hand"], case["trick"], exposed, case["suits_led_before"], rules)
        assert found == oracle.sort_cards(expected), preset


@pytest.mark.parametrize("case", worked_cases("winner"), ids=case_id)
def test_winner(case: dict[str, Any]) -> None:
    assert trick_winner(case["trick"]) == case["expected"]
    assert trick_winner(" ".join(case["trick"])) == case["expected"]


@pytest.mark.parametrize("case", worked_cases("match"), ids=case_id)
def test_match(case: dict[str, Any]) -> None:
    match = Match(case_rules(case), totals=case["totals_before"])
    match.add_scores(case["hand_scores"], swept=case.get("swept", False))
    expected = case["expected"]
    assert (list(match.totals), match.is_over) == (expected["totals"], expected["over"])
    assert list(match.losers) == expected.get("losers", [])
    assert list(match.winners) == expected.get("winners", [])


@pytest.mark.parametrize("case", worked_cases("leader"), ids=case_id)
def test_leader(case: dict[str, Any]) -> None:
    """The cases' hands are of two cards: filled up to a deal here, with S2 and C2 where they are."""
    rules = case_rules(case)
    match = Match(rules, seed=1)
    if case["deal_no"] > 1:
        match.add_scores([0, 0, 0, 0], pig_taker=case["pig_taker_last_deal"])
    named = {card for hand in case["hands"] for card in hand}
    rest = [card for card in oracle.PACK if card not in named]
    hands = [[*hand, *rest[seat * 11 : seat * 11 + 11]] for seat, hand in enumerate(case["hands"])]
    assert Game(rules, deal=hands, leader=match.next_leader).leader == case["expected"]


@pytest.mark.parametrize("case", worked_cases("expose"), ids=case_id)
def test_expose(case: dict[str, Any]) -> None:
    assert may_expose(case["hand"], case_rules(case)) == case["expected"]


@pytest.mark.parametrize("case", worked_cases("endgame"), ids=case_id)
def test_endgame(case: dict[str, Any]) -> None:
    """Minimax over push and pop, each position by its key once."""
    game = Game.from_hands(
        case["hands"],
        case["taken"],
        case["trick"],
        case["leader"],
        case["exposed"],
        case["suits_led_before"],
        Rules.preset(case["preset"]),
    )
    text = game.text()
    memory: dict[int, tuple[int, ...]] = {}
    *paranoid, team = values(game, memory)
    assert (team, paranoid) == (case["team"], case["paranoid"])
    assert game.text() == text
    assert game.hands == set_texts(cards_of([" ".join(hand) for hand in case["hands"]]))


def values(game: Game, memory: dict[int, tuple[int, ...]]) -> tuple[int, ...]:
    """Of four: what each seat gets at least if all others are against it, and what seats 0 and 2 get more."""
    key = game.key
    if key not in memory:
        if game.is_over:
            a, b, c, d = game.returns().tolist()
            memory[key] = (a, b, c, d, a + c - b - d)
        else:
            children = []
            for code in game.legal:
                game.push(code)
                children.append(values(game, memory))
                game.pop()
            seat = game.player
            mine = [seat == other for other in range(4)] + [seat in (0, 2)]
            memory[key] = tuple(
                (max if most else min)(numbers) for most, numbers in zip(mine, zip(*children, strict=True), strict=True)
            )
    return memory[key]
