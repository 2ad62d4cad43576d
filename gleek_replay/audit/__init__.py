"""The audit: recorded against due, and the account of it in words."""

from gleek_replay.audit.audit import (
    Audit,
    Difference,
    Verdict,
    audit_record,
    authority_document,
    malformed_document,
    rules_document,
)
from gleek_replay.audit.schema import AuditSchema

__all__ = [
    "Audit", "AuditSchema", "Difference", "Verdict", "audit_record", "authority_document",
    "malformed_document", "rules_document",
]  # fmt: skip
