"""What each step of a replay tells: words, cards that move or turn over, payments and breaches."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gleek_replay.audit import Sight, audit_record
from gleek_replay.audit.replaying import Replaying
from gleek_replay.audit.sight import of_everything, of_seat, of_the_table
from gleek_replay.records import read_record
from tests.audit.replaying.folding import Document, folded
from tests.hands import RUFFS, Table
from tests.histories import audited, hide, history

EXAMPLES = Path(__file__).parents[2] / "examples"


def replayed(table: Table, sight: Sight | None = None, **how: Any) -> Document:
    """The replay of a table's hand, by default to one who sees every card."""
    audit = audited(history(table))
    every = of_everything(table.hand.players)
    return Replaying(own=audit, reading=audit, sight=sight or every, **how).document


def seen_by_all(table: Table, **how: Any) -> Document:
    """The replay for one who stood by."""
    return replayed(table, of_the_table(audited(history(table))), **how)


def paid(step: Document) -> list[str]:
    return [f"{each['from']} {each['amount']} {each['to']} {each['for']}" for each in step["payments"]]


def moved(step: Document) -> list[str]:
    return [
        f"{move['from']} to {move['to']}: {' '.join(move['cards'])}+{move['hidden']}"
        for move in step["moves"]
    ]


def shown(step: Document) -> dict[str, str]:
    return {each["place"]: " ".join(each["cards"]) for each in step["shown"]}


def texts(document: Document) -> list[str]:
    return [step["text"] for step in document["steps"]]


def said(document: Document) -> list[str | None]:
    return [step["said"] for step in document["steps"]]


def test_the_deal_tells_who_deals_and_what_is_turned_up_and_pays_for_it() -> None:
    document = replayed(Table(turn_up="4H"))
    (deal,) = document["steps"]
    assert deal["text"] == (
        "Ann deals; Bess is eldest. The Four of Hearts (Tiddy) is turned up; Hearts are trumps."
    )
    assert paid(deal) == ["bess 4 ann turn_up", "cat 4 ann turn_up"]
    assert (deal["action"], deal["player"], deal["said"], deal["moves"]) == (None, None, None, [])
    assert document["named"] == {"AH": "Tib", "JH": "Tom", "4H": "Tiddy", "5H": "Towser", "6H": "Tumbler"}
    assert document["honours"] == {"AH": 15, "JH": 9, "KH": 3, "QH": 3}


def test_who_should_not_have_dealt_breaks_a_rule_at_the_deal() -> None:
    (deal,) = replayed(Table(lift=[{"a": "KS", "b": "4S", "c": "9S"}]))["steps"]
    assert [violation["code"] for violation in deal["violations"]] == ["wrong_dealer"]


def test_the_auction_is_told_in_bids_and_ends_with_the_sale() -> None:
    document = replayed(Table().act("b bid 12, c bid 13, a pass, b pass"))
    assert texts(document)[1:] == [
        "Bess bids 12.", "Cat bids 13.", "Ann passes.", "Bess passes. Cat has the stock for 13.",
    ]  # fmt: skip
    assert said(document) == [None, "12", "13", "Pass", "Pass"]
    assert paid(document["steps"][4]) == ["cat 6 bess stock", "cat 6 ann stock", "cat 1 pot stock"]
    assert [step["stage"] for step in document["steps"]] == ["deal", *["auction"] * 4]


EXCHANGE = {"b": "AS KS QS JS TS 4S 5S 6S 7S 8S 9S 4C", "stock": "AD KD QD JD TD 9D 8D"}
THROWN = "9S 8S 7S 6S 5S 4S 4C"


def test_the_buyer_throws_out_and_takes_up_the_stock() -> None:
    document = replayed(Table(deal=EXCHANGE).sold("b").act(f"b discard {THROWN}"))
    step = document["steps"][-1]
    assert step["text"] == "Bess throws out 7 cards. Bess takes up the stock."
    assert moved(step) == [
        f"hand:1 to discards: {THROWN}+0", "stock to hand:1: AD KD QD JD TD 9D 8D+0",
    ]  # fmt: skip
    assert (step["stage"], step["said"], step["shown"]) == ("exchange", None, [])


def test_where_the_stock_is_taken_up_first_that_comes_with_the_sale() -> None:
    table = Table(deal=EXCHANGE, options={"exchange": "draw_then_discard"}).sold("b")
    document = replayed(table.act(f"b discard {THROWN}"))
    sale, discard = document["steps"][-2:]
    assert sale["text"] == "Ann passes. Bess has the stock for 12. Bess takes up the stock."
    assert moved(sale) == ["stock to hand:1: AD KD QD JD TD 9D 8D+0"]
    assert moved(discard) == [f"hand:1 to discards: {THROWN}+0"]
    assert discard["text"] == "Bess throws out 7 cards."


@pytest.mark.parametrize(("players", "deck", "first", "stock"), [(4, 48, 6, 7), (5, 52, 5, 6)])
def test_with_two_discards_the_stock_is_taken_up_between_them(
    players: int, deck: int, first: int, stock: int
) -> None:
    options = {"deck": deck, "exchange": "draw_then_discard"}
    document = replayed(Table("knauer-2008", players=players, options=options).exchanged("b"))
    thrown = [step for step in document["steps"] if step["stage"] == "exchange"]
    numbers = [[(move["from"], len(move["cards"])) for move in step["moves"]] for step in thrown]
    assert numbers == [[("hand:1", first), ("stock", stock)], [("hand:1", 1)]]


def test_to_others_the_exchange_lies_face_down_until_the_hand_that_all_was_played_of_turns_over() -> None:
    document = seen_by_all(Table(deal=EXCHANGE).unvied("b").played_out())
    assert document["masked"]
    assert document["places"]["hand:1"] == {"cards": [], "hidden": 12}
    assert len(document["places"]["hand:0"]["cards"]) == 12
    (exchange,) = [step for step in document["steps"] if step["stage"] == "exchange"]
    assert moved(exchange) == ["hand:1 to discards: +7", "stock to hand:1: +7"]
    assert shown(exchange) == {"hand:1": "AS KS QS JS TS AD KD QD JD TD 9D 8D"}


def test_of_a_hand_that_broke_off_cards_turn_over_as_they_are_played() -> None:
    document = seen_by_all(Table(b="AS").unvied("b").act("b play AS"))
    hands = [document["places"][f"hand:{seat}"] for seat in range(3)]
    assert hands == [{"cards": [], "hidden": 12}] * 3
    assert moved(document["steps"][-1]) == ["hand:1 to trick:1: AS+0"]
    *_, table = folded(document)
    assert (table.face_up["trick:1"], table.face_down["hand:1"]) == ({"AS"}, 11)


def test_a_buyer_sees_the_stock_when_he_takes_it_up_and_what_he_throws_out() -> None:
    table = Table(deal=EXCHANGE).unvied("b")
    document = replayed(table, eyes=1)
    assert document["places"]["stock"] == {"cards": [], "hidden": 7}
    assert len(document["places"]["hand:1"]["cards"]) == 12
    (exchange,) = [step for step in document["steps"] if step["stage"] == "exchange"]
    assert moved(exchange) == [
        f"hand:1 to discards: {THROWN}+0", "stock to hand:1: AD KD QD JD TD 9D 8D+0",
    ]  # fmt: skip
    (beside,) = [step for step in replayed(table, eyes=0)["steps"] if step["stage"] == "exchange"]
    assert moved(beside) == ["hand:1 to discards: +7", "stock to hand:1: +7"]
    assert (document["eyes"], document["masked"]) == ("bess", False)


def test_from_a_seat_nobody_sees_more_than_he_may() -> None:
    table = Table(deal=EXCHANGE).unvied("b").act("b play AS")
    sight = of_the_table(audited(history(table))) | of_seat(audited(history(table)), 0)
    for seat, whole in ((0, True), (1, False), (2, False)):
        places = replayed(table, sight, eyes=seat)["places"]
        assert [bool(places[f"hand:{each}"]["cards"]) for each in range(3)] == [
            whole and each == seat for each in range(3)
        ]


def test_a_discard_of_which_only_the_number_is_known_leaves_open_what_stays() -> None:
    table = Table(deal=EXCHANGE).unvied("b")
    whole = history(table.played_out())
    audit = audited(hide(whole, hands=("ann", "bess", "cat"), discards=False))
    document = Replaying(own=audit, reading=audit, sight=of_everything(3)).document
    assert document["places"]["hand:1"] == {"cards": ["AS", "KS", "QS", "JS", "TS"], "hidden": 7}
    (exchange,) = [step for step in document["steps"] if step["stage"] == "exchange"]
    assert moved(exchange) == ["hand:1 to discards: +7", "stock to hand:1: AD KD QD JD TD 9D 8D+0"]
    *_, last = folded(document)
    assert last.face_down == {**dict.fromkeys(last.face_down, 0), "discards": 7}


def test_at_a_showdown_the_suits_that_are_shown_turn_over() -> None:
    table = Table(deal=RUFFS).exchanged("b").act("b vie, c see, a see")
    document = seen_by_all(table)
    step = document["steps"][-1]
    assert step["text"] == (
        "Ann sees it. Shown: Bess 41 in Diamonds; Cat 33 in Spades; Ann 51 in Spades. Ann wins the ruff."
    )
    assert shown(step) == {
        "hand:1": "AD KD QD JD", "hand:2": "9S 8S 7S 5S 4S", "hand:0": "AS KS QS JS TS",
    }  # fmt: skip
    for eyes in range(3):
        others = {f"hand:{seat}" for seat in range(3) if seat != eyes}
        beside = replayed(table, eyes=eyes)["steps"][-1]
        assert shown(beside) == {place: cards for place, cards in shown(step).items() if place in others}
    assert paid(step) == ["bess 2 ann ruff", "cat 2 ann ruff"]
    assert said(document)[-3:] == ["Vie", "See", "See"]


def test_a_ruff_that_nobody_saw_or_vied_shows_nothing() -> None:
    table = Table(deal=RUFFS).exchanged("b")
    passed = seen_by_all(Table(deal=RUFFS).exchanged("b").act("b vie, c pass, a pass"))["steps"][-1]
    assert (passed["text"], passed["shown"]) == ("Ann passes. Bess wins the ruff without showing.", [])
    unvied = seen_by_all(table.act("b pass, c pass, a pass"))["steps"][-1]
    assert (unvied["text"], unvied["shown"]) == ("Ann passes. Nobody vies the ruff.", [])


def test_the_antes_of_a_pot_are_paid_with_the_last_discard() -> None:
    document = replayed(Table("du-coeur-1996").exchanged("b"))
    antes = [f"{player} 2 ruff_pot ruff" for player in ("ann", "bess", "cat")]
    assert paid(document["steps"][-1]) == antes


def test_what_is_declared_is_said_and_a_mournival_laid_open() -> None:
    table = Table(a="AS AH AD AC KS KH KD").unvied("b").act("a mournival A, a gleek K")
    document = seen_by_all(table)
    mournival, gleek = document["steps"][-2:]
    assert (mournival["said"], gleek["said"]) == ("Mournival of Aces", "Gleek of Kings")
    assert mournival["text"] == "Ann declares a mournival of Aces."
    assert (shown(mournival), shown(gleek)) == ({"hand:0": "AS AH AD AC"}, {})
    assert paid(mournival) == ["bess 8 ann mournival", "cat 8 ann mournival"]
    assert mournival["stage"] == "declarations"
    assert shown(replayed(table, eyes=1)["steps"][-2]) == {"hand:0": "AS AH AD AC"}


def test_tiddy_is_laid_open_where_it_is_shown_and_lies_in_the_trick_where_it_was_played() -> None:
    early = seen_by_all(Table(a="4H").unvied("b").act("a tiddy"))["steps"][-1]
    assert (early["said"], shown(early)) == ("Tiddy", {"hand:0": "4H"})
    beside = replayed(Table(a="4H").unvied("b").act("a tiddy"), eyes=2)["steps"][-1]
    assert shown(beside) == {"hand:0": "4H"}
    late = seen_by_all(Table(b="4H").unvied("b").act("b play 4H, b tiddy"))["steps"][-1]
    assert (late["text"], shown(late), late["trick"]) == ("Bess claims Tiddy.", {}, 1)
    assert paid(late) == ["ann 2 bess tiddy", "cat 2 bess tiddy"]


def test_a_false_mournival_is_not_laid_open_and_breaks_a_rule_where_it_is_declared() -> None:
    step = replayed(Table(a="AS AH AD", b="AC").unvied("b").act("a mournival A"), eyes=2)["steps"][-1]
    assert (shown(step), [violation["code"] for violation in step["violations"]]) == (
        {},
        ["false_declaration"],
    )


def test_a_challenge_is_told_with_whom_it_meets() -> None:
    table = Table(a="AS", options={"challenge": True}).unvied("b").act("a gleek A, c challenge a gleek A")
    step = replayed(table)["steps"][-1]
    assert (step["said"], step["text"]) == ("I challenge", "Cat challenges Ann's gleek of Aces.")


WORLD = {"a": "4S 5S", "b": "AS 9S AH", "c": "QS 6S TD"}


def test_a_trick_is_led_won_and_taken_with_the_next_card() -> None:
    table = Table(deal=WORLD).unvied("b").act("b play AS, c play 6S, a play 4S, b play AH")
    *_, lead, second, third, following = replayed(table)["steps"]
    assert lead["text"] == "Bess leads the Ace of Spades."
    assert second["text"] == "Cat plays the Six of Spades."
    assert third["text"] == "Ann plays the Four of Spades. Bess wins trick 1."
    assert following["text"] == "Bess leads the Ace of Hearts (Tib)."
    assert [(step["trick"], step["winner"]) for step in (lead, second, third, following)] == [
        (1, None), (1, None), (1, 1), (2, None),
    ]  # fmt: skip
    assert moved(following) == [
        "trick:0 to won:1: 4S+0", "trick:1 to won:1: AS+0", "trick:2 to won:1: 6S+0",
        "hand:1 to trick:1: AH+0",
    ]  # fmt: skip


def test_a_trick_with_which_the_record_ends_is_left_on_the_table() -> None:
    *_, table = folded(replayed(Table(deal=WORLD).unvied("b").act("b play AS, c play 6S, a play 4S")))
    assert [table.size(f"trick:{seat}") for seat in range(3)] == [1, 1, 1]
    assert table.size("won:1") == 0


def test_the_score_gathers_the_last_trick_and_has_its_payments() -> None:
    document = replayed(Table().unvied("b").played_out())
    *_, last, score = document["steps"]
    assert (score["stage"], score["action"], score["player"]) == ("score", None, None)
    assert [move["from"] for move in score["moves"]] == ["trick:0", "trick:1", "trick:2"]
    points = [f"{name} {document['score'][name.lower()]['total']}" for name in ("Ann", "Bess", "Cat")]
    assert score["text"] == (
        f"The score: {points[0]}, {points[1]} and {points[2]}; the break-even point is 22."
    )
    assert {payment["for"] for payment in score["payments"]} == {"score"}
    assert not last["payments"]


def test_a_claim_after_the_last_card_comes_before_the_score() -> None:
    document = replayed(Table().unvied("b").played_out().act("a tiddy"))
    *_, last, claim, score = document["steps"]
    assert [step["stage"] for step in (last, claim, score)] == ["tricks", "tricks", "score"]
    assert [len(step["moves"]) for step in (last, claim, score)] == [1, 3, 0]


def test_a_replay_that_has_to_stop_tells_of_the_action_and_of_what_was_not_followed() -> None:
    table = Table(deal=WORLD).unvied("b").act("b play AS, c play 6S")
    record = history(table)
    record["actions"] += [["ann", "play", "AH"], ["bess", "bid", 12], ["cat", "discard", 3]]
    audit = audited(record)
    document = Replaying(own=audit, reading=audit, sight=of_everything(3)).document
    stop = document["steps"][-1]
    assert (stop["text"], stop["moves"]) == ("Ann plays the Ace of Hearts (Tib).", [])
    assert [violation["code"] for violation in stop["violations"]] == ["card_not_held"]
    number = stop["action"]
    assert document["not_followed"] == [
        {"action": number + 1, "player": "bess", "text": "Bess bids 12."},
        {"action": number + 2, "player": "cat", "text": "Cat throws out 3 cards."},
    ]
    assert (document["verdict"], document["complete"], document["score"]) == ("unplayable", False, None)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.hand.json")), ids=lambda path: path.name)
def test_every_example_can_be_replayed(path: Path) -> None:
    audit = audit_record(read_record(path.read_bytes()))
    players = audit.record.hand.players
    for sight in (of_everything(players), of_the_table(audit)):
        for eyes in (None, *range(players)):
            document = Replaying(own=audit, reading=audit, sight=sight, eyes=eyes).document
            *_, last = folded(document)
            assert sum(last.sizes.values()) == audit.record.hand.rules.deck
            assert json.loads(json.dumps(document)) == document
