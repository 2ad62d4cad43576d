"""David Parlett's reconstruction, from Cotgrave, Willughby and Cotton."""

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
    "deck": "Cards: “Forty-four, ranking AKQJ10987654 in each suit”",
    "tiddy": "Trick-play: “you may claim a consolation of 2p from each opponent”, as it is “often forgotten”",
    "tiddy_turned_up": "Deal: “the dealer receives 4p from each opponent”",
    "tiddy_held": "Trick-play: “you may claim a consolation of 2p from each opponent”",
    "towser_tumbler": "Cards: “The optional names and values are recorded only by Cotton”",
    "opening_bid": "Bidding for the stock: eldest hand “must start the bidding at 12p”",
    "raise_by": "Bidding for the stock: “It is usual, but not obligatory, to raise by 1p at a time”",
    "passed_may_return": "Bidding for the stock: “When two have passed, the third pays half the amount”",
    "exchange": "Bidding for the stock: “make exactly seven discards and replenish his hand”, in that order",
    "ruff_stake": "Vying the ruff, first paragraph: “We will assume it to be 2p (following Willughby”",
    "vying": "Vying the ruff: who passes pays “the amount of the stake as it was when you passed”",
    "vying_ends": (
        "Vying the ruff, point 2: “at least one opponent has seen but neither has re-raised. This calls for"
        " a showdown”; the notes doubt whether the older texts meant this or “still allows further raising”"
    ),
    "initial_pass": "Notes on vying the ruff: “makes their initial pass equivalent to a 'check' at Poker”",
    "unvied": "Vying the ruff: “the stake in the next deal is automatically doubled”",
    "ruff_count": "Vying the ruff: “counting Ace 11, courts 10 each, and numerals at face value”",
    "declarations_paid": (
        "Gleeks and mournivals: “are paid by each opponent for each one held”;"
        " the Query after it: “The former is probable”"
    ),
    "turn_up_in_gleek": "Gleeks and mournivals: players are paid “for each one held”",
    "follow": "Trick-play, first paragraph: “You must follow suit if you can”",
    "honours_to": "Cards: the points “apparently accrue for being held, not for being captured in tricks”",
    "settlement": "Score: “to the pot 1p for each point by which it falls short of 22”",
    "players": "introduction: “a compound game for three players”",
    "deal": "Deal: “Deal 12 cards each, face down, in three batches of four”",
    "turns": "Bidding for the stock: “Each in turn thereafter, rotating to the left”",
    "discards": "Bidding for the stock: “make exactly seven discards”",
    "auction": (
        "Bidding for the stock: “Eldest hand may not pass but must start the bidding”;"
        " others “must either pass or offer more than the previous bidder”"
    ),
    "ruff": (
        "Vying the ruff: “the greatest value of cards in any one suit”; “the elder tied hand wins it”;"
        " a mournival of Aces “beats any ruff whatsoever”"
    ),
    "declarations": "Gleeks and mournivals: “A gleek is three alike, and a mournival four”",
    "small_trumps": "Trick-play: “either at start of play or when you play it to a trick”",
    "tricks": "Trick-play: “Eldest leads to the first of 12 tricks”",
    "score": "Score: “count 3 points for each trick you have won”, and the honours",
}

_SILENT: Final = {
    "challenge": (
        "Gleeks and mournivals, Query: of Willughby, that “it is permissible to check through the"
        " discards”; no word on a challenge or on what a false declaration costs"
    ),
    "lift": "no word on how the first dealer is found; Cotgrave: “he that has the least Card, is to deale”",
    "discarded_honour": (
        "no word on an honour among the discards; 22 is “one third of the total value” with none missing"
    ),
}

_CONTRADICTED: Final = {
    "odd_penny": (
        "Bidding for the stock: “Sources vary as to what happens if an odd 1p remains”:"
        " pot, eldest hand or the last to drop out, and it chooses none"
    ),
}

PARLETT: Final = RuleSet(
    name="parlett",
    tiddy=Tiddy.CLAIMED,
    tiddy_turned_up=4,
    opening_bid=12,
    raise_by=RaiseBy.ANY,
    passed_may_return=False,
    odd_penny=OddPenny.POT,
    exchange=Exchange.DISCARD_THEN_DRAW,
    vying=VyingStakes.STAKE,
    unvied=Unvied.DOUBLE,
    follow=Follow.SUIT,
    honours_to=HonoursTo.HOLDER,
    citations=MappingProxyType(
        cite(Document.PARLETT, Standing.STATED, _STATED)
        | cite(Document.PARLETT, Standing.SILENT, _SILENT)
        | cite(Document.PARLETT, Standing.CONTRADICTED, _CONTRADICTED)
    ),
)
