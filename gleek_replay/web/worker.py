"""gunicorn's threaded worker, with patience for slow clients, but not without end.

A request takes one of the few threads only when it is whole, or its head is whose body is hands, which are
stored as they come; until then its connection waits where thousands can. Hands have to come in at some pace.
What is refused before the application sees it is a problem document like all others.
"""

from __future__ import annotations

import re
import socket
import time
import uuid
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from http import HTTPStatus
from selectors import EVENT_READ
from typing import Any, Final
from urllib.parse import unquote_to_bytes

import orjson
from gunicorn.http.errors import (
    ExpectationFailed,
    ForbiddenProxyRequest,
    LimitRequestHeaders,
    LimitRequestLine,
    ParseException,
    UnsupportedTransferCoding,
)
from gunicorn.util import write_nonblock
from gunicorn.workers.gthread import TConn, ThreadWorker

from gleek_replay.settings import read_settings
from gleek_replay.web.limits import LARGEST_SMALL_BODY
from gleek_replay.web.logs import REQUEST_ID_HEADER
from gleek_replay.web.problems import PROBLEM_JSON

WHOLE_SECONDS: Final = 10.0
"""How long a request may take to come in that sends no hands, or the head of one that does; how long a new
connection may take to begin one; and a client to hang up who has had his last answer.
"""
LONGEST_HEAD: Final = 64 * 1024
SLOWEST_BODY: Final = 1024
"""How many bytes a second a body has to bring, over the time that a client may be silent."""

PATHS_OF_HANDS: Final = frozenset({b"/api/v1/uploads", b"/api/v1/audits", b"/uploads"})
"""What hands are sent to: of bodies that go elsewhere a thread waits for none."""
_REST_SECONDS: Final = 1.0
"""How long a thread waits for a body after all that is not hands, and should have been there."""
_DRAIN_SECONDS: Final = 0.1
"""How long a thread waits for a body that nobody read, so that another request may follow it."""

_PIECE: Final = 8192
_END_OF_HEAD: Final = b"\r\n\r\n"
_TARGET: Final = re.compile(rb"^\S+ (?:https?://[^/\s]*)?([^?#\s]*)", re.IGNORECASE)
_LENGTH: Final = re.compile(rb"^content-length:[ \t]*([0-9]{1,18})[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)
_IN_CHUNKS: Final = re.compile(rb"^transfer-encoding:[ \t]*chunked[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)
_ASKS_FIRST: Final = re.compile(rb"^expect:[ \t]*100-continue", re.IGNORECASE | re.MULTILINE)
_LAST_CHUNK: Final = b"\r\n0\r\n"
_GO_ON: Final = b"HTTP/1.1 100 Continue\r\n\r\n"
_STATUS_OF_REFUSAL: Final[tuple[tuple[type[Exception], HTTPStatus, str], ...]] = (
    (LimitRequestLine, HTTPStatus.REQUEST_URI_TOO_LONG, "The address is longer than is taken."),
    (
        LimitRequestHeaders,
        HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
        "The headers are too many, or longer than is taken.",
    ),
    (ForbiddenProxyRequest, HTTPStatus.FORBIDDEN, "The proxy protocol is not taken from this address."),
    (ExpectationFailed, HTTPStatus.EXPECTATION_FAILED, "Nothing but 100-continue can be expected."),
    (UnsupportedTransferCoding, HTTPStatus.NOT_IMPLEMENTED, "Of transfer codings only chunked is taken."),
    (ParseException, HTTPStatus.BAD_REQUEST, "The request is not HTTP as it should be."),
)


class PacedSocket:
    """What a request is read from: a socket that loses patience with a sender who is too slow.

    Only the time that is spent waiting counts. There are ``patience`` seconds of it at first and at most, and
    each :data:`SLOWEST_BODY` bytes earn one.
    """

    def __init__(self, connection: socket.socket, patience: float) -> None:
        self._socket = connection
        self.begin(patience)

    def begin(self, patience: float) -> None:
        """Begin to read the body of another request."""
        self._patience = self._left = patience
        self._asked_on = False

    def recv(self, size: int) -> bytes:
        """The next bytes; raises :class:`TimeoutError` when they come too slowly."""
        begun, longest = time.monotonic(), self._socket.gettimeout()
        wait = max(self._left, 0.001)  # none at all would be another mode of the socket
        self._socket.settimeout(wait if longest is None else min(wait, longest))
        try:
            piece = self._socket.recv(size)
        except TimeoutError:
            raise TimeoutError(f"the body comes in at less than {SLOWEST_BODY} bytes a second") from None
        finally:
            self._socket.settimeout(longest)
            self._left -= time.monotonic() - begun
        self._left = min(self._patience, self._left + len(piece) / SLOWEST_BODY)
        return piece

    def ask_on(self) -> None:
        """Tell a client once for each request that he may send the body."""
        if not self._asked_on:
            self._asked_on = True
            self._socket.send(_GO_ON)

    def gettimeout(self) -> float | None:
        """How long a single read may take."""
        return self._socket.gettimeout()

    def settimeout(self, seconds: float | None) -> None:
        """Set how long a single read may take."""
        self._socket.settimeout(seconds)


class PatientWorker(ThreadWorker):
    """The worker, whose clients hold a thread only with what they have sent."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._patience = float(read_settings().lease_seconds)

    def enqueue_req(self, conn: TConn) -> None:
        """Give a connection to a thread when its next request is there, and wait for it else."""
        if not conn.initialized:
            conn.init()
            conn.parser.unreader.sock = PacedSocket(conn.sock, self._patience)
        conn.sock.setblocking(False)
        if self._is_there(conn):
            super().enqueue_req(conn)
        else:
            self._await(conn, self.on_pending_socket_readable)

    def on_pending_socket_readable(self, conn: TConn, client: socket.socket) -> None:
        """Take in more of a request."""
        if self._is_there(conn):
            self.poller.unregister(client)
            self.pending_conns.remove(conn)
            super().enqueue_req(conn)

    def finish_request(self, conn: TConn, fs: Future[Any]) -> None:
        """Keep a connection after its request, or close it; nobody is waited for meanwhile.

        Who may still be sending hears the answer only if what he sends is taken in until he hangs up.
        """
        if not self.alive or fs.cancelled() or fs.exception() is not None or fs.result():
            super().finish_request(conn, fs)
            return
        try:
            conn.sock.shutdown(socket.SHUT_WR)
            conn.sock.setblocking(False)
        except OSError:  # he has hung up
            self._let_go(conn)
        else:
            self._await(conn, self._hear_out)

    def handle(self, conn: TConn) -> Any:
        """Answer the requests of a connection; in a thread."""
        head = conn.parser.unreader.buf.getvalue()
        if len(head) > LONGEST_HEAD and _END_OF_HEAD not in head:
            self.handle_error(None, conn.sock, conn.client, LimitRequestHeaders("the head is too long"))
            return False
        return super().handle(conn)

    def handle_request(self, req: Any, conn: TConn) -> bool:
        """Answer a request, whose body may still have to come."""
        of_hands = unquote_to_bytes(req.path) in PATHS_OF_HANDS
        conn.parser.unreader.sock.begin(self._patience if of_hands else _REST_SECONDS)
        return bool(super().handle_request(req, conn))

    def handle_error(self, req: Any, client: socket.socket, addr: Any, exc: Exception) -> None:
        """Answer what never came to the application, or failed outside of it, with a problem document."""
        status, detail = _refusal_of(exc)
        if status is HTTPStatus.INTERNAL_SERVER_ERROR:
            self.log.error("Error handling a request", exc_info=exc)
        else:
            self.log.warning("Invalid request from ip=%s: %s", addr[0] if addr else "", exc)
        try:
            write_nonblock(client, problem_answer(status, detail))
        except OSError as error:
            self.log.debug("The client does not hear that it is refused: %s", error)

    def _keepalive_after(self, conn: TConn, keepalive: bool) -> bool:
        """Whether another request may follow: not where the end of the last one has not come."""
        return keepalive and bool(conn.parser.finish_body(deadline=time.monotonic() + _DRAIN_SECONDS))

    def _await(self, conn: TConn, hear: Callable[[TConn, socket.socket], None]) -> None:
        """Call ``hear`` whenever something comes, and close the connection after :data:`WHOLE_SECONDS`."""
        conn.timeout = time.monotonic() + WHOLE_SECONDS
        self.pending_conns.append(conn)
        self.poller.register(conn.sock, EVENT_READ, partial(hear, conn))

    def _hear_out(self, conn: TConn, client: socket.socket) -> None:
        """Take in what a client sends in vain."""
        try:
            if conn.sock.recv(LONGEST_HEAD):
                return
        except BlockingIOError:
            return
        except OSError as error:
            self.log.debug("The client is gone: %s", error)
        self.poller.unregister(client)
        self.pending_conns.remove(conn)
        self._let_go(conn)

    def _let_go(self, conn: TConn) -> None:
        self.nr_conns -= 1
        conn.close()

    def _is_there(self, conn: TConn) -> bool:
        """Whether a thread could go on: what it needs is there, or is too long, or will never come."""
        unreader = conn.parser.unreader
        begun = unreader.take_buffered().lstrip(b"\r\n")
        try:
            while not _is_enough(begun):
                piece = conn.sock.recv(_PIECE)
                if not piece:
                    return True
                begun = (begun + piece).lstrip(b"\r\n")
        except BlockingIOError:
            return self._asked_on_in_vain(conn, begun)
        except OSError:
            return True
        finally:
            unreader.unread(begun)
        return True

    def _asked_on_in_vain(self, conn: TConn, begun: bytes) -> bool:
        """Ask a client on who waits for that before he sends a body; whether he is gone."""
        head, ended, _ = begun.partition(_END_OF_HEAD)
        if ended and _ASKS_FIRST.search(head):
            try:
                conn.parser.unreader.sock.ask_on()
            except OSError:
                return True
        return False


def _is_enough(begun: bytes) -> bool:
    """Whether so much of a request is enough for a thread to begin with it."""
    head, ended, body = begun.partition(_END_OF_HEAD)
    if not ended:
        return len(head) > LONGEST_HEAD
    target = _TARGET.match(head)
    if target is None or unquote_to_bytes(target[1]) in PATHS_OF_HANDS:
        return True
    if _IN_CHUNKS.search(head):
        return len(body) > LARGEST_SMALL_BODY or _LAST_CHUNK in b"\r\n" + body
    announced = _LENGTH.search(head)
    length = int(announced[1]) if announced else 0
    return length > LARGEST_SMALL_BODY or len(body) >= length


def problem_answer(status: HTTPStatus, detail: str) -> bytes:
    """A whole answer with a problem document, after which the connection is closed."""
    request_id = uuid.uuid4().hex
    problem: dict[str, Any] = {
        "type": "about:blank",
        "title": status.phrase,
        "status": status.value,
        "detail": detail,
        "request_id": request_id,
        "faults": [],
    }
    body = orjson.dumps(problem)
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\n"
        "Connection: close\r\n"
        f"Content-Type: {PROBLEM_JSON}\r\n"
        f"Content-Length: {len(body)}\r\n"
        f"{REQUEST_ID_HEADER}: {request_id}\r\n"
        "\r\n"
    )
    return head.encode() + body


def _refusal_of(error: Exception) -> tuple[HTTPStatus, str]:
    for kind, status, detail in _STATUS_OF_REFUSAL:
        if isinstance(error, kind):
            return status, detail
    return HTTPStatus.INTERNAL_SERVER_ERROR, "The service failed; the log has it."
