"""Telling a hand to a reader."""

from __future__ import annotations

from dataclasses import dataclass

from gleek_replay.audit.account import Section, SectionKind, account
from gleek_replay.services.replays import Replay


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldHand:
    """What is to be said of a hand beside what was done in it: ``opening`` is what it comes to, ``errata``
    what is wrong with it, and ``remarks`` what else a reader should know, as rights that nobody used.
    """

    opening: Section
    errata: tuple[Section, ...]
    remarks: tuple[Section, ...]


def tell_hand(replay: Replay) -> ToldHand:
    """What the account of a hand says of it, as it is looked at."""
    opening, *sections = account(replay.audit).sections
    return ToldHand(
        opening=opening,
        errata=tuple(section for section in sections if section.kind is SectionKind.FAULTS),
        remarks=tuple(section for section in sections if section.kind is SectionKind.REMARKS),
    )
