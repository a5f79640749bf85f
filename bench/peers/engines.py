"""RLCard and DouZero: engines written in Python.

A package is imported only when its class is made; `MissingPeerError` then says
what to install.
"""

from __future__ import annotations

import copy
import functools
import random
import time
from collections.abc import Iterable, Mapping
from types import SimpleNamespace
from typing import Any

from bench.peers.base import COPIES, Call, reached, require
from bench.peers.doudizhu import MIDDLE, PACK, RANKS, CannotAskError, Peer, canonical


class RLCard(Peer):
    """RLCard: the judger's generator when leading, its move tables when following."""

    name = "rlcard"
    title = "RLCard"
    how = "from Python"
    package = "rlcard"
    preset = "rlcard"
    included: Mapping[str, str] = {
        "games": "games.doudizhu.Game: deal, legal moves, state dictionary; no env features",
        "steps": "the same games: legal moves and state dictionary with every step",
        "lists": "the judger's generator when leading, the move tables when following",
        "copies": "copy.deepcopy of the Game, its players, state dictionary and random stream in it",
    }

    def __init__(self) -> None:
        self._utils = require("rlcard.games.doudizhu.utils", "rlcard")
        self._games = require("rlcard.games.doudizhu", "rlcard")

    def ask(self, hand: str, to_beat: str) -> Call:
        if not to_beat:
            generate = self._games.Judger.playable_cards_from_hand
            return lambda: generate(hand)
        if to_beat not in self._utils.CARD_TYPE[0]:
            raise CannotAskError(f"{to_beat!r} is in none of RLCard's move tables")
        player = SimpleNamespace(current_hand=[self._card(rank) for rank in hand])
        greater = SimpleNamespace(played_cards=to_beat)
        greater_than = self._utils.get_gt_cards
        return lambda: greater_than(player, greater)

    @staticmethod
    def _card(rank: str) -> SimpleNamespace:
        if rank in "BR":
            return SimpleNamespace(suit=rank + "J", rank="")
        return SimpleNamespace(suit="S", rank=rank)

    def texts(self, answer: Any) -> Iterable[str]:
        return ["" if move == "pass" else canonical(move) for move in answer]

    def random_games(self, n: int, seed: int = 0) -> tuple[float, int]:
        choice = random.Random(seed).choice
        game = self._new_game(seed)
        plies = 0
        start = time.process_time()
        for _ in range(n):
            state, _player = game.init_game()
            while not game.is_over():
                state, _player = game.step(choice(state["actions"]))
                plies += 1
        return time.process_time() - start, plies

    def _new_game(self, seed: int) -> Any:
        game = self._games.Game()
        game.np_random = require("numpy", "numpy").random.RandomState(seed)
        return game

    def copies(self, seed: int) -> list[Call]:
        rng = random.Random(seed)

        def fresh() -> Any:
            game = self._new_game(rng.getrandbits(31))
            game.init_game()
            return game

        def advance(game: Any) -> bool:
            game.step(rng.choice(game.state["actions"]))
            return not game.is_over()

        games = reached(fresh, advance, [MIDDLE] * COPIES)
        return [functools.partial(copy.deepcopy, game) for game in games]


_NUMBER = dict(zip(RANKS, (*range(3, 15), 17, 20, 30), strict=True))  # DouZero's ranks
_RANK = {number: rank for rank, number in _NUMBER.items()}


class DouZero(Peer):
    """DouZero: the game that its environment drives, without observations."""

    name = "douzero"
    title = "DouZero"
    how = "from Python"
    package = "douzero"
    preset = "douzero"
    included: Mapping[str, str] = {
        "games": "env.game.GameEnv: deal, legal moves, information set; no get_obs features",
        "steps": "the same games: legal moves and information set with every step",
        "lists": "GameEnv.get_legal_card_play_actions",
        "copies": "copy.deepcopy of the GameEnv, its information sets and legal moves in it",
    }

    _SEATS = ("landlord", "landlord_down", "landlord_up")

    def __init__(self) -> None:
        self._game = require("douzero.env.game", "--no-deps douzero")
        self._detect = require("douzero.env.move_detector", "--no-deps douzero")

    def ask(self, hand: str, to_beat: str) -> Call:
        env = self._game.GameEnv({})
        env.acting_player_position = "landlord_down"
        env.info_sets["landlord_down"].player_hand_cards = self._numbers(hand)
        if to_beat:
            env.card_play_action_seq = [self._numbers(to_beat)]
        call: Call = env.get_legal_card_play_actions
        return call

    def detected(self, move: str) -> int:
        """DouZero's number for the kind of `move`; 15 is none that it knows."""
        return int(self._detect.get_move_type(self._numbers(move))["type"])

    def _numbers(self, text: str) -> list[int]:
        return [_NUMBER[rank] for rank in canonical(text)]

    def texts(self, answer: Any) -> Iterable[str]:
        return [canonical(_RANK[number] for number in move) for move in answer]

    def random_games(self, n: int, seed: int = 0) -> tuple[float, int]:
        rng = random.Random(seed)
        env = self._new_env(rng)
        plies = 0
        start = time.process_time()
        for _ in range(n):
            env.reset()
            env.card_play_init(self._deal(rng))
            while not env.game_over:
                env.step()
            plies += len(env.card_play_action_seq)
        return time.process_time() - start, plies

    def _new_env(self, rng: random.Random) -> Any:
        player = SimpleNamespace(act=lambda infoset: rng.choice(infoset.legal_actions))
        return self._game.GameEnv(dict.fromkeys(self._SEATS, player))

    def copies(self, seed: int) -> list[Call]:
        rng = random.Random(seed)

        def fresh() -> Any:
            env = self._new_env(rng)
            env.card_play_init(self._deal(rng))
            return env

        def advance(env: Any) -> bool:
            env.step()
            return not env.game_over

        envs = reached(fresh, advance, [MIDDLE] * COPIES)
        return [functools.partial(copy.deepcopy, env) for env in envs]

    def _deal(self, rng: random.Random) -> dict[str, list[int]]:
        deck = self._numbers(PACK)
        rng.shuffle(deck)
        parts = {
            "landlord": deck[:20],
            "landlord_up": deck[20:37],
            "landlord_down": deck[37:],
            "three_landlord_cards": deck[17:20],
        }
        return {seat: sorted(cards) for seat, cards in parts.items()}
