"""Where things lie in a shared picture. All lengths are units of its view box, which is as large as networks
want the picture of a page.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gleek_replay.web.pictures.cards import CARD_WIDTH

WIDTH, HEIGHT = 1200, 630
MARGIN: Final = 52
PANEL_HEIGHT: Final = 170
INSET: Final = 15
_TOP, _MIDDLE, _BOTTOM = 106, 254, 424
_WIDEST_STEP: Final = 34.0
_BACKS_STEP: Final = 13.0
"""How far apart backs lie at least: there is nothing to read on them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """A player's place at the table: the corner of his panel, and its width."""

    x: float
    y: float
    width: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Centre:
    """The middle of the table, which no panel covers: about which point the turn-up lies, how large, and
    where the verdict is stamped.
    """

    x: float
    y: float
    scale: float
    stamp: tuple[float, float]


_WIDE_CENTRE: Final = Centre(x=480, y=350, scale=1.05, stamp=(745, 360))
_NARROW_CENTRE: Final = Centre(x=600, y=325, scale=0.8, stamp=(600, 397))
"""Where players sit at the sides of the table."""
_CENTRES: Final = {
    2: _WIDE_CENTRE,
    3: Centre(x=600, y=240, scale=1.15, stamp=(600, 365)),
    4: _NARROW_CENTRE,
    5: _NARROW_CENTRE,
    6: _WIDE_CENTRE,
}


def panels_of(players: int) -> tuple[tuple[Panel, ...], Centre]:
    """Two to six panels clockwise from the one at the bottom, and the middle between them."""
    width = {2: 560, 3: 392, 4: 352, 5: 352, 6: 352}[players]
    left, right, middle = MARGIN, WIDTH - MARGIN - width, (WIDTH - width) / 2
    inner = (WIDTH - 2 * width) / 2 - 16
    outer = WIDTH - inner - width
    corners = {
        2: ((middle, _BOTTOM), (middle, _TOP)),
        3: ((middle, _BOTTOM), (left, _TOP + 44), (right, _TOP + 44)),
        4: ((middle, _BOTTOM), (left, _MIDDLE), (middle, _TOP), (right, _MIDDLE)),
        5: ((middle, _BOTTOM), (left, _MIDDLE + 34), (inner, _TOP), (outer, _TOP), (right, _MIDDLE + 34)),
        6: (
            (middle, _BOTTOM), (left, _BOTTOM), (left, _TOP), (middle, _TOP), (right, _TOP), (right, _BOTTOM),
        ),
    }[players]  # fmt: skip
    panels = tuple(Panel(x=x, y=y, width=width) for x, y in corners)
    return panels, _CENTRES[players]


def places_in_row(panel: Panel, cards: int, hidden: int) -> list[float]:
    """The left edges of a player's cards, those face down last, spread as far as his panel has room."""
    if not cards + hidden:
        return []
    room = panel.width - 2 * INSET - CARD_WIDTH
    backs = min(_BACKS_STEP, room / max(cards + hidden - 1, 1)) * hidden if cards else 0.0
    step = min(_WIDEST_STEP, (room - backs) / max((cards or hidden) - 1, 1))
    edges, at = [], panel.x + INSET
    for number in range(cards + hidden):
        edges.append(at)
        last_face = number == cards - 1
        at += backs / hidden if cards and hidden and (last_face or number >= cards) else step
    if cards and hidden:  # the first back does not cover the whole last face
        shift = min(step, CARD_WIDTH / 2) - backs / hidden
        edges = [edge + (max(shift, 0.0) if number >= cards else 0.0) for number, edge in enumerate(edges)]
        over = edges[-1] - (panel.x + INSET + room)
        if over > 0:
            edges = [panel.x + INSET + (edge - panel.x - INSET) * room / (room + over) for edge in edges]
    return edges
