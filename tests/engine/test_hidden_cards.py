"""Records from one player's seat: what is judged, what stays open, and what is left out of the payments.

Who does not see a hand learns it as it is played. ``seen_from("a")`` is the record of a client that saw the
cards dealt to a alone: neither the other hands nor the stock nor the discards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from gleek_replay.engine import Code, Hand, Result, Stage, Verb, card_names, each_card, layout_of, replay
from gleek_replay.records import read_record
from gleek_replay.simulation import simulate
from tests.hands import Breach, Table, breaches
from tests.histories import read

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


def test_a_card_in_doubt_stays_in_doubt_when_a_later_one_is_certainly_the_highest() -> None:
    table = leading(follow="highest").act("b play 4S, c play JS, a play TS, c play 4H, a play 5D, b play AH")
    assert table.seen_from("a").unverified == ("exchange", "tricks")


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
    result = table.seen_from("a", discards=True)
    assert breaches(result) == [Breach("card_not_held", 3, "b", "AS KS 4S KH QH 5H", "AC")]


def test_of_a_hidden_discard_the_cards_seen_elsewhere_are_named_and_no_others() -> None:
    table = Table(deal=HANDS).sold("b").act("b discard AC AS 7S 4S 9H KH QH")
    seen_by_c = table.seen_from("c", stock=True, discards=True)
    assert breaches(seen_by_c) == [Breach("card_not_held", 3, "b", "AS 4S KH AC", "7S QH 9H")]


def test_a_card_of_the_stock_may_be_thrown_out_where_it_is_taken_up_first() -> None:
    table = Table(options={"exchange": "draw_then_discard"}, deal=HANDS).sold("b")
    table.act("b discard AC AS 7S 4S 5H KH 8S")
    found = [breach.found for breach in breaches(table.seen_from("a", stock=True, discards=True))]
    assert found == ["AC"]


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


def test_a_revoke_is_found_that_only_the_count_of_cards_proves() -> None:
    """Bess, of whose hand one card is not known, can only hold the Jack or the Nine of hearts, and threw the
    Ten of spades to a heart.
    """
    hand = read_record(Path(__file__).with_name("certain_revoke.json").read_bytes()).hand
    result = replay(hand)
    (revoke,) = [breach for breach in result.violations if breach.code is Code.REVOKE]
    assert (revoke.action, revoke.seat, revoke.expected, revoke.found) == (53, 1, ("JH", "9H"), "TS")
    assert revoke.one_of
    assert "tricks" not in result.unverified


def worlds_near_the_end(hand: Hand, unknown: int) -> Iterator[Hand]:
    """The hand as it may have been in full: of the cards that nobody has been seen to play, whoever has
    still to play holds any. At most so many are not known.
    """
    shown = replay(hand)
    layout, players = layout_of(hand.rules, hand.players), range(hand.players)
    thrown = sum(cards for _, verb, cards in hand.actions if verb is Verb.DISCARD)
    played = [
        sum(card for seat, verb, card in hand.actions if (seat, verb) == (who, Verb.PLAY)) for who in players
    ]
    left = each_card(layout.pack & ~hand.turn_up & ~thrown & ~sum(played))
    assert len(left) <= unknown
    assert shown.sale
    buyer = shown.sale.buyer
    room = [layout.hand - cards.bit_count() for cards in played]
    for shares in shared(left, room):
        after = [cards | share for cards, share in zip(played, shares, strict=True)]
        hands = after.copy()
        kept = sum(each_card(after[buyer])[: layout.hand - sum(layout.discards)])
        hands[buyer] = kept | thrown
        yield replace(hand, hands=tuple(hands), stock=after[buyer] & ~kept)


def shared(cards: list[int], room: list[int]) -> Iterator[tuple[int, ...]]:
    """Every way to share cards out."""
    if not room:
        yield ()
        return
    for first in combinations(cards, room[0]):
        rest = [card for card in cards if card not in first]
        for others in shared(rest, room[1:]):
            yield (sum(first), *others)


@pytest.mark.parametrize("follow", ["suit", "highest", "second_high"])
def test_a_breach_in_the_tricks_is_found_just_when_it_is_one_however_the_unknown_cards_lie(
    follow: str,
) -> None:
    """Hands of which all discards are shown and no deal, broken off shortly before the end."""
    chance, found = Random(follow), Counter[str]()
    options = {"follow": follow, "exchange": "discard_then_draw"}
    for document in simulate("parlett", hands=60, seed=5, options=options):
        hand = read(document).hand
        played = replay(hand).stages[Stage.OVER] - chance.randint(4, 6)
        actions = list(hand.actions[:played])
        while actions[-1][1] is not Verb.PLAY:
            actions.pop()
        plays = [index for index, action in enumerate(actions) if action[1] is Verb.PLAY]
        for index in plays[-4:]:  # somebody plays a card of his that he may have kept for later
            later = [
                other for other in plays[-4:] if actions[other][0] == actions[index][0] and other >= index
            ]
            other = chance.choice(later)
            one, two = actions[index], actions[other]
            actions[index], actions[other] = two, one
        dealt_nobody = replace(hand, hands=(None,) * 3, stock=None, actions=tuple(actions))
        result = replay(dealt_nobody)
        if result.stopped_at is not None:
            continue
        breaks = [
            {(b.code, b.action) for b in replay(world).violations if b.code in IN_TRICKS}
            for world in worlds_near_the_end(dealt_nobody, 9)
        ]
        said = {(breach.code, breach.action) for breach in result.violations if breach.code in IN_TRICKS}
        assert said == set.intersection(*breaks)
        assert ("tricks" in result.unverified) == (set.union(*breaks) != said)
        found.update({"breach": len(said), "doubt": "tricks" in result.unverified})
    assert min(found["breach"], found["doubt"]) > 0


IN_TRICKS = {Code.REVOKE, Code.NOT_HIGHEST, Code.NOT_HIGH_ENOUGH}
