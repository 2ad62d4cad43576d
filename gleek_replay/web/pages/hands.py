"""A hand's page."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, redirect, render_template
from werkzeug.wrappers import Response

from gleek_replay.services.access import Action, allows
from gleek_replay.services.hands import HandDetail, get_hand, may_read_record
from gleek_replay.services.hearing import concerns
from gleek_replay.services.narrating import VOICE_LABELS, narrate_replay
from gleek_replay.services.replays import Replay, Viewing, get_replay
from gleek_replay.services.sessions import get_beside
from gleek_replay.services.telling import tell_hand
from gleek_replay.web.api.account_answers import AccountQuery
from gleek_replay.web.api.replay_queries import viewing
from gleek_replay.web.callers import caller, does
from gleek_replay.web.database import database_session
from gleek_replay.web.pages.asked import address_with, asked, query_string, without_blanks
from gleek_replay.web.pages.flows import flow_of_hand
from gleek_replay.web.pages.ledger import lay_out_ledger
from gleek_replay.web.pages.sharing import sharing
from gleek_replay.web.pages.steps import chapters, dealt
from gleek_replay.web.pages.viewing import by_which_rules, table_data, whose_eyes

blueprint = Blueprint("hand_pages", __name__)


@blueprint.get("/hands/<id:hand_id>")
@does(Action.READ)
def hand(hand_id: str) -> str | Response:
    """A hand to go through step by step, its ledger, and its story; what is wrong goes first."""
    if (shorter := without_blanks()) is not None:
        return redirect(shorter)
    asked_for = asked(AccountQuery)
    looked_at = viewing(asked_for)
    found = get_hand(database_session(), caller(), hand_id)
    shown = get_replay(database_session(), caller(), hand_id, looked_at)
    if looked_at.names_hidden and looked_at.eyes != shown.document["eyes"]:
        # The address would name the player: it stands in the page, and is what is shared.
        return redirect(address_with(eyes=shown.document["eyes"]))
    query = query_string(leaving_out=frozenset({"words"}))
    return render_template(
        "hand.html",
        hand=found.hand,
        records=() if looked_at.names_hidden else found.records,
        beside=get_beside(database_session(), caller(), hand_id) if found.hand.session_id else None,
        told=tell_hand(shown),
        narration=narrate_replay(shown, asked_for["words"]),
        voices=VOICE_LABELS,
        query=query,
        sharing=sharing(found.hand, shown, query),
        rules=by_which_rules(shown.document, looked_at.preset),
        **_laid_out(shown, _own_audit(hand_id, looked_at, shown)),
        **_rights(found),
    )


def _laid_out(shown: Replay, own: dict[str, Any] | None) -> dict[str, Any]:
    """The table, the steps and the ledger of a hand as it is looked at; ``own`` is its audit by its own
    rules, if it is read by others.
    """
    audit, names = shown.audit.document, shown.names
    return {
        "replay": shown.document,
        "audit": audit,
        "names": names,
        "eyes": whose_eyes(shown.document),
        "table_data": table_data(shown.document),
        "dealt": dealt(shown.document),
        "chapters": chapters(shown.document),
        "ledger": lay_out_ledger(audit, names, own),
        "flow": flow_of_hand(audit, names),
    }


def _own_audit(hand_id: str, looked_at: Viewing, shown: Replay) -> dict[str, Any] | None:
    if shown.document["reading"] is None:
        return None
    by_its_own = replace(looked_at, preset=None, options=())
    return get_replay(database_session(), caller(), hand_id, by_its_own).audit.document


def _rights(found: HandDetail) -> dict[str, bool]:
    """What the caller may do about the hand."""
    concerned = concerns(database_session(), caller(), found.hand.hand_id)
    current = [record for record in found.records if record.ended_at is None]
    return {
        "may_dispute": allows(caller().role, Action.DISPUTE) and concerned,
        "may_read_records": allows(caller().role, Action.READ_RECORDS),
        "may_read_record": any(may_read_record(caller(), record) for record in current),
    }
