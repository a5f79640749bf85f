"""Pictures of Gong Zhu."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from chupai import gongzhu
from chupai._cards import split
from chupai._html.paint import BLACK, RED, Card, Html, Row, cards, chip, frame, muted, seat, signed

_TEXT_STYLE = "\ufe0e"  # asks for the plain sign where fonts have a coloured picture too
_SUITS = {
    "S": ("♠" + _TEXT_STYLE, "spades", BLACK),
    "H": ("♥" + _TEXT_STYLE, "hearts", RED),
    "D": ("♦" + _TEXT_STYLE, "diamonds", RED),
    "C": ("♣" + _TEXT_STYLE, "clubs", BLACK),
}
_RANKS = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
_SMALL = "font-size:.8em"


def _card(card: str, exposed: Collection[str]) -> Card:
    sign, suit, ink = _SUITS[card[0]]
    face = "10" if card[1] == "T" else card[1]
    return Card(f"{face}\n{sign}", f"{_RANKS.get(card[1], card[1])} of {suit}", ink, card in exposed)


def _hand(held: Iterable[str], exposed: Collection[str] = (), hidden: int = 0, size: str = "") -> Html:
    """Cards, one group a suit."""
    suits: dict[str, list[Card]] = {suit: [] for suit in _SUITS}
    for card in held:
        suits[card[0]].append(_card(card, exposed))
    return cards(suits.values(), hidden, gap=".55em", size=size)


def _counts_for_score(card: str) -> bool:
    return card[0] == "H" or card in ("SQ", "DJ", "CT")


def _exposing(cards_shown: Sequence[str]) -> Html:
    return _hand(cards_shown, cards_shown, size=_SMALL) if cards_shown else chip("exposes none")


def _table(position: gongzhu.Game | gongzhu.View) -> list[Html]:
    """What each seat has on the table: its card of the trick, or its choice of exposing."""
    players = position.num_players
    out = [""] * players
    if position.phase is gongzhu.Phase.EXPOSING:
        for move, mover in zip(position.moves, position.movers.tolist(), strict=True):
            out[mover] = chip("chosen") if move is None else _exposing(move.exposes)
    elif position.leader is not None:
        for place, card in enumerate(position.trick):
            out[(position.leader + place) % players] = _hand([card], position.exposed)
    return out


def _facts(position: gongzhu.Game | gongzhu.View) -> list[Html]:
    facts = [muted(f"rules {position.rules}"), chip(str(position.phase))]
    if position.exposed:
        facts.append(muted("exposed ") + _hand(position.exposed, position.exposed, size=_SMALL))
    return facts


def _heads(position: gongzhu.Game | gongzhu.View) -> list[str]:
    """What is not there when a deal is over has no column."""
    table = "choice" if position.phase is gongzhu.Phase.EXPOSING else "table"
    return ["", *([] if position.is_over else ["hand", table]), "scoring cards taken", "score"]


def _title(position: gongzhu.Game | gongzhu.View) -> str:
    return f"Gong Zhu, {position.phase}" + ("" if position.is_over else f", seat {position.player} to move")


def _scores(position: gongzhu.Game | gongzhu.View) -> list[int]:
    """By seat; a team's score stands at both of its seats."""
    sides = gongzhu.score(position.taken, position.exposed, position.rules)
    return [sides[number % len(sides)] for number in range(position.num_players)]


def _rows(position: gongzhu.Game | gongzhu.View, hands: Sequence[Html], returns: Sequence[int] | None) -> list[Row]:
    rows: list[Row] = []
    for number, (table, score) in enumerate(zip(_table(position), _scores(position), strict=True)):
        turn = not position.is_over and position.player == number
        remarks = ["leads"] if position.phase is gongzhu.Phase.PLAY and position.leader == number else []
        if isinstance(position, gongzhu.View):
            remarks += ["you"] * (position.seat == number)
            if position.voids[number] and number != position.seat:
                remarks.append("no " + "".join(_SUITS[suit][0] for suit in position.voids[number]))
        worth = [card for card in split(position.taken[number]) if _counts_for_score(card)]
        took = _hand(worth, position.exposed, size=_SMALL) if worth else ""
        held = [] if position.is_over else [hands[number], table]
        cells = [seat(number, to_move=turn, remarks=remarks), *held, took, signed(score)]
        if returns is not None:
            cells.append(signed(returns[number]))
        rows.append(Row(cells, lit=turn))
    return rows


def game(game: gongzhu.Game) -> Html:
    """A deal with all hands open."""
    returns = game.returns().tolist() if game.is_over and str(game.rules.payoff) != "score" else None
    exposed = game.exposed
    hands = [_hand(split(text), exposed) for text in game.hands]
    heads = _heads(game) + ["payoff"] * (returns is not None)
    return frame(_title(game), "Gong Zhu", _facts(game), heads, _rows(game, hands, returns), "")


def view(view: gongzhu.View) -> Html:
    """What a seat knows: its hand, backs for the others', and the cards it has not seen."""
    hands: list[Html] = []
    for number, count in enumerate(view.counts):
        known = split(view.hand if number == view.seat else view.known[number])
        hands.append(_hand(known, view.exposed, count - len(known)))
    unseen = split(view.unseen)
    foot = muted("unseen ") + _hand(unseen, view.exposed, size="font-size:.72em") if unseen else ""
    label = f"{_title(view)}, as seat {view.seat} knows it"
    return frame(label, "Gong Zhu", _facts(view), _heads(view), _rows(view, hands, None), foot)


def move(move: gongzhu.Move) -> Html:
    """A card, or the cards that a choice exposes."""
    if move.card is not None:
        return _hand([move.card])
    return f"{_hand(move.exposes, move.exposes)} {chip('exposed')}" if move.exposes else chip("exposes none")
