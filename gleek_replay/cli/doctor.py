"""`gleek-replay doctor`: whether all is well, and what to do where it is not."""

from __future__ import annotations

import re
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Final

import orjson
from packaging.requirements import Requirement
from sqlalchemy.exc import ArgumentError, DatabaseError, NoSuchModuleError

from gleek_replay.cli.terminal import harmless
from gleek_replay.services.checks import Check, checks_of_database, checks_of_files
from gleek_replay.settings import Settings, SettingsError, read_settings

_NOT_WELL: Final = 1
_SHORTEST_TOKEN: Final = 16
_OLDEST_PYTHON: Final = (3, 11)
_PACKAGE: Final = "gleek-replay"
_LOCKED: Final = re.compile(r"^([A-Za-z0-9].*?) *\\?$", re.MULTILINE)
"""A requirement of the lock; the lines between have hashes and remarks."""
_CHECKOUT: Final = Path(__file__).resolve().parents[2]


def run(named: Namespace) -> int:
    """Look at everything, and tell of each thing as soon as it was looked at."""
    tell = _tell_as_json if named.format == "ndjson" else _tell
    well = True
    for check in _checks():
        tell(check)
        well = well and check.remedy is None
    return 0 if well else _NOT_WELL


def _checks() -> Iterator[Check]:
    yield _python()
    yield _packages()
    try:
        settings = read_settings(making=False)
    except SettingsError as error:
        yield Check(name="settings", found=str(error), remedy="see docs/command-line.md, Settings")
        return
    yield Check(name="settings", found="understood")
    if 0 < len(settings.metrics_token) < _SHORTEST_TOKEN:
        found = f"GLEEK_METRICS_TOKEN is shorter than {_SHORTEST_TOKEN} characters"
        yield Check(name="metrics_token", found=found, remedy="set a longer one that nobody guesses")
    yield from _guarded("files", checks_of_files, settings)
    yield from _guarded("database", checks_of_database, settings)
    if settings.broker_url:
        yield _broker(settings)


def _guarded(name: str, look: Callable[[Settings], Iterator[Check]], settings: Settings) -> Iterator[Check]:
    """The checks, and what kept one of them from being made in place of those after it."""
    try:
        yield from look(settings)
    except (ArgumentError, DatabaseError, ImportError, NoSuchModuleError, OSError) as error:
        said = error.orig if isinstance(error, DatabaseError) else error
        yield Check(name=name, found=" ".join(str(said).split()), remedy="mend that, and look again")


def _python() -> Check:
    found = ".".join(map(str, sys.version_info[:3]))
    wanted = ".".join(map(str, _OLDEST_PYTHON))
    old = sys.version_info < _OLDEST_PYTHON
    return Check(name="python", found=found, remedy=f"install Python {wanted} or newer" if old else None)


def _packages() -> Check:
    """The installed packages beside those of the lock; where there is no lock, what the package asks for."""
    lock = _CHECKOUT / "requirements" / "run.txt"
    if lock.is_file():
        lines = _LOCKED.findall(lock.read_text(encoding="utf-8"))
        beside, remedy = "the lock", "run make setup"
    else:
        lines = requires(_PACKAGE) or []
        beside, remedy = "what the package asks for", f"install {_PACKAGE} anew"
    wanted = [one for one in map(Requirement, lines) if one.marker is None or one.marker.evaluate()]
    strays = [stray for one in wanted if (stray := _stray(one))]
    if strays:
        return Check(name="packages", found=f"not as {beside} has them: {', '.join(strays)}", remedy=remedy)
    return Check(name="packages", found=f"{len(wanted)} as {beside} has them")


def _stray(wanted: Requirement) -> str | None:
    """A package that is not there as it is wanted."""
    try:
        installed = version(wanted.name)
    except PackageNotFoundError:
        return f"{wanted.name} is missing"
    fits = wanted.specifier.contains(installed, prereleases=True)
    return None if fits else f"{wanted.name} {installed}"


def _broker(settings: Settings) -> Check:
    from gleek_replay.jobs.delivery import why_no_broker  # noqa: PLC0415 - Celery takes long to import

    why = why_no_broker(settings)
    return Check(
        name="broker",
        found=f"does not answer: {why}" if why else "answers",
        remedy="start it, and see GLEEK_BROKER_URL; uploads wait meanwhile" if why else None,
    )


def _tell(check: Check) -> None:
    mark = "✓" if check.remedy is None else "✗"
    remedy = f" → {check.remedy}" if check.remedy is not None else ""
    print(harmless(f"{mark} {check.name}: {check.found}{remedy}"), flush=True)


def _tell_as_json(check: Check) -> None:
    told = {
        "check": check.name, "ok": check.remedy is None, "found": check.found, "remedy": check.remedy,
    }  # fmt: skip
    print(orjson.dumps(told).decode(), flush=True)
