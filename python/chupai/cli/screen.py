"""What a person sees at the table."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from rich import table as rich_table
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from chupai import doudizhu
from chupai.cli import style
from chupai.cli.hints import Hint
from chupai.cli.table import Event, Table

MANY = 60
_SHORT = 8

HELP = """
  [bold]334455[/]    play these cards; T or 10 is ten, B and R are the jokers
  [bold]#12[/]       play move number 12; 12 alone does where it cannot be cards
  [bold]enter[/], p  pass; in the auction 1, 2 and 3 are bids
  [bold]l[/]         list every move; l pair: of a kind; l TT: with these cards
  [bold]h[/]         a hint: what brings most if all play at random from here
  [bold]u[/]         take back, to your previous decision
  [bold]new[/]       leave this game for the next one
  [bold]q[/]         leave"""


def name(table: Table, seat: int) -> str:
    """You, or a seat's number."""
    return "you" if seat == table.seat else f"seat {seat}"


def title(table: Table) -> RenderableType:
    """A line above a game."""
    text = f"game {table.number + 1} · {table.rules} · seed {table.seed}"
    return Group("", Rule(text, align="left", style="dim"))


def news(table: Table, events: Sequence[Event]) -> RenderableType:
    """What happened: a line a move."""
    lines: list[Text] = []
    for event, deal_after in zip(events, [*(event.deal for event in events[1:]), table.deals], strict=False):
        lines.append(_deed(table, event))
        if event.deal != deal_after:
            lines.append(Text("all passed: the cards are dealt again", style="yellow"))
    return Padding(Group(*lines), (0, 0, 0, 2))


def _deed(table: Table, event: Event) -> Text:
    own = event.seat == table.seat
    line = Text(f"{name(table, event.seat):8}", style="dim" if own else "")
    if event.move.cards:
        line.append_text(style.move(event.move))
        line.append(f"  {style.words(event.move.kind)}", "dim")
    elif event.move.bid:
        line.append(f"bid{'' if own else 's'} {event.move.bid}", "magenta")
    else:
        line.append("pass" if own else "passes", "dim")
    return line


def situation(table: Table) -> RenderableType:
    """Who holds how many cards, what lies on the table, and the own hand."""
    seen = table.game.view(table.seat)
    grid = rich_table.Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for step in range(seen.num_players):
        seat = (table.seat + step) % seen.num_players
        grid.add_row(Text(name(table, seat), style="bold" if step == 0 else ""), *_state(table, seen, seat))
    hand = Text.assemble("your hand  ", style.cards(seen.hand, " "))
    return Padding(Group("", grid, "", Text.assemble("the table  ", _on_table(table, seen)), hand), (0, 0, 0, 2))


def _state(table: Table, seen: doudizhu.View, seat: int) -> list[Text]:
    left = seen.counts[seat]
    cards = Text(f"{left} card{'' if left == 1 else 's'}", style="bold red" if left <= 2 else "")
    if seat == seen.landlord:
        role = Text("landlord", style="bold magenta")
    elif seat != table.seat and table.allies(seat, table.seat):
        role = Text("with you", style="green")
    else:
        role = Text("")
    return [cards, role]


def _on_table(table: Table, seen: doudizhu.View) -> Text:
    if seen.phase == doudizhu.Phase.AUCTION:
        return Text(f"auction, {f'{seen.stake} is bid' if seen.stake else 'no bid yet'}", style="magenta")
    if seen.phase == doudizhu.Phase.STAKE:
        return Text("name your stake", style="magenta")
    bottom = Text.assemble("   bottom ", seen.bottom, style="dim") if seen.bottom else Text("")
    stake = Text(f"   stake {seen.stake}", style="dim")
    if seen.to_beat is None:
        return Text.assemble(Text("nothing: you lead", style="green"), stake, bottom)
    who = next(event.seat for event in reversed(table.events) if event.move.cards)
    what = Text(f"  {style.words(seen.to_beat.kind)} of {name(table, who)}", style="dim")
    return Text.assemble(style.move(seen.to_beat), what, stake, bottom)


def moves(legal: Sequence[doudizhu.Move], chosen: Sequence[int] | None = None) -> RenderableType:
    """The legal moves with their numbers, a line a kind; shortened where there are many, unless `chosen` says which."""
    if not any(move.cards for move in legal):
        return Padding(_calls(legal), (1, 0, 0, 2))
    numbers = range(len(legal)) if chosen is None else chosen
    short = chosen is None and len(legal) > MANY
    grid = rich_table.Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    grid.add_column(style="cyan", no_wrap=True)
    for kind, group in itertools.groupby(numbers, key=lambda i: legal[i].kind):
        members = list(group)
        shown = members[:_SHORT] if short else members
        texts = [Text.assemble((f"#{i + 1} ", "dim"), style.move(legal[i])) for i in shown]
        if len(shown) < len(members):
            texts.append(Text(f"… {len(members) - len(shown)} more: l {kind}", style="dim italic"))
        grid.add_row(style.words(kind), Text("  ").join(texts))
    return Padding(grid, (1, 0, 0, 2))


def _calls(legal: Sequence[doudizhu.Move]) -> Text:
    """Where no cards may be played."""
    bids = [str(move.bid) for move in legal if move.bid]
    if not bids:
        return Text("nothing of yours beats it: enter passes", style="dim")
    if len(bids) == len(legal):
        return Text(f"you may name {', '.join(bids)}", style="dim")
    return Text(f"you may bid {', '.join(bids)}; enter passes", style="dim")


def hints(given: Sequence[Hint]) -> RenderableType:
    """The most promising moves and what they bring."""
    line = Text("hint  ", style="dim")
    for i, hint in enumerate(given):
        line.append("   " if i else "")
        line.append_text(style.move(hint.move))
        line.append(f" {hint.payoff:+.2f}", "green" if hint.payoff > 0 else "red")
    return Padding(line, (1, 0, 0, 2))


def result(table: Table, total: Sequence[int]) -> RenderableType:
    """Who won, the cards that were left, payoffs of this game and of all so far."""
    game, payoffs = table.game, table.game.returns().tolist()
    winner = next((seat for seat, hand in enumerate(game.hands) if not hand), None)
    if winner is None:
        headline = Text("passed out: nobody is paid", style="yellow")
    else:
        won = table.allies(winner, table.seat)
        out = "you are" if winner == table.seat else f"{name(table, winner)} is"
        headline = Text(f"{out} out of cards: you {'win' if won else 'lose'}", "bold green" if won else "bold red")
    grid = rich_table.Table(box=None, padding=(0, 2, 0, 0))
    for column in ("", "this game", "in all", "cards left"):
        grid.add_column(column, justify="right" if column in ("this game", "in all") else "left", header_style="dim")
    for seat, paid in enumerate(payoffs):
        sign = "green" if paid > 0 else "red" if paid < 0 else ""
        left = style.cards(game.hands[seat])
        grid.add_row(name(table, seat), Text(f"{paid:+d}", style=sign), f"{total[seat]:+d}", left)
    return Padding(Group("", headline, "", grid), (0, 0, 0, 2))


def show(out: Console, *parts: RenderableType) -> None:
    """Print the parts one below the other."""
    for part in parts:
        out.print(part)
