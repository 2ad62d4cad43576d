"""Every violation says in one sentence who did what, and what should have been done."""

from __future__ import annotations

import pytest

from gleek_replay.engine import Code
from tests.hands import RUFFS, Table
from tests.histories import audited, history

SETS = {"a": "AS AH AD JS QH", "b": "KS KD KC KH", "c": "QS QD QC"}
SIDE = {"towser_tumbler": "side_payment"}


def bidding(script: str, preset: str = "parlett", /, **options: object) -> Table:
    return Table(preset, options=options).act(script)


def vying(script: str, /, **options: object) -> Table:
    return Table(options=options, deal=RUFFS).exchanged("b").act(script)


def declaring(script: str, preset: str = "parlett", /, **options: object) -> Table:
    return Table(preset, options=options, deal=SETS).unvied("b").act(script)


def playing(script: str, /, **options: object) -> Table:
    deal = {"a": "4S", "b": "AS 9S", "c": "QS 6S TD JD 9D 8D 7D 6D 5D 4D 5C 4C"}
    return Table(options=options, deal=deal).unvied("b").act(script)


SENTENCES = [
    ("wrong_dealer", Table(dealer="b", lift=[{"a": "4S", "b": "KD"}]),
     "Bess dealt, but by the lift the deal is Ann's."),
    ("out_of_turn", bidding("b bid 12, a bid 13"), "Ann bid 13 when it was Cat's turn."),
    ("out_of_turn", bidding("b bid 12, a pass"), "Ann passed when it was Cat's turn."),
    ("out_of_turn", vying("b vie, a see"), "Ann saw when it was Cat's turn."),
    ("out_of_turn", playing("c play QS"), "Cat played the Queen of Spades when it was Bess's turn."),
    ("opening_bid", bidding("b bid 14"), "Bess opened the bidding at 14; it opens at 12."),
    ("raise_not_by_one", bidding("b bid 13, c bid 16", "cotgrave-1662"),
     "Cat bid 16; a raise is by one, to 14."),
    ("returned_after_passing", bidding("b bid 12, c pass, a bid 13, c bid 14"),
     "Cat bid 14 after passing, and a pass is final."),
    ("false_declaration", declaring("a gleek J"), "Ann declared a gleek of Knaves without holding it."),
    ("declared_twice", declaring("b gleek K, b mournival K"),
     "Bess declared a mournival of Kings after declaring that rank before; it is not paid again."),
    ("challenge_not_in_rules", declaring("a gleek A, c challenge a gleek A"),
     "Cat challenged a gleek of Aces; these rules know no challenge."),
    ("nothing_to_challenge", declaring("c challenge a gleek Q", "willughby-1665"),
     "Cat challenged a gleek of Queens, which no other player declared or which was challenged before."),
    ("claim_not_in_rules", declaring("a towser"), "Ann claimed Towser; these rules pay nothing for it."),
    ("false_claim", Table(b="4H").unvied().act("a tiddy"), "Ann claimed Tiddy without having it."),
    ("claim_out_of_time", Table(c="6H", options=SIDE).unvied().act("c tumbler"),
     "Cat claimed Tumbler at a time when it cannot be claimed."),
    ("claimed_twice", Table(b="4H").unvied().act("b tiddy, b tiddy"),
     "Bess claimed Tiddy a second time; it is paid once."),
    ("revoke", playing("b play AS, c play TD"),
     ("Cat threw the Ten of Diamonds on a spade lead while holding the Queen of Spades and the Six of"
      " Spades.")),
    ("not_highest", playing("b play 9S, c play 6S", follow="highest"),
     "Cat played the Six of Spades; the highest of the suit, the Queen of Spades, was due."),
    ("not_high_enough", playing("b play 9S, c play 6S", follow="second_high"),
     "Cat played the Six of Spades second to the trick; the Queen of Spades was due."),
    ("must_open", bidding("b pass"), "Bess passed, but eldest must open: bid 12."),
    ("bid_too_low", bidding("b bid 12, c bid 12"), "Cat bid 12; the next bid has to be more than 12."),
    ("not_the_buyer", Table().sold("b").act("c discard #7"), "Cat discarded, but Bess bought the stock."),
    ("wrong_discard_count", Table().sold("b").act("b discard #6"), "Bess discarded 6 cards; 7 go out."),
    ("card_not_held", playing("b play KS"), "Bess used the King of Spades without holding it."),
    ("nothing_to_see", vying("b see"), "Bess saw; what is open is to vie or pass."),
    ("already_vied", vying("b vie, c vie"),
     "Cat vied a ruff that was vied already; what is open is to pass, see or revie."),
    ("not_in_ruff", vying("b vie, c pass, c see"), "Cat saw after passing for good."),
    ("cannot_stand", vying("b vie, c stand"),
     "Cat stood where that is not open; what is open is to pass, see or revie."),
    ("played_twice", playing("b play AS, b play 9S"),
     "Bess played the Nine of Spades, a second card to one trick."),
    ("wrong_stage", bidding("b vie"), "Bess vied, which has no place here; what is open is bid or pass."),
    ("wrong_stage", Table().sold("b").act("b play AS"),
     "Bess played a card, which has no place here; what is open is discard."),
]  # fmt: skip


@pytest.mark.parametrize(("code", "table", "sentence"), SENTENCES, ids=[row[2] for row in SENTENCES])
def test_a_violation_in_words(code: str, table: Table, sentence: str) -> None:
    violation = audited(history(table)).document["violations"][-1]
    assert (violation["code"], violation["message"]) == (code, sentence)


def test_every_code_has_a_sentence() -> None:
    assert {code for code, _, _ in SENTENCES} == {code.value for code in Code}


@pytest.mark.parametrize("table", [row[1] for row in SENTENCES], ids=[row[2] for row in SENTENCES])
def test_a_violation_names_its_place_the_player_and_who_says_so(table: Table) -> None:
    record = history(table)
    violation = audited(record).document["violations"][-1]
    action = violation["action"]
    assert violation["player"] == (record["dealer"] if action is None else record["actions"][action][0])
    assert violation["authority"]["passage"]
    assert all(isinstance(expected, str) for expected in violation["expected"])
    assert violation["found"] != ""


def test_a_player_without_a_name_is_called_by_his_id() -> None:
    record = history(bidding("b pass"), players=[{"id": "ann"}, {"id": "bess"}, {"id": "cat"}])
    assert audited(record).document["violations"][0]["message"].startswith("bess passed")


def test_two_cards_not_held_are_both_named() -> None:
    table = Table(b="4S 5S 6S 7S 8S 9S TS JS QS KS AS AC").sold("b")
    table.act("b discard AD KD 6S 7S 8S 9S TS")
    message = audited(history(table)).document["violations"][0]["message"]
    assert message == "Bess used the Ace of Diamonds and the King of Diamonds without holding them."
