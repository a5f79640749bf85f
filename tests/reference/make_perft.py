"""Writes ../data/doudizhu-perft-oracle.json: perft counts of the slow reference.

    python make_perft.py

Depths go on until a count passes LARGEST, so the file is the same on any machine.
"""

from __future__ import annotations

import json
import random
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from doudizhu import PRESETS, Game, deck, perft, sort_cards

FILE = Path(__file__).parent.parent / "data" / "doudizhu-perft-oracle.json"
LARGEST = 60_000
DEEPEST = 8
ONE_PACK = ("standard", "hubei", "app", "rlcard", "douzero", "openspiel", "botzone")
FOUR_PLAYERS = ("standard-four", "hubei-pairs")

NOTE = (
    "Made by tests/reference/make_perft.py with the slow reference of the rules. Each record: `preset` with "
    "`rules` changed; start `play`: open `hands`, seat `landlord` holds the bottom cards and leads; start "
    "`auction`: `hands` before the bottom cards, seat `first` makes the first call (or, where the landlord is "
    "drawn, names the stake). perft[n-1] = number of sequences of exactly n moves: calls count, pass is a move, "
    "cards are counted by rank, with readings `all` each reading is a move; a deal that ended earlier counts "
    "nothing, one that ends with the n-th move counts. Names: `plain` is a shuffled deal, `lumpy` one shuffled "
    "in lumps of 2 to 4 cards of the sorted pack, numbers are seeds; `dense` positions are made by hand."
)

# Few ranks, many groups: where kicker rules and readings matter.
DENSE: dict[str, tuple[str, ...]] = {
    "trios": ("3334445556", "6667778889", "999TTTJJJQ"),
    "five-trios": ("33344455566677789", "888999TTTJJJ2R", "KKKAAAQQQ2224"),
    "four-trios": ("3334445556667778", "999TTTJJJQQQKKK2", "88AAA222BR"),
    "fours": ("33334444556QK", "77778888BR", "9999TTTTJJ"),
    "jokers": ("3333662229BR", "4444JJ99K", "55556678"),
    "kickers": ("555BR22234", "66677789A", "TTTJJJQQQQ"),
    "shuttles": ("3333444455667788", "99TTTTJJJJQK2", "QQKKKAAAA22BR"),
    "pairs": ("333344445555", "6666777788", "9999TTTTKKKK"),
}
DENSE_RULES: dict[str, tuple[tuple[str, dict[str, Any]], ...]] = {
    "trios": (("standard", {}), ("rlcard", {}), ("douzero", {}), ("openspiel", {})),
    "five-trios": (("rlcard", {}), ("douzero", {}), ("openspiel", {}), ("douzero", {"readings": "all"})),
    "four-trios": (("openspiel", {}), ("douzero", {})),
    "fours": (("standard", {}), ("app", {}), ("botzone", {}), ("botzone", {"space_shuttle": "bare"})),
    "jokers": (
        ("standard", {}), ("hubei", {}), ("app", {}), ("douzero", {}), ("botzone", {}),
        ("standard", {"kicker_max_two": 0, "kicker_both_jokers": True}),
        ("standard", {"quad_kinds": "solos", "quad_kicker_copies": 2}),
    ),
    "kickers": (
        ("standard", {}), ("rlcard", {}), ("douzero", {}), ("app", {}),
        ("standard", {"solo_kicker_copies": 2}),
        ("standard", {"straight_min": 3, "pair_straight_min": 2}),
    ),
    "shuttles": (
        ("botzone", {}),
        ("botzone", {"space_shuttle": "bare"}),
        ("botzone", {"kicker_max_two": 0, "kicker_both_jokers": False}),
    ),
    "pairs": (
        ("standard", {"pair_kicker_copies": 2}),
        ("botzone", {"pair_kicker_copies": 2, "readings": "all"}),
        ("botzone", {"pair_kicker_copies": 2}),
    ),
}  # fmt: skip
DENSE_FOUR: dict[str, tuple[str, ...]] = {
    "four-pairs": ("33344455BB", "6667778RR", "99999TT2", "JJJJJJQQ2"),
    "four-rocket": ("3333355BBRR", "444444667", "5556667778", "8888888TT"),
}


def plain_hands(seed: int, cards: str, sizes: list[int]) -> list[str]:
    return cut(random.Random(seed).sample(cards, len(cards)), sizes)


def lumpy_hands(seed: int, cards: str, sizes: list[int]) -> list[str]:
    rng, rest, lumps = random.Random(seed), cards, []
    while rest:
        size = rng.randint(2, 4)
        lumps.append(rest[:size])
        rest = rest[size:]
    rng.shuffle(lumps)
    return cut(list("".join(lumps)), sizes)


def cut(cards: list[str], sizes: list[int]) -> list[str]:
    hands = []
    for size in sizes:
        hands.append(sort_cards("".join(cards[:size])))
        cards = cards[size:]
    return hands


def counts(game: Game) -> list[int]:
    found: list[int] = []
    while len(found) < DEEPEST and (not found or 0 < found[-1] <= LARGEST):
        found.append(perft(game, len(found) + 1))
    return [count for count in found if count]


def play_record(name: str, preset: str, options: dict[str, Any], hands: list[str]) -> dict[str, Any]:
    rules = replace(PRESETS[preset], **options)
    check(hands, deck(rules))
    record = {"name": name, "preset": preset, "rules": options, "start": "play", "landlord": 0}
    return {**record, "hands": hands, "perft": counts(Game.position(rules, hands))}


def auction_record(name: str, preset: str, options: dict[str, Any], cards: list[str], first: int) -> dict[str, Any]:
    *hands, bottom = cards
    rules = replace(PRESETS[preset], **options)
    check(cards, deck(rules))
    record = {"name": name, "preset": preset, "rules": options, "start": "auction", "first": first}
    game = Game.deal(rules, hands, bottom, first)
    return {**record, "hands": hands, "bottom": bottom, "perft": counts(game)}


def check(hands: list[str], cards: str) -> None:
    together = "".join(hands)
    assert all(together.count(card) <= cards.count(card) for card in together), hands


def records() -> list[dict[str, Any]]:
    one_pack, two_packs = deck(PRESETS["standard"]), deck(PRESETS["standard-four"])
    found = []
    for seed, preset in enumerate(ONE_PACK, 1):
        for name, deal in (("plain", plain_hands), ("lumpy", lumpy_hands)):
            hands = deal(seed, one_pack, [20, 17, 17])
            found.append(play_record(f"{preset}-{name}-{seed}", preset, {}, hands))
    for seed, preset in enumerate(FOUR_PLAYERS, 1):
        for name, deal in (("plain", plain_hands), ("lumpy", lumpy_hands)):
            hands = deal(seed, two_packs, [33, 25, 25, 25])
            found.append(play_record(f"{preset}-{name}-{seed}", preset, {}, hands))
    for name, choices in DENSE_RULES.items():
        for number, (preset, options) in enumerate(choices, 1):
            hands = [sort_cards(hand) for hand in DENSE[name]]
            found.append(play_record(f"dense-{name}-{number}-{preset}", preset, options, hands))
    for name, dense_hands in DENSE_FOUR.items():
        for preset in FOUR_PLAYERS:
            hands = [sort_cards(hand) for hand in dense_hands]
            found.append(play_record(f"dense-{name}-{preset}", preset, {}, hands))
    return found + auction_records()


def auction_records() -> list[dict[str, Any]]:
    cards = plain_hands(11, deck(PRESETS["standard"]), [17, 17, 17, 3])
    four = plain_hands(12, deck(PRESETS["standard-four"]), [25, 25, 25, 25, 8])
    few = ["345", "3678", "99TJ", "KK"]
    final, forced = {"pass_is_final": True}, {"all_pass": "forced"}
    void = {"all_pass": "void"}
    return [
        auction_record("auction", "standard", void, cards, 0),
        auction_record("auction-final", "standard", {**void, **final}, cards, 0),
        auction_record("auction-forced", "standard", {**forced, **final}, cards, 2),
        auction_record("auction-few-cards", "standard", void, few, 1),
        auction_record("auction-few-cards-final", "standard", {**void, **final}, few, 1),
        auction_record("auction-few-cards-forced", "standard", forced, few, 1),
        auction_record("auction-four", "standard-four", {}, four, 3),
        auction_record("auction-four-final", "hubei-pairs", final, four, 3),
        auction_record("stake-named", "app", {}, cards, 1),
    ]


def main() -> None:
    rows = ",\n".join("  " + json.dumps(record) for record in records())
    text = f'{{\n "note": {json.dumps(NOTE)},\n "positions": [\n{rows}\n ]\n}}\n'
    FILE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
