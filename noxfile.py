"""The checks, one session each: `nox -l` lists them, `nox -s lint types` runs some, `nox` runs the usual ones.

A session installs what it needs from PyPI; what only the system can give (compilers, an emulator) it looks for, and
is skipped with the name of what it missed.
"""

from __future__ import annotations

import subprocess
import sys

import nox

nox.needs_version = ">=2024.10"
nox.options.default_venv_backend = "venv"
nox.options.reuse_existing_virtualenvs = True
nox.options.sessions = ["lint", "types", "tests"]


@nox.session
def tests(session: nox.Session) -> None:
    """Python tests of the installed package; arguments go to pytest."""
    session.install(".[test]")
    session.run("pytest", *session.posargs)


@nox.session
def fuzz(session: nox.Session) -> None:
    """Fuzz targets, `--seconds N` each (20): needs clang with libFuzzer."""
    arguments = session.posargs or ["--seconds", "20"]
    done = subprocess.run([sys.executable, "tests/fuzz/run.py", *arguments], check=False)
    if done.returncode == 77:
        session.skip("no clang++ with libFuzzer: on Debian, apt install clang-16 libclang-rt-16-dev")
    if done.returncode != 0:
        session.error("a target failed")


@nox.session
def coverage(session: nox.Session) -> None:
    """Lines of the core that the C++ tests reach, at least 95 %; of the Python API, reported."""
    session.install("gcovr>=8", "pytest-cov>=6", ".[test]")
    session.run("python", "tests/coverage.py", *session.posargs)
    session.run("pytest", "-q", "--cov=chupai", "--cov-report=term:skip-covered")


@nox.session
def tidy(session: nox.Session) -> None:
    """clang-tidy over all C++ but the bindings' includes; arguments are files."""
    session.install("clang-tidy==18.1.8")
    session.run("python", "tests/tidy.py", *session.posargs)
