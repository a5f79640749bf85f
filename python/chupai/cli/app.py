"""The commands and their options; what each does is in a module of its name, imported when it runs."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, ParamSpec

import typer

import chupai
from chupai.cli import games, options

if TYPE_CHECKING:
    from chupai.cli.face import Face
    from chupai.cli.position import Position

P = ParamSpec("P")

app: typer.Typer = typer.Typer(
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


def read_file(file: Path) -> str:
    """The text of a file, or of standard input for '-'."""
    if str(file) == "-" and sys.stdin is None:
        fail("cannot read standard input: it is closed")
    try:
        text = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        return text.decode("utf-8-sig").replace("\r\n", "\n")
    except (OSError, UnicodeDecodeError) as error:
        fail(f"cannot read {file}: {getattr(error, 'strerror', None) or 'no UTF-8 text'}")


def rules_of(face: Face[Any, Any, Any], text: str | None) -> Any:
    """The rules that were named; the standard ones where none were."""
    return face.rules_type() if text is None else face.rules_type.from_text(text)


def position_of(hands: Sequence[str] | None, game_text: Path | None, arguments: Mapping[str, Any]) -> Position:
    """The position to be solved: from hands and what was said of them, or from a file."""
    from chupai.cli import position

    described = options.chosen(options.POSITION, arguments)
    if game_text is not None:
        only("--game-text", hands, options.chosen(["rules"], arguments) | described)
        return position.from_text(read_file(game_text), arguments["game"])
    if not hands:
        fail("give HANDS, or --game-text FILE")
    face = games.find(arguments["game"])
    return position.from_hands(face, "/".join(hands), rules_of(face, arguments["rules"]), described)


def only(option: str, hands: Sequence[str] | None, others: Iterable[str]) -> None:
    """Where this option says which position, nothing else may."""
    also = ["HANDS"] if hands else [options.dashed(name) for name in others]
    if also:
        fail(f"give {option} or {also[0]}, not both")


def leave(status: int) -> NoReturn:
    """End the command."""
    raise typer.Exit(status)


def command(run: Callable[P, None]) -> Callable[P, None]:
    """Register a command; what the user got wrong is one line, Ctrl-C leaves with 130, neither with a traceback."""

    @functools.wraps(run)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            run(*args, **kwargs)
        except chupai.ChupaiError as error:
            fail(str(error))
        except MemoryError:
            fail("not enough memory" + ("; try a smaller --table-mb" if "table_mb" in kwargs else ""))
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
def analyse(
    hands: options.Hands = None,
    game: options.Game = None,
    rules: options.Rules = None,
    landlord: options.Landlord = None,
    to_move: options.ToMove = None,
    to_beat: options.ToBeat = None,
    passes: options.Passes = None,
    stake: options.Stake = None,
    trick: options.Trick = None,
    leader: options.Leader = None,
    taken: options.Taken = None,
    exposed: options.Exposed = None,
    suits_led: options.SuitsLed = None,
    game_text: options.GameText = None,
    mode: options.Mode = None,
    objective: options.Objective = None,
    seat: options.Seat = None,
    nodes: options.Nodes = None,
    seconds: options.Seconds = None,
    table_mb: options.TableMb = 256,
    threads: options.Threads = 1,
    as_json: options.Json = False,
) -> None:
    """Tell what every legal move of an open position is worth.

    Of best play of all, who see all cards. Ctrl-C ends the search and shows what is known.
    """
    arguments = locals()
    from chupai.cli.analyse import run

    goal, limits = options.chosen(options.GOAL, arguments), options.chosen(options.LIMITS, arguments)
    leave(run(position_of(hands, game_text, arguments), goal, limits, as_json=as_json))


@command
def bench(
    game: options.Game = None,
    rules: options.Rules = None,
    seconds: Annotated[float, typer.Option(min=0.001, max=3600, help="CPU seconds a row, over all rounds.")] = 1.0,
    rounds: Annotated[int, typer.Option(min=1, max=100_000, help="Rounds over all rows, interleaved.")] = 9,
    as_json: options.Json = False,
) -> None:
    """Measure chupai on this machine.

    CPU time of one thread; every round measures every row in turn.

    The variable CHUPAI_LEVEL=baseline turns newer instructions off.

    bench/peers/run.py of the source tree compares with other engines.
    """
    from chupai.cli.bench import run

    face = games.find(game)
    run(face, rules_of(face, rules), seconds=seconds, rounds=rounds, as_json=as_json)


@command
def legal(
    hand: Annotated[str, typer.Argument(metavar="HAND", help="Cards, in any order: 334455TJQKA2BR, or 'SQJ2 HA'.")],
    game: options.Game = None,
    beat: Annotated[
        str | None, typer.Option("--beat", "-b", metavar="MOVE", help="Dou Dizhu: what lies on the table.")
    ] = None,
    trick: options.Trick = None,
    exposed: options.Exposed = None,
    suits_led: options.SuitsLed = None,
    rules: options.Rules = None,
    count: Annotated[bool, typer.Option("--count", "-c", help="Only the number of moves.")] = False,
    as_json: options.Json = False,
) -> None:
    """List the legal moves of a hand."""
    from chupai.cli.legal import run

    on_table = options.chosen(["beat", "trick", "exposed", "suits_led"], locals())
    face = games.find(game)
    run(face, hand, on_table, rules_of(face, rules), count=count, as_json=as_json)


@command
def perft(
    depth: Annotated[int, typer.Option("--depth", "-d", min=1, max=64, help="Moves deep.")],
    game: options.Game = None,
    rules: options.Rules = None,
    seed: Annotated[int | None, typer.Option(help="A random deal.")] = None,
    hands: Annotated[str | None, typer.Option(metavar="H0/H1/H2", help="Open hands, the first to lead.")] = None,
    game_text: options.GameText = None,
    bulk: Annotated[bool, typer.Option("--bulk/--no-bulk", help="Count the last level without playing it.")] = True,
) -> None:
    """Count the sequences of moves of every length up to a depth.

    From a random deal (--seed, 0 if nothing is said), open hands (--hands) or a game's text (--game-text).
    """
    from chupai.cli.perft import run, start
    from chupai.cli.position import from_text

    if game_text is not None:
        only("--game-text", None, options.chosen(["rules", "seed", "hands"], locals()))
        position = from_text(read_file(game_text), game)
        run(position.face, position.game, depth, bulk=bulk)
        return
    if hands is not None:
        only("--hands", None, options.chosen(["seed"], locals()))
    face = games.find(game)
    run(face, start(face, rules_of(face, rules), seed=seed, hands=hands), depth, bulk=bulk)


@command
def play(
    game: options.Game = None,
    rules: options.Rules = None,
    seed: Annotated[int | None, typer.Option(help="Names the deals; drawn and shown where not given.")] = None,
    seat: Annotated[int, typer.Option(min=0, help="Your seat.")] = 0,
    match: Annotated[bool, typer.Option("--match", help="Gong Zhu: deals until a match is over.")] = False,
    hints: Annotated[bool, typer.Option("--hints", help="Show what random playouts think best.")] = False,
) -> None:
    """Play against random players."""
    from chupai.cli.play import run

    face = games.find(game)
    run(face, rules_of(face, rules), seed=seed, seat=seat, match=match, hints=hints)


@command
def puzzle(
    cards: Annotated[int, typer.Option("--cards", "-n", min=1, help="Cards in each hand.")],
    game: options.Game = None,
    rules: options.Rules = None,
    players: Annotated[
        int | None, typer.Option(min=2, max=5, help="Hands: in Dou Dizhu 2, or as many as play.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Names the deals.")] = 0,
    count: Annotated[int, typer.Option("--count", "-c", min=1, help="Puzzles.")] = 1,
) -> None:
    """Make puzzles: open hands, the first to move, and only one move is right.

    In Dou Dizhu it is the only one of three or more that wins, and takes three plays at least.

    In Gong Zhu it alone reaches the best result.

    Deals are of numpy's PCG64(seed); chupai solve --puzzles reads the lines.
    """
    from chupai.cli.puzzle import run

    face = games.find(game)
    run(face, rules_of(face, rules), cards=cards, players=players, seed=seed, count=count)


@command
def rules(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME|RULES", help="A game; a preset of it, or one with changes."),
    ] = None,
    game: options.Game = None,
) -> None:
    """Show the presets of a game, or every field of one.

    As: chupai rules gongzhu; chupai rules gongzhu plain.
    """
    from chupai.cli.rules import run

    name = " ".join(words or []).split()
    if name and name[0] in games.NAMES:
        if game is not None:
            fail(f"give --game or {name[0]}, not both")
        game = name.pop(0)
    run(games.find(game), " ".join(name))


@command
def solve(
    hands: options.Hands = None,
    game: options.Game = None,
    rules: options.Rules = None,
    landlord: options.Landlord = None,
    to_move: options.ToMove = None,
    to_beat: options.ToBeat = None,
    passes: options.Passes = None,
    stake: options.Stake = None,
    trick: options.Trick = None,
    leader: options.Leader = None,
    taken: options.Taken = None,
    exposed: options.Exposed = None,
    suits_led: options.SuitsLed = None,
    game_text: options.GameText = None,
    puzzles: Annotated[
        Path | None, typer.Option("--puzzles", metavar="FILE", help="Solve a file of puzzles, a line each; or -.")
    ] = None,
    moves: Annotated[
        str | None,
        typer.Option(
            "--moves", "-m", metavar="winner|first|all", help="Best moves: none, one or all.", show_default="first"
        ),
    ] = None,
    mode: options.Mode = None,
    objective: options.Objective = None,
    seat: options.Seat = None,
    nodes: options.Nodes = None,
    seconds: options.Seconds = None,
    table_mb: options.TableMb = 256,
    threads: options.Threads = 1,
    as_json: options.Json = False,
) -> None:
    """Solve an open position: who wins, a best move, and best play to the end.

    Puzzles are lines like: 3455KK 345522 | 4 5 | rules=standard spring=false

    With --puzzles the exit status is 1 where an answer is wrong, or not found within the limits.
    """
    arguments = locals()
    goal, limits = options.chosen(options.GOAL, arguments), options.chosen(options.LIMITS, arguments)
    if puzzles is not None:
        from chupai.cli.puzzles import parse
        from chupai.cli.puzzles import run as run_puzzles

        only("--puzzles", hands, options.chosen([*options.POSITION, "game_text", "moves"], arguments))
        face = games.find(game)
        parsed = parse(read_file(puzzles), face, str(rules_of(face, rules)))
        leave(run_puzzles(parsed, goal, limits, as_json=as_json))
    from chupai.cli.solve import run

    position = position_of(hands, game_text, arguments)
    leave(run(position, goal, limits, "first" if moves is None else moves, as_json=as_json))
