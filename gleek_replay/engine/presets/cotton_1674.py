"""Charles Cotton's Compleat Gamester (1674): Cotgrave's text, shortened, with changes of his own.

Cotton is known here only by report. Where nobody reports a change he is taken to have what Cotgrave
has, since Parlett calls the two almost word for word the same.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Final

from gleek_replay.engine.options import TowserTumbler, Unvied
from gleek_replay.engine.presets.citing import cite
from gleek_replay.engine.presets.cotgrave_1662 import COTGRAVE_1662
from gleek_replay.engine.sources import Document, Standing

_COPIED: Final = {
    "deck": "“the Deuces and Treys must be cast out”",
    "vying": "who “has nothing to say as to the Ruff he payes but two”; Burton's ante in the notes agrees",
    "vying_ends": "“then they shew their cards” when the last revie is seen",
    "declarations_paid": "“he bates for them all”",
    "turn_up_in_gleek": "to call a Gleek “when they have but two in their hand” is “very foul play”",
    "challenge": "who is found out “will excuse it, and impute it to a mistake”",
    "honours_to": "honours “in your hand, you have thirty by Honors”",
    "lift": "“he that has the least Card, is to deale”",
    "players": "“till every Gamester has twelve”, and you are paid by “the other two Gamesters”",
    "deal": "“by four at a time, till every Gamester has twelve”",
    "turns": "“The first, or eldest”, then the next and the third",
    "ruff": "“he that has most of a suit in his hand, wins it, unless some of the Gamesters have four Aces”",
    "declarations": "“A Gleek of Aces is three Aces”",
    "score": "“twenty-two are your cards”",
}

_PARLETT_REPORTS: Final = {
    "tiddy_held": (
        "Trick-play: “2p from each opponent” for Tiddy, of which the payments “according to Cotton” for"
        " Towser and Tumbler are “similar”"
    ),
    "ruff_stake": (
        "Notes on vying the ruff, on the examples of Willughby and Cotton: raises"
        " “only be made in specified quantities (such as 2p)”"
    ),
    "small_trumps": (
        "Trick-play: “according to Cotton, but not Willughby”, Towser and Tumbler are claimed"
        " “when you play” them; Tiddy also “at start of play”"
    ),
}

_REDACTION_REPORTS: Final = {
    "tiddy": "on the turn-up: “Both Cotgrave and Cotton mention that scoring Tiddie is optional, but usual”",
    "opening_bid": "on the stock: “Bidding begins at 13 pence (12 in Cotton and Willughby)”",
    "odd_penny": "on the stock: “Cotton says to give it to the eldest hand, or put it in the pot”",
    "discards": (
        "on the stock: “Winner of the Stock must discard 7 cards”, of Cotgrave and Cotton alike;"
        " only when is unclear"
    ),
    "auction": "on the stock: bidding begins at “12 in Cotton and Willughby”, and the winner pays the others",
    "unvied": (
        "on the ruff: “Cotton and Willughby both state that, if everyone passes the Ruff”, it is doubled"
    ),
    "ruff_count": "on the ruff, hands of thirty, forty and fifty: “Cotton has a similar reference”",
}

_SILENT: Final = {
    "passed_may_return": "nobody reports whether Cotton lets a player bid again after a pass",
    "initial_pass": (
        "nobody reports what Cotton says of a pass before any vie; Parlett has it of Willughby only"
    ),
    "follow": (
        "nobody reports a word of Cotton's on following suit;"
        " the redaction of 1996 finds “no concrete evidence” anywhere"
    ),
    "settlement": (
        "nobody reports how Cotton settles; Cotgrave, whom he copies, has only “they pay you accordingly”"
    ),
    "tricks": "nobody reports more of Cotton than Cotgrave's “as at other more ordinary Games”",
    "discarded_honour": "nobody reports a word of Cotton's on an honour among the discards",
}

_PARLETT_CONTRADICTED: Final = {
    "tiddy_turned_up": (
        "Deal: “the dealer receives 4p from each opponent”; but Cotgrave, whom Cotton copies, has"
        " “two apiece from each to the Dealer”"
    ),
    "towser_tumbler": (
        "Cards: they “denote only side-payments”; the redaction of 1996 has Cotton list them"
        " among the points of the score"
    ),
    "raise_by": (
        "introduction: “Cotton is almost word for word Cotgrave”, who raises by one;"
        " yet Bidding for the stock, from all three texts: “usual, but not obligatory”"
    ),
}

_REDACTION_CONTRADICTED: Final = {
    "exchange": (
        "on the stock: “Cotgrave and Cotton are unclear”, though Cotgrave has"
        " “to take in seven of the stock into his own hand, and put out seven”"
    ),
}


def _copied(words: str) -> str:
    return f"introduction: “Cotton is almost word for word Cotgrave”, and Cotgrave: {words}"


COTTON_1674: Final = replace(
    COTGRAVE_1662,
    name="cotton-1674",
    tiddy_turned_up=4,
    towser_tumbler=TowserTumbler.SIDE_PAYMENT,
    opening_bid=12,
    unvied=Unvied.DOUBLE,
    citations=MappingProxyType(
        cite(Document.PARLETT, Standing.REPORTED, {rule: _copied(words) for rule, words in _COPIED.items()})
        | cite(Document.PARLETT, Standing.REPORTED, _PARLETT_REPORTS)
        | cite(Document.REDACTION, Standing.REPORTED, _REDACTION_REPORTS)
        | cite(Document.COTTON, Standing.SILENT, _SILENT)
        | cite(Document.PARLETT, Standing.CONTRADICTED, _PARLETT_CONTRADICTED)
        | cite(Document.REDACTION, Standing.CONTRADICTED, _REDACTION_CONTRADICTED)
    ),
)
