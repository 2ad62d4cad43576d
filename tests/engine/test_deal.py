"""The deal: who should have dealt, and what the turn-up is worth to the dealer."""

from __future__ import annotations

import pytest

from tests.hands import Breach, Table


def test_the_lowest_card_lifted_deals() -> None:
    assert Table(lift=[{"a": "5C", "b": "KD", "c": "9S"}]).breaches == []


def test_another_dealer_than_the_lift_says_is_a_breach_before_any_action() -> None:
    table = Table(dealer="b", lift=[{"a": "5C", "b": "KD", "c": "9S"}])
    assert table.breaches == [Breach("wrong_dealer", None, "b", "a", "b")]


def test_the_ace_is_high_in_the_lift() -> None:
    assert Table(lift=[{"a": "KC", "b": "AD", "c": "AS"}]).breaches == []


def test_only_the_last_round_of_lifting_counts() -> None:
    lift = [{"a": "4C", "b": "4D", "c": "9S"}, {"a": "KC", "b": "5D"}]
    assert Table(dealer="b", lift=lift).breaches == []
    assert [b.code for b in Table(dealer="a", lift=lift).breaches] == ["wrong_dealer"]


def test_a_last_round_that_is_itself_tied_says_nothing() -> None:
    assert Table(dealer="c", lift=[{"a": "5C", "b": "5D", "c": "9S"}]).breaches == []


@pytest.mark.parametrize("lift", [[], [{}]])
def test_without_a_lift_anyone_may_deal(lift: list[dict[str, str]]) -> None:
    assert Table(dealer="c", lift=lift).breaches == []


def test_a_wrong_dealer_is_followed() -> None:
    table = Table(dealer="b", lift=[{"a": "5C", "b": "KD", "c": "9S"}]).unvied("c").played_out()
    assert table.result.complete
    assert [b.code for b in table.breaches] == ["wrong_dealer"]


@pytest.mark.parametrize(("preset", "worth"), [("parlett", 4), ("cotgrave-1662", 2)])
def test_tiddy_turned_up_pays_the_dealer_4_or_2_from_each_opponent(preset: str, worth: int) -> None:
    table = Table(preset, turn_up="4H")
    assert table.net("turn_up") == {"a": 2 * worth, "b": -worth, "c": -worth}
    assert {payment.action for payment in table.result.payments} == {None}


def test_nothing_is_paid_for_tiddy_turned_up_where_it_is_an_ordinary_card() -> None:
    assert Table(turn_up="4H", options={"tiddy": "off"}).net() == {}


@pytest.mark.parametrize(
    ("deck", "players", "tiddy", "ordinary"), [(44, 3, "4C", "5C"), (48, 4, "3C", "4C"), (52, 5, "2C", "3C")]
)
def test_tiddy_is_the_lowest_trump_of_the_deck(deck: int, players: int, tiddy: str, ordinary: str) -> None:
    options = {"deck": deck}
    assert Table("knauer-2008", players=players, turn_up=tiddy, options=options).net("turn_up")
    assert not Table("knauer-2008", players=players, turn_up=ordinary, options=options).net("turn_up")


@pytest.mark.parametrize(("card", "worth"), [("5H", 5), ("6H", 6)])
def test_towser_turned_up_pays_the_dealer_5_and_tumbler_6_from_each_opponent(card: str, worth: int) -> None:
    assert Table("cotton-1674", turn_up=card).net("turn_up") == {"a": 2 * worth, "b": -worth, "c": -worth}


@pytest.mark.parametrize("tiddy", ["claimed", "automatic", "off"])
def test_towser_turned_up_is_paid_whatever_is_done_with_tiddy(tiddy: str) -> None:
    table = Table(turn_up="5H", options={"towser_tumbler": "side_payment", "tiddy": tiddy})
    assert table.net("turn_up") == {"a": 10, "b": -5, "c": -5}


@pytest.mark.parametrize("choice", ["off", "scored"])
@pytest.mark.parametrize("card", ["5H", "6H"])
def test_nothing_is_paid_aside_for_towser_and_tumbler_where_they_are_off_or_scored(
    choice: str, card: str
) -> None:
    assert Table(turn_up=card, options={"towser_tumbler": choice}).net() == {}


@pytest.mark.parametrize("card", ["7H", "KH", "AH"])
def test_nothing_is_paid_for_another_card_turned_up(card: str) -> None:
    assert Table("cotton-1674", turn_up=card).net() == {}


def test_the_turn_up_is_paid_even_where_nothing_else_happened() -> None:
    assert Table(turn_up="4S", dealer="c").net() == {"a": -4, "b": -4, "c": 8}
