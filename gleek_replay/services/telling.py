"""Telling a hand to a reader."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.orm import Session

from gleek_replay.audit import Audit
from gleek_replay.audit.account import Account, Line, account
from gleek_replay.audit.account.words import WRONG
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

    @property
    def lines_of_violations(self) -> dict[int, Line]:
        """The line that tells of each action that broke a rule, where the story comes to it.

        A line names the first of the actions in a row that it tells of; the one looked for bears the cross.
        """
        lines = [line for section in self.account.sections for line in section.lines]
        crossed = [(line.action, line) for line in lines if WRONG in line.text and line.action is not None]
        found: dict[int, Line] = {}
        for violation in self.audit.result.violations:
            for begin, line in crossed:
                if violation.action is not None and begin <= violation.action:
                    found[violation.action] = line
        return found


def tell_hand(session: Session, caller: Caller, hand_id: str) -> ToldHand:
    """The account of a hand; raises :class:`gleek_replay.services.refusals.NotFound`."""
    audit = replay_hand(session, caller, hand_id)
    return ToldHand(audit=audit, account=account(audit))
