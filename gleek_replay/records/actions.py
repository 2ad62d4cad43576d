"""The actions and payments of a record: the long lists."""

from __future__ import annotations

from operator import itemgetter
from typing import Any, Final, TypeAlias

from gleek_replay.engine import Reason, Unseen, Verb
from gleek_replay.records.faults import MOST_FAULTS, Fault, Misread, expected, shown, within
from gleek_replay.records.shapes import ObjectOf
from gleek_replay.records.values import (
    LARGEST_AMOUNT,
    Card,
    Cards,
    Identifier,
    OneOf,
    PlayerIdentifier,
    Reader,
    Whole,
)

LARGEST_BID: Final = 1_000_000
UNREADABLE: Final = object()
"""Stands for a player or an account that could not be read."""
WrittenAction: TypeAlias = tuple[Any, Verb | None, Any]
"""Who acts, as written, the verb and the argument; ``None`` for what could not be read."""
WrittenPayment: TypeAlias = tuple[Any, Any, Any, Any]
"""From, to, amount and reason, the accounts as written; ``None`` for what could not be read."""

_RANKS: Final = ("A", "K", "Q", "J")
_DECLARED: Final = {"gleek": Verb.GLEEK, "mournival": Verb.MOURNIVAL}
_VERBS: Final = {verb.value: verb for verb in Verb}
BARE: Final = {
    verb.value: verb
    for verb in (
        Verb.PASS, Verb.VIE, Verb.SEE, Verb.REVIE, Verb.STAND, Verb.TIDDY, Verb.TOWSER, Verb.TUMBLER,
    )
}  # fmt: skip


class Rank:
    """The rank of a gleek or mournival."""

    def read(self, value: Any) -> str:
        if value not in _RANKS:
            raise expected("one of the ranks A, K, Q, J", value)
        return str(value)

    def json_schema(self) -> dict[str, Any]:
        return {"enum": list(_RANKS)}


class Discards:
    """Discards: cards, or only their number."""

    _cards, _number = Cards(), Whole(0, 52)

    def read(self, value: Any) -> int | Unseen:
        if type(value) is str:
            return self._cards.read(value)
        if type(value) is not int:
            raise expected("cards apart by single spaces, such as AS TH, or only their number", value)
        return Unseen(self._number.read(value))

    def json_schema(self) -> dict[str, Any]:
        return {"oneOf": [self._cards.json_schema(), self._number.json_schema()]}


_RANK: Final = Rank()
_ARGUMENTS: Final[dict[str, Reader]] = {
    "bid": Whole(1, LARGEST_BID),
    "discard": Discards(),
    "gleek": _RANK,
    "mournival": _RANK,
    "play": Card(),
}


class Actions:
    """What happened, in order: ``[player, verb, argument …]``."""

    def read(self, value: Any) -> list[WrittenAction]:
        if type(value) is not list:
            raise expected("an array of actions", value)
        found: list[WrittenAction] = []
        faults: list[Fault] = []
        for index, entry in enumerate(value):
            try:
                found.append(read_action(entry))
            except Misread as misread:
                faults += within(index, misread.faults)
                found.append(misread.partial)
                if len(faults) > MOST_FAULTS:
                    break
        if faults:
            raise Misread(faults, partial=found)
        return found

    def json_schema(self) -> dict[str, Any]:
        return {"type": "array", "items": {"oneOf": _action_schemas()}}


def read_action(entry: Any) -> tuple[Any, Verb, Any]:
    """One action; :class:`Misread` says what was expected."""
    if type(entry) is not list or len(entry) < 2:
        raise expected("an action: [player, verb, argument …]", entry, (UNREADABLE, None, None))
    player, word, *arguments = entry
    unread = (player, None, None)
    if type(word) is not str or word not in _VERBS:
        raise expected(f"a verb: one of {', '.join(_VERBS)}", word, unread)
    if word in BARE:
        if arguments:
            raise expected(f"nothing after {word}", arguments, unread)
        return player, BARE[word], None
    if word == "challenge":
        return player, Verb.CHALLENGE, _read_challenge(player, arguments)
    if len(arguments) != 1:
        raise expected(f"one argument after {word}", arguments, unread)
    try:
        return player, _VERBS[word], _ARGUMENTS[word].read(arguments[0])
    except Misread as misread:
        raise Misread(misread.faults, (player, _VERBS[word], misread.partial)) from None


def _read_challenge(player: Any, arguments: list[Any]) -> tuple[Any, Verb, str]:
    if len(arguments) != 3:
        message = "a player, gleek or mournival, and a rank after challenge"
        raise expected(message, arguments, (player, None, None))
    target, kind, rank = arguments
    faults = []
    if type(kind) is not str or kind not in _DECLARED:
        faults.append(Fault("", f"expected gleek or mournival; found {shown(kind)}"))
    if rank not in _RANKS:
        faults.append(Fault("", f"expected one of the ranks A, K, Q, J; found {shown(rank)}"))
    if faults:
        raise Misread(faults, (player, Verb.CHALLENGE, (target, None, None)))
    return target, _DECLARED[kind], rank


def _action_schemas() -> list[dict[str, Any]]:
    player = PlayerIdentifier().json_schema()

    def tuple_of(*items: dict[str, Any]) -> dict[str, Any]:
        return {
            "type": "array", "prefixItems": [player, *items], "items": False, "minItems": len(items) + 1,
        }  # fmt: skip

    with_argument = [tuple_of({"const": verb}, reader.json_schema()) for verb, reader in _ARGUMENTS.items()]
    challenge = tuple_of({"const": "challenge"}, player, {"enum": list(_DECLARED)}, _RANK.json_schema())
    return [tuple_of({"enum": list(BARE)}), *with_argument, challenge]


_PAYMENT: Final = ObjectOf(
    {"from": Identifier(), "to": Identifier(), "amount": Whole(0, LARGEST_AMOUNT), "for": OneOf(Reason)}, {}
)
REASONS: Final = {reason.value: reason for reason in Reason}
payment_members: Final = itemgetter("from", "to", "amount", "for")


class Payments:
    """What the client says was paid."""

    def read(self, value: Any) -> list[WrittenPayment]:
        if type(value) is not list:
            raise expected("an array of payments", value)
        found: list[WrittenPayment] = []
        faults: list[Fault] = []
        for index, entry in enumerate(value):
            try:
                found.append(_as_it_should_be(entry) or payment_members(_PAYMENT.read(entry)))
            except Misread as misread:
                faults += within(index, misread.faults)
                read = misread.partial or {}
                payer, payee = (read.get(end, UNREADABLE) for end in ("from", "to"))
                found.append((payer, payee, read.get("amount"), read.get("for")))
                if len(faults) > MOST_FAULTS:
                    break
        if faults:
            raise Misread(faults, partial=found)
        return found

    def json_schema(self) -> dict[str, Any]:
        return {"type": "array", "items": _PAYMENT.json_schema()}


def _as_it_should_be(entry: Any) -> WrittenPayment | None:
    """A payment with nothing wrong, but perhaps whose accounts they are (judged later); else ``None``."""
    if type(entry) is not dict or len(entry) != 4:
        return None
    try:
        payer, payee, amount, reason = payment_members(entry)
        named = type(payer) is str and type(payee) is str
        if named and type(amount) is int and 0 <= amount <= LARGEST_AMOUNT:
            return payer, payee, amount, REASONS[reason]
    except (KeyError, TypeError):
        pass
    return None
