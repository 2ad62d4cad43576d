"""Legal hands, rightly settled: every preset and layout, and every choice of every option where it tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from gleek_replay.conformance.hands import Case, Document, case, hand_of, played, unsettled
from gleek_replay.engine import LAYOUTS, OPTIONS, PRESETS, Hand, RuleError, RuleSet, choices, replay

_HANDS_A_PRESET: Final = 4
_HANDS_A_LAYOUT: Final = 2
_LOOKED_THROUGH: Final = 24
"""How many hands by a preset are looked through for one in which a choice tells."""
_STAKES: Final = (1, 3, 1000)
"""The numbers that stand for those that an option with a range may have."""


def lawful() -> Iterator[Case]:
    """All of them."""
    yield from _of_presets()
    yield from _of_layouts()
    for option in OPTIONS:
        if option != "deck":
            yield from _of_option(option)
    yield from _told_otherwise()


def _of_presets() -> Iterator[Case]:
    for preset in PRESETS:
        for number, document in enumerate(islice(played(preset), _HANDS_A_PRESET), 1):
            yield case(f"preset-{preset}-{number}", f"a hand by the rules of {preset}", document)


def _of_layouts() -> Iterator[Case]:
    (preset,) = (name for name, rules in PRESETS.items() if len(rules.players) > 1)
    for players, deck in LAYOUTS:
        hands = played(preset, options={"deck": deck}, players=players)
        for number, document in enumerate(islice(hands, _HANDS_A_LAYOUT), 1):
            shows = f"{players} players with a pack of {deck}"
            yield case(f"layout-{players}-{deck}-{number}", shows, document)


def _of_option(option: str) -> Iterator[Case]:
    allowed = choices(option)
    every: Sequence[Any] = _STAKES if isinstance(allowed, range) else allowed
    for choice in every:
        others = [other for other in every if other != choice]
        document = _telling(option, choice, others)
        word = str(choice).lower()
        yield case(f"choice-{option}-{word}", f"a hand in which it tells that {option} is {word}", document)


def _telling(option: str, choice: Any, others: Sequence[Any]) -> Document:
    """A hand that comes out otherwise by as many of the other choices as may be."""
    most, found, enough = -1, None, max(len(others), 1)
    for document in _candidates(option, choice):
        hand = hand_of(document)
        telling = sum(_differs(hand, option, other) for other in others)
        if not others:
            telling = any(payment.rule == option for payment in replay(hand).payments)
        if telling > most:
            most, found = telling, document
        if most == enough:
            break
    assert found is not None, "some preset may be played so"
    return found


def _candidates(option: str, choice: Any) -> Iterator[Document]:
    """Hands by each preset that may be played so, beginning with another one for each option."""
    presets, begin = list(PRESETS), OPTIONS.index(option) % len(PRESETS)
    for preset in presets[begin:] + presets[:begin]:
        with suppress(RuleError):  # a ruff pot without antes
            yield from islice(played(preset, options={option: choice}), _LOOKED_THROUGH)


def _differs(hand: Hand, option: str, other: Any) -> bool:
    rules: RuleSet = replace(hand.rules, **{option: other})
    here, there = replay(hand), replay(replace(hand, rules=rules))
    return any(
        getattr(here, name) != getattr(there, name)
        for name in ("net", "violations", "rights", "carried_out", "score")
    )


def _told_otherwise() -> Iterator[Case]:
    """The same hand with what was paid told in other ways, all of them right."""
    document = next(played("parlett"))
    payments = document["payments"]
    first, *rest = payments
    parts = [{**first, "amount": 1}, {**first, "amount": first["amount"] - 1}]
    ways = {
        "settled-in-parts": ("payments in another order, one in two parts", [*reversed(rest), *parts]),
        "settled-by-payments": ("payments without a result", payments),
    }
    for name, (shows, told) in ways.items():
        yield case(name, shows, {**unsettled(document), "payments": told})
    result = {**unsettled(document), "result": document["result"]}
    yield case("settled-by-result", "a result without payments", result)
    yield case("not-settled", "nothing said of what was paid", unsettled(document))
    bare = {**document, "rules": {"preset": "parlett", "options": {}}}
    yield case("rules-as-object", "a preset written as an object that changes nothing", bare)
