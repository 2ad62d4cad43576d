"""One hand played out by simulated players, from the deal to the last trick.

Each player judges by his own cards and what has been done openly; the replay says whose turn it is and
what is legal, so that no rule is written a second time here.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from gleek_replay.engine import Carried, Hand, Replay, RuleSet, Stage, Verb, layout_of
from gleek_replay.engine.cards import RANK_CARDS, SUIT_OF
from gleek_replay.engine.options import HonoursTo, Tiddy
from gleek_replay.engine.small_trumps import small_trumps
from gleek_replay.simulation.bidding import choose_bid, worth_of_stock
from gleek_replay.simulation.card_play import Trick, choose_card
from gleek_replay.simulation.dealing import Deal
from gleek_replay.simulation.declaring import choose_declarations, doubts, remembers, shows_at_once
from gleek_replay.simulation.exchanging import choose_discards
from gleek_replay.simulation.temper import Gamester
from gleek_replay.simulation.vying import choose_call


def play_hand(
    rules: RuleSet,
    gamesters: Sequence[Gamester],
    dealer: int,
    deal: Deal,
    carried: Carried,
    lift: tuple[dict[int, int], ...],
    chance: Random,
) -> Replay:
    """Play a hand to its end; the replay has its actions and its result."""
    hand = Hand(
        rules=rules,
        players=len(gamesters),
        dealer=dealer,
        hands=deal.hands,
        turn_up=deal.turn_up,
        stock=deal.stock,
        carried=carried,
        lift=lift,
    )
    return _Table(Replay(hand), gamesters, deal, chance).play()


class _Table:
    """The players of one hand about their cards."""

    def __init__(self, replay: Replay, gamesters: Sequence[Gamester], deal: Deal, chance: Random) -> None:
        self._replay = replay
        self._gamesters = gamesters
        self._mood, self._kept = deal.mood, deal.kept
        self._chance = chance
        self._hand = replay.hand
        self._rules = replay.hand.rules
        self._layout = layout_of(self._rules, len(gamesters))
        self._turn_up = deal.turn_up
        self._trumps = SUIT_OF[deal.turn_up]
        self._honours = sum(RANK_CARDS[rank] for rank in self._layout.honours) & self._trumps
        self._out = deal.turn_up
        self._by_age = [(self._hand.eldest + step) % len(gamesters) for step in range(len(gamesters))]

    def play(self) -> Replay:
        self._auction()
        self._exchange()
        self._vying()
        self._declarations()
        self._tricks()
        self._late_doubts()
        return self._replay

    def _auction(self) -> None:
        replay = self._replay
        worth = {
            seat: worth_of_stock(self._layout, self._turn_up, replay.held(seat), gamester, self._chance)
            for seat, gamester in enumerate(self._gamesters)
        }
        called: set[int] = set()
        while replay.stage is Stage.AUCTION:
            seat = self._turn()
            gamester = self._gamesters[seat]
            bid: int | None = replay.least_bid
            if called:
                first = seat not in called
                bid = choose_bid(
                    self._rules, replay.least_bid, worth[seat], gamester, self._chance, first_call=first
                )
            called.add(seat)
            replay.act(seat, Verb.PASS if bid is None else Verb.BID, bid)

    def _exchange(self) -> None:
        replay = self._replay
        while replay.stage is Stage.EXCHANGE:
            seat = self._turn()
            thrown = choose_discards(
                self._rules, self._layout, self._turn_up, replay.held(seat), replay.discards_due,
                self._gamesters[seat], self._mood, self._kept, self._chance,
            )  # fmt: skip
            replay.act(seat, Verb.DISCARD, thrown)

    def _vying(self) -> None:
        replay, doublings = self._replay, self._hand.carried.ruff_multiplier.bit_length() - 1
        while replay.stage is Stage.VYING and replay.vying:
            seat = self._turn()
            call = choose_call(
                self._rules, self._layout, replay.held(seat), seat, replay.vying, doublings,
                self._gamesters[seat], self._mood, self._chance,
            )  # fmt: skip
            replay.act(seat, call)

    def _declarations(self) -> None:
        replay, chance = self._replay, self._chance
        for seat in self._by_age:
            gamester = self._gamesters[seat]
            for verb, rank in choose_declarations(
                self._rules, self._turn_up, replay.held(seat), gamester, chance
            ):
                replay.act(seat, verb, rank)
                self._doubt(seat, verb, rank)
        for trump in small_trumps(self._rules, self._turn_up).values():
            if trump.verb is Verb.TIDDY and trump.paid_aside and shows_at_once(chance):
                for seat in self._by_age:
                    if replay.held(seat) & trump.card:
                        replay.act(seat, Verb.TIDDY)

    def _doubt(self, seat: int, verb: Verb, rank: str) -> None:
        if not self._rules.challenge:
            return
        for other in self._by_age:
            if other != seat and doubts(self._gamesters[other], self._chance):
                self._replay.act(other, Verb.CHALLENGE, (seat, verb, rank))
                return

    def _late_doubts(self) -> None:
        """After the last trick the discards may be looked through."""
        declarations = self._replay.declarations
        if declarations:
            for made in declarations.made:
                if not made.challenged:
                    self._doubt(made.seat, made.verb, made.rank)

    def _tricks(self) -> None:
        replay = self._replay
        shown = {action[0] for action in replay.actions if action[1] is Verb.TIDDY}
        while (seat := replay.turn) is not None or replay.stage is Stage.DECLARATIONS:
            self._play_trick(self._hand.eldest if seat is None else seat, bool(shown))

    def _play_trick(self, leader: int, tiddy_is_shown: bool) -> None:
        led = best = 0
        players = len(self._gamesters)
        for step in range(players):
            seat = (leader + step) % players
            card = self._choose(seat, led, best, players - 1 - step)
            led = led or SUIT_OF[card]
            if card & SUIT_OF[best or card]:
                best = max(best, card)
            elif card & self._trumps:
                best = card
            self._replay.act(seat, Verb.PLAY, card)
            self._out |= card
            self._claim(seat, card, tiddy_is_shown)

    def _choose(self, seat: int, led: int, best: int, waiting: int) -> int:
        held = self._replay.held(seat)
        trick = Trick(
            legal=self._replay.legal_cards(seat),
            held=held,
            unseen=self._layout.pack & ~self._out & ~held,
            led=led,
            best=best,
            waiting=waiting,
            trumps=self._trumps,
            prizes=self._honours if self._rules.honours_to is HonoursTo.WINNER else 0,
        )
        return choose_card(trick, self._gamesters[seat], self._chance)

    def _claim(self, seat: int, card: int, tiddy_is_shown: bool) -> None:
        """Claim a small trump just played, unless it is paid anyway or was shown before."""
        trump = small_trumps(self._rules, self._turn_up).get(card)
        if trump is None or trump.mode is not Tiddy.CLAIMED:
            return
        if trump.verb is Verb.TIDDY and tiddy_is_shown:
            return
        if remembers(trump, self._gamesters[seat], self._chance):
            self._replay.act(seat, trump.verb)

    def _turn(self) -> int:
        turn = self._replay.turn
        assert turn is not None, "somebody has the turn before the declarations"
        return turn
