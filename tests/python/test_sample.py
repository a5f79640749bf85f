"""Samples of a view agree with it, and every deal that does is as likely as any other."""

from __future__ import annotations

import json
import random
from collections import Counter
from math import comb

import pytest

import doudizhu as oracle
from chupai.doudizhu import Game, Rules
from presets import TWO_PACKS
from support import (
    DATA,
    IMPROBABLE,
    chi_square_p,
    oracle_game,
    oracle_rules,
    play_all,
    play_oracle,
    random_play,
)

SAMPLES = 20_000


def hidden_hands(game: Game, viewer: int) -> tuple[str, ...]:
    """A sample's hidden hands as the oracle lists them: other seats, then the bottom while it lies apart."""
    hands = [game.hands[seat] for seat in range(game.num_players) if seat != viewer]
    return tuple(hands + ([game.bottom] if game.phase in ("auction", "stake") else []))


def assert_consistent(game: Game, viewer: int, n: int = 50) -> None:
    """Every sample looks the same from that seat, and has the same cards altogether."""
    view = game.view(viewer)
    for sample in view.sample(n, seed=3):
        assert sample.view(viewer) == view
        assert sorted("".join(sample.hands)) == sorted("".join(game.hands))
        assert [len(hand) for hand in sample.hands] == [len(hand) for hand in game.hands]
        assert Game.from_text(sample.text()) == sample


def assert_uniform(game: Game, viewer: int, slow: oracle.Game, n: int = SAMPLES) -> None:
    weights = oracle.hidden_deals(slow, viewer)
    counts = Counter(hidden_hands(sample, viewer) for sample in game.view(viewer).sample(n, seed=11))
    assert set(counts) <= set(weights)
    assert chi_square_p(counts, weights) > IMPROBABLE


def endings(rules: Rules, viewer_is: str, known: bool, number: int) -> list[tuple[Game, int, oracle.Game]]:
    """Positions late in whole games, with a dozen hidden cards; `known`: a bottom card is still out for certain."""
    found = []
    for seed in range(5_000):
        rng = random.Random(seed)
        game = Game(rules, seed=seed)
        while not game.is_over:
            landlord = game.landlord if game.phase == "play" else None
            seats = [
                seat
                for seat in range(rules.players)
                if landlord is not None and (seat == landlord) == (viewer_is == "landlord")
            ]
            small = [seat for seat in seats if 4 <= len(game.view(seat).unseen) <= 10]
            small = [seat for seat in small if bool(game.view(seat).landlord_known) == known]
            small = [seat for seat in small if len(set(game.view(seat).unseen)) > 2]
            if small and min(len(hand) for hand in game.hands) >= 1:
                slow = play_oracle(oracle_game(game), game.view(0).moves)
                found.append((game, small[0], slow))
                break
            codes = game.legal.codes
            bottom = set(game.bottom)
            keeps = [move.code for move in game.legal.moves() if not bottom & set(move.cards)] if known else []
            game.push(rng.choice(keeps or codes))
        if len(found) == number:
            return found
    raise AssertionError("too few endings were found")


# --------------------------------------------------------------------------- agree


def test_samples_have_the_view_they_were_drawn_from(rules: Rules) -> None:
    for seed in range(12):
        rng = random.Random(seed)
        game = random_play(Game(rules, seed=seed), rng, seed * 4)
        for seat in range(rules.players):
            view = game.view(seat)
            for sample in view.sample(4, seed=seed):
                assert sample.view(seat) == view
                assert sample.hands[seat] == game.hands[seat]
                assert [len(hand) for hand in sample.hands] == [len(hand) for hand in game.hands]
                assert oracle.sort_cards("".join(sample.hands) + sample.bottom) == oracle.sort_cards(
                    "".join(game.hands) + game.bottom
                )
                assert (sample.player, sample.phase, sample.rules) == (game.player, game.phase, rules)
                assert sample.history.tolist() == view.history.tolist()


def test_samples_can_be_played_taken_back_and_written(rules: Rules) -> None:
    game = random_play(Game(rules, seed=21), random.Random(5), 15)
    for sample in game.view(1).sample(5, seed=2):
        assert Game.from_text(sample.text()) == sample
        other = sample.copy()
        while other.ply:
            other.pop()
        left = len("".join(other.hands)) + (0 if rules.landlord_selection == "given" else len(other.bottom))
        assert left == 54 * rules.packs
        assert random_play(sample, random.Random(1)).is_over


def test_the_same_seed_gives_the_same_samples() -> None:
    view = random_play(Game(seed=2), random.Random(2), 10).view(0)
    ten = [game.hands for game in view.sample(10, seed=5)]
    assert [game.hands for game in view.sample(11, seed=5)][:10] == ten
    assert [game.hands for game in view.sample(10, seed=6)] != ten
    assert [game.hands for game in view.sample(10)] == [game.hands for game in view.sample(10, seed=0)]
    assert view.sample(0) == []


def test_samples_are_independent_games() -> None:
    one, two = Game(seed=2).view(0).sample(2, seed=1)
    before = two.text()
    random_play(one, random.Random(1))
    assert two.text() == before


def test_a_seat_that_sees_all_has_one_sample() -> None:
    """Two players, open: the other's hand is what is left."""
    game = Game.from_hands(["345", "678"])
    assert {sample.hands for sample in game.view(0).sample(20)} == {("345", "678")}


# --------------------------------------------------------------------------- uniform: small positions


@pytest.mark.parametrize(
    ("hands", "viewer"),
    [
        (["5", "33", "4"], 0),
        (["5", "33", "4"], 1),
        (["3456", "3345", "66678"], 0),
        (["3456", "3345", "66678"], 1),
        (["22BR", "AAA2", "KKKK"], 2),
        (["3333444", "5", "4"], 1),
    ],
)
def test_open_positions_are_uniform(hands: list[str], viewer: int) -> None:
    """Each card told apart: of 3, 3, 4 over two and one, 33 + 4 once, 34 + 3 twice."""
    game = Game.from_hands(hands)
    assert_uniform(game, viewer, oracle.Game.position(oracle.PRESETS["standard"], hands))


def test_open_positions_stay_uniform_in_play() -> None:
    hands = ["34456", "34578", "66799"]
    game = play_all(Game.from_hands(hands), "3 5 6 pass 7")
    slow = oracle.Game.position(oracle.PRESETS["standard"], hands)
    slow = play_oracle(slow, game.moves)
    for viewer in range(3):
        assert_uniform(game, viewer, slow)


@pytest.mark.parametrize(
    ("hands", "viewer"),
    [
        (["3BR", "33B", "34", "R4"], 0),
        (["33333", "334", "45", "3B"], 2),
        (["BBRR", "345", "345", "22"], 0),
        (["333", "333", "BR", "4"], 3),
    ],
)
@pytest.mark.parametrize("preset", TWO_PACKS)
def test_open_positions_of_four_are_uniform(preset: str, hands: list[str], viewer: int) -> None:
    game = Game.from_hands(hands, 0, Rules.preset(preset))
    assert_uniform(game, viewer, oracle.Game.position(oracle.PRESETS[preset], hands))
    assert_consistent(game, viewer)


def test_open_positions_of_four_stay_uniform_in_play() -> None:
    hands = ["33455", "3346B", "5577R", "668BR"]
    rules = Rules.preset("standard-four")
    game = play_all(Game.from_hands(hands, 0, rules), "4 6 7 8 pass pass R pass pass pass")
    slow = play_oracle(oracle.Game.position(oracle.PRESETS["standard-four"], hands), game.moves)
    for viewer in range(4):
        assert_uniform(game, viewer, slow)
        assert_consistent(game, viewer)


def test_hands_that_together_exceed_a_pack() -> None:
    """Six fours and six fives in one pack's game: each hand is of a pack, so each sampled hand is."""
    deals = json.loads((DATA / "doudizhu-perft.json").read_text(encoding="utf-8"))["deals"]
    deal = next(deal for deal in deals if deal["name"] == "small-4")
    hands = [deal["landlord"], deal["peasant1"], deal["peasant2"]]
    game = Game.from_hands(hands)
    assert sum(hand.count("4") for hand in game.hands) == 6
    for seat in range(3):
        view = game.view(seat)
        assert view.hand == oracle.sort_cards(hands[seat])
        assert view.unseen == oracle.sort_cards("".join(hands[:seat] + hands[seat + 1 :]))
        assert_consistent(game, seat)
    game = play_all(game, "33 77 pass pass")
    for seat in range(3):
        assert_consistent(game, seat)


@pytest.mark.parametrize("hands", [["3344", "44", "445"], ["3", "44445", "445"], ["33", "4444", "33444"]])
def test_hands_that_together_exceed_a_pack_are_uniform(hands: list[str]) -> None:
    """Over the ways in which the unseen cards make hands of a pack."""
    slow = oracle.Game.position(oracle.PRESETS["standard"], hands)
    for viewer in range(3):
        weights = {
            parts: ways
            for parts, ways in oracle.hidden_deals(slow, viewer).items()
            if all(oracle.holds(oracle.deck(slow.rules), part) for part in parts)
        }
        game = Game.from_hands(hands)
        found = [hidden_hands(sample, viewer) for sample in game.view(viewer).sample(SAMPLES, seed=11)]
        assert chi_square_p(found, weights) > IMPROBABLE
        assert_consistent(game, viewer)


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("name", ["standard", "rlcard", "app", "hubei-pairs"])
def test_endings_are_uniform_for_a_peasant(name: str, known: bool) -> None:
    """Bottom cards that the landlord has not played lie with him; all others lie anyhow."""
    for game, viewer, slow in endings(Rules.preset(name), "peasant", known, 3):
        assert_uniform(game, viewer, slow)


def test_endings_are_uniform_for_the_landlord() -> None:
    for game, viewer, slow in endings(Rules.preset("standard"), "landlord", known=False, number=3):
        assert_uniform(game, viewer, slow)


@pytest.mark.parametrize("viewer_is", ["peasant", "landlord"])
def test_endings_are_uniform_where_the_bottom_is_not_shown(viewer_is: str) -> None:
    rules = Rules.preset("rlcard").replace(bottom_public=False)
    for game, viewer, slow in endings(rules, viewer_is, known=False, number=3):
        assert not oracle_rules(rules).bottom_public
        assert_uniform(game, viewer, slow)


# --------------------------------------------------------------------------- uniform: whole deals


def hypergeometric(cards: int, marked: int, drawn: int) -> dict[int, float]:
    """Of `drawn` cards out of `cards`, how many of the `marked` there are."""
    return {k: comb(marked, k) * comb(cards - marked, drawn - k) for k in range(min(marked, drawn) + 1)}


@pytest.mark.parametrize(
    ("preset", "viewer"),
    [("standard", 0), ("standard", 1), ("standard", 2), ("standard-four", 0), ("standard-four", 3)],
)
def test_whole_deals_before_the_auction(preset: str, viewer: int) -> None:
    """Every unseen card may be at each of the 17 + 17 + 3 hidden places; with two packs at 25 + 25 + 25 + 8."""
    view = Game(Rules.preset(preset), seed=4).view(viewer)
    sizes = (17, 17, 3) if preset == "standard" else (25, 25, 25, 8)
    samples = view.sample(6_000, seed=1)
    hands = [hidden_hands(sample, viewer) for sample in samples]
    for part, size in enumerate(sizes):
        for rank in sorted(set(view.unseen)):
            weights = hypergeometric(sum(sizes), view.unseen.count(rank), size)
            assert chi_square_p((parts[part].count(rank) for parts in hands), weights) > IMPROBABLE


def test_whole_deals_pairs_of_cards() -> None:
    """Where both jokers lie, and a joker with the twos: cards move independently of each other."""
    view = next(view for seed in range(100) if set("BR") <= set((view := Game(seed=seed).view(0)).unseen))
    hands = [hidden_hands(sample, 0) for sample in view.sample(6_000, seed=1)]
    sizes = (17, 17, 3)
    weights = {(a, b): sizes[a] * (sizes[b] - (a == b)) for a in range(3) for b in range(3)}
    where = [tuple(next(i for i in range(3) if card in parts[i]) for card in "BR") for parts in hands]
    assert chi_square_p(where, weights) > IMPROBABLE


def test_whole_deals_with_the_bottom_shown() -> None:
    """The landlord's three shown cards are his; his seventeen others are any of the 34."""
    game = play_all(Game(seed=4, first=0), "3")
    view = game.view(1)
    assert (len(view.unseen), view.landlord_known) == (37, game.bottom)
    free = oracle.without(view.unseen, game.bottom)
    hands = [sample.hands for sample in view.sample(6_000, seed=1)]
    for rank in sorted(set(free)):
        weights = hypergeometric(34, free.count(rank), 17)
        assert chi_square_p((parts[2].count(rank) for parts in hands), weights) > IMPROBABLE
    assert all(oracle.holds(parts[0], game.bottom) for parts in hands)


def test_whole_deals_of_four_with_the_bottom_shown() -> None:
    """The landlord's eight shown cards are his; his 25 others are any of the 75."""
    game = play_all(Game(Rules.preset("hubei-pairs"), seed=4, first=2), "3")
    view = game.view(0)
    assert (len(view.unseen), view.landlord_known, view.counts) == (83, game.bottom, (25, 25, 33, 25))
    free = oracle.without(view.unseen, game.bottom)
    hands = [sample.hands for sample in view.sample(4_000, seed=1)]
    for rank in sorted(set(free)):
        for seat in (1, 2, 3):
            known = game.bottom.count(rank) if seat == 2 else 0
            weights = hypergeometric(75, free.count(rank), 25)
            assert chi_square_p((parts[seat].count(rank) - known for parts in hands), weights) > IMPROBABLE
    assert all(oracle.holds(parts[2], game.bottom) for parts in hands)


def test_whole_deals_with_the_bottom_not_shown() -> None:
    game = Game(Rules.preset("rlcard").replace(bottom_public=False), seed=4)
    view = game.view(1)
    hands = [sample.hands for sample in view.sample(6_000, seed=1)]
    for seat, size in ((0, 20), (2, 17)):
        for rank in sorted(set(view.unseen)):
            weights = hypergeometric(37, view.unseen.count(rank), size)
            assert chi_square_p((parts[seat].count(rank) for parts in hands), weights) > IMPROBABLE


def test_samples_differ_from_each_other() -> None:
    """37 cards lie in about 1e17 ways: no two of a thousand are alike."""
    samples = Game(seed=4).view(0).sample(1_000, seed=1)
    assert len({sample.hands for sample in samples}) == 1_000
