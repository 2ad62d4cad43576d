"""Files that pages are made of, our own and those of installed packages, and how long they keep.

An address that says in ``v`` what is in the file never has another file, so a browser need not ask again.
What a style sheet or a module mentions is given such an address as it is sent, and so has another name itself
when one of those has changed. Who asks by another address has to ask each time whether that still holds.
"""

from __future__ import annotations

import hashlib
import mimetypes
import os
import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

import plotly
from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound
from werkzeug.security import safe_join

from gleek_replay.web.callers import open_to_all
from gleek_replay.web.compression import PACKINGS, is_packable, liked_best

blueprint = Blueprint("assets", __name__)

FOR_GOOD: Final = "public, max-age=31536000, immutable"
TO_BE_ASKED: Final = "public, no-cache"
PLOTLY: Final = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
_MENTIONS: Final = MappingProxyType(
    {
        ".css": re.compile(rb'(?<=url\(")[\w./-]+(?="\))'),
        ".js": re.compile(rb'(?<=from ")\.{1,2}/[\w./-]+(?=";)'),
    }
)
"""How a file mentions another, by an address seen from itself. No two may mention each other."""
_MOST_FILES: Final = 1024
"""More than there are; an address that nobody wrote finds no file and is not remembered."""


@blueprint.get("/static/plotly.min.js")
@open_to_all
def plotly_script() -> Response:
    """Plotly's script, as the installed package has it."""
    return send_asset(PLOTLY, named=plotly.__version__)


def send_static(folder: Path, filename: str) -> Response:
    """A file of the folder or of one in it; raises :class:`~werkzeug.exceptions.NotFound`."""
    path = safe_join(str(folder), filename)
    if path is None or not os.path.isfile(path):  # noqa: PTH113 - Path.is_file raises for names that are too long
        raise NotFound
    return send_asset(Path(path))


def send_asset(path: Path, *, named: str | None = None) -> Response:
    """A file, packed once in each process; its address has ``named`` as its ``v``, or else its digest."""
    name, mimetype = digest(path), mimetypes.guess_type(path.name)[0]
    packable = is_packable(mimetype, path.stat().st_size)
    packing = liked_best() if packable else None
    content = _content(path) if packing is None else _packed(path, name, packing)
    answer = Response(content, mimetype=mimetype)
    answer.set_etag(f"{name}-{packing}" if packing else name)
    if packing:
        answer.headers["Content-Encoding"] = packing
    if packable:
        answer.vary.add("Accept-Encoding")
    lasting = request.args.get("v") == (named or name)
    answer.headers["Cache-Control"] = FOR_GOOD if lasting else TO_BE_ASKED
    answer.make_conditional(request)
    return answer


def digest(path: Path) -> str:
    """What the contents of a file are called: twelve hexadecimal digits, found again when it, or a file that
    it mentions, has changed.
    """
    known = path.stat()
    state = (path, known.st_mtime_ns, known.st_size)
    return _digest(*state, tuple(digest(mentioned) for mentioned in _mentioned(*state)))


@lru_cache(maxsize=_MOST_FILES)
def _mentioned(path: Path, _changed_at: int, _size: int) -> tuple[Path, ...]:
    pattern = _MENTIONS.get(path.suffix)
    if pattern is None:
        return ()
    found = (path.parent / mention.decode() for mention in pattern.findall(path.read_bytes()))
    return tuple(other for other in found if other.is_file())


@lru_cache(maxsize=_MOST_FILES)
def _digest(path: Path, _changed_at: int, _size: int, _names: tuple[str, ...]) -> str:
    return hashlib.sha256(_content(path)).hexdigest()[:12]


@lru_cache(maxsize=_MOST_FILES)
def _packed(path: Path, _name: str, packing: str) -> bytes:
    return PACKINGS[packing](_content(path))


def _content(path: Path) -> bytes:
    """A file as it is sent."""
    content, pattern = path.read_bytes(), _MENTIONS.get(path.suffix)
    return content if pattern is None else pattern.sub(_lasting(path.parent), content)


def _lasting(folder: Path) -> Callable[[re.Match[bytes]], bytes]:
    """What writes the address of a file for good, as it is seen from a folder."""

    def write(mention: re.Match[bytes]) -> bytes:
        other = folder / mention[0].decode()
        return mention[0] + f"?v={digest(other)}".encode() if other.is_file() else mention[0]

    return write
