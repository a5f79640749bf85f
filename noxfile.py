"""The checks, one session each: `nox -l` lists them, `nox -s lint types` runs some, `nox` runs the usual ones.

A session installs what it needs from PyPI; what only the system can give (compilers, an emulator) it looks for, and
is skipped with the name of what it missed.
"""

from __future__ import annotations

import shutil

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


FREE_THREADED = [version for version in ("3.13t", "3.14t", "3.15t") if shutil.which(f"python{version}")]


@nox.session(python=FREE_THREADED or None)
def parallel(session: nox.Session) -> None:
    """Each Python test in four threads at once, under every free-threaded Python found (or the ordinary one)."""
    session.install(".[test]", "pytest-run-parallel>=0.8")
    session.run("pytest", "--parallel-threads", "4", "--mark-hypothesis-as-unsafe", *session.posargs)
