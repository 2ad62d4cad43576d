"""The pages: written on the server, and readable without JavaScript."""

from __future__ import annotations

from flask import Flask

from gleek_replay.web.pages import (
    assets,
    club,
    disputes,
    hands,
    home,
    players,
    readings,
    rules,
    sessions,
    sign_in,
    uploads,
)
from gleek_replay.web.pages.writing import install_writing


def install_pages(app: Flask) -> None:
    """Put the pages into the application."""
    install_writing(app)
    for page in (home, hands, disputes, readings, sessions, players, club, rules, sign_in, assets, uploads):
        app.register_blueprint(page.blueprint)
