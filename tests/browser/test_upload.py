"""The page for sending hands in a real browser: chosen, dropped or pasted, checked, sent and told of."""

from __future__ import annotations

import gzip
import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import FilePayload, Locator, Page, Response, Route, expect

from gleek_replay.records import MalformedRecord, read_record
from gleek_replay.services.excerpts import excerpt
from tests.browser.contrast import faint_texts
from tests.conftest import SECONDS_FOR_AN_ANSWER, LiveServer
from tests.test_repository import ROOT

SAMPLES = ROOT / "sample_histories"
MALFORMED = (SAMPLES / "malformed.json").read_text(encoding="utf-8")
CLEAN = json.loads((SAMPLES / "clean.json").read_bytes())


@pytest.fixture(scope="module")
def served(live_server: Callable[..., LiveServer]) -> LiveServer:
    """The service, empty."""
    return live_server()


@pytest.fixture
def sending(signed_in: Page) -> Page:
    """The page for sending, come to by the navigation, its script begun; its file dialogues are heard from
    the beginning, since a key would open one sooner than the browser learns that somebody waits for it.
    """
    signed_in.on("filechooser", lambda _: None)
    signed_in.get_by_role("navigation").get_by_role("link", name="Upload").click()
    expect(signed_in.locator("#sending[data-ready]")).to_be_attached()
    return signed_in


def hand(name: str, **changes: Any) -> dict[str, Any]:
    """A sound hand of that id."""
    sound: dict[str, Any] = CLEAN | {"hand_id": name} | changes
    return sound


def lines(*hands: Any) -> str:
    return "\n".join(map(json.dumps, hands))


def choose(page: Page, *files: tuple[str, str | bytes]) -> None:
    """Choose files in the dialogue."""
    payloads: list[FilePayload] = [
        {"name": name, "mimeType": "", "buffer": text.encode() if isinstance(text, str) else text}
        for name, text in files
    ]
    page.get_by_label("Choose files").set_input_files(payloads)


def keep(page: Page) -> None:
    page.get_by_role("button", name="Audit and keep").click()


def check(page: Page) -> None:
    page.get_by_role("button", name="Check first").click()


def marked(page: Page) -> list[str]:
    """What is marked in the texts, in order."""
    return page.locator(".excerpt mark").all_inner_texts()


def asked(url: str, cookie: str, path: str) -> Any:
    return httpx.get(f"{url}/api/v1{path}", cookies={"gleek_replay": cookie}).json()


def faults_of(text: str) -> list[dict[str, str]]:
    with pytest.raises(MalformedRecord) as refused:
        read_record(text.encode())
    return [{"pointer": fault.pointer, "message": fault.message} for fault in refused.value.faults]


def test_files_that_are_dropped_are_sent_and_lead_to_their_hands(sending: Page) -> None:
    sending.evaluate(
        """(files) => {
            const given = new DataTransfer();
            for (const [name, text] of files) given.items.add(new File([text], name));
            const zone = document.querySelector("[data-drop]");
            for (const kind of ["dragenter", "dragover"])
                zone.dispatchEvent(new DragEvent(kind, {dataTransfer: given, bubbles: true}));
            if (!zone.classList.contains("awaits")) throw new Error("the zone does not say that it waits");
            zone.dispatchEvent(new DragEvent("drop", {dataTransfer: given, bubbles: true}));
        }""",
        [["one.json", json.dumps(hand("dropped-1"))], ["two.json", json.dumps(hand("dropped-2"))]],
    )
    expect(sending.get_by_role("list", name="Files chosen").get_by_role("listitem")).to_have_count(2)
    keep(sending)
    expect(sending.get_by_role("heading", name="What came of it")).to_be_focused()
    expect(sending.get_by_role("heading", level=3)).to_have_text(["one.json", "two.json"])
    expect(sending.get_by_role("list", name="Files chosen")).to_have_count(0)
    sending.get_by_role("link", name="dropped-2").click()
    expect(sending.get_by_role("heading", level=1)).to_contain_text("dropped-2")


def test_a_file_dropped_beside_the_zone_does_not_take_the_place_of_the_page(sending: Page) -> None:
    dropped = """() => {
        const given = new DataTransfer();
        given.items.add(new File(["{}"], "beside.json"));
        const drop = new DragEvent("drop", {dataTransfer: given, bubbles: true, cancelable: true});
        document.querySelector("h1").dispatchEvent(drop);
        return drop.defaultPrevented;
    }"""
    assert sending.evaluate(dropped) is True
    expect(sending.get_by_text("beside.json")).to_be_visible()


def test_files_are_chosen_with_keys_alone_and_can_be_left_out(sending: Page) -> None:
    choose(sending, ("a.json", "{}"), ("b.json", "{}"))
    leave_out = sending.get_by_role("button", name="Leave out a.json")
    leave_out.focus()
    sending.keyboard.press("Enter")
    expect(sending.get_by_role("list", name="Files chosen").get_by_role("listitem")).to_have_count(1)
    sending.get_by_label("Choose files").focus()
    with sending.expect_file_chooser() as chooser:
        sending.keyboard.press("Enter")
    assert chooser.value.is_multiple()


def test_a_click_on_the_zone_opens_the_dialogue(sending: Page) -> None:
    with sending.expect_file_chooser() as chooser:
        sending.locator("[data-drop]").click(position={"x": 8, "y": 8})
    assert chooser.value.is_multiple()


def test_a_folder_is_sent_with_what_it_has_of_hands(sending: Page, tmp_path: Path) -> None:
    for name, text in (("a.json", json.dumps(hand("folder-1"))), ("b.txt", "not this")):
        (tmp_path / name).write_text(text)
    with sending.expect_file_chooser() as chooser:
        sending.get_by_role("button", name="or a whole folder").click()
    chooser.value.set_files(tmp_path)
    expect(sending.get_by_role("list", name="Files chosen")).to_contain_text(f"{tmp_path.name}/a.json")
    keep(sending)
    expect(sending.get_by_role("link", name="folder-1")).to_be_visible()
    expect(sending.locator("#report")).not_to_contain_text("b.txt")


def test_what_is_pasted_anywhere_on_the_page_stands_in_the_field(sending: Page) -> None:
    sending.context.grant_permissions(["clipboard-read", "clipboard-write"])
    sending.evaluate("(text) => navigator.clipboard.writeText(text)", json.dumps(hand("pasted-1")))
    sending.get_by_role("heading", level=1).click()
    sending.keyboard.press("Control+V")
    field = sending.get_by_label("Or paste hand histories here")
    expect(field).to_be_focused()
    expect(field).to_have_value(json.dumps(hand("pasted-1")))
    keep(sending)
    expect(sending.get_by_role("link", name="pasted-1")).to_be_visible()
    expect(field).to_have_value("")


def test_what_is_pasted_into_the_field_is_pasted_once(sending: Page) -> None:
    sending.context.grant_permissions(["clipboard-read", "clipboard-write"])
    sending.evaluate("() => navigator.clipboard.writeText('[1]')")
    field = sending.get_by_label("Or paste hand histories here")
    field.focus()
    sending.keyboard.press("Control+V")
    expect(field).to_have_value("[1]")


def test_a_large_upload_is_followed_until_it_is_done(sending: Page, served: LiveServer, cookie: str) -> None:
    many = [hand(f"many-{number}") for number in range(240)]
    many[17] = {**many[17], "stake": "ducat"}
    asked_of: list[Response] = []

    def take_note(answer: Response) -> None:
        asked_of.append(answer)

    sending.on("response", take_note)
    choose(sending, ("evening.ndjson.gz", gzip.compress(lines(*many).encode())))
    with sending.expect_response(lambda answer: answer.request.method == "POST") as posted:
        keep(sending)
    assert posted.value.status == 202
    expect(sending.get_by_role("heading", name="What came of it")).to_be_visible()
    followed = [
        answer.json()["state"]
        for answer in asked_of
        if re.search(r"/api/v1/uploads/[0-9a-f]+$", answer.url) and answer.ok
    ]
    assert followed[-1] == "done"
    filters = sending.get_by_role("list", name="Records by what came of them")
    expect(filters.get_by_role("button")).to_have_text(["all 240", "accepted 239", "malformed 1"])
    expect(sending.locator(".outcomes > li")).to_have_count(1)
    assert marked(sending) == ['"ducat"']
    expect(sending.locator(".excerpt .at")).to_have_text(["18"])
    filters.get_by_role("button", name="all 240").click()
    expect(sending.locator(".outcomes > li")).to_have_count(100)
    sending.get_by_role("button", name="Further records").click()
    expect(sending.locator(".outcomes > li")).to_have_count(200)
    expect(sending.get_by_role("link", name="many-199")).to_be_visible()
    assert asked(served.url, cookie, "/hands/many-239")["hand"]["hand_id"] == "many-239"


@pytest.fixture
def told_of(sending: Page) -> Page:
    """The page when 120 hands, one of them malformed, were sent, with the malformed one shown."""
    many = [hand(f"paged-{number}") for number in range(120)]
    many[17] = {**many[17], "stake": "ducat"}
    choose(sending, ("evening.ndjson", lines(*many)))
    keep(sending)
    expect(sending.get_by_role("heading", name="What came of it")).to_be_visible()
    return sending


def filter_of(page: Page, status: str) -> Locator:
    """The button that leads to the records that came to that."""
    filters = page.get_by_role("list", name="Records by what came of them")
    return filters.get_by_role("button", name=re.compile(f"^{status}"))


def test_a_line_that_breaks_when_records_are_asked_for_is_told_of_and_can_be_tried_again(
    told_of: Page,
) -> None:
    told_of.clock.install()
    told_of.route("**/outcomes?*", lambda route: route.abort("connectionreset"))
    filter_of(told_of, "all").click()
    failed = told_of.get_by_role("heading", name="These records could not be fetched")
    for _ in range(7):
        expect(told_of.get_by_text("Trying again in").or_(failed)).to_be_visible()
        if failed.is_visible():
            break
        told_of.clock.run_for(31_000)
    expect(failed).to_be_visible()
    expect(told_of.locator("#report [role=status]")).to_have_text(
        "These records could not be fetched. The connection to the service broke off."
    )
    expect(told_of.locator(".refusal")).to_contain_text("All that was sent is kept.")
    expect(told_of.locator(".outcomes > li")).to_have_count(1)
    expect(filter_of(told_of, "malformed")).to_have_attribute("aria-current", "true")
    told_of.unroute("**/outcomes?*")
    told_of.get_by_role("button", name="Try again").click()
    expect(told_of.locator(".outcomes > li")).to_have_count(100)
    expect(failed).to_be_hidden()
    expect(filter_of(told_of, "all")).to_have_attribute("aria-current", "true")


def test_of_two_quick_clicks_the_later_counts_whichever_answer_comes_first(told_of: Page) -> None:
    told_of.route("**/outcomes?*status=malformed*", lambda _: None)
    with told_of.expect_request("**/outcomes?*status=malformed*"):
        filter_of(told_of, "malformed").click()
    with told_of.expect_event("requestfailed"):
        filter_of(told_of, "all").click()
    expect(told_of.locator(".outcomes > li")).to_have_count(100)
    expect(filter_of(told_of, "all")).to_have_attribute("aria-current", "true")
    expect(told_of.locator(".refusal")).to_have_count(0)


def test_a_contradiction_is_told_in_the_same_words_here_and_on_the_page_of_the_upload(sending: Page) -> None:
    for stake in ("groat", "crown"):
        sending.get_by_label("Or paste hand histories here").fill(json.dumps(hand("gainsaid", stake=stake)))
        keep(sending)
        expect(sending.locator("#report .filters")).to_contain_text("all 1")
        expect(sending.get_by_role("button", name="Audit and keep")).to_be_enabled()
    told = sending.locator(".outcomes .faults").inner_text()
    assert "another record tells of this hand, which stays clean by that one." in told
    sending.get_by_role("link", name="A page of its own").click()
    expect(sending.get_by_role("heading", level=1)).to_have_text("What came of the upload")
    expect(sending.locator(".outcomes .faults")).to_have_text(told)


def test_progress_is_shown_in_bytes_and_then_in_records(sending: Page) -> None:
    told: list[str] = []

    def note(text: str) -> None:
        told.append(text)

    sending.expose_function("note", note)
    sending.evaluate(
        """() => new MutationObserver(() => {
            const label = document.querySelector('#report label');
            if (label) note(label.textContent);
        }).observe(document.querySelector("#report"), {subtree: true, childList: true})"""
    )
    choose(sending, ("big.ndjson", lines(*(hand(f"big-{number}") for number in range(300)))))
    keep(sending)
    expect(sending.get_by_role("heading", name="What came of it")).to_be_visible()
    assert any(re.fullmatch(r"(All )?[\d.,]+ [kM]B .*", each) for each in told), told
    assert any(re.match(r"\d+ of 300 records", each) for each in told), told


def test_faults_stand_where_they_are_in_what_was_pasted(sending: Page) -> None:
    sending.get_by_label("Or paste hand histories here").fill(MALFORMED)
    keep(sending)
    expect(sending.get_by_role("heading", name="What came of it")).to_be_visible()
    assert marked(sending) == [
        "{",
        '"2026-02-02 19:05"',
        '"daeler"',
        '"AS QS JS 8S 6S 4S 6H KH TD 5D AC 7C"',
        '["will", "bid", 13.5]',
        '["will", "fold"]',
        '"william"',
    ]
    line = sending.locator(".excerpt li").filter(has_text="daeler")
    expect(line).to_contain_text("/daeler no such field")
    expect(line.locator(".at")).to_have_text("12")
    expect(sending.get_by_label("Or paste hand histories here")).to_have_value(MALFORMED)


def test_to_check_first_shows_the_same_and_keeps_nothing(
    sending: Page, served: LiveServer, cookie: str
) -> None:
    before = asked(served.url, cookie, "/uploads")["items"]
    revoke = json.loads((SAMPLES / "revoke.json").read_bytes()) | {"hand_id": "checked-revoke"}
    choose(sending, ("malformed.json", MALFORMED), ("array.json", json.dumps([hand("checked"), revoke])))
    check(sending)
    expect(sending.get_by_role("heading", name="Checked, and not kept")).to_be_focused()
    expect(sending.locator("#report .byline")).to_have_text("1 malformed, 1 clean, 1 irregular")
    assert marked(sending)[2] == '"daeler"'
    assert marked(sending)[-1] == '["hob", "play", "6S"]'
    expect(sending.locator("#report")).to_contain_text("threw the Six of Spades on a heart lead")
    assert asked(served.url, cookie, "/uploads")["items"] == before
    expect(sending.get_by_role("list", name="Files chosen").get_by_role("listitem")).to_have_count(2)


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        (lines(hand("a"), hand("b", stake="crwon"), hand("c", dealer="zoë")), ['"crwon"', '"zo\\u00eb"']),
        (json.dumps([hand("a"), hand("b", stake="crwon")], indent=2), ['"crwon"']),
        ('\n\n{"format": "gleek-hand/1",\n "händ" 1}', ["1"]),
        (json.dumps(hand("a"))[:-1] + ', "a/b~c": "\U0001f0a1", "hand_id": 3}', ['"hand_id": 3', '"a/b~c"']),
        (json.dumps(hand("a"))[:40], []),
        ("[1, 2]", ["1", "2"]),
    ],
    ids=["lines", "array", "no JSON, further lines", "keys", "broken off", "no objects"],
)
def test_faults_stand_at_their_place_however_the_text_is_made(
    sending: Page, text: str, marks: list[str]
) -> None:
    sending.get_by_label("Or paste hand histories here").fill(text)
    check(sending)
    expect(sending.get_by_role("heading", name="Checked, and not kept")).to_be_visible()
    found = marked(sending)
    for mark in marks:
        assert any(mark in each or each in mark for each in found), found
    assert found


def test_browser_and_server_cut_and_mark_alike(sending: Page) -> None:
    deep = "[" * 70 + "]" * 70
    texts = [
        MALFORMED,
        json.dumps(json.loads(MALFORMED)),
        json.dumps(hand("x"))[:-1] + ', "hand_id": {"a": [1, {"b": 2, "b": 3}]}, "x/y~z": "é\U0001f0a1"}',
        '{"format": "gleek-hand/1", "\U0001f0a1": "é", "a" 3}',
        '{"a": 1\n, "b": [1,2\n}',
        '{"a": "\n"}',
        f'{{"{"k" * 90}": 1, "deep": {deep}}}',
        json.dumps({f"key{number}": number for number in range(60)}, indent=1),
        "[1, 2",
        '"just a text"',
    ]
    for text in texts:
        faults = faults_of(text)
        cut = sending.evaluate(
            """async ([text, faults]) => {
                const {excerpt} = await import("/static/upload/excerpts.js");
                return excerpt(text, faults);
            }""",
            [text, faults],
        )
        with pytest.raises(MalformedRecord) as refused:
            read_record(text.encode())
        here = excerpt(text.encode(), refused.value.faults)
        assert cut == {
            "further": here.further,
            "lines": [
                {
                    "number": line.number,
                    "gap": line.gap,
                    "pieces": [
                        {"text": piece.text, "mark": piece.mark, "left_out": piece.left_out}
                        for piece in line.pieces
                    ],
                    "notes": [
                        {
                            "mark": note.mark,
                            "faults": [
                                {"pointer": fault.pointer, "message": fault.message} for fault in note.faults
                            ],
                        }
                        for note in line.notes
                    ],
                }
                for line in here.lines
            ],
        }, text


def test_a_connection_that_breaks_after_all_arrived_leaves_nothing_twice(
    sending: Page, served: LiveServer, cookie: str
) -> None:
    keys: list[str] = []

    def arrive_and_break(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) == 1:
            route.fetch()
            route.abort("connectionreset")
        else:
            route.continue_()

    sending.route("**/api/v1/uploads", arrive_and_break)
    choose(sending, ("again.json", json.dumps(hand("again"))))
    keep(sending)
    expect(sending.locator("#report .byline").or_(sending.locator("#report .outcomes"))).to_contain_text(
        "accepted"
    )
    assert len(keys) == 2
    assert keys[0] == keys[1]
    found = asked(served.url, cookie, f"/uploads?idempotency_key={keys[0]}")
    assert found["items"] == [] or found["items"][0]["accepted"] == 1
    assert len(asked(served.url, cookie, "/hands/again")["records"]) == 1


def test_what_was_broken_off_for_good_is_sent_again_by_hand(sending: Page) -> None:
    sending.clock.install()
    sending.route("**/api/v1/uploads", lambda route: route.abort("connectionreset"))
    choose(sending, ("later.json", json.dumps(hand("later"))))
    keep(sending)
    given_up = sending.get_by_role("heading", name="No connection")
    patience = time.monotonic() + SECONDS_FOR_AN_ANSWER
    while not given_up.is_visible() and time.monotonic() < patience:
        sending.clock.run_for(31_000)
    expect(given_up).to_be_visible()
    expect(sending.locator("#report")).to_contain_text("what has arrived already is not kept twice")
    sending.unroute("**/api/v1/uploads")
    sending.get_by_role("button", name="Send again").click()
    expect(sending.get_by_role("link", name="later")).to_be_visible()


def test_a_busy_service_is_asked_again_when_it_says(sending: Page) -> None:
    sending.clock.install()
    answers = [429]

    def busy(route: Route) -> None:
        if answers:
            route.fulfill(
                status=answers.pop(),
                headers={"Retry-After": "40", "Content-Type": "application/problem+json"},
                body=json.dumps(
                    {"status": 429, "detail": "This key has sent hands too often.", "faults": []}
                ),
            )
        else:
            route.continue_()

    sending.route("**/api/v1/uploads", busy)
    choose(sending, ("busy.json", json.dumps(hand("busy"))))
    keep(sending)
    waiting = sending.get_by_text("This key has sent hands too often. Trying again in 40 seconds")
    expect(waiting).to_be_visible()
    sending.clock.run_for(38_000)
    expect(waiting).to_be_visible()
    sending.clock.run_for(3_000)
    expect(sending.get_by_role("link", name="busy")).to_be_visible()


def test_sending_can_be_called_off(sending: Page) -> None:
    sending.route("**/api/v1/uploads", lambda _: None)
    choose(sending, ("off.json", json.dumps(hand("off"))))
    keep(sending)
    sending.get_by_role("button", name="Call it off").click()
    expect(sending.get_by_role("heading", name="Called off")).to_be_visible()
    expect(sending.get_by_role("button", name="Audit and keep")).to_be_enabled()


def test_a_refusal_is_told_in_words_with_what_to_do(sending: Page) -> None:
    keep(sending)
    expect(sending.locator("#report")).to_contain_text(
        "Choose or drop files, or paste hand histories, first."
    )
    choose(sending, ("blank.json", " "))
    keep(sending)
    expect(sending.get_by_role("heading", name="It was not taken")).to_be_visible()
    expect(sending.locator(".refusal")).to_contain_text("Nothing was sent; expected hand histories.")
    expect(sending.locator(".refusal")).to_contain_text("Send hand histories as JSON or NDJSON")
    expect(sending.locator(".refusal")).to_contain_text("Request ")


def test_an_upload_that_nobody_signed_for_is_refused_by_the_service(served: LiveServer, cookie: str) -> None:
    for header in ({}, {"X-Form-Token": "0" * 64}):
        answer = httpx.post(
            f"{served.url}/api/v1/uploads", json=CLEAN, cookies={"gleek_replay": cookie}, headers=header
        )
        assert answer.status_code == 403


def test_the_form_works_without_javascript(signed_in: Page, served: LiveServer, cookie: str) -> None:
    browser = signed_in.context.browser
    assert browser is not None
    context = browser.new_context(java_script_enabled=False)
    context.add_cookies([{"name": "gleek_replay", "value": cookie, "url": served.url}])
    page = context.new_page()
    page.goto(f"{served.url}/uploads")
    expect(page.get_by_text("Check first” tells")).to_be_hidden()
    choose(page, ("plain.json", json.dumps(hand("without-script"))))
    broken = MALFORMED.replace('"malformed"', '"malformed-without-script"')
    page.get_by_label("Or paste hand histories here").fill(broken)
    keep(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("What came of the upload")
    expect(page.get_by_role("link", name="without-script")).to_be_visible()
    assert marked(page)[2] == '"daeler"'
    assert marked(page)[-1] == '"william"'
    page.get_by_role("link", name="malformed 1").click()
    expect(page.locator(".outcomes > li")).to_have_count(1)
    context.close()


def test_the_page_of_an_upload_under_way_becomes_that_of_what_came_of_it(
    signed_in: Page, served: LiveServer
) -> None:
    signed_in.goto(f"{served.url}/uploads")
    choose(signed_in, ("work.ndjson", lines(*(hand(f"work-{number}") for number in range(600)))))
    expect(signed_in.locator("#sending[data-ready]")).to_be_attached()
    with signed_in.expect_response(lambda answer: answer.status == 202) as posted:
        keep(signed_in)
    signed_in.goto(f"{served.url}/uploads/{posted.value.json()['upload']['id']}")
    expect(signed_in.get_by_role("heading", level=1)).to_have_text("What came of the upload")
    expect(signed_in.locator(".upload-head")).to_contain_text("600 accepted")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 390, 820, 1440])
def test_the_report_fits_every_window_and_can_be_read(sending: Page, width: int, scheme: str) -> None:
    sending.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    sending.set_viewport_size({"width": width, "height": 900})
    choose(sending, ("a-very-long-name-without-any-space-of-a-file-with-hands-in-it.json", MALFORMED))
    sending.get_by_label("Or paste hand histories here").fill(lines(json.loads(MALFORMED)))
    check(sending)
    expect(sending.get_by_role("heading", name="Checked, and not kept")).to_be_visible()
    assert sending.evaluate("document.documentElement.scrollWidth") <= width
    assert faint_texts(sending) == []
