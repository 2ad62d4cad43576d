"""Telling a hand to a reader."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.orm import Session

from gleek_replay.audit import Audit
from gleek_replay.audit.account import Account, account
from gleek_replay.services.access import Caller
from gleek_replay.services.hands import replay_hand


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldHand:
    """A hand with its audit, made anew from the record, and the account of it in words."""

    audit: Audit
    account: Account

    @property
    def names(self) -> dict[str, str]:
        """What the record calls each player: by his name, or by his id where it gives none."""
        record = self.audit.record
        return {player.id: record.name_of(seat) for seat, player in enumerate(record.players)}


def tell_hand(session: Session, caller: Caller, hand_id: str) -> ToldHand:
    """The account of a hand; raises :class:`gleek_replay.services.refusals.NotFound`."""
    audit = replay_hand(session, caller, hand_id)
    return ToldHand(audit=audit, account=account(audit))
