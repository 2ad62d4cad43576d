"""The replay: one hand from the deal to the settlement, by the rules.

Everything that reads a hand reads the :class:`Result` of this one replay.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final, TypeAlias

from gleek_replay.engine import knowledge
from gleek_replay.engine.auction import Auction
from gleek_replay.engine.deal import judge_dealer, pay_turn_up
from gleek_replay.engine.declarations import Declarations
from gleek_replay.engine.doubts import undecided, unverified
from gleek_replay.engine.exchange import Discarding
from gleek_replay.engine.hand import OPEN_VERBS, Action, Carried, Hand, Stage, Verb
from gleek_replay.engine.holdings import Holdings
from gleek_replay.engine.knowledge import Knowledge
from gleek_replay.engine.ledger import Ledger, Reason, balances
from gleek_replay.engine.options import Unvied
from gleek_replay.engine.result import Result
from gleek_replay.engine.ruff import RuffOutcome, Vying
from gleek_replay.engine.score import Score, score_hand, settle
from gleek_replay.engine.showdown import end_of_vying, pay_antes
from gleek_replay.engine.small_trumps import Claims, Right
from gleek_replay.engine.terms import terms_of
from gleek_replay.engine.tricks import Tricks
from gleek_replay.engine.violations import Code, Violation

Handler: TypeAlias = Callable[["Replay", int, int, Verb, Any], Violation | None]
_NOT_REACHED: Final = RuffOutcome()
_NOTHING_OPEN: Final[tuple[tuple[str, ...], frozenset[Reason]]] = ((), frozenset())
_BID, _DOUBLE = Verb.BID, Unvied.DOUBLE
_AUCTION, _EXCHANGE, _VYING, _DECLARATIONS, _TRICKS, _OVER = Stage


class Replay:
    """A hand as it is replayed. A hand whose cards are all known can go on from where its record ends."""

    def __init__(self, hand: Hand, known: Knowledge | None = None) -> None:
        self.hand = hand
        self._terms = terms = terms_of(hand.rules, hand.players, hand.turn_up)
        self.layout = terms.layout
        self._known = known or knowledge.is_open(hand, self.layout) or self._deduced(hand)
        self.actions: list[Action] = list(hand.actions)
        self.payments = Ledger(hand.players)
        self.violations: list[Violation] = []
        self.stages: dict[Stage, int] = {_AUCTION: 0}
        self.stage: Stage = _AUCTION
        self.stopped_at: int | None = None
        self.auction = Auction(hand, self.violations)
        self.discarding: Discarding | None = None
        self.vying: Vying | None = None
        self.holdings: Holdings | None = None
        self.declarations: Declarations | None = None
        self.claims: Claims | None = None
        self.tricks: Tricks | None = None
        self._ruff = _NOT_REACHED
        self._ruff_doubtful = False
        self._scores: tuple[Score, ...] | None = None
        self._handlers = self._HANDLERS[self.stage]
        self._next = 0
        if breach := judge_dealer(hand):
            self.violations.append(breach)
        pay_turn_up(hand, terms.small_trumps, self.payments)
        self._run()

    def _deduced(self, hand: Hand) -> Knowledge:
        """What a record with hidden cards proves, found by following who did what."""
        followed = Replay(hand, knowledge.unconstrained(hand, self.layout))
        end = len(hand.actions) if followed.stopped_at is None else followed.stopped_at
        buyer = followed.auction.sale.buyer if followed.auction.sale else None
        return knowledge.deduce(hand, self.layout, buyer, hand.actions[:end])

    @property
    def stopped(self) -> bool:
        """Whether the replay had to stop."""
        return self.stopped_at is not None

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is; ``None`` where there are no turns or the hand is over."""
        match self.stage:
            case Stage.AUCTION:
                return self.auction.turn
            case Stage.EXCHANGE:
                return self.discarding.buyer if self.discarding else None
            case Stage.VYING:
                return self.vying.turn if self.vying else None
            case Stage.DECLARATIONS:
                return None
            case _:
                return self.tricks.turn if self.tricks and not self.tricks.over else None

    def held(self, seat: int) -> int:
        """The cards that a player is known to hold now."""
        if self.tricks:
            return self.tricks.held[seat]
        if self.holdings:
            return self.holdings.known[seat]
        if self.discarding and seat == self.discarding.buyer:
            return self.discarding.cards
        return self._known.dealt[seat]

    def legal_cards(self, seat: int) -> int:
        """What a player could play in his turn; every card he holds before the first lead."""
        return self.tricks.legal_cards(seat) if self.tricks else self.held(seat)

    def open_verbs(self) -> tuple[Verb, ...]:
        """What may be done now: at the vying by the player in turn, else in this stage at all."""
        if self.stage is Stage.VYING and self.vying:
            return self.vying.open_verbs()
        return OPEN_VERBS[self.stage]

    @property
    def least_bid(self) -> int:
        """The lowest legal bid."""
        return self.auction.least_bid

    @property
    def discards_due(self) -> int:
        """How many cards the buyer's next discard takes; 0 outside the exchange."""
        return self.discarding.due if self.discarding else 0

    def act(self, seat: int, verb: Verb, argument: Any = None) -> None:
        """Go on with one more action; nothing is followed after the replay had to stop."""
        self.actions.append((seat, verb, argument))
        self._run()

    def _run(self) -> None:
        """Follow the actions not yet followed."""
        actions = self.actions
        while self._next < len(actions) and self.stopped_at is None:
            index = self._next
            seat, verb, argument = actions[index]
            self._next = index + 1
            breach = self._handlers.get(verb, Replay._misplace)(self, index, seat, verb, argument)
            if breach:
                self.violations.append(breach)
                self.stopped_at = breach.action

    def _misplace(self, index: int, seat: int, verb: Verb, argument: Any) -> Violation | None:
        """What does not belong to the stage stops the replay."""
        expected = tuple(open_verb.value for open_verb in self.open_verbs() if self._is_open(open_verb))
        return Violation(
            code=Code.WRONG_STAGE, action=index, seat=seat, expected=expected, found=verb.value,
            rule="turns",
        )  # fmt: skip

    def _is_open(self, verb: Verb) -> bool:
        """Whether the rules, and what was done last, leave open what the stage would."""
        if verb is Verb.CHALLENGE:
            made = self.declarations.made if self.declarations else []
            return self.hand.rules.challenge and any(not declared.challenged for declared in made)
        trump = self._terms.small_trumps.by_verb.get(verb)
        if trump is None:
            return True
        last = self.tricks.last if self.tricks else None
        return trump.paid_aside and (last[1] == trump.card if last else verb is Verb.TIDDY)

    def _call(self, index: int, seat: int, verb: Verb, argument: Any) -> Violation | None:
        auction = self.auction
        breach = auction.bid(index, seat, argument) if verb is _BID else auction.pass_(index, seat)
        if auction.sale:
            auction.settle(index, self.payments)
            buyer = auction.sale.buyer
            dealt, pool = self._known.dealt[buyer], self._known.pool
            pool = dealt | self._known.stock if pool is None else pool
            self.discarding = Discarding(self.hand.rules, self.layout, buyer, dealt, pool)
            self._enter(_EXCHANGE, index + 1)
        return breach

    def _discard(self, index: int, seat: int, verb: Verb, argument: Any) -> Violation | None:
        assert self.discarding, "the stock is bought before the exchange"
        breach = self.discarding.discard(index, seat, argument)
        if not self.discarding.due:
            self.vying = Vying(self.hand, self.violations)
            self.holdings = self._known.holdings(self.discarding.buyer, self.discarding.cards)
            pay_antes(self.hand, index, self.payments)
            self._enter(_VYING, index + 1)
        return breach

    def _vie(self, index: int, seat: int, verb: Verb, argument: Any) -> Violation | None:
        assert self.vying and self.holdings, "the vying follows the exchange"
        breach = self.vying.act(index, seat, verb)
        if self.vying.over:
            hand, size, holdings, ledger = self.hand, self.layout.hand, self.holdings, self.payments
            self._ruff, self._ruff_doubtful = end_of_vying(hand, size, self.vying, holdings, index, ledger)
            self.declarations = Declarations(hand, holdings, ledger, self.violations)
            self.claims = Claims(self._terms.small_trumps, holdings, ledger, self.violations)
            self._enter(_DECLARATIONS, index + 1)
        return breach

    def _declare(self, index: int, seat: int, verb: Verb, argument: Any) -> Violation | None:
        assert self.declarations, "declarations follow the vying"
        self.declarations.declare(index, seat, verb, argument)
        return None

    def _challenge(self, index: int, seat: int, verb: Verb, argument: Any) -> Violation | None:
        assert self.declarations, "a challenge follows the vying"
        self.declarations.challenge(index, seat, argument)
        return None

    def _claim(self, index: int, seat: int, verb: Verb, argument: Any) -> Violation | None:
        assert self.claims, "a claim follows the vying"
        self.claims.claim(index, seat, verb, self.tricks.last if self.tricks else None)
        return None

    def _play(self, index: int, seat: int, verb: Verb, card: Any) -> Violation | None:
        """Follow cards played, from the first lead to the end of the last trick."""
        assert self.declarations and self.claims and self.holdings, "cards are led after the vying"
        if self.tricks is None:
            honours = self._terms.honours.cards
            tricks = Tricks(self.hand, self.layout, honours, self.holdings, self.claims, self.violations)
            if breach := tricks.judge_held(index, seat, card):
                return breach
            self.declarations.close(index)
            self.tricks = tricks
            self._enter(_TRICKS, index)
        self._next, breach = self.tricks.play(self.actions, index)
        if self.tricks.over:
            self._score(self._next - 1)
        return breach

    def _score(self, index: int) -> None:
        assert self.tricks and self.holdings, "a hand is scored after its tricks"
        tricks, hands, honours = self.tricks, self.holdings.known, self._terms.honours
        scores = score_hand(self.hand, honours, hands, tricks.taken, tricks.won)
        settle(self.hand.rules, self.layout, scores, index, self.payments)
        self._scores = scores
        self._enter(_OVER, index + 1)

    def _enter(self, stage: Stage, index: int) -> None:
        self.stage = stage
        self.stages[stage] = index
        self._handlers = self._HANDLERS[stage]

    def result(self) -> Result:
        """What the rules say of the hand so far."""
        net = tuple(balances(self.payments.payments, self.hand.players + 2))
        ruff = self._ruff
        if not ruff.reached and self.vying:
            ruff = RuffOutcome(vied_by=self.vying.vied_by)
        open_stages, open_payments = _NOTHING_OPEN if self._known.held is None else self._left_open()
        return Result(
            payments=tuple(self.payments.payments),
            violations=tuple(self.violations),
            complete=self.stage is _OVER,
            stopped_at=self.stopped_at,
            stages=self.stages.copy(),
            sale=self.auction.sale,
            ruff=ruff,
            tricks=tuple(self.tricks.finished) if self.tricks else (),
            score=self._scores,
            carried_out=self._carried_out(net),
            rights=self._rights(),
            unverified=open_stages,
            undecided=open_payments,
            net=net,
            holdings=self.holdings,
            taken=tuple(self.tricks.taken) if self.tricks else (),
        )

    def _left_open(self) -> tuple[tuple[str, ...], frozenset[Reason]]:
        doubtful, declarations, claims = self._ruff_doubtful, self.declarations, self.claims
        return (
            unverified(self._known.exchange_known, doubtful, declarations, claims, self.tricks),
            undecided(doubtful and self._ruff.winner is None, declarations, claims),
        )

    def _carried_out(self, net: tuple[int, ...]) -> Carried | None:
        if self.stage is not _OVER:
            return None
        multiplier, ruff_pot, pot = self.hand.carried
        doubles = self._ruff.vied_by is None and self.hand.rules.unvied is _DOUBLE
        to_pot, to_ruff_pot = net[-2:]
        return Carried(2 * multiplier if doubles else 1, ruff_pot + to_ruff_pot, pot + to_pot)

    def _rights(self) -> tuple[Right, ...]:
        if not (self.declarations and self.claims and self.tricks):
            return ()
        last = self.tricks.last
        still_open = last[1] if last and not self.tricks.over else 0
        return (*self.declarations.undeclared(), *self.claims.unclaimed(still_open))

    _LATER: ClassVar[dict[Verb, Handler]] = {
        Verb.TIDDY: _claim, Verb.TOWSER: _claim, Verb.TUMBLER: _claim, Verb.CHALLENGE: _challenge,
    }  # fmt: skip
    _HANDLERS: ClassVar[dict[Stage, dict[Verb, Handler]]] = {
        Stage.AUCTION: dict.fromkeys(OPEN_VERBS[Stage.AUCTION], _call),
        Stage.EXCHANGE: {Verb.DISCARD: _discard},
        Stage.VYING: dict.fromkeys(OPEN_VERBS[Stage.VYING], _vie),
        Stage.DECLARATIONS: {**_LATER, Verb.GLEEK: _declare, Verb.MOURNIVAL: _declare, Verb.PLAY: _play},
        Stage.TRICKS: {**_LATER, Verb.PLAY: _play},
        Stage.OVER: _LATER,
    }
    """What each verb does in each stage."""


def replay(hand: Hand) -> Result:
    """Replay a hand to the end of its record."""
    return Replay(hand).result()
