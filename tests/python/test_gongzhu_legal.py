"""Legal moves of Gong Zhu, and all that a game shows, are the oracle's at every step of random games."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Literal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gongzhu as oracle
from chupai.gongzhu import Game, Kind, Move, Rules, legal_cards, may_expose
from gongzhu_support import (
    HANDS,
    PRESETS,
    arguments,
    assert_same,
    assert_walk,
    engine_rules,
    exposing,
    in_play,
    odd_rules,
    oracle_codes,
    play_all,
    random_deal,
    random_open,
)

seeds = st.integers(0, 2**32)


@settings(max_examples=250)
@given(seeds)
def test_deals_under_odd_rules(seed: int) -> None:
    rng = random.Random(seed)
    rules = odd_rules(rng)
    game, slow = random_deal(rng, rules)
    assert_walk(game, slow, rng)


@settings(max_examples=400)
@given(seeds)
def test_open_positions_under_odd_rules(seed: int) -> None:
    """Few cards, so that hands have one card of a suit, and only hearts, much more often."""
    rng = random.Random(seed)
    given_, slow = random_open(rng, odd_rules(rng))
    assert_walk(Game.from_hands(**given_), slow, rng)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("preset", PRESETS)
def test_presets(preset: str, players: int) -> None:
    rules = oracle.PRESETS[preset]
    rules = replace(rules, players=players, teams=rules.teams if players == 4 else "none")
    for seed in range(4):
        rng = random.Random(seed)
        assert_walk(*random_deal(rng, rules), rng)


@pytest.mark.slow
@settings(max_examples=20_000)
@given(seeds)
def test_many_deals(seed: int) -> None:
    rng = random.Random(seed)
    rules = odd_rules(rng)
    assert_walk(*random_deal(rng, rules), rng)
    given_, slow = random_open(rng, rules)
    assert_walk(Game.from_hands(**given_), slow, rng)


@pytest.mark.parametrize(("ban", "lock"), [(True, False), (False, True), (True, True)])
@pytest.mark.parametrize("order", ["simultaneous", "sequential"])
def test_everything_exposed(ban: bool, lock: bool, order: Literal["simultaneous", "sequential"]) -> None:
    """All that can be exposed is, and hearts are led wherever they may: where ban and lock bite."""
    for seed in range(12):
        rng = random.Random(seed)
        rules = oracle.Rules(
            players=3 + seed % 3,
            exposing_order=order,
            exposed_first_round_ban=ban,
            heart_lock=lock,
            first_lead_card=(None, "S2")[seed % 2],
        )
        game, slow = random_deal(rng, rules)
        while not game.is_over:
            moves = slow.moves()
            special = [move for move in moves if move in oracle.EXPOSABLE or move[0] == "H"]
            move = moves[-1] if slow.phase == "exposing" else rng.choice(special or moves)
            game.push(slow.move_code(move))
            slow = slow.after(move)
            assert_same(game, slow)


@given(seeds)
def test_bare_hands(seed: int) -> None:
    """legal_cards is the game's list, from a hand and what lies on the table alone."""
    rng = random.Random(seed)
    rules = replace(odd_rules(rng), must_lead_it=False)
    _, slow = random_open(rng, rules)
    while not slow.is_over():
        exposed = slow.exposed
        if not any(oracle.ACE in hand for hand in slow.hands):
            exposed -= {oracle.ACE}  # who asks leaves it out
        assert slow.player is not None
        hand = slow.hands[slow.player]
        found = legal_cards(hand, slow.trick, exposed, slow.earlier_leads, engine_rules(rules))
        assert found == slow.moves()
        assert may_expose(hand, engine_rules(rules)) == oracle.may_expose(rules, hand)
        slow = slow.after(rng.choice(slow.moves()))


@pytest.mark.parametrize("first", ["S2", "C3", "HA", "SQ"])
@pytest.mark.parametrize("ban", [True, False])
def test_a_card_that_must_be_led(first: str, ban: bool) -> None:
    """Exposed, barred or locked, it is led: by who holds it, not by a given leader."""
    rules = oracle.Rules(first_lead_card=first, must_lead_it=True, heart_lock=True, exposed_first_round_ban=ban)
    for seed in range(8):
        rng = random.Random(seed)
        game, slow = random_deal(rng, rules)
        while slow.phase == "exposing":
            move = slow.moves()[-1]
            game.push(slow.move_code(move))
            slow = slow.after(move)
        assert (slow.moves() == [first]) == (game.deal.leader is None) or slow.leader_given
        assert_walk(game, slow, rng, 9)


def test_a_bare_first_lead() -> None:
    rules = Rules(must_lead_it=True)
    assert legal_cards("SA2 H3", rules=rules) == ["S2"]
    assert legal_cards("SA2 H3", suits_led="H", rules=rules) == ["S2", "SA", "H3"]
    assert legal_cards("SA H3", rules=rules) == ["SA", "H3"]
    assert legal_cards("SA2 H3", trick="H4", rules=rules) == ["H3"]


@pytest.mark.parametrize("order", ["simultaneous", "sequential"])
def test_who_chooses_when(order: Literal["simultaneous", "sequential"]) -> None:
    """From seat 0 on, or from the leader on, each once, also who has nothing to expose."""
    rules = Rules(exposing_order=order)
    game = Game(rules, deal=HANDS, leader=2)
    seats = []
    while game.phase == "exposing":
        seats.append(game.player)
        assert str(game.legal.moves()[0]) == "none"
        game.push(52)
    assert seats == ([0, 1, 2, 3] if order == "simultaneous" else [2, 3, 0, 1])
    assert (game.player, game.leader, game.deal.leader) == (2, 2, 2)


def test_codes_of_choices() -> None:
    first = oracle.parse_cards("HA SQ DJ CT9876543 S65432 D2")
    rest = oracle.sort_cards(set(oracle.deck(oracle.Rules(players=3))) - first)
    everything = Game(Rules(players=3), deal=[first, rest[:17], rest[17:]])
    assert everything.legal.codes.tolist() == list(range(52, 68))
    assert [str(move) for move in everything.legal.moves()] == [
        "none", "HA", "SQ", "HA+SQ", "DJ", "HA+DJ", "SQ+DJ", "HA+SQ+DJ",
        "CT", "HA+CT", "SQ+CT", "HA+SQ+CT", "DJ+CT", "HA+DJ+CT", "SQ+DJ+CT", "HA+SQ+DJ+CT",
    ]  # fmt: skip
    assert all(move.kind is Kind.EXPOSE for move in everything.legal.moves())


def test_the_legal_list_is_one_of_both_phases() -> None:
    """A text is read by the phase: HA is a choice while exposing and a card in the play."""
    game = Game(deal=HANDS)
    for thing in (52, 53, 54, 55, Move(53), "HA", "SQ+HA", "none", "NONE", "ha + sq"):
        assert thing in game.legal, thing
    for thing in (12, "HK", "DJ", "HA+DJ", 56, 68, -1, 2**63, Move("HA"), Move(12)):
        assert thing not in game.legal, thing
    assert game.parse("HA") == Move(53)
    game = play_all(game, "none none none none")
    assert game.parse("HA") == Move(25)
    assert "HA" in game.legal
    assert 25 in game.legal
    assert 53 not in game.legal
    assert "none" not in game.legal


def test_lists_are_lazy_and_in_order() -> None:
    for game in (exposing(), in_play(), Game(seed=1), Game("scrofazero", seed=2)):
        legal = game.legal
        codes = legal.codes
        assert codes.dtype == np.int64
        assert sorted(set(codes.tolist())) == codes.tolist() == list(legal) == [move.code for move in legal.moves()]
        assert len(legal) == len(codes)
        assert legal[-1] == codes[-1]
        assert legal[1:3].tolist() == codes[1:3].tolist()
        for code in range(-2, 70):
            assert (code in legal) == (code in codes.tolist())
        with pytest.raises(IndexError):
            legal[len(legal)]
        first = int(codes[0])
        game.push(first)
        assert len(legal) == len(game.legal)  # follows the game
        assert codes[0] == first


def test_at_most_seventeen_cards_and_sixteen_choices() -> None:
    widest = {"exposing": 0, "play": 0}
    for seed in range(200):
        rng = random.Random(seed)
        game, slow = random_deal(rng, oracle.Rules(players=3, exposed_first_round_ban=False))
        while not slow.is_over() and game.ply < 8:
            widest[slow.phase] = max(widest[slow.phase], len(game.legal))
            assert game.legal.codes.tolist() == oracle_codes(slow)
            move = rng.choice(slow.moves())
            game.push(slow.move_code(move))
            slow = slow.after(move)
    assert widest["play"] == 17
    assert 4 <= widest["exposing"] <= 16


def test_open_positions_can_be_made_of_any_moment() -> None:
    """A game's public state is what from_hands takes: it goes on the same way."""
    rng = random.Random(5)
    for _ in range(20):
        rules = replace(odd_rules(rng), must_lead_it=False)
        game, slow = random_deal(rng, rules)
        while slow.phase != "over":
            if slow.phase == "play" and rng.random() < 0.2:
                other = Game.from_hands(**arguments(slow))
                shown = Game.from_hands(
                    game.hands, game.taken, game.trick, game.leader, game.exposed, game.suits_led, game.rules
                )
                assert other == shown
                assert other.legal.codes.tolist() == game.legal.codes.tolist()
            move = rng.choice(slow.moves())
            game.push(slow.move_code(move))
            slow = slow.after(move)
