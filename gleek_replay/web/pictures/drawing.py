"""A drawing that is being made: its parts as SVG, and what of letters and cards they use."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from gleek_replay.web.pictures.cards import BACK, back_outline, card_outline, rank_of
from gleek_replay.web.pictures.letters import (
    Face,
    drawable,
    letter_id,
    outline,
    places,
    runs_leftwards,
    width_of,
)
from gleek_replay.web.pictures.markup import written

_FONTS: Final = "Georgia, 'Noto Serif', 'DejaVu Serif', serif"
_ANCHORS: Final = {"start": 0.0, "middle": 0.5, "end": 1.0}
_LEFTWARDS: Final = {"start": "end", "middle": "middle", "end": "start"}


class Drawing:
    """Parts of a picture, in the order in which they are painted. Numbers are units of its view box."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._used: dict[str, str] = {}

    @property
    def parts(self) -> str:
        """What was drawn."""
        return "".join(self._parts)

    @property
    def used(self) -> str:
        """The letters and cards that the parts refer to."""
        return "".join(self._used.values())

    def add(self, part: str) -> None:
        """Draw what is SVG already."""
        self._parts.append(part)

    def words(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        fill: str,
        face: Face = Face.ROMAN,
        anchor: str = "start",
    ) -> float:
        """Set a text with its base line at ``y``, and give back its width."""
        width = width_of(text, face, size)
        if not drawable(text, face):
            way = "rtl" if runs_leftwards(text) else "ltr"
            held = _LEFTWARDS[anchor] if way == "rtl" else anchor
            self.add(
                f'<text x="{x:g}" y="{y:g}" font-family="{_FONTS}" font-size="{size * 0.86:g}" fill="{fill}"'
                f' direction="{way}" text-anchor="{held}">{written(text)}</text>'
            )
            return width
        line, letters = _line(text, face)
        for letter in letters:
            self._keep(letter, face)
        left = x - width * _ANCHORS[anchor]
        place = f"translate({left:.1f} {y:g})scale({size / 1000:g})"
        self.add(f'<g transform="{place}" fill="{fill}">{line}</g>')
        return width

    def card(self, card: str, x: float, y: float, scale: float = 1) -> None:
        """Lay down a card, or the back of one, with its upper left corner there."""
        if card not in self._used:
            for letter in rank_of(card):
                self._keep(letter, Face.FIGURES)
            self._used[card] = back_outline() if card == BACK else card_outline(card)
        grown = "" if scale == 1 else f"scale({scale:g})"
        self.add(f'<use href="#{card}" transform="translate({x:.1f} {y:.1f}){grown}"/>')

    def _keep(self, letter: str, face: Face) -> None:
        name = letter_id(letter, face)
        if name not in self._used:
            self._used[name] = f'<path id="{name}" d="{outline(letter, face)}"/>'


@lru_cache(maxsize=2048)
def _line(text: str, face: Face) -> tuple[str, tuple[str, ...]]:
    """A line of letters at the beginning, a thousand units high, and which letters it is set with."""
    placed = places(text, face)
    line = "".join(f'<use href="#{letter_id(letter, face)}" x="{at}"/>' for letter, at in placed)
    return line, tuple(letter for letter, _ in placed)
