"""chupai and its peers on one clock, interleaved round by round.

    python bench/peers/run.py [--seconds 2] [--rounds 5] [--seed 0] [--only gongzhu]
                              [--json FILE] [--readme] [--chart docs]
    python bench/peers/run.py --from FILE [--readme] [--chart docs]

Every round takes each measure of every engine once, for about `--seconds` of
CPU time; ratios are taken within a round, so that a slow spell of the machine
hits both sides. Rates are those of one thread by the CPU time of the process.
Engines whose package is missing are named. What is printed says what each rate
includes; `--json` keeps it all, `--readme` rewrites the table of README.md
between its markers, `--chart` draws speed.svg (it needs matplotlib:
`pip install --group plot`), and `--from` does the same without measuring.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from bench.peers import chart, machine, report, rounds  # noqa: E402
from bench.peers.base import MissingPeerError  # noqa: E402


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU seconds of a measurement (%(default)s)")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is taken (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of positions and games (%(default)s)")
    parser.add_argument("--only", choices=sorted(rounds.OURS), help="one game; otherwise both")
    parser.add_argument("--from", dest="source", type=Path, metavar="FILE", help="measured before: do not measure")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures")
    parser.add_argument(
        "--readme",
        type=Path,
        nargs="?",
        const=ROOT / "README.md",
        metavar="FILE",
        help="rewrite the table of FILE (README.md)",
    )
    parser.add_argument("--chart", type=Path, metavar="FOLDER", help="draw speed.svg and speed.png")
    args = parser.parse_args(argv)
    if args.seconds <= 0 or args.rounds < 1:
        parser.error("--seconds must be more than 0, --rounds at least 1")
    return args


def measure(args: argparse.Namespace) -> dict[str, Any]:
    games = [args.only] if args.only else list(rounds.OURS)
    peers = rounds.peers(games)
    ours = rounds.ours(games, peers)
    before = machine.load()
    rates = rounds.run([*ours, *peers], args.seconds, args.rounds, args.seed)
    return {
        "seconds": args.seconds,
        "rounds": args.rounds,
        "seed": args.seed,
        "load": [before, machine.load()],
        **rounds.result(rates, ours, peers),
    }


def check(args: argparse.Namespace) -> None:
    """What would fail after minutes of measuring fails now."""
    if args.chart:
        chart.library()
    if args.readme:
        report.split(args.readme.read_text(encoding="utf-8"))


def write(args: argparse.Namespace, result: dict[str, Any]) -> None:
    if args.json:
        args.json.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    drawn = chart.draw(result, args.chart) if args.chart else None
    if args.readme:
        text = args.readme.read_text(encoding="utf-8")
        args.readme.write_text(report.rewritten(text, result, report.link(args.readme, drawn)), encoding="utf-8")


def main(argv: Sequence[str] | None = None) -> None:
    args = arguments(argv)
    try:
        check(args)
        result = json.loads(args.source.read_text(encoding="utf-8")) if args.source else measure(args)
        print(report.text(result))
        write(args, result)
    except (MissingPeerError, report.MarkersError, OSError) as error:
        raise SystemExit(str(error)) from error


if __name__ == "__main__":
    main()
