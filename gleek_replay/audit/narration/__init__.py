"""A hand told to be heard: one story, in the voice that is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from gleek_replay.audit.audit import Audit
from gleek_replay.audit.narration import before_play, declaring, ending, play
from gleek_replay.audit.narration.narrator import Narrator
from gleek_replay.audit.narration.period import PERIOD
from gleek_replay.audit.narration.plain import PLAIN
from gleek_replay.audit.narration.voice import Part, Voice
from gleek_replay.engine import Stage

__all__ = ["VOICES", "NarratedPart", "Narration", "Part", "Voice", "narrate"]

VOICES: Final[dict[str, Voice]] = {"plain": PLAIN, "period": PERIOD}
"""The voices by what asks for them, the usual one first."""

_STORY: Final[dict[Stage, tuple[Part, Callable[[Narrator], list[str]]]]] = {
    Stage.AUCTION: (Part.AUCTION, before_play.auction),
    Stage.EXCHANGE: (Part.EXCHANGE, before_play.exchange),
    Stage.VYING: (Part.RUFF, before_play.ruff),
    Stage.DECLARATIONS: (Part.DECLARATIONS, declaring.declarations),
    Stage.TRICKS: (Part.TRICKS, play.tricks),
    Stage.OVER: (Part.SCORE, ending.score),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class NarratedPart:
    """A part of a narration: sentences under a title."""

    part: Part
    title: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Narration:
    """A hand told in one voice; ``words`` is what asks for it."""

    hand_id: str
    words: str
    parts: tuple[NarratedPart, ...]

    @property
    def title(self) -> str:
        """What it is the story of."""
        return f"Hand {self.hand_id}"

    @property
    def document(self) -> dict[str, Any]:
        """The narration as other programs read it."""
        return {
            "hand_id": self.hand_id,
            "words": self.words,
            "title": self.title,
            "sections": [{"title": part.title, "sentences": list(part.sentences)} for part in self.parts],
        }


def narrate(audit: Audit, words: str, *, names_hidden: bool = False, read_as: bool = False) -> Narration:
    """Tell a hand aloud in one of the :data:`VOICES`; the same hand is always told in the same words.

    ``names_hidden`` calls players by where they sit; ``read_as`` says that the audit is by other rules than
    those at the table. Parts that the record does not reach are left out.
    """
    voice = VOICES[words]
    teller = Narrator(audit, voice, names_hidden=names_hidden)
    told = {
        Part.OPENING: before_play.opening(teller, read_as=read_as),
        Part.DEAL: before_play.deal(teller),
    }
    told |= {part: tell(teller) for stage, (part, tell) in _STORY.items() if stage in audit.result.stages}
    last = [part for part, sentences in told.items() if sentences][-1]
    told[last] = told[last] + ending.broken_off(teller)
    told |= {Part.SETTLEMENT: ending.settlement(teller), Part.AMISS: ending.amiss(teller)}
    return Narration(
        hand_id=audit.record.hand_id,
        words=words,
        parts=tuple(
            NarratedPart(part=part, title=voice.titles[part], sentences=tuple(sentences))
            for part, sentences in told.items()
            if sentences
        ),
    )
