"""An evening of people whom tests rename, merge and erase, and everything that is projected of it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from gleek_replay.storage.tables import Base, Hand, HandPlayer, Player
from tests.services.told_hands import evening, told

NAMES = {"maud": "Maud Ellery", "nell": "Nell Gwyn", "olive": "Olive Thorn", "peg": "Peg Trantum"}


def named(documents: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Documents with a name for each player that has one here."""
    return [
        document
        | {
            "players": [
                {"id": player["id"]} | ({"name": NAMES[player["id"]]} if player["id"] in NAMES else {})
                for player in document["players"]
            ]
        }
        for document in documents
    ]


def at_the_mitre(hands: int = 3) -> list[dict[str, Any]]:
    """Hands in which Maud, Nell and Olive sat."""
    return named(evening(hands, table="mitre", players=("maud", "nell", "olive")))


def at_the_anchor(hands: int = 2) -> list[dict[str, Any]]:
    """Hands in which Peg sat in Maud's place."""
    return named(evening(hands, table="anchor", players=("peg", "nell", "olive")))


def with_both() -> dict[str, Any]:
    """A hand in which Maud and Peg sat together."""
    (document,) = named(evening(1, table="both", players=("maud", "peg", "olive")))
    return document


def rows(session: Session) -> dict[str, list[tuple[Any, ...]]]:
    """Everything that is projected, with players by their ids in place of keys, which are new each time."""
    session.rollback()
    columns = [column for column in HandPlayer.__table__.columns if column.name != "player_key"]
    seats = select(Hand.hand_id, Player.player_id, *columns).select_from(HandPlayer)
    seats = seats.join(Hand, Hand.key == HandPlayer.hand_key)
    found = {
        "seats": session.execute(seats.join(Player, Player.key == HandPlayer.player_key)),
        "players": session.execute(select(Player.player_id, Player.name, Player.named_at)),
    }
    for table in ("hands", "records", "play_sessions"):
        found[table] = session.execute(select(Base.metadata.tables[table]))
    return {name: sorted(map(tuple, rows), key=repr) for name, rows in found.items()}


__all__ = ["NAMES", "at_the_anchor", "at_the_mitre", "rows", "told", "with_both"]
