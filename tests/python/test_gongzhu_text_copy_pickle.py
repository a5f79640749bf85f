"""A game of Gong Zhu as text, as a copy, pickled, and taken back move by move."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gongzhu as oracle
from chupai import gongzhu
from chupai.gongzhu import Deal, Game, Kind, LegalMoves, Move, Rank, Rules, Suit
from gongzhu_support import (
    HANDS,
    PRESETS,
    exposing,
    in_play,
    odd_rules,
    play_all,
    random_deal,
    random_open,
    random_play,
    state,
)
from support import untyped

NAMES = {"gongzhu": gongzhu}
seeds = st.integers(0, 2**32)


def assert_round_trips(game: Game, protocol: int = pickle.HIGHEST_PROTOCOL) -> None:
    for other in (
        Game.from_text(game.text()),
        Game.from_text(str(game)),
        eval(repr(game), NAMES),
        pickle.loads(pickle.dumps(game, protocol)),
        copy.copy(game),
        copy.deepcopy(game),
        game.copy(),
    ):
        assert other == game
        assert state(other) == state(game)
        assert (other.seed, other.rules) == (game.seed, game.rules)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_ply_round_trips(preset: str) -> None:
    rules, rng = Rules.preset(preset), random.Random(1)
    for game in (Game(rules, seed=2**64 - 1, game=5, episode=2**62 - 1), Game(rules, deal=HANDS, leader=3)):
        assert_round_trips(game)
        while not game.is_over:
            random_play(game, rng, 1)
            assert_round_trips(game, rng.randrange(pickle.HIGHEST_PROTOCOL + 1))


@settings(max_examples=60)
@given(seeds)
def test_games_under_odd_rules_round_trip(seed: int) -> None:
    rng = random.Random(seed)
    rules = odd_rules(rng)
    game, _ = random_deal(rng, rules)
    assert_round_trips(random_play(game, rng, rng.randrange(60)))
    given_, _ = random_open(rng, rules)
    assert_round_trips(random_play(Game.from_hands(**given_), rng, rng.randrange(9)))


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_every_pickle_protocol(protocol: int) -> None:
    for game in (Game(seed=1), exposing(), in_play(), Game.from_hands(["S2", "S3", "S4", "S5"])):
        assert_round_trips(game, protocol)
        for value in (game.deal, game.view(1), game.legal.moves()[0], game.phase):
            assert pickle.loads(pickle.dumps(value, protocol)) == value


@settings(max_examples=60)
@given(seeds)
def test_pop_restores_everything(seed: int) -> None:
    rng = random.Random(seed)
    rules = odd_rules(rng)
    game, _ = random_deal(rng, rules)
    if seed % 3 == 0:
        game = Game.from_hands(**random_open(rng, rules)[0])
    states, codes = [state(game)], []
    while not game.is_over:
        codes.append(int(rng.choice(game.legal.codes)))
        game.push(codes[-1])
        states.append(state(game))
    assert game.history.tolist() == codes
    while codes:
        assert state(game) == states.pop()
        assert game.pop() == codes.pop()
    assert state(game) == states.pop()
    with pytest.raises(ValueError, match="move"):
        game.pop()


def test_push_and_pop_of_every_move() -> None:
    rng = random.Random(3)
    for _ in range(30):
        game, _ = random_deal(rng, odd_rules(rng))
        random_play(game, rng, rng.randrange(50))
        before = state(game)
        for code in game.legal:
            game.push(code)
            assert game.pop() == code
            assert state(game) == before


def test_text_can_be_read_by_people() -> None:
    game = play_all(Game(deal=HANDS, leader=2), "HA+SQ none DJ none S7")
    assert game.text().splitlines() == [
        "chupai gongzhu 1",
        "rules standard",
        "deal SAKQ2,HAK,DT98,CT654/SJT93,HQJT,D765,C987/S876,H98765,DAJ4,C32/S54,H432,DKQ32,CAKQJ leader 2",
        "HA+SQ none DJ none S7",
    ]
    opened = Game.from_hands(
        ["S2 H3", "S3", "S4 H4", "S5 H5"], ["", "SQ", "", ""], ["D9"], leader=1, exposed="SQ HA", suits_led="SD"
    )
    assert opened.text().splitlines()[2] == (
        "open S2,H3,D-,C-/S3,H-,D-,C-/S4,H4,D-,C-/S5,H5,D-,C- taken S-,H-,D-,C-/SQ,H-,D-,C-/S-,H-,D-,C-/S-,H-,D-,C- "
        "trick D9 leader 1 exposed HA+SQ suits_led SD"
    )
    assert Game(seed=7).text().splitlines()[2] == "seed 7 0 0"


def test_line_endings_and_spaces_do_not_matter() -> None:
    game = random_play(Game(seed=9), random.Random(1), 20)
    text = game.text()
    for other in (text.replace("\n", "\r\n"), text + "\n\n", text.rstrip("\n"), "\n" + text):
        assert Game.from_text(other) == game


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("gongzhu", "doudizhu"),
        lambda text: text.replace("gongzhu 1", "gongzhu 2"),
        lambda text: text.replace("standard", "standart"),
        lambda text: text.replace("seed 7 0 0", "seed 8 0 0"),
        lambda text: text.replace("seed 7 0 0", "seed 7 0"),
        lambda text: text.replace("deal S", "deal H"),
        lambda text: text + " S2 S2",
        lambda text: text + " none",
        lambda text: text.replace("/", " / ", 1),
        lambda text: text.replace("/", "//", 1),
        lambda text: "\n".join(text.splitlines()[1:]),
        lambda text: text[:40],
        lambda text: "",
    ],
)
def test_texts_that_are_refused(change: Callable[[str], str]) -> None:
    game = play_all(Game(seed=7), "none none none none")
    with pytest.raises(ValueError, match=r"\w"):
        Game.from_text(change(game.text()))


def test_a_text_may_leave_out_the_seed_or_the_deal() -> None:
    game = play_all(Game(seed=7), "none none none none")
    first, second, _, deal, moves = game.text().splitlines()
    without = Game.from_text("\n".join((first, second, deal, moves)))
    assert (without.seed, without.hands, without.ply) == (None, game.hands, 4)
    assert without != game
    assert Game.from_text("\n".join((first, second, deal))).ply == 0


# --------------------------------------------------------------------------- copies, equality, keys


def test_a_copy_is_independent() -> None:
    game = in_play()
    before = state(game)
    for other in (game.copy(), copy.copy(game), copy.deepcopy(game)):
        random_play(other, random.Random(2))
        assert other != game
        assert state(game) == before


def test_a_view_or_legal_list_outlives_its_game() -> None:
    legal = Game(seed=1).legal
    assert isinstance(legal, LegalMoves)
    assert str(Move(legal[0])) == "none"
    assert Game(seed=1).view(0).hand == Game(seed=1).hands[0]


def test_equality_is_of_whole_games() -> None:
    game = Game(seed=1)
    assert game == Game(seed=1)
    for other in (
        Game(seed=2), Game("plain", seed=1), Game(seed=1, game=1), Game(seed=1, episode=1),
        Game(seed=1, leader=0), play_all(Game(seed=1), "none"), Game(deal=game.deal), "game", None,
    ):  # fmt: skip
        assert game != other
    with pytest.raises(TypeError):
        hash(game)


def test_equal_positions_have_equal_keys() -> None:
    """By whatever moves; and what differs in anything that matters differs."""
    hands = ["S2 H2", "S3 H3", "S4 H4", "S5 H5"]
    one = play_all(Game.from_hands(hands), "S2 S3 S4 S5")
    two = Game.from_hands(["H2", "H3", "H4", "H5"], ["", "", "", "S5432"], leader=3, suits_led="S")
    assert one.key == two.key
    assert 0 <= one.key < 2**64
    keys = {two.key}
    base: dict[str, Any] = {
        "hands": ["H2", "H3", "H4", "H5"],
        "taken": ["", "", "", "S5432"],
        "leader": 3,
        "suits_led": "S",
    }
    for change in (
        {"leader": 2},
        {"suits_led": "SD"},
        {"suits_led": ""},
        {"exposed": "SQ"},
        {"exposed": "HA"},
        {"taken": ["", "", "S5432", ""]},
        {"taken": ["", "", "", "S543"]},
        {"hands": ["H3", "H2", "H4", "H5"]},
        {"trick": ["H9"], "hands": ["H2", "H3", "H4", ""]},
    ):
        keys.add(Game.from_hands(**{**base, **change}).key)
    assert len(keys) == 10


def test_keys_tell_positions_apart() -> None:
    """Tens of thousands of different positions, no two with one key."""
    seen: dict[int, tuple[object, ...]] = {}
    for seed in range(300):
        game, rng = Game(seed=seed % 20), random.Random(seed)
        while not game.is_over:
            random_play(game, rng, 1)
            place = (game.hands, game.player, game.phase, game.trick, game.exposed, game.taken)
            if game.phase != "exposing":
                seen.setdefault(game.key, place)
                assert seen[game.key] == place
    assert len(seen) > 10_000


# --------------------------------------------------------------------------- small values


def test_deals_rebuild() -> None:
    for game in (Game(seed=1), Game(deal=HANDS, leader=1), Game(Rules(players=3), seed=2), in_play()):
        deal = game.deal
        for other in (eval(repr(deal), NAMES), pickle.loads(pickle.dumps(deal)), copy.deepcopy(deal)):
            assert (other, hash(other)) == (deal, hash(deal))
        assert Game(game.rules, deal=deal).deal == deal
        assert Game(game.rules, deal=deal.hands, leader=deal.leader).deal == deal
        assert Game(game.rules, deal="/".join(deal.hands), leader=deal.leader).deal == deal
        assert Game(game.rules, deal=Deal(deal.hands, 2)).deal.leader == 2
    assert Deal(HANDS) != Deal(HANDS, leader=0)
    assert Deal(HANDS).leader is None
    assert Game(deal=Deal(HANDS, leader=1), leader=2).deal.leader == 2
    assert Deal(HANDS).hands[0] == "SAKQ2 HAK DT98 CT654"
    assert Deal(HANDS) == Deal([hand.lower().replace("t", "10") for hand in HANDS])


@pytest.mark.parametrize("code", range(68))
def test_moves_rebuild(code: int) -> None:
    move = Move(code)
    assert (int(move), move.code, hash(move), range(68)[move]) == (code, code, hash(code), code)
    assert move == code
    assert eval(repr(move), NAMES) == move
    for other in (pickle.loads(pickle.dumps(move)), copy.copy(move), copy.deepcopy(move), Move(move)):
        assert (other, hash(other), str(other)) == (move, hash(move), str(move))
    assert f"{move:>12}" == str(move).rjust(12)
    if code < 52:
        card = oracle.PACK[code]
        assert (str(move), move.card, move.kind, move.exposes) == (card, card, Kind.CARD, ())
        assert (move.suit, move.rank) == (Suit(card[0]), Rank(oracle.RANKS.index(card[1])))
        assert Move(card.lower()) == move
    else:
        bits = [card for i, card in enumerate(oracle.EXPOSABLE) if code - 52 >> i & 1]
        assert (move.exposes, move.kind, move.card, move.suit, move.rank) == (tuple(bits), "expose", None, None, None)
        assert str(move) == oracle.choice_text(bits)
        assert oracle.choice_code(str(move)) == code
        if len(bits) != 1:  # one card alone reads as that card played
            assert Move(str(move)) == move
            assert Move("+".join(reversed(bits)) or "None") == move


def test_moves_compare_and_sort_as_their_codes() -> None:
    moves = [Move(code) for code in (51, 0, 67, 52, 13)]
    assert [move.code for move in sorted(moves)] == [0, 13, 51, 52, 67]
    assert Move("SQ") in {10: None}
    assert Move("SQ") != "SQ"
    assert Move("SQ") < 11 <= Move("SK") < Move("SA")
    with pytest.raises(TypeError):
        assert untyped(Move("SQ")) < "SK"


@pytest.mark.parametrize("text", ["♠Q", "sq", " SQ ", "♠️Q"])
def test_ways_to_write_a_card(text: str) -> None:
    assert Move(text) == 10


@pytest.mark.parametrize("text", ["QS", "S", "SQQ", "S1", "S11", "", "SQ+", "+", "SQ+SQ", "HA+HK", "nones", "SQ HA"])
def test_texts_of_no_move(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        Move(text)
