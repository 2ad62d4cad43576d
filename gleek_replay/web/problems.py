"""Errors in one shape: ``application/problem+json`` (RFC 9457) for programs, a page for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from http import HTTPStatus
from typing import Any, Final

import orjson
from flask import Flask, Response, current_app, g, render_template, request
from gunicorn.http.errors import ParseException
from marshmallow import Schema, fields
from sqlalchemy.exc import InterfaceError, OperationalError
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import HTTPException, InternalServerError

from gleek_replay.services.opening import Ailment, ailment_of
from gleek_replay.services.refusals import (
    BadCursor,
    Conflict,
    Forbidden,
    Mismatch,
    NotFound,
    NothingSent,
    Refusal,
    Stale,
    TooMuch,
    Unauthenticated,
    Unfit,
    Unseen,
)
from gleek_replay.web.addresses import wanted_address
from gleek_replay.web.logs import log

PROBLEM_JSON: Final = "application/problem+json"
API_PREFIX: Final = "/api/"

_STATUS_OF_REFUSAL: Final[dict[type[Refusal], HTTPStatus]] = {
    NotFound: HTTPStatus.NOT_FOUND,
    Forbidden: HTTPStatus.FORBIDDEN,
    Unauthenticated: HTTPStatus.UNAUTHORIZED,
    Conflict: HTTPStatus.CONFLICT,
    Stale: HTTPStatus.PRECONDITION_FAILED,
    Unseen: HTTPStatus.PRECONDITION_REQUIRED,
    Mismatch: HTTPStatus.UNPROCESSABLE_ENTITY,
    NothingSent: HTTPStatus.UNPROCESSABLE_ENTITY,
    TooMuch: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    BadCursor: HTTPStatus.UNPROCESSABLE_ENTITY,
    Unfit: HTTPStatus.UNPROCESSABLE_ENTITY,
}


_PLAIN_WORDS: Final[dict[HTTPStatus, str]] = {
    HTTPStatus.BAD_REQUEST: "The request cannot be understood, or its body broke off.",
    HTTPStatus.NOT_FOUND: "There is nothing at this address.",
    HTTPStatus.METHOD_NOT_ALLOWED: "This address takes other methods; the Allow header has them.",
    HTTPStatus.INTERNAL_SERVER_ERROR: "The service failed; the log has it under the request's id.",
}
"""What to say where the framework would say it in its own words."""


_AILING: Final[dict[Ailment, tuple[HTTPStatus, str, int | None]]] = {
    Ailment.AWAY: (HTTPStatus.SERVICE_UNAVAILABLE, "The database does not answer. Try again soon.", 10),
    Ailment.READ_ONLY: (
        HTTPStatus.SERVICE_UNAVAILABLE,
        "The database can only be read at the moment; nothing of this was stored. Try again later.",
        60,
    ),
    Ailment.FULL: (
        HTTPStatus.INSUFFICIENT_STORAGE,
        "The disk of the database is full; nothing of this was stored. Send it when there is room again.",
        None,
    ),
}
"""What is answered when the database cannot do its part, and after how many seconds to try again."""
_NOT_UNDERSTOOD: Final = "The request says something that is not understood; see the faults."


class FaultSchema(Schema):
    """What is wrong at one place."""

    pointer = fields.String(
        required=True,
        metadata={
            "description": "JSON pointer (RFC 6901) into the record, empty for the whole of it; "
            "`/query/…` and `/path/…` name a part of the address"
        },
    )
    message = fields.String(required=True, metadata={"description": "what was expected there"})


class ProblemSchema(Schema):
    """A problem, as RFC 9457 describes it. Every error has this shape."""

    type = fields.String(required=True, metadata={"description": "always `about:blank`: the status says it"})
    title = fields.String(required=True, metadata={"description": "the status in words"})
    status = fields.Integer(required=True, metadata={"minimum": 400, "maximum": 599})
    detail = fields.String(required=True, metadata={"description": "what went wrong, for people"})
    request_id = fields.String(required=True, metadata={"description": "names this request in the log"})
    faults = fields.List(
        fields.Nested(FaultSchema),
        required=True,
        metadata={"description": "every fault of what was sent; empty where none can be named"},
    )


class Problem(HTTPException):
    """A request that cannot be answered: the status, what went wrong, and every fault with its place."""

    def __init__(self, status: HTTPStatus, detail: str, faults: Sequence[Any] = ()) -> None:
        super().__init__(detail)
        self.code = status.value
        self.faults = faults


class SignInWanted(Problem):
    """Nobody, or nobody we know, is asking: 401 with the scheme that would be understood.

    ``was_refused`` says that a key or a link was shown, and is no good.
    """

    def __init__(self, detail: str, *, error: str | None = None) -> None:
        super().__init__(HTTPStatus.UNAUTHORIZED, detail)
        self.was_refused = error is not None
        said: dict[str, str | None] = {"realm": "gleek-replay"}
        if error is not None:
            said["error"] = error
        self._challenge = WWWAuthenticate("bearer", said)

    def get_headers(self, *args: Any, **settings: Any) -> list[tuple[str, str]]:
        """The usual headers of an error, and the challenge."""
        return [*super().get_headers(*args, **settings), ("WWW-Authenticate", self._challenge.to_header())]


def answer_refusal(refusal: Refusal) -> Response:
    """A service's refusal as the status that fits it."""
    status = _STATUS_OF_REFUSAL[type(refusal)]
    if status is HTTPStatus.UNAUTHORIZED:
        return answer_error(SignInWanted(str(refusal), error="invalid_token"))
    if isinstance(refusal, Unfit):
        return answer_error(Problem(status, _NOT_UNDERSTOOD, refusal.faults))
    faults = [{"pointer": "/query/cursor", "message": str(refusal)}] if isinstance(refusal, BadCursor) else []
    return answer_error(Problem(status, str(refusal), faults))


def answer_no_database(error: OperationalError | InterfaceError) -> Response:
    """The database cannot be reached, or not be written to: 503, and when to try again; or its disk is full:
    507, since trying again is of no use until there is room.
    """
    ailment = ailment_of(error)
    log.error("database", ailment=ailment.value, exc_info=error)
    status, detail, seconds = _AILING[ailment]
    answer = answer_error(Problem(status, detail))
    if seconds is not None:
        answer.headers["Retry-After"] = str(seconds)
    return answer


def answer_broken_body(error: ParseException) -> Response:
    """A body that is not chunked as it says: 400."""
    return answer_error(Problem(HTTPStatus.BAD_REQUEST, f"The body cannot be read to its end: {error}."))


def answer_error(error: HTTPException) -> Response:
    """Any error as a response in the shape that the caller reads, keeping the headers that belong to it."""
    status = HTTPStatus(error.code or InternalServerError.code)
    response = error.get_response(request.environ)
    problem = describe(error, status)
    answer: Response
    if wants_page():
        body = _page(error, problem)
        answer = current_app.response_class(body, status, mimetype="text/html")
    else:
        answer = current_app.response_class(orjson.dumps(problem), status, content_type=PROBLEM_JSON)
    for name, value in response.headers:
        if name not in {"Content-Type", "Content-Length"}:
            answer.headers.add(name, value)
    return answer


def _page(error: HTTPException, problem: dict[str, Any]) -> str:
    """What a person is shown; who is not signed in, the form to sign in with, which leads back here."""
    if not isinstance(error, SignInWanted):
        return render_template("error.html", problem=problem)
    if error.was_refused:
        return render_template("sign_in.html", no_good=problem["detail"])
    return render_template("sign_in.html", wanted=wanted_address())


def describe(error: HTTPException, status: HTTPStatus) -> dict[str, Any]:
    """The problem's members."""
    faults = getattr(error, "faults", None)
    detail = _plain_words(status) if type(error).__module__ == "werkzeug.exceptions" else None
    detail = detail or error.description or status.description or status.phrase
    parsed = getattr(error, "data", None)
    if parsed:
        messages = parsed["messages"]
        messages = messages.get("json", messages) if isinstance(messages, dict) else messages
        faults = [{"pointer": place, "message": message} for place, message in _messages(messages)]
        detail = _NOT_UNDERSTOOD
    return {
        "type": "about:blank",
        "title": status.phrase,
        "status": status.value,
        "detail": detail,
        "request_id": g.request_id,
        "faults": FaultSchema(many=True).dump(faults or ()),
    }


def _plain_words(status: HTTPStatus) -> str | None:
    return _too_large() if status is HTTPStatus.REQUEST_ENTITY_TOO_LARGE else _PLAIN_WORDS.get(status)


def _too_large() -> str:
    """What is too large about a request: the body, if it says so itself; else it may be the form in it."""
    settings, announced, most = current_app.config, request.content_length, request.max_content_length
    body = f"The body is larger than the {most:,} bytes that are taken here in one request."
    form = (
        f"The form has more than {settings['MAX_FORM_PARTS']:,} parts, or one with more than "
        f"{settings['MAX_FORM_MEMORY_SIZE']:,} bytes of text that is no file."
    )
    if request.mimetype != "multipart/form-data" or (announced or 0) > (most or 0):
        return body
    return form if announced is not None else f"{body} Or: {form}"


def wants_page() -> bool:
    """Whether a person in a browser is to read the answer."""
    if request.path.startswith(API_PREFIX):
        return False
    best = request.accept_mimetypes.best_match([PROBLEM_JSON, "application/json", "text/html"])
    return best == "text/html"


def install_problems(app: Flask) -> None:
    """Answer every error and refusal of the application in one shape."""
    app.register_error_handler(HTTPException, answer_error)
    app.register_error_handler(Refusal, answer_refusal)
    app.register_error_handler(OperationalError, answer_no_database)
    app.register_error_handler(InterfaceError, answer_no_database)
    app.register_error_handler(ParseException, answer_broken_body)


def _messages(found: Any, place: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(found, dict):
        for step, below in found.items():
            yield from _messages(below, place if step == "_schema" else f"{place}/{step}")
    elif isinstance(found, list):
        for message in found:
            yield from _messages(message, place)
    else:
        yield place, str(found)
