"""Debian's packages for programs that the tests drive and this machine lacks."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys


def may_install() -> bool:
    """Whether packages can be installed from here."""
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def install(packages: list[str]) -> None:
    """Install packages; what apt-get has to say is shown only when it fails."""
    print(f"Installing {' and '.join(packages)} for the tests", file=sys.stderr)
    try:
        for step in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
            subprocess.run(
                ["apt-get", "-qq", *step],
                check=True,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
            )
    except subprocess.CalledProcessError as failure:
        print(failure.stderr, file=sys.stderr)
