"""A stored hand told to be heard."""

from __future__ import annotations

from typing import Final

from sqlalchemy.orm import Session

from gleek_replay.audit.narration import VOICES, Narration, narrate
from gleek_replay.services.access import Caller
from gleek_replay.services.replays import Replay, Viewing, get_replay

VOICE_LABELS: Final = {key: voice.label for key, voice in VOICES.items()}
"""The voices by what asks for them, as a reader is offered them; the usual one first."""


def narrate_hand(session: Session, caller: Caller, hand_id: str, words: str, viewing: Viewing) -> Narration:
    """A hand told in one of the :data:`VOICE_LABELS`, as it is looked at.

    Raises what :func:`gleek_replay.services.replays.get_replay` does.
    """
    return narrate_replay(get_replay(session, caller, hand_id, viewing), words)


def narrate_replay(replay: Replay, words: str) -> Narration:
    """The same of a replay that is at hand."""
    return narrate(
        replay.audit,
        words,
        names_hidden=replay.document["names_hidden"],
        read_as=replay.document["reading"] is not None,
    )
