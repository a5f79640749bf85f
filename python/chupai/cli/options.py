"""The options that several commands have: a game and its rules, a position, what is asked of it, and limits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

import chupai
from chupai.cli import games

Game = Annotated[
    str | None,
    typer.Option(
        "--game", "-g", metavar="GAME", help=f"Which game: {' or '.join(games.NAMES)}.", show_default=games.DEFAULT
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]

Hands = Annotated[
    list[str] | None,
    typer.Argument(metavar="HANDS", help="Open hands in turn order: 3455KK 345522, or 'SQ H2' 'SK H3' and so on."),
]
Rules = Annotated[
    str | None,
    typer.Option(
        "--rules",
        "-r",
        metavar="RULES",
        help="A preset, or one with changes: 'standard spring=false'.",
        show_default="standard",
    ),
]
GameText = Annotated[
    Path | None,
    typer.Option(
        "--game-text", "-f", metavar="FILE", help="In place of hands and rules: a game as Game.text() writes it; or -."
    ),
]
Landlord = Annotated[int | None, typer.Option(help="Dou Dizhu: the landlord's seat.", show_default="0")]
ToMove = Annotated[int | None, typer.Option(help="Dou Dizhu: whose turn it is.", show_default="0")]
ToBeat = Annotated[
    str | None, typer.Option("--to-beat", "-b", metavar="MOVE", help="Dou Dizhu: what lies on the table.")
]
Passes = Annotated[int | None, typer.Option(help="Dou Dizhu: how many passed since then.", show_default="0")]
Stake = Annotated[int | None, typer.Option(help="Dou Dizhu: what a loser pays.", show_default="1")]
Trick = Annotated[
    str | None, typer.Option("--trick", "-t", metavar="CARDS", help="Gong Zhu: the cards on the table, the lead first.")
]
Leader = Annotated[int | None, typer.Option(help="Gong Zhu: who leads, or led, this trick.", show_default="0")]
Taken = Annotated[str | None, typer.Option(metavar="T0/T1/…", help="Gong Zhu: the cards that each seat has taken.")]
Exposed = Annotated[
    str | None, typer.Option("--exposed", "-e", metavar="CARDS", help="Gong Zhu: cards that were exposed.")
]
SuitsLed = Annotated[
    str | None, typer.Option("--suits-led", "-s", metavar="SUITS", help="Gong Zhu: suits that earlier tricks were of.")
]
Mode = Annotated[
    str | None,
    typer.Option(metavar="winner|payoff", help="Dou Dizhu: who wins, or what is paid.", show_default="winner"),
]
Objective = Annotated[
    str | None,
    typer.Option(
        metavar="team|paranoid", help="Gong Zhu: two sides, or one seat against all others.", show_default="team"
    ),
]
Seat = Annotated[int | None, typer.Option(help="Gong Zhu, paranoid: which seat.", show_default="to move")]
Nodes = Annotated[int | None, typer.Option(help="Stop after so many positions.")]
Seconds = Annotated[float | None, typer.Option(help="Stop after so many seconds.")]
TableMb = Annotated[int, typer.Option("--table-mb", help="MiB of memory for positions that were seen before.")]
Threads = Annotated[int, typer.Option(help="Threads.")]

POSITION = ("landlord", "to_move", "to_beat", "passes", "stake", "trick", "leader", "taken", "exposed", "suits_led")
"""What may be said of a position besides its hands."""
GOAL = ("mode", "objective", "seat")
"""What may be asked of it."""
LIMITS = ("nodes", "seconds", "table_mb", "threads")
"""What may end a search, or help it."""


def chosen(names: Iterable[str], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Those of a command's arguments that have these names and were given."""
    return {name: arguments[name] for name in names if arguments[name] is not None}


def check(title: str, given: Iterable[str], known: Mapping[str, str]) -> None:
    """ParseError where an option was given that this game does not have."""
    for name in given:
        if name not in known:
            own = ", ".join(f"{dashed(each)} says {what}" for each, what in known.items()) or "it has none"
            raise chupai.ParseError(f"{dashed(name)} is no option of {title}: {own}")


def dashed(name: str) -> str:
    """As it is typed."""
    return f"--{name.replace('_', '-')}"
