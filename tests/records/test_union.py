"""Records of one hand: which agree, which contradict each other, and what they know together."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gleek_replay.audit import Verdict, audit_record
from gleek_replay.engine import Code
from gleek_replay.records import HandRecord, Relation, facts_digest, relation, unite
from tests.histories import document_of, hide
from tests.random_hands import played_wildly, random_hand, with_cards_hidden
from tests.random_rules import random_rules
from tests.records.tellings import (
    CHANGES,
    SETTLEMENT,
    Change,
    Document,
    another_card_in_a_hand,
    begun_at,
    cut_short,
    part_of,
    played_hand,
    players_of,
    told_by_each,
    told_otherwise,
    tricks_over,
)
from tests.records.written import EXAMPLES, GONE, changed, example, read

SEEDS = given(seed=st.integers(0, 2**32 - 1))


def together(*records: HandRecord) -> HandRecord | None:
    """What they all know together, taken one after the other."""
    first, *others = records
    whole: HandRecord | None = first
    for record in others:
        whole = None if whole is None else unite(whole, record)
    return whole


def facts(record: HandRecord | None) -> bytes | None:
    return None if record is None else facts_digest(record)


def either_way(one: HandRecord, other: HandRecord) -> Relation:
    """How two records stand to each other, which must not depend on which comes first."""
    found = relation(one, other)
    assert relation(other, one) is found
    assert (unite(one, other) is None) is (unite(other, one) is None) is (found is Relation.CONFLICTING)
    return found


@SEEDS
def test_what_every_seat_saw_of_a_hand_is_together_the_whole_hand(seed: int) -> None:
    chance = Random(seed)
    document = played_hand(chance)
    whole, seats = read(document), [read(seat) for seat in told_by_each(document)]
    chance.shuffle(seats)
    united = together(*seats)
    assert united is not None
    assert facts(united) == facts(whole)
    assert either_way(united, whole) is Relation.SAME
    assert all(either_way(seat, whole) is Relation.COMPATIBLE for seat in seats)
    assert audit_record(united).document == audit_record(whole).document


@SEEDS
def test_parts_of_one_hand_agree_in_whatever_order_they_are_united(seed: int) -> None:
    chance = Random(seed)
    document = played_hand(chance)
    parts = [read(part_of(chance, document)) for _ in range(3)]
    unions = [together(*order) for order in permutations(parts)]
    assert None not in unions
    assert len({facts(union) for union in unions}) == 1
    one, other, third = parts
    others = unite(other, third)
    assert others is not None
    assert facts(unite(one, others)) == facts(unions[0])
    for union in unions:
        assert union is not None
        assert all(facts(unite(union, part)) == facts(union) for part in parts)
        assert audit_record(union).verdict in (Verdict.CLEAN, Verdict.INCOMPLETE)


@SEEDS
def test_the_order_in_which_records_are_united_changes_neither_facts_nor_contradictions(seed: int) -> None:
    chance = Random(seed)
    document = played_hand(chance)
    otherwise = told_otherwise(chance, document, chance.choice(CHANGES))
    records = [read(part_of(chance, chance.choice([document, otherwise]))) for _ in range(3)]
    one, other, _ = records
    assert facts(unite(one, other)) == facts(unite(other, one))
    unions = {facts(together(*order)) for order in permutations(records)}
    assert len(unions - {None}) <= 1
    if all(audit_record(record).result.stopped_at is None for record in records):
        assert len(unions) == 1


@SEEDS
def test_records_are_the_same_if_their_facts_have_one_digest(seed: int) -> None:
    chance = Random(seed)
    document = played_hand(chance)
    one, other = [read(part_of(chance, document)) for _ in range(2)]
    assert either_way(one, one) is Relation.SAME
    assert (either_way(one, other) is Relation.SAME) is (facts(one) == facts(other))
    assert facts(unite(one, one)) == facts(one)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
@given(seed=st.integers(0, 2**32 - 1))
def test_one_thing_told_otherwise_contradicts_who_knows_it(change: Change, seed: int) -> None:
    chance = Random(seed)
    document = played_hand(chance)
    otherwise = read(told_otherwise(chance, document, change))
    assert either_way(read(document), otherwise) is Relation.CONFLICTING
    assert either_way(read(_unsettled(document)), otherwise) is (
        Relation.COMPATIBLE if _is_of_the_settlement(change) else Relation.CONFLICTING
    )


def _unsettled(document: Document) -> Document:
    return {name: value for name, value in document.items() if name not in SETTLEMENT}


def _is_of_the_settlement(change: Change) -> bool:
    return change.__name__ in ("another_amount", "a_payment_less", "another_result")


@SEEDS
def test_of_a_hand_in_which_anything_was_done_every_part_agrees_with_the_whole(seed: int) -> None:
    chance = Random(seed)
    hand = played_wildly(chance, random_hand(chance, random_rules(chance)), chance.choice([0.0, 0.1, 0.7]))
    whole = read(document_of(hand))
    one, other = [read(document_of(with_cards_hidden(chance, hand))) for _ in range(2)]
    assert facts(unite(whole, one)) == facts(unite(one, whole)) == facts(whole)
    united = unite(one, other)
    assert facts(united) == facts(unite(other, one))
    assert either_way(one, whole) is not Relation.CONFLICTING
    if united is not None:
        stopped_at = audit_record(united).result.stopped_at
        assert stopped_at is None or stopped_at >= (audit_record(whole).result.stopped_at or 0)


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_the_same_as_itself(name: str) -> None:
    assert either_way(read(example(name)), read(example(name))) is Relation.SAME


OPEN: list[dict[str, object]] = [
    {"/deal/stock": GONE},
    {"/deal/hands/bess": GONE},
    {"/deal/hands": GONE, "/deal/stock": GONE},
    {"/actions/4/2": 7},
    {"/payments": GONE},
    {"/result": GONE},
    {"/result": {}},
    {"/result/bess": GONE},
    {"/payments": GONE, "/result": GONE},
]


@pytest.mark.parametrize("left_open", OPEN, ids=str)
def test_what_one_record_leaves_open_it_does_not_contradict(left_open: dict[str, object]) -> None:
    whole, less = read(example()), read(changed(left_open))
    assert either_way(whole, less) is Relation.COMPATIBLE
    assert facts(unite(less, whole)) == facts(whole)


@pytest.mark.parametrize(
    "known",
    [
        {"/session": {"id": "evening", "hand": 1}},
        {"/lift": [{"bess": "4S", "pru": "5S"}]},
    ],
    ids=str,
)
def test_a_session_or_a_lift_need_not_be_known(known: dict[str, object]) -> None:
    without, given_ = read(example()), read(changed(known))
    assert either_way(without, given_) is Relation.COMPATIBLE
    assert facts(unite(without, given_)) == facts(given_)


CONTRADICTING: list[dict[str, object]] = [
    {"/hand_id": "another"},
    {"/stake": "crown"},
    {"/rules": {"preset": "parlett", "options": {"challenge": True}}},
    {"/players": [{"id": "pru"}, {"id": "bess"}, {"id": "geraldine"}]},
    {"/dealer": "pru"},
    {"/carried": {"ruff_multiplier": 2}},
    {"/actions/4/2": 6},
    {"/actions/45": GONE},
    {"/actions/-": ["bess", "challenge", "geraldine", "gleek", "A"]},
    {"/payments": []},
    {"/payments/0/for": "score"},
    {"/payments/0/to": "ruff_pot"},
    {"/result/bess": 1000},
]


@pytest.mark.parametrize("told", CONTRADICTING, ids=str)
def test_what_both_know_must_be_the_same(told: dict[str, object]) -> None:
    assert either_way(read(example()), read(changed(told))) is Relation.CONFLICTING


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"/session": {"id": "evening", "hand": 1}}, {"/session": {"id": "evening", "hand": 2}}),
        ({"/lift": [{"bess": "4S", "pru": "5S"}]}, {"/lift": [{"bess": "4S"}]}),
    ],
)
def test_a_session_and_a_lift_are_known_whole(one: dict[str, object], other: dict[str, object]) -> None:
    assert either_way(read(changed(one)), read(changed(other))) is Relation.CONFLICTING


def test_what_is_no_fact_is_of_the_first_but_for_names_that_it_does_not_have() -> None:
    other = {
        "/client": {"name": "another"}, "/played_at": "1999-01-01T00:00:00Z", "/notes": "other words",
        "/players/0/name": "Elizabeth", "/players/1/name": "Prudence",
    }  # fmt: skip
    first = read(changed({"/players/0/name": "Bess", "/players/1/name": GONE, "/notes": "words"}))
    united = unite(first, read(changed(other)))
    assert united is not None
    assert (united.client, united.played_at, united.notes) == (first.client, first.played_at, "words")
    assert [player.name for player in united.players][:2] == ["Bess", "Prudence"]


@SEEDS
def test_it_is_all_one_where_the_list_of_players_begins(seed: int) -> None:
    chance = Random(seed)
    document = played_hand(chance)
    whole, number = read(document), len(players_of(document))
    turned = [read(begun_at(document, seat)) for seat in range(1, number)]
    assert {either_way(whole, record) for record in turned} == {Relation.SAME}
    seats = [read(begun_at(told, seat)) for seat, told in enumerate(told_by_each(document))]
    united = together(*seats)
    assert united is not None
    assert facts(united) == facts(whole)
    otherwise = read(begun_at(told_otherwise(chance, document, chance.choice(CHANGES)), 1))
    assert either_way(whole, otherwise) is Relation.CONFLICTING


def test_a_challenge_is_of_the_same_player_where_the_list_of_players_begins_elsewhere() -> None:
    challenged = changed({"/actions/-": ["bess", "challenge", "geraldine", "gleek", "A"]})
    otherwise = changed({"/actions/-": ["bess", "challenge", "pru", "gleek", "A"]})
    assert either_way(read(challenged), read(begun_at(challenged, 1))) is Relation.SAME
    assert either_way(read(challenged), read(begun_at(otherwise, 1))) is Relation.CONFLICTING


class TestARecordThatEndsEarlier:
    @SEEDS
    def test_agrees_as_far_as_it_goes(self, seed: int) -> None:
        chance = Random(seed)
        document = played_hand(chance)
        whole, place = read(document), chance.randrange(tricks_over(document))
        short = read(cut_short(chance.choice(told_by_each(document)), place))
        assert either_way(short, whole) is Relation.COMPATIBLE
        assert facts(unite(short, whole)) == facts(whole)
        otherwise = told_otherwise(chance, document, another_card_in_a_hand)
        assert either_way(read(cut_short(otherwise, place)), whole) is Relation.CONFLICTING

    @pytest.mark.parametrize("kept", SETTLEMENT)
    def test_contradicts_if_it_says_how_the_hand_was_settled(self, kept: str) -> None:
        document = example()
        short = cut_short(document, 40) | {kept: document[kept]}
        assert either_way(read(short), read(document)) is Relation.CONFLICTING
        assert either_way(read(short), read(_unsettled(document))) is Relation.CONFLICTING

    def test_contradicts_if_all_tricks_are_over(self) -> None:
        document = _unsettled(example())
        challenged = document | {
            "actions": [*document["actions"], ["bess", "challenge", "geraldine", "gleek", "A"]]
        }
        assert either_way(read(document), read(challenged)) is Relation.CONFLICTING


def told(
    *hands: str, stock: bool = False, discards: bool = False, actions: int = 0, **otherwise: str
) -> HandRecord:
    """The example as far as somebody knows it who saw these hands. ``otherwise`` has cards played instead, by
    the number of the action: ``at_11="QC"``.
    """
    document = hide(cut_short(example(), actions), hands, stock=stock, discards=discards)
    for place, card in otherwise.items():
        index = int(place.removeprefix("at_"))
        document["actions"][index] = [*document["actions"][index][:2], card]
    return read(document)


class TestCardsInTwoPlaces:
    def test_no_two_players_are_dealt_one_card(self) -> None:
        pru = changed({"/actions": [], "/payments": GONE, "/result": GONE, "/deal/stock": GONE})
        pru["deal"]["hands"] = {"pru": pru["deal"]["hands"]["pru"].replace("QD", "AS")}
        assert either_way(told("bess"), read(pru)) is Relation.CONFLICTING
        assert either_way(told("geraldine"), read(pru)) is Relation.COMPATIBLE

    def test_nobody_plays_what_another_was_dealt(self) -> None:
        dealt = told("geraldine", actions=10)
        assert either_way(dealt, told(actions=11)) is Relation.COMPATIBLE
        assert either_way(dealt, told(actions=11, at_10="QC")) is Relation.CONFLICTING

    def test_the_buyer_plays_what_he_was_dealt_or_drew(self) -> None:
        dealt, drawn = told("bess", actions=10), told(stock=True, actions=13)
        assert either_way(dealt, drawn) is Relation.COMPATIBLE
        assert either_way(dealt, told(actions=13, at_12="8D")) is Relation.COMPATIBLE
        assert either_way(dealt, told(stock=True, actions=13, at_12="8D")) is Relation.CONFLICTING

    def test_the_buyer_plays_nothing_that_he_threw_out(self) -> None:
        thrown = told(discards=True, actions=5)
        assert either_way(thrown, told(actions=13)) is Relation.COMPATIBLE
        assert either_way(thrown, told(actions=13, at_12="4S")) is Relation.CONFLICTING

    def test_the_buyer_throws_out_what_he_had(self) -> None:
        thrown, dealt = told(discards=True, actions=5), told("bess", actions=5)
        assert either_way(thrown, dealt) is Relation.COMPATIBLE
        assert either_way(thrown, told("pru", actions=5)) is Relation.COMPATIBLE
        others = changed({"/payments": GONE, "/result": GONE, "/actions/4/2": "QD 8C JS 8H KS TS 6D"})
        otherwise = read(hide(cut_short(others, 5)))
        assert either_way(otherwise, told("pru", actions=5)) is Relation.CONFLICTING

    def test_a_breach_that_the_records_tell_of_themselves_is_none_of_theirs(self) -> None:
        seats = [told(player, actions=12, at_11="AH") for player in ("bess", "pru", "geraldine")]
        united = together(*seats)
        assert united is not None
        (breach,) = audit_record(united).result.violations
        assert (breach.code, breach.action) == (Code.CARD_NOT_HELD, 11)

    def test_a_breach_that_a_record_tells_of_itself_excuses_no_earlier_one(self) -> None:
        later = told("pru", actions=44, at_11="JH", at_42="QC", at_43="9C")
        assert audit_record(later).result.stopped_at == 43
        assert either_way(later, told("bess", actions=10)) is Relation.COMPATIBLE
        assert either_way(later, told("geraldine", actions=10)) is Relation.CONFLICTING
