"""The settings of the service, read once from the environment and a ``.env`` file.

Every setting is an environment variable whose name begins with ``GLEEK_``; the environment goes before
the file. A name that is no setting is an error, since it is most likely a slip of the pen.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from dotenv import dotenv_values
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

PREFIX: Final = "GLEEK_"
DEFAULT_DATABASE_URL: Final = "sqlite:///var/gleek.sqlite3"
BROKERS: Final = ("amqp", "amqps", "redis", "rediss")
"""How the URL of a message broker begins."""
DATABASES: Final = ("sqlite", "postgresql", "postgres")
"""The kinds of database there may be."""
RATE_STORES: Final = ("memory", "redis", "rediss")
"""How the URL of what keeps the counts of requests begins."""
RATE_OFF: Final = "off"


class Reading(StrEnum):
    """Who may read what the home club has."""

    KEY = "key"
    """Who has a key."""
    OPEN = "open"
    """Anybody."""


class Workers(StrEnum):
    """Whether there have to be workers for the service to be ready."""

    WANTED = "wanted"
    """Somebody has to audit and store what is uploaded."""
    NONE = "none"
    """Nobody does, as while only few hands are uploaded at once, or none."""


class SettingsError(ValueError):
    """Settings that the service cannot start with; the message is one line for the operator."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What can be set. ``database_url`` is an SQLAlchemy URL; a relative SQLite path is relative to
    the folder the service starts in. ``broker_url`` is that of a message broker, or empty where worker
    processes on this machine look for work themselves. ``secret_key`` signs forms and cookies. URLs may
    have passwords in them, which a representation does not show.

    ``max_upload_bytes`` is the size of the largest request body taken, ``max_unpacked_bytes`` the size to
    which a packed one may unpack. ``lease_seconds``: how long a worker may be silent about a chunk of an
    upload before it is given to another. ``reading`` says who may read what the home club has.

    A rate is a number, a stroke and ``second``, ``minute``, ``hour`` or ``day``; or it is ``off``. A key has
    one for its requests and one for its uploads; an address has one for requests without a key, and one for
    the wrong keys that it shows. ``rate_store`` is the URL of what keeps the counts. ``cors_origins`` are the
    sites whose pages may call the API from a browser. ``statement_seconds``: how long PostgreSQL may take
    over one statement of a web request. ``workers``: whether the service is ready without any.
    ``metrics_token`` is what has to be shown for the metrics; while it is empty, nobody may have them.
    """

    secret_key: str = field(repr=False)
    database_url: str = field(default=DEFAULT_DATABASE_URL, repr=False)
    broker_url: str = field(default="", repr=False)
    host: str = "127.0.0.1"
    port: int = 8022
    max_upload_bytes: int = 1 << 30
    max_unpacked_bytes: int = 4 << 30
    lease_seconds: int = 60
    reading: Reading = Reading.KEY
    rate_store: str = field(default="memory://", repr=False)
    rate_requests: str = "1200/minute"
    rate_uploads: str = "600/minute"
    rate_visitors: str = "300/minute"
    rate_failures: str = "60/minute"
    cors_origins: tuple[str, ...] = ()
    statement_seconds: int = 30
    workers: Workers = Workers.WANTED
    metrics_token: str = field(default="", repr=False)


NAMES: Final = frozenset(f"{PREFIX}{setting.name.upper()}" for setting in fields(Settings))
"""The environment variables that are settings."""
TOKEN_NAME: Final = f"{PREFIX}TOKEN"
"""The variable that has the key with which hands are sent to another service; no setting of this one."""

_LARGEST: Final = {
    "port": 65_535, "max_upload_bytes": 1 << 40, "max_unpacked_bytes": 1 << 43, "lease_seconds": 86_400,
    "statement_seconds": 3_600,
}  # fmt: skip
_WORDS: Final[dict[str, type[StrEnum]]] = {"reading": Reading, "workers": Workers}
_RATES: Final = frozenset({"rate_requests", "rate_uploads", "rate_visitors", "rate_failures"})
_RATE: Final = re.compile(r"[1-9][0-9]{0,8}/(second|minute|hour|day)")
_ORIGIN: Final = re.compile(r"https?://([a-z0-9.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?")
"""An origin as browsers write it: in small letters, without a path."""


def read_settings(
    environment: Mapping[str, str] | None = None, *, env_file: Path = Path(".env"), making: bool = True
) -> Settings:
    """The settings of this process; ``environment`` stands in for the process's own.

    An empty variable counts as absent. Without ``GLEEK_SECRET_KEY`` a key is made and kept in the file
    ``secret_key`` beside an SQLite database, readable by its owner alone; or, if nothing is to be made, it is
    empty until there is one. Raises :class:`SettingsError`.
    """
    written = _written(environment, env_file)
    written.pop(TOKEN_NAME, None)
    if unknown := sorted(set(written) - NAMES):
        raise SettingsError(f"unknown setting {', '.join(unknown)}: there are {', '.join(sorted(NAMES))}")
    chosen: dict[str, Any] = {name.removeprefix(PREFIX).lower(): value for name, value in written.items()}
    for name, largest in _LARGEST.items():
        if name in chosen:
            chosen[name] = _whole(name, chosen[name], largest)
    _check_broker(chosen.get("broker_url", ""))
    for name, words in _WORDS.items():
        if name in chosen:
            chosen[name] = _word(name, chosen[name], words)
    for name in _RATES & chosen.keys():
        chosen[name] = _rate(name, chosen[name])
    _check_rate_store(chosen.get("rate_store", ""))
    if "cors_origins" in chosen:
        chosen["cors_origins"] = _origins(chosen["cors_origins"])
    file = _database_file(chosen.get("database_url", DEFAULT_DATABASE_URL))
    if "secret_key" not in chosen:
        chosen["secret_key"] = _kept_secret(file, making=making)
    return Settings(**chosen)


def read_token(environment: Mapping[str, str] | None = None, *, env_file: Path = Path(".env")) -> str | None:
    """The key for another service, if there is one."""
    return _written(environment, env_file).get(TOKEN_NAME)


def _written(environment: Mapping[str, str] | None, env_file: Path) -> dict[str, str]:
    """What is set of the names that are ours."""
    everything = {**dotenv_values(env_file), **(os.environ if environment is None else environment)}
    return {name: value for name, value in everything.items() if name.startswith(PREFIX) and value}


def _whole(name: str, text: str, largest: int) -> int:
    if text.isascii() and text.isdigit() and len(text) <= len(str(largest)) and 1 <= int(text) <= largest:
        return int(text)
    raise SettingsError(f"{PREFIX}{name.upper()} must be a whole number from 1 to {largest}, not {text!r}")


def _database_file(url: str) -> Path | None:
    """The file of an SQLite database; ``None`` for a database that is no file."""
    try:
        database = make_url(url)
    except (ArgumentError, ValueError):
        raise SettingsError(f"GLEEK_DATABASE_URL is no database URL: {_without_secrets(url)!r}") from None
    if database.get_backend_name() not in DATABASES:
        beginnings = ", ".join(f"{kind}://" for kind in DATABASES)
        raise SettingsError(
            f"GLEEK_DATABASE_URL must begin with one of {beginnings}: {_without_secrets(url)!r}"
        )
    if database.get_backend_name() != "sqlite" or database.database in (None, "", ":memory:"):
        return None
    return Path(str(database.database))


def _check_broker(url: str) -> None:
    if url and url.partition("://")[0] not in BROKERS:
        beginnings = ", ".join(f"{scheme}://" for scheme in BROKERS)
        raise SettingsError(
            f"GLEEK_BROKER_URL must begin with one of {beginnings}: {_without_secrets(url)!r}"
        )


def _word(name: str, text: str, words: type[StrEnum]) -> StrEnum:
    if text not in tuple(words):
        raise SettingsError(f"{PREFIX}{name.upper()} must be {' or '.join(words)}, not {text!r}")
    return words(text)


def _rate(name: str, text: str) -> str:
    if text in {RATE_OFF, "0"}:
        return RATE_OFF
    if _RATE.fullmatch(text) is None:
        raise SettingsError(
            f"{PREFIX}{name.upper()} must be a number of requests such as 600/minute, or off, not {text!r}"
        )
    return text


def _check_rate_store(url: str) -> None:
    if url and url.partition("://")[0] not in RATE_STORES:
        beginnings = ", ".join(f"{scheme}://" for scheme in RATE_STORES)
        raise SettingsError(
            f"GLEEK_RATE_STORE must begin with one of {beginnings}: {_without_secrets(url)!r}"
        )


def _origins(text: str) -> tuple[str, ...]:
    origins = tuple(text.replace(",", " ").split())
    for origin in origins:
        if _ORIGIN.fullmatch(origin) is None:
            raise SettingsError(
                f"GLEEK_CORS_ORIGINS must be origins such as https://club.example, not {origin!r}"
            )
    return origins


def _without_secrets(url: str) -> str:
    """What can be shown of a URL that cannot be read: any part of it might be the password."""
    scheme, colon, _ = url.partition(":")
    return f"{scheme}:…" if colon else url


def _kept_secret(database: Path | None, *, making: bool) -> str:
    """The secret kept beside the database; of processes that start together one makes it."""
    if database is None:
        raise SettingsError("GLEEK_SECRET_KEY must be set, since the database is no file to keep it beside")
    kept = database.parent / "secret_key"
    try:
        return _read_or_make(kept) if making or kept.exists() else ""
    except OSError as error:
        raise SettingsError(f"The folder of the database cannot be used: {error}") from None


def _read_or_make(kept: Path) -> str:
    kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not kept.exists():
        with tempfile.NamedTemporaryFile("w", dir=kept.parent, encoding="ascii") as draft:  # mode 0600
            draft.write(secrets.token_urlsafe(48))
            draft.flush()
            with contextlib.suppress(FileExistsError):
                kept.hardlink_to(draft.name)
    return kept.read_text(encoding="ascii")
