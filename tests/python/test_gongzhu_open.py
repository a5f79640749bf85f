"""Open positions of Gong Zhu: made as the oracle makes them, refused where it refuses them."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gongzhu as oracle
from chupai import ParseError
from chupai.gongzhu import Game
from gongzhu_support import again, arguments, assert_same, assert_walk, odd_rules, random_deal, random_open

seeds = st.integers(0, 2**32)


@settings(max_examples=300)
@given(seeds)
def test_positions_within_deals(seed: int) -> None:
    """Of a whole deal under way, within tricks mostly."""
    rng = random.Random(seed)
    rules = odd_rules(rng)
    _, slow = random_deal(rng, rules)
    for _ in range(rng.randrange(6, 50)):
        if slow.moves():
            slow = slow.after(rng.choice(slow.moves()))
    if slow.phase == "play":
        slow = again(slow)
        assert_walk(Game.from_hands(**arguments(slow)), slow, rng, 12)


@settings(max_examples=300)
@given(seeds)
def test_a_trick_that_cannot_be_is_refused(seed: int) -> None:
    """Other cards on the table than those played, often against the rules of following and the ban."""
    rng = random.Random(seed)
    given_, slow = random_open(rng, odd_rules(rng))
    if not slow.trick:
        return
    seat = (slow.leader + rng.randrange(len(slow.trick))) % slow.rules.players
    place = (seat - slow.leader) % slow.rules.players
    if not slow.hands[seat]:
        return
    other = rng.choice(sorted(slow.hands[seat]))
    hands = list(slow.hands)
    hands[seat] = hands[seat] - {other} | {slow.trick[place]}
    trick = (*slow.trick[:place], other, *slow.trick[place + 1 :])
    given_.update(hands=hands, trick=trick)
    try:
        slow = oracle.position(slow.rules, hands, slow.taken, trick, slow.leader, slow.exposed, slow.earlier_leads)
    except ValueError:
        with pytest.raises(ParseError, match=other):
            Game.from_hands(**given_)
    else:
        assert_same(Game.from_hands(**given_), slow)


def test_what_a_position_shows() -> None:
    game = Game.from_hands(
        ["SA H2", "SQ H3", "SK H4", "D2"], ["", "DJ", "", ""], ["S3"], leader=3, exposed="SQ", suits_led="DS"
    )
    assert game.hands == ("SA H2 D- C-", "SQ H3 D- C-", "SK H4 D- C-", "S- H- D2 C-")
    assert (game.player, game.leader, game.phase, game.ply, game.seed) == (0, 3, "play", 0, None)
    assert (game.trick, game.exposed, game.suits_led) == (("S3",), ("SQ",), "SD")
    assert game.taken == ("S- H- D- C-", "S- H- DJ C-", "S- H- D- C-", "S- H- D- C-")
    assert (game.deal.hands, game.deal.leader) == (game.hands, 3)
    assert game.scores().tolist() == [0, 100, 0, 0]


def test_cards_that_are_nowhere_are_gone() -> None:
    """HA exposed and gone locks nothing; in a hand it does."""
    hands = ["H2 S3", "H3 S4", "H4 S5", "H5 S6"]
    rules: dict[str, Any] = {"rules": "standard heart_lock=true", "exposed": "HA"}
    assert [str(move) for move in Game.from_hands(hands, **rules).legal.moves()] == ["S3", "H2"]
    assert [str(move) for move in Game.from_hands([*hands[:3], "HA S6"], **rules).legal.moves()] == ["S3"]
    taken = ["", "", "HA", ""]
    assert [str(move) for move in Game.from_hands(hands, taken, **rules).legal.moves()] == ["S3", "H2"]


def test_any_form_of_cards() -> None:
    expected = Game.from_hands(["S2 D3", "ST H4", "C5 CT", "D6"], trick=["DA"], leader=3, suits_led="S")
    forms: list[tuple[str | Iterable[str | Iterable[str | int]], str | Iterable[str | int], Iterable[str]]] = [
        ("S2 D3/ST H4/C5T/D6", "DA", ["S"]),
        (["s2,d3", "♠10 ♥4", "C5 CT", "D6"], ["♦A"], "♠"),
        ([[0, "D3"], {"ST", 15}, ("C5", "CT"), [30]], [38], ("S",)),
        (iter(["D3 S2", "H4 S10", "CT5", "D6"]), iter(["da"]), iter("S")),
    ]
    for hands, trick, led in forms:
        assert Game.from_hands(hands, trick=trick, leader=3, suits_led=led) == expected


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"hands": ["S2", "S3", "S4"]}, ["3", "4"]),
        ({"hands": ["S2", "S3", "S4", "S5", "S6"]}, ["5", "4"]),
        ({"hands": ["S2", "S3", "S4", "S4"]}, ["S4"]),
        ({"hands": ["S2", "S3", "S4", "S5 S6"]}, ["hand", "1", "2"]),
        ({"hands": ["", "", "", ""]}, ["0", "1"]),
        ({"taken": ["S2", "", "", ""]}, ["S2"]),
        ({"taken": ["C2", "", "C2", ""]}, ["C2"]),
        ({"taken": ["", "", ""]}, ["3", "4"]),
        ({"trick": ["S2"]}, ["S2"]),
        ({"trick": ["D2"]}, ["hand"]),
        ({"trick": ["D2", "D3", "D4", "D5"]}, ["4", "3"]),
        ({"leader": 4}, ["leader", "4", "3"]),
        ({"leader": -1}, ["leader", "-1"]),
        ({"exposed": "HK"}, ["HK", "HA", "CT"]),
        ({"exposed": "HA", "rules": "scrofazero"}, ["exposing", "HA"]),
        ({"suits_led": "X"}, ["X", "S H D C"]),
        ({"suits_led": "SS"}, ["S"]),
        ({"rules": "standard players=5"}, ["4", "5"]),
        ({"rules": "standard players=3", "hands": ["C2", "S3", "S4"]}, ["C2", "3"]),
        ({"rules": "standard players=5", "hands": ["D2", "S3", "S4", "S5", "S6"]}, ["D2", "5"]),
    ],
)
def test_positions_that_cannot_be(change: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(ParseError) as caught:
        Game.from_hands(**{"hands": ["S2", "S3", "S4", "S5"], **change})
    for word in words:
        assert word in str(caught.value)
