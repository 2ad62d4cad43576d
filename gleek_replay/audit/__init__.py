"""The audit: recorded against due, and the account of it in words."""

from gleek_replay.audit.audit import Audit, Difference, Verdict, audit_record
from gleek_replay.audit.document import authority_document, malformed_document, rules_document
from gleek_replay.audit.schema import AuditSchema
from gleek_replay.audit.session import Finding, FindingCode, SessionAudit, audit_sessions

__all__ = [
    "Audit", "AuditSchema", "Difference", "Finding", "FindingCode", "SessionAudit", "Verdict", "audit_record",
    "audit_sessions", "authority_document", "malformed_document", "rules_document",
]  # fmt: skip
