"""A line on the terminal that tells how far a long search is, and is gone in the end."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.control import Control
from rich.segment import ControlType

_PAUSE = 0.05


class Ticker:
    """On standard error, so that results may go elsewhere; silent where that is no terminal."""

    def __init__(self) -> None:
        self._console = Console(stderr=True, highlight=False)
        self._next = time.monotonic() + _PAUSE
        self._shown = False

    def show(self, text: str) -> None:
        """In place of what was shown before, twenty times a second at most."""
        if self._console.is_terminal and time.monotonic() >= self._next:
            self.clear()
            self._console.print(text, style="dim", end="", markup=False, no_wrap=True, overflow="crop")
            self._next, self._shown = time.monotonic() + _PAUSE, True

    def clear(self) -> None:
        """Take it away, before something else is printed."""
        if self._shown:
            self._console.control(Control(ControlType.CARRIAGE_RETURN, (ControlType.ERASE_IN_LINE, 2)))
            self._shown = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()
