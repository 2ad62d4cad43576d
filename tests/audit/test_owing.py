"""What should be paid now, and by which rules hands were played, in words."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from gleek_replay.audit import Counts, audit_sessions, settle_evening, settle_hand, which_rules
from gleek_replay.audit.account import Section, correction_section, evening_section, rules_played_section
from gleek_replay.audit.account.owing import money, signed_money
from gleek_replay.simulation import simulate
from tests.histories import audited, hide, read
from tests.records.written import GONE, changed, example

NAMES = {"bess": "Bess", "pru": "Pru", "geraldine": "Geraldine"}


def lines(section: Section) -> list[str]:
    return [line.text for line in section.lines]


def evening(**changes: Any) -> list[dict[str, Any]]:
    return [{**hand, **changes} for hand in simulate("parlett", hands=8, seed=1)]


def settled(hands: list[dict[str, Any]]) -> list[str]:
    (session,) = audit_sessions(map(audited, hands))
    names = {player["id"]: player["id"].title() for player in hands[0]["players"]}
    return lines(evening_section(settle_evening(session), names))


@pytest.mark.parametrize(
    ("farthings", "text"),
    [(0, "0d"), (1, "¼d"), (3, "¾d"), (4, "1d"), (-6, "−1½d"), (48, "1s"), (208, "4s 4d"), (960, "£1"),
     (960_001, "£1,000 ¼d"), (1201, "£1 5s ¼d")],
)  # fmt: skip
def test_money_is_written_in_pounds_shillings_and_pence(farthings: int, text: str) -> None:
    assert money(farthings) == text
    assert signed_money(farthings) == (f"+{text}" if farthings > 0 else text)


def test_a_hand_paid_as_was_due_needs_nothing_more() -> None:
    section = correction_section(settle_hand(audited(example())), NAMES)
    assert lines(section) == ["As the payments were recorded, nothing more."]


def test_the_pots_pay_and_are_paid_like_players() -> None:
    wrong = settle_hand(audited(changed({"/payments/0/to": "pru", "/result": GONE})))
    assert lines(correction_section(wrong, NAMES)) == ["Pru pays 1 (4d) to the pot."]
    more = changed({"/payments/0/amount": 3, "/result": GONE})
    assert lines(correction_section(settle_hand(audited(more)), NAMES)) == ["The pot pays 2 (8d) to Bess."]


def test_what_hidden_cards_leave_open_is_said() -> None:
    short = example()
    short["actions"] = short["actions"][:10]
    section = correction_section(settle_hand(audited(hide(short, stock=False, discards=False))), NAMES)
    assert any(line.endswith("is not known, and left out.") for line in lines(section))


def test_where_nothing_can_be_said_that_is_said() -> None:
    unsaid = audited(changed({"/payments": GONE, "/result/bess": GONE}))
    assert lines(correction_section(settle_hand(unsaid), NAMES)) == [
        "It cannot be said: only a result was recorded, of which too much is open."
    ]


def test_an_evening_with_wrong_payments_has_what_is_to_be_paid_instead() -> None:
    hands = evening()
    hands[2]["payments"][0]["amount"] += 2
    told = settled(hands)
    assert "If all was paid as recorded, this is to be paid instead:" in told


def test_an_evening_says_what_it_cannot_say() -> None:
    hands = evening()
    one = copy.deepcopy(hands)
    del one[2]["payments"], one[2]["result"][one[2]["players"][0]["id"]]
    assert "What is to be paid if all was paid as recorded cannot be said." in settled(one)
    other = copy.deepcopy(hands)
    other[-1]["carried"]["pot"] += 77
    other[-1]["actions"] = other[-1]["actions"][:12]
    assert "The pots do not add up: a hand does not begin where the last one ended." in settled(other)


def test_a_void_hand_alone_leaves_nobody_owing() -> None:
    hand = evening()[0]
    (session,) = audit_sessions([audited(hand)])
    names = {player["id"]: player["id"].title() for player in hand["players"]}
    told = lines(evening_section(settle_evening(session, {hand["hand_id"]: Counts.NOTHING}), names))
    assert "Nobody owes anything." in told


def test_rules_are_told_with_the_options_changed_over_them_and_what_is_missing() -> None:
    hands = [
        changed({"/rules": {"preset": "parlett", "options": {"odd_penny": "eldest"}}, "/hand_id": "one"})
    ]
    told = lines(rules_played_section(which_rules([read(hand) for hand in hands])))
    assert told[0] == "1. parlett: all is legal, and every recorded payment is due."
    assert any(line.startswith("On the odd penny: pot, stated eldest.") for line in told)
    four = lines(rules_played_section(which_rules([read(example("four-players"))])))
    assert four[-1].startswith("They cannot be read by cotgrave-1662, willughby-1665,")


def test_a_payment_that_is_missing_is_told() -> None:
    missing = changed({"/payments/3": GONE, "/result": GONE})
    told = lines(rules_played_section(which_rules([read(missing)])))
    assert any("nothing is recorded; " in line.lower() for line in told)
