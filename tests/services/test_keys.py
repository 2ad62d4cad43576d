"""Keys, sign-in links and browser sessions."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest
from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from gleek_replay.services import keys
from gleek_replay.services.access import Caller, Role
from gleek_replay.services.refusals import Conflict, Forbidden, NotFound, Unauthenticated
from gleek_replay.storage import writing
from gleek_replay.storage.tables import ApiKey, Base, BrowserSession, Club, SignInLink


def put_clock_forward(monkeypatch: pytest.MonkeyPatch, by: timedelta) -> None:
    monkeypatch.setattr(keys, "_now", lambda: datetime.now(UTC) + by)


def uploader(session: Session, operator: Caller, name: str = "table one") -> keys.NewKey:
    return keys.create_key(session, operator, name=name, role=Role.UPLOADER, owner="ann")


def test_a_key_opens_what_its_role_and_owner_say(session: Session, operator: Caller) -> None:
    caller = keys.authenticate(session, uploader(session, operator).token)
    assert caller is not None
    assert (caller.role, caller.owner, caller.club_id) == (Role.UPLOADER, "ann", operator.club_id)


def everything_kept(session: Session) -> str:
    """Every value of every table, bytes in hexadecimal."""
    values = [
        value
        for table in Base.metadata.sorted_tables
        for row in session.execute(select(table))
        for value in row
    ]
    return "\n".join(value.hex() if isinstance(value, bytes) else str(value) for value in values)


def test_the_database_has_no_token(session: Session, operator: Caller) -> None:
    link = keys.create_sign_in_link(session, operator)
    tokens = [uploader(session, operator).token, link, keys.redeem_sign_in_link(session, link).token]
    everything = everything_kept(session)
    assert sha256(tokens[0].encode()).hexdigest() in everything
    for token in tokens:
        assert token not in everything
        assert token.encode().hex() not in everything


def test_a_token_is_not_shown_in_a_representation(session: Session, operator: Caller) -> None:
    key = uploader(session, operator)
    assert key.token.startswith("gleek_")
    assert key.token not in repr(key)


@pytest.mark.parametrize("token", ["", "gleek_", "gleek_" + "A" * 43, "\udc80", "é" * 1000])
@pytest.mark.usefixtures("operator")
def test_an_unknown_token_opens_nothing(session: Session, token: str) -> None:
    assert keys.authenticate(session, token) is None
    assert keys.authenticate_browser(session, token) is None


def test_a_key_opens_nothing_once_it_expires(
    session: Session, operator: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = keys.create_key(
        session,
        operator,
        name="guest",
        role=Role.READER,
        owner="bess",
        expires_at=datetime.now(UTC) + timedelta(hours=1),
    )
    assert keys.authenticate(session, key.token) is not None
    put_clock_forward(monkeypatch, timedelta(hours=1))
    assert keys.authenticate(session, key.token) is None


def test_a_revoked_key_opens_nothing_neither_does_a_browser_signed_in_with_it(
    session: Session, operator: Caller
) -> None:
    key = uploader(session, operator)
    caller = keys.authenticate(session, key.token)
    assert caller is not None
    browser = keys.sign_in(session, caller)
    assert keys.authenticate_browser(session, browser.token) == caller
    keys.revoke_key(session, operator, "table one")
    assert keys.authenticate(session, key.token) is None
    assert keys.authenticate_browser(session, browser.token) is None
    with pytest.raises(NotFound):
        keys.revoke_key(session, operator, "table one")


def test_a_name_is_given_once_even_after_its_key_is_revoked(session: Session, operator: Caller) -> None:
    uploader(session, operator)
    keys.revoke_key(session, operator, "table one")
    with pytest.raises(Conflict, match="There is a key table one already"):
        uploader(session, operator)


def test_only_an_administrator_manages_keys(session: Session, operator: Caller) -> None:
    caller = keys.authenticate(session, uploader(session, operator).token)
    assert caller is not None
    with pytest.raises(Forbidden):
        uploader(session, caller, "another")
    with pytest.raises(Forbidden):
        keys.revoke_key(session, caller, "table one")


def test_the_last_use_of_a_key_is_kept_but_not_written_at_each_request(
    session: Session, operator: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = uploader(session, operator).token
    last_used = select(ApiKey.last_used_at).where(ApiKey.name == "table one")
    assert session.scalar(last_used) is None
    keys.authenticate(session, token)
    first = session.scalar(last_used)
    assert first is not None
    keys.authenticate(session, token)
    assert session.scalar(last_used) == first
    put_clock_forward(monkeypatch, timedelta(minutes=6))
    keys.authenticate(session, token)
    again = session.scalar(last_used)
    assert again is not None
    assert again > first


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


def test_the_operator_is_the_same_every_time(session: Session, operator: Caller) -> None:
    assert operator.role is Role.ADMINISTRATOR
    assert keys.operator(session) == operator


def test_each_club_has_an_operator_of_its_own(session: Session, operator: Caller) -> None:
    with writing(session) as connection:
        connection.execute(insert(Club), {"key": 2, "name": "southwark"})
    other = keys.operator(session, "southwark")
    assert (other.club_id, other.role) == (2, Role.ADMINISTRATOR)
    assert other.key_id != operator.key_id
    with pytest.raises(NotFound, match="There is no club deptford"):
        keys.operator(session, "deptford")


def test_an_operator_who_was_revoked_acts_no_more(session: Session, operator: Caller) -> None:
    keys.revoke_key(session, operator, keys.OPERATOR)
    with pytest.raises(Unauthenticated):
        keys.operator(session)
