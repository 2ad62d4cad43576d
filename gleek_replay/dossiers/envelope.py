"""The file of a dossier: a ZIP that can be written in one way only, so that no byte can be changed unseen.

Its members are stored as they are, in the order of a list that is itself a member, without a date.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from typing import Final

_NO_DATE: Final = (1980, 1, 1, 0, 0, 0)
_READABLE: Final = 0o644 << 16
_UNIX: Final = 3
_HEADER: Final = 30
"""How long the header of a member is without its name, in bytes."""
_BEGINS: Final = b"PK\3\4"
"""How the header of a member begins."""
_SIZES: Final = ((18, 22), (26, 28))
"""Where in it stands how long its contents and its name are."""


class Broken(ValueError):
    """A file that is no dossier at all; the message says why in a line."""


def pack(members: Mapping[str, bytes]) -> bytes:
    """The one ZIP that holds these members in this order."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for name, content in members.items():
            archive.writestr(_entry(name), content)
    return packed.getvalue()


def in_a_row(packed: bytes) -> dict[str, bytes]:
    """The members by their own headers, one behind the other, whatever the directory at the end says; none
    where the file does not begin with one.
    """
    members: dict[str, bytes] = {}
    start = 0
    while packed.startswith(_BEGINS, start):
        sizes = (packed[start + place : start + end] for place, end in _SIZES)
        content, name = (int.from_bytes(size, "little") for size in sizes)
        begin = start + _HEADER + name
        end = begin + content
        members[packed[start + _HEADER : begin].decode(errors="replace")] = packed[begin:end]
        start = end
    return members


def unpack(packed: bytes) -> dict[str, bytes]:
    """The members of a ZIP, in its order, whatever their checksums say: the dossier has better ones.

    Raises :class:`Broken` for what is no ZIP, holds a member twice or compressed, or has members that overlap
    so that they come to more than the file: they are never unpacked.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            entries = archive.infolist()
            if len({entry.filename for entry in entries}) < len(entries):
                raise Broken("it holds two members of one name")
            places = {entry.filename: _place(packed, entry) for entry in entries}
    except (zipfile.BadZipFile, NotImplementedError, EOFError, OSError, UnicodeDecodeError) as error:
        raise Broken(f"it is no ZIP file that can be read ({error})") from None
    if sum(place.stop - place.start for place in places.values()) > len(packed):
        raise Broken("by its directory its members come to more bytes than the file has")
    return {name: packed[place] for name, place in places.items()}


def wrong_places(packed: bytes, members: Mapping[str, bytes]) -> tuple[str, ...]:
    """Which parts of the ZIP, outside the contents of its members, are not as :func:`pack` writes them."""
    expected = pack(members)
    if packed == expected:
        return ()
    places: list[str] = []
    start = 0
    for name, content in members.items():
        end = start + _header(name) + len(content)
        if packed[start:end] != expected[start:end]:
            places.append(f"the header of {name}")
        start = end
    if packed[start:] != expected[start:]:
        places.append("the directory at the end")
    return tuple(places)


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, _NO_DATE)
    entry.create_system = _UNIX
    entry.external_attr = _READABLE
    return entry


def _header(name: str) -> int:
    return _HEADER + len(name.encode())


def _place(packed: bytes, entry: zipfile.ZipInfo) -> slice:
    """Where the bytes of a stored member lie, past its own header; :class:`Broken` if they cannot."""
    if entry.compress_type != zipfile.ZIP_STORED or entry.compress_size != entry.file_size:
        raise Broken(f"its directory says that {entry.filename} is compressed, which no dossier is")
    start = entry.header_offset + _header(entry.filename)
    end = start + entry.file_size
    if not 0 <= start <= end <= len(packed):
        raise Broken(f"by its directory {entry.filename} is cut short")
    return slice(start, end)
