#!/usr/bin/env python3
"""clang-tidy (.clang-tidy) over the core, the bindings, the C++ tests, fuzz targets and benchmarks.

    python tests/tidy.py                          all
    python tests/tidy.py cpp/chupai/gongzhu       what lies there

Needs clang-tidy 18 and pybind11 (PyPI), and what the preset `dev` needs.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def sources(folder: Path, under: list[Path]) -> list[Path]:
    """What the build compiles of this repository."""
    asked = subprocess.run(
        [sys.executable, "-m", "pybind11", "--cmakedir"], check=True, stdout=subprocess.PIPE, text=True
    )
    python = ["-DSKBUILD=ON", f"-DPython_EXECUTABLE={sys.executable}", f"-Dpybind11_DIR={asked.stdout.strip()}"]
    command = ["cmake", "--preset", "dev", "-B", str(folder), *python]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    entries = json.loads((folder / "compile_commands.json").read_text(encoding="utf-8"))
    files = {Path(entry["directory"], entry["file"]).resolve() for entry in entries}
    return sorted(file for file in files if any(file.is_relative_to(place) for place in under))


def check(tidy: str, folder: Path, file: Path) -> tuple[Path, float, str]:
    """The file, the seconds it took, and what was found; nothing found is no text."""
    started = time.monotonic()
    # The commands are those of any compiler: clang need not know all its warnings.
    command = [tidy, "--quiet", "-p", str(folder), "--extra-arg=-Wno-unknown-warning-option", str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    found = done.stdout + (done.stderr if done.returncode != 0 else "")
    return file, time.monotonic() - started, found if done.returncode != 0 else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("places", nargs="*", type=Path, help="files or folders (default: all)")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "tidy", help="for the compile commands")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    tidy = shutil.which("clang-tidy", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if tidy is None:
        parser.error("no clang-tidy: pip install clang-tidy==18.1.8")
    places = [place.resolve() for place in given.places] or [ROOT]
    files = sources(given.folder.resolve(), places)
    if not files:
        parser.error("the build compiles no file there")
    failed = 0
    with ThreadPoolExecutor(given.jobs) as pool:
        for file, seconds, found in pool.map(lambda file: check(tidy, given.folder.resolve(), file), files):
            print(f"{file.relative_to(ROOT)}  {seconds:.0f} s  {'FOUND' if found else 'ok'}", flush=True)
            if found:
                failed += 1
                print(found, flush=True)
    print(f"{len(files)} files, {failed} with findings")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
