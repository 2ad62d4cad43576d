"""A client's address is what trusted proxies say, and nothing that anybody else has said before them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from werkzeug.test import create_environ

from gleek_replay.web.forwarding import ForwardedAddresses

LOOPBACK = ("127.0.0.1", "::1")


def seen(environ: dict[str, Any], _: Any) -> Iterable[bytes]:
    yield environ["REMOTE_ADDR"].encode()


@pytest.mark.parametrize(
    ("trusted", "peer", "told", "client"),
    [
        (LOOPBACK, "127.0.0.1", None, "127.0.0.1"),
        (LOOPBACK, "127.0.0.1", "192.0.2.1", "192.0.2.1"),
        (LOOPBACK, "::1", "2001:db8::7", "2001:db8::7"),
        (LOOPBACK, "127.0.0.1", "203.0.113.5, 192.0.2.1", "192.0.2.1"),
        (LOOPBACK, "192.0.2.9", "192.0.2.1", "192.0.2.9"),
        (("127.0.0.1", "10.0.0.0/8"), "127.0.0.1", "203.0.113.5, 192.0.2.1, 10.1.2.3", "192.0.2.1"),
        (("127.0.0.1", "10.0.0.0/8"), "10.1.2.3", "10.9.9.9", "10.9.9.9"),
        (LOOPBACK, "127.0.0.1", "192.0.2.1, nonsense", "127.0.0.1"),
        (LOOPBACK, "127.0.0.1", "nonsense, 192.0.2.1", "192.0.2.1"),
        (LOOPBACK, "127.0.0.1", ",,", "127.0.0.1"),
        (LOOPBACK, "", "192.0.2.1", "192.0.2.1"),
        (("*",), "172.18.0.2", "203.0.113.5, 192.0.2.1", "192.0.2.1"),
        (("*",), "172.18.0.2", "192.0.2.1, nonsense", "172.18.0.2"),
    ],
)
def test_the_last_address_that_no_trusted_proxy_answers_for_is_the_clients(
    trusted: tuple[str, ...], peer: str, told: str | None, client: str
) -> None:
    headers = {} if told is None else {"X-Forwarded-For": told}
    environ = create_environ(headers=headers, environ_base={"REMOTE_ADDR": peer})
    application: Any = ForwardedAddresses(seen, trusted)
    assert b"".join(application(environ, None)).decode() == client
