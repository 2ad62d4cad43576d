"""A table to play a hand at, so that a test reads like the rule it tests.

Seats are letters from ``a`` clockwise, and ``a`` deals unless a test says otherwise, so that ``b`` is eldest.
What players do is written as in a hand history, apart by commas: ``"b bid 12, c pass, a pass"``. Cards that a
test does not name are dealt from the low ones up; the Nine of hearts is turned up, which is worth nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from gleek_replay.engine import (
    PRESETS,
    Action,
    Carried,
    Hand,
    Payment,
    Reason,
    Replay,
    Result,
    Stage,
    Unseen,
    Verb,
    balances,
    layout_of,
    parse_card,
    parse_cards,
    replay,
    resolve,
)
from gleek_replay.engine.cards import RANKS, each_card, rank_of

LETTERS = "abcdef"

RUFFS = {
    "a": "AS KS QS JS TS 4H 5H 4D 5D 4C 5C 6C",
    "b": "AD KD QD JD 6H",
    "c": "AC KC QC 4S 5S 7S 8S 9S JH 6D 7D 8D",
    "stock": "7H 8H TH 7C 8C 9C 6S",
}
"""A deal after which a shows a ruff of 51 in spades, b, who buys, 41 in diamonds, c 33 in spades."""


class Breach(NamedTuple):
    """A violation as a test writes it; seats are letters, and what was expected stands in one line."""

    code: str
    action: int | None
    seat: str
    expected: str
    found: str


class Table:
    """A hand that goes on as its players act.

    The cards of a seat, the ``stock`` and the ``turn_up`` are named by keyword or all together as a ``deal``.
    """

    def __init__(
        self,
        preset: str = "parlett",
        *,
        players: int = 3,
        dealer: str = "a",
        carried: Carried | None = None,
        lift: Iterable[Mapping[str, str]] = (),
        options: Mapping[str, object] | None = None,
        deal: Mapping[str, str] | None = None,
        **cards: str,
    ) -> None:
        cards = {"turn_up": "9H", "stock": "", **(deal or {}), **cards}
        rules = resolve(PRESETS, preset, options or {}, players)
        self.layout = layout_of(rules, players)
        self.named = [_cards(cards.get(letter, "")) for letter in LETTERS[:players]]
        self._wanted = _cards(cards["stock"])
        turn_up = parse_card(cards["turn_up"])
        dealt, left = self._deal(turn_up, self._wanted)
        self.hand = Hand(
            rules=rules,
            players=players,
            dealer=LETTERS.index(dealer),
            hands=dealt,
            turn_up=turn_up,
            stock=left,
            carried=carried or Carried(),
            lift=tuple({LETTERS.index(seat): parse_card(c) for seat, c in lifted.items()} for lifted in lift),
        )
        self._replay = Replay(self.hand)

    def _deal(self, turn_up: int, stock: int) -> tuple[tuple[int, ...], int]:
        spare = self.layout.pack & ~turn_up & ~stock & ~sum(self.named)
        low = sorted(each_card(spare), key=lambda card: RANKS.index(rank_of(card)))
        while stock.bit_count() < self.layout.stock:
            stock |= low.pop(0)
        dealt = list(self.named)
        while low:
            for seat, cards in enumerate(dealt):
                if cards.bit_count() < self.layout.hand:
                    dealt[seat] |= low.pop(0)
        return tuple(dealt), stock

    def act(self, script: str) -> Table:
        """Let the players do what is written; afterwards the same table, so that calls can be strung."""
        for line in script.split(", "):
            self._replay.act(*action(line))
        return self

    def sold(self, to: str = "b", price: int | None = None) -> Table:
        """The auction, in order: eldest opens, and the buyer outbids him unless it is eldest himself."""
        eldest, buyer = self.hand.eldest, LETTERS.index(to)
        opening = self.hand.rules.opening_bid
        if buyer == eldest and price is None:
            price = opening
        self._replay.act(eldest, Verb.BID, opening if buyer != eldest else price)
        while not self._replay.auction.sale:
            turn = self._replay.turn
            assert turn is not None
            assert not self._replay.stopped, self.breaches
            outbids = turn == buyer != self._replay.auction.bidder
            self._replay.act(turn, Verb.BID if outbids else Verb.PASS, price or opening + 1)
        return self

    def exchanged(self, to: str = "b", price: int | None = None) -> Table:
        """The auction and the exchange; he throws low cards, first those not named here."""
        self.sold(to, price)
        buyer = LETTERS.index(to)
        named = self.named[buyer] | self._wanted
        while due := self._replay.discards_due:
            held = each_card(self._replay.held(buyer))
            held.sort(key=lambda card: (bool(card & named), RANKS.index(rank_of(card))))
            self._replay.act(buyer, Verb.DISCARD, sum(held[:due]))
        return self

    def unvied(self, to: str = "b", price: int | None = None) -> Table:
        """Everything up to the declarations, nobody vying the ruff."""
        self.exchanged(to, price)
        seats = range(self.hand.players)
        for step in seats:
            self._replay.act((self.hand.eldest + step) % len(seats), Verb.PASS)
        return self

    def played_out(self) -> Table:
        """The rest of the tricks, each player playing the first of the cards that he may."""
        while self._replay.stage is not Stage.OVER:
            assert not self._replay.stopped, self.breaches
            turn = self._replay.turn
            seat = self.hand.eldest if turn is None else turn
            self._replay.act(seat, Verb.PLAY, each_card(self._replay.legal_cards(seat))[0])
        return self

    @property
    def replay(self) -> Replay:
        """The replay as it stands."""
        return self._replay

    @property
    def record(self) -> Hand:
        """The hand with all that was done."""
        return replace(self.hand, actions=tuple(self._replay.actions))

    @property
    def result(self) -> Result:
        """What the rules say; of open cards the same whether followed action by action or at once."""
        at_once = replay(self.record)
        hides = any(isinstance(argument, Unseen) for _, _, argument in self._replay.actions)
        assert hides or at_once == self._replay.result()
        return at_once

    @property
    def breaches(self) -> list[Breach]:
        """Everything done against the rules."""
        return breaches(self.result)

    @property
    def turn(self) -> str | None:
        """Whose turn it is."""
        turn = self._replay.turn
        return None if turn is None else LETTERS[turn]

    def net(self, reason: str | None = None) -> dict[str, int]:
        """What each won or lost, for one reason or in all; nothing for those it does not touch."""
        return net(self.result, self.hand.players, reason)

    def seen_from(self, seats: str = "", *, stock: bool = False, discards: bool = False) -> Result:
        """The result of the same hand recorded by a client that sees the hands of ``seats`` alone."""
        return replay(hidden(self.record, seats, stock=stock, discards=discards))


def hidden(hand: Hand, seats: str = "", *, stock: bool = False, discards: bool = False) -> Hand:
    """The same hand with all but the hands of ``seats`` hidden."""
    actions = [
        (seat, verb, argument if discards else _unseen(argument))
        if verb is Verb.DISCARD
        else (seat, verb, argument)
        for seat, verb, argument in hand.actions
    ]
    return replace(
        hand,
        hands=tuple(
            cards if letter in seats else None for letter, cards in zip(LETTERS, hand.hands, strict=False)
        ),
        stock=hand.stock if stock else None,
        actions=tuple(actions),
    )


def _unseen(thrown: int | Unseen) -> Unseen:
    return thrown if isinstance(thrown, Unseen) else Unseen(thrown.bit_count())


def breaches(result: Result) -> list[Breach]:
    """The violations of a result as tests write them."""
    return [
        Breach(
            violation.code.value,
            violation.action,
            LETTERS[violation.seat],
            " ".join(_text(expected) for expected in violation.expected),
            _text(violation.found),
        )
        for violation in result.violations
    ]


def net(result: Result, players: int, reason: str | None = None) -> dict[str, int]:
    """What each account won or lost, for one reason or in all; nothing for those it does not touch."""
    names = [*LETTERS[:players], "pot", "ruff_pot"]
    counted = [payment for payment in result.payments if reason is None or payment.reason == Reason(reason)]
    sums = balances(counted, len(names))
    return {name: amount for name, amount in zip(names, sums, strict=True) if amount}


def payments_at(result: Result, action: int | None) -> list[Payment]:
    """The payments that an action made due."""
    return [payment for payment in result.payments if payment.action == action]


def action(line: str) -> Action:
    """An action from its line: ``"b bid 12"``, ``"c discard #7"`` for cards not seen."""
    seat, word, *rest = line.split(" ")
    argument: Any = " ".join(rest) or None
    verb = Verb(word)
    match verb:
        case Verb.BID:
            argument = int(argument)
        case Verb.PLAY:
            argument = parse_card(argument)
        case Verb.DISCARD:
            argument = Unseen(int(argument[1:])) if argument.startswith("#") else parse_cards(argument)
        case Verb.CHALLENGE:
            target, kind, rank = rest
            argument = (LETTERS.index(target), Verb(kind), rank)
    return LETTERS.index(seat), verb, argument


def _cards(text: str) -> int:
    return parse_cards(text) if text else 0


def _text(value: str | int) -> str:
    return LETTERS[value] if isinstance(value, int) else value
