"""A body that ends before the length it announced has broken off, though servers hand it on as if whole."""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class WholeBodies:
    """WSGI middleware whose application reads a body to the end, or gets an :class:`OSError`."""

    def __init__(self, application: WSGIApplication) -> None:
        self._application = application

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        announced = environ.get("CONTENT_LENGTH") or ""
        if announced.isascii() and announced.isdigit():
            environ["wsgi.input"] = _Announced(environ["wsgi.input"], int(announced))
        return self._application(environ, start_response)


class _Announced:
    """A stream of so many bytes."""

    def __init__(self, stream: IO[bytes], length: int) -> None:
        self._stream, self._left = stream, length

    def read(self, size: int = -1) -> bytes:
        """The next bytes; none only at the end."""
        wanted = self._left if size < 0 else min(size, self._left)
        piece = self._stream.read(wanted) if wanted else b""
        self._left -= len(piece)
        if wanted and not piece:
            raise ConnectionResetError("the body ends before its length")
        return piece
