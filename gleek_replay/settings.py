"""The settings of the service, read once from the environment and a ``.env`` file.

Every setting is an environment variable whose name begins with ``GLEEK_``; the environment goes before
the file. A name that is no setting is an error, since it is most likely a slip of the pen.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final

from dotenv import dotenv_values
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

PREFIX: Final = "GLEEK_"
DEFAULT_DATABASE_URL: Final = "sqlite:///var/gleek.sqlite3"


class SettingsError(ValueError):
    """Settings that the service cannot start with; the message is one line for the operator."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What can be set. ``database_url`` is an SQLAlchemy URL; a relative SQLite path is relative to
    the folder the service starts in. ``secret_key`` signs forms and cookies. ``max_upload_bytes`` is
    the size of the largest request body taken.
    """

    secret_key: str = field(repr=False)
    database_url: str = DEFAULT_DATABASE_URL
    host: str = "127.0.0.1"
    port: int = 8022
    max_upload_bytes: int = 64 * 1024 * 1024


NAMES: Final = frozenset(f"{PREFIX}{setting.name.upper()}" for setting in fields(Settings))
"""The environment variables that are settings."""

_LARGEST: Final = {"port": 65_535, "max_upload_bytes": 1 << 40}


def read_settings(environment: Mapping[str, str] | None = None, *, env_file: Path = Path(".env")) -> Settings:
    """The settings of this process; ``environment`` stands in for the process's own.

    An empty variable counts as absent. Without ``GLEEK_SECRET_KEY`` a key is made and kept in the file
    ``secret_key`` beside an SQLite database, readable by its owner alone. Raises :class:`SettingsError`.
    """
    everything = {**dotenv_values(env_file), **(os.environ if environment is None else environment)}
    written = {name: value for name, value in everything.items() if name.startswith(PREFIX) and value}
    if unknown := sorted(set(written) - NAMES):
        raise SettingsError(f"unknown setting {', '.join(unknown)}: there are {', '.join(sorted(NAMES))}")
    chosen: dict[str, Any] = {name.removeprefix(PREFIX).lower(): value for name, value in written.items()}
    for name, largest in _LARGEST.items():
        if name in chosen:
            chosen[name] = _whole(name, chosen[name], largest)
    file = _database_file(chosen.get("database_url", DEFAULT_DATABASE_URL))
    if "secret_key" not in chosen:
        chosen["secret_key"] = _kept_secret(file)
    return Settings(**chosen)


def _whole(name: str, text: str, largest: int) -> int:
    if text.isascii() and text.isdigit() and len(text) <= len(str(largest)) and 1 <= int(text) <= largest:
        return int(text)
    raise SettingsError(f"{PREFIX}{name.upper()} must be a whole number from 1 to {largest}, not {text!r}")


def _database_file(url: str) -> Path | None:
    """The file of an SQLite database; ``None`` for a database that is no file."""
    try:
        database = make_url(url)
    except ArgumentError:
        raise SettingsError(f"GLEEK_DATABASE_URL is no database URL: {url!r}") from None
    if database.get_backend_name() != "sqlite" or database.database in (None, "", ":memory:"):
        return None
    return Path(str(database.database))


def _kept_secret(database: Path | None) -> str:
    """The secret kept beside the database; of processes that start together one makes it."""
    if database is None:
        raise SettingsError("GLEEK_SECRET_KEY must be set, since the database is no file to keep it beside")
    kept = database.parent / "secret_key"
    try:
        return _read_or_make(kept)
    except OSError as error:
        raise SettingsError(f"The folder of the database cannot be used: {error}") from None


def _read_or_make(kept: Path) -> str:
    kept.parent.mkdir(parents=True, exist_ok=True)
    if not kept.exists():
        with tempfile.NamedTemporaryFile("w", dir=kept.parent, encoding="ascii") as draft:  # mode 0600
            draft.write(secrets.token_urlsafe(48))
            draft.flush()
            with contextlib.suppress(FileExistsError):
                kept.hardlink_to(draft.name)
    return kept.read_text(encoding="ascii")
