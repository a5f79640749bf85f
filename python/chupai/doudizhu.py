"""Dou Dizhu (斗地主): rules, games, views, and bare questions about cards."""

from chupai._core.doudizhu import (
    ActionTable,
    Batch,
    Deal,
    Game,
    Kind,
    LegalMoves,
    Move,
    Phase,
    Rank,
    Rules,
    View,
    beats,
    classify,
    hand_code,
    hand_text,
    legal_codes,
)

__all__ = [
    "ActionTable",
    "Batch",
    "Deal",
    "Game",
    "Kind",
    "LegalMoves",
    "Move",
    "Phase",
    "Rank",
    "Rules",
    "View",
    "beats",
    "classify",
    "hand_code",
    "hand_text",
    "legal_codes",
]
