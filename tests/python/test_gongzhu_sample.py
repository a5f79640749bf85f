"""Samples of a view of Gong Zhu agree with it, and every deal that does is as likely as any other."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gongzhu as oracle
from chupai.gongzhu import Game, Rules
from gongzhu_support import (
    HANDS,
    cards_of,
    exposing,
    in_play,
    move_texts,
    odd_rules,
    oracle_start,
    play_all,
    played,
    random_deal,
    random_open,
    random_play,
    set_texts,
)
from support import IMPROBABLE, chi_square_p

seeds = st.integers(0, 2**32)


def all_cards(hands: tuple[str, ...]) -> list[str]:
    return oracle.sort_cards([card for hand in cards_of(hands) for card in hand])


def assert_consistent(game: Game, viewer: int, n: int = 8) -> None:
    """Every sample looks the same from that seat, and could have been played."""
    view = game.view(viewer)
    for sample in view.sample(n, seed=3):
        assert sample.view(viewer) == view
        assert all_cards(sample.hands) == all_cards(game.hands)
        assert (sample.player, sample.phase, sample.rules) == (game.player, game.phase, game.rules)
        assert Game.from_text(sample.text()) == sample


def assert_uniform(game: Game, viewer: int, begin: oracle.State, moves: list[str]) -> int:
    """Chi-square of samples against all deals that the oracle finds; returns how many there are."""
    weights = {set_texts(hands): 1.0 for hands in oracle.consistent_deals(begin, moves, viewer)}
    n = max(600, min(20_000, 12 * len(weights)))
    counts = Counter(sample.hands for sample in game.view(viewer).sample(n, seed=11))
    assert set(counts) <= set(weights), (game.text(), viewer)
    assert chi_square_p(counts, weights) > IMPROBABLE, (game.text(), viewer)
    return len(weights)


# --------------------------------------------------------------------------- agree


@settings(max_examples=120)
@given(seeds)
def test_samples_of_deals_have_the_view_they_were_drawn_from(seed: int) -> None:
    rng = random.Random(seed)
    game, _ = random_deal(rng, odd_rules(rng))
    random_play(game, rng, rng.choice((0, 1, 2, 3, 4, 8, 20, 35, 45, 60)))
    assert_consistent(game, rng.randrange(game.num_players))


@settings(max_examples=120)
@given(seeds)
def test_samples_of_deals_could_have_been_played(seed: int) -> None:
    """Replayed by the oracle from the sample's own deal; every public move the same."""
    rng = random.Random(seed)
    game, begin = random_deal(rng, odd_rules(rng))
    random_play(game, rng, rng.randrange(50))
    viewer = rng.randrange(game.num_players)
    seen = oracle.public_moves(begin, move_texts(game), viewer)
    for sample in game.view(viewer).sample(3, seed=seed):
        start = oracle_start(sample)
        assert oracle.public_moves(start, move_texts(sample), viewer) == seen
        end = start.play(*move_texts(sample))
        assert (set_texts(end.hands), end.phase) == (sample.hands, sample.phase)


@settings(max_examples=120)
@given(seeds)
def test_samples_of_open_positions_have_the_view_they_were_drawn_from(seed: int) -> None:
    rng = random.Random(seed)
    given_, _ = random_open(rng, odd_rules(rng))
    game = random_play(Game.from_hands(**given_), rng, rng.randrange(8))
    for viewer in range(game.num_players):
        assert_consistent(game, viewer, 3)


def test_samples_can_be_played_taken_back_and_written() -> None:
    game = in_play()
    for sample in game.view(1).sample(5, seed=2):
        other = sample.copy()
        while other.ply:
            other.pop()
        assert all_cards(other.hands) == oracle.PACK
        assert other.hands == other.deal.hands
        assert random_play(sample, random.Random(1)).is_over


def test_samples_are_independent_games() -> None:
    one, two = in_play().view(0).sample(2, seed=1)
    before = two.text()
    random_play(one, random.Random(1))
    assert two.text() == before


def test_the_same_seed_gives_the_same_samples() -> None:
    for game in (Game(seed=2), exposing(), in_play(), Game.from_hands(["S2 H3", "S3 H4", "S4 H5", "S5 H6"])):
        view = game.view(1)
        ten = [sample.text() for sample in view.sample(10, seed=5)]
        for n in range(11):
            assert [sample.text() for sample in view.sample(n, seed=5)] == ten[:n]
        assert [sample.text() for sample in view.sample(11, seed=5)][:10] == ten
        assert [sample.text() for sample in view.sample(10, seed=6)] != ten
        assert [sample.text() for sample in view.sample(10)] == [sample.text() for sample in view.sample(10, seed=0)]


def test_the_last_cards_and_a_game_that_is_over() -> None:
    """Nothing is left to guess: who is to move last, or the end."""
    game = random_play(Game(seed=4), random.Random(4))
    assert {sample.text() for sample in game.view(2).sample(5)} == {game.view(2).sample(1)[0].text()}
    assert game.view(2).sample(1)[0].returns().tolist() == game.returns().tolist()
    game.pop()
    sample = game.view(0).sample(1)[0]
    assert (sample.hands, sample.history.tolist()) == (game.hands, game.history.tolist())


# --------------------------------------------------------------------------- uniform: small positions


@pytest.mark.parametrize("block", range(8))
def test_open_positions_are_uniform(block: int) -> None:
    """With exposed cards, first rounds and locks, and tricks begun; then a few moves on, where seats show voids."""
    found = []
    for seed in range(block * 6, block * 6 + 6):
        rng = random.Random(seed)
        rules = odd_rules(rng)
        given_, slow = random_open(rng, rules, tricks=rng.choice((2, 3) if rules.players < 5 else (2,)))
        game = Game.from_hands(**given_)
        for plies in (0, 2, 3):
            random_play(game, rng, plies)
            found.append(assert_uniform(game, rng.randrange(rules.players), slow, move_texts(game)))
    assert max(found) > 30


@pytest.mark.parametrize(("players", "left"), [(3, 9), (4, 10), (5, 8)])
@pytest.mark.parametrize("keep", ["S2", "HA SQ DJ CT", "S2 HA SQ", "S3 S4 S5 H2 H3 H4"])
def test_endings_are_uniform(players: int, left: int, keep: str) -> None:
    """Ends of whole deals: S2 with who leads for it, exposed cards with their holders, many voids."""
    number = 0
    for seed in range(3):
        rng = random.Random(seed)
        rules = oracle.Rules(players=players, exposed_first_round_ban=seed % 2 == 0, heart_lock=seed > 0)
        game, begin, moves = played(rng, rules, left, keep)
        for viewer in rng.sample(range(players), 2):
            number = max(number, assert_uniform(game, viewer, begin, moves))
    assert number >= 10


def test_exposed_and_led_for_cards_stay_where_they_are() -> None:
    """Endings as above: some have S2 or exposed cards that all know."""
    known: Counter[str] = Counter()
    for seed in range(20):
        game, _, _ = played(random.Random(seed), oracle.Rules(), 10, "S2 HA SQ")
        for viewer in range(4):
            known.update(card for cards in cards_of(game.view(viewer).known) for card in cards)
    assert known["S2"] > 0
    assert known["SQ"] + known["HA"] > 0


def test_a_barred_card_played_shows_a_void() -> None:
    """Seat 0 led the exposed pig at once: its other cards are no spades, and each such deal is as likely."""
    rules = oracle.Rules(players=3)
    hands = [oracle.parse_cards(text) for text in ("SQ D2 C4", "S34 H4", "S5 H5 D3")]
    begin = oracle.position(rules, hands, exposed=["SQ"])
    game = play_all(Game.from_hands(hands, exposed="SQ", rules="standard players=3"), "SQ")
    for viewer in range(3):
        assert_uniform(game, viewer, begin, ["SQ"])
    assert {sample.hands[0][:2] for sample in game.view(1).sample(50)} == {"S-"}


def test_a_locked_heart_led_shows_voids() -> None:
    rules = oracle.Rules(heart_lock=True)
    hands = [oracle.parse_cards(text) for text in ("H235", "S34 H6", "HA S67", "S8 H78")]
    begin = oracle.position(rules, hands, exposed=["HA"])
    game = play_all(Game.from_hands(hands, exposed="HA", rules="standard heart_lock=true"), "H2")
    for viewer in range(4):
        assert_uniform(game, viewer, begin, ["H2"])
    assert all(sample.hands[0].startswith("S- H") for sample in game.view(1).sample(50))


def test_unequal_ways_to_split() -> None:
    """Seat 1 is out of spades, seat 2 of hearts: few ways for some splits, many for others."""
    rules = oracle.Rules(exposing=False)
    hands = [oracle.parse_cards(text) for text in ("S9 H9 D9", "H23 D2", "S2 D34", "S3 H4 D5")]
    begin = oracle.position(rules, hands)
    game = Game.from_hands(hands, rules="standard exposing=false")
    moves = ["S9", "D2", "S2", "S3", "H9", "H2", "D3", "H4"]
    for ply, move in enumerate(moves, 1):
        game.play(move)
        for viewer in range(4):
            assert_uniform(game, viewer, begin, moves[:ply])


# --------------------------------------------------------------------------- uniform: whole deals


def hypergeometric(cards: int, marked: int, drawn: int) -> dict[int, float]:
    """Of `drawn` cards out of `cards`, how many of the `marked` there are."""
    return {k: comb(marked, k) * comb(cards - marked, drawn - k) for k in range(min(marked, drawn) + 1)}


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("viewer", [0, 2])
def test_whole_deals(players: int, viewer: int) -> None:
    """Each unseen card lies with each seat alike, and each suit's number is hypergeometric."""
    view = Game(Rules(players=players), seed=4).view(viewer)
    size = 52 // players
    unseen = oracle.parse_cards(view.unseen)
    samples = [cards_of(sample.hands) for sample in view.sample(3_000, seed=1)]
    others = [seat for seat in range(players) if seat != viewer]
    for card in sorted(unseen)[::3]:
        where = (next(seat for seat in others if card in hands[seat]) for hands in samples)
        assert chi_square_p(where, dict.fromkeys(others, 1)) > IMPROBABLE
    for seat in others:
        for suit in oracle.SUITS:
            marked = sum(card[0] == suit for card in unseen)
            weights = hypergeometric(len(unseen), marked, size)
            assert (
                chi_square_p((sum(card[0] == suit for card in hands[seat]) for hands in samples), weights) > IMPROBABLE
            )
    assert len({set_texts(hands) for hands in samples}) == 3_000


def test_whole_deals_of_who_may_lead() -> None:
    """While choices are hidden S2 lies with any other seat; known once its holder leads."""
    game = Game(deal=HANDS)
    holders = Counter(sample.leader for sample in game.view(1).sample(3_000))
    assert chi_square_p(holders, {0: 1, 2: 1, 3: 1}) > IMPROBABLE
    play_all(game, "none none")
    holders = Counter(sample.leader for sample in game.view(1).sample(3_000))
    assert chi_square_p(holders, {0: 1, 2: 1, 3: 1}) > IMPROBABLE
    play_all(game, "none none")
    assert {sample.leader for sample in game.view(1).sample(100)} == {0}
    in_turn = Game("standard exposing_order=sequential", deal=HANDS)
    assert {sample.leader for sample in in_turn.view(1).sample(100)} == {0}


def test_hidden_choices_are_drawn_for_each_hand() -> None:
    """A special card of a seat that has chosen is exposed in half the samples, whatever it really did."""
    game = play_all(Game(deal=HANDS), "SQ+HA none DJ")
    counts: Counter[tuple[str, ...]] = Counter()
    samples = game.view(3).sample(8_000, seed=1)
    for sample in samples:
        held = oracle.parse_cards(sample.hands[0]) & set(oracle.EXPOSABLE)
        chosen = tuple(sample.moves[0].exposes)
        assert set(chosen) <= held
        if held == {"HA", "SQ"}:
            counts[chosen] += 1
    assert sum(counts.values()) > 300
    assert chi_square_p(counts, {(): 1, ("HA",): 1, ("SQ",): 1, ("HA", "SQ"): 1}) > IMPROBABLE
    assert all(sample.view(3) == game.view(3) for sample in samples[:50])
    mine = game.view(0).sample(50)
    assert {sample.moves[0].exposes for sample in mine} == {("HA", "SQ")}


def test_exposed_cards_stay_in_whole_deals() -> None:
    game = play_all(Game(deal=HANDS), "HA+SQ none DJ none")
    for sample in game.view(1).sample(200):
        hands = cards_of(sample.hands)
        assert {"HA", "SQ", "S2"} <= hands[0]
        assert "DJ" in hands[2]
    where = Counter(
        next(seat for seat in (0, 2, 3) if "CT" in cards_of(sample.hands)[seat])
        for sample in game.view(1).sample(4_000, seed=5)
    )
    assert chi_square_p(where, {0: 10, 2: 12, 3: 13}) > IMPROBABLE  # places not yet known


@pytest.mark.parametrize("seed", range(6))
def test_voids_in_whole_deals(seed: int) -> None:
    """Late enough for voids, early enough that no list of deals could be made: against shuffles that honour them."""
    rng = random.Random(seed)
    game, *_ = played(rng, replace(oracle.Rules(), exposing=False), 24, "")
    viewer = game.player
    view = game.view(viewer)
    others = [seat for seat in range(4) if seat != viewer]
    pool = sorted(oracle.parse_cards(view.unseen) - frozenset().union(*cards_of(view.known)))
    rejected: Counter[tuple[str, int]] = Counter()
    tries = kept = 0
    while kept < 1_500 and tries < 300_000:
        tries += 1
        rng.shuffle(pool)
        at, fits = 0, True
        hands: dict[int, list[str]] = {}
        for seat in others:
            need = view.counts[seat] - len(cards_of(view.known)[seat])
            hands[seat] = pool[at : at + need]
            at += need
            fits = fits and not any(card[0] in view.voids[seat] for card in hands[seat])
        if fits:
            kept += 1
            rejected.update((card, seat) for seat in others for card in hands[seat])
    if kept < 1_500:
        pytest.skip("too many voids for rejection")
    found: Counter[tuple[str, int]] = Counter()
    for sample in view.sample(1_500, seed=2):
        held = cards_of(sample.hands)
        found.update((card, seat) for seat in others for card in held[seat] if card in pool)
    for card in pool:
        for seat in others:
            spread = (rejected[card, seat] + found[card, seat] + 1) ** 0.5
            assert abs(rejected[card, seat] - found[card, seat]) < 5.5 * spread
