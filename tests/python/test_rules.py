"""The presets are what the rule document says; Rules are values."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pytest
from hypothesis import given

import doudizhu as oracle
from chupai import doudizhu
from chupai.doudizhu import Rules
from presets import PRESETS
from support import FIELDS, by_seed, engine_rules, odd_payment, odd_rules, oracle_rules


def any_rules(rng: random.Random, packs: int) -> Rules:
    return engine_rules(odd_payment(rng, odd_rules(rng, packs)))


def test_preset_is_the_oracles(preset: str, rules: Rules) -> None:
    assert oracle_rules(rules) == oracle.PRESETS[preset]


def test_all_nine_presets_are_named() -> None:
    assert set(Rules.presets()) == set(oracle.PRESETS)


def test_every_rule_of_the_document_is_a_field() -> None:
    assert set(Rules.preset("standard").asdict()) == {*FIELDS, "direction"}


@pytest.mark.parametrize(
    ("name", "column"),
    [
        ("landlord_selection", ["auction", "auction", "random", "given", "given", "auction", "auction"]),
        ("all_pass", ["redeal", "redeal", None, None, None, "void", "redeal"]),
        ("quad_kinds", ["both", "both", "both", "both", "both", "none", "both"]),
        ("solo_kicker_copies", [1, 1, 1, 3, 4, 3, 1]),
        ("quad_kicker_copies", [1, 1, 2, 2, 2, None, 1]),
        ("kicker_both_jokers", [False, False, False, False, True, False, True]),
        ("kicker_joins_body", [False, False, False, False, True, True, False]),
        ("readings", ["one", "one", "one", "one", "one", "all", "one"]),
        ("kicker_max_two", [None, 1, None, None, None, None, None]),
        ("bomb_doubling", ["each", "bomber", "each", "none", "each", "each", "none"]),
        ("spring", [True, False, False, False, False, True, False]),
        ("reverse_spring", [True, False, False, False, False, True, False]),
        ("space_shuttle", ["off", "off", "off", "off", "off", "off", "winged"]),
        ("straight_min", [5] * 7),
        ("straight_max", [12] * 7),
        ("pair_straight_min", [3] * 7),
        ("trio_kinds", [("bare", "solo", "pair")] * 2 + [("bare", "solo")] + [("bare", "solo", "pair")] * 4),
        ("plane_kinds", [("bare", "solo", "pair")] * 7),
        ("players", [3] * 7),
        ("packs", [1] * 7),
        ("sides", ["solo"] * 7),
        ("bottom_public", [True] * 7),
        ("payoff", ["stake"] * 7),
    ],
)
def test_table_of_presets(name: str, column: list[Any]) -> None:
    """The presets of one pack, from section 5 of the rule document; None where it leaves the field open."""
    order = ("standard", "hubei", "app", "rlcard", "douzero", "openspiel", "botzone")
    for preset, value in zip(order, column, strict=True):
        if value is not None:
            assert getattr(Rules.preset(preset), name) == value, preset


def test_table_of_presets_of_two_packs() -> None:
    """Their other fields are those of `standard`, or say nothing where there are no such kickers."""
    common = {
        "players": 4, "packs": 2, "trio_kinds": ("bare", "pair"), "plane_kinds": ("bare", "pair"), "quad_kinds": "none",
        "joker_pairs": True, "doubling_bomb_min": 6, "pair_straight_max": 12,
    }  # fmt: skip
    standard = Rules.preset("standard").asdict()
    assert Rules.preset("standard-four").asdict() == {**standard, **common}
    pairs = {"sides": "pairs", "spring": False, "reverse_spring": False}
    assert Rules.preset("hubei-pairs").asdict() == {**standard, **common, **pairs}


def test_the_constructor_starts_from_standard() -> None:
    assert Rules() == Rules.preset("standard")
    assert Rules(spring=False) == Rules.preset("standard").replace(spring=False)
    assert Rules(spring=False) != Rules()


@pytest.mark.parametrize("name", [name for name in FIELDS if name != "players"] + ["direction", "nonsense"])
def test_rules_are_frozen(name: str) -> None:
    rules = Rules()
    with pytest.raises(AttributeError):
        setattr(rules, name, 1)
    assert rules == Rules()


def test_replace_leaves_the_original(rules: Rules) -> None:
    before = rules.asdict()
    changed = rules.replace(straight_min=6, multiplier_cap=8)
    assert rules.asdict() == before
    assert changed.asdict() == {**before, "straight_min": 6, "multiplier_cap": 8}


@given(by_seed(lambda rng: any_rules(rng, rng.choice((1, 2)))))
def test_rules_round_trip(rules: Rules) -> None:
    assert Rules.from_text(str(rules)) == rules
    assert eval(repr(rules), {"doudizhu": doudizhu}) == rules
    assert Rules(**rules.asdict()) == rules
    for other in (pickle.loads(pickle.dumps(rules)), copy.copy(rules), copy.deepcopy(rules)):
        assert other == rules
        assert hash(other) == hash(rules)


def test_equal_rules_are_one_key() -> None:
    names = {Rules.preset(name): name for name in PRESETS}
    assert len(names) == len(PRESETS)
    assert names[Rules.preset("hubei").replace(spring=True).replace(spring=False)] == "hubei"
    assert Rules() != "standard"
    assert Rules() is not None


def test_repr_is_short() -> None:
    assert repr(Rules.preset("app")) == "doudizhu.Rules.preset('app')"
    assert str(Rules.preset("standard").replace(spring=False)) == "standard spring=false"
