"""Play and payment: worked cases, the rule text, and whole games in step with the oracle."""

from __future__ import annotations

import random

import numpy as np
import pytest

from chupai import IllegalMoveError
from chupai.doudizhu import Game, Rules
from support import (
    case_id,
    case_rules,
    engine_code,
    engine_rules,
    odd_payment,
    odd_rules,
    oracle,
    oracle_game,
    oracle_move,
    play_all,
    random_hand,
    worked_cases,
)

# --------------------------------------------------------------------------- worked cases


def position_of(case) -> tuple[Game, list[str]]:
    """An open position and moves in which just what the case tells happens; the winner, or seat 1, bombs."""
    bombs = ["8888", "9999"][: len(case["bombs"])] + ["BR"] * case["rockets"]
    led = [move for bomb in bombs for move in (bomb, "pass", "pass")]
    if case["winner"] == "landlord":
        hands = ["36" + "".join(bombs), "4Q", "5K"]
        moves = [*led, "3", *(("pass", "pass") if case["spring"] else ("4", "pass")), "6"]
    else:
        hands = ["367", "4T" + "".join(bombs), "5K"]
        moves = ["3", "4", "pass", "pass" if case["anti_spring"] else "6", *led, "T"]
    return Game.from_hands(hands, 0, case_rules(case), stake=case["bid"]), moves


@pytest.mark.parametrize("case", worked_cases("payoff"), ids=case_id)
def test_worked_payoff(case):
    game, moves = position_of(case)
    for move in moves:
        assert not game.is_over
        assert game.returns().tolist() == [0, 0, 0]
        game.play(move)
    assert game.is_over
    assert game.returns().tolist() == case["expected"]


@pytest.mark.parametrize("case", worked_cases("trick"), ids=case_id)
def test_worked_trick(case):
    """Each player holds what he plays and two cards that end nothing."""
    order = case["order"]
    moves = [(order.index(name), text.replace(" ", "")) for name, text in case["moves"]]
    hands = ["34" + "".join(text for seat, text in moves if seat == at and text != "pass") for at in range(3)]
    game = Game.from_hands(hands, order.index(case["landlord"]), case_rules(case), to_move=order.index(case["leader"]))
    for seat, text in moves:
        assert game.player == seat
        assert text in game.legal
        game.play(text)
    assert (order[game.player], game.to_beat) == (case["next_leader"], None)
    assert "pass" not in game.legal


# --------------------------------------------------------------------------- the rule text


def test_two_bombs_and_a_rocket_at_bid_three():
    """The landlord is out first: each opponent pays 24."""
    game = Game.from_hands(["3333567BR", "444489", "TJ"], stake=3)
    play_all(game, "5 8 pass 3333 4444 pass BR pass pass 6 pass pass 7")
    assert game.returns().tolist() == [48, -24, -24]


def test_a_bomb_and_a_rocket_at_bid_two():
    """A peasant is out first: the landlord loses 8 to each."""
    game = Game.from_hands(["35J8888", "4TBR", "67"], stake=2, rules=Rules(reverse_spring=False))
    play_all(game, "5 pass 7 J pass pass 8888 BR pass pass 4 6")
    assert game.returns().tolist() == [-16, 8, 8]


def test_leading_again_after_all_pass():
    """Landlord leads a pair, the next plays a higher one, the other two pass: he leads, any kind."""
    game = Game.from_hands(["33445", "66789", "TTJQK"])
    play_all(game, "33 66 pass pass")
    assert (game.player, game.to_beat) == (1, None)
    assert "7" in game.legal
    assert "789" not in game.legal


def test_a_player_who_passed_may_play_again_in_the_round():
    game = Game.from_hands(["345", "67Q", "89K"])
    play_all(game, "3 pass 8 pass Q K pass pass")
    assert game.player == 2
    play_all(game, "9")
    assert game.returns().tolist() == [-4, 2, 2]  # the landlord played his first card only


# Seat 0, the landlord at stake 2, against seat 1 with 4444 and BR and seat 2.
LOST = (["35567", "4444BR8", "9TJ"], "3 pass 9 pass BR pass pass 4444 pass pass 8")
SPRING = (["333344445", "789", "6TJ"], "3333 pass pass 4444 pass pass 5")
PLAIN = (["367", "4TT", "589"], "3 4 5 6 pass 8 pass pass 9")


@pytest.mark.parametrize(
    ("deal", "options", "expected"),
    [
        (LOST, {}, [-32, 16, 16]),  # 2 x bomb x rocket x reverse spring
        (LOST, {"reverse_spring": False}, [-16, 8, 8]),
        (LOST, {"bomb_doubling": "once"}, [-16, 8, 8]),
        (LOST, {"bomb_doubling": "none"}, [-8, 4, 4]),
        (LOST, {"bomb_doubling": "bomber"}, [-20, 16, 4]),
        (LOST, {"bomb_doubling": "bomber", "multiplier_cap": 3}, [-10, 6, 4]),
        (LOST, {"doubling_bomb_min": 5}, [-16, 8, 8]),
        (LOST, {"multiplier_cap": 3}, [-12, 6, 6]),
        (LOST, {"payoff": "win_loss"}, [-1, 1, 1]),
        (SPRING, {}, [32, -16, -16]),
        (SPRING, {"spring": False}, [16, -8, -8]),
        (SPRING, {"bomb_doubling": "bomber"}, [32, -16, -16]),
        (SPRING, {"bomb_doubling": "once"}, [16, -8, -8]),
        (SPRING, {"payoff": "win_loss"}, [1, -1, -1]),
        (PLAIN, {}, [-4, 2, 2]),
        (PLAIN, {"payoff": "win_loss"}, [-1, 1, 1]),
    ],
)
def test_payment(deal, options, expected):
    hands, moves = deal
    game = play_all(Game.from_hands(hands, 0, Rules(**options), stake=2), moves)
    assert game.is_over
    assert game.returns().tolist() == expected


@pytest.mark.parametrize("landlord", [0, 1, 2])
def test_the_landlord_may_sit_anywhere(landlord):
    game = Game.from_hands(["34", "56", "78"], landlord, to_move=landlord, stake=1)
    first, second = game.hands[landlord]
    play_all(game, first)
    while game.player != landlord:
        game.play("pass")
    play_all(game, second)
    assert game.returns().tolist() == [4 if seat == landlord else -2 for seat in range(3)]  # a spring


def test_a_lost_bomb_does_not_double_for_the_bomber():
    rules = Rules.preset("hubei")
    game = play_all(
        Game.from_hands(["3KA2", "444456", "789"], 0, rules, stake=3), "3 4444 pass pass 5 pass K pass pass"
    )
    play_all(game, "A pass pass 2")
    assert game.returns().tolist() == [6, -3, -3]


def test_what_lies_on_the_table_of_an_open_position():
    """It was a play of the seat before, so the landlord has led once; a bomb there is in the stake already."""
    game = play_all(Game.from_hands(["35", "46", "57"], to_move=1, to_beat="3"), "4 5 pass 6")
    assert game.returns().tolist() == [-4, 2, 2]  # reverse spring
    game = Game.from_hands(["35", "46", "4BR"], to_move=1, to_beat="3333", stake=2)
    play_all(game, "pass BR pass pass 4")
    assert game.returns().tolist() == [-16, 8, 8]  # 2 x rocket x reverse spring


def test_two_players():
    game = play_all(Game.from_hands(["34", "57"]), "3 5 pass 7")
    assert game.returns().tolist() == [-2, 2]
    assert game.num_players == 2


def test_nothing_may_be_played_when_the_game_is_over():
    game = play_all(Game.from_hands(["34", "57"]), "3 5 pass 7")
    assert len(game.legal) == 0
    for move in ("pass", "4", 0):
        with pytest.raises(IllegalMoveError):
            game.play(move)


# --------------------------------------------------------------------------- in step with the oracle


def assert_same(game: Game, slow: oracle.Game) -> None:
    assert (game.phase, game.is_over, game.hands) == (slow.phase, slow.over, slow.hands)
    codes = game.legal.codes.tolist()
    assert sorted(codes) == sorted(engine_code(move, slow.rules) for move in slow.moves())
    assert len(game.legal) == len(codes)
    if slow.over:
        assert game.returns().tolist() == slow.payoffs()
        assert game.returns().dtype == np.int32
        return
    assert game.player == slow.turn
    assert game.returns().tolist() == [0] * slow.rules.players
    if slow.phase == "play":
        assert (game.landlord, game.stake) == (slow.landlord, slow.stake)
        assert (game.to_beat.cards if game.to_beat else None) == (slow.to_beat[0] if slow.to_beat else None)


def choose(game: Game, rng: random.Random) -> int:
    """Mostly at random; now and then the most cards, so that games of every length and springs come up."""
    codes = game.legal.codes.tolist()
    if rng.random() < 0.4:
        return max(codes, key=lambda code: (len(game.legal.moves()[codes.index(code)]), code))
    return rng.choice(codes)


def assert_in_step(game: Game, slow: oracle.Game, rng: random.Random) -> None:
    assert_same(game, slow)
    movers = []
    while not game.is_over:
        phase, code = game.phase, choose(game, rng)
        movers.append(game.player)
        game.push(code)
        slow = slow.play(oracle_move(code, slow.rules, phase))
        if slow.over and slow.winner is None and not game.is_over:  # redealt
            slow = oracle_game(game)
        assert_same(game, slow)
    assert game.movers.tolist() == movers


@pytest.mark.parametrize("seed", range(6))
def test_whole_games(rules, seed):
    game = Game(rules, seed=seed)
    assert_in_step(game, oracle_game(game), random.Random(seed))


@pytest.mark.parametrize("block", range(6))
def test_whole_games_under_odd_rules(block):
    for seed in range(block * 5, block * 5 + 5):
        rng = random.Random(seed)
        slow = odd_payment(rng, odd_rules(rng) if seed % 2 else oracle.PRESETS["standard"])
        game = Game(engine_rules(slow), seed=seed)
        assert_in_step(game, oracle_game(game), rng)


@pytest.mark.parametrize("block", range(10))
def test_short_games_under_odd_rules(block):
    """Open positions, where every kind of end is frequent: bombs, springs, cards left on the table."""
    for seed in range(block * 30, block * 30 + 30):
        rng = random.Random(seed)
        slow = odd_payment(rng, odd_rules(rng))
        cards = list(random_hand(rng, slow, 24) if rng.random() < 0.5 else "333344445555666677BR8899")
        rng.shuffle(cards)
        cut, end = rng.randint(1, 8), rng.randint(10, 18)
        hands = [oracle.sort_cards("".join(part)) for part in (cards[:cut], cards[cut:end], cards[end:])]
        landlord, turn, stake = rng.randrange(3), rng.randrange(3), rng.randint(1, 3)
        game = Game.from_hands(hands, landlord, engine_rules(slow), to_move=turn, stake=stake)
        assert_in_step(game, oracle.Game.position(slow, hands, landlord, turn, stake), rng)
