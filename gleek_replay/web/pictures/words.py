"""A shared picture in words: for those who do not see it, and for what lists pages with their pictures."""

from __future__ import annotations

from typing import Final

from gleek_replay.services.wording import card_words, listed
from gleek_replay.web.numbers import grouped, signed
from gleek_replay.web.pictures.shown import Seat, Shown

_OF_DISPUTES: Final = {None: "", "void": " (ruled void)", "disputed": " (in dispute)"}
SUIT_WORDS: Final = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}


def _without_article(card: str) -> str:
    """A card in words, as it stands in a list: ``Ten of Hearts``."""
    return card_words(card).removeprefix("the ")


def title_of(shown: Shown) -> str:
    """One line: who won or lost how much."""
    results = ", ".join(f"{seat.name} {signed(seat.net)}" for seat in shown.seats)
    return f"A hand of Gleek{_OF_DISPUTES[shown.dispute]}: {results}"


def in_words(shown: Shown) -> str:
    """All that the picture shows."""
    said = [f"The hand {shown.hand_id}{_OF_DISPUTES[shown.dispute]}, {rules_words(shown)}: {shown.verdict}."]
    called = f" ({shown.turn_up_named})" if shown.turn_up_named else ""
    said.append(
        f"The {_without_article(shown.turn_up)}{called} is turned up; {SUIT_WORDS[shown.trumps]} are trumps."
    )
    said += [_seat_words(seat) for seat in shown.seats]
    if not shown.complete:
        said.append("The hand did not end.")
    return " ".join(said)


def in_short(shown: Shown) -> str:
    """A sentence or two, as those want who list pages: no cards but what is turned up."""
    said = [f"The {_without_article(shown.turn_up)} is turned up"]
    said += [f"{seat.name} had {listed(had, 'and')}" for seat in shown.seats if (had := _won(seat))]
    return f"{'; '.join(said)}. {rules_words(shown)[:1].upper()}{rules_words(shown)[1:]}: {shown.verdict}."


def rules_words(shown: Shown) -> str:
    """By which rules the hand is read, and as who saw it."""
    by = f"by the rules of {shown.rules}"
    if shown.played_by is not None:
        by = f"as if by the rules of {shown.rules}"
    return by if shown.eyes is None else f"{by}, as {shown.eyes} saw it"


def standing(seat: Seat) -> str:
    """Where a player sat, unless he is called by that, and what he took: ``eldest · 4 tricks · 36 points``.

    Of a hand in which no trick was over nothing is said of tricks.
    """
    place = "" if seat.name.lower() == seat.position else seat.position
    tricks = "" if seat.tricks is None else "1 trick" if seat.tricks == 1 else f"{seat.tricks} tricks"
    points = "" if seat.points is None else f"{seat.points} {'point' if seat.points == 1 else 'points'}"
    return " · ".join(filter(None, (place, tricks, points)))


def distinctions(seat: Seat) -> list[str]:
    """What else is to be said of a player: the stock, the ruff, and the trumps that have names."""
    return [*_won(seat), *([", ".join(seat.named.values())] if seat.named else [])]


def _won(seat: Seat) -> list[str]:
    stock = [] if seat.price is None else [f"the stock for {grouped(seat.price)}"]
    return [*stock, *(["the ruff"] if seat.won_ruff else [])]


def _seat_words(seat: Seat) -> str:
    cards = ", ".join(map(_without_article, seat.cards))
    if seat.hidden:
        unseen = f"{seat.hidden} cards face down" if seat.hidden > 1 else "1 card face down"
        cards = f"{cards} and {unseen}" if cards else unseen
    did = f" Had {', '.join(distinctions(seat))}." if distinctions(seat) else ""
    placed = f" ({standing(seat).replace(' · ', ', ')})" if standing(seat) else ""
    return f"{seat.name}{placed}: {signed(seat.net)} counters. Cards: {cards}.{did}"
