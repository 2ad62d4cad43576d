"""Fuzz every target for its share of some minutes, then time again what was slow, and measure memory.

The exit status is 0 when nothing was found. Findings are files; each is to become a test.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from scripts.fuzz.afterwards import growth_over, slowest
from scripts.fuzz.seeds import write_seeds
from scripts.fuzz.targets import SLOW, TARGETS


def main() -> int:
    """Fuzz, report, and give back the exit status."""
    parser = argparse.ArgumentParser(prog="python -m scripts.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="how long in all (10 unless said)")
    parser.add_argument("--folder", type=Path, default=Path("var/fuzz"), help="where inputs are kept")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="another course of fuzzing")
    asked = parser.parse_args()
    findings = [finding for name in TARGETS for finding in fuzz(name, asked)]
    print(f"{len(findings)} findings" if findings else "Nothing was found.")
    for finding in findings:
        print(f"  {finding}")
    return 1 if findings else 0


def fuzz(name: str, asked: argparse.Namespace) -> Iterator[str]:
    """What is found of one target, told as it goes; what has been found before is tried again first."""
    target, folder = TARGETS[name], asked.folder / name
    write_seeds(name, folder / "corpus")
    seconds = max(1, round(60 * asked.minutes * target.share))
    print(f"{name}: {seconds} s", flush=True)
    command = [sys.executable, "-m", "scripts.fuzz.session", name, folder]
    log = folder / "log"
    with log.open("wb") as output:
        options = ["--seconds", str(seconds), "--seed", str(asked.seed % 2**31)]
        ended = subprocess.run([*command, *options], stdout=output, stderr=subprocess.STDOUT, check=False)  # noqa: S603
    if ended.returncode:
        yield f"{name}: see {log}; the input is in {folder / 'crashes'}"
    took, inputs = slowest(target, [folder / "corpus", folder / "slow"])
    print(f"  {_executed(log)} inputs, {len(inputs)} kept; the slowest takes {1000 * took:.1f} ms a record")
    yield from (
        f"{name}: {path} takes more than {1000 * SLOW:.0f} ms" for path in inputs if inputs[path] > SLOW
    )
    growth = growth_over(target, list(inputs))
    print(f"  memory: {growth}")
    if growth.too_much:
        yield f"{name}: memory grows, {growth}"


def _executed(log: Path) -> str:
    """How many inputs were tried, as libFuzzer says at the end."""
    lines = log.read_text(errors="replace").splitlines()
    said = [line.split()[-1] for line in lines if line.startswith("stat::number_of_executed_units")]
    return f"{int(said[-1]):,}" if said else "an unknown number of"


if __name__ == "__main__":
    sys.exit(main())
