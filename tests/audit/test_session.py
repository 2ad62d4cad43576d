"""The hands of one session held against each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gleek_replay.audit import SessionAudit, audit_sessions
from gleek_replay.engine import Carried
from tests.hands import Table
from tests.histories import IDS, audited, history

UNVIED = Carried(ruff_multiplier=2)


def hand(number: int, *, dealer: str = "a", carried: Carried | None = None, **fields: Any) -> dict[str, Any]:
    """Hand ``number`` of a session, played out with the ruff unvied and an even price."""
    table = Table(dealer=dealer, carried=carried, a="AH", b="KH", c="QH JH")
    eldest = "abc"["abc".index(dealer) - 2]
    record = history(table.unvied(eldest).played_out())
    told = {
        "hand_id": f"evening-{number}",
        "session": {"id": "evening", "hand": number},
        "played_at": f"2026-11-20T20:{number:02}:00Z",
    }
    return record | told | fields


def session(*hands: Mapping[str, Any]) -> SessionAudit:
    """The one session of these hands."""
    (only,) = audit_sessions(audited(document) for document in hands)
    return only


def found(*hands: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The findings of a session: code and hand."""
    return [(finding.code.value, finding.hand_id) for finding in session(*hands).findings]


FIRST = hand(1)
SECOND = hand(2, dealer="b", carried=UNVIED)
THIRD = hand(3, dealer="c", carried=Carried(ruff_multiplier=4))


def test_a_session_is_sound_when_each_hand_starts_from_what_the_last_one_left() -> None:
    assert session(FIRST, SECOND, THIRD).findings == ()


def test_the_order_in_which_the_records_come_does_not_matter() -> None:
    assert session(THIRD, FIRST, SECOND).document == session(FIRST, SECOND, THIRD).document


def test_a_session_says_how_many_hands_it_has_and_what_each_won_in_all() -> None:
    document = session(FIRST, SECOND).document
    nets = [audited(each).document["due"]["net"] for each in (FIRST, SECOND)]
    assert (document["session"], document["hands"]) == ("evening", 2)
    assert document["net"] == {name: nets[0][name] + nets[1][name] for name in nets[0]}
    assert sum(document["net"].values()) == 0


def test_a_hand_that_starts_from_something_else_than_the_last_one_left() -> None:
    assert found(FIRST, hand(2, dealer="b")) == [("carried_mismatch", "evening-2")]
    odd = hand(2, dealer="b", carried=Carried(ruff_multiplier=2, pot=1))
    assert found(FIRST, odd) == [("carried_mismatch", "evening-2")]


def test_nothing_is_carried_out_of_a_hand_that_did_not_end() -> None:
    broken_off = FIRST | {"actions": FIRST["actions"][:20]}
    assert found(broken_off, hand(2, dealer="b", carried=Carried(ruff_multiplier=16))) == []


def test_a_deal_that_did_not_pass_to_the_left() -> None:
    assert found(FIRST, hand(2, dealer="c", carried=UNVIED)) == [("dealer_rotation", "evening-2")]
    assert found(FIRST, hand(2, dealer="a", carried=UNVIED)) == [("dealer_rotation", "evening-2")]


def test_other_players() -> None:
    dick = [{"id": "ann"}, {"id": "bess"}, {"id": "dick"}]
    other = hand(1, players=dick)
    text = {key: _renamed(value, "cat", "dick") for key, value in other.items()}
    assert found(text, SECOND) == [("players_changed", "evening-2")]


def test_players_who_changed_seats() -> None:
    swapped = SECOND | {"players": [{"id": "bess"}, {"id": "ann"}, {"id": "cat"}]}
    assert ("players_changed", "evening-2") in found(FIRST, swapped)


def test_the_same_round_of_players_counted_from_another_seat_is_the_same() -> None:
    turned = SECOND | {"players": [{"id": "bess"}, {"id": "cat"}, {"id": "ann"}]}
    assert found(FIRST, turned) == []


def test_other_rules() -> None:
    rules = {"preset": "parlett", "options": {"odd_penny": "eldest"}}
    assert found(FIRST, SECOND | {"rules": rules}) == [("rules_changed", "evening-2")]


def test_the_same_rules_written_in_another_way_are_the_same() -> None:
    rules = {"preset": "parlett", "options": {"opening_bid": 12}}
    assert found(FIRST | {"rules": "parlett"}, SECOND | {"rules": rules}) == []


def test_another_stake() -> None:
    assert found(FIRST, SECOND | {"stake": "crown"}) == [("stake_changed", "evening-2")]


def test_a_missing_number_and_nothing_else_across_the_gap() -> None:
    later = hand(4, dealer="a", carried=Carried(pot=99), stake="crown")
    assert found(FIRST, later) == [("gap", "evening-4")]


def test_one_number_under_two_hands() -> None:
    again = SECOND | {"hand_id": "evening-2b", "played_at": "2026-11-20T20:02:30Z"}
    assert found(FIRST, SECOND, again, THIRD) == [("repeated", "evening-2b")]


def test_dates_against_numbers() -> None:
    assert found(FIRST, SECOND | {"played_at": "2026-11-20T19:00:00Z"}) == [("out_of_order", "evening-2")]
    assert found(FIRST, SECOND | {"played_at": FIRST["played_at"]}) == []


def test_dates_are_compared_whatever_their_offset() -> None:
    assert found(FIRST, SECOND | {"played_at": "2026-11-20T21:02:00+01:00"}) == []
    assert found(FIRST, SECOND | {"played_at": "2026-11-20T20:30:00+01:00"}) == [
        ("out_of_order", "evening-2")
    ]


def test_several_things_wrong_are_all_found() -> None:
    wrong = hand(2, dealer="c", stake="crown", played_at="2026-11-20T19:00:00Z")
    assert {code for code, _ in found(FIRST, wrong)} == {
        "carried_mismatch", "dealer_rotation", "stake_changed", "out_of_order",
    }  # fmt: skip


def test_of_two_records_of_one_hand_the_first_counts() -> None:
    assert session(FIRST, SECOND | {"stake": "penny"}, SECOND | {"stake": "crown"}).findings == ()


def test_every_session_is_looked_at_by_itself_and_hands_of_none_not_at_all() -> None:
    elsewhere = FIRST | {"hand_id": "other-9", "session": {"id": "other", "hand": 9}}
    alone = {key: value for key, value in SECOND.items() if key != "session"}
    sessions = audit_sessions(audited(each) for each in (elsewhere, alone, FIRST))
    assert [(each.session_id, len(each.audits), each.findings) for each in sessions] == [
        ("other", 1, ()),
        ("evening", 1, ()),
    ]


def test_every_finding_says_in_words_what_it_found() -> None:
    (mismatch,) = session(FIRST, hand(2, dealer="b")).findings
    assert mismatch.message == (
        "The last hand left a ruff multiplier of 2, 0 in the ruff pot and 0 in the pot;"
        " this one starts from a ruff multiplier of 1, 0 in the ruff pot and 0 in the pot."
    )
    (gap,) = session(FIRST, hand(3)).findings
    assert gap.message == "Hand 2 is missing before this one."
    (gap,) = session(FIRST, hand(4)).findings
    assert gap.message == "Hands 2 and 3 are missing before this one."
    (gap,) = session(FIRST, hand(5)).findings
    assert gap.message == "Hands 2 to 4 are missing before this one."


def _renamed(value: Any, name: str, other: str) -> Any:
    """A JSON value with one player's id changed everywhere."""
    if isinstance(value, dict):
        return {_renamed(key, name, other): _renamed(member, name, other) for key, member in value.items()}
    if isinstance(value, list):
        return [_renamed(member, name, other) for member in value]
    return other if value == name and name in IDS else value
