"""Mike Knauer's reconstruction (2008) from Willughby, for two to six players."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from gleek_replay.engine.options import (
    Exchange,
    Follow,
    HonoursTo,
    OddPenny,
    RaiseBy,
    RuffCount,
    Tiddy,
    Unvied,
    VyingStakes,
)
from gleek_replay.engine.presets.citing import cite
from gleek_replay.engine.rules import RuleSet
from gleek_replay.engine.sources import Document, Standing

_STATED: Final = {
    "deck": (
        "Background and Definitions: “you are left with 44 cards”; for other numbers of players the row"
        " “Deck Size” of the table"
    ),
    "tiddy": "Background and Definitions, Tyde: “Can be collected right away or when the card is played”",
    "tiddy_held": "Background and Definitions, Tyde: “Worth 2 from each player to the player who holds it”",
    "towser_tumbler": (
        "Background and Definitions: of the small trumps only Tyde, “The 4 of Trumps”, has a worth"
    ),
    "opening_bid": "Buying the Stock: “begin the bidding with a bid of 12”",
    "raise_by": "Buying the Stock: “each player in turn may raise the bid or pass”",
    "passed_may_return": "Buying the Stock: it ends “When no one will raise the bid any more”",
    "odd_penny": "Buying the Stock: “the extra 1 goes to the player who made the second to last bid”",
    "exchange": "Buying the Stock: “discards, face down, 7 of their worst cards and takes into their hand”",
    "ruff_stake": "Vie the Ruffe, Amount owed: “Vied and not seen = 2”",
    "vying": "Vie the Ruffe, last paragraph: “As soon as one person vies, everyone puts in 2”",
    "vying_ends": "Vie the Ruffe: “All players who see reveal their ruffe”",
    "unvied": "Vie the Ruffe: “the ruffe is not claimed this hand its value is doubled for the next hand”",
    "ruff_count": (
        "Vie the Ruffe: “face cards are worth 10, aces are worth 11 and all other cards are worth 1”"
    ),
    "declarations_paid": (
        "Gleekes and Murnivalls: whoever has one, “you collect from each of the other players”"
    ),
    "turn_up_in_gleek": (
        "Gleekes and Murnivalls: “You may use the card which is showing trump to make a gleeke if you have"
        " two of them in hand”"
    ),
    "challenge": "Additional Rules and Concepts, Challenging: “the challenged player pays back double”",
    "follow": "Trick Taking: “a card of the same suit and with a rank of a ten or higher”",
    "honours_to": "Background and Definitions, Honors: “to the player who wins them in a trick”",
    "settlement": (
        "Trick Taking: “You owe for each point you are below 22, and you collect for each point you are"
        " over”; with an honour missing it “will not work out evenly”"
    ),
    "players": "Playing with 4 or More Players, table: columns from two players to six",
    "deal": (
        "Setup: “deal 12 cards to each player”; for other numbers of players the row “Hand Size” of the table"
    ),
    "turns": (
        "Background and Definitions: eldest is “The player to the left of the dealer”, then “each player"
        " in turn”"
    ),
    "discards": (
        "Buying the Stock: “discards, face down, 7 of their worst cards”; the table has the discards of the"
        " other layouts"
    ),
    "auction": (
        "Buying the Stock: eldest has to “begin the bidding with a bid of 12”, then “each player in turn may"
        " raise the bid or pass”"
    ),
    "ruff": (
        "Vie the Ruffe: “A murnivall of aces will beat any ruffe”, else “the player with the best ruffe”;"
        " of equal ruffs it says nothing"
    ),
    "declarations": "Gleekes and Murnivalls: “Murnivalls are worth twice those amounts”",
    "small_trumps": (
        "Background and Definitions, Tyde: “Can be collected right away or when the card is played”"
    ),
    "tricks": "Trick Taking: “The eldest begins”, “Highest trump wins the trick”",
    "score": "Trick Taking, last paragraph: “counts the number of cards they collected”, and the honours",
}

_SILENT: Final = {
    "tiddy_turned_up": (
        "Background and Definitions: Tyde is worth 2 “to the player who holds it”; no word on Tyde turned up"
    ),
    "lift": "Setup: “Choose a player to be the first dealer”; no word on how",
    "discarded_honour": (
        "Playing with 4 or More Players: one “must be able to keep all four honors”; no word on one discarded"
    ),
}

_CONTRADICTED: Final = {
    "initial_pass": (
        "Vie the Ruffe: “If one player vies, then the other players have the option of passing, seeing”;"
        " but “A player who passes may not re-enter”"
    ),
}

KNAUER_2008: Final = RuleSet(
    name="knauer-2008",
    players=(2, 3, 4, 5, 6),
    tiddy=Tiddy.AUTOMATIC,
    tiddy_turned_up=2,
    opening_bid=12,
    raise_by=RaiseBy.ANY,
    passed_may_return=True,
    odd_penny=OddPenny.RUNNER_UP,
    exchange=Exchange.DISCARD_THEN_DRAW,
    vying=VyingStakes.ANTE,
    unvied=Unvied.DOUBLE,
    ruff_count=RuffCount.FLAT,
    turn_up_in_gleek=True,
    challenge=True,
    follow=Follow.SECOND_HIGH,
    honours_to=HonoursTo.WINNER,
    citations=MappingProxyType(
        cite(Document.KNAUER, Standing.STATED, _STATED)
        | cite(Document.KNAUER, Standing.SILENT, _SILENT)
        | cite(Document.KNAUER, Standing.CONTRADICTED, _CONTRADICTED)
    ),
)
