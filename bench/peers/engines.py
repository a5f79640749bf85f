"""One class a peer: its legal moves of a position, and whole random games.

Every class answers in chupai's card text: ranks ``3456789TJQKA2BR`` sorted low
to high, one character a card. A package is imported only when its class is
made; `MissingPeerError` then says what to install.

Two things are asked of a peer:

* `ask(hand, to_beat)` sets the position up and returns a call without
  arguments that does nothing but ask the package for its legal moves: what a
  clock may be held against. `legal(hand, to_beat)` is the same, translated:
  how often the package lists each card text, pass left out.
* `random_games(n, seed)` plays `n` whole games, dealing included, every
  decision uniform among the moves listed, and returns (CPU seconds, plies).
  A ply is a decision of a player: a bid, a combination or a pass.

A position that a package cannot express raises `CannotAskError`.
"""

from __future__ import annotations

import collections
import importlib
import random
import time
from collections.abc import Callable, Iterable
from importlib import metadata
from types import SimpleNamespace
from typing import Any

RANKS = "3456789TJQKA2BR"
PACK = "".join(r * 4 for r in RANKS[:13]) + "BR"


class MissingPeerError(ImportError):
    """A package is not installed; the message names the command to install it."""


class CannotAskError(ValueError):
    """The package has no way to express the position."""


def require(module: str, install: str) -> Any:
    """Import `module`, or say how to install it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise MissingPeerError(f"{module} is not here ({error}); run: pip install {install}") from error


def canonical(cards: Iterable[str]) -> str:
    """Card text sorted low to high."""
    return "".join(sorted(cards, key=RANKS.index))


def without(cards: str, taken: str) -> str:
    """`cards` less `taken`, sorted; every card of `taken` must be there."""
    left = collections.Counter(cards)
    left.subtract(taken)
    if min(left.values(), default=0) < 0:
        raise CannotAskError(f"{taken!r} is not contained in {cards!r}")
    return canonical(left.elements())


class Peer:
    """What the benchmark and the tests need of an engine."""

    name = ""
    package = ""  # the distribution's name, for its version
    preset = ""  # chupai's preset with this engine's rules
    included = ""  # what `random_games` includes, for the report
    lists_moves = True  # are its legal-move calls worth a clock of their own?

    @property
    def version(self) -> str:
        return metadata.version(self.package)

    def ask(self, hand: str, to_beat: str) -> Callable[[], Any]:
        raise NotImplementedError

    def texts(self, answer: Any) -> Iterable[str]:
        """Card texts of what a call made by `ask` returned; "" is pass."""
        raise NotImplementedError

    def legal(self, hand: str, to_beat: str = "") -> collections.Counter[str]:
        """How often each card text is listed; pass is left out."""
        listed = collections.Counter(self.texts(self.ask(canonical(hand), canonical(to_beat))()))
        del listed[""]
        return listed

    def random_games(self, n: int, seed: int = 0) -> tuple[float, int]:
        raise NotImplementedError


class Chupai(Peer):
    """chupai itself, under one of its presets."""

    name = "chupai"
    package = "chupai"
    included = "one call for all games: deals, auction if the preset has one, play, payoffs"

    def __init__(self, preset: str = "standard") -> None:
        self._chupai = require("chupai", ". (in the project's root)")
        self._doudizhu = require("chupai.doudizhu", ". (in the project's root)")
        self.preset = preset
        self.rules = self._doudizhu.Rules.preset(preset)

    def ask(self, hand: str, to_beat: str) -> Callable[[], Any]:
        legal_codes, rules = self._doudizhu.legal_codes, self.rules
        return lambda: legal_codes(hand, to_beat, rules)

    def texts(self, answer: Any) -> Iterable[str]:
        move = self._doudizhu.Move
        return [canonical(move(int(code)).cards) if code else "" for code in answer]

    def random_games(self, n: int, seed: int = 0) -> tuple[float, int]:
        start = time.process_time()
        _, plies = self._chupai.random_games(self.rules, n, seed=seed)
        return time.process_time() - start, int(plies.sum())


class RLCard(Peer):
    """RLCard: the judger's generator when leading, its move tables when following."""

    name = "rlcard"
    package = "rlcard"
    preset = "rlcard"
    included = "games.doudizhu.Game: deal, legal moves, state dictionary; no env features"

    def __init__(self) -> None:
        self._utils = require("rlcard.games.doudizhu.utils", "rlcard")
        self._games = require("rlcard.games.doudizhu", "rlcard")

    def ask(self, hand: str, to_beat: str) -> Callable[[], Any]:
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
        numpy = require("numpy", "numpy")
        choice = random.Random(seed).choice
        game = self._games.Game()
        game.np_random = numpy.random.RandomState(seed)
        plies = 0
        start = time.process_time()
        for _ in range(n):
            state, _player = game.init_game()
            while not game.is_over():
                state, _player = game.step(choice(state["actions"]))
                plies += 1
        return time.process_time() - start, plies


_NUMBER = dict(zip(RANKS, (*range(3, 15), 17, 20, 30), strict=True))  # DouZero's ranks
_RANK = {number: rank for rank, number in _NUMBER.items()}


class DouZero(Peer):
    """DouZero: the game that its environment drives, without observations."""

    name = "douzero"
    package = "douzero"
    preset = "douzero"
    included = "env.game.GameEnv: deal, legal moves, information set; no get_obs features"

    _SEATS = ("landlord", "landlord_down", "landlord_up")

    def __init__(self) -> None:
        self._game = require("douzero.env.game", "--no-deps douzero")
        self._detect = require("douzero.env.move_detector", "--no-deps douzero")

    def ask(self, hand: str, to_beat: str) -> Callable[[], Any]:
        env = self._game.GameEnv({})
        env.acting_player_position = "landlord_down"
        env.info_sets["landlord_down"].player_hand_cards = self._numbers(hand)
        if to_beat:
            env.card_play_action_seq = [self._numbers(to_beat)]
        call: Callable[[], Any] = env.get_legal_card_play_actions
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
        player = SimpleNamespace(act=lambda infoset: rng.choice(infoset.legal_actions))
        env = self._game.GameEnv(dict.fromkeys(self._SEATS, player))
        plies = 0
        start = time.process_time()
        for _ in range(n):
            env.reset()
            env.card_play_init(self._deal(rng))
            while not env.game_over:
                env.step()
            plies += len(env.card_play_action_seq)
        return time.process_time() - start, plies

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


class OpenSpiel(Peer):
    """OpenSpiel, asked through `State.legal_actions()` of a position played up to.

    A state cannot be built from a hand, so the deal is chosen card by card at
    the chance nodes and the surplus is played off (`_script`). Not to be asked:

    * what follows a four with two: OpenSpiel has no such move;
    * a hand of 20 that follows: only the landlord holds 20, and he leads them;
    * a hand of 18 or 19 after 16 cards or more; fewer than 17 after 18 cards;
      any hand after 20: who led so many would have no card left;
    * a hand and a table that are not in one pack.

    A card set with several readings is on the table as the first in chupai's
    order: a bare plane before a winged one, then the higher body.
    """

    name = "open_spiel"
    package = "open_spiel"
    preset = "openspiel"
    included = "from Python: chance_outcomes, legal_actions, apply_action; deal, auction, play"

    _FIRST_CARD = 51  # chance action of card 0; cards are rank + 13 * suit, the jokers last

    def __init__(self) -> None:
        self._spiel = require("pyspiel", "open_spiel")
        self._game = self._spiel.load_game("dou_dizhu")
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

    def ask(self, hand: str, to_beat: str) -> Callable[[], Any]:
        call: Callable[[], Any] = self.state(hand, to_beat).legal_actions
        return call

    def texts(self, answer: Any) -> Iterable[str]:
        return [self._text[action] for action in answer]

    def state(self, hand: str, to_beat: str) -> Any:
        """A state in which a player holding exactly `hand` must beat `to_beat`."""
        if to_beat and to_beat not in self._action:
            raise CannotAskError(f"OpenSpiel has no move {to_beat!r}")
        hands, plays = script(hand, to_beat)
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
        choice = random.Random(seed).choice
        plies = 0
        start = time.process_time()
        for _ in range(n):
            state = self._game.new_initial_state()
            while state.is_chance_node():  # all outcomes are equally likely
                state.apply_action(choice(state.chance_outcomes())[0])
            while not state.is_terminal():
                state.apply_action(choice(state.legal_actions()))
                plies += 1
        return time.process_time() - start, plies


class OpenSpielCpp(OpenSpiel):
    """The same, games played inside C++: one Python call a game."""

    name = "open_spiel C++"
    lists_moves = False  # those of OpenSpiel above
    included = "evaluate_bots with C++ uniform random bots: deal, auction, play; one call a game"

    def random_games(self, n: int, seed: int = 0) -> tuple[float, int]:
        new_state, play = self._game.new_initial_state, self._spiel.evaluate_bots
        bots = [self._spiel.make_uniform_random_bot(p, seed + p) for p in range(3)]
        plies = 0
        start = time.process_time()
        for i in range(n):
            state = new_state()
            play(state, bots, seed + i)
            plies += state.move_number() - 52  # 52 chance nodes: the face-up place, 51 cards
        return time.process_time() - start, plies


class OpenSpielRollouts(OpenSpiel):
    """The same, the fastest that the package goes: playouts of dealt positions.

    A search of one simulation evaluates its root by `PER_DEAL` rollouts in one
    call. Auction and play are in it, dealing is not (a root may not be a chance
    node), and plies are not told: 0 is returned for them.
    """

    name = "open_spiel rollouts"
    lists_moves = False  # those of OpenSpiel above
    included = "RandomRolloutEvaluator on dealt positions, 50 games a call; auction, play; NO deal"

    PER_DEAL = 50

    def random_games(self, n: int, seed: int = 0) -> tuple[float, int]:
        rng, seconds = random.Random(seed), 0.0
        for left in range(n, 0, -self.PER_DEAL):
            seconds += self._playouts(rng, min(left, self.PER_DEAL))
        return seconds, 0

    def _playouts(self, rng: random.Random, count: int) -> float:
        evaluator = self._spiel.RandomRolloutEvaluator(count, rng.getrandbits(31))
        bot = self._spiel.MCTSBot(self._game, evaluator, 1.4, 1, 64, False, 1, False)
        pack = rng.sample(PACK, len(PACK))
        state = self._dealt(["".join(pack[seat:51:3]) for seat in range(3)])
        start = time.process_time()
        bot.mcts_search(state)
        return time.process_time() - start


def script(hand: str, to_beat: str) -> tuple[list[str], list[str]]:
    """Three hands and the plays after which `hand` is left and `to_beat` on the table.

    Seat 0 bids three and takes the cards of no hand as its bottom cards: it is
    given 17 of its 20 here. "" is a pass.
    """
    if not to_beat:
        return _script_lead(hand)
    if len(to_beat) <= 15 and len(hand) <= 19:
        return _script_landlord_follows(hand, to_beat)
    if len(hand) <= 17:
        return _script_farmer_follows(hand, to_beat)
    raise CannotAskError(f"no play leads {to_beat!r} against the {len(hand)} cards {hand!r}")


def _leads(cards: str) -> list[str]:
    """One card after another, led by a player whom nobody beats."""
    return [play for card in cards for play in (card, "", "")]


def _seats(landlord: str, next_seat: str, last_seat: str) -> list[str]:
    assert (len(landlord), len(next_seat), len(last_seat)) == (20, 17, 17)
    return [landlord[:17], next_seat, last_seat]


def _fourth_last(rest: str, to_beat: str) -> str:
    """`rest` with the lowest rank of `to_beat` last, for the idle seat to get.

    OpenSpiel lets nobody lead a chain of whose lowest rank he holds four.
    """
    return "".join(sorted(rest, key=lambda rank: rank == to_beat[0]))


def _script_lead(hand: str) -> tuple[list[str], list[str]]:
    rest = without(PACK, hand)
    surplus, rest = rest[: 20 - len(hand)], rest[20 - len(hand) :]
    return _seats(hand + surplus, rest[:17], rest[17:]), _leads(surplus)


def _script_landlord_follows(hand: str, to_beat: str) -> tuple[list[str], list[str]]:
    """The landlord leads his surplus; the seat before him beats the last card and leads."""
    rest = without(PACK, hand + to_beat)
    surplus, rest = rest[: 20 - len(hand)], rest[20 - len(hand) :]
    lowest, beater, rest = surplus[0], rest[-1], rest[:-1]
    rest = _fourth_last(rest, to_beat)
    kept = 16 - len(to_beat)
    hands = _seats(hand + surplus, rest[kept:], to_beat + beater + rest[:kept])
    return hands, [*_leads(surplus[1:]), lowest, "", beater, "", "", to_beat]


def _script_farmer_follows(hand: str, to_beat: str) -> tuple[list[str], list[str]]:
    """The landlord leads `to_beat`; before that the seat after him plays off its surplus."""
    rest = without(PACK, hand + to_beat)
    surplus = rest[5 : 22 - len(hand)]
    fuel = rest[0] + rest[-1] if surplus else ""  # to give the lead away and to take it back
    if len(to_beat + fuel) >= 20:
        raise CannotAskError(f"a landlord who has led {to_beat!r} has no card left")
    rest = _fourth_last(without(rest, surplus + fuel), to_beat)
    kept = 20 - len(to_beat + fuel)
    hands = _seats(to_beat + fuel + rest[:kept], hand + surplus, rest[kept:])
    return hands, [*_farmer_surplus(surplus, fuel), to_beat]


def _farmer_surplus(surplus: str, fuel: str) -> list[str]:
    """The low card of `fuel` is beaten, the surplus led, its last card beaten by the high one."""
    if not surplus:
        return []
    low, high = fuel[0], fuel[1]
    plays = [low]
    for card in reversed(surplus):
        plays += [card, "", ""]
    plays[-1] = high
    return [*plays, "", ""]


PEERS = (RLCard, DouZero, OpenSpiel, OpenSpielCpp, OpenSpielRollouts)


def installed() -> list[Peer]:
    """Every peer whose package can be imported."""
    found: list[Peer] = []
    for kind in PEERS:
        try:
            found.append(kind())
        except MissingPeerError:
            continue
    return found
