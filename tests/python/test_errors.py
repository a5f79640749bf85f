"""Bad input: a ValueError (or a TypeError for a wrong type) that says what was found, and nothing changed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from chupai import ChupaiError, IllegalMoveError, ParseError, RulesError, perft, playout, random_games
from chupai.doudizhu import Deal, Game, Move, Rules, beats, classify, hand_code, hand_text, legal_codes
from support import DEAL, HANDS, in_play, play_all, random_play, state, untyped

FOUR = Rules.preset("standard-four")

# --------------------------------------------------------------------------- the classes


def test_all_errors_are_value_errors() -> None:
    for error in (RulesError, ParseError, IllegalMoveError):
        assert issubclass(error, ChupaiError)
    assert issubclass(ChupaiError, ValueError)
    assert {error.__module__ for error in (ChupaiError, RulesError, ParseError, IllegalMoveError)} == {"chupai"}


OPEN = "chupai doudizhu 1\nrules standard\nopen 34/45 landlord 0 to_move 0 to_beat {} stake 1 passes 0\n"


def test_an_open_position_as_text() -> None:
    assert Game.from_text(OPEN.format("pass")) == Game.from_hands(["34", "45"])


# --------------------------------------------------------------------------- messages: what was given, what is allowed


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: Rules.preset("standart"), RulesError, ["standart", "standard", "botzone"]),
        (lambda: Rules.preset(""), RulesError, ["standard"]),
        (lambda: untyped(Rules)(sprung=True), RulesError, ["sprung", "spring"]),
        (lambda: Rules().replace(straight_min=13), RulesError, ["straight_min", "13", "12"]),
        (lambda: Rules().replace(straight_min=-1), RulesError, ["straight_min", "-1"]),
        (lambda: Rules().replace(straight_min=2**70), RulesError, ["straight_min", str(2**70)]),
        (lambda: untyped(Rules()).replace(straight_min="5"), RulesError, ["straight_min", "'5'"]),
        (lambda: untyped(Rules()).replace(straight_min=5.0), RulesError, ["straight_min", "5.0"]),
        (lambda: untyped(Rules()).replace(straight_min=None), RulesError, ["straight_min", "None"]),
        (lambda: Rules().replace(straight_min=True), RulesError, ["straight_min", "True"]),
        (lambda: untyped(Rules()).replace(spring=1), RulesError, ["spring", "1", "True", "False"]),
        (lambda: untyped(Rules()).replace(spring="no"), RulesError, ["spring", "no", "True", "False"]),
        (lambda: untyped(Rules()).replace(readings="two"), RulesError, ["readings", "two", "one", "all"]),
        (lambda: untyped(Rules()).replace(readings=None), RulesError, ["readings", "None", "one", "all"]),
        (lambda: untyped(Rules()).replace(trio_kinds="solo"), RulesError, ["trio_kinds", "solo", "tuple"]),
        (lambda: untyped(Rules)(trio_kinds=("solo", "duo")), RulesError, ["trio_kinds", "duo", "bare", "pair"]),
        (lambda: Rules().replace(multiplier_cap=0), RulesError, ["multiplier_cap", "0"]),
        (lambda: Rules().replace(straight_min=8, straight_max=6), RulesError, ["straight_max", "6", "8"]),
        (lambda: Rules().replace(joker_pairs=True), RulesError, ["joker_pairs", "packs"]),
        (lambda: Rules.from_text("standard spring"), RulesError, ["spring"]),
        (lambda: Rules.from_text("standard spring=perhaps"), RulesError, ["spring", "perhaps"]),
        (lambda: Rules.from_text("standard sprung=true"), RulesError, ["sprung", "spring"]),
        (lambda: Rules.from_text("standard spring=true spring=false"), RulesError, ["'spring' is given twice"]),
        (lambda: Rules.from_text("standard kicker_max_two=None"), RulesError, ["'None'", "a whole number, or none"]),
        (lambda: Rules.from_text("nobody"), RulesError, ["nobody", "standard"]),
        (lambda: hand_code("3C"), ParseError, ["C", "3456789TJQKA2BR"]),
        (lambda: hand_code("3王"), ParseError, ["王", "小", "大"]),
        (lambda: hand_code(-1), ParseError, ["-1 is no hand"]),
        (lambda: hand_text(2**64), ParseError, [f"{2**64} is no hand"]),
        (lambda: classify(-1), ParseError, ["-1 is no hand"]),
        (lambda: legal_codes(2**63), ParseError, [f"{2**63} is no hand"]),
        (lambda: Deal([-1, 1, 1], 1), ParseError, ["-1 is no hand"]),
        (lambda: Game.from_hands([-1, 1]), ParseError, ["-1 is no hand"]),
        (lambda: Move("3K"), IllegalMoveError, ["'3K' is no combination under any rules"]),
        (lambda: Move("R/1"), IllegalMoveError, ["'R/1' is no combination under any rules"]),
        (lambda: Game(deal=Game(seed=1).deal, game=3), ParseError, ["deal", "game"]),
        (lambda: Game(deal=Game(seed=1).deal, episode=3), ParseError, ["deal", "episode"]),
        (lambda: Game.from_hands(["34", "45"], to_beat="bid1"), IllegalMoveError, ["bid1", "is a call"]),
        (lambda: Game.from_text(OPEN.format("bid1")), IllegalMoveError, ["bid1", "is a call"]),
        (lambda: hand_text(9), ParseError, ["9", "8"]),
        (lambda: hand_text(1 << 60), ParseError, [str(1 << 60)]),
        (lambda: legal_codes("33333"), ParseError, ["33333", "5", "4"]),
        (lambda: legal_codes("BB"), ParseError, ["B", "2", "1"]),
        (lambda: legal_codes("333344445555666677778"), ParseError, ["21", "20"]),
        (lambda: legal_codes("3344", "34"), IllegalMoveError, ["34", "standard"]),
        (lambda: legal_codes("3344", 1 << 60), IllegalMoveError, ["bid1"]),
        (lambda: legal_codes("3344", -5), ValueError, ["-5"]),
        (lambda: legal_codes("3344", "JJJJ77"), IllegalMoveError, ["JJJJ77|77JJJJ", "standard"]),
        (lambda: beats("34", "3"), IllegalMoveError, ["34"]),
        (lambda: Move.parse("34"), IllegalMoveError, ["34", "standard"]),
        (lambda: Move.parse("33344", Rules.preset("app")), IllegalMoveError, ["33344", "app"]),
        (lambda: Move.parse("333/1"), IllegalMoveError, ["333", "1"]),
        (lambda: Move.parse("333/x"), ParseError, ["333/x"]),
        (lambda: Move(0x100001), IllegalMoveError, [str(0x100001)]),
        (lambda: Move(7 << 60), IllegalMoveError, [str(7 << 60)]),
        (lambda: Move(-1), IllegalMoveError, ["-1"]),
        (lambda: Move(2**70), IllegalMoveError, [str(2**70)]),
        (lambda: Game(deal=DEAL[:3]), ParseError, ["2|3"]),
        (lambda: Game(deal=[*HANDS, "2B"]), ParseError, ["2", "3"]),
        (lambda: Game(deal=[HANDS[0] + "3", *HANDS[1:], "2BR"]), ParseError, ["18", "17"]),
        (lambda: Game(deal=[HANDS[0], HANDS[0], HANDS[0], "2BR"]), ParseError, ["3", "6", "4"]),
        (lambda: Game(deal=DEAL, seed=1), ParseError, ["seed", "deal"]),
        (lambda: Game(deal=DEAL, first=3), ParseError, ["first", "3", "2"]),
        (lambda: Game(seed=-1), ParseError, ["seed", "-1"]),
        (lambda: Game(seed=2**64), ParseError, ["seed", str(2**64)]),
        (lambda: Game(seed=1, game=-1), ParseError, ["game", "-1"]),
        (lambda: Game(seed=1, episode=2**62), ParseError, ["episode", str(2**62)]),
        (lambda: Game(seed=1, first=-1), ParseError, ["first", "-1"]),
        (lambda: Game(deal=Deal(HANDS, "2BR", first=5)), ValueError, ["first", "5", "2"]),
        (lambda: Game.from_hands(["3"]), ParseError, ["1", "2"]),
        (lambda: Game.from_hands([]), ParseError, ["0", "2"]),
        (lambda: Game.from_hands(["3"] * 7), ParseError, ["7"]),
        (lambda: Game.from_hands(["33333", "3", "4"]), ParseError, ["33333", "5", "4"]),
        (lambda: Game.from_hands(["3", "4", "BB"]), ParseError, ["B", "2", "1"]),
        (lambda: Game.from_hands(["3" * 8, "3", "4", "5"], 0, FOUR), ParseError, ["3", "9", "8"]),
        (lambda: Game.from_hands(["3B", "4B", "5B", "6"], 0, FOUR), ParseError, ["B", "3", "2"]),
        (lambda: Game.from_hands(["3" * 9, "4", "5", "6"], 0, FOUR), ParseError, ["3", "8"]),
        (lambda: Game.from_hands(["3456789TJQKA2345678"[:17] * 2, "K", "A", "A"], 0, FOUR), ParseError, ["34", "33"]),
        (lambda: Game.from_hands(["3", "4", "5", "6"], 4, FOUR), ParseError, ["landlord", "4", "3"]),
        (lambda: Game.from_hands([*"3456"], 0, FOUR, to_beat="3", passes=3), ParseError, ["passes", "3", "2"]),
        (lambda: Game(FOUR, deal=DEAL), ParseError, ["4|5"]),
        (lambda: Game(FOUR, seed=1, first=4), ParseError, ["first", "4", "3"]),
        (lambda: Game(FOUR, seed=1).view(4), ParseError, ["seat", "4", "3"]),
        (lambda: FOUR.replace(packs=1), RulesError, ["packs", "players"]),
        (lambda: FOUR.replace(doubling_bomb_min=10), RulesError, ["doubling_bomb_min", "10", "9"]),
        (lambda: FOUR.replace(solo_kicker_copies=9), RulesError, ["solo_kicker_copies", "9", "8"]),
        (lambda: FOUR.replace(pair_kicker_copies=5), RulesError, ["pair_kicker_copies", "5", "4"]),
        (lambda: Rules().replace(sides="pairs"), RulesError, ["sides", "pairs", "players", "4"]),
        (lambda: legal_codes("BBB", "", FOUR), ParseError, ["B", "2"]),
        (lambda: legal_codes("33", "BR", FOUR), IllegalMoveError, ["BR", "standard-four"]),
        (lambda: Move.parse("3334", FOUR), IllegalMoveError, ["3334", "standard-four"]),
        (lambda: Game.from_hands(["333344445555666677778", "9", "T"]), ParseError, ["21", "20"]),
        (lambda: Game.from_hands(["3", "", "4"]), ParseError, ["1"]),
        (lambda: Game.from_hands(["3", "4", "5"], 3), ParseError, ["landlord", "3", "2"]),
        (lambda: Game.from_hands(["3", "4", "5"], to_move=-1), ParseError, ["to_move", "-1"]),
        (lambda: Game.from_hands(["3", "4", "5"], stake=0), ParseError, ["stake", "0", "1000"]),
        (lambda: Game.from_hands(["3", "4", "5"], stake=1001), ParseError, ["stake", "1001", "1000"]),
        (lambda: Game.from_hands(["3", "4", "5"], to_beat="34"), IllegalMoveError, ["34"]),
        (lambda: Game.from_hands(["3", "4", "5"], to_beat="bid1"), IllegalMoveError, ["bid1"]),
        (lambda: Game.from_hands(["3", "4", "5"], to_beat="3", passes=2), ParseError, ["passes", "2", "1"]),
        (lambda: Game.from_hands(["3", "4", "5"], passes=1), ParseError, ["passes", "1"]),
        (lambda: perft(Game(seed=1), -1), ParseError, ["depth", "-1", "64"]),
        (lambda: perft(Game(seed=1), 65), ParseError, ["depth", "65", "64"]),
        (lambda: playout(Game(seed=1), -1), ParseError, ["n", "-1"]),
        (lambda: playout(Game(seed=1), 2**70), ParseError, ["n", str(2**70)]),
        (lambda: playout(Game(seed=1), 1, seed=-1), ParseError, ["seed", "-1"]),
        (lambda: random_games(Rules(), -1), ParseError, ["n", "-1"]),
        (lambda: random_games(Rules(), 1, seed=2**64), ParseError, ["seed", str(2**64)]),
        (lambda: Game(seed=1).view(0).sample(-1), ParseError, ["n", "-1"]),
        (lambda: Game(seed=1).view(0).sample(1, seed=-1), ParseError, ["seed", "-1"]),
        (lambda: random_games("plain", 1), RulesError, ["'plain'", "Dou Dizhu's rules", "another game"]),
        (lambda: Move.parse("bid4"), ParseError, ["'bid4' is no bid", "bid1..bid3"]),
        (lambda: Move.parse("bid 3"), ParseError, ["'bid 3' is no bid", "bid1..bid3"]),
        (lambda: Move.parse("Bid"), ParseError, ["'Bid' is no bid"]),
        (lambda: Game(seed=1).view(3), ParseError, ["seat", "3", "2"]),
        (lambda: Game.from_text(""), ParseError, ["chupai"]),
        (lambda: Game.from_text("chupai doudizhu 2\n"), ParseError, ["2"]),
        (lambda: Game.from_text("chupai gongzhu 1\n"), ParseError, ["gongzhu"]),
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


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("22", ["22"]),  # not held
        ("33", ["33"]),  # held, does not beat 33
        ("34", ["34"]),  # no combination
        ("445566", ["445566", "33"]),
        ("5", ["5", "33"]),
        ("BR", ["BR"]),
        ("bid1", ["bid1"]),
        ("1", ["1"]),
        ("3", ["3", "33"]),
        (1 << 60, ["bid1"]),
        (0x1, ["3", "33"]),
        (-1, ["-1"]),
        (2**70, [str(2**70)]),
        (7 << 60, [str(7 << 60)]),
        ((1 << 63) - 1, [str((1 << 63) - 1)]),
        (0x11, ["17|34"]),
        (0x2 | 1 << 60, [r"33/1|\d{10}"]),
        ("44/1", ["44/1"]),
        ("44/9", ["44/9"]),
    ],
    ids=lambda value: "" if isinstance(value, list) else str(value),
)
def test_illegal_moves(move: int | str, words: list[str]) -> None:
    game = in_play()
    before = state(game)
    calls: list[Callable[[Any], object]] = [game.play] if isinstance(move, str) else [game.play, game.push]
    for call in calls:
        with pytest.raises(ValueError, match=r"\w") as caught:
            call(move)
        for word in words:
            assert re.search(word, str(caught.value)), str(caught.value)
        assert state(game) == before
        assert move not in game.legal


def test_a_move_out_of_phase() -> None:
    game = Game(deal=DEAL)
    for move in ("33", 0x2, "4", 4 << 60):
        with pytest.raises(ValueError, match=r"\w"):
            game.play(move)
        assert move not in game.legal
    assert (game.ply, game.phase) == (0, "auction")


def test_the_leader_may_not_pass() -> None:
    game = play_all(Game(deal=DEAL), "3")
    before = state(game)
    for move in ("pass", "", 0):
        with pytest.raises(IllegalMoveError, match="pass"):
            game.play(move)
    assert state(game) == before


def test_who_leads_is_not_told_to_pass() -> None:
    game = play_all(Game(deal=DEAL), "3")
    with pytest.raises(IllegalMoveError, match=r"the auction is over: play cards$"):
        game.play("bid3")
    game.play(game.legal[0])
    with pytest.raises(IllegalMoveError, match=r"the auction is over: play cards, or pass$"):
        game.play("bid3")


def test_no_move_after_the_end_and_no_pop_before_the_start() -> None:
    game = random_play(Game(seed=1), random.Random(1))
    before = state(game)
    for move in ("pass", "3", 0, 1 << 60):
        with pytest.raises(IllegalMoveError, match="over"):
            game.play(move)
    assert state(game) == before
    fresh = Game(seed=1)
    with pytest.raises(IllegalMoveError, match=r"\w"):
        fresh.pop()
    assert fresh == Game(seed=1)
