"""A player's page."""

from __future__ import annotations

import plotly
from flask import Blueprint, render_template

from gleek_replay.services.access import Action
from gleek_replay.services.hands import HandFilter, find_hands
from gleek_replay.services.players import get_player, get_statistics
from gleek_replay.web.callers import caller, does
from gleek_replay.web.database import database_session

HANDS_SHOWN = 8

blueprint = Blueprint("player_pages", __name__)


@blueprint.get("/players/<id:player_id>")
@does(Action.READ)
def dashboard(player_id: str) -> str:
    """A player's results in numbers and figures, and his latest hands."""
    wanted = HandFilter(player=player_id)
    return render_template(
        "player.html",
        player=get_player(database_session(), caller(), player_id),
        results=get_statistics(database_session(), caller(), player_id),
        hands=find_hands(database_session(), caller(), wanted, limit=HANDS_SHOWN),
        plotly_version=plotly.__version__,
    )
