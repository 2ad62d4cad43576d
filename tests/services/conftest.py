"""A fresh database, a session of it, and the operator who may do everything."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy.orm import Session

from gleek_replay.services import keys
from gleek_replay.services.access import Caller
from gleek_replay.storage import Database
from tests.storage.conftest import database

__all__ = ["database"]


@pytest.fixture
def session(database: Database) -> Iterator[Session]:
    """One session of the test's database."""
    with database.session() as opened:
        yield opened


@pytest.fixture
def operator(session: Session) -> Caller:
    """The operator of the club ``home``."""
    return keys.operator(session)
