"""The accounts of a hand beside each other in words, as a reader may see them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from gleek_replay.audit import Audit
from gleek_replay.audit.account import Account, account
from gleek_replay.audit.account.collation import Chapter, collate
from gleek_replay.audit.account.disagreements import Disagreements
from gleek_replay.services.access import Caller
from gleek_replay.services.comparing import compare_sides


@dataclass(frozen=True, slots=True, kw_only=True)
class Differing:
    """Something that two accounts tell differently: the ``topic``, and what each tells of it."""

    topic: str
    told: tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Collation:
    """The account on which a hand stands beside another, which has this ``number`` among all from 2 on.

    ``withheld`` says that they differ in cards too that the reader may not see, and ``left_out`` in how many
    things beside those that are ``differing`` here.
    """

    number: int
    parted_at: Mapping[str, int | None] | None
    differing: tuple[Differing, ...]
    left_out: int
    withheld: bool
    chapters: tuple[Chapter, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Collated:
    """Everything told of a hand: its ``records`` and the ``accounts`` that they make together, as
    :func:`gleek_replay.services.comparing.get_comparison` describes them, and the accounts after the first
    beside that, but for the last of very many, ``not_compared``.
    """

    records: tuple[Mapping[str, Any], ...]
    accounts: tuple[Mapping[str, Any], ...]
    collations: tuple[Collation, ...]
    not_compared: int
    names: Mapping[str, str]


def collate_hand(session: Session, caller: Caller, hand_id: str) -> Collated:
    """The accounts of a hand beside each other; raises
    :class:`gleek_replay.services.refusals.NotFound`.
    """
    compared = compare_sides(session, caller, hand_id)
    document, (first, *others) = compared.document, compared.shown
    names, story = _names(first), account(first)
    return Collated(
        records=tuple(document["records"]),
        accounts=tuple(document["sides"]),
        collations=tuple(
            _collation(number, story, other, found, names)
            for number, (other, found) in enumerate(zip(others, document["comparisons"], strict=False), 2)
        ),
        not_compared=document["not_compared"],
        names=names,
    )


def _collation(
    number: int, first: Account, second: Audit, found: Mapping[str, Any], names: Mapping[str, str]
) -> Collation:
    parted, words = found["parted_at"], Disagreements({**names, **_names(second)})
    return Collation(
        number=number,
        parted_at=parted,
        differing=tuple(_differing(words, each) for each in found["disagreements"]),
        left_out=found["left_out"],
        withheld=found["withheld"],
        chapters=collate(
            first, account(second), None if parted is None else (parted["first"], parted["second"])
        ),
    )


def _differing(words: Disagreements, found: Mapping[str, Any]) -> Differing:
    fact, first, second = found["fact"], found["first"], found["second"]
    place = second["at"] if first["at"] is None else first["at"]
    told = [words.told(fact, each["at"], each["told"]) for each in (first, second)]
    return Differing(topic=words.topic(fact, place), told=(told[0], told[1]))


def _names(audit: Audit) -> dict[str, str]:
    record = audit.record
    return {player.id: record.name_of(seat) for seat, player in enumerate(record.players)}
