"""The account of an audited hand in words, for the command line and the hand's page alike."""

from __future__ import annotations

from gleek_replay.audit.account.before_play import (
    auction_section,
    deal_section,
    exchange_section,
    ruff_section,
)
from gleek_replay.audit.account.findings import (
    differences_section,
    open_readings_section,
    opening_section,
    rights_section,
    settlement_section,
    unverified_section,
    wrong_section,
)
from gleek_replay.audit.account.lines import Account, Line, LineKind, Section, SectionKind
from gleek_replay.audit.account.owing import correction_section, evening_section
from gleek_replay.audit.account.play import declarations_section, score_section, tricks_section
from gleek_replay.audit.account.rules_played import TRIAL_WORDS, rules_played_section
from gleek_replay.audit.account.sessions import session_section
from gleek_replay.audit.account.telling import Telling
from gleek_replay.audit.audit import Audit
from gleek_replay.engine import Stage

__all__ = [
    "TRIAL_WORDS", "Account", "Line", "LineKind", "Section", "SectionKind", "account", "correction_section",
    "evening_section", "rules_played_section", "session_section",
]  # fmt: skip

_STORY = {
    Stage.AUCTION: auction_section,
    Stage.EXCHANGE: exchange_section,
    Stage.VYING: ruff_section,
    Stage.DECLARATIONS: declarations_section,
    Stage.TRICKS: tricks_section,
    Stage.OVER: score_section,
}
_FINDINGS = (
    settlement_section,
    wrong_section,
    differences_section,
    unverified_section,
    rights_section,
    open_readings_section,
)


def account(audit: Audit) -> Account:
    """Tell a hand for a reader: the story stage by stage, the settlement, and what is wrong or open.

    Stages that the record does not reach, and findings of which there are none, are left out.
    """
    telling = Telling(audit)
    story = [tell(telling) for stage, tell in _STORY.items() if stage in audit.result.stages]
    findings = [tell(telling) for tell in _FINDINGS]
    sections = [opening_section(telling), deal_section(telling), *story, *findings]
    return Account(
        title=f"Hand {audit.record.hand_id}",
        sections=tuple(section for section in sections if section.lines),
    )
