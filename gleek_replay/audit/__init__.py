"""The audit: recorded against due, and the account of it in words."""

from gleek_replay.audit.audit import Audit, Difference, Verdict, audit_record
from gleek_replay.audit.comparing import Disagreement, Fact, KnownToOne
from gleek_replay.audit.comparison import Comparison, compare, comparison_document
from gleek_replay.audit.document import authority_document, malformed_document, rules_document
from gleek_replay.audit.evidence import WEIGHTS, Ground
from gleek_replay.audit.explanations import Explanation, Supposed, WhichRules, which_rules_document
from gleek_replay.audit.readings import Departure, Reading, reading_document, readings
from gleek_replay.audit.rereading import read_choice, read_under, rules_over
from gleek_replay.audit.schema import AuditSchema
from gleek_replay.audit.seeing import seen
from gleek_replay.audit.session import Finding, FindingCode, SessionAudit, audit_sessions
from gleek_replay.audit.settling import (
    Correction,
    Counts,
    Evening,
    correction_document,
    evening_document,
    settle_evening,
    settle_hand,
    settlement_document,
    what_counts,
)
from gleek_replay.audit.sight import Sight
from gleek_replay.audit.supposing import Trial
from gleek_replay.audit.which_rules import which_rules
from gleek_replay.engine import RuleError

__all__ = [
    "WEIGHTS", "Audit", "AuditSchema", "Comparison", "Correction", "Counts", "Departure", "Difference",
    "Disagreement", "Evening", "Explanation", "Fact", "Finding", "FindingCode", "Ground", "KnownToOne",
    "Reading", "RuleError", "SessionAudit", "Sight", "Supposed", "Trial", "Verdict", "WhichRules",
    "audit_record", "audit_sessions", "authority_document", "compare", "comparison_document",
    "correction_document", "evening_document", "malformed_document", "read_choice", "read_under",
    "reading_document", "readings", "rules_document", "rules_over", "seen", "settle_evening",
    "settle_hand", "settlement_document", "what_counts", "which_rules", "which_rules_document",
]  # fmt: skip
