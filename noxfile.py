#!/usr/bin/env python3
# /// script
# dependencies = ["nox>=2025.2.9"]
# ///
"""The checks, one session each: `nox -l` lists them, `nox -s lint types` runs some, `nox` runs the usual ones.

A session installs what it needs from PyPI; what only the system can give (compilers, an emulator) it looks for, and
is skipped with the name of what it missed. `nox --no-venv --no-install` uses the environment it is called in.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import nox

nox.needs_version = ">=2025.2.9"
nox.options.default_venv_backend = "venv"
nox.options.reuse_venv = "yes"

PYPROJECT = nox.project.load_toml("pyproject.toml")


def install(session: nox.Session, *groups: str, package: str | None = None) -> None:
    """Install dependency groups of pyproject.toml and, if asked for, the package with an extra ("" for none)."""
    wanted = [need for group in groups for need in nox.project.dependency_groups(PYPROJECT, group)]
    if package is not None:
        wanted.append(f".[{package}]" if package else ".")
    session.install(*wanted)


def need(session: nox.Session, program: str, package: str) -> None:
    """Skip the session if the system lacks a program; `package` is what Debian calls the package."""
    if shutil.which(program) is None:
        session.skip(f"{program} is not installed (Debian: apt install {package})")


def need_library(session: nox.Session, library: str, package: str) -> None:
    """Skip the session if CMake does not find a C++ library."""
    with tempfile.TemporaryDirectory() as folder:
        text = f"cmake_minimum_required(VERSION 3.20)\nproject(ask CXX)\nfind_package({library} REQUIRED)\n"
        Path(folder, "CMakeLists.txt").write_text(text, encoding="utf-8")
        done = subprocess.run(["cmake", "-S", folder, "-B", f"{folder}/build"], capture_output=True, check=False)
    if done.returncode != 0:
        session.skip(f"the C++ library {library} is not installed (Debian: apt install {package})")


def need_cpp(session: nox.Session) -> None:
    """What building the C++ tests asks of the system."""
    if not any(shutil.which(compiler) for compiler in ("c++", "g++", "clang++")):
        session.skip("no C++ compiler is installed (Debian: apt install g++)")
    need(session, "cmake", "cmake")
    need(session, "ninja", "ninja-build")
    need_library(session, "doctest", "doctest-dev")


def sources(*folders: str, suffixes: tuple[str, ...]) -> list[str]:
    """Files below the folders with one of the endings, in order."""
    return sorted(str(path) for folder in folders for path in Path(folder).rglob("*") if path.suffix in suffixes)


@nox.session
def lint(session: nox.Session) -> None:
    """Style of Python, C++, shell, workflows and prose; what a repository is expected to have."""
    install(session, "lint")
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    cpp = sources("cpp", "tests/cpp", "tests/fuzz", "bench/cpp", suffixes=(".cpp", ".hpp", ".inc"))
    session.run("clang-format", "--dry-run", "-Werror", *cpp, log=False)
    session.run("shellcheck", ".ci/run", *sources("bench", suffixes=(".sh",)))
    session.run("codespell")
    session.run("rumdl", "check", ".")
    session.run("validate-pyproject", "pyproject.toml")
    session.run("pre-commit", "validate-config")
    forms = sources(".github/ISSUE_TEMPLATE", suffixes=(".yml",))
    schemas = {
        "github-workflows": sources(".github/workflows", suffixes=(".yml",)),
        "github-issue-config": [form for form in forms if form.endswith("config.yml")],
        "github-issue-forms": [form for form in forms if not form.endswith("config.yml")],
        "dependabot": [".github/dependabot.yml"],
        "citation-file-format": ["CITATION.cff"],
    }
    for schema, files in schemas.items():
        session.run("check-jsonschema", "--builtin-schema", f"vendor.{schema}", *files)
    online = [] if "GH_TOKEN" in os.environ else ["--offline"]  # with it, actions are looked up too
    session.run("zizmor", *online, "--quiet", ".github")
    session.run("sp-repo-review", ".")


@nox.session
def types(session: nox.Session) -> None:
    """Types by mypy and pyright, what the package tells typed code, and the stubs against the built module."""
    install(session, "types", package="test")
    session.run("mypy")
    session.run("pyright")
    session.run("pyright", "--verifytypes", "chupai", "--ignoreexternal")
    session.run("pytest", "tests/python/test_typing.py")


@nox.session
def tests(session: nox.Session) -> None:
    """Python tests of the installed package on all cores; arguments go to pytest (`-n 0`: on one)."""
    install(session, package="test")
    session.run("pytest", "-n", "auto", *session.posargs)


@nox.session(default=False)
def docs(session: nox.Session) -> None:
    """The documentation site, into build/site, and every example of it; arguments go to sphinx-build."""
    install(session, "docs", package="test")
    session.run("sphinx-build", "-W", "--keep-going", "-n", "-q", "docs", "build/site", *session.posargs)
    session.run("pytest", "-q", "tests/python/test_docs.py", "tests/python/test_html.py")


@nox.session(default=False)
def bench(session: nox.Session) -> None:
    """What the command line measures; arguments go to `chupai bench`."""
    install(session, package="cli")
    session.run("chupai", "bench", *session.posargs)


@nox.session(python="3.11", default=False)  # that of bench/peers/requirements.txt
def peers(session: nox.Session) -> None:
    """The same questions to the other public engines."""
    install(session, package="test")
    session.install("-r", "bench/peers/requirements.txt")
    session.install("--no-deps", "-r", "bench/peers/requirements-no-deps.txt")
    session.run("python", "-c", "import douzero.env.move_generator, pyspiel, rlcard")  # or they would be skipped
    session.run("pytest", "-m", "peers", *session.posargs)


@nox.session(default=False)
def sanitize(session: nox.Session) -> None:
    """C++ tests under the sanitizers: address and undefined behaviour, then threads."""
    need_cpp(session)
    for preset in ("asan", "tsan"):
        session.run("cmake", "--preset", preset, external=True)
        session.run("cmake", "--build", "--preset", preset, external=True)
        session.run("ctest", "--preset", preset, external=True)


@nox.session(default=False)
def wheels(session: nox.Session) -> None:
    """Wheels from the source archive for every Python here, checked and tested; `-- --full` runs all tests."""
    need(session, "g++", "g++")
    need(session, "nm", "binutils")
    install(session, "wheels")
    session.run("python", "tools/wheels.py", *session.posargs)


@nox.session(default=False)
def cross(session: nox.Session) -> None:
    """C++ tests compiled for other systems, and run where this machine can; arguments are targets."""
    need_cpp(session)
    install(session, "cross")
    session.run("python", "tools/cross.py", *session.posargs)


@nox.session(default=False)
def fuzz(session: nox.Session) -> None:
    """Fuzz targets, 20 seconds each; arguments go to tests/fuzz/run.py. Needs clang with libFuzzer."""
    need(session, "cmake", "cmake")
    need(session, "ninja", "ninja-build")
    done = subprocess.run([sys.executable, "tests/fuzz/run.py", *session.posargs], check=False)
    if done.returncode == 77:
        session.skip("no clang++ with libFuzzer: on Debian, apt install clang-16 libclang-rt-16-dev")
    if done.returncode != 0:
        session.error("a target failed")


@nox.session(default=False)
def coverage(session: nox.Session) -> None:
    """Lines of the core that the C++ tests reach, at least 95 %; of the Python API, reported."""
    need_cpp(session)
    install(session, "coverage", package="test")
    session.run("python", "tests/coverage.py", *session.posargs)
    session.run("pytest", "-q", "-n", "auto", "--cov=chupai", "--cov-report=term:skip-covered")


@nox.session(default=False)
def tidy(session: nox.Session) -> None:
    """clang-tidy over all C++; arguments are files or folders."""
    need_cpp(session)
    need_library(session, "benchmark", "libbenchmark-dev")
    install(session, "tidy")
    session.run("python", "tests/tidy.py", *session.posargs)


FREE_THREADED = [version for version in ("3.13t", "3.14t", "3.15t") if shutil.which(f"python{version}")]


@nox.session(python=FREE_THREADED or None, default=False)
def parallel(session: nox.Session) -> None:
    """Each Python test in four threads at once, under every free-threaded Python found (or the ordinary one)."""
    session.env["PIP_ONLY_BINARY"] = ":all:"  # the last versions that have wheels for it
    install(session, "parallel", package="test")
    session.run("pytest", "--parallel-threads", "4", "--mark-hypothesis-as-unsafe", *session.posargs)


if __name__ == "__main__":
    nox.main()
