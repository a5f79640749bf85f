"""The presets of Gong Zhu are what the rule document says; Rules are values."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given

import gongzhu as oracle
from chupai import RulesError, gongzhu
from chupai.gongzhu import Rules
from gongzhu_support import FIELDS, PRESETS, engine_rules, odd_rules, oracle_rules
from support import by_seed

any_rules = by_seed(lambda rng: engine_rules(odd_rules(rng)))


def test_presets_are_the_oracles() -> None:
    assert Rules.presets() == PRESETS
    for name in PRESETS:
        assert oracle_rules(Rules.preset(name)) == oracle.PRESETS[name]


def test_fields_and_their_order() -> None:
    assert tuple(Rules().asdict()) == FIELDS


@pytest.mark.parametrize(
    ("name", "column"),
    [
        ("players", [4] * 4),
        ("teams", ["none", "none", "none", "sum"]),
        ("exposing", [True, True, True, False]),
        ("exposing_order", ["simultaneous"] * 4),
        ("exposed_first_round_ban", [True, False, True, False]),
        ("heart_lock", [False] * 4),
        ("first_lead_card", ["S2", "S2", "S2", None]),
        ("must_lead_it", [False] * 4),
        ("heart_values", ["graded"] * 4),
        ("pig_flip", ["all_hearts", "all_hearts", "all_scoring", "never"]),
        ("flip_for_all", [False] * 4),
        ("ten_multiplier", [2, 1, 2, 2]),
        ("ten_multiplier_exposed", [4] * 4),
        ("ten_alone_exposed", [100] * 4),
        ("zero_hearts_score", [True] * 4),
        ("sweep_bonus", [None] * 4),
        ("sweep_bonus_multiplied", [False] * 4),
        ("sweep_rotation", ["none"] * 4),
        ("loss_limit", [-1000, -1000, -1000, None]),
        ("loss_inclusive", [True, True, False, True]),
        ("win_limit", [None] * 4),
        ("next_leader", ["pig_taker", "card_holder", "pig_taker", "rotate"]),
        ("payoff", ["score"] * 4),
    ],
)
def test_table_of_presets(name: str, column: list[Any]) -> None:
    for preset, value in zip(PRESETS, column, strict=True):
        assert getattr(Rules.preset(preset), name) == value, preset


def test_the_constructor_starts_from_standard() -> None:
    assert Rules() == Rules.preset("standard")
    assert Rules(heart_lock=True) == Rules.preset("standard").replace(heart_lock=True)
    assert Rules(heart_lock=True) != Rules()
    assert Rules(heart_values=range(13)).heart_values == tuple(range(13))
    assert Rules(heart_values=[0, 0, 0, 10, 10, 10, 10, 10, 10, 20, 30, 40, 50]) == Rules()
    assert Rules(first_lead_card="♣10").first_lead_card == "CT"


@pytest.mark.parametrize("name", [*FIELDS, "nonsense"])
def test_rules_are_frozen(name: str) -> None:
    rules = Rules()
    with pytest.raises(AttributeError):
        setattr(rules, name, 1)
    assert rules == Rules()


@given(any_rules)
def test_rules_round_trip(rules: Rules) -> None:
    assert engine_rules(oracle_rules(rules)) == rules
    assert Rules.from_text(str(rules)) == rules
    assert eval(repr(rules), {"gongzhu": gongzhu}) == rules
    assert Rules(**rules.asdict()) == rules
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(rules, protocol)) == rules
    for other in (copy.copy(rules), copy.deepcopy(rules), Rules.from_text(str(rules))):
        assert other == rules
        assert hash(other) == hash(rules)
        assert str(other) == str(rules)


@given(any_rules, any_rules)
def test_replace_leaves_the_original(rules: Rules, other: Rules) -> None:
    before, fields = rules.asdict(), other.asdict()
    assert rules.replace(**fields) == other
    assert rules.asdict() == before
    assert rules.replace() == rules
    assert (rules == other) == (before == fields)


def test_equal_rules_are_one_key() -> None:
    names = {Rules.preset(name): name for name in PRESETS}
    assert len(names) == len(PRESETS)
    assert names[Rules.preset("plain").replace(ten_multiplier=2).replace(ten_multiplier=1)] == "plain"
    assert Rules() != "standard"
    assert Rules() != __import__("chupai").doudizhu.Rules()


def test_repr_is_short() -> None:
    assert repr(Rules.preset("plain")) == "gongzhu.Rules.preset('plain')"
    assert str(Rules(heart_lock=True, sweep_bonus=1000)) == "standard heart_lock=true sweep_bonus=1000"
    assert repr(Rules(players=5)) == "gongzhu.Rules.preset('standard').replace(players=5)"


WRONG: dict[str, Iterable[Any]] = {
    "players": [2, 6, 0, -1, 2**70, "4", 4.0, None, True],
    "teams": ["pairs", "", None, 1, True],
    "exposing": [1, 0, "no", None],
    "exposing_order": ["both", None, 0],
    "exposed_first_round_ban": [2, "true"],
    "heart_lock": [0, "x"],
    "first_lead_card": ["", "none at all", "QS", "S1", "S23", 0, True, b"S2"],
    "must_lead_it": ["S2", 1],
    "heart_values": ["pips", (), range(12), range(14), [-1] * 13, [1001] * 13, [0.5] * 13, ["1"] * 13, 5, None],
    "pig_flip": ["always", None],
    "flip_for_all": [0],
    "ten_multiplier": [0, 17, -2, 1.5, None],
    "ten_multiplier_exposed": [0, 17, None],
    "ten_alone_exposed": [-1, 1001, None],
    "zero_hearts_score": [None],
    "sweep_bonus": [-1, 10_001, 0.5, "none", True],
    "sweep_bonus_multiplied": [None],
    "sweep_rotation": ["hand", None],
    "loss_limit": [0, 1, -1_000_001, 2**70, "none"],
    "loss_inclusive": [1],
    "win_limit": [0, -5, 1_000_001],
    "next_leader": ["winner", None, 0],
    "payoff": ["stake", None],
}
ALLOWED = {
    "players": ["3", "5"],
    "teams": ["none", "sum", "pooled"],
    "exposing_order": ["simultaneous", "sequential"],
    "heart_values": ["graded", "pip", "1000"],
    "pig_flip": ["all_hearts", "all_scoring", "never"],
    "ten_multiplier": ["1", "16"],
    "ten_alone_exposed": ["0", "1000"],
    "sweep_bonus": ["10000"],
    "sweep_rotation": ["none", "totals", "deal"],
    "loss_limit": ["-1000000", "-1"],
    "win_limit": ["1", "1000000"],
    "next_leader": ["card_holder", "pig_taker", "rotate"],
    "payoff": ["score", "relative"],
    "exposing": ["True", "False"],
}


@pytest.mark.parametrize("name", FIELDS)
def test_wrong_values_are_refused(name: str) -> None:
    """By name, with what was given and what is allowed."""
    rules = Rules()
    for value in WRONG[name]:
        with pytest.raises(RulesError) as caught:
            rules.replace(**{name: value})
        message = str(caught.value)
        assert name in message, (value, message)
        if "whole number" not in message:  # where it is not even a number
            assert all(word in message for word in ALLOWED.get(name, [])), (value, message)
        with pytest.raises(RulesError):
            Rules(**{name: value})
    assert rules == Rules()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"teams": "sum", "players": 3}, ["teams", "players"]),
        ({"teams": "pooled", "players": 5}, ["teams", "players"]),
        ({"players": 3, "first_lead_card": "C2"}, ["first_lead_card", "C2", "3"]),
        ({"players": 5, "first_lead_card": "D2"}, ["first_lead_card", "D2", "5"]),
        ({"must_lead_it": True, "first_lead_card": None}, ["must_lead_it", "first_lead_card"]),
        ({"playes": 4}, ["playes", "players"]),
    ],
)
def test_fields_that_do_not_go_together(fields: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(**fields)
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nobody",
        "standard players",
        "standard players=",
        "standard players=6",
        "standard players=4 players=3 x=1",
        "standard heart_values=1+2",
        "standard heart_values=" + "+".join(["1001"] * 13),
        "standard heart_values=graded+pip",
        "standard first_lead_card=",
        "standard first_lead_card=none must_lead_it=true",
        "standard loss_limit=0",
        "standard sweep_bonus=None1",
        "standard exposing=True!",
        "scrofazero players=3",
        "standard " + "x" * 10_000,
    ],
)
def test_texts_that_are_refused(text: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.from_text(text)
    assert len(str(caught.value)) < 2_000


def test_rules_of_another_game_are_refused() -> None:
    other = __import__("chupai").doudizhu.Rules()
    for call in (
        lambda: gongzhu.Game(other, seed=1),
        lambda: gongzhu.Match(other),
        lambda: gongzhu.score(["", "", "", ""], rules=other),
        lambda: gongzhu.Game("hubei", seed=1),
    ):
        with pytest.raises((TypeError, ValueError)):
            call()
