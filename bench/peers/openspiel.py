"""OpenSpiel's Dou Dizhu: from Python, inside C++, and as rollouts."""

from __future__ import annotations

import collections
import random
from collections.abc import Iterable, Mapping
from typing import Any

from bench.peers import scripts, spiel
from bench.peers.base import COPIES, Call, Engine, reached
from bench.peers.doudizhu import MIDDLE, PACK, RANKS, CannotAskError, Peer, canonical


class OpenSpiel(Peer):
    """OpenSpiel, asked through `State.legal_actions()` of a position played up to.

    A state cannot be built from a hand, so the deal is chosen card by card at
    the chance nodes and the surplus is played off (`scripts.script`). Not to be asked:

    * what follows a four with two: OpenSpiel has no such move;
    * a hand of 20 that follows: only the landlord holds 20, and he leads them;
    * a hand of 18 or 19 after 16 cards or more; fewer than 17 after 18 cards;
      any hand after 20: who led so many would have no card left;
    * a hand and a table that are not in one pack.

    A card set with several readings is on the table as the first in chupai's
    order: a bare plane before a winged one, then the higher body.
    """

    name = "open_spiel"
    title = "OpenSpiel"
    how = "from Python"
    package = "open_spiel"
    preset = "openspiel"
    included: Mapping[str, str] = {
        "games": "from Python: chance_outcomes, legal_actions, apply_action; deal, auction, play",
        "steps": "the same games: legal_actions, apply_action and the deal",
        "lists": "State.legal_actions of a position played up to",
        "copies": "State.clone",
    }

    _FIRST_CARD = 51  # chance action of card 0; cards are rank + 13 * suit, the jokers last

    def __init__(self) -> None:
        self._game = spiel.pyspiel().load_game("dou_dizhu")
        self._names = self._action_names()
        self._text = {action: self._as_text(name) for action, name in self._names.items()}
        self._action = self._first_readings()
        self._bid_three = self._action["Bid 3"]
        self._pass = self._action[""]

    def _action_names(self) -> dict[int, str]:
        state = self._game.new_initial_state()
        return {action: state.action_to_string(0, action) for action in range(self._game.num_distinct_actions())}

    @staticmethod
    def _as_text(name: str) -> str:
        if name.startswith("Bid"):
            return name
        if name == "Pass":
            return ""
        return canonical(name.replace("(BWJ)", "B").replace("(CJ)", "R").replace("-", ""))

    def _first_readings(self) -> dict[str, int]:
        """Card text to the action read first: bare, then the higher body."""
        first: dict[str, int] = {}
        for action in sorted(self._text, key=self._reading_order):
            first.setdefault(self._text[action], action)
        return first

    def _reading_order(self, action: int) -> tuple[int, int]:
        name = self._names[action]
        if "-" not in name:
            return 0, 0
        return 1, -RANKS.index(name[0])

    def ask(self, hand: str, to_beat: str) -> Call:
        call: Call = self.state(hand, to_beat).legal_actions
        return call

    def texts(self, answer: Any) -> Iterable[str]:
        return [self._text[action] for action in answer]

    def state(self, hand: str, to_beat: str) -> Any:
        """A state in which a player holding exactly `hand` must beat `to_beat`."""
        if to_beat and to_beat not in self._action:
            raise CannotAskError(f"OpenSpiel has no move {to_beat!r}")
        hands, plays = scripts.script(hand, to_beat)
        state = self._dealt(hands)
        state.apply_action(self._bid_three)
        for text in plays:
            state.apply_action_with_legality_check(self._action[text])
        return state

    def _dealt(self, hands: list[str]) -> Any:
        """Seat 0 is first to bid; the cards of no hand are the bottom cards."""
        state = self._game.new_initial_state()
        state.apply_action(0)
        copies: collections.Counter[str] = collections.Counter()
        for i in range(51):
            rank = hands[i % 3][i // 3]
            state.apply_action(self._FIRST_CARD + self._card(rank, copies[rank]))
            copies[rank] += 1
        return state

    def _card(self, rank: str, copy: int) -> int:
        return 39 + RANKS.index(rank) if rank in "BR" else RANKS.index(rank) + 13 * copy

    def random_games(self, n: int, seed: int = 0) -> tuple[float, int]:
        return spiel.games_from_python(self._game.new_initial_state, n, seed)

    def copies(self, seed: int) -> list[Call]:
        rng = random.Random(seed)
        states = reached(lambda: self._random_deal(rng), spiel.advancing(rng), [MIDDLE] * COPIES)
        return [state.clone for state in states]

    def _random_deal(self, rng: random.Random) -> Any:
        pack = rng.sample(PACK, len(PACK))
        return self._dealt(["".join(pack[seat:51:3]) for seat in range(3)])


class OpenSpielCpp(OpenSpiel):
    """The same, games played inside C++: one Python call a game."""

    name = "open_spiel C++"
    how = "games inside C++"
    decisions = "inside"
    included: Mapping[str, str] = {
        "games": "evaluate_bots with C++ uniform random bots: deal, auction, play; one call a game",
        "inside": "the same games",
    }

    _CHANCE_NODES = 52  # the face-up place, 51 cards

    def random_games(self, n: int, seed: int = 0) -> tuple[float, int]:
        return spiel.games_inside(self._game.new_initial_state, 3, self._CHANCE_NODES, n, seed)

    lists = copies = Engine.lists  # those of OpenSpiel above


class OpenSpielRollouts(OpenSpiel):
    """The same, the fastest that the package goes: playouts of dealt positions."""

    name = "open_spiel rollouts"
    how = "rollouts inside C++, no deals"
    decisions = ""
    included: Mapping[str, str] = {
        "games": f"RandomRolloutEvaluator on dealt positions, {spiel.PER_DEAL} games a call; auction, play; NO deal",
    }

    def random_games(self, n: int, seed: int = 0) -> tuple[float, int]:
        return spiel.rollouts(self._game, self._random_deal, n, seed)

    lists = copies = Engine.lists  # those of OpenSpiel above
