"""The actions that a replay followed, by the stage they belong to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gleek_replay.engine import Action, Hand, Result, Stage

_FOLLOWING: Final = dict(zip(Stage, tuple(Stage)[1:], strict=False))


def actions_of(hand: Hand, result: Result, stage: Stage) -> Sequence[Action]:
    """The actions of a stage, as far as they were followed; none of a stage that was not reached."""
    begins = result.stages.get(stage)
    if begins is None:
        return ()
    return hand.actions[begins : result.stages.get(_FOLLOWING[stage], result.stopped_at)]
