"""Texts of cards, taken apart."""

from __future__ import annotations


def split(cards: str) -> list[str]:
    """The single cards of a text by suits: 'SQJ2 HAK D- C9' has SQ, SJ, S2, HA, HK and C9."""
    return [suit[0] + rank for suit in cards.split() for rank in suit[1:] if rank != "-"]
