"""Writes ../data/gongzhu-perft.json: perft counts of the slow reference.

    python make_gongzhu_perft.py

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

from gongzhu import EXPOSABLE, PRESETS, Rules, State, deck, format_cards, parse_cards, perft, position, start

FILE = Path(__file__).parent.parent / "data" / "gongzhu-perft.json"
LARGEST = 40_000
SEED = 20

NOTE = (
    "Made by tests/reference/make_gongzhu_perft.py with the slow reference of the rules. Each record: `preset` with "
    "`rules` changed; start `deal`: whole `hands` before the exposing, led by `leader` (null: first_lead_card "
    "decides); start `open`: a position of the play, no exposing to come, with the cards `taken`, on the `trick` led "
    "by `leader`, `exposed`, and the suits `led` in finished tricks. perft[n-1] = number of sequences of exactly n "
    "moves: an exposing choice is a move; a deal that ended earlier counts nothing, one that ends with the n-th "
    "move counts. Names: numbers are seeds of a shuffle, other positions are made by hand."
)

# Hands, trick, leader, exposed, suits led before.
BY_HAND: dict[str, tuple[list[str], list[str], int, str, str]] = {
    "ban-pig": (["SQ32 H5", "S54 DJ2", "SK CT98", "SA H42 D3"], [], 0, "SQ DJ CT", ""),
    "ban-only-card": (["SQ H52", "S54 DJ", "CT98", "SA HA D3"], [], 0, "SQ DJ HA", "C"),
    "ban-second-round": (["SQ32 H5", "S54 DJ2", "SK CT98", "SA H42 D3"], [], 2, "SQ DJ CT", "SDC"),
    "lock": (["HK3 S2", "H42 C3", "HA5 D3", "HT9 S5"], [], 0, "HA", ""),
    "lock-only-hearts": (["HK3", "H42", "HA5", "HT S5"], [], 1, "HA", "H"),
    "lock-ace-on-the-table": (["HK S2", "H4 D4", "H5 D3 S6", "HT9 S5"], ["C5", "HA"], 0, "HA", "SHDC"),
    "mid-trick-first-spade": (["S3 H5", "SQ2 H4", "SK4 H3", "S65 D2"], ["S7"], 0, "SQ", "HDC"),
    "mid-trick-discards": (["S2 H5", "SQ H4", "SK4 H3", "S65 D2"], ["C7", "CT"], 0, "SQ", "C"),
}
BY_HAND_RULES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("ban-pig", "standard", {}),
    ("ban-pig", "plain", {}),
    ("ban-pig", "wikipedia", {"heart_lock": True}),
    ("ban-only-card", "standard", {}),
    ("ban-only-card", "standard", {"heart_lock": True}),
    ("ban-second-round", "standard", {}),
    ("lock", "standard", {"heart_lock": True}),
    ("lock", "plain", {"heart_lock": True}),
    ("lock", "plain", {}),
    ("lock-only-hearts", "standard", {"heart_lock": True}),
    ("lock-ace-on-the-table", "standard", {"heart_lock": True}),
    ("mid-trick-first-spade", "standard", {}),
    ("mid-trick-first-spade", "plain", {}),
    ("mid-trick-discards", "standard", {}),
)

# Players, tricks left, cards already on the table, rules.
SHUFFLED: tuple[tuple[int, int, int, str, dict[str, Any]], ...] = (
    (3, 2, 0, "standard", {}),
    (3, 4, 0, "standard", {"heart_lock": True}),
    (3, 5, 1, "plain", {}),
    (4, 2, 0, "plain", {}),
    (4, 3, 0, "standard", {}),
    (4, 4, 2, "wikipedia", {}),
    (4, 5, 3, "standard", {"heart_lock": True}),
    (4, 5, 0, "scrofazero", {}),
    (5, 2, 0, "standard", {}),
    (5, 3, 1, "plain", {}),
    (5, 4, 4, "standard", {"heart_lock": True}),
)
DEALS: tuple[tuple[str, dict[str, Any], int | None], ...] = (
    ("standard", {}, None),
    ("plain", {}, None),
    ("wikipedia", {"heart_lock": True}, 2),
    ("scrofazero", {}, None),
    ("standard", {"exposing_order": "sequential"}, None),
    ("standard", {"must_lead_it": True}, None),
    ("standard", {"must_lead_it": True, "exposing": False, "first_lead_card": "C2"}, None),
    ("standard", {"players": 3}, None),
    ("plain", {"players": 5}, None),
    ("standard", {"players": 5, "exposing_order": "sequential"}, 3),
)


def rules_of(record: dict[str, Any]) -> Rules:
    return replace(PRESETS[record["preset"]], **record["rules"])


def state_of(record: dict[str, Any]) -> State:
    """The state a record describes."""
    rules = rules_of(record)
    hands = [parse_cards(text) for text in record["hands"]]
    if record["start"] == "deal":
        return start(rules, hands, record["leader"])
    taken = [parse_cards(text) for text in record["taken"]]
    return position(rules, hands, taken, record["trick"], record["leader"], record["exposed"], record["led"])


def with_counts(record: dict[str, Any]) -> dict[str, Any]:
    state = state_of(record)
    found: list[int] = []
    while not found or 0 < found[-1] <= LARGEST:
        found.append(perft(state, len(found) + 1))
    return {**record, "perft": found}


def open_record(name: str, preset: str, rules: dict[str, Any], state: State) -> dict[str, Any]:
    return {
        "name": name,
        "preset": preset,
        "rules": rules,
        "start": "open",
        "hands": [format_cards(hand) for hand in state.hands],
        "taken": [format_cards(pile) for pile in state.taken],
        "trick": list(state.trick),
        "leader": state.leader,
        "exposed": [card for card in EXPOSABLE if card in state.exposed],
        "led": "".join(sorted(state.earlier_leads, key="SHDC".index)),
    }


def hand_made(number: int, name: str, preset: str, options: dict[str, Any]) -> dict[str, Any]:
    hands, trick, leader, exposed, led = BY_HAND[name]
    rules = replace(PRESETS[preset], **options)
    state = position(rules, [parse_cards(hand) for hand in hands], None, trick, leader, parse_cards(exposed), led)
    return open_record(f"{name}-{number}", preset, options, state)


def shuffled(
    seed: int, players: int, tricks: int, on_table: int, preset: str, options: dict[str, Any]
) -> dict[str, Any]:
    """The end of a randomly played deal in which everything is exposed."""
    options = options if players == 4 else {**options, "players": players}
    rules = replace(PRESETS[preset], **options)
    state = start(rules, dealt(seed, rules))
    rng = random.Random(seed)
    left = players * tricks - on_table
    while sum(map(len, state.hands)) > left:
        moves = state.moves()
        state = state.after(moves[-1] if state.phase == "exposing" else rng.choice(moves))
    return open_record(f"played-{seed}", preset, options, state)


def dealt(seed: int, rules: Rules) -> list[list[str]]:
    cards = deck(rules)
    random.Random(seed).shuffle(cards)
    return [cards[seat :: rules.players] for seat in range(rules.players)]


def whole(seed: int, preset: str, options: dict[str, Any], leader: int | None) -> dict[str, Any]:
    record = {"name": f"deal-{seed}", "preset": preset, "rules": options, "start": "deal", "leader": leader}
    hands = dealt(seed, replace(PRESETS[preset], **options))
    return {**record, "hands": [format_cards(hand) for hand in hands]}


def records() -> list[dict[str, Any]]:
    found = [hand_made(number, *case) for number, case in enumerate(BY_HAND_RULES, 1)]
    found += [shuffled(SEED + number, *case) for number, case in enumerate(SHUFFLED)]
    found += [whole(SEED + 20 + number, *case) for number, case in enumerate(DEALS)]
    return [with_counts(record) for record in found]


def main() -> None:
    rows = ",\n".join("  " + json.dumps(record) for record in records())
    text = f'{{\n "note": {json.dumps(NOTE)},\n "positions": [\n{rows}\n ]\n}}\n'
    FILE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
