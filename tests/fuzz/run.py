#!/usr/bin/env python3
"""Fuzz: build the targets with clang and libFuzzer, run the kept corpus, then each target for some seconds.

    python tests/fuzz/run.py --seconds 20            all targets
    python tests/fuzz/run.py rules gongzhu_walk      these
    python tests/fuzz/run.py --keep 24               and puts what reaches more code into the kept corpus

What fails is kept in the build folder, and run alone by giving the target's program that file.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CORPUS = HERE / "corpus"
TEXTS = ("rules", "doudizhu_cards", "doudizhu_observe", "doudizhu_record", "gongzhu_cards", "gongzhu_record")
NO_COMPILER = 77  # the exit status by which a caller knows that nothing was tried

# Longest input, in bytes, that the fuzzer makes up: enough for whole games as text.
LONGEST = {name: 1500 if name in TEXTS else 400 for name in (*TEXTS, "codes", "gongzhu_match")} | {
    "doudizhu_solve": 80,
    "gongzhu_solve": 80,
    "doudizhu_walk": 300,
    "gongzhu_walk": 300,
}


def works(compiler: str) -> bool:
    """Whether this compiler makes programs with libFuzzer and the sanitizers."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "empty.cpp")
        source.write_text('extern "C" int LLVMFuzzerTestOneInput(const char*, unsigned long) { return 0; }\n')
        sanitizers = "-fsanitize=fuzzer,address,undefined"
        command = [compiler, "-std=c++20", sanitizers, str(source), "-o", str(Path(folder, "empty"))]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


def find_compiler() -> str | None:
    """$CXX if it can, else the newest clang++ that can."""
    names = [os.environ.get("CXX", ""), "clang++", *(f"clang++-{version}" for version in range(30, 15, -1))]
    found = [name for name in names if name and shutil.which(name)]
    return next((name for name in found if works(name)), None)


def build(folder: Path, compiler: str) -> None:
    """Configure and build all targets."""
    launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    configure = ["cmake", "--preset", "fuzz", "-B", str(folder), f"-DCMAKE_CXX_COMPILER={compiler}", *launcher]
    subprocess.run(configure, cwd=ROOT, check=True)
    subprocess.run(["cmake", "--build", folder, "--parallel", str(jobs())], cwd=ROOT, check=True)


def jobs() -> int:
    return os.cpu_count() or 1


@dataclass
class Outcome:
    name: str
    replayed: int
    runs: int
    failed: bool
    log: str


@dataclass
class Fuzzer:
    folder: Path
    seconds: int

    def run(self, name: str) -> Outcome:
        """The kept corpus, then new inputs."""
        kept = sorted((CORPUS / name).iterdir())
        log, failed = self.call(name, *kept)
        if failed or self.seconds == 0:
            return Outcome(name, len(kept), 0, failed, log)
        found = self.folder / "found" / name
        found.mkdir(parents=True, exist_ok=True)
        log, failed = self.call(
            name,
            f"-max_total_time={self.seconds}",
            f"-max_len={LONGEST[name]}",
            f"-only_ascii={int(name in TEXTS and not name.endswith('_cards'))}",
            "-timeout=60",
            "-print_final_stats=1",
            f"-artifact_prefix={self.folder}/failed-{name}-",
            found,
            CORPUS / name,
        )
        runs = re.search(r"number_of_executed_units: (\d+)", log)
        return Outcome(name, len(kept), int(runs[1]) if runs else 0, failed, log)

    def call(self, name: str, *arguments: object) -> tuple[str, bool]:
        command = [str(self.folder / "tests" / "fuzz" / f"fuzz_{name}"), *map(str, arguments)]
        environment = os.environ | {"UBSAN_OPTIONS": "print_stacktrace=1"}
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", env=environment, check=False)
        return done.stderr, done.returncode != 0

    def keep(self, name: str, most: int) -> None:
        """Put inputs that reach what all reach into the kept corpus: at most so many, of all sizes."""
        with tempfile.TemporaryDirectory() as merged:
            log, failed = self.call(name, "-set_cover_merge=1", merged, CORPUS / name, self.folder / "found" / name)
            if failed:
                raise SystemExit(f"{name}: the inputs cannot be merged\n{log[-6000:]}")
            files = sorted(Path(merged).iterdir(), key=lambda file: file.stat().st_size)
            for file in files[:: max(1, -(-len(files) // most))]:
                shutil.copy(file, CORPUS / name / file.name[:12])


def main() -> int:
    targets = sorted(path.name for path in CORPUS.iterdir())
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"of {' '.join(targets)}; all where none is given")
    parser.add_argument("--seconds", type=int, default=20, help="for each target; 0: only the kept corpus (default 20)")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "fuzz", help="where to build")
    parser.add_argument("--keep", type=int, metavar="N", help="then keep at most N more inputs a target")
    given = parser.parse_args()
    if unknown := set(given.targets) - set(targets):
        parser.error(f"no target {' '.join(sorted(unknown))}: there are {' '.join(targets)}")
    if given.seconds < 0:
        parser.error(f"--seconds {given.seconds}: 0 or more")
    if given.keep is not None and given.keep < 1:
        parser.error(f"--keep {given.keep}: 1 or more")
    compiler = find_compiler()
    if compiler is None:
        print("no clang++ that links -fsanitize=fuzzer,address,undefined (on Debian: clang-16 libclang-rt-16-dev)")
        return NO_COMPILER
    folder = given.folder.resolve()
    build(folder, compiler)
    fuzzer = Fuzzer(folder, given.seconds)
    with ThreadPoolExecutor(jobs()) as pool:
        failed = False
        for outcome in pool.map(fuzzer.run, given.targets or targets):
            word = "FAILED" if outcome.failed else "ok"
            print(f"{outcome.name:18} {outcome.replayed:4} kept, {outcome.runs:9,} new  {word}", flush=True)
            if outcome.failed:
                failed = True
                print(outcome.log[-6000:], flush=True)
    if given.keep is not None and not failed:
        for name in given.targets or targets:
            fuzzer.keep(name, given.keep)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
