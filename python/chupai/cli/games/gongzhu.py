"""Gong Zhu at the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias

from rich import table as rich_table
from rich.console import RenderableType
from rich.text import Text

import chupai
from chupai import gongzhu
from chupai._cards import split
from chupai.cli import style
from chupai.cli.face import Face
from chupai.cli.table import Event, Table

if TYPE_CHECKING:
    from chupai.cli.measures import Measure
    from chupai.cli.solver import Solver

_Table: TypeAlias = Table[gongzhu.Game, gongzhu.Move]

_SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_SUITS = {suit.value: suit.name.lower() for suit in gongzhu.Suit}
_EXPOSABLE = ("HA", "SQ", "DJ", "CT")
_NAMED = ("SQ", "DJ", "CT")


class GongZhu(Face[gongzhu.Rules, gongzhu.Game, gongzhu.Move]):
    """Moves are cards, listed by suit; before them, choices of what to expose."""

    name = "gongzhu"
    title = "Gong Zhu"
    rules_type = gongzhu.Rules
    game_type = gongzhu.Game
    group_title = "suit"
    questions: ClassVar[Mapping[str, str]] = {
        "trick": "what lies on the table",
        "exposed": "which cards were exposed",
        "suits_led": "what earlier tricks were of",
    }
    help = """\
  [bold]SQ[/], [bold]♠Q[/]    play this card: suit, then rank; T or 10 is ten
  [bold]HA+CT[/]     expose these before play; enter, or none: nothing
  [bold]12[/], #12   play move number 12
  [bold]enter[/]     play the only legal move
  [bold]l[/]         list every move; l hearts, l H: of a suit
  [bold]*[/]         marks an exposed card: it counts double, the ten more"""
    hint_digits = 1

    # ---- games ----

    def deal(self, rules: gongzhu.Rules, seed: int, number: int, before: gongzhu.Game | None = None) -> gongzhu.Game:
        """What went before counts in a match alone."""
        return gongzhu.Game(rules, seed=seed, game=number)

    def from_hands(self, hands: str, rules: gongzhu.Rules) -> gongzhu.Game:
        """Nothing is taken or exposed, the first is to lead."""
        return gongzhu.Game.from_hands(hands, rules=rules)

    def match(self, rules: gongzhu.Rules, seed: int) -> Match:
        """To the rules' limits."""
        if rules.loss_limit is None and rules.win_limit is None:
            raise chupai.RulesError("these rules end no match: give a loss_limit or a win_limit")
        return Match(gongzhu.Match(rules, seed=seed))

    # ---- moves ----

    def group(self, move: gongzhu.Move) -> str:
        """Its suit."""
        return "expose" if move.suit is None else _SUITS[move.suit]

    def show(self, move: gongzhu.Move) -> Text:
        """Its card, or cards to be exposed."""
        return _card(str(move)) if move.card else _joined(move.exposes) if move.exposes else Text("nothing")

    def show_legal(self, legal: Sequence[gongzhu.Move]) -> Text | None:
        """Who holds nothing that can be exposed has no choice."""
        if len(legal) == 1 and not legal[0].card:
            return Text.assemble(("you hold none of ", "dim"), _joined(_EXPOSABLE), (": enter goes on", "dim"))
        return None

    def record(self, move: gongzhu.Move) -> dict[str, Any]:
        """Suit and rank."""
        return {"suit": move.suit and str(move.suit), "rank": None if move.rank is None else int(move.rank)}

    def ask(self, hand: str, rules: gongzhu.Rules, **options: str) -> tuple[dict[str, Any], list[gongzhu.Move]]:
        """A hand and the trick so far, '' to lead."""
        legal = gongzhu.legal_cards(hand, rules=rules, **options)
        question = {"hand": hand, **{name: options.get(name, "") for name in self.questions}}
        return question, [gongzhu.Move(card) for card in legal]

    # ---- what a person says ----

    def read(self, text: str, game: gongzhu.Game) -> gongzhu.Move:
        """A card, or what to expose."""
        exposing = game.phase == gongzhu.Phase.EXPOSING
        if text:
            return game.parse(("+" if exposing else "").join(text.replace(",", " ").replace("+", " ").split()))
        if exposing or len(game.legal) == 1:
            return gongzhu.Move(game.legal[0])
        raise chupai.ParseError("play a card: ? helps")

    def could_be_move(self, digits: str, game: gongzhu.Game) -> bool:
        """A card has a suit."""
        return False

    def chooser(self, wanted: str) -> Callable[[gongzhu.Move], bool]:
        """Cards of a suit."""
        suits = [letter for letter in _SUITS if wanted and wanted in (letter.lower(), _SYMBOLS[letter], _SUITS[letter])]
        if wanted and not suits:
            raise chupai.ParseError(f"{wanted!r} is no suit: the suits are {', '.join(_SUITS.values())}")
        return lambda move: not suits or move.suit == suits[0]

    # ---- what a person sees ----

    def news(self, table: _Table, events: Sequence[Event[gongzhu.Move]]) -> Iterator[Text]:
        """Choices as they become public, cards, and who takes a trick."""
        rules, first = table.game.rules, len(table.events) - len(events)
        choices = table.game.num_players if rules.exposing else 0
        for at in range(first, len(table.events)):
            if at >= choices:
                yield _line(table, table.events[at].seat, _card(str(table.events[at].move), table.game.exposed))
                yield from _trick_end(table, table.events[choices : at + 1])
            elif rules.exposing_order == "sequential":
                yield _choice(table, table.events[at])
            elif at == choices - 1:
                yield from (_choice(table, event) for event in table.events[:choices])

    def situation(self, table: _Table) -> Iterator[RenderableType]:
        """What each seat has, what lies on the table, and the own hand."""
        seen = table.game.view(table.seat)
        scores = _by_seat(gongzhu.score(seen.taken, seen.exposed, seen.rules), seen.num_players)
        grid = rich_table.Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
        grid.add_column("")
        grid.add_column("cards", justify="right")
        grid.add_column("points", justify="right")
        grid.add_column("taken")
        for step in range(seen.num_players):
            seat = (table.seat + step) % seen.num_players
            who = Text(table.name(seat), style="bold" if step == 0 else "")
            if step and seen.rules.teams != "none" and step % 2 == 0:
                who.append(" with you", "green")
            points = style.signed(scores[seat]) if scores[seat] else Text("0", style="dim")
            grid.add_row(who, str(seen.counts[seat]), points, _scoring(seen.taken[seat], seen.exposed))
        yield grid
        yield ""
        if seen.exposed:
            yield Text.assemble("exposed    ", _exposures(table, seen))
        yield Text.assemble("the table  ", _on_table(table, seen))
        yield Text.assemble("your hand  ", _cards(seen.hand, seen.exposed))

    def outcome(self, table: _Table) -> Text:
        """The own score, and whether somebody took everything."""
        own = int(table.game.returns()[table.seat])
        good = "green" if own > 0 else "red" if own < 0 else "yellow"
        out = Text(f"the deal is over: you get {f'{own:+d}' if own else 'nothing'}", f"bold {good}")
        for seat, taken in enumerate(table.game.taken):
            if sum(card[0] == "H" for card in split(taken)) == 13:
                out.append(f"; all hearts went to {table.name(seat)}", "magenta")
        return out

    def columns(self, table: _Table) -> Mapping[str, Sequence[Text]]:
        """Scoring cards taken; scores, where payoffs are something else."""
        game = table.game
        taken = {"taken": [_scoring(cards, game.exposed) for cards in game.taken]}
        if game.rules.payoff == "score":
            return taken
        return {"score": [style.signed(score) for score in _by_seat(game.scores().tolist(), game.num_players)], **taken}

    # ---- measures ----

    def measures(self, rules: gongzhu.Rules) -> list[Measure]:
        """In a file of their own."""
        from chupai.cli.games.gongzhu_measures import all_measures

        return all_measures(rules)

    # ---- solving ----

    def solver(self) -> Solver[gongzhu.Rules, gongzhu.Game, gongzhu.Move]:
        """In a file of its own."""
        from chupai.cli.games.gongzhu_solver import GongZhuSolver

        return GongZhuSolver()


@dataclass(frozen=True)
class Match:
    """A match, deal by deal; the next one has the next seed."""

    match: gongzhu.Match
    number: int = 0

    unit = "deal"
    whole = "match"

    @property
    def title(self) -> str:
        """Both counted from one."""
        return f"match {self.number + 1}, deal {self.match.deals + 1}"

    @property
    def seed(self) -> int:
        """Names the deals of this match."""
        return self.match.seed

    @property
    def totals(self) -> Sequence[int]:
        """A seat's, or its team's."""
        return _by_seat(self.match.totals, self.match.rules.players)

    def game(self) -> gongzhu.Game:
        """Deal."""
        return self.match.game()

    def after(self, game: gongzhu.Game) -> Self:
        """Add its scores."""
        match = self.match.copy()
        match.add(game)
        return replace(self, match=match)

    def without(self) -> Self:
        """Another match."""
        match = gongzhu.Match(self.match.rules, seed=(self.match.seed + 1) % 2**64)
        return replace(self, match=match, number=self.number + 1)

    def verdict(self, seat: int) -> Text | None:
        """Lost, won, or neither."""
        if not self.match.is_over:
            return None
        if seat in self.match.losers:
            return Text("the match is over: you lose", "bold red")
        if seat in self.match.winners:
            return Text("the match is over: you win", "bold green")
        losers = " and ".join(f"seat {loser}" for loser in self.match.losers)
        return Text(f"the match is over: {losers} lost it", "bold yellow")


def _by_seat(scores: Sequence[int], players: int) -> list[int]:
    """Scores of seats; partners, who sit opposite, have their team's."""
    return [scores[seat % len(scores)] for seat in range(players)]


def _card(card: str, exposed: Sequence[str] = (), *, suit: bool = True) -> Text:
    """A card; red suits red, those that can be exposed bold, and a star if they were."""
    weight = "bold " if card in _EXPOSABLE else ""
    colour = "red" if card[0] in "HD" else ""
    face = (_SYMBOLS[card[0]] if suit else "") + card[1:] + ("*" if card in exposed else "")
    return Text(face, style=(weight + colour).strip(), no_wrap=True)


def _joined(cards: Sequence[str], exposed: Sequence[str] = ()) -> Text:
    return Text(" ").join(_card(card, exposed) for card in cards)


def _suit(cards: Sequence[str], exposed: Sequence[str]) -> Text:
    """Cards of one suit: its symbol, then ranks."""
    symbol = Text(_SYMBOLS[cards[0][0]], style="red" if cards[0][0] in "HD" else "")
    return Text(" ").join([symbol, *(_card(card, exposed, suit=False) for card in cards)])


def _cards(text: str, exposed: Sequence[str]) -> Text:
    """A set of cards, suit by suit."""
    suits = [[card for card in split(text) if card[0] == suit] for suit in _SYMBOLS]
    return Text("   ", no_wrap=True).join(_suit(cards, exposed) for cards in suits if cards)


def _scoring(taken: str, exposed: Sequence[str]) -> Text:
    """Of cards taken those that score: pig, sheep and ten, then hearts."""
    cards = split(taken)
    parts = [_card(card, exposed) for card in _NAMED if card in cards]
    hearts = [card for card in cards if card[0] == "H"]
    return Text("  ").join([*parts, *([_suit(hearts, exposed)] if hearts else [])])


def _line(table: _Table, seat: int, what: Text) -> Text:
    return Text.assemble((f"{table.name(seat):8}", "dim" if seat == table.seat else ""), what)


def _choice(table: _Table, event: Event[gongzhu.Move]) -> Text:
    verb = "expose" if event.seat == table.seat else "exposes"
    if not event.move.exposes:
        return _line(table, event.seat, Text(f"{verb} nothing", "dim"))
    return _line(table, event.seat, Text.assemble((f"{verb} ", "magenta"), _joined(event.move.exposes)))


def _trick_end(table: _Table, played: Sequence[Event[gongzhu.Move]]) -> Iterator[Text]:
    """Who takes the trick that the last of these cards completes, if it does, and what scores in it."""
    if len(played) % table.game.num_players:
        return
    trick = played[-table.game.num_players :]
    cards = [str(event.move) for event in trick]
    seat = trick[gongzhu.trick_winner(cards)].seat
    taken = _scoring(" ".join(sorted(cards, key=gongzhu.Move, reverse=True)), table.game.exposed)
    verb = "take" if seat == table.seat else "takes"
    yield Text.assemble((f"{'':8}{table.name(seat)} {verb} the trick", "cyan"), "  " if taken else "", taken)


def _on_table(table: _Table, seen: gongzhu.View) -> Text:
    if seen.phase == gongzhu.Phase.EXPOSING:
        return Text("what do you expose?", style="magenta")
    if not seen.trick:
        return Text("nothing: you lead", style="green")
    start = len(table.events) - len(seen.trick)
    played = zip(seen.trick, table.events[start:], strict=True)
    each = (Text.assemble(_card(card, seen.exposed), (f" {table.name(event.seat)}", "dim")) for card, event in played)
    return Text("   ").join(each)


def _exposures(table: _Table, seen: gongzhu.View) -> Text:
    """The exposed cards and who exposed them."""
    chosen = [(event.seat, card) for event in table.events for card in event.move.exposes if card in seen.exposed]
    return Text("   ").join(Text.assemble(_card(card), (f" {table.name(seat)}", "dim")) for seat, card in chosen)


FACE = GongZhu()
