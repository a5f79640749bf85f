"""The commands and their options; what each does is in a module of its name, imported when it runs."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, NoReturn, ParamSpec

import typer

import chupai
from chupai.cli import games

P = ParamSpec("P")

RulesOption = Annotated[
    str,
    typer.Option("--rules", "-r", metavar="RULES", help="A preset, or one with changes: 'standard spring=false'."),
]
GameOption = Annotated[
    str, typer.Option("--game", "-g", metavar="GAME", help=f"Which game: {' or '.join(games.NAMES)}.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def fail(message: str) -> NoReturn:
    """One line on stderr, exit code 2."""
    typer.echo(f"chupai: {' '.join(message.split())}", err=True)
    raise typer.Exit(2)


def command(run: Callable[P, None]) -> Callable[P, None]:
    """Register a command; what the user got wrong is one line, Ctrl-C leaves with 130, neither with a traceback."""

    @functools.wraps(run)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            run(*args, **kwargs)
        except chupai.ChupaiError as error:
            fail(str(error))
        except KeyboardInterrupt:
            typer.echo("", err=True)
            raise typer.Exit(130) from None

    return app.command()(guarded)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"chupai {chupai.__version__}")
        raise typer.Exit


@app.callback()
def chupai_command(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Dou Dizhu (斗地主) and Gong Zhu (拱猪): a fast engine, from the command line."""


@command
def bench(
    game: GameOption = games.DEFAULT,
    rules: RulesOption = "standard",
    seconds: Annotated[float, typer.Option(min=0.001, max=3600, help="CPU seconds a row, over all rounds.")] = 1.0,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds over all rows, interleaved.")] = 9,
    as_json: JsonOption = False,
) -> None:
    """Measure chupai on this machine.

    CPU time of one thread; every round measures every row in turn.

    The variable CHUPAI_LEVEL=baseline turns newer instructions off.

    bench/peers/run.py of the source tree compares with other engines.
    """
    from chupai.cli.bench import run

    face = games.find(game)
    run(face, face.rules_type.from_text(rules), seconds=seconds, rounds=rounds, as_json=as_json)


@command
def legal(
    hand: Annotated[str, typer.Argument(metavar="HAND", help="Cards, in any order: 334455TJQKA2BR, or 'SQJ2 HA'.")],
    game: GameOption = games.DEFAULT,
    beat: Annotated[str, typer.Option("--beat", "-b", metavar="MOVE", help="Dou Dizhu: what lies on the table.")] = "",
    trick: Annotated[
        str, typer.Option("--trick", "-t", metavar="CARDS", help="Gong Zhu: the cards on the table, the lead first.")
    ] = "",
    exposed: Annotated[
        str, typer.Option("--exposed", "-e", metavar="CARDS", help="Gong Zhu: cards that were exposed in this deal.")
    ] = "",
    suits_led: Annotated[
        str, typer.Option("--suits-led", "-s", metavar="SUITS", help="Gong Zhu: suits that earlier tricks were of.")
    ] = "",
    rules: RulesOption = "standard",
    count: Annotated[bool, typer.Option("--count", "-c", help="Only the number of moves.")] = False,
    as_json: JsonOption = False,
) -> None:
    """List the legal moves of a hand."""
    from chupai.cli.legal import run

    face = games.find(game)
    options = {"beat": beat, "trick": trick, "exposed": exposed, "suits_led": suits_led}
    said = {name: text for name, text in options.items() if text}
    run(face, hand, said, face.rules_type.from_text(rules), count=count, as_json=as_json)


@command
def perft(
    depth: Annotated[int, typer.Option("--depth", "-d", min=1, max=64, help="Moves deep.")],
    game: GameOption = games.DEFAULT,
    rules: RulesOption = "standard",
    seed: Annotated[int | None, typer.Option(help="A random deal.")] = None,
    hands: Annotated[str | None, typer.Option(metavar="H0/H1/H2", help="Open hands, the first to lead.")] = None,
    file: Annotated[
        Path | None, typer.Option(metavar="GAME.txt", help="A game as Game.text() writes it, rules included.")
    ] = None,
    bulk: Annotated[bool, typer.Option("--bulk/--no-bulk", help="Count the last level without playing it.")] = True,
) -> None:
    """Count the sequences of moves of every length up to a depth.

    From a random deal (--seed, 0 if nothing is said), open hands (--hands) or a game on file (--file).
    """
    from chupai.cli.perft import read, run, start

    if sum(given is not None for given in (seed, hands, file)) > 1:
        fail("give one of --seed, --hands and --file")
    face = games.find(game)
    if file is None:
        run(face, start(face, rules, seed=seed, hands=hands), depth, bulk=bulk)
        return
    try:
        face, position = read(file, face)
    except (OSError, UnicodeDecodeError) as error:
        fail(f"cannot read {file}: {getattr(error, 'strerror', None) or 'no UTF-8 text'}")
    run(face, position, depth, bulk=bulk)


@command
def play(
    game: GameOption = games.DEFAULT,
    rules: RulesOption = "standard",
    seed: Annotated[int | None, typer.Option(help="Names the deals; drawn and shown where not given.")] = None,
    seat: Annotated[int, typer.Option(min=0, help="Your seat.")] = 0,
    match: Annotated[bool, typer.Option("--match", help="Gong Zhu: deals until a match is over.")] = False,
    hints: Annotated[bool, typer.Option("--hints", help="Show what random playouts think best.")] = False,
) -> None:
    """Play against random players."""
    from chupai.cli.play import run

    face = games.find(game)
    run(face, face.rules_type.from_text(rules), seed=seed, seat=seat, match=match, hints=hints)


@command
def rules(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME|RULES", help="A game; a preset of it, or one with changes."),
    ] = None,
    game: GameOption = games.DEFAULT,
) -> None:
    """Show the presets of a game, or every field of one.

    As: chupai rules gongzhu; chupai rules gongzhu plain.
    """
    from chupai.cli.rules import run

    name = " ".join(words or []).split()
    if name and name[0] in games.NAMES:
        game = name.pop(0)
    run(games.find(game), " ".join(name))
