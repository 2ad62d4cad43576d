"""Sample hands as they are heard, word by word."""

from __future__ import annotations

import doctest
from pathlib import Path
from types import ModuleType

import pytest

from gleek_replay.audit import audit_record
from gleek_replay.audit.narration import Part, coin, narrate, numerals
from gleek_replay.records import read_record

SAMPLES = Path(__file__).parents[2] / "sample_histories"

GOLDEN = {
    ("clean", "plain", Part.OPENING): (
        "Kate, Will and Nan played a hand of penny Gleek by David Parlett's rules. It was the second of"
        " February, twenty twenty-six."
    ),
    ("clean", "period", Part.DEAL): (
        "Nan dealt, and Kate had the eldest hand. “What is't?” “The Nine of Diamonds.” So Diamonds were"
        " trumps. Kate held two trumps, with Tiddy amongst them. Will had three trumps, and Tib and Towser"
        " among them. Nan held four trumps, with Tom and the King and Queen of Diamonds amongst them."
    ),
    ("clean", "plain", Part.AUCTION): (
        "Kate opened the bidding at twelve. Will said thirteen. Nan bid fourteen. Kate went to fifteen. Will"
        " passed. Nan passed too. The stock was sold to Kate for fifteen. Kate paid seven counters to Will,"
        " seven to Nan and one to the pot."
    ),
    ("clean", "plain", Part.RUFF): (
        "Kate vied the ruff. Will revied. Nan gave up. Kate saw it. They showed their cards: Kate had fifty"
        " in Hearts and Will had forty-nine in Spades. Kate won the ruff. Will and Nan each paid Kate four"
        " counters."
    ),
    ("clean", "period", Part.RUFF): (
        "“I'll vie it,” said Kate. “I'll see it, and revie it,” said Will. “I'll not meddle with it,”"
        " said Nan. “I'll see it,” said Kate. Then they showed their cards: Kate had fifty in Hearts and Will"
        " had nine and forty in Spades. The ruff was Kate's. Will and Nan paid Kate four pence apiece."
    ),
    ("willughby-1665", "period", Part.DECLARATIONS): (
        "“Give me a gleek of Kings,” said Emma. Cassandra and Francis paid Emma three pence apiece. Francis"
        " examined the gleek of Kings, which Emma had called for. And there it was, every card."
    ),
    ("clean", "period", Part.TRICKS): (
        "“Play,” said they, and the eldest hand began. The Ace of Hearts was led by Kate, and won. Kate led"
        " the King of Hearts, and was trumped by Will with Tib. Will ran out the Ace of Clubs and the Ace of"
        " Spades, and had both tricks. Will led the Four of Spades, but Nan trumped it with Tom. Nan led the"
        " King of Diamonds, and it went about. To this Kate played Tiddy. Will let fall Towser. “Pay me for"
        " Tiddy,” said Kate. Will and Nan paid Kate two pence apiece. Nan led the Queen of Diamonds, and none"
        " could beat it. Kate let fall Tumbler. The Eight of Diamonds was led by Nan, and won. The Ten of"
        " Clubs, which Nan led, fell to Kate by the King of Clubs. Kate led the Queen, Knave and Nine of"
        " Hearts, one after another, and carried all three tricks."
    ),
    ("clean", "plain", Part.SCORE): (
        "To break even took twenty-two points. Kate won five tricks, worth fifteen, seven under. Kate put"
        " seven counters into the pot. Will won three tricks, worth nine. With fifteen for honours that made"
        " twenty-four, two over. Will took two counters from the pot. Nan won four tricks, worth twelve. With"
        " fifteen for honours that made twenty-seven, five over. Nan took five counters from the pot."
    ),
    ("cotton-1674", "period", Part.SETTLEMENT): (
        "Izaak rose a winner by four and twenty pence. That is two shillings, a pretty considerable sum."
        " Arden was gleeked of eleven pence. Charles was the poorer by thirteen pence."
    ),
    ("misreported", "plain", Part.AMISS): (
        "For the ruff the record has Moll losing six counters, instead of losing four counters. For the ruff"
        " the record has Sam winning twelve counters, instead of winning ten counters."
    ),
    ("revoke", "plain", Part.AMISS): (
        "The rules were broken once: by Hob in the tricks. No source settles the odd penny, so another table"
        " may hold otherwise."
    ),
    ("revoke", "plain", Part.TRICKS): (
        "The eldest hand had the lead. Peg led the Ace of Spades and the Ace of Clubs in turn, and won both"
        " tricks. Peg led the King of Clubs, but Dick trumped with Tiddy. Dick led Tib, and it held. Hob"
        " threw the Six of Spades on a heart lead while holding the Seven of Hearts. That broke a rule. Dick"
        " won a trick with the King of Hearts. Dick led the Jack of Diamonds, and Hob won with the Queen of"
        " Diamonds. Hob led the Ace of Diamonds and took the trick. The King of Spades came from Hob, and"
        " Towser from Dick, who trumped it. Dick played out Tumbler, Tom and the Nine and Queen of Hearts,"
        " and took all four tricks."
    ),
    ("revoke", "period", Part.TRICKS): (
        "“Play,” said they, and the eldest hand began. Peg led the Ace of Spades and the Ace of Clubs, one"
        " after another, and carried both tricks. Peg led the King of Clubs, but Dick trumped it with Tiddy."
        " Dick led Tib, and none could beat it. Hob threw the Six of Spades upon a heart, yet had the Seven"
        " of Hearts in hand. That was a fault. The King of Hearts was led by Dick, and won. Dick led the"
        " Knave of Diamonds; Hob laid the Queen of Diamonds upon it, and carried the trick. Hob led the Ace"
        " of Diamonds, and it went about. Hob led the King of Spades, and was trumped by Dick with Towser."
        " Dick ran out Tumbler, Tom and the Nine and Queen of Hearts, and had all four tricks."
    ),
    ("one-seat", "period", Part.AMISS): (
        "None that we can see. But not all the cards were shown us. What was put out and taken in, we cannot"
        " tell, for it was not all shown us. Touching the odd penny, the authors speak not plainly, and other"
        " tables may play otherwise."
    ),
}


@pytest.mark.parametrize("key", GOLDEN, ids="-".join)
def test_it_is_told_so(key: tuple[str, str, Part]) -> None:
    name, words, part = key
    audit = audit_record(read_record((SAMPLES / f"{name}.json").read_bytes()))
    (told,) = (each for each in narrate(audit, words).parts if each.part is part)
    assert " ".join(told.sentences) == GOLDEN[key]


@pytest.mark.parametrize("module", [numerals, coin], ids=lambda module: module.__name__)
def test_numbers_and_sums_are_said_as_their_examples_show(module: ModuleType) -> None:
    failed, tried = doctest.testmod(module)
    assert tried
    assert not failed
