"""Dou Dizhu, slowly and plainly: the oracle the engine is tested against.

Nothing here is meant to be fast or clever. Cards are sorted text ("334455BR"), a combination is found by
trying every kind, and legal moves are by definition the sub-multisets of the hand that are combinations.
`legal_fast` is a second generator for whole hands, tested to agree with that definition.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import NamedTuple

RANKS = "3456789TJQKA2BR"
ACE = RANKS.index("A")  # the highest rank of a chain
TWO = RANKS.index("2")
RED = RANKS.index("R")


# --------------------------------------------------------------------------- rules


@dataclass(frozen=True)
class Rules:
    """Everything that varies between rule texts; the defaults are the preset `standard`."""

    players: int = 3
    packs: int = 1
    sides: str = "solo"  # "solo", "pairs"
    landlord_selection: str = "auction"  # "auction", "random", "given"
    first_bidder: str = "random"  # "random", "winner": of a match, not of one deal
    pass_is_final: bool = False
    all_pass: str = "redeal"  # "void", "redeal", "forced"
    bottom_public: bool = True
    straight_min: int = 5
    straight_max: int = 12
    pair_straight_min: int = 3
    pair_straight_max: int = 10
    solo_kicker_copies: int = 1
    quad_kicker_copies: int = 1
    pair_kicker_copies: int = 1
    kicker_both_jokers: bool = False
    kicker_joins_body: bool = False
    readings: str = "one"  # "one", "all"
    kicker_max_two: int | None = None
    quad_kinds: str = "both"  # "none", "solos", "pairs", "both"
    trio_kinds: tuple[str, ...] = ("bare", "solo", "pair")
    plane_kinds: tuple[str, ...] = ("bare", "solo", "pair")
    space_shuttle: str = "off"  # "off", "bare", "winged"
    joker_pairs: bool = False
    doubling_bomb_min: int = 4
    bomb_doubling: str = "each"  # "each", "once", "bomber", "none"
    spring: bool = True
    reverse_spring: bool = True
    multiplier_cap: int | None = None
    payoff: str = "stake"  # "stake", "win_loss"


_STANDARD = Rules()
_STANDARD_FOUR = Rules(
    players=4,
    packs=2,
    pair_straight_max=12,
    trio_kinds=("bare", "pair"),
    plane_kinds=("bare", "pair"),
    quad_kinds="none",
    joker_pairs=True,
    doubling_bomb_min=6,
)
_NO_SPRING = Rules(spring=False, reverse_spring=False)

PRESETS: dict[str, Rules] = {
    "standard": _STANDARD,
    "standard-four": _STANDARD_FOUR,
    "hubei": replace(_NO_SPRING, kicker_max_two=1, bomb_doubling="bomber"),
    "hubei-pairs": replace(_STANDARD_FOUR, sides="pairs", spring=False, reverse_spring=False),
    "app": replace(_NO_SPRING, landlord_selection="random", trio_kinds=("bare", "solo"), quad_kicker_copies=2),
    "rlcard": replace(
        _NO_SPRING,
        landlord_selection="given",
        solo_kicker_copies=3,
        quad_kicker_copies=2,
        bomb_doubling="none",
    ),
    "douzero": replace(
        _NO_SPRING,
        landlord_selection="given",
        solo_kicker_copies=4,
        quad_kicker_copies=2,
        kicker_both_jokers=True,
        kicker_joins_body=True,
    ),
    "openspiel": replace(
        _STANDARD,
        all_pass="void",
        quad_kinds="none",
        solo_kicker_copies=3,
        kicker_joins_body=True,
        readings="all",
    ),
    "botzone": replace(_NO_SPRING, kicker_both_jokers=True, bomb_doubling="none", space_shuttle="winged"),
}


# --------------------------------------------------------------------------- text


def sort_cards(cards: str) -> str:
    """The cards from low to high."""
    return "".join(sorted(cards, key=RANKS.index))


def parse(text: str) -> str:
    """Sorted card text of what a person may type; spaces are skipped, ValueError if it is no card."""
    plain = text.upper().replace("10", "T")
    for alias, card in (("X", "B"), ("D", "R"), ("小", "B"), ("大", "R")):
        plain = plain.replace(alias, card)
    plain = "".join(plain.split())
    for card in plain:
        if card == "王":
            raise ValueError("王 names either joker: write 小 or 大")
        if card not in RANKS:
            raise ValueError(f"no card {card!r} in {text!r}: the cards are {RANKS}")
    return sort_cards(plain)


def deck(rules: Rules) -> str:
    """All the cards of the rules' packs."""
    suited = "".join(rank * (4 * rules.packs) for rank in RANKS[: TWO + 1])
    return suited + "B" * rules.packs + "R" * rules.packs


def holds(hand: str, cards: str) -> bool:
    return all(hand.count(card) >= cards.count(card) for card in set(cards))


def without(hand: str, cards: str) -> str:
    """The hand less these cards, which it must hold."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return "".join(left)


# --------------------------------------------------------------------------- combinations


class Combo(NamedTuple):
    """How a set of cards is read. `length` counts the chained units, `top` is the body's highest rank."""

    kind: str
    length: int
    top: int
    kickers: str


Move = tuple[str, Combo]  # the cards and their reading


class Form(NamedTuple):
    """A kind whose body is `copies` cards of each of `shortest`..`longest` ranks in sequence."""

    kind: str
    copies: int
    shortest: int
    longest: int
    kickers_per_unit: int
    kicker_width: int  # 1 single cards, 2 pairs, 0 none


@cache
def forms(rules: Rules) -> list[Form]:
    """The kinds made of trios or fours that the rules allow."""
    wings = {"bare": ("", 0, 0), "solo": ("_solo", 1, 1), "pair": ("_pair", 1, 2)}
    found = []
    for name in rules.trio_kinds:
        suffix, number, width = wings[name]
        found.append(Form("trio" + suffix, 3, 1, 1, number, width))
    for name in rules.plane_kinds:
        suffix, number, width = wings[name]
        found.append(Form("plane" + suffix, 3, 2, 12, number, width))
    if rules.quad_kinds in ("solos", "both"):
        found.append(Form("quad_solo", 4, 1, 1, 2, 1))
    if rules.quad_kinds in ("pairs", "both"):
        found.append(Form("quad_pair", 4, 1, 1, 2, 2))
    if rules.space_shuttle in ("bare", "winged"):
        found.append(Form("shuttle", 4, 2, 12, 0, 0))
    if rules.space_shuttle == "winged":
        found.append(Form("shuttle_solo", 4, 2, 12, 2, 1))
        found.append(Form("shuttle_pair", 4, 2, 12, 2, 2))
    return found


def chain(low: int, length: int, copies: int) -> str:
    """`copies` cards of each of `length` ranks upwards from `low`."""
    return "".join(rank * copies for rank in RANKS[low : low + length])


def lows(length: int) -> range:
    """The lowest ranks a body of this length may have: one unit 3..2, a chain within 3..A."""
    return range(TWO + 1) if length == 1 else range(ACE + 2 - length)


def rocket(rules: Rules) -> str:
    return "B" * rules.packs + "R" * rules.packs


def kickers_allowed(form: Form, low: int, length: int, kickers: str, rules: Rules) -> bool:
    """May exactly these cards accompany this body?"""
    body_ranks = RANKS[low : low + length]
    if any(card in body_ranks for card in kickers):
        return False
    if "B" in kickers and "R" in kickers and not rules.kicker_both_jokers:
        return False
    four = form.copies == 4
    if four and rules.kicker_max_two is not None and kickers.count("2") > rules.kicker_max_two:
        return False
    if form.kicker_width == 2:
        return _pair_kickers_allowed(kickers, rules)
    copies = rules.quad_kicker_copies if four else rules.solo_kicker_copies
    return all(kickers.count(card) <= copies for card in kickers) and (
        rules.kicker_joins_body or not _joins(low, length, kickers)
    )


def _pair_kickers_allowed(kickers: str, rules: Rules) -> bool:
    for card in set(kickers):
        pairs, odd = divmod(kickers.count(card), 2)
        if odd or pairs > rules.pair_kicker_copies:
            return False
        if card in "BR" and not rules.joker_pairs:
            return False
    return True


def _joins(low: int, length: int, kickers: str) -> bool:
    """Are three or more equal kickers of a chain rank directly below or above the body?"""
    neighbours = [rank for rank in (low - 1, low + length) if 0 <= rank <= ACE]
    return any(kickers.count(RANKS[rank]) >= 3 for rank in neighbours)


def _equal_cards(cards: str, rules: Rules) -> Iterator[Combo]:
    """Solo, pair and bomb (a trio is found among the forms)."""
    if len(set(cards)) != 1:
        return
    size, top = len(cards), RANKS.index(cards[0])
    if size == 1:
        yield Combo("solo", 1, top, "")
    if size == 2 and (top <= TWO or rules.joker_pairs):
        yield Combo("pair", 1, top, "")
    if 4 <= size <= 4 * rules.packs and top <= TWO:
        yield Combo("bomb", 1, top, "")


def _straights(cards: str, rules: Rules) -> Iterator[Combo]:
    for kind, copies, shortest, longest in (
        ("straight", 1, rules.straight_min, rules.straight_max),
        ("pair_straight", 2, rules.pair_straight_min, rules.pair_straight_max),
    ):
        length, odd = divmod(len(cards), copies)
        if odd or not shortest <= length <= longest:
            continue
        for low in lows(length):
            if cards == chain(low, length, copies):
                yield Combo(kind, length, low + length - 1, "")


def _formed(cards: str, rules: Rules) -> Iterator[Combo]:
    """Trios, planes, fours with kickers, shuttles."""
    for form in forms(rules):
        unit_size = form.copies + form.kickers_per_unit * form.kicker_width
        length, odd = divmod(len(cards), unit_size)
        if odd or not form.shortest <= length <= form.longest:
            continue
        for low in lows(length):
            body = chain(low, length, form.copies)
            if not holds(cards, body):
                continue
            kickers = without(cards, body)
            if kickers_allowed(form, low, length, kickers, rules):
                yield Combo(form.kind, length, low + length - 1, kickers)


@lru_cache(maxsize=500_000)
def _readings(cards: str, rules: Rules) -> tuple[Combo, ...]:
    found = [*_equal_cards(cards, rules), *_straights(cards, rules), *_formed(cards, rules)]
    if cards == rocket(rules):
        found.append(Combo("rocket", 1, RED, ""))
    return tuple(sorted(found, key=lambda combo: (combo.kickers != "", -combo.length, -combo.top)))


def readings(cards: str, rules: Rules) -> list[Combo]:
    """Every valid reading, strongest first: bare, then longer body, then higher; `rules.readings` is ignored."""
    return list(_readings(sort_cards(cards), rules))


def classify(cards: str, rules: Rules) -> list[Combo]:
    """The readings that may be played: all, or the strongest only. None of what no hand can hold."""
    if not holds(deck(rules), cards) or len(cards) > (20 if rules.packs == 1 else 33):
        return []
    found = readings(cards, rules)
    return found[:1] if rules.readings == "one" else found


def beats(a: Move, b: Move, rules: Rules) -> bool:
    """Does a beat b? (A bomb's size is the number of its cards.)"""
    (a_cards, a_combo), (b_cards, b_combo) = a, b
    if b_combo.kind == "rocket":
        return False
    if a_combo.kind == "rocket":
        return True
    if a_combo.kind == "bomb" and b_combo.kind == "bomb":
        return (len(a_cards), a_combo.top) > (len(b_cards), b_combo.top)
    if a_combo.kind == "bomb":
        return True
    return a_combo[:2] == b_combo[:2] and a_combo.top > b_combo.top


# --------------------------------------------------------------------------- legal moves


def sub_multisets(hand: str) -> Iterator[str]:
    """Every non-empty set of cards of the hand, each once."""
    ranks = sorted(set(hand), key=RANKS.index)
    for numbers in itertools.product(*(range(hand.count(rank) + 1) for rank in ranks)):
        if any(numbers):
            yield "".join(rank * number for rank, number in zip(ranks, numbers, strict=False))


def legal(hand: str, to_beat: Move | None, rules: Rules) -> set[Move]:
    """The definition: every sub-multiset that is a combination and, when following, beats. No pass."""
    return {
        (cards, combo)
        for cards in sub_multisets(hand)
        for combo in classify(cards, rules)
        if to_beat is None or beats((cards, combo), to_beat, rules)
    }


def kicker_choices(rest: str, number: int, width: int, copies: int) -> set[str]:
    """Every choice of `number` kickers of `width` equal cards, at most `copies` of a rank."""
    available = [rank * width for rank in RANKS for _ in range(min(copies, rest.count(rank) // width if width else 0))]
    return {"".join(choice) for choice in itertools.combinations(available, number)}


def candidates(hand: str, wanted: Combo | None, rules: Rules, most_cards: int) -> set[str]:
    """Card sets that hold a body of the wanted kind, length and a higher top (any, if None), and all bombs."""

    def fits(kind: str, length: int, top: int) -> bool:
        return wanted is None or ((kind, length) == wanted[:2] and top > wanted.top)

    found = set()
    for top, rank in enumerate(RANKS):
        number = hand.count(rank)
        if number >= 1 and fits("solo", 1, top):
            found.add(rank)
        if number >= 2 and fits("pair", 1, top):
            found.add(rank * 2)
        found.update(rank * size for size in range(4, number + 1))
    if holds(hand, rocket(rules)):
        found.add(rocket(rules))
    for form in (
        Form("straight", 1, rules.straight_min, rules.straight_max, 0, 0),
        Form("pair_straight", 2, rules.pair_straight_min, rules.pair_straight_max, 0, 0),
        *forms(rules),
    ):
        unit_size = form.copies + form.kickers_per_unit * form.kicker_width
        for length in range(form.shortest, min(form.longest, most_cards // unit_size) + 1):
            for low in lows(length):
                if not fits(form.kind, length, low + length - 1):
                    continue
                found.update(_with_body(hand, form, low, length, rules))
    return found


def _with_body(hand: str, form: Form, low: int, length: int, rules: Rules) -> Iterator[str]:
    body = chain(low, length, form.copies)
    if not holds(hand, body):
        return
    rest = "".join(card for card in hand if card not in body)
    copies = {
        0: 0,
        1: rules.quad_kicker_copies if form.copies == 4 else rules.solo_kicker_copies,
        2: rules.pair_kicker_copies,
    }[form.kicker_width]
    number = form.kickers_per_unit * length
    for kickers in kicker_choices(rest, number, form.kicker_width, copies):
        yield sort_cards(body + kickers)


@lru_cache(maxsize=200_000)
def _legal_fast(hand: str, to_beat: Move | None, rules: Rules, most_cards: int) -> frozenset[Move]:
    if to_beat is not None and to_beat[1].kind == "rocket":
        return frozenset()
    wanted = None if to_beat is None else to_beat[1]
    return frozenset(
        (cards, combo)
        for cards in candidates(hand, wanted, rules, most_cards)
        for combo in classify(cards, rules)
        if to_beat is None or beats((cards, combo), to_beat, rules)
    )


def legal_fast(hand: str, to_beat: Move | None, rules: Rules) -> frozenset[Move]:
    """The same as `legal`, by bodies and then kickers: for hands of up to 20 cards (33 with two packs)."""
    return _legal_fast(hand, to_beat, rules, len(hand))


def all_combinations(rules: Rules, most_cards: int = 20) -> set[Move]:
    """Every combination of at most 20 cards that the pack holds; with readings "all", each reading."""
    return set(_legal_fast(deck(rules), None, rules, most_cards))


# --------------------------------------------------------------------------- payment


def landlord_side(rules: Rules, landlord: int) -> set[int]:
    """The seats that win with the landlord."""
    return {landlord, (landlord + 2) % 4} if rules.sides == "pairs" else {landlord}


def multiplier(rules: Rules, receiver: int, doublers: Sequence[int], spring: bool, reverse_spring: bool) -> int:
    """What the stake is multiplied by in a payment to `receiver`; `doublers` are the seats that doubled."""
    doublings = {
        "each": len(doublers),
        "once": min(1, len(doublers)),
        "bomber": list(doublers).count(receiver),
        "none": 0,
    }[rules.bomb_doubling]
    doublings += int(spring and rules.spring) + int(reverse_spring and rules.reverse_spring)
    product: int = 2**doublings
    return product if rules.multiplier_cap is None else min(product, rules.multiplier_cap)


def payoffs(
    rules: Rules,
    landlord: int,
    stake: int,
    winner: int,
    bombs: Sequence[tuple[int, int]] = (),
    rockets: Sequence[int] = (),
    spring: bool = False,
    reverse_spring: bool = False,
) -> list[int]:
    """What each seat gains. `bombs` are (seat, number of cards), `rockets` seats; `spring` and
    `reverse_spring` say what happened, the rules whether it counts.
    """
    side = landlord_side(rules, landlord)
    landlord_won = winner in side
    if rules.payoff == "win_loss":
        return [1 if (seat in side) == landlord_won else -1 for seat in range(rules.players)]
    doublers = [seat for seat, size in bombs if size >= rules.doubling_bomb_min] + list(rockets)
    result = [0] * rules.players
    for ours, theirs in _payment_pairs(rules, landlord):
        receiver, payer = (ours, theirs) if landlord_won else (theirs, ours)
        amount = stake * multiplier(rules, receiver, doublers, spring, reverse_spring)
        result[receiver] += amount
        result[payer] -= amount
    return result


def _payment_pairs(rules: Rules, landlord: int) -> list[tuple[int, int]]:
    """(one of the landlord's side, the opponent he settles with)."""
    if rules.sides == "pairs":
        seats = [(landlord + step) % 4 for step in range(4)]
        return [(seats[0], seats[1]), (seats[2], seats[3])]
    return [(landlord, seat) for seat in range(rules.players) if seat != landlord]


# --------------------------------------------------------------------------- a deal

GameMove = int | str | tuple[str, int]  # a call (0 = pass), "pass", (cards, index of the reading)


@dataclass(frozen=True)
class Game:
    """A deal from the first call to the payment. Every move gives a new Game.

    `phase` is "auction", "stake" (the landlord drawn names one), "play" or "over". Before the landlord is
    known `bottom` lies apart; afterwards it is in his hand and `bottom` only remembers which cards it was.
    """

    rules: Rules
    hands: tuple[str, ...]
    bottom: str
    phase: str
    turn: int
    calls: tuple[tuple[int, int], ...] = ()
    landlord: int | None = None
    stake: int = 0
    plays: tuple[tuple[int, str, Combo], ...] = ()
    to_beat: Move | None = None
    passes: int = 0  # in a row, since `to_beat` was played
    winner: int | None = None

    # -- starting

    @staticmethod
    def deal(rules: Rules, hands: Sequence[str], bottom: str, first: int = 0) -> Game:
        """A dealt game. `first` opens the auction, or is the landlord drawn ("random")."""
        sorted_hands = tuple(sort_cards(hand) for hand in hands)
        phase = {"auction": "auction", "random": "stake", "given": "play"}[rules.landlord_selection]
        game = Game(rules, sorted_hands, sort_cards(bottom), phase, first)
        return game._with_landlord(0, 1) if phase == "play" else game

    @staticmethod
    def position(
        rules: Rules,
        hands: Sequence[str],
        landlord: int = 0,
        turn: int | None = None,
        stake: int = 1,
        bottom: str = "",
        to_beat: Move | None = None,
        passes: int = 0,
    ) -> Game:
        """A position of the play with the given hands (the landlord holds the bottom cards already)."""
        sorted_hands = tuple(sort_cards(hand) for hand in hands)
        return Game(
            rules=rules,
            hands=sorted_hands,
            bottom=sort_cards(bottom),
            phase="play",
            turn=landlord if turn is None else turn,
            landlord=landlord,
            stake=stake,
            to_beat=to_beat,
            passes=passes,
        )

    # -- moving

    @property
    def over(self) -> bool:
        return self.phase == "over"

    def moves(self) -> list[GameMove]:
        """All legal moves of the seat to move; none when the deal is over."""
        if self.phase == "auction":
            return [0, *range(self._standing_bid() + 1, 4)]
        if self.phase == "stake":
            return [1, 2, 3]
        if self.phase == "over":
            return []
        played = legal_fast(self.hands[self.turn], self.to_beat, self.rules)
        moves: list[GameMove] = sorted((cards, readings(cards, self.rules).index(combo)) for cards, combo in played)
        return moves if self.to_beat is None else [*moves, "pass"]

    def play(self, move: GameMove) -> Game:
        """The game after a legal move; ValueError for any other."""
        if move not in self.moves():
            raise ValueError(f"illegal move {move!r} of seat {self.turn} in phase {self.phase}")
        return self.after(move)

    def after(self, move: GameMove) -> Game:
        """The game after a move known to be legal."""
        if isinstance(move, int):
            return self._with_landlord(self.turn, move) if self.phase == "stake" else self._call(move)
        if isinstance(move, str):
            return self._pass()
        cards, index = move
        return self._play_cards(cards, readings(cards, self.rules)[index])

    def _next_seat(self) -> int:
        return (self.turn + 1) % self.rules.players

    def _standing_bid(self) -> int:
        return max((bid for _, bid in self.calls), default=0)

    def _call(self, bid: int) -> Game:
        rules = self.rules
        calls = (*self.calls, (self.turn, bid))
        passed = [seat for seat, call in calls if call == 0]
        bids = [(seat, call) for seat, call in calls if call > 0]
        if not bids and len(passed) == rules.players:
            if rules.all_pass == "forced":
                return replace(self, calls=calls)._with_landlord(calls[0][0], 1)
            return replace(self, calls=calls, phase="over")
        if bids:
            bidder, highest = bids[-1]
            since = len(calls) - 1 - calls.index((bidder, highest))
            if rules.pass_is_final:
                alone = all(seat in passed for seat in range(rules.players) if seat != bidder)
            else:
                alone = since == rules.players - 1
            if highest == 3 or alone:
                return replace(self, calls=calls)._with_landlord(bidder, highest)
        turn = self._next_seat()
        while rules.pass_is_final and turn in passed:
            turn = (turn + 1) % rules.players
        return replace(self, calls=calls, turn=turn)

    def _with_landlord(self, seat: int, stake: int) -> Game:
        hands = list(self.hands)
        hands[seat] = sort_cards(hands[seat] + self.bottom)
        return replace(self, hands=tuple(hands), phase="play", turn=seat, landlord=seat, stake=stake)

    def _pass(self) -> Game:
        passes = self.passes + 1
        if passes == self.rules.players - 1:  # all the others: who played last leads
            return replace(self, turn=self._next_seat(), to_beat=None, passes=0)
        return replace(self, turn=self._next_seat(), passes=passes)

    def _play_cards(self, cards: str, combo: Combo) -> Game:
        hands = list(self.hands)
        hands[self.turn] = without(hands[self.turn], cards)
        out = hands[self.turn] == ""
        return replace(
            self,
            hands=tuple(hands),
            plays=(*self.plays, (self.turn, cards, combo)),
            to_beat=(cards, combo),
            passes=0,
            winner=self.turn if out else None,
            phase="over" if out else "play",
            turn=self.turn if out else self._next_seat(),
        )

    # -- the end

    def payoffs(self) -> list[int]:
        """What each seat gains; zeros when everybody passed. Only when the deal is over."""
        if not self.over:
            raise ValueError("the deal is not over")
        if self.winner is None or self.landlord is None:
            return [0] * self.rules.players
        side = landlord_side(self.rules, self.landlord)
        landlord_won = self.winner in side
        players = [seat for seat, _, _ in self.plays]
        return payoffs(
            self.rules,
            self.landlord,
            self.stake,
            self.winner,
            bombs=[(seat, len(cards)) for seat, cards, combo in self.plays if combo.kind == "bomb"],
            rockets=[seat for seat, _, combo in self.plays if combo.kind == "rocket"],
            spring=landlord_won and all(seat in side for seat in players),
            reverse_spring=not landlord_won and players.count(self.landlord) == 1,
        )


def perft(game: Game, depth: int) -> int:
    """Number of move sequences of exactly `depth` moves; one that ends earlier counts nothing."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(game.moves())
    return sum(perft(game.after(move), depth - 1) for move in game.moves())


# --------------------------------------------------------------------------- hidden hands


def hidden_deals(game: Game, viewer: int) -> dict[tuple[str, ...], int]:
    """How the cards `viewer` does not see may lie: {hidden hands in seat order: number of physical deals}.

    Before the landlord is known the bottom cards are one more hidden hand, the last. Afterwards the
    bottom cards, if public, are in the landlord's hand but for those he has played: of each rank
    max(0, bottom - played by him). These are fixed there and all other cards lie anyhow.
    Enumerates every deal of distinct cards: for small positions only.
    """
    hidden = [seat for seat in range(game.rules.players) if seat != viewer]
    hands = [game.hands[seat] for seat in hidden]
    if game.landlord is None:
        hands.append(game.bottom)
    known = [""] * len(hands)
    if game.landlord in hidden and game.rules.bottom_public:
        known[hidden.index(game.landlord)] = bottom_left(game)
    unseen = "".join(hands)
    return deals_of(unseen, [len(hand) for hand in hands], known)


def bottom_left(game: Game) -> str:
    """The bottom cards that are still in the landlord's hand for certain."""
    played = "".join(cards for seat, cards, _ in game.plays if seat == game.landlord)
    return "".join(rank * max(0, game.bottom.count(rank) - played.count(rank)) for rank in RANKS)


def deals_of(unseen: str, sizes: Sequence[int], known: Sequence[str]) -> dict[tuple[str, ...], int]:
    """Every way to deal the unseen cards into hands of these sizes that hold the known cards at least,
    counted as if each card were different (the known ones lie fixed).
    """
    free = without(unseen, "".join(known))
    result: Counter[tuple[str, ...]] = Counter()
    wanted = [size - len(cards) for size, cards in zip(sizes, known, strict=False)]
    for parts in _partitions(list(range(len(free))), wanted):
        hands = [
            sort_cards(cards + "".join(free[index] for index in part))
            for cards, part in zip(known, parts, strict=False)
        ]
        result[tuple(hands)] += 1
    return dict(result)


def _partitions(indices: list[int], sizes: list[int]) -> Iterator[list[tuple[int, ...]]]:
    if not sizes:
        yield []
        return
    for part in itertools.combinations(indices, sizes[0]):
        rest = [index for index in indices if index not in part]
        for parts in _partitions(rest, sizes[1:]):
            yield [part, *parts]
