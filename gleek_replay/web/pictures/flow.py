"""The geometry of a chart of who paid whom: accounts in rows, and an arrow from each payer to each payee.

The rows stand below each other, so that a chart is as readable on a telephone as on a desk, and for two
accounts as for eight. Arrows bow out to the right, the farther the more rows they span: the amounts, which
stand at their tops, can then never stand upon each other. All lengths are in units of the chart's view box.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

WIDTH: Final = 340
"""How wide every chart is: about as much as a telephone shows of a page."""
_POST: Final = 122
"""Where the posts of the accounts stand, from which arrows go; the names are left of them."""
_POST_WIDTH: Final = 5
_ARROW_ROOM: Final = 168
"""How far an arrow may bow out; beyond it is only the half of an amount."""
_MOST_STEP: Final = 52
_LEAST_SPAN: Final = 0.6
"""How much more than the rows that it spans an arrow bows out, in steps."""
_ROW: Final = 46
_GAP: Final = 6
_THINNEST, _THICKEST = 1.4, 10.0
_HEAD: Final = 7
_LETTERS_OF_A_NAME: Final = 15
_HALF_A_LETTER: Final = 3.6


class Account(NamedTuple):
    """A row: who it is, what he won or lost in all, and what is recorded of him where that differs. The two
    are texts, as the chart is to show them. ``called`` is how sentences call him, if not by his name.
    """

    name: str
    net: str
    recorded: str | None = None
    called: str | None = None


class Paid(NamedTuple):
    """What went from one account to another on balance, of accounts by their places. ``text`` is how the
    chart writes the amount, and ``recorded`` how it writes what the record says instead, if it does.
    """

    payer: int
    payee: int
    amount: int
    text: str
    recorded: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """An account on the chart: the middle of its row, and its post with the height that its arrows want."""

    account: Account
    short: str
    middle: float
    top: float
    height: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrow:
    """A payment on the chart: the line with its width, the head as the points of a polygon, and where the
    amount stands. ``strike`` is the half of the line through what is recorded instead.
    """

    paid: Paid
    line: str
    width: float
    head: str
    x: float
    y: float
    strike: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow:
    """A chart, with the same in ``words``: one sentence for each arrow."""

    width: int
    height: float
    post: int
    post_width: int
    rows: tuple[Row, ...]
    arrows: tuple[Arrow, ...]
    words: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """Whether anything is marked as recorded otherwise."""
        nets = any(row.account.recorded is not None for row in self.rows)
        return nets or any(arrow.paid.recorded is not None for arrow in self.arrows)


def draw_flow(accounts: Sequence[Account], payments: Iterable[Paid]) -> Flow:
    """The chart of some accounts and of what was paid between them.

    >>> flow = draw_flow([Account("Ann", "+6"), Account("Bess", "−6")], [Paid(1, 0, 6, "6")])
    >>> flow.words
    ('Bess pays Ann 6.',)
    """
    drawn = sorted(payments, key=lambda paid: (abs(paid.payer - paid.payee), paid.payer, paid.payee))
    widths = _widths(drawn)
    ports = [_ports(place, drawn) for place in range(len(accounts))]
    rows, top = [], 0.0
    for account, own in zip(accounts, ports, strict=True):
        wanted = sum(widths[number] + _GAP for number in own) - _GAP if own else 0.0
        height = max(_ROW, wanted + 2 * _GAP)
        middle = top + height / 2
        rows.append(_row(account, middle, max(wanted, 8.0)))
        top += height
    meets = {
        place: _meetings(row, own, widths) for place, (row, own) in enumerate(zip(rows, ports, strict=True))
    }
    step = _step(drawn)
    return Flow(
        width=WIDTH, height=round(top, 1), post=_POST, post_width=_POST_WIDTH, rows=tuple(rows),
        arrows=tuple(
            _arrow(paid, widths[number], meets[paid.payer][number], meets[paid.payee][number], step)
            for number, paid in enumerate(drawn)
        ),
        words=tuple(_in_words(accounts, paid) for paid in drawn),
    )  # fmt: skip


def _row(account: Account, middle: float, height: float) -> Row:
    name = account.name
    short = name if len(name) <= _LETTERS_OF_A_NAME else f"{name[: _LETTERS_OF_A_NAME - 1].rstrip()}…"
    return Row(
        account=account,
        short=short,
        middle=round(middle, 1),
        top=round(middle - height / 2, 1),
        height=round(height, 1),
    )


def _widths(payments: Sequence[Paid]) -> list[float]:
    """The width of each arrow: as the amounts are to each other, but never too thin to be seen."""
    largest = max((paid.amount for paid in payments), default=0) or 1
    return [round(max(_THINNEST, _THICKEST * paid.amount / largest), 2) for paid in payments]


def _ports(place: int, payments: Sequence[Paid]) -> list[int]:
    """The numbers of the payments of an account, from the top of its post to the bottom, so that no two of
    them cross at it: those to rows above come first, the nearest of them on top, those below in turn.
    """

    def where(number: int) -> tuple[bool, int]:
        paid = payments[number]
        other = paid.payee if paid.payer == place else paid.payer
        return other > place, -other

    return sorted((n for n, paid in enumerate(payments) if place in (paid.payer, paid.payee)), key=where)


def _meetings(row: Row, own: Sequence[int], widths: Sequence[float]) -> Mapping[int, float]:
    """The height at which each payment of an account meets its post."""
    met, at = {}, row.top
    for number in own:
        met[number] = at + widths[number] / 2
        at += widths[number] + _GAP
    return met


def _step(payments: Sequence[Paid]) -> float:
    """How much farther an arrow bows out for each further row that it spans."""
    farthest = max((abs(paid.payer - paid.payee) for paid in payments), default=1)
    return min(_MOST_STEP, _ARROW_ROOM / (farthest + _LEAST_SPAN))


def _arrow(paid: Paid, width: float, begin: float, end: float, step: float) -> Arrow:
    bow = step * (abs(paid.payer - paid.payee) + _LEAST_SPAN)
    left, tip = _POST + _POST_WIDTH, _POST + _POST_WIDTH + 1
    reach = left + bow * 4 / 3  # a curve with both handles there comes three quarters of the way
    half = max(_HEAD / 2, width / 2 + 2.2)
    back = tip + _HEAD + width / 3
    return Arrow(
        paid=paid,
        line=f"M{left} {begin:.1f}C{reach:.1f} {begin:.1f} {reach:.1f} {end:.1f} {back - 0.5:.1f} {end:.1f}",
        width=width,
        head=f"{tip},{end:.1f} {back:.1f},{end - half:.1f} {back:.1f},{end + half:.1f}",
        x=round(left + bow, 1),
        y=round((begin + end) / 2, 1),
        strike=_HALF_A_LETTER * (len(paid.recorded or "") + 0.6),
    )


def _in_words(accounts: Sequence[Account], paid: Paid) -> str:
    payer, payee = accounts[paid.payer], accounts[paid.payee]
    begin = payer.name if payer.called is None else f"{payer.called[:1].upper()}{payer.called[1:]}"
    said = f"{begin} pays {payee.called or payee.name} {paid.text}"
    if paid.recorded is not None:
        said += f"; the record says {paid.recorded}"
    return said if said.endswith(".") else f"{said}."  # as coins do: 1s. 2d.
