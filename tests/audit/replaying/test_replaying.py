"""Replay documents of hands of every kind: no card is lost or doubled, and what is paid is what is due."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import pytest

from gleek_replay.audit.sight import of_everything
from gleek_replay.engine import layout_of
from tests.audit.replaying.folding import STOPPING, Document, folded, where_they_lie
from tests.audit.replaying.hands_to_replay import (
    Case,
    every_layout,
    partial_reader,
    readers,
    replayed,
    simulated,
    wild,
)

LOTS, HANDS = 5, 16
CASES = [*every_layout(), *range(LOTS)]


@pytest.fixture(scope="module", params=CASES, ids=str)
def lot(request: pytest.FixtureRequest) -> list[Case]:
    """Some hands of one kind."""
    kind = request.param
    return list(wild(kind, HANDS) if isinstance(kind, int) else simulated(*kind))


def seen_by_all(case: Case) -> Document:
    return replayed(case, of_everything(len(case.audit.record.players)))


def in_order(found: Iterable[Any]) -> list[str]:
    return sorted(json.dumps(each, sort_keys=True) for each in found)


def ways_to_look(case: Case, chance: Random) -> Iterator[Document]:
    """The hand as everybody may look at it: from no seat, from his own, and from one of any."""
    seats = range(len(case.audit.record.players))
    for reader in readers(case):
        for eyes in {None, *reader.seats[:1], chance.choice(seats)}:
            yield replayed(case, reader.sight, eyes=eyes)
    for eyes in (None, *seats):
        sight, _ = partial_reader(case, chance)
        yield replayed(case, sight, eyes=eyes)


def test_no_card_is_lost_or_doubled_and_each_lies_where_it_is_said_to(lot: list[Case]) -> None:
    chance = Random(1)
    for case in lot:
        deck = case.audit.record.hand.rules.deck
        sizes = [shown.sizes for shown in folded(seen_by_all(case))]
        assert {sum(size.values()) for size in sizes} == {deck}
        truth = list(where_they_lie(case.record, seen_by_all(case))) if case.whole else None
        for document in ways_to_look(case, chance):
            for number, (shown, size) in enumerate(zip(folded(document), sizes, strict=True)):
                assert shown.sizes == size
                open_cards = [card for cards in shown.face_up.values() for card in cards]
                assert len(open_cards) == len(set(open_cards))
                if truth:
                    assert all(shown.face_up[place] <= cards for place, cards in truth[number].items())
        if truth:
            assert [{place: len(cards) for place, cards in true.items()} for true in truth] == sizes


def test_who_may_see_every_card_of_a_whole_record_sees_it(lot: list[Case]) -> None:
    for case in lot:
        if case.whole:
            assert not any(sum(shown.face_down.values()) for shown in folded(seen_by_all(case)))


def test_what_is_paid_at_the_steps_is_what_is_due_and_each_has_its_authority(lot: list[Case]) -> None:
    for case in lot:
        audit, document = case.audit.document, seen_by_all(case)
        *_, last = folded(document)
        carried = case.audit.record.hand.carried
        at_first = {"pot": carried.pot, "ruff_pot": carried.ruff_pot}
        assert {
            account: balance - at_first.get(account, 0) for account, balance in last.balances.items()
        } == audit["due"]["net"]
        told = [(step["action"], paid) for step in document["steps"] for paid in step["payments"]]
        due = [(paid.pop("action"), paid) for paid in map(dict, audit["due"]["payments"])]
        scored = [(None if paid["for"] == "score" else action, paid) for action, paid in due]
        assert in_order(told) == in_order(scored)


def test_each_breach_stands_at_its_action_and_those_of_the_deal_at_the_deal(lot: list[Case]) -> None:
    for case in lot:
        told = [
            {**violation, "action": step["action"]}
            for step in seen_by_all(case)["steps"]
            for violation in step["violations"]
        ]
        assert in_order(told) == in_order(case.audit.document["violations"])


def test_the_cards_won_are_those_that_the_score_counts(lot: list[Case]) -> None:
    for case in lot:
        document = seen_by_all(case)
        *_, last = folded(document)
        tricks = Counter(step["winner"] for step in document["steps"] if step["winner"] is not None)
        for seat, player in enumerate(document["players"]):
            if document["complete"]:
                score = document["score"][player["id"]]
                assert (tricks[seat], last.size(f"won:{seat}")) == (score["tricks"], score["cards"])
                assert last.size(f"trick:{seat}") == last.size(f"hand:{seat}") == 0


def test_there_is_a_step_for_the_deal_each_action_followed_and_the_score(lot: list[Case]) -> None:
    for case in lot:
        document, actions = seen_by_all(case), case.record["actions"]
        stopped = [v["action"] for v in case.audit.document["violations"] if v["code"] in STOPPING]
        followed = stopped[0] + 1 if stopped else len(actions)
        steps = document["steps"]
        assert [step["number"] for step in steps] == list(range(1 + followed + document["complete"]))
        assert [step["action"] for step in steps[1 : followed + 1]] == list(range(followed))
        assert [step["player"] for step in steps[1 : followed + 1]] == [act[0] for act in actions[:followed]]
        assert [(each["action"], each["player"]) for each in document["not_followed"]] == [
            (index, actions[index][0]) for index in range(followed, len(actions))
        ]
        assert (steps[-1]["stage"] == "score") == document["complete"]
        assert all(step["text"].endswith(".") for step in [*steps, *document["not_followed"]])


def test_the_stages_come_in_their_order(lot: list[Case]) -> None:
    order = ["deal", "auction", "exchange", "vying", "declarations", "tricks", "score"]
    for case in lot:
        stages = [order.index(step["stage"]) for step in seen_by_all(case)["steps"]]
        assert stages == sorted(stages)


def test_tricks_are_numbered_and_each_is_won_at_its_last_card(lot: list[Case]) -> None:
    for case in lot:
        record, document = case.record, seen_by_all(case)
        players = len(document["players"])
        cards: Counter[int] = Counter()
        for step in document["steps"]:
            trick = step["trick"]
            assert (step["stage"] == "tricks") == (trick is not None)
            if trick is None or record["actions"][step["action"]][1] != "play":
                assert step["winner"] is None
            elif not any(violation["code"] in STOPPING for violation in step["violations"]):
                cards[trick] += 1
                assert (step["winner"] is not None) == (cards[trick] == players)
        assert list(cards) == list(range(1, len(cards) + 1))


def test_the_table_is_dealt_as_the_layout_says(lot: list[Case]) -> None:
    for case in lot:
        hand, document = case.audit.record.hand, seen_by_all(case)
        layout = layout_of(hand.rules, hand.players)
        first = next(folded(document))
        assert {place: size for place, size in first.sizes.items() if size} == {
            **{f"hand:{seat}": layout.hand for seat in range(hand.players)},
            "stock": layout.stock,
            "turn_up": 1,
        }
        assert document["break_even"] == layout.break_even
        assert document["trumps"] == document["turn_up"][1] == case.record["deal"]["turn_up"][1]
