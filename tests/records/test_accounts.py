"""The accounts that several records give of one hand."""

from __future__ import annotations

import json
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from gleek_replay.audit import audit_record
from gleek_replay.records import HandRecord, Relation, accounts, facts_digest, relation
from tests.documentation import blocks
from tests.histories import hide
from tests.records.tellings import (
    CHANGES,
    cut_short,
    part_of,
    played_hand,
    told_by_each,
    told_otherwise,
)
from tests.records.written import changed, example, read

OTHERWISE = changed({"/actions/0/2": 14, "/actions/2/2": 15})


def members(*records: HandRecord) -> list[tuple[int, ...]]:
    """Which records stand together, by their places."""
    return [places for _, places in accounts(records)]


def test_of_no_records_there_is_no_account() -> None:
    assert accounts([]) == []


def test_a_record_alone_is_an_account() -> None:
    record = read(example())
    assert accounts([record]) == [(record, (0,))]


def test_a_record_joins_the_first_account_that_it_agrees_with() -> None:
    records = [read(document) for document in (example(), OTHERWISE, example(), OTHERWISE, example())]
    assert members(*records) == [(0, 2, 4), (1, 3)]


def test_a_record_that_agrees_with_two_accounts_joins_the_earlier() -> None:
    before_any_bid = read(cut_short(example(), 0))
    assert members(read(example()), read(OTHERWISE), before_any_bid) == [(0, 2), (1,)]
    assert members(before_any_bid, read(OTHERWISE), read(example())) == [(0, 1), (2,)]


def test_a_record_is_held_against_all_that_an_account_knows() -> None:
    bess, pru = [read(hide(cut_short(example(), 0), [player], stock=False)) for player in ("bess", "pru")]
    taken = example()["deal"]["hands"]["pru"].split(" ")[0]
    other = changed({"/deal/stock": taken + example()["deal"]["stock"][2:]})
    stock = read(hide(cut_short(other, 0)))
    assert relation(bess, stock) is Relation.COMPATIBLE
    assert members(bess, pru, stock) == [(0, 1), (2,)]
    assert members(bess, stock, pru) == [(0, 1), (2,)]


def test_the_seats_of_the_hand_that_the_format_shows_have_its_audit_together() -> None:
    document = json.loads(blocks("format.md", "json")[0].text)
    ((account, places),) = accounts([read(seat) for seat in told_by_each(document)])
    assert places == (0, 1, 2)
    assert audit_record(account).document == audit_record(read(document)).document


@given(seed=st.integers(0, 2**32 - 1))
def test_the_seats_of_a_hand_give_one_account_and_another_story_a_second(seed: int) -> None:
    chance = Random(seed)
    document = played_hand(chance)
    otherwise = told_otherwise(chance, document, chance.choice(CHANGES))
    seats = [read(seat) for seat in told_by_each(document)]
    whole, other = read(document), read(otherwise)
    (account, places), (second, others) = accounts([*seats, whole, other, whole, other])
    assert facts_digest(account) == facts_digest(whole)
    assert places == (*range(len(seats) + 1), len(seats) + 2)
    assert (facts_digest(second), others) == (facts_digest(other), (len(seats) + 1, len(seats) + 3))


@given(seed=st.integers(0, 2**32 - 1))
def test_every_record_stands_in_one_account_and_is_part_of_it(seed: int) -> None:
    chance = Random(seed)
    document = played_hand(chance)
    otherwise = told_otherwise(chance, document, chance.choice(CHANGES))
    records = [read(part_of(chance, chance.choice([document, otherwise]))) for _ in range(6)]
    found = accounts(records)
    assert sorted(place for _, places in found for place in places) == list(range(6))
    assert [places[0] for _, places in found] == sorted(places[0] for _, places in found)
    for account, places in found:
        assert list(places) == sorted(places)
        assert all(relation(account, records[place]) is not Relation.CONFLICTING for place in places)
