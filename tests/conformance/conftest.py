"""The kit, made once."""

from __future__ import annotations

import pytest

from gleek_replay.conformance import Kit, make_kit


@pytest.fixture(scope="session")
def kit() -> Kit:
    """The conformance kit of this version."""
    return make_kit()
