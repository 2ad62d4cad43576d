"""A hand to be gone through step by step: where the cards lie, what is said, paid and found wrong at each."""

from gleek_replay.audit.replaying.document import Replaying
from gleek_replay.audit.replaying.positions import positions
from gleek_replay.audit.replaying.steps import STAGES

__all__ = ["STAGES", "Replaying", "positions"]
