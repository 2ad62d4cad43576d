"""What a page of a hand tells those who preview its address, as chats and forums do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import url_for

from gleek_replay.services.hands import HandSummary
from gleek_replay.services.replays import Replay
from gleek_replay.web.pictures.layout import HEIGHT, WIDTH
from gleek_replay.web.pictures.shown import dispute_about, what_is_shown
from gleek_replay.web.pictures.words import in_short, in_words, title_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Sharing:
    """The page's title and description, its address and its picture's, with what the picture shows in words;
    both addresses are whole ones, since they are read elsewhere.
    """

    title: str
    description: str
    alternative: str
    page: str
    picture: str
    width: int = WIDTH
    height: int = HEIGHT


def sharing(hand: HandSummary, replay: Replay, query: str) -> Sharing:
    """What to tell of a hand that is looked at by a query, which begins with ``?`` if there is any."""
    shown = what_is_shown(replay.document, replay.audit.document, dispute_about(hand))
    named: dict[str, Any] = {"hand_id": shown.hand_id, "_external": True}
    return Sharing(
        title=title_of(shown),
        description=in_short(shown),
        alternative=in_words(shown),
        page=f"{url_for('hand_pages.hand', **named)}{query}",
        picture=f"{url_for('pictures.read_picture', **named)}{query}",
    )
