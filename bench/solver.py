"""How long the exact solver takes.

    python bench/solver.py [--quick] [--json] [--only PART ...]

Every deal is solved with a fresh table: the value, and a line of best play. Times of one thread are CPU seconds of the
process; those of two threads against one are wall seconds, the two taken in turn on the same deal, which says something
only where two cores are free. A search that a limit ended counts as longer than all others, but is left
out of those pairs. Random hands are from
numpy's PCG64, and from the engine's own stream where a whole deal is wanted, so that everybody measures the same deals.
`--quick` takes few of them and small limits.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from typing import Any, Literal

import numpy as np

from chupai import doudizhu, gongzhu, solve

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from bench.peers import machine  # noqa: E402

PUZZLES = ROOT / "tests" / "data" / "doudizhu-puzzles.jsonl"
RANKS = "3456789TJQKA2"
PACK = RANKS * 4 + "BR"
WITHOUT = {"no31": "solo", "no32": "pair"}  # what puzzles call off: wings of trios and planes

Game = doudizhu.Game | gongzhu.Game
Figures = dict[str, Any]


@dataclass(frozen=True)
class Scale:
    """How many deals of each sort, and how long one may take."""

    repeats: int = 3  # of a puzzle; the shortest counts
    two: int = 40
    three: int = 40
    full: int = 20
    full_mb: int = 2000
    late: int = 20
    tricks: int = 8
    limit: float = 60.0  # seconds
    pairs: int = 8  # of a search with one thread and one with two
    tries: int = 200  # deals looked at for them
    shortest: float = 1.0  # seconds with one thread; deals that take less, or more than `longest`, are not taken
    longest: float = 10.0
    cards: tuple[int, ...] = (14, 15, 16)
    pair_tricks: int = 10


FULL = Scale()
QUICK = Scale(
    repeats=1,
    two=5,
    three=5,
    full=2,
    full_mb=256,
    late=5,
    limit=1.0,
    pairs=2,
    tries=6,
    shortest=0.1,
    longest=1.0,
    cards=(12,),
    pair_tricks=9,
)


# --------------------------------------------------------------------------- deals


def puzzles() -> Iterator[Game]:
    """The known puzzles, under the rules that each is meant for."""
    for line in PUZZLES.read_text(encoding="utf-8").splitlines():
        puzzle = json.loads(line)
        off = [WITHOUT[name] for name in puzzle["rules_off"]]
        kinds: list[Literal["bare", "solo", "pair"]] = ["bare", "solo", "pair"]
        played: list[Literal["bare", "solo", "pair"]] = [kind for kind in kinds if kind not in off]
        rules = doudizhu.Rules.preset("standard").replace(trio_kinds=played, plane_kinds=played)
        yield doudizhu.Game.from_hands([puzzle["first"], puzzle["second"]], 0, rules)


def random_hands(seed: int, sizes: Sequence[int]) -> Game:
    """Hands of so many cards out of one pack; seat 0 is the landlord and leads."""
    cards = [PACK[i] for i in np.random.Generator(np.random.PCG64(seed)).permutation(len(PACK))]
    ends = np.cumsum(sizes).tolist()
    return doudizhu.Game.from_hands(["".join(cards[end - n : end]) for n, end in zip(sizes, ends, strict=True)])


def full_deal(seed: int) -> Game:
    """A whole deal; seat 0 is the landlord, without an auction."""
    dealt = doudizhu.Game(seed=seed)
    landlord, *others = dealt.hands
    return doudizhu.Game.from_hands([landlord + dealt.bottom, *others])


def late_deal(seed: int, tricks: int) -> Game:
    """A deal of Gong Zhu after random play, with so many tricks to go."""
    random = np.random.Generator(np.random.PCG64(seed))
    game = gongzhu.Game("standard", seed=seed)
    for _ in range(4 + 4 * (13 - tricks)):  # four times exposing, then cards
        codes = game.legal.codes
        game.push(int(codes[random.integers(len(codes))]))
    return game


def deals(make: Callable[..., Game], n: int, *args: Any) -> list[Game]:
    return [make(seed, *args) for seed in range(n)]


# --------------------------------------------------------------------------- one thread


def seconds(game: Game, limit: float = math.inf, **options: Any) -> float:
    """CPU seconds; infinite where the limit came first, in CPU seconds too, so that other work does not count."""
    begin = time.process_time()
    found = solve(game, progress=lambda nodes, wall: time.process_time() - begin < limit, **options)
    spent = time.process_time() - begin
    return spent if found.complete else math.inf


def summary(what: str, times: Iterable[float], limit: float | None) -> Figures:
    """Percentiles by nearest rank; None where it was not solved."""
    ordered = sorted(times)

    def percentile(share: float) -> float | None:
        value = ordered[max(0, math.ceil(share * len(ordered)) - 1)]
        return None if math.isinf(value) else value

    return {
        "what": what,
        "deals": len(ordered),
        "limit": limit,
        "solved": sum(map(math.isfinite, ordered)) / len(ordered),
        "within_1s": sum(value <= 1 for value in ordered) / len(ordered),
        "median": percentile(0.5),
        "p90": percentile(0.9),
        "p95": percentile(0.95),
        "max": percentile(1),
    }


def solved(what: str, games: Iterable[Game], scale: Scale, **options: Any) -> Figures:
    return summary(what, [seconds(game, scale.limit, **options) for game in games], scale.limit)


def of_puzzles(scale: Scale) -> Figures:
    times = [min(seconds(game, moves="all") for _ in range(scale.repeats)) for game in puzzles()]
    return summary("known puzzles, every move valued", times, None)


def of_two(scale: Scale) -> Figures:
    return solved("two players, 17 cards each", deals(random_hands, scale.two, (17, 17)), scale)


def of_three(scale: Scale) -> Figures:
    return solved("three players, 10 cards each", deals(random_hands, scale.three, (10, 10, 10)), scale)


def of_full(scale: Scale) -> Figures:
    games = deals(full_deal, scale.full)
    return solved("three players, whole deals (20, 17, 17)", games, scale, table_mb=scale.full_mb)


def of_late(scale: Scale) -> Figures:
    games = deals(late_deal, scale.late, scale.tricks)
    return solved(f"Gong Zhu, last {scale.tricks} tricks, team", games, scale)


# --------------------------------------------------------------------------- two threads


def clocked(game: Game, **options: Any) -> tuple[float, float, int | None]:
    """Wall seconds, CPU seconds of all threads, and the value."""
    begin, spent = time.perf_counter(), time.process_time()
    found = solve(game, **options)
    value = found.value if found.complete else None
    return time.perf_counter() - begin, time.process_time() - spent, value


def compared(what: str, games: Iterable[Game], scale: Scale) -> Figures:
    """Deals that take one thread from `shortest` to `longest` seconds, each solved by one thread and then by two.

    Wall time says something only where two cores are free; `work`, the ratio of CPU times, nearly always does.
    """

    def pairs() -> Iterator[tuple[float, float, float]]:
        for game in islice(games, scale.tries):
            one, work, value = clocked(game, seconds=scale.longest)
            if one >= scale.shortest and value is not None:
                two, more, same = clocked(game, threads=2)
                if same != value:
                    raise AssertionError(f"{value} with one thread, {same} with two:\n{game.text()}")
                yield one, two, more / work

    measured = list(islice(pairs(), scale.pairs))
    out: Figures = {"what": what, "deals": len(measured)}
    if measured:
        one, two, work = np.array(measured).T
        ratio = one / two
        out |= {"one": float(np.median(one)), "two": float(np.median(two)), "work": float(np.median(work))}
        out |= {"ratio": float(np.median(ratio)), "least": float(ratio.min()), "most": float(ratio.max())}
    return out


def of_threads_doudizhu(scale: Scale) -> Figures:
    sizes = scale.cards
    games = (random_hands(seed, [sizes[seed % len(sizes)]] * 3) for seed in count())
    return compared(f"three players, {' or '.join(map(str, sizes))} cards each", games, scale)


def of_threads_gongzhu(scale: Scale) -> Figures:
    games = (late_deal(seed, scale.pair_tricks) for seed in count())
    return compared(f"Gong Zhu, last {scale.pair_tricks} tricks, team", games, scale)


# --------------------------------------------------------------------------- all

ALONE = {"puzzles": of_puzzles, "two": of_two, "three": of_three, "full": of_full, "late": of_late}
TOGETHER = {"threads-doudizhu": of_threads_doudizhu, "threads-gongzhu": of_threads_gongzhu}


def measure(scale: Scale, parts: Sequence[str]) -> Figures:
    before = machine.load()
    return {
        "alone": [make(scale) for name, make in ALONE.items() if name in parts],
        "together": [make(scale) for name, make in TOGETHER.items() if name in parts],
        "machine": machine.describe(),
        "load": [before, machine.load()],
    }


def duration(value: float | None) -> str:
    """Three digits; a dash where it was not solved."""
    if value is None:
        return "–"
    return f"{1000 * value:.3g} ms" if value < 0.9995 else f"{value:.3g} s" if value < 999.5 else f"{value:.0f} s"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in (head, ["---", *["---:"] * (len(head) - 1)], *rows)]
    return "\n".join(lines) + "\n"


def text(result: Figures) -> str:
    """Tables in Markdown."""
    out = ""
    if result["alone"]:
        out += table(
            ("one thread, CPU time", "deals", "solved", "within 1 s", "median", "p90", "p95", "worst"),
            [
                (
                    *(row["what"], str(row["deals"]), f"{row['solved']:.0%}", f"{row['within_1s']:.0%}"),
                    *(duration(row[name]) for name in ("median", "p90", "p95", "max")),
                )
                for row in result["alone"]
            ],
        )
    if result["together"]:
        out += "\n" + table(
            ("two threads against one, wall time", "deals", "one", "two", "times as fast", "CPU, two to one"),
            [
                (
                    *(row["what"], str(row["deals"]), duration(row.get("one")), duration(row.get("two"))),
                    f"{row['ratio']:.2f} ({row['least']:.2f}–{row['most']:.2f})" if row["deals"] else "–",
                    f"{row['work']:.2f}" if row["deals"] else "–",
                )
                for row in result["together"]
            ],
        )
    limits = sorted({row["limit"] for row in result["alone"]} - {None})
    limit = f"Limit {', '.join(f'{limit:g}' for limit in limits)} s a deal. " if limits else ""
    of = result["machine"]
    load = " to ".join(str(value) for value in result["load"])
    return f"{out}\n{limit}{of['cpu']}, {of['cores']} cores, {of['compiler']}, Python {of['python']}; load {load}.\n"


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--quick", action="store_true", help="few deals and small limits: half a minute")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--only", nargs="+", choices=[*ALONE, *TOGETHER], metavar="PART", help="of %(choices)s")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> None:
    args = arguments(argv)
    result = measure(QUICK if args.quick else FULL, args.only or [*ALONE, *TOGETHER])
    print(json.dumps(result, indent=1) if args.json else text(result), end="\n" if args.json else "")


if __name__ == "__main__":
    main()
