"""A client's audit of a hand held against the expected one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from gleek_replay.conformance.mismatches import NOTHING, Mismatch, differing, written

_ALIKE: Final = (
    "complete", "payments_agree", "unverified", "differences", "stock", "ruff", "score", "carried_out",
    "notes",
)  # fmt: skip
"""What is compared value by value where the answer has it."""
_MALFORMED: Final = "malformed"


def compare_audit(expected: Mapping[str, Any], answer: Mapping[str, Any]) -> list[Mismatch]:
    """Where an answer differs. It must have a ``verdict``, and ``net`` unless the record is malformed; more
    of an audit is compared as far as the answer has it, amounts either at the top or under ``due``.
    """
    return list(_Comparison(expected, answer).mismatches())


class _Comparison:
    """An answer beside the audit expected."""

    def __init__(self, expected: Mapping[str, Any], answer: Mapping[str, Any]) -> None:
        self._expected, self._answer = expected, answer
        due = answer.get("due")
        self._due: dict[str, Any] = {**answer, **(due if isinstance(due, Mapping) else {})}
        self._read = f"`gleek-replay audit hands/{expected['case']}.json` tells the hand in words"

    def mismatches(self) -> Iterator[Mismatch]:
        right, said = self._expected["verdict"], self._answer.get("verdict", NOTHING)
        if said != right:
            yield self._mismatch("/verdict", right, said, self._why_verdict())
        elif right == _MALFORMED:
            yield from self._faults()
        if right == _MALFORMED or said == _MALFORMED:
            return
        yield from self._net()
        yield from self._reasons()
        yield from self._violations()
        for name in _ALIKE:
            if name in self._answer:
                for place, one, other in differing(self._expected[name], self._answer[name], name):
                    yield self._mismatch(place, one, other, self._read)

    def _mismatch(self, place: str, right: object, said: object, remedy: str) -> Mismatch:
        return Mismatch(
            case=self._expected["case"],
            place=place,
            expected=written(right),
            found=written(said),
            remedy=remedy,
        )

    def _why_verdict(self) -> str:
        expected = self._expected
        if expected["verdict"] == _MALFORMED:
            return _fault_text(expected["faults"][0])
        for violation in expected["violations"]:
            return _violation_text(violation)
        for difference in expected["differences"]:
            return "recorded for {for} of {player}: {recorded:+}, due: {due:+}".format(**difference)
        return (
            "every rule was kept"
            if expected["complete"]
            else "every rule was kept, and the record ends early"
        )

    def _faults(self) -> Iterator[Mismatch]:
        if "faults" not in self._answer:
            return
        told = self._answer["faults"] if isinstance(self._answer["faults"], list) else []
        said = {each.get("pointer") if isinstance(each, Mapping) else each for each in told}
        right = {fault["pointer"]: fault for fault in self._expected["faults"]}
        for place, fault in right.items():
            if place not in said:
                yield self._mismatch("/faults", place, NOTHING, _fault_text(fault))
        for place in said - right.keys():
            yield self._mismatch("/faults", NOTHING, place, "there is nothing wrong at this place")

    def _net(self) -> Iterator[Mismatch]:
        due = self._expected["due"]
        yield from self._amounts("/net", due["net"], self._due.get("net"), self._why_net)

    def _reasons(self) -> Iterator[Mismatch]:
        right = self._expected["due"]["by_reason"]
        if "payments" in self._due:
            said: Any = _summed(self._due["payments"], right)
            place = "/payments"
        elif "by_reason" in self._due:
            said, place = self._due["by_reason"], "/by_reason"
        else:
            return
        if not isinstance(said, Mapping):
            given = self._due.get(place.removeprefix("/"), NOTHING)
            yield self._mismatch(place, "payments: from, to, amount and for", given, self._read)
            return
        for reason in [*right, *(name for name in said if name not in right)]:
            why = partial(self._why, reason)
            yield from self._amounts(f"{place}/{reason}", right.get(reason, {}), said.get(reason, {}), why)

    def _amounts(
        self, place: str, right: Mapping[str, int], said: object, why: Callable[[str], str]
    ) -> Iterator[Mismatch]:
        """Amounts by account; an account that is left out has nothing."""
        if not isinstance(said, Mapping):
            yield self._mismatch(place, "an object: counters by account", said or NOTHING, self._read)
            return
        for account in [*right, *(name for name in said if name not in right)]:
            one, other = right.get(account, 0), said.get(account, 0)
            if type(other) is not int or one != other:
                yield self._mismatch(f"{place}/{account}", one, other, why(account))

    def _why_net(self, account: str) -> str:
        reasons = self._expected["due"]["by_reason"]
        parts = [f"{name} {net[account]:+}" for name, net in reasons.items() if net.get(account)]
        return f"due in all: {', '.join(parts) or 'nothing'}; {self._read}"

    def _why(self, reason: str, _account: str) -> str:
        """The payments due for a reason, each with its rule."""
        due = [
            "{from} pays {amount} to {to}".format(**each) + f" by {_authority_text(each)}"
            for each in self._expected["due"]["payments"]
            if each["for"] == reason
        ]
        return "; ".join(due) or f"nothing is due for {reason}"

    def _violations(self) -> Iterator[Mismatch]:
        if "violations" not in self._answer:
            return
        told = self._answer["violations"] if isinstance(self._answer["violations"], list) else []
        said = [_named(each) for each in told]
        for index, violation in enumerate(self._expected["violations"]):
            right = _named(violation)
            found = said[index] if index < len(said) else NOTHING
            if found != right:
                yield self._mismatch(f"/violations/{index}", right, found, _violation_text(violation))
        for index in range(len(self._expected["violations"]), len(said)):
            yield self._mismatch(
                f"/violations/{index}", NOTHING, said[index], "this is no breach of the rules"
            )


def _named(violation: object) -> dict[str, Any]:
    found = violation if isinstance(violation, Mapping) else {"code": violation}
    return {name: found.get(name) for name in ("code", "action", "player")}


def _summed(payments: object, right: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]] | None:
    """What payments come to for each account, by reason; ``None`` of what are no payments."""
    if not isinstance(payments, list):
        return None
    sums: dict[str, dict[str, int]] = {reason: dict.fromkeys(net, 0) for reason, net in right.items()}
    try:
        for payment in payments:
            of_reason = sums.setdefault(payment["for"], {})
            for account, amount in (
                (payment["from"], -payment["amount"]),
                (payment["to"], payment["amount"]),
            ):
                of_reason[account] = of_reason.get(account, 0) + amount
    except (TypeError, KeyError):
        return None
    return sums


def _fault_text(fault: Mapping[str, str]) -> str:
    return f"{fault['pointer'] or 'the record'}: {fault['message']}"


def _violation_text(violation: Mapping[str, Any]) -> str:
    return f"{violation['message']} ({_authority_text(violation)})"


def _authority_text(value: Mapping[str, Any]) -> str:
    authority = value["authority"]
    return f"{authority['rule']}: {authority['document']}, {authority['passage']}"
