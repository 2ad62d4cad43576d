"""Telling a hand to a reader."""

from __future__ import annotations

import pytest
from sqlalchemy.orm import Session

from gleek_replay.audit.account import account
from gleek_replay.services.access import Caller
from gleek_replay.services.refusals import NotFound
from gleek_replay.services.replays import Viewing, get_replay
from gleek_replay.services.telling import tell_hand
from tests.services.told_hands import told, upload


def test_what_is_wrong_and_what_else_is_to_be_said_come_from_the_account(
    session: Session, operator: Caller
) -> None:
    upload(session, operator, told("revoke"), told("misreported"))
    for hand_id, wrong in {"example-00023": "What is wrong", "example-00025": "Recorded and due"}.items():
        replay = get_replay(session, operator, hand_id, Viewing())
        hand, whole = tell_hand(replay), account(replay.audit)
        assert hand.opening == whole.sections[0]
        assert [section.title for section in hand.errata] == [wrong]
        assert {*hand.errata, *hand.remarks} < set(whole.sections)
        assert not set(hand.errata) & set(hand.remarks)


def test_rights_that_nobody_used_are_remarks(session: Session, operator: Caller) -> None:
    upload(session, operator, told("parlett"))
    replay = get_replay(session, operator, "example-00012", Viewing())
    assert replay.audit.document["notes"]
    assert "Rights not used" in [section.title for section in tell_hand(replay).remarks]


def test_without_names_nobody_is_named(session: Session, operator: Caller) -> None:
    upload(session, operator, told("revoke", notes="Geraldine looked on."))
    hand = tell_hand(get_replay(session, operator, "example-00023", Viewing(names_hidden=True)))
    said = " ".join(
        line.text for section in (hand.opening, *hand.errata, *hand.remarks) for line in section.lines
    )
    assert "Catherine" not in said
    assert "Geraldine" not in said
    assert any(position in said for position in ("Eldest", "Second", "Dealer"))
    assert "notes" not in said


def test_players_are_called_what_this_record_calls_them(session: Session, operator: Caller) -> None:
    later = told(
        "revoke",
        hand_id="later",
        played_at="2027-01-01T00:00:00Z",
        players=[{**player, "name": player["id"].upper()} for player in told("revoke")["players"]],
    )
    upload(session, operator, told("revoke"), later)
    names = get_replay(session, operator, "example-00023", Viewing()).names
    assert names == {player["id"]: player.get("name", player["id"]) for player in told("revoke")["players"]}
    assert set(get_replay(session, operator, "later", Viewing()).names.values()) == {
        "BESS",
        "GERALDINE",
        "JACK",
    }


def test_a_hand_that_is_not_there_is_not_found(session: Session, operator: Caller) -> None:
    with pytest.raises(NotFound, match=r"^There is no hand nowhere-1\.$"):
        get_replay(session, operator, "nowhere-1", Viewing())
