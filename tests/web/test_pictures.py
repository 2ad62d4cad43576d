"""The picture of a hand to share: what it shows and what it does not, and how it is sent."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from typing import Any
from xml.etree import ElementTree as ET

import httpx
import pytest

from gleek_replay.audit import Audit, Sight, read_under, rules_over
from gleek_replay.audit.replaying import Replaying
from gleek_replay.audit.sight import of_everything, of_the_table
from gleek_replay.services.access import Role
from gleek_replay.simulation import simulate
from gleek_replay.web.pictures.cards import BACK, CARD_HEIGHT, CARD_WIDTH, RANKS, SUITS
from gleek_replay.web.pictures.drawing import Drawing
from gleek_replay.web.pictures.hand import draw_hand, lay_turn_up
from gleek_replay.web.pictures.layout import HEIGHT, PANEL_HEIGHT, WIDTH, Panel, panels_of, places_in_row
from gleek_replay.web.pictures.letters import Face, drawable, fitting, runs_leftwards, width_of
from tests.cards_in_text import cards_in
from tests.histories import audited, hide
from tests.open_cards import open_cards
from tests.test_repository import ROOT
from tests.web.conftest import Service
from tests.web.records import EXAMPLES, example, ndjson

SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {
    "svg", "title", "desc", "defs", "g", "path", "rect", "ellipse", "use", "text",
}  # fmt: skip
SAMPLES = sorted(
    path
    for path in (ROOT / "sample_histories").glob("*.json")
    if path.name not in {"malformed.json", "truncated.json"}
)


@cache
def hands() -> dict[str, dict[str, Any]]:
    """Every example and sample, and hands of two to six simulated players."""
    files = [*sorted(EXAMPLES.glob("*.hand.json")), *SAMPLES]
    found = {path.name: json.loads(path.read_bytes()) for path in files}
    for players in range(2, 7):
        made = simulate("knauer-2008", hands=2, seed=players, players=players, rare=True)
        found |= {f"{players} players, {number}": hand for number, hand in enumerate(made)}
    return found


def picture(record: dict[str, Any], sight: Sight | None = None, **looked_at: Any) -> str:
    """The picture of a hand for somebody who may see everything, or as much as ``sight`` says."""
    audit = audited(record)
    everything = of_everything(len(record["players"]))
    reading = looked_at.pop("reading", audit)
    replaying = Replaying(own=audit, reading=reading, sight=sight or everything, **looked_at)
    return draw_hand(replaying.document, replaying.audit.document)


def whole(audit: Audit) -> Sight:
    """All that a reader without a part in the hand may see."""
    return of_the_table(audit)


def drawn(text: str) -> ET.Element:
    """The root of a picture."""
    return ET.fromstring(text)  # noqa: S314 - our own


def cards_of_seat(root: ET.Element, seat: int) -> list[tuple[str, float, float]]:
    """The cards that lie in the panel of a seat, with their upper left corners."""
    (panel,) = (part for part in root.iter(f"{SVG}g") if part.get("id") == f"seat-{seat}")
    found = []
    for used in panel.iter(f"{SVG}use"):
        name, place = used.get("href", "")[1:], used.get("transform", "")
        if name == BACK or (name[:1] in RANKS and name[1:] in SUITS and len(name) == 2):
            x, y = re.findall(r"-?[\d.]+", place)
            found.append((name, float(x), float(y)))
    return found


def words_of(root: ET.Element) -> str:
    """The text alternative."""
    return f"{root.findtext(f'{SVG}title')} {root.findtext(f'{SVG}desc')}"


@pytest.mark.parametrize("name", hands())
def test_a_picture_is_sound_and_needs_nothing_from_outside(name: str) -> None:
    root = drawn(picture(hands()[name]))
    assert (root.get("width"), root.get("height"), root.get("role")) == ("1200", "630", "img")
    assert {part.tag.removeprefix(SVG) for part in root.iter()} <= ALLOWED
    ids = [part.get("id") for part in root.iter() if part.get("id")]
    assert len(ids) == len(set(ids))
    for part in root.iter():
        assert not {key for key in part.attrib if key.startswith("on") or key == "style"}
        if part.tag == f"{SVG}use":
            assert part.get("href", "").removeprefix("#") in ids
        assert not any("url(" in value or "http" in value for value in part.attrib.values())


@pytest.mark.parametrize("name", hands())
def test_it_shows_each_player_with_what_he_held_and_won(name: str) -> None:
    record = hands()[name]
    audit = audited(record).document
    text = picture(record)
    root = drawn(text)
    for seat, player in enumerate(record["players"]):
        lying = cards_of_seat(root, seat)
        played = {card for who, verb, *rest in record["actions"] for card in rest[:1]
                  if who == player["id"] and verb == "play"}  # fmt: skip
        if audit["complete"]:
            assert {card for card, _, _ in lying} == played
        else:
            assert {card for card, _, _ in lying} - {BACK} >= played or audit["verdict"] == "unplayable"
        assert player.get("name", player["id"]) in words_of(root)
    assert len({len(cards_of_seat(root, seat)) for seat in range(len(record["players"]))}) <= 2
    net = audit["due"]["net"]
    said = [f"{net[player['id']]:+d}".replace("-", "−").replace("+0", "0") for player in record["players"]]
    assert re.findall(r"(?: )([+−]?\d+)(?:,|$)", root.findtext(f"{SVG}title", "")) == said
    assert audit["verdict"] in words_of(root)


@pytest.mark.parametrize("name", hands())
def test_every_card_lies_within_its_panel_and_none_covers_anothers_rank(name: str) -> None:
    record = hands()[name]
    for sight in (None, of_the_table(audited(record))):
        root = drawn(picture(record, sight))
        for seat, panel in enumerate(panels_of(len(record["players"]))[0]):
            lying = cards_of_seat(root, seat)
            for _, x, y in lying:
                assert panel.x <= x <= panel.x + panel.width - CARD_WIDTH
                assert panel.y <= y <= panel.y + PANEL_HEIGHT - CARD_HEIGHT
            for (card, left, _), (_, right, _) in pairwise(lying):
                assert right - left >= (20 if card != BACK else 5)


@pytest.mark.parametrize("name", hands())
def test_it_names_no_card_that_the_reader_may_not_see(name: str) -> None:
    record = hands()[name]
    audit = audited(record)
    text = picture(record, whole(audit))
    assert cards_in(text) <= open_cards(record, audit.document)


def test_what_is_never_seen_lies_face_down() -> None:
    record = hide(example("parlett", actions=example("parlett")["actions"][:20]))
    record = {key: value for key, value in record.items() if key not in {"payments", "result"}}
    root = drawn(picture(record, whole(audited(record))))
    for seat in range(3):
        assert len(cards_of_seat(root, seat)) == 12
    assert BACK in {card for seat in range(3) for card, _, _ in cards_of_seat(root, seat)}
    assert "face down" in words_of(root)


def test_without_names_it_has_none_of_them() -> None:
    record = example("parlett")
    text = picture(record, names_hidden=True)
    for player in record["players"]:
        assert player["id"] not in text
        assert player.get("name", player["id"]) not in text
    assert "Eldest" in words_of(drawn(text))


def test_it_says_through_whose_eyes_and_by_which_rules_it_is_seen() -> None:
    audit = audited(example("parlett"))
    other = read_under(audit.record, rules_over(audit.record, preset="cotgrave-1662", options={}))
    words = words_of(drawn(picture(example("parlett"), eyes=0, reading=other)))
    assert "as if by the rules of cotgrave-1662, as bess saw it" in words


def test_names_may_hold_what_would_be_markup_and_are_written_in_every_script() -> None:
    record = example("parlett")
    names = ["<script>&\"'</script>", "שלמה בן־דוד", "王小明"]
    for player, name in zip(record["players"], names, strict=True):
        player["name"] = name
    root = drawn(picture(record))
    assert all(name in words_of(root) for name in names)
    set_by_others = {part.text: part.get("direction") for part in root.iter(f"{SVG}text")}
    assert set_by_others == {"שלמה בן־דוד": "rtl", "王小明": "ltr"}


def test_names_may_hold_what_xml_has_no_place_for() -> None:
    record = example("parlett")
    for player, name in zip(record["players"], ["a\x00b", "c\x1b\x0b", "\ufffe王"], strict=True):
        player["name"] = name
    words = words_of(drawn(picture(record)))
    assert all(name in words for name in ("a\ufffdb", "c\ufffd\ufffd", "\ufffd王"))


def test_a_hand_that_did_not_begin_and_one_that_cannot_be_played_have_pictures_too() -> None:
    early = example("parlett", actions=example("parlett")["actions"][:1])
    words = words_of(drawn(picture({k: v for k, v in early.items() if k not in {"payments", "result"}})))
    assert "The hand did not end." in words
    assert "tricks" not in words
    assert ": unplayable." in words_of(drawn(picture(example("unplayable"))))


@pytest.mark.parametrize("players", range(2, 7))
def test_panels_lie_on_the_sheet_and_beside_each_other(players: int) -> None:
    panels, centre = panels_of(players)
    for panel in panels:
        assert panel.x > 27
        assert panel.x + panel.width < WIDTH - 27
        assert panel.y > 96
        assert panel.y + PANEL_HEIGHT < HEIGHT - 27
        middle = panel.x < centre.x < panel.x + panel.width and panel.y < centre.y < panel.y + PANEL_HEIGHT
        assert not middle
    for one, other in combinations(panels, 2):
        apart = one.x + one.width <= other.x or other.x + other.width <= one.x
        assert apart or abs(one.y - other.y) >= PANEL_HEIGHT


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("suit", SUITS)
def test_the_turn_up_has_room_between_the_panels(players: int, suit: str) -> None:
    panels, centre = panels_of(players)
    drawing = Drawing()
    width = lay_turn_up(drawing, f"K{suit}", "Tumbler", centre)
    left, right = centre.x - width / 2, centre.x + width / 2
    top, bottom = centre.y - 54 * centre.scale, centre.y + 55 * centre.scale
    for panel in panels:
        beside = panel.x + panel.width <= left or right <= panel.x
        assert beside or panel.y + PANEL_HEIGHT <= top or bottom <= panel.y


@pytest.mark.parametrize("players", range(2, 7))
def test_any_number_of_cards_face_up_and_down_has_room(players: int) -> None:
    (panel, *_), _ = panels_of(players)
    for cards in range(18):
        for hidden in range(18 - cards):
            edges = places_in_row(panel, cards, hidden)
            assert len(edges) == cards + hidden
            assert edges == sorted(edges)
            assert all(panel.x <= edge <= panel.x + panel.width - CARD_WIDTH for edge in edges)


def test_no_cards_have_no_places() -> None:
    assert places_in_row(Panel(x=0, y=0, width=300), 0, 0) == []


def test_long_names_end_in_an_ellipsis_where_the_room_does() -> None:
    for name in ("Sir Bartholomew Featherstonehaugh of Blackfriars", "ש" * 80, "王" * 80, "é" * 80):
        short = fitting(name, Face.ROMAN, 26, 200)
        assert short.endswith("…")
        assert name.startswith(short[:-1])
        assert 150 < width_of(short, Face.ROMAN, 26) <= 200
    assert fitting("Ann", Face.ROMAN, 26, 200) == "Ann"
    assert fitting("ee\N{COMBINING ACUTE ACCENT}eeee", Face.ROMAN, 20, 26)[-2] == "e"


def test_the_letters_are_all_there_that_a_picture_writes_itself() -> None:
    printable = "".join(map(chr, range(32, 127)))
    assert drawable(f"{printable}·–’…£½éßÐ", Face.ROMAN)
    assert drawable(f"{printable}·–’…£½éßÐ", Face.ITALIC)
    assert drawable("+−0123456789", Face.FIGURES)
    assert not drawable("王", Face.ROMAN)


def test_a_text_is_read_as_its_first_letter_is() -> None:
    assert runs_leftwards("1 שלום")
    assert runs_leftwards("سلام Ann")
    assert not runs_leftwards("Ann שלום")
    assert not runs_leftwards("12")


@pytest.fixture(scope="module")
def reader(service: Service) -> Iterator[httpx.Client]:
    """A reader, of hands that others sent."""
    sent = [
        example("parlett"),
        *({**example("parlett"), "hand_id": name} for name in ("a.b", "a.svg", "a.b.svg")),
    ]
    with service.caller(Role.UPLOADER) as uploader:
        answer = uploader.post("/api/v1/uploads", content=ndjson(*sent))
        assert answer.json()["upload"]["accepted"] == len(sent)
    with service.caller(Role.READER) as client:
        yield client


def test_a_picture_is_sent_as_one_that_can_run_nothing(reader: httpx.Client) -> None:
    answer = reader.get("/api/v1/hands/example-00012.svg")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    policy = answer.headers["Content-Security-Policy"].split("; ")
    assert {"default-src 'none'", "sandbox"} <= set(policy)
    assert "script-src" not in answer.headers["Content-Security-Policy"]
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert drawn(answer.text).tag == f"{SVG}svg"


def test_where_reading_is_open_other_sites_may_show_it(reader: httpx.Client, open_service: Service) -> None:
    answer = open_service.get("/api/v1/hands/example-00012.svg")
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert (
        open_service.get("/api/v1/hands/example-00012").headers["Cross-Origin-Resource-Policy"]
        == "same-origin"
    )
    assert reader.get("/api/v1/hands/example-00012.svg").text == answer.text


def test_who_has_a_picture_already_is_told_so(reader: httpx.Client) -> None:
    first = reader.get("/api/v1/hands/example-00012.svg")
    assert first.headers["Cache-Control"] == "private, no-cache"
    again = reader.get("/api/v1/hands/example-00012.svg", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = reader.get(
        "/api/v1/hands/example-00012.svg?names=hidden", headers={"If-None-Match": first.headers["ETag"]}
    )
    assert other.status_code == 200


def test_it_is_asked_for_as_a_replay_is(reader: httpx.Client) -> None:
    address = "/api/v1/hands/example-00012.svg"
    assert "as bess saw it" in reader.get(f"{address}?eyes=bess").text
    assert "geraldine" not in reader.get(f"{address}?names=hidden").text
    assert "as if by the rules of cotton-1674" in reader.get(f"{address}?rules=cotton-1674").text
    for query in ("eyes=nobody", "rules=none", "option=none:such", "names=maybe", "paper=blue"):
        assert reader.get(f"{address}?{query}").status_code == 422
    assert reader.get("/api/v1/hands/nowhere.svg").status_code == 404


def test_a_hand_called_by_the_whole_address_is_still_found_there(reader: httpx.Client) -> None:
    for hand_id in ("a.b", "a.svg", "a.b.svg"):
        assert reader.get(f"/api/v1/hands/{hand_id}").json()["hand"]["hand_id"] == hand_id
        assert reader.get(f"/api/v1/hands/{hand_id}/audit").json()["hand_id"] == hand_id
        assert reader.get(f"/hands/{hand_id}").status_code == 200
    for hand_id in ("a.svg", "a.b.svg"):
        answer = reader.get(f"/api/v1/hands/{hand_id}.svg")
        assert answer.headers["Content-Type"].startswith("image/svg+xml")
        assert f"The hand {hand_id}," in answer.text


def test_the_longest_id_has_a_picture(service: Service) -> None:
    hand_id = "x" * 64
    with service.caller(Role.UPLOADER) as uploader:
        uploader.post("/api/v1/uploads", json=example("revoke", hand_id=hand_id))
        answer = uploader.get(f"/api/v1/hands/{hand_id}.svg")
    assert answer.status_code == 200
    assert f"The hand {hand_id}," in answer.text


def test_a_hand_in_dispute_is_stamped_so_and_a_void_one_struck_out(service: Service) -> None:
    hand_id = "stamped"
    with service.caller(Role.STEWARD) as steward:
        steward.post("/api/v1/uploads", json=example("parlett", hand_id=hand_id))
        address = f"/api/v1/hands/{hand_id}"
        claim = {"claim": "I paid more.", "claimant": "bess"}
        assert steward.post(f"{address}/dispute", json=claim).status_code == 201
        disputed = steward.get(f"{address}.svg").text
        ruling = {"ruling": "void", "grounds": "Nobody knows."}
        seen = {"If-Match": '"1"'}
        assert (
            steward.post(f"/api/v1/disputes/{hand_id}/ruling", json=ruling, headers=seen).status_code == 200
        )
        void = steward.get(f"{address}.svg").text
        page = steward.get(f"/hands/{hand_id}", headers={"Accept": "text/html"}).text
    assert "(in dispute)" in words_of(drawn(disputed))
    assert "(ruled void)" in words_of(drawn(void))
    assert void.count('stroke-width="3"/></g>') == 3
    assert 'stroke-width="3"/></g>' not in disputed
    assert '<meta property="og:title" content="A hand of Gleek (ruled void): ' in page


def test_a_page_names_its_picture_to_those_who_preview_addresses(reader: httpx.Client) -> None:
    page = reader.get("/hands/example-00012?names=hidden", headers={"Accept": "text/html"}).text
    told = dict(re.findall(r'<meta property="og:([a-z:_]+)" content="([^"]*)">', page))
    assert told["image"] == f"{reader.base_url}/api/v1/hands/example-00012.svg?names=hidden"
    assert (told["image:width"], told["image:height"]) == ("1200", "630")
    assert reader.get(told["image"]).text.startswith("<svg")
    assert told["title"].startswith("A hand of Gleek: Dealer −7, ")
    assert len(told["description"]) < 300
    assert 'href="/api/v1/hands/example-00012.svg?names=hidden"' in page
