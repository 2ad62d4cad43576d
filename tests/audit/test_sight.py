"""Masked audits: nothing hidden is in them, however it might be written, and what is no card is as it was."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

import pytest

from gleek_replay.audit import Audit, audit_record, read_under, rules_over, seen
from gleek_replay.audit.account import account
from gleek_replay.audit.sight import of_everything, of_record, of_seat, of_the_table
from gleek_replay.engine import Hand, cards_text
from gleek_replay.records import facts_digest, history_document
from gleek_replay.simulation import simulate
from tests.cards_in_text import cards_in
from tests.hands import RUFFS, Table
from tests.histories import audited, document_of, history, read
from tests.open_cards import open_cards, own_cards
from tests.random_hands import played_wildly, random_hand, with_cards_hidden
from tests.random_rules import random_rules

LOTS, HANDS = 8, 50
SIDE = {"towser_tumbler": "side_payment"}


def wild_hands(chance: Random) -> Iterator[Hand]:
    """Hands by random rules that break off, break rules and hide cards, each as it came."""
    for _ in range(HANDS):
        hand = played_wildly(chance, random_hand(chance, random_rules(chance)), chance.choice([0, 0.02, 0.1]))
        yield with_cards_hidden(chance, hand) if chance.random() < 0.3 else hand


def simulated_hands(chance: Random) -> Iterator[dict[str, Any]]:
    """Hands played out by the rules, and each once more cut short."""
    rules, seed = random_rules(chance), chance.getrandbits(32)
    for record in simulate(
        rules.preset, hands=5, seed=seed, players=rules.players, options=rules.options, rare=bool(seed % 2)
    ):
        yield record
        cut = chance.randrange(len(record["actions"]))
        yield {**record, "actions": record["actions"][:cut], "payments": [], "result": {}}


class Told(NamedTuple):
    """A record, and its audit by one who sees everything."""

    record: dict[str, Any]
    audit: Audit


@pytest.fixture(scope="module", params=range(LOTS))
def lot(request: pytest.FixtureRequest) -> list[Told]:
    """Some hands of every kind."""
    chance = Random(request.param)
    records = [*map(document_of, wild_hands(chance)), *simulated_hands(chance)]
    return [Told(record, audited(record)) for record in records]


def said(audit: Audit) -> str:
    """All that is ever said of an audit: its document, its account and its history."""
    lines = [line.text for section in account(audit).sections for line in section.lines]
    return json.dumps([audit.document, lines, history_document(audit.record)], ensure_ascii=False)


def without_cards(document: dict[str, Any]) -> dict[str, Any]:
    """Of an audit's document what no viewer changes: of four Aces, not which suit lies beside them."""
    kept = {name: value for name, value in document.items() if name not in {"violations", "notes", "ruff"}}
    shown = {
        player: "four Aces" if ruff["four_aces"] else ruff
        for player, ruff in document["ruff"]["shown"].items()
    }
    kept["ruff"] = document["ruff"] | {"shown": shown}
    codes = [
        (each["code"], each["action"], each["player"], each["authority"]) for each in document["violations"]
    ]
    return kept | {"codes": codes}


def test_a_reader_is_told_of_no_card_that_was_not_open_at_the_table(lot: list[Told]) -> None:
    for record, audit in lot:
        masked = seen(audit, of_the_table(audit))
        assert cards_in(said(masked)) <= open_cards(record, audit.document)
        assert without_cards(masked.document) == without_cards(audit.document)


def test_a_player_is_told_of_his_own_cards_beside(lot: list[Told]) -> None:
    for record, audit in lot:
        for seat, player in enumerate(audit.record.players):
            masked = seen(audit, of_the_table(audit) | of_seat(audit, seat))
            allowed = open_cards(record, audit.document) | own_cards(record, audit.document, player.id)
            assert cards_in(said(masked)) <= allowed
            assert without_cards(masked.document) == without_cards(audit.document)


def test_who_sent_a_record_is_told_of_no_card_that_it_does_not_tell_or_prove(lot: list[Told]) -> None:
    chance = Random(1)
    for record, audit in lot:
        own = audit_record(replace(audit.record, hand=with_cards_hidden(chance, audit.record.hand)))
        masked = seen(audit, of_the_table(audit) | of_record(own, audit))
        assert cards_in(said(masked)) <= open_cards(record, audit.document) | cards_in(said(own))
        assert without_cards(masked.document) == without_cards(audit.document)


def test_a_masked_history_is_a_hand_history_that_tells_nothing_else(lot: list[Told]) -> None:
    for record, audit in lot:
        written = history_document(seen(audit, of_the_table(audit)).record)
        read(written)
        hands = record["deal"]["hands"]
        assert (
            written["deal"]["hands"].items()
            <= {player: history_document(audit.record)["deal"]["hands"][player] for player in hands}.items()
        )
        assert [action[:2] for action in written["actions"]] == [action[:2] for action in record["actions"]]
        assert all(isinstance(action[2], int) for action in written["actions"] if action[1] == "discard")


def test_who_sees_everything_has_the_audit_and_the_facts_as_they_are(lot: list[Told]) -> None:
    for _, audit in lot:
        assert seen(audit, of_everything(len(audit.record.players))) is audit
        assert facts_digest(read(history_document(audit.record))) == facts_digest(audit.record)


def test_of_a_hand_played_out_only_the_exchange_is_hidden(lot: list[Told]) -> None:
    for record, audit in lot:
        if not audit.document["complete"]:
            continue
        buyer = audit.document["stock"]["buyer"]
        deal = history_document(seen(audit, of_the_table(audit)).record)["deal"]
        assert deal["hands"].keys() == record["deal"]["hands"].keys() - {buyer}
        assert "stock" not in deal
        seat = [player.id for player in audit.record.players].index(buyer)
        own = seen(audit, of_the_table(audit) | of_seat(audit, seat))
        assert history_document(own.record) == history_document(audit.record)


def test_that_a_buyer_kept_all_that_he_was_dealt_is_hidden_too() -> None:
    table = Table(options={"exchange": "draw_then_discard"}).sold("b")
    stock = table.hand.stock
    assert stock is not None
    table.act(f"b discard {cards_text(stock)}").act("b pass, c pass, a pass").played_out()
    audit = audited(history(table))
    assert set(history_document(seen(audit, of_the_table(audit)).record)["deal"]["hands"]) == {"ann", "cat"}


def test_two_sights_show_what_either_does() -> None:
    audit = audited(history(Table().unvied("b"), notes="Bess threw out the Four of Clubs."))
    both = of_seat(audit, 0) | of_seat(audit, 1)
    hands = history_document(seen(audit, both).record)["deal"]["hands"]
    assert set(hands) == {"ann", "bess"}
    assert (both | of_everything(3)) == of_everything(3)


def test_the_notes_of_a_record_are_for_those_who_may_read_it() -> None:
    record = history(Table().unvied("b"), notes="Bess threw out the Four of Clubs.")
    audit = audited(record)
    assert "Four of Clubs" not in said(seen(audit, of_the_table(audit) | of_seat(audit, 1)))
    mine = audited(record)
    assert "Four of Clubs" in said(seen(audit, of_record(mine, audit)))
    others = audited(record | {"notes": "Nothing to note."})
    assert "Four of Clubs" not in said(seen(audit, of_record(others, audit)))


def test_a_buyer_knows_the_stock_once_he_has_taken_it_up() -> None:
    for exchange, seen_before in (("discard_then_draw", False), ("draw_then_discard", True)):
        bought = Table(options={"exchange": exchange}).sold("b")
        audit = audited(history(bought))
        assert bool(of_seat(audit, 1).stock) is seen_before
        audit = audited(history(bought.act("b discard #7")))
        assert of_seat(audit, 1).stock
        assert not of_seat(audit, 0).stock


LAID_OPEN = [
    ("the suit shown at a showdown",
     Table(a="AS KS QS JS TS 9S 8S 7S 6S 5S 4S AD").exchanged("b").act("b vie, c pass, a see"),
     "AS KS QS JS TS 9S 8S 7S 6S 5S 4S"),
    ("four Aces shown at a showdown", Table(a="AS AH AD AC KS").exchanged("b").act("b vie, c pass, a see"),
     "AS AH AD AC"),
    ("nothing where the ruff was not seen", Table(a="AS KS").exchanged("b").act("b vie, c pass, a pass"), ""),
    ("a mournival", Table(a="AS AH AD AC").unvied("b").act("a mournival A"), "AS AH AD AC"),
    ("no gleek", Table(a="AS AH AD").unvied("b").act("a gleek A"), ""),
    ("nothing by a false mournival", Table(a="AS AH AD", b="AC").unvied("b").act("a mournival A"), ""),
    ("Tiddy where it is shown", Table(a="4H").unvied("b").act("a tiddy"), "4H"),
    ("nothing by a false claim", Table(a="5H", b="4H").unvied("b").act("a tiddy"), ""),
    ("nothing by a claim out of time", Table(a="6H", options=SIDE).unvied("b").act("a tumbler"), ""),
    ("the card that is played", Table(a="6H", b="AS").unvied("b").act("b play AS"), ""),
    ("a card that is played by who does not hold it", Table(b="AS").unvied("b").act("a play AS"), "AS"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "table", "cards"), LAID_OPEN, ids=[row[0] for row in LAID_OPEN])
def test_of_anns_cards_the_table_has_seen(what: str, table: Table, cards: str) -> None:
    assert cards_text(of_the_table(audited(history(table))).held[0]) == cards, what


WORLD = {"a": "4S", "b": "AS 9S", "c": "QS 6S TD JD 9D 8D 7D 6D 5D 4D 5C 4C"}


def playing(script: str, /, **options: object) -> Table:
    return Table(options=options, deal=WORLD).unvied("b").act(script)


MASKED = [
    (playing("b play AS, c play TD"),
     "Cat threw the Ten of Diamonds while able to follow the suit led.", ["2 cards not shown"], "TD"),
    (playing("b play AS, c play TD, a play 4S, b play 9S, c play QS"),
     "Cat threw the Ten of Diamonds on a spade lead while holding the Queen of Spades and 1 card not shown.",
     ["QS", "1 card not shown"], "TD"),
    (playing("b play 9S, c play 6S", follow="highest"),
     "Cat played the Six of Spades; a higher card of the suit was due.", ["1 card not shown"], "6S"),
    (playing("b play 9S, c play 6S", follow="second_high"),
     "Cat played the Six of Spades second to the trick; a higher card was due.", ["1 card not shown"], "6S"),
    (playing("b play KS"), "Bess used the King of Spades without holding it.", ["12 cards not shown"], "KS"),
    (Table(b="4S 5S 6S 7S 8S 9S TS JS QS KS AS AC").sold("b").act("b discard AD KD 6S 7S 8S 9S TS"),
     "Bess used 2 cards not shown without holding them.", ["12 cards not shown"], "2 cards not shown"),
    (Table(b="4S 5S 6S 7S 8S 9S TS JS QS KS AS AC").sold("b").act("b discard AD 5S 6S 7S 8S 9S TS"),
     "Bess used 1 card not shown without holding it.", ["12 cards not shown"], "1 card not shown"),
    (Table(a="KS KD KH", b="AC").unvied("b").act("a gleek J"),
     "Ann declared a gleek of Knaves without holding it.", [], "gleek J"),
]  # fmt: skip


@pytest.mark.parametrize(("table", "message", "expected", "found"), MASKED, ids=[row[1] for row in MASKED])
def test_a_masked_violation_says_what_can_be_said(
    table: Table, message: str, expected: list[str], found: str
) -> None:
    audit = audited(history(table))
    violation = seen(audit, of_the_table(audit)).document["violations"][0]
    assert (violation["message"], violation["expected"], violation["found"]) == (message, expected, found)
    whole = audit.document["violations"][0]
    assert whole["expected"]
    assert not any("not shown" in each for each in [whole["message"], whole["found"], *whole["expected"]])


def test_a_right_that_rests_on_hidden_cards_is_not_noted() -> None:
    audit = audited(history(Table(a="KS KD KH", b="AS").unvied("b").act("b play AS")))
    assert [note["what"] for note in audit.document["notes"]] == ["gleek K"]
    for sight, noted in ((of_the_table(audit), []), (of_seat(audit, 0), ["gleek K"])):
        assert [note["what"] for note in seen(audit, sight).document["notes"]] == noted


def test_what_hides_more_of_one_hand_than_of_another_is_the_sight_alone() -> None:
    audit = audited(history(Table(a="KS KD KH").unvied("b").played_out(), settled=True))
    masked = seen(audit, of_the_table(audit))
    assert masked.grounds is audit.grounds
    assert masked.result.holdings is None


def test_cards_are_found_however_they_are_written() -> None:
    assert cards_in('{"turn_up": "4H", "stock": "AS TD"}') == {"4H", "AS", "TD"}
    assert cards_in("Ann 10♥, Bess K♠; the Five of Clubs, the 7 of Diamonds") == {"TH", "KS", "5C", "7D"}
    assert cards_in('<b>10<span class="suit">♣</span></b>') == {"TC"}
    assert cards_in("a gleek of Aces, hand 14S4, 3 of 5 players, BASH 7DX") == set()


def test_who_saw_four_aces_is_not_told_of_the_suit_that_lies_hidden_beside_them() -> None:
    shown = []
    for king in ("KS", "KH"):
        table = Table(a=f"AS AH AD AC {king}").exchanged("b").act("b vie, c pass, a see")
        audit = audited(history(table))
        shown.append(seen(audit, of_the_table(audit)).document["ruff"]["shown"]["ann"])
        assert audit.document["ruff"]["shown"]["ann"]["value"] > shown[-1]["value"]
    assert shown[0] == shown[1] == {"suit": "S", "value": 11, "four_aces": True}


def test_a_ruff_that_by_other_rules_would_have_been_shown_is_hidden_if_at_the_table_it_was_not() -> None:
    audit = audited(history(Table(deal=RUFFS).exchanged("b").act("b vie, c see, a pass")))
    sight = of_the_table(audit)
    assert audit.document["ruff"]["shown"]["cat"] == {"suit": "S", "value": 33, "four_aces": False}
    assert seen(audit, sight).document["ruff"] == audit.document["ruff"]
    flat = read_under(audit.record, rules_over(audit.record, options={"ruff_count": "flat"}))
    assert flat.document["ruff"]["shown"]["cat"] == {"suit": "C", "value": 31, "four_aces": False}
    assert set(seen(flat, sight).document["ruff"]["shown"]) == {"bess"}
