"""What every response tells the browser to forbid."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from flask import Flask, Response, current_app, request

from gleek_replay.settings import Reading

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src {styles}; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
STRICT_POLICY: Final = _POLICY.format(styles="'self'")
_STYLES_OF_PLOTLY: Final = (
    "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
    "'sha256-ji27qzEtxXZW+7dun6UwjHXJ18e6WAin1VvNtkzIE/o='",
)
"""The style sheets that Plotly writes into the page that it draws on, by their hashes: its own, which is
empty and gets its rules afterwards, and that of the maps it brings along.
"""
DRAWING_POLICY: Final = _POLICY.format(styles=" ".join(("'self'", *_STYLES_OF_PLOTLY)))
_DRAWN_BY_PLOTLY: Final = frozenset({"player_pages.dashboard", "club_pages.club"})
PICTURE_POLICY: Final = "default-src 'none'; style-src 'none'; frame-ancestors 'none'; sandbox"
"""For a picture, which may hold what people call themselves, and is shown by itself if somebody opens it."""
_PICTURES: Final = frozenset({"pictures.read_picture"})
ASSET_POLICY: Final = "default-src 'none'"
"""For a file of the pages; a browser heeds it where somebody opens one by itself, such as a card's face."""
_ASSETS: Final = frozenset({"static", "assets.plotly_script"})
_OF_ALL: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_OF_DOCUMENTS: Final = {  # a hand's page loads ninety files: no word to them that is for documents
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
}
_ENCRYPTED_FROM_NOW_ON: Final = "max-age=31536000"


def add_security_headers(response: Response) -> Response:
    """Add the headers to a response that is ready to go."""
    response.headers.update(_OF_ALL)
    if request.endpoint in _ASSETS and response.status_code < HTTPStatus.BAD_REQUEST:
        response.headers["Content-Security-Policy"] = ASSET_POLICY
    else:
        response.headers["Content-Security-Policy"] = _policy()
        response.headers.update(_OF_DOCUMENTS)
    if request.endpoint in _PICTURES and current_app.extensions["gleek_settings"].reading is Reading.OPEN:
        # what anybody may read other sites may show
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    if request.is_secure:
        response.headers["Strict-Transport-Security"] = _ENCRYPTED_FROM_NOW_ON
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "private, no-cache"
    return response


def _policy() -> str:
    """What the document that answers this request may load and run."""
    if request.endpoint in _PICTURES:
        return PICTURE_POLICY
    return DRAWING_POLICY if request.endpoint in _DRAWN_BY_PLOTLY else STRICT_POLICY


def install_security_headers(app: Flask) -> None:
    """Add the headers to every response of the application."""
    app.after_request(add_security_headers)
