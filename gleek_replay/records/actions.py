"""The actions and payments of a record: the long lists, read without a detour."""

from __future__ import annotations

from typing import Any, Final

from marshmallow import ValidationError

from gleek_replay.engine import Reason, Unseen, Verb
from gleek_replay.engine.cards import CARD_BY_NAME
from gleek_replay.records.faults import shown
from gleek_replay.records.values import (
    LARGEST_AMOUNT,
    Card,
    Cards,
    Identifier,
    ObjectOf,
    OneOf,
    Reader,
    Whole,
    expected,
)

UNREADABLE: Final[tuple[Any, ...]] = ()
"""Keeps the place of an entry that could not be read, so that those after it are still judged."""
LARGEST_BID: Final = 1_000_000
_RANKS: Final = ("A", "K", "Q", "J")
_DECLARED: Final = {"gleek": Verb.GLEEK, "mournival": Verb.MOURNIVAL}


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
        return Unseen(self._number.read(value))

    def json_schema(self) -> dict[str, Any]:
        return {"oneOf": [self._cards.json_schema(), self._number.json_schema()]}


_ARGUMENTS: Final[dict[str, Reader]] = {
    "bid": Whole(1, LARGEST_BID),
    "discard": Discards(),
    "gleek": Rank(),
    "mournival": Rank(),
    "play": Card(),
}
_BARE: Final = ("pass", "vie", "see", "revie", "stand", "tiddy", "towser", "tumbler")
_VERBS: Final = {verb.value: verb for verb in Verb}


class Actions:
    """What happened, in order: ``[player, verb, argument …]``, read as ``(player's id, verb, argument)``."""

    def read(self, value: Any) -> list[tuple[Any, ...]]:
        if type(value) is not list:
            raise expected("an array of actions", value)
        play, cards = Verb.PLAY, CARD_BY_NAME
        found: list[tuple[Any, ...]] = []
        faults: dict[int, Any] = {}
        for index, entry in enumerate(value):
            if type(entry) is list and len(entry) == 3 and entry[1] == "play" and type(entry[2]) is str:
                card = cards.get(entry[2])
                if card:
                    found.append((entry[0], play, card))
                    continue
            try:
                found.append(_read_action(entry))
            except ValidationError as error:
                faults[index] = error.messages
                found.append(UNREADABLE)
        if faults:
            raise ValidationError(faults, valid_data=found)
        return found

    def json_schema(self) -> dict[str, Any]:
        return {"type": "array", "items": {"oneOf": _action_schemas()}}


def _read_action(entry: Any) -> tuple[Any, Verb, Any]:
    if type(entry) is not list or len(entry) < 2:
        raise expected("an action: [player, verb, argument …]", entry)
    player, word, *arguments = entry
    if type(word) is not str or word not in _VERBS:
        raise ValidationError(f"expected a verb: one of {', '.join(_VERBS)}; found {shown(word)}")
    if word in _BARE:
        _expect_arguments(word, arguments, 0, "nothing after it")
        return player, _VERBS[word], None
    if word == "challenge":
        _expect_arguments(word, arguments, 3, "a player, gleek or mournival, and a rank")
        return player, Verb.CHALLENGE, _read_challenge(*arguments)
    _expect_arguments(word, arguments, 1, "one argument")
    return player, _VERBS[word], _ARGUMENTS[word].read(arguments[0])


def _expect_arguments(word: str, arguments: list[Any], count: int, what: str) -> None:
    if len(arguments) != count:
        raise ValidationError(f"{word} takes {what}; found {shown(arguments)}")


def _read_challenge(player: Any, kind: Any, rank: Any) -> tuple[Any, Verb, str]:
    if type(kind) is not str or kind not in _DECLARED:
        raise expected("gleek or mournival", kind)
    return player, _DECLARED[kind], Rank().read(rank)


def _action_schemas() -> list[dict[str, Any]]:
    player = Identifier().json_schema()

    def tuple_of(*items: dict[str, Any]) -> dict[str, Any]:
        return {
            "type": "array", "prefixItems": [player, *items], "items": False, "minItems": len(items) + 1,
        }  # fmt: skip

    with_argument = [tuple_of({"const": verb}, reader.json_schema()) for verb, reader in _ARGUMENTS.items()]
    challenge = tuple_of({"const": "challenge"}, player, {"enum": list(_DECLARED)}, Rank().json_schema())
    return [tuple_of({"enum": list(_BARE)}), *with_argument, challenge]


_PAYMENT: Final = ObjectOf(
    {"from": Identifier(), "to": Identifier(), "amount": Whole(0, LARGEST_AMOUNT), "for": OneOf(Reason)}, {}
)
_REASONS: Final = {reason.value: reason for reason in Reason}


class Payments:
    """What the client says was paid, read as ``(from, to, amount, reason)`` with accounts by name."""

    def read(self, value: Any) -> list[tuple[Any, ...]]:
        if type(value) is not list:
            raise expected("an array of payments", value)
        found: list[tuple[Any, ...]] = []
        faults: dict[int, Any] = {}
        for index, entry in enumerate(value):
            try:
                payment = _PAYMENT.read(entry)
                found.append((payment["from"], payment["to"], payment["amount"], payment["for"]))
            except ValidationError as error:
                faults[index] = error.messages
                found.append(UNREADABLE)
        if faults:
            raise ValidationError(faults, valid_data=found)
        return found

    def json_schema(self) -> dict[str, Any]:
        return {"type": "array", "items": _PAYMENT.json_schema()}
