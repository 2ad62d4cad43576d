"""What hidden cards let one know is exactly what all the worlds that fit the record have in common."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import combinations
from operator import attrgetter
from random import Random

import pytest

from gleek_replay.engine import PRESETS, Action, Hand, Verb, each_card
from gleek_replay.engine.knowledge import Knowledge, deduce
from tests.engine.hidden_records import Case
from tests.engine.worlds import World, tiny

LAYOUTS = [tiny(3, 2, 1, 1), tiny(3, 2, 2, 1, 1), tiny(2, 3, 2, 2), tiny(2, 3, 3, 2, 1), tiny(2, 3, 1, 1)]
RECORDS = 40


@pytest.fixture(
    scope="module", params=LAYOUTS, ids=lambda row: f"{row.players}x{row.hand}+{row.stock}-{row.discards}"
)
def cases(request: pytest.FixtureRequest) -> list[Case]:
    """Random records of one layout, the same every time."""
    chance = Random(f"{request.param}")
    return [Case(request.param, chance) for _ in range(RECORDS)]


def test_the_true_world_always_fits(cases: list[Case]) -> None:
    assert all(case.truth in case.fitting for case in cases)


def test_the_hands_known_are_what_all_worlds_that_fit_have_in_common(cases: list[Case]) -> None:
    for case in cases:
        for seat in range(case.players):
            dealt, after = (partial(cards_of, seat=seat) for cards_of in (cards_dealt, cards_after))
            assert case.known.dealt[seat] == case.always(dealt)
            holdings = case.known.holdings(0, 0)
            assert holdings.known[seat] == case.always(after)
            assert holdings.possible(seat) == case.ever(after)
            assert holdings.is_known(seat) == (case.always(after) == case.ever(after))


def test_the_stock_and_the_buyers_pool_known_are_what_all_worlds_that_fit_have_in_common(
    cases: list[Case],
) -> None:
    for case in cases:
        assert case.known.stock == case.always(attrgetter("stock"))
        if case.buyer is not None:
            assert case.known.pool == case.always(partial(cards_of_pool, buyer=case.buyer))


def test_the_exchange_is_known_when_every_world_that_fits_has_the_same(cases: list[Case]) -> None:
    for case in cases:
        thrown = sum(verb is Verb.DISCARD for _, verb, _ in case.actions)
        exchanges = {
            (world.thrown[:thrown], world.stock, world.dealt[case.buyer or 0]) for world in case.fitting
        }
        assert case.known.exchange_known == (not thrown or len(exchanges) == 1)


def test_how_many_of_some_cards_a_hand_has_is_proved_or_disproved_as_by_trying_all_worlds(
    cases: list[Case],
) -> None:
    proofs = set()
    for number, case in enumerate(cases):
        holdings, chance = case.known.holdings(0, 0), Random(number)
        for seat in range(case.players):
            some = sum(chance.sample(each_card(case.layout.pack), 4))
            for least in (1, 2, 3, 4):
                enough = {(world.after[seat] & some).bit_count() >= least for world in case.fitting}
                expected = enough.pop() if len(enough) == 1 else None
                assert holdings.holds(seat, some, least) is expected
                proofs.add(expected)
    assert proofs == {True, False, None}


def test_that_a_hand_has_one_of_some_doubtful_cards_is_proved_as_by_trying_all_worlds(
    cases: list[Case],
) -> None:
    proofs = set()
    for case in cases:
        holdings = case.known.holdings(0, 0)
        for seat in range(case.players):
            doubtful = each_card(holdings.maybe[seat])
            for number in range(1, len(doubtful) + 1):
                for some in map(sum, combinations(doubtful, number)):
                    certain = all(world.after[seat] & some for world in case.fitting)
                    assert holdings.holds_one(seat, some) is certain
                    proofs.add(certain)
    assert proofs == {True, False}


def cards_dealt(world: World, seat: int) -> int:
    return world.dealt[seat]


def cards_after(world: World, seat: int) -> int:
    return world.after[seat]


def cards_of_pool(world: World, buyer: int) -> int:
    return world.dealt[buyer] | world.stock


def contradicted(actions: Sequence[Action]) -> Knowledge:
    """What is known of a deal of two cards each, b buying one from the stock, after what is done."""
    layout = tiny(3, 2, 1, 1)
    hand = Hand(
        rules=PRESETS["parlett"],
        players=3,
        dealer=0,
        hands=(0b110, None, None),
        turn_up=1,
        stock=None,
        actions=tuple(actions),
    )
    return deduce(hand, layout, 1, tuple(actions))


@pytest.mark.parametrize(
    "impossible",
    [(0, Verb.PLAY, 0b1000), (1, Verb.PLAY, 0b10), (1, Verb.PLAY, 0b1), (1, Verb.DISCARD, 0b100)],
)
def test_of_what_cannot_have_happened_only_what_came_before_is_used(impossible: Action) -> None:
    before: list[Action] = [(2, Verb.PLAY, 0b1000), (2, Verb.PLAY, 0b10000)]
    after: Action = (1, Verb.PLAY, 0b100000)
    assert contradicted([*before, impossible, after]) != contradicted([*before, after])
    known = contradicted([*before, impossible, after])
    assert known.held == (0b110, 0, 0b11000)
    assert known.maybe == (0, 0b11100000, 0)


def test_a_first_action_that_cannot_have_happened_leaves_what_the_deal_shows() -> None:
    known = contradicted([(1, Verb.PLAY, 0b10)])
    assert known.dealt == known.held == (0b110, 0, 0)


def test_a_hand_that_is_filled_by_what_it_played_has_nothing_else() -> None:
    known = contradicted([(2, Verb.PLAY, 0b1000), (2, Verb.PLAY, 0b10000)])
    assert known.held == (0b110, 0, 0b11000)
    assert known.pool == 0b11100000
