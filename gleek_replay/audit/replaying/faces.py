"""Which cards of a hand lie face up to a reader, and when they come to."""

from __future__ import annotations

from gleek_replay.audit.audit import Audit
from gleek_replay.audit.sight import Sight, cards_shown, laid_open
from gleek_replay.engine import Stage, Unseen, Verb, layout_of
from gleek_replay.engine.knowledge import complete_deal


class Faces:
    """The cards of one hand that are face up to a reader, each set where it lay.

    ``sight`` is what he sees as cards are dealt, thrown out and taken up. A hand or the stock lies face up if
    he sees all of it, so that nobody can tell from a part of a hand which of it is left. What is played turns
    over then. ``told`` is what he sees of cards that are laid open at the table.
    """

    def __init__(self, audit: Audit, sight: Sight, told: Sight) -> None:
        self._sight, self._told = sight, told
        self._hand, self._result = audit.record.hand, audit.result
        self._size = layout_of(self._hand.rules, self._hand.players).hand
        sale = self._result.sale
        self._buyer = sale.buyer if sale else None
        self._hands, self._stock = complete_deal(self._hand, layout_of(self._hand.rules, self._hand.players))

    def dealt(self, seat: int) -> int:
        """The cards of a hand that are face up from the deal on."""
        cards, seen = self._hands[seat], self._sight.dealt[seat]
        if cards is None and seat != self._buyer:
            cards = self._whole_hand(seat)
        if cards is None or cards & ~seen:
            return 0
        return cards & self._followed if seat == self._buyer else cards

    @property
    def stock(self) -> int:
        """The cards of the stock that are face up to who takes it up, or to a reader who may see all."""
        if self._stock is None or self._stock & ~self._sight.stock:
            return 0
        return self._stock & self._followed

    def thrown(self, seat: int, cards: int | Unseen) -> int:
        """The cards of a discard that are face up as they go out."""
        return 0 if isinstance(cards, Unseen) else cards & self._sight.threw[seat]

    def kept(self, seat: int) -> int:
        """The cards of the buyer's hand that are face up when the exchange is over."""
        held = self._whole_hand(seat)
        return 0 if held is None or held & ~self._sight.held[seat] else held

    def showdown(self) -> dict[int, int]:
        """The cards that are laid open at the end of the vying, by the seat."""
        holdings = self._result.holdings
        if holdings is None:
            return {}
        return {
            seat: cards_shown(ruff, holdings.known[seat]) & self._told.held[seat]
            for seat, ruff in self._result.ruff.shown.items()
        }

    def declared(self) -> dict[int, tuple[int, int]]:
        """The cards that are laid open by a declaration or claim: the seat and the cards, by the action."""
        holdings = self._result.holdings
        if holdings is None:
            return {}
        return {
            action: (seat, cards)
            for action, seat, cards in laid_open(self._hand, self._result)
            if not cards & ~(holdings.known[seat] & self._told.held[seat])
        }

    @property
    def _followed(self) -> int:
        """Of the buyer's cards and the stock, those of which the reader can tell where they go. Where he
        sees what goes out, that is all of them; else what he knows to go out, and what to stay.
        """
        every, thrown = -1, 0
        for seat, verb, cards in self._hand.actions[: self._result.stopped_at]:
            if verb is Verb.DISCARD:
                seen = self.thrown(seat, cards)
                thrown |= seen
                if isinstance(cards, Unseen) or seen != cards:
                    every = 0
        if every or self._buyer is None:
            return -1
        return thrown | self.kept(self._buyer)

    def _whole_hand(self, seat: int) -> int | None:
        """The hand with which a player began the tricks, if all of it is known."""
        holdings = self._result.holdings
        if holdings is None or Stage.VYING not in self._result.stages:
            return None
        held = holdings.known[seat]
        return held if held.bit_count() == self._size else None
