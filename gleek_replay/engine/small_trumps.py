"""Tiddy, Towser and Tumbler: the side payments for the lowest trump, the Five and the Six."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from gleek_replay.engine.cards import PACKS, RANK_CARDS, SUIT_OF, lowest
from gleek_replay.engine.hand import Verb
from gleek_replay.engine.holdings import Holdings
from gleek_replay.engine.ledger import Ledger, Reason
from gleek_replay.engine.options import Tiddy, TowserTumbler
from gleek_replay.engine.rules import RuleSet
from gleek_replay.engine.violations import Code, Violation

_OFF, _AUTOMATIC, _TIDDY = Tiddy.OFF, Tiddy.AUTOMATIC, Verb.TIDDY
_WORTH: Final = {Verb.TOWSER: 5, Verb.TUMBLER: 6}


class SmallTrump(NamedTuple):
    """One of the three under a rule set: its card, what a holder gets from each opponent, and how."""

    verb: Verb
    reason: Reason
    card: int
    worth: int
    mode: Tiddy
    rule: str

    @property
    def paid_aside(self) -> bool:
        """Whether anything is paid for it at all."""
        return self.mode is not _OFF


@lru_cache(maxsize=4096)
def small_trumps(rules: RuleSet, turn_up: int) -> dict[int, SmallTrump]:
    """The three small trumps of a hand by their cards."""
    trumps = SUIT_OF[turn_up]
    tiddy = lowest(PACKS[rules.deck] & trumps)
    side = rules.towser_tumbler is TowserTumbler.SIDE_PAYMENT
    mode = (Tiddy.CLAIMED if rules.tiddy is Tiddy.OFF else rules.tiddy) if side else Tiddy.OFF
    found = [SmallTrump(Verb.TIDDY, Reason.TIDDY, tiddy, rules.tiddy_held, rules.tiddy, "tiddy")]
    for verb, rank in ((Verb.TOWSER, "5"), (Verb.TUMBLER, "6")):
        card = RANK_CARDS[rank] & trumps
        found.append(SmallTrump(verb, Reason(verb.value), card, _WORTH[verb], mode, "towser_tumbler"))
    return {trump.card: trump for trump in found}


class SmallTrumps(NamedTuple):
    """The small trumps of a hand by their cards and by what claims them, and the cards of those for which
    anything is paid.
    """

    by_card: dict[int, SmallTrump]
    by_verb: dict[Verb, SmallTrump]
    paid_aside: int


class Right(NamedTuple):
    """A right that its holder did not use: ``worth`` counters from each opponent."""

    code: str
    seat: int
    what: str
    worth: int


class Claims:
    """The claims of one hand.

    Tiddy may be shown between the end of the vying and the first lead; each may be claimed directly
    after it was played, before the next card is. Paid once.
    """

    __slots__ = (
        "_claimed", "_holdings", "_ledger", "_paid", "_played", "_trumps", "undecided", "violations",
        "watched",
    )  # fmt: skip

    def __init__(
        self, trumps: SmallTrumps, holdings: Holdings, ledger: Ledger, violations: list[Violation]
    ) -> None:
        self._trumps = trumps
        self._holdings = holdings
        self._ledger = ledger
        self._claimed: set[tuple[Verb, int]] = set()
        self._paid: set[Verb] = set()
        self._played: list[tuple[int, SmallTrump]] = []
        self.watched = trumps.paid_aside
        self.violations = violations
        self.undecided: set[Reason] = set()

    def claim(self, action: int, seat: int, verb: Verb, last: tuple[int, int] | None) -> None:
        """Take a claim; ``last`` is the seat and card played last, ``None`` before the first lead."""
        trump = self._trumps.by_verb[verb]
        if code := self._fault(seat, trump, last):
            rule = "small_trumps" if code is Code.CLAIM_OUT_OF_TIME else trump.rule
            self.violations.append(
                Violation(code=code, action=action, seat=seat, expected=(), found=verb.value, rule=rule)
            )
        else:
            self._claimed.add((verb, seat))
            if self._holdings.known[seat] & trump.card:
                self._pay(action, seat, trump)
            else:
                self.undecided.add(trump.reason)

    def played(self, action: int, seat: int, card: int) -> None:
        """Note who played a small trump, and pay for one that is due as soon as it is played."""
        trump = self._trumps.by_card[card]
        self._played.append((seat, trump))
        if trump.mode is _AUTOMATIC:
            self._pay(action, seat, trump)

    def unclaimed(self, open_card: int) -> list[Right]:
        """What was played and never claimed; ``open_card`` may still be claimed."""
        return [
            Right("unclaimed", seat, trump.verb.value, trump.worth)
            for seat, trump in self._played
            if trump.card != open_card and trump.verb not in self._paid
        ]

    def _fault(self, seat: int, trump: SmallTrump, last: tuple[int, int] | None) -> Code | None:
        if (trump.verb, seat) in self._claimed:
            return Code.CLAIMED_TWICE
        if not trump.paid_aside:
            return Code.CLAIM_NOT_IN_RULES
        if not self._holdings.possible(seat) & trump.card:
            return Code.FALSE_CLAIM
        shown_early = last is None and trump.verb is _TIDDY
        if not shown_early and last != (seat, trump.card):
            return Code.CLAIM_OUT_OF_TIME
        return None

    def _pay(self, action: int, seat: int, trump: SmallTrump) -> None:
        if trump.verb not in self._paid:
            self._paid.add(trump.verb)
            rule = "tiddy_held" if trump.verb is _TIDDY else trump.rule
            self._ledger.collect(seat, trump.worth, trump.reason, action, rule)
