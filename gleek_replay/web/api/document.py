"""The OpenAPI document: what flask-smorest derives from the views, with our errors and our keys."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final, TypeVar

from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Flask
from flask_smorest import Api, Blueprint
from marshmallow import Schema, fields

from gleek_replay.audit import AuditSchema
from gleek_replay.records import HandHistorySchema
from gleek_replay.web.api.answers import MalformedSchema
from gleek_replay.web.api.examples import add_examples
from gleek_replay.web.callers import COOKIE
from gleek_replay.web.problems import PROBLEM_JSON, ProblemSchema

View = TypeVar("View", bound=Callable[..., Any])

ABOUT: Final = """\
Send recorded hands of Gleek and learn what was due, by which rule, and what the record got wrong.

Every request needs an API key as `Authorization: Bearer …`; for reading, a signed-in browser's cookie will
do, or nothing where the service is open to all readers. Every error is `application/problem+json` (RFC 9457)
and lists the `faults` that it can name."""

RATE_HEADERS: Final[dict[str, Any]] = {
    "Retry-After": {
        "description": "after how many seconds to ask again",
        "required": True,
        "schema": {"type": "integer", "minimum": 1},
    },
    "RateLimit-Policy": {
        "description": "what is counted, how many (`q`) in how many seconds (`w`)",
        "required": True,
        "schema": {"type": "string"},
    },
    "RateLimit": {
        "description": "how many are left (`r`), and for how many seconds (`t`)",
        "required": True,
        "schema": {"type": "string"},
    },
}
_ALWAYS_REFUSED: Final = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS)


class FieldPlugin(MarshmallowPlugin):
    """apispec's marshmallow plugin, asking our own fields what they allow, and with our examples."""

    def __init__(self) -> None:
        super().__init__(schema_name_resolver=schema_name)

    def init_spec(self, spec: Any) -> None:
        """Take up the document that is to be filled."""
        super().init_spec(spec)
        converter: Any = self.converter
        converter.add_attribute_function(field_json_schema)

    def operation_helper(
        self, path: str | None = None, operations: dict[str, Any] | None = None, **settings: Any
    ) -> None:
        """Take up the operations of an address, with an example of what each answers."""
        super().operation_helper(path=path, operations=operations, **settings)
        for operation in (operations or {}).values():
            add_examples(operation)


def field_json_schema(_: Any, field: fields.Field[Any], **__: Any) -> dict[str, Any]:
    """What a field of a hand history says of itself, which apispec could not know."""
    describe = getattr(field, "json_schema", None)
    described: dict[str, Any] = _without_bare_false(describe()) if describe else {}
    return described


def _without_bare_false(schema: Any) -> Any:
    """The same with ``items: false`` behind ``prefixItems`` said as ``maxItems``: apispec would take a bare
    ``false`` for the name of a component.
    """
    if isinstance(schema, dict):
        said = {key: _without_bare_false(member) for key, member in schema.items()}
        if said.get("items") is False:
            del said["items"]
            said["maxItems"] = len(said["prefixItems"])
        return said
    return [_without_bare_false(member) for member in schema] if isinstance(schema, list) else schema


def schema_name(schema: type[Schema] | Schema | str) -> str:
    """The name of a schema in the document: the class's, without ``Schema``."""
    kind = schema if isinstance(schema, type) else type(schema)
    return kind.__name__.removesuffix("Schema")


class GleekApi(Api):
    """flask-smorest with problem+json documented for every error, and errors left to the application."""

    ERROR_SCHEMA = ProblemSchema

    def __init__(self, app: Flask) -> None:
        super().__init__(
            app,
            spec_kwargs={
                "marshmallow_plugin": FieldPlugin(),
                "info": {"description": ABOUT, "license": {"name": "MIT", "identifier": "MIT"}},
                "security": [{"key": []}, {"browser": []}],
            },
        )

    def _init_spec(self, **settings: Any) -> None:
        super()._init_spec(**settings)
        components = self.spec.components
        components.security_scheme("key", {"type": "http", "scheme": "bearer"})
        components.security_scheme("browser", {"type": "apiKey", "in": "cookie", "name": COOKIE})
        for schema in (HandHistorySchema, AuditSchema, MalformedSchema):
            components.schema(schema_name(schema), schema=schema)

    def _register_responses(self) -> None:
        """Describe errors as what they are; flask-smorest would call them application/json."""
        problem = {PROBLEM_JSON: {"schema": ProblemSchema}}
        for status in HTTPStatus:
            if status >= HTTPStatus.BAD_REQUEST:
                answer: dict[str, Any] = {"description": status.phrase, "content": problem}
                if status is HTTPStatus.TOO_MANY_REQUESTS:
                    answer["headers"] = RATE_HEADERS
                self.spec.components.response(status.name, answer, lazy=True)
        answer = {"description": "Any other error", "content": problem}
        self.spec.components.response(self.DEFAULT_ERROR_RESPONSE_NAME, answer, lazy=True)

    def _register_etag_headers(self) -> None:
        """Register none: no answer has an entity tag."""

    def _register_pagination_header(self) -> None:
        """Register none: pages name the next one."""

    def _register_error_handlers(self) -> None:
        """Register none: the application answers every error, of the API or of a page."""


class ApiBlueprint(Blueprint):
    """A part of the API. An operation is named after its view."""

    def route(self, rule: str, **settings: Any) -> Callable[[View], View]:
        """Register a view for an address and in the document."""

        def decorate(view: View) -> View:
            named = self.doc(operationId=view.__name__)(view)
            registered: View = super(ApiBlueprint, self).route(rule, **settings)(named)
            return registered

        return decorate

    def refuses(self, *statuses: HTTPStatus) -> Callable[[View], View]:
        """Document the errors that a view answers with, beside those of who may come in and how often."""

        def decorate(view: View) -> View:
            for status in (*_ALWAYS_REFUSED, *statuses):
                view = self.alt_response(status.value, status.name)(view)
            return view

        return decorate
