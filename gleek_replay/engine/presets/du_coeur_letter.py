"""Justin du Coeur's letter “of 1597”: his redaction told anew, with two choices made otherwise."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Final

from gleek_replay.engine.options import OddPenny
from gleek_replay.engine.presets.citing import cite
from gleek_replay.engine.presets.du_coeur_1996 import DU_COEUR_1996
from gleek_replay.engine.sources import Document, Standing

_STATED: Final = {
    "deck": "on the deal: “Discard the deuces and treys from your deck, leaving four and forty Cardes”",
    "tiddy": "on the turn-up: “when anie player first shews Tiddie in the game, his opponents pay him”",
    "tiddy_turned_up": "on the turn-up: “it belongs to the Dealer, and his opponents pay him tuppence then”",
    "tiddy_held": "on the turn-up: “his opponents pay him tuppence eche”",
    "towser_tumbler": "Endnotes: they “screw up the math, so I have chosen to ignore them”",
    "opening_bid": "on the stock: “The Eldest must begin, bidding 13 pence for the Stock”",
    "raise_by": "on the stock: “eche raising the bid by a penny or dropping out”",
    "passed_may_return": (
        "on the stock: “raising the bid by a penny or dropping out, until only one bid is left”"
    ),
    "odd_penny": "on the stock: “giving the odd penny (if there be one) to hee who stayed longest”",
    "exchange": "on the stock: “discards seven of his twelve, then takes in the Stock”",
    "ruff_stake": "on the ruff: “Eche player places tuppence in the pot to begin”",
    "vying": (
        "on the ruff: “Eche player places tuppence in the pot to begin”, “To vie or revie, toss tuppence”"
    ),
    "vying_ends": (
        "on the ruff: “When playe returns to hee who last vyed, and there is no revie, the ruff is done”"
    ),
    "initial_pass": "on the ruff: “hee may pass at the beginning without loss, if none have vyed yet”",
    "unvied": "on the ruff: “none win the pot, and it is held as a double stake for the next hande”",
    "ruff_count": (
        "on the ruff: “Ten for court cardes, Eleven for Aces, and Pippe cardes as their number of Pippes”"
    ),
    "declarations_paid": (
        "on declaring: “the plaiers declare their Murnivals and Gleekes”, “four pence from eche Opponent”"
    ),
    "turn_up_in_gleek": (
        "on scoring: the dealer may score a turned-up honour, “but it does not count otherwise”"
    ),
    "follow": "on the tricks: “you must follow sute if you can, but may Trump if not”",
    "honours_to": "on the tricks: “winning anie trick is good, but winning the Honours is better”",
    "settlement": (
        "on scoring: who has less than 22 “payes one to the pot for eche less”; Endnotes:"
        " “slightly up to dispute”"
    ),
    "lift": "on the deal: “lift for the deal, giving the deal to hee who lifts lowest”",
    "players": "first paragraph: “The plaie is for three gamesters”",
    "deal": "on the deal: “deals twelve to eche plaier, four at a time, leaving eight in the middle”",
    "turns": (
        "on the stock: “The Eldest must begin”, “go around”; on the ruff: “Hee who is fyrst”, “those after”"
    ),
    "discards": "on the stock: “discards seven of his twelve, then takes in the Stock”",
    "auction": "on the stock: “The Eldest must begin”; the winner “must pay his bid to his opponents”",
    "ruff": (
        "on the ruff: “hee who has the greatest shews those cardes, and takes the pot”, “Foure Aces are"
        " alwaies the highest Ruff”; of equal ruffs it says nothing"
    ),
    "declarations": "on declaring: “a Murnival being four cardes of like rank, a Gleeke being three”",
    "small_trumps": "on the turn-up: “when anie player first shews Tiddie in the game”",
    "tricks": "on the tricks: “play their cardes in twelve tricks”; no word on who leads",
    "score": "on scoring: “Hee scores one for eche carde; that is, three for eche trick won”",
}

_SILENT: Final = {
    "challenge": "no word on a false declaration, a challenge or its cost",
    "discarded_honour": (
        "Endnotes: it assumes “that no one would be so daft as to discard an Honour”; no word on what then"
    ),
}

DU_COEUR_LETTER: Final = replace(
    DU_COEUR_1996,
    name="du-coeur-letter",
    passed_may_return=False,
    odd_penny=OddPenny.RUNNER_UP,
    citations=MappingProxyType(
        cite(Document.LETTER, Standing.STATED, _STATED) | cite(Document.LETTER, Standing.SILENT, _SILENT)
    ),
)
