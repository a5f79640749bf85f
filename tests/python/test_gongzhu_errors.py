"""Bad input of Gong Zhu: a ValueError (or a TypeError for a wrong type) that says what was found; nothing changed."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable
from typing import Any, Self

import numpy as np
import pytest

from chupai import ChupaiError, IllegalMoveError, ParseError, RulesError, perft, playout, random_games
from chupai.gongzhu import Deal, Game, Match, Move, Rules, legal_cards, may_expose, score, trick_winner
from gongzhu_support import HANDS, exposing, in_play, play_all, random_play, state
from support import untyped

REPEAT = itertools.repeat


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: Rules.preset("standart"), RulesError, ["standart", "standard", "scrofazero"]),
        (lambda: untyped(Rules)(sprung=True), RulesError, ["sprung"]),
        (lambda: Game(deal=HANDS[:3]), ParseError, ["3", "4"]),
        (lambda: Game(deal=[*HANDS, ""]), ParseError, ["5", "4"]),
        (lambda: Game(deal=["", "", "", ""]), ParseError, ["0", "13"]),
        (lambda: Game(deal=[HANDS[0] + " SJ", *HANDS[1:]]), ParseError, ["SJ|14"]),
        (lambda: Game(deal=[HANDS[0].replace("SAK", "SK"), *HANDS[1:]]), ParseError, ["hand 0", "12", "13"]),
        (lambda: Game(deal=[HANDS[0], HANDS[0], *HANDS[2:]]), ParseError, ["hand 1", "S2"]),
        (lambda: Game(deal=[HANDS[0] + " SA", *HANDS[1:]]), ParseError, ["SA", "twice"]),
        (lambda: Game("standard players=3", deal=HANDS), ParseError, ["4", "3"]),
        (lambda: Game("standard players=3", deal=["C2", "", ""]), ParseError, ["C2", "3"]),
        (lambda: Game(deal=HANDS, seed=1), ParseError, ["seed", "deal"]),
        (lambda: Game(deal=HANDS, game=1), ParseError, ["game", "deal"]),
        (lambda: Game(deal=HANDS, leader=4), ParseError, ["leader", "4", "3"]),
        (lambda: Game(seed=1, leader=-1), ParseError, ["leader", "-1"]),
        (lambda: Game("standard players=3", seed=1, leader=3), ParseError, ["leader", "3", "2"]),
        (lambda: Game(deal=Deal(HANDS[:2], leader=1)), ParseError, ["2", "4"]),
        (lambda: Deal(HANDS, leader=4), ParseError, ["leader", "4"]),
        (lambda: Deal(["SS"]), ParseError, ["S"]),
        (lambda: Game(seed=-1), ParseError, ["seed", "-1"]),
        (lambda: Game(seed=2**64), ParseError, ["seed", str(2**64)]),
        (lambda: Game(seed=1, game=-1), ParseError, ["game", "-1"]),
        (lambda: Game(seed=1, episode=2**62), ParseError, ["episode", str(2**62)]),
        (lambda: Game("nobody", seed=1), RulesError, ["nobody", "standard"]),
        (lambda: Move(-1), IllegalMoveError, ["-1"]),
        (lambda: Move(68), IllegalMoveError, ["68", "0..51", "52..67"]),
        (lambda: Move(2**63), IllegalMoveError, [str(2**63)]),
        (lambda: Move(2**70), IllegalMoveError, [str(2**70)]),
        (lambda: Move("QS"), ParseError, ["QS", "Q", "suit"]),
        (lambda: Move("S1"), ParseError, ["S1", "rank"]),
        (lambda: Move("HA+HK"), ParseError, ["HK", "HA, SQ, DJ and CT"]),
        (lambda: Move("HA+HA"), ParseError, ["HA", "twice"]),
        (lambda: score(["", "", "", "SQ SQ"]), ParseError, ["SQ", "twice"]),
        (lambda: score(["SQ", "", "", "SQ"]), ParseError, ["SQ"]),
        (lambda: score(["SQ", ""]), ParseError, ["2"]),
        (lambda: score(["C2", "", ""]), ParseError, ["C2"]),
        (lambda: score(["", "", "", ""], exposed=["HK"]), ParseError, ["HK", "HA, SQ, DJ and CT"]),
        (lambda: score([[52], "", "", ""]), ParseError, ["52", "0..51"]),
        (lambda: score([[-1], "", "", ""]), ValueError, ["-1"]),
        (lambda: legal_cards(""), ParseError, ["0", "13"]),
        (lambda: legal_cards("SAKQJT98765432 H2"), ParseError, ["14", "13"]),
        (lambda: legal_cards("S2", trick=["S2"]), ParseError, ["S2"]),
        (lambda: legal_cards("S2", trick=["S3", "S3"]), ParseError, ["S3", "twice"]),
        (lambda: legal_cards("S2", trick=["S3", "S4", "S5", "S6"]), ParseError, ["4", "3"]),
        (lambda: legal_cards("S2", exposed=["H2"]), ParseError, ["H2"]),
        (lambda: legal_cards("HA S2", exposed=["HA"], rules="scrofazero"), ParseError, ["HA", "exposing"]),
        (lambda: legal_cards("S2", suits_led="Q"), ParseError, ["Q"]),
        (lambda: legal_cards("C2 S2", rules="standard players=3"), ParseError, ["C2"]),
        (lambda: trick_winner([]), ParseError, ["empty"]),
        (lambda: trick_winner(["S2", "S2"]), ParseError, ["S2", "twice"]),
        (lambda: trick_winner(["S2", "S3", "S4", "S5", "S6", "S7"]), ParseError, ["6"]),
        (lambda: may_expose("HA HA"), ParseError, ["HA", "twice"]),
        (lambda: may_expose("D2", "standard players=5"), ParseError, ["D2"]),
        (lambda: perft(Game(seed=1), -1), ParseError, ["depth", "-1"]),
        (lambda: playout(Game(seed=1), -1), ParseError, ["n", "-1"]),
        (lambda: random_games(Rules(), 2**70), ParseError, ["n", str(2**70)]),
        (lambda: random_games(Rules(), 1, seed=2**64), ParseError, ["seed", str(2**64)]),
        (lambda: Game(seed=1).view(4), ParseError, ["seat", "4", "3"]),
        (lambda: Game(seed=1).view(0).sample(-1), ParseError, ["n", "-1"]),
        (lambda: Game(seed=1).view(0).sample(1, seed=-1), ParseError, ["seed", "-1"]),
        (lambda: Game.from_text("chupai gongzhu 2\n"), ParseError, ["2"]),
        (lambda: Game.from_text("chupai doudizhu 1\n"), ParseError, ["doudizhu"]),
    ],
    ids=lambda value: "-".join(value)[:60] if isinstance(value, list) else "",
)  # fmt: skip
def test_the_message_says_what_was_given_and_what_is_allowed(
    call: Callable[[], object], error: type[Exception], words: list[str]
) -> None:
    with pytest.raises(error) as caught:
        call()
    for word in words:
        assert re.search(word if "|" in word else re.escape(word), str(caught.value)), (word, str(caught.value))


# --------------------------------------------------------------------------- moves

NO_CODES = [-1, 68, 2**31, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**100, -(2**63), -(2**70)]


def assert_refused(game: Game, move: object, words: tuple[str, ...] = ()) -> None:
    before = state(game)
    calls: list[Callable[[Any], object]] = [game.play] if isinstance(move, str) else [game.play, game.push]
    for call in calls:
        with pytest.raises(ValueError, match=r"\w") as caught:
            call(move)
        for word in words:
            assert word in str(caught.value), str(caught.value)
        assert state(game) == before
        assert move not in game.legal


@pytest.mark.parametrize("text", ["pass", "", "DJ HA", "Q", "SA", "D10", "SQ+S2"])
def test_who_exposes_is_told_how(text: str) -> None:
    game = Game(seed=1)
    assert_refused(game, text, ("HA, SQ, DJ",))
    with pytest.raises(ValueError, match="CT") as caught:
        game.play(text)
    assert str(caught.value).count("HA") == 1 + ("HA" in text)
    assert str(caught.value).endswith("joined by +")


@pytest.mark.parametrize("code", NO_CODES)
def test_numbers_that_are_no_moves(code: int) -> None:
    for game in (exposing(), in_play(), random_play(Game(seed=1), random.Random(1))):
        assert_refused(game, code)


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("D4", ("D4",)),  # revokes
        ("DJ", ("DJ",)),
        ("SJ", ("SJ",)),  # another's
        ("S2", ("S2",)),  # on the table
        ("none", ("none",)),
        ("HA+SQ", ("HA+SQ",)),
        (52, ("none",)),
        (67, ("HA+SQ+DJ+CT",)),
        (Move("D4"), ("D4",)),
        (np.int64(0), ("S2",)),
        (51, ("CA",)),
        ("S1", ("S1",)),
        ("", ()),
        ("pass", ("pass",)),
        ("S6 ", None),
    ],
    ids=str,
)
def test_illegal_cards(move: Any, words: tuple[str, ...] | None) -> None:
    game = in_play()
    if words is None:
        game.play(move)
        assert game.ply == 7
    else:
        assert_refused(game, move, words)


@pytest.mark.parametrize("text", ["\x00", "S2\x00", "SQ\x00S2"])
def test_a_message_goes_on_after_a_zero_character(text: str) -> None:
    for call in (Move, in_play().play, lambda text: score([text, "", "", ""])):
        with pytest.raises(ParseError, match=r"ranks are|suits are|one card"):
            call(text)


@pytest.mark.parametrize("move", ["HA", "SQ", "DJ", "HA+SQ", "SQ+CT", "S3", "SA", 53, 54, 56, 60, 67, 0, 1, "x", ""])
def test_exposing_what_is_not_held(move: int | str) -> None:
    """Seat 1 holds none of the four."""
    assert_refused(exposing(), move)


def test_barred_and_locked_cards() -> None:
    game = play_all(Game("standard heart_lock=true", deal=HANDS), "HA+SQ none DJ none")
    for card in ("SQ", "HA", "HK"):
        assert_refused(game, card, (card,))
    game.play("SA")
    for card in ("HT", "D7"):
        assert_refused(game, card, (card,))
    play_all(game, "S3 S6 S4")
    play_all(game, "SQ")
    assert game.trick == ("SQ",)


def test_a_card_that_must_be_led() -> None:
    game = Game("standard exposing=false must_lead_it=true", deal=HANDS)
    for card in ("SA", "HA", "SQ"):
        assert_refused(game, card, (card,))
    game.play("S2")


def test_no_move_after_the_end_and_no_pop_before_the_start() -> None:
    game = random_play(Game(seed=1), random.Random(1))
    before = state(game)
    for move in ("none", "S2", 0, 52):
        with pytest.raises(IllegalMoveError, match="over"):
            game.play(move)
    assert state(game) == before
    for fresh in (Game(seed=1), Game.from_hands(["S2", "S3", "S4", ""], trick=["S5"], leader=3)):
        before = state(fresh)
        with pytest.raises(IllegalMoveError, match=r"\w"):
            fresh.pop()
        assert state(fresh) == before


# --------------------------------------------------------------------------- endless, enormous, and odd


@pytest.mark.parametrize(
    "call",
    [
        lambda: Game(deal=REPEAT("S2")),
        lambda: Game(deal=[REPEAT("S2"), *HANDS[1:]]),
        lambda: Game(deal=[itertools.count(), *HANDS[1:]]),
        lambda: Deal(REPEAT("S2")),
        lambda: Game.from_hands(REPEAT("S2")),
        lambda: Game.from_hands(["S2", "S3", "S4", "S5"], REPEAT("")),
        lambda: Game.from_hands(["S2", "S3", "S4", "S5"], trick=REPEAT("D2")),
        lambda: Game.from_hands(["S2", "S3", "S4", "S5"], exposed=REPEAT("HA")),
        lambda: Game.from_hands(["S2", "S3", "S4", "S5"], suits_led=REPEAT("S")),
        lambda: score(REPEAT("")),
        lambda: score(["", "", "", REPEAT("S2")]),
        lambda: score(["", "", "", ""], exposed=REPEAT("HA")),
        lambda: legal_cards(REPEAT("S2")),
        lambda: legal_cards("S2", REPEAT("S3")),
        lambda: legal_cards("S2", suits_led=REPEAT("S")),
        lambda: trick_winner(itertools.count()),
        lambda: may_expose(REPEAT("S2")),
        lambda: Rules(heart_values=REPEAT(0)),
        lambda: Rules(heart_values=itertools.count()),
        lambda: Match(totals=REPEAT(0)),
        lambda: Match(seed=1).add_scores(REPEAT(0)),
        lambda: Game(seed=10**5000),
        lambda: Game(seed=1).push(10**5000),
        lambda: Game(seed=1, leader=10**5000),
        lambda: Move(10**5000),
        lambda: score([[10**5000], "", "", ""]),
        lambda: Move("S" * 1_000_000),
        lambda: score(["S" * 1_000_000, "", "", ""]),
        lambda: Game.from_text("chupai gongzhu 1\nrules standard\n" + "x" * 1_000_000),
    ],
)
def test_endless_and_enormous_input_is_refused(call: Callable[[], object]) -> None:
    with pytest.raises(ChupaiError) as caught:
        call()
    assert len(str(caught.value)) < 2_000
    str(caught.value).encode()


@pytest.mark.parametrize("use", [
    lambda: repr(Rules.__new__(Rules)),
    lambda: random_games(Rules.__new__(Rules), 1),
    lambda: Game.__new__(Game).ply,
    lambda: perft(Game.__new__(Game), 2),
    lambda: repr(Move.__new__(Move)),
    lambda: Game(seed=1).push(Move.__new__(Move)),
    lambda: repr(Deal.__new__(Deal)),
    lambda: Game(deal=Deal.__new__(Deal)),
    lambda: Match.__new__(Match).totals,
    lambda: Match(seed=1).add(Game.__new__(Game)),
    lambda: type(Game(seed=1).view(0)).__new__(type(Game(seed=1).view(0))).sample(1),
    lambda: len(type(Game(seed=1).legal).__new__(type(Game(seed=1).legal))),
])  # fmt: skip
def test_objects_made_without_init_are_refused(use: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match=r"never initialised|incompatible"):
        use()


@pytest.mark.parametrize(
    "call",
    [
        lambda: untyped(Deal.__new__(Deal)).__setstate__((["S2", "SS", "", ""], None)),
        lambda: untyped(Deal.__new__(Deal)).__setstate__((HANDS, -7)),
        lambda: untyped(Match.__new__(Match)).__setstate__(("standard", 1, (0, 0, 0), ())),
        lambda: untyped(Match.__new__(Match)).__setstate__(("standard", 1, (0,) * 4, (((0,) * 4, False, 9, None),))),
        lambda: untyped(Match.__new__(Match)).__setstate__(("standard", -1, (0,) * 4, ())),
    ],
)
def test_damaged_pickles_are_refused(call: Callable[[], object]) -> None:
    with pytest.raises(ChupaiError):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: untyped(Deal.__new__(Deal)).__setstate__(()),
        lambda: untyped(Deal.__new__(Deal)).__setstate__((HANDS,)),
        lambda: untyped(Match.__new__(Match)).__setstate__(("standard",)),
        lambda: untyped(Match.__new__(Match)).__setstate__(("standard", 1, (0,) * 4, ((),))),
        lambda: untyped(Match.__new__(Match)).__setstate__(("standard", 1, (0,) * 4, (7,))),
    ],
)
def test_short_pickles_are_errors(call: Callable[[], object]) -> None:
    with pytest.raises((ValueError, TypeError, IndexError)):
        call()


def test_an_error_of_the_caller_comes_through() -> None:
    class Interrupts:
        def __index__(self) -> int:
            raise KeyboardInterrupt

        def __iter__(self) -> Self:
            return self

        def __next__(self) -> str:
            raise KeyboardInterrupt

    for call in (
        lambda: Game(seed=Interrupts()),
        lambda: Game(deal=Interrupts()),
        lambda: score([Interrupts(), "", "", ""]),
        lambda: score([[Interrupts()], "", "", ""]),
        lambda: untyped(Match)(totals=Interrupts()),
        lambda: Match(totals=[Interrupts()]),
        lambda: untyped(Rules)(heart_values=Interrupts()),
        lambda: Game(seed=1).push(Interrupts()),
    ):
        with pytest.raises(KeyboardInterrupt):
            call()


def test_no_attribute_can_be_set() -> None:
    for thing, name in (
        (in_play(), "player"), (in_play(), "hands"), (in_play().view(0), "hand"), (Move(0), "code"),
        (Deal(HANDS), "leader"), (Match(), "totals"),
    ):  # fmt: skip
        with pytest.raises(AttributeError):
            setattr(thing, name, 1)
