"""A client's answers to the kit: audits of its hands, and records of its scripts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import orjson

from gleek_replay.conformance.audits import compare_audit
from gleek_replay.conformance.kit import Kit
from gleek_replay.conformance.mismatches import Mismatch
from gleek_replay.conformance.retelling import compare_record, is_settled
from gleek_replay.records import Fault

_OF_A_RECORD: Final = ("format", "actions", "deal")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The bytes of one answer, and ``place``, where they stood; ``fault`` says why they cannot be read."""

    place: str
    raw: bytes
    fault: Fault | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What came of the answers: how many audits and records were asked for, and where they do not conform
    (``failed_audits`` and ``failed_records`` have the names of those).

    ``unread`` has the places of what is no answer at all, each with the reason; ``malformed`` the scripts of
    which the record breaks the format; ``unsettled`` those of which it says nothing of what was paid.
    """

    audits: int
    records: int
    mismatches: tuple[Mismatch, ...]
    failed_audits: frozenset[str]
    failed_records: frozenset[str]
    unread: tuple[tuple[str, str], ...]
    malformed: tuple[str, ...]
    unsettled: tuple[str, ...]


def check(kit: Kit, answers: Iterable[Answer]) -> Checked:
    """Hold answers against the kit. They may be of hands or of scripts alone, but of either all are asked."""
    book = _Book(kit)
    for answer in answers:
        book.enter(answer)
    return book.checked()


class _Book:
    """The answers as they come in."""

    def __init__(self, kit: Kit) -> None:
        self._expected = {audit["case"]: audit for audit in kit.audits}
        self._scripts = {script.name: script for script in kit.scripts}
        self._audits: dict[str, list[Mismatch]] = {}
        self._records: dict[str, list[Mismatch]] = {}
        self._unread: list[tuple[str, str]] = []
        self._malformed: list[str] = []
        self._unsettled: list[str] = []

    def enter(self, answer: Answer) -> None:
        """Take one answer in."""
        found = _object(answer)
        if found is None:
            reason = answer.fault.message if answer.fault else "expected a JSON object"
            self._unread.append((answer.place, reason))
        elif any(name in found for name in _OF_A_RECORD):
            self._enter_record(answer, found)
        else:
            self._enter_audit(answer, found)

    def _enter_record(self, answer: Answer, found: Mapping[str, Any]) -> None:
        name = found.get("hand_id")
        script = self._scripts.get(name) if isinstance(name, str) else None
        if script is None or script.name in self._records:
            self._unread.append((answer.place, _unasked("script", "hand_id", name, script is not None)))
            return
        self._records[script.name], record = compare_record(script, answer.raw)
        if record is None:
            self._malformed.append(script.name)
        elif not is_settled(record):
            self._unsettled.append(script.name)

    def _enter_audit(self, answer: Answer, found: Mapping[str, Any]) -> None:
        name = found.get("case", found.get("hand_id"))
        expected = self._expected.get(name) if isinstance(name, str) else None
        if expected is None or expected["case"] in self._audits:
            self._unread.append((answer.place, _unasked("hand", "case", name, expected is not None)))
            return
        self._audits[expected["case"]] = compare_audit(expected, found)

    def checked(self) -> Checked:
        """What came of all of them."""
        audits = _all_of(self._expected, self._audits)
        records = _all_of(self._scripts, self._records)
        return Checked(
            audits=len(self._expected) if self._audits else 0,
            records=len(self._scripts) if self._records else 0,
            mismatches=(*audits, *records),
            failed_audits=frozenset(mismatch.case for mismatch in audits),
            failed_records=frozenset(mismatch.case for mismatch in records),
            unread=tuple(self._unread),
            malformed=tuple(self._malformed),
            unsettled=tuple(self._unsettled),
        )


def _all_of(asked: Iterable[str], answered: Mapping[str, list[Mismatch]]) -> list[Mismatch]:
    """The mismatches of everything that was asked; none where nothing was answered."""
    names = asked if answered else ()
    return [mismatch for name in names for mismatch in answered.get(name, [_missing(name)])]


def _object(answer: Answer) -> dict[str, Any] | None:
    if answer.fault is not None:
        return None
    try:
        found = orjson.loads(answer.raw)
    except orjson.JSONDecodeError:
        return None
    return found if isinstance(found, dict) else None


def _unasked(kind: str, field: str, name: object, known: bool) -> str:
    if known:
        return f"there are two answers to the {kind} {name}"
    return f"expected the name of a {kind} of the kit as its {field}; found {orjson.dumps(name).decode()}"


def _missing(name: str) -> Mismatch:
    return Mismatch(
        case=name, place="", expected="an answer", found="none",
        remedy="answer for every hand, or for every script; one that your program refuses has a verdict too",
    )  # fmt: skip
