"""The tricks told aloud: each in a sentence or two by what happened in it, and those that one player won with
what he led together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from gleek_replay.audit.narration.declaring import deed, paid_unasked
from gleek_replay.audit.narration.narrator import Narrator
from gleek_replay.engine import Stage, Verb, card_name
from gleek_replay.engine.cards import SUIT_OF
from gleek_replay.engine.options import HonoursTo

_MOST_TOGETHER: Final = 4


@dataclass(slots=True, kw_only=True)
class Trick:
    """A trick: the ``cards`` in order with who played them, who won it if it was finished, and what is to be
    told ``before`` and ``after`` it.
    """

    cards: list[tuple[int, int]] = field(default_factory=list)
    winner: int | None = None
    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)

    @property
    def leader(self) -> int:
        """Who led."""
        return self.cards[0][0]

    @property
    def led(self) -> int:
        """What was led."""
        return self.cards[0][1]

    @property
    def winning(self) -> int:
        """The card that won it."""
        return next(card for seat, card in self.cards if seat == self.winner)


def tricks(teller: Narrator) -> list[str]:
    """The tricks, with the claims and challenges that fell among them."""
    phrases, told = teller.voice.tricks, list[str]()
    together: list[Trick] = []
    for number, trick in enumerate(_tricks(teller)):
        if not number and trick.cards and trick.leader == teller.hand.eldest:
            told += teller.say(phrases.began)
        plain = trick.winner is not None and trick.leader == trick.winner and not _noted(teller, trick)
        if together and (not plain or trick.before or len(together) == _MOST_TOGETHER):
            told += _held(teller, together)
            together = []
        told += trick.before
        if plain:
            together.append(trick)
            if trick.after:
                told += _held(teller, together) + trick.after
                together = []
        elif trick.cards:
            told += _told(teller, trick) + _noted(teller, trick) + trick.after
    return told + (_held(teller, together) if together else [])


def _tricks(teller: Narrator) -> Iterator[Trick]:
    """The tricks one by one; the last may be unfinished, or have no card but something to be told."""
    winners = dict(teller.result.tricks)
    trick = Trick()
    for index in range(teller.result.stages[Stage.TRICKS], teller.telling.end):
        seat, verb, card = teller.hand.actions[index]
        if verb is not Verb.PLAY:
            (trick.after if trick.cards else trick.before).extend(deed(teller, index))
            continue
        trick.cards.append((seat, card))
        trick.after += paid_unasked(teller, index) + teller.breaches(index)
        if index in winners:
            trick.winner = winners[index]
            yield trick
            trick = Trick()
    if trick.cards or trick.before:
        yield trick


def _held(teller: Narrator, together: list[Trick]) -> list[str]:
    """Tricks in a row that a player won with what he led."""
    phrases, who = teller.voice.tricks, teller[together[0].leader]
    led = [card_name(trick.led) for trick in together]
    if len(led) == 1:
        return teller.say(phrases.held, who=who, card=teller.card(led[0]))
    every = "both tricks" if len(led) == 2 else f"all {teller.count(len(led), 'trick')}"
    return teller.say(phrases.held_on, who=who, cards=teller.cards(led), all=every)


def _told(teller: Narrator, trick: Trick) -> list[str]:
    """A trick by what won it."""
    phrases = teller.voice.tricks
    words = {"who": teller[trick.leader], "card": teller.card(card_name(trick.led))}
    if trick.winner is None:
        others = [
            phrases.others.format(who=teller[seat], card=teller.card(card_name(card)))
            for seat, card in trick.cards[1:]
        ]
        return teller.say(phrases.broken, others="".join(others), **words)
    if trick.winner == trick.leader:
        return teller.say(phrases.held, **words)
    words |= {"winner": teller[trick.winner], "winning": teller.card(card_name(trick.winning))}
    if trick.winning & SUIT_OF[trick.led]:
        return teller.say(phrases.taken, **words)
    beaten = _overtrumped(teller, trick)
    if beaten is None:
        return teller.say(phrases.trumped, **words)
    words |= {"first": teller[beaten[0]], "trump": teller.card(card_name(beaten[1]))}
    return teller.say(phrases.overtrumped, **words)


def _overtrumped(teller: Narrator, trick: Trick) -> tuple[int, int] | None:
    """Who had trumped a plain suit before it was trumped higher, and with what."""
    if trick.led & teller.trumps:
        return None
    before = trick.cards[: [card for _, card in trick.cards].index(trick.winning)]
    trumped = [(seat, card) for seat, card in before if card & teller.trumps]
    return max(trumped, key=lambda each: each[1], default=None)


def _noted(teller: Narrator, trick: Trick) -> list[str]:
    """The honours and named trumps that went into a trick beside the card led and that which won."""
    if trick.winner is None:
        return []
    phrases, told = teller.voice.tricks, list[str]()
    beaten = _overtrumped(teller, trick)
    named = {trick.led, trick.winning, beaten[1] if beaten else 0}
    for seat, card in trick.cards:
        if card in named or not teller.worth_naming(card):
            continue
        lost = teller.hand.rules.honours_to is HonoursTo.WINNER and card_name(card)[0] in "AKQJ"
        phrase = phrases.lost if lost else phrases.fell
        told += teller.say(phrase, who=teller[seat], cards=teller.card(card_name(card)))
    return told
