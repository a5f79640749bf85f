"""Whether an index has just the files that were built: `python tools/published.py https://test.pypi.org 1.2.3 dist/*`.

An index takes a while to show what it was given, so it is asked again for some minutes.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import time
import urllib.error
import urllib.request
from pathlib import Path


def listed(index: str, version: str) -> dict[str, str]:
    """The SHA-256 of each file that the index has of this version, by its name; none where it knows no such version."""
    try:
        with urllib.request.urlopen(f"{index.rstrip('/')}/pypi/chupai/{version}/json", timeout=60) as answer:
            return {file["filename"]: file["digests"]["sha256"] for file in json.load(answer)["urls"]}
    except urllib.error.HTTPError as error:
        if error.code == 404:
            return {}
        raise
    except (KeyError, TypeError, ValueError) as error:  # of JSON and of its encoding, too
        raise SystemExit(f"{index} does not answer as an index: {error!r}") from None


def differences(built: dict[str, str], found: dict[str, str]) -> list[str]:
    """What of the two is not the same, a line a file."""
    lines = [f"{name}: not in the index" for name in sorted(built.keys() - found.keys())]
    lines += [f"{name}: only in the index" for name in sorted(found.keys() - built.keys())]
    for name in sorted(built.keys() & found.keys()):
        if built[name] != found[name]:
            lines.append(f"{name}: built {built[name]}, in the index {found[name]}")
    return lines


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("index", help="address of the index")
    parser.add_argument("version")
    parser.add_argument("files", type=Path, nargs="+", help="what was built")
    parser.add_argument("--attempts", type=int, default=10, help="how often to ask (default 10)")
    parser.add_argument("--wait", type=float, default=30, help="seconds between (default 30)")
    asked = parser.parse_args(argv)
    if asked.attempts < 1:
        parser.error(f"--attempts {asked.attempts}: 1 or more")
    if not 0 <= asked.wait <= 3600:
        parser.error(f"--wait {asked.wait}: 0..3600")
    if not re.fullmatch(r"https?://.+|file://.+", asked.index):
        parser.error(f"{asked.index} is no address: https://...")
    if not re.fullmatch(r"[\w.+!-]+", asked.version):
        parser.error(f"{asked.version} is no version")
    for file in asked.files:
        if not file.is_file():
            parser.error(f"there is no file {file}")
    if len({file.name for file in asked.files}) < len(asked.files):
        parser.error("two files have the same name")
    built = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in asked.files}
    for left in reversed(range(asked.attempts)):
        try:
            different = differences(built, listed(asked.index, asked.version))
        except OSError as error:  # of urllib, too; it may come back
            different = [f"{asked.index}: {error}"]
        if not different:
            print(f"{asked.index} has the {len(built)} files of {asked.version} as they were built")
            return
        if left == 0:
            raise SystemExit("\n".join(different))
        time.sleep(asked.wait)


if __name__ == "__main__":
    main()
