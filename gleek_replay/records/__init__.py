"""The hand history: reading, splitting, writing and comparing what clients say of a hand."""

from gleek_replay.records.faults import Fault, MalformedRecord, pointer
from gleek_replay.records.identity import facts_digest
from gleek_replay.records.raw import RawRecord
from gleek_replay.records.reader import LARGEST_RECORD, read_record
from gleek_replay.records.record import (
    FORMAT,
    POT,
    RUFF_POT,
    Client,
    HandRecord,
    Player,
    RecordedPayment,
    SessionRef,
    Stake,
)
from gleek_replay.records.schema import HandHistorySchema
from gleek_replay.records.stream import split_records
from gleek_replay.records.union import Relation, accounts, relation, unite
from gleek_replay.records.unpacking import TooLarge
from gleek_replay.records.writer import (
    action_document,
    carried_document,
    deal_document,
    history_document,
    lift_documents,
    payment_documents,
)

__all__ = [
    "FORMAT", "LARGEST_RECORD", "POT", "RUFF_POT", "Client", "Fault", "HandHistorySchema", "HandRecord",
    "MalformedRecord", "Player", "RawRecord", "RecordedPayment", "Relation", "SessionRef", "Stake",
    "TooLarge", "accounts", "action_document", "carried_document", "deal_document", "facts_digest",
    "history_document", "lift_documents", "payment_documents", "pointer", "read_record", "relation",
    "split_records", "unite",
]  # fmt: skip
