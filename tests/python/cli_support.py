"""Running the command line, inside this process and outside."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable

from typer.testing import CliRunner, Result

from chupai.cli.app import app

RUN = [sys.executable, "-m", "chupai"]


def invoke(*args: str, said: Iterable[str] = ()) -> Result:
    text = "".join(f"{line}\n" for line in said)
    return CliRunner().invoke(app, list(args), input=text, env={"COLUMNS": "100", "NO_COLOR": "1"})


def ok(*args: str, said: Iterable[str] = ()) -> str:
    result = invoke(*args, said=said)
    assert result.exit_code == 0, result.output
    return result.stdout


def outside(*args: str, said: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([*RUN, *args], input=said, capture_output=True, text=True, check=False, timeout=120)


def rows(text: str) -> list[int]:
    """The counts of the lines that begin with a depth."""
    fields = [line.split() for line in text.splitlines()]
    return [int(count.replace(",", "")) for depth, count, *_ in filter(None, fields) if depth.isdigit()]
