"""Finds the Node.js that runs and checks JavaScript, and the npm that fetches what checks it.

Run as a program it installs Debian's packages where there is none.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from tests.debian import install, may_install

OLDEST = 18
"""The first version of Node.js that has ``fetch``."""


def find_node() -> str | None:
    """Node.js as NODE names it, or as the path has it, if it is new enough."""
    found = shutil.which(os.environ.get("NODE") or "node")
    if found is None:
        return None
    said = subprocess.run([found, "--version"], check=False, capture_output=True, text=True).stdout
    version = said.removeprefix("v").partition(".")[0]
    return found if version.isdigit() and int(version) >= OLDEST else None


def packages_lacking() -> list[str]:
    """Debian's packages for what this machine lacks to run and to check JavaScript."""
    found = {"nodejs": find_node(), "npm": shutil.which("npm")}
    return [name for name, program in found.items() if program is None]


def what_to_do(packages: list[str]) -> str:
    """One line for a person whose machine lacks ``packages`` and cannot be given them from here."""
    advice = f"JavaScript is run and checked with Node.js {OLDEST} or newer and npm: on Debian, as root,"
    return f"{advice} apt-get install {' '.join(packages)} (or name the program of Node.js in NODE)"


def main() -> str | None:
    """Install what is lacking; give back the line for standard error when the tests cannot have it."""
    lacking = packages_lacking()
    if lacking and may_install() and not os.environ.get("NODE"):
        install(lacking)
        lacking = packages_lacking()
    return what_to_do(lacking) if lacking else None


if __name__ == "__main__":
    sys.exit(main())
