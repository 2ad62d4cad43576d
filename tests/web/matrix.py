"""Every door of the service, and the status with which each caller is met there.

A new endpoint wants a row in :data:`MATRIX` for each of its methods, or the tests of the doors fail. Who
comes in a row stands at the head of the table. What a word in braces stands for, and what is sent, is made
by the method of :class:`Things` of that name, with ``_`` for a space.

A door to what belongs to somebody has a row for one's own and one for another's: ``{hand}`` and ``{upload}``
came from the caller `uploader`, ``{other_hand}`` and ``{other_upload}`` from `other`. What a row may change
is made anew for each caller, the rest once. A row of GET is tried with HEAD too, and one that changes
something with a browser's cookie, with and without the token of a form.

To add a kind of thing: a method of :class:`Things` that makes one and returns its id, or what a client sends
of it as arguments for httpx. To add a caller: a column, a line in :data:`CALLERS`, and his key in
:func:`_further_keys`.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count
from string import Formatter
from typing import Any

import httpx
from sqlalchemy.orm import Session

from gleek_replay.services import keys
from gleek_replay.services.access import Caller, Role
from gleek_replay.services.clubs import create_club
from gleek_replay.services.disputes import RulingKind, open_dispute, rule
from gleek_replay.services.renaming import merge_players
from gleek_replay.services.signing import make_signing_key
from gleek_replay.services.uploads import SentFile, receive_upload
from tests.web.conftest import Service
from tests.web.records import example

CALLERS = {
    "nobody": "shows no key, where reading needs one",
    "visitor": "shows no key, where reading is open to all",
    "reader": "a key of the home club with this role",
    "player": "the same, bound to the player bess, who sat in every hand",
    "uploader": "the same; the owner of the hands and uploads",
    "other": "another uploader of the same club; the owner of the other ones",
    "steward": "a key of the home club with this role",
    "admin": "an administrator of the home club",
    "abroad": "an administrator of another club",
}
MATRIX = """
                                                | sent      | nobody visitor reader player uploader other steward admin abroad
GET    /livez                                   |           | 200    200     200    200    200      200   200     200   200
GET    /readyz                                  |           | 503    503     503    503    503      503   503     503   503
GET    /metrics                                 |           | 403    403     403    403    403      403   403     403   403
GET    /static/gleek.css                        |           | 200    200     200    200    200      200   200     200   200
GET    /static/plotly.min.js                    |           | 200    200     200    200    200      200   200     200   200
GET    /api/v1/openapi.json                     |           | 200    200     200    200    200      200   200     200   200
GET    /api/v1/docs                             |           | 200    200     200    200    200      200   200     200   200
GET    /sign-in                                 |           | 200    200     200    200    200      200   200     200   200
POST   /sign-in                                 | a key     | 303    303     303    303    303      303   303     303   303
POST   /sign-in                                 | no key    | 422    422     422    422    422      422   422     422   422
POST   /sign-out                                |           | 401    401     303    303    303      303   303     303   303

GET    /                                        |           | 401    200     200    200    200      200   200     200   200
GET    /hands/{hand}                            |           | 401    200     200    200    200      200   200     200   404
GET    /hands/{hand}/readings                   |           | 401    200     200    200    200      200   200     200   404
GET    /hands/{hand}/dispute                    |           | 401    401     403    200    200      403   200     200   404
POST   /hands/{hand}/dispute                    | a claim form | 401 401     403    303    303      403   303     303   404
GET    /disputes                                |           | 401    200     200    200    200      200   200     200   200
GET    /disputes/{disputed}                     |           | 401    200     200    200    200      200   200     200   404
POST   /disputes/{disputed}/comments            | a comment form | 401 401   403    303    303      403   303     303   404
POST   /disputes/{disputed}/ruling              | a ruling form | 401 401    403    403    403      403   303     303   404
POST   /disputes/{ruled}/reopening              | a reason form | 401 401    403    403    403      403   303     303   404
GET    /players/{player}                        |           | 401    200     200    200    200      200   200     200   404
GET    /players/{player}/hands                  |           | 401    200     200    200    200      200   200     200   404
GET    /club                                    |           | 401    200     200    200    200      200   200     200   200
GET    /leaderboard                             |           | 401    200     200    200    200      200   200     200   200
GET    /sessions                                |           | 401    200     200    200    200      200   200     200   200
GET    /sessions/{session}                      |           | 401    200     200    200    200      200   200     200   404
GET    /sessions/{session}/rules-played         |           | 401    200     200    200    200      200   200     200   404
GET    /rules                                   |           | 401    200     200    200    200      200   200     200   200
GET    /rules/parlett                           |           | 401    200     200    200    200      200   200     200   200
GET    /uploads                                 |           | 401    401     403    403    200      200   200     200   200
POST   /uploads                                 | a form    | 401    401     403    403    303      303   303     303   303
GET    /uploads/{upload}                        |           | 401    401     403    403    200      404   200     200   404
GET    /uploads/{other_upload}                  |           | 401    401     403    403    404      200   200     200   404

POST   /api/v1/audits                           | a record  | 401    401     200    200    200      200   200     200   200
POST   /api/v1/uploads                          | a record  | 401    401     403    403    201      201   201     201   201
GET    /api/v1/uploads                          |           | 401    401     403    403    200      200   200     200   200
GET    /api/v1/uploads/{upload}                 |           | 401    401     403    403    200      404   200     200   404
GET    /api/v1/uploads/{other_upload}           |           | 401    401     403    403    404      200   200     200   404
GET    /api/v1/uploads/{upload}/outcomes        |           | 401    401     403    403    200      404   200     200   404
GET    /api/v1/uploads/{other_upload}/outcomes  |           | 401    401     403    403    404      200   200     200   404

GET    /api/v1/hands                            |           | 401    200     200    200    200      200   200     200   200
GET    /api/v1/hands.csv                        |           | 401    200     200    200    200      200   200     200   200
GET    /api/v1/hands.ndjson                     |           | 401    401     403    403    200      200   200     200   200
GET    /api/v1/hands/{hand}                     |           | 401    200     200    200    200      200   200     200   404
GET    /api/v1/hands/{hand}/account             |           | 401    200     200    200    200      200   200     200   404
GET    /api/v1/hands/{hand}/audit               |           | 401    200     200    200    200      200   200     200   404
GET    /api/v1/hands/{hand}/history             |           | 401    200     200    200    200      200   200     200   404
GET    /api/v1/hands/{hand}/readings            |           | 401    200     200    200    200      200   200     200   404
GET    /api/v1/hands/{hand}/replay              |           | 401    200     200    200    200      200   200     200   404
GET    /api/v1/hands/{hand}.svg                 |           | 401    200     200    200    200      200   200     200   404
GET    /api/v1/hands/{hand}/rules-played        |           | 401    200     200    200    200      200   200     200   404
GET    /api/v1/hands/{hand}/transfers           |           | 401    200     200    200    200      200   200     200   404
GET    /api/v1/hands/{hand}/comparison          |           | 401    200     200    200    200      200   200     200   404
GET    /api/v1/hands/{hand}/record              |           | 401    401     403    403    200      404   200     200   404
GET    /api/v1/hands/{other_hand}/record        |           | 401    401     403    403    404      200   200     200   404
DELETE /api/v1/hands/{hand}/record              |           | 401    401     403    403    204      404   404     404   404
DELETE /api/v1/hands/{other_hand}/record        |           | 401    401     403    403    404      204   404     404   404
GET    /api/v1/hands/{hand}/records             |           | 401    200     200    200    200      200   200     200   404
GET    /api/v1/hands/{hand}/dossier.zip         |           | 401    401     403    403    403      403   200     200   404
GET    /api/v1/signing-key                      |           | 200    200     200    200    200      200   200     200   200
POST   /api/v1/hands/{hand}/dispute             | a claim   | 401    401     403    201    201      403   201     201   404
POST   /api/v1/hands/{other_hand}/dispute       | a claim   | 401    401     403    201    403      201   201     201   404
GET    /api/v1/disputes                         |           | 401    200     200    200    200      200   200     200   200
GET    /api/v1/disputes/{disputed}              |           | 401    200     200    200    200      200   200     200   404
POST   /api/v1/disputes/{disputed}/comments     | a comment | 401    401     403    201    201      403   201     201   404
POST   /api/v1/disputes/{disputed}/ruling       | a ruling  | 401    401     403    403    403      403   200     200   404
POST   /api/v1/disputes/{ruled}/reopening       | a reason  | 401    401     403    403    403      403   200     200   404

GET    /api/v1/sessions                         |           | 401    200     200    200    200      200   200     200   200
GET    /api/v1/sessions/{session}               |           | 401    200     200    200    200      200   200     200   404
GET    /api/v1/sessions/{session}/rules-played  |           | 401    200     200    200    200      200   200     200   404
GET    /api/v1/sessions/{session}/transfers     |           | 401    200     200    200    200      200   200     200   404
GET    /api/v1/players                          |           | 401    200     200    200    200      200   200     200   200
GET    /api/v1/players/{player}                 |           | 401    200     200    200    200      200   200     200   404
GET    /api/v1/players/{player}/statistics      |           | 401    200     200    200    200      200   200     200   404
GET    /api/v1/players/{player}/figures/net_over_time |     | 401    200     200    200    200      200   200     200   404
GET    /api/v1/players/{player}/statistics.csv  |           | 401    200     200    200    200      200   200     200   404
GET    /api/v1/players/{player}/hands           |           | 401    200     200    200    200      200   200     200   404
GET    /api/v1/players/{player}/hands.csv       |           | 401    200     200    200    200      200   200     200   404
GET    /api/v1/players/{player}/series          |           | 401    200     200    200    200      200   200     200   404
GET    /api/v1/players/{player}/series.csv      |           | 401    200     200    200    200      200   200     200   404
GET    /api/v1/players/{player}/opponents       |           | 401    200     200    200    200      200   200     200   404
GET    /api/v1/players/{player}/opponents.csv   |           | 401    200     200    200    200      200   200     200   404
GET    /api/v1/players/{player}/figures/measure_over_time |           | 401    200     200    200    200      200   200     200   404
GET    /api/v1/leaderboard                      |           | 401    200     200    200    200      200   200     200   200
GET    /api/v1/leaderboard.csv                  |           | 401    200     200    200    200      200   200     200   200
GET    /api/v1/head-to-head                     |           | 401    200     200    200    200      200   200     200   200
GET    /api/v1/head-to-head.csv                 |           | 401    200     200    200    200      200   200     200   200
GET    /api/v1/club/statistics                  |           | 401    200     200    200    200      200   200     200   200
GET    /api/v1/club/clients.csv                 |           | 401    200     200    200    200      200   200     200   200
GET    /api/v1/club/figures/activity            |           | 401    200     200    200    200      200   200     200   200
GET    /api/v1/rules                            |           | 401    200     200    200    200      200   200     200   200
GET    /api/v1/rules/parlett                    |           | 401    200     200    200    200      200   200     200   200

GET    /api/v1/players/{player}/changes         |           | 401    401     403    403    403      403   403     200   200
PATCH  /api/v1/players/{somebody}               | a name    | 401    401     403    403    403      403   403     200   404
POST   /api/v1/players/{somebody}/merge         | another   | 401    401     403    403    403      403   403     200   404
DELETE /api/v1/players/{merged}/merge           |           | 401    401     403    403    403      403   403     204   404
DELETE /api/v1/players/{somebody}               |           | 401    401     403    403    403      403   403     200   404

GET    /api/v1/keys                             |           | 401    401     403    403    403      403   403     200   200
POST   /api/v1/keys                             | new key   | 401    401     403    403    403      403   403     201   201
DELETE /api/v1/keys/{key}                       |           | 401    401     403    403    403      403   403     204   404
DELETE /api/v1/keys/operator                    |           | 401    401     403    403    403      403   403     409   409
"""  # noqa: E501 - a table is read along its lines


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One door: the ``address`` with things in braces, what is ``sent``, and the status for each caller."""

    method: str
    address: str
    sent: str
    statuses: dict[str, int]

    def __str__(self) -> str:
        return f"{self.method} {self.address} {self.sent}".rstrip()

    @property
    def changes(self) -> bool:
        """Whether whoever comes in may change something."""
        return self.method != "GET"


def _rows() -> Iterator[Row]:
    head, *lines = filter(None, MATRIX.splitlines())
    callers = head.split("|")[2].split()
    assert callers == list(CALLERS)
    for line in lines:
        door, sent, statuses = line.split("|")
        method, address = door.split()
        met = dict(zip(callers, map(int, statuses.split()), strict=True))
        yield Row(method=method, address=address, sent=sent.strip(), statuses=met)


ROWS = tuple(_rows())


class Things:
    """What there is to be found, read, changed and sent."""

    def __init__(self, session: Session, senders: dict[str, Caller]) -> None:
        self._session, self._senders = session, senders
        self._numbers = count(1)
        self._made: dict[str, Any] = {}

    def of(self, row: Row) -> tuple[str, dict[str, Any]]:
        """The address of a row on real things, and what is sent there."""
        names = [name for _, name, _, _ in Formatter().parse(row.address) if name]
        address = row.address.format(**{name: self._thing(name, anew=row.changes) for name in names})
        return address, self._thing(row.sent.replace(" ", "_"), anew=True) if row.sent else {}

    def _thing(self, name: str, *, anew: bool) -> Any:
        if anew or name not in self._made:
            self._made[name] = getattr(self, name)()
        return self._made[name]

    def hand(self) -> str:
        """A hand that the uploader sent."""
        return self._sent("uploader")[0]

    def other_hand(self) -> str:
        """A hand that the other uploader sent."""
        return self._sent("other")[0]

    def disputed(self) -> str:
        """A hand of the uploader's that is in dispute."""
        hand_id = self.hand()
        open_dispute(self._session, keys.operator(self._session), hand_id, "It was not so.")
        return hand_id

    def ruled(self) -> str:
        """A hand of the uploader's that was ruled void."""
        hand_id, operator = self.disputed(), keys.operator(self._session)
        rule(self._session, operator, hand_id, version=1, ruling=RulingKind.VOID, grounds="Nor otherwise.")
        return hand_id

    def a_claim(self) -> dict[str, Any]:
        """A claim for a player who sat in every hand."""
        return {"json": {"claim": "I paid more.", "claimant": "bess"}}

    def a_comment(self) -> dict[str, Any]:
        """Something said in a dispute."""
        return {"json": {"text": "So you say."}}

    def a_ruling(self) -> dict[str, Any]:
        """A ruling on a dispute that has just been opened."""
        return {"json": {"ruling": "settlement", "grounds": "So be it."}, "headers": {"If-Match": '"1"'}}

    def a_reason(self) -> dict[str, Any]:
        """A reason to open a dispute again that has just been ruled on."""
        return {"json": {"reason": "A witness."}, "headers": {"If-Match": '"2"'}}

    def a_claim_form(self) -> dict[str, Any]:
        """The form of the pages with such a claim."""
        return {"data": self.a_claim()["json"]}

    def a_comment_form(self) -> dict[str, Any]:
        """The form of the pages with such a comment."""
        return {"data": self.a_comment()["json"]}

    def a_ruling_form(self) -> dict[str, Any]:
        """The form of the pages with such a ruling."""
        return {"data": self.a_ruling()["json"] | {"version": "1"}}

    def a_reason_form(self) -> dict[str, Any]:
        """The form of the pages with such a reason."""
        return {"data": self.a_reason()["json"] | {"version": "2"}}

    def upload(self) -> str:
        """An upload of the uploader."""
        return self._sent("uploader")[1]

    def other_upload(self) -> str:
        """An upload of the other uploader."""
        return self._sent("other")[1]

    def session(self) -> str:
        """A session that the home club has played."""
        session_id = "an-evening"
        self._sent("uploader", session_id)
        return session_id

    def player(self) -> str:
        """A player of the home club alone."""
        self._sent("uploader")
        return "bess"

    def somebody(self) -> str:
        """A player of the home club of whom there is one hand alone."""
        number = next(self._numbers)
        text = json.dumps(example("parlett", hand_id=f"kept-{number}"))
        for player in example("parlett")["players"]:
            text = text.replace(f'"{player["id"]}"', f'"{player["id"]}-{number}"')
        self._take(text, "uploader")
        return f"bess-{number}"

    def merged(self) -> str:
        """A player of the home club who is merged into another."""
        player_id = self.somebody()
        merge_players(self._session, keys.operator(self._session), player_id, self.player())
        return player_id

    def a_name(self) -> dict[str, Any]:
        """A name for a player."""
        return {"json": {"name": "Bess of Southwark"}}

    def another(self) -> dict[str, Any]:
        """Another player, to be merged into."""
        return {"json": {"into": self.player()}}

    def a_record(self) -> dict[str, Any]:
        """A hand history that nobody has sent yet, of other players than those of the home club."""
        return {"json": example("cotton-1674", hand_id=f"sent-{next(self._numbers)}")}

    def a_form(self) -> dict[str, Any]:
        """The form of the pages with such a hand history pasted into it."""
        return {"data": {"pasted": json.dumps(self.a_record()["json"])}}

    def key(self) -> str:
        """The name of a key of the home club."""
        return self._new_key().name

    def new_key(self) -> dict[str, Any]:
        """A key that there is not yet."""
        return {"json": {"name": f"key {next(self._numbers)}", "role": "reader"}}

    def a_key(self) -> dict[str, Any]:
        """The form to sign in with, filled in."""
        return {"data": {"key": self._new_key().token}}

    def no_key(self) -> dict[str, Any]:
        """The form to sign in with, wrongly filled in."""
        return {"data": {"key": "wrong"}}

    def _new_key(self) -> keys.NewKey:
        operator, name = keys.operator(self._session), f"key {next(self._numbers)}"
        return keys.create_key(self._session, operator, name=name, role=Role.READER, owner="reader")

    def _sent(self, sender: str, session_id: str | None = None) -> tuple[str, str]:
        """The ids of a hand and of the upload with which it came; the session is its own unless said."""
        number = next(self._numbers)
        session = {"id": session_id or f"evening-{number}", "hand": 1}
        record = example("parlett", hand_id=f"kept-{number}", session=session)
        return record["hand_id"], self._take(json.dumps(record), sender)

    def _take(self, text: str, sender: str) -> str:
        """The id of an upload that somebody sends."""
        file = SentFile(stream=io.BytesIO(text.encode()))
        return receive_upload(self._session, self._senders[sender], [file]).upload.upload_id


class Matrix:
    """The service, with all who come and all that they ask for."""

    def __init__(self, things: Things, clients: dict[str, httpx.Client]) -> None:
        self.things, self.clients = things, clients

    def statuses(self, row: Row) -> dict[str, int]:
        """With what each caller is met at a door."""
        return {caller: self.status(row, caller) for caller in self.clients}

    def status(self, row: Row, caller: str, method: str | None = None) -> int:
        """With what a caller is met at a door, perhaps by another method than the row's."""
        address, sent = self.things.of(row)
        client = self.clients[caller]
        client.cookies.clear()
        return client.request(method or row.method, address, **sent).status_code


@contextmanager
def whole_matrix(service: Service, open_service: Service) -> Iterator[Matrix]:
    """The matrix on the service with and without open reading."""
    with service.database.session() as session, ExitStack() as stack:
        tokens = {role.value: token for role, token in service.tokens.items()}
        tokens["admin"] = tokens.pop("administrator")
        tokens |= _further_keys(session)
        clients = {}
        for caller in CALLERS:
            server = open_service if caller == "visitor" else service
            client = stack.enter_context(server.caller(None))
            client.timeout = 60
            if caller in tokens:
                client.headers["Authorization"] = f"Bearer {tokens[caller]}"
            clients[caller] = client
        secret = service.app.extensions["gleek_settings"].secret_key
        make_signing_key(session, keys.operator(session), secret)
        senders = {caller: keys.authenticate(session, tokens[caller]) for caller in ("uploader", "other")}
        yield Matrix(Things(session, {name: known for name, known in senders.items() if known}), clients)


def _further_keys(session: Session) -> dict[str, str]:
    """The keys of those of whom the service of the tests has none."""
    other = keys.create_key(session, keys.operator(session), name="other", role=Role.UPLOADER, owner="other")
    create_club(session, "abroad")
    abroad = keys.create_key(
        session, keys.operator(session, "abroad"), name="admin", role=Role.ADMINISTRATOR, owner="admin"
    )
    return {"other": other.token, "abroad": abroad.token}
