"""One shape for every line of every log: JSON for machines, plain where a person watches.

What is written with structlog, with the standard library, and by gunicorn and Celery comes out alike: a
moment in UTC, how grave it is, the event, and what is bound to the work at hand, such as the request's id.
"""

from __future__ import annotations

import logging
import sys
from typing import Any, Final, TextIO

import structlog

_OURS: Final = "gleek_replay"


def configure_logs(least: int = logging.INFO) -> None:
    """Write what is as grave as ``least`` to standard error, and of what libraries say the warnings alone."""
    structlog.configure(
        processors=[*_said_of_each(), *_layout()],
        wrapper_class=structlog.make_filtering_bound_logger(least),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    root = logging.getLogger()
    root.setLevel(logging.WARNING)
    if not any(isinstance(handler, _ToStandardError) for handler in root.handlers):
        root.addHandler(_ToStandardError())
    logging.getLogger(_OURS).setLevel(least)


def line_formatter() -> logging.Formatter:
    """What gives the standard library's lines our shape."""
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[*_said_of_each(), structlog.stdlib.ExtraAdder()],
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_layout()],
    )


class _ToStandardError(logging.StreamHandler[TextIO]):
    """Writes our lines to what standard error is at the moment."""

    def __init__(self) -> None:
        super().__init__(sys.stderr)
        self.setFormatter(line_formatter())

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line."""
        self.stream = sys.stderr
        super().emit(record)


def _said_of_each() -> list[Any]:
    return [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
    ]


def _layout() -> list[Any]:
    if sys.stderr.isatty():
        return [structlog.dev.ConsoleRenderer()]
    return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
