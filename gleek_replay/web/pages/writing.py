"""How pages write numbers, moments and cards."""

from __future__ import annotations

import hashlib
import re
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Final

import orjson
from flask import Flask, url_for
from markupsafe import Markup, escape

from gleek_replay import __version__

NO_NUMBER: Final = "–"
_RANKS: Final = {"A": "Ace", "K": "King", "Q": "Queen", "J": "Jack"}
_SUITS: Final = {"♠": "Spades", "♥": "Hearts", "♦": "Diamonds", "♣": "Clubs"}
_MARKS: Final = re.compile(r"(?P<rank>10|[2-9AKQJ])(?P<suit>[♠♥♦♣])|(?P<mark>[✗†])")
_TEXT_STYLE: Final = "\N{VARIATION SELECTOR-15}"


def signed(number: float | None, places: int = 0) -> str:
    """A number with its sign: ``+6``, ``−1,204``, ``0``.

    >>> signed(-7), signed(0), signed(1.25, 1)
    ('−7', '0', '+1.2')
    """
    if number is None:
        return NO_NUMBER
    text = f"{number:+,.{places}f}"
    return text[1:] if not float(text.replace(",", "")) else text.replace("-", "−")


def grouped(number: int) -> str:
    """A whole number with its thousands apart."""
    return f"{number:,}".replace("-", "−")


def fixed(number: float | None, places: int) -> str:
    """A number to so many places."""
    return NO_NUMBER if number is None else f"{number:,.{places}f}"


def percent(share: float | None) -> str:
    """A share in whole per cent."""
    return NO_NUMBER if share is None else f"{share:.0%}".replace("%", "\N{NARROW NO-BREAK SPACE}%")


def day(moment: datetime) -> str:
    """The day of a moment: ``20 November 2026``."""
    return f"{moment.day} {moment:%B} {moment.year}"


def day_and_time(moment: datetime) -> str:
    """A moment to the minute, in UTC: ``20 November 2026, 19:42 UTC``."""
    return f"{day(moment)}, {moment:%H:%M} UTC"


def clock(moment: datetime) -> str:
    """The time of day of a moment, in UTC: ``19:42``."""
    return f"{moment:%H:%M}"


def spoken(code: str) -> str:
    """A code in words: ``turn-up``, ``odd penny``."""
    return {"turn_up": "turn-up", "total": "in all"}.get(code, code.replace("_", " "))


def chosen(choice: str | int | bool) -> str:
    """A choice of the rules in words: ``runner up``, ``12``, ``no``."""
    if isinstance(choice, bool):
        return "yes" if choice else "no"
    return str(choice).replace("_", " ")


def written(choice: str | int | bool) -> str:
    """A choice of the rules as a hand history writes it: ``"runner_up"``, ``12``, ``false``."""
    return orjson.dumps(choice).decode()


def headed(words: str) -> str:
    """Words as a heading: the first letter a capital, the others as they are."""
    return words[:1].upper() + words[1:]


def rubricate(text: str) -> Markup:
    """A text of the account: cards set as cards, hearts and diamonds and the signs of error in red."""
    written, end = Markup(), 0
    for found in _MARKS.finditer(text):
        written += escape(text[end : found.start()])
        written += _card(found["rank"], found["suit"]) if found["suit"] else _sign(found["mark"])
        end = found.end()
    return written + escape(text[end:])


def pointing(text: Markup, action: int, address: str) -> Markup:
    """The text with the pointer to an action made a link to where it is told."""
    pointer = f"(/actions/{action})"
    return text.replace(pointer, Markup('(<a href="{}">{}</a>)').format(address, pointer.strip("()")))


def _card(rank: str, suit: str) -> Markup:
    name = f"{_RANKS.get(rank, rank)} of {_SUITS[suit]}"
    return Markup(
        '<span class="card{}" role="img" aria-label="{}">{}<span class="suit">{}{}</span></span>'
    ).format(" red" if suit in "♥♦" else "", name, rank, suit, _TEXT_STYLE)


def _sign(mark: str) -> Markup:
    meaning = "against the rules" if mark == "✗" else "an open reading"
    return Markup('<span class="red" role="img" aria-label="{}" title="{}">{}</span>').format(
        meaning, meaning, mark
    )


def install_writing(app: Flask) -> None:
    """Give the templates their filters, and addresses of static files that change with their contents."""
    folder = Path(app.static_folder or "")

    @lru_cache(maxsize=64)
    def digest(filename: str) -> str:
        return hashlib.sha256((folder / filename).read_bytes()).hexdigest()[:12]

    def asset(filename: str) -> str:
        return url_for("static", filename=filename, v=digest(filename))

    app.jinja_env.globals.update(asset=asset, version=__version__)
    app.jinja_env.filters.update(
        signed=signed, grouped=grouped, fixed=fixed, percent=percent, day=day, clock=clock,
        moment=day_and_time, spoken=spoken, chosen=chosen, written=written, headed=headed,
        rubricate=rubricate, pointing=pointing,
    )  # fmt: skip
