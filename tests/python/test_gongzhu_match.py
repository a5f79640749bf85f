"""Matches of Gong Zhu go as the oracle's: bare scores and whole deals."""

from __future__ import annotations

import copy
import pickle
import random
from dataclasses import replace
from functools import partial
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gongzhu as oracle
from chupai.gongzhu import Game, Match, Rules
from gongzhu_support import (
    ALL_HEARTS,
    cards_of,
    engine_rules,
    match_state,
    odd_rules,
    oracle_start,
    random_play,
)
from support import untyped

seeds = st.integers(0, 2**32)


def assert_same(match: Match, slow: oracle.Match) -> None:
    assert match.totals == slow.totals
    assert match.history == slow.history
    assert (match.deals, match.dealer) == (slow.deals, slow.dealer)
    if slow.deals:  # limits are looked at after a deal; before the first one, None is what the rules' lead says
        assert match.is_over == slow.is_over
        assert (list(match.losers), list(match.winners)) == (slow.losers, slow.winners)
        assert match.next_leader == slow.next_leader


@settings(max_examples=400)
@given(seeds)
def test_random_scores(seed: int) -> None:
    rng = random.Random(seed)
    rules = odd_rules(rng)
    sides = rules.players if rules.teams == "none" else 2
    totals = rng.choice((None, [rng.randrange(-900, 300) for _ in range(sides)]))
    if totals and oracle.Match.new(rules, totals).is_over:
        totals = None
    match, slow = Match(engine_rules(rules), seed=1, totals=totals), oracle.Match.new(rules, totals)
    assert_same(match, slow)
    for _ in range(12):
        scores = [rng.choice((0, 10, 50, -100, -370, 400)) for _ in range(sides)]
        swept = rng.random() < 0.3
        pig, leader = (rng.choice((None, rng.randrange(rules.players))) for _ in range(2))
        if slow.is_over:
            before = match_state(match)
            for call in (match.game, partial(match.add_scores, scores)):
                with pytest.raises(ValueError, match="over"):
                    call()
            assert match_state(match) == before
            break
        match.add_scores(scores, swept=swept, pig_taker=pig, leader=leader)
        slow = slow.add_scores(scores, swept, pig, leader)
        assert_same(match, slow)
        for other in (match.copy(), copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
            assert other == match
            assert match_state(other) == match_state(match)


@pytest.mark.parametrize("block", range(6))
def test_whole_matches(block: int) -> None:
    """Deals of the match's own, played at random by both; limits low enough to end it."""
    rng = random.Random(block)
    for seed in range(block * 8, block * 8 + 8):
        rules = replace(odd_rules(rng), loss_limit=rng.choice((-300, -700)))
        match, slow = Match(engine_rules(rules), seed=seed), oracle.Match.new(rules)
        while not match.is_over and match.deals < 6:
            game = match.game()
            assert game == Game(match.rules, seed=seed, episode=match.deals, leader=match.next_leader)
            end = slow.start(cards_of(game.deal.hands))
            while not game.is_over:
                move = rng.choice(end.moves())
                game.push(end.move_code(move))
                end = end.after(move)
            match.add(game)
            slow = slow.add(end)
            assert_same(match, slow)
        assert slow.is_over or match.deals == 6


def test_sweeps_and_pigs_of_a_game() -> None:
    """A finished game brings its scores before rotation, its sweep and its pig's taker with it."""
    sweep = [f"{ALL_HEARTS} DJ", "CT", "", ""]
    for rotation, expected in (
        ("none", ((400, 50, 0, 0), (400, 50, 0, 0))),
        ("deal", ((0, 400, 50, 0), (0, 400, 50, 0))),
        ("totals", ((400, 50, 0, 0), (0, 400, 50, 0))),
    ):
        rules = Rules().replace(**untyped({"sweep_rotation": rotation}))
        game = Game.from_hands(["SK", "S3", "SQ", "S4"], sweep, rules=rules, leader=2)
        for card in ("SQ", "S4", "SK", "S3"):
            game.play(card)
        match = Match(rules, totals=[0, 0, 0, 0])
        match.add(game)
        assert (match.history[0], match.totals) == expected
        assert match.next_leader == 0
    assert game.scores().tolist() == [400, 50, 0, 0]  # `totals` is the match's, not the deal's
    assert Match(Rules(next_leader="card_holder")).next_leader is None


@pytest.mark.parametrize("next_leader", ["card_holder", "pig_taker", "rotate"])
@pytest.mark.parametrize("first", [None, "S2"])
def test_who_leads(next_leader: Literal["card_holder", "pig_taker", "rotate"], first: str | None) -> None:
    rules = Rules(next_leader=next_leader, first_lead_card=first)
    match, dealers = Match(rules, seed=3), []
    led: int | None = None
    while match.deals < 6 and not match.is_over:
        dealers.append(match.dealer)
        game = random_play(match.game(), random.Random(match.deals))
        start = oracle_start(game)
        holder = start.leader if match.next_leader is None else None
        if match.deals == 0:
            assert match.next_leader is None
            assert start.leader == (0 if first is None else holder)
        elif next_leader == "rotate":
            assert led is not None
            assert start.leader == (led + 1) % 4
        elif next_leader == "card_holder":
            assert match.next_leader is None
        led = start.leader
        pig = next(seat for seat, pile in enumerate(cards_of(game.taken)) if "SQ" in pile)
        match.add(game)
        if next_leader == "pig_taker":
            assert match.next_leader == pig
    assert dealers == [deal % 4 for deal in range(len(dealers))]


def test_must_lead_is_for_the_holder_only() -> None:
    """A leader that the match gives may lead any card."""
    match = Match(Rules(must_lead_it=True, exposing=False), seed=5)
    assert len(match.game().legal) == 1
    match.add_scores([0, 0, 0, 0], pig_taker=1)
    game = match.game()
    assert (game.player, len(game.legal)) == (1, 13)


def test_limits_are_looked_at_after_a_deal() -> None:
    match = Match(totals=[-2000, 0, 0, 5])
    assert (match.is_over, match.losers, match.winners) == (False, (), ())
    match.add_scores([0, 0, 0, 0])
    assert (match.is_over, match.losers, match.winners) == (True, (0,), (3,))


@pytest.mark.parametrize(
    ("options", "total", "over"),
    [
        ({}, -999, False),
        ({}, -1000, True),
        ({"loss_inclusive": False}, -1000, False),
        ({"loss_inclusive": False}, -1001, True),
        ({"loss_limit": None}, -900_000, False),
        ({"win_limit": 500}, 499, False),
        ({"win_limit": 500}, 500, True),
    ],
)
def test_limits(options: dict[str, Any], total: int, over: bool) -> None:
    match = Match(Rules(**options))
    match.add_scores([0, total, 0, 0])
    assert match.is_over == over


def test_teams() -> None:
    match = Match("scrofazero loss_limit=-100", seed=1)
    assert match.totals == (0, 0)
    match.add_scores([-100, 40])
    assert (match.totals, match.losers, match.winners) == ((-100, 40), (0, 2), (1, 3))


def test_equality_is_of_whole_matches() -> None:
    one, other = Match(seed=1), Match(seed=1)
    assert one == other
    assert one != Match(seed=2)
    assert one != Match("plain", seed=1)
    assert one != Match(seed=1, totals=[1, 0, 0, 0])
    assert one != "match"
    one.add_scores([0, 0, 0, 0], pig_taker=2)
    assert one != other
    other.add_scores([0, 0, 0, 0], pig_taker=1)
    assert one != other
    with pytest.raises(TypeError):
        hash(one)


def test_a_copy_is_independent() -> None:
    match = Match(seed=1)
    for other in (match.copy(), copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        other.add_scores([1, 2, 3, 4])
        assert (match.totals, match.deals) == ((0, 0, 0, 0), 0)


def test_a_seed_is_drawn_where_none_is_given() -> None:
    assert Match().seed != Match().seed
    match = Match()
    assert match.game() == Match(seed=match.seed).game()


def test_what_is_refused_changes_nothing() -> None:
    match = Match(seed=1)
    match.add_scores([0, 0, 0, 0], pig_taker=2)
    before = match_state(match)
    finished = random_play(Game(seed=1), random.Random(1))
    for call, error in (
        (lambda: match.add(Game(seed=1)), ValueError),
        (lambda: match.add(random_play(Game("plain", seed=1), random.Random(1))), ValueError),
        (lambda: untyped(match).add(None), TypeError),
        (lambda: untyped(match).add(finished.view(0)), TypeError),
        (lambda: match.add_scores([0, 0, 0]), ValueError),
        (lambda: match.add_scores([0, 0, 0, 0, 0]), ValueError),
        (lambda: match.add_scores([0, 0, 0, 2**70]), ValueError),
        (lambda: untyped(match).add_scores([0, 0, 0, 1.5]), (TypeError, ValueError)),
        (lambda: untyped(match).add_scores("0000"), (TypeError, ValueError)),
        (lambda: untyped(match).add_scores(7), (TypeError, ValueError)),
        (lambda: match.add_scores(iter(int, 1)), ValueError),
        (lambda: match.add_scores([0, 0, 0, 0], pig_taker=4), ValueError),
        (lambda: match.add_scores([0, 0, 0, 0], leader=-1), ValueError),
        (lambda: untyped(match).add_scores([0, 0, 0, 0], pig_taker="0"), (TypeError, ValueError)),
        (lambda: untyped(match).add_scores([0, 0, 0, 0], swept="yes"), TypeError),
        (lambda: Match(totals=[1, 2]), ValueError),
        (lambda: Match("scrofazero", totals=[1, 2, 3, 4]), ValueError),
        (lambda: Match(totals=[2**70, 0, 0, 0]), ValueError),
        (lambda: Match(totals=iter(int, 1)), ValueError),
        (lambda: Match(seed=-1), ValueError),
        (lambda: untyped(Match)(seed=1.0), TypeError),
        (lambda: Match("nobody"), ValueError),
    ):
        with pytest.raises(error):
            call()
        assert match_state(match) == before
    match.add(finished)
    assert match.deals == 2


def test_no_match_of_a_long_history_is_slow_to_travel() -> None:
    """Hundreds of deals, pickled and made again."""
    match = Match("standard loss_limit=none", seed=1)
    for i in range(500):
        match.add_scores([i, -i, 1, 2], pig_taker=i % 4)
    again = pickle.loads(pickle.dumps(match))
    assert again == match
    assert match_state(again) == match_state(match)
    assert repr(match).startswith("<Match (standard loss_limit=none): 500 deals")
