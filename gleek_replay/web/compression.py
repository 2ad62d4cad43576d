"""Answers made smaller for who can unpack them: with Brotli, or with gzip.

What is packed is whole before it goes out: an answer that is made while it is sent goes as it is, so that its
reader has each line when it is there. So does an answer with a tag. Its tag names a version that somebody
sends back in ``If-Match``, and what is packed would need another; files, whose tags do not matter so, come
packed (``web.pages.assets``).

A secret must not stand in a packed answer together with what a stranger chose, or the length tells the one by
the other. The secret of forms is masked anew each time it is written (``web.callers``), and what another site
led a signed-in browser to is not packed.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable
from http import HTTPStatus
from types import MappingProxyType
from typing import Final

import brotli
from flask import Flask, Response, request

from gleek_replay.web.callers import browser_token, comes_from_elsewhere

SMALLEST: Final = 500
"""What is smaller, in bytes, is sent in one packet either way."""
_PACKABLE: Final = frozenset(
    {
        "application/json",
        "application/schema+json",
        "image/svg+xml",
        "text/css",
        "text/html",
        "text/javascript",
        "text/plain",
    }
)


def _brotli(content: bytes) -> bytes:
    packed: bytes = brotli.compress(content, quality=5)
    return packed


def _gzip(content: bytes) -> bytes:
    return gzip.compress(content, compresslevel=6, mtime=0)


PACKINGS: Final = MappingProxyType[str, Callable[[bytes], bytes]]({"br": _brotli, "gzip": _gzip})
"""What packs, by its name in ``Accept-Encoding``, the better first; a page takes either a millisecond."""


def pack(response: Response) -> Response:
    """Pack an answer that is ready to go, if its client can unpack it."""
    if not _may_be_packed(response):
        return response
    response.vary.add("Accept-Encoding")
    packing = liked_best()
    if packing is not None and not (browser_token() and comes_from_elsewhere()):
        response.set_data(PACKINGS[packing](response.get_data()))
        response.headers["Content-Encoding"] = packing
    return response


def is_packable(mimetype: str | None, size: int) -> bool:
    """Whether so many bytes of a type become fewer by it."""
    return size >= SMALLEST and mimetype in _PACKABLE


def liked_best() -> str | None:
    """The packing that the client likes best; ``None`` if it can unpack none, or would rather not."""
    accepted = request.accept_encodings
    best = max(PACKINGS, key=accepted.quality)
    quality = accepted.quality(best)
    return best if quality > 0 and quality >= accepted.quality("identity") else None


def install_compression(app: Flask) -> None:
    """Pack the answers of the application."""
    app.after_request(pack)


def _may_be_packed(response: Response) -> bool:
    return (
        response.status_code == HTTPStatus.OK
        and not response.is_streamed
        and "Content-Encoding" not in response.headers
        and "ETag" not in response.headers
        and is_packable(response.mimetype, len(response.get_data()))
    )
