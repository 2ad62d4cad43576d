"""How pages write numbers, moments and cards."""

from __future__ import annotations

import re
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Final

import orjson
from flask import Flask, url_for
from markupsafe import Markup, escape

from gleek_replay import __version__
from gleek_replay.web.numbers import NO_NUMBER, grouped, signed, size
from gleek_replay.web.pages.assets import digest

_RANKS: Final = {"A": "Ace", "K": "King", "Q": "Queen", "J": "Jack"}
_SUITS: Final = {"♠": "Spades", "♥": "Hearts", "♦": "Diamonds", "♣": "Clubs"}
_MARKS: Final = re.compile(r"(?P<rank>10|[2-9AKQJ])(?P<suit>[♠♥♦♣])|(?P<mark>[✗†])")
_NUMERALS: Final = (
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
)
_PARTS_OF_A_PENNY: Final = ("", "¼", "½", "¾")
_TEXT_STYLE: Final = "\N{VARIATION SELECTOR-15}"


def fixed(number: float | None, places: int) -> str:
    """A number to so many places."""
    return NO_NUMBER if number is None else f"{number:,.{places}f}"


def percent(share: float | None) -> str:
    """A share in whole per cent."""
    return NO_NUMBER if share is None else f"{share:.0%}".replace("%", "\N{NARROW NO-BREAK SPACE}%")


_LEAST_SHARE: Final = 0.001


def share(value: float | None) -> str:
    """A share in per cent, small ones to a tenth; one that is there is never written as none.

    >>> share(0.5), share(0.034), share(0.0003)
    ('50\u202f%', '3.4\u202f%', 'under 0.1\u202f%')
    """
    if value is None:
        return NO_NUMBER
    if 0 < value < _LEAST_SHARE:
        return f"under {share(_LEAST_SHARE)}"
    return f"{value:.{1 if 0 < value < 0.0995 else 0}%}".replace("%", "\N{NARROW NO-BREAK SPACE}%")


def day(moment: datetime) -> str:
    """The day of a moment: ``20 November 2026``."""
    return f"{moment.day} {moment:%B} {moment.year}"


def day_and_time(moment: datetime) -> str:
    """A moment to the minute, in UTC: ``20 November 2026, 19:42 UTC``."""
    return f"{day(moment)}, {moment:%H:%M} UTC"


def month(number: int) -> str:
    """A month as fields and addresses write it, from twelve times the year, and 0 for January.

    >>> month(2026 * 12 + 10)
    '2026-11'
    """
    return f"{number // 12:04}-{number % 12 + 1:02}"


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


def roman(number: int) -> str:
    """A number from 1 on as the heads of a printed page count.

    >>> roman(1), roman(4), roman(32)
    ('I', 'IV', 'XXXII')
    """
    written = ""
    for value, letters in _NUMERALS:
        written += letters * (number // value)
        number %= value
    return written


def money(farthings: int) -> str:
    """An amount in the coin of the time: ``1s. 2½d.``, ``−£2 3d.``

    >>> money(58), money(-1932), money(0)
    ('1s. 2½d.', '−£2 3d.', 'nothing')
    """
    pounds, rest = divmod(abs(farthings), 960)
    shillings, rest = divmod(rest, 48)
    pence, over = divmod(rest, 4)
    coins = [
        f"£{pounds:,}" if pounds else "",
        f"{shillings}s." if shillings else "",
        f"{pence or ''}{_PARTS_OF_A_PENNY[over]}d." if pence or over else "",
    ]
    told = " ".join(filter(None, coins)) or "nothing"
    return f"−{told}" if farthings < 0 else told


def signed_money(farthings: int) -> str:
    """An amount in coin with its sign: ``+1s. 2½d.``, ``−£2 3d.``"""
    return f"+{money(farthings)}" if farthings > 0 else money(farthings)


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


@lru_cache(maxsize=64)
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

    def asset(filename: str) -> str:
        return url_for("static", filename=filename, v=digest(folder / filename))

    app.jinja_env.globals.update(asset=asset, version=__version__)
    app.jinja_env.filters.update(
        signed=signed, grouped=grouped, size=size, fixed=fixed, percent=percent, day=day, clock=clock,
        moment=day_and_time, spoken=spoken, chosen=chosen, written=written, headed=headed,
        rubricate=rubricate, pointing=pointing, roman=roman, money=money, signed_money=signed_money,
        share=share, month=month,
    )  # fmt: skip
