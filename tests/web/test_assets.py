"""The files that pages are made of: found, named by their contents, and kept for as long as that lasts."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from urllib.parse import urljoin

import pytest

from gleek_replay.engine.cards import NAME_BY_CARD
from gleek_replay.web.pages.assets import digest
from tests.test_repository import ROOT
from tests.web.conftest import Service

STATIC = ROOT / "gleek_replay" / "web" / "static"
FOR_GOOD = "public, max-age=31536000, immutable"
TO_BE_ASKED = "public, no-cache"
OWN = sorted(
    path
    for path in STATIC.rglob("*.*")
    if path.suffix in {".css", ".js"} and "vendor" not in path.relative_to(STATIC).parts
)
FACES = sorted(NAME_BY_CARD.values())


def name_of(service: Service, address: str) -> str:
    """What the contents of a file are called in its address."""
    return hashlib.sha256(service.get(address).content).hexdigest()[:12]


@pytest.mark.parametrize("name", ["cards/AS.svg", "fonts/fell-roman.woff2", "gleek.css", "dashboard.js"])
def test_a_file_keeps_for_good_where_its_address_names_its_contents(service: Service, name: str) -> None:
    address = f"/static/{name}"
    kept = {
        query: service.get(f"{address}{query}").headers["Cache-Control"]
        for query in (f"?v={name_of(service, address)}", "?v=000000000000", "?v=", "")
    }
    assert list(kept.values()) == [FOR_GOOD, TO_BE_ASKED, TO_BE_ASKED, TO_BE_ASKED]


@pytest.mark.parametrize("path", ["/sign-in", "/api/v1/docs"])
def test_all_that_a_page_loads_keeps_for_good(service: Service, path: str) -> None:
    page = service.get(path, {"Accept": "text/html"}).text
    addresses = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert len(addresses) >= 5
    for address in addresses:
        assert service.get(address).headers["Cache-Control"] == FOR_GOOD, address


@pytest.mark.parametrize("own", OWN, ids=lambda path: path.relative_to(STATIC).as_posix())
def test_all_that_a_style_sheet_or_a_module_mentions_keeps_for_good(service: Service, own: Path) -> None:
    address = f"/static/{own.relative_to(STATIC).as_posix()}"
    sent = service.get(address).text
    mentions = re.findall(r'(?:url\(|from )"([^"]+)"', sent)
    assert len(mentions) == len(re.findall(r'url\(|from "', own.read_text("utf-8")))
    for mention in mentions:
        assert service.get(urljoin(address, mention)).headers["Cache-Control"] == FOR_GOOD, mention
    assert re.sub(r"\?v=[0-9a-f]{12}", "", sent) == own.read_text("utf-8")


def test_what_mentions_a_file_that_has_changed_has_another_name(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    leaf, branch, root = (tmp_path / name for name in ("parts/leaf.js", "parts/branch.js", "root.js"))
    leaf.write_text("export const x = 1;\n")
    branch.write_text('import { x } from "./leaf.js";\nexport const y = x;\n')
    root.write_text('import { y } from "./parts/branch.js";\nimport z from "./nowhere.js";\n')
    before = [digest(path) for path in (leaf, branch, root)]
    leaf.write_text("export const x = 22;\n")
    after = [digest(path) for path in (leaf, branch, root)]
    assert all(one != other for one, other in zip(before, after, strict=True))


@pytest.mark.parametrize(
    "path",
    ["/static/../factory.py", "/static/%2e%2e/factory.py", "/static/fonts", "/static/", "/static/a%00b",
     "/static//etc/passwd", "/static/..%5cfactory.py", "/static/" + "long/" * 600,
     "/static/" + "a" * 300, "/static/cards/" + "b" * 256 + ".svg"],
)  # fmt: skip
def test_there_is_no_way_out_of_the_folder(service: Service, path: str) -> None:
    assert service.get(path).status_code == 404


@pytest.mark.parametrize("name", [*FACES, "back"])
def test_every_card_has_a_face_without_anything_of_the_outside(name: str) -> None:
    drawn = (STATIC / "cards" / f"{name}.svg").read_text("utf-8")
    assert 'width="240" height="336"' in drawn
    assert not re.search('<(script|title|text|image)|style=|aria-|href="[^#]', drawn)


def test_there_is_a_licence_and_an_origin_beside_what_others_made() -> None:
    for folder in ("cards", "fonts"):
        names = {path.name for path in (STATIC / folder).iterdir() if path.suffix not in {".svg", ".woff2"}}
        assert "VERSION" in names
        assert any("LICENSE" in name for name in names)
