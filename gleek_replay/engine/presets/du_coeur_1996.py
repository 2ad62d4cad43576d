"""Justin du Coeur's redaction (1996): Cotgrave's game, with Willughby's help."""

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
    "deck": "second paragraph: “44 cards (discard deuces and treys)”",
    "tiddy": (
        "on the turn-up: Tiddie is shown or waits for a trick, “and each opponent immediately pays tuppence”"
    ),
    "tiddy_turned_up": "on the turn-up: “the dealer gets tuppence from each other player immediately”",
    "tiddy_held": "on the turn-up: “each opponent immediately pays tuppence then”",
    "towser_tumbler": "on scoring: Cotton's alone, “conspicuously absent from Cotgrave”, and left out here",
    "opening_bid": "on the stock: “Bidding begins at 13 pence”",
    "raise_by": "on the stock: “raising 1 penny at a time”",
    "passed_may_return": "on the stock: “Go around, raising 1 penny at a time, until no one raises”",
    "odd_penny": (
        "on the stock: “I think giving it to Eldest is best”; “Cotton says to give it to the eldest hand,"
        " or put it in the pot”"
    ),
    "exchange": "on the stock: “must discard 7 cards, then take in the stock”",
    "ruff_stake": "on the ruff: “Everyone tosses tuppence into the pot as an ante”",
    "vying": "on the ruff: “Everyone tosses tuppence into the pot as an ante”",
    "vying_ends": "on the ruff: “The Ruff ends when you return to the last player who vied”",
    "unvied": "on the ruff: “if you hold that pot over to the next hand, then it is effectively doubled”",
    "ruff_count": "on the ruff: “I presume that pip cards are worth their face value, as in Picket”",
    "declarations_paid": (
        "on declaring: “declare your Mournivals (four of a kind), and Gleeks”, each worth so much"
        " “from each opponent”"
    ),
    "follow": "on the tricks: Dafydd's “you must follow suit if possible” is “a reasonable assumption”",
    "settlement": (
        "on scoring: “have the loser(s) put their losses into a pot, and the winner(s) take from that pot”;"
        " the last paragraph: “somewhat open to dispute”"
    ),
    "lift": "on the deal: “Lift for the deal; lowest card deals”",
    "players": "on the score of each: “there are three players with 22 points each”",
    "deal": "on the deal: “Deal 12 cards to each player, 4 at a time”",
    "turns": "on the stock and on the ruff: “Go around”",
    "discards": "on the stock: “Winner of the Stock must discard 7 cards”",
    "auction": (
        "on the stock: “Eldest must open bidding”, which “seems plausible”; “The winner pays out the"
        " amount bid”"
    ),
    "ruff": (
        "on the ruff: the winner has the “most of a suit in his hand”, and “four Aces counts as the highest"
        " Ruff, and beats anything else”; of equal ruffs it says nothing"
    ),
    "declarations": "on declaring: “A Mournival of Aces is worth 8 pence from each opponent”",
    "small_trumps": (
        "on the turn-up: “may be turned up during the Mournival phase, or wait until it shows in a trick”"
    ),
    "score": (
        "on scoring: “score 3 points for each trick won, or 1 point for each card in your hand,"
        " on top of scoring Honors separately”"
    ),
}

_SILENT: Final = {
    "turn_up_in_gleek": (
        "no word on the turn-up in a gleek; the dealer adds it in “For purposes of scoring”"
    ),
    "challenge": (
        "on declaring: the text “warns about people who cheat or are careless in these declarations”;"
        " no word on a challenge or its cost"
    ),
    "honours_to": (
        "on scoring: “Score 15 for the Ace of Trump”, but not whether for holding or for winning it"
    ),
    "tricks": "on the tricks: only “play out 12 tricks as normal”; no word on who leads",
    "discarded_honour": (
        "on scoring: “presumes that no one is so dumb as to discard an Honor”; no word on what then"
    ),
}

_CONTRADICTED: Final = {
    "initial_pass": (
        "on the ruff: who passes is “out of the Ruff”; then, of a first pass, “It is not clear”,"
        " and of a check, “I suspect the latter”"
    ),
}

DU_COEUR_1996: Final = RuleSet(
    name="du-coeur-1996",
    tiddy=Tiddy.AUTOMATIC,
    tiddy_turned_up=2,
    opening_bid=13,
    raise_by=RaiseBy.ONE,
    passed_may_return=True,
    odd_penny=OddPenny.ELDEST,
    exchange=Exchange.DISCARD_THEN_DRAW,
    vying=VyingStakes.ANTE,
    unvied=Unvied.CARRY_POT,
    follow=Follow.SUIT,
    honours_to=HonoursTo.WINNER,
    citations=MappingProxyType(
        cite(Document.REDACTION, Standing.STATED, _STATED)
        | cite(Document.REDACTION, Standing.SILENT, _SILENT)
        | cite(Document.REDACTION, Standing.CONTRADICTED, _CONTRADICTED)
    ),
)
