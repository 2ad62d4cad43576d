"""Gleeks, mournivals, small trumps and challenges told aloud, whenever they come."""

from __future__ import annotations

from typing import Final

from gleek_replay.audit.messages import declared_words
from gleek_replay.audit.narration.narrator import Narrator
from gleek_replay.engine import Code, Reason, Stage, Verb

_SMALL: Final = (Reason.TIDDY, Reason.TOWSER, Reason.TUMBLER)
_DECLARED: Final = (Reason.GLEEK, Reason.MOURNIVAL)
_DECLARING: Final = frozenset({Verb.GLEEK, Verb.MOURNIVAL})


def declarations(teller: Narrator) -> list[str]:
    """What was declared, shown and challenged before the first lead."""
    actions = teller.telling.stretch(Stage.DECLARATIONS, Stage.TRICKS)
    told = [said for index in actions for said in deed(teller, index)]
    lead = teller.result.stages.get(Stage.TRICKS)
    if lead is not None:
        told += teller.paid(teller.telling.payments(*_DECLARED, actions=range(lead, lead + 1)))
    return told or teller.say(teller.voice.declarations.none)


def deed(teller: Narrator, index: int) -> list[str]:
    """A declaration, claim or challenge, and what is paid on it."""
    phrases, (seat, verb, argument) = teller.voice.declarations, teller.hand.actions[index]
    who = teller[seat]
    if verb in _DECLARING:
        before = teller.hand.actions[teller.result.stages[Stage.DECLARATIONS] : index]
        others = any(other != seat and said in _DECLARING for other, said, _ in before)
        phrase = phrases.declared_too if others else phrases.declared
        told = teller.say(phrase, who=who, what=declared_words(f"{verb} {argument}"))
    elif verb is Verb.CHALLENGE:
        told = _challenge(teller, index)
    else:
        told = teller.say(phrases.claimed, who=who, trump=verb.value.title())
    paid = teller.telling.payments(*_DECLARED, *_SMALL, Reason.CHALLENGE, actions=range(index, index + 1))
    return told + teller.paid(paid) + teller.breaches(index)


def _challenge(teller: Narrator, index: int) -> list[str]:
    """A challenge, and what came of it if that is known; of one that had no effect the breach tells."""
    phrases, (seat, _, (target, kind, rank)) = teller.voice.declarations, teller.hand.actions[index]
    what, result = f"{kind} {rank}", teller.result
    if any(each.action == index for each in result.violations):
        return []
    words = {"target": teller[target], "what": f"the {declared_words(what).removeprefix('a ')}"}
    told = teller.say(phrases.challenged, who=teller[seat], **words)
    if Reason.CHALLENGE in result.undecided:
        return told
    false = [(each.seat, each.found) for each in result.violations if each.code is Code.FALSE_DECLARATION]
    return told + teller.say(phrases.disproved if (target, what) in false else phrases.proved)


def paid_unasked(teller: Narrator, index: int) -> list[str]:
    """What falls due as a small trump is played, where nobody needs to claim it."""
    return teller.paid(teller.telling.payments(*_SMALL, actions=range(index, index + 1)))
