"""Tiddy, Towser and Tumbler: when the holder may claim them, and when they are paid without a claim."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gleek_replay.engine import PRESETS, card_name, parse_card
from gleek_replay.engine.options import Tiddy, TowserTumbler
from gleek_replay.engine.terms import named_trumps
from tests.hands import Breach, Table, action, payments_at

SIDE = {"towser_tumbler": "side_payment"}
HOLDING = {"a": "6H", "b": "4H 8S", "c": "5H 7S"}
"""b, who is eldest, holds Tiddy, c Towser, a Tumbler; hearts are trumps."""


def about_to_lead(preset: str = "parlett", /, **options: object) -> Table:
    """A table before the first lead, which is action 7."""
    return Table(preset, options=options, deal=HOLDING).unvied("b")


PLAYED = "b play 4H, c play 5H, a play 6H"


def test_tiddy_may_be_shown_between_the_vying_and_the_first_lead() -> None:
    table = about_to_lead().act("b tiddy")
    assert (table.breaches, table.net("tiddy")) == ([], {"a": -2, "b": 4, "c": -2})


def test_tiddy_may_be_claimed_directly_after_playing_it() -> None:
    table = about_to_lead().act("b play 4H, b tiddy")
    assert (table.breaches, table.net("tiddy")) == ([], {"a": -2, "b": 4, "c": -2})


def test_tiddy_may_be_claimed_after_the_very_last_card() -> None:
    table = Table(
        a="AH KH QH JH TH 9H 8H 7H 6H 5H 4H 4C", b="AS KS QS JS TS", c="AD KD QD JD TD 9D 8D 7D 6D 5D 4D KC",
        stock="9S 8S 7S 6S 5S 4S AC", turn_up="9C",
    ).unvied("b").played_out()  # fmt: skip
    assert table.record.actions[-1] == action("a play 4C")
    assert [right.what for right in table.result.rights] == ["tiddy"]
    table.act("a tiddy")
    assert (table.breaches, table.result.rights) == ([], ())
    assert table.net("tiddy") == {"a": 4, "b": -2, "c": -2}


def test_tiddy_is_claimed_too_late_once_the_next_card_is_played() -> None:
    table = about_to_lead().act("b play 4H, c play 5H, b tiddy")
    assert table.breaches == [Breach("claim_out_of_time", 9, "b", "", "tiddy")]
    assert table.net("tiddy") == {}


def test_tiddy_is_claimed_too_soon_between_the_first_lead_and_playing_it() -> None:
    table = about_to_lead().act("b play 8S, b tiddy")
    assert [b.code for b in table.breaches] == ["claim_out_of_time"]


@pytest.mark.parametrize("verb", ["tiddy", "towser", "tumbler"])
def test_a_claim_before_the_vying_is_over_is_at_the_wrong_stage(verb: str) -> None:
    table = Table(options=SIDE, deal=HOLDING).exchanged("b").act(f"b vie, b {verb}")
    assert [(b.code, b.action) for b in table.breaches] == [("wrong_stage", 5)]


@pytest.mark.parametrize("line", ["c towser", "a tumbler"])
def test_towser_and_tumbler_are_not_shown_before_the_first_lead(line: str) -> None:
    table = about_to_lead(**SIDE).act(line)
    assert [b.code for b in table.breaches] == ["claim_out_of_time"]


def test_towser_is_worth_5_and_tumbler_6_from_each_opponent_when_claimed_after_playing_them() -> None:
    table = about_to_lead(**SIDE).act("b play 4H, c play 5H, c towser, a play 6H, a tumbler")
    assert table.breaches == []
    assert table.net("towser") == {"a": -5, "b": -5, "c": 10}
    assert table.net("tumbler") == {"a": 12, "b": -6, "c": -6}
    assert table.net("tiddy") == {}


def test_each_is_paid_once_however_often_it_is_claimed() -> None:
    table = about_to_lead().act("b tiddy, b play 4H, b tiddy, b tiddy")
    assert table.breaches == [
        Breach("claimed_twice", 9, "b", "", "tiddy"),
        Breach("claimed_twice", 10, "b", "", "tiddy"),
    ]
    assert table.net("tiddy") == {"a": -2, "b": 4, "c": -2}


def test_claimed_twice_goes_before_claimed_out_of_time() -> None:
    table = about_to_lead().act("b tiddy, b play 8S, c play 7S, b tiddy")
    assert [b.code for b in table.breaches] == ["claimed_twice"]


@pytest.mark.parametrize("line", ["a tiddy", "c tiddy"])
def test_a_claim_of_a_card_that_is_anothers_is_false(line: str) -> None:
    table = about_to_lead().act(line)
    assert table.breaches == [Breach("false_claim", 7, line[0], "", "tiddy")]
    assert table.net("tiddy") == {}


def test_a_claim_of_the_turn_up_is_false() -> None:
    assert [b.code for b in Table(turn_up="4H").unvied().act("a tiddy").breaches] == ["false_claim"]


def test_a_claim_of_a_card_thrown_out_is_false() -> None:
    table = Table(b="4H 4S 5S 6S 7S 8S 9S TS JS QS KS AS").sold("b")
    table.act("b discard 4H 4S 5S 6S 7S 8S 9S, b pass, c pass, a pass, b tiddy")
    assert [b.code for b in table.breaches] == ["false_claim"]


@pytest.mark.parametrize(
    ("options", "verb"),
    [
        ({"tiddy": "off"}, "tiddy"),
        ({}, "towser"),
        ({}, "tumbler"),
        ({"towser_tumbler": "scored"}, "towser"),
        ({"towser_tumbler": "scored"}, "tumbler"),
    ],
)
def test_a_claim_that_the_rules_do_not_know_has_no_effect(options: dict[str, object], verb: str) -> None:
    table = about_to_lead(**options).act(f"b {verb}")
    assert table.breaches == [Breach("claim_not_in_rules", 7, "b", "", verb)]
    assert payments_at(table.result, 7) == []


def test_where_payment_is_automatic_it_is_due_at_the_play() -> None:
    table = about_to_lead(tiddy="automatic", **SIDE).act(PLAYED)
    assert table.breaches == []
    assert [payment.reason.value for payment in table.result.payments if payment.action == 7] == ["tiddy"] * 2
    assert table.net("towser") == {"a": -5, "b": -5, "c": 10}
    assert table.net("tumbler") == {"a": 12, "b": -6, "c": -6}


def test_where_payment_is_automatic_tiddy_may_still_be_shown_before_the_first_lead_and_is_paid_once() -> None:
    table = about_to_lead(tiddy="automatic").act("b tiddy, b play 4H")
    assert table.breaches == []
    assert {p.action for p in table.result.payments if p.reason == "tiddy"} == {7}
    assert table.net("tiddy") == {"a": -2, "b": 4, "c": -2}


def test_after_an_automatic_payment_a_claim_directly_after_the_play_is_no_fault() -> None:
    table = about_to_lead(tiddy="automatic").act("b play 4H, b tiddy")
    assert (table.breaches, table.net("tiddy")) == ([], {"a": -2, "b": 4, "c": -2})
    assert [b.code for b in table.act("b tiddy").breaches] == ["claimed_twice"]


def test_after_an_automatic_payment_a_later_claim_is_out_of_time() -> None:
    table = about_to_lead(tiddy="automatic").act("b play 4H, c play 5H, b tiddy")
    assert [b.code for b in table.breaches] == ["claim_out_of_time"]


def test_towser_and_tumbler_are_claimed_where_tiddy_is_off() -> None:
    table = about_to_lead(tiddy="off", **SIDE).act(PLAYED)
    assert table.net("towser") == table.net("tumbler") == table.net("tiddy") == {}
    assert table.act("a tumbler").net("tumbler") == {"a": 12, "b": -6, "c": -6}


def test_a_card_seen_in_a_showdown_is_not_yet_shown_for_payment() -> None:
    table = Table("willughby-1665", deal=HOLDING).exchanged("b").act("b vie, c see, a see, b stand")
    assert table.net("tiddy") == {}
    assert table.act("b play 4H").net("tiddy") == {"a": -2, "b": 4, "c": -2}


def test_what_was_played_and_never_claimed_is_noted() -> None:
    table = about_to_lead(**SIDE).act(PLAYED)
    noted = [(right.code, right.seat, right.what, right.worth) for right in table.result.rights]
    assert [right for right in noted if right[0] == "unclaimed"] == [
        ("unclaimed", 1, "tiddy", 2),
        ("unclaimed", 2, "towser", 5),
    ]


def test_a_card_that_may_still_be_claimed_is_not_noted() -> None:
    assert about_to_lead().act("b play 4H").result.rights == ()
    assert [right.what for right in about_to_lead().act("b play 4H, c play 5H").result.rights] == ["tiddy"]


def test_what_was_claimed_or_paid_automatically_is_not_noted() -> None:
    assert about_to_lead().act("b tiddy, b play 4H, c play 5H").result.rights == ()
    assert about_to_lead(tiddy="automatic").act("b play 4H, c play 5H").result.rights == ()


@pytest.mark.parametrize(("deck", "lowest"), [(44, "4S"), (48, "3S"), (52, "2S")])
def test_five_trumps_have_names_whatever_is_paid_for_them(deck: int, lowest: str) -> None:
    rules = replace(PRESETS["parlett"], deck=deck, tiddy=Tiddy.OFF, towser_tumbler=TowserTumbler.OFF)
    named = {card_name(card): name for card, name in named_trumps(rules, parse_card("QS")).items()}
    assert named == {"AS": "Tib", "JS": "Tom", lowest: "Tiddy", "5S": "Towser", "6S": "Tumbler"}
