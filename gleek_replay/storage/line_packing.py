"""The lines of a hand, packed from what is projected of it."""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct
from typing import Final, NamedTuple

from gleek_replay.audit.facts.layout import (
    HEAD,
    HEAD_FIELDS,
    LAYOUT_VERSION,
    LINE_SIZE,
    MOST_OPPONENTS,
    POSITIONS_BY_CODE,
    PRESETS_BY_CODE,
    STAKES_BY_CODE,
    VERDICTS_BY_CODE,
    Standing,
)
from gleek_replay.storage.projection import HAND_COLUMNS, SEAT_COLUMNS, Projection

_new = tuple.__new__
LINE_COLUMNS: Final = ("player_key", "played_at", "hand_key", "line")


class Line(NamedTuple):
    """A player's line of a hand with what it is found by, in the order of :data:`LINE_COLUMNS`."""

    player_key: int
    played_at: int
    hand_key: int
    line: bytes

    @property
    def facts(self) -> bytes:
        """What the audit knows."""
        return self.line[HEAD.size :]


def pack_lines(
    hand_key: int, told: Projection, players: Sequence[int], session_key: int | None, client_key: int
) -> list[Line]:
    """The lines of a hand whose ``players`` have these keys, by seat; none where no facts are known."""
    if not told.facts:
        return []
    _, _, played_at, preset, stake, count, verdict, _, _, price, _, ruling = told.hand
    hand = (_PRESETS[preset], _STAKES[stake], _VERDICTS[verdict])
    keys = (hand_key, played_at, session_key or 0, client_key)
    ruled = _RULED if ruling else 0
    packed = []
    for player_key, row, facts, others in zip(
        players, told.seats, told.facts, opponents(players), strict=True
    ):
        tricks, points, recorded, of_ruling, counts = row[_AFTER_WINNER:]
        standing = ruled | (_COUNTING if counts else 0) | (0 if recorded is None else _WITH_RECORD)
        head = HEAD.pack(
            LAYOUT_VERSION, row[0], count, _POSITIONS[row[3]], *hand, standing, *keys, *others,
            *row[_NET:_END_OF_NETS], of_ruling, recorded or 0, price or 0,
            -1 if points is None else points, -1 if tricks is None else tricks,
        )  # fmt: skip
        packed.append(_new(Line, (player_key, played_at, hand_key, head + facts)))
    return packed


def opponents(players: Sequence[int]) -> list[tuple[int, ...]]:
    """For each seat the keys of the others, the one on his left first, filled up with 0.

    >>> opponents([7, 8, 9])
    [(8, 9, 0, 0, 0), (9, 7, 0, 0, 0), (7, 8, 0, 0, 0)]
    """
    table, count = (*players, *players), len(players)
    nobody = (0,) * (MOST_OPPONENTS + 1 - count)
    return [(*table[seat + 1 : seat + count], *nobody) for seat in range(count)]


def seated_otherwise(lines: Sequence[Line], players: Sequence[int]) -> list[Line]:
    """The lines of a hand in the order of its seats, as they are if these are its players."""
    moved = []
    for line, player_key, others in zip(lines, players, opponents(players), strict=True):
        packed = bytearray(line.line)
        _OPPONENTS.pack_into(packed, _OPPONENTS_AT, *others)
        moved.append(line._replace(player_key=player_key, line=bytes(packed)))
    return moved


def by_client(line: Line, client_key: int) -> Line:
    """A line as it is if the record was written by this client."""
    packed = bytearray(line.line)
    _KEY.pack_into(packed, CLIENT_AT, client_key)
    return line._replace(line=bytes(packed))


def client_of(line: Line) -> int:
    """The key of the client that wrote the record."""
    key: int = _KEY.unpack_from(line.line, CLIENT_AT)[0]
    return key


def packed_key(key: int) -> bytes:
    """A key as lines have it."""
    return _KEY.pack(key)


def is_current(line: Line) -> bool:
    """Whether a line is laid out as this version does."""
    return len(line.line) == LINE_SIZE and line.line[0] == LAYOUT_VERSION


def seat_of(line: Line) -> int:
    """The seat that a line tells of."""
    return line.line[_SEAT_AT]


def _place(field: str) -> int:
    """Where a field of the head begins, in bytes."""
    names = [name for name, _ in HEAD_FIELDS]
    return Struct("<" + "".join(kind for _, kind in HEAD_FIELDS[: names.index(field)])).size


assert HAND_COLUMNS == (
    "hand_id", "session_hand", "played_at", "preset", "stake", "players", "verdict", "complete",
    "payments_agree", "price", "engine_version", "ruling",
), "as a hand's row is taken apart above"  # fmt: skip
assert (SEAT_COLUMNS[0], SEAT_COLUMNS[3]) == ("seat", "position"), "so a seat's row is"
assert SEAT_COLUMNS[-5:] == ("tricks", "points", "recorded_net", "net_ruling", "counts"), "and so it ends"
_KEY: Final = Struct("<q")
_OPPONENTS: Final = Struct(f"<{MOST_OPPONENTS}q")
_OPPONENTS_AT: Final = _place("opponent_1")
CLIENT_AT: Final = _place("client_key")
"""Where the key of the client begins, in bytes."""
_SEAT_AT: Final = _place("seat")
_NET: Final = SEAT_COLUMNS.index("net")
_END_OF_NETS: Final = SEAT_COLUMNS.index("bought")
_AFTER_WINNER: Final = SEAT_COLUMNS.index("tricks")
_PRESETS: Final = {word: code for code, word in enumerate(PRESETS_BY_CODE)}
_STAKES: Final = {word: code for code, word in enumerate(STAKES_BY_CODE)}
_VERDICTS: Final = {word: code for code, word in enumerate(VERDICTS_BY_CODE)}
_POSITIONS: Final = {word: code for code, word in enumerate(POSITIONS_BY_CODE)}
_COUNTING: Final = int(Standing.COUNTS)
_WITH_RECORD: Final = int(Standing.RECORDED)
_RULED: Final = int(Standing.RULED)
