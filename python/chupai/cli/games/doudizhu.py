"""Dou Dizhu at the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from rich import table as rich_table
from rich.console import RenderableType
from rich.text import Text

import chupai
from chupai import doudizhu
from chupai.cli import style
from chupai.cli.face import Face
from chupai.cli.table import Event, Table

if TYPE_CHECKING:
    from chupai.cli.measures import Measure
    from chupai.cli.solver import Solver

_Table: TypeAlias = Table[doudizhu.Game, doudizhu.Move]

_CARD_STYLES = {"R": "bold red", "B": "bold blue", "2": "bold yellow"}
_RANKS = frozenset("3456789TJQKA2BRXD")


class DouDizhu(Face[doudizhu.Rules, doudizhu.Game, doudizhu.Move]):
    """Moves are sets of cards, listed by kind."""

    name = "doudizhu"
    title = "Dou Dizhu"
    rules_type = doudizhu.Rules
    game_type = doudizhu.Game
    questions: ClassVar[Mapping[str, str]] = {"beat": "what lies on the table"}
    help = """\
  [bold]334455[/]    play these cards; T or 10 is ten, B and R are the jokers
  [bold]#12[/]       play move number 12; 12 alone does where it cannot be cards
  [bold]enter[/], p  pass; in the auction 1, 2 and 3 are bids
  [bold]l[/]         list every move; l pair: of a kind; l TT: with these cards"""
    not_lowered: ClassVar[frozenset[str]] = frozenset("Q")  # the queen; q leaves

    # ---- games ----

    def deal(self, rules: doudizhu.Rules, seed: int, number: int, before: doudizhu.Game | None = None) -> doudizhu.Game:
        """The winner of the game before may bid first."""
        first = None
        if before is not None and rules.landlord_selection == "auction" and rules.first_bidder == "winner":
            first = _winner(before)
        return doudizhu.Game(rules, seed=seed, game=number, first=first)

    def from_hands(self, hands: str, rules: doudizhu.Rules) -> doudizhu.Game:
        """The landlord's first."""
        return doudizhu.Game.from_hands(hands, rules=rules)

    # ---- moves ----

    def group(self, move: doudizhu.Move) -> str:
        """Its kind."""
        return str(move.kind)

    def show(self, move: doudizhu.Move) -> Text:
        """Its cards, and which reading of them where there are several."""
        text = str(move)
        out = _cards(move.cards)
        return out.append(text[len(move.cards) :], "dim" if move.cards else "")

    def show_legal(self, legal: Sequence[doudizhu.Move]) -> Text | None:
        """Where no cards may be played: what may be bid, if anything."""
        if any(move.cards for move in legal):
            return None
        bids = [str(move.bid) for move in legal if move.bid]
        if not bids:
            return Text("nothing of yours beats it: enter passes", style="dim")
        if len(bids) == len(legal):
            return Text(f"you may name {', '.join(bids)}", style="dim")
        return Text(f"you may bid {', '.join(bids)}; enter passes", style="dim")

    def record(self, move: doudizhu.Move) -> dict[str, Any]:
        """Kind, top rank, length and kickers."""
        return {
            "kind": str(move.kind),
            "top": None if move.top is None else int(move.top),
            "length": move.length,
            "kickers": move.kickers,
        }

    def ask(self, hand: str, rules: doudizhu.Rules, **options: str) -> tuple[dict[str, Any], list[doudizhu.Move]]:
        """A hand against what lies on the table, '' to lead."""
        beat = options.get("beat", "")
        moves = [doudizhu.Move(code) for code in doudizhu.legal_codes(hand, beat, rules)]
        to_beat = str(doudizhu.Move.parse(beat, rules)) if beat else ""
        return {"hand": doudizhu.hand_text(hand), "to_beat": to_beat}, moves

    # ---- what a person says ----

    def read(self, text: str, game: doudizhu.Game) -> doudizhu.Move:
        """Cards, a bid, or nothing for a pass."""
        return game.parse("pass" if text in ("", "p") else text)

    def could_be_move(self, digits: str, game: doudizhu.Game) -> bool:
        """Bids in the auction, ranks after it."""
        return game.phase != doudizhu.Phase.PLAY or set(digits.replace("10", "T")) <= _RANKS

    def chooser(self, wanted: str) -> Callable[[doudizhu.Move], bool]:
        """Moves of a kind, or with these cards."""
        kind = wanted.lower().replace(" ", "_")
        if kind in list(doudizhu.Kind):
            return lambda move: move.kind == kind
        try:
            cards = doudizhu.hand_text(wanted)
        except chupai.ChupaiError as error:
            raise chupai.ParseError(f"no kind of move, and no cards: {error}") from None
        return lambda move: all(cards.count(card) <= move.cards.count(card) for card in set(cards))

    # ---- what a person sees ----

    def news(self, table: _Table, events: Sequence[Event[doudizhu.Move]]) -> Iterator[Text]:
        """A line a move, and one for each new deal."""
        for event, deal_after in zip(events, [*(event.deal for event in events[1:]), table.deals], strict=False):
            yield self._deed(table, event)
            if event.deal != deal_after:
                yield Text("all passed: the cards are dealt again", style="yellow")

    def _deed(self, table: _Table, event: Event[doudizhu.Move]) -> Text:
        own = event.seat == table.seat
        line = Text(f"{table.name(event.seat):8}", style="dim" if own else "")
        if event.move.cards:
            line.append_text(self.show(event.move))
            line.append(f"  {style.words(event.move.kind)}", "dim")
        elif event.move.bid:
            line.append(f"bid{'' if own else 's'} {event.move.bid}", "magenta")
        else:
            line.append("pass" if own else "passes", "dim")
        return line

    def situation(self, table: _Table) -> Iterable[RenderableType]:
        """Who holds how many cards, what lies on the table, and the own hand."""
        seen = table.game.view(table.seat)
        grid = rich_table.Table(box=None, padding=(0, 2, 0, 0), show_header=False)
        for step in range(seen.num_players):
            seat = (table.seat + step) % seen.num_players
            grid.add_row(Text(table.name(seat), style="bold" if step == 0 else ""), *_state(table, seen, seat))
        hand = Text.assemble("your hand  ", _cards(seen.hand, " "))
        return grid, "", Text.assemble("the table  ", self._on_table(table, seen)), hand

    def _on_table(self, table: _Table, seen: doudizhu.View) -> Text:
        if seen.phase == doudizhu.Phase.AUCTION:
            return Text(f"auction, {f'{seen.stake} is bid' if seen.stake else 'no bid yet'}", style="magenta")
        if seen.phase == doudizhu.Phase.STAKE:
            return Text("name your stake", style="magenta")
        bottom = Text.assemble("   bottom ", seen.bottom, style="dim") if seen.bottom else Text("")
        stake = Text(f"   stake {seen.stake}", style="dim")
        if seen.to_beat is None:
            return Text.assemble(Text("nothing: you lead", style="green"), stake, bottom)
        who = next(event.seat for event in reversed(table.events) if event.move.cards)
        what = Text(f"  {style.words(seen.to_beat.kind)} of {table.name(who)}", style="dim")
        return Text.assemble(self.show(seen.to_beat), what, stake, bottom)

    def outcome(self, table: _Table) -> Text:
        """Who is out of cards, and whether that is good."""
        winner = _winner(table.game)
        if winner is None:
            return Text("passed out: nobody is paid", style="yellow")
        won = _allies(table.game, winner, table.seat)
        out = "you are" if winner == table.seat else f"{table.name(winner)} is"
        return Text(f"{out} out of cards: you {'win' if won else 'lose'}", "bold green" if won else "bold red")

    def columns(self, table: _Table) -> Mapping[str, Sequence[Text]]:
        """The cards that were left."""
        return {"cards left": [_cards(hand) for hand in table.game.hands]}

    # ---- measures ----

    def measures(self, rules: doudizhu.Rules) -> list[Measure]:
        """In a file of their own."""
        from chupai.cli.games.doudizhu_measures import all_measures

        return all_measures(rules)

    # ---- solving ----

    def solver(self) -> Solver[doudizhu.Rules, doudizhu.Game, doudizhu.Move]:
        """In a file of its own."""
        from chupai.cli.games.doudizhu_solver import DouDizhuSolver

        return DouDizhuSolver()


def _cards(text: str, gap: str = "") -> Text:
    """Cards, with jokers and twos standing out."""
    out = Text(no_wrap=True)
    for i, card in enumerate(text):
        out.append(gap if i else "")
        out.append(card, _CARD_STYLES.get(card, "bold" if gap else ""))
    return out


def _state(table: _Table, seen: doudizhu.View, seat: int) -> list[Text]:
    left = seen.counts[seat]
    cards = Text(f"{left} card{'' if left == 1 else 's'}", style="bold red" if left <= 2 else "")
    if seat == seen.landlord:
        role = Text("landlord", style="bold magenta")
    elif seat != table.seat and _allies(table.game, seat, table.seat):
        role = Text("with you", style="green")
    else:
        role = Text("")
    return [cards, role]


def _winner(game: doudizhu.Game) -> int | None:
    return next((seat for seat, hand in enumerate(game.hands) if not hand), None)


def _allies(game: doudizhu.Game, one: int, other: int) -> bool:
    """Are these two seats on one side? Only known once there is a landlord."""
    if one == other:
        return True
    if game.landlord is None:
        return False
    if game.rules.sides == "pairs":
        return one % 2 == other % 2
    return game.landlord not in (one, other)


FACE = DouDizhu()
