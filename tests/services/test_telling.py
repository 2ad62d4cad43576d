"""Telling a hand to a reader."""

from __future__ import annotations

import orjson
import pytest
from sqlalchemy.orm import Session

from gleek_replay.audit import audit_record
from gleek_replay.audit.account import account
from gleek_replay.records import read_record
from gleek_replay.services.access import Caller
from gleek_replay.services.refusals import NotFound
from gleek_replay.services.telling import tell_hand
from tests.services.told_hands import told, upload


def test_a_hand_is_told_as_its_record_has_it(session: Session, operator: Caller) -> None:
    upload(session, operator, told("revoke"))
    hand = tell_hand(session, operator, "example-00023")
    audit = audit_record(read_record(orjson.dumps(told("revoke"))))
    assert hand.audit == audit
    assert hand.account == account(audit)
    assert "What is wrong" in [section.title for section in hand.account.sections]


def test_players_are_called_what_this_record_calls_them(session: Session, operator: Caller) -> None:
    later = told(
        "revoke",
        hand_id="later",
        played_at="2027-01-01T00:00:00Z",
        players=[{**player, "name": player["id"].upper()} for player in told("revoke")["players"]],
    )
    upload(session, operator, told("revoke"), later)
    names = tell_hand(session, operator, "example-00023").names
    assert names == {player["id"]: player.get("name", player["id"]) for player in told("revoke")["players"]}
    assert set(tell_hand(session, operator, "later").names.values()) == {"BESS", "GERALDINE", "JACK"}


def test_a_hand_that_is_not_there_is_not_found(session: Session, operator: Caller) -> None:
    with pytest.raises(NotFound, match=r"^There is no hand nowhere-1\.$"):
        tell_hand(session, operator, "nowhere-1")
