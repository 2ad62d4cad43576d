"""The conformance kit: hands with the audits expected and scripts to write down, for authors of clients."""

from gleek_replay.conformance.checking import Answer, Checked, check
from gleek_replay.conformance.kit import KIT_VERSION, Kit, make_kit, write_kit
from gleek_replay.conformance.mismatches import Mismatch
from gleek_replay.conformance.samples import sample_files

__all__ = [
    "KIT_VERSION", "Answer", "Checked", "Kit", "Mismatch", "check", "make_kit", "sample_files", "write_kit",
]  # fmt: skip
