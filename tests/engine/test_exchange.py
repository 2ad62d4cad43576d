"""The exchange: how many cards the buyer throws, which ones, and when he takes the stock up."""

from __future__ import annotations

import pytest

from gleek_replay.engine import LAYOUTS, Stage, cards_text
from gleek_replay.engine.cards import each_card
from tests.hands import LETTERS, Breach, Table

B = "AS KS QS JS TS 9S 8S 7S 6S 5S 4S AC"
STOCK = "AD KD QD JD TD 9D 8D"
SEVEN = "4S 5S 6S 7S 8S 9S TS"


def bought(exchange: str) -> Table:
    """A table where b bought the stock."""
    return Table(b=B, stock=STOCK, options={"exchange": exchange}).sold("b")


def test_the_buyer_discards_seven_from_the_twelve_dealt_and_takes_the_stock_up() -> None:
    table = bought("discard_then_draw")
    assert cards_text(table.replay.held(1)) == cards_text(table.hand.hands[1] or 0)
    table.act(f"b discard {SEVEN}")
    assert (table.breaches, table.replay.stage) == ([], Stage.VYING)
    assert cards_text(table.replay.held(1)) == "AS KS QS JS AD KD QD JD TD 9D 8D AC"


def test_where_the_discards_come_first_a_card_of_the_stock_is_not_held_yet() -> None:
    table = bought("discard_then_draw").act("b discard AD 5S 6S 7S 8S 9S TS")
    assert table.breaches == [Breach("card_not_held", 3, "b", "AS KS QS JS TS 9S 8S 7S 6S 5S 4S AC", "AD")]
    assert table.result.stopped_at == 3


def test_where_the_stock_is_drawn_first_its_cards_may_be_thrown_too() -> None:
    table = bought("draw_then_discard")
    assert table.replay.held(1).bit_count() == 19
    table.act("b discard AD KD QD JD TD 4S 5S")
    assert table.breaches == []
    assert cards_text(table.replay.held(1)) == "AS KS QS JS TS 9S 8S 7S 6S 9D 8D AC"


@pytest.mark.parametrize("thrown", ["", "4S", "4S 5S 6S 7S 8S 9S", f"{SEVEN} JS"])
def test_another_number_of_discards_than_the_layouts_stops_the_replay(thrown: str) -> None:
    count = len(thrown.split())
    table = bought("discard_then_draw").act(f"b discard {thrown or '#0'}")
    assert table.breaches == [Breach("wrong_discard_count", 3, "b", "7", str(count))]


def test_a_wrong_count_comes_before_cards_not_held() -> None:
    assert [b.code for b in bought("discard_then_draw").act("b discard AD").breaches] == [
        "wrong_discard_count"
    ]


def test_another_than_the_buyer_who_discards_stops_the_replay() -> None:
    table = bought("discard_then_draw").act("c discard #7")
    assert table.breaches == [Breach("not_the_buyer", 3, "c", "b", "discard")]
    assert table.net() == {"a": 6, "b": -12, "c": 6}


def test_who_is_not_the_buyer_need_not_count_his_cards() -> None:
    assert [b.code for b in bought("discard_then_draw").act("a discard #3").breaches] == ["not_the_buyer"]


@pytest.mark.parametrize("line", ["b pass", "b vie", "b bid 13", "b gleek A", "b play AS", "c tiddy"])
def test_nothing_but_discards_belongs_to_the_exchange(line: str) -> None:
    seat, verb = line.split(" ")[:2]
    table = bought("discard_then_draw").act(line)
    assert table.breaches == [Breach("wrong_stage", 3, seat, "discard", verb)]


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=lambda row: f"{row.players} of {row.deck}")
@pytest.mark.parametrize("exchange", ["discard_then_draw", "draw_then_discard"])
def test_every_layout_has_its_discards(layout, exchange: str) -> None:
    options = {"deck": layout.deck, "exchange": exchange}
    table = Table("knauer-2008", players=layout.players, options=options).sold("b")
    replay = table.replay
    for count in layout.discards:
        assert replay.discards_due == count
        thrown = each_card(replay.held(1))[-count:]
        table.act(f"b discard {cards_text(sum(thrown))}")
    assert (table.breaches, replay.stage, replay.discards_due) == ([], Stage.VYING, 0)
    assert [replay.held(seat).bit_count() for seat in range(layout.players)] == [layout.hand] * layout.players
    assert sum(layout.discards) == layout.stock


@pytest.mark.parametrize("exchange", ["discard_then_draw", "draw_then_discard"])
def test_a_layout_with_a_second_discard_always_discards_draws_discards(exchange: str) -> None:
    options = {"deck": 48, "exchange": exchange}
    table = Table(
        "knauer-2008", players=4, options=options,
        b="AS KS QS JS TS 9S 8S 7S 6S 5S", stock="AD KD QD JD TD 9D 8D",
    ).sold("b")  # fmt: skip
    too_soon = table.replay.held(1)
    assert too_soon.bit_count() == 10
    table.act("b discard 5S 6S 7S 8S 9S TS")
    assert table.replay.held(1).bit_count() == 11
    table.act("b discard AD")
    assert table.breaches == []
    assert cards_text(table.replay.held(1)) == "AS KS QS JS KD QD JD TD 9D 8D"


def test_what_was_thrown_first_cannot_be_thrown_again() -> None:
    table = Table("knauer-2008", players=4, options={"deck": 48}, b="AS KS QS JS TS 9S 8S 7S 6S 5S")
    table.sold("b").act("b discard 5S 6S 7S 8S 9S TS, b discard 5S")
    assert [(b.code, b.action, b.found) for b in table.breaches] == [("card_not_held", 5, "5S")]


def test_a_number_of_discards_is_enough_where_the_client_cannot_see_them() -> None:
    table = bought("discard_then_draw").act("b discard #7")
    assert (table.breaches, table.result.stages[Stage.VYING]) == ([], 4)


def test_there_are_letters_for_all_seats_of_the_largest_table() -> None:
    assert len(LETTERS) == max(players for players, _ in LAYOUTS)


@pytest.mark.parametrize(
    ("exchange", "thrown", "rule"),
    [
        ("discard_then_draw", "AD 5S 6S 7S 8S 9S TS", "exchange"),
        ("discard_then_draw", "4H 5S 6S 7S 8S 9S TS", "discards"),
        ("discard_then_draw", "AD 4H 6S 7S 8S 9S TS", "discards"),
        ("draw_then_discard", "4H 5S 6S 7S 8S 9S TS", "discards"),
    ],
)
def test_only_a_card_that_the_buyer_takes_up_later_makes_it_a_matter_of_when_he_draws(
    exchange: str, thrown: str, rule: str
) -> None:
    (violation,) = bought(exchange).act(f"b discard {thrown}").result.violations
    assert (violation.code.value, violation.rule) == ("card_not_held", rule)


def test_a_card_thrown_out_twice_is_no_matter_of_when_the_buyer_draws() -> None:
    table = Table("knauer-2008", players=4, options={"deck": 48}).sold("b")
    first = each_card(table.replay.held(1))[:6]
    table.act(f"b discard {cards_text(sum(first))}, b discard {cards_text(first[0])}")
    (violation,) = table.result.violations
    assert (violation.code.value, violation.rule) == ("card_not_held", "discards")
