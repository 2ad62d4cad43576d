"""What is in dispute in the demonstration: two hands of an evening, which a second client tells otherwise."""

from __future__ import annotations

import io
from typing import Any, Final

import orjson
from sqlalchemy.orm import Session

from gleek_replay.conformance import sample_files
from gleek_replay.services.access import Caller, Role
from gleek_replay.services.disputes import RulingKind, comment, get_dispute, rule
from gleek_replay.services.keys import authenticate, create_key
from gleek_replay.services.uploads import SentFile, receive_upload

_TELLER: Final = "lettice-ward"
_PRICE, _CARDS = 3, 7
"""The numbers of the hands: of one the price of the stock is told otherwise, of one two cards."""


def bring_to_dispute(session: Session, caller: Caller) -> None:
    """Let a second client tell of two hands that stand already, and rule on the first of them."""
    other = _second_client(session, caller)
    price, cards = (_hand(number) for number in (_PRICE, _CARDS))
    _tell_another_price(price)
    _tell_cards_the_other_way_round(cards)
    told = b"\n".join(map(orjson.dumps, (price, cards)))
    receive_upload(session, other, [SentFile(stream=io.BytesIO(told))])
    comment(session, other, price["hand_id"], "Roger said eighteen in the end. I had nine of him, not eight.")
    comment(
        session, other, cards["hand_id"], "Hester threw the Ace of Spades there, and the Queen came later."
    )
    rule(
        session,
        caller,
        price["hand_id"],
        version=get_dispute(session, caller, price["hand_id"]).version,
        ruling=RulingKind.RECORD,
        record=1,
        grounds="Hester and Roger both remember sixteen, and the pennies were counted that night.",
    )


def _second_client(session: Session, caller: Caller) -> Caller:
    """A client with a key of its own, whose token nobody keeps."""
    key = create_key(session, caller, name=_TELLER, role=Role.UPLOADER, owner=_TELLER)
    known = authenticate(session, key.token)
    assert known is not None, "the key was made just now"
    return known


def _hand(number: int) -> dict[str, Any]:
    """A hand of the sample evening, as a client of another name would write it down."""
    evening = next(path for path in sample_files() if path.stem == "evening")
    hand: dict[str, Any] = orjson.loads(evening.read_bytes().splitlines()[number - 1])
    return hand | {"client": {"name": "tavern-book", "version": "0.4.1"}}


def _tell_another_price(hand: dict[str, Any]) -> None:
    """The last bid was higher by one for each opponent, and each was paid that much more."""
    last = [action for action in hand["actions"] if action[1] == "bid"][-1]
    for payment in hand["payments"]:
        if payment["for"] == "stock":
            payment["amount"] += 1
            last[2] += 1
            for player, gained in ((payment["from"], -1), (payment["to"], 1)):
                hand["result"][player] += gained


def _tell_cards_the_other_way_round(hand: dict[str, Any]) -> None:
    """Two cards of the player who led to the third trick changed places."""
    plays = [action for action in hand["actions"] if action[1] == "play"]
    third = plays[2 * len(hand["players"])]
    later = next(play for play in plays[plays.index(third) + 1 :] if play[0] == third[0])
    third[2], later[2] = later[2], third[2]
