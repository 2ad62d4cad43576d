"""Files that come from installed packages, and the sign of life."""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path

import plotly
from flask import Blueprint, Response, request

from gleek_replay.web.callers import open_to_all

blueprint = Blueprint("assets", __name__)

A_YEAR = 365 * 24 * 3600


@blueprint.get("/static/plotly.min.js")
@open_to_all
def plotly_script() -> Response:
    """Plotly's script, as the installed package has it."""
    zipped = request.accept_encodings.quality("gzip") > 0
    answer = Response(_plotly(zipped=zipped), mimetype="text/javascript")
    answer.set_etag(f"{plotly.__version__}{'-gzip' if zipped else ''}")
    answer.headers["Vary"] = "Accept-Encoding"
    answer.cache_control.public = True
    answer.cache_control.max_age = A_YEAR if request.args.get("v") == plotly.__version__ else 3600
    if zipped:
        answer.headers["Content-Encoding"] = "gzip"
    answer.make_conditional(request)
    return answer


@blueprint.get("/livez")
@open_to_all
def livez() -> Response:
    """Says that the service runs."""
    return Response("live\n", mimetype="text/plain")


@cache
def _plotly(*, zipped: bool) -> bytes:
    script = (Path(plotly.__file__).parent / "package_data" / "plotly.min.js").read_bytes()
    return gzip.compress(script, compresslevel=6, mtime=0) if zipped else script
