"""Pictures of Dou Dizhu."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from chupai import doudizhu
from chupai._html.paint import RED, Card, Html, Row, cards, chip, frame, muted, seat, signed

_JOKERS = {"B": Card("B\n★", "black joker"), "R": Card("R\n★", "red joker", RED)}
_SMALL = "font-size:.8em"


def _card(rank: str) -> Card:
    face = "10" if rank == "T" else rank
    return _JOKERS.get(rank) or Card(face, face)


def _hand(text: str, hidden: int = 0, size: str = "") -> Html:
    """Cards as text, one group a rank."""
    return cards(([_card(rank) for rank in group] for _, group in groupby(text)), hidden, gap=".12em", size=size)


def _words(move: doudizhu.Move) -> str:
    if move.kind is doudizhu.Kind.BID:
        return f"bid {move.bid}"
    return str(move.kind).replace("_", " ")


def _short(move: doudizhu.Move) -> Html:
    """A move in a table's cell."""
    return _hand(move.cards, size=_SMALL) if move.cards else chip(_words(move))


def _last(moves: Sequence[doudizhu.Move], movers: Iterable[int]) -> dict[int, doudizhu.Move]:
    """The latest move of each seat, as far back as no seat comes twice."""
    found: dict[int, doudizhu.Move] = {}
    for move, mover in reversed(list(zip(moves, movers, strict=True))):
        if mover in found:
            break
        found[mover] = move
    return found


def _facts(position: doudizhu.Game | doudizhu.View) -> list[Html]:
    facts = [muted(f"rules {position.rules}"), chip(str(position.phase))]
    if position.stake:
        facts.append(chip(f"{'stake' if position.landlord is not None else 'highest bid'} {position.stake}"))
    return facts


def _title(position: doudizhu.Game | doudizhu.View) -> str:
    return f"Dou Dizhu, {position.phase}" + ("" if position.is_over else f", seat {position.player} to move")


def _rows(
    position: doudizhu.Game | doudizhu.View, hands: Sequence[Html], counts: Sequence[int], returns: Sequence[int] | None
) -> list[Row]:
    last = (
        _last(position.moves, position.movers.tolist())
        if isinstance(position, doudizhu.View)
        else _last_of_game(position)
    )
    rows: list[Row] = []
    for number, (hand, count) in enumerate(zip(hands, counts, strict=True)):
        turn = not position.is_over and position.player == number
        remarks = ["landlord"] if position.landlord == number else []
        if isinstance(position, doudizhu.View) and position.seat == number:
            remarks.append("you")
        move = last.get(number)
        said = _short(move) if move is not None else ""
        if move is not None and move.cards and not position.is_over and move == position.to_beat:
            said = f'<span style="white-space:nowrap">{said} {muted("to beat")}</span>'
        cells = [seat(number, to_move=turn, remarks=remarks), hand, str(count), said]
        if returns is not None:
            cells.append(signed(returns[number]))
        rows.append(Row(cells, lit=turn))
    return rows


def _last_of_game(game: doudizhu.Game) -> dict[int, doudizhu.Move]:
    view = game.view(0)  # its moves begin with the current deal
    return _last(view.moves, view.movers.tolist())


def game(game: doudizhu.Game) -> Html:
    """A game with all hands open."""
    returns = game.returns().tolist() if game.is_over else None
    facts = _facts(game)
    if game.bottom:
        facts.append(muted("bottom ") + _hand(game.bottom, size=_SMALL))
    hands = [_hand(text) for text in game.hands]
    heads = ["", "hand", "cards", "last move"] + ["payoff"] * (returns is not None)
    rows = _rows(game, hands, [len(text) for text in game.hands], returns)
    return frame(_title(game), "Dou Dizhu", facts, heads, rows, "")


def view(view: doudizhu.View) -> Html:
    """What a seat knows: its hand, backs for the others', and the cards it has not seen."""
    facts = _facts(view)
    if view.bottom:
        facts.append(muted("bottom ") + _hand(view.bottom, size=_SMALL))
    hands: list[Html] = []
    for number, count in enumerate(view.counts):
        known = view.hand if number == view.seat else view.landlord_known if number == view.landlord else ""
        hands.append(_hand(known, count - len(known)))
    unseen = muted("unseen ") + _hand(view.unseen, size="font-size:.72em") if view.unseen else ""
    label = f"{_title(view)}, as seat {view.seat} knows it"
    rows = _rows(view, hands, view.counts, None)
    return frame(label, "Dou Dizhu", facts, ["", "hand", "cards", "last move"], rows, unseen)


def move(move: doudizhu.Move) -> Html:
    """A move's cards, and its kind."""
    if not move.cards:
        return chip(_words(move))
    words = _words(move) + (f", kickers {' '.join(move.kickers).replace('T', '10')}" if move.kickers else "")
    return f"{_hand(move.cards)} {chip(words)}"
