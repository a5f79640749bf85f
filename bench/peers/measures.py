"""What is measured, and which rates of two engines are compared."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Measure:
    """One rate a second. `against` is the peer's measure that chupai's is held against."""

    name: str
    title: str
    detail: str = ""  # for readers, after the title
    against: str = ""
    shown: bool = True  # in the README's table and the chart?
    alone: bool = False  # there, too, for rules of chupai that no peer has?

    @property
    def theirs(self) -> str:
        return self.against or self.name


MEASURES = (
    Measure("games", "whole random games", alone=True),
    Measure("plies", "plies of whole random games", shown=False),
    Measure("steps", "decisions from Python, one game at a time"),
    Measure("batched", "decisions from Python", "chupai: many games at once", "steps", alone=True),
    Measure("inside", "decisions inside the engine", "chupai: many games at once", alone=True),
    Measure("lists", "lists of legal moves, from Python"),
    Measure("copies", "copies of a game's state, from Python"),
)
