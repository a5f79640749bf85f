"""Pictures for notebooks: well-formed HTML without anything that leaks, every card that is known, and no other."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import Any

import pytest

from chupai import doudizhu, gongzhu

TAGS = {"div", "span", "strong", "table", "thead", "tbody", "tr", "th", "td"}
ATTRIBUTES = {"style", "role", "aria-label", "aria-hidden", "scope"}
SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}


class Picture(HTMLParser):
    """Checks as it reads. `rows`: the table's cells, each the cards drawn in it, how many backs, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.marks: list[str] = []
        self.rows: list[list[tuple[list[str], int, str]]] = []
        self.faces: list[str] = []
        self.backs = 0
        self.text = ""
        self.outside: list[str] = []
        self.labels: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in TAGS
        names = [name for name, _ in attrs]
        assert set(names) <= ATTRIBUTES
        assert len(set(names)) == len(names)
        style = dict(attrs).get("style") or ""
        assert not re.search(r"url|expression|@|[{}<>]", style)
        self.labels += [value or "" for name, value in attrs if name == "aria-label"]
        if tag == "tr" and "tbody" in self.open:
            self.rows.append([])
        if tag == "td":
            self.faces, self.backs, self.text = [], 0, ""
        mark = "face" if "background:#fff" in style else "back" if "repeating-linear-gradient" in style else ""
        if mark == "face":
            self.faces.append("")
        self.backs += mark == "back"
        self.open.append(tag)
        self.marks.append(mark)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        mark = self.marks.pop()
        if mark == "face" and "td" not in self.open:
            self.outside.append(self.faces[-1])
        if tag == "td":
            self.rows[-1].append(([card(face) for face in self.faces], self.backs, self.text.strip()))

    def handle_data(self, data: str) -> None:
        if "face" in self.marks:
            self.faces[-1] += data
        else:
            self.text += data

    def cell(self, row: int, column: int) -> tuple[list[str], int]:
        return self.rows[row][column][:2]


def card(face: str) -> str:
    """What is written on a card, as the engine writes it."""
    rank, _, sign = face.partition("\n")
    rank = rank.replace("10", "T")
    return SUITS[sign.rstrip("\ufe0e")] + rank if sign.rstrip("\ufe0e") in SUITS else rank


def cards_of(text: str) -> list[str]:
    """The cards of a hand's text, of either game."""
    if " " not in text and "-" not in text:
        return list(text)
    return [part[0] + rank for part in text.split() for rank in part[1:] if rank != "-"]


def doudizhu_games() -> Iterator[doudizhu.Game]:
    """Games of every preset, at every seventh ply of one random play."""
    for number, preset in enumerate(doudizhu.Rules.presets()):
        game = doudizhu.Game(preset, seed=number)
        while not game.is_over:
            if game.ply % 7 == 0:
                yield game.copy()
            game.push(game.legal[(game.ply * 7 + number) % len(game.legal)])
        yield game


def gongzhu_games() -> Iterator[gongzhu.Game]:
    for number, rules in enumerate((*gongzhu.Rules.presets(), "standard players=3", "plain players=5 payoff=relative")):
        game = gongzhu.Game(rules, seed=number)
        while not game.is_over:
            if game.ply % 7 == 0:
                yield game.copy()
            game.push(game.legal[(game.ply * 5 + number + 1) % len(game.legal)])
        yield game


GAMES: dict[str, Callable[[], Iterator[Any]]] = {
    "doudizhu": doudizhu_games,
    "gongzhu": gongzhu_games,
}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_shows_every_hand(name: str) -> None:
    for game in GAMES[name]():
        picture = Picture(game._repr_html_())
        assert len(picture.rows) == game.num_players
        for seat, hand in enumerate(game.hands):
            if not game.is_over or name == "doudizhu":
                assert picture.cell(seat, 1) == (cards_of(hand), 0)
            arrow = "▶" in picture.rows[seat][0][2]
            assert arrow == (not game.is_over and game.player == seat)


@pytest.mark.parametrize("name", GAMES)
def test_a_view_shows_its_hand_and_backs(name: str) -> None:
    for game in GAMES[name]():
        if game.is_over and name == "gongzhu":
            continue
        for seat in range(game.num_players):
            view = game.view(seat)
            picture = Picture(view._repr_html_())
            assert "you" in picture.rows[seat][0][2]
            assert picture.cell(seat, 1) == (cards_of(view.hand), 0)
            public = list(view.bottom or "") if name == "doudizhu" else list(view.exposed)
            assert Counter(card(face) for face in picture.outside) == Counter(public + cards_of(view.unseen))
            for other in range(game.num_players):
                if other != seat:
                    known = view.landlord_known * (view.landlord == other) if name == "doudizhu" else view.known[other]
                    shown = cards_of(known)
                    assert picture.cell(other, 1) == (shown, view.counts[other] - len(shown))


@pytest.mark.parametrize("name", GAMES)
def test_a_view_is_drawn_from_the_view_alone(name: str) -> None:
    """Games that the seat cannot tell apart have one picture; the game's own picture differs."""
    for game in GAMES[name]():
        if game.is_over:
            continue
        for seat in range(game.num_players):
            drawn = game.view(seat)._repr_html_()
            assert {guess.view(seat)._repr_html_() for guess in game.view(seat).sample(3, seed=game.ply)} == {drawn}
            assert drawn != game._repr_html_()


def test_simultaneous_choices_stay_hidden() -> None:
    game = gongzhu.Game("standard", seed=7)
    game.play("SQ+DJ")
    picture = Picture(game.view(1)._repr_html_())
    assert picture.rows[0][2] == ([], 0, "chosen")
    assert not any("exposed" in label for label in picture.labels)
    assert Picture(game.view(0)._repr_html_()).cell(0, 2) == (["SQ", "DJ"], 0)
    assert Picture(game._repr_html_()).cell(0, 2) == (["SQ", "DJ"], 0)


def test_doudizhu_tells_what_matters() -> None:
    game = doudizhu.Game(seed=7)
    for move in ("pass", "3", "34567", "pass"):
        game.play(move)
    html = game._repr_html_()
    picture = Picture(html)
    assert [row[3][0] for row in picture.rows] == [list("34567"), [], []]
    assert picture.rows[0][3][2].endswith("to beat")
    assert "landlord" in picture.rows[0][0][2]
    assert "landlord" not in picture.rows[1][0][2]
    assert [row[2][2] for row in picture.rows] == ["15", "17", "17"]
    assert "stake 3" in html
    assert [card(face) for face in picture.outside] == list("346")  # the bottom cards
    assert "Dou Dizhu, play, seat 2 to move" in picture.labels
    assert "4 7 8 9 9 10 J J Q Q K K K A 2 black joker red joker" in picture.labels
    game = doudizhu.Game.from_hands(["3", "56BR", "77"], stake=2)
    game.play("3")
    assert [row[4][2] for row in Picture(game._repr_html_()).rows] == ["+8", "−4", "−4"]  # a spring doubles


def test_gongzhu_tells_what_matters() -> None:
    game = gongzhu.Game.from_hands(
        ["SA H2", "SQ H3", "SK H4", "D2"], ["", "DJ S2", "", ""], ["S3"], leader=3, exposed=["SQ"], suits_led="SHDC"
    )
    picture = Picture(game._repr_html_())
    assert picture.cell(3, 2) == (["S3"], 0)
    assert picture.cell(1, 3) == (["DJ"], 0)
    assert [row[4][2] for row in picture.rows] == ["0", "+100", "0", "0"]
    assert "leads" in picture.rows[3][0][2]
    assert any("queen of spades (exposed)" in label for label in picture.labels)
    game.play("SA")
    game.play("SQ")
    game.play("SK")
    scores = [row[-1][2].replace("−", "-") for row in Picture(game._repr_html_()).rows]
    assert [int(score) for score in scores] == game.scores().tolist()


@pytest.mark.parametrize("rules", ["standard", "scrofazero", "plain players=3", "standard players=5"])
def test_scores_are_the_games(rules: str) -> None:
    game = gongzhu.Game(rules, seed=3)
    while not game.is_over:
        game.push(game.legal[-1])
        shown = [row[-1][2].replace("−", "-") for row in Picture(game._repr_html_()).rows]
        sides = game.scores().tolist()
        assert [int(score) for score in shown] == [sides[seat % len(sides)] for seat in range(game.num_players)]


def test_moves_show_their_cards() -> None:
    for text in ("3", "9993", "33445566", "TTTJJJ34", "3456789TJQKA", "BR", "2222BR"):
        picture = Picture(doudizhu.Move(text)._repr_html_())
        assert Counter(card(face) for face in picture.outside) == Counter(text)
        assert str(doudizhu.Move(text).kind).replace("_", " ") in picture.text
    for text in ("pass", "bid2"):
        picture = Picture(doudizhu.Move(text)._repr_html_())
        assert not picture.outside
        assert picture.text.replace(" ", "") == text
    for code in range(68):
        move = gongzhu.Move(code)
        picture = Picture(move._repr_html_())
        drawn = sorted(card(face) for face in picture.outside)
        assert drawn == ([move.card] if move.card else sorted(move.exposes))
        assert ("expose" in picture.text) == (move.kind is gongzhu.Kind.EXPOSE)


def test_it_reads_without_styles() -> None:
    html = re.sub(r' style="[^"]*"', "", doudizhu.Game(seed=7).view(1)._repr_html_())
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))
    assert "seat 1 you 4 7 8 9 9 10 J J Q Q K K K A 2 B ★ R ★ 17" in text
    assert "seat 0 +17 hidden 17" in text


def test_text_is_escaped() -> None:
    from chupai._html import paint

    evil = "<script>\"&'"
    html = paint.frame(evil, evil, [paint.chip(evil), paint.muted(evil)], [evil], [paint.Row([])], "")
    html += paint.cards([[paint.Card(evil, evil)]]) + paint.seat(1, to_move=True, remarks=[evil])
    assert "<script" not in html
    assert evil in Picture(html).text


def test_nothing_is_loaded_before_it_is_asked() -> None:
    code = """
import sys, chupai
game = chupai.doudizhu.Game(seed=1)
assert not [name for name in sys.modules if name.startswith("chupai._html")]
game._repr_html_()
assert "chupai._html.doudizhu" in sys.modules and "chupai._html.gongzhu" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("cls", [doudizhu.Game, doudizhu.View, doudizhu.Move, gongzhu.Game, gongzhu.View, gongzhu.Move])
def test_things_that_were_never_made_are_refused(cls: Any) -> None:
    with pytest.raises(TypeError):
        cls.__new__(cls)._repr_html_()
