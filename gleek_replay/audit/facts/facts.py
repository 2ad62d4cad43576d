"""The facts of a hand: what statistics need of its audit, packed for every seat."""

from __future__ import annotations

from struct import error as NoRoom  # noqa: N812 - what it means here

from gleek_replay.audit.audit import Audit
from gleek_replay.audit.facts.auction import tell_bidding
from gleek_replay.audit.facts.cards import known_cards
from gleek_replay.audit.facts.declaring import tell_declarations
from gleek_replay.audit.facts.honours import tell_honours
from gleek_replay.audit.facts.layout import Mark
from gleek_replay.audit.facts.luck import NO_LUCK, luck_of_the_deal
from gleek_replay.audit.facts.rows import BREAK_EVEN, MARKS, NUMBERS, Row, new_rows, with_counts_stopped
from gleek_replay.audit.facts.ruffs import ruffs_dealt, ruffs_held
from gleek_replay.audit.facts.settled import tell_breaches, tell_payments
from gleek_replay.audit.facts.vying import tell_vying
from gleek_replay.engine import layout_of

_COMPLETE, _DEAL_KNOWN, _STOCK_KNOWN = map(int, (Mark.COMPLETE, Mark.DEAL_KNOWN, Mark.STOCK_KNOWN))


def facts_of(audit: Audit) -> tuple[bytes, ...]:
    """The facts of every seat, each laid out as ``FACT_FIELDS`` says.

    Of a hand that did not end, or whose cards are hidden, what is not known is not marked and counts nothing.
    """
    hand, result = audit.record.hand, audit.result
    rows = new_rows(hand.players)
    of_all = _COMPLETE if result.complete else 0
    cards, held = known_cards(hand, result), ruffs_held(hand, result)
    luck = [NO_LUCK] * hand.players
    if cards.stock is not None:
        of_all |= _STOCK_KNOWN
        dealt = [each for each in cards.dealt if each is not None]
        if len(dealt) == hand.players:
            of_all |= _DEAL_KNOWN
            ruffs = ruffs_dealt(hand, result, dealt, held)
            luck = luck_of_the_deal(hand, audit.due, dealt, ruffs, cards.stock)
    of_all |= tell_bidding(hand, result, rows) | tell_vying(hand, result, held, rows)
    tell_honours(hand, result, cards.stock, rows)
    tell_declarations(hand, result, rows)
    tell_payments(result, rows)
    tell_breaches(audit, rows)
    break_even = layout_of(hand.rules, hand.players).break_even
    for row in rows:
        row[MARKS] |= of_all
        row[BREAK_EVEN] = break_even
    return tuple([_packed(row) + fields for row, fields in zip(rows, luck, strict=True)])


def _packed(row: Row) -> bytes:
    try:
        return NUMBERS.pack(*row)
    except NoRoom:  # for a count, which stops then: nobody declares so often in earnest
        return NUMBERS.pack(*with_counts_stopped(row))
