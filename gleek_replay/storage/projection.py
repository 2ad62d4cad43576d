"""From an audit to the rows that lists and statistics read. Nothing here is computed, only laid out.

Rows are tuples in a fixed order of columns, with the values that a database takes as they are: codes as their
words, moments as microseconds.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

from gleek_replay.audit import Audit, Verdict
from gleek_replay.audit.facts import facts_of
from gleek_replay.engine import ENGINE_VERSION, Reason
from gleek_replay.storage.tables import Position, RulingKind
from gleek_replay.storage.tables.base import microseconds

NET_COLUMNS: Final[dict[str, str]] = {reason.value: f"net_{reason.value}" for reason in Reason}
"""The column that holds what a player won or lost for each reason."""
HAND_COLUMNS: Final[tuple[str, ...]] = (
    "hand_id", "session_hand", "played_at", "preset", "stake", "players", "verdict", "complete",
    "payments_agree", "price", "engine_version", "ruling",
)  # fmt: skip
"""The columns of ``hands`` that are projected."""
SEAT_COLUMNS: Final[tuple[str, ...]] = (
    "seat", "name", "played_at", "position", "net", *NET_COLUMNS.values(), "bought", "vied", "ruff_won",
    "tricks", "points", "recorded_net", "net_ruling", "counts",
)  # fmt: skip
"""The columns of ``hand_players`` that are projected."""

_REASONS: Final = tuple(Reason)
_RULING: Final = HAND_COLUMNS.index("ruling")
_ENGINE_VERSION: Final = HAND_COLUMNS.index("engine_version")
_NET: Final = SEAT_COLUMNS.index("net")
_NET_RULING: Final = SEAT_COLUMNS.index("net_ruling")
_LAST: Final = SEAT_COLUMNS.index("recorded_net")


class Projection(NamedTuple):
    """The rows of one hand, but for the keys that tie them to others.

    ``hand`` has the values of :data:`HAND_COLUMNS`, each of ``seats`` those of :data:`SEAT_COLUMNS` for one
    of ``player_ids``, whose ``names`` are those that the record gives. ``played_at`` is in microseconds.
    ``client`` is the name and the version of the program that wrote the record, the latter empty where it
    gives none. ``facts`` are what the players' lines say beside that, by seat; there are none of a hand that
    is stored without lines.
    """

    hand: tuple[Any, ...]
    seats: tuple[tuple[Any, ...], ...]
    player_ids: tuple[str, ...]
    session_id: str | None
    verdict: Verdict
    names: tuple[str | None, ...]
    played_at: int
    client: tuple[str, str]
    facts: tuple[bytes, ...]

    @property
    def engine_version(self) -> str:
        """The version of the engine that judged the hand."""
        version: str = self.hand[_ENGINE_VERSION]
        return version

    @property
    def ruling(self) -> RulingKind | None:
        """The ruling that it is projected under."""
        ruling = self.hand[_RULING]
        return None if ruling is None else RulingKind(ruling)

    @property
    def due(self) -> dict[str, int]:
        """What each player won or lost by the payments due, whatever was ruled."""
        nets = [seat[_NET] - seat[_NET_RULING] for seat in self.seats]
        return dict(zip(self.player_ids, nets, strict=True))

    def under(self, ruling: RulingKind) -> Projection:
        """What is projected of a hand on which there is a ruling. A void hand counts for nothing; where a
        record is upheld, what it says was paid is what counts, if it says so of every player.
        """
        hand = (*self.hand[:_RULING], ruling.value, *self.hand[_RULING + 1 :])
        match ruling:
            case RulingKind.VOID:
                seats = tuple([(*seat[: _LAST + 1], 0, False) for seat in self.seats])
            case RulingKind.RECORD if all(seat[_LAST] is not None for seat in self.seats):
                seats = tuple([_as_recorded(seat) for seat in self.seats])
            case _:
                seats = self.seats
        return self._replace(hand=hand, seats=seats)


def _as_recorded(seat: tuple[Any, ...]) -> tuple[Any, ...]:
    due, recorded = seat[_NET], seat[_LAST]
    return (*seat[:_NET], recorded, *seat[_NET + 1 : _LAST + 1], recorded - due, True)


def project(audit: Audit) -> Projection:
    """The rows of an audited hand."""
    record = audit.record
    played_at = microseconds(record.played_at)
    names = tuple([player.name and _storable(player.name) for player in record.players])
    return Projection(
        hand=_hand_row(audit, played_at),
        seats=_seat_rows(audit, names, played_at),
        player_ids=tuple([player.id for player in record.players]),
        session_id=record.session.id if record.session else None,
        verdict=audit.verdict,
        names=names,
        played_at=played_at,
        client=(_storable(record.client.name), _storable(record.client.version or "")),
        facts=facts_of(audit),
    )


def position_of(seat: int, dealer: int, players: int) -> Position:
    """Where a seat is, told from the dealer's.

    >>> [position_of(seat, dealer=0, players=3).value for seat in range(3)]
    ['dealer', 'eldest', 'middle']
    """
    if seat == dealer:
        return Position.DEALER
    return Position.ELDEST if seat == (dealer + 1) % players else Position.MIDDLE


def _storable(name: str) -> str:
    """A name as every database can have it: PostgreSQL's text has no character with the code zero."""
    return name.replace("\0", "\N{REPLACEMENT CHARACTER}") if "\0" in name else name


def _hand_row(audit: Audit, played_at: int) -> tuple[Any, ...]:
    record, result = audit.record, audit.result
    return (
        record.hand_id,
        record.session.hand if record.session else None,
        played_at,
        record.preset,
        record.stake.value,
        len(record.players),
        audit.verdict.value,
        result.complete,
        audit.payments_agree,
        result.sale.price if result.sale else None,
        ENGINE_VERSION,
        None,
    )


def _seat_rows(audit: Audit, names: tuple[str | None, ...], played_at: int) -> tuple[tuple[Any, ...], ...]:
    record, result, due = audit.record, audit.result, audit.due
    players = len(names)
    nothing = (0,) * players
    by_seat = list(zip(*[due.get(reason, nothing) for reason in _REASONS], strict=False))  # the pots left out
    positions = _positions(record.hand.dealer, players)
    recorded = audit.recorded_net or (None,) * players
    score, ruff = result.score, result.ruff
    buyer = result.sale.buyer if result.sale else None
    return tuple(
        [
            (
                seat,
                names[seat],
                played_at,
                positions[seat],
                result.net[seat],
                *by_seat[seat],
                seat == buyer,
                seat == ruff.vied_by,
                seat == ruff.winner,
                score[seat].tricks if score else None,
                score[seat].total if score else None,
                recorded[seat],
                0,
                True,
            )
            for seat in range(players)
        ]
    )


@lru_cache(maxsize=64)
def _positions(dealer: int, players: int) -> tuple[str, ...]:
    return tuple(position_of(seat, dealer, players).value for seat in range(players))
