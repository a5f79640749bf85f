"""What the command line needs to know of a game; everything else it does once, for all of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from rich.console import RenderableType
from rich.text import Text

import chupai
import chupai.typing

if TYPE_CHECKING:
    from chupai.cli.measures import Measure
    from chupai.cli.series import Series
    from chupai.cli.solver import Solver
    from chupai.cli.table import Event, Table


class Move(Protocol):
    """A move, which also stands for its code."""

    def __int__(self) -> int:
        """Its code."""
        ...

    def __index__(self) -> int:
        """Its code."""
        ...


class Rules(Protocol):
    """The rules of a game: a value with fields, and its presets."""

    @property
    def players(self) -> int:
        """Seats."""
        ...

    def asdict(self) -> dict[str, Any]:
        """Every field."""
        ...

    @staticmethod
    def presets() -> tuple[str, ...]:
        """Names."""
        ...

    @staticmethod
    def preset(name: str, /) -> Any:
        """Rules by name."""
        ...

    @staticmethod
    def from_text(text: str, /) -> Any:
        """A preset, or one with changes."""
        ...


R = TypeVar("R", bound=Rules)
M = TypeVar("M", bound=Move)


class LegalMoves(chupai.typing.LegalMoves, Protocol[M]):
    """Legal moves, also as objects."""

    def moves(self) -> list[M]:
        """All of them, in order."""
        ...


class Game(chupai.typing.Game, Protocol[M]):
    """A game with what a table needs besides."""

    @staticmethod
    def from_text(text: str, /) -> Any:
        """The game that was written so."""
        ...

    @property
    def rules(self) -> Any:
        """What it is played by."""
        ...

    @property
    def legal(self) -> LegalMoves[M]:
        """The legal moves."""
        ...

    @property
    def deal(self) -> object:
        """The cards as they were dealt: another value after a new deal in the same game."""
        ...

    def parse(self, text: str, /) -> M:
        """The move a text means here."""
        ...


G = TypeVar("G", bound=Game[Any])


class Face(ABC, Generic[R, G, M]):
    """A game as a person meets it: what it is called, how it looks, what may be said, what is measured.

    What is abstract, `chupai play` needs. A game may go without the rest: the command that needs it says so.
    """

    name: ClassVar[str]
    """As in `--game`, and as the texts of games begin: chupai NAME 1."""
    title: ClassVar[str]
    """As people write it."""
    rules_type: type[R]
    game_type: type[G]
    group_title: ClassVar[str] = "kind"
    """What sets groups of moves apart."""
    questions: ClassVar[Mapping[str, str]] = {}
    """The options of `chupai legal` that this game takes besides the hand, and what each says."""
    help: ClassVar[str]
    """What may be said at the table, for '?'; what is said in every game is left out."""
    not_lowered: ClassVar[frozenset[str]] = frozenset()
    """Answers that a person's capitals set apart; everything else is read in either case."""
    hint_digits: ClassVar[int] = 2
    """Decimals of a mean payoff."""

    # ---- games ----

    @abstractmethod
    def deal(self, rules: R, seed: int, number: int, before: G | None = None) -> G:
        """The game of that number; `before` is the finished one that it follows at the table."""

    def from_hands(self, hands: str, rules: R) -> G:
        """Open hands, joined by '/', the first to lead."""
        raise self._lacks("open hands")

    def match(self, rules: R, seed: int) -> Series[G]:
        """Deals until somebody has won or lost."""
        raise self._lacks("matches")

    # ---- moves ----

    @abstractmethod
    def group(self, move: M) -> str:
        """Moves of one group are listed in one line; a name of the engine."""

    @abstractmethod
    def show(self, move: M) -> Text:
        """A move."""

    def show_legal(self, legal: Sequence[M]) -> Text | None:
        """In place of a list by groups, where another sight is better."""
        return None

    def record(self, move: M) -> dict[str, Any]:
        """A move for programs, besides its text and code."""
        return {}

    def ask(self, hand: str, rules: R, **options: str) -> tuple[dict[str, Any], list[M]]:
        """The question of `chupai legal`, for programs, and the answer."""
        raise self._lacks("moves of a bare hand")

    # ---- what a person says ----

    @abstractmethod
    def read(self, text: str, game: G) -> M:
        """The move that was meant; ParseError where none was."""

    @abstractmethod
    def could_be_move(self, digits: str, game: G) -> bool:
        """Could these bare digits be a move? Then they are no number in the list."""

    def chooser(self, wanted: str) -> Callable[[M], bool]:
        """Which moves 'l WANTED' asks for, all or a group's; ParseError where that says nothing."""
        return lambda move: wanted in ("", self.group(move))

    # ---- what a person sees ----

    @abstractmethod
    def news(self, table: Table[G, M], events: Sequence[Event[M]]) -> Iterable[Text]:
        """What happened: a line an event, or more, or none where nobody can see it."""

    @abstractmethod
    def situation(self, table: Table[G, M]) -> Iterable[RenderableType]:
        """The seats, the table and the own hand, as this seat knows them."""

    @abstractmethod
    def outcome(self, table: Table[G, M]) -> Text:
        """The end of a game in a line."""

    def columns(self, table: Table[G, M]) -> Mapping[str, Sequence[Text]]:
        """What the table of the result has besides payoffs: a column a name, a cell a seat."""
        return {}

    # ---- measures ----

    def measures(self, rules: R) -> list[Measure]:
        """The rows of `chupai bench`, in order. Goals are those of the standard rules."""
        raise self._lacks("measures")

    # ---- solving ----

    def solver(self) -> Solver[R, G, M]:
        """How open positions are described and answers read."""
        raise self._lacks("solver")

    def _lacks(self, what: str) -> chupai.ChupaiError:
        return chupai.ChupaiError(f"{self.title} has no {what}")
