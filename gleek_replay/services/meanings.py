"""What each choice of each option means, in a sentence that can follow its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

STAGES: Final[Mapping[str, tuple[str, ...]]] = {
    "The deal and the small trumps": (
        "deck", "tiddy", "tiddy_turned_up", "tiddy_held", "towser_tumbler",
    ),
    "The auction": ("opening_bid", "raise_by", "passed_may_return", "odd_penny"),
    "The exchange": ("exchange",),
    "Vying the ruff": ("ruff_stake", "vying", "vying_ends", "initial_pass", "unvied", "ruff_count"),
    "Declarations": ("declarations_paid", "turn_up_in_gleek", "challenge"),
    "The tricks and the score": ("follow", "honours_to", "settlement"),
}  # fmt: skip
"""The options under the stages of the game that meet them."""

_MEANINGS: Final[Mapping[str, Mapping[str, str] | str]] = {
    "deck": {
        "44": "the Fours to the Aces: no Twos or Threes",
        "48": "the Threes to the Aces: no Twos",
        "52": "the whole pack",
    },
    "tiddy": {
        "claimed": "paid if its holder claims it, and otherwise not",
        "automatic": "due as soon as it is shown or played",
        "off": "a card like any other, turned up or held",
    },
    "tiddy_turned_up": "each opponent pays the dealer {}",
    "tiddy_held": "each opponent pays the holder {}",
    "towser_tumbler": {
        "off": "the Five and the Six of trumps are cards like any other",
        "side_payment": "each opponent pays 5 for the Five of trumps, 6 for the Six, turned up or held",
        "scored": "they count 5 and 6 points in the score, as honours do",
    },
    "opening_bid": "eldest must begin with a bid of {}",
    "raise_by": {
        "any": "any higher bid will do",
        "one": "each bid is exactly one more than the last",
    },
    "passed_may_return": {
        "false": "a pass is final; the last bidder left buys",
        "true": "who has passed may bid when the turn comes round; all others passing in a row end it",
    },
    "odd_penny": {
        "eldest": "what does not divide of the price goes to the eldest of the opponents",
        "runner_up": "what does not divide goes to the bidder before the buyer, else to the last to pass",
        "pot": "what does not divide goes into the pot",
    },
    "exchange": {
        "discard_then_draw": "the buyer throws out cards before he takes up the stock",
        "draw_then_discard": "the buyer takes up the stock before he throws out cards",
    },
    "ruff_stake": "a unit of the vying is {}, times the multiplier carried in",
    "vying": {
        "stake": "a vie makes the stake one unit, a revie adds one; who passes owes it as it stood",
        "ante": "all stand one unit in, a vie puts in one more; losers lose what they have in",
    },
    "vying_ends": {
        "when_seen": "when the turn comes back to the last who vied or revied",
        "when_none_raise": "when the last who raised stands as the turn comes back; he may also revie",
    },
    "initial_pass": {
        "check": "nothing is lost: the player may still answer a vie",
        "out": "it is final",
    },
    "unvied": {
        "double": "the ruff of the next deal is for twice as much",
        "carry_pot": "the antes are really paid, and lie in the ruff pot until somebody wins them",
        "nothing": "nothing comes of it",
    },
    "ruff_count": {
        "pips": "an Ace is 11, a court card 10, any other its pips",
        "flat": "an Ace is 11, a court card 10, any other 1",
        "cards": "the number of cards in the suit",
    },
    "declarations_paid": {
        "all": "every true one, when it is made",
        "best_combination": "only the highest: mournivals before gleeks, then Aces, Kings, Queens, Jacks",
        "best_holder": "all that the holder of the highest has truly declared",
    },
    "turn_up_in_gleek": {
        "false": "the turn-up counts in no gleek",
        "true": "two in hand and the turn-up make a gleek",
    },
    "challenge": {
        "false": "a declaration cannot be challenged",
        "true": "any other player may doubt a declaration; who declared falsely gives back double",
    },
    "follow": {
        "suit": "any card of the suit will do",
        "highest": "it must be the highest held of the suit",
        "second_high": "the second to play must play a Ten or higher if he can, else his highest",
    },
    "honours_to": {
        "holder": "whoever played the honour",
        "winner": "whoever won the trick in which it fell",
    },
    "settlement": {
        "pot": "who is under the break-even point pays the pot, who is over it takes from the pot",
        "each_opponent": "who is under pays the difference to each opponent, who is over collects it",
    },
}
"""By option and the choice as a hand history writes it; of a number, a sentence with room for it."""


def meaning_of(option: str, choice: str | int | bool) -> str:
    """What a choice means, in the third person and without a full stop.

    >>> meaning_of("opening_bid", 12)
    'eldest must begin with a bid of 12'
    """
    meanings = _MEANINGS[option]
    return meanings.format(choice) if isinstance(meanings, str) else meanings[written(choice)]


def written(choice: str | int | bool) -> str:
    """A choice as a hand history writes it: ``"runner_up"``, ``"12"``, ``"false"``."""
    return str(choice).lower() if isinstance(choice, bool) else str(choice)
