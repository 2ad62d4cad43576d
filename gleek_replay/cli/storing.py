"""Storing a file in the database: received whole first, then worked on by as many processes as there are."""

from __future__ import annotations

import math
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from uuid import uuid4

from sqlalchemy.orm import Session

from gleek_replay.cli.inputs import STANDARD_INPUT, Followed, Unreadable, digest_of, opened, reason, size_of
from gleek_replay.cli.inputs import spoken_name as spoken
from gleek_replay.cli.progress import Progress, Unit
from gleek_replay.cli.reports import TOLD_ONE_BY_ONE, Came, interrupted
from gleek_replay.cli.terminal import complain
from gleek_replay.cli.working import polling_program
from gleek_replay.jobs.stopping import Stopping, stopping
from gleek_replay.jobs.supervision import Program, running_beside
from gleek_replay.services.access import Caller
from gleek_replay.services.chunks import Worker, new_worker, work
from gleek_replay.services.hands import MOST_ITEMS
from gleek_replay.services.progress import (
    Upload,
    UploadState,
    find_by_idempotency_key,
    get_outcomes,
    get_upload,
)
from gleek_replay.services.refusals import NothingSent
from gleek_replay.services.upload_ids import upload_key_of
from gleek_replay.services.uploads import RECORDS_A_CHUNK, SentFile, Wishes, receive_upload

_WORTH_A_PROCESS: Final = 2_000
"""So many records take longer than it takes a process to start."""
_A_MOMENT: Final = 0.05
_PATIENCE: Final = timedelta(seconds=10)
"""A file is read so quickly that an import is dead that has said nothing for so long."""
_PATIENCE_WITH_A_PIPE: Final = timedelta(hours=1)
"""What writes into a pipe may pause."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """How files are to be stored: whether their records take the place of earlier ones, whether a file is
    stored once more that was stored before, by how many processes, and for how long one may hold a chunk.
    """

    lease: timedelta
    replace: bool = False
    again: bool = False
    jobs: int = 1


def store_file(
    session: Session, caller: Caller, name: str, asked: Asked, progress: Progress
) -> tuple[Upload, bool]:
    """Store the records of a file; returns its upload, and whether that was done before.

    The same file gives the same upload again, and what is left of it is worked on. Raises
    :class:`Unreadable`, and ``KeyboardInterrupt`` after a line that says how to go on.
    """
    try:
        with opened(name) as stream:
            key = _key_of(name, digest_of(stream), asked)
            upload = None if key is None else find_by_idempotency_key(session, caller, key)
            if upload is not None and upload.state is UploadState.DONE:
                return upload, True
            if upload is None or upload.state is UploadState.RECEIVING:
                progress.begin(f"{spoken(name)}: receiving", Unit.BYTES, size_of(stream))
                sent = SentFile(stream=Followed(stream, progress.reach))  # type: ignore[arg-type]  # only `read` is used
                patience = _PATIENCE_WITH_A_PIPE if key is None else _PATIENCE
                wishes = Wishes(idempotency_key=key, replace=asked.replace, patience=patience)
                upload = receive_upload(session, caller, [sent], wishes).upload
    except NothingSent:
        raise Unreadable(f"{spoken(name)}: there is no hand history in it") from None
    except OSError as error:
        raise Unreadable(reason(name, error)) from None
    except KeyboardInterrupt:
        complain(f"{spoken(name)}: interrupted; nothing of it is stored, the same command begins it anew")
        raise
    progress.begin(f"{spoken(name)}: auditing", Unit.RECORDS, upload.records, upload.done)
    with stopping(signal.SIGINT, signal.SIGTERM) as stop, running_beside(_others(upload, asked.jobs), stop):
        upload = work_off(session, caller, upload, new_worker(asked.lease), stop, progress.reach)
    if stop.asked:
        interrupted(name, upload.done, upload.records)
        raise KeyboardInterrupt
    return upload, False


def work_off(
    session: Session,
    caller: Caller,
    upload: Upload,
    worker: Worker,
    stop: Stopping,
    tell: Callable[[int], None],
) -> Upload:
    """Do all that is left of an upload, or what can be done of it until this process is asked to stop;
    ``tell`` is told how many records are done.
    """
    key = upload_key_of(upload.upload_id)
    while upload.state is not UploadState.DONE and not stop.asked:
        if not work(session, worker, upload_key=key):
            stop.wait(_A_MOMENT)  # others hold what is left
        upload = get_upload(session, caller, upload.upload_id)
        tell(upload.done)
    return upload


def told_one_by_one(session: Session, caller: Caller, upload: Upload) -> Iterator[Came]:
    """What is to be told of the records of an upload one by one, in their order."""
    if not any(upload.counts.get(status) for status in upload.counts if status.value in TOLD_ONE_BY_ONE):
        return
    cursor: str | None = None
    while True:
        page = get_outcomes(session, caller, upload.upload_id, cursor, MOST_ITEMS)
        for outcome in page.items:
            if outcome.status.value in TOLD_ONE_BY_ONE:
                yield Came(
                    number=outcome.number,
                    status=outcome.status.value,
                    hand_id=outcome.hand_id,
                    faults=outcome.faults,
                )
        cursor = page.next_cursor
        if cursor is None:
            return


def _key_of(name: str, digest: str | None, asked: Asked) -> str | None:
    """The idempotency key of a file, which the same bytes always have; ``None`` of what can be read once."""
    if name == STANDARD_INPUT or digest is None:
        return None
    how = " replace" if asked.replace else ""
    return f"import {digest}{how}{f' {uuid4()}' if asked.again else ''}"


def _others(upload: Upload, jobs: int) -> list[Program]:
    """Further processes that work on an upload, if it is large enough for them."""
    left = upload.records - upload.done
    chunks = math.ceil(left / RECORDS_A_CHUNK) if left >= _WORTH_A_PROCESS else 1
    return [polling_program(upload.upload_id)] * (min(jobs, chunks) - 1)
