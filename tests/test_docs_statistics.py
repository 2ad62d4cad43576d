"""Every statistic stands in the documentation under the name by which the API knows it."""

from __future__ import annotations

import re

from gleek_replay.statistics.measures import MEASURES
from tests.test_repository import ROOT

KINDS = ("breach_", "misreported_")


def test_every_measure_is_named_on_the_page_and_no_other() -> None:
    page = (ROOT / "docs" / "statistics.md").read_text(encoding="utf-8")
    table = page.partition("| group | names |")[2].partition("\n\n")[0]
    named = set(re.findall(r"`([a-z_]+)`", table))
    assert named == {name for name in MEASURES if not name.startswith(KINDS)}
    assert all(f"`{kind}…`" in table for kind in KINDS)
