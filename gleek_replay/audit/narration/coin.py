"""Counters changed into coin, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gleek_replay.audit.messages import listed
from gleek_replay.records.record import Stake

_COINS: Final = ((960, "pound"), (48, "shilling"))
_QUARTERS: Final = ("", "a farthing", "a half-penny", "three farthings")


def in_coin(counters: int, stake: Stake, number: Callable[[int], str]) -> str | None:
    """A sum won, in pounds, shillings, pence and farthings; ``None`` where changing it says nothing new.

    >>> from gleek_replay.audit.narration.numerals import spoken_number
    >>> in_coin(30, Stake.PENNY, spoken_number), in_coin(11, Stake.PENNY, spoken_number)
    ('two shillings and six pence', None)
    """
    sum_of_money = counters * stake.farthings
    if sum_of_money < 48 or (stake is Stake.SHILLING and counters < 20):
        return None
    told, rest = [], sum_of_money
    for worth, coin in _COINS:
        count, rest = divmod(rest, worth)
        if count:
            told.append(f"{number(count)} {coin}{'' if count == 1 else 's'}")
    pence, quarters = divmod(rest, 4)
    if pence:
        told.append(f"{number(pence)} {'penny' if pence == 1 else 'pence'}")
    if quarters:
        told.append(_QUARTERS[quarters])
    return listed(told, "and")
