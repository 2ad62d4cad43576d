"""Who tells a hand: how he calls players, cards and sums, and how he says a phrase."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final

from gleek_replay.audit.account.telling import Telling
from gleek_replay.audit.audit import Audit
from gleek_replay.audit.messages import listed
from gleek_replay.audit.narration.naming import called, positions
from gleek_replay.audit.narration.phrases import Phrase
from gleek_replay.audit.narration.spelling import SpelledViolation, spelled
from gleek_replay.audit.narration.voice import Voice
from gleek_replay.engine import Payment, Violation, card_name, card_names, layout_of
from gleek_replay.engine.cards import CARD_BY_NAME, RANK_NAMES, SUIT_NAMES, SUIT_OF
from gleek_replay.engine.terms import named_trumps

_HONOURS: Final = "AKQJ"
_QUOTED: Final = re.compile("“[a-z]")


class Narrator:
    """The telling of one audited hand in one voice. Phrases that there are several of come in turn, each hand
    beginning elsewhere, so that a hand is always told alike and two hands are not.
    """

    def __init__(self, audit: Audit, voice: Voice, *, names_hidden: bool = False) -> None:
        self.audit, self.voice = audit, voice
        self.telling = Telling(audit)
        self.hand, self.result = audit.record.hand, audit.result
        self.names_hidden = names_hidden
        self.layout = layout_of(self.hand.rules, self.hand.players)
        self.players = positions(voice, self.hand) if names_hidden else called(audit.record)
        self._accounts = (*self.players, "the pot", "the ruff pot")
        self._said: Counter[Phrase] = Counter()
        self._begin = sum(audit.record.hand_id.encode())
        self.trumps = SUIT_OF[self.hand.turn_up]
        named = named_trumps(self.hand.rules, self.hand.turn_up)
        self._named = {card_name(card): name for card, name in named.items()}

    def __getitem__(self, account: int) -> str:
        """What to call a player or a pot."""
        return self._accounts[account]

    def say(self, phrase: Phrase, **words: str) -> list[str]:
        """The phrase as a sentence; none for a phrase that the voice does without."""
        if not phrase:
            return []
        turn = self._begin + self._said[phrase]
        self._said[phrase] += 1
        return [self.sentence(phrase[turn % len(phrase)].format_map(words))]

    def sentence(self, text: str) -> str:
        """A sentence with a capital at its head and where somebody speaks; the names of players stay as they
        are.
        """
        if not text.startswith(self.players) or self.names_hidden:
            text = text[:1].upper() + text[1:]
        return _QUOTED.sub(lambda found: found[0].upper(), text)

    def number(self, number: int) -> str:
        """A bare number in words."""
        return self.voice.number(number)

    def count(self, number: int, thing: str) -> str:
        """So many of something."""
        return f"{self.number(number) if number else 'no'} {thing}{'' if number == 1 else 's'}"

    def amount(self, counters: int) -> str:
        """So many counters, as the stake calls them."""
        return f"{self.number(counters)} {self.voice.coins[self.audit.record.stake][counters != 1]}"

    def times(self, number: int) -> str:
        """How often."""
        return self.voice.twice.get(number) or f"{self.number(number)} times"

    def all_of(self, seats: Iterable[int]) -> str:
        """Several players or pots in one breath."""
        return listed([self[seat] for seat in seats], "and")

    def rank(self, letter: str) -> str:
        """A rank by its name."""
        return self.voice.court.get(letter) or RANK_NAMES[letter]

    def card(self, code: str) -> str:
        """A card: by its name at the table where it has one."""
        return self._named.get(code) or self.card_in_full(code)

    def card_in_full(self, code: str) -> str:
        """A card by rank and suit."""
        return f"the {self.rank(code[0])} of {SUIT_NAMES[code[1]]}"

    def cards(self, codes: Sequence[str]) -> str:
        """Cards in the order given, those of a suit that follow each other together."""
        named = [code for code in codes if code in self._named]
        told = [self._named[code] for code in named]
        for suit, group in groupby((code for code in codes if code not in self._named), lambda code: code[1]):
            ranks = listed([self.rank(code[0]) for code in group], "and")
            told.append(f"the {ranks} of {SUIT_NAMES[suit]}")
        return listed(told, "and")

    def worth_naming(self, cards: int) -> list[str]:
        """Of a set of cards the trumps that are honours or have a name, from the highest down."""
        return [
            code for code in card_names(cards & self.trumps) if code in self._named or code[0] in _HONOURS
        ]

    def breaches(self, action: int | None) -> list[str]:
        """What rules an action broke, if it did not stop the replay."""
        found = [each for each in self.result.violations if each.action == action and not each.stops]
        return [said for each in found for said in self.breach(each)]

    def breach(self, violation: Violation) -> list[str]:
        """The sentence that tells a violation, and after it that this was one.

        Put first, it would be heard of whoever was last spoken of.
        """
        return [self.violation(violation), *self.say(self.voice.amiss.breach)]

    def violation(self, violation: Violation) -> str:
        """The sentence that tells a violation."""
        told = SpelledViolation(self.audit.record, spelled(violation, self.number), self.players, self._full)
        return self.sentence(self.voice.violations[violation.code](told))

    def _full(self, code: str) -> str:
        return self.card_in_full(code) if code in CARD_BY_NAME else code

    def paid(self, payments: Sequence[Payment]) -> list[str]:
        """Who pays whom, the payments of one deed together where one pays or is paid them all."""
        groups = groupby(payments, lambda each: (each.action, each.reason))
        return [said for _, group in groups for said in self._paid_together(list(group))]

    def _paid_together(self, payments: list[Payment]) -> list[str]:
        phrases, first = self.voice.payments, payments[0]
        if len({each.payer for each in payments}) > 1:
            return [said for alike in self._alike(payments) for said in self._paid_by_each(alike)]
        if len(payments) == 1:
            return self._paid_alone(first)
        words = {"payer": self[first.payer], "payee": self.all_of(each.payee for each in payments)}
        if len({each.amount for each in payments}) == 1:
            return self.say(phrases.to_each, **words, amount=self.amount(first.amount))
        return self.say(phrases.in_parts, **words, parts=self._parts(payments))

    def _alike(self, payments: list[Payment]) -> list[list[Payment]]:
        """Payments of one amount to one payee together; what comes out of a pot stands alone."""
        alike: dict[tuple[int, ...], list[Payment]] = {}
        for each in payments:
            pot = each.payer if each.payer >= self.hand.players else 0
            alike.setdefault((each.payee, each.amount, pot), []).append(each)
        return list(alike.values())

    def _paid_by_each(self, alike: list[Payment]) -> list[str]:
        first, phrases = alike[0], self.voice.payments
        if len(alike) == 1:
            return self._paid_alone(first)
        phrase = phrases.by_each if first.payee < self.hand.players else phrases.each_into_pot
        words = {"payer": self.all_of(each.payer for each in alike), "payee": self[first.payee]}
        return self.say(phrase, **words, amount=self.amount(first.amount))

    def _parts(self, payments: list[Payment]) -> str:
        """Several amounts and who gets each; the coin is named with the first."""
        said = [self.amount(payments[0].amount), *(self.number(each.amount) for each in payments[1:])]
        return listed(
            [f"{amount} to {self[each.payee]}" for amount, each in zip(said, payments, strict=True)], "and"
        )

    def _paid_alone(self, payment: Payment) -> list[str]:
        phrases, players = self.voice.payments, self.hand.players
        phrase = phrases.one
        if payment.payer >= players:
            phrase = phrases.from_pot
        elif payment.payee >= players:
            phrase = phrases.into_pot
        words: Mapping[str, str] = {"payer": self[payment.payer], "payee": self[payment.payee]}
        return self.say(phrase, **words, amount=self.amount(payment.amount))
