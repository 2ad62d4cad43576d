"""A hand under other rules, and under every preset at once."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gleek_replay.audit import audit_record
from gleek_replay.audit.readings import reading_document, readings
from gleek_replay.audit.rereading import read_under, rules_over
from gleek_replay.engine import PRESETS, Result, RuleError, replay, resolve
from gleek_replay.records import HandRecord
from gleek_replay.simulation import simulate
from tests.histories import audited, hide, read
from tests.records.tellings import played_hand
from tests.records.written import changed, example

SEEDS = given(seed=st.integers(0, 2**32 - 1))


def found(result: Result) -> tuple[Counter[object], Counter[object]]:
    """What is legal and what is due, whatever makes it so."""
    breaches = Counter((each.code, each.seat, each.action) for each in result.violations)
    return Counter(breaches), Counter((*each[:4], each.action) for each in result.payments)


def begun(record: HandRecord, actions: int, preset: str) -> Result:
    """The first actions of a hand under a preset."""
    rules = rules_over(record, preset=preset)
    return replay(replace(record.hand, actions=record.hand.actions[:actions], rules=rules))


@SEEDS
def test_a_reading_is_the_audit_of_the_record_as_if_it_stated_the_preset(seed: int) -> None:
    document = played_hand(Random(seed))
    record = read(document)
    deck = record.hand.rules.deck
    for reading in readings(record):
        if record.hand.players not in PRESETS[reading.preset].players:
            assert reading.audit is None
            assert [place for place, _ in reading.misfits] == ["players"]
            continue
        rules = {"preset": reading.preset, "options": {"deck": deck}}
        assert reading.audit is not None
        assert reading.audit.document == audited({**document, "rules": rules}).document
        assert reading.misfits == ()


@SEEDS
def test_two_readings_agree_on_everything_before_they_depart_and_not_there(seed: int) -> None:
    record = read(played_hand(Random(seed)))
    own = audit_record(record)
    for reading in readings(record):
        if reading.audit is None:
            continue
        departure = reading.departure
        if departure is None:
            assert found(reading.audit.result) == found(own.result)
            continue
        until = 0 if departure.action is None else departure.action
        before = [
            found(replay(replace(record.hand, actions=record.hand.actions[:until]))),
            found(begun(record, until, reading.preset)),
        ]
        assert (before[0] == before[1]) is (departure.action is not None)
        with_it = [
            found(replay(replace(record.hand, actions=record.hand.actions[: until + 1]))),
            found(begun(record, until + 1, reading.preset)),
        ]
        assert with_it[0] != with_it[1]
        points = [departure.own, departure.other]
        assert any(point.violations or point.payments for point in points)
        for point in points:
            places = {each.action for each in point.violations} | {each.action for each in point.payments}
            assert places <= {departure.action}


@SEEDS
def test_what_a_reading_gains_is_the_difference_of_the_nets_in_counters_and_in_farthings(seed: int) -> None:
    record = read(played_hand(Random(seed)))
    own = audit_record(record).result.net
    for reading in readings(record):
        if reading.audit is None:
            assert (reading.gains, reading.money) == (None, None)
            continue
        assert reading.gains is not None
        assert tuple(map(sum, zip(own, reading.gains, strict=True))) == reading.audit.result.net
        assert reading.money == tuple(gain * record.stake.farthings for gain in reading.gains)
        if reading.is_own:
            assert reading.departure is None
            assert not any(reading.gains)


@SEEDS
def test_what_hidden_cards_decide_by_one_of_two_readings_is_no_difference_between_them(seed: int) -> None:
    whole = played_hand(Random(seed))
    half = whole | {"actions": whole["actions"][: len(whole["actions"]) // 2]}
    record = read(hide(half, [whole["players"][0]["id"]], stock=False, discards=False))
    own = audit_record(record)
    for reading in readings(record):
        if reading.audit is None or reading.gains is None:
            continue
        undecided = own.result.undecided | reading.audit.result.undecided
        assert set(reading.open) == undecided
        known = {*own.due, *reading.audit.due} - undecided
        nothing = [0] * len(record.accounts)
        assert list(reading.gains) == [
            sum(reading.audit.due.get(why, nothing)[n] - own.due.get(why, nothing)[n] for why in known)
            for n in range(len(record.accounts))
        ]


def test_rules_that_leave_less_open_of_a_hand_that_one_seat_saw_are_not_said_to_pay_more() -> None:
    differing = 0
    for hand in simulate("cotgrave-1662", hands=16, seed=3, rare=True):
        record = read(hide(hand, [hand["players"][0]["id"]], stock=False, discards=False))
        own = audit_record(record).result
        for reading in readings(record):
            if reading.audit and reading.audit.result.undecided != own.undecided:
                document = reading_document(record, reading)
                assert document["open"]
                nets = zip(record.accounts, own.net, reading.audit.result.net, strict=True)
                differing += document["gains"] != {account: there - here for account, here, there in nets}
    assert differing


def test_every_preset_is_read_and_the_hands_own_is_marked() -> None:
    told = readings(read(example()))
    assert [reading.preset for reading in told] == list(PRESETS)
    assert [reading.preset for reading in told if reading.is_own] == ["parlett"]


def test_a_preset_with_an_option_changed_is_no_presets_own() -> None:
    rules = {"preset": "parlett", "options": {"odd_penny": "eldest"}}
    told = readings(read(changed({"/rules": rules})))
    assert not any(reading.is_own for reading in told)


def test_the_departure_says_what_either_finds() -> None:
    record = read(example())
    willughby = next(reading for reading in readings(record) if reading.preset == "willughby-1665")
    departure = reading_document(record, willughby)["departure"]
    assert departure["action"] == 3
    assert sorted((each["to"], each["amount"]) for each in departure["own"]["payments"]) == [
        ("pot", 1),
        ("pru", 6),
    ]
    assert [each["amount"] for each in departure["other"]["payments"]] == [7]
    assert departure["other"]["violations"] == []


def test_a_reading_that_breaks_off_departs_where_it_stops() -> None:
    record = read(changed({"/actions/1": ["geraldine", "bid", 13], "/actions/2": ["bess", "bid", 15]}))
    cotgrave = next(reading for reading in readings(record) if reading.preset == "cotgrave-1662")
    told = reading_document(record, cotgrave)
    assert told["departure"]["action"] == 0
    assert told["departure"]["other"]["violations"][0]["code"] == "opening_bid"


def test_a_hand_of_four_is_read_under_the_one_preset_that_has_a_layout_for_it() -> None:
    hand = next(iter(simulate("knauer-2008", hands=1, seed=1, players=4, options={"deck": 48})))
    told = readings(read(hand))
    read_by = [reading for reading in told if reading.audit]
    assert [reading.preset for reading in read_by] == ["knauer-2008"]
    assert read_by[0].is_own, "the pack that lay on the table stays there"
    document = reading_document(read(hand), told[0])
    assert document["misfits"] == [{"at": "players", "message": "cotgrave-1662 is for 3 players, not 4"}]
    assert (document["verdict"], document["net"], document["money"]) == (None, None, None)


def test_single_options_go_over_the_hands_own_rules_or_over_a_preset() -> None:
    record = read(changed({"/rules": {"preset": "parlett", "options": {"challenge": True}}}))
    over_own = rules_over(record, options={"odd_penny": "eldest"})
    assert (over_own.name, set(over_own.chosen)) == ("parlett", {"challenge", "odd_penny"})
    over_preset = rules_over(record, preset="knauer-2008", options={"follow": "suit"})
    assert (over_preset.name, set(over_preset.chosen)) == ("knauer-2008", {"follow"})


@pytest.mark.parametrize(
    ("preset", "options", "place"),
    [
        ("nobody", {}, "preset"),
        ("parlett", {"unvied": "carry_pot"}, "unvied"),
        ("parlett", {"deck": 48}, "deck"),
    ],
)
def test_rules_that_are_none_are_refused_with_their_place(
    preset: str, options: dict[str, Any], place: str
) -> None:
    with pytest.raises(RuleError) as refused:
        rules_over(read(example()), preset=preset, options=options)
    assert [where for where, _ in refused.value.faults] == [place]


def test_a_record_is_not_read_with_a_pack_that_its_cards_do_not_come_from() -> None:
    five = next(iter(simulate("knauer-2008", hands=1, seed=1, players=5)))
    four = next(iter(simulate("knauer-2008", hands=1, seed=1, players=4)))
    for hand, deck in ((five, 52), (four, 48)):
        record = read(hand)
        with pytest.raises(RuleError, match=f"not as large as with a pack of {deck}"):
            read_under(record, rules_over(record, options={"deck": deck}))
    three = read(example())
    with pytest.raises(RuleError, match="for 3 players"):
        read_under(read(four), three.hand.rules)
    six = read(next(iter(simulate("knauer-2008", hands=1, seed=1, players=6))))
    with pytest.raises(RuleError, match="no layout for 6 players with a pack of 44"):
        read_under(six, PRESETS["knauer-2008"])


def test_a_card_that_a_smaller_pack_does_not_have_keeps_a_record_from_being_read_with_it() -> None:
    hand = next(iter(simulate("knauer-2008", hands=1, seed=1, players=4, options={"deck": 48})))
    del hand["deal"]["stock"]
    record = read(hand)
    with pytest.raises(RuleError, match="a card is not in a pack of 44"):
        read_under(record, resolve(PRESETS, "knauer-2008", {"deck": 44}, 4))
