"""By which rules some hands may have been played, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gleek_replay.audit.account.lines import Line, LineKind, Section, note, plain
from gleek_replay.audit.account.topics import RULE_WORDS
from gleek_replay.audit.account.words import REASON_WORDS, Names, capital, signed
from gleek_replay.audit.evidence import Ground
from gleek_replay.audit.explanations import Explanation, Supposed, WhichRules
from gleek_replay.audit.messages import listed
from gleek_replay.audit.misrecorded import Misrecorded, MisrecordedTotal
from gleek_replay.audit.supposing import Trial
from gleek_replay.engine import DOCUMENT_TITLES, Choice
from gleek_replay.records import HandRecord, RecordedPayment

_LEFT: Final = {
    Ground.MISRECORDED: ("recorded amount is not due", "recorded amounts are not due"),
    Ground.VIOLATION: ("breach of the rules", "breaches of the rules"),
    Ground.UNJUDGED: ("payment cannot be judged", "payments cannot be judged"),
    Ground.CARRIED: ("hand begins otherwise than was left", "hands begin otherwise than was left"),
}  # fmt: skip
"""What an explanation leaves open, of one and of several."""
TRIAL_WORDS: Final = {
    Trial.ONE_OPTION: "changes of one option",
    Trial.PRESET_AND_OPTION: "changes of one option over another preset",
    Trial.TWO_OPTIONS: "changes of two options",
}
"""What may not all have been tried."""


def rules_played_section(found: WhichRules) -> Section:
    """The explanations in the order of their ranks. Those of the first rank have what decides for them, who
    says so, and what is left wrong; so has the one with the least left wrong, if none is complete.
    """
    lines: list[Line] = []
    for explanation in found.explanations:
        lines.append(_explanation(explanation))
        if explanation.rank == 1 or (explanation is found.fewest_wrong and not found.complete):
            lines += [*_decisive(explanation), *_wrong(found, explanation)]
    if found.untried:
        kinds = listed([TRIAL_WORDS[trial] for trial in found.untried], "and")
        lines.append(note(f"The records are so long that {kinds} were not all tried."))
    if found.misfits:
        lines.append(note(f"They cannot be read by {listed(list(found.misfits))}."))
    return Section(title="Which rules they may have played by", lines=tuple(lines))


def _explanation(explanation: Explanation) -> Line:
    rules = listed([_rules(supposed) for supposed in explanation.supposed])
    if explanation.is_complete:
        return plain(f"{explanation.rank}. {rules}: all is legal, and every recorded payment is due.")
    left = [
        f"{number:,} {_LEFT[ground][number > 1]}"
        for ground in _LEFT
        if (number := explanation.counts.get(ground, 0))
    ]
    return Line(text=f"{explanation.rank}. {rules}: {listed(left, 'and')}.", kind=LineKind.DIFFERENCE)


def _rules(supposed: Supposed) -> str:
    rules = supposed.preset or "as stated"
    options = [f"{option} {_word(choice)}" for option, choice in supposed.options.items()]
    return f"{rules} with {listed(options, 'and')}" if options else rules


def _decisive(explanation: Explanation) -> Iterator[Line]:
    """In what the rules differ from those stated, as far as it makes a difference to the hands."""
    for change in explanation.supposed[0].changes:
        if change.decisive:
            cited = change.citation
            choice = f"{_word(change.choice)}, stated {_word(change.stated)}"
            source = f"{DOCUMENT_TITLES[cited.document]}; {cited.passage} ({cited.standing})"
            yield note(f"On {RULE_WORDS[change.option]}: {choice}. {source}.")


def _wrong(found: WhichRules, explanation: Explanation) -> Iterator[Line]:
    """What would have to be wrong in the records."""
    for record, hand in zip(found.records, explanation.hands, strict=True):
        for wrong in hand.wrong:
            yield Line(text=f"{record.hand_id}: {_misrecorded(record, wrong)}", kind=LineKind.DIFFERENCE)


def _misrecorded(record: HandRecord, wrong: Misrecorded | MisrecordedTotal) -> str:
    names = Names(record)
    if isinstance(wrong, MisrecordedTotal):
        amounts = f"recorded {signed(wrong.recorded)}, due {signed(wrong.due)}"
        return f"{names[wrong.seat]} in all: {amounts}."
    recorded, due = (_payment(names, payment) for payment in (wrong.recorded, wrong.due))
    return capital(f"{recorded or 'nothing is recorded'}; {due or 'nothing'} is due.")


def _payment(names: Names, payment: RecordedPayment | None) -> str:
    if payment is None:
        return ""
    reason = REASON_WORDS[payment.reason]
    return f"{payment.amount:,} from {names[payment.payer]} to {names[payment.payee]} for {reason}"


def _word(choice: Choice) -> str:
    return str(choice).lower() if isinstance(choice, bool) else str(choice)
