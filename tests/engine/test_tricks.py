"""The tricks: whose turn it is, which card must follow, and who wins."""

from __future__ import annotations

from itertools import permutations

import pytest

from gleek_replay.engine import Stage, card_names
from tests.hands import Breach, Table

HANDS = {
    "a": "AC 4C TS 9S 5S 5D 6D 7D 8D 9D TD JD",
    "b": "AS KS 4S 5H KH",
    "c": "QS JS 6S 4H TH QH AD KD QD 5C 6C 7C",
    "stock": "AH 7S 8S 4D KC QC JC",
}
"""Hearts are trumps; b, eldest, leads action 7; after the exchange he holds, with the stock, AS KS 8S 7S 4S
AH KH 5H 4D KC QC JC; a has three spades, up to the Ten, c three, up to the Queen, and three trumps."""


def leading(preset: str = "parlett", /, **options: object) -> Table:
    """A table before the first lead."""
    return Table(preset, options=options, deal=HANDS).unvied("b")


def winner_of(script: str, preset: str = "parlett") -> str | None:
    """Who wins the first trick, and so leads next."""
    table = leading(preset).act(script)
    assert len(table.result.tricks) == 1
    return table.turn


def test_eldest_leads_any_card_he_holds() -> None:
    table = leading()
    assert card_names(table.replay.legal_cards(1)) == (
        "AS",
        "KS",
        "8S",
        "7S",
        "4S",
        "AH",
        "KH",
        "5H",
        "4D",
        "KC",
        "QC",
        "JC",
    )
    assert table.act("b play 4D").turn == "c"


def test_the_highest_card_of_the_suit_led_wins_the_trick_and_its_winner_leads_next() -> None:
    assert winner_of("b play KS, c play 6S, a play 5S") == "b"
    assert winner_of("b play 4S, c play 6S, a play TS") == "a"


def test_a_higher_card_of_another_suit_does_not_win() -> None:
    assert winner_of("b play 4D, c play AD, a play TD") == "c"
    table = leading().act("b play JC, c play 5C, a play AC, a play 5D, b play 4D, c play KD")
    assert table.turn == "c"


def test_a_trump_wins_over_the_suit_led_and_a_higher_trump_over_a_lower() -> None:
    table = Table(a="4H", b="AS", c="5H").unvied("b")
    assert [b.code for b in table.act("b play AS, c play 5H, a play 4H").breaches] == ["revoke", "revoke"]
    assert table.turn == "c"


@pytest.mark.parametrize(("trump", "led"), list(permutations("SHDC", 2)))
def test_the_lowest_trump_wins_over_the_ace_of_any_other_suit(trump: str, led: str) -> None:
    table = Table(a=f"A{led}", b=f"5{led}", c=f"4{trump}", turn_up=f"9{trump}").unvied("b")
    assert table.act(f"b play 5{led}, c play 4{trump}, a play A{led}").turn == "c"


def test_where_trumps_are_led_the_highest_wins() -> None:
    assert leading().act("b play 5H, c play QH, a play AC").turn == "c"


def test_a_higher_trump_after_a_lower_wins() -> None:
    table = Table(a="KH", b="AS", c="5H").unvied("b").act("b play AS, c play 5H, a play KH")
    assert table.turn == "a"


def test_who_cannot_follow_suit_plays_any_card() -> None:
    table = leading().act("b play 5H, c play 4H, a play AC")
    assert table.breaches == []
    assert leading().act("b play 5H, c play 4H").replay.legal_cards(0).bit_count() == 12


def test_who_can_follow_suit_and_does_not_has_revoked_and_is_followed() -> None:
    table = leading().act("b play AS, c play AD")
    assert table.breaches == [Breach("revoke", 8, "c", "QS JS 6S", "AD")]
    assert table.turn == "a"


def test_trumping_while_able_to_follow_is_a_revoke_too_and_still_wins() -> None:
    table = leading().act("b play AS, c play 4H, a play 5S")
    assert [b.code for b in table.breaches] == ["revoke"]
    assert table.turn == "c"


def test_the_legal_cards_are_those_of_the_suit_led() -> None:
    assert card_names(leading().act("b play 4S").replay.legal_cards(2)) == ("QS", "JS", "6S")


HIGHEST = {"follow": "highest"}
SECOND_HIGH = {"follow": "second_high"}


def test_where_the_highest_must_follow_a_lower_card_of_the_suit_is_a_breach() -> None:
    table = leading(**HIGHEST).act("b play 4S, c play JS, a play 9S")
    assert table.breaches == [
        Breach("not_highest", 8, "c", "QS", "JS"),
        Breach("not_highest", 9, "a", "TS", "9S"),
    ]
    assert leading(**HIGHEST).act("b play 4S, c play QS, a play TS").breaches == []


def test_where_the_highest_must_follow_only_it_is_legal() -> None:
    assert card_names(leading(**HIGHEST).act("b play 4S").replay.legal_cards(2)) == ("QS",)


def test_where_the_highest_must_follow_the_leader_is_free() -> None:
    assert leading(**HIGHEST).act("b play 4S").breaches == []


def test_a_revoke_where_the_highest_must_follow_expects_the_highest() -> None:
    table = leading(**HIGHEST).act("b play 4S, c play AD")
    assert table.breaches == [Breach("revoke", 8, "c", "QS", "AD")]


def test_the_second_player_must_play_a_ten_or_higher_where_the_rules_say_so() -> None:
    table = leading(**SECOND_HIGH).act("b play 4S, c play 6S")
    assert table.breaches == [Breach("not_high_enough", 8, "c", "QS JS", "6S")]
    assert leading(**SECOND_HIGH).act("b play 4S, c play JS, a play 5S").breaches == []


def test_the_second_player_without_a_ten_or_higher_must_play_his_highest() -> None:
    table = leading(**SECOND_HIGH).act("b play JC, c play 5C")
    assert table.breaches == [Breach("not_high_enough", 8, "c", "7C", "5C")]
    assert leading(**SECOND_HIGH).act("b play JC, c play 7C").breaches == []


def test_the_third_player_may_play_any_card_of_the_suit() -> None:
    assert leading(**SECOND_HIGH).act("b play 4S, c play QS, a play 5S").breaches == []


def test_who_plays_second_out_of_turn_must_play_high() -> None:
    table = leading(**SECOND_HIGH).act("b play 4S, a play 5S")
    assert [b.code for b in table.breaches] == ["out_of_turn", "not_high_enough"]


def test_a_card_led_out_of_turn_counts_and_the_turn_goes_on_from_his_left() -> None:
    table = leading().act("c play 6S")
    assert table.breaches == [Breach("out_of_turn", 7, "c", "b", "6S")]
    assert table.turn == "a"
    assert table.act("a play 5S").turn == "b"
    assert table.act("b play AS").turn == "b"


def test_a_card_played_out_of_turn_counts_and_the_turn_goes_to_who_has_not_played_yet() -> None:
    table = leading().act("b play 4S, a play TS")
    assert table.breaches == [Breach("out_of_turn", 8, "a", "c", "TS")]
    assert table.turn == "c"
    assert table.act("c play QS").turn == "c"


def test_with_more_players_the_turn_passes_over_those_who_have_played() -> None:
    table = Table("knauer-2008", players=4, a="AS", b="KS", c="QS", d="TS").unvied("b")
    table.act("b play KS, d play TS")
    assert table.turn == "a"
    assert table.act("a play AS").turn == "c"


def test_the_turn_passes_over_two_who_have_played_side_by_side() -> None:
    table = Table("knauer-2008", players=4, a="AS", b="KS", c="QS", d="JS").unvied("b")
    assert table.act("b play KS, c play QS, a play AS").turn == "d"


def test_a_lead_out_of_turn_between_two_tricks_is_followed() -> None:
    table = leading().act("b play AS, c play 6S, a play 5S, a play 5D")
    assert table.breaches == [Breach("out_of_turn", 10, "a", "b", "5D")]
    assert table.turn == "b"


def test_a_second_card_to_one_trick_stops_the_replay() -> None:
    table = leading().act("b play AS, b play KS")
    assert table.breaches == [Breach("played_twice", 8, "b", "", "KS")]
    assert table.result.stopped_at == 8


@pytest.mark.parametrize("card", ["4S", "9H", "QS", "6H"])
def test_a_card_not_held_stops_the_replay(card: str) -> None:
    table = leading().act(f"b play 4S, c play 6S, a play {card}")
    held = "TS 9S 5S JD TD 9D 8D 7D 6D 5D AC 4C"
    assert table.breaches == [Breach("card_not_held", 9, "a", held, card)]
    assert table.result.stopped_at == 9


def test_a_card_not_held_comes_before_its_being_out_of_turn() -> None:
    table = leading().act("b play 4S, a play QS")
    assert [b.code for b in table.breaches] == ["card_not_held"]


def test_a_card_played_before_is_not_held_any_more() -> None:
    table = leading().act("b play AS, c play 6S, a play 5S, b play AS")
    assert [(b.code, b.action) for b in table.breaches] == [("card_not_held", 10)]


def test_cards_thrown_out_are_not_held() -> None:
    table = Table(b="4S 5S 6S 7S 8S 9S TS AS KS QS JS AC").sold("b")
    table.act("b discard 4S 5S 6S 7S 8S 9S TS, b pass, c pass, a pass, b play 4S")
    assert [b.code for b in table.breaches] == ["card_not_held"]


@pytest.mark.parametrize(
    "line", ["b bid 13", "b pass", "b vie", "b gleek A", "b mournival K", "b discard #7"]
)
def test_nothing_but_cards_claims_and_challenges_belongs_to_the_tricks(line: str) -> None:
    table = leading().act("b play AS").act(line)
    assert table.breaches == [Breach("wrong_stage", 8, "b", "play", line.split(" ")[1])]


def test_what_is_open_in_the_tricks_is_what_the_rules_and_the_last_card_leave_open() -> None:
    options = {"towser_tumbler": "side_payment", "challenge": True}
    table = (
        Table(deal=HANDS, options=options, b="AS KS 4S 5H KH").unvied("b").act("b gleek A, b play 5H, b vie")
    )
    assert table.breaches[-1] == Breach("wrong_stage", 9, "b", "play towser challenge", "vie")
    table = Table(deal=HANDS, options=options, b="AS KS 4S 5H KH").unvied("b").act("b play AS, b vie")
    assert table.breaches[-1] == Breach("wrong_stage", 8, "b", "play", "vie")


def test_a_card_before_the_vying_is_over_is_at_the_wrong_stage() -> None:
    table = Table(deal=HANDS).exchanged("b").act("b vie, c play 6S")
    assert table.breaches == [Breach("wrong_stage", 5, "c", "pass see revie", "play")]


def test_a_card_after_the_last_trick_is_at_the_wrong_stage() -> None:
    table = leading().played_out().act("b play AS")
    assert table.breaches == [Breach("wrong_stage", 43, "b", "", "play")]
    assert (table.result.complete, table.result.stopped_at) == (True, 43)


def test_the_hand_is_over_after_the_last_trick() -> None:
    table = leading().played_out()
    assert (table.replay.stage, table.turn, table.result.complete) == (Stage.OVER, None, True)
    assert [action for action, _ in table.result.tricks] == list(range(9, 43, 3))
    assert table.replay.held(0) == table.replay.held(1) == table.replay.held(2) == 0


def test_a_record_that_ends_within_a_trick_is_not_complete() -> None:
    table = leading().act("b play AS, c play 6S")
    assert (table.result.complete, table.result.tricks, table.result.score) == (False, (), None)


def test_claims_and_challenges_between_the_cards_do_not_disturb_the_trick() -> None:
    table = leading("willughby-1665").act("b play 5H, c play QH, a tiddy, b challenge c gleek Q, a play AC")
    assert [b.code for b in table.breaches] == ["false_claim", "nothing_to_challenge"]
    assert table.turn == "c"
