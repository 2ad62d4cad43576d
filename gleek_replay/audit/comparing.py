"""Two records of one hand gone through fact by fact: what they disagree on, and what one alone knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple

from gleek_replay.audit.alignment import beside_each_other
from gleek_replay.engine import Action, Unseen, card_name, cards_text, each_card
from gleek_replay.records import (
    HandRecord,
    RecordedPayment,
    action_document,
    carried_document,
    pointer,
)
from gleek_replay.records.reseating import seated_as
from gleek_replay.records.union import leaves_its_end_open, misplaced_together


class Fact(StrEnum):
    """What two records can differ in, in the order in which it is told."""

    HAND_ID = "hand_id"
    SESSION = "session"
    STAKE = "stake"
    RULES = "rules"
    PLAYERS = "players"
    DEALER = "dealer"
    LIFT = "lift"
    CARRIED = "carried"
    DEAL = "deal"
    ACTIONS = "actions"
    PAYMENTS = "payments"
    RESULT = "result"
    CARDS = "cards"
    """Each may be right alone, but not both: a card would lie in two places."""


class Disagreement(NamedTuple):
    """A fact on which two records differ.

    ``places`` are JSON pointers into the first and the second record, ``None`` where it leaves out an action
    or a payment that the other has. ``told`` is what each says there as the format writes it; of cards, those
    that the other does not have there.
    """

    fact: Fact
    places: tuple[str | None, str | None]
    told: tuple[Any, Any]


class KnownToOne(NamedTuple):
    """What only one of two records knows: the ``first`` or the second, at a JSON pointer into it. Of actions
    it is the first beyond the end of the other record.
    """

    fact: Fact
    place: str
    first: bool


_HANDS: Final = ("deal", "hands")


class Notes:
    """Two records of one hand and what has been noted of them."""

    def __init__(self, first: HandRecord, second: HandRecord) -> None:
        self._first = first
        self._second = second
        self._ids = [player.id for player in first.players]
        self.disagreements: list[Disagreement] = []
        self.known_to_one: list[KnownToOne] = []
        self.parted_at: tuple[int | None, int | None] | None = None

        self._compare()

    def _compare(self) -> None:
        """Note everything, in the order of the facts."""
        seated = seated_as(self._second, self._first.players)
        self._compare_the_table()
        if seated is None:
            told = [[player.id for player in record.players] for record in (self._first, self._second)]
            self._differ(Fact.PLAYERS, pointer("players"), *told)
            self._compare_open_cards()
            return
        self._second = seated
        self._compare_seats()
        self._compare_open_cards()
        self._compare_actions()
        self._compare_payments()
        self._compare_results()
        if not self.disagreements:
            self._judge_the_cards()

    def _differ(self, fact: Fact, place: str, one: Any, other: Any) -> None:
        self.disagreements.append(Disagreement(fact, (place, place), (one, other)))

    def _note(self, fact: Fact, place: str, one: Any, other: Any, written: Callable[[Any], Any]) -> None:
        """Note a fact that either record may leave open with ``None``."""
        if one is None or other is None:
            if one is not other:
                self.known_to_one.append(KnownToOne(fact, place, other is None))
        elif one != other:
            self._differ(fact, place, written(one), written(other))

    def _compare_the_table(self) -> None:
        first, second = self._first, self._second
        self._note(Fact.HAND_ID, pointer("hand_id"), first.hand_id, second.hand_id, str)
        self._note(
            Fact.SESSION, pointer("session"), first.session, second.session,
            lambda session: {"id": session.id, "hand": session.hand},
        )  # fmt: skip
        self._note(Fact.STAKE, pointer("stake"), first.stake, second.stake, str)
        options = second.hand.rules.options()
        for option, choice in first.hand.rules.options().items():
            self._note(Fact.RULES, pointer("rules", "options", option), choice, options[option], _same)
        carried = carried_document(second.hand)
        for name, amount in carried_document(first.hand).items():
            self._note(Fact.CARRIED, pointer("carried", name), amount, carried[name], _same)

    def _compare_seats(self) -> None:
        one, other, ids = self._first.hand, self._second.hand, self._ids
        if one.dealer != other.dealer:
            self._differ(Fact.DEALER, pointer("dealer"), ids[one.dealer], ids[other.dealer])
        self._note(Fact.LIFT, pointer("lift"), one.lift or None, other.lift or None, self._lift)
        for seat, (cards, others) in enumerate(zip(one.hands, other.hands, strict=True)):
            self._note_cards(pointer(*_HANDS, ids[seat]), cards, others)

    def _compare_open_cards(self) -> None:
        one, other = self._first.hand, self._second.hand
        self._note_cards(pointer("deal", "turn_up"), one.turn_up, other.turn_up)
        self._note_cards(pointer("deal", "stock"), one.stock, other.stock)

    def _note_cards(self, place: str, one: int | None, other: int | None) -> None:
        if one is not None and other is not None and one != other:
            self._differ(Fact.DEAL, place, cards_text(one & ~other), cards_text(other & ~one))
        else:
            self._note(Fact.DEAL, place, one, other, _same)

    def _lift(self, lift: Sequence[Mapping[int, int]]) -> list[dict[str, str]]:
        return [
            {self._ids[seat]: card_name(card) for seat, card in sorted(lifted.items())} for lifted in lift
        ]

    def _compare_actions(self) -> None:
        one, other = self._first.hand.actions, self._second.hand.actions
        ends = leaves_its_end_open(self._first), leaves_its_end_open(self._second)
        apart, beyond = beside_each_other(one, other, _may_be_one, ends)
        for here, there in apart:
            told = _told(one, here, self._ids), _told(other, there, self._ids)
            places = _place("actions", here), _place("actions", there)
            self.disagreements.append(Disagreement(Fact.ACTIONS, places, told))
        if apart:
            self.parted_at = apart[0].one, apart[0].other
            return
        for index, (this, that) in enumerate(zip(one, other, strict=False)):
            if this != that:
                first_sees = isinstance(that[2], Unseen)
                self.known_to_one.append(KnownToOne(Fact.ACTIONS, pointer("actions", index, 2), first_sees))
        if beyond:
            shorter = min(len(one), len(other))
            self.known_to_one.append(
                KnownToOne(Fact.ACTIONS, pointer("actions", shorter), len(one) > len(other))
            )

    def _compare_payments(self) -> None:
        one, other = self._first.payments, self._second.payments
        if one is None or other is None:
            self._note(Fact.PAYMENTS, pointer("payments"), one, other, _same)
            return
        for here, there in _paired(_alone(one, other), _alone(other, one)):
            told = self._payment(one, here), self._payment(other, there)
            places = _place("payments", here), _place("payments", there)
            self.disagreements.append(Disagreement(Fact.PAYMENTS, places, told))

    def _payment(self, payments: Sequence[RecordedPayment], index: int | None) -> dict[str, Any] | None:
        if index is None:
            return None
        payer, payee, amount, reason = payments[index]
        names = self._first.accounts
        return {"from": names[payer], "to": names[payee], "amount": amount, "for": reason.value}

    def _compare_results(self) -> None:
        one, other = self._first.result, self._second.result
        for seat, player in enumerate(self._ids):
            nets = (one or {}).get(seat), (other or {}).get(seat)
            self._note(Fact.RESULT, pointer("result", player), *nets, _same)

    def _judge_the_cards(self) -> None:
        """Note what cannot be of what the two know together, though nothing that both know differs."""
        for card, here, there in self._dealt_twice():
            self.disagreements.append(Disagreement(Fact.CARDS, (here, there), (card_name(card),) * 2))
        if not self.disagreements:
            action = misplaced_together(self._first, self._second)
            if action is not None:
                actions = max(self._first.hand.actions, self._second.hand.actions, key=len)
                told = _told(actions, action, self._ids)
                self._differ(Fact.CARDS, pointer("actions", action), told, told)

    def _dealt_twice(self) -> Iterator[tuple[int, str, str]]:
        """The cards that the first record has dealt to one place and the second to another."""
        for here, cards in self._dealt(self._first):
            for there, others in self._dealt(self._second):
                if here != there:
                    for card in each_card(cards & others):
                        yield card, here, there

    def _dealt(self, record: HandRecord) -> list[tuple[str, int]]:
        """Every place of the deal that a record shows, with its cards."""
        hand = record.hand
        dealt = [
            (pointer(*_HANDS, player), cards) for player, cards in zip(self._ids, hand.hands, strict=True)
        ]
        places = [*dealt, (pointer("deal", "turn_up"), hand.turn_up), (pointer("deal", "stock"), hand.stock)]
        return [(place, cards) for place, cards in places if cards is not None]


def _same(value: Any) -> Any:
    return value


def _place(name: str, index: int | None) -> str | None:
    return None if index is None else pointer(name, index)


def _told(actions: Sequence[Action], index: int | None, ids: Sequence[str]) -> list[Any] | None:
    return None if index is None else action_document(actions[index], ids)


def _may_be_one(this: Action, that: Action) -> bool:
    """Whether two records may mean one action: one may know a discard's cards, the other their number."""
    if this == that:
        return True
    if this[:2] != that[:2]:
        return False
    counts = [each[2].count if isinstance(each[2], Unseen) else None for each in (this, that)]
    seen = [each[2] for each, count in zip((this, that), counts, strict=True) if count is None]
    return len(seen) == 1 and isinstance(seen[0], int) and seen[0].bit_count() in counts


def _alone(
    payments: Sequence[RecordedPayment], others: Iterable[RecordedPayment]
) -> dict[int, RecordedPayment]:
    """The payments, by their places, that the other record does not have, however it orders them."""
    left = Counter(others)
    alone = {}
    for index, payment in enumerate(payments):
        if left[payment]:
            left[payment] -= 1
        else:
            alone[index] = payment
    return alone


_SHARED: Final = ((0, 1, 3), (1, 2, 3), (0, 2, 3), (0, 1, 2), (0, 1), (0, 3), (1, 3), (0, 2), (1, 2), (2, 3))
"""What two payments may have in common, of payer, payee, amount and reason, the most telling first."""


def _paired(
    one: dict[int, RecordedPayment], other: dict[int, RecordedPayment]
) -> list[tuple[int | None, int | None]]:
    """The payments of two records that differ, each beside one with which it has at least two things in
    common, if there is one.
    """
    pairs: list[tuple[int | None, int | None]] = []
    for shared in _SHARED:
        waiting: dict[tuple[object, ...], list[int]] = {}
        for there in reversed(other):
            waiting.setdefault(tuple(other[there][part] for part in shared), []).append(there)
        for here in list(one):
            if alike := waiting.get(tuple(one[here][part] for part in shared)):
                pairs.append((here, alike[-1]))
                del one[here], other[alike.pop()]
    pairs += [(here, None) for here in one]
    pairs += [(None, there) for there in other]
    return sorted(pairs, key=lambda pair: (pair[0] is None, pair[0] or 0, pair[1] or 0))
