"""Francis Willughby's Volume of Plaies (c. 1665), as Parlett, du Coeur and Knauer report it.

Knauer's reconstruction is made from Willughby, so what it has is a report of him, except for the ruff
and the tricks, of which Knauer says that he filled gaps from other games.
"""

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
    VyingEnds,
    VyingStakes,
)
from gleek_replay.engine.presets.citing import cite
from gleek_replay.engine.rules import RuleSet
from gleek_replay.engine.sources import Document, Standing

_PARLETT_REPORTS: Final = {
    "towser_tumbler": (
        "introduction: they are “absent from both Cotgrave's and Willughby's more original accounts”"
    ),
    "ruff_stake": "Vying the ruff, first paragraph: “2p (following Willughby, to simplify comparison)”",
    "vying": (
        "Notes on vying the ruff: Burton reconciles Willughby and Cotton, “each player paid an ante of one"
        " chip before the ruff”; Knauer, from Willughby: “everyone puts in 2”"
    ),
    "vying_ends": (
        "Notes on vying the ruff: “Willughby seems to suggest that raising may continue indefinitely”"
    ),
    "initial_pass": (
        "Notes on vying the ruff: “Willughby says that if the first two players pass, the third may”"
        " vie; hence a first pass is “equivalent to a 'check' at Poker”"
    ),
    "declarations_paid": (
        "Gleeks and mournivals, Query: paying all is “probable because Willughby states” that everyone's"
        " claims are checked"
    ),
    "follow": (
        "Trick-play: “only according to Willughby”, you “must also play the highest card you hold of it”"
    ),
    "declarations": (
        "Gleeks and mournivals, Query, of Willughby: “it is important to check that everyone has the"
        " gleeks and mournivals that they claimed”"
    ),
    "score": (
        "Score: “The significance of 22, as Willughby observes, is that it is one third of the total value”"
        " of honours and tricks"
    ),
}

_REDACTION_REPORTS: Final = {
    "tiddy": (
        "on the turn-up: “According to Willughby”, Tiddie is shown or waits for a trick,"
        " “and each opponent immediately pays tuppence then”"
    ),
    "tiddy_held": "on the turn-up: “According to Willughby”, “each opponent immediately pays tuppence”",
    "opening_bid": "on the stock: “Bidding begins at 13 pence (12 in Cotton and Willughby)”",
    "odd_penny": "on the stock: “Willughby says to give it to the last previous raiser”",
    "exchange": "on the stock: “Willughby is quite clear that you discard first”",
    "unvied": (
        "on the ruff: “Cotton and Willughby both state that, if everyone passes the Ruff”, it is doubled"
    ),
    "settlement": "last paragraph: “Based on Willughby's wording”, it believes “the zero-sum interpretation”",
    "discards": "on the stock: “Willughby is quite clear that you discard first”, seven cards",
    "auction": "on the stock: “According to Willughby, Eldest must open bidding”",
    "small_trumps": (
        "on the turn-up: “According to Willughby, Tiddie may be turned up during the Mournival phase, or"
        " wait until it shows in a trick”"
    ),
}

_KNAUER_REPORTS: Final = {
    "deck": "Background and Definitions, from Willughby: “the 2s and 3s removed”",
    "challenge": (
        "Additional Rules and Concepts, from Willughby: who is found out “pays back double”;"
        " Parlett's Query has Willughby let the discards be checked"
    ),
    "players": (
        "Setup, from Willughby: “deal 12 cards to each player”, three of them; that Willughby adapts the game"
        " to other numbers is Knauer's table, and no part of this preset"
    ),
    "deal": "Setup, from Willughby: “deal 12 cards to each player. Cards are normally dealt four at a time”",
    "turns": "Background and Definitions, from Willughby: eldest is “The player to the left of the dealer”",
    "ruff": (
        "Vie the Ruffe, from Willughby: “A murnivall of aces will beat any ruffe”;"
        " of equal ruffs nobody reports a word"
    ),
}

_SILENT: Final = {
    "lift": "nobody reports how Willughby finds the first dealer",
    "tricks": (
        "nobody reports who leads; Knauer finds that Willughby “does not give the full details” on"
        " “the ruffe and trick taking portion”"
    ),
    "discarded_honour": (
        "nobody reports a word of Willughby's on a discarded honour; Knauer, from him:"
        " “All four honors need to be in play”"
    ),
}

_PARLETT_CONTRADICTED: Final = {
    "raise_by": (
        "Bidding for the stock: “usual, but not obligatory, to raise by 1p at a time”; the redaction of"
        " 1996, also with Willughby's help: “raising 1 penny at a time”"
    ),
    "passed_may_return": (
        "Bidding for the stock: “When two have passed, the third pays”; Knauer, from Willughby:"
        " “When no one will raise the bid any more”"
    ),
    "turn_up_in_gleek": (
        "Gleeks and mournivals: players are paid “for each one held”; Knauer, from Willughby:"
        " “You may use the card which is showing trump to make a gleeke”"
    ),
}

_REDACTION_CONTRADICTED: Final = {
    "tiddy_turned_up": (
        "on the turn-up: “the dealer gets tuppence from each other player”; Parlett, also from"
        " Willughby: “4p from each opponent”; Knauer has nothing of it"
    ),
    "ruff_count": (
        "on the ruff, of Willughby: “I presume that pip cards are worth their face value”; Knauer, from"
        " Willughby: “all other cards are worth 1”"
    ),
}

_KNAUER_CONTRADICTED: Final = {
    "honours_to": (
        "Background and Definitions, from Willughby: “to the player who wins them in a trick”; Parlett,"
        " also from Willughby: “apparently accrue for being held”"
    ),
}

WILLUGHBY_1665: Final = RuleSet(
    name="willughby-1665",
    tiddy=Tiddy.AUTOMATIC,
    tiddy_turned_up=2,
    opening_bid=12,
    raise_by=RaiseBy.ANY,
    passed_may_return=False,
    odd_penny=OddPenny.RUNNER_UP,
    exchange=Exchange.DISCARD_THEN_DRAW,
    vying=VyingStakes.ANTE,
    vying_ends=VyingEnds.WHEN_NONE_RAISE,
    unvied=Unvied.DOUBLE,
    challenge=True,
    follow=Follow.HIGHEST,
    honours_to=HonoursTo.WINNER,
    citations=MappingProxyType(
        cite(Document.PARLETT, Standing.REPORTED, _PARLETT_REPORTS)
        | cite(Document.REDACTION, Standing.REPORTED, _REDACTION_REPORTS)
        | cite(Document.KNAUER, Standing.REPORTED, _KNAUER_REPORTS)
        | cite(Document.WILLUGHBY, Standing.SILENT, _SILENT)
        | cite(Document.PARLETT, Standing.CONTRADICTED, _PARLETT_CONTRADICTED)
        | cite(Document.REDACTION, Standing.CONTRADICTED, _REDACTION_CONTRADICTED)
        | cite(Document.KNAUER, Standing.CONTRADICTED, _KNAUER_CONTRADICTED)
    ),
)
