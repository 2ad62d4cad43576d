"""What an account says beside the story: verdict, settlement, what is wrong, what is open."""

from __future__ import annotations

from typing import Final

from gleek_replay.audit.account.lines import Line, LineKind, Section, SectionKind, note, plain
from gleek_replay.audit.account.telling import Telling
from gleek_replay.audit.account.topics import RULE_WORDS
from gleek_replay.audit.account.words import OPEN, REASON_WORDS, capital, counted, name_mark, signed
from gleek_replay.audit.audit import Difference, Verdict
from gleek_replay.audit.messages import declared_words, listed, violation_message
from gleek_replay.engine import (
    DOCUMENT_TITLES,
    OPTIONS,
    Carried,
    Citation,
    Code,
    Reason,
    Right,
    Standing,
    Violation,
    authority,
)
from gleek_replay.engine.cards import CARD_BY_NAME

_VERDICTS: Final = {
    Verdict.UNPLAYABLE: "Unplayable: the record does something at which the replay has to stop.",
    Verdict.IRREGULAR: "Irregular: a rule was broken; what happened is clear, and it is settled as played.",
    Verdict.MISREPORTED: "Misreported: all was done by the rules; the payments recorded are not those due.",
    Verdict.INCOMPLETE: "Incomplete: all was done by the rules, but the record ends before the hand does.",
    Verdict.CLEAN: "Clean: all was done by the rules",
}
_STANDINGS: Final = {
    Standing.STATED: "stated there",
    Standing.REPORTED: "as others report it",
    Standing.SILENT: "the source is silent; the reading is ours",
    Standing.CONTRADICTED: "its passages differ; the reading is ours",
}
_RIGHT_UNSAID: Final = {Code.FALSE_DECLARATION, Code.CARD_NOT_HELD, Code.RETURNED_AFTER_PASSING}
"""Violations whose message does not say what would have been right."""
_UNVERIFIED: Final = {
    "exchange": "The exchange: the discards, or what the buyer held or drew, are not all shown.",
    "ruff": "The ruff: a hand in the showdown is not shown whole.",
    "declarations": "Declarations: the cards shown neither prove nor disprove one of them.",
    "tricks": "The tricks: a card that did not follow was played from a hand that is not shown whole.",
}


def opening_section(telling: Telling) -> Section:
    """The verdict, the game, and what was carried in."""
    record, hand = telling.record, telling.hand
    lines = [Line(text=_verdict(telling), kind=_verdict_kind(telling.audit.verdict))]
    moment = record.played_at
    played = f"{moment.day} {moment:%B} {moment.year}, {moment:%H:%M} UTC"
    lines.append(plain(f"{record.stake.value.title()} Gleek by the rules of {record.preset}, {played}."))
    if departures := [name for name in OPTIONS if name in hand.rules.chosen]:
        agreed = [f"{RULE_WORDS[name]} ({_choice(telling, name)})" for name in departures]
        lines.append(plain(f"Agreed otherwise at this table: {listed(agreed, 'and')}."))
    if record.session:
        lines.append(plain(f"Hand {record.session.hand} of the session {record.session.id}."))
    if hand.carried != Carried():
        lines.append(plain(f"Carried in: {_carried(hand.carried)}."))
    if record.notes:
        lines.append(note(f"The record notes: {record.notes}"))
    return Section(title="The hand", lines=tuple(lines))


def _verdict(telling: Telling) -> str:
    text = _VERDICTS[telling.audit.verdict]
    if telling.audit.verdict is Verdict.CLEAN:
        agree = telling.audit.payments_agree
        text = f"{text}{'' if agree is None else '; the payments recorded are those due'}."
    if telling.result.unverified and "all was done" in text:
        text = text.replace("all was done", "all that is shown was done").removesuffix(".")
        text += "; not all could be verified."
    return text


def _verdict_kind(verdict: Verdict) -> LineKind:
    if verdict in (Verdict.UNPLAYABLE, Verdict.IRREGULAR):
        return LineKind.VIOLATION
    return LineKind.DIFFERENCE if verdict is Verdict.MISREPORTED else LineKind.PLAIN


def settlement_section(telling: Telling) -> Section:
    """What each won or lost in all and for what, and what is carried on."""
    result, names = telling.result, telling.names
    lines = []
    for account, net in enumerate(result.net):
        parts = []
        for reason in Reason:
            amount = sum(
                paid.amount * ((paid.payee == account) - (paid.payer == account))
                for paid in result.payments
                if paid.reason is reason
            )
            if amount:
                parts.append(f"{REASON_WORDS[reason]} {signed(amount)}")
        if account < telling.hand.players or parts:
            lines.append(
                plain(capital(f"{names[account]} {signed(net)}{': ' if parts else ''}{', '.join(parts)}."))
            )
    if result.carried_out is not None:
        lines.append(plain(f"Carried to the next deal: {_carried(result.carried_out)}."))
    title = "The settlement" if result.complete else "The settlement so far"
    return Section(title=title, lines=tuple(lines))


def _carried(carried: Carried) -> str:
    parts = []
    if carried.ruff_multiplier > 1:
        parts.append(f"the ruff at {carried.ruff_multiplier:,} times its stake")
    if carried.ruff_pot:
        parts.append(f"{carried.ruff_pot:,} in the ruff pot")
    if carried.pot:
        parts.append(
            f"{carried.pot:,} in the pot" if carried.pot > 0 else f"the pot short of {-carried.pot:,}"
        )
    return listed(parts, "and") if parts else "nothing"


def wrong_section(telling: Telling) -> Section:
    """The violations, each with what would have been right, unless that is said, and who says so."""
    lines: list[Line] = []
    for violation in telling.result.violations:
        place = "the deal" if violation.action is None else f"/actions/{violation.action}"
        message = violation_message(telling.record, violation)
        lines.append(Line(text=f"{message} ({place})", action=violation.action, kind=LineKind.VIOLATION))
        if violation.expected and violation.code in _RIGHT_UNSAID:
            lines.append(note(f"Expected {_values(telling, violation)}."))
        lines.append(note(f"On {RULE_WORDS[violation.rule]}: {_source(telling, violation.rule)}."))
    if telling.result.stopped_at is not None:
        compared = "" if telling.audit.recorded_net is None else ", and only that is compared with the record"
        lines.append(plain(f"The replay stops there; what fell due before stands{compared}."))
    return Section(title="What is wrong", lines=tuple(lines), kind=SectionKind.FAULTS)


def _values(telling: Telling, violation: Violation) -> str:
    return listed([_text(telling, value) for value in violation.expected])


def _text(telling: Telling, value: str | int) -> str:
    if isinstance(value, int):
        return telling.names[value]
    return " ".join(name_mark(word) if word in CARD_BY_NAME else word for word in value.split(" "))


def differences_section(telling: Telling) -> Section:
    """Where the record says other amounts than the rules."""
    lines = [
        Line(text=_difference(telling, difference), kind=LineKind.DIFFERENCE)
        for difference in telling.audit.differences
    ]
    return Section(title="Recorded and due", lines=tuple(lines), kind=SectionKind.FAULTS)


def _difference(telling: Telling, difference: Difference) -> str:
    about = "in all" if difference.reason == "total" else f"for {REASON_WORDS[Reason(difference.reason)]}"
    name = telling.names[difference.account]
    return capital(f"{name} {about}: recorded {signed(difference.recorded)}, due {signed(difference.due)}.")


def unverified_section(telling: Telling) -> Section:
    """What hidden cards leave open."""
    lines = [plain(_UNVERIFIED[stage]) for stage in telling.result.unverified]
    undecided = [REASON_WORDS[reason] for reason in Reason if reason in telling.result.undecided]
    if undecided:
        lines.append(
            plain(f"What is due for {listed(undecided, 'and')} depends on hidden cards and is left out.")
        )
    return Section(title="What could not be verified", lines=tuple(lines), kind=SectionKind.REMARKS)


def rights_section(telling: Telling) -> Section:
    """What players had a right to and did not ask for."""
    lines = tuple(note(_right(telling, right)) for right in telling.result.rights)
    return Section(title="Rights not used", lines=lines, kind=SectionKind.REMARKS)


def _right(telling: Telling, right: Right) -> str:
    name = telling.names[right.seat]
    if right.code == "undeclared":
        deed = f"held {declared_words(right.what)} and did not declare it"
    else:
        deed = f"played {right.what.title()} and did not claim it"
    return f"{name} {deed}: {counted(right.worth, 'counter')} from each opponent."


def open_readings_section(telling: Telling) -> Section:
    """What rests on a rule that no source settles, and what other tables may hold."""
    lines = [note(f"{OPEN} {_reading(telling, rule)}") for rule in telling.audit.grounds.open_readings]
    if lines:
        lines.append(note("Another table may hold otherwise."))
    return Section(title="Open readings", lines=tuple(lines), kind=SectionKind.REMARKS)


def _reading(telling: Telling, rule: str) -> str:
    choice = f" (here {_choice(telling, rule)})" if rule in OPTIONS else ""
    return f"On {RULE_WORDS[rule]}{choice}: {_source(telling, rule)}."


def _choice(telling: Telling, option: str) -> str:
    value = getattr(telling.hand.rules, option)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ")


def _source(telling: Telling, rule: str) -> str:
    cited: Citation = authority(telling.hand.rules, rule)
    return f"{DOCUMENT_TITLES[cited.document]}; {cited.passage} ({_STANDINGS[cited.standing]})"
