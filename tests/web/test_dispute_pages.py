"""The pages of disputes and of other rules, as those see them whom a hand concerns, stewards and readers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from importlib import metadata
from itertools import count
from typing import Any

import httpx
import pytest

from gleek_replay.records import Stake
from gleek_replay.services import keys
from gleek_replay.services.access import Role
from gleek_replay.simulation import simulate
from tests.histories import audited, hide
from tests.services.disputed_hands import mispaid
from tests.web.conftest import Service, form_token
from tests.web.records import example
from tests.web.test_pages import check_outline
from tests.web.test_rules import text_of

API = "/api/v1"
numbers = count(1)


def signed_in(service: Service, name: str) -> httpx.Client:
    """A browser that is signed in with the key of that name."""
    with service.database.session() as session:
        token = keys.create_sign_in_link_for(session, keys.operator(session), name)
    browser = service.caller(None, accept="text/html")
    assert browser.get("/sign-in", params={"token": token}).status_code == 303
    return browser


class Browsers:
    """A browser for each role, and for a second uploader; the player is Bess."""

    def __init__(self, service: Service, stack: ExitStack) -> None:
        def browser(name: str) -> httpx.Client:
            client = signed_in(service, name)
            stack.callback(client.close)
            return client

        with service.database.session() as session:
            operator = keys.operator(session)
            keys.create_key(session, operator, name="second", role=Role.UPLOADER, owner="second")
        self.reader, self.player, self.steward = browser("reader"), browser("player"), browser("steward")
        self.uploader, self.second = browser("uploader"), browser("second")


@pytest.fixture(scope="module")
def browsers(service: Service) -> Iterator[Browsers]:
    with ExitStack() as stack:
        yield Browsers(service, stack)


def send(browser: httpx.Client, record: dict[str, Any]) -> None:
    """Upload a hand with the form of the first page."""
    answer = browser.post(
        f"{API}/uploads", json=record, headers={"X-Form-Token": form_token(browser.get("/").text)}
    )
    assert answer.status_code == 201, answer.text


def posted(browser: httpx.Client, page: str, form: str, **fields: str) -> httpx.Response:
    """What comes of filling in a form of a page, with what the page has put in it already."""
    text = browser.get(page).text
    found = re.search(rf'<form method="post" action="({form})(?:#\w+)?">(.*?)</form>', text, re.DOTALL)
    assert found is not None, form
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', found[2]))
    return browser.post(found[1], data=hidden | fields)


@pytest.fixture
def disputed(browsers: Browsers) -> str:
    """A hand that two uploaders tell otherwise: the first pays six for the ruff, where sixteen were due."""
    hand_id = f"told-twice-{next(numbers)}"
    send(browsers.uploader, mispaid(hand_id=hand_id))
    send(browsers.second, example("parlett", hand_id=hand_id))
    return hand_id


def test_the_accounts_stand_side_by_side_with_what_they_differ_in(browsers: Browsers, disputed: str) -> None:
    page = browsers.steward.get(f"/disputes/{disputed}")
    assert page.status_code == 200
    check_outline(page.text)
    text = text_of(page.text)
    assert "Nobody has ruled on it yet." in text
    assert "Account I misreported The hand stands on it. Told by uploader, in record 1." in text
    assert "Account II clean Told by second, in record 2." in text
    assert "They tell of the same actions, and part over what is said beside them." in text
    payment = (
        "A payment Catherine d’Aragon pays geraldine 6 for the ruff Catherine d’Aragon pays geraldine 16 "
    )
    assert payment in text
    assert "The tricks told alike" in text


def test_an_account_that_says_nothing_of_payments_stands_beside_one_that_does(browsers: Browsers) -> None:
    record = example("parlett", hand_id=f"told-twice-{next(numbers)}")
    send(browsers.uploader, record)
    told = {name: value for name, value in record.items() if name not in ("payments", "result")}
    send(browsers.second, told | {"stake": "farthing"})
    page = browsers.steward.get(f"/disputes/{record['hand_id']}")
    assert page.status_code == 200
    check_outline(page.text)
    text = text_of(page.text)
    assert "geraldine +30 +30" in text
    assert "geraldine +30 –" in text


def test_where_the_actions_part_is_marked_and_so_are_the_cards(browsers: Browsers) -> None:
    record = example("parlett", hand_id=f"told-twice-{next(numbers)}")
    send(browsers.uploader, record)
    plays = [action for action in record["actions"] if action[1] == "play"]
    other = next(action for action in plays[7:] if action[0] == plays[6][0])
    plays[6][2], other[2] = other[2], plays[6][2]
    place = record["actions"].index(plays[6])
    send(browsers.second, record)
    page = browsers.steward.get(f"/disputes/{record['hand_id']}").text
    assert f'<a href="#parting-2">action {place + 1}</a>' in page
    after = page.partition('id="parting-2"')[2]
    versions = re.findall(r'<div class="version">(.*?)</div>', after, re.DOTALL)[:2]
    marked = [text_of(" ".join(re.findall("<mark>(.*?)</mark>", version))) for version in versions]
    assert all(marked)
    assert marked[0] != marked[1]
    check_outline(page)


def test_who_is_concerned_speaks_and_others_learn_only_that_he_did(browsers: Browsers, disputed: str) -> None:
    address = f"/disputes/{disputed}"
    spoken = "I paid sixteen.\n\nAsk <b>Pru</b>."
    answer = posted(browsers.player, address, f"{address}/comments", text=spoken)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{address}#steps")
    for browser in (browsers.player, browsers.uploader, browsers.steward):
        page = browser.get(address).text
        assert "I paid sixteen.\n\nAsk &lt;b&gt;Pru&lt;/b&gt;." in page
        assert 'id="comment-text"' in page
    page = browsers.reader.get(address).text
    assert "I paid sixteen" not in page
    assert "player spoke. What was said is for those whom the hand concerns." in text_of(page)
    assert 'id="comment-text"' not in page
    assert 'id="ruling-grounds"' not in page


@pytest.mark.parametrize("text", ["", "  \n ", "x" * 4001, "a\x07b"])
def test_a_comment_that_cannot_be_comes_back_with_its_fault_and_its_text(
    browsers: Browsers, disputed: str, text: str
) -> None:
    address = f"/disputes/{disputed}"
    answer = posted(browsers.player, address, f"{address}/comments", text=text)
    assert answer.status_code == 422
    check_outline(answer.text)
    assert 'aria-describedby="comment-text-hint comment-text-fault" aria-invalid="true"' in answer.text
    assert "Expected 1 to 4,000 characters" in answer.text
    assert f">\n{text}</textarea>" in answer.text


def test_a_steward_rules_and_the_pages_say_so(browsers: Browsers, disputed: str) -> None:
    address = f"/disputes/{disputed}"
    answer = posted(
        browsers.steward, address, f"{address}/ruling", ruling="record 1", grounds="The slip says six."
    )
    assert answer.status_code == 303
    page = browsers.reader.get(address).text
    text = text_of(page)
    assert "Record 1 is upheld: what it tells happened, and what it says was paid stands." in text
    assert "steward ruled. Record 1 is upheld" in text
    assert "The slip says six." in text
    assert "+20 counts now" in text
    check_outline(page)
    hand = text_of(browsers.reader.get(f"/hands/{disputed}").text)
    assert "Ruled One record is upheld: what it tells happened, and what it says was paid stands." in hand
    listed = text_of(browsers.reader.get("/disputes?state=ruled").text)
    assert f"{disputed} ruled misreported" in listed


def test_a_void_hand_counts_for_nothing_on_its_pages(browsers: Browsers, disputed: str) -> None:
    address = f"/disputes/{disputed}"
    assert posted(
        browsers.steward, address, f"{address}/ruling", ruling="void", grounds="Nobody knows."
    ).is_redirect
    assert text_of(browsers.reader.get(address).text).count(" 0 counts now") == 3
    page = browsers.reader.get(f"/hands/{disputed}").text
    assert "The hand is void: it counts for nothing." in text_of(page)
    assert "<s>−7</s>" in page
    assert "The hand is void: what was paid is to be paid back." in text_of(
        browsers.reader.get(f"/hands/{disputed}/readings").text
    )


@pytest.mark.parametrize(
    ("fields", "field", "message"),
    [
        ({"grounds": "So be it."}, "ruling", "Choose one of these."),
        ({"ruling": "king", "grounds": "So be it."}, "ruling", "Choose one of these."),
        ({"ruling": "record 9", "grounds": "So be it."}, "ruling", "Expected the number of a record"),
        ({"ruling": "record", "grounds": "So be it."}, "ruling", "Expected the number of a record"),
        ({"ruling": "void", "grounds": " "}, "ruling-grounds", "Expected 1 to 4,000 characters"),
    ],
)
def test_a_ruling_that_cannot_be_comes_back_with_its_fault(
    browsers: Browsers, disputed: str, fields: dict[str, str], field: str, message: str
) -> None:
    address = f"/disputes/{disputed}"
    answer = posted(browsers.steward, address, f"{address}/ruling", **fields)
    assert answer.status_code == 422
    check_outline(answer.text)
    assert f'id="{field}-fault">{message}' in answer.text
    if field == "ruling":
        assert "\nSo be it.</textarea>" in answer.text
    else:
        assert 'value="void" checked' in answer.text


def test_a_ruling_on_what_has_gone_on_since_is_not_made_and_says_what_has(
    browsers: Browsers, disputed: str
) -> None:
    address = f"/disputes/{disputed}"
    stale = {"version": "1", "ruling": "settlement", "grounds": "It was due."}
    posted(browsers.player, address, f"{address}/comments", text="Wait, there is a witness.")
    token = form_token(browsers.steward.get(address).text)
    answer = browsers.steward.post(f"{address}/ruling", data=stale | {"form_token": token})
    assert answer.status_code == 412
    check_outline(answer.text)
    text = text_of(answer.text)
    assert "Somebody was quicker The dispute has gone on since you opened this page" in text
    assert "player : Wait, there is a witness." in text.partition("This has happened since:")[2]
    assert "\nIt was due.</textarea>" in answer.text
    assert re.search('value="settlement" checked', answer.text)
    assert 'name="version" value="2"' in answer.text
    assert "Nobody has ruled on it yet." in text


def test_a_ruled_dispute_is_reopened_and_its_ruling_holds_until_the_next(
    browsers: Browsers, disputed: str
) -> None:
    address = f"/disputes/{disputed}"
    posted(browsers.steward, address, f"{address}/ruling", ruling="settlement", grounds="It was due.")
    answer = posted(browsers.steward, address, f"{address}/reopening", reason=" ")
    assert answer.status_code == 422
    check_outline(answer.text)
    assert posted(browsers.steward, address, f"{address}/reopening", reason="A witness.").status_code == 303
    text = text_of(browsers.reader.get(address).text)
    assert "It is open again. Until the next ruling the last one holds." in text
    assert "The hand stands as it stood, and what was due by the rules is what counts." in text
    hand = text_of(browsers.reader.get(f"/hands/{disputed}").text)
    assert "The dispute was reopened; until the next ruling this one holds." in hand


def test_a_ruling_that_nobody_bears_out_any_more_is_not_said_to_hold(
    browsers: Browsers, disputed: str
) -> None:
    address = f"/disputes/{disputed}"
    posted(browsers.steward, address, f"{address}/ruling", ruling="record 1", grounds="The slip says six.")
    token = {"X-Form-Token": form_token(browsers.uploader.get("/").text)}
    assert browsers.uploader.delete(f"{API}/hands/{disputed}/record", headers=token).status_code == 204
    page = browsers.reader.get(address).text
    check_outline(page)
    text = text_of(page)
    assert "It is open again. Nobody tells any more what was upheld" in text
    assert "the last one holds" not in text
    assert "+30 counts now" in text
    listed = text_of(browsers.reader.get("/disputes?state=reopened").text)
    assert "Nobody tells any more what was upheld." in listed.partition(disputed)[2]


def test_two_stewards_who_rule_at_once_do_not_overrule_each_other(browsers: Browsers, disputed: str) -> None:
    address = f"/disputes/{disputed}"
    data = {"version": "1", "ruling": "void", "grounds": "First."}
    data["form_token"] = form_token(browsers.steward.get(address).text)
    assert browsers.steward.post(f"{address}/ruling", data=data).status_code == 303
    late = browsers.steward.post(f"{address}/ruling", data=data | {"grounds": "Second."})
    assert late.status_code == 412
    check_outline(late.text)
    assert "First." in text_of(late.text).partition("This has happened since:")[2]


def test_a_version_that_none_can_be_is_as_one_that_is_over(browsers: Browsers, disputed: str) -> None:
    address = f"/disputes/{disputed}"
    token = form_token(browsers.steward.get(address).text)
    for version in ("", "-1", "x", "9" * 30, "٣"):
        data = {"version": version, "ruling": "void", "grounds": "So be it.", "form_token": token}
        assert browsers.steward.post(f"{address}/ruling", data=data).status_code == 412


def test_whom_a_hand_concerns_opens_a_dispute(browsers: Browsers) -> None:
    hand_id = f"claimed-{next(numbers)}"
    send(browsers.uploader, example("parlett", hand_id=hand_id))
    link = f'<a href="/hands/{hand_id}/dispute">Dispute this hand</a>'
    assert link in browsers.player.get(f"/hands/{hand_id}").text
    assert link not in browsers.reader.get(f"/hands/{hand_id}").text
    assert link not in browsers.second.get(f"/hands/{hand_id}").text
    assert browsers.second.get(f"/hands/{hand_id}/dispute").status_code == 403
    page = browsers.player.get(f"/hands/{hand_id}/dispute").text
    check_outline(page)
    assert f"Gleek Replay {metadata.version('gleek-replay')}." in text_of(page)
    address = f"/hands/{hand_id}/dispute"
    empty = posted(browsers.player, address, address, claim=" ", claimant="pru")
    assert empty.status_code == 422
    check_outline(empty.text)
    assert '<option value="pru" selected>' in empty.text
    assert "Expected 1 to 4,000 characters" in empty.text
    nobody = posted(browsers.player, address, address, claim="I paid more.", claimant="nobody")
    assert nobody.status_code == 422
    assert "Expected a player who sat in this hand." in nobody.text
    assert "\nI paid more.</textarea>" in nobody.text
    done = posted(browsers.player, address, address, claim="I paid more.", claimant="pru")
    assert (done.status_code, done.headers["Location"]) == (303, f"/disputes/{hand_id}")
    text = text_of(browsers.uploader.get(f"/disputes/{hand_id}").text)
    assert "player opened the dispute for Catherine d’Aragon. I paid more." in text
    assert "The one account" in text
    again = browsers.player.get(address)
    assert (again.status_code, again.headers["Location"]) == (303, f"/disputes/{hand_id}")
    assert "Somebody says that it went otherwise" in browsers.reader.get(f"/hands/{hand_id}").text


def test_a_hand_that_was_ruled_on_meanwhile_is_not_opened_again(browsers: Browsers, disputed: str) -> None:
    form = {"claim": "Not so.", "form_token": form_token(browsers.player.get("/").text)}
    address = f"/disputes/{disputed}"
    posted(browsers.steward, address, f"{address}/ruling", ruling="void", grounds="So be it.")
    answer = browsers.player.post(f"/hands/{disputed}/dispute", data=form)
    assert answer.status_code == 409
    assert "This hand has been ruled on. A steward can reopen the dispute." in answer.text
    assert "\nNot so.</textarea>" in answer.text


def test_a_lapsed_dispute_is_opened_again_by_one_who_has_seen_how_it_stands(
    browsers: Browsers, disputed: str
) -> None:
    token = {"X-Form-Token": form_token(browsers.uploader.get("/").text)}
    assert browsers.uploader.delete(f"{API}/hands/{disputed}/record", headers=token).status_code == 204
    address = f"/hands/{disputed}/dispute"
    assert f'<a href="{address}">disputes the hand</a>' in browsers.second.get(f"/disputes/{disputed}").text
    said = posted(browsers.second, f"/disputes/{disputed}", f"/disputes/{disputed}/comments", text="Well.")
    assert said.status_code == 303
    for version in ("", "2"):
        late = posted(browsers.second, address, address, claim="It is wrong.", version=version)
        assert late.status_code == 412
    check_outline(late.text)
    assert "The dispute has gone on since you opened this page, so that nothing was done." in late.text
    assert "\nIt is wrong.</textarea>" in late.text
    assert '<input type="hidden" name="version" value="3">' in late.text
    done = posted(browsers.second, address, address, claim="It is wrong.")
    assert (done.status_code, done.headers["Location"]) == (303, f"/disputes/{disputed}")
    assert "second opened the dispute" in text_of(browsers.second.get(f"/disputes/{disputed}").text)


def test_disputes_are_listed_by_state_and_player_in_pages(browsers: Browsers, disputed: str) -> None:
    page = browsers.reader.get("/disputes").text
    check_outline(page)
    assert f'<a class="name" href="/disputes/{disputed}">' in page
    assert '<li><a href="/disputes">Disputes</a></li>' in page
    opened = browsers.reader.get("/disputes?state=open&player=bess").text
    check_outline(opened)
    assert f'href="/disputes/{disputed}"' in opened
    assert '<a href="/disputes?state=open&amp;player=bess" aria-current="true">open</a>' in opened
    assert f'href="/disputes/{disputed}"' not in browsers.reader.get("/disputes?state=ruled").text
    assert "No dispute answers to that." in browsers.reader.get("/disputes?player=nobody").text
    assert '<a href="/disputes">of all</a>' in browsers.reader.get("/disputes?player=bess").text
    assert browsers.reader.get("/disputes?state=settled").status_code == 422
    assert browsers.reader.get("/disputes?cursor=x").status_code == 422


def test_a_long_list_goes_on_over_pages(browsers: Browsers) -> None:
    record = example("parlett")
    for number in range(21):
        hand_id = f"many-{number}"
        send(browsers.uploader, record | {"hand_id": hand_id})
        send(browsers.second, record | {"hand_id": hand_id, "stake": "farthing"})
    seen: list[str] = []
    address = "/disputes?state=open"
    while address:
        page = browsers.reader.get(address).text
        seen += re.findall('class="name" href="/disputes/(many-[0-9]+)"', page)
        further = re.search('<a href="([^"]+)" rel="next">', page)
        address = further[1].replace("&amp;", "&") if further else ""
    assert sorted(seen) == sorted(f"many-{number}" for number in range(21))
    second = re.search('<a href="([^"]+)" rel="next">', browsers.reader.get("/disputes").text)
    assert second is not None
    assert '<a href="/disputes">From the beginning</a>' in browsers.reader.get(second[1]).text


def test_of_a_hand_that_is_gone_the_dispute_is_left(browsers: Browsers) -> None:
    hand_id = f"gone-{next(numbers)}"
    send(browsers.uploader, example("parlett", hand_id=hand_id))
    address = f"/hands/{hand_id}/dispute"
    posted(browsers.uploader, address, address, claim="It was another evening.")
    token = {"X-Form-Token": form_token(browsers.uploader.get("/").text)}
    assert browsers.uploader.delete(f"{API}/hands/{hand_id}/record", headers=token).status_code == 204
    page = browsers.steward.get(f"/disputes/{hand_id}")
    assert page.status_code == 200
    check_outline(page.text)
    assert "Every record of this hand was withdrawn" in page.text
    assert 'id="ruling-grounds"' not in page.text
    assert f'href="/disputes/{hand_id}"' in browsers.reader.get("/disputes").text


def test_there_is_no_page_of_a_dispute_that_there_has_not_been(browsers: Browsers) -> None:
    hand_id = f"sound-{next(numbers)}"
    send(browsers.uploader, example("parlett", hand_id=hand_id))
    for path in (f"/disputes/{hand_id}", "/disputes/nowhere", "/hands/nowhere/readings"):
        assert browsers.steward.get(path).status_code == 404


def test_a_reader_sees_no_card_of_either_account_that_is_not_open(browsers: Browsers, disputed: str) -> None:
    page = text_of(browsers.reader.get(f"/disputes/{disputed}").text)
    assert "bess: not shown" in page
    assert "bess: not shown" not in text_of(browsers.steward.get(f"/disputes/{disputed}").text)


def test_only_who_may_have_the_dossier_is_led_to_it(browsers: Browsers, disputed: str) -> None:
    link = f"/api/v1/hands/{disputed}/dossier.zip"
    for path in (f"/disputes/{disputed}", f"/hands/{disputed}"):
        assert link in browsers.steward.get(path).text
        assert link not in browsers.uploader.get(path).text
    assert browsers.steward.get(link).status_code == 200


def test_a_hand_is_shown_by_every_preset_with_what_is_to_be_paid(browsers: Browsers, disputed: str) -> None:
    page = browsers.reader.get(f"/hands/{disputed}/readings")
    assert page.status_code == 200
    check_outline(page.text)
    text = text_of(page.text)
    assert "the payments recorded are not those due" in text
    assert "Catherine d’Aragon pays geraldine 10 (3s. 4d.)" in text
    assert re.search(
        "parlett its own misreported −7 −24 \\+30 All is legal and due as by its own rules.", text
    )
    assert (
        "cotton-1674 misreported −7 −23 more or less by +1 4d. +30 Departs at action 4. By these: bess to "
        "Catherine d’Aragon 7 for stock. By its own: bess to Catherine d’Aragon 6 for stock; bess to the pot"
    ) in text
    assert "Which rules were they playing? The rules stated" in text
    assert "What would have to be recorded wrongly" in text
    assert f'<a href="/hands/{disputed}/readings">' in browsers.reader.get(f"/hands/{disputed}").text


def test_what_hidden_cards_decide_is_said_to_be_no_difference(browsers: Browsers) -> None:
    whole = example("parlett", hand_id="one-seat")
    half = {name: whole[name] for name in whole if name not in ("payments", "result")}
    half["actions"] = whole["actions"][:10]
    send(browsers.uploader, hide(half, ["pru"], stock=False, discards=False))
    page = browsers.reader.get("/hands/one-seat/readings")
    check_outline(page.text)
    assert "Hidden cards decide what is due for gleek: the difference is without that." in text_of(page.text)


def test_presets_that_are_not_for_so_many_say_so(browsers: Browsers) -> None:
    record = example("four-players")
    send(browsers.uploader, record)
    page = browsers.reader.get(f"/hands/{record['hand_id']}/readings")
    check_outline(page.text)
    assert "Parlett is for 3 players, not 4." in text_of(page.text)


def test_a_session_is_settled_up_and_asked_after_its_rules(browsers: Browsers) -> None:
    for number in (1, 2):
        record = mispaid(hand_id=f"evening-{number}", session={"id": "settled", "hand": number})
        send(browsers.uploader, record)
    page = browsers.reader.get("/sessions/settled")
    check_outline(page.text)
    text = text_of(page.text)
    assert "If nothing has been paid yet" in text
    assert "If all was paid as recorded Catherine d’Aragon pays geraldine 6s. 8d." in text
    assert "in the pot" in text
    played = browsers.reader.get("/sessions/settled/rules-played")
    check_outline(played.text)
    assert "of what the 2 hands record." in text_of(played.text)
    assert "The rules stated" in text_of(played.text)
    assert browsers.reader.get("/sessions/nowhere/rules-played").status_code == 404


def test_what_a_void_hand_left_in_the_pot_is_not_there_when_all_is_settled(browsers: Browsers) -> None:
    hands = list(simulate("parlett", hands=3, seed=1))
    for hand in hands:
        send(browsers.uploader, hand)
    session, lost = hands[0]["session"]["id"], next(hand for hand in hands if audited(hand).result.net[-2])
    transfers, into_the_pot = f"{API}/sessions/{session}/transfers", audited(lost).result.net[-2]
    before = browsers.reader.get(transfers).json()
    dispute, opening = f"/disputes/{lost['hand_id']}", f"/hands/{lost['hand_id']}/dispute"
    posted(browsers.uploader, opening, opening, claim="Two cards were seen.")
    posted(browsers.steward, dispute, f"{dispute}/ruling", ruling="void", grounds="So they were.")
    after = browsers.reader.get(transfers).json()
    worth = Stake(after["stake"]).farthings
    assert after["left_in_pots"]["pot"] == before["left_in_pots"]["pot"] - into_the_pot * worth
    assert after["adds_up"]
    assert "It is not what came in" not in browsers.reader.get(f"/sessions/{session}").text
