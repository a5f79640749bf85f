"""The tools of a release notice what is wrong: here on made-up files, small and of every platform."""

from __future__ import annotations

import hashlib
import importlib.util
import io
import json
import re
import shutil
import struct
import sys
import tarfile
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
    archive(tmp_path / "chupai-1.2.3.tar.gz")
    for python in PYTHONS:
        tag = "cp" + python.replace(".", "")
        for platform in PLATFORMS:
            wheel(tmp_path / f"chupai-1.2.3-{tag.rstrip('t')}-{tag}-{platform}.whl")
    return tmp_path


def elf(machine: int) -> bytes:
    return b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<HH", 3, machine) + bytes(64)


def mach_o(processor: int) -> bytes:
    return struct.pack("<II", 0xFEEDFACF, processor) + bytes(64)


def pe(machine: int) -> bytes:
    return b"MZ" + bytes(58) + struct.pack("<I", 128) + bytes(64) + b"PE\0\0" + struct.pack("<H", machine) + bytes(64)


# As the formats' own headers define them: EM_X86_64 and EM_AARCH64, CPU_TYPE_*, IMAGE_FILE_MACHINE_*.
EXTENSIONS = {
    "linux.*x86_64": elf(62),
    "linux.*aarch64": elf(183),
    "macosx.*x86_64": mach_o(0x01000007),
    "macosx.*arm64": mach_o(0x0100000C),
    "win_amd64": pe(0x8664),
    "win_arm64": pe(0xAA64),
}


def wheel(file: Path, contents: list[str] = CONTENTS, extension: bytes | None = None) -> None:
    own = [binary for platform, binary in EXTENSIONS.items() if re.search(platform, file.name)]
    with zipfile.ZipFile(file, "w") as opened:
        for name in contents:
            opened.writestr(name, (extension or own[0] if own else b"x") if "/_core." in name else b"x")


ARCHIVED = ["CMakeLists.txt", "LICENSE", "PKG-INFO", "README.md", "pyproject.toml", "cpp/bindings/module.cpp"]


def archive(file: Path, contents: list[str] = ARCHIVED, version: str = "1.2.3") -> None:
    with tarfile.open(file, "w:gz") as opened:
        for name in contents:
            text = f"Metadata-Version: 2.4\nName: chupai\nVersion: {version}\n".encode()
            entry = tarfile.TarInfo(f"{file.name.removesuffix('.tar.gz')}/{name}")
            entry.size = len(text)
            opened.addfile(entry, io.BytesIO(text))


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
        ("somethingelse-9-py3-none-any.whl", "no release has somethingelse-9-py3-none-any.whl"),
        ("chupai-1.2.3-cp27-cp27m-win_amd64.whl", "no release has chupai-1.2.3-cp27-cp27m-win_amd64.whl"),
        ("chupai.tar.gz", "no release has chupai.tar.gz"),
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


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("machine", [*EXTENSIONS, "none"])
def test_an_extension_of_another_machine_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, machine: str
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)  # symbols are not read
    file = tmp_path / f"chupai-1.2.3-cp313-cp313-{platform}.whl"
    wheel(file, extension=EXTENSIONS.get(machine, b"not a library"))
    if re.search(machine, platform):
        wheels.look_into(file, "nowhere")
    else:
        with pytest.raises(SystemExit, match="has an extension that is"):
            wheels.look_into(file, "nowhere")


def test_an_archive_is_looked_into(release: Path) -> None:
    file = release / "chupai-1.2.3.tar.gz"
    for wrong, said in (
        (lambda: file.write_bytes(b""), "is no archive"),
        (lambda: file.write_bytes(b"archive"), "is no archive"),
        (lambda: archive(file, ARCHIVED[1:]), "lacks CMakeLists.txt"),
        (lambda: archive(file, version="1.2.4"), "another name or version"),
    ):
        wrong()
        with pytest.raises(SystemExit, match=said):
            look(release)


def test_files_that_are_not_there_are_named(release: Path) -> None:
    with pytest.raises(SystemExit, match=r"there is no file .*chupai-1\.2\.3-lost\.whl"):
        wheels.look([*release.iterdir(), release / "chupai-1.2.3-lost.whl"])
    (release / "chupai-1.2.3-cp313-cp313-win_amd64.whl").write_text("no zip")
    with pytest.raises(SystemExit, match="is no wheel"):
        look(release)


@pytest.mark.parametrize("option", ["--full", "--python=3.13", "--folder=x", "-k"])
def test_looking_takes_no_other_option(release: Path, monkeypatch: pytest.MonkeyPatch, option: str) -> None:
    monkeypatch.setattr(sys, "argv", ["wheels.py", option, "--look", *map(str, release.iterdir())])
    with pytest.raises(SystemExit) as error:
        wheels.main()
    assert error.value.code == 2


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


@pytest.mark.parametrize(
    "words",
    [
        "nonsense 1.2.3 FILE",
        "https://a.invalid 1.2.3/../1 FILE",
        "https://a.invalid 1.2.3 FILE FILE",
        "https://a.invalid 1.2.3 LOST",
        "https://a.invalid 1.2.3 FILE --attempts 0",
        "https://a.invalid 1.2.3 FILE --wait -1",
        "https://a.invalid 1.2.3 FILE --wait nan",
    ],
)
def test_nonsense_about_an_index_is_refused(tmp_path: Path, words: str) -> None:
    (tmp_path / "a.whl").write_bytes(b"1")
    given = words.replace("FILE", str(tmp_path / "a.whl")).replace("LOST", str(tmp_path / "lost.whl"))
    with pytest.raises(SystemExit) as error:
        published.main(given.split())
    assert error.value.code == 2


def test_an_index_that_does_not_answer_as_one(tmp_path: Path) -> None:
    file = tmp_path / "a.whl"
    file.write_bytes(b"1")
    address = index(tmp_path / "index", {})
    for text in ("{}", "[]", "no json", '{"urls": [{}]}', '{"urls": [7]}'):
        (tmp_path / "index/pypi/chupai/1.2.3/json").write_text(text, encoding="utf-8")
        with pytest.raises(SystemExit, match="does not answer as an index"):
            published.main([address, "1.2.3", str(file), "--attempts", "1"])
    with pytest.raises(SystemExit, match="urlopen error"):
        published.main([(tmp_path / "nowhere").as_uri(), "1.2.3", str(file), "--attempts", "2", "--wait", "0"])


def test_folders_without_a_counted_line_are_named() -> None:
    """A core that was not measured is not one that is covered."""
    spec = importlib.util.spec_from_file_location("core_coverage", ROOT / "tests" / "coverage.py")
    assert spec is not None
    assert spec.loader is not None
    coverage = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(coverage)
    every = coverage.unmeasured({})
    assert {"cpp/chupai/doudizhu", "cpp/chupai/gongzhu", "cpp/chupai/kernels"} <= set(every)
    assert coverage.unmeasured({f"{name}/a.cpp": {1: 0} for name in every}) == []
    assert coverage.unmeasured({f"{name}/a.cpp": {1: 1} for name in every[1:]}) == [every[0]]
    assert coverage.unmeasured({f"{name}/a.hpp": {} for name in every}) == every
