"""The end of a hand told aloud: the score, who won and lost, and what went amiss."""

from __future__ import annotations

from gleek_replay.audit.account.topics import RULE_WORDS
from gleek_replay.audit.account.words import REASON_WORDS
from gleek_replay.audit.audit import Difference
from gleek_replay.audit.messages import declared_words, listed
from gleek_replay.audit.narration.coin import in_coin
from gleek_replay.audit.narration.narrator import Narrator
from gleek_replay.engine import Reason, Score, Stage
from gleek_replay.engine.options import Settlement


def score(teller: Narrator) -> list[str]:
    """Each player's points against the break-even point, and what was paid on them."""
    told = teller.say(teller.voice.score.even_at, number=teller.number(teller.layout.break_even))
    payments = teller.telling.payments(Reason.SCORE)
    with_pot = teller.hand.rules.settlement is Settlement.POT
    for seat, counted in enumerate(teller.result.score or ()):
        told += _points(teller, seat, counted)
        if with_pot:
            told += teller.paid([paid for paid in payments if seat in (paid.payer, paid.payee)])
    return told if with_pot else told + teller.paid(payments)


def _points(teller: Narrator, seat: int, counted: Score) -> list[str]:
    phrases, number = teller.voice.score, teller.number
    over = counted.total - teller.layout.break_even
    piece = phrases.even if not over else phrases.over if over > 0 else phrases.under
    words = {
        "who": teller[seat], "tricks": teller.count(counted.tricks, "trick"), "cards": number(counted.cards),
        "honours": number(counted.honours), "total": number(counted.total),
        "difference": piece.format(number=number(abs(over))),
    }  # fmt: skip
    if counted.tricks and not counted.honours:
        return teller.say(phrases.only_tricks, **words)
    told = teller.say(phrases.tricks if counted.tricks else phrases.no_tricks, **words)
    return told + teller.say(phrases.total_with_honours if counted.honours else phrases.total, **words)


def settlement(teller: Narrator) -> list[str]:
    """What each won or lost in all, who won most first, and what is carried on."""
    phrases, net, players = teller.voice.ending, teller.result.net, teller.hand.players
    told = [] if teller.result.complete else teller.say(phrases.so_far)
    seats = sorted(range(players), key=lambda seat: -net[seat])
    for seat in seats:
        phrase = phrases.even if not net[seat] else phrases.won if net[seat] > 0 else phrases.lost
        told += teller.say(phrase, who=teller[seat], amount=teller.amount(abs(net[seat])))
        coin = in_coin(net[seat], teller.audit.record.stake, teller.number) if seat == seats[0] else None
        told += teller.say(phrases.in_coin, coin=coin) if coin else []
    for pot in range(players, players + 2):
        if net[pot]:
            phrase = phrases.pot_grew if net[pot] > 0 else phrases.pot_shrank
            told += teller.say(phrase, who=teller[pot], amount=teller.amount(abs(net[pot])))
    return told + _carried_out(teller)


def _carried_out(teller: Narrator) -> list[str]:
    if teller.result.carried_out is None:
        return []
    phrases, (multiplier, ruff_pot, pot) = teller.voice.ending, teller.result.carried_out
    told = teller.say(phrases.hands_on_multiplier, times=teller.times(multiplier)) if multiplier > 1 else []
    for account, left in ((teller.hand.players + 1, ruff_pot), (teller.hand.players, pot)):
        if left:
            phrase = phrases.hands_on_pot if left > 0 else phrases.hands_on_debt
            told += teller.say(phrase, who=teller[account], amount=teller.amount(abs(left)))
    return told


def broken_off(teller: Narrator) -> list[str]:
    """Why the story ends before the hand does, if so."""
    stopped = [each for each in teller.result.violations if each.stops]
    if stopped:
        told = [said for each in stopped for said in teller.breach(each)]
        return told + teller.say(teller.voice.ending.stopped)
    return [] if teller.result.complete else teller.say(teller.voice.ending.broke_off)


def amiss(teller: Narrator) -> list[str]:
    """Which rules were broken, what was recorded otherwise, and what is open."""
    phrases, audit, result = teller.voice.amiss, teller.audit, teller.result
    told = _broken(teller) + [said for each in audit.differences for said in _differs(teller, each)]
    if not told:
        told = _nothing(teller)
    told += [teller.sentence(phrases.unverified[stage]) for stage in result.unverified]
    if undecided := [REASON_WORDS[reason] for reason in Reason if reason in result.undecided]:
        told += teller.say(phrases.undecided, reasons=listed(undecided, "and"))
    for right in result.rights:
        declared = right.code == "undeclared"
        what = declared_words(right.what) if declared else right.what.title()
        words = {"who": teller[right.seat], "what": what, "amount": teller.amount(right.worth)}
        told += teller.say(phrases.undeclared if declared else phrases.unclaimed, **words)
    if topics := [RULE_WORDS[rule] for rule in audit.grounds.open_readings]:
        told += teller.say(phrases.settled_by_nobody, topics=listed(topics, "and"))
    return told


def _nothing(teller: Narrator) -> list[str]:
    phrases = teller.voice.amiss
    if teller.result.unverified:
        return teller.say(phrases.clean_as_shown)
    return teller.say(phrases.clean_and_paid if teller.audit.payments_agree else phrases.clean)


def _broken(teller: Narrator) -> list[str]:
    """How often the rules were broken, by whom and when; each was told where it happened."""
    phrases, violations = teller.voice.amiss, teller.result.violations
    if not violations:
        return []
    where = [
        phrases.where[_stage_of(teller, each.action)].format(who=teller[each.seat]) for each in violations
    ]
    words = {"times": teller.times(len(violations)), "who": listed(list(dict.fromkeys(where)), "and")}
    return teller.say(phrases.count, **words)


def _stage_of(teller: Narrator, action: int | None) -> Stage | None:
    """The stage that an action fell in."""
    if action is None:
        return None
    return [stage for stage, begin in teller.result.stages.items() if begin <= action][-1]


def _differs(teller: Narrator, difference: Difference) -> list[str]:
    phrases = teller.voice.amiss
    about = phrases.in_all
    if difference.reason != "total":
        about = phrases.for_reason.format(reason=REASON_WORDS[Reason(difference.reason)])
    words = {"recorded": _net(teller, difference.recorded), "due": _net(teller, difference.due)}
    return teller.say(phrases.differs, about=about, who=teller[difference.account], **words)


def _net(teller: Narrator, net: int) -> str:
    phrases = teller.voice.amiss
    if not net:
        return phrases.nothing
    return (phrases.winning if net > 0 else phrases.losing).format(amount=teller.amount(abs(net)))
