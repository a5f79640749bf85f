"""The tools of a release notice what is wrong: here on made-up files, small and of every platform."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import re
import shutil
import sys
import zipfile
from pathlib import Path

import pytest

from support import ROOT

if not (ROOT / "tools").exists():
    pytest.skip("the tools are not beside these tests", allow_module_level=True)
sys.path.insert(0, str(ROOT))

from tools import published, wheels

PYTHONS = ["3.11", "3.12", "3.13", "3.14", "3.14t", "3.15", "3.15t"]
PLATFORMS = [
    "manylinux_2_27_x86_64.manylinux_2_28_x86_64",
    "manylinux_2_27_aarch64.manylinux_2_28_aarch64",
    "musllinux_1_2_x86_64",
    "musllinux_1_2_aarch64",
    "macosx_11_0_x86_64",
    "macosx_11_0_arm64",
    "win_amd64",
    "win_arm64",
]
CONTENTS = [
    "chupai/__init__.py",
    "chupai/py.typed",
    "chupai/_core.a-b.so",
    "chupai/_core/__init__.pyi",
    "chupai/_core/doudizhu.pyi",
    "chupai/_core/gongzhu.pyi",
    "chupai/cli/app.py",
    "chupai-1.2.3.dist-info/licenses/LICENSE",
    "chupai-1.2.3.dist-info/entry_points.txt",
]


@pytest.fixture
def release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the archive and all wheels of a release. Their extensions are no programs: symbols are not read."""
    monkeypatch.setattr(shutil, "which", lambda name: None)
    (tmp_path / "chupai-1.2.3.tar.gz").write_bytes(b"archive")
    for python in PYTHONS:
        tag = "cp" + python.replace(".", "")
        for platform in PLATFORMS:
            wheel(tmp_path / f"chupai-1.2.3-{tag.rstrip('t')}-{tag}-{platform}.whl")
    return tmp_path


def wheel(file: Path, contents: list[str] = CONTENTS) -> None:
    with zipfile.ZipFile(file, "w") as opened:
        for name in contents:
            opened.writestr(name, "x")


def look(folder: Path) -> None:
    wheels.look(sorted(folder.iterdir()))


def test_pythons_of_a_release_are_those_of_the_pattern() -> None:
    assert wheels.released() == PYTHONS


def test_a_whole_release_is_accepted(release: Path, capsys: pytest.CaptureFixture[str]) -> None:
    look(release)
    assert "56 wheels" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("lost", "said"),
    [
        ("chupai-1.2.3-cp314-cp314t-musllinux_1_2_aarch64.whl", "0 wheels, not one, chupai-*-cp314-cp314t-*musl"),
        ("chupai-1.2.3-cp311-cp311-win_arm64.whl", "0 wheels, not one, chupai-*-cp311-cp311-*win_arm64"),
        ("chupai-1.2.3.tar.gz", "0 source archives"),
    ],
)
def test_what_a_release_lacks_is_named(release: Path, lost: str, said: str) -> None:
    (release / lost).unlink()
    with pytest.raises(SystemExit, match=re.escape(said)):
        look(release)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("notes.txt", "no release has notes.txt"),
        ("chupai-1.2.4.tar.gz", "not of one version: 1.2.3, 1.2.4"),
        ("chupai-1.2.3-cp311-cp311-macosx_12_0_arm64.whl", "2 wheels, not one, chupai-*-cp311-cp311-*macosx"),
    ],
)
def test_what_a_release_has_too_much_is_named(release: Path, name: str, said: str) -> None:
    wheel(release / name)
    with pytest.raises(SystemExit, match=re.escape(said)):
        look(release)


@pytest.mark.parametrize(
    ("contents", "said"),
    [
        (CONTENTS[:2] + CONTENTS[3:], "has 0 extensions"),
        ([*CONTENTS, "chupai/_core.c-d.so"], "has 2 extensions"),
        ([name for name in CONTENTS if "LICENSE" not in name], "LICENSE"),
        ([*CONTENTS, "chupai/notes.txt"], "has chupai/notes.txt"),
        ([*CONTENTS, "tests/test_a.py"], "has tests/test_a.py"),
    ],
)
def test_what_is_wrong_in_a_wheel_is_named(release: Path, contents: list[str], said: str) -> None:
    wheel(release / "chupai-1.2.3-cp313-cp313-win_amd64.whl", contents)
    with pytest.raises(SystemExit, match=re.escape(said)) as error:
        look(release)
    assert "chupai-1.2.3-cp313-cp313-win_amd64.whl" in str(error.value)


def index(folder: Path, files: dict[str, bytes]) -> str:
    """What an index says of version 1.2.3, where its address is that of a folder."""
    page = folder / "pypi" / "chupai" / "1.2.3" / "json"
    page.parent.mkdir(parents=True)
    listed = [
        {"filename": name, "digests": {"sha256": hashlib.sha256(text).hexdigest()}} for name, text in files.items()
    ]
    page.write_text(json.dumps({"urls": listed}), encoding="utf-8")
    return folder.as_uri()


def compare(folder: Path, there: dict[str, bytes], here: dict[str, bytes]) -> None:
    built = folder / "dist"
    built.mkdir()
    for name, text in here.items():
        (built / name).write_bytes(text)
    words = [index(folder / "index", there), "1.2.3", *map(str, built.iterdir()), "--attempts", "2", "--wait", "0"]
    published.main(words)


def test_same_files_in_the_index_are_accepted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    compare(tmp_path, {"a.whl": b"1", "b.whl": b"2"}, {"a.whl": b"1", "b.whl": b"2"})
    assert "has the 2 files of 1.2.3" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("there", "said"),
    [
        ({"a.whl": b"1"}, "b.whl: not in the index"),
        ({"a.whl": b"1", "b.whl": b"2", "c.whl": b"3"}, "c.whl: only in the index"),
        ({"a.whl": b"1", "b.whl": b"other"}, f"b.whl: built {hashlib.sha256(b'2').hexdigest()}, in the index"),
    ],
)
def test_other_files_in_the_index_are_named(tmp_path: Path, there: dict[str, bytes], said: str) -> None:
    with pytest.raises(SystemExit, match=re.escape(said)):
        compare(tmp_path, there, {"a.whl": b"1", "b.whl": b"2"})


def test_sources_without_a_counted_line_are_named() -> None:
    """A core that was not measured is not one that is covered."""
    spec = importlib.util.spec_from_file_location("core_coverage", ROOT / "tests" / "coverage.py")
    assert spec is not None
    assert spec.loader is not None
    coverage = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(coverage)
    every = coverage.unmeasured({})
    assert {"cpp/chupai/doudizhu/rules.cpp", "cpp/chupai/gongzhu/match.cpp"} <= set(every)
    assert coverage.unmeasured({name: {1: 0} for name in every}) == []
    assert coverage.unmeasured({name: {1: 1} for name in every[1:]}) == [every[0]]
