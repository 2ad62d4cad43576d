"""What to call the players when a hand is told aloud."""

from __future__ import annotations

from typing import Final

from gleek_replay.audit.narration.numerals import spoken_ordinal
from gleek_replay.audit.narration.voice import Voice
from gleek_replay.engine import Hand
from gleek_replay.records import HandRecord

_TITLES: Final = frozenset(
    ("captain", "dame", "doctor", "dr", "lady", "lord", "madam", "master", "miss", "mistress", "mr", "mrs",
     "ms", "old", "sir", "sister", "brother", "the", "young")
)  # fmt: skip


def called(record: HandRecord) -> tuple[str, ...]:
    """The players' names; where everybody has another first name that will do, that alone."""
    names = tuple(_capital(record.name_of(seat)) for seat in range(len(record.players)))
    first = tuple(name.split(" ")[0] for name in names)
    will_do = all(len(name) > 1 and name.isalpha() and name.lower() not in _TITLES for name in first)
    return first if will_do and len({name.lower() for name in first}) == len(first) else names


def _capital(name: str) -> str:
    """A player who goes by an id that is a word is called by it as by a name."""
    return name.capitalize() if name.isalpha() and name.islower() else name


def positions(voice: Voice, hand: Hand) -> tuple[str, ...]:
    """What to call players whose names are hidden: by where they sit."""
    eldest, between, further, dealer = voice.positions
    told = [""] * hand.players
    for step in range(hand.players):
        seat = (hand.eldest + step) % hand.players
        told[seat] = further.format(spoken_ordinal(step + 1))
    if hand.players == 3:
        told[(hand.eldest + 1) % 3] = between
    told[hand.eldest], told[hand.dealer] = eldest, dealer
    return tuple(told)
