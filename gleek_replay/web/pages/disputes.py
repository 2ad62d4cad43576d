"""The disputes, the page of each with its accounts, and the forms to open one, to speak and to rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask_smorest.arguments import ArgumentsMixin
from marshmallow import RAISE
from werkzeug.wrappers import Response as BaseResponse

from gleek_replay.services import disputes as service
from gleek_replay.services.access import Action, allows
from gleek_replay.services.collating import Collated, collate_hand
from gleek_replay.services.disputes import (
    DisputeFilter,
    DisputeState,
    RulingKind,
    check_concern,
    find_disputes,
    get_dispute,
)
from gleek_replay.services.hands import HandDetail, get_hand
from gleek_replay.services.refusals import Conflict, NotFound, Refusal, Stale, Unfit, Unseen
from gleek_replay.web.api.queries import DisputesQuery, dispute_filter
from gleek_replay.web.callers import caller, does
from gleek_replay.web.database import database_session

blueprint = Blueprint("dispute_pages", __name__)

DISPUTES_A_PAGE: Final = 20
_NO_CHOICE: Final = "choose one of these"


class DisputesPageQuery(DisputesQuery):
    """Which disputes to show."""

    class Meta:
        exclude = ("limit",)


@dataclass(frozen=True, slots=True, kw_only=True)
class SentBack:
    """A form that comes back to whoever filled it in: which one, why, and what is wrong with each field.

    ``since`` is the number of the last step that he had seen, where there have been more.
    """

    form: str
    status: HTTPStatus
    because: str
    faults: Mapping[str, str] = field(default_factory=dict)
    since: int | None = None


@blueprint.get("/disputes")
@does(Action.READ)
def disputes() -> str:
    """The disputes, the last changed first, or those asked for."""
    query = ArgumentsMixin.ARGUMENTS_PARSER.parse(DisputesPageQuery, request, location="query", unknown=RAISE)
    wanted = dispute_filter(query)
    cursor = query.get("cursor")
    found = find_disputes(database_session(), caller(), wanted, cursor, DISPUTES_A_PAGE)
    return render_template(
        "disputes.html",
        disputes=found.items,
        states=_states(wanted),
        wanted=wanted,
        begun=cursor is None,
        further=None if found.next_cursor is None else _address(wanted, cursor=found.next_cursor),
    )


@blueprint.get("/disputes/<id:hand_id>")
@does(Action.READ)
def dispute(hand_id: str) -> str:
    """A dispute: how it stands, the accounts beside each other, and all that was said and done."""
    return _page(hand_id)


@blueprint.post("/disputes/<id:hand_id>/comments")
@does(Action.DISPUTE)
def comment(hand_id: str) -> BaseResponse:
    """Say something in a dispute."""
    text = request.form.get("text", "")
    return _taken(hand_id, "comment", lambda: service.comment(database_session(), caller(), hand_id, text))


@blueprint.post("/disputes/<id:hand_id>/ruling")
@does(Action.RULE)
def rule(hand_id: str) -> BaseResponse:
    """Rule on a dispute as it stood when the form was loaded."""
    kind, _, record = request.form.get("ruling", "").partition(" ")
    if kind not in tuple(RulingKind):
        return _again(hand_id, _unfit("ruling", {"ruling": _NO_CHOICE}))
    return _taken(
        hand_id,
        "ruling",
        lambda: service.rule(
            database_session(),
            caller(),
            hand_id,
            version=_version(),
            ruling=RulingKind(kind),
            grounds=request.form.get("grounds", ""),
            record=_whole(record),
        ),
    )


@blueprint.post("/disputes/<id:hand_id>/reopening")
@does(Action.RULE)
def reopen(hand_id: str) -> BaseResponse:
    """Reopen a dispute as it stood when the form was loaded."""
    reason = request.form.get("reason", "")
    return _taken(
        hand_id,
        "reopening",
        lambda: service.reopen(database_session(), caller(), hand_id, version=_version(), reason=reason),
    )


@blueprint.get("/hands/<id:hand_id>/dispute")
@does(Action.DISPUTE)
def opening(hand_id: str) -> BaseResponse:
    """The form to open a dispute; where there is one to comment on, that."""
    found = get_hand(database_session(), caller(), hand_id)
    check_concern(database_session(), caller(), hand_id)
    if found.hand.ruling or found.hand.disputed:
        return redirect(url_for(".dispute", hand_id=hand_id), HTTPStatus.SEE_OTHER)
    return Response(_opening_page(found))


@blueprint.post("/hands/<id:hand_id>/dispute")
@does(Action.DISPUTE)
def open_dispute(hand_id: str) -> BaseResponse:
    """Open a dispute, or again one that had lapsed when the form was loaded."""
    claim, claimant = request.form.get("claim", ""), request.form.get("claimant") or None
    version = _whole(request.form.get("version", ""))
    try:
        service.open_dispute(database_session(), caller(), hand_id, claim, claimant, version=version)
    except (Unfit, Conflict, Stale, Unseen) as refusal:
        sent_back = _sent_back("opening", refusal)
        page = _opening_page(get_hand(database_session(), caller(), hand_id), sent_back)
        return Response(page, sent_back.status)
    return redirect(url_for(".dispute", hand_id=hand_id), HTTPStatus.SEE_OTHER)


def _opening_page(found: HandDetail, sent_back: SentBack | None = None) -> str:
    """The form to open a dispute, which knows the version of one that has lapsed."""
    try:
        lapsed_at = get_dispute(database_session(), caller(), found.hand.hand_id).version
    except NotFound:
        lapsed_at = None
    return render_template("open_dispute.html", hand=found.hand, lapsed_at=lapsed_at, sent_back=sent_back)


def _taken(hand_id: str, form: str, act: Callable[[], object]) -> BaseResponse:
    """What a form asked for, and then the dispute; or the form again, with what was filled in."""
    try:
        act()
    except (Unfit, Conflict, Stale) as refusal:
        return _again(hand_id, _sent_back(form, refusal))
    return redirect(url_for(".dispute", hand_id=hand_id, _anchor="steps"), HTTPStatus.SEE_OTHER)


def _again(hand_id: str, sent_back: SentBack) -> Response:
    return Response(_page(hand_id, sent_back), sent_back.status)


def _sent_back(form: str, refusal: Refusal) -> SentBack:
    if isinstance(refusal, Unfit):
        return _unfit(form, {fault.pointer[1:]: fault.message for fault in refusal.faults})
    if isinstance(refusal, Stale | Unseen):
        because = "The dispute has gone on since you opened this page, so that nothing was done."
        since = None if form == "opening" else _version()
        return SentBack(form=form, status=HTTPStatus.PRECONDITION_FAILED, because=because, since=since)
    return SentBack(form=form, status=HTTPStatus.CONFLICT, because=str(refusal))


def _unfit(form: str, faults: Mapping[str, str]) -> SentBack:
    because = "Something is missing or cannot be: see below."
    return SentBack(form=form, status=HTTPStatus.UNPROCESSABLE_ENTITY, because=because, faults=faults)


def _version() -> int:
    """The version that the form was made for; one that no dispute has, if it says none."""
    return _whole(request.form.get("version", "")) or 0


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _page(hand_id: str, sent_back: SentBack | None = None) -> str:
    found = get_dispute(database_session(), caller(), hand_id)
    hand, collated = _hand(hand_id)
    return render_template(
        "dispute.html",
        dispute=found,
        hand=hand,
        collated=collated,
        names={seat.player_id: seat.name or seat.player_id for seat in hand.hand.seats} if hand else {},
        sent_back=sent_back,
        may_read_records=allows(caller().role, Action.READ_RECORDS),
    )


def _hand(hand_id: str) -> tuple[HandDetail | None, Collated | None]:
    """The hand with what is told of it; nothing of one whose records were all withdrawn."""
    try:
        hand = get_hand(database_session(), caller(), hand_id)
    except NotFound:
        return None, None
    return hand, collate_hand(database_session(), caller(), hand_id)


def _states(wanted: DisputeFilter) -> list[tuple[str, str, bool]]:
    """“All” and every state, with the address of such disputes and whether they are what is asked for."""
    everything = ("all", _address(DisputeFilter(player=wanted.player)), not wanted.states)
    return [everything] + [
        (
            state.value,
            _address(DisputeFilter(states=(state,), player=wanted.player)),
            wanted.states == (state,),
        )
        for state in DisputeState
    ]


def _address(wanted: DisputeFilter, **more: Any) -> str:
    state = wanted.states[0].value if wanted.states else None
    return url_for(".disputes", state=state, player=wanted.player, **more)
