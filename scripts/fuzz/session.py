"""One target fuzzed for some seconds, in a process of its own: atheris ends the process when it is done."""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

import atheris

with atheris.instrument_imports(include=["gleek_replay"]):
    from scripts.fuzz.targets import SLOW, TARGETS
from scripts.fuzz.mutating import mutated

if TYPE_CHECKING:
    from scripts.fuzz.targets import Target

_TIMED_AGAIN: Final = 3
_MOST_SLOW: Final = 200
_HANGS: Final = 30
_OF_BYTES: Final = 0.15
"""How often an input is changed as mere bytes."""


class Watched:
    """A target whose slow inputs are put aside, to be timed again without what atheris adds to the code."""

    def __init__(self, target: Target, aside: Path) -> None:
        self._target, self._aside, self._found = target, aside, 0

    def __call__(self, raw: bytes) -> None:
        begun = time.process_time()
        allowed = self._target.check(raw) * SLOW
        if time.process_time() - begun > allowed and self._found < _MOST_SLOW and self._is_slow(raw, allowed):
            self._found += 1
            (self._aside / hashlib.sha256(raw).hexdigest()[:16]).write_bytes(raw)

    def _is_slow(self, raw: bytes, allowed: float) -> bool:
        for _ in range(_TIMED_AGAIN):
            begun = time.process_time()
            self._target.check(raw)
            if time.process_time() - begun <= allowed:
                return False
        return True


def change(raw: bytes, most: int, seed: int) -> bytes:
    """Another input of at most so many bytes."""
    chance = Random(seed)  # noqa: S311 - for tests
    lines = raw.split(b"\n") if chance.random() > _OF_BYTES else []
    if lines and len(lines) <= 2:
        place = chance.randrange(len(lines))
        changed = mutated(lines[place], chance)
        if changed is not None:
            lines[place] = changed
            whole = b"\n".join(lines)
            if len(whole) <= most:
                return whole
    found: bytes = atheris.Mutate(raw, most)
    return found


def main() -> None:
    """Fuzz until the time is up or something does not hold; then the input is a file ``crash-…``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=int, required=True)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    target = TARGETS[asked.target]
    corpus, slow, crashes = (asked.folder / name for name in ("corpus", "slow", "crashes"))
    for folder in (corpus, slow, crashes):
        folder.mkdir(parents=True, exist_ok=True)
    options = {
        "max_total_time": asked.seconds, "max_len": target.longest, "timeout": _HANGS, "seed": asked.seed,
        "artifact_prefix": f"{crashes}/", "rss_limit_mb": 2048, "print_final_stats": 1, "verbosity": 1,
    }  # fmt: skip
    flags = [f"-{name}={value}" for name, value in options.items()]
    own = {"custom_mutator": change} if target.makes_records else {}
    atheris.Setup([sys.argv[0], *flags, str(corpus)], Watched(target, slow), **own)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
