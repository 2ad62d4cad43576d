"""A picture of a hand to share: the table from above when all is over, as a sheet printed in 1662.

It is one SVG that needs nothing from outside, neither style sheet nor font nor script, so that it looks the
same as an image on any page, in a letter, and to those who preview addresses.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from gleek_replay.web.numbers import signed
from gleek_replay.web.pictures.cards import BACK, CARD_WIDTH, INK, RED, colour_of, suit_mark
from gleek_replay.web.pictures.drawing import Drawing
from gleek_replay.web.pictures.layout import (
    HEIGHT,
    INSET,
    MARGIN,
    PANEL_HEIGHT,
    WIDTH,
    Centre,
    Panel,
    panels_of,
    places_in_row,
)
from gleek_replay.web.pictures.letters import Face, fitting, width_of
from gleek_replay.web.pictures.markup import written
from gleek_replay.web.pictures.shown import Seat, Shown, what_is_shown
from gleek_replay.web.pictures.words import (
    SUIT_WORDS,
    distinctions,
    in_words,
    rules_words,
    standing,
    title_of,
)

PAPER, SHEET, SOFT, RULE, HAIR = "#f4ecdb", "#fbf6ea", "#5f5340", "#c9b995", "#e0d4b8"
OCHRE, GAIN, LOSS = "#7a5200", "#1f5a8c", "#b3401f"
_STAMPS: Final = {
    "clean": "#1d4f7c",
    "irregular": RED,
    "unplayable": RED,
    "misreported": OCHRE,
    "incomplete": SOFT,
    "disputed": RED,
    "void": RED,
}
_LEAF: Final = (
    '<path fill-rule="evenodd" stroke="none" d="M5 59C1 44 5 25 18 19c9-4 18 1 18 10 9 0 14 9 10 18'
    '-6 13-25 18-41 12ZM34 31C24 36 14 46 9 55c8-6 17-13 25.5-22z"/>'
    '<path fill="none" stroke-width="3.2" stroke-linecap="round" '
    'd="M35 30C37 18 43 7 51 7c7 0 9 9 3 12-4 2-8-2-6-6"/>'
)
"""The leaf of the pages (static/ornaments/hedera.svg)."""
_MOST_PLAYERS: Final = 6
_RAISED: Final = 9
"""How far trumps stand out of a row."""


def draw_hand(replay: Mapping[str, Any], audit: Mapping[str, Any], dispute: str | None = None) -> str:
    """The picture of a hand, of its replay's document and that of the audit which it was made from. It shows
    no card and no name but those of the two. ``dispute`` is of :func:`.shown.dispute_about`.
    """
    shown = what_is_shown(replay, audit, dispute)
    drawing = Drawing()
    _sheet(drawing)
    _head(drawing, shown)
    panels, centre = panels_of(len(shown.seats))
    _table(drawing)
    _fleurons(drawing, len(panels))
    lay_turn_up(drawing, shown.turn_up, shown.turn_up_named, centre)
    for number, (seat, panel) in enumerate(zip(shown.seats, panels, strict=True)):
        drawing.add(f'<g id="seat-{number}">')
        _seat(drawing, seat, panel, shown.trumps)
        if shown.dispute == "void":
            _strike(drawing, seat, panel)
        drawing.add("</g>")
    _stamp(drawing, shown.dispute or shown.verdict, centre)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}"'
        f' height="{HEIGHT}" role="img" aria-labelledby="title desc">'
        f'<title id="title">{written(title_of(shown))}</title>'
        f'<desc id="desc">{written(in_words(shown))}</desc>'
        f"<defs>{drawing.used}</defs>{drawing.parts}</svg>"
    )


def _sheet(drawing: Drawing) -> None:
    """The paper, laid as it was made then, within a printer's rules."""
    laid = "".join(f"M0 {y}H{WIDTH}" for y in range(5, HEIGHT, 5))
    chains = "".join(f"M{x} 0V{HEIGHT}" for x in range(60, WIDTH, 90))
    drawing.add(
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>'
        f'<path d="{laid}{chains}" stroke="#785f30" stroke-opacity=".05" fill="none"/>'
        f'<rect x="20" y="20" width="{WIDTH - 40}" height="{HEIGHT - 40}" fill="none" stroke="{INK}"'
        ' stroke-width="4"/>'
        f'<rect x="27" y="27" width="{WIDTH - 54}" height="{HEIGHT - 54}" fill="none" stroke="{INK}"/>'
    )


def _head(drawing: Drawing, shown: Shown) -> None:
    """The wordmark, and which hand this is by which rules."""
    width = drawing.words("Gleek", MARGIN, 74, 42, INK)
    drawing.add(f'<g fill="{RED}">{suit_mark("H", MARGIN + width + 24, 62, 24)}</g>')
    drawing.words("Replay", MARGIN + width + 48, 74, 42, INK)
    right, room = WIDTH - MARGIN, 640
    drawing.words(fitting(shown.hand_id, Face.ROMAN, 24, room), right, 58, 24, INK, anchor="end")
    rules = fitting(rules_words(shown), Face.ITALIC, 20, room)
    drawing.words(rules, right, 81, 20, SOFT, Face.ITALIC, "end")
    drawing.add(f'<path d="M{MARGIN} 91H{right}M{MARGIN} 94H{right}" stroke="{INK}" fill="none"/>')


def _table(drawing: Drawing) -> None:
    """The table's edge, which the panels of the players lie upon."""
    drawing.add(
        f'<g fill="none" stroke="{RULE}"><ellipse cx="600" cy="350" rx="430" ry="196" fill="#efe4cb"'
        ' stroke-width="3"/><ellipse cx="600" cy="350" rx="421" ry="187"/></g>'
    )


def _fleurons(drawing: Drawing, players: int) -> None:
    """A printer's leaf in each lower corner where nobody sits."""
    if players < _MOST_PLAYERS:
        for place in (f"translate({MARGIN} 534)", f"translate({WIDTH - MARGIN} 534)scale(-1 1)"):
            drawing.add(f'<g transform="{place}scale(.68)" fill="{RED}" stroke="{RED}">{_LEAF}</g>')


def lay_turn_up(drawing: Drawing, turn_up: str, named: str | None, centre: Centre) -> float:
    """Lay down the card that was turned up and say what it made trumps, ``named`` being what the card itself
    is called then; gives back how wide it all is.
    """
    scale, suit = centre.scale, turn_up[1]
    over = "turned up" if named is None else f"{named} turned up"
    word, ink = SUIT_WORDS[suit], colour_of(suit)
    word_wide = width_of(word, Face.ROMAN, 32 * scale)
    beside = max(word_wide + 30 * scale, width_of(over, Face.ITALIC, 20 * scale))
    card_wide, gap = CARD_WIDTH * 1.7 * scale, 16 * scale
    left = centre.x - (card_wide + gap + beside) / 2
    drawing.card(turn_up, left, centre.y - 54 * scale, 1.7 * scale)
    x = left + card_wide + gap
    drawing.words(over, x, centre.y - 26 * scale, 20 * scale, SOFT, Face.ITALIC)
    drawing.words(word, x, centre.y + 7 * scale, 32 * scale, ink)
    mark = suit_mark(suit, x + word_wide + 18 * scale, centre.y - 3 * scale, 24 * scale)
    drawing.add(f'<g fill="{ink}">{mark}</g>')
    drawing.words("are trumps", x, centre.y + 32 * scale, 20 * scale, SOFT, Face.ITALIC)
    return card_wide + gap + beside


def _seat(drawing: Drawing, seat: Seat, panel: Panel, trumps: str) -> None:
    """A player's panel: who he is and what he won or lost, his cards, and what else he had."""
    drawing.add(
        f'<rect x="{panel.x:g}" y="{panel.y:g}" width="{panel.width:g}" height="{PANEL_HEIGHT - 14}" rx="3"'
        f' fill="{SHEET}" stroke="{RULE}"/>'
    )
    left, right, top = panel.x + INSET, panel.x + panel.width - INSET, panel.y
    net = signed(seat.net)
    wide = width_of(net, Face.FIGURES, 36)
    ink = GAIN if seat.net > 0 else LOSS if seat.net < 0 else INK
    drawing.words(net, right, top + 36, 36, ink, Face.FIGURES, "end")
    room = right - left - wide - 22
    drawing.words(fitting(seat.name, Face.ROMAN, 26, room), left, top + 29, 26, INK)
    drawing.words(fitting(standing(seat), Face.ITALIC, 18, room + 22), left, top + 50, 18, SOFT, Face.ITALIC)
    _cards(drawing, seat, panel, trumps)
    _distinctions(drawing, seat, panel)


def _cards(drawing: Drawing, seat: Seat, panel: Panel, trumps: str) -> None:
    """What he held: trumps stand out of the row, those with names under a lozenge."""
    edges = places_in_row(panel, len(seat.cards), seat.hidden)
    y = panel.y + 76
    for card, x in zip((*seat.cards, *[BACK] * seat.hidden), edges, strict=True):
        drawing.card(card, x, y - _RAISED if card[1] == trumps else y)
    marks = "".join(
        f"M{x + 12.5:.1f} {y - _RAISED - 10}l4.5 5-4.5 5-4.5-5z"
        for card, x in zip(seat.cards, edges, strict=False)
        if card in seat.named
    )
    if marks:
        drawing.add(f'<path d="{marks}" fill="{OCHRE}"/>')


def _distinctions(drawing: Drawing, seat: Seat, panel: Panel) -> None:
    """What else he had, upon the lower edge of his panel."""
    said, room = " · ".join(distinctions(seat)), panel.width - 2 * INSET - 8
    if not said:
        return
    size = 18.0 if width_of(said, Face.ITALIC, 18) <= room else 16.0
    said = fitting(said, Face.ITALIC, size, room)
    wide, base = width_of(said, Face.ITALIC, size), panel.y + PANEL_HEIGHT - 9
    drawing.add(
        f'<rect x="{panel.x + panel.width / 2 - wide / 2 - 9:.1f}" y="{base - 17}" width="{wide + 18:.1f}"'
        f' height="24" rx="3" fill="{SHEET}" stroke="{RULE}"/>'
    )
    drawing.words(said, panel.x + panel.width / 2, base, size, OCHRE, Face.ITALIC, "middle")


def _strike(drawing: Drawing, seat: Seat, panel: Panel) -> None:
    """Strike out what a player would have won or lost."""
    right, wide = panel.x + panel.width - INSET, width_of(signed(seat.net), Face.FIGURES, 36)
    drawing.add(
        f'<path d="M{right - wide - 4:.1f} {panel.y + 25:g}H{right + 4:g}" stroke="{RED}" stroke-width="3"/>'
    )


def _stamp(drawing: Drawing, verdict: str, centre: Centre) -> None:
    """The verdict, or what is said of a dispute, stamped aslant upon the table."""
    ink, said = _STAMPS[verdict], verdict.upper()
    wide = width_of(said, Face.ROMAN, 29) + 26
    x, y = centre.stamp
    dashes = ' stroke-dasharray="9 5"' if verdict == "incomplete" else ""
    drawing.add(
        f'<g transform="translate({x:.1f} {y:.1f})rotate(-5)" opacity=".92"><rect x="{-wide / 2:.1f}" y="-22"'
        f' width="{wide:.1f}" height="44" rx="4" fill="{PAPER if verdict != "unplayable" else ink}"'
        f' stroke="{ink}" stroke-width="3.5"{dashes}/>'
    )
    paper = SHEET if verdict == "unplayable" else ink
    drawing.words(said, 0, 10, 29, paper, anchor="middle")
    drawing.add("</g>")
