"""Prints what random play of uniformly dealt Gong Zhu comes to, by the slow reference alone.

    python make_gongzhu_statistics.py [deals, 20000] [seed, 1]

No exposing, S2's holder leads any card, every legal card equally likely. The same deals are scored under every
preset. Each number is followed by its standard error; the deals are independent, the players of one deal are not.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from gongzhu import HEARTS, PACK, PRESETS, SCORING, TEN, Cards, Rules, score, start


def random_deal(rules: Rules, rng: random.Random) -> Sequence[Cards]:
    """What each of four players has taken at the end."""
    cards = rng.sample(PACK, 52)
    state = start(rules, [cards[13 * seat : 13 * seat + 13] for seat in range(4)])
    while not state.is_over():
        state = state.after(rng.choice(state.moves()))
    return state.taken


def observed(taken: Sequence[Cards]) -> dict[str, float]:
    """What one deal adds to each of the printed means."""
    row: dict[str, float] = {}
    for name, preset in PRESETS.items():
        rules = replace(preset, exposing=False, teams="none")
        row[f"mean score, {name}"] = statistics.fmean(score(rules, taken))
    row["all hearts, %"] = 100 * any(cards >= HEARTS for cards in taken)
    row["all 16, %"] = 100 * any(cards >= SCORING for cards in taken)
    row["ten alone, %"] = 100 * any(cards & SCORING == {TEN} for cards in taken)
    return row


def main() -> None:
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    play = replace(PRESETS["standard"], exposing=False)
    rows = [observed(random_deal(play, rng)) for _ in range(deals)]
    for name in rows[0]:
        samples = [row[name] for row in rows]
        error = statistics.stdev(samples) / deals**0.5
        print(f"{name:30} {statistics.fmean(samples):8.3f} +- {error:.3f}")


if __name__ == "__main__":
    main()
