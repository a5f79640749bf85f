"""Gong Zhu (Chase the Pig), slowly and plainly: the oracle the engine is tested against.

Nothing here is meant to be fast or clever. A card is a text of two letters, suit then rank ("SQ"); a hand or
a pile is a set of cards; a move is a text: a card, or an exposing choice ("none", "HA", "HA+DJ"), as the phase
tells. Every move gives a new `State`. Section numbers (§1.3) are those of the rules: §1 a deal, §2 its score,
§3 the match, §4 the presets and payoffs.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

Item = TypeVar("Item")

SUITS = "SHDC"
RANKS = "23456789TJQKA"
Card = str
Cards = frozenset[Card]

PACK: list[Card] = [suit + rank for suit in SUITS for rank in RANKS]
HEARTS: Cards = frozenset("H" + rank for rank in RANKS)
ACE, PIG, SHEEP, TEN = "HA", "SQ", "DJ", "CT"
EXPOSABLE = (ACE, PIG, SHEEP, TEN)
SCORING: Cards = HEARTS | {PIG, SHEEP, TEN}  # the 16 scoring cards
SWEEP: Cards = HEARTS | {PIG, SHEEP}  # what the variants 2 and 3 ask for

GRADED = (0, 0, 0, 10, 10, 10, 10, 10, 10, 20, 30, 40, 50)  # H2..HA, points to lose
PIP = (2, 3, 10, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50)


# --------------------------------------------------------------------------- rules


@dataclass(frozen=True)
class Rules:
    """Everything that varies between rule texts; the defaults are the preset `standard`."""

    players: int = 4
    teams: str = "none"  # "none", "sum", "pooled"
    exposing: bool = True
    exposing_order: str = "simultaneous"  # "simultaneous", "sequential"
    exposed_first_round_ban: bool = True
    heart_lock: bool = False
    first_lead_card: str | None = "S2"
    must_lead_it: bool = False
    heart_values: str | tuple[int, ...] = "graded"  # "graded", "pip", 13 numbers for H2..HA
    pig_flip: str = "all_hearts"  # "all_hearts", "all_scoring", "never"
    flip_for_all: bool = False
    ten_multiplier: int = 2
    ten_multiplier_exposed: int = 4
    ten_alone_exposed: int = 100
    zero_hearts_score: bool = True
    sweep_bonus: int | None = None
    sweep_bonus_multiplied: bool = False
    sweep_rotation: str = "none"  # "none", "totals", "deal"
    loss_limit: int | None = -1000
    loss_inclusive: bool = True
    win_limit: int | None = None
    next_leader: str = "pig_taker"  # "card_holder", "pig_taker", "rotate"
    payoff: str = "score"  # "score", "relative"


_STANDARD = Rules()

PRESETS: dict[str, Rules] = {
    "standard": _STANDARD,
    "plain": replace(_STANDARD, exposed_first_round_ban=False, ten_multiplier=1, next_leader="card_holder"),
    "wikipedia": replace(_STANDARD, pig_flip="all_scoring", loss_inclusive=False),
    "scrofazero": replace(
        _STANDARD,
        teams="sum",
        exposing=False,
        exposed_first_round_ban=False,
        first_lead_card=None,
        pig_flip="never",
        loss_limit=None,
        next_leader="rotate",
    ),
}


# --------------------------------------------------------------------------- text


def code(card: Card) -> int:
    """The card's number: 13 a suit, in the order S H D C, from the two to the ace."""
    return 13 * SUITS.index(card[0]) + RANKS.index(card[1])


def sort_cards(cards: Collection[Card]) -> list[Card]:
    """In the order S H D C, low to high."""
    return sorted(cards, key=code)


def parse_cards(text: str) -> Cards:
    """The cards of "SQJ2 HAK D- C9" or of "SQ SJ, HA": words of a suit and its ranks. ValueError if it is none."""
    plain = text.upper().replace("10", "T")
    for symbol, suit in zip("♠♥♦♣", SUITS, strict=True):
        plain = plain.replace(symbol, suit)
    found: list[Card] = []
    for word in plain.replace(",", " ").split():
        suit, ranks = word[0], word[1:]
        if suit not in SUITS or not ranks or (ranks != "-" and any(rank not in RANKS for rank in ranks)):
            raise ValueError(f"no cards {word!r} in {text!r}")
        found += [suit + rank for rank in ranks if rank != "-"]
    if len(set(found)) != len(found):
        raise ValueError(f"a card twice in {text!r}")
    return frozenset(found)


def format_cards(cards: Collection[Card]) -> str:
    """By suit, high to low, all four suits: "SQJ2 HAK D- C9"."""
    words = []
    for suit in SUITS:
        ranks = [rank for rank in reversed(RANKS) if suit + rank in cards]
        words.append(suit + ("".join(ranks) or "-"))
    return " ".join(words)


def choice_text(cards: Collection[Card]) -> str:
    """An exposing choice as a move: "none", or the cards in the order HA SQ DJ CT, joined by +."""
    return "+".join(card for card in EXPOSABLE if card in cards) or "none"


def choice_cards(move: str) -> Cards:
    return frozenset() if move == "none" else frozenset(move.split("+"))


def choice_code(move: str) -> int:
    """The number of an exposing choice: 52 + HA 1 + SQ 2 + DJ 4 + CT 8."""
    return 52 + sum(1 << EXPOSABLE.index(card) for card in choice_cards(move))


# --------------------------------------------------------------------------- cards and tricks


def deck(rules: Rules) -> list[Card]:
    """§1.1: three players without C2, five without C2 and D2."""
    removed = {3: {"C2"}, 4: set(), 5: {"C2", "D2"}}[rules.players]
    return [card for card in PACK if card not in removed]


def trick_winner(trick: Sequence[Card]) -> int:
    """§1.3: the position of the highest card of the suit led."""
    followers = [card for card in trick if card[0] == trick[0][0]]
    return list(trick).index(max(followers, key=code))


def may_expose(rules: Rules, hand: Cards) -> list[Card]:
    """§1.2: which cards the holder of this hand may expose."""
    return [card for card in EXPOSABLE if card in hand and rules.exposing]


def exposing_choices(rules: Rules, hand: Cards) -> list[str]:
    """§1.2: every subset of the cards he may expose, as moves by ascending code."""
    own = may_expose(rules, hand)
    subsets = [subset for size in range(len(own) + 1) for subset in itertools.combinations(own, size)]
    return sorted(map(choice_text, subsets), key=choice_code)


def legal_cards(
    rules: Rules,
    hand: Cards,
    trick: Sequence[Card] = (),
    exposed: Collection[Card] = (),
    earlier_leads: Collection[str] = (),
    ace_played: bool = False,
) -> list[Card]:
    """§1.3: the cards that may be played from this hand, in the order S H D C, low to high.

    `trick` lies on the table, `earlier_leads` are the suits led in the finished tricks; `ace_played` says that
    an exposed HA no longer is in a hand.
    """
    if not rules.exposing:
        exposed = ()
    following = [card for card in hand if trick and card[0] == trick[0][0]]
    candidates = following or list(hand)
    if not trick or following:  # the ban is on leading and following; a discard is free
        candidates = [card for card in candidates if not _banned(rules, card, hand, exposed, earlier_leads)]
    if rules.heart_lock and not trick and ACE in exposed and not ace_played:
        candidates = [card for card in candidates if card[0] != "H"] or candidates
    return sort_cards(candidates)


def _banned(rules: Rules, card: Card, hand: Cards, exposed: Collection[Card], earlier_leads: Collection[str]) -> bool:
    """§1.3: an exposed card, the first time its suit is led, unless it is the only one of its suit."""
    alone = all(other == card or other[0] != card[0] for other in hand)
    return rules.exposed_first_round_ban and card in exposed and card[0] not in earlier_leads and not alone


# --------------------------------------------------------------------------- score


def heart_value(rules: Rules, card: Card) -> int:
    """§2: the points a heart costs."""
    table = {"graded": GRADED, "pip": PIP}[rules.heart_values] if isinstance(rules.heart_values, str) else None
    return (table or rules.heart_values)[RANKS.index(card[1])]  # type: ignore[return-value]


def unit_score(rules: Rules, cards: Cards, exposed: Cards, somebody_has_all_hearts: bool) -> int:
    """§2: what one player's cards (or a pooled team's) score."""
    doubled = {card: 2 if card in exposed else 1 for card in EXPOSABLE}
    factor = rules.ten_multiplier_exposed if TEN in exposed else rules.ten_multiplier
    if TEN not in cards:
        factor = 1
    if rules.sweep_bonus is not None and cards >= SWEEP:
        return rules.sweep_bonus * (factor if rules.sweep_bonus_multiplied else 1)
    scoring = [card for card in cards if card in SCORING]
    if not rules.zero_hearts_score:
        scoring = [card for card in scoring if card not in HEARTS or heart_value(rules, card) > 0]
    if scoring == [TEN]:
        return rules.ten_alone_exposed if TEN in exposed else 50
    all_hearts = cards >= HEARTS
    hearts = sum(heart_value(rules, card) for card in cards if card in HEARTS) * doubled[ACE]
    total = hearts if all_hearts else -hearts
    if PIG in cards:
        positive = {"all_hearts": all_hearts, "all_scoring": cards >= SCORING, "never": False}[rules.pig_flip]
        if rules.flip_for_all and somebody_has_all_hearts:
            positive = True
        total += (100 if positive else -100) * doubled[PIG]
    if SHEEP in cards:
        negative = rules.flip_for_all and somebody_has_all_hearts
        total += (-100 if negative else 100) * doubled[SHEEP]
    return total * factor


def team_sum(numbers: Sequence[int]) -> list[int]:
    """Seats 0 and 2 against seats 1 and 3."""
    return [numbers[0] + numbers[2], numbers[1] + numbers[3]]


def units(rules: Rules, taken: Sequence[Cards]) -> list[Cards]:
    """The piles that are scored: one a player, with pooled teams one a team."""
    if rules.teams == "pooled":
        return [taken[0] | taken[2], taken[1] | taken[3]]
    return list(taken)


def swept(rules: Rules, taken: Sequence[Cards]) -> bool:
    """Has one player (one pooled team) all hearts, pig and sheep?"""
    return any(cards >= SWEEP for cards in units(rules, taken))


def score_before_rotation(rules: Rules, taken: Sequence[Cards], exposed: Collection[Card] = ()) -> list[int]:
    """§2 without `sweep_rotation`: a number a player, with teams two."""
    counted = frozenset(exposed) if rules.exposing else frozenset()
    piles = units(rules, taken)
    all_hearts = any(cards >= HEARTS for cards in piles)
    numbers = [unit_score(rules, cards, counted, all_hearts) for cards in piles]
    return team_sum(numbers) if rules.teams == "sum" else numbers


def rotated(numbers: Sequence[int]) -> list[int]:
    """What seat i had goes to seat i + 1 (with two teams: to the other)."""
    return [numbers[index - 1] for index in range(len(numbers))]


def score(rules: Rules, taken: Sequence[Cards], exposed: Collection[Card] = ()) -> list[int]:
    """§2: the score of a deal; `sweep_rotation` "deal" is part of it, "totals" is the match's."""
    numbers = score_before_rotation(rules, taken, exposed)
    return rotated(numbers) if rules.sweep_rotation == "deal" and swept(rules, taken) else numbers


def payoffs(rules: Rules, numbers: Sequence[int]) -> list[int]:
    """What each seat gains from these scores (§4): a seat of a team its team's number.

    "relative" is less the others' mean (with teams the other team's), rounded to nearest, halves away from zero.
    """
    if rules.payoff == "relative":
        others = len(numbers) - 1
        numbers = [_rounded(own * others - (sum(numbers) - own), others) for own in numbers]
    return [numbers[seat % len(numbers)] for seat in range(rules.players)]


def _rounded(numerator: int, denominator: int) -> int:
    size = (2 * abs(numerator) + denominator) // (2 * denominator)
    return size if numerator >= 0 else -size


# --------------------------------------------------------------------------- a deal


@dataclass(frozen=True)
class State:
    """A deal at one moment.

    `leader` leads or led the trick under way, `deal_leader` the first; `leader_given`: not by `first_lead_card`.
    `choices[seat]` is what a seat exposed, None before its choice. `exposed` holds all exposures, those of an
    open position's past too. `earlier_leads` are the suits led in finished tricks. `must_lead` is the card that
    the very first lead must be, if any.
    """

    rules: Rules
    hands: tuple[Cards, ...]
    taken: tuple[Cards, ...]
    trick: tuple[Card, ...]
    leader: int
    deal_leader: int
    leader_given: bool
    choices: tuple[Cards | None, ...]
    exposed: Cards = frozenset()
    earlier_leads: frozenset[str] = frozenset()
    must_lead: Card | None = None

    # -- what is to be done

    @property
    def phase(self) -> str:
        if None in self.choices:
            return "exposing"
        return "play" if any(self.hands) or self.trick else "over"

    def is_over(self) -> bool:
        return self.phase == "over"

    @property
    def player(self) -> int | None:
        """The seat to move; None when the deal is over."""
        seats = range(self.rules.players)
        if self.phase == "exposing":
            first = self.leader if self.rules.exposing_order == "sequential" else 0
            order = [(first + step) % self.rules.players for step in seats]
            return next(seat for seat in order if self.choices[seat] is None)
        return None if self.is_over() else (self.leader + len(self.trick)) % self.rules.players

    @property
    def public_exposed(self) -> Cards:
        """The exposures everybody knows of: simultaneous ones not before all have chosen (§1.2)."""
        hidden = self.phase == "exposing" and self.rules.exposing_order == "simultaneous"
        return frozenset() if hidden else self.exposed

    @property
    def suits_led(self) -> str:
        """The suits led so far, the trick under way included, in the order S H D C."""
        led = self.earlier_leads | {card[0] for card in self.trick[:1]}
        return "".join(suit for suit in SUITS if suit in led)

    def moves(self) -> list[str]:
        """All legal moves by ascending code; none when the deal is over."""
        player = self.player
        if player is None:
            return []
        if self.phase == "exposing":
            return exposing_choices(self.rules, self.hands[player])
        if self.must_lead is not None:
            return [self.must_lead]
        ace_played = not any(ACE in hand for hand in self.hands)
        return legal_cards(self.rules, self.hands[player], self.trick, self.exposed, self.earlier_leads, ace_played)

    def move_code(self, move: str) -> int:
        """The number of a move here: "HA" is a choice while exposing and a card in the play."""
        return choice_code(move) if self.phase == "exposing" else code(move)

    # -- moving

    def play(self, *moves: str) -> State:
        """The state after these legal moves; ValueError for any other."""
        state = self
        for move in moves:
            if move not in state.moves():
                raise ValueError(f"illegal move {move!r} of seat {state.player}: legal are {state.moves()}")
            state = state.after(move)
        return state

    def after(self, move: str) -> State:
        """The state after a move known to be legal."""
        player = self.player
        assert player is not None
        if self.phase == "exposing":
            cards = choice_cards(move)
            choices = _with(self.choices, player, cards)
            return replace(self, choices=choices, exposed=self.exposed | cards)
        hands = _with(self.hands, player, self.hands[player] - {move})
        trick = (*self.trick, move)
        if len(trick) < self.rules.players:
            return replace(self, hands=hands, trick=trick, must_lead=None)
        winner = (self.leader + trick_winner(trick)) % self.rules.players
        return replace(
            self,
            hands=hands,
            taken=_with(self.taken, winner, self.taken[winner] | set(trick)),
            trick=(),
            leader=winner,
            earlier_leads=self.earlier_leads | {trick[0][0]},
        )

    # -- score

    def score(self) -> list[int]:
        """Of the cards taken so far: a number a player, with teams two."""
        return score(self.rules, self.taken, self.exposed)

    def payoffs(self) -> list[int]:
        """A number a seat. Only when the deal is over."""
        if not self.is_over():
            raise ValueError("the deal is not over")
        return payoffs(self.rules, self.score())

    def pig_taker(self) -> int | None:
        return next((seat for seat, cards in enumerate(self.taken) if PIG in cards), None)


def _with(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    return (*items[:index], item, *items[index + 1 :])


def first_leader(rules: Rules, hands: Sequence[Collection[Card]], leader: int | None = None) -> int:
    """§1.3: the given leader, else the holder of `first_lead_card`, else seat 0."""
    if leader is not None:
        return leader
    if rules.first_lead_card is None:
        return 0
    holders = [seat for seat, hand in enumerate(hands) if rules.first_lead_card in hand]
    if not holders:
        raise ValueError(f"nobody holds {rules.first_lead_card}: give the leader")
    return holders[0]


def _checked(rules: Rules, *parts: Collection[Card]) -> None:
    together = [card for part in parts for card in part]
    if len(set(together)) != len(together):
        raise ValueError("a card twice")
    if any(card not in deck(rules) for card in together):
        raise ValueError("a card that is not in the pack")


def start(rules: Rules, hands: Sequence[Collection[Card]], leader: int | None = None) -> State:
    """A dealt deal, before the exposing. The hands are equally big; they may be smaller than a real deal's."""
    if len(hands) != rules.players or len({len(hand) for hand in hands}) != 1:
        raise ValueError(f"{rules.players} hands of one size are wanted")
    _checked(rules, *hands)
    given = leader is not None or rules.first_lead_card is None
    leads = first_leader(rules, hands, leader)
    return State(
        rules=rules,
        hands=tuple(map(frozenset, hands)),
        taken=(frozenset(),) * rules.players,
        trick=(),
        leader=leads,
        deal_leader=leads,
        leader_given=given,
        choices=((None if rules.exposing else frozenset()),) * rules.players,
        must_lead=rules.first_lead_card if rules.must_lead_it and not given else None,
    )


def position(
    rules: Rules,
    hands: Sequence[Collection[Card]],
    taken: Sequence[Collection[Card]] | None = None,
    trick: Sequence[Card] = (),
    leader: int = 0,
    exposed: Collection[Card] = (),
    earlier_leads: Collection[str] = (),
) -> State:
    """An open position of the play. `leader` leads, or led the trick on the table.

    The cards on the table must have been legal. Who exposed a card is known of those still in a hand.
    """
    piles = [frozenset(pile) for pile in taken or [()] * rules.players]
    full = [set(hand) for hand in hands]
    for step, card in enumerate(trick):
        full[(leader + step) % rules.players].add(card)
    if len(full) != rules.players or len(piles) != rules.players or len({len(hand) for hand in full}) != 1:
        raise ValueError("the number of hands or piles, or the hands' sizes, are wrong")
    _checked(rules, *hands, *piles, trick)
    if exposed and not rules.exposing:
        raise ValueError("exposing is off")
    state = State(
        rules=rules,
        hands=tuple(map(frozenset, full)),
        taken=tuple(piles),
        trick=(),
        leader=leader,
        deal_leader=leader,
        leader_given=True,
        choices=tuple(frozenset(exposed) & hand for hand in full),
        exposed=frozenset(exposed),
        earlier_leads=frozenset(earlier_leads),
    )
    return state.play(*trick)


def perft(state: State, depth: int) -> int:
    """Number of move sequences of exactly `depth` moves; one that ends earlier counts nothing.

    Every exposing choice is a move. A sequence whose last move ends the deal counts.
    """
    if depth == 0:
        return 1
    if depth == 1:
        return len(state.moves())
    return sum(perft(state.after(move), depth - 1) for move in state.moves())


# --------------------------------------------------------------------------- the match


@dataclass(frozen=True)
class Match:
    """§3: deals until a total is beyond a limit. Every deal added gives a new Match.

    `totals` and each entry of `history` hold a number a player, with teams two. `next_leader` is None where
    `first_lead_card` decides.
    """

    rules: Rules
    totals: tuple[int, ...]
    deals: int = 0
    next_leader: int | None = None
    history: tuple[tuple[int, ...], ...] = ()

    @staticmethod
    def new(rules: Rules, totals: Sequence[int] | None = None) -> Match:
        number = rules.players if rules.teams == "none" else 2
        first = 0 if rules.first_lead_card is None else None
        return Match(rules, tuple(totals or [0] * number), next_leader=first)

    @property
    def dealer(self) -> int:
        """§1.1: passes to the next seat with every deal."""
        return self.deals % self.rules.players

    @property
    def is_over(self) -> bool:
        """Checked after a deal: is a total at or below the loss limit, or at or above the win limit?"""
        rules = self.rules
        if rules.loss_limit is not None:
            limit = rules.loss_limit if rules.loss_inclusive else rules.loss_limit - 1
            if min(self.totals) <= limit:
                return True
        return rules.win_limit is not None and max(self.totals) >= rules.win_limit

    @property
    def losers(self) -> list[int]:
        """The seats with the lowest total, all that tie; none before the end."""
        return self._seats(min(self.totals))

    @property
    def winners(self) -> list[int]:
        return self._seats(max(self.totals))

    def _seats(self, total: int) -> list[int]:
        seats = range(self.rules.players)
        return [seat for seat in seats if self.is_over and self.totals[seat % len(self.totals)] == total]

    def add(self, state: State) -> Match:
        """The match after this finished deal."""
        if not state.is_over():
            raise ValueError("the deal is not over")
        numbers = score_before_rotation(self.rules, state.taken, state.exposed)
        return self.add_scores(numbers, swept(self.rules, state.taken), state.pig_taker(), state.deal_leader)

    def add_scores(
        self, numbers: Sequence[int], swept: bool = False, pig_taker: int | None = None, leader: int | None = None
    ) -> Match:
        """The match after a deal of these scores, before rotation; `leader` led that deal."""
        if self.is_over:
            raise ValueError("the match is over")
        rules = self.rules
        if swept and rules.sweep_rotation == "deal":
            numbers = rotated(numbers)
        totals = [total + number for total, number in zip(self.totals, numbers, strict=True)]
        if swept and rules.sweep_rotation == "totals":
            totals = rotated(totals)
        led = self.next_leader if leader is None else leader
        follower = None if led is None else (led + 1) % rules.players
        leads = {"card_holder": None, "pig_taker": pig_taker, "rotate": follower}[rules.next_leader]
        return Match(rules, tuple(totals), self.deals + 1, leads, (*self.history, tuple(numbers)))

    def start(self, hands: Sequence[Collection[Card]]) -> State:
        """The next deal with these hands."""
        return start(self.rules, hands, self.next_leader)


# --------------------------------------------------------------------------- open endgames


@dataclass(frozen=True)
class Values:
    """What a position is worth with open cards.

    `team`: seats 0 and 2 maximise (score 0 + score 2) - (score 1 + score 3), the others minimise it; None
    unless four play. `paranoid[i]`: seat i maximises its own score (with teams its team's), all others minimise it.
    """

    team: int | None
    paranoid: tuple[int, ...]


def solve(state: State) -> Values:
    """Brute force. Positions that agree in hands, trick, leader, earlier leads and scoring cards taken are one."""
    return _values(_solve(state, {}))


def solve_moves(state: State) -> dict[str, Values]:
    """The value of the position after each legal move."""
    memory: dict[object, tuple[int, ...]] = {}
    return {move: _values(_solve(state.after(move), memory)) for move in state.moves()}


def _values(numbers: tuple[int, ...]) -> Values:
    *paranoid, team = numbers
    return Values(team if len(paranoid) == 4 else None, tuple(paranoid))


def _solve(state: State, memory: dict[object, tuple[int, ...]]) -> tuple[int, ...]:
    """The paranoid values of every seat and, last, the team value (0 unless four play)."""
    piles = tuple(pile & SCORING for pile in state.taken)
    key = (state.hands, state.trick, state.leader, state.choices, state.earlier_leads, piles)
    if key not in memory:
        memory[key] = _leaf(state) if state.is_over() else _best(state, memory)
    return memory[key]


def _leaf(state: State) -> tuple[int, ...]:
    numbers = state.score()
    own = [numbers[seat % len(numbers)] for seat in range(state.rules.players)]
    if state.rules.players != 4:
        return (*own, 0)
    two = team_sum(numbers) if len(numbers) == 4 else numbers
    return (*own, two[0] - two[1])


def _best(state: State, memory: dict[object, tuple[int, ...]]) -> tuple[int, ...]:
    children = [_solve(state.after(move), memory) for move in state.moves()]
    player, players = state.player, state.rules.players
    assert player is not None
    # Who maximises: seat i in its own value, seats 0 and 2 in the team's.
    mine = [player == seat for seat in range(players)] + [player in (0, 2)]
    return tuple(
        max(numbers) if maximise else min(numbers)
        for maximise, numbers in zip(mine, zip(*children, strict=True), strict=True)
    )


# --------------------------------------------------------------------------- hidden hands


def public_moves(begin: State, moves: Sequence[str], viewer: int) -> list[tuple[int, str | None]]:
    """(seat, move) of every move as `viewer` saw it: None for another's simultaneous choice not yet public."""
    seen: list[tuple[int, str | None]] = []
    state, end = begin, begin.play(*moves)
    hidden = end.phase == "exposing" and begin.rules.exposing_order == "simultaneous"
    for move in moves:
        player = state.player
        assert player is not None
        seen.append((player, None if hidden and player != viewer else move))
        state = state.after(move)
    return seen


def consistent_deals(begin: State, moves: Sequence[str], viewer: int) -> set[tuple[Cards, ...]]:
    """The hands, as they would be now, of every deal in which `viewer` would have seen just what he saw.

    `begin` is a deal before its first move or an open position, `moves` all moves since (the true ones; what
    `viewer` did not see is not used). Every way to deal the cards he does not see is replayed: each move must
    be legal and made by the seat that is to move, and the same seat must be to move now. That a seat did
    not expose a card says nothing. All the deals are equally likely if the moves are uniformly random.
    """
    moves = [*begin.trick, *moves]
    begin = _before_trick(begin)
    end = begin.play(*moves)
    seen = public_moves(begin, moves, viewer)
    others = [seat for seat in range(begin.rules.players) if seat != viewer]
    known = [_shown(begin, seen, seat) for seat in others]
    pool = frozenset().union(*(begin.hands[seat] for seat in others)) - frozenset().union(*known)
    sizes = [len(begin.hands[seat]) - len(cards) for seat, cards in zip(others, known, strict=True)]
    found = set()
    for parts in _partitions(sort_cards(pool), sizes):
        hands = list(begin.hands)
        for seat, cards, part in zip(others, known, parts, strict=True):
            hands[seat] = cards | frozenset(part)
        now = _replayed(_redealt(begin, hands), seen)
        if now is not None and now.player == end.player:
            found.add(now.hands)
    return found


def _before_trick(state: State) -> State:
    """With the cards on the table back in their hands."""
    hands = list(state.hands)
    for step, card in enumerate(state.trick):
        seat = (state.leader + step) % state.rules.players
        hands[seat] = hands[seat] | {card}
    return replace(state, hands=tuple(hands), trick=())


def _shown(begin: State, seen: Sequence[tuple[int, str | None]], seat: int) -> Cards:
    """The cards everybody knows this seat to have begun with: played or exposed."""
    shown = set(begin.choices[seat] or ())
    for player, move in seen:
        if player == seat and move is not None:
            shown |= choice_cards(move)  # a card alone reads the same way
    return frozenset(shown)


def _redealt(begin: State, hands: Sequence[Cards]) -> State:
    """The same beginning with other hands; the holder of `first_lead_card` may be another."""
    if begin.leader_given:
        return replace(begin, hands=tuple(hands))
    leader = first_leader(begin.rules, hands)
    return replace(begin, hands=tuple(hands), leader=leader, deal_leader=leader)


def _replayed(state: State, seen: Sequence[tuple[int, str | None]]) -> State | None:
    """The state after these moves, None if one could not have been made. A hidden choice is read as `none`."""
    for player, move in seen:
        played = "none" if move is None else move
        if state.player != player or played not in state.moves():
            return None
        state = state.after(played)
    return state


def _partitions(cards: list[Card], sizes: list[int]) -> Iterator[list[tuple[Card, ...]]]:
    """Every way to cut the cards into sets of these sizes."""
    if not sizes:
        yield []
        return
    for part in itertools.combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in part]
        for parts in _partitions(rest, sizes[1:]):
            yield [part, *parts]
