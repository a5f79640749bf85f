"""A view of Gong Zhu tells what its seat knows and hides the rest."""

from __future__ import annotations

import copy
import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gongzhu as oracle
from chupai.gongzhu import Game, Rules
from gongzhu_support import (
    HANDS,
    cards_of,
    engine_rules,
    exposing,
    in_order,
    in_play,
    move_texts,
    odd_rules,
    oracle_start,
    play_all,
    random_deal,
    random_open,
    random_play,
    set_texts,
    shown,
    voids_shown,
)

seeds = st.integers(0, 2**32)


def swapped(game: Game, viewer: int, rng: random.Random) -> Game | None:
    """Another deal with the same public moves: two hidden cards change places, hidden choices are made anew.

    None where that deal could not have been played, or not in the same order of seats.
    """
    slow = oracle_start(game).play(*move_texts(game))
    one, two = rng.sample([seat for seat in range(game.num_players) if seat != viewer], 2)
    a, b = rng.choice(sorted(slow.hands[one])), rng.choice(sorted(slow.hands[two]))
    if game.rules.first_lead_card in slow.hands[one] and rng.random() < 0.5:
        a = game.rules.first_lead_card
    hands = cards_of(game.deal.hands)
    hands[one], hands[two] = hands[one] - {a} | {b}, hands[two] - {b} | {a}
    hidden = game.phase == "exposing" and game.rules.exposing_order == "simultaneous"
    begin = oracle.start(slow.rules, hands, game.deal.leader)
    other = Game(game.rules, deal=hands, leader=game.deal.leader)
    again = begin
    for seat, move in zip(game.movers.tolist(), move_texts(game), strict=True):
        if again.player != seat:
            return None
        if hidden and seat != viewer:
            move = rng.choice(again.moves())
        if move not in again.moves():
            return None
        other.push(again.move_code(move))
        again = again.after(move)
    public = (again.player, again.leader if not hidden else None)
    seen_so = (slow.player, slow.leader if not hidden else None)
    if hidden and viewer in (slow.leader, again.leader) and slow.leader != again.leader:
        return None
    return other if public == seen_so else None


def differing(seeds_: range, most: int) -> list[tuple[Game, Game, int]]:
    """Pairs of games that differ in what a seat cannot see, at all stages."""
    found = []
    for seed in seeds_:
        rng = random.Random(seed)
        rules = odd_rules(rng)
        game, _ = random_deal(rng, rules)
        random_play(game, rng, rng.choice((0, 1, 2, 3, 6, 12, 25, 40)))
        if min(len(cards) for cards in cards_of(game.hands)) == 0:
            continue
        for viewer in range(rules.players):
            for _ in range(3):
                other = swapped(game, viewer, rng)
                if other is not None:
                    found.append((game, other, viewer))
                    break
        if len(found) >= most:
            break
    return found


PAIRS = differing(range(400), 300)

# --------------------------------------------------------------------------- hides


def test_a_view_hides() -> None:
    """Two games that differ in hidden cards only look the same from the seat that cannot see them."""
    for game, other, viewer in PAIRS:
        one, two = game.view(viewer), other.view(viewer)
        assert other.hands != game.hands
        assert one == two, (game.text(), other.text(), viewer)
        assert repr(one) == repr(two)
        assert shown(one) == shown(two)
        assert one.legal_codes.tolist() == two.legal_codes.tolist()
        assert pickle.dumps(one) == pickle.dumps(two)
        assert [g.text() for g in one.sample(2, seed=3)] == [g.text() for g in two.sample(2, seed=3)]


def test_the_pairs_are_of_all_stages() -> None:
    """And of all kinds: other seats' choices hidden, S2's holder another, exposed cards held."""
    assert len(PAIRS) >= 300
    stages = {(str(game.phase), game.rules.exposing_order) for game, _, _ in PAIRS}
    assert len(stages) == 4
    assert any(game.history.tolist() != other.history.tolist() for game, other, _ in PAIRS)
    assert any(game.leader != other.leader for game, other, _ in PAIRS)
    assert any(game.exposed and game.ply > 20 for game, _, _ in PAIRS)


def test_other_seats_see_the_difference() -> None:
    """The test above would be idle if all views were equal."""
    for game, other, viewer in PAIRS[:50]:
        seats = [seat for seat in range(game.num_players) if seat != viewer]
        assert any(game.view(seat) != other.view(seat) for seat in seats)
        assert game.view(viewer) != game.view((viewer + 1) % game.num_players)


def test_simultaneous_choices_are_hidden() -> None:
    game = exposing()
    mine, other = game.view(0), game.view(1)
    assert mine.history.tolist() == [54]
    assert other.history.tolist() == [-1]
    assert (mine.moves, other.moves) == (game.moves, [None])
    assert (game.exposed, mine.exposed, other.exposed) == ((), ("SQ",), ())
    assert other.known == ("S- H- D- C-",) * 4
    play_all(game, "none DJ")
    assert [game.view(seat).history.tolist() for seat in range(4)] == [
        [54, -1, -1], [-1, 52, -1], [-1, -1, 56], [-1, -1, -1],
    ]  # fmt: skip
    game.play("none")
    for seat in range(4):
        assert game.view(seat).history.tolist() == [54, 52, 56, 52]
        assert game.view(seat).exposed == ("SQ", "DJ")
    game.pop()
    assert game.view(3).history.tolist() == [-1, -1, -1]


def test_choices_in_turn_are_public() -> None:
    game = play_all(Game("standard exposing_order=sequential", deal=HANDS), "SQ none")
    for seat in range(4):
        assert game.view(seat).history.tolist() == [54, 52]
        assert game.view(seat).exposed == ("SQ",)
        assert game.view(seat).known[0] == ("S- H- D- C-" if seat == 0 else "SQ2 H- D- C-")


def test_who_leads_is_hidden_while_choices_are() -> None:
    """S2's holder knows; all others learn it when the play begins. A given leader is no secret."""
    game = Game(deal=HANDS)
    while game.phase == "exposing":
        assert [game.view(seat).leader for seat in range(4)] == [0, None, None, None]
        game.push(52)
    assert [game.view(seat).leader for seat in range(4)] == [0] * 4
    assert [game.view(seat).known[0] for seat in range(4)] == ["S- H- D- C-", *["S2 H- D- C-"] * 3]
    given_ = Game(deal=HANDS, leader=3)
    assert [given_.view(seat).leader for seat in range(4)] == [3] * 4
    assert Game("scrofazero", deal=HANDS).view(1).known == ("S- H- D- C-",) * 4


def test_samples_do_not_tell_the_seed() -> None:
    game = random_play(Game(seed=123456789), random.Random(1), 9)
    for other in game.view(0).sample(3):
        assert other.seed is None
        assert "123456789" not in other.text()
    assert "123456789" not in repr(game.view(0))
    assert b"123456789" not in pickle.dumps(game.view(0))


# --------------------------------------------------------------------------- tells


@settings(max_examples=100)
@given(seeds)
def test_what_a_view_tells(seed: int) -> None:
    rng = random.Random(seed)
    rules = odd_rules(rng)
    game, begin = random_deal(rng, rules)
    random_play(game, rng, rng.randrange(58))
    assert_tells(game, begin)


@settings(max_examples=100)
@given(seeds)
def test_what_a_view_of_an_open_position_tells(seed: int) -> None:
    rng = random.Random(seed)
    given_, slow = random_open(rng, odd_rules(rng))
    game = Game.from_hands(**given_)
    begin = oracle._before_trick(slow)
    random_play(game, rng, rng.randrange(8))
    assert_tells(game, begin, slow.trick)


def assert_tells(game: Game, begin: oracle.State, trick: tuple[str, ...] = ()) -> None:
    """All fields, against the oracle's end; `trick` lay on the table at the start of an open position."""
    moves = [*trick, *move_texts(game)]
    slow, rules = begin.play(*moves), begin.rules
    hidden = slow.phase == "exposing" and rules.exposing_order == "simultaneous"
    for seat in range(rules.players):
        view = game.view(seat)
        assert (view.seat, view.rules, view.num_players) == (seat, engine_rules(rules), rules.players)
        assert view.hand == game.hands[seat]
        assert view.counts == tuple(len(hand) for hand in slow.hands)
        others = frozenset().union(*(hand for at, hand in enumerate(slow.hands) if at != seat))
        assert view.unseen == oracle.format_cards(others)
        assert (view.player, view.phase, view.is_over) == (game.player, game.phase, game.is_over)
        assert (view.taken, view.trick, view.suits_led) == (game.taken, game.trick, game.suits_led)
        known_leader = not hidden or slow.leader_given or slow.leader == seat
        assert view.leader == (slow.leader if known_leader else None)
        public = slow.exposed & slow.hands[seat] if hidden else slow.exposed
        assert view.exposed == in_order(public)
        assert view.known == known_cards(slow, seat, public, hidden)
        assert view.voids == (("",) * rules.players if slow.is_over() else voids_shown(begin, moves))
        mine = slow.player == seat
        assert view.legal_codes.tolist() == (game.legal.codes.tolist() if mine else [])
        seen = oracle.public_moves(begin, moves, seat)[len(trick) :]
        codes = game.history.tolist()
        assert view.history.tolist() == [
            -1 if move is None else code for (_, move), code in zip(seen, codes, strict=True)
        ]
        assert view.movers.tolist() == game.movers.tolist() == [player for player, _ in seen]
        assert [None if move is None else str(move) for move in view.moves] == [move for _, move in seen]


def known_cards(slow: oracle.State, viewer: int, public: oracle.Cards, hidden: bool) -> tuple[str, ...]:
    """Exposed cards still held, and first_lead_card with who leads for it."""
    known = [hand & public for hand in slow.hands]
    first = slow.rules.first_lead_card
    if first is not None and not slow.leader_given and (not hidden or slow.leader == viewer):
        known[slow.deal_leader] |= slow.hands[slow.deal_leader] & {first}
    known[viewer] = frozenset()
    return set_texts(known)


def test_voids_of_a_barred_card_and_of_a_locked_heart() -> None:
    rules = "standard heart_lock=true"
    game = Game.from_hands(["SQ D23", "S34 D4", "S56 D5", "H2 HA C3"], exposed="SQ HA", rules=rules)
    game.play("SQ")
    assert game.view(1).voids == ("S", "", "", "")
    game = Game.from_hands(["H23", "S34", "S56", "HA C3"], exposed="HA", rules=rules)
    game.play("H2")
    assert game.view(1).voids == ("SDC", "", "", "")
    play_all(game, "S3 S5")
    assert game.view(3).voids == ("SDC", "H", "H", "")
    play_all(game, "HA C3 H3 S4 S6")
    assert game.is_over
    assert game.view(3).voids == ("",) * 4


def test_a_view_is_of_the_moment_it_was_taken() -> None:
    game = in_play()
    view = game.view(2)
    text, legal = repr(view), view.legal_codes.tolist()
    play_all(game, "S8")
    assert (repr(view), view.legal_codes.tolist()) == (text, legal)
    assert view != game.view(2)
    assert game.view(2).legal_codes.tolist() == []


def test_legal_cards_of_a_view_know_the_lock() -> None:
    """HA is exposed and lies with another seat: the view that leads may not lead hearts."""
    for hands, expected in (
        (["S2 H2", "S3 H3", "S4 H4", "S5 HA"], [0]),
        (["S2 H2", "S3 H3", "S4 H4", "S5 H5"], [0, 13]),
        (["H23", "S3 H4", "S4 H5", "S5 HA"], [13, 14]),
    ):
        game = Game.from_hands(hands, exposed="HA", rules="standard heart_lock=true")
        assert game.view(0).legal_codes.tolist() == game.legal.codes.tolist() == expected
        for sample in game.view(0).sample(5):
            assert sample.legal.codes.tolist() == expected


def test_views_of_whom() -> None:
    game = Game(seed=1)
    for seat in (4, -1, 2**70):
        with pytest.raises(ValueError, match=str(seat)):
            game.view(seat)
    with pytest.raises(ValueError, match="3"):
        Game(Rules(players=3), seed=1).view(3)
    with pytest.raises(TypeError):
        hash(game.view(0))


@pytest.mark.parametrize("seed", range(12))
def test_views_travel(seed: int) -> None:
    rng = random.Random(seed)
    game, _ = random_deal(rng, odd_rules(rng))
    random_play(game, rng, seed * 5)
    for seat in range(game.num_players):
        view = game.view(seat)
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(view, protocol)) == view
        for other in (copy.copy(view), copy.deepcopy(view)):
            assert other == view
            assert shown(other) == shown(view)
