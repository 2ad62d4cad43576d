"""What a new OpenAPI document breaks of an older one: each way in which a client that keeps to the older one
could fail.

What clients send may be taken more generously and what they get may say more: those are no breaks. The
reverse is: an endpoint or a parameter gone, one more that is required, a value that is no longer taken, an
answer that lacks what it had or has another type. A new member of a set of codes in an answer is no break,
since the documentation tells clients to expect it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

Document: TypeAlias = dict[str, Any]

_METHODS: Final = frozenset({"get", "put", "post", "delete", "patch", "head", "options"})
_LIMITS: Final = {
    "minimum": 1, "exclusiveMinimum": 1, "minLength": 1, "minItems": 1,
    "maximum": -1, "exclusiveMaximum": -1, "maxLength": -1, "maxItems": -1,
}  # fmt: skip
"""Limits by the direction in which they grow narrower."""


def breaking_changes(old: Document, new: Document) -> list[str]:
    """Every break, one line each, with its place."""
    return sorted(set(_Comparison(old, new).breaks()))


class _Comparison:
    def __init__(self, old: Document, new: Document) -> None:
        self._old, self._new = old, new
        self._seen: set[tuple[str, str, bool]] = set()

    def breaks(self) -> Iterator[str]:
        for path, methods in self._old["paths"].items():
            for method in _METHODS & methods.keys():
                place = f"{method.upper()} {path}"
                operation = self._new["paths"].get(path, {}).get(method)
                if operation is None:
                    yield f"{place}: is gone"
                    continue
                shared = self._new["paths"][path].get("parameters", ())
                yield from self._parameters(
                    place,
                    self._by_name(
                        self._old, [*methods.get("parameters", ()), *methods[method].get("parameters", ())]
                    ),
                    self._by_name(self._new, [*shared, *operation.get("parameters", ())]),
                )
                yield from self._request(
                    place, methods[method].get("requestBody"), operation.get("requestBody")
                )
                yield from self._answers(place, methods[method]["responses"], operation["responses"])
                if methods[method].get("security") == [] and operation.get("security") != []:
                    yield f"{place}: needs a key now"

    def _parameters(self, place: str, old: Document, new: Document) -> Iterator[str]:
        for name, parameter in old.items():
            if name not in new:
                yield f"{place}: the parameter {name} is gone"
            else:
                yield from self._sent(f"{place} {name}", parameter["schema"], new[name]["schema"])
        for name, parameter in new.items():
            if parameter.get("required") and not old.get(name, {}).get("required"):
                yield f"{place}: the parameter {name} is required now"

    def _request(self, place: str, old: Document | None, new: Document | None) -> Iterator[str]:
        old_types = self._resolved(self._old, old or {}).get("content", {})
        new_body = self._resolved(self._new, new or {})
        if new_body.get("required") and not (old or {}).get("required"):
            yield f"{place}: a body is required now"
        for kind, content in old_types.items():
            if kind not in new_body.get("content", {}):
                yield f"{place}: takes no {kind} any more"
            else:
                yield from self._sent(
                    f"{place} {kind}", content.get("schema", {}), new_body["content"][kind].get("schema", {})
                )

    def _answers(self, place: str, old: Document, new: Document) -> Iterator[str]:
        for status, answer in old.items():
            if status not in new:
                if status.startswith("2"):
                    yield f"{place}: no longer answers {status}"
                continue
            before, after = self._resolved(self._old, answer), self._resolved(self._new, new[status])
            for name in before.get("headers", {}).keys() - after.get("headers", {}).keys():
                yield f"{place} {status}: the header {name} is gone"
            for kind, content in before.get("content", {}).items():
                if kind not in after.get("content", {}):
                    yield f"{place} {status}: is no longer {kind}"
                else:
                    yield from self._received(
                        f"{place} {status}",
                        content.get("schema", {}),
                        after["content"][kind].get("schema", {}),
                    )

    def _sent(self, place: str, old: Document, new: Document) -> Iterator[str]:
        """What clients may send: everything that was taken must be taken still."""
        if self._compared(old, new, sent=True):
            return
        old, new = self._resolved(self._old, old), self._resolved(self._new, new)
        if lost := _types(old) - _types(new) if _types(new) else set():
            yield f"{place}: {', '.join(sorted(lost))} is no longer taken"
        if "enum" in new and (lost := _members(old, new) - set(map(str, new["enum"]))):
            yield f"{place}: {', '.join(sorted(lost))} is no longer taken"
        if "pattern" in new and new["pattern"] != old.get("pattern"):
            yield f"{place}: must match {new['pattern']} now"
        for limit, direction in _LIMITS.items():
            if limit in new and (limit not in old or (new[limit] - old[limit]) * direction > 0):
                yield f"{place}: {limit} is {new[limit]} now"
        for name in set(new.get("required", ())) - set(old.get("required", ())):
            yield f"{place}/{name}: is required now"
        for name in old.get("properties", {}).keys() - new.get("properties", {}).keys():
            if new.get("additionalProperties") is False:
                yield f"{place}/{name}: is no longer taken"
        yield from self._members_of(place, old, new, sent=True)

    def _received(self, place: str, old: Document, new: Document) -> Iterator[str]:
        """What clients get: everything that was said must be said still, in the same form."""
        if self._compared(old, new, sent=False):
            return
        old, new = self._resolved(self._old, old), self._resolved(self._new, new)
        if _types(old) and (added := _types(new) - _types(old)):
            yield f"{place}: may be {', '.join(sorted(added))} now"
        elif _types(old) and not _types(new) and not new.keys() & {"anyOf", "oneOf", "allOf"}:
            yield f"{place}: may be anything now"
        for name in old.get("properties", {}).keys() - new.get("properties", {}).keys():
            yield f"{place}/{name}: is gone"
        for name in set(old.get("required", ())) - set(new.get("required", ())):
            if name in new.get("properties", {}):
                yield f"{place}/{name}: may be missing now"
        yield from self._members_of(place, old, new, sent=False)

    def _members_of(self, place: str, old: Document, new: Document, *, sent: bool) -> Iterator[str]:
        compare = self._sent if sent else self._received
        for name in old.get("properties", {}).keys() & new.get("properties", {}).keys():
            yield from compare(f"{place}/{name}", old["properties"][name], new["properties"][name])
        for inner in ("items", "additionalProperties"):
            if isinstance(old.get(inner), dict) and isinstance(new.get(inner), dict):
                yield from compare(f"{place}/*", old[inner], new[inner])
        for inner in ("anyOf", "oneOf", "allOf", "prefixItems"):
            for number, (before, after) in enumerate(
                zip(old.get(inner, ()), new.get(inner, ()), strict=False)
            ):
                yield from compare(f"{place}/{inner}/{number}", before, after)
            fewer = len(old.get(inner, ())) - len(new.get(inner, ()))
            if fewer > 0 if sent else fewer < 0 and inner in old:
                yield f"{place}: {inner} has {abs(fewer)} {'fewer' if sent else 'more'} now"

    def _compared(self, old: Document, new: Document, *, sent: bool) -> bool:
        """Whether two components have been set against each other before: they may refer to themselves."""
        if "$ref" not in old or "$ref" not in new:
            return False
        pair = (old["$ref"], new["$ref"], sent)
        known = pair in self._seen
        self._seen.add(pair)
        return known

    def _by_name(self, document: Document, parameters: list[Document]) -> Document:
        resolved = [self._resolved(document, parameter) for parameter in parameters]
        return {f"{parameter['name']} ({parameter['in']})": parameter for parameter in resolved}

    def _resolved(self, document: Document, value: Document) -> Document:
        while "$ref" in value:
            place: Any = document
            for step in value["$ref"].removeprefix("#/").split("/"):
                place = place[step]
            value = place
        return value


def _types(schema: Document) -> set[str]:
    kind = schema.get("type")
    found = {kind} if isinstance(kind, str) else set(kind or ())
    return found | {"integer"} if "number" in found else found


def _members(old: Document, new: Document) -> set[str]:
    """The values that were taken; any at all is written as ``…``."""
    return set(map(str, old["enum"])) if "enum" in old else {"…"} if new.get("enum") else set()
