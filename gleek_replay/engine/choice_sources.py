"""The best source of each choice in itself, for a table that departs from its preset."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gleek_replay.engine.presets import PRESETS
from gleek_replay.engine.sources import Citation, Document, Standing

_STRONGEST_FIRST: Final = (Standing.STATED, Standing.REPORTED, Standing.CONTRADICTED)
"""Silence supports nothing, so it is not among them."""

_OLDEST_FIRST: Final = (
    Document.COTGRAVE, Document.WILLUGHBY, Document.COTTON, Document.REDACTION, Document.LETTER,
    Document.PARLETT, Document.WIKIPEDIA, Document.KNAUER,
)  # fmt: skip
"""The letter by its author's redaction and the article after Parlett, whom it copies: both are undated."""

_FURTHER: Final[dict[tuple[str, str], Citation]] = {
    ("deck", "48"): Citation(
        document=Document.KNAUER,
        passage="Playing with 4 or More Players, table, “4 Players (alt)”: “48 (no 2s)”",
        standing=Standing.STATED,
    ),
    ("deck", "52"): Citation(
        document=Document.KNAUER,
        passage="Playing with 4 or More Players, table: “5 Players (alt)” and “6 Players”",
        standing=Standing.STATED,
    ),
    ("tiddy", "off"): Citation(
        document=Document.COTGRAVE,
        passage=(
            "“One thing I must not omit”: players agree “whether they play it or no”, or whether"
            " “it should go for an ordinary card”"
        ),
        standing=Standing.STATED,
    ),
    ("towser_tumbler", "side_payment"): Citation(
        document=Document.PARLETT,
        passage="Trick-play, second paragraph: “it may also be agreed”; a payment of “(probably) 5p or 6p”",
        standing=Standing.STATED,
    ),
    ("towser_tumbler", "scored"): Citation(
        document=Document.REDACTION,
        passage=(
            "on scoring: “Cotton also lists 5 for the Five of Trump (Towser)” beside the honours;"
            " Parlett has these payments made aside"
        ),
        standing=Standing.CONTRADICTED,
    ),
    ("odd_penny", "pot"): Citation(
        document=Document.REDACTION,
        passage="on the stock, of Cotton: “to the eldest hand, or put it in the pot”",
        standing=Standing.REPORTED,
    ),
    ("initial_pass", "out"): Citation(
        document=Document.REDACTION,
        passage=(
            "on the ruff: whether a first pass “takes you out of the bidding” is “not clear”;"
            " of a check, “I suspect the latter”"
        ),
        standing=Standing.CONTRADICTED,
    ),
    ("ruff_count", "cards"): Citation(
        document=Document.REDACTION,
        passage=(
            "on the ruff: “Dafydd interprets this as simply most cards of a suit”, which"
            " “seems at odds with this reference” to hands of thirty"
        ),
        standing=Standing.CONTRADICTED,
    ),
    ("declarations_paid", "best_combination"): Citation(
        document=Document.PARLETT,
        passage=(
            "Gleeks and mournivals, Query, (b): “only the player holding the highest mournival (or gleek,"
            " if none) is paid for it”; the text before it pays all"
        ),
        standing=Standing.CONTRADICTED,
    ),
    ("declarations_paid", "best_holder"): Citation(
        document=Document.PARLETT,
        passage=(
            "Gleeks and mournivals, Query, (b): “whether that person is paid for any other gleeks and"
            " mournivals”; the text before it pays all"
        ),
        standing=Standing.CONTRADICTED,
    ),
    ("settlement", "each_opponent"): Citation(
        document=Document.LETTER,
        passage=(
            "Endnotes: “An alternate interpretation” makes “exactly thrice the amount of money” of it;"
            " the pot is “a bit more likely”"
        ),
        standing=Standing.CONTRADICTED,
    ),
}
"""Choices that no preset makes, or that have a better source than the preset that makes them."""


def _found() -> Iterator[tuple[str, str, Citation]]:
    for preset in PRESETS.values():
        for option, choice in preset.options().items():
            yield option, str(choice), preset.citations[option]
    for (option, written), citation in _FURTHER.items():
        yield option, written, citation


def _best() -> dict[tuple[str, str], Citation]:
    """Of each choice the citation with the strongest standing, and of equals the oldest document."""
    ranked = sorted(
        (entry for entry in _found() if entry[2].standing in _STRONGEST_FIRST),
        key=lambda entry: (
            _STRONGEST_FIRST.index(entry[2].standing),
            _OLDEST_FIRST.index(entry[2].document),
        ),
        reverse=True,
    )
    return {(option, choice): citation for option, choice, citation in ranked}


CHOICE_CITATIONS: Final[dict[tuple[str, str], Citation]] = _best()
"""By option and ``str`` of the choice; a choice that no source mentions is absent."""
