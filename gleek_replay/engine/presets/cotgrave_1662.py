"""John Cotgrave's Wits Interpreter (1662), the oldest description of the game."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from gleek_replay.engine.options import (
    Exchange,
    Follow,
    HonoursTo,
    OddPenny,
    RaiseBy,
    Tiddy,
    Unvied,
    VyingStakes,
)
from gleek_replay.engine.presets.citing import cite
from gleek_replay.engine.rules import RuleSet
from gleek_replay.engine.sources import Document, Standing

_STATED: Final = {
    "deck": "first paragraph: “the Deuces and Treys must be cast out”",
    "tiddy": "“One thing I must not omit”: of Tiddie, “it is a card that they are apt to forget”",
    "tiddy_turned_up": "on the deal: “if Tiddie be turn'd up”, “two apiece from each to the Dealer”",
    "tiddy_held": "on the deal: “you are to have two apiece of the other two Gamesters”",
    "towser_tumbler": (
        "on scoring: “Tib, Tom, Tiddie, King, Queen, Mournival, nor Gleek” is all that it counts"
    ),
    "opening_bid": "on the stock: “the first penny you bid is thirteen”",
    "raise_by": "on the stock: “the first penny you bid is thirteen, the next fourteen, the next fifteen”",
    "ruff_stake": "on the ruff: “seeing and revying again, they reckon but two”",
    "vying": (
        "on the ruff: who “has nothing to say as to the Ruff he payes but two”; the example has the"
        " losers pay six and four"
    ),
    "vying_ends": (
        "on the ruff, the example: “Ile see your revie, says the first”, “then they shew their cards”"
    ),
    "declarations_paid": (
        "on the stock: “if he have Mournival, Gleek, or Tiddie in his hand”, “he bates for them all”;"
        " on declaring: each is worth so much “apiece from the other two Gamesters”"
    ),
    "turn_up_in_gleek": (
        "“Observe farther”: to call a Gleek “when they have but two in their hand” is “very foul play”"
    ),
    "challenge": (
        "“Observe farther”: if a false Gleek be found out, “they will excuse it, and impute it to a mistake”"
    ),
    "honours_to": (
        "on scoring: honours “in your hand, you have thirty by Honors”,"
        " “besides the cards you win by them in play”"
    ),
    "lift": "third paragraph: “they lift for the Deale, and he that has the least Card, is to deale”",
    "players": (
        "on the deal: “till every Gamester has twelve” and eight are left of his forty-four; you are paid"
        " by “the other two Gamesters”"
    ),
    "deal": "on the deal: “delivers them out by four at a time, till every Gamester has twelve”",
    "turns": (
        "on the ruff: “The first, or eldest”, “the next says”, “the third”;"
        " on the stock: “the eldest hand bids for the stock”"
    ),
    "discards": "on the stock: “to take in seven of the stock into his own hand, and put out seven”",
    "auction": (
        "on the stock: “the eldest hand bids for the stock”, and who is left with it pays"
        " “eight to one, and eight to the other” (the redaction of 1996 finds it unclear whether eldest must)"
    ),
    "ruff": (
        "on the ruff: “he that has most of a suit in his hand, wins it, unless some of the Gamesters"
        " have four Aces”; of equal ruffs it says nothing"
    ),
    "declarations": (
        "on declaring: “A Mournival of Aces is all the four Aces”, “A Gleek of Aces is three Aces”"
    ),
    "score": (
        "on scoring: “twenty-two are your cards”, and you count “as many cards as you have in tricks”"
        " beside the honours"
    ),
}

_SILENT: Final = {
    "passed_may_return": (
        "on the stock: “neither of the other two will give any more”; no word on bidding again after a pass"
    ),
    "odd_penny": "on the stock: its example divides sixteen, and an odd penny is not mentioned",
    "initial_pass": (
        "on the ruff: what he pays who “has nothing to say as to the Ruff”,"
        " not whether he may still see a later vie"
    ),
    "unvied": "on the ruff: no word on a ruff for which nobody vies",
    "follow": (
        "on declaring, at the end: “you begin to play, as at other more ordinary Games, as Whisk”;"
        " no word on following suit"
    ),
    "settlement": "on scoring: “they pay you accordingly”; neither a pot nor each opponent is named",
    "small_trumps": "on the deal: Tiddie is paid, but not a word on when it must be shown or claimed",
    "tricks": (
        "on declaring, at the end: only “as at other more ordinary Games, as Whisk, and Ruff and Honours”"
    ),
    "discarded_honour": "no word on an honour among the seven cards put out",
}

_CONTRADICTED: Final = {
    "exchange": (
        "on the stock: “to take in seven of the stock into his own hand, and put out seven”;"
        " the redaction of 1996 calls this unclear and has the discard first"
    ),
    "ruff_count": (
        "on the ruff: “he that has most of a suit in his hand” seems to count cards, “not above thirty”"
        " with forty and fifty for the others can only count pips"
    ),
}

COTGRAVE_1662: Final = RuleSet(
    name="cotgrave-1662",
    tiddy=Tiddy.CLAIMED,
    tiddy_turned_up=2,
    opening_bid=13,
    raise_by=RaiseBy.ONE,
    passed_may_return=False,
    odd_penny=OddPenny.ELDEST,
    exchange=Exchange.DRAW_THEN_DISCARD,
    vying=VyingStakes.ANTE,
    unvied=Unvied.NOTHING,
    follow=Follow.SUIT,
    honours_to=HonoursTo.HOLDER,
    citations=MappingProxyType(
        cite(Document.COTGRAVE, Standing.STATED, _STATED)
        | cite(Document.COTGRAVE, Standing.SILENT, _SILENT)
        | cite(Document.COTGRAVE, Standing.CONTRADICTED, _CONTRADICTED)
    ),
)
