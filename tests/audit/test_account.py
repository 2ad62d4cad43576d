"""The account of a hand: everything that happened, who paid whom, and what is wrong, in words."""

from __future__ import annotations

import re
from collections import Counter
from copy import deepcopy
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gleek_replay.audit import Audit, audit_record, audit_sessions
from gleek_replay.audit.account import Account, LineKind, account, session_section
from gleek_replay.audit.account.topics import RULE_WORDS
from gleek_replay.audit.account.words import OPEN, WRONG, Names
from gleek_replay.engine import LAYOUTS, OPTIONS, PRESETS, SECTIONS, is_open
from gleek_replay.records import read_record
from gleek_replay.simulation import simulate

SAMPLES = Path(__file__).parents[2] / "sample_histories"
EXAMPLES = Path(__file__).parents[1] / "examples"
STORY = ["The deal", "The auction", "The exchange", "The ruff", "Declarations", "The tricks", "The score"]


def sample(name: str) -> dict[str, Any]:
    """A sample history, to be changed at will."""
    document: dict[str, Any] = orjson.loads((SAMPLES / f"{name}.json").read_bytes())
    return document


def audited(document: dict[str, Any]) -> Audit:
    """The audit of a record."""
    return audit_record(read_record(orjson.dumps(document)))


def tell(document: dict[str, Any]) -> Account:
    """The account of a record."""
    return account(audited(document))


def texts(told: Account, title: str) -> list[str]:
    """The lines of one section, or none if it is left out."""
    return [line.text for section in told.sections if section.title == title for line in section.lines]


def titles(told: Account) -> list[str]:
    """The sections that there are."""
    return [section.title for section in told.sections]


def test_a_clean_hand_is_told_stage_by_stage_in_the_order_of_the_game() -> None:
    told = tell(sample("clean"))
    assert told.title == "Hand clean"
    assert titles(told) == ["The hand", *STORY, "The settlement", "Open readings"]
    assert texts(told, "The hand")[:2] == [
        "Clean: all was done by the rules; the payments recorded are those due.",
        "Penny Gleek by the rules of parlett, 2 February 2026, 19:05 UTC.",
    ]
    assert texts(told, "The ruff") == [
        "Kate Hollin vies, Will Penn revies, Nan Askew passes, Kate Hollin sees it.",
        "Shown: Kate Hollin 50 in Hearts; Will Penn 49 in Spades.",
        "Kate Hollin wins the ruff.",
        "Will Penn and Nan Askew each pay 4 to Kate Hollin.",
    ]
    assert texts(told, "The tricks")[0] == "1. Kate Hollin A♥, Will Penn 6♥, Nan Askew 4♥ → Kate Hollin"


def test_a_claim_is_told_with_the_trick_in_which_it_was_made() -> None:
    tricks = texts(tell(sample("clean")), "The tricks")
    place = tricks.index("Kate Hollin claims Tiddy.")
    assert "4♦" in tricks[place - 1]
    assert tricks[place + 1] == "Will Penn and Nan Askew each pay 2 to Kate Hollin."


def test_what_falls_due_unasked_is_told_with_what_it_is_for() -> None:
    tricks = texts(tell(sample("tu-quoque")), "The tricks")
    place = tricks.index("Scattergood has played Tiddy.")
    assert tricks[place + 1] == "Staines and Longfield each pay 2 to Scattergood."


def test_a_stage_that_was_not_reached_is_left_out_and_the_rest_is_settled_so_far() -> None:
    told = tell(sample("truncated"))
    assert "The score" not in titles(told)
    assert "The settlement so far" in titles(told)
    assert texts(told, "The tricks")[-1] == "6. Tib Warrener A♠, Alan Shore 5♠ (the record ends here)"
    assert texts(told, "The hand")[0].startswith("Incomplete:")


def test_a_breach_is_marked_at_the_deed_and_told_with_its_source() -> None:
    told = tell(sample("revoke"))
    assert f"4. Dick Farrow A♥, Peg Marlow 10♥, Hob Nuttall 6♠ {WRONG} → Dick Farrow" in texts(
        told, "The tricks"
    )
    wrong, source = texts(told, "What is wrong")
    assert wrong == (
        "Hob Nuttall threw the Six of Spades on a heart lead while holding the Seven of Hearts. (/actions/21)"
    )
    assert source.startswith("On following suit: David Parlett, ")
    assert source.endswith("“You must follow suit if you can” (stated there).")


def test_what_would_have_been_right_is_told_where_the_breach_does_not_say_it() -> None:
    document = sample("clean")
    document["actions"][6][2] = "AS KS QS JS TS 9S 8S"
    wrong, expected, *_ = texts(tell(document), "What is wrong")
    assert "without holding" in wrong
    assert expected.startswith("Expected ")
    assert "found" not in expected


def test_lines_point_to_the_action_that_they_tell_of() -> None:
    told = tell(sample("revoke"))
    (breach,) = [line for section in told.sections for line in section.lines if WRONG in line.text]
    assert breach.action == 19, "a trick's line points to its lead"
    assert [
        line.action for section in told.sections for line in section.lines if "(/actions/" in line.text
    ] == [21]


def test_where_the_replay_has_to_stop_the_account_stops_and_says_so() -> None:
    document = sample("clean")
    document["actions"][6][2] = "9S 7S TH 8H 8C 6C"
    told = tell(document)
    assert titles(told)[1:5] == ["The deal", "The auction", "The settlement so far", "What is wrong"]
    assert texts(told, "What is wrong")[0] == "Kate Hollin discarded 6 cards; 7 go out. (/actions/6)"
    assert texts(told, "What is wrong")[-1] == (
        "The replay stops there; what fell due before stands, and only that is compared with the record."
    )
    del document["payments"], document["result"]
    assert texts(tell(document), "What is wrong")[-1] == (
        "The replay stops there; what fell due before stands."
    )


def test_a_wrong_dealer_is_marked_at_the_deal() -> None:
    document = sample("clean")
    document["lift"] = [{"kate": "4S", "will": "KD", "nan": "9S"}]
    told = tell(document)
    assert texts(told, "The deal")[:2] == [
        "Lifted for the deal: Kate Hollin 4♠, Will Penn K♦, Nan Askew 9♠.",
        f"Nan Askew deals; Kate Hollin is eldest. {WRONG}",
    ]
    assert texts(told, "What is wrong")[0].endswith("(the deal)")


def test_recorded_payments_that_are_not_due_are_set_against_those_that_are() -> None:
    assert texts(tell(sample("misreported")), "Recorded and due") == [
        "Moll Carver for the ruff: recorded −6, due −4.",
        "Sam Oakes for the ruff: recorded +12, due +10.",
    ]


def test_a_result_that_does_not_follow_is_told_in_all() -> None:
    document = sample("clean")
    document["result"]["nan"] = 0
    assert texts(tell(document), "Recorded and due") == ["Nan Askew in all: recorded 0, due −1."]


def test_a_record_without_payments_is_not_said_to_agree() -> None:
    document = sample("clean")
    del document["payments"], document["result"]
    assert texts(tell(document), "The hand")[0] == "Clean: all was done by the rules."


def test_rights_that_nobody_used_are_told() -> None:
    document = sample("clean")
    document["actions"] = [
        entry for entry in document["actions"] if entry not in (["kate", "tiddy"], ["will", "gleek", "A"])
    ]
    assert texts(tell(document), "Rights not used") == [
        "Will Penn held a gleek of Aces and did not declare it: 4 counters from each opponent.",
        "Kate Hollin played Tiddy and did not claim it: 2 counters from each opponent.",
    ]


def test_hidden_cards_are_said_to_be_hidden_and_what_they_leave_open_too() -> None:
    told = tell(sample("one-seat"))
    assert {"Lettice Ward: not shown", "The stock: not shown"} <= set(texts(told, "The deal"))
    assert "Roger Bull throws out 7 cards, not shown." in texts(told, "The exchange")
    assert texts(told, "What could not be verified")[0].startswith("The exchange:")


def test_a_payment_that_hidden_cards_decide_is_said_to_be_left_out() -> None:
    document = sample("one-seat")
    document["actions"] = document["actions"][:11]
    del document["payments"], document["result"]
    told = tell(document)
    assert "Who wins depends on cards that the record does not show." in texts(told, "The ruff")
    left_out = "What is due for the ruff and Tiddy depends on hidden cards and is left out."
    assert left_out in texts(told, "What could not be verified")


def test_players_of_one_name_are_told_apart_by_their_ids() -> None:
    document = sample("clean")
    for player in document["players"]:
        player["name"] = "Ann" if player["id"] != "nan" else "Nan"
    assert texts(tell(document), "The deal")[0] == "Nan deals; Ann (kate) is eldest."


def test_a_player_without_a_name_is_called_by_his_id() -> None:
    document = sample("clean")
    del document["players"][2]["name"]
    assert texts(tell(document), "The deal")[0] == "nan deals; Kate Hollin is eldest."


def test_of_equal_ruffs_the_account_says_that_the_elder_wins() -> None:
    assert "Sam Oakes wins the ruff, being the elder of equals." in texts(
        tell(sample("misreported")), "The ruff"
    )


def test_a_doubled_ruff_is_explained() -> None:
    told = texts(tell(sample("parlett")), "The ruff")
    assert told[0] == "By what was carried in, the unit of the ruff is 8 instead of 2."


@pytest.mark.parametrize(
    ("name", "stock_taken_up"), [("parlett", 1), ("cotgrave-1662", 0), ("four-players", 1)]
)
def test_the_stock_is_taken_up_where_the_rules_say(name: str, stock_taken_up: int) -> None:
    told = texts(tell(sample(name)), "The exchange")
    assert [place for place, text in enumerate(told) if text.endswith("takes up the stock.")] == [
        stock_taken_up
    ]


def test_a_table_that_departs_from_its_preset_is_said_to() -> None:
    document = sample("clean")
    document["rules"] = {"preset": "parlett", "options": {"odd_penny": "eldest", "challenge": True}}
    told = tell(document)
    agreed = "Agreed otherwise at this table: the odd penny (eldest) and challenges (yes)."
    assert agreed in texts(told, "The hand")


def test_what_rests_on_an_open_reading_is_not_sold_as_certain() -> None:
    told = tell(sample("clean"))
    assert f"Kate Hollin pays 7 to Will Penn, 7 to Nan Askew and 1 to the pot. {OPEN}" in texts(
        told, "The auction"
    )
    reading, caution = texts(told, "Open readings")
    assert reading.startswith(f"{OPEN} On the odd penny (here pot): David Parlett, ")
    assert reading.endswith("(its passages differ; the reading is ours).")
    assert caution == "Another table may hold otherwise."


def test_every_option_and_section_has_words() -> None:
    assert RULE_WORDS.keys() == {*OPTIONS, *SECTIONS}


def payments_told(told: Account, names: Names, seats: int) -> Counter[tuple[str, str, int]]:
    """Who pays whom how much by the lines of an account."""
    accounts = {names[index]: names[index] for index in range(seats + 2)}
    accounts |= {"The pot": "the pot", "The ruff pot": "the ruff pot"}
    found = Counter[tuple[str, str, int]]()
    for section in told.sections:
        for line in section.lines:
            if line.kind is not LineKind.PAYMENT:
                continue
            text = line.text.removesuffix(f" {OPEN}").removesuffix(".")
            if each := re.fullmatch(r"(.+) each pay (\d+) to (.+)", text):
                payers = re.split(", | and ", each[1])
                found.update((accounts[payer], accounts[each[3]], int(each[2])) for payer in payers)
                continue
            payer, paid = text.split(" pays ")
            if each := re.fullmatch(r"(\d+) each to (.+)", paid):
                payees = re.split(", | and ", each[2])
                found.update((accounts[payer], accounts[payee], int(each[1])) for payee in payees)
            else:
                for amount, payee in re.findall(r"(\d+) to (.+?)(?:, (?=\d)| and (?=\d)|$)", paid):
                    found[accounts[payer], accounts[payee], int(amount)] += 1
    return found


@given(
    layout=st.sampled_from(list(LAYOUTS)),
    preset=st.sampled_from(list(PRESETS)),
    seed=st.integers(0, 10_000),
    settlement=st.sampled_from(["pot", "each_opponent"]),
    end=st.integers(0, 70),
)
def test_the_account_tells_every_payment_that_is_due_and_no_other(
    layout: tuple[int, int], preset: str, seed: int, settlement: str, end: int
) -> None:
    players, deck = layout if preset == "knauer-2008" else (3, 44)
    (document,) = simulate(
        preset,
        hands=1,
        seed=seed,
        players=players,
        options={"deck": deck, "settlement": settlement},
        rare=True,
    )
    for actions in (document["actions"], document["actions"][:end]):
        audit = audited({**document, "actions": actions})
        names = Names(audit.record)
        due = Counter(
            (names[payment.payer], names[payment.payee], payment.amount) for payment in audit.result.payments
        )
        told = account(audit)
        assert payments_told(told, names, players) == due
        readings = audit.grounds.open_readings
        assert len(texts(told, "Open readings")) == len(readings) + bool(readings)
        lines = [line.text for section in told.sections for line in section.lines]
        marked = [text for text in lines if text.endswith(f" {OPEN}")]
        paid_by_one = any(is_open(audit.record.hand.rules, rules[0]) for rules in audit.grounds.payments)
        assert bool(marked) == paid_by_one


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.hand.json")), ids=lambda path: path.name)
def test_every_example_can_be_told_and_every_violation_is(path: Path) -> None:
    audit = audited(orjson.loads(path.read_bytes()))
    told = account(audit)
    wrong = [line for section in told.sections if section.title == "What is wrong" for line in section.lines]
    assert [line.action for line in wrong if line.kind is LineKind.VIOLATION] == [
        violation.action for violation in audit.result.violations
    ]


def test_a_session_is_told_with_its_net_and_its_findings() -> None:
    lines = (SAMPLES / "evening.ndjson").read_bytes().splitlines()
    documents = [orjson.loads(line) for line in lines]
    (session,) = audit_sessions(audited(document) for document in documents)
    assert [line.text for line in session_section(session).lines] == [
        "10 hands: Lettice Ward −29, Roger Bull +73, Hester Lowe −52.",
        "Each hand begins where the last one ended.",
    ]
    wrong = deepcopy(documents)
    wrong[4]["carried"]["pot"] += 1
    (session,) = audit_sessions(audited(document) for document in wrong)
    findings = [line for line in session_section(session).lines if line.kind is LineKind.VIOLATION]
    assert findings
    assert findings[0].text.startswith("mitre-2026-05-16-5: ")
