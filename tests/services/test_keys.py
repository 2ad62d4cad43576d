"""Keys: made, bound, listed, used, expired and revoked."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from gleek_replay.services import clubs, keys
from gleek_replay.services.access import Caller, Role
from gleek_replay.services.refusals import (
    BadCursor,
    Conflict,
    Forbidden,
    NotFound,
    Unfit,
)
from gleek_replay.storage.tables import ApiKey, Base


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


def test_the_operator_is_the_same_every_time(session: Session, operator: Caller) -> None:
    assert operator.role is Role.ADMINISTRATOR
    assert keys.operator(session) == operator


def test_each_club_has_an_operator_of_its_own(session: Session, operator: Caller) -> None:
    clubs.create_club(session, "southwark")
    other = keys.operator(session, "southwark")
    assert other.role is Role.ADMINISTRATOR
    assert (other.club_id, other.key_id) != (operator.club_id, operator.key_id)
    with pytest.raises(NotFound, match="There is no club deptford"):
        keys.operator(session, "deptford")
    assert clubs.list_clubs(session) == ["home", "southwark"]


def test_the_operator_cannot_be_revoked(session: Session, operator: Caller) -> None:
    with pytest.raises(Conflict, match="the command line acts as it"):
        keys.revoke_key(session, operator, keys.OPERATOR)
    assert keys.operator(session) == operator


def test_the_last_administrator_may_be_revoked_since_the_operator_can_make_another(
    session: Session, operator: Caller
) -> None:
    made = keys.create_key(session, operator, name="a", role=Role.ADMINISTRATOR, owner="a")
    caller = keys.authenticate(session, made.token)
    assert caller is not None
    keys.revoke_key(session, caller, "a")
    assert keys.authenticate(session, made.token) is None
    again = keys.create_key(session, keys.operator(session), name="b", role=Role.ADMINISTRATOR, owner="a")
    assert keys.authenticate(session, again.token) is not None


def test_a_key_of_a_player_is_bound_to_him(session: Session, operator: Caller) -> None:
    made = keys.create_key(session, operator, name="k", role=Role.PLAYER, owner="ann", player_id="bess")
    caller = keys.authenticate(session, made.token)
    assert caller is not None
    assert caller.player_id == made.player_id == "bess"
    assert keys.sign_in(session, caller).caller == caller


@pytest.mark.parametrize(
    ("asked", "places"),
    [
        ({"role": Role.PLAYER}, ["/player"]),
        ({"role": Role.PLAYER, "player_id": "no id"}, ["/player"]),
        ({"role": Role.PLAYER, "player_id": "pot"}, ["/player"]),
        ({"role": Role.STEWARD, "player_id": "bess"}, ["/player"]),
        ({"name": "", "owner": ""}, ["/name", "/owner"]),
        ({"name": "n" * 81}, ["/name"]),
        ({"name": "a/b"}, ["/name"]),
        ({"name": ".."}, ["/name"]),
        ({"name": "a\0"}, ["/name"]),
        ({"name": "a\n"}, ["/name"]),
        ({"owner": " ann"}, ["/owner"]),
        ({"owner": "ann "}, ["/owner"]),
        ({"owner": "\u202eann"}, ["/owner"]),
        ({"owner": "\udc80"}, ["/owner"]),
        ({"expires_at": datetime(2020, 1, 1, tzinfo=UTC), "name": " "}, ["/name", "/expires_at"]),
    ],
)
def test_every_fault_of_a_key_that_cannot_be_is_told_with_its_place(
    session: Session, operator: Caller, asked: dict[str, Any], places: list[str]
) -> None:
    wanted: dict[str, Any] = {"name": "k", "role": Role.READER, "owner": "ann"} | asked
    with pytest.raises(Unfit) as unfit:
        keys.create_key(session, operator, **wanted)
    assert [fault.pointer for fault in unfit.value.faults] == places


@pytest.mark.parametrize("name", ["a", "Zoë's table 3", "李", "a.b@c", "n" * 80])
def test_a_key_may_have_any_name_that_can_be_read(session: Session, operator: Caller, name: str) -> None:
    keys.create_key(session, operator, name=name, role=Role.READER, owner=name)
    assert name in [key.name for key in keys.list_keys(session, operator).items]


def test_keys_are_listed_by_name_in_pages_with_what_became_of_them(
    session: Session, operator: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    soon = datetime.now(UTC) + timedelta(hours=1)
    for name, expires_at in {"c": soon, "b": None, "a": None}.items():
        keys.create_key(session, operator, name=name, role=Role.READER, owner="ann", expires_at=expires_at)
    keys.revoke_key(session, operator, "b")
    put_clock_forward(monkeypatch, timedelta(hours=2))
    page = keys.list_keys(session, operator, limit=2)
    assert [(key.name, key.state.value) for key in page.items] == [("a", "good"), ("b", "revoked")]
    rest = keys.list_keys(session, operator, page.next_cursor)
    assert [(key.name, key.state.value) for key in rest.items] == [("c", "expired"), ("operator", "good")]
    assert rest.next_cursor is None
    with pytest.raises(BadCursor):
        keys.list_keys(session, operator, "\0")


def test_an_administrator_has_nothing_to_do_with_the_keys_of_another_club(
    session: Session, operator: Caller
) -> None:
    clubs.create_club(session, "southwark")
    other = keys.operator(session, "southwark")
    made = uploader(session, operator)
    assert [key.name for key in keys.list_keys(session, other).items] == ["operator"]
    for attempt in (keys.revoke_key, keys.create_sign_in_link_for):
        with pytest.raises(NotFound):
            attempt(session, other, "table one")
    assert keys.authenticate(session, made.token) is not None
    twin = uploader(session, other)
    keys.revoke_key(session, other, "table one")
    assert keys.authenticate(session, twin.token) is None
    assert keys.authenticate(session, made.token) is not None


def test_only_an_administrator_sees_keys_and_makes_links_for_others(
    session: Session, operator: Caller
) -> None:
    for role in set(Role) - {Role.ADMINISTRATOR}:
        caller = replace(operator, role=role)
        for attempt in (
            lambda asking=caller: keys.list_keys(session, asking),
            lambda asking=caller: keys.create_sign_in_link_for(session, asking, keys.OPERATOR),
        ):
            with pytest.raises(Forbidden):
                attempt()
