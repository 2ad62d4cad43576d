"""The brokers that the tests are given carry messages, and nobody else's."""

from __future__ import annotations

from queue import Empty

import pytest
from kombu.connection import Connection


def test_a_broker_is_empty_and_carries_messages(broker_url: str) -> None:
    with Connection(broker_url) as connection, connection.SimpleQueue("gleek") as queue:
        queue.put({"key": 7})
        assert queue.get(timeout=10).payload == {"key": 7}
        with pytest.raises(Empty):
            queue.get(block=False)
