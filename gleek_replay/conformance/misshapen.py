"""Records that break the format, with slips that programs make."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, Final

import orjson

from gleek_replay.conformance.hands import Case, Document, case, played
from gleek_replay.records import LARGEST_RECORD

_GONE: Final = object()


def _rules(preset: str, **options: object) -> Document:
    return {"preset": preset, "options": options}


_CHANGES: Final[tuple[tuple[str, str, str, Any], ...]] = (
    ("format-missing", "a field is missing", "/format", _GONE),
    ("format-other", "a format that there is not", "/format", "gleek-hand/2"),
    ("client-missing", "a field is missing", "/client/name", _GONE),
    ("moment-missing", "a field is missing", "/played_at", _GONE),
    ("moment-without-offset", "a moment of which nobody knows where", "/played_at", "2026-02-02T19:05:00"),
    ("moment-as-number", "a moment as a number", "/played_at", 1770059100),
    ("session-from-zero", "the hands of a session count from 1", "/session", {"id": "evening", "hand": 0}),
    ("stake-unknown", "a coin that there is not", "/stake", "pound"),
    ("rules-missing", "a field is missing", "/rules", _GONE),
    ("preset-unknown", "a preset that there is not", "/rules", "hoyle"),
    ("option-unknown", "an option that there is not", "/rules", _rules("parlett", trump="spades")),
    ("choice-unknown", "a choice that there is not", "/rules", _rules("parlett", follow="any")),
    ("choice-as-text", "a boolean as text", "/rules", _rules("parlett", challenge="true")),
    ("pot-without-antes", "options that do not go together", "/rules", _rules("parlett", unvied="carry_pot")),
    ("deck-too-large", "no layout has so many cards", "/rules", _rules("knauer-2008", deck=52)),
    ("players-too-few", "a preset for three", "/players", [{"id": "ann"}, {"id": "bess"}]),
    ("player-twice", "one player in two seats", "/players/1/id", "ann"),
    ("player-called-pot", "an id that is an account's", "/players/1/id", "pot"),
    ("player-id-with-space", "an id that cannot stand in an address", "/players/0/id", "ann hall"),
    ("name-empty", "a name without characters", "/players/0/name", ""),
    ("dealer-missing", "a field is missing", "/dealer", _GONE),
    ("dealer-unknown", "somebody who does not play", "/dealer", "zoe"),
    ("lift-of-one", "a card that there is not", "/lift", [{"ann": "1S", "bess": "KD", "cat": "9S"}]),
    ("carried-multiplier", "no power of two", "/carried/ruff_multiplier", 3),
    ("carried-negative", "a ruff pot below nothing", "/carried/ruff_pot", -2),
    ("deal-missing", "a field is missing", "/deal", _GONE),
    ("turn-up-missing", "a field is missing", "/deal/turn_up", _GONE),
    ("turn-up-in-words", "a card in another spelling", "/deal/turn_up", "Ten of Hearts"),
    ("card-lower-case", "a card in lower case", "/deal/turn_up", "th"),
    ("card-ten-as-number", "a Ten written 10", "/deal/turn_up", "10H"),
    ("stock-too-small", "a stock of the wrong size", "/deal/stock", "AS KS"),
    ("hand-not-dealt", "a hand of somebody who does not play", "/deal/hands/zoe", "AS"),
    ("actions-missing", "a field is missing", "/actions", _GONE),
    ("action-as-text", "an action that is no array", "/actions/0", "ann bid 12"),
    ("action-of-stranger", "an action of somebody who does not play", "/actions/0/0", "zoe"),
    ("verb-unknown", "a verb that there is not", "/actions/0/1", "raise"),
    ("bid-as-text", "a bid as text", "/actions/0/2", "12"),
    ("bid-with-fraction", "a number that is no JSON integer", "/actions/0/2", 12.0),
    ("argument-missing", "a bid without its amount", "/actions/0/2", _GONE),
    ("payment-to-stranger", "an account that there is not", "/payments/0/to", "bank"),
    ("payment-reason", "a reason that there is not", "/payments/0/for", "fine"),
    ("payment-negative", "an amount below nothing", "/payments/0/amount", -1),
    ("result-as-text", "a result as text", "/result/ann", "+6"),
    ("field-unknown", "a field beside those of the format", "/winner", "ann"),
    ("notes-too-long", "notes of more than 4,000 characters", "/notes", "x" * 4001),
)  # fmt: skip
"""A name, what it shows, and a value in another place."""


def misshapen() -> Iterator[Case]:
    """All of them."""
    for name, shows, place, value in _CHANGES:
        document = _whole()
        _put(document, place, value)
        yield _written(name, shows, orjson.dumps(document))
    yield _written("card-twice", "a card in two hands", orjson.dumps(_with_a_card_twice()))
    yield _written("many-faults", "many slips at once", orjson.dumps(_with_many_faults()))
    for name, (shows, spoil) in _SPOILT.items():
        yield _written(name, shows, spoil(orjson.dumps(_whole())))


def _written(name: str, shows: str, raw: bytes) -> Case:
    return Case(name=f"malformed-{name}", shows=shows, raw=raw)


def _whole() -> Document:
    """A legal hand of ann, bess and cat."""
    document = next(played("parlett"))
    ids = [player["id"] for player in document["players"]]
    text = orjson.dumps(document).decode()
    for player, name in zip(ids, ("ann", "bess", "cat"), strict=True):
        text = text.replace(json.dumps(player), json.dumps(name))
    raw = case("malformed", "", orjson.loads(text)).raw
    written: Document = orjson.loads(raw)
    return written


def _put(document: Document, place: str, value: Any) -> None:
    *steps, last = place.split("/")[1:]
    whole: Any = document
    for step in steps:
        whole = whole[int(step)] if isinstance(whole, list) else whole[step]
    key = int(last) if isinstance(whole, list) else last
    if value is _GONE:
        del whole[key]
    else:
        whole[key] = value


def _with_a_card_twice() -> Document:
    document = _whole()
    hands = document["deal"]["hands"]
    hands["bess"] = hands["ann"][:2] + hands["bess"][2:]
    return document


def _with_many_faults() -> Document:
    document = _with_a_card_twice()
    for place, value in (
        ("/played_at", "yesterday"), ("/dealer", "zoe"), ("/actions/0/2", True), ("/actions/1", []),
        ("/payments/0/amount", 1.5), ("/extra", None),
    ):  # fmt: skip
        _put(document, place, value)
    return document


_SPOILT: Final[dict[str, tuple[str, Callable[[bytes], bytes]]]] = {
    "key-twice": (
        "a key that stands twice in one object",
        lambda raw: raw.replace(b'"dealer":', b'"dealer":"ann","dealer":', 1),
    ),
    "cut-off": ("JSON that breaks off", lambda raw: raw[: len(raw) // 2]),
    "not-utf-8": ("bytes that are no UTF-8", lambda raw: raw.replace(b'"parlett"', b'"parl\xe9tt"', 1)),
    "array-within": ("an array where one hand history should be", lambda raw: b"[" + raw + b"]"),
    "not-json": ("single quotation marks", lambda raw: raw.replace(b'"', b"'")),
    "too-large": (
        f"more than {LARGEST_RECORD:,} bytes",
        lambda raw: raw[:-1] + b',"extensions":{"log":"' + b"x" * LARGEST_RECORD + b'"}}',
    ),
}
"""What a program may do to the text of a record."""
