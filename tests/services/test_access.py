"""Who may do what."""

from __future__ import annotations

import pytest

from gleek_replay.services.access import Action, Caller, Role, allows, require
from gleek_replay.services.refusals import Forbidden

MAY = {
    Role.READER: {Action.READ, Action.AUDIT},
    Role.PLAYER: {Action.READ, Action.AUDIT, Action.DISPUTE},
    Role.UPLOADER: {Action.READ, Action.AUDIT, Action.UPLOAD, Action.DISPUTE},
    Role.STEWARD: {
        Action.READ,
        Action.AUDIT,
        Action.UPLOAD,
        Action.READ_RECORDS,
        Action.DISPUTE,
        Action.RULE,
    },
    Role.ADMINISTRATOR: set(Action),
}


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("action", Action)
def test_each_role_may_do_what_the_table_says_and_nothing_else(role: Role, action: Action) -> None:
    assert allows(role, action) is (action in MAY[role])


@pytest.mark.parametrize(
    ("role", "action", "said"),
    [
        (Role.UPLOADER, Action.MANAGE_KEYS, "An uploader may not manage keys."),
        (Role.READER, Action.UPLOAD, "A reader may not upload hands."),
    ],
)
def test_a_refusal_says_who_may_not_do_what(role: Role, action: Action, said: str) -> None:
    caller = Caller(club_id=1, key_id=1, owner="ann", role=role)
    with pytest.raises(Forbidden) as refused:
        require(caller, action)
    assert str(refused.value) == said
