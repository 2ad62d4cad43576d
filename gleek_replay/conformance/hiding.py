"""Records of clients that did not see every card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

from gleek_replay.audit import audit_record
from gleek_replay.conformance.breaches import BREACHES
from gleek_replay.conformance.hands import (
    Case,
    Document,
    case,
    hand_of,
    hidden,
    played,
    played_out,
    players_of,
    seen_by,
    told,
    unsettled,
)
from gleek_replay.engine import Code, Replay, replay
from gleek_replay.records import read_record
from gleek_replay.simulation.chance import seeded

_TABLES: Final = (("parlett", 3), ("willughby-1665", 3), ("du-coeur-letter", 3), ("knauer-2008", 4))
_OPEN_STAGES: Final = ("ruff", "declarations", "tricks")
_CASES_A_STAGE: Final = 3


def with_cards_hidden() -> Iterator[Case]:
    """All of them."""
    for preset, players in _TABLES:
        document = next(played(preset, players=players))
        yield from _of_each_seat(f"hidden-{preset}", document)
        nobody = hidden(document, ())
        yield case(f"hidden-{preset}-all", "a record by somebody who looked on and saw no hand", nobody)
    yield from _with_a_breach()
    for stage in _OPEN_STAGES:
        yield from _left_open(stage)


def _of_each_seat(name: str, document: Document) -> Iterator[Case]:
    for seat, player in enumerate(players_of(document), 1):
        shows = f"the record by the client of seat {seat}"
        yield case(f"{name}-seat-{seat}", shows, seen_by(document, player))


def _with_a_breach() -> Iterator[Case]:
    """A card that did not follow suit from a hand that is not shown; what is played later proves it."""
    chance, found = seeded("hidden breaches"), 0
    for document in played("parlett"):
        hand = hand_of(document)
        for length in range(len(hand.actions) // 2, len(hand.actions)):
            begun = replace(hand, actions=hand.actions[:length])
            action = BREACHES[Code.REVOKE](Replay(begun), chance)
            if action is None:
                continue
            whole = played_out(replace(begun, actions=(*begun.actions, action)), chance)
            record = hidden(told(document, whole, settled=True), ())
            if any(each.code is Code.REVOKE for each in replay(hand_of(record)).violations):
                found += 1
                shows = "a revoke from a hand that is not shown, proved by what was played later"
                yield case(f"hidden-revoke-{found}", shows, record)
                break
        if found == _CASES_A_STAGE:
            return


def _left_open(stage: str) -> Iterator[Case]:
    """Hands that break off before it is known what was held."""
    chance, found = seeded(f"left open {stage}"), 0
    for preset, players in _TABLES * _CASES_A_STAGE:
        for document in islice(played(preset, players=players), 40):
            end = chance.randrange(len(document["actions"]))
            shown = chance.sample(players_of(document), chance.randint(0, 1))
            cut = {**unsettled(document), "actions": document["actions"][:end]}
            record = case(
                f"hidden-{stage}-{found + 1}",
                f"hidden cards leave it open: {stage}",
                hidden(cut, tuple(shown)),
            )
            if stage in audit_record(read_record(record.raw)).result.unverified:
                found += 1
                yield record
                break
        if found == _CASES_A_STAGE:
            return
