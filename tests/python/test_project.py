"""What the files beside the code say of the project agrees with the package."""

from __future__ import annotations

import re
import tomllib
from importlib import metadata
from pathlib import Path

import chupai

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def citation(field: str) -> str:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    found = re.findall(rf"^{field}: (.*)$", text, re.MULTILINE)
    assert len(found) == 1, field
    return str(found[0]).strip('"')


def test_one_version_everywhere() -> None:
    assert chupai.__version__ == metadata.version("chupai") == PROJECT["version"] == citation("version")
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## \[{re.escape(PROJECT['version'])}\] - ", changelog, re.MULTILINE)


def test_one_licence_everywhere() -> None:
    assert metadata.metadata("chupai")["License-Expression"] == PROJECT["license"] == citation("license")
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").startswith(PROJECT["license"])
