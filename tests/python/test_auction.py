"""From the deal to the landlord: who calls, what may be called, when it ends, who gets the bottom cards."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Literal

import pytest

import doudizhu as oracle
from chupai import IllegalMoveError
from chupai.doudizhu import Deal, Game, Phase, Rules
from support import case_id, case_rules, engine_code, engine_rules, oracle_codes, play_all, worked_cases

STANDARD = oracle.PRESETS["standard"]
HANDS = ("33445566778899TTJ", "33445566778899TTJ", "JJQQQQKKKKAAAA222")
BOTTOM = "2BR"
WORDS = {0: "pass", 1: "1", 2: "2", 3: "3"}


def deal(rules: Rules | None = None, first: int = 0) -> Game:
    return Game(rules, deal=[*HANDS, BOTTOM], first=first)


def call(game: Game, bids: list[int] | tuple[int, ...]) -> Game:
    for bid in bids:
        assert game.phase == "auction"
        game.play(WORDS[bid])
    return game


@pytest.mark.parametrize("case", worked_cases("deal"), ids=case_id)
def test_worked_deal(case: dict[str, Any]) -> None:
    rules = case_rules(case)
    assert rules.players == case["players"]
    for seed in range(5):
        game = Game(rules, seed=seed)
        assert [len(hand) for hand in game.deal.hands] == [case["cards_each"]] * case["players"]
        assert len(game.bottom) == case["left"]
        cards = "".join(game.deal.hands) + game.bottom
        assert len(cards) == case["deck"]
        assert oracle.sort_cards(cards) == oracle.deck(oracle.PRESETS[case["preset"]])
        play_all(game, "3" if game.phase != "play" else "")
        assert game.landlord is not None
        assert len(game.hands[game.landlord]) == case["landlord_cards"]


@pytest.mark.parametrize("case", worked_cases("auction"), ids=case_id)
def test_worked_auction(case: dict[str, Any]) -> None:
    game = deal(case_rules(case))
    if case["result"] == "illegal":
        *legal, last = case["bids"]
        call(game, legal)
        assert str(last) not in game.legal
        with pytest.raises(ValueError, match=str(last)):
            game.play(str(last))
        return
    call(game, case["bids"])
    assert (game.phase, game.player) == ("play", game.landlord)
    assert game.landlord is not None
    assert {"landlord": game.landlord, "bid": game.stake} == case["result"]
    assert game.hands[game.landlord] == oracle.sort_cards(HANDS[game.landlord] + BOTTOM)


def oracle_auctions(game: oracle.Game, calls: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], oracle.Game]]:
    """Every auction: the calls and the state after them."""
    yield calls, game
    if game.phase == "auction":
        for bid in game.moves():
            assert isinstance(bid, int)
            yield from oracle_auctions(game.play(bid), (*calls, bid))


@pytest.mark.parametrize("first", [0, 1, 2])
@pytest.mark.parametrize("all_pass", ["void", "redeal", "forced"])
@pytest.mark.parametrize("pass_is_final", [False, True])
def test_every_auction_is_the_oracles(
    pass_is_final: bool, all_pass: Literal["void", "redeal", "forced"], first: int
) -> None:
    slow = replace(STANDARD, pass_is_final=pass_is_final, all_pass=all_pass)
    assert_every_auction(slow, Deal(HANDS, BOTTOM, first))


@pytest.mark.parametrize("first", [0, 3])
@pytest.mark.parametrize("all_pass", ["void", "redeal", "forced"])
@pytest.mark.parametrize("pass_is_final", [False, True])
def test_every_auction_of_four_is_the_oracles(
    pass_is_final: bool, all_pass: Literal["void", "redeal", "forced"], first: int
) -> None:
    slow = replace(oracle.PRESETS["standard-four"], pass_is_final=pass_is_final, all_pass=all_pass)
    assert_every_auction(slow, Game(Rules.preset("standard-four"), seed=1, first=first).deal)


def assert_every_auction(slow: oracle.Rules, dealt: Deal) -> None:
    rules = engine_rules(slow)
    for calls, expected in oracle_auctions(oracle.Game.deal(slow, dealt.hands, dealt.bottom, dealt.first)):
        game = call(Game(rules, deal=dealt), calls)
        assert game.phase == expected.phase, calls
        assert game.is_over == expected.over
        assert game.landlord == expected.landlord
        assert game.hands == expected.hands
        assert game.ply == len(calls)
        if expected.phase == "auction":
            assert (game.player, game.legal.codes.tolist()) == (
                expected.turn,
                [engine_code(bid, slow) for bid in expected.moves()],
            )
        elif expected.phase == "play":
            assert (game.player, game.stake, game.to_beat) == (expected.turn, expected.stake, None)
            moves = oracle.legal_fast(expected.hands[expected.turn], None, slow)
            assert game.legal.codes.tolist() == oracle_codes(moves)
        else:
            assert len(game.legal) == 0
            assert game.returns().tolist() == expected.payoffs() == [0] * slow.players


def test_the_standing_bid() -> None:
    game = deal()
    assert (game.stake, game.landlord, game.to_beat) == (0, None, None)
    assert [str(move) for move in game.legal.moves()] == ["pass", "bid1", "bid2", "bid3"]
    game.play("1")
    assert (game.stake, game.landlord) == (1, None)
    assert [str(move) for move in game.legal.moves()] == ["pass", "bid2", "bid3"]
    game.play("2")
    assert [str(move) for move in game.legal.moves()] == ["pass", "bid3"]
    for bid in ("1", "2"):
        with pytest.raises(IllegalMoveError, match=bid):
            game.play(bid)
    assert game.stake == 2


@pytest.mark.parametrize("text", ["4", "bid4", "bid0", "-1", "33", "3 3", "bid"])
def test_what_no_bid_is(text: str) -> None:
    game = deal()
    before = game.text()
    with pytest.raises(ValueError, match=r"\w"):
        game.play(text)
    assert game.text() == before


@pytest.mark.parametrize("text", ["1", "bid1", "BID1"])
def test_a_bid_as_text_code_or_move(text: str) -> None:
    game = deal()
    assert game.parse(text).bid == 1
    assert text in game.legal
    for move in (text, game.parse(text), 1 << 60):
        other = deal()
        other.play(move)
        assert (other.stake, other.player) == (1, 1)
        assert other.moves[0].kind == "bid"


# --------------------------------------------------------------------------- all pass


def test_a_given_deal_that_all_pass_is_over() -> None:
    for all_pass in ("void", "redeal"):
        game = call(deal(Rules(all_pass=all_pass), first=1), [0, 0, 0])
        assert (game.phase, game.is_over, game.landlord) == (Phase.OVER, True, None)
        assert game.returns().tolist() == [0, 0, 0]
        assert len(game.legal) == 0
        with pytest.raises(IllegalMoveError):
            game.play("pass")
        game.pop()
        assert (game.phase, game.player) == ("auction", 0)


def test_forced_makes_the_first_bidder_landlord() -> None:
    game = call(deal(Rules(all_pass="forced"), first=2), [0, 0, 0])
    assert (game.phase, game.landlord, game.stake, game.player) == ("play", 2, 1, 2)
    assert len(game.hands[2]) == 20


def test_a_seeded_game_redeals_at_once() -> None:
    game = Game(seed=5)
    seen = [game.deal]
    for times in range(1, 6):
        call(game, [0, 0, 0])
        assert (game.phase, game.is_over, game.ply, game.stake) == ("auction", False, 3 * times, 0)
        assert game.player == game.deal.first
        assert game.hands == game.deal.hands
        assert game.deal not in seen
        seen.append(game.deal)
    assert game.history.tolist() == [0] * 15
    for deal_before in reversed(seen[:-1]):
        for _ in range(3):
            assert game.pop() == 0
        assert game.deal == deal_before
    assert game == Game(seed=5)


def test_four_pass_and_are_dealt_anew() -> None:
    game = call(Game(Rules.preset("hubei-pairs"), seed=5), [0, 0, 0])
    first = game.deal
    assert (game.ply, game.phase) == (3, "auction")
    call(game, [0])
    assert (game.ply, game.phase, game.player) == (4, "auction", game.deal.first)
    assert game.deal != first
    call(game, [0, 1, 0, 0, 2, 0, 0])
    assert game.phase == "auction"
    call(game, [0])
    bidder = (game.deal.first + 4) % 4
    assert (game.phase, game.landlord, game.stake, game.player) == ("play", bidder, 2, bidder)
    assert [len(hand) for hand in game.hands] == [33 if seat == bidder else 25 for seat in range(4)]


def test_redeals_are_the_same_for_the_same_seed() -> None:
    one, two = call(Game(seed=8), [0] * 9), call(Game(seed=8), [0] * 9)
    assert one.deal == two.deal
    assert one.deal != call(Game(seed=9), [0] * 9).deal
    assert one.deal != call(Game(seed=8, game=1), [0] * 9).deal
    assert one.deal != call(Game(seed=8, episode=1), [0] * 9).deal


def test_a_seeded_game_that_does_not_redeal_is_over() -> None:
    game = call(Game(Rules(all_pass="void"), seed=5), [0, 0, 0])
    assert game.is_over


# --------------------------------------------------------------------------- other selections


def test_the_landlord_drawn_names_a_stake() -> None:
    for seat, stake in itertools.product(range(3), (1, 2, 3)):
        game = deal(Rules.preset("app"), first=seat)
        assert (game.phase, game.player, game.landlord) == (Phase.STAKE, seat, seat)
        assert [str(move) for move in game.legal.moves()] == ["bid1", "bid2", "bid3"]
        assert "pass" not in game.legal
        with pytest.raises(IllegalMoveError):
            game.play("pass")
        game.play(str(stake))
        assert (game.phase, game.landlord, game.stake, game.player) == ("play", seat, stake, seat)
        assert game.hands[seat] == oracle.sort_cards(HANDS[seat] + BOTTOM)
        assert game.bottom == BOTTOM


@pytest.mark.parametrize("preset", ["rlcard", "douzero"])
def test_the_landlord_given_plays_at_once(preset: str) -> None:
    game = deal(Rules.preset(preset))
    assert (game.phase, game.landlord, game.stake, game.player) == ("play", 0, 1, 0)
    assert game.hands == (oracle.sort_cards(HANDS[0] + BOTTOM), HANDS[1], HANDS[2])
    assert game.deal.hands == HANDS


def test_first_is_drawn_evenly_or_given() -> None:
    rules = Rules.preset("standard")
    drawn = [Game(rules, seed=1, game=i).player for i in range(300)]
    assert {drawn.count(seat) > 60 for seat in range(3)} == {True}
    assert [Game(rules, seed=1, first=seat).player for seat in range(3)] == [0, 1, 2]
    assert {Game(rules, seed=1, first=seat).deal.hands for seat in range(3)} == {Game(rules, seed=1).deal.hands}
