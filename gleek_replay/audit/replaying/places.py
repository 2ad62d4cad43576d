"""Where the cards lie as a hand goes on, and which of them are face up to a reader."""

from __future__ import annotations

from typing import Any, Final

from gleek_replay.engine import card_names

STOCK: Final = "stock"
TURN_UP: Final = "turn_up"
DISCARDS: Final = "discards"


def hand_of(seat: int) -> str:
    """The place of the cards in a player's hand."""
    return f"hand:{seat}"


def trick_of(seat: int) -> str:
    """The place of the card that a player has on the table."""
    return f"trick:{seat}"


def won_by(seat: int) -> str:
    """The place of the cards in the tricks that a player won."""
    return f"won:{seat}"


class Places:
    """Cards in their places: of each place those that are face up, as a set, and how many are face down."""

    def __init__(self, players: int) -> None:
        seats = range(players)
        names = [hand_of(seat) for seat in seats]
        names += [STOCK, TURN_UP, DISCARDS]
        names += [place(seat) for place in (trick_of, won_by) for seat in seats]
        self.face_up = dict.fromkeys(names, 0)
        self.face_down = dict.fromkeys(names, 0)

    @property
    def document(self) -> dict[str, Any]:
        """Every place with its cards, as a replay tells them."""
        return {
            place: {"cards": list(card_names(cards)), "hidden": self.face_down[place]}
            for place, cards in self.face_up.items()
        }

    def lay(self, place: str, cards: int, number: int) -> None:
        """Lay so many cards in a place, these of them face up."""
        self.face_up[place] = cards
        self.face_down[place] = number - cards.bit_count()

    def move(self, source: str, target: str, cards: int, number: int) -> dict[str, Any]:
        """Move so many cards, these of them face up where they come to. Those among them that lay face down
        are turned over; the others that are moved lie face down before and after.
        """
        hidden = number - cards.bit_count()
        self.face_down[source] -= (cards & ~self.face_up[source]).bit_count() + hidden
        self.face_up[source] &= ~cards
        self.face_up[target] |= cards
        self.face_down[target] += hidden
        return {"from": source, "to": target, "cards": list(card_names(cards)), "hidden": hidden}

    def show(self, place: str, cards: int) -> list[dict[str, Any]]:
        """Turn cards over that lie in a place, so far as they lay face down."""
        turned = cards & ~self.face_up[place]
        if not turned:
            return []
        self.face_down[place] -= turned.bit_count()
        self.face_up[place] |= turned
        return [{"place": place, "cards": list(card_names(turned))}]
