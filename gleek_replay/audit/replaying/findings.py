"""What an audit finds at each step of a replay, and where another reading finds something else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

from gleek_replay.audit.audit import Audit
from gleek_replay.engine import Reason

Found: TypeAlias = dict[str, list[dict[str, Any]]]
"""The ``payments`` and the ``violations`` of a step, as a replay tells them."""

_PAID: Final = ("from", "to", "amount", "for")
_BROKEN: Final = ("code", "player")


class Findings:
    """The findings of one audit by the step at which they arise: 0 for the deal, else the number of the
    action, counted from 1; the payments for the score at the step ``score``.
    """

    def __init__(self, audit: Audit, score: int) -> None:
        document = audit.document
        self._found: dict[int, Found] = {}
        for payment in document["due"]["payments"]:
            step = score if payment["for"] == Reason.SCORE else _step(payment)
            self._at(step)["payments"].append(_without_action(payment))
        for violation in document["violations"]:
            self._at(_step(violation))["violations"].append(_without_action(violation))

    def at(self, step: int) -> Found:
        """What is found at a step."""
        return self._found.get(step) or _nothing()

    def from_on(self, step: int) -> Found:
        """What is found at a step and all that come after it."""
        later = [self._found[each] for each in sorted(self._found) if each >= step]
        return {
            "payments": [payment for found in later for payment in found["payments"]],
            "violations": [violation for found in later for violation in found["violations"]],
        }

    def _at(self, step: int) -> Found:
        return self._found.setdefault(step, _nothing())


def differ(one: Found, other: Found) -> bool:
    """Whether other payments fall due or other rules are broken. By which rule does not count."""
    return any(
        _counted(one[kind], marks) != _counted(other[kind], marks)
        for kind, marks in (("payments", _PAID), ("violations", _BROKEN))
    )


def _counted(found: Iterable[Mapping[str, Any]], marks: tuple[str, ...]) -> Counter[tuple[Any, ...]]:
    return Counter(tuple(each[mark] for mark in marks) for each in found)


def _nothing() -> Found:
    return {"payments": [], "violations": []}


def _step(found: Mapping[str, Any]) -> int:
    action = found["action"]
    return 0 if action is None else action + 1


def _without_action(found: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in found.items() if key != "action"}
