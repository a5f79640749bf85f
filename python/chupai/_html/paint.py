"""Pieces of pictures: cards, backs, rows of them, and the frame around a game. No game's rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import TypeAlias

Html: TypeAlias = str
"""Text that is HTML already; everything else goes through `escape`."""

BLACK, RED = "#17191c", "#c8102e"

_WIDE = ("10",)

_CARD = (
    "display:inline-block;flex:none;box-sizing:border-box;width:2.15em;height:3em;padding:.18em 0 0 .22em;"
    "border:1px solid {edge};border-radius:.35em;background:#fff;color:{ink};font-weight:600;line-height:1.05;"
    "font-family:Helvetica Neue,Arial,Liberation Sans,sans-serif;"
    "text-align:left;white-space:pre-line;box-shadow:{glow}0 1px 2px rgba(0,0,0,.25)"
)
_BACK = (
    "display:inline-block;flex:none;box-sizing:border-box;width:2.15em;height:3em;border:1px solid #24406e;"
    "border-radius:.35em;background:repeating-linear-gradient(45deg,#3a5f9e 0 3px,#5d81bd 3px 6px);"
    "box-shadow:inset 0 0 0 2px #fff,0 1px 2px rgba(0,0,0,.25)"
)
_ROW = "display:inline-flex;flex-wrap:wrap;row-gap:.3em;padding:.15em 0 .15em 1em;vertical-align:middle;{size}"
_GROUP = "display:inline-flex;margin:0 {gap} 0 -1em"
_CHIP = (
    "display:inline-block;padding:.05em .55em;border:1px solid rgba(128,128,128,.5);border-radius:1em;"
    "white-space:nowrap;font-size:.88em;{more}"
)
_FRAME = (
    "display:inline-block;box-sizing:border-box;max-width:100%;overflow-x:auto;padding:.6em .9em;"
    "border:1px solid rgba(128,128,128,.4);border-radius:.6em;background:rgba(128,128,128,.07);"
    "color:inherit;font-size:.93em;line-height:1.4;text-align:left"
)
_TABLE = (
    "table-layout:auto;width:auto;border-collapse:collapse;border:0;margin:.4em 0 0;font-size:1em;color:inherit;"
    "background:none"
)
_TR = "background:{fill};border:0"
_TD = "padding:.22em .55em;border:0;border-top:1px solid rgba(128,128,128,.25);text-align:left;vertical-align:middle;"
_TH = "padding:.1em .55em;border:0;text-align:left;font-weight:400;font-size:.85em;opacity:.75;"
_NUMBER = "font-variant-numeric:tabular-nums;white-space:nowrap"
_MUTED = "opacity:.75;font-size:.88em"


@dataclass(frozen=True)
class Card:
    """A face: what is written in its corner, what it is called, its ink, and whether it is marked."""

    face: str
    name: str
    ink: str = BLACK
    marked: bool = False


def _face(card: Card, tuck: str) -> Html:
    style = _CARD.format(
        ink=card.ink,
        edge="#b8860b" if card.marked else "#8d939b",
        glow="0 0 0 2px #e6a700," if card.marked else "",
    )
    face = escape(card.face)
    for wide in _WIDE:  # two signs in the room of one
        face = face.replace(wide, f'<span style="font-size:.88em;letter-spacing:-.06em">{wide}</span>')
    return f'<span style="{style}{tuck}">{face}</span>'


def _tuck(place: int, by: str) -> str:
    """How far a card lies under the one before it."""
    return f";margin-left:-{by}" if place else ""


def cards(groups: Iterable[Sequence[Card]], hidden: int = 0, *, gap: str = "0em", size: str = "") -> Html:
    """A row of overlapping cards, cards of a group closer together; then so many backs. A dash where there is none."""
    rows = [list(group) for group in groups if group]
    if not rows and not hidden:
        return '<span style="opacity:.6">–</span>'
    shown = [card.name + (" (exposed)" if card.marked else "") for group in rows for card in group]
    label = " ".join(shown)
    parts: list[Html] = []
    for group in rows:
        faces = " ".join(_face(card, _tuck(place, "1em")) for place, card in enumerate(group))
        parts.append(f'<span style="{_GROUP.format(gap=gap)}">{faces}</span>')
    if hidden:
        label += (" and " if label else "") + f"{hidden} hidden card{'s' * (hidden != 1)}"
        backs = "".join(f'<span style="{_BACK}{_tuck(place, "1.7em")}"></span>' for place in range(hidden))
        # Where styles are taken away, backs leave nothing: the number stands in their place, out of sight with them.
        number = f'<span style="position:absolute;width:0;height:0;overflow:hidden">+{hidden} hidden</span>'
        parts.append(f'<span style="{_GROUP.format(gap=gap)};position:relative">{backs}{number}</span>')
    row = " ".join(parts)
    return f'<span role="img" aria-label="{escape(label)}" style="{_ROW.format(size=size)}">{row}</span>'


def chip(text: str, *, strong: bool = False) -> Html:
    """A word in a rounded box."""
    more = "font-weight:600;background:rgba(230,167,0,.22);border-color:rgba(184,134,11,.8)" if strong else ""
    return f'<span style="{_CHIP.format(more=more)}">{escape(text)}</span>'


def muted(text: str) -> Html:
    """A remark."""
    return f'<span style="{_MUTED}">{escape(text)}</span>'


def signed(number: int) -> Html:
    """A score: with its sign, the minus as wide as the plus."""
    sign = "+" if number > 0 else "−" if number < 0 else ""
    weight = "600" if number else "400"
    return f'<span style="font-weight:{weight};{_NUMBER}">{sign}{abs(number)}</span>'


def seat(number: int, *, to_move: bool, remarks: Iterable[str] = ()) -> Html:
    """A seat's name, an arrow where it is its turn, and what there is to say of it."""
    arrow = (
        '<span style="color:#d08700" aria-label="to move">▶</span>'
        if to_move
        else '<span style="opacity:0" aria-hidden="true">▷</span>'
    )
    name = f'<span style="font-weight:{600 if to_move else 400}">seat {number}</span>'
    said = " ".join(chip(text, strong=True) for text in remarks)
    return f'<span style="white-space:nowrap">{arrow} {name} {said}</span>'


@dataclass(frozen=True)
class Row:
    """A row of a picture's table; lit where it is this seat's turn."""

    cells: Sequence[Html]
    lit: bool = False


def frame(label: str, title: str, facts: Iterable[Html], heads: Sequence[str], rows: Iterable[Row], foot: Html) -> Html:
    """A picture: its title and facts, a table with a row a seat, and a line beneath. `label` is for who listens."""
    head = " ".join([f'<strong style="font-weight:700">{escape(title)}</strong>', *facts])
    top = "".join(f'<th scope="col" style="{_TH}">{escape(text)}</th>' for text in heads)
    body = ""
    for row in rows:
        cells = "".join(f'<td style="{_TD}">{cell}</td>' for cell in row.cells)
        fill = "rgba(230,167,0,.12)" if row.lit else "none"
        body += f'<tr style="{_TR.format(fill=fill)}">{cells}</tr>'
    table = (
        f'<table style="{_TABLE}"><thead><tr style="{_TR.format(fill="none")}">{top}</tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )
    under = f'<div style="margin-top:.5em">{foot}</div>' if foot else ""
    return (
        f'<div role="group" aria-label="{escape(label)}" style="{_FRAME}">'
        f'<div style="display:flex;flex-wrap:wrap;gap:.35em .6em;align-items:center">{head}</div>{table}{under}</div>'
    )
