"""A hand that two clients tell otherwise, those whom it concerns, and what is said of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from gleek_replay.services import disputes, keys
from gleek_replay.services.access import Caller, Role
from gleek_replay.services.disputes import Dispute, RulingKind
from gleek_replay.services.refusals import Stale
from gleek_replay.storage import open_database
from tests.services.told_hands import told, upload

HAND = "example-00012"
DUE = {"bess": -7, "pru": -24, "geraldine": 30}
PAID = {"bess": -7, "pru": -14, "geraldine": 20}
"""What :func:`mispaid` says that each won or lost."""


def mispaid(**changes: Any) -> dict[str, Any]:
    """The hand with six counters paid for the ruff by Pru to Geraldine, where sixteen were due."""
    payments = [
        payment | {"amount": 6} if (payment["from"], payment["for"]) == ("pru", "ruff") else payment
        for payment in told()["payments"]
    ]
    return told(**{"payments": payments, "result": PAID} | changes)


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """Those who have to do with a hand; ``ann`` and ``bob`` send records, ``pru`` sat in it."""

    ann: Caller
    bob: Caller
    pru: Caller
    steward: Caller
    reader: Caller


def people_of_a_club(session: Session) -> People:
    """Keys of the home club."""
    return People(
        ann=key_of(session, "ann", Role.UPLOADER),
        bob=key_of(session, "bob", Role.UPLOADER),
        pru=key_of(session, "pru", Role.PLAYER, "pru"),
        steward=key_of(session, "steward", Role.STEWARD),
        reader=key_of(session, "reader", Role.READER),
    )


def key_of(session: Session, name: str, role: Role, player_id: str | None = None) -> Caller:
    """A new key of the home club, its name and its owner the same."""
    operator = keys.operator(session)
    key = keys.create_key(session, operator, name=name, role=role, owner=name, player_id=player_id)
    caller = keys.authenticate(session, key.token)
    assert caller is not None
    return caller


def conflict(session: Session, people: People) -> Dispute:
    """Ann tells the hand with the wrong payment, and Bob as it was; returns the dispute about it."""
    upload(session, people.ann, mispaid())
    upload(session, people.bob, told())
    return disputes.get_dispute(session, people.steward, HAND)


def ruled(session: Session, people: People, ruling: RulingKind, record: int | None = None) -> Dispute:
    """What the steward rules on the dispute as it is now."""
    now = disputes.get_dispute(session, people.steward, HAND)
    return disputes.rule(
        session, people.steward, HAND, version=now.version, ruling=ruling, grounds="so be it", record=record
    )


def told_steps(dispute: Dispute) -> list[tuple[str, str | None]]:
    """What each step was, and who took it."""
    return [(step.kind.value, step.by) for step in dispute.steps]


def rule_in_a_process_of_its_own(url: str, version: int, ruling: RulingKind) -> str:
    """How a ruling ends that comes from a process which shares nothing but the database."""
    database = open_database(url)
    try:
        with database.session() as session:
            return end_of_ruling(session, keys.operator(session), version, ruling)
    finally:
        database.close()


def end_of_ruling(session: Session, caller: Caller, version: int, ruling: RulingKind) -> str:
    """The state that a ruling leaves the dispute in, or the name of its refusal."""
    try:
        done = disputes.rule(session, caller, HAND, version=version, ruling=ruling, grounds=f"{ruling} it is")
    except Stale as refusal:
        return type(refusal).__name__
    return done.state.value
