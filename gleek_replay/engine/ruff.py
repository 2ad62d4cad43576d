"""Vying the ruff: who stands in, for how much, and whose ruff is best."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple

from gleek_replay.engine.cards import RANK_CARDS, RANKS, SUIT_CARDS, SUITS, each_card, rank_of
from gleek_replay.engine.hand import Hand, Verb
from gleek_replay.engine.options import InitialPass, RuffCount, VyingEnds, VyingStakes
from gleek_replay.engine.violations import Code, Violation

_VIE, _PASS, _SEE, _REVIE, _STAND = Verb.VIE, Verb.PASS, Verb.SEE, Verb.REVIE, Verb.STAND
_STAKE, _OUT, _WHEN_NONE_RAISE = VyingStakes.STAKE, InitialPass.OUT, VyingEnds.WHEN_NONE_RAISE
_new = tuple.__new__
_ACES: Final = RANK_CARDS["A"]
_S, _H, _D, _C = SUIT_CARDS.values()
_COURTS: Final = "KQJ"


class Ruff(NamedTuple):
    """The best suit of a hand: its letter, its value, and whether the hand has all four Aces."""

    suit: str
    value: int
    four_aces: bool

    @property
    def strength(self) -> tuple[bool, int]:
        """What decides between two ruffs; equal ruffs fall to the elder."""
        return (self.four_aces, self.value)


@cache
def _pips(cards: int) -> int:
    return sum(_worth(card, RANKS.index(rank_of(card)) + 2) for card in each_card(cards))


@cache
def _flat(cards: int) -> int:
    return sum(_worth(card, 1) for card in each_card(cards))


def _worth(card: int, small: int) -> int:
    if card & _ACES:
        return 11
    return 10 if rank_of(card) in _COURTS else small


COUNTS: Final[dict[RuffCount, Callable[[int], int]]] = {
    RuffCount.PIPS: _pips,
    RuffCount.FLAT: _flat,
    RuffCount.CARDS: int.bit_count,
}
"""What the cards of one suit are worth, by each way to reckon. A suit has few enough sets of cards to
remember the worth of each."""


def best_ruff(cards: int, count: RuffCount) -> Ruff:
    """The best ruff of a hand; of equal suits the first of spades, hearts, diamonds, clubs."""
    value_of = COUNTS[count]
    values = (value_of(cards & _S), value_of(cards & _H), value_of(cards & _D), value_of(cards & _C))
    best = max(values)
    return _new(Ruff, (SUITS[values.index(best)], best, cards & _ACES == _ACES))


class RuffOutcome(NamedTuple):
    """How the vying ended; amounts in counters.

    ``reached`` is false while the vying has not ended. ``winner`` is ``None`` when nobody vied, or when
    hidden cards decide. ``pays`` has what each loser lost in all, an ante included.
    """

    reached: bool = False
    vied_by: int | None = None
    winner: int | None = None
    shown: Mapping[int, Ruff] = MappingProxyType({})
    pays: Mapping[int, int] = MappingProxyType({})


class Vying:
    """The vying, in units: one unit is the ruff stake times the ruff multiplier carried in.

    With ``stake`` a player owes the stake as it stood when he passed, with ``ante`` he loses what he has
    put in. ``put`` counts either, in units, as each would lose it now.
    """

    __slots__ = (
        "_acted", "_answered", "_gave_up", "_level", "_players", "_rules", "over", "put", "raiser",
        "standing", "turn", "vied_by", "violations",
    )  # fmt: skip

    def __init__(self, hand: Hand, violations: list[Violation]) -> None:
        self._rules = hand.rules
        self._players = hand.players
        self._level = 0 if hand.rules.vying is _STAKE else 1
        self._acted = 0
        self._answered = 0
        self._gave_up = 0
        self.put = [self._level] * hand.players
        self.standing = (1 << hand.players) - 1
        self.turn = hand.eldest
        self.vied_by: int | None = None
        self.raiser: int | None = None
        self.over = False
        self.violations = violations

    def open_verbs(self) -> tuple[Verb, ...]:
        """What the player in turn may do."""
        if self.vied_by is None:
            return (Verb.VIE, Verb.PASS)
        if self._may_stand(self.turn):
            return (Verb.REVIE, Verb.STAND)
        return (Verb.PASS, Verb.SEE, Verb.REVIE)

    def act(self, action: int, seat: int, verb: Verb) -> Violation | None:
        """Take a vie, see, revie, stand or pass; returns the violation that stops the replay, if any."""
        if code := self._stops(seat, verb):
            return self._breach(code, action, seat, verb)
        if seat != self.turn:
            self.violations.append(
                Violation(
                    code=Code.OUT_OF_TURN, action=action, seat=seat, expected=(self.turn,),
                    found=verb.value, rule="turns",
                )
            )  # fmt: skip
        if self.vied_by is None:
            self._open(seat, verb)
        else:
            self._answer(seat, verb)
        return None

    def seats_in(self) -> list[int]:
        """The players still in, from eldest to youngest as the seats run."""
        return [seat for seat in range(self._players) if self.standing >> seat & 1]

    def _stops(self, seat: int, verb: Verb) -> Code | None:
        if not self.standing >> seat & 1:
            return Code.NOT_IN_RUFF
        if self.vied_by is None:
            return None if verb is _PASS or verb is _VIE else Code.NOTHING_TO_SEE
        if verb is _VIE:
            return Code.ALREADY_VIED
        if verb is _STAND:
            return None if self._may_stand(seat) else Code.CANNOT_STAND
        if verb is not _REVIE and self._raises_or_stands(seat):
            return Code.NOTHING_TO_SEE
        return None

    def _open(self, seat: int, verb: Verb) -> None:
        self._acted |= 1 << seat
        if verb is _VIE:
            self.vied_by = seat
            self._raise(seat)
            return
        if self._rules.initial_pass is _OUT:
            self.standing &= ~(1 << seat)
            self._gave_up |= 1 << seat
        waiting = ~self._acted & (1 << self._players) - 1
        self._give_turn(seat, waiting)

    def _answer(self, seat: int, verb: Verb) -> None:
        if verb is _STAND:
            self.over = True
        elif verb is _REVIE:
            self._raise(seat)
        else:
            if verb is _SEE:
                self.put[seat] = self._level
            else:
                self.standing &= ~(1 << seat)
                if self._rules.vying is _STAKE:
                    self.put[seat] = self._level
            self._answered |= 1 << seat
            self._wait_from(seat)

    def _raise(self, seat: int) -> None:
        self._level += 1
        self.put[seat] = self._level
        self.raiser = seat
        self._answered = 1 << seat
        self._wait_from(seat)

    def _wait_from(self, seat: int) -> None:
        """Give the turn to the next who has to answer; with nobody left the vying may be over."""
        if self.standing.bit_count() == 1:
            self.over = True
            return
        waiting = self.standing & ~self._answered
        if not waiting and self.raiser is not None and self._raises_or_stands(self.raiser):
            self.turn = self.raiser
        else:
            self._give_turn(seat, waiting)

    def _give_turn(self, seat: int, waiting: int) -> None:
        if not waiting:
            self.over = True
            return
        turn = (seat + 1) % self._players
        while not waiting >> turn & 1:
            turn = (turn + 1) % self._players
        self.turn = turn

    def _raises_or_stands(self, seat: int) -> bool:
        """Whether revie and stand are all that this player could do in his turn."""
        return seat == self.raiser and self._rules.vying_ends is _WHEN_NONE_RAISE

    def _may_stand(self, seat: int) -> bool:
        return self._raises_or_stands(seat) and not self.standing & ~self._answered

    def _breach(self, code: Code, action: int, seat: int, verb: Verb) -> Violation:
        rule = "ruff"
        if self._gave_up >> seat & 1:
            rule = "initial_pass"
        elif code is Code.CANNOT_STAND or (code is Code.NOTHING_TO_SEE and self._raises_or_stands(seat)):
            rule = "vying_ends"
        return Violation(
            code=code, action=action, seat=seat, expected=self._expected(seat), found=verb.value, rule=rule
        )

    def _expected(self, seat: int) -> tuple[str, ...]:
        if not self.standing >> seat & 1:
            return ()
        if self.vied_by is None:
            return (Verb.VIE.value, Verb.PASS.value)
        if self._may_stand(seat):
            return (Verb.REVIE.value, Verb.STAND.value)
        if self._raises_or_stands(seat):
            return (Verb.REVIE.value,)
        return (Verb.PASS.value, Verb.SEE.value, Verb.REVIE.value)
