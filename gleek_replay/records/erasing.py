"""Taking people out of a record: a pseudonym in place of each of their ids, their names gone, and every other
byte as it was.

An id is replaced exactly where the format has one. In free text, which is the notes, the extensions and what
the client calls itself, ids and names go wherever they stand as a word. A record that breaks the format may
have anything anywhere, so all of it is taken for free text. The ids of hands and sessions stay as they are:
they are identities of their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

import orjson

from gleek_replay.records.faults import MalformedRecord
from gleek_replay.records.reader import LARGEST_RECORD, read_record

LONGEST_ID: Final = 64
Place: TypeAlias = tuple[str | int, ...]
_MOST_PIECES: Final = 6
"""An id of more pieces than this, apart by punctuation, is found in free text only where it stands alone."""
_TOKEN: Final = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[][{}:,]')
_STRING: Final = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"')
_RUN: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:@+-]*")
_PIECE: Final = re.compile(r"[A-Za-z0-9]+")
_PERSON: Final = re.compile(r'\{[^{}]*?"id"\s*:\s*"([^"]*)"[^{}]*')
_NAMED: Final = re.compile(r'"name"\s*:\s*"([^"]*)"')
_LONGEST: Final[dict[Place, int]] = {("notes",): 4_000, ("client", "name"): 80, ("client", "version"): 80}


class _Text(NamedTuple):
    """A string of a record: where its token begins and ends, its place, and whether it is a key there. The
    place of a key is that of the object it belongs to; ``key_begin`` is where the last key before began.
    """

    begin: int
    end: int
    key_begin: int
    place: Place
    is_key: bool
    value: str


class Erased(NamedTuple):
    """Who is taken out: the pseudonym for each id, and the names to be cleaned away with what is to stand in
    their place.
    """

    ids: Mapping[str, str]
    names: Mapping[str, str]

    def without(self, text: str) -> str:
        """Free text without them. A word of one character is left: it may mean anything."""
        return _pattern(self).sub(lambda found: self._pseudonym(found[0]), text) if self.ids else text

    def without_parts(self, text: str) -> str:
        """The same of a message, in which words may be cut short with an ellipsis."""
        text = self.without(text)
        for word, pseudonym in {**self.ids, **self.names}.items() if "…" in text else ():
            begun = "|".join(re.escape(word[:length]) for length in range(len(word), 0, -1))
            text = re.sub(rf"(?<!\w)(?:{begun})…", f"{pseudonym}…", text)
        return text

    def _pseudonym(self, word: str) -> str:
        return self.ids.get(word) or self.names[word]


def _pattern(people: Erased) -> re.Pattern[str]:
    words = sorted((word for word in {**people.ids, **people.names} if len(word) > 1), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)") if words else _NEVER


_NEVER: Final = re.compile(r"(?!)")


def player_ids(raw: bytes) -> list[str]:
    """The ids of the players of a well-formed record, in its order."""
    return [player["id"] for player in orjson.loads(raw)["players"]]


def possible_ids(raw: bytes) -> set[str]:
    """Whatever in a record could be somebody's id: words, and words joined by the punctuation of ids."""
    text = raw.decode(errors="replace")
    found = _in_words(text).union(*(_in_words(reading) for reading in _other_readings(raw)))
    if "\\" in text:
        for token in _STRING.findall(raw):
            if b"\\" in token:
                found |= _in_words(_decoded(token))
    return found


def _in_words(text: str) -> set[str]:
    found = set(_RUN.findall(text))
    for run in [run for run in found if not run.isalnum()]:
        pieces = list(_PIECE.finditer(run))
        for first, piece in enumerate(pieces):
            for last in pieces[first : first + _MOST_PIECES]:
                found.add(run[piece.start() : last.end()])
    return {word for word in found if len(word) <= LONGEST_ID}


def names_of(raw: bytes, ids: Mapping[str, str]) -> dict[str, str]:
    """The names that a record, well formed or not, gives players with these ids, each with the pseudonym."""
    try:
        written = orjson.loads(raw)
    except orjson.JSONDecodeError:
        found: dict[str, str] = {}
        for person in _persons(raw):
            if person[1] in ids:
                found |= dict.fromkeys(_NAMED.findall(person[0]), ids[person[1]])
        return found
    players = written.get("players") if isinstance(written, dict) else None
    return {
        player["name"]: ids[player["id"]]
        for player in (players if isinstance(players, list) else ())
        if _is_one_of(player, ids) and isinstance(player.get("name"), str)
    }


def sits_in(raw: bytes, ids: Mapping[str, str]) -> bool:
    """Whether a record, well formed or not, has any of the ids among its players."""
    try:
        written = orjson.loads(raw)
    except orjson.JSONDecodeError:
        return any(person[1] in ids for person in _persons(raw))
    players = written.get("players") if isinstance(written, dict) else None
    return any(_is_one_of(player, ids) for player in (players if isinstance(players, list) else ()))


def _persons(raw: bytes) -> Iterator[re.Match[str]]:
    for reading in (raw.decode(errors="replace"), *_other_readings(raw)):
        yield from _PERSON.finditer(reading)


def _other_codings(raw: bytes) -> Iterator[tuple[int, str]]:
    """As what bytes may be read besides UTF-8, and from which byte on: as UTF-16 where there are zeros, of
    which a part may begin with the second half of a character; else as Latin-1 where they are no UTF-8.
    """
    if b"\0" in raw:
        yield from ((begin, coding) for coding in ("utf-16-le", "utf-16-be") for begin in (0, 1))
    elif not _is_utf8(raw):
        yield 0, "latin-1"


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True


def _other_readings(raw: bytes) -> Iterator[str]:
    return (raw[begin:].decode(coding, "replace") for begin, coding in _other_codings(raw))


def _is_one_of(player: Any, ids: Mapping[str, str]) -> bool:
    return isinstance(player, dict) and isinstance(player.get("id"), str) and player["id"] in ids


def take_out(raw: bytes, people: Erased) -> bytes:
    """A record without some people; the names that it gives them itself are cleaned from it too.

    Should it come to more bytes than a record may have, its notes and extensions are left out.
    """
    people = Erased(people.ids, {**people.names, **names_of(raw, people.ids)})
    try:
        written = orjson.loads(raw)
    except orjson.JSONDecodeError:
        return _without_json(raw, people)
    try:
        read_record(raw)
    except MalformedRecord:
        return _replaced(raw, people, lambda text: _anywhere(text, people))
    shorter = _replaced(raw, people, lambda text: _in_place(text, written, people))
    if len(shorter) <= LARGEST_RECORD:
        return shorter
    rest = orjson.loads(shorter)
    return orjson.dumps({name: rest[name] for name in rest if name not in {"notes", "extensions"}})


def _replaced(raw: bytes, people: Erased, renewed: Callable[[_Text], str | None]) -> bytes:
    """The bytes with some strings replaced, and a member cut out for which there is none. Only strings are
    looked at that may name any of the people.
    """
    words = (word.encode() for word in (*people.ids, *people.names, "\\"))
    may_name = re.compile(b"|".join(map(re.escape, words))).search
    pieces: list[bytes] = []
    done = 0
    for text in _texts(raw, may_name):
        new = renewed(text)
        if new == text.value:
            continue
        begin, end = (text.begin, text.end) if new is not None else _member(raw, text.key_begin, text.end)
        pieces += [raw[done:begin], b"" if new is None else orjson.dumps(new)]
        done = end
    return b"".join((*pieces, raw[done:]))


def _member(raw: bytes, begin: int, end: int) -> tuple[int, int]:
    """Where a member of an object and the comma that goes with it begin and end."""
    after = re.compile(rb"\s*,\s*").match(raw, end)
    if after:
        return begin, after.end()
    return len(raw[:begin].rstrip().removesuffix(b",").rstrip()), end


def _texts(raw: bytes, wanted: Callable[[bytes], object]) -> Iterator[_Text]:
    """The strings of a JSON text that are wanted by their tokens, in order."""
    place: list[str | int] = []
    in_object: list[bool] = []
    key, key_begin = False, 0
    for token in _TOKEN.finditer(raw):
        match mark := token[0]:
            case b",":
                key = in_object[-1]
                if not key:
                    place[-1] += 1  # type: ignore[operator]  # the place in an array is a number
            case b":":
                key = False
            case b"{" | b"[":
                key = mark == b"{"
                in_object.append(key)
                place.append("" if key else 0)
            case b"}" | b"]":
                in_object.pop()
                place.pop()
                key = False
            case _:
                if key:
                    key_begin = token.start()
                if wanted(mark):
                    where = tuple(place[:-1] if key else place)
                    yield _Text(token.start(), token.end(), key_begin, where, key, orjson.loads(mark))
                if key:
                    place[-1] = orjson.loads(mark) if b"\\" in mark else mark[1:-1].decode()


def _in_place(text: _Text, written: Any, people: Erased) -> str | None:
    """What a string of a well-formed record becomes."""
    value, place = text.value, text.place
    match place:
        case ("players", int(seat), "name") if written["players"][seat]["id"] in people.ids:
            return None
        case ("notes",) | ("client", _) if not text.is_key:
            return people.without(value)[: _LONGEST[place]]
        case ("extensions", *_):
            return people.without(value)
        case ("actions", int(number), 2) if written["actions"][number][1] != "challenge":
            return value
        case ("dealer",) | ("players", _, "id") | ("actions", _, 0 | 2) | ("payments", _, "from" | "to") if (
            not text.is_key
        ):
            return people.ids.get(value, value)
        case ("lift", _) | ("deal", "hands") | ("result",) if text.is_key:
            return people.ids.get(value, value)
    return value


def _anywhere(text: _Text, people: Erased) -> str | None:
    """What a string of a malformed record becomes, whatever it is meant to be."""
    if text.place in {("hand_id",), ("session", "id")} and not text.is_key:
        return text.value
    return people.ids.get(text.value) or people.names.get(text.value) or people.without(text.value)


def _without_json(raw: bytes, people: Erased) -> bytes:
    """Bytes that are no JSON, without the people; strings that are spelt with escapes are looked into."""

    def plain(token: re.Match[bytes]) -> bytes:
        spelt = _decoded(token[0])
        cleaned = people.ids.get(spelt) or people.without(spelt)
        return token[0] if cleaned == spelt else orjson.dumps(cleaned)

    text = _STRING.sub(plain, raw).decode(errors="surrogateescape")
    cleaned = people.without(text).encode(errors="surrogateescape")
    for begin, coding in _other_codings(cleaned):
        end = len(cleaned) - (len(cleaned) - begin) % 2 if coding != "latin-1" else len(cleaned)
        text = cleaned[begin:end].decode(coding, "surrogatepass")
        cleaned = cleaned[:begin] + people.without(text).encode(coding, "surrogatepass") + cleaned[end:]
    return cleaned


def _decoded(token: bytes) -> str:
    """What a string says; one that is not JSON, as it is spelt."""
    try:
        value: str = orjson.loads(token)
    except orjson.JSONDecodeError:
        return token.decode(errors="surrogateescape")
    return value
