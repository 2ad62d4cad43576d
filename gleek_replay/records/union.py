"""Records of one hand held against each other: whether they agree, and what they know together.

Every record knows the hand's id, stake, rules, players, dealer, what was carried and the turn-up, defaults
being resolved; what was done, as far as it goes; and of a discard at least the number of cards. It may leave
open:

- the session and the lift, each known whole where it is given;
- each hand, the stock, and the cards of each discard;
- what was done after its last action, unless all tricks were over by then or it has payments or a result: who
  says how a hand was settled says that it ended there;
- the payments (an empty list leaves nothing open), and the result of each player that is not in it.

Two records are compatible when they agree on all that both know, and what they know together can be: no card
is dealt twice, and none is shown by somebody who cannot have held it. Where a record by itself shows such
a card, another that agrees with it does not contradict it: they tell of the same breach of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any, TypeVar

from gleek_replay.engine import Action, Code, Hand, Unseen, Verb, layout_of, replay
from gleek_replay.records.record import HandRecord, Player
from gleek_replay.records.reseating import seated_as

T = TypeVar("T")


class Relation(StrEnum):
    """How two records of one hand stand to each other."""

    SAME = "same"
    """Equal facts."""
    COMPATIBLE = "compatible"
    """Every fact known to both agrees, and what they know together can be."""
    CONFLICTING = "conflicting"


def relation(first: HandRecord, second: HandRecord) -> Relation:
    """How two records stand to each other, whichever is the first."""
    seated = seated_as(second, first.players)
    if seated is None:
        return Relation.CONFLICTING
    if _same_facts(first, seated):
        return Relation.SAME
    return Relation.CONFLICTING if _united(first, seated) is None else Relation.COMPATIBLE


def unite(first: HandRecord, second: HandRecord) -> HandRecord | None:
    """What two records know together, or ``None`` where they conflict.

    In its facts a union is the same in whatever order it is made. So are conflicts, but for records that by
    themselves show a card out of place. What is no fact is of ``first``, but for names that it does not
    have; so are the seat from which the players are counted, and the preset by whose name the rules go.
    """
    seated = seated_as(second, first.players)
    return None if seated is None else _united(first, seated)


def accounts(records: Sequence[HandRecord]) -> list[tuple[HandRecord, tuple[int, ...]]]:
    """The accounts that records of one hand give of it: what the members of each know together, and
    which they are by their place among the records.

    In the order given, each record joins the first account that it is compatible with, or else begins one.
    """
    found: list[tuple[HandRecord, tuple[int, ...]]] = []
    for index, record in enumerate(records):
        for place, (account, members) in enumerate(found):
            united = unite(account, record)
            if united is not None:
                found[place] = united, (*members, index)
                break
        else:
            found.append((record, (index,)))
    return found


def leaves_its_end_open(record: HandRecord) -> bool:
    """Whether a record leaves open what was done after its last action."""
    return record.payments is None and record.result is None and not _is_played_out(record.hand)


def misplaced_together(first: HandRecord, second: HandRecord) -> int | None:
    """The action by which two records, agreeing in every fact and their seats counted alike, show a card that
    by what they know together cannot have been held; ``None`` if there is none.
    """
    united = _merged_hand(first.hand, second.hand)
    return None if united is None or _can_be(united, first.hand, second.hand) else _misplaced(united)


def _united(first: HandRecord, second: HandRecord) -> HandRecord | None:
    """:func:`unite` for records whose seats are counted alike."""
    if not (_same_table(first, second) and _agree(first, second) and _end_alike(first, second)):
        return None
    hand = _united_hand(first.hand, second.hand)
    if hand is None:
        return None
    result = first.result
    if second.result is not None:
        result = {**second.result, **(result or {})}
    return replace(
        first,
        session=_known(first.session, second.session),
        players=tuple(map(_named, first.players, second.players)),
        hand=hand,
        payments=_known(first.payments, second.payments),
        result=result,
    )


def _known(one: T | None, other: T | None) -> T | None:
    return other if one is None else one


def _named(one: Player, other: Player) -> Player:
    return other if one.name is None else one


def _same_facts(first: HandRecord, second: HandRecord) -> bool:
    one, other = first.hand, second.hand
    return (
        one.actions == other.actions
        and one.hands == other.hands
        and one.stock == other.stock
        and one.lift == other.lift
        and first.session == second.session
        and first.result == second.result
        and _paid(first) == _paid(second)
        and _same_table(first, second)
    )


def _same_table(first: HandRecord, second: HandRecord) -> bool:
    """Whether the facts that every record knows are the same, apart from who sits where."""
    one, other = first.hand, second.hand
    return (
        first.hand_id == second.hand_id
        and first.stake is second.stake
        and one.dealer == other.dealer
        and one.turn_up == other.turn_up
        and one.carried == other.carried
        and (one.rules is other.rules or one.rules.options() == other.rules.options())
    )


def _agree(first: HandRecord, second: HandRecord) -> bool:
    """Whether the facts agree that a record may leave open, so far as both know them; what was done is not
    yet judged.
    """
    one, other = first.hand, second.hand
    return (
        all(map(_no_contradiction, one.hands, other.hands))
        and _no_contradiction(one.stock, other.stock)
        and _no_contradiction(one.lift or None, other.lift or None)
        and _no_contradiction(first.session, second.session)
        and _no_contradiction(_paid(first), _paid(second))
        and _same_results(first.result or {}, second.result or {})
    )


def _no_contradiction(one: Any, other: Any) -> bool:
    return one is None or other is None or bool(one == other)


def _same_results(one: Mapping[int, int], other: Mapping[int, int]) -> bool:
    return all(other.get(seat, net) == net for seat, net in one.items())


def _paid(record: HandRecord) -> list[Any] | None:
    return None if record.payments is None else sorted(record.payments)


def _end_alike(first: HandRecord, second: HandRecord) -> bool:
    """Whether the record that ends earlier, if one does, leaves open what came after."""
    lengths = len(first.hand.actions), len(second.hand.actions)
    if lengths[0] == lengths[1]:
        return True
    return leaves_its_end_open(first if lengths[0] < lengths[1] else second)


def _is_played_out(hand: Hand) -> bool:
    played = sum(verb is Verb.PLAY for _, verb, _ in hand.actions)
    return played >= hand.players * layout_of(hand.rules, hand.players).hand


def _united_hand(one: Hand, other: Hand) -> Hand | None:
    """The two hands as one, or ``None`` where the actions differ or the cards cannot lie so."""
    united = _merged_hand(one, other)
    if united is None:
        return None
    adds_nothing = any(
        (united.hands, united.stock, united.actions) == (hand.hands, hand.stock, hand.actions)
        for hand in (one, other)
    )
    return united if adds_nothing or (_is_dealt_once(united) and _can_be(united, one, other)) else None


def _merged_hand(one: Hand, other: Hand) -> Hand | None:
    """What the two hands know together, whether it can be or not; ``None`` where the actions differ."""
    actions = _united_actions(one.actions, other.actions)
    if actions is None:
        return None
    hands = tuple(map(_known, one.hands, other.hands))
    stock, lift = _known(one.stock, other.stock), one.lift or other.lift
    return replace(one, hands=hands, stock=stock, lift=lift, actions=actions)


def _united_actions(one: tuple[Action, ...], other: tuple[Action, ...]) -> tuple[Action, ...] | None:
    """What was done by both accounts, the longer one to its end; ``None`` where they differ."""
    shorter, longer = sorted((one, other), key=len)
    if longer[: len(shorter)] == shorter:
        return longer
    found = [
        this if this == that else _united_discard(this, that)
        for this, that in zip(shorter, longer, strict=False)
    ]
    known = [action for action in found if action is not None]
    return (*known, *longer[len(shorter) :]) if len(known) == len(found) else None


def _united_discard(this: Action, that: Action) -> Action | None:
    """One discard of which one record has the cards and the other their number; else ``None``."""
    if this[:2] != that[:2] or this[1] is not Verb.DISCARD:
        return None
    for seen, counted in ((this, that), (that, this)):
        if isinstance(counted[2], Unseen) and not isinstance(seen[2], Unseen):
            return seen if seen[2].bit_count() == counted[2].count else None
    return None


def _is_dealt_once(hand: Hand) -> bool:
    """Whether no card is in two places of the deal."""
    dealt = [cards for cards in (*hand.hands, hand.stock, hand.turn_up) if cards is not None]
    return sum(dealt).bit_count() == sum(map(int.bit_count, dealt))  # a card twice carries into another bit


def _can_be(united: Hand, one: Hand, other: Hand) -> bool:
    """Whether the two together show no card where it cannot be before one of them alone does."""
    place = _misplaced(united)
    return place is None or place in (_misplaced(one), _misplaced(other))


def _misplaced(hand: Hand) -> int | None:
    """The first action by which a player throws out or plays a card that he cannot have held."""
    return next((each.action for each in replay(hand).violations if each.code is Code.CARD_NOT_HELD), None)
