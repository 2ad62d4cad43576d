"""Makes the letters that shared pictures are set with, as outlines, from the fonts of the pages.

A picture that is shared cannot bring a font along, and the fonts of whoever looks at it are not known, so
its words are drawn. To make the letters anew, in an environment of its own:

    pip install fonttools brotli
    python scripts/letters.py

It writes ``gleek_replay/web/pictures/letters.json``: for each face, by character, how far it moves on and its
outline, in thousandths of the size, y downwards. Curves become lines that stray from them by no more than
``STRAYING``, which nobody sees at the sizes of a picture. What comes of a font is under its own licence, the
SIL Open Font License; see ``gleek_replay/web/static/fonts``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

WEB: Final = Path(__file__).parent.parent / "gleek_replay" / "web"
FONTS: Final = WEB / "static" / "fonts"
UNIT: Final = 1000
WEIGHT: Final = 560
STRAYING: Final = 2.2
PIECES: Final = 8
"""Into how many lines each curve is cut before those are left out that can be."""
ASCII, LATIN_1 = range(0x21, 0x7F), set(range(0xC0, 0x100)) - {0xD7, 0xF7}
LETTERS: Final = "".join(map(chr, (*ASCII, *sorted(LATIN_1)))) + "–—‘’“”…·×£¼½¾Œœ"
Point = tuple[float, float]


class Lines(BasePen):  # type: ignore[misc]
    """The outline of a glyph as closed lines."""

    def __init__(self, glyphs: Any, scale: float) -> None:
        super().__init__(glyphs)
        self.scale, self.rings = scale, list[list[Point]]()

    def _moveTo(self, to: Point) -> None:  # noqa: N802 - as fontTools calls it
        self.rings.append([to])

    def _lineTo(self, to: Point) -> None:  # noqa: N802 - as fontTools calls it
        self.rings[-1].append(to)

    def _curveToOne(self, first: Point, second: Point, to: Point) -> None:  # noqa: N802 - as before
        start = self.rings[-1][-1]
        for piece in range(1, PIECES + 1):
            t = piece / PIECES
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            points = (start, first, second, to)
            self.rings[-1].append(
                (
                    sum(weight * point[0] for weight, point in zip(weights, points, strict=True)),
                    sum(weight * point[1] for weight, point in zip(weights, points, strict=True)),
                )
            )

    def outline(self) -> str:
        """The lines as the path of an SVG."""
        written = ""
        for ring in self.rings:
            placed = [(x * self.scale, -y * self.scale) for x, y in ring]
            middle = len(placed) // 2
            kept = _fewer(placed[: middle + 1])[:-1] + _fewer([*placed[middle:], placed[0]])[:-1]
            written += _path([(round(x), round(y)) for x, y in kept])
        return written


def _fewer(points: list[Point]) -> list[Point]:
    """The points without those from whose place the rest strays too little to matter."""
    (x1, y1), (x2, y2) = points[0], points[-1]
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    farthest, worst = 0, STRAYING
    for place, (x, y) in enumerate(points[1:-1], 1):
        across = abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1))
        straying = across / length if length else ((x - x1) ** 2 + (y - y1) ** 2) ** 0.5
        if straying > worst:
            farthest, worst = place, straying
    if not farthest:
        return [points[0], points[-1]]
    return _fewer(points[: farthest + 1])[:-1] + _fewer(points[farthest:])


def _path(points: list[tuple[int, int]]) -> str:
    (x, y), *rest = points
    written = f"M{x} {y}l"
    for next_x, next_y in rest:
        step = f"{next_x - x} {next_y - y}"
        written += step if written.endswith("l") or step.startswith("-") else f" {step}"
        x, y = next_x, next_y
    return f"{written.replace(' -', '-')}z"


def _face(files: Iterable[str], letters: str, feature: str = "") -> dict[str, list[Any]]:
    """The letters that some files have between them, with the forms that a feature of the font gives them."""
    drawn: dict[str, list[Any]] = {}
    for file in files:
        font = TTFont(FONTS / f"{file}.woff2")
        if "fvar" in font:
            font = instantiateVariableFont(font, {"wght": WEIGHT})
        known, glyphs, scale = font.getBestCmap(), font.getGlyphSet(), UNIT / font["head"].unitsPerEm
        forms = _forms(font, feature)
        for letter in letters:
            if letter not in drawn and (name := known.get(ord(letter))):
                pen = Lines(glyphs, scale)
                glyphs[forms.get(name, name)].draw(pen)
                drawn[letter] = [round(glyphs[forms.get(name, name)].width * scale), pen.outline()]
    return drawn


def _forms(font: TTFont, feature: str) -> dict[str, str]:
    """By the name of a glyph, that of the one which a feature puts in its place."""
    if not feature:
        return {}
    table = font["GSUB"].table
    lookups = {
        number
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag == feature
        for number in record.Feature.LookupListIndex
    }
    return {
        name: form
        for number in lookups
        for part in table.LookupList.Lookup[number].SubTable
        for name, form in getattr(part, "ExtSubTable", part).mapping.items()
    }


def main() -> None:
    """Write the file."""
    faces = {
        "roman": _face(("fell-roman", "fell-roman-latin-1"), LETTERS),
        "italic": _face(("fell-italic", "fell-italic-latin-1"), LETTERS),
        "figures": _face(("garamond-roman",), "0123456789AKQJ+−.,:×", "pnum"),
    }
    text = json.dumps(faces, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    lines = text.replace('},"', '},\n"').replace('],"', '],\n"')
    (WEB / "pictures" / "letters.json").write_text(f"{lines}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
