"""What a measurement was made on."""

from __future__ import annotations

import os
import platform
import re
from pathlib import Path
from typing import Any

_COMPILER = re.compile(rb"(GCC): \([^)]*\) (\d+\.\d+)|(clang) version (\d+\.\d+)")


def describe() -> dict[str, Any]:
    """Processor, cores, system, Python, and what chupai was built with, where that can be told."""
    return {
        "cpu": cpu(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        **build(),
    }


def load() -> float | None:
    """Runnable processes over the last minute, the measuring one among them."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


def cpu() -> str:
    """The processor's name; with family and model where the name tells no number."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    facts: dict[str, str] = {}
    for key, _, value in (line.partition(":") for line in lines):
        facts.setdefault(key.strip(), value.strip())
    name = facts.get("model name", platform.machine())
    if any(letter.isdigit() for letter in name) or "cpu family" not in facts or "model" not in facts:
        return name
    return f"{name} (family {facts['cpu family']}, model {facts['model']})"


def build() -> dict[str, str]:
    """The compiler that made chupai's extension, and the level it runs at; empty without chupai."""
    try:
        from chupai import _core
    except ImportError:
        return {}
    return {"compiler": compiler(Path(_core.__file__).read_bytes()), "level": _core.level}


def compiler(binary: bytes) -> str:
    """Compiler and version from the comment that it leaves in what it makes, or "unknown compiler"."""
    found = _COMPILER.search(binary)
    return b" ".join(part for part in found.groups() if part).decode() if found else "unknown compiler"
