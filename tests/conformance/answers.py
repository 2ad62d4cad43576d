"""What a program that does everything right answers to the kit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import orjson

from gleek_replay.conformance import Answer, Checked, Kit, check
from gleek_replay.conformance.hands import players_of, seen_by
from gleek_replay.conformance.scripts import Script


def record_of(script: Script) -> dict[str, Any]:
    """The record that the client of a script writes."""
    if script.seen_by is None:
        return script.whole
    return seen_by(script.whole, players_of(script.whole)[script.seen_by - 1])


def checked(kit: Kit, documents: Iterable[Mapping[str, Any] | bytes]) -> Checked:
    """What comes of answers."""
    return check(
        kit,
        [
            Answer(
                place=f"record {number}",
                raw=document if isinstance(document, bytes) else orjson.dumps(document),
            )
            for number, document in enumerate(documents, 1)
        ],
    )


def with_records(kit: Kit, **instead: Any) -> list[Any]:
    """The records of all scripts, that of one by its name (``-`` written ``_``) replaced."""
    return [instead.get(script.name.replace("-", "_"), record_of(script)) for script in kit.scripts]


def with_audits(kit: Kit, **instead: Any) -> list[Any]:
    """The audits of all hands, that of one by its name (``-`` written ``_``) replaced."""
    return [instead.get(audit["case"].replace("-", "_"), audit) for audit in kit.audits]
