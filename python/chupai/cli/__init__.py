"""The command `chupai`: benchmarks, perft, legal moves, rules, solved positions, puzzles, and a game against random
players.

It needs the extra `cli` (typer, rich), which nothing else in the package does.
"""

from __future__ import annotations

import importlib.util
import io
import sys

_NEEDS = ("typer", "rich")


def main() -> None:
    """Run the command line; where typer or rich is missing, say how to get them and exit with 2."""
    missing = [name for name in _NEEDS if not _is_there(name)]
    if missing:
        print(f'chupai: {" and ".join(missing)} not installed; run: pip install "chupai[cli]"', file=sys.stderr)
        raise SystemExit(2)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    from chupai.cli.app import app

    try:
        app(prog_name="chupai")
    except (OSError, RuntimeError) as error:  # a terminal that went away, a full disk
        if isinstance(error, RuntimeError) and "lost sys." not in str(error):
            raise
        print(f"chupai: {error}", file=sys.stderr)
        raise SystemExit(1) from None


def _is_there(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False
