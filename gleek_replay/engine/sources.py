"""Where a rule stands written, and how firmly.

A :class:`Citation` names a document, the passage in it, and the standing of what is read there. The
documents are the five of ``docs/sources.md``, with the older texts that they print or report.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Standing(StrEnum):
    """How firmly a source supports a choice."""

    STATED = "stated"
    """The document itself says so."""
    REPORTED = "reported"
    """A later document says that this source says so."""
    SILENT = "silent"
    """No word on it: the choice is ours."""
    CONTRADICTED = "contradicted"
    """Two passages differ."""


class Document(StrEnum):
    """The documents behind the rules, by the name that an audit prints."""

    PARLETT = "parlett"
    COTGRAVE = "cotgrave-1662"
    WILLUGHBY = "willughby-1665"
    COTTON = "cotton-1674"
    TU_QUOQUE = "greenes-tu-quoque"
    LETTER = "du-coeur-letter"
    REDACTION = "du-coeur-1996"
    KNAUER = "knauer-2008"
    WIKIPEDIA = "wikipedia"
    TABLE = "table"
    """No document: what the players agreed among themselves."""


DOCUMENT_TITLES: Final[dict[Document, str]] = {
    Document.PARLETT: "David Parlett, Historic Card Games: Gleek (a reconstruction)",
    Document.COTGRAVE: "John Cotgrave, Wits Interpreter (1662), as printed by Parlett",
    Document.WILLUGHBY: "Francis Willughby, Volume of Plaies (c. 1665), as others report it",
    Document.COTTON: "Charles Cotton, The Compleat Gamester (1674), as others report it",
    Document.TU_QUOQUE: "Greene's Tu Quoque, the gaming scene, as printed by Parlett",
    Document.LETTER: "Justin du Coeur, On the Englyshe Game of Gleeke (a letter “of 1597”)",
    Document.REDACTION: "Justin du Coeur, Gleek (a redaction, 1996)",
    Document.KNAUER: "Mike Knauer, Gleek (a reconstruction, 2008)",
    Document.WIKIPEDIA: "Wikipedia, Gleek (card game)",
    Document.TABLE: "the players' own agreement",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """Where a rule is written: ``passage`` points into ``document`` for a reader to look up."""

    document: Document
    passage: str
    standing: Standing
