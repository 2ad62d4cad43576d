"""Sending files to a service that runs elsewhere: piece by piece, and what it has already not again."""

from __future__ import annotations

import time
from argparse import Namespace
from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, Final
from uuid import uuid4

from gleek_replay.cli.inputs import STANDARD_INPUT, Followed, Unreadable, digest_of, opened, reason, size_of
from gleek_replay.cli.inputs import spoken_name as spoken
from gleek_replay.cli.pieces import BYTES_A_PIECE, Piece, pieces_of
from gleek_replay.cli.progress import Progress, Unit, showing_progress
from gleek_replay.cli.remote import RemoteRefusal, RemoteService
from gleek_replay.cli.reports import TOLD_ONE_BY_ONE, Came, tell_counts, tell_each
from gleek_replay.cli.terminal import FAILED, complain
from gleek_replay.records import Fault
from gleek_replay.settings import read_token

_LOOK_EVERY: Final = 0.3


def send_files(named: Namespace) -> int:
    """Send every file; the status is that of the worst that came of any record."""
    try:
        token = _token(named.token_file)
        service = RemoteService(named.to, token, insecure=named.insecure)
    except RemoteRefusal as refusal:
        complain(str(refusal))
        return FAILED
    try:
        service.greet()
        return max([_send_file(service, name, named) for name in named.files])
    except RemoteRefusal as refusal:
        complain(str(refusal))
        return FAILED
    finally:
        service.close()


def _token(file: str | None) -> str:
    if file is None:
        token = read_token()
        if token is None:
            raise RemoteRefusal(
                "a key for the service is needed: name its file with --token-file, or set GLEEK_TOKEN"
            )
        return token
    try:
        return Path(file).read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:
        raise RemoteRefusal(reason(file, error)) from None


def _send_file(service: RemoteService, name: str, named: Namespace) -> int:
    sending = _Sending(service=service, name=name, replace=named.replace, again=named.again)
    try:
        with showing_progress() as progress:
            with opened(name) as stream:
                sending.send(stream, progress)
            sending.wait(progress)
        tell_each(name, sending.told_one_by_one())
    except Unreadable as error:
        complain(str(error))
        return FAILED
    except OSError as error:
        complain(reason(name, error))
        return FAILED
    except KeyboardInterrupt:
        complain(f"{spoken(name)}: interrupted; {sending.how_far()}")
        raise
    except RemoteRefusal as refusal:
        complain(f"{spoken(name)}: {refusal}")
        complain(f"{spoken(name)}: given up; {sending.how_far()}")
        return FAILED
    return tell_counts(name, sending.counts(), sending.done_before())


@dataclass(slots=True, kw_only=True)
class _Sent:
    """A piece that the service has, as far as is known; ``before``: it had it when it was first asked."""

    upload: dict[str, Any]
    numbers: array[int]
    before: bool

    @property
    def done(self) -> bool:
        return bool(self.upload["state"] == "done")


@dataclass(slots=True, kw_only=True)
class _Sending:
    """A file on its way."""

    service: RemoteService
    name: str
    replace: bool
    again: bool
    sent: list[_Sent] = field(default_factory=list)
    broken: list[tuple[int, tuple[Fault, ...]]] = field(default_factory=list)

    def send(self, stream: BinaryIO, progress: Progress) -> None:
        """Send what the service does not have; raises :class:`Unreadable` of a file without a record."""
        digest, resumes = self._digest(stream)
        progress.begin(f"{spoken(self.name)}: sending", Unit.BYTES, size_of(stream))
        followed: Any = Followed(stream, progress.reach)
        for piece in pieces_of(followed):
            self.broken += piece.broken
            if not piece.body:
                continue
            how = " replace" if self.replace else ""
            key = f"import {digest}{how} {BYTES_A_PIECE} {piece.number}"
            found = self.service.find(key) if resumes else None
            resumes = found is not None  # pieces are sent in order, so what comes after the first gap is new
            self.sent.append(self._sent(piece, key, found))
        if not self.sent and not self.broken:
            raise Unreadable(f"{spoken(self.name)}: there is no hand history in it")

    def _digest(self, stream: BinaryIO) -> tuple[str, bool]:
        """What stands for the file in its keys, and whether it may have been sent before."""
        digest = None if self.again or self.name == STANDARD_INPUT else digest_of(stream)
        return (str(uuid4()), False) if digest is None else (digest, True)

    def _sent(self, piece: Piece, key: str, found: dict[str, Any] | None) -> _Sent:
        upload = found or self.service.send(piece.body, key, replace=self.replace)
        return _Sent(upload=upload, numbers=piece.numbers, before=found is not None)

    def wait(self, progress: Progress) -> None:
        """Wait until the service has done all of it."""
        progress.begin(f"{spoken(self.name)}: auditing", Unit.RECORDS, self._received(), self._done())
        for piece in self.sent:
            while not piece.done:
                piece.upload = self.service.upload(piece.upload["id"])
                progress.reach(self._done())
                if not piece.done:
                    time.sleep(_LOOK_EVERY)

    def told_one_by_one(self) -> Iterator[Came]:
        """What is to be told of the records one by one, by their lines in the file."""
        yield from (Came(number=number, status="malformed", faults=faults) for number, faults in self.broken)
        for piece in self.sent:
            if not any(piece.upload[status] for status in TOLD_ONE_BY_ONE):
                continue
            for outcome in self.service.outcomes(piece.upload["id"]):
                if outcome["status"] in TOLD_ONE_BY_ONE:
                    yield Came(
                        number=piece.numbers[outcome["number"] - 1],
                        status=outcome["status"],
                        hand_id=outcome["hand_id"],
                        faults=tuple(
                            Fault(fault["pointer"], fault["message"]) for fault in outcome["faults"]
                        ),
                    )

    def counts(self) -> Counter[str]:
        """How many records came to what."""
        counts = Counter({"malformed": len(self.broken)})
        for piece in self.sent:
            for status in ("accepted", "duplicate", "corroborating", "conflicting", "malformed", "failed"):
                counts[status] += piece.upload[status]
        return counts

    def done_before(self) -> datetime | None:
        """When the service had done all of it, if it had before it was sent this time."""
        if not self.sent or not all(piece.before for piece in self.sent):
            return None
        return max(datetime.fromisoformat(piece.upload["finished_at"]) for piece in self.sent).astimezone(UTC)

    def how_far(self) -> str:
        """What the service has, and how to go on."""
        if self.name == STANDARD_INPUT:
            return f"the service has {self._received():,} records, and goes on with them by itself"
        return f"the service has {self._received():,} records, the same command goes on with the rest"

    def _received(self) -> int:
        return sum(piece.upload["received"] for piece in self.sent)

    def _done(self) -> int:
        return sum(piece.upload["done"] for piece in self.sent)
