"""Who is who in a club: ids that mean one person, names that were given, and players who were erased.

What records say stays as it is, and is what their facts are made of. Only what is projected from a record,
and what is shown of it, goes by this.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from gleek_replay.records import Fault, HandRecord, Player, RawRecord
from gleek_replay.records.erasing import Erased, possible_ids, take_out
from gleek_replay.storage import erasing, people
from gleek_replay.storage.hand_queries import HandFilter
from gleek_replay.storage.line_queries import client_keys
from gleek_replay.storage.projection import Projection


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """The people of a club as they are now. ``aliases`` has the id that each stands for, which may be an
    alias itself; ``erased`` the pseudonym by the hash of the id whose place it takes, hashed with ``secret``.
    """

    aliases: Mapping[str, str]
    erased: Mapping[bytes, str]
    secret: bytes | None
    _pseudonyms: dict[str, str | None] = field(default_factory=dict, repr=False)

    def resolve(self, player_id: str) -> str:
        """The id that a player goes by, of which this may be an alias."""
        while player_id in self.aliases:
            player_id = self.aliases[player_id]
        return player_id

    def ids_of(self, player_id: str) -> frozenset[str]:
        """Every id that means the same person as this one, itself among them."""
        known = self.resolve(player_id)
        return frozenset({known, *(alias for alias in self.aliases if self.resolve(alias) == known)})

    def seated(self, player_ids: Sequence[str]) -> tuple[str, ...]:
        """The ids that the players of one hand go by. Ids that mean one person and sit at the table together
        stand each for itself there: nobody has two seats.

        >>> club = People(aliases={"ann": "anne"}, erased={}, secret=None)
        >>> club.seated(["ann", "bess", "cat"]), club.seated(["ann", "anne", "cat"])
        (('anne', 'bess', 'cat'), ('ann', 'anne', 'cat'))
        """
        known = [self.resolve(player_id) for player_id in player_ids]
        return tuple(
            [meant if known.count(meant) == 1 else own for own, meant in zip(player_ids, known, strict=True)]
        )

    def seats_of(self, player_id: str, player_ids: Sequence[str]) -> tuple[int, ...]:
        """The seat that a person has among the players of one hand, whatever id is used for him here or
        there; none if he did not sit there. Where ids that mean him sit together, see :meth:`seated`, he has
        the seat of this very id, or else of the one that he goes by.

        >>> club = People(aliases={"ann": "anne"}, erased={}, secret=None)
        >>> club.seats_of("anne", ["ann", "bess"]), club.seats_of("ann", ["ann", "bess", "anne"])
        ((0,), (0,))
        """
        seated = self.seated(player_ids)
        for known in (player_id, self.resolve(player_id)):
            if known in seated:
                return (seated.index(known),)
        return ()

    def projected(self, projection: Projection) -> Projection:
        """What is projected from a record, with the ids that its players go by."""
        if not self.aliases:
            return projection
        return projection._replace(player_ids=self.seated(projection.player_ids))

    def seen(self, record: HandRecord, names: Mapping[str, str]) -> HandRecord:
        """A record as it is shown: its players by the ids that they go by, and by the names given to them."""
        if not (self.aliases or names):
            return record
        seated = self.seated([player.id for player in record.players])
        players = [
            Player(id=meant, name=names.get(meant, player.name))
            for meant, player in zip(seated, record.players, strict=True)
        ]
        return replace(record, players=tuple(players))

    def without_erased(self, raw: RawRecord) -> RawRecord:
        """A part of an upload with pseudonyms for whoever was erased, marked as rewritten if it names any."""
        erased = self.erased_in(raw.raw)
        if erased is None:
            return raw
        fault = raw.fault and Fault(raw.fault.pointer, erased.without_parts(raw.fault.message))
        return raw._replace(raw=take_out(raw.raw, erased), fault=fault, rewritten=True)

    def file_name(self, file: str | None) -> str | None:
        """The name of a file without whoever was erased."""
        return file and self.text(file)

    def text(self, text: str) -> str:
        """What somebody says, without whoever was erased."""
        erased = self.erased_in(text.encode(errors="replace"))
        return erased.without(text) if erased else text

    def erased_in(self, raw: bytes) -> Erased | None:
        """Who was erased, of those whom some bytes name by their ids; ``None`` if nobody was."""
        if not self.erased:
            return None
        ids = {word: pseudonym for word in possible_ids(raw) if (pseudonym := self._pseudonym(word))}
        return Erased(ids, {}) if ids else None

    def has_erased(self, player_id: str) -> bool:
        """Whether this was the id of somebody who was erased."""
        return bool(self.erased) and self._pseudonym(player_id) is not None

    def _pseudonym(self, word: str) -> str | None:
        if word not in self._pseudonyms:
            self._pseudonyms[word] = self.erased.get(id_digest(self.secret or b"", word))
        return self._pseudonyms[word]


def id_digest(secret: bytes, player_id: str) -> bytes:
    """What is kept of the id of a player who was erased."""
    return hmac.digest(secret, player_id.encode(errors="surrogatepass"), "sha256")


def people_of(connection: Connection, club_key: int) -> People:
    """The people of a club. Who writes what depends on them asks within the transaction that writes."""
    aliases, erased, secret = people.aliases_and_erased(connection, club_key)
    return People(aliases=aliases, erased=erased, secret=secret)


def without_erased(
    connection: Connection, club_key: int, records: Sequence[tuple[str | None, RawRecord]]
) -> Sequence[tuple[str | None, RawRecord]]:
    """Parts of an upload, each with the name of its file, as they may be kept until they are read. Nobody is
    erased until the end of the transaction.
    """
    if not erasing.may_have_erased(connection, club_key):
        return records
    club = people_of(connection, club_key)
    return [(club.file_name(file), club.without_erased(raw)) for file, raw in records]


def meant(session: Session, club_key: int, wanted: HandFilter) -> HandFilter:
    """A filter of hands by the id that its player goes by, and by the keys of its client."""
    if wanted.client is not None:
        wanted = replace(wanted, client_keys=tuple(client_keys(session, club_key, wanted.client)))
    if wanted.player is None:
        return wanted
    return replace(wanted, player=people_of(session.connection(), club_key).resolve(wanted.player))


def as_seen(session: Session, club_key: int, records: Iterable[HandRecord]) -> list[HandRecord]:
    """Records as they are shown, see :meth:`People.seen`."""
    connection = session.connection()
    club, names = people_of(connection, club_key), people.names_given(connection, club_key)
    return [club.seen(record, names) for record in records]
