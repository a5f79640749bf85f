"""A view tells what its seat knows and hides the rest; it can be made from what one sees at a table."""

from __future__ import annotations

import random

import pytest

import doudizhu as oracle
from chupai.doudizhu import Game, Rules
from support import middles, oracle_game, play_all, play_oracle, random_play, shown


def swapped(game: Game, viewer: int, rng: random.Random) -> Game | None:
    """Another deal with the same moves, alike in all that the viewer sees: two hidden cards change places."""
    deal = game.deal
    moves = game.moves[-len(game.view(viewer).moves) :] if game.view(viewer).moves else []
    slow = play_oracle(oracle_game(game), moves)
    known = oracle.bottom_left(slow) if slow.landlord is not None and game.rules.bottom_public else ""
    held = {seat: game.hands[seat] for seat in range(game.num_players) if seat != viewer}
    if slow.landlord in held:
        held[slow.landlord] = oracle.without(held[slow.landlord], known)
        if not game.rules.bottom_public:  # what he was dealt, for certain
            held[slow.landlord] = "".join(
                c * max(0, held[slow.landlord].count(c) - game.bottom.count(c)) for c in oracle.RANKS
            )
    if slow.landlord is None:
        held[game.num_players] = game.bottom
    one, two = rng.sample(sorted(held), 2)
    pairs = [(a, b) for a in set(held[one]) for b in set(held[two]) if a != b]
    if not pairs:
        return None
    a, b = rng.choice(sorted(pairs))
    parts = [*deal.hands, deal.bottom]
    for part, lost, gained in ((one, a, b), (two, b, a)):
        parts[part] = oracle.sort_cards(oracle.without(parts[part], lost) + gained)
    other = Game(game.rules, deal=parts, first=deal.first)
    for move in moves:
        other.push(move)
    return other


# --------------------------------------------------------------------------- hides


@pytest.mark.parametrize("public", [True, False])
def test_a_view_hides(rules: Rules, public: bool) -> None:
    """Two games that differ in hidden cards only look the same from the seat that cannot see them."""
    rules = rules.replace(bottom_public=public)
    rng, compared = random.Random(1), 0
    for game in middles(rules, range(40)):
        for viewer in range(rules.players):
            other = swapped(game, viewer, rng)
            if other is None:
                continue
            compared += 1
            one, two = game.view(viewer), other.view(viewer)
            assert other.hands != game.hands or other.bottom != game.bottom
            assert one == two
            assert repr(one) == repr(two)
            assert shown(one) == shown(two)
            assert one.legal_codes.tolist() == two.legal_codes.tolist()
            assert [g.text() for g in one.sample(2, seed=3)] == [g.text() for g in two.sample(2, seed=3)]
    assert compared > 50


def test_other_seats_see_the_difference() -> None:
    """The test above would be idle if all views were equal."""
    game, rng = random_play(Game(seed=3), random.Random(3), 12), random.Random(2)
    for viewer in range(3):
        other = swapped(game, viewer, rng)
        assert other is not None
        assert any(game.view(seat) != other.view(seat) for seat in range(3) if seat != viewer)
        assert game.view(viewer) != game.view((viewer + 1) % 3)


def test_samples_do_not_tell_the_seed() -> None:
    game = random_play(Game(seed=123456789), random.Random(1), 9)
    for other in game.view(0).sample(3):
        assert other.seed is None
        assert "123456789" not in other.text()
    assert "123456789" not in repr(game.view(0))


# --------------------------------------------------------------------------- tells


def test_what_a_view_tells(rules: Rules) -> None:
    for game in middles(rules, range(30)):
        for seat in range(rules.players):
            view = game.view(seat)
            assert (view.seat, view.rules, view.num_players) == (seat, rules, rules.players)
            assert view.hand == game.hands[seat]
            assert view.counts == tuple(len(hand) for hand in game.hands)
            others = "".join(hand for at, hand in enumerate(game.hands) if at != seat)
            taken = game.landlord is not None and game.phase != "stake"
            assert view.unseen == oracle.sort_cards(others + ("" if taken else game.bottom))
            assert view.bottom == (game.bottom if taken else None)
            assert (view.player, view.phase, view.is_over) == (game.player, game.phase, game.is_over)
            assert (view.landlord, view.stake, view.to_beat) == (game.landlord, game.stake, game.to_beat)
            mine = game.player == seat and not game.is_over
            assert view.legal_codes.tolist() == (game.legal.codes.tolist() if mine else [])
            assert view.history.tolist() == game.history.tolist()[-len(view.moves) :] if view.moves else True
            assert [move.code for move in view.moves] == view.history.tolist()
            assert view.movers.tolist() == game.movers.tolist()[game.ply - len(view.moves) :]


def test_what_is_known_of_the_landlords_hand(rules: Rules) -> None:
    """The shown bottom cards, less those of their ranks that he has played."""
    for game in middles(rules, range(60)):
        if game.landlord is None or game.phase == "stake":
            continue
        moves = game.view(0).moves
        left = oracle.bottom_left(play_oracle(oracle_game(game), moves))
        for seat in range(rules.players):
            assert game.view(seat).landlord_known == ("" if seat == game.landlord else left)


def test_a_bottom_that_is_not_shown() -> None:
    rules = Rules.preset("rlcard").replace(bottom_public=False)
    game = Game(rules, seed=1)
    assert game.view(0).bottom == game.bottom
    assert game.view(1).bottom is None
    assert game.view(1).landlord_known == ""
    assert game.view(1).counts == (20, 17, 17)


def test_a_view_is_of_the_moment_it_was_taken() -> None:
    game = Game(seed=1)
    view = game.view(game.player)
    text = repr(view)
    play_all(game, "3 3")
    assert repr(view) == text
    assert view.phase == "auction"
    assert view != game.view(view.seat)


def test_a_view_after_a_redeal_is_of_the_new_deal() -> None:
    game = play_all(Game(seed=2), "pass pass pass 1")
    view = game.view(0)
    assert view.hand == game.hands[0]
    assert [str(move) for move in view.moves] == ["bid1"]


def test_open_positions() -> None:
    game = Game.from_hands(["34", "56", "78"], 1, to_move=2, to_beat="4", passes=0)
    view = game.view(2)
    assert (view.hand, view.unseen, view.counts, view.landlord) == ("78", "3456", (2, 2, 2), 1)
    assert (view.bottom, view.landlord_known, str(view.to_beat)) == (None, "", "4")
    with pytest.raises(ValueError, match="3"):
        game.view(3)
    for seat in (-1, 2**70):
        with pytest.raises(ValueError, match=str(seat)):
            game.view(seat)
    two = Game.from_hands(["34", "56"])
    assert (two.view(1).unseen, two.view(1).num_players) == ("34", 2)
