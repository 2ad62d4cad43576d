"""What every response tells the browser to forbid."""

from __future__ import annotations

from typing import Final

from flask import Flask, Response, request

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src {styles}; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
STRICT_POLICY: Final = _POLICY.format(styles="'self'")
DRAWING_POLICY: Final = _POLICY.format(styles="'self' 'unsafe-inline'")
"""Plotly and Swagger UI write style rules into the page that they draw on; nothing else may."""

DRAWING_ENDPOINTS: Final = frozenset({"player_pages.dashboard", "docs.swagger_ui"})
_FIXED: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
}


def add_security_headers(response: Response) -> Response:
    """Add the headers to a response that is ready to go."""
    draws = request.endpoint in DRAWING_ENDPOINTS
    response.headers["Content-Security-Policy"] = DRAWING_POLICY if draws else STRICT_POLICY
    response.headers.update(_FIXED)
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "private, no-cache"
    return response


def install_security_headers(app: Flask) -> None:
    """Add the headers to every response of the application."""
    app.after_request(add_security_headers)
