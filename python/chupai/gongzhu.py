"""Gong Zhu (拱猪, chase the pig): rules, deals, views, matches, and bare questions about cards."""

from chupai._core.gongzhu import (
    Batch,
    Deal,
    Game,
    Kind,
    LegalMoves,
    Match,
    Move,
    Phase,
    Rank,
    Rules,
    Suit,
    View,
    legal_cards,
    may_expose,
    score,
    trick_winner,
)

__all__ = [
    "Batch",
    "Deal",
    "Game",
    "Kind",
    "LegalMoves",
    "Match",
    "Move",
    "Phase",
    "Rank",
    "Rules",
    "Suit",
    "View",
    "legal_cards",
    "may_expose",
    "score",
    "trick_winner",
]
