"""Action tables: every move of one pack has an id, in the documented order."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import doudizhu as oracle
from chupai import ChupaiError, IllegalMoveError, ParseError, RulesError, doudizhu
from chupai.doudizhu import ActionTable, Game, Kind, Move, Rules, View, legal_codes
from presets import ONE_PACK, TWO_PACKS
from support import (
    PASS,
    decoded,
    dense_hand,
    engine_rules,
    legal_order,
    middles,
    odd_rules,
    random_hand,
    random_play,
    untyped,
)

BIDS = [1 << 60, 2 << 60, 3 << 60]

# Combinations by rules: the numbers of the rule document, section 7, and those of the other presets.
COMBINATIONS = {
    "standard": 12_654,
    "hubei": 12_522,
    "app": 12_654,
    "rlcard": 27_471,
    "douzero": 29_984,
    "openspiel": 26_053,
    "botzone": 34_323,
}


@cache
def table_of(rules: str) -> ActionTable:
    return ActionTable(rules)


@pytest.fixture(params=ONE_PACK)
def preset(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def table(preset: str) -> ActionTable:
    return table_of(preset)


@pytest.fixture(params=[*ONE_PACK, "rlcard()", "openspiel()"])
def any_table(request: pytest.FixtureRequest) -> ActionTable:
    """The tables of presets, and those numbered as a peer does."""
    return {"rlcard()": ActionTable.rlcard, "openspiel()": ActionTable.openspiel}.get(
        request.param, lambda: table_of(request.param)
    )()


# --------------------------------------------------------------------------- what is in it, and where


def calls(rules: oracle.Rules) -> list[int]:
    return [PASS, *([] if rules.landlord_selection == "given" else BIDS)]


def test_the_ids_are_the_oracles_moves_in_the_order_of_legal_lists(
    table: ActionTable, slow_rules: oracle.Rules
) -> None:
    codes, called = table.codes.tolist(), calls(slow_rules)
    assert codes[: len(called)] == called
    found = [decoded(code) for code in codes[len(called) :]]
    assert found == sorted(oracle.all_combinations(slow_rules), key=legal_order)


def test_sizes(table: ActionTable, preset: str, slow_rules: oracle.Rules) -> None:
    assert len(table) == len(table.codes) == len(calls(slow_rules)) + COMBINATIONS[preset]


def test_every_code_is_there_once(any_table: ActionTable) -> None:
    assert len(set(any_table.codes.tolist())) == len(any_table)


def test_legal_lists_ascend(table: ActionTable, preset: str, slow_rules: oracle.Rules) -> None:
    """What the engine lists to lead has ascending ids."""
    rng = random.Random(7)
    for _ in range(300):
        make = rng.choice((random_hand, dense_hand))
        ids = table.ids(legal_codes(make(rng, slow_rules, rng.choice((5, 17, 20))), "", preset))
        assert (np.diff(ids) > 0).all()


@pytest.mark.parametrize("seed", range(12))
def test_any_rules(seed: int) -> None:
    """However odd the rules: what a hand can do is in the table, and in its order."""
    rng = random.Random(seed)
    slow = odd_rules(rng)
    rules = engine_rules(slow)
    table = ActionTable(rules)
    assert [str(move) for move in map(Move, table.codes[:4].tolist())] == ["pass", "bid1", "bid2", "bid3"]
    assert len(set(table.codes.tolist())) == len(table)
    for _ in range(60):
        hand = rng.choice((random_hand, dense_hand))(rng, slow, rng.choice((17, 20)))
        codes = legal_codes(hand, "", rules)
        ids = table.ids(codes)
        assert (np.diff(ids) > 0).all()
        followed = legal_codes(hand, int(rng.choice(codes)), rules)
        assert (np.diff(table.ids(followed)) > 0).all()
    for code in rng.sample(table.codes.tolist()[4:], 200):  # and each can be led by who holds its cards
        assert code in legal_codes(Move(code).cards, "", rules)


def test_the_loosest_rules() -> None:
    """No rules of one pack have more moves."""
    rules = Rules(
        straight_min=2,
        pair_straight_min=2,
        pair_straight_max=12,
        solo_kicker_copies=4,
        quad_kicker_copies=4,
        pair_kicker_copies=2,
        kicker_both_jokers=True,
        kicker_joins_body=True,
        readings="all",
        space_shuttle="winged",
    )
    table = ActionTable(rules)
    assert len(table) == 157_984
    assert max(len(Move(code)) for code in table.codes[::5].tolist()) == 20
    for name in ONE_PACK:
        assert all(code in table for code in ActionTable(name).codes[::11].tolist())


def test_every_move_of_random_games_is_there(table: ActionTable, preset: str) -> None:
    """Calls included."""
    for seed in range(40):
        rng = random.Random(seed)
        game = Game(preset, seed=seed)
        while not game.is_over:
            assert (np.diff(table.ids(game.legal.codes)) > 0).all()
            random_play(game, rng, 1)
        assert table.codes_of(table.ids(game.history)).tolist() == game.history.tolist()


def test_calls_are_there_where_rules_have_them() -> None:
    assert ActionTable(Rules(landlord_selection="random")).codes[:4].tolist() == [PASS, *BIDS]
    assert ActionTable(Rules(landlord_selection="given")).codes[:3].tolist() == [PASS, Move("3").code, Move("4").code]


def test_the_default_is_standard() -> None:
    assert ActionTable() == ActionTable(None) == ActionTable("standard") == ActionTable(Rules())


# --------------------------------------------------------------------------- the peers' numberings


@pytest.mark.parametrize("name", ["rlcard", "openspiel"])
def test_peers_tables_hold_the_moves_of_their_preset(name: str) -> None:
    table, own = getattr(ActionTable, name)(), ActionTable(name)
    assert table.rules == Rules.preset(name)
    assert sorted(table.codes.tolist()) == sorted(own.codes.tolist())
    assert table != own


def test_rlcard() -> None:
    table = ActionTable.rlcard()
    assert len(table) == 27_472
    assert (table.id("3"), table.id("BR"), table.id("pass")) == (0, 27_470, 27_471)
    first = {"33344455": 512, "333444555678": 1480, "333444555777": 1690, "333444555667": 1699}
    first |= {"333444555666778B": 4762, "3334445556667778899B": 11_946, "333344": 25_273}
    assert {text: table.id(text) for text in first} == first
    assert "bid1" not in table


def test_openspiel() -> None:
    table = ActionTable.openspiel()
    assert len(table) == 26_057
    first = {"pass": 0, "bid1": 1, "bid3": 3, "3": 4, "34567": 19, "33": 55, "334455": 68, "333": 120, "3334": 133}
    first |= {"33344": 315, "333444": 471, "33344455": 516, "3334445566": 23_104, "3333": 26_043, "BR": 26_056}
    assert {text: table.id(text) for text in first} == first


def test_openspiel_has_an_id_for_each_reading() -> None:
    table = ActionTable.openspiel()
    readings = [table.id(f"333444555666{suffix}") for suffix in ("", "/1", "/2")]
    kinds = [Move(table.code(i)).kind for i in readings]
    assert kinds == [Kind.PLANE, Kind.PLANE_SOLO, Kind.PLANE_SOLO]
    assert len(set(readings)) == 3
    several = [code for code in table.codes.tolist() if code >> 60 and Move(code).cards]
    assert len(several) == 26_053 - 25_661


# --------------------------------------------------------------------------- asking


def test_one_by_one(any_table: ActionTable) -> None:
    for i in [*range(0, len(any_table), 97), len(any_table) - 1]:
        code = any_table.code(i)
        move = Move(code)
        assert code == any_table.codes[i]
        assert any_table.id(code) == any_table.id(move) == any_table.id(str(move)) == any_table.id(np.int64(code)) == i
        assert code in any_table
        assert move in any_table
        assert str(move) in any_table


def test_all_at_once(any_table: ActionTable) -> None:
    codes = any_table.codes
    ids = any_table.ids(codes)
    assert (ids.dtype, codes.dtype) == (np.dtype(np.int32), np.dtype(np.int64))
    assert (ids == np.arange(len(any_table))).all()
    assert any_table.codes_of(ids).dtype == np.int64
    assert (any_table.codes_of(ids) == codes).all()


@pytest.mark.parametrize(
    "make",
    [
        lambda codes: codes.tolist(),
        lambda codes: codes.astype(np.uint64),
        lambda codes: codes[::-1],
        lambda codes: codes[::2],
        lambda codes: codes.reshape(2, 3),
        lambda codes: np.asfortranarray(codes.reshape(3, 2)),
        lambda codes: codes.astype(">i8"),
        lambda codes: [Move(code) for code in codes.tolist()],
        lambda codes: codes[:0],
        lambda codes: [],
        lambda codes: codes[0],
    ],
)
def test_arrays_of_any_make(make: Callable[[npt.NDArray[np.int64]], Any]) -> None:
    table = table_of("standard")
    codes = make(table.codes[4::7][:6])
    found = np.asarray(codes)
    ids = table.ids(codes)
    assert ids.shape == found.shape
    assert ids.ravel().tolist() == [table.id(code) for code in found.ravel().tolist()]
    again = table.codes_of(ids.astype(np.uint16))
    assert again.shape == found.shape
    assert again.ravel().tolist() == [int(code) for code in found.ravel().tolist()]


def test_codes_cannot_be_written() -> None:
    table = ActionTable()
    codes = table.codes
    with pytest.raises(ValueError, match="read-only"):
        codes[0] = 1
    with pytest.raises(ValueError):
        codes.flags.writeable = True
    del table
    assert codes[1] == BIDS[0]  # the array keeps them


def test_text_is_read_under_the_tables_rules() -> None:
    assert ActionTable().id("") == 0
    assert ActionTable().id("10 10 10 4") == ActionTable().id("4TTT")
    with pytest.raises(IllegalMoveError, match="no combination under these rules"):
        ActionTable().id("333444555666777788889999")


# --------------------------------------------------------------------------- what is refused


def test_codes_that_are_not_in_the_table() -> None:
    table, shuttle = ActionTable(), Move("33334444")
    for unknown in (shuttle.code, shuttle, 1 << 62, 0x21, -1, 1 << 63, 1 << 200):
        with pytest.raises(IllegalMoveError):
            table.id(unknown)
        assert unknown not in table
    message = rf"'33334444' \(code {shuttle.code}\) is not in doudizhu.ActionTable\('standard'\)"
    with pytest.raises(IllegalMoveError, match=message):
        table.id(shuttle)
    with pytest.raises(IllegalMoveError, match=r"code 33 is not in"):
        table.id(0x21)
    with pytest.raises(IllegalMoveError, match=r"'bid1' .*ActionTable.rlcard\(\)"):
        ActionTable.rlcard().id("bid1")


def test_no_hand_holds_more_than_twenty_cards() -> None:
    """Such cards are a combination, but nobody can play them."""
    rules = Rules(pair_straight_max=12)
    table = ActionTable(rules)
    assert len(table) == len(ActionTable())
    assert "33445566778899TTJJQQ" in table
    with pytest.raises(IllegalMoveError, match="33445566778899TTJJQQKK"):
        table.id("33445566778899TTJJQQKK")


def test_the_first_bad_code_is_named() -> None:
    table = ActionTable()
    codes = table.codes[:6].copy()
    codes[[3, 4]] = 0x21, -7
    with pytest.raises(IllegalMoveError, match="code 33 at position 3 is not in"):
        table.ids(codes)
    with pytest.raises(IllegalMoveError, match="code -7 at position 1 "):
        table.ids(codes[[0, 4]])
    with pytest.raises(IllegalMoveError, match=r"code 33 at position \(1, 0\)"):
        table.ids(codes.reshape(2, 3))
    with pytest.raises(IllegalMoveError, match="code 18446744073709551615 at position 0"):
        table.ids(np.array([2**64 - 1], dtype=np.uint64))
    mixed: list[int | Move] = [0, Move("3"), 2**70]
    with pytest.raises(IllegalMoveError, match=f"code {2**70} at position 2"):
        table.ids(mixed)
    with pytest.raises(IllegalMoveError, match=r"'33334444' \(code \d+\) at position 1"):
        table.ids([0, Move("33334444").code])


def test_ids_out_of_range() -> None:
    table = ActionTable()
    last = len(table) - 1
    for wrong in (last + 1, -1, 2**70):
        with pytest.raises(ParseError, match=rf"id = {wrong} is out of range: allowed are 0..{last}"):
            table.code(wrong)
    with pytest.raises(ParseError, match=rf"id = -1 at position 2 is out of range: allowed are 0..{last}"):
        table.codes_of([0, last, -1, 2**40])
    with pytest.raises(ParseError, match=f"id = {2**70} at position 1"):
        table.codes_of([0, 2**70])
    with pytest.raises(ParseError, match="id = 18446744073709551615 at position 0"):
        table.codes_of(np.array([2**64 - 1], dtype=np.uint64))


@pytest.mark.parametrize("wrong", [None, 1.5, [0.5], ["3"], [True], {}, [None], object()])
def test_wrong_types(wrong: Any) -> None:
    table = ActionTable()
    calls: list[Callable[[Any], object]] = [table.ids, table.codes_of, table.id, table.code]
    for call in calls:
        with pytest.raises(TypeError):
            call(wrong)
    assert wrong not in table


def test_text_that_is_no_move() -> None:
    table = ActionTable()
    for text in ("3H", "34", "\ud800", "9993/1", "bid4"):
        assert text not in table
        with pytest.raises(ChupaiError):
            table.id(text)


@pytest.mark.parametrize("preset", TWO_PACKS)
def test_rules_of_two_packs(preset: str) -> None:
    with pytest.raises(RulesError, match=rf"two packs \({preset}\)"):
        ActionTable(preset)


def test_it_is_made_of_rules() -> None:
    with pytest.raises(TypeError):
        untyped(ActionTable)(3)
    with pytest.raises(RulesError):
        ActionTable("nobody's")


# --------------------------------------------------------------------------- as a value


def test_equality_is_numbering_and_rules() -> None:
    same = ActionTable(Rules.preset("rlcard"))
    assert same == ActionTable("rlcard")
    assert hash(same) == hash(ActionTable("rlcard"))
    assert same != ActionTable.rlcard()
    assert ActionTable.rlcard() == ActionTable.rlcard()
    assert len({ActionTable.rlcard(), ActionTable.openspiel(), same, ActionTable("rlcard")}) == 3
    assert ActionTable("standard spring=false") != ActionTable()
    assert ActionTable() != "standard"


def test_copies_and_pickles(any_table: ActionTable) -> None:
    assert copy.copy(any_table) == copy.deepcopy(any_table) == any_table
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(any_table, protocol))
        assert (again, hash(again), repr(again)) == (any_table, hash(any_table), repr(any_table))
        assert (again.codes == any_table.codes).all()


def test_repr_makes_it_again(any_table: ActionTable) -> None:
    assert eval(repr(any_table), {"doudizhu": doudizhu}) == any_table


def test_it_must_be_initialised() -> None:
    with pytest.raises(TypeError):
        len(ActionTable.__new__(ActionTable))


# --------------------------------------------------------------------------- with the rest of the engine


def test_games_at_every_stage() -> None:
    table = ActionTable()
    for game in middles(Rules(), range(20)):
        view: View = game.view(game.player if not game.is_over else 0)
        assert table.codes_of(table.ids(view.legal_codes)).tolist() == view.legal_codes.tolist()
