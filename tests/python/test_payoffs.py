"""Play and payment: worked cases, the rule text, and whole games in step with the oracle."""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np
import pytest

import doudizhu as oracle
from chupai import IllegalMoveError
from chupai.doudizhu import Game, Rules
from support import (
    case_id,
    case_rules,
    engine_code,
    engine_rules,
    odd_payment,
    odd_rules,
    oracle_game,
    oracle_move,
    oracle_rules,
    play_all,
    play_oracle,
    random_hand,
    worked_cases,
)

# --------------------------------------------------------------------------- worked cases


def position_of(case: dict[str, Any]) -> tuple[Game, list[str]]:
    """An open position and moves in which just what the case tells happens; the winner, or seat 1, bombs."""
    others = case["players"] - 1
    passes = ["pass"] * others
    bombs = [rank * size for rank, size in zip("789", case["bombs"], strict=False)]
    bombs += ["B" * (others - 1) + "R" * (others - 1)] * case["rockets"]
    led = [move for bomb in bombs for move in (bomb, *passes)]
    if case["winner"] == "landlord":
        hands = ["36" + "".join(bombs), "4Q", "5K", "5K"]
        moves = [*led, "3", *(passes if case["spring"] else ("4", *passes[1:])), "6"]
    else:
        hands = ["36T", "4J" + "".join(bombs), "5K", "5K"]
        moves = ["3", "4", *passes[1:], "pass" if case["anti_spring"] else "6", *led, "J"]
    hands = hands[: case["players"]]
    return Game.from_hands(hands, 0, case_rules(case), stake=case["bid"]), moves


@pytest.mark.parametrize("case", worked_cases("payoff"), ids=case_id)
def test_worked_payoff(case: dict[str, Any]) -> None:
    game, moves = position_of(case)
    for move in moves:
        assert not game.is_over
        assert game.returns().tolist() == [0] * case["players"]
        game.play(move)
    assert game.is_over
    assert game.returns().tolist() == case["expected"]


@pytest.mark.parametrize("case", worked_cases("trick"), ids=case_id)
def test_worked_trick(case: dict[str, Any]) -> None:
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


def test_two_bombs_and_a_rocket_at_bid_three() -> None:
    """The landlord is out first: each opponent pays 24."""
    game = Game.from_hands(["3333567BR", "444489", "TJ"], stake=3)
    play_all(game, "5 8 pass 3333 4444 pass BR pass pass 6 pass pass 7")
    assert game.returns().tolist() == [48, -24, -24]


def test_a_bomb_and_a_rocket_at_bid_two() -> None:
    """A peasant is out first: the landlord loses 8 to each."""
    game = Game.from_hands(["35J8888", "4TBR", "67"], stake=2, rules=Rules(reverse_spring=False))
    play_all(game, "5 pass 7 J pass pass 8888 BR pass pass 4 6")
    assert game.returns().tolist() == [-16, 8, 8]


def test_leading_again_after_all_pass() -> None:
    """Landlord leads a pair, the next plays a higher one, the other two pass: he leads, any kind."""
    game = Game.from_hands(["33445", "66789", "TTJQK"])
    play_all(game, "33 66 pass pass")
    assert (game.player, game.to_beat) == (1, None)
    assert "7" in game.legal
    assert "789" not in game.legal


def test_a_player_who_passed_may_play_again_in_the_round() -> None:
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
def test_payment(deal: tuple[list[str], str], options: dict[str, Any], expected: list[int]) -> None:
    hands, moves = deal
    game = play_all(Game.from_hands(hands, 0, Rules(**options), stake=2), moves)
    assert game.is_over
    assert game.returns().tolist() == expected


@pytest.mark.parametrize("landlord", [0, 1, 2])
def test_the_landlord_may_sit_anywhere(landlord: int) -> None:
    game = Game.from_hands(["34", "56", "78"], landlord, to_move=landlord, stake=1)
    first, second = list(game.hands[landlord])
    play_all(game, first)
    while game.player != landlord:
        game.play("pass")
    play_all(game, second)
    assert game.returns().tolist() == [4 if seat == landlord else -2 for seat in range(3)]  # a spring


def test_a_lost_bomb_does_not_double_for_the_bomber() -> None:
    rules = Rules.preset("hubei")
    game = play_all(
        Game.from_hands(["3KA2", "444456", "789"], 0, rules, stake=3), "3 4444 pass pass 5 pass K pass pass"
    )
    play_all(game, "A pass pass 2")
    assert game.returns().tolist() == [6, -3, -3]


def test_what_lies_on_the_table_of_an_open_position() -> None:
    """It was a play of the seat before, so the landlord has led once; a bomb there is in the stake already."""
    game = play_all(Game.from_hands(["35", "46", "57"], to_move=1, to_beat="3"), "4 5 pass 6")
    assert game.returns().tolist() == [-4, 2, 2]  # reverse spring
    game = Game.from_hands(["35", "46", "4BR"], to_move=1, to_beat="3333", stake=2)
    play_all(game, "pass BR pass pass 4")
    assert game.returns().tolist() == [-16, 8, 8]  # 2 x rocket x reverse spring


def test_two_players() -> None:
    game = play_all(Game.from_hands(["34", "57"]), "3 5 pass 7")
    assert game.returns().tolist() == [-2, 2]
    assert game.num_players == 2


# Four players, seat 0 the landlord at stake 2: a bomb of six of his, the rocket and a bomb of five of seat 1.
FOUR_BOMBS = (
    ["333333J4", "55555BBRR6T", "78", "9K"],
    "333333 BBRR pass pass pass 55555 pass pass pass 6 8 9 J pass pass pass 4",
)
FOUR_LOST = (
    ["333333J4Q", "55555BBRR6T", "78", "9K"],
    "4 6 8 9 J pass pass pass 333333 BBRR pass pass pass 55555 pass pass pass T",
)
FOUR_SPRING = (["33333366", "78", "79", "8T"], "333333 pass pass pass 66")
FOUR_REVERSE = (["456", "7777778", "99", "TT"], "4 8 pass pass pass 777777")


@pytest.mark.parametrize("preset", ["standard-four", "hubei-pairs"])
@pytest.mark.parametrize(
    ("deal", "options", "solo", "pairs"),
    [
        (FOUR_BOMBS, {}, [24, -8, -8, -8], [8, -8, 8, -8]),
        (FOUR_BOMBS, {"doubling_bomb_min": 5}, [48, -16, -16, -16], [16, -16, 16, -16]),
        (FOUR_BOMBS, {"doubling_bomb_min": 9}, [12, -4, -4, -4], [4, -4, 4, -4]),
        (FOUR_BOMBS, {"bomb_doubling": "once"}, [12, -4, -4, -4], [4, -4, 4, -4]),
        (FOUR_BOMBS, {"bomb_doubling": "none"}, [6, -2, -2, -2], [2, -2, 2, -2]),
        (FOUR_BOMBS, {"bomb_doubling": "bomber"}, [12, -4, -4, -4], [4, -4, 2, -2]),
        (FOUR_BOMBS, {"multiplier_cap": 3}, [18, -6, -6, -6], [6, -6, 6, -6]),
        (FOUR_BOMBS, {"payoff": "win_loss"}, [1, -1, -1, -1], [1, -1, 1, -1]),
        (FOUR_LOST, {}, [-24, 8, 8, 8], [-8, 8, -8, 8]),
        (FOUR_LOST, {"bomb_doubling": "bomber"}, [-8, 4, 2, 2], [-4, 4, -2, 2]),
        (FOUR_LOST, {"bomb_doubling": "bomber", "doubling_bomb_min": 5}, [-12, 8, 2, 2], [-8, 8, -2, 2]),
        (FOUR_LOST, {"payoff": "win_loss"}, [-1, 1, 1, 1], [-1, 1, -1, 1]),
        (FOUR_SPRING, {"spring": True}, [24, -8, -8, -8], [8, -8, 8, -8]),
        (FOUR_SPRING, {"spring": False}, [12, -4, -4, -4], [4, -4, 4, -4]),
        (FOUR_SPRING, {"spring": False, "bomb_doubling": "bomber"}, [12, -4, -4, -4], None),
        (FOUR_REVERSE, {"reverse_spring": True}, [-24, 8, 8, 8], [-8, 8, -8, 8]),
        (FOUR_REVERSE, {"reverse_spring": False}, [-12, 4, 4, 4], [-4, 4, -4, 4]),
    ],
)
def test_payment_of_four(
    preset: str, deal: tuple[list[str], str], options: dict[str, Any], solo: list[int], pairs: list[int] | None
) -> None:
    """Springs of the presets differ, so that each case says what it is about; None: see the oracle."""
    hands, moves = deal
    options = {"spring": False, "reverse_spring": False, **options}
    rules = Rules.preset(preset).replace(**options)
    game = play_all(Game.from_hands(hands, 0, rules, stake=2), moves)
    slow_rules = oracle_rules(rules)
    slow = play_oracle(oracle.Game.position(slow_rules, hands, stake=2), game.moves)
    assert game.is_over
    assert game.returns().tolist() == slow.payoffs()
    expected = solo if preset == "standard-four" else pairs
    assert expected is None or game.returns().tolist() == expected


@pytest.mark.parametrize("winner", range(4))
def test_pairs_win_and_lose_together(winner: int) -> None:
    """Whoever is out first, his partner opposite gains as much; each loser pays one winner."""
    rules = Rules.preset("hubei-pairs")
    hands = ["345", "346", "347", "348"]
    hands[winner] = "2"
    for landlord in range(4):
        game = Game.from_hands(hands, landlord, rules, to_move=winner, stake=3)
        play_all(game, "2")
        assert game.returns().tolist() == [3 if seat % 2 == winner % 2 else -3 for seat in range(4)]


def test_a_partner_who_played_is_no_opponent() -> None:
    """A spring in pairs: neither of the other side played; the landlord's partner did."""
    rules = Rules.preset("hubei-pairs").replace(spring=True)
    game = Game.from_hands(["3K", "45", "A6", "78"], 0, rules)
    play_all(game, "3 pass A pass pass pass 6")
    assert game.returns().tolist() == [2, -2, 2, -2]


def test_nothing_may_be_played_when_the_game_is_over() -> None:
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
    codes: list[int] = game.legal.codes.tolist()
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
def test_whole_games(rules: Rules, seed: int) -> None:
    game = Game(rules, seed=seed)
    assert_in_step(game, oracle_game(game), random.Random(seed))


@pytest.mark.parametrize("block", range(6))
@pytest.mark.parametrize("preset", ["standard", "standard-four"])
def test_whole_games_under_odd_rules(preset: str, block: int) -> None:
    """Of two packs the combinations are those of the preset: odd ones make lists of thousands."""
    for seed in range(block * 5, block * 5 + 5):
        rng = random.Random(seed)
        slow = odd_payment(rng, odd_rules(rng) if seed % 2 and preset == "standard" else oracle.PRESETS[preset])
        game = Game(engine_rules(slow), seed=seed)
        assert_in_step(game, oracle_game(game), rng)


@pytest.mark.parametrize("block", range(10))
def test_short_games_of_four_under_odd_rules(block: int) -> None:
    """Two packs, solo and pairs: bombs of four to eight, jokers, springs, caps, who bombed."""
    for seed in range(block * 30, block * 30 + 30):
        rng = random.Random(seed)
        slow = odd_payment(rng, odd_rules(rng, packs=2) if seed % 3 else oracle.PRESETS["standard-four"])
        cards = list(random_hand(rng, slow, 24) if rng.random() < 0.5 else "33333333444444555555667BBRR88")
        if rng.random() < 0.7:
            rng.shuffle(cards)
        cuts = [0, *sorted(rng.sample(range(1, len(cards)), 3)), len(cards)]
        hands = [oracle.sort_cards("".join(cards[a:b])) for a, b in itertools.pairwise(cuts)]
        rng.shuffle(hands)
        if max(map(len, hands)) > 12:  # loose rules make lists of thousands
            continue
        landlord, turn, stake = rng.randrange(4), rng.randrange(4), rng.randint(1, 3)
        game = Game.from_hands(hands, landlord, engine_rules(slow), to_move=turn, stake=stake)
        assert_in_step(game, oracle.Game.position(slow, hands, landlord, turn, stake), rng)


@pytest.mark.parametrize("block", range(10))
def test_short_games_under_odd_rules(block: int) -> None:
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
