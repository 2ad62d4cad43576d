"""From which address a request comes, where proxies stand before the service."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_ANYBODY: Final = "*"
_Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class ForwardedAddresses:
    """WSGI middleware that puts the client's address in place of a proxy's.

    Each proxy writes at the end of ``X-Forwarded-For`` whom it was asked by. What a trusted proxy has written
    is believed, and nothing that stands before the word of another. Where anybody is trusted, since nobody
    but the proxy can come here, only the last word is believed.
    """

    def __init__(self, application: WSGIApplication, trusted: Sequence[str]) -> None:
        self._application = application
        self._anybody = _ANYBODY in trusted
        self._trusted = [ipaddress.ip_network(one, strict=False) for one in trusted if one != _ANYBODY]

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        told = environ.get("HTTP_X_FORWARDED_FOR")
        if told:
            environ["REMOTE_ADDR"] = self._client(environ.get("REMOTE_ADDR", ""), told)
        return self._application(environ, start_response)

    def _client(self, peer: str, told: str) -> str:
        """The last address that no trusted proxy vouches for as another's."""
        if self._anybody:
            last = _address(told.rpartition(",")[2])
            return peer if last is None else str(last)
        client = peer
        for word in reversed(told.split(",")):
            asked_by = _address(word)
            if asked_by is None or not self._is_trusted(client):
                break
            client = str(asked_by)
        return client

    def _is_trusted(self, address: str) -> bool:
        parsed = _address(address)
        return not address or (parsed is not None and any(parsed in network for network in self._trusted))


def _address(word: str) -> _Address | None:
    """The address that a word is; ``None`` if it is none."""
    try:
        return ipaddress.ip_address(word.strip().removeprefix("[").removesuffix("]"))
    except ValueError:
        return None
