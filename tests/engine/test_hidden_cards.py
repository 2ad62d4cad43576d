"""Records from one player's seat: what is judged, what stays open, and what is left out of the payments.

Who does not see a hand learns it as it is played. ``seen_from("a")`` is the record of a client that saw the
cards dealt to a alone: neither the other hands nor the stock nor the discards.
"""

from __future__ import annotations

import pytest

from gleek_replay.engine import Result, card_names
from tests.hands import Breach, Table, breaches

HANDS = {
    "a": "AC 4C TS 9S 5S 5D 6D 7D 8D 9D TD JD",
    "b": "AS KS 4S 5H KH",
    "c": "QS JS 6S 4H TH QH AD KD QD 5C 6C 7C",
    "stock": "AH 7S 8S 4D KC QC JC",
}
"""b, who buys, has AS KS 8S 7S 4S AH KH 5H 4D KC QC JC after the exchange; hearts are trumps."""


def leading(preset: str = "parlett", /, **options: object) -> Table:
    """A table before the first lead, which is action 7."""
    return Table(preset, options=options, deal=HANDS).unvied("b")


def codes(result: Result) -> list[tuple[str, int | None]]:
    """What was done against the rules, and where."""
    return [(breach.code, breach.action) for breach in breaches(result)]


def test_a_complete_hand_leaves_only_the_exchange_unverified() -> None:
    table = leading().played_out()
    for seat in "ac":
        result = table.seen_from(seat)
        assert result.unverified == ("exchange",)
        assert (result.payments, result.score) == (table.result.payments, table.result.score)


def test_who_bought_knows_the_exchange_once_the_hand_is_complete() -> None:
    table = leading().played_out()
    assert table.seen_from("b", discards=True).unverified == ()
    assert table.seen_from("b").unverified == ()
    assert table.seen_from("b", stock=True).unverified == ()


def test_with_the_stock_known_the_buyers_hand_is_what_is_left() -> None:
    assert leading().played_out().seen_from(stock=True).unverified == ()


def test_before_the_play_the_exchange_is_known_to_who_saw_hand_stock_and_discards() -> None:
    table = leading()
    assert table.seen_from("b", stock=True, discards=True).unverified == ()
    assert table.seen_from("b", discards=True).unverified == ("exchange",)
    assert table.seen_from("b", stock=True).unverified == ("exchange",)
    assert table.seen_from("ac", stock=True).unverified == ("exchange",)
    assert table.seen_from("ac", stock=True, discards=True).unverified == ()


def test_before_anything_was_thrown_out_nothing_of_the_exchange_is_unverified() -> None:
    assert Table(deal=HANDS).seen_from("a").unverified == ()
    assert Table(deal=HANDS).sold("b").seen_from("a").unverified == ()


def test_one_hand_that_is_missing_is_what_the_others_leave() -> None:
    table = leading().act("b play AS, c play AD")
    assert table.seen_from("ab", stock=True, discards=True).unverified == ()
    assert codes(table.seen_from("ab", stock=True, discards=True)) == [("revoke", 8)]


def test_a_revoke_shows_when_the_suit_is_played_later() -> None:
    table = leading().act("b play AS, c play AD, a play 5S, b play KS, c play 6S")
    result = table.seen_from("a")
    assert breaches(result) == [Breach("revoke", 8, "c", "6S", "AD")]
    assert result.unverified == ("exchange",)


def test_a_card_that_may_have_been_a_revoke_leaves_the_tricks_unverified() -> None:
    result = leading().act("b play AS, c play AD, a play 5S").seen_from("a")
    assert (breaches(result), result.unverified) == ([], ("exchange", "tricks"))


def test_a_card_that_did_not_follow_suit_is_proved_right_when_the_suit_is_all_elsewhere() -> None:
    table = Table(a="AS KS QS JS TS 4S", b="9S 8S 7S 6S 5S", c="AD KD QD JD")
    table.unvied("b").act("b play 9S, c play AD")
    assert table.seen_from("b").unverified == ("exchange", "tricks")
    assert table.seen_from("ab").unverified == ("exchange",)


def test_one_more_card_of_the_suit_somewhere_unknown_leaves_it_open() -> None:
    table = leading().act("b play AS, c play AD, a play 5S")
    assert table.seen_from("ab").unverified == ("exchange", "tricks")


HIGHER_LATER = "b play 4S, c play JS, a play TS, c play QS"


def test_a_lower_card_than_the_highest_shows_when_the_highest_is_played_later() -> None:
    result = leading(follow="highest").act(HIGHER_LATER).seen_from("a")
    assert breaches(result) == [Breach("not_highest", 8, "c", "QS", "JS")]
    assert result.unverified == ("exchange",)


def test_a_card_that_may_not_have_been_the_highest_leaves_the_tricks_unverified() -> None:
    result = leading(follow="highest").act("b play 4S, c play JS").seen_from("a")
    assert (breaches(result), result.unverified) == ([], ("exchange", "tricks"))
    result = leading(follow="highest").act("b play 4S, c play QS").seen_from("a")
    assert result.unverified == ("exchange", "tricks")


def test_the_ace_is_certainly_the_highest() -> None:
    result = leading(follow="highest").act("b play 4D, c play AD").seen_from("a")
    assert (breaches(result), result.unverified) == ([], ("exchange",))


def test_a_second_card_too_low_shows_when_a_ten_or_higher_is_played_later() -> None:
    table = leading(follow="second_high").act(
        "b play 4S, c play 6S, a play TS, a play 9S, b play AS, c play JS"
    )
    assert breaches(table.seen_from("a"))[0] == Breach("not_high_enough", 8, "c", "JS", "6S")


def test_a_second_card_of_ten_or_higher_is_right_whatever_else_is_held() -> None:
    result = leading(follow="second_high").act("b play 4S, c play JS").seen_from("a")
    assert (breaches(result), result.unverified) == ([], ("exchange",))


def test_a_low_second_card_leaves_the_tricks_unverified_while_a_higher_may_be_held() -> None:
    result = leading(follow="second_high").act("b play 4S, c play 6S").seen_from("a")
    assert result.unverified == ("exchange", "tricks")


def test_the_third_card_of_the_suit_is_right_whatever_else_is_held() -> None:
    result = leading(follow="second_high").act("b play 4S, c play JS, a play 5S").seen_from("c")
    assert result.unverified == ("exchange",)


def test_a_card_that_lies_elsewhere_is_not_held() -> None:
    table = Table(deal=HANDS).unvied("b")
    table.act("b play AS")
    table.act("c play TS")
    assert codes(table.seen_from("a")) == [("card_not_held", 8)]
    assert codes(table.seen_from("b")) == []


def test_a_card_played_by_two_is_not_held_by_the_second() -> None:
    table = Table(deal=HANDS).unvied("b").act("b play AS, c play AS")
    assert codes(table.seen_from("a")) == [("card_not_held", 8)]


def test_a_card_thrown_out_is_not_held() -> None:
    table = Table(deal=HANDS).unvied("b")
    thrown = table.record.actions[3][2]
    table.act(f"b play {card_names(thrown)[0]}")
    assert codes(table.seen_from("a", discards=True)) == [("card_not_held", 7)]
    assert codes(table.seen_from("a")) == []


def test_the_turn_up_is_in_nobodys_hand() -> None:
    table = Table(deal=HANDS).unvied("b")
    table.act("b play 9H")
    assert codes(table.seen_from("a")) == [("card_not_held", 7)]


def test_a_thirteenth_card_is_held_by_nobody() -> None:
    table = leading().played_out()
    assert codes(table.act("b play 4S").seen_from("a")) == [("wrong_stage", 43)]


def test_a_known_card_that_a_hidden_buyer_throws_out_is_not_his() -> None:
    table = Table(deal=HANDS).sold("b").act("b discard AC AS KS 4S 5H KH QH")
    assert codes(table.seen_from("a", discards=True)) == [("card_not_held", 3)]


def test_the_buyer_cannot_play_more_of_the_cards_dealt_to_him_than_he_kept() -> None:
    table = Table(b="AS KS QS JS TS 9S 8S 7S 6S 5S 4S AC", c="4D 5D 6D 7D 8D 9D", a="TD JD QD KD AD 4C")
    table.sold("b").act("b discard #7, b pass, c pass, a pass")
    table.act("b play AS, c play 4D, a play TD, b play KS, c play 5D, a play JD")
    table.act("b play QS, c play 6D, a play QD, b play JS, c play 7D, a play KD")
    table.act("b play TS, c play 8D, a play AD, b play 9S")
    assert codes(table.seen_from("b")) == [("card_not_held", 7 + 5 * 3)]


@pytest.mark.parametrize("player", "ac")
def test_hiding_cards_turns_no_legal_card_into_a_breach(player: str) -> None:
    table = leading("willughby-1665").played_out()
    for cut in range(7, 44):
        shorter = Table("willughby-1665", deal=HANDS)
        for action in table.record.actions[:cut]:
            shorter.replay.act(*action)
        assert codes(shorter.seen_from(player)) == []
