"""Sign-in links, browser sessions, and visitors without a key."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from gleek_replay.services import keys
from gleek_replay.services.access import Caller, Role
from gleek_replay.services.refusals import NotFound, Unauthenticated
from gleek_replay.storage.tables import ApiKey, BrowserSession, SignInLink
from tests.services.test_keys import put_clock_forward, uploader


def test_a_link_signs_one_browser_in_and_only_once(session: Session, operator: Caller) -> None:
    link = keys.create_sign_in_link(session, operator)
    browser = keys.redeem_sign_in_link(session, link)
    assert browser.caller == operator
    assert keys.authenticate_browser(session, browser.token) == operator
    with pytest.raises(Unauthenticated, match="used before, or has expired"):
        keys.redeem_sign_in_link(session, link)
    assert len(session.scalars(select(BrowserSession.key)).all()) == 1


def test_a_link_expires(session: Session, operator: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    link = keys.create_sign_in_link(session, operator)
    put_clock_forward(monkeypatch, keys.LINK_LIFETIME)
    with pytest.raises(Unauthenticated):
        keys.redeem_sign_in_link(session, link)
    assert session.scalar(select(SignInLink.used_at)) is None


def test_a_link_is_neither_a_key_nor_a_browser(session: Session, operator: Caller) -> None:
    link = keys.create_sign_in_link(session, operator)
    assert keys.authenticate(session, link) is None
    assert keys.authenticate_browser(session, link) is None


def test_a_browser_is_signed_in_until_it_signs_out(session: Session, operator: Caller) -> None:
    browser = keys.sign_in(session, operator)
    keys.sign_out(session, browser.token)
    assert keys.authenticate_browser(session, browser.token) is None
    keys.sign_out(session, browser.token)


def test_a_browser_is_signed_in_for_a_month_at_most(
    session: Session, operator: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = keys.sign_in(session, operator)
    put_clock_forward(monkeypatch, keys.BROWSER_LIFETIME)
    assert keys.authenticate_browser(session, browser.token) is None


def test_a_link_made_for_a_key_signs_in_as_it(session: Session, operator: Caller) -> None:
    made = uploader(session, operator)
    link = keys.create_sign_in_link_for(session, operator, "table one")
    assert keys.redeem_sign_in_link(session, link).caller == keys.authenticate(session, made.token)
    with pytest.raises(NotFound, match="There is no key table two"):
        keys.create_sign_in_link_for(session, operator, "table two")


def test_a_link_of_a_revoked_key_signs_nobody_in(session: Session, operator: Caller) -> None:
    uploader(session, operator)
    link = keys.create_sign_in_link_for(session, operator, "table one")
    keys.revoke_key(session, operator, "table one")
    with pytest.raises(Unauthenticated):
        keys.redeem_sign_in_link(session, link)
    assert not session.scalars(select(BrowserSession.key)).all()
    with pytest.raises(NotFound):
        keys.create_sign_in_link_for(session, operator, "table one")


def test_a_browser_is_signed_in_no_longer_than_its_key_lasts(
    session: Session, operator: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    until = datetime.now(UTC) + timedelta(days=2)
    keys.create_key(session, operator, name="guest", role=Role.READER, owner="g", expires_at=until)
    link, unused = (keys.create_sign_in_link_for(session, operator, "guest") for _ in range(2))
    browser = keys.redeem_sign_in_link(session, link)
    assert browser.expires_at == until
    put_clock_forward(monkeypatch, timedelta(days=2))
    assert keys.authenticate_browser(session, browser.token) is None
    with pytest.raises(Unauthenticated):
        keys.redeem_sign_in_link(session, unused)


def test_a_visitor_reads_the_home_club_and_does_nothing_else(session: Session, operator: Caller) -> None:
    visitor = keys.visiting(session)
    assert (visitor.club_id, visitor.role, visitor.owner) == (operator.club_id, Role.READER, "")
    assert session.get(ApiKey, visitor.key_id) is None
