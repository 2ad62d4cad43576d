"""What a settlement rests on: which rules, so that no open reading is hidden behind a firm one.

The replay enters each payment under the one rule that makes it due. Here are all that its payer, payee or
amount depend on in this hand. It is reckoned only when somebody asks, since most who replay a hand do not.
"""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import Final

from gleek_replay.engine.authority import is_open
from gleek_replay.engine.cards import RANK_CARDS
from gleek_replay.engine.exchange import draws_first
from gleek_replay.engine.hand import ORDERS, Action, Hand, Stage, Unseen, Verb
from gleek_replay.engine.hidden_showdown import certain_winner
from gleek_replay.engine.knowledge import complete_deal
from gleek_replay.engine.ledger import Payment, Reason
from gleek_replay.engine.options import HonoursTo, InitialPass, RaiseBy, RuffCount, TowserTumbler, VyingStakes
from gleek_replay.engine.result import Result
from gleek_replay.engine.ruff import best_ruff
from gleek_replay.engine.terms import terms_of

_SCORED: Final = RANK_CARDS["5"] | RANK_CARDS["6"]


class Grounds:
    """What the result of one hand rests on."""

    def __init__(self, hand: Hand, result: Result) -> None:
        self._hand, self._rules, self._result = hand, hand.rules, result
        self._terms = terms_of(hand.rules, hand.players, hand.turn_up)

    @cached_property
    def payments(self) -> tuple[tuple[str, ...], ...]:
        """The rules that each payment rests on: the open readings first, and of either the particular
        before the general.
        """
        rules = self._rules
        return tuple(
            tuple(sorted(self._of_payment(payment), key=lambda rule: not is_open(rules, rule)))
            for payment in self._result.payments
        )

    @cached_property
    def play(self) -> tuple[str, ...]:
        """The options that allowed what another choice would have forbidden."""
        allowed = {
            "raise_by": self._rules.raise_by is RaiseBy.ANY and self._raised_by_more,
            "exchange": self._threw_of_the_stock,
            "initial_pass": self._rules.initial_pass is InitialPass.CHECK and bool(self._came_in),
        }
        return tuple(rule for rule, used in allowed.items() if used)

    @cached_property
    def carried_out(self) -> tuple[str, ...]:
        """What it rests on that the ruff is handed on as it is, where nobody vied it."""
        result = self._result
        return ("unvied",) if result.carried_out and result.ruff.vied_by is None else ()

    @cached_property
    def open_readings(self) -> tuple[str, ...]:
        """The rules that no source settles, of all on which a violation, a payment, what is carried out or
        the legality of the play rests.
        """
        breached = [violation.rule for violation in self._result.violations]
        paid = [rule for rules in self.payments for rule in rules]
        every = dict.fromkeys((*breached, *self.play, *paid, *self.carried_out))
        return tuple(rule for rule in every if is_open(self._rules, rule))

    def _open(self, rules: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(rule for rule in rules if is_open(self._rules, rule))

    def _of_payment(self, payment: Payment) -> tuple[str, ...]:
        match payment.reason:
            case Reason.STOCK:
                return (*self._open(self._final_passes), payment.rule)
            case Reason.RUFF:
                return (*self._open(self._of_ruff(payment)), payment.rule)
            case Reason.CHALLENGE:
                return tuple(dict.fromkeys((payment.rule, "challenge")))
            case Reason.SCORE:
                seats = [seat for seat in (payment.payer, payment.payee) if seat < self._hand.players]
                found = [rule for seat in seats for rule in self._of_score(seat)]
                return tuple(dict.fromkeys((*found, payment.rule)))
        return (payment.rule,)

    @cached_property
    def _final_passes(self) -> tuple[str, ...]:
        """Whether a pass is final, where a player who had passed did or would have to speak again."""
        passed: set[int] = set()
        for seat, verb, _ in self._calls(Stage.AUCTION, Stage.EXCHANGE):
            if verb is Verb.PASS:
                passed.add(seat)
            elif passed:
                return ("passed_may_return",)
        return ()

    @cached_property
    def _raised_by_more(self) -> bool:
        bids = [amount for _, verb, amount in self._calls(Stage.AUCTION, Stage.EXCHANGE) if verb is Verb.BID]
        return any(bid > last + 1 for last, bid in pairwise(bids))

    @cached_property
    def _threw_of_the_stock(self) -> bool:
        """Whether the buyer threw out a card of the stock where he may because he takes it up first."""
        stock = complete_deal(self._hand, self._terms.layout)[1] or 0
        thrown = [
            0 if isinstance(cards, Unseen) else cards
            for _, _, cards in self._calls(Stage.EXCHANGE, Stage.VYING)
        ]
        return draws_first(self._rules, self._terms.layout) and bool(sum(thrown) & stock)

    def _of_ruff(self, payment: Payment) -> tuple[str, ...]:
        result, rules = self._result, self._rules
        if payment.action is None or payment.action < result.stages[Stage.VYING]:
            return ()  # an ante, paid before the vying
        checked = self._passed_first if rules.vying is VyingStakes.STAKE else set()
        decides = (
            self._passed_first
            if rules.initial_pass is InitialPass.OUT
            else self._came_in or payment.payer in checked
        )
        count = ("ruff_count",) if self._count_decides else ()
        return (*count, "initial_pass") if decides else count

    @cached_property
    def _passed_first(self) -> set[int]:
        """Who passed before the vie."""
        passed: set[int] = set()
        for seat, verb, _ in self._calls(Stage.VYING, Stage.DECLARATIONS):
            if verb is Verb.VIE:
                return passed
            passed.add(seat)
        return passed

    @cached_property
    def _came_in(self) -> set[int]:
        """Who passed before the vie and saw or revied after it."""
        calls = self._calls(Stage.VYING, Stage.DECLARATIONS)
        return self._passed_first & {seat for seat, verb, _ in calls if verb in (Verb.SEE, Verb.REVIE)}

    @cached_property
    def _count_decides(self) -> bool:
        """Whether the ruff is won by a way to count that is an open reading, and another than the winner
        might win by another.
        """
        if not is_open(self._rules, "ruff_count"):
            return False
        standing = self._standing
        return len(standing) > 1 and len({self._winner_by(count, standing) for count in RuffCount}) > 1

    @cached_property
    def _standing(self) -> list[int]:
        """Who came to the showdown, eldest first."""
        hand, out, vied = self._hand, set[int](), False
        for seat, verb, _ in self._calls(Stage.VYING, Stage.DECLARATIONS):
            vied = vied or verb is Verb.VIE
            if verb is Verb.PASS and (vied or hand.rules.initial_pass is InitialPass.OUT):
                out.add(seat)
        return [seat for seat in ORDERS[hand.players][hand.eldest] if seat not in out]

    def _winner_by(self, count: RuffCount, standing: list[int]) -> int | None:
        holdings = self._result.holdings
        assert holdings, "a showdown follows the exchange"
        if all(map(holdings.is_known, standing)):
            return max(standing, key=lambda seat: best_ruff(holdings.known[seat], count).strength)
        return certain_winner(standing, holdings, self._terms.layout.hand, count)

    def _of_score(self, seat: int) -> list[str]:
        """What the points of a player rest on beside the way to settle them."""
        hand, holdings, (points, every) = self._hand, self._result.holdings, self._terms.honours
        assert holdings, "the score follows the exchange"
        held, taken = holdings.known[seat] & every, self._result.taken[seat]
        found = []
        if sum(cards & every for cards in (*holdings.known, hand.turn_up)) != every:
            found.append("discarded_honour")
        if points[held] != points[taken]:
            found.append("honours_to")
        counting = held if self._rules.honours_to is HonoursTo.HOLDER else taken
        if seat == hand.dealer:
            counting |= hand.turn_up & every
        if self._rules.towser_tumbler is TowserTumbler.SCORED and counting & _SCORED:
            found.append("towser_tumbler")
        return found

    def _calls(self, stage: Stage, following: Stage) -> tuple[Action, ...]:
        """The actions of a stage, as far as they were followed."""
        stages, actions, stopped = self._result.stages, self._hand.actions, self._result.stopped_at
        if stage not in stages:
            return ()
        return actions[stages[stage] : stages.get(following, len(actions) if stopped is None else stopped)]
