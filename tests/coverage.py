#!/usr/bin/env python3
"""Coverage of the core: build with counters, run the C++ tests, and say which lines of cpp/chupai were not reached.

    python tests/coverage.py                 fails where less than 95 % of the lines are reached
    python tests/coverage.py --missing       names the lines that are not

Needs gcovr (PyPI).
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CORE = ROOT / "cpp" / "chupai"


def build_and_test(folder: Path) -> None:
    launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    subprocess.run(["cmake", "--preset", "coverage", "-B", folder, *launcher], cwd=ROOT, check=True)
    jobs = str(os.cpu_count() or 1)
    subprocess.run(["cmake", "--build", folder, "--parallel", jobs], cwd=ROOT, check=True)
    for counts in folder.rglob("*.gcda"):  # of an earlier run
        counts.unlink()
    subprocess.run(["ctest", "--test-dir", folder, "--output-on-failure"], cwd=ROOT, check=True)


def lines_of(folder: Path) -> dict[str, dict[int, int]]:
    """How often each line of code of cpp/chupai ran, by file."""
    only = f"{re.escape(str(CORE))}/"
    command = [sys.executable, "-m", "gcovr", "--root", str(ROOT), "--filter", only, "--json", "-"]
    command += ["-j", str(os.cpu_count() or 1), "--merge-mode-functions", "separate", str(folder)]
    report = json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout)
    files: dict[str, dict[int, int]] = {}
    for file in report["files"]:
        lines: dict[int, int] = defaultdict(int)
        for line in file["lines"]:
            if not line.get("gcovr/noncode") and not line.get("gcovr/excluded"):
                lines[line["line_number"]] += line["count"]
        files[file["file"]] = lines
    return files


def unmeasured(files: dict[str, dict[int, int]]) -> list[str]:
    """Folders with files that are compiled, of which no line was counted."""
    folders = sorted({str(path.parent.relative_to(ROOT)) for path in CORE.rglob("*.cpp")})
    counted = {str(Path(name).parent) for name, lines in files.items() if lines}
    return [folder for folder in folders if folder not in counted]


def share(lines: list[int]) -> float:
    """Percent of the lines that ran."""
    return 100 * sum(count > 0 for count in lines) / len(lines)


def report(files: dict[str, dict[int, int]], missing: bool) -> float:
    folders: dict[str, list[int]] = defaultdict(list)
    for name, lines in sorted(files.items()):
        folders[str(Path(name).parent)] += lines.values()
        if missing and (never := [number for number, count in sorted(lines.items()) if count == 0]):
            print(f"{name}: {' '.join(map(str, never))}")
    for folder, counts in sorted(folders.items()):
        print(f"{folder:30} {len(counts):6} lines  {share(counts):6.2f} %")
    total = [count for counts in folders.values() for count in counts]
    print(f"{'all':30} {len(total):6} lines  {share(total):6.2f} %")
    return share(total)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "coverage", help="where to build")
    parser.add_argument("--least", type=float, default=95.0, help="percent of lines, or it fails (default 95)")
    parser.add_argument("--missing", action="store_true", help="name the lines that were not reached")
    parser.add_argument("--report-only", action="store_true", help="of the last run in the folder")
    given = parser.parse_args()
    if not 0 <= given.least <= 100:
        parser.error(f"--least {given.least}: 0..100")
    if importlib.util.find_spec("gcovr") is None:
        parser.error("no gcovr: pip install gcovr")
    folder = given.folder.resolve()
    if given.report_only and not folder.is_dir():
        parser.error(f"--report-only: there is no folder {folder}")
    if not given.report_only:
        build_and_test(folder)
    files = lines_of(folder)
    if absent := unmeasured(files):
        print(f"not measured in {folder}: {' '.join(absent)}")
        return 1
    reached = report(files, given.missing)
    if reached < given.least:
        print(f"less than {given.least} % of the core's lines are reached by its tests")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
