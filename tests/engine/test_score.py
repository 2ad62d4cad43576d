"""The score: tricks and honours against the break-even point, and what it costs or earns."""

from __future__ import annotations

import pytest

from gleek_replay.engine import Carried
from tests.hands import Table

WHOLE_SUIT = {
    "a": "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 4C", "b": "AS KS QS JS TS", "stock": "9S 8S 7S 6S 5S 4S AC",
    "c": "AD KD QD JD TD 9D 8D 7D 6D 5D 4D KC", "turn_up": "9C",
}  # fmt: skip
"""b wins every trick: eleven spades, then Tib, which takes the King of trumps from c and Tiddy from a. The
Queen of trumps and Tom he threw out."""

HONOURS_OUT = {"a": "AH", "b": "KH", "c": "QH JH"}


def scored(deal: dict[str, str], preset: str = "parlett", /, **options: object) -> Table:
    """A table after the last trick."""
    return Table(preset, options=options, deal=deal).unvied("b").played_out()


def points(table: Table) -> list[tuple[int, int, int, int]]:
    """Tricks, cards, honours and total by seat."""
    score = table.result.score
    assert score
    return [(each.tricks, each.cards, each.honours, each.total) for each in score]


def test_every_card_in_tricks_won_counts_one_and_honours_count_to_their_holder() -> None:
    assert points(scored(WHOLE_SUIT)) == [(0, 0, 0, 0), (12, 36, 15, 51), (0, 0, 3, 3)]


def test_honours_count_to_the_winner_of_the_trick_where_the_rules_say_so() -> None:
    assert points(scored(WHOLE_SUIT, honours_to="winner")) == [(0, 0, 0, 0), (12, 36, 18, 54), (0, 0, 0, 0)]


def test_who_is_under_the_break_even_point_pays_into_the_pot_and_who_is_over_takes_out() -> None:
    assert scored(WHOLE_SUIT).net("score") == {"a": -22, "b": 29, "c": -19, "pot": 12}


def test_an_honour_thrown_out_leaves_its_points_in_the_pot() -> None:
    queen, tom = 3, 9
    for honours_to in ("holder", "winner"):
        table = scored(WHOLE_SUIT, honours_to=honours_to)
        assert table.net("score")["pot"] == queen + tom
        assert table.result.carried_out == Carried(ruff_multiplier=2, pot=queen + tom)


def test_the_pot_starts_with_what_was_carried_in() -> None:
    table = Table(carried=Carried(pot=-5, ruff_pot=3), deal=WHOLE_SUIT).unvied("b").played_out()
    assert table.result.carried_out == Carried(ruff_multiplier=2, pot=7, ruff_pot=3)


def test_the_pot_keeps_an_odd_penny_too() -> None:
    table = Table(deal=WHOLE_SUIT).unvied("b", 13).played_out()
    assert table.result.carried_out
    assert table.result.carried_out.pot == 12 + 1


def test_the_pot_comes_out_even_when_all_honours_are_in_play() -> None:
    assert sum(scored(HONOURS_OUT).net("score").values()) == 0
    assert "pot" not in scored(HONOURS_OUT).net("score")


@pytest.mark.parametrize(("card", "worth"), [("AH", 15), ("KH", 3), ("QH", 3), ("JH", 9)])
@pytest.mark.parametrize("honours_to", ["holder", "winner"])
def test_an_honour_turned_up_counts_to_the_dealer(card: str, worth: int, honours_to: str) -> None:
    others = [name for name in ("AH", "KH", "QH", "JH") if name != card]
    table = scored({"c": " ".join(others), "turn_up": card}, honours_to=honours_to)
    dealers = points(table)[0][2]
    assert dealers == worth if honours_to == "holder" else dealers >= worth
    assert sum(honours for _, _, honours, _ in points(table)) == 30


def test_each_opponent_collects_and_pays_the_difference_from_every_other() -> None:
    table = scored(WHOLE_SUIT, settlement="each_opponent")
    over = {"a": -22, "b": 29, "c": -19}
    in_all = sum(over.values())
    assert table.net("score") == {seat: 3 * each - in_all for seat, each in over.items()}
    assert table.result.carried_out == Carried(ruff_multiplier=2)


def test_each_opponent_is_thrice_the_pot_when_all_honours_are_in_play() -> None:
    by_pot = scored(HONOURS_OUT).net("score")
    by_each = scored(HONOURS_OUT, settlement="each_opponent").net("score")
    assert by_each == {seat: 3 * amount for seat, amount in by_pot.items()}


@pytest.mark.parametrize("settlement", ["pot", "each_opponent"])
def test_who_is_at_the_break_even_point_pays_and_takes_nothing_of_his_own(settlement: str) -> None:
    options = {"honours_to": "holder", "settlement": settlement}
    table = Table("knauer-2008", players=5, options=options, a="AH KH", b="QH", d="JH")
    table.unvied("b").played_out()
    assert [total for _, _, _, total in points(table)] == [38, 8, 5, 14, 5]
    assert all(payment.amount > 0 for payment in table.result.payments)
    differences = {0: 24, 1: -6, 2: -9, 4: -9}
    if settlement == "pot":
        assert table.net("score") == {"abcde"[seat]: over for seat, over in differences.items()}
    else:
        assert table.net("score") == {"abcde"[seat]: 5 * over for seat, over in differences.items()}


def test_towser_and_tumbler_may_be_scored_like_honours_and_nothing_is_paid_aside() -> None:
    deal = {"a": "AH 6H", "b": "KH 5H", "c": "QH JH"}
    table = scored(deal, towser_tumbler="scored")
    plain = points(scored(deal))
    assert [honours for _, _, honours, _ in plain] == [15, 3, 12]
    assert [honours for _, _, honours, _ in points(table)] == [15 + 6, 3 + 5, 12]
    assert table.net("towser") == table.net("tumbler") == {}


def test_the_pot_falls_below_zero_where_the_points_in_play_exceed_the_break_even_points() -> None:
    table = scored({"a": "AH 6H", "b": "KH 5H", "c": "QH JH"}, towser_tumbler="scored")
    assert table.net("score")["pot"] == -(5 + 6)
    assert table.result.carried_out
    assert table.result.carried_out.pot == -11


@pytest.mark.parametrize(("card", "worth"), [("5H", 5), ("6H", 6)])
def test_towser_and_tumbler_turned_up_score_for_the_dealer_where_they_are_scored(
    card: str, worth: int
) -> None:
    table = scored({"c": "AH KH QH JH", "turn_up": card}, towser_tumbler="scored")
    assert points(table)[0][2] == worth
    assert table.net("turn_up") == {}


def test_with_four_players_a_trick_counts_four_tib_14_and_tom_8() -> None:
    table = Table("knauer-2008", players=4, options={"honours_to": "holder"}, a="AH", b="KH", c="QH", d="JH")
    table.unvied("b").played_out()
    assert [honours for _, _, honours, _ in points(table)] == [14, 3, 3, 8]
    assert all(cards == 4 * tricks for tricks, cards, _, _ in points(table))
    assert sum(cards for _, cards, _, _ in points(table)) == 40


def test_the_score_is_due_at_the_last_card() -> None:
    table = scored(WHOLE_SUIT)
    last = len(table.record.actions) - 1
    assert {payment.action for payment in table.result.payments if payment.reason == "score"} == {last}


def test_a_hand_that_did_not_end_has_no_score() -> None:
    table = Table(deal=WHOLE_SUIT).unvied("b").act("b play AS")
    assert (table.result.score, table.net("score"), table.result.carried_out) == (None, {}, None)
