"""The keys that clubs sign with: made once, kept sealed, and published for good."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy.orm import Session

from gleek_replay.dossiers import fingerprint, public_key, public_text
from gleek_replay.services import keys
from gleek_replay.services.access import Caller, Role
from gleek_replay.services.clubs import create_club
from gleek_replay.services.refusals import Conflict, Forbidden, NotFound
from gleek_replay.services.signing import make_signing_key, published_key, signing_key
from gleek_replay.storage import Database, writing
from gleek_replay.storage.signing_keys import KeptKey, add_signing_key, signing_keys

SECRET = "the secret of these tests"


def test_a_key_is_made_at_first_use_and_stays_the_same(session: Session, operator: Caller) -> None:
    with pytest.raises(NotFound):
        published_key(session)
    first = signing_key(session, operator.club_id, SECRET)
    published = published_key(session)
    assert public_text(first.public_key()) == published.public_key
    assert published.fingerprint == fingerprint(public_key(published.public_key))
    assert (published.club, published.earlier) == ("home", ())
    assert signing_key(session, operator.club_id, SECRET).private_bytes_raw() == first.private_bytes_raw()
    assert make_signing_key(session, operator, SECRET) == published


def test_of_many_who_need_it_at_once_one_makes_it(database: Database, operator: Caller) -> None:
    def made(_: int) -> bytes:
        with database.session() as session:
            return signing_key(session, operator.club_id, SECRET).private_bytes_raw()

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(made, range(8)))) == 1


def test_the_private_half_is_kept_sealed_and_another_secret_does_not_open_it(
    session: Session, operator: Caller
) -> None:
    key = signing_key(session, operator.club_id, SECRET)
    (kept,) = signing_keys(session, operator.club_id)
    assert key.private_bytes_raw() not in kept.sealed
    assert b"PRIVATE" not in kept.sealed
    with pytest.raises(Conflict, match=r"another GLEEK_SECRET_KEY.*signing-key --new"):
        signing_key(session, operator.club_id, "another secret")
    assert published_key(session).public_key == kept.public


def test_a_private_half_is_good_beside_its_own_public_half_alone(session: Session, operator: Caller) -> None:
    signing_key(session, operator.club_id, SECRET)
    make_signing_key(session, operator, SECRET, anew=True)
    second, first = signing_keys(session, operator.club_id)
    with writing(session, operator.club_id) as connection:
        swapped = KeptKey(created_at=second.created_at, sealed=first.sealed, public=second.public)
        add_signing_key(connection, operator.club_id, swapped)
    with pytest.raises(Conflict):
        signing_key(session, operator.club_id, SECRET)


def test_a_new_key_signs_from_now_on_and_the_earlier_stay_published(
    session: Session, operator: Caller
) -> None:
    first = make_signing_key(session, operator, SECRET)
    second = make_signing_key(session, operator, SECRET, anew=True)
    third = make_signing_key(session, operator, "another secret", anew=True)
    assert len({first.public_key, second.public_key, third.public_key}) == 3
    assert [key.public_key for key in third.earlier] == [second.public_key, first.public_key]
    assert [key.retired_at for key in third.earlier] == [third.created_at, second.created_at]
    now = signing_key(session, operator.club_id, "another secret")
    assert public_text(now.public_key()) == third.public_key


def test_each_club_has_a_key_of_its_own(session: Session, operator: Caller) -> None:
    make_signing_key(session, operator, SECRET)
    create_club(session, "southwark")
    for nowhere in ("southwark", "nowhere", "no\0where"):
        with pytest.raises(NotFound, match="no signing key of a club"):
            published_key(session, nowhere)
    theirs = make_signing_key(session, keys.operator(session, "southwark"), SECRET)
    assert theirs.club == "southwark"
    assert theirs.public_key != published_key(session).public_key


def test_only_who_manages_keys_makes_one(session: Session, operator: Caller) -> None:
    made = keys.create_key(session, operator, name="s", role=Role.STEWARD, owner="s")
    steward = keys.authenticate(session, made.token)
    assert steward is not None
    with pytest.raises(Forbidden):
        make_signing_key(session, steward, SECRET, anew=True)
