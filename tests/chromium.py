"""Finds the Chromium that the browser tests drive.

Run as a program it prints the browser's path, after installing Debian's packages for what was lacking.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from tests.debian import install, may_install

PACKAGE = "chromium-headless-shell"
"""Chromium without the windows it has around pages, which take more of a machine than the pages do."""
CANDIDATES = (PACKAGE, "chromium", "chromium-browser", "google-chrome")


def find_chromium() -> str | None:
    """The browser named by CHROMIUM, or else the first of the usual ones that this machine has."""
    named = os.environ.get("CHROMIUM")
    candidates = (named,) if named else CANDIDATES
    return next(filter(None, map(shutil.which, candidates)), None)


def driver_starts() -> bool:
    """Whether Playwright's own driver program runs here: it links a library that a bare Debian is without."""
    command = [sys.executable, "-m", "playwright", "--version"]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


def packages_lacking() -> list[str]:
    """Debian's packages for what the browser tests do not find on this machine."""
    lacking = [] if find_chromium() else [PACKAGE]
    return lacking if driver_starts() else [*lacking, "libatomic1"]


def what_to_do(packages: list[str]) -> str:
    """One line for a person whose machine lacks ``packages`` and cannot be given them from here."""
    advice = f"The browser tests need more: on Debian, as root, apt-get install {' '.join(packages)}"
    return f"{advice} (or name a browser's program in CHROMIUM)" if PACKAGE in packages else advice


def main() -> str | None:
    """Print the browser's path; give back the line for standard error when the tests cannot have one."""
    lacking = packages_lacking()
    if lacking and may_install() and not os.environ.get("CHROMIUM"):
        install(lacking)
        lacking = packages_lacking()
    if lacking:
        return what_to_do(lacking)
    print(find_chromium())
    return None


if __name__ == "__main__":
    sys.exit(main())
