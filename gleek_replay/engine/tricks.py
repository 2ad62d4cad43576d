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

_PLAY, _SUIT, _HIGHEST, _SECOND_HIGH = Verb.PLAY, Follow.SUIT, Follow.HIGHEST, Follow.SECOND_HIGH
TEN_OR_HIGHER: Final = sum(RANK_CARDS[rank] for rank in "TJQKA")
_LEFT: Final = tuple(tuple((seat + 1) % players for seat in range(players)) for players in range(7))
_BITS: Final = tuple(1 << seat for seat in range(7))


class Tricks:
    """The play of the cards. A player out of turn is followed as if it had been his turn.

    ``held`` is what each player is known to have still in hand, ``won`` the number of his tricks, and
    ``taken`` the honours in them. ``finished`` has the index of the last card and the winner of each trick,
    and ``last`` who played last, and what. They are ``over`` when no card is left.
    """

    __slots__ = (
        "_acted", "_best", "_certain", "_claims", "_fallen", "_follow", "_holdings", "_honours", "_led",
        "_left", "_maybe", "_remaining", "_trumps", "_winner", "doubtful", "finished", "held", "last", "over",
        "taken", "turn", "violations", "won",
    )  # fmt: skip

    def __init__(
        self, hand: Hand, layout: Layout, honours: int, holdings: Holdings, claims: Claims,
        violations: list[Violation],
    ) -> None:  # fmt: skip
        self._follow = hand.rules.follow
        self._trumps = SUIT_OF[hand.turn_up]
        self._left = _LEFT[hand.players]
        self._remaining = layout.hand * hand.players
        self._honours = honours
        self._claims = claims
        self._holdings, self._maybe = holdings, holdings.maybe
        self._certain: dict[tuple[int, int], bool] = {}
        self._acted = self._led = self._best = self._fallen = 0
        self._winner = 0
        self.held = holdings.known.copy()
        self.taken = [0] * hand.players
        self.won = [0] * hand.players
        self.finished: list[tuple[int, int]] = []
        self.last: tuple[int, int] | None = None
        self.doubtful = self.over = False
        self.turn = hand.eldest
        self.violations = violations

    def play(  # noqa: C901 - one loop, see below
        self, actions: Sequence[Action], index: int
    ) -> tuple[int, Violation | None]:
        """Follow the cards played from ``actions[index]`` on, up to the first action of another kind or
        the end of the last trick.

        Returns the index where it left off, and the violation at which the replay has to stop, if any.
        The loop is written out in one piece since two thirds of a hand's actions pass through it.
        """
        play, held, maybe, left, trumps = _PLAY, self.held, self._maybe, self._left, self._trumps
        bits, suit_of = _BITS, SUIT_OF
        any_card, honours = self._follow is _SUIT, self._honours
        noted = honours | self._claims.watched
        everyone = bits[len(left)] - 1
        turn, acted, led, best = self.turn, self._acted, self._led, self._best
        fallen, winner = self._fallen, self._winner
        stopped, first = None, index
        end = min(len(actions), index + self._remaining)
        for index in range(index, end):  # noqa: B020 - one counter for both
            seat, verb, card = actions[index]
            if verb is not play:
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
                if card > best and best & led:
                    best, winner = card, seat
            else:
                if cards & led:
                    self._revoke(index, seat, card, cards & led, acted)
                elif doubt := maybe[seat] & led:
                    self._judge_doubt(Code.REVOKE, index, seat, card, doubt)
                if card & trumps and (card > best or not best & trumps):
                    best, winner = card, seat
            if card & noted:
                fallen |= card & honours
                if card & self._claims.watched:
                    self._claims.played(index, seat, card)
            acted |= bits[seat]
            if acted == everyone:
                self.taken[winner] |= fallen
                self.won[winner] += 1
                self.finished.append((index, winner))
                turn, acted, fallen = winner, 0, 0
            else:
                turn = left[seat]
                while acted & bits[turn]:
                    turn = left[turn]
        else:
            index = end
        self.turn, self._acted, self._led, self._best = turn, acted, led, best
        self._fallen, self._winner = fallen, winner
        self._remaining -= index - first
        self.over = not self._remaining
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
        if self._follow is _HIGHEST:
            return highest(of_suit)
        if self._follow is _SECOND_HIGH and acted.bit_count() == 1:
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
        doubt = self._maybe[seat] & SUIT_OF[card]
        if card & (self._must_follow(of_suit | doubt, acted) if doubt else legal):
            return
        code = Code.NOT_HIGHEST if self._follow is _HIGHEST else Code.NOT_HIGH_ENOUGH
        if card & legal:
            self._judge_doubt(code, action, seat, card, doubt & -card)
        else:
            self._note(code, action, seat, card_names(legal), card)

    def _judge_doubt(self, code: Code, action: int, seat: int, card: int, better: int) -> None:
        """Judge a card played by one who may hold a better one: how many cards lie where can prove it."""
        held = self._certain.get((seat, better))
        if held is None:
            held = self._certain[seat, better] = self._holdings.holds_one(seat, better)
        if held:
            self._note(code, action, seat, card_names(better), card, one_of=better.bit_count() > 1)
        else:
            self.doubtful = True

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

    def _note(
        self,
        code: Code,
        action: int,
        seat: int,
        expected: tuple[str, ...],
        card: int,
        *,
        one_of: bool = False,
    ) -> None:
        self.violations.append(
            Violation(
                code=code, action=action, seat=seat, expected=expected, found=NAME_BY_CARD[card],
                rule="follow", one_of=one_of,
            )
        )  # fmt: skip

    @staticmethod
    def _stop(code: Code, action: int, seat: int, expected: tuple[str, ...], card: int) -> Violation:
        return Violation(
            code=code, action=action, seat=seat, expected=expected, found=NAME_BY_CARD[card], rule="tricks"
        )
