"""What may be None is what the stubs, and the signatures in docstrings, say may be None."""

from __future__ import annotations

import ast
import importlib
import re
import sys
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import chupai
from chupai import doudizhu, gongzhu, ragged
from support import ROOT

sys.path.insert(0, str(ROOT / "docs" / "_ext"))

import reference

HANDS = {
    "chupai.doudizhu": ["33445", "66778", "99TTJ"],
    "chupai.gongzhu": ["SA H2", "SQ H3", "SK H4", "S2 D2"],
}


def valid_calls(name: str) -> dict[str, tuple[Callable[..., Any], dict[str, Any]]]:
    """Of all that takes arguments: how to call it, with a value for each argument that has no default."""
    module = importlib.import_module(name)
    if module is chupai:
        game = doudizhu.Game.from_hands(HANDS["chupai.doudizhu"])
        other = gongzhu.Game.from_hands(HANDS["chupai.gongzhu"])

        def solve(game: Any, **given: Any) -> object:
            return chupai.solve(other if {"objective", "seat"} & given.keys() else game, **given)

        return {
            "SolverTable": (chupai.SolverTable, {}),
            "perft": (chupai.perft, {"game": game, "depth": 1}),
            "playout": (chupai.playout, {"game": game, "n": 1}),
            "random_games": (chupai.random_games, {"rules": "standard", "n": 1}),
            "solve": (solve, {"game": game}),
        }
    if module is ragged:
        flat = {"logits": [0.0, 1.0], "values": [0.0, 1.0], "ids": [0, 1], "offsets": [0, 2], "seed": 1, "size": 2}
        wanted = {key: arguments(name)[key] for key in ragged.__all__}
        return {key: (getattr(ragged, key), {at: flat[at] for at in wanted[key] if at in flat}) for key in wanted}
    return {**calls_of_games(module), **(calls_of_doudizhu() if module is doudizhu else calls_of_gongzhu())}


def calls_of_games(module: Any) -> dict[str, tuple[Callable[..., Any], dict[str, Any]]]:
    hands, rules, batch = HANDS[module.__name__], module.Rules(), module.Batch(2)

    def fresh() -> Any:
        return module.Game.from_hands(hands)

    code, first = int(fresh().legal[0]), int(batch.codes[0])  # of two games: both may make it
    return {
        "Batch": (module.Batch, {"n": 2}),
        "Batch.step": (lambda index: module.Batch(2).step(index), {"index": [0, 0]}),
        "Batch.step_codes": (lambda codes: module.Batch(2).step_codes(codes), {"codes": [first, first]}),
        "Batch.step_random": (batch.step_random, {}),
        "Batch.reset": (batch.reset, {}),
        "Batch.set_games": (batch.set_games, {"games": [module.Game(seed=1), module.Game(seed=2)]}),
        "Batch.game": (batch.game, {"i": 0}),
        "Game": (module.Game, {}),
        "Game.from_hands": (module.Game.from_hands, {"hands": hands}),
        "Game.from_text": (module.Game.from_text, {"text": module.Game(seed=1).text()}),
        "Game.push": (lambda code: fresh().push(code), {"code": code}),
        "Game.play": (lambda move: fresh().play(move), {"move": code}),
        "Game.parse": (fresh().parse, {"text": str(module.Move(code))}),
        "Game.view": (fresh().view, {"seat": 0}),
        "Move": (module.Move, {"code": code}),
        "Rules.preset": (rules.preset, {"name": "standard"}),
        "Rules.from_text": (rules.from_text, {"text": "standard"}),
        "View.sample": (fresh().view(0).sample, {"n": 1}),
    }


def calls_of_doudizhu() -> dict[str, tuple[Callable[..., Any], dict[str, Any]]]:
    table = doudizhu.ActionTable()
    return {
        "ActionTable": (doudizhu.ActionTable, {}),
        "ActionTable.id": (table.id, {"code": "33"}),
        "ActionTable.code": (table.code, {"id": 1}),
        "ActionTable.ids": (table.ids, {"codes": [0]}),
        "ActionTable.codes_of": (table.codes_of, {"ids": [0]}),
        "Deal": (doudizhu.Deal, {"hands": ["3", "4", "5"], "bottom": "6"}),
        "Move.parse": (doudizhu.Move.parse, {"text": "33"}),
        "View.from_observation": (doudizhu.View.from_observation, {"hand": "3344556789TJQKA22"}),
        "beats": (doudizhu.beats, {"move": "44", "other": "33"}),
        "classify": (doudizhu.classify, {"cards": "33"}),
        "hand_code": (doudizhu.hand_code, {"cards": "33"}),
        "hand_text": (doudizhu.hand_text, {"cards": "33"}),
        "legal_codes": (doudizhu.legal_codes, {"hand": "33"}),
    }


def calls_of_gongzhu() -> dict[str, tuple[Callable[..., Any], dict[str, Any]]]:
    game = gongzhu.Game("standard exposing=false", seed=1)
    while not game.is_over:
        game.push(game.legal[0])
    return {
        "Deal": (gongzhu.Deal, {"hands": HANDS["chupai.gongzhu"]}),
        "Match": (gongzhu.Match, {}),
        "Match.add": (lambda game: gongzhu.Match(game.rules if game else None).add(game), {"game": game}),
        "Match.add_scores": (gongzhu.Match().add_scores, {"scores": [0, 0, 0, 0]}),
        "legal_cards": (gongzhu.legal_cards, {"hand": "SQ"}),
        "may_expose": (gongzhu.may_expose, {"hand": "SQ"}),
        "score": (gongzhu.score, {"taken": ["SQ", "", "", ""]}),
        "trick_winner": (gongzhu.trick_winner, {"trick": ["SQ"]}),
    }


def arguments(name: str) -> dict[str, dict[str, str]]:
    """Of all that takes arguments, in a module: their types in the stub; several where there are overloads."""
    module, stub = importlib.import_module(name), reference.Stub(reference.SOURCES[name])
    out: dict[str, dict[str, str]] = {}

    def note(what: str, functions: list[ast.FunctionDef]) -> None:
        for function in functions:
            for argument in [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]:
                if argument.arg != "self":
                    types = out.setdefault(what, {})
                    types[argument.arg] = f"{types.get(argument.arg, '')} | {stub.types.text(argument.annotation)}"

    for key in module.__all__:
        if isinstance(getattr(module, key), ModuleType):
            continue
        note(key, stub.functions.get(key, []))
        for member, functions in reference.functions_of(stub.classes[key].body if key in stub.classes else []).items():
            if member == "__init__" or not member.startswith("_"):
                note(key if member == "__init__" else f"{key}.{member}", functions)
    return out


MODULES = ["chupai", "chupai.doudizhu", "chupai.gongzhu", "chupai.ragged"]


@pytest.mark.parametrize("name", MODULES)
def test_every_call_is_tried(name: str) -> None:
    assert set(valid_calls(name)) == set(arguments(name))


def cases() -> Iterator[tuple[str, str, str]]:
    """Arguments but those that may be any object, and truth values, which anything has."""
    for name in MODULES:
        for what, types in arguments(name).items():
            yield from ((name, what, at) for at, said in types.items() if not re.search(r"\| (bool|object)$", said))


@pytest.mark.parametrize(("name", "what", "argument"), list(cases()))
def test_none_is_taken_where_the_stub_says_so(name: str, what: str, argument: str) -> None:
    call, given = valid_calls(name)[what]
    call(**given)
    if re.search(r"\bNone\b", arguments(name)[what][argument]):
        call(**{**given, argument: None})
    else:
        with pytest.raises((TypeError, chupai.ParseError)):
            call(**{**given, argument: None})


@pytest.mark.parametrize("name", MODULES)
def test_signatures_of_docstrings_agree_about_none(name: str) -> None:
    """They show the names, and of what C++ converts the types."""
    module, seen = importlib.import_module(name), 0
    for what, types in arguments(name).items():
        thing: Any = module
        made = ["__init__"] if what[what.rfind(".") + 1].isupper() else []
        for part in [*what.split("."), *made]:
            thing = getattr(thing, part)
        text = thing.__doc__ or ""
        for argument, shown in re.findall(r"(\w+): (\w+ \| str(?: \| None)?)", text):
            assert ("None" in shown) == ("None" in types[argument]), (what, argument)
            seen += 1
    assert seen > 0 or module is ragged


def test_numpy_numbers_are_numbers() -> None:
    """As SupportsIndex says."""
    assert chupai.random_games("standard", np.int8(2), np.uint64(3), start=np.int64(1))[0].shape == (2, 3)
