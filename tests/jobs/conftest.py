"""A fresh database, and two uploaders who may send to it."""

from __future__ import annotations

import pytest

from gleek_replay.services import keys
from gleek_replay.services.access import Caller, Role
from gleek_replay.storage import Database
from tests.storage.conftest import database

__all__ = ["database"]


@pytest.fixture
def uploaders(database: Database) -> tuple[Caller, Caller]:
    """Ann and Bess, each with a key of her own."""
    with database.session() as session:
        operator = keys.operator(session)
        callers = []
        for name in ("ann", "bess"):
            key = keys.create_key(session, operator, name=name, role=Role.UPLOADER, owner=name)
            caller = keys.authenticate(session, key.token)
            assert caller is not None
            callers.append(caller)
    return callers[0], callers[1]
