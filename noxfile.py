"""The checks, one session each: `nox -l` lists them, `nox -s lint types` runs some, `nox` runs the usual ones.

A session installs what it needs from PyPI; what only the system can give (compilers, an emulator) it looks for, and
is skipped with the name of what it missed.
"""

from __future__ import annotations

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
def docs(session: nox.Session) -> None:
    """The documentation site, into build/site, and every example of it; arguments go to sphinx-build."""
    session.install(".[docs,test]")
    session.run("sphinx-build", "-W", "--keep-going", "-n", "-q", "docs", "build/site", *session.posargs)
    session.run("pytest", "-q", "tests/python/test_docs.py", "tests/python/test_html.py")
