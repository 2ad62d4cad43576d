"""Fits of luck: what the cards dealt are worth in a club, learnt from its own hands when that is asked for.

A fit is kept and never changed, and used when statistics are read; nothing that is stored of a hand depends
on it. Only who stands at the machine makes one; no key is good for that.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import orjson
from sqlalchemy.orm import Session

from gleek_replay.audit.facts.layout import LAYOUT_VERSION, LUCK_FIELDS
from gleek_replay.engine import ENGINE_VERSION
from gleek_replay.services.rules import get_preset
from gleek_replay.statistics.columns import read_lines
from gleek_replay.statistics.luck import FEWEST_HANDS, LuckFit, LuckSums, TooFewHands, by_table
from gleek_replay.storage import luck_fits, writing
from gleek_replay.storage.luck_fits import KeptFit

__all__ = ["FEWEST_HANDS", "ListedFit", "Made", "fits_in_force", "list_fits", "make_fits"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedFit:
    """A fit as people are told of it. The one ``in_force`` is the newest for its preset and number of
    players, unless lines have been laid out otherwise since: then there is none until another is made.
    """

    preset: str
    players: int
    version: int
    made_at: datetime
    engine_version: str
    hands: int
    removed: float
    in_force: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """What came of making a fit for a preset and number of players of which there are ``hands`` that were
    scored, with all cards dealt known: ``None`` where these are fewer than :data:`FEWEST_HANDS`.
    """

    preset: str
    players: int
    hands: int
    fit: LuckFit | None


def make_fits(
    session: Session, club_id: int, *, preset: str | None = None, players: int | None = None
) -> list[Made]:
    """Make a fit from all hands of a club for each preset and number of players, or for those named alone.

    Raises :class:`gleek_replay.services.refusals.NotFound` for a preset that there is not.
    """
    if preset is not None:
        get_preset(preset)
    sums: dict[tuple[str, int], LuckSums] = {}
    for packed in luck_fits.lines_of_club(session, club_id):
        for name, number, lines in by_table(read_lines(packed)):
            if preset in (None, name) and players in (None, number):
                sums.setdefault((name, number), LuckSums(name, number)).add(lines)
    with writing(session, club_id) as connection:
        made = []
        for table, summed in sorted(sums.items()):
            fit = _fit(summed, luck_fits.next_version(connection, club_id, *table))
            if fit is not None:
                luck_fits.add_fit(connection, club_id, _kept(fit))
            made.append(Made(preset=table[0], players=table[1], hands=summed.hands, fit=fit))
    return made


def list_fits(session: Session, club_id: int) -> list[ListedFit]:
    """All fits of a club, by preset, number of players and version."""
    in_force = {(fit.preset, fit.players, fit.version) for fit in fits_in_force(session, club_id)}
    return [
        ListedFit(
            preset=kept.preset,
            players=kept.players,
            version=kept.version,
            made_at=kept.made_at,
            engine_version=kept.engine_version,
            hands=kept.hands,
            removed=kept.removed,
            in_force=(kept.preset, kept.players, kept.version) in in_force,
        )
        for kept in luck_fits.all_fits(session, club_id)
    ]


def fits_in_force(session: Session, club_id: int) -> tuple[LuckFit, ...]:
    """The fits by which a club's hands are adjusted."""
    newest = luck_fits.newest_fits(session, club_id)
    return tuple(_read(kept) for kept in newest if kept.layout_version == LAYOUT_VERSION)


def _fit(sums: LuckSums, version: int) -> LuckFit | None:
    try:
        return sums.fit(version)
    except TooFewHands:
        return None


def _kept(fit: LuckFit) -> KeptFit:
    return KeptFit(
        preset=fit.preset,
        players=fit.players,
        version=fit.version,
        made_at=datetime.now(UTC),
        engine_version=ENGINE_VERSION,
        layout_version=LAYOUT_VERSION,
        hands=fit.hands,
        removed=fit.removed,
        document=orjson.dumps({"fields": LUCK_FIELDS, "coefficients": fit.coefficients}),
    )


def _read(kept: KeptFit) -> LuckFit:
    document: dict[str, Any] = orjson.loads(kept.document)
    first, second = document["coefficients"]
    return LuckFit(
        preset=kept.preset,
        players=kept.players,
        version=kept.version,
        hands=kept.hands,
        removed=kept.removed,
        coefficients=(tuple(first), tuple(second)),
    )
