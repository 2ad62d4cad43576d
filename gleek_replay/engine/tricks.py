"""The tricks: turn, following, and who wins each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gleek_replay.engine.cards import NAME_BY_CARD, RANK_CARDS, SUIT_OF, card_names, highest
from gleek_replay.engine.hand import Action, Hand, Verb
from gleek_replay.engine.holdings import Holdings
from gleek_replay.engine.layouts import Layout
from gleek_replay.engine.options import Follow
from gleek_replay.engine.small_trumps import Claims
from gleek_replay.engine.violations import Code, Violation

TEN_OR_HIGHER: Final = sum(RANK_CARDS[rank] for rank in "TJQKA")
_BITS: Final = tuple(1 << seat for seat in range(7))


class Tricks:
    """The play of the cards. A player out of turn is followed as if it had been his turn.

    ``held`` is what each player is known to have still in hand, ``taken`` the cards each has won, and
    ``finished`` the index of the last card and the winner of each trick.
    """

    __slots__ = (
        "_acted", "_best", "_claims", "_follow", "_led", "_left", "_maybe", "_pile", "_remaining",
        "_trumps", "_winner", "doubtful", "finished", "held", "last", "taken", "turn", "violations",
    )  # fmt: skip

    def __init__(
        self, hand: Hand, layout: Layout, holdings: Holdings, claims: Claims, violations: list[Violation]
    ) -> None:
        self._follow = hand.rules.follow
        self._trumps = SUIT_OF[hand.turn_up]
        self._left = tuple((seat + 1) % hand.players for seat in range(hand.players))
        self._remaining = layout.hand
        self._claims = claims
        self._maybe = holdings.maybe
        self._acted = self._led = self._best = self._pile = 0
        self._winner = 0
        self.held = holdings.known.copy()
        self.taken = [0] * hand.players
        self.finished: list[tuple[int, int]] = []
        self.last: tuple[int, int] | None = None
        self.doubtful = False
        self.turn = hand.eldest
        self.violations = violations

    @property
    def over(self) -> bool:
        """Whether the last trick is over."""
        return not self._remaining

    def play(  # noqa: C901 - one loop, see below
        self, actions: Sequence[Action], index: int
    ) -> tuple[int, Violation | None]:
        """Follow the cards played from ``actions[index]`` on, up to the first action of another kind or
        the end of the last trick.

        Returns the index where it left off, and the violation at which the replay has to stop, if any.
        The loop is written out in one piece since two thirds of a hand's actions pass through it.
        """
        play, held, maybe, left, trumps = Verb.PLAY, self.held, self._maybe, self._left, self._trumps
        bits, suit_of = _BITS, SUIT_OF
        any_card, watched = self._follow is Follow.SUIT, self._claims.watched
        everyone = bits[len(left)] - 1
        turn, acted, led, best = self.turn, self._acted, self._led, self._best
        pile, winner, remaining = self._pile, self._winner, self._remaining
        stopped, first = None, index
        for index in range(index, len(actions)):  # noqa: B020 - one counter for both
            seat, verb, card = actions[index]
            if verb is not play or not remaining:
                break
            cards = held[seat]
            if seat != turn or not cards & card:
                stopped = self._judge_play(index, seat, turn, card, acted)
                if stopped:
                    break
            held[seat] = cards ^ card
            if not acted:
                led, best, winner = suit_of[card], card, seat
            elif card & led:
                if not any_card:
                    self._judge_height(index, seat, card, cards & led, acted)
                if best & led and card > best:
                    best, winner = card, seat
            else:
                if cards & led:
                    self._revoke(index, seat, card, cards & led, acted)
                elif maybe[seat] & led:
                    self.doubtful = True
                if card & trumps and (card > best or not best & trumps):
                    best, winner = card, seat
            if card & watched:
                self._claims.played(index, seat, card)
            pile |= card
            acted |= bits[seat]
            if acted == everyone:
                self.taken[winner] |= pile
                self.finished.append((index, winner))
                remaining -= 1
                turn, acted, pile = winner, 0, 0
            else:
                turn = left[seat]
                while acted & bits[turn]:
                    turn = left[turn]
        else:
            index = len(actions)
        self.turn, self._acted, self._led, self._best = turn, acted, led, best
        self._pile, self._winner, self._remaining = pile, winner, remaining
        if index > first:
            seat, _, card = actions[index - 1]
            self.last = (seat, card)
        return index, stopped

    def legal_cards(self, seat: int) -> int:
        """What this player could play in his turn."""
        held = self.held[seat]
        if not self._acted or not held & self._led:
            return held
        return self._must_follow(held & self._led, self._acted)

    def _must_follow(self, of_suit: int, acted: int) -> int:
        """The legal cards among those held of the suit led."""
        if self._follow is Follow.HIGHEST:
            return highest(of_suit)
        if self._follow is Follow.SECOND_HIGH and acted.bit_count() == 1:
            return of_suit & TEN_OR_HIGHER or highest(of_suit)
        return of_suit

    def _judge_play(self, action: int, seat: int, turn: int, card: int, acted: int) -> Violation | None:
        """Judge a card played out of turn or not held; returns the violation that stops the replay."""
        if acted & _BITS[seat]:
            return self._stop(Code.PLAYED_TWICE, action, seat, (), card)
        if breach := self.judge_held(action, seat, card):
            return breach
        self._out_of_turn(action, seat, turn, card)
        return None

    def judge_held(self, action: int, seat: int, card: int) -> Violation | None:
        """The violation that stops the replay if a player does not hold the card he plays."""
        held = self.held[seat]
        return None if held & card else self._stop(Code.CARD_NOT_HELD, action, seat, card_names(held), card)

    def _judge_height(self, action: int, seat: int, card: int, of_suit: int, acted: int) -> None:
        """Judge a card that follows suit where the suit's height matters too."""
        legal = self._must_follow(of_suit, acted)
        if not card & legal:
            code = Code.NOT_HIGHEST if self._follow is Follow.HIGHEST else Code.NOT_HIGH_ENOUGH
            self._note(code, action, seat, card_names(legal), card)
        elif doubt := self._maybe[seat] & SUIT_OF[card]:
            with_doubt = self._must_follow(of_suit | doubt, acted)
            self.doubtful |= not card & with_doubt

    def _revoke(self, action: int, seat: int, card: int, of_suit: int, acted: int) -> None:
        expected = card_names(self._must_follow(of_suit, acted))
        self._note(Code.REVOKE, action, seat, expected, card)

    def _out_of_turn(self, action: int, seat: int, turn: int, card: int) -> None:
        self.violations.append(
            Violation(
                code=Code.OUT_OF_TURN, action=action, seat=seat, expected=(turn,),
                found=NAME_BY_CARD[card], rule="turns",
            )
        )  # fmt: skip

    def _note(self, code: Code, action: int, seat: int, expected: tuple[str, ...], card: int) -> None:
        self.violations.append(
            Violation(
                code=code, action=action, seat=seat, expected=expected, found=NAME_BY_CARD[card],
                rule="follow",
            )
        )  # fmt: skip

    @staticmethod
    def _stop(code: Code, action: int, seat: int, expected: tuple[str, ...], card: int) -> Violation:
        return Violation(
            code=code, action=action, seat=seat, expected=expected, found=NAME_BY_CARD[card], rule="tricks"
        )
