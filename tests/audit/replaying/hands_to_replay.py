"""Hands of every kind, and everybody who may look at them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from gleek_replay.audit import Audit, Sight, audit_record
from gleek_replay.audit.replaying import Replaying
from gleek_replay.audit.sight import of_everything, of_record, of_seat, of_the_table
from gleek_replay.engine import LAYOUTS, PRESETS, resolve
from gleek_replay.simulation import simulate
from tests.histories import audited, document_of
from tests.random_hands import played_wildly, random_hand, with_cards_hidden
from tests.random_rules import random_rules

Document = dict[str, Any]


class Case(NamedTuple):
    """A hand: its record, the same audited by one who sees all that it shows, and whether it shows all."""

    record: Document
    audit: Audit
    whole: bool


def every_layout() -> Iterator[tuple[str, int, int]]:
    """Each preset with each number of players and pack that it may be played by."""
    for preset, rules in PRESETS.items():
        for players, deck in LAYOUTS:
            if players in rules.players:
                yield preset, players, deck


def simulated(preset: str, players: int, deck: int) -> Iterator[Case]:
    """Two hands played out by these rules, and one of them broken off."""
    usual = resolve(PRESETS, preset, {}, players).deck == deck
    options = {} if usual else {"deck": deck}
    chance = Random(f"{preset} {players} {deck}")
    played = simulate(
        preset, hands=2, seed=chance.getrandbits(32), players=players, options=options, rare=True
    )
    for record in played:
        yield Case(record, audited(record), whole=True)
    cut = chance.randrange(len(record["actions"]))
    broken_off = {**record, "actions": record["actions"][:cut], "payments": [], "result": {}}
    yield Case(broken_off, audited(broken_off), whole=True)


def wild(seed: int, hands: int) -> Iterator[Case]:
    """Hands by rules drawn at random that break rules, break off, have to stop, and hide cards."""
    chance = Random(seed)
    for number in range(hands):
        wildness = (0, 0.02, 0.1)[number % 3]
        hand = played_wildly(chance, random_hand(chance, random_rules(chance)), wildness)
        hides = number % 4 == 3
        record = document_of(with_cards_hidden(chance, hand) if hides else hand)
        shows_discards = all(
            action[1] != "discard" or isinstance(action[2], str) for action in record["actions"]
        )
        yield Case(record, audited(record), whole=not hides and shows_discards)


class Reader(NamedTuple):
    """Somebody who may look at a hand: what he sees of it, and the seats whose cards he knows."""

    sight: Sight
    seats: tuple[int, ...]


def readers(case: Case) -> Iterator[Reader]:
    """One who stood by, each of the players, and one who sees all that the record shows."""
    table = of_the_table(case.audit)
    every = range(len(case.audit.record.players))
    yield Reader(table, ())
    for seat in every:
        yield Reader(table | of_seat(case.audit, seat), (seat,))
    yield Reader(of_everything(len(every)), tuple(every))


def partial_reader(case: Case, chance: Random) -> tuple[Sight, Audit]:
    """One who sent a record of the hand that shows less: what he sees, and the audit of his record."""
    hand = with_cards_hidden(chance, case.audit.record.hand)
    own = audit_record(replace(case.audit.record, hand=hand))
    return of_the_table(case.audit) | of_record(own, case.audit), own


def replayed(case: Case, sight: Sight, **how: Any) -> Document:
    """The document that a reader has."""
    return Replaying(**{"own": case.audit, "reading": case.audit, "sight": sight, **how}).document
