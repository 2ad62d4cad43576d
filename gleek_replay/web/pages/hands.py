"""A hand's page."""

from __future__ import annotations

from flask import Blueprint, render_template

from gleek_replay.services.access import Action, allows
from gleek_replay.services.hands import get_hand
from gleek_replay.services.telling import tell_hand
from gleek_replay.web.callers import caller, does
from gleek_replay.web.database import database_session
from gleek_replay.web.pages.ledger import lay_out_ledger

blueprint = Blueprint("hand_pages", __name__)

FAULTY = frozenset({"violation", "difference"})


@blueprint.get("/hands/<id:hand_id>")
@does(Action.READ)
def hand(hand_id: str) -> str:
    """The account of a hand and its ledger; what is wrong goes first."""
    found = get_hand(database_session(), caller(), hand_id)
    told = tell_hand(database_session(), caller(), hand_id)
    opening, *sections = told.account.sections
    errata = [section for section in sections if any(line.kind in FAULTY for line in section.lines)]
    return render_template(
        "hand.html",
        hand=found.hand,
        records=found.records,
        names=told.names,
        audit=told.audit.document,
        opening=opening,
        errata=errata,
        story=[section for section in sections if section not in errata],
        told_in=told.lines_of_violations,
        ledger=lay_out_ledger(told.audit.document, told.names),
        may_read_record=allows(caller().role, Action.READ_RECORDS),
    )
