"""How a preset writes down its sources."""

from __future__ import annotations

from collections.abc import Mapping

from gleek_replay.engine.sources import Citation, Document, Standing


def cite(document: Document, standing: Standing, passages: Mapping[str, str]) -> dict[str, Citation]:
    """Citations of one document with one standing: the passage of each option or section.

    >>> cite(Document.KNAUER, Standing.STATED, {"opening_bid": "Buying the Stock"})["opening_bid"].document
    <Document.KNAUER: 'knauer-2008'>
    """
    return {
        rule: Citation(document=document, passage=passage, standing=standing)
        for rule, passage in passages.items()
    }
