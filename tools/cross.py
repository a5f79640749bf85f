"""Cross-compiles the core and its C++ tests with zig, which brings the headers and libraries of its targets.

Every target is compiled and linked; what this machine can run, by itself or through qemu-user or wine, runs a choice of
the tests. What it cannot is named at the end. Arguments are targets (all by default); needs ziglang from PyPI, cmake,
ninja and the header of doctest.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import platform
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]

SYSTEMS = {"linux": "Linux", "macos": "Darwin", "windows": "Windows"}
TARGETS = (
    "aarch64-linux-gnu",
    "aarch64-linux-musl",
    "x86_64-linux-musl",
    "aarch64-macos",
    "x86_64-macos",
    "x86_64-windows-gnu",
)
# The oldest systems that wheels are for.
VERSIONS = {"linux-gnu": ".2.28", "macos": ".11.0"}

# What musl gives a thread where the program does not say; zig says 16 MiB.
MUSL_STACK = "-Wl,-z,stack-size=131072"

# Tests that take minutes under an emulator: every hand, many deals, over and over.
LEFT_OUT = ("gongzhu_max_legal", "gongzhu_sample", "max_legal", "payoffs")
# Which level of the hot loops emulated processors get.
PROCESSORS = {"Nehalem": "baseline", "Haswell": "bmi2"}

# Not under an emulator of a processor: minutes there.
SLOW = "agrees with plain minimax under any rules,a batch steps like single games"


class Runner(NamedTuple):
    words: list[str]
    environment: dict[str, str | None]  # None: a variable that is not to be there


def zig() -> Path:
    spec = importlib.util.find_spec("ziglang")
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit("ziglang is not installed")
    return Path(next(iter(spec.submodule_search_locations))) / "zig"


def write_script(path: Path, text: str) -> None:
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(0o755)


def toolchain(target: str, folder: Path) -> Path:
    """Scripts that stand for the compiler and its archiver, and a toolchain file that names them."""
    folder.mkdir(parents=True, exist_ok=True)
    processor, system = target.split("-")[:2]
    whole = target + next((version for name, version in VERSIONS.items() if target.endswith(name)), "")
    # zig spells the levels of x86-64 its own way.
    write_script(
        folder / "c++",
        'for word; do shift; case "$word" in -march=x86-64-v*) word="-mcpu=x86_64_v${word##*v}";; esac\n'
        f'set -- "$@" "$word"; done\nexec "{zig()}" c++ -target {whole} "$@"\n',
    )
    for tool in ("ar", "ranlib"):
        write_script(folder / tool, f'exec "{zig()}" {tool} "$@"\n')
    file = folder / "toolchain.cmake"
    file.write_text(
        f"set(CMAKE_SYSTEM_NAME {SYSTEMS[system]})\n"
        f"set(CMAKE_SYSTEM_PROCESSOR {processor})\n"
        f'set(CMAKE_CXX_COMPILER "{folder / "c++"}")\n'
        f'set(CMAKE_AR "{folder / "ar"}")\n'
        f'set(CMAKE_RANLIB "{folder / "ranlib"}")\n'
        'set(CMAKE_INSTALL_NAME_TOOL "true")\n'  # CMake wants one for macOS; nothing is installed
    )
    return file


def doctest(folder: Path) -> Path:
    """A package of doctest for CMake with its header alone: the system's own headers are not the target's."""
    places = [Path(place) / "doctest" for place in ("/usr/include", "/usr/local/include")]
    header = next((place for place in places if (place / "doctest.h").exists()), None)
    if header is None:
        raise SystemExit("doctest/doctest.h is not installed")
    include = folder / "doctest" / "include"
    include.mkdir(parents=True, exist_ok=True)
    shutil.copytree(header, include / "doctest", dirs_exist_ok=True)
    (include.parent / "doctestConfig.cmake").write_text(
        "add_library(doctest::doctest INTERFACE IMPORTED)\n"
        f'target_include_directories(doctest::doctest INTERFACE "{include}")\n'
    )
    return include.parent


def runner(target: str) -> Runner | None:
    """How this machine runs programs of the target, if at all."""
    processor, system, *_ = target.split("-")
    here = platform.machine()
    if system == "linux":
        if target.endswith("-gnu"):
            libraries = Path(f"/usr/{processor}-linux-gnu")  # the C library; programs of -musl bring theirs
            if processor != here and not libraries.exists():
                return None
            root = ["-L", str(libraries)] if processor != here else []
        else:
            root = []
        if processor == here and platform.system() == "Linux":
            return Runner([], {})
        emulator = shutil.which(f"qemu-{processor}") or shutil.which(f"qemu-{processor}-static")
        return Runner([emulator, *root], {}) if emulator else None
    if system == "windows" and processor == here:
        wine = shutil.which("wine64") or shutil.which("wine") or shutil.which("/usr/lib/wine/wine64")
        return Runner([wine], {"WINEDEBUG": "-all"}) if wine else None
    return None


def build(target: str, folder: Path, level: str) -> Path:
    """The program of the tests, optimised as `level` says."""
    configure = [
        "cmake",
        *("-S", str(ROOT)),
        *("-B", str(folder)),
        *("-G", "Ninja"),
        f"-DCMAKE_TOOLCHAIN_FILE={toolchain(target, folder / 'zig')}",
        "-DCMAKE_BUILD_TYPE=Release",
        f"-DCMAKE_CXX_FLAGS_RELEASE={level}",
        f"-DCMAKE_EXE_LINKER_FLAGS={MUSL_STACK if target.endswith('-musl') else ''}",
        "-DCHUPAI_BUILD_TESTS=ON",
        "-DCHUPAI_BUILD_REPLAY=OFF",
        f"-Ddoctest_DIR={doctest(folder.parent)}",
    ]
    subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", str(folder)], check=True)
    name = "chupai_tests.exe" if "windows" in target else "chupai_tests"
    return folder / "tests" / "cpp" / name


def files(names: Iterable[str]) -> str:
    return ",".join(f"*test_{name}.cpp" for name in names)


def run_tests(program: Path, how: Runner, tests: Iterable[str] = ()) -> None:
    """The tests of these names, or all but those that are left out."""
    chosen = f"--source-file={files(tests)}" if tests else f"--source-file-exclude={files(LEFT_OUT)}"
    command = [*how.words, str(program), chosen]
    if any("qemu" in word for word in how.words):
        command.append(f"--test-case-exclude={SLOW}")
    environment = {**os.environ, **how.environment}
    given = {name: value for name, value in environment.items() if value is not None}
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, errors="replace", env=given, check=False)
    print(done.stdout, end="", flush=True)
    if done.returncode != 0 or not re.search(r"test cases: +[1-9]", done.stdout):
        raise SystemExit(f"{' '.join(command)}\nfailed with {done.returncode}, or has no such tests")


def other_processors(program: Path) -> str:
    """The tests on an x86-64 without BMI2 and AVX2 and on one with them: each has to choose its level by itself."""
    emulator = shutil.which("qemu-x86_64") or shutil.which("qemu-x86_64-static")
    if emulator is None:
        return "no qemu-x86_64: not tried on other processors"
    for processor, level in PROCESSORS.items():
        how = Runner([emulator, "-cpu", processor], {"CHUPAI_EXPECT_LEVEL": level, "CHUPAI_LEVEL": None})
        run_tests(program, how, ("level", "bits", "counts", "playout", "record", "gongzhu_playout"))
    return "; ".join(f"{processor}: {level}" for processor, level in PROCESSORS.items())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", metavar="target", help=", ".join(TARGETS))
    parser.add_argument("--folder", type=Path, help="where to build; kept (default: one that goes at the end)")
    asked = parser.parse_args()
    unknown = set(asked.targets) - set(TARGETS)
    if unknown:
        parser.error(f"no target: {', '.join(sorted(unknown))}")
    with tempfile.TemporaryDirectory(prefix="chupai-cross-") as temporary:
        folder = (asked.folder or Path(temporary)).resolve()
        report = []
        for target in asked.targets or TARGETS:
            started = time.monotonic()
            print(f"\n==== {target}", flush=True)
            how = runner(target)
            program = build(target, folder / target, "-O0" if how is None else "-O1")
            if how is not None:
                run_tests(program, how)
            done = "compiled and linked; nothing here runs it"
            if how is not None:
                done = f"compiled, linked and tested {'with ' + Path(how.words[0]).name if how.words else 'as it is'}"
            if target == "x86_64-linux-musl":
                done += "; " + other_processors(program)
            report.append(f"{target:20} {done}, {time.monotonic() - started:.0f} s")
        print("\n" + "\n".join(report))


if __name__ == "__main__":
    main()
