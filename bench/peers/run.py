"""chupai and its peers on one clock, interleaved round by round.

    python bench/peers/run.py [--json] [--seconds 2] [--rounds 5] [--seed 0]

Every round measures every engine once, for about `--seconds` of CPU time, in
an order that moves on by one each round; ratios are taken within a round, so
that a slow spell of the machine hits both sides. CPU time is that of the
process, which has one thread. Engines whose package is missing are named.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bench.peers import engines

POSITIONS = 200
MEASURES = ("games", "plies", "legal_calls")
Spread = dict[str, float]


def cpu_model() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or "unknown"
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def machine() -> dict[str, Any]:
    return {
        "cpu": cpu_model(),
        "cores": os.cpu_count(),
        "platform": platform.platform(),
        "python": platform.python_version(),
        "load": os.getloadavg()[0],
    }


def positions(seed: int) -> Iterator[tuple[str, str]]:
    """Hands of 1 to 19 random cards, half to lead, half after a solo, a pair or a trio.

    Every engine can express these, and no engine had a say in drawing them.
    """
    rng = random.Random(seed)
    for i in range(POSITIONS):
        copies = rng.randint(1, 3)
        table = rng.choice(engines.RANKS[:13]) * copies if i % 2 else ""
        rest = engines.without(engines.PACK, table)
        yield engines.canonical(rng.sample(rest, rng.randint(1, 19))), table


def game_rates(engine: engines.Peer, seconds: float, seed: int) -> dict[str, float]:
    """Games and plies a second; batches double until one is a quarter of the time."""
    batch, games, plies, spent = 1, 0, 0, 0.0
    while spent < seconds:
        took, made = engine.random_games(batch, seed + games)
        games, plies, spent = games + batch, plies + made, spent + took
        if took < seconds / 8:
            batch *= 2
    return {"games": games / spent, "plies": plies / spent}


def call_rate(calls: list[Callable[[], Any]], seconds: float) -> float:
    """Calls a second over whole passes through `calls`."""
    made, start = 0, time.process_time()
    while True:
        for call in calls:
            call()
        made += len(calls)
        spent = time.process_time() - start
        if spent >= seconds:
            return made / spent


def measure(engine: engines.Peer, asked: list[tuple[str, str]], seconds: float, seed: int) -> dict[str, float]:
    rates = game_rates(engine, seconds, seed)
    if engine.lists_moves:
        rates["legal_calls"] = call_rate([engine.ask(*position) for position in asked], seconds)
    return {name: rate for name, rate in rates.items() if rate}


def spread(values: list[float]) -> Spread:
    return {"min": min(values), "median": statistics.median(values), "max": max(values)}


def chupai_engines(peers: list[engines.Peer]) -> list[engines.Peer]:
    presets = dict.fromkeys(["standard", *(peer.preset for peer in peers)])
    try:
        return [named(engines.Chupai(preset), f"chupai {preset}") for preset in presets]
    except engines.MissingPeerError as error:
        print(error, file=sys.stderr)
        return []


def named(engine: engines.Peer, name: str) -> engines.Peer:
    engine.name = name
    return engine


def run_rounds(
    all_engines: list[engines.Peer], seconds: float, rounds: int, seed: int
) -> list[dict[str, dict[str, float]]]:
    """One dictionary a round: engine name to its rates."""
    asked, results = list(positions(seed)), []
    for number in range(rounds):
        turn = number % len(all_engines)
        order = all_engines[turn:] + all_engines[:turn]
        results.append({e.name: measure(e, asked, seconds, seed + 1_000_003 * number) for e in order})
        print(f"round {number + 1} of {rounds} done", file=sys.stderr)
    return results


def rates_of(rounds: list[dict[str, dict[str, float]]], name: str) -> dict[str, Spread]:
    return {m: spread([r[name][m] for r in rounds]) for m in MEASURES if m in rounds[0][name]}


def ratios_of(rounds: list[dict[str, dict[str, float]]], ours: str, theirs: str) -> dict[str, Spread]:
    """Ours over theirs, each ratio within one round."""
    shared = [m for m in MEASURES if m in rounds[0][ours] and m in rounds[0][theirs]]
    return {m: spread([r[ours][m] / r[theirs][m] for r in rounds]) for m in shared}


def report(
    rounds: list[dict[str, dict[str, float]]], peers: list[engines.Peer], ours: list[engines.Peer]
) -> dict[str, Any]:
    known = {engine.name for engine in ours}
    pairs = [
        (f"chupai {preset}", peer.name)
        for peer in peers
        for preset in (peer.preset, "standard")
        if f"chupai {preset}" in known
    ]
    return {
        "machine": machine(),
        "engines": {
            e.name: {"version": e.version, "includes": e.included, "rates": rates_of(rounds, e.name)}
            for e in ours + peers
        },
        "ratios": [{"chupai": a, "peer": b, "ratio": ratios_of(rounds, a, b)} for a, b in pairs],
    }


def row(label: str, measures: dict[str, Spread], number: str) -> str:
    cells = []
    for name in MEASURES:
        s = measures.get(name)
        three = [format(s[k], number) for k in ("min", "median", "max")] if s else ["-"]
        cells.append(" / ".join(three))
    return f"{label:<42}" + "".join(f"{cell:>34}" for cell in cells)


def print_report(result: dict[str, Any]) -> None:
    box = result["machine"]
    print(
        f"{box['cpu']}, {box['cores']} cores, load {box['load']:.1f}; {box['platform']}; "
        f"Python {box['python']}; CPU time of one thread; min / median / max over the rounds\n"
    )
    print(f"{'a second':<42}{'games':>34}{'plies':>34}{'legal-move calls':>34}")
    for name, engine in result["engines"].items():
        print(row(f"{name} ({engine['version']})", engine["rates"], ",.0f"))
    if result["ratios"]:
        print("\ntimes as fast, round by round")
    for pair in result["ratios"]:
        print(row(f"{pair['chupai']} : {pair['peer']}", pair["ratio"], ",.1f"))
    print("\nwhat a game includes")
    for name, engine in result["engines"].items():
        print(f"  {name}: {engine['includes']}")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--json", action="store_true", help="print the numbers as JSON")
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU seconds a measurement")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


def missing_peers(found: list[engines.Peer]) -> list[str]:
    have = {type(peer) for peer in found}
    return [kind.name for kind in engines.PEERS if kind not in have]


def main() -> None:
    args = arguments()
    peers = engines.installed()
    for name in missing_peers(peers):
        print(f"{name} is not installed; see bench/peers/requirements.txt", file=sys.stderr)
    ours = chupai_engines(peers)
    if not ours + peers:
        raise SystemExit("nothing to measure")
    rounds = run_rounds(ours + peers, args.seconds, args.rounds, args.seed)
    result = report(rounds, peers, ours)
    if args.json:
        print(json.dumps(result, indent=1))
    else:
        print_report(result)


if __name__ == "__main__":
    main()
