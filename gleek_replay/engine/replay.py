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
from gleek_replay.engine.exchange import Discarding
from gleek_replay.engine.hand import Action, Carried, Hand, Stage, Verb
from gleek_replay.engine.holdings import Holdings
from gleek_replay.engine.knowledge import Knowledge
from gleek_replay.engine.ledger import Ledger, Reason, balances
from gleek_replay.engine.options import Unvied
from gleek_replay.engine.result import Result
from gleek_replay.engine.ruff import RuffOutcome, Vying
from gleek_replay.engine.rules import layout_of
from gleek_replay.engine.score import Score, Scoring
from gleek_replay.engine.showdown import end_of_vying, pay_antes
from gleek_replay.engine.small_trumps import Claims, Right
from gleek_replay.engine.tricks import Tricks
from gleek_replay.engine.violations import Code, Violation

_OPEN_VERBS: Final[dict[Stage, tuple[Verb, ...]]] = {
    Stage.AUCTION: (Verb.BID, Verb.PASS),
    Stage.EXCHANGE: (Verb.DISCARD,),
    Stage.VYING: (Verb.PASS, Verb.VIE, Verb.SEE, Verb.REVIE, Verb.STAND),
    Stage.DECLARATIONS: (
        Verb.GLEEK, Verb.MOURNIVAL, Verb.TIDDY, Verb.TOWSER, Verb.TUMBLER, Verb.CHALLENGE, Verb.PLAY,
    ),
    Stage.TRICKS: (Verb.PLAY, Verb.TIDDY, Verb.TOWSER, Verb.TUMBLER, Verb.CHALLENGE),
    Stage.OVER: (Verb.TIDDY, Verb.TOWSER, Verb.TUMBLER, Verb.CHALLENGE),
}  # fmt: skip


Handler: TypeAlias = Callable[["Replay", int, int, Verb, Any], Violation | None]


class Replay:
    """A hand as it is replayed. A hand whose cards are all known can go on from where its record ends."""

    def __init__(self, hand: Hand, known: Knowledge | None = None) -> None:
        self.hand = hand
        self.layout = layout_of(hand.rules, hand.players)
        self._known = known or knowledge.is_open(hand, self.layout) or self._deduced(hand)
        self.actions: list[Action] = list(hand.actions)
        self.payments = Ledger(hand.players)
        self.violations: list[Violation] = []
        self.stages: dict[Stage, int] = {Stage.AUCTION: 0}
        self.stage = Stage.AUCTION
        self.stopped_at: int | None = None
        self.auction = Auction(hand, self.violations)
        self.discarding: Discarding | None = None
        self.vying: Vying | None = None
        self.holdings: Holdings | None = None
        self.declarations: Declarations | None = None
        self.claims: Claims | None = None
        self.tricks: Tricks | None = None
        self._ruff = RuffOutcome()
        self._ruff_doubtful = False
        self._scores: tuple[Score, ...] | None = None
        self._next = 0
        if breach := judge_dealer(hand):
            self.violations.append(breach)
        pay_turn_up(hand, self.payments)
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
        return _OPEN_VERBS[self.stage]

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
        actions, index = self.actions, self._next
        while index < len(actions) and self.stopped_at is None:
            seat, verb, argument = actions[index]
            if verb is Verb.PLAY and self.stage in (Stage.DECLARATIONS, Stage.TRICKS):
                index, breach = self._play(index)
            else:
                breach = self._follow(index, seat, verb, argument)
                index += breach is None
            if breach:
                self.violations.append(breach)
                self.stopped_at = index
        self._next = index

    def _follow(self, index: int, seat: int, verb: Verb, argument: Any) -> Violation | None:
        """Follow an action other than the play of a card; returns the violation that stops the replay."""
        handler = self._HANDLERS[self.stage].get(verb)
        if handler is not None:
            return handler(self, index, seat, verb, argument)
        expected = tuple(open_verb.value for open_verb in self.open_verbs())
        return Violation(
            code=Code.WRONG_STAGE, action=index, seat=seat, expected=expected, found=verb.value,
            rule="turns",
        )  # fmt: skip

    def _call(self, index: int, seat: int, verb: Verb, argument: Any) -> Violation | None:
        auction = self.auction
        bids = verb is Verb.BID
        breach = auction.bid(index, seat, argument) if bids else auction.pass_(index, seat)
        if auction.sale:
            auction.settle(index, self.payments)
            buyer = auction.sale.buyer
            dealt, pool = self._known.dealt[buyer], self._known.pool
            pool = dealt | self._known.stock if pool is None else pool
            self.discarding = Discarding(self.hand.rules, self.layout, buyer, dealt, pool)
            self._enter(Stage.EXCHANGE, index + 1)
        return breach

    def _discard(self, index: int, seat: int, verb: Verb, argument: Any) -> Violation | None:
        assert self.discarding, "the stock is bought before the exchange"
        breach = self.discarding.discard(index, seat, argument)
        if not self.discarding.due:
            self.vying = Vying(self.hand, self.violations)
            self.holdings = self._known.holdings(self.discarding.buyer, self.discarding.cards)
            pay_antes(self.hand, index, self.payments)
            self._enter(Stage.VYING, index + 1)
        return breach

    def _vie(self, index: int, seat: int, verb: Verb, argument: Any) -> Violation | None:
        assert self.vying and self.holdings, "the vying follows the exchange"
        breach = self.vying.act(index, seat, verb)
        if self.vying.over:
            hand, size, holdings, ledger = self.hand, self.layout.hand, self.holdings, self.payments
            self._ruff, self._ruff_doubtful = end_of_vying(hand, size, self.vying, holdings, index, ledger)
            self.declarations = Declarations(hand, holdings, ledger, self.violations)
            self.claims = Claims(hand.rules, hand.turn_up, holdings, ledger, self.violations)
            self._enter(Stage.DECLARATIONS, index + 1)
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

    def _enter(self, stage: Stage, index: int) -> None:
        self.stage = stage
        self.stages[stage] = index

    def _play(self, index: int) -> tuple[int, Violation | None]:
        """Follow cards played, from the first lead to the end of the last trick."""
        assert self.declarations and self.claims and self.holdings, "cards are led after the vying"
        if self.tricks is None:
            tricks = Tricks(self.hand, self.layout, self.holdings, self.claims, self.violations)
            seat, _, card = self.actions[index]
            if breach := tricks.judge_held(index, seat, card):
                return index, breach
            self.declarations.close(index)
            self.tricks = tricks
            self._enter(Stage.TRICKS, index)
        index, breach = self.tricks.play(self.actions, index)
        if self.tricks.over:
            self._score(index - 1)
        return index, breach

    def _score(self, index: int) -> None:
        assert self.tricks and self.holdings, "a hand is scored after its tricks"
        won = [0] * self.hand.players
        for _, winner in self.tricks.finished:
            won[winner] += 1
        scoring = Scoring(self.hand, self.layout, self.holdings.known, self.tricks.taken, won)
        scoring.settle(index, self.payments)
        self._scores = tuple(scoring.scores)
        self._enter(Stage.OVER, index + 1)

    def result(self) -> Result:
        """What the rules say of the hand so far."""
        net = tuple(balances(self.payments.payments, self.hand.players + 2))
        return Result(
            payments=tuple(self.payments.payments),
            violations=tuple(self.violations),
            complete=self.stage is Stage.OVER,
            stopped_at=self.stopped_at,
            stages=dict(self.stages),
            sale=self.auction.sale,
            ruff=self._ruff if self._ruff.reached else RuffOutcome(vied_by=self._vied_by),
            tricks=tuple(self.tricks.finished) if self.tricks else (),
            score=self._scores,
            carried_out=self._carried_out(net),
            rights=self._rights(),
            unverified=self._unverified(),
            undecided=self._undecided(),
            net=net,
        )

    @property
    def _vied_by(self) -> int | None:
        return self.vying.vied_by if self.vying else None

    def _carried_out(self, net: tuple[int, ...]) -> Carried | None:
        if self.stage is not Stage.OVER:
            return None
        carried, unvied = self.hand.carried, self._ruff.vied_by is None
        doubles = unvied and self.hand.rules.unvied is Unvied.DOUBLE
        return Carried(
            ruff_multiplier=2 * carried.ruff_multiplier if doubles else 1,
            ruff_pot=carried.ruff_pot + net[self.payments.ruff_pot],
            pot=carried.pot + net[self.payments.pot],
        )

    def _rights(self) -> tuple[Right, ...]:
        if not (self.declarations and self.claims and self.tricks):
            return ()
        last = self.tricks.last
        still_open = last[1] if last and not self.tricks.over else 0
        return (*self.declarations.undeclared(), *self.claims.unclaimed(still_open))

    def _unverified(self) -> tuple[str, ...]:
        doubts = {
            "exchange": not self._known.exchange_known,
            "ruff": self._ruff_doubtful,
            "declarations": bool(
                (self.declarations and self.declarations.doubtful) or (self.claims and self.claims.undecided)
            ),
            "tricks": bool(self.tricks and self.tricks.doubtful),
        }
        return tuple(stage for stage, doubtful in doubts.items() if doubtful)

    def _undecided(self) -> frozenset[Reason]:
        undecided: set[Reason] = set()
        if self._ruff_doubtful and self._ruff.winner is None:
            undecided.add(Reason.RUFF)
        if self.declarations and self.claims:
            undecided |= self.declarations.undecided | self.claims.undecided
        return frozenset(undecided)

    _LATER: ClassVar[dict[Verb, Handler]] = {
        Verb.TIDDY: _claim, Verb.TOWSER: _claim, Verb.TUMBLER: _claim, Verb.CHALLENGE: _challenge,
    }  # fmt: skip
    _HANDLERS: ClassVar[dict[Stage, dict[Verb, Handler]]] = {
        Stage.AUCTION: dict.fromkeys(_OPEN_VERBS[Stage.AUCTION], _call),
        Stage.EXCHANGE: {Verb.DISCARD: _discard},
        Stage.VYING: dict.fromkeys(_OPEN_VERBS[Stage.VYING], _vie),
        Stage.DECLARATIONS: {**_LATER, Verb.GLEEK: _declare, Verb.MOURNIVAL: _declare},
        Stage.TRICKS: _LATER,
        Stage.OVER: _LATER,
    }
    """What each verb does in each stage, but for the play of a card in its time."""


def replay(hand: Hand) -> Result:
    """Replay a hand to the end of its record."""
    return Replay(hand).result()
