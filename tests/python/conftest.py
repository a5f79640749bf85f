"""Presets and hypothesis profiles of all tests here; what they share is in support.py."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

import doudizhu as oracle
from chupai.doudizhu import Rules
from presets import PRESETS

# The same examples every time; `--hypothesis-profile explore` looks for new ones.
settings.register_profile(
    "fixed", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "explore", max_examples=2_000, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("fixed")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "thread_unsafe(reason): not to be run by several threads (pytest-run-parallel)")


@pytest.fixture(params=PRESETS)
def preset(request: pytest.FixtureRequest) -> str:
    """Each preset under test."""
    return str(request.param)


@pytest.fixture
def rules(preset: str) -> Rules:
    return Rules.preset(preset)


@pytest.fixture
def slow_rules(preset: str) -> oracle.Rules:
    """The oracle's rules of the same preset."""
    return oracle.PRESETS[preset]
