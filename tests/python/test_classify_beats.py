"""What a set of cards is, and which move beats which: worked cases, the rule text, and the oracle."""

from __future__ import annotations

import random
from typing import Any

import pytest

import doudizhu as oracle
from chupai import IllegalMoveError
from chupai.doudizhu import Game, Kind, Move, Rank, Rules, beats, classify, legal_codes
from presets import TWO_PACKS
from support import (
    LOOSEST,
    LOOSEST_ONE,
    case_id,
    case_rules,
    code_of,
    decoded,
    dense_hand,
    engine_rules,
    hand_sizes,
    json_lines,
    odd_rules,
    random_hand,
    worked_cases,
)

# The worked cases' names of kinds.
KIND_NAMES = {
    "single": "solo",
    "triple": "trio",
    "trio_single": "trio_solo",
    "plane_single": "plane_solo",
    "quad_singles": "quad_solo",
    "quad_pairs": "quad_pair",
}


def kinds(cards: str, rules: Rules | None = None) -> list[str]:
    return [str(move.kind) for move in classify(cards, rules)]


@pytest.mark.parametrize("case", worked_cases("combo"), ids=case_id)
def test_worked_combination(case: dict[str, Any]) -> None:
    expected = [KIND_NAMES.get(case["type"], case["type"])] if case["valid"] else []
    assert kinds(case["cards"], case_rules(case)) == expected


@pytest.mark.parametrize("case", worked_cases("beats"), ids=case_id)
def test_worked_comparison(case: dict[str, Any]) -> None:
    assert beats(case["second"], case["first"], case_rules(case)) is case["beats"]


@pytest.mark.parametrize("question", json_lines("doudizhu-peer-questions.jsonl"), ids=str)
def test_questions_once_put_to_the_peers(question: dict[str, Any], rules: Rules, slow_rules: oracle.Rules) -> None:
    """Hands that split the public engines; the oracle decides under each preset."""
    hand, move = oracle.parse(question["hand"]), oracle.parse(question["move"])
    rival = None
    if question["rival"]:
        cards = oracle.parse(question["rival"])
        readings = oracle.classify(cards, slow_rules)
        if not readings:
            with pytest.raises(IllegalMoveError):
                legal_codes(hand, cards, rules)
            return
        rival = cards, readings[0]
    expected = {code_of(found) for found in oracle.legal_fast(hand, rival, slow_rules) if found[0] == move}
    codes = legal_codes(hand, question["rival"], rules).tolist()
    assert {code for code in codes if Move(code).cards == move} == expected


# --------------------------------------------------------------------------- the rule text


def test_the_text_about_comparison() -> None:
    assert beats("9993", "888A")
    assert not beats("888A", "9993")
    assert classify("23456") == []
    assert classify("333444677") == []


def test_rocket_beats_everything_and_bombs_all_but_higher_bombs() -> None:
    others = ["R", "22", "222", "2223", "AAAKK", "3456789TJQKA", "334455", "333444", "33344456", "222233", "2222"]
    others = [cards for cards in others if classify(cards)]
    for cards in others:
        assert beats("BR", cards)
        assert not beats(cards, "BR")
        assert beats("3333", cards) is (cards != "2222")
    assert beats("4444", "3333")
    assert not beats("BR", "BR")


def test_four_with_two_is_no_bomb() -> None:
    assert kinds("333345") == ["quad_solo"]
    assert not beats("333345", "4")
    assert beats("444435", "333356")
    assert beats("3333", "444456")
    assert beats("444466", "333356", Rules.preset("app"))


@pytest.mark.parametrize(
    ("preset", "cards", "expected"),
    [
        ("standard", "33334444", []),  # two pair kickers of a rank
        ("standard", "3334445555", []),
        ("standard", "AAA222", []),
        ("standard", "2222BR", []),
        ("botzone", "2222BR", ["quad_solo"]),
        ("douzero", "2222BR", ["quad_solo"]),
        ("standard", "JJJJ77", []),
        ("app", "JJJJ77", ["quad_solo"]),
        ("hubei", "AAAA22", []),
        ("standard", "333444555777", []),  # three kickers of a rank
        ("rlcard", "333444555777", ["plane_solo"]),
        ("rlcard", "333444555666", ["plane"]),
        ("rlcard", "3334445556667779", []),  # three kickers beside the body
        ("openspiel", "3334445556667779", ["plane_solo", "plane_solo"]),
        ("douzero", "3334445556667779", ["plane_solo"]),
        ("rlcard", "QQQKKKAAA222", ["plane_solo"]),  # the 2 is no chain rank
        ("openspiel", "333356", []),
        ("app", "33344", []),
        ("app", "3334445566", ["plane_pair"]),
        ("botzone", "33334444", ["shuttle"]),
        ("botzone", "333344445678", ["shuttle_solo"]),
        ("botzone", "3333444455667788", ["shuttle_pair"]),
        ("standard", "3344", []),
        ("standard", "34567892", []),
        ("standard", "", []),
        ("standard", "BR3", []),
    ],
)
def test_kicker_rules(preset: str, cards: str, expected: list[str]) -> None:
    assert kinds(cards, Rules.preset(preset)) == expected


def test_a_move_says_what_it_is() -> None:
    (move,) = classify("9998887K")
    assert (move.cards, move.kind, move.length, move.top, move.kickers) == ("7888999K", "plane_solo", 2, 6, "7K")
    assert (move.kind, move.top) == (Kind.PLANE_SOLO, Rank.NINE)
    assert len(move) == 8
    (rocket,) = classify("RB")
    assert (rocket.cards, rocket.kind, rocket.length, rocket.top, rocket.kickers) == ("BR", "rocket", 1, 14, "")


def test_a_pass_beats_nothing() -> None:
    assert not beats("pass", "3")
    assert not beats("3", "pass")
    assert not beats("pass", "pass")


def test_readings_of_the_same_cards_compare_by_their_bodies() -> None:
    rules = Rules.preset("openspiel")
    plane, high, low = classify("333444555666", rules)
    assert beats(high, low, rules)
    assert not beats(low, high, rules)
    assert not beats(plane, low, rules)
    assert not beats(low, "333444", rules)
    assert beats("444555666777", plane, rules)


@pytest.mark.parametrize("preset", TWO_PACKS)
def test_bombs_of_two_packs(preset: str) -> None:
    """More cards beat fewer whatever the rank; only all four jokers beat eight."""
    rules = Rules.preset(preset)
    bombs = [rank * size for size in range(4, 9) for rank in oracle.RANKS[:13]]
    for i, bomb in enumerate(bombs):
        assert kinds(bomb, rules) == ["bomb"]
        for j in (i - 13, i - 1, i, i + 1, i + 13):
            if 0 <= j < len(bombs):
                assert beats(bomb, bombs[j], rules) is (i > j)
        assert beats("BBRR", bomb, rules)
        assert not beats(bomb, "BBRR", rules)
        assert beats(bomb, "RR", rules)


def assert_no_move(cards: str, rules: Rules) -> None:
    assert classify(cards, rules) == []
    for call in (
        lambda: Move.parse(cards, rules),
        lambda: beats(cards, "3", rules),
        lambda: beats("3", cards, rules),
        lambda: legal_codes("4444", cards, rules),
        lambda: Game.from_hands(["4444", "5"], rules=rules, to_beat=cards),
    ):
        with pytest.raises(IllegalMoveError, match="no combination"):
            call()


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("33333", "bomb"),
        ("22222222", "bomb"),
        ("33344455RR", "plane_pair"),
        ("888999TTTJJJQQQKKKAAA", "plane"),  # 21 cards: of one pack nobody has more than 20
        ("33444555666777888999TTTJJJQQQKKK", None),
        ("333444555666777888999TTTJJJQQQKKK", "plane"),
        ("333444555666777888999TTTJJJQQQKKKAAA", None),  # 36: of two nobody has more than 33
    ],
)
def test_what_no_hand_holds_is_no_move(cards: str, kind: str | None, rules: Rules) -> None:
    four = Rules.preset("standard-four")
    assert kinds(cards, four) == [kind] * (kind is not None)
    if rules.packs == 1:
        assert_no_move(cards, rules)
    if kind is None:
        assert_no_move(cards, four)


@pytest.mark.parametrize("preset", TWO_PACKS)
def test_jokers_of_two_packs(preset: str) -> None:
    rules = Rules.preset(preset)
    for cards, expected in {
        "B": "solo", "R": "solo", "BB": "pair", "RR": "pair", "BR": "", "BBR": "", "BRR": "", "BBRR": "rocket",
        "333BB": "trio_pair", "333BR": "", "333444BBRR": "", "33344455RR": "plane_pair", "3334": "", "33334455": "",
    }.items():  # fmt: skip
        assert kinds(cards, rules) == [expected] * bool(expected), cards
    assert beats("RR", "BB", rules)
    assert beats("BB", "22", rules)
    assert not beats("BB", "33333333", rules)
    assert kinds("BB", rules.replace(joker_pairs=False)) == []
    assert kinds("333BB", rules.replace(joker_pairs=False)) == []
    assert kinds("333444BBRR", rules.replace(kicker_both_jokers=True)) == ["plane_pair"]


# --------------------------------------------------------------------------- the oracle


def near_misses(rng: random.Random, rules: oracle.Rules, cards: str) -> str:
    """The cards, most often with one taken away or put in."""
    rest = oracle.without(oracle.deck(rules), cards)
    if rng.random() < 0.5:
        cards = oracle.without(cards, rng.choice(cards))
    if rng.random() < 0.6 and len(cards) < hand_sizes(rules)[1]:
        cards += rng.choice(rest)
    return oracle.sort_cards(cards)


@pytest.mark.parametrize("seed", range(3))
def test_classify_is_the_oracles(rules: Rules, slow_rules: oracle.Rules, seed: int) -> None:
    rng = random.Random(seed)
    loosest = LOOSEST_ONE if rules.packs == 1 else LOOSEST
    for _ in range(800):
        hand = dense_hand(rng, slow_rules, 20 if rules.packs == 1 else 14)
        moves = sorted(oracle.legal_fast(hand, None, loosest if seed else slow_rules))
        cards = near_misses(rng, slow_rules, rng.choice(moves)[0])
        assert [decoded(move) for move in classify(cards, rules)] == [
            (cards, combo) for combo in oracle.classify(cards, slow_rules)
        ]


def test_random_cards_are_the_oracles(rules: Rules, slow_rules: oracle.Rules) -> None:
    rng = random.Random(4)
    for size in range(1, hand_sizes(slow_rules)[1] + 1):
        for _ in range(60):
            cards = random_hand(rng, slow_rules, size)
            assert [decoded(move)[1] for move in classify(cards, rules)] == oracle.classify(cards, slow_rules)


def test_cards_of_more_packs_are_the_oracles(rules: Rules, slow_rules: oracle.Rules) -> None:
    """Any cards that can be written down: under one pack most are none that it has."""
    rng = random.Random(5)
    for _ in range(1500):
        ranks = rng.sample(oracle.RANKS, rng.randint(1, 3))
        low = rng.randrange(10)
        ranks += oracle.RANKS[low : low + rng.randint(0, 3)]
        counts = {rank: rng.randint(1, 2 if rank in "BR" else 8) for rank in ranks}
        cards = oracle.sort_cards("".join(rank * count for rank, count in counts.items()))
        assert [decoded(move)[1] for move in classify(cards, rules)] == oracle.classify(cards, slow_rules)


def assert_beats(rng: random.Random, rules: oracle.Rules, rounds: int) -> None:
    engine = engine_rules(rules)
    moves = [move for _ in range(6) for move in oracle.legal_fast(dense_hand(rng, rules, 14), None, rules)]
    groups: dict[str, list[oracle.Move]] = {}
    for move in sorted(moves):
        groups.setdefault(move[1].kind, []).append(move)
    for _ in range(rounds):
        group = rng.choice(sorted(groups))
        a = rng.choice(groups[group])
        b = rng.choice(groups[group if rng.random() < 0.6 else rng.choice(sorted(groups))])
        assert beats(code_of(a), code_of(b), engine) is oracle.beats(a, b, rules), (a, b)


def test_beats_is_the_oracles(slow_rules: oracle.Rules) -> None:
    for seed in range(5):
        assert_beats(random.Random(seed), slow_rules, 400)


@pytest.mark.parametrize("packs", [1, 2])
def test_beats_under_odd_rules(packs: int) -> None:
    for seed in range(30):
        rng = random.Random(seed)
        assert_beats(rng, odd_rules(rng, packs), 60)
