"""Gleeks and mournivals: what was declared, what is true of it, and what is paid."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from gleek_replay.engine.cards import RANK_CARDS, SUIT_CARDS
from gleek_replay.engine.hand import Hand, Verb
from gleek_replay.engine.holdings import Holdings
from gleek_replay.engine.ledger import Ledger, Reason
from gleek_replay.engine.options import DeclarationsPaid
from gleek_replay.engine.small_trumps import Right
from gleek_replay.engine.violations import Code, Violation

GLEEK_WORTH: Final = {"A": 4, "K": 3, "Q": 2, "J": 1}
"""What a gleek is worth from each opponent, by rank; a mournival is worth twice that."""

_GLEEK_CARDS: Final = sum(RANK_CARDS[rank] for rank in GLEEK_WORTH)
_RANK_BITS: Final = {rank: RANK_CARDS[rank] & SUIT_CARDS["S"] for rank in GLEEK_WORTH}
_GLEEK_RANKS: Final = sum(_RANK_BITS.values())
"""A bit for each rank of which there are gleeks."""

_GLEEK, _MOURNIVAL, _ALL = Verb.GLEEK, Verb.MOURNIVAL, DeclarationsPaid.ALL

Challenged: TypeAlias = tuple[int, Verb, str]


@dataclass(slots=True, kw_only=True)
class Declaration:
    """One declaration: ``true`` is ``None`` where unknown cards decide; ``counts`` is false for a second
    declaration of one rank by the same player, which is never paid. ``rule`` is what decides of its truth.
    """

    action: int
    seat: int
    verb: Verb
    rank: str
    true: bool | None
    counts: bool
    rule: str
    challenged: bool = False

    @property
    def worth(self) -> int:
        """Counters from each opponent."""
        return GLEEK_WORTH[self.rank] * (2 if self.verb is _MOURNIVAL else 1)

    @property
    def strength(self) -> tuple[bool, int]:
        """Any mournival beats any gleek, then Aces, Kings, Queens, Knaves."""
        return (self.verb is _MOURNIVAL, GLEEK_WORTH[self.rank])

    @property
    def reason(self) -> Reason:
        """What its payment is for."""
        return Reason.MOURNIVAL if self.verb is _MOURNIVAL else Reason.GLEEK

    @property
    def what(self) -> str:
        """As a hand history writes it: ``"gleek A"``."""
        return f"{self.verb} {self.rank}"


class Declarations:
    """The declarations of one hand and the challenges to them."""

    __slots__ = (
        "_declared", "_firsts", "_holdings", "_ledger", "_rules", "_turn_up", "_turned_up", "made",
        "undecided", "violations",
    )  # fmt: skip

    def __init__(self, hand: Hand, holdings: Holdings, ledger: Ledger, violations: list[Violation]) -> None:
        self._rules = hand.rules
        self._turned_up = hand.turn_up & _GLEEK_CARDS
        self._turn_up = self._turned_up if hand.rules.turn_up_in_gleek else 0
        self._holdings = holdings
        self._ledger = ledger
        self._declared = [0] * hand.players
        self._firsts: dict[Challenged, Declaration] = {}
        self.made: list[Declaration] = []
        self.violations = violations
        self.undecided: set[Reason] = set()

    def declare(self, action: int, seat: int, verb: Verb, rank: str) -> None:
        """Take a declaration, and pay it where each is paid as it is made."""
        key = (seat, verb, rank)
        before = self._firsts.get(key)
        true = self._holds(seat, verb, rank) if before is None else before.true
        twice = bool(self._declared[seat] & _RANK_BITS[rank])
        made = Declaration(
            action=action, seat=seat, verb=verb, rank=rank, true=true, counts=not twice,
            rule=self._decided_by(key),
        )  # fmt: skip
        if twice:
            self._breach(Code.DECLARED_TWICE, made, "declarations")
        if true is False:
            self._breach(Code.FALSE_DECLARATION, made, made.rule)
        self.made.append(made)
        self._declared[seat] |= _RANK_BITS[rank]
        self._firsts.setdefault(key, made)
        if self._rules.declarations_paid is _ALL and not twice:
            self._pay_or_leave_open(action, made)

    def close(self, action: int) -> None:
        """End the declarations at the first lead: where only the best are paid, they fall due now."""
        if self._rules.declarations_paid is _ALL:
            return
        counting = [made for made in self.made if made.counts and made.true is not False]
        if not counting:
            return
        best = max(counting, key=lambda made: made.strength)
        if best.true is None:
            rivals = self._rivals(counting)
            self.undecided |= {made.reason for made in counting if self._is_paid_with(made, rivals)}
            return
        for made in counting:
            if self._is_paid_with(made, [best]):
                self._pay_or_leave_open(action, made)

    def challenge(self, action: int, seat: int, challenged: Challenged) -> None:
        """Take a challenge: a false declaration is paid back double to each opponent."""
        target, verb, rank = challenged
        found = f"challenge {verb} {rank}"
        if not self._rules.challenge:
            self._note_challenge(Code.CHALLENGE_NOT_IN_RULES, action, seat, found, "challenge")
            return
        made = self._firsts.get(challenged)
        if made is None or target == seat or made.challenged:
            self._note_challenge(Code.NOTHING_TO_CHALLENGE, action, seat, found, "challenge")
            return
        made.challenged = True
        if made.true is False and made.counts:
            self._ledger.collect(target, made.worth, made.reason, action, made.rule)
            rule = made.rule if made.rule == "turn_up_in_gleek" else "challenge"
            self._ledger.give_back(target, 2 * made.worth, Reason.CHALLENGE, action, rule)
        elif made.true is None and made.counts:
            self.undecided |= {made.reason, Reason.CHALLENGE}

    @property
    def doubtful(self) -> bool:
        """Whether a declaration is neither proved nor disproved."""
        return any(made.true is None for made in self.made)

    def undeclared(self) -> list[Right]:
        """The gleeks and mournivals that were held and not declared."""
        rights = []
        for seat, cards in enumerate(self._holdings.known):
            if self._turn_up or _three_alike(cards) & ~self._declared[seat]:
                rights += [
                    Right("undeclared", seat, f"{verb} {rank}", worth)
                    for verb, rank, worth in self._left_to_declare(seat)
                ]
        return rights

    def _left_to_declare(self, seat: int) -> Iterable[tuple[Verb, str, int]]:
        """What a player is known to hold of ranks that he has not declared."""
        known, declared = self._holdings.known[seat], self._declared[seat]
        for rank, worth in GLEEK_WORTH.items():
            cards = 0 if declared & _RANK_BITS[rank] else RANK_CARDS[rank]
            count = (known & cards).bit_count()
            if count == 4:
                yield _MOURNIVAL, rank, 2 * worth
            elif count == 3 or (count == 2 and self._turn_up & cards):
                yield _GLEEK, rank, worth

    def _holds(self, seat: int, verb: Verb, rank: str) -> bool | None:
        cards = RANK_CARDS[rank]
        needed = 4
        if verb is _GLEEK:
            needed = 2 if self._turn_up & cards else 3
        return self._holdings.holds(seat, cards, needed)

    def _pay_or_leave_open(self, action: int, made: Declaration) -> None:
        if made.true:
            rule = "turn_up_in_gleek" if made.rule == "turn_up_in_gleek" else "declarations_paid"
            self._ledger.collect(made.seat, made.worth, made.reason, action, rule)
        elif made.true is None:
            self.undecided.add(made.reason)

    def _decided_by(self, declared: Challenged) -> str:
        """What decides whether a declaration is true: of a gleek of two, whether the turn-up is the third."""
        seat, verb, rank = declared
        of_rank = RANK_CARDS[rank]
        if verb is _MOURNIVAL or not self._turned_up & of_rank:
            return "declarations"
        in_hand = (self._holdings.known[seat] & of_rank).bit_count()
        return "turn_up_in_gleek" if in_hand == 2 else "declarations"

    @staticmethod
    def _rivals(counting: list[Declaration]) -> list[Declaration]:
        """Those that may turn out the highest: all from the highest certain one up."""
        certain = [made.strength for made in counting if made.true]
        floor = max(certain, default=(False, 0))
        return [made for made in counting if made.strength >= floor]

    def _is_paid_with(self, made: Declaration, best: list[Declaration]) -> bool:
        if self._rules.declarations_paid is DeclarationsPaid.BEST_HOLDER:
            return any(made.seat == winner.seat for winner in best)
        return made in best

    def _breach(self, code: Code, made: Declaration, rule: str) -> None:
        expected = tuple(f"{verb} {rank}" for verb, rank, _ in self._left_to_declare(made.seat))
        self.violations.append(
            Violation(
                code=code, action=made.action, seat=made.seat, expected=expected, found=made.what, rule=rule
            )
        )

    def _note_challenge(self, code: Code, action: int, seat: int, found: str, rule: str) -> None:
        self.violations.append(
            Violation(code=code, action=action, seat=seat, expected=(), found=found, rule=rule)
        )


def _three_alike(cards: int) -> int:
    """The ranks, as bits, of which a hand has three cards or more that make a gleek."""
    other = cards >> 26  # diamonds and clubs, in the places of spades and hearts
    both, either = cards & other, cards | other
    return (both & either >> 13 | both >> 13 & either) & _GLEEK_RANKS
