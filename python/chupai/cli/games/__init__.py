"""The games of the command line: a file each that defines `FACE`, and its name here."""

from __future__ import annotations

import importlib
from typing import Any

import chupai
from chupai.cli.face import Face

NAMES = ("doudizhu", "gongzhu")
DEFAULT = NAMES[0]


def find(name: str | None) -> Face[Any, Any, Any]:
    """The face of a game, the default one's where none is named; imported when first asked for."""
    name = DEFAULT if name is None else name
    if name not in NAMES:
        raise chupai.ParseError(f"there is no game {name!r}: the games are {', '.join(NAMES)}")
    face: Face[Any, Any, Any] = importlib.import_module(f"chupai.cli.games.{name}").FACE
    return face


def label(face: Face[Any, Any, Any], rules: object = "") -> str:
    """What one says to `chupai rules` to get there: the game, unless it is the default one, and the rules."""
    return str(rules) if face.name == DEFAULT else f"{face.name} {rules}".strip()
