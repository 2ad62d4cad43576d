"""What a page was asked for in its address."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from flask import request
from flask_smorest.arguments import ArgumentsMixin
from marshmallow import RAISE, Schema


def asked(schema: type[Schema]) -> dict[str, Any]:
    """The query of this request as the schema reads it; a fault in it is answered with a problem."""
    query: dict[str, Any] = ArgumentsMixin.ARGUMENTS_PARSER.parse(
        schema, request, location="query", unknown=RAISE
    )
    return query


def without_blanks() -> str | None:
    """The address of this page without the fields that a form left empty, ``None`` if there are none. Only
    such an address is worth keeping and handing on.
    """
    told = [(name, value) for name, value in request.args.items(multi=True) if value]
    if len(told) == sum(1 for _ in request.args.items(multi=True)):
        return None
    return f"{request.path}?{urlencode(told)}" if told else request.path


def address_with(**changed: str | None) -> str:
    """The address of this page with some parameters otherwise; ``None`` leaves one out."""
    told = [(name, value) for name, value in request.args.items(multi=True) if name not in changed]
    told += [(name, value) for name, value in changed.items() if value is not None]
    return f"{request.path}?{urlencode(told)}" if told else request.path


def query_string(leaving_out: frozenset[str] = frozenset()) -> str:
    """The query of this request as it came, without some parameters; begins with ``?`` if there is any."""
    told = [(name, value) for name, value in request.args.items(multi=True) if name not in leaving_out]
    return f"?{urlencode(told)}" if told else ""
