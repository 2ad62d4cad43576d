"""Whether a dependency that the locks hold has a known vulnerability, by pip-audit and the package index.

The exit status is 0 when all were looked up and none has one, 1 when some has, and 2 when the index could not
be asked about some of them; with ``--where-reachable`` the last is told in a line, but is no failure.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

_ROOT: Final = Path(__file__).parents[1]
_NO_OUTPUT: Final = "pip-audit gave no answer"


class Looked(NamedTuple):
    """What was found out: how many packages were looked up, what is wrong with which, and of which nobody
    could be asked, each with the reason.
    """

    packages: int
    vulnerable: dict[str, str]
    unasked: dict[str, str]


def main(arguments: Sequence[str] | None = None) -> int:
    """Look all locks up, and say what came of it in a line or a few."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--where-reachable", action="store_true", help="an index that cannot be asked is no failure"
    )
    parser.add_argument("locks", nargs="*", type=Path, default=sorted((_ROOT / "requirements").glob("*.txt")))
    asked = parser.parse_args(arguments)
    return tell([look_up(lock) for lock in asked.locks], where_reachable=asked.where_reachable)


def look_up(lock: Path) -> Looked:
    """Ask about every package of a lock."""
    command = [
        sys.executable, "-m", "pip_audit", "--vulnerability-service", "pypi", "--disable-pip",
        "--require-hashes", "--format", "json", "--progress-spinner", "off", "--timeout", "20",
        "--requirement", str(lock),
    ]  # fmt: skip
    ended = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603
    try:
        return looked(json.loads(ended.stdout)["dependencies"])
    except json.JSONDecodeError:
        said = ended.stderr.strip().splitlines()
        return Looked(0, {}, {lock.name: said[-1] if said else _NO_OUTPUT})


def looked(dependencies: Sequence[dict[str, Any]]) -> Looked:
    """What pip-audit says of the packages of one lock."""
    found = Looked(0, {}, {})
    for package in dependencies:
        name = f"{package['name']} {package.get('version', '')}".strip()
        if "skip_reason" in package:
            found.unasked[name] = package["skip_reason"]
        for vulnerability in package.get("vulns", ()):
            fixed = " or ".join(vulnerability["fix_versions"]) or "no version"
            found.vulnerable[name] = f"{vulnerability['id']}, mended in {fixed}"
    return found._replace(packages=len(dependencies) - len(found.unasked))


def tell(locks: Sequence[Looked], *, where_reachable: bool) -> int:
    """Say what was found out; the exit status."""
    vulnerable = {name: why for lock in locks for name, why in lock.vulnerable.items()}
    unasked = {name: why for lock in locks for name, why in lock.unasked.items()}
    for name, why in vulnerable.items():
        print(f"{name}: {why}", file=sys.stderr)
    if unasked:
        name, why = next(iter(unasked.items()))
        others = f" (and {len(unasked) - 1} others)" if len(unasked) > 1 else ""
        print(f"NOT CHECKED for known vulnerabilities: {name}{others}: {why}", file=sys.stderr)
    if vulnerable:
        return 1
    if not unasked:
        print(f"No known vulnerability in {sum(lock.packages for lock in locks)} locked packages.")
    return 2 if unasked and not where_reachable else 0


if __name__ == "__main__":
    sys.exit(main())
