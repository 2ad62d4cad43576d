"""Names, cards and payments of one record put into words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from gleek_replay.audit.account.lines import Line, LineKind
from gleek_replay.audit.messages import declared_words, listed
from gleek_replay.engine import Action, Payment, Reason, RuleSet, Verb, card_name, card_names, is_open
from gleek_replay.records import HandRecord

SUIT_MARKS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
WRONG: Final = "✗"
"""Stands behind what was done against the rules."""
OPEN: Final = "†"
"""Stands behind a payment that rests on an open reading."""
REASON_WORDS: Final = {
    Reason.TURN_UP: "the turn-up", Reason.STOCK: "the stock", Reason.RUFF: "the ruff", Reason.GLEEK: "gleeks",
    Reason.MOURNIVAL: "mournivals", Reason.TIDDY: "Tiddy", Reason.TOWSER: "Towser", Reason.TUMBLER: "Tumbler",
    Reason.CHALLENGE: "challenges", Reason.SCORE: "the score",
}  # fmt: skip
"""What a payment is for."""

_CALLS: Final = {
    Verb.PASS: "passes",
    Verb.VIE: "vies",
    Verb.SEE: "sees it",
    Verb.REVIE: "revies",
    Verb.STAND: "stands",
}


def card_mark(card: int) -> str:
    """A card in short: ``"A♠"``, ``"10♥"``."""
    return name_mark(card_name(card))


def card_marks(cards: int) -> str:
    """A set of cards in short, suit by suit from the highest down."""
    return " ".join(name_mark(name) for name in card_names(cards))


def name_mark(name: str) -> str:
    """The short form of a card that a hand history names: ``"10♥"`` for ``TH``."""
    rank = "10" if name[0] == "T" else name[0]
    return rank + SUIT_MARKS[name[1]]


def call_words(verb: Verb) -> str:
    """What a player does by a call that takes no argument: ``"vies"``."""
    return _CALLS[verb]


def deed_words(names: Names, action: Action) -> str:
    """What a player does by a declaration, a claim or a challenge: ``"declares a gleek of Aces"``."""
    _, verb, argument = action
    if verb is Verb.CHALLENGE:
        target, kind, rank = argument
        return f"challenges {names[target]}'s {declared_words(f'{kind} {rank}').removeprefix('a ')}"
    if verb in (Verb.GLEEK, Verb.MOURNIVAL):
        return f"declares {declared_words(f'{verb} {argument}')}"
    return f"claims {verb.value.title()}"


def signed(amount: int) -> str:
    """An amount with its sign: ``"+6"``, ``"−6"``, ``"0"``."""
    if not amount:
        return "0"
    return f"+{amount:,}" if amount > 0 else f"−{-amount:,}"


def counted(number: int, word: str) -> str:
    """So many of something: ``"1 trick"``, ``"3 tricks"``."""
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


class Names:
    """What to call the accounts of a record."""

    def __init__(self, record: HandRecord) -> None:
        self.players = tuple(record.name_of(seat) for seat in range(len(record.players)))
        self._accounts = (*self.players, "the pot", "the ruff pot")

    def __getitem__(self, account: int) -> str:
        return self._accounts[account]

    def all_of(self, accounts: Iterable[int]) -> str:
        """Several in one breath: ``"Ann, Bess and Cat"``."""
        return listed([self[account] for account in accounts], "and")


def payment_lines(names: Names, rules: RuleSet, payments: Sequence[Payment]) -> list[Line]:
    """Who pays whom, the payments of one deed on one line; a dagger marks an open reading."""
    lines: list[Line] = []
    for (action, _, rule), group in groupby(payments, lambda paid: (paid.action, paid.reason, paid.rule)):
        mark = f" {OPEN}" if is_open(rules, rule) else ""
        lines += [
            Line(text=f"{sentence}{mark}", action=action, kind=LineKind.PAYMENT)
            for sentence in _sentences(names, list(group))
        ]
    return lines


def _sentences(names: Names, payments: list[Payment]) -> list[str]:
    """One sentence where one player pays all or all pay one, else one for each payment."""
    first = payments[0]
    payers = [payment.payer for payment in payments]
    payees = [payment.payee for payment in payments]
    same_amount = len({payment.amount for payment in payments}) == 1
    if len(payments) > 1 and same_amount and len(set(payees)) == 1:
        return [f"{names.all_of(payers)} each pay {first.amount:,} to {names[first.payee]}."]
    if len(payments) > 1 and same_amount and len(set(payers)) == 1:
        return [f"{names[first.payer]} pays {first.amount:,} each to {names.all_of(payees)}."]
    if len(set(payers)) == 1:
        parts = [f"{payment.amount:,} to {names[payment.payee]}" for payment in payments]
        return [capital(f"{names[first.payer]} pays {listed(parts, 'and')}.")]
    return [
        capital(f"{names[payment.payer]} pays {payment.amount:,} to {names[payment.payee]}.")
        for payment in payments
    ]


def capital(sentence: str) -> str:
    """A sentence that may begin with a pot's name, begun with a capital; players' names stay as they are."""
    return (
        sentence[0].upper() + sentence[1:] if sentence.startswith(("the pot ", "the ruff pot ")) else sentence
    )
