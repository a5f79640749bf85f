"""A pytest plugin for slow builds: no property test tries more than EXAMPLES examples, whatever its own settings say.

PYTHONPATH=.ci pytest -p few_examples
"""

import os
from typing import Any

import pytest
from hypothesis import settings

EXAMPLES = int(os.environ.get("EXAMPLES", "40"))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        test: Any = getattr(item, "obj", None)
        test = getattr(test, "__func__", test)
        if getattr(test, "is_hypothesis_test", False):
            own: settings = getattr(test, "_hypothesis_internal_use_settings", None) or settings()
            test._hypothesis_internal_use_settings = settings(own, max_examples=min(EXAMPLES, own.max_examples))
