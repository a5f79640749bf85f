"""Who is measured, in what order, and the result."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from bench.peers import machine
from bench.peers.base import Engine, MissingPeerError
from bench.peers.clock import Spread, spread
from bench.peers.engines import DouZero, RLCard
from bench.peers.hearts import Hearts, HeartsCpp, HeartsRollouts
from bench.peers.measures import MEASURES
from bench.peers.openspiel import OpenSpiel, OpenSpielCpp, OpenSpielRollouts
from bench.peers.ours import BATCH, DouDizhu, GongZhu

PEERS: tuple[type[Engine], ...] = (
    OpenSpielRollouts,
    OpenSpielCpp,
    OpenSpiel,
    RLCard,
    DouZero,
    HeartsRollouts,
    HeartsCpp,
    Hearts,
)
OURS = {"doudizhu": DouDizhu, "gongzhu": GongZhu}
ALWAYS = {"doudizhu": ("standard", "standard-four"), "gongzhu": ("standard", "standard exposing=false")}

Rates = dict[str, dict[str, float]]  # of a round: engine name, then measure


def peers(games: Sequence[str]) -> list[Engine]:
    """Every peer of these games whose package can be imported; the others are named."""
    found: list[Engine] = []
    for kind in PEERS:
        if kind.game not in games:
            continue
        try:
            found.append(kind())
        except MissingPeerError as error:
            print(f"without {kind.name}: {error}; see bench/peers/requirements.txt", file=sys.stderr)
    return found


def ours(games: Sequence[str], others: Sequence[Engine]) -> list[Engine]:
    """What chupai plays: the standard rules of these games, and those of every peer."""
    presets = [(game, preset) for game in games for preset in ALWAYS[game]]
    presets += [(peer.game, peer.preset) for peer in others]
    return [OURS[game](preset) for game, preset in dict.fromkeys(presets)]


def run(engines: Sequence[Engine], seconds: float, rounds: int, seed: int) -> list[Rates]:
    """Every round takes one measure after another, and for each of them one engine after another.

    So rates that are compared were taken close together; the order of the
    engines moves on by one each round.
    """
    clocks = {engine.name: engine.clocks(seed) for engine in engines}
    results: list[Rates] = []
    for number in range(rounds):
        turn = number % len(engines)
        order = [*engines[turn:], *engines[:turn]]
        rates: Rates = {engine.name: {} for engine in engines}
        for measure, engine in itertools.product(MEASURES, order):
            if measure.name in clocks[engine.name]:
                rates[engine.name] |= clocks[engine.name][measure.name](seconds, seed + 1_000_003 * number)
        results.append(rates)
        print(f"round {number + 1} of {rounds} done", file=sys.stderr)
    return results


def rates_of(rounds: Sequence[Rates], name: str) -> dict[str, Spread]:
    return {m.name: spread([r[name][m.name] for r in rounds]) for m in MEASURES if m.name in rounds[0][name]}


def ratios_of(rounds: Sequence[Rates], mine: str, theirs: str) -> dict[str, Spread]:
    """Our rate over the peer's, each ratio within one round."""
    shared = [m for m in MEASURES if m.name in rounds[0][mine] and m.theirs in rounds[0][theirs]]
    return {m.name: spread([r[mine][m.name] / r[theirs][m.theirs] for r in rounds]) for m in shared}


def compared(mine: Sequence[Engine], others: Sequence[Engine]) -> Iterator[tuple[Engine, Engine]]:
    """Each peer beside chupai under its rules, then under the standard ones of the same game."""
    by_rules = {(engine.game, engine.preset): engine for engine in mine}
    for peer in others:
        for preset in dict.fromkeys((peer.preset, "standard")):
            yield by_rules[peer.game, preset], peer


def result(rounds: Sequence[Rates], mine: Sequence[Engine], others: Sequence[Engine]) -> dict[str, Any]:
    """All that table and chart need, as plain values; `nearest` pairs have the same rules, or the nearest."""
    return {
        "machine": machine.describe(),
        "batch": BATCH,
        "engines": {
            engine.name: {
                "ours": engine in mine,
                "title": engine.title,
                "how": engine.how,
                "version": engine.version,
                "game": engine.game,
                "rules": engine.preset,
                "included": engine.included,
                "rates": rates_of(rounds, engine.name),
            }
            for engine in (*mine, *others)
        },
        "ratios": [
            {
                "chupai": a.name,
                "peer": b.name,
                "nearest": a.preset == b.preset,
                "ratio": ratios_of(rounds, a.name, b.name),
            }
            for a, b in compared(mine, others)
        ],
    }
