"""Records of one hand side by side: what is told otherwise is found at its place, and nothing else is."""

from __future__ import annotations

import copy
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gleek_replay.audit.comparing import Fact
from gleek_replay.audit.comparison import Comparison, compare, comparison_document
from gleek_replay.records import Relation, accounts, relation
from tests.histories import document_of
from tests.random_hands import played_wildly, random_hand, with_cards_hidden
from tests.random_rules import random_rules
from tests.records.tellings import (
    CHANGES,
    Change,
    Document,
    begun_at,
    cut_short,
    part_of,
    played_hand,
    players_of,
    told_by_each,
    told_otherwise,
    tricks_over,
)
from tests.records.written import GONE, changed, example, read

SEEDS = given(seed=st.integers(0, 2**32 - 1))


def in_another_order(chance: Random, document: Document) -> Document:
    """The same record with everything in another order that may be: players, cards and payments."""
    other = copy.deepcopy(begun_at(document, chance.randrange(len(players_of(document)))))
    chance.shuffle(other["payments"])
    hands = other["deal"]["hands"]
    for holder, name in [*((hands, player) for player in hands), (other["deal"], "stock")]:
        cards = holder[name].split(" ")
        chance.shuffle(cards)
        holder[name] = " ".join(cards)
    return other


def planted(one: Document, other: Document) -> set[tuple[str, object, object]]:
    """What two whole records differ in, with what either says there, found without their being read.

    Payments have no place here, since their order may be another.
    """
    found: set[tuple[str, object, object]] = set()
    for name in ("dealer", "stake", "session"):
        if one[name] != other[name]:
            found.add((f"/{name}", str(one[name]), str(other[name])))
    here, there = one["deal"], other["deal"]
    rows = {**{f"hands/{who}": (here["hands"][who], there["hands"][who]) for who in here["hands"]}}
    rows |= {name: (here[name], there[name]) for name in ("turn_up", "stock")}
    for name, (cards, others) in rows.items():
        if alone := set(cards.split(" ")) - set(others.split(" ")):
            rest = set(others.split(" ")) - set(cards.split(" "))
            found.add((f"/deal/{name}", " ".join(alone), " ".join(rest)))
    for name in ("carried", "result"):
        for key, value in one[name].items():
            if other[name][key] != value:
                found.add((f"/{name}/{key}", str(value), str(other[name][key])))
    paid, beside = list(one["payments"]), list(other["payments"])
    for payment in one["payments"]:
        if payment in beside:
            beside.remove(payment)
            paid.remove(payment)
    if paid or beside:
        assert len(paid) < 2 > len(beside)
        found.add(("payments", str([*paid, None][0]), str([*beside, None][0])))
    return found | set(_planted_actions(one["actions"], other["actions"]))


def _planted_actions(one: list[object], other: list[object]) -> list[tuple[str, object, object]]:
    if len(one) == len(other):
        return [
            (f"/actions/{n}", as_text(this), as_text(that))
            for n, (this, that) in enumerate(zip(one, other, strict=True))
            if this != that
        ]
    shorter, longer = sorted((one, other), key=len)
    pairs = enumerate(zip(shorter, longer, strict=False))
    place = next((n for n, (this, that) in pairs if this != that), len(shorter))
    told = as_text(longer[place])
    here, there = (told, "None") if longer is one else ("None", told)
    return [(f"/actions/{place}", here, there)]


def as_text(told: object) -> str:
    """What a record says somewhere, the cards of a discard in one order."""
    if isinstance(told, list):
        return " ".join(sorted(" ".join(map(str, told)).split(" ")))
    return str(told)


def found_in(comparison: Comparison) -> set[tuple[str, object, object]]:
    """The disagreements as :func:`planted` has them."""
    found: set[tuple[str, object, object]] = set()
    for fact, (here, there), (told, otherwise) in comparison.disagreements:
        place = "payments" if fact is Fact.PAYMENTS else str(here or there)
        found.add((place, as_text(told), as_text(otherwise)))
    return found


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
@settings(max_examples=30)
@given(seed=st.integers(0, 2**32 - 1))
def test_what_is_told_otherwise_is_found_at_its_place_and_nothing_else(change: Change, seed: int) -> None:
    chance = Random(seed)
    document = played_hand(chance)
    otherwise = told_otherwise(chance, document, change)
    one, other = read(document), read(in_another_order(chance, otherwise))
    comparison = compare(one, other)
    assert found_in(comparison) == planted(document, otherwise)
    assert len(comparison.disagreements) == len(planted(document, otherwise))
    assert comparison.known_to_one == ()
    assert comparison.relation is Relation.CONFLICTING
    back = compare(other, one)
    assert [fact for fact, _, _ in back.disagreements] == [fact for fact, _, _ in comparison.disagreements]
    assert back.parted_at == (comparison.parted_at and comparison.parted_at[::-1])


@SEEDS
def test_records_that_differ_in_order_alone_agree_in_everything(seed: int) -> None:
    chance = Random(seed)
    document = played_hand(chance)
    comparison = compare(read(document), read(in_another_order(chance, document)))
    assert comparison == Comparison(relation=Relation.SAME, parted_at=None, disagreements=(), known_to_one=())


@SEEDS
def test_a_payment_is_pointed_at_in_either_record(seed: int) -> None:
    chance = Random(seed)
    document = played_hand(chance)
    other = in_another_order(chance, document)
    place = chance.randrange(len(other["payments"]))
    meant = copy.deepcopy(other["payments"][place])
    other["payments"][place]["amount"] += 100
    (found,) = compare(read(document), read(other)).disagreements
    assert found.places[1] == f"/payments/{place}"
    assert document["payments"][int(str(found.places[0]).rpartition("/")[2])] == meant
    assert found.told == (meant, other["payments"][place])


@SEEDS
def test_two_records_disagree_on_something_exactly_where_they_conflict(seed: int) -> None:
    chance = Random(seed)
    document = played_hand(chance)
    told = [document, told_otherwise(chance, document, chance.choice(CHANGES))]
    one, other = [read(part_of(chance, chance.choice(told))) for _ in range(2)]
    comparison = compare(one, other)
    assert bool(comparison.disagreements) is (relation(one, other) is Relation.CONFLICTING)
    if comparison.relation is Relation.SAME:
        assert not comparison.known_to_one


@SEEDS
def test_whatever_was_done_two_records_disagree_exactly_where_they_conflict(seed: int) -> None:
    chance = Random(seed)
    hand = played_wildly(chance, random_hand(chance, random_rules(chance)), chance.choice([0.0, 0.1, 0.7]))
    one, other = [read(document_of(with_cards_hidden(chance, hand))) for _ in range(2)]
    assert bool(compare(one, other).disagreements) is (relation(one, other) is Relation.CONFLICTING)


@SEEDS
def test_what_only_one_record_knows_is_pointed_at_and_is_no_disagreement(seed: int) -> None:
    chance = Random(seed)
    document = played_hand(chance)
    whole = read(document)
    for seen in told_by_each(document):
        comparison = compare(whole, read(seen))
        hidden = {f"/deal/hands/{who}" for who in players_of(document)} - {
            f"/deal/hands/{who}" for who in seen["deal"]["hands"]
        }
        if "stock" not in seen["deal"]:
            hidden.add("/deal/stock")
        hidden |= {
            f"/actions/{n}/2"
            for n, (this, that) in enumerate(zip(document["actions"], seen["actions"], strict=True))
            if this != that
        }
        assert {place for _, place, _ in comparison.known_to_one} == hidden
        assert all(first for _, _, first in comparison.known_to_one)
        assert not comparison.disagreements


@SEEDS
def test_an_action_left_out_is_found_in_a_record_that_breaks_off_too(seed: int) -> None:
    chance = Random(seed)
    document = played_hand(chance)
    end = chance.randrange(4, tricks_over(document))
    short = cut_short(document, end)
    place = chance.choice(
        [n for n, (this, that) in enumerate(pairwise(short["actions"])) if this != that][:-1]
    )
    short["actions"] = short["actions"][:place] + short["actions"][place + 1 :]
    comparison = compare(read(document), read(short))
    assert [each.places for each in comparison.disagreements] == [(f"/actions/{place}", None)]
    assert comparison.parted_at == (place, None)


def test_the_first_action_at_which_they_part_has_its_number_in_either_record() -> None:
    whole = example()
    less = changed({"/actions/6/1": "revie", "/actions/1": GONE})
    comparison = compare(read(whole), read(less))
    assert comparison.parted_at == (1, None)
    assert [each.places for each in comparison.disagreements] == [
        ("/actions/1", None),
        ("/actions/6", "/actions/5"),
    ]


def test_where_the_players_sit_otherwise_their_seats_are_not_compared() -> None:
    whole = example()
    moved = changed({"/players": [whole["players"][n] for n in (0, 2, 1)], "/dealer": "pru"})
    comparison = compare(read(whole), read(moved))
    assert [each.fact for each in comparison.disagreements] == [Fact.PLAYERS]
    assert comparison.relation is Relation.CONFLICTING


def test_a_preset_under_another_name_with_the_same_options_is_no_disagreement() -> None:
    comparison = compare(
        read(changed({"/rules": {"preset": "parlett", "options": {"honours_to": "winner"}}})),
        read(changed({"/rules": "wikipedia"})),
    )
    assert comparison.relation is Relation.SAME
    assert comparison.disagreements == ()


def test_each_option_is_a_disagreement_of_its_own() -> None:
    other = {"preset": "parlett", "options": {"challenge": True, "odd_penny": "eldest"}}
    comparison = compare(read(example()), read(changed({"/rules": other})))
    assert [(each.places[0], each.told) for each in comparison.disagreements] == [
        ("/rules/options/odd_penny", ("pot", "eldest")),
        ("/rules/options/challenge", (False, True)),
    ]


def test_a_card_that_two_records_have_in_two_places_is_named_with_both() -> None:
    deal = example()["deal"]
    card = deal["hands"]["bess"].split(" ")[0]
    stock = deal["stock"].split(" ")
    one = changed({"/deal/stock": GONE, "/actions": [], "/payments": GONE, "/result": GONE})
    other = copy.deepcopy(one)
    del other["deal"]["hands"]
    other["deal"]["stock"] = " ".join([card, *stock[1:]])
    comparison = compare(read(one), read(other))
    (found,) = comparison.disagreements
    assert (found.fact, found.places) == (Fact.CARDS, ("/deal/hands/bess", "/deal/stock"))
    assert found.told == (card, card)
    assert comparison.relation is Relation.CONFLICTING


@SEEDS
def test_accounts_that_agree_are_compared_as_one(seed: int) -> None:
    chance = Random(seed)
    document = played_hand(chance)
    otherwise = told_otherwise(chance, document, chance.choice(CHANGES))
    seats = [read(seen) for seen in told_by_each(document)]
    lone = read(otherwise)
    (first, members), *others = accounts([*seats, lone])
    for account, _ in others:
        comparison = compare(first, account)
        assert comparison.relation is Relation.CONFLICTING
        assert comparison.disagreements
    if members == tuple(range(len(seats))):
        assert found_in(compare(first, lone)) == found_in(compare(read(document), lone))


def test_a_comparison_is_told_as_json() -> None:
    document = comparison_document(compare(read(example()), read(changed({"/actions/2/2": 14}))))
    bid = example()["actions"][2]
    assert document == {
        "relation": "conflicting",
        "parted_at": {"first": 2, "second": 2},
        "disagreements": [
            {
                "fact": "actions",
                "first": {"at": "/actions/2", "told": bid},
                "second": {"at": "/actions/2", "told": [*bid[:2], 14]},
            }
        ],
        "known_to_one": [],
    }


def test_very_long_accounts_are_taken_in_step() -> None:
    player = example()["players"][0]["id"]
    long = [[player, "pass"]] * 600
    one = changed({"/actions": [[player, "bid", 12], *long], "/payments": [], "/result": GONE})
    other = changed({"/actions": [[player, "bid", 13], *long, [player, "vie"]], "/payments": []})
    comparison = compare(read(one), read(other))
    assert [each.places for each in comparison.disagreements if each.fact is Fact.ACTIONS] == [
        ("/actions/0", "/actions/0"),
        (None, "/actions/601"),
    ]
