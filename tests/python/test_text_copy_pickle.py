"""A game as text, as a copy, pickled, and taken back move by move."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

import doudizhu as oracle
from chupai import doudizhu
from chupai.doudizhu import Deal, Game, LegalMoves, Move, Rules
from support import dense_hand, play_all, random_play

NAMES = {"doudizhu": doudizhu}


def state(game: Game) -> tuple[object, ...]:
    """Everything a game shows."""
    return (
        game.text(), game.key, game.hands, game.bottom, game.player, game.phase, game.stake, game.landlord, game.ply,
        game.to_beat, game.is_over, game.deal, game.returns().tolist(), game.legal.codes.tolist(),
        game.history.tolist(), game.movers.tolist(), [repr(game.view(seat)) for seat in range(game.num_players)],
    )  # fmt: skip


def starts(rules: Rules) -> list[Game]:
    """A seeded game, a later one of its stream, a given deal, two open positions."""
    deal = Game(rules, seed=3).deal
    open_hands = ["3334445566BR", "777888999TTT", "JJJQQQKKKAAA", "2222"][: rules.players]
    first = 0 if rules.landlord_selection == "given" else 2
    return [
        Game(rules, seed=1),
        Game(rules, seed=2**64 - 1, game=5, episode=2**62 - 1),
        Game(rules, deal=deal),
        Game(rules, seed=1, first=first),
        Game.from_hands(open_hands, 1, rules, to_move=2, stake=3),
        Game.from_hands(["345677", "8899TJQ"], 0, rules, to_move=1, to_beat="6", stake=2),
    ]


def assert_round_trips(game: Game) -> None:
    for other in (
        Game.from_text(game.text()),
        Game.from_text(str(game)),
        eval(repr(game), NAMES),
        pickle.loads(pickle.dumps(game)),
        copy.copy(game),
        copy.deepcopy(game),
        game.copy(),
    ):
        assert other == game
        assert state(other) == state(game)
        assert other.seed == game.seed
        assert other.rules == game.rules


@pytest.mark.parametrize("which", range(6))
def test_every_stage_round_trips(rules: Rules, which: int) -> None:
    game, rng = starts(rules)[which], random.Random(which)
    assert_round_trips(game)
    while not game.is_over:
        random_play(game, rng, rng.randint(1, 5))
        assert_round_trips(game)


def test_redeals_round_trip() -> None:
    game, rng = Game(seed=4), random.Random(0)
    for _ in range(3):
        for call in ("pass", "pass", "pass"):
            game.play(call)
            assert_round_trips(game)
    assert_round_trips(random_play(game, rng))


def test_a_round_tripped_game_goes_on_the_same_way() -> None:
    """The seed survives: what is redealt later is the same."""
    game = play_all(Game(seed=4), "pass pass")
    again = Game.from_text(game.text())
    assert play_all(game, "pass pass").deal == play_all(again, "pass pass").deal


def test_forced_and_void_round_trip() -> None:
    for all_pass in ("forced", "void", "redeal"):
        deal = Game(seed=3).deal
        assert_round_trips(play_all(Game(Rules(all_pass=all_pass), deal=deal), "pass pass pass"))


def test_readings_survive() -> None:
    """A move that is not the strongest reading of its cards."""
    rules = Rules.preset("openspiel")
    game = Game.from_hands(["3334445556667", "8", "9"], 0, rules)
    for text in ("333444555666", "333444555666/1", "333444555666/2"):
        other = game.copy()
        other.play(text)
        assert str(other.to_beat) == text
        assert_round_trips(other)


def test_text_can_be_read_by_people() -> None:
    game = play_all(Game.from_hands(["3455KK", "345522"]), "4 5 K")
    first, second, third, moves = game.text().splitlines()
    assert first.startswith("chupai doudizhu ")
    assert second == "rules standard"
    assert third.startswith("open 3455KK/345522 landlord 0 to_move 0 ")
    assert moves == "4 5 K"


def test_line_endings_and_spaces_do_not_matter() -> None:
    game = random_play(Game(seed=9), random.Random(1), 20)
    text = game.text()
    for other in (text.replace("\n", "\r\n"), text + "\n\n", text.rstrip("\n")):
        assert Game.from_text(other) == game


# --------------------------------------------------------------------------- taking back


@pytest.mark.parametrize("which", range(6))
def test_pop_restores_everything(rules: Rules, which: int) -> None:
    game, rng = starts(rules)[which], random.Random(which)
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


def test_pop_across_redeals() -> None:
    game = Game(seed=6)
    states = []
    for _ in range(8):
        states.append(state(game))
        game.play("pass")
    while states:
        game.pop()
        assert state(game) == states.pop()


def test_push_and_pop_of_every_move(rules: Rules) -> None:
    game = random_play(Game(rules, seed=12), random.Random(3), 8)
    before = state(game)
    for code in game.legal:
        game.push(code)
        assert game.pop() == code
        assert state(game) == before


# --------------------------------------------------------------------------- copies, equality, keys


def test_a_copy_is_independent() -> None:
    game = random_play(Game(seed=1), random.Random(1), 10)
    before = state(game)
    for other in (game.copy(), copy.copy(game), copy.deepcopy(game)):
        random_play(other, random.Random(2))
        assert other != game
        assert state(game) == before
        while other.ply:
            other.pop()
        assert state(game) == before


def test_a_view_or_legal_list_outlives_its_game() -> None:
    legal = Game(seed=1).legal
    assert [str(Move(code)) for code in legal] == ["pass", "bid1", "bid2", "bid3"]
    assert isinstance(legal, LegalMoves)
    view = Game(seed=1).view(0)
    assert view.hand == Game(seed=1).hands[0]


def test_equality_is_of_whole_games() -> None:
    game = Game(seed=1)
    assert game == Game(seed=1)
    assert game != Game(seed=2)
    assert game != Game(seed=1, rules=Rules(spring=False))
    assert game != Game(seed=1, game=1)
    assert game != play_all(Game(seed=1), "pass")
    assert game != "game"
    assert game is not None
    with pytest.raises(TypeError):
        hash(game)


def test_equal_positions_have_equal_keys() -> None:
    """By whatever moves: the key is of the position, not of the way there."""
    one = play_all(Game.from_hands(["33456", "789TT", "JJQKA"]), "3 7 J pass pass")
    two = play_all(Game.from_hands(["33456", "789TT", "JJQKA"]), "3 pass J pass pass")
    same = play_all(Game.from_hands(["33456", "789TT", "JJQKA"]), "3 7 J pass pass Q")
    same.pop()
    assert one.key == same.key
    assert one.key != two.key
    assert 0 <= one.key < 2**64


def test_keys_tell_positions_apart() -> None:
    """Tens of thousands of different positions, no two with one key."""
    seen: dict[int, tuple[object, ...]] = {}
    for seed in range(60):
        game, rng = Game(seed=seed), random.Random(seed)
        while not game.is_over:
            game.push(rng.choice(game.legal.codes))
            place = (game.hands, game.player, game.phase, str(game.to_beat), game.stake, game.landlord, game.bottom)
            seen.setdefault(game.key, place)
            assert seen[game.key][:4] == place[:4]
    assert len(seen) > 3_000


# --------------------------------------------------------------------------- small values


def test_deals_rebuild(rules: Rules) -> None:
    for game in starts(rules)[:4]:
        deal = game.deal
        for other in (eval(repr(deal), NAMES), pickle.loads(pickle.dumps(deal)), copy.deepcopy(deal)):
            assert other == deal
            assert hash(other) == hash(deal)
        assert Game(rules, deal=deal).deal == deal
        assert Game(rules, deal=[*deal.hands, deal.bottom], first=deal.first).deal == deal
        assert Game(rules, deal="/".join((*deal.hands, deal.bottom)), first=deal.first).deal == deal
        assert deal != Deal(deal.hands, deal.bottom, first=(deal.first + 1) % 3)


def test_moves_rebuild(rules: Rules, slow_rules: oracle.Rules) -> None:
    hand = dense_hand(random.Random(7), slow_rules, 20)
    for code in doudizhu.legal_codes(hand, "", rules).tolist():
        move = Move(code)
        assert Move.parse(str(move), rules) == move
        for other in (eval(repr(move), NAMES), pickle.loads(pickle.dumps(move)), copy.copy(move), Move(move)):
            assert (other, hash(other), str(other)) == (move, hash(move), str(move))


def test_calls_rebuild() -> None:
    for code, text in ((0, "pass"), (1 << 60, "bid1"), (2 << 60, "bid2"), (3 << 60, "bid3")):
        move = Move(code)
        assert (str(move), Move.parse(text), eval(repr(move), NAMES)) == (text, move, move)
        assert pickle.loads(pickle.dumps(move)) == move
