"""Hands with something wrong: every breach of the rules, what was paid wrongly, and what breaks off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from gleek_replay.conformance.breaches import BREACHES, RULES
from gleek_replay.conformance.hands import (
    Case,
    Document,
    case,
    hand_of,
    played,
    played_out,
    shows_every_card,
    told,
    unsettled,
)
from gleek_replay.engine import (
    PRESETS,
    STOPPING,
    Code,
    Hand,
    Reason,
    Replay,
    RuleError,
    Stage,
    Verb,
    each_card,
    layout_of,
    replay,
)
from gleek_replay.simulation.chance import seeded

_PRESETS_A_CODE: Final = 3
_PLACES_TRIED: Final = 12


def unlawful() -> Iterator[Case]:
    """All of them."""
    for code in BREACHES:
        yield from _breaches(code)
    yield from _wrong_dealers()
    yield from _challenged()
    for reason in Reason:
        if reason is not Reason.CHALLENGE:  # due for what was declared falsely alone, which is irregular
            yield _misreported(reason)
    yield from _misreported_in_all()
    yield from _broken_off()


def _breaches(code: Code) -> Iterator[Case]:
    """A breach in hands by some presets; after one that does not stop the replay they are played out."""
    presets = list(PRESETS)
    begin = list(Code).index(code)
    found = 0
    for preset in presets[begin % len(presets) :] + presets[: begin % len(presets)]:
        if found == _PRESETS_A_CODE:
            return
        name = f"breach-{code}-{found + 1}"
        for document, hand in _with_breach(code, preset, name):
            found += 1
            settled = code not in STOPPING
            yield case(name, f"{code}, by the rules of {preset}", told(document, hand, settled=settled))
            break


def _with_breach(
    code: Code, preset: str, name: str, *, follow: bool = True
) -> Iterator[tuple[Document, Hand]]:
    chance = seeded(f"{name} {preset}")
    try:
        for document in played(preset, options=RULES.get(code), times=3):
            whole = hand_of(document)
            for length in chance.sample(range(len(whole.actions) + 1), _PLACES_TRIED):
                begun = replace(whole, actions=whole.actions[:length])
                action = BREACHES[code](Replay(begun), chance)
                if action is None:
                    continue
                breached = replace(begun, actions=(*begun.actions, action))
                first = replay(breached).violations[:1]
                if first and first[0].code is code and shows_every_card(breached):
                    ends = code in STOPPING or not follow
                    yield document, breached if ends else played_out(breached, chance)
    except RuleError:  # this preset cannot be played so
        return


def _wrong_dealers() -> Iterator[Case]:
    """The lift says that another deals."""
    for number, document in enumerate((next(played("parlett")), next(played("cotton-1674"))), 1):
        hand = hand_of(document)
        cards = each_card(layout_of(hand.rules, hand.players).pack)
        lifted = {seat: cards[0 if seat == hand.dealer else 3 + seat] for seat in range(hand.players)}
        shows = "the lowest card was lifted by another than deals"
        yield case(
            f"breach-wrong_dealer-{number}",
            shows,
            told(document, replace(hand, lift=(lifted,)), settled=True),
        )


def _challenged() -> Iterator[Case]:
    """A false declaration that was challenged: double goes back, and what was paid wrongly beside it."""
    preset, chance = "willughby-1665", seeded("challenged")
    document, hand = next(_with_breach(Code.FALSE_DECLARATION, preset, "challenged", follow=False))
    liar, verb, rank = hand.actions[-1]
    other = (liar + 1) % hand.players
    doubted = replace(hand, actions=(*hand.actions, (other, Verb.CHALLENGE, (liar, verb, rank))))
    settled = told(document, played_out(doubted, chance), settled=True)
    yield case("breach-challenged", "a false declaration is challenged, and double goes back", settled)
    payments = [payment for payment in settled["payments"] if payment["for"] != Reason.CHALLENGE]
    shows = "a false declaration is challenged, and nothing went back"
    yield case("breach-challenged-unpaid", shows, {**unsettled(settled), "payments": payments})


def _misreported(reason: Reason) -> Case:
    """A legal hand with a payment of which the amount is wrong."""
    for preset in ("willughby-1665", "cotton-1674"):
        for document in played(preset):
            mine = [payment for payment in document["payments"] if payment["for"] == reason]
            if mine:
                payments = [
                    {**payment, "amount": payment["amount"] + 1} if payment is mine[0] else payment
                    for payment in document["payments"]
                ]
                shows = f"one counter too much was paid for: {reason}"
                return case(f"misreported-{reason}", shows, {**unsettled(document), "payments": payments})
    raise AssertionError(f"no hand has a payment for {reason}")


def _misreported_in_all() -> Iterator[Case]:
    document = next(played("wikipedia"))
    first, second = document["players"][0]["id"], document["players"][1]["id"]
    result = {**document["result"]}
    result[first] += 1
    result[second] -= 1
    bare = unsettled(document)
    yield case(
        "misreported-result", "the payments are right, the result is not", {**document, "result": result}
    )
    yield case(
        "misreported-result-alone", "a result that is not due, without payments", {**bare, "result": result}
    )
    yield case("misreported-nothing-paid", "it is said that nothing was paid", {**bare, "payments": []})
    payments = [{**payment, "for": "score"} for payment in document["payments"]]
    yield case(
        "misreported-reasons", "all sums are right, but for other reasons", {**bare, "payments": payments}
    )
    payments = [{**each, "from": each["to"], "to": each["from"]} for each in document["payments"]]
    yield case("misreported-direction", "every payment goes the other way", {**bare, "payments": payments})


def _broken_off() -> Iterator[Case]:
    """Legal hands that end too early, in every stage."""
    for preset in ("parlett", "du-coeur-1996"):
        document = next(played(preset))
        hand = hand_of(document)
        stages = replay(hand).stages
        ends = {stage.value: begins + 1 for stage, begins in stages.items() if stage is not Stage.OVER}
        for stage, end in {"deal": 0, **ends, "last-trick": len(hand.actions) - hand.players}.items():
            cut = replace(hand, actions=hand.actions[:end])
            if not replay(cut).complete:
                shows = f"the record ends in the {stage}"
                yield case(f"incomplete-{preset}-{stage}", shows, told(document, cut))
    cut = replace(hand, actions=hand.actions[: stages[Stage.TRICKS] + 2])
    yield case(
        "incomplete-settled", "it ends early, with what was due till then", told(document, cut, settled=True)
    )
