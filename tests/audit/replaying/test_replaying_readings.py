"""Replays of hands that are read by other rules than their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest

from gleek_replay.audit import Audit, RuleError, read_under, rules_over
from gleek_replay.audit.replaying import Replaying
from gleek_replay.audit.sight import of_everything
from gleek_replay.engine import PRESETS, parse_cards
from tests.audit.replaying.folding import Document, folded
from tests.audit.replaying.hands_to_replay import Case, simulated, wild
from tests.hands import Table
from tests.histories import audited, history

LOTS, HANDS = 4, 16
SIMULATED = [("parlett", 3, 44), ("knauer-2008", 3, 44), ("du-coeur-1996", 3, 44)]


@pytest.fixture(scope="module", params=[*SIMULATED, *range(LOTS)], ids=str)
def lot(request: pytest.FixtureRequest) -> list[Case]:
    """Some hands of one kind."""
    kind = request.param
    return list(wild(kind, HANDS) if isinstance(kind, int) else simulated(*kind))


def read_otherwise(cases: Iterable[Case]) -> Iterator[tuple[Audit, Audit, Document]]:
    """Each hand by some presets: its own audit, that by the preset, and the replay."""
    for number, case in enumerate(cases):
        for preset in list(PRESETS)[number % 2 :: 2]:
            try:
                reading = read_under(case.audit.record, rules_over(case.audit.record, preset=preset))
            except RuleError:
                continue
            yield case.audit, reading, replay_of(case.audit, reading)


def replay_of(own: Audit, reading: Audit) -> Document:
    sight = of_everything(len(own.record.players))
    return Replaying(own=own, reading=reading, sight=sight).document


def found_in(audit: Audit, *, last: int) -> dict[int, Counter[Any]]:
    """What an audit finds, by the step at which it is told: nothing later than the last one."""
    found: dict[int, Counter[Any]] = {}
    for payment in audit.document["due"]["payments"]:
        step = last if payment["for"] == "score" else step_of(payment)
        marks = tuple(payment[mark] for mark in ("from", "to", "amount", "for"))
        found.setdefault(min(step, last), Counter())[marks] += 1
    for violation in audit.document["violations"]:
        marks = violation["code"], violation["player"]
        found.setdefault(min(step_of(violation), last), Counter())[marks] += 1
    return found


def step_of(found: Mapping[str, Any]) -> int:
    return 0 if found["action"] is None else found["action"] + 1


def test_a_reading_pays_what_is_due_by_its_rules(lot: list[Case]) -> None:
    for _, reading, document in read_otherwise(lot):
        *_, last = folded(document)
        carried = {"pot": reading.record.hand.carried.pot, "ruff_pot": reading.record.hand.carried.ruff_pot}
        due = reading.document["due"]["net"]
        assert last.balances == {account: net + carried.get(account, 0) for account, net in due.items()}
        assert document["verdict"] == reading.document["verdict"]
        assert document["rules"] == reading.document["rules"]


def test_a_step_is_marked_where_the_hands_own_rules_find_something_else(lot: list[Case]) -> None:
    for own, reading, document in read_otherwise(lot):
        last = len(document["steps"]) - 1
        here, there = found_in(reading, last=last), found_in(own, last=last)
        differs = [
            step for step in range(last + 1) if here.get(step, Counter()) != there.get(step, Counter())
        ]
        if document["reading"] is None:
            assert own.document["rules"] == reading.document["rules"]
            assert not differs
            continue
        assert document["reading"]["changed"] == differs
        assert document["reading"]["of"] == own.document["rules"]
        assert document["reading"]["verdict_of"] == own.document["verdict"]
        for step in document["steps"]:
            assert (step["changed"] is not None) == (step["number"] in differs)
            if step["changed"]:
                told = [
                    tuple(paid[mark] for mark in ("from", "to", "amount", "for"))
                    for paid in step["changed"]["payments"]
                ]
                told += [(broken["code"], broken["player"]) for broken in step["changed"]["violations"]]
                assert Counter(told) == there.get(step["number"], Counter())


def test_by_its_own_rules_a_hand_is_not_read_otherwise() -> None:
    audit = audited(history(Table().unvied("b").played_out()))
    same = read_under(audit.record, rules_over(audit.record, preset="parlett"))
    assert replay_of(audit, same)["reading"] is None
    assert replay_of(audit, same) == replay_of(audit, audit)


def test_where_a_reading_stops_earlier_its_last_step_has_all_that_the_own_rules_find_from_there() -> None:
    stock = "AD KD QD JD TD 9D 8D"
    options = {"exchange": "draw_then_discard"}
    table = Table(options=options, stock=stock).sold("b").act(f"b discard {stock}")
    own = audited(history(table.act("b pass, c pass, a pass").played_out()))
    assert parse_cards(stock)
    reading = read_under(own.record, rules_over(own.record, options={"exchange": "discard_then_draw"}))
    document = replay_of(own, reading)
    stop = document["steps"][-1]
    assert [violation["code"] for violation in stop["violations"]] == ["card_not_held"]
    assert document["reading"]["changed"] == [stop["number"]]
    assert document["reading"]["verdict_of"] == "clean"
    assert {payment["for"] for payment in stop["changed"]["payments"]} >= {"score"}
    assert stop["changed"]["violations"] == []
    assert len(document["not_followed"]) == len(own.record.hand.actions) - stop["number"]


def test_where_a_reading_goes_further_the_own_rules_find_nothing_beyond() -> None:
    stock = "AD KD QD JD TD 9D 8D"
    table = Table(options={"exchange": "draw_then_discard"}, stock=stock).sold("b").act(f"b discard {stock}")
    record = history(table.act("b pass, c pass, a pass").played_out(), rules="parlett")
    own = audited(record)
    assert own.document["verdict"] == "unplayable"
    document = replay_of(
        own, read_under(own.record, rules_over(own.record, options={"exchange": "draw_then_discard"}))
    )
    assert document["complete"]
    stopped = own.document["violations"][0]["action"] + 1
    assert document["reading"]["changed"] == [stopped, document["steps"][-1]["number"]]
    broken = document["steps"][stopped]["changed"]
    assert [violation["code"] for violation in broken["violations"]] == ["card_not_held"]
    assert document["steps"][-1]["changed"] == {"payments": [], "violations": []}
