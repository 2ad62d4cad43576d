"""A stored hand under other rules than its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy.orm import Session

from gleek_replay.audit import (
    Audit,
    Reading,
    RuleError,
    Sight,
    read_choice,
    read_under,
    reading_document,
    readings,
    rules_document,
    rules_over,
    seen,
)
from gleek_replay.audit.readings import departure_of
from gleek_replay.records import Fault
from gleek_replay.records.faults import pointer
from gleek_replay.services.access import Caller
from gleek_replay.services.hands import get_audit, replay_whole
from gleek_replay.services.refusals import Unfit

__all__ = ["HandReadings", "WrittenOption", "get_reading", "get_readings", "read_by", "read_choice"]

WrittenOption = tuple[str, object]
"""The name of an option and the choice for it, as a hand history writes them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandReadings:
    """A hand by its own rules and by every preset, without the cards that the caller may not see."""

    own: Audit
    readings: tuple[Reading, ...]

    @property
    def names(self) -> dict[str, str]:
        """What to call each player."""
        record = self.own.record
        return {player.id: record.name_of(seat) for seat, player in enumerate(record.players)}

    @property
    def document(self) -> dict[str, Any]:
        """The readings as other programs read them."""
        record, result = self.own.record, self.own.result
        return {
            "hand_id": record.hand_id,
            "rules": rules_document(record.hand.rules, record.preset),
            "stake": record.stake.value,
            "verdict": self.own.verdict.value,
            "payments_agree": self.own.payments_agree,
            "net": dict(zip(record.accounts, result.net, strict=True)),
            "readings": [reading_document(record, reading) for reading in self.readings],
        }


def get_reading(
    session: Session,
    caller: Caller,
    hand_id: str,
    preset: str | None = None,
    options: Sequence[WrittenOption] = (),
) -> dict[str, Any]:
    """The audit of a hand as if it had been played by a preset, or by the rules that it states, with some
    options overridden; its own if nothing is. The caller sees what was open at the table by its own rules.

    Raises :class:`NotFound`, and :class:`Unfit` for rules that are none or do not fit the hand.
    """
    if preset is None and not options:
        return get_audit(session, caller, hand_id)
    audit, sight = replay_whole(session, caller, hand_id)
    return seen(read_by(audit, preset, options), sight).document


def read_by(own: Audit, preset: str | None, options: Sequence[WrittenOption]) -> Audit:
    """The audit of a hand by a preset, or by the rules that it states, with some options overridden. It is
    whole: who may see what of it goes by ``own``, its audit by its own rules.

    Raises :class:`Unfit` for rules that are none or do not fit the hand.
    """
    if repeated := _repeated(options):
        raise Unfit(
            [Fault(pointer("query", "option", place), "this option is given twice") for place in repeated]
        )
    try:
        rules = rules_over(own.record, preset=preset, options=dict(options))
        return read_under(own.record, rules)
    except RuleError as error:
        raise Unfit(list(_faults(error, preset, options))) from None


def get_readings(session: Session, caller: Caller, hand_id: str) -> HandReadings:
    """A hand under every preset at once; raises :class:`NotFound`."""
    audit, sight = replay_whole(session, caller, hand_id)
    own = seen(audit, sight)
    found = (_seen_reading(own, reading, sight) for reading in readings(audit.record))
    return HandReadings(own=own, readings=tuple(found))


def _seen_reading(own: Audit, reading: Reading, sight: Sight) -> Reading:
    """A reading without the cards that are hidden; ``own`` is without them already."""
    if reading.audit is None:
        return reading
    audit = seen(reading.audit, sight)
    return replace(reading, audit=audit, departure=departure_of(own.result, audit.result))


def _repeated(options: Iterable[WrittenOption]) -> list[int]:
    """The places of options that stand before."""
    names = [name for name, _ in options]
    return [place for place, name in enumerate(names) if name in names[:place]]


def _faults(error: RuleError, preset: str | None, options: Sequence[WrittenOption]) -> Iterator[Fault]:
    """What is wrong with the rules asked for, each at its place in the address."""
    names = [name for name, _ in options]
    for place, message in error.faults:
        if place in names:
            yield Fault(pointer("query", "option", names.index(place)), message)
        else:
            yield Fault(pointer("query", "option" if preset is None else "rules"), f"{place}: {message}")
