"""Lists that commands give, to people as a table and to programs as an object a line."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

import orjson

from gleek_replay.cli.terminal import make_writer
from gleek_replay.services.hands import Page

_Item = TypeVar("_Item")


def every(page_from: Callable[[str | None], Page[_Item]]) -> Iterator[_Item]:
    """Every item of a list that comes in pages; ``page_from`` gives the page at a cursor."""
    page = page_from(None)
    yield from page.items
    while page.next_cursor is not None:
        page = page_from(page.next_cursor)
        yield from page.items


def tell_list(
    named: Namespace,
    items: Iterable[_Item],
    header: Sequence[str],
    row: Callable[[_Item], list[str]],
    document: Callable[[_Item], Any] = lambda item: item,
) -> int:
    """Print a list in the ``format`` that was asked for: a ``row`` of each item under the header, or its
    ``document``. Returns the exit status.
    """
    if named.format == "ndjson":
        for item in items:
            print(orjson.dumps(document(item)).decode())
    else:
        make_writer().table(header, [row(item) for item in items])
    return 0
