"""The steps of a replay as a page tells them: in chapters, trick by trick, with what is found at each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from gleek_replay.services.wording import listed, name_mark
from gleek_replay.web.numbers import grouped
from gleek_replay.web.pages.ledger import POTS
from gleek_replay.web.pages.writing import spoken

Document = Mapping[str, Any]

TITLES: Final = {
    "deal": "The deal",
    "auction": "The auction",
    "exchange": "The exchange",
    "vying": "The ruff",
    "declarations": "Declarations",
    "tricks": "The tricks",
    "score": "The score",
}
"""What the stages are called at the head of a chapter."""
_SHORT: Final = {title: title.removeprefix("The ").title() for title in TITLES.values()}
_NAMED_REASONS: Final = frozenset({"tiddy", "towser", "tumbler"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What is due at a step, or what is wrong there, in a sentence, and the rule that says so."""

    text: str
    is_wrong: bool
    authority: Mapping[str, str]

    @property
    def source(self) -> str:
        """The rule and where it stands written: ``odd penny: parlett, The stock, paragraph 3 (stated)``."""
        says = self.authority
        return f"{spoken(says['rule'])}: {says['document']}, {says['passage']} ({says['standing']})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step. ``card`` is what is played to a trick by the player in ``seat``, ``cards`` what is thrown out;
    ``own`` is what the hand's own rules find, where another reading finds something else.
    """

    number: int
    text: str
    seat: int | None
    name: str
    card: str | None
    cards: str
    leads: bool
    wins: bool
    findings: tuple[Finding, ...]
    own: tuple[Finding, ...] | None

    @property
    def is_wrong(self) -> bool:
        """Whether a rule was broken at it."""
        return any(finding.is_wrong for finding in self.findings)

    @property
    def is_noted(self) -> bool:
        """Whether anything is to be told of it beside what was done."""
        return bool(self.findings) or self.own is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """The steps of a stage; of the tricks, those of one trick, which is numbered from 1."""

    title: str
    short: str
    trick: int | None
    steps: tuple[Step, ...]


def chapters(replay: Document) -> list[Chapter]:
    """The steps of a replay in chapters, in their order."""
    telling = _Telling(replay)
    found = []
    for (stage, trick), steps in groupby(replay["steps"], key=_chapter_of):
        title = f"Trick {trick}" if trick else TITLES[stage]
        short = str(trick) if trick else _SHORT[title]
        found.append(Chapter(title=title, short=short, trick=trick, steps=tuple(telling.steps(list(steps)))))
    return found


def dealt(replay: Document) -> list[tuple[str, str]]:
    """Every hand as it was dealt, by the name of its player, and the stock."""
    places = replay["places"]
    hands = [
        (player["name"], _in_a_row(places[f"hand:{seat}"])) for seat, player in enumerate(replay["players"])
    ]
    return [*hands, ("The stock", _in_a_row(places["stock"]))]


def _in_a_row(place: Document) -> str:
    """The cards of a place, and how many of them lie face down."""
    cards = " ".join(map(name_mark, place["cards"]))
    if not place["hidden"]:
        return cards or "none"
    return f"{cards} and {place['hidden']} face down" if cards else f"{place['hidden']} face down"


def _chapter_of(step: Document) -> tuple[str, int | None]:
    return step["stage"], step["trick"] if step["stage"] == "tricks" else None


class _Telling:
    def __init__(self, replay: Document) -> None:
        self._players = [player["id"] for player in replay["players"]]
        self._names = {player["id"]: player["name"] for player in replay["players"]}

    def steps(self, steps: Sequence[Document]) -> Iterator[Step]:
        winner = next((step["winner"] for step in steps if step["winner"] is not None), None)
        for place, step in enumerate(steps):
            seat = None if step["player"] is None else self._players.index(step["player"])
            moved = {move["to"].partition(":")[0]: move["cards"] for move in step["moves"]}
            played = moved.get("trick", ())
            own = step["changed"]
            yield Step(
                number=step["number"],
                text=step["text"],
                seat=seat,
                name=self._names.get(step["player"], ""),
                card=name_mark(played[0]) if played else None,
                cards=" ".join(map(name_mark, moved.get("discards", ()))),
                leads=bool(played) and place == 0,
                wins=bool(played) and seat == winner,
                findings=tuple(self._findings(step)),
                own=None if own is None else tuple(self._findings(own)),
            )

    def _findings(self, found: Document) -> Iterator[Finding]:
        for violation in found["violations"]:
            yield Finding(text=violation["message"], is_wrong=True, authority=violation["authority"])
        alike = groupby(found["payments"], key=_alike)
        for _, payments in alike:
            yield self._paid(list(payments))

    def _paid(self, payments: Sequence[Document]) -> Finding:
        """Payments that differ in nothing but the payer, as one sentence."""
        first = payments[0]
        return Finding(
            text=_payment_words(first, [payment["from"] for payment in payments], self._names),
            is_wrong=False,
            authority=first["authority"],
        )


def _alike(payment: Document) -> tuple[Any, ...]:
    payer = payment["from"] if payment["from"] in POTS else None
    return payer, payment["to"], payment["amount"], payment["for"], payment["authority"]["rule"]


def _payment_words(payment: Document, payers: Iterable[str], names: Mapping[str, str]) -> str:
    amount, reason = grouped(payment["amount"]), _for(payment["for"])
    if payment["from"] in POTS:
        return f"{names[payment['to']]} takes {amount} out of {_pot(payment['from'])} {reason}."
    who = [names[payer] for payer in payers]
    pay = f"{listed(who, 'and')} {'pays' if len(who) == 1 else 'each pay'}"
    if payment["to"] in POTS:
        return f"{pay} {amount} into {_pot(payment['to'])} {reason}."
    return f"{pay} {names[payment['to']]} {amount} {reason}."


def _pot(account: str) -> str:
    return f"the {POTS[account].lower()}"


def _for(reason: str) -> str:
    return f"for {reason.title()}" if reason in _NAMED_REASONS else f"for the {spoken(reason)}"
