"""The encyclopaedia article, which follows an earlier state of Parlett's page nearly word for word.

It departs from him in who scores an honour, and there it contradicts itself.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Final

from gleek_replay.engine.options import HonoursTo
from gleek_replay.engine.presets.citing import cite
from gleek_replay.engine.presets.parlett import PARLETT
from gleek_replay.engine.sources import Document, Standing

_STATED: Final = {
    "towser_tumbler": "Deal: paid for Towser and Tumbler “but only by prior agreement”",
}

_CONTRADICTED: Final = {
    "honours_to": (
        "Cards: the points “apply when won in tricks”; Score calls that “possible, but unlikely”"
        " and gives them “for merely having been dealt them”"
    ),
}

WIKIPEDIA: Final = replace(
    PARLETT,
    name="wikipedia",
    honours_to=HonoursTo.WINNER,
    citations=MappingProxyType(
        {rule: replace(citation, document=Document.WIKIPEDIA) for rule, citation in PARLETT.citations.items()}
        | cite(Document.WIKIPEDIA, Standing.STATED, _STATED)
        | cite(Document.WIKIPEDIA, Standing.CONTRADICTED, _CONTRADICTED)
    ),
)
