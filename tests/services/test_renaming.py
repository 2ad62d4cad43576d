"""Players given names, and ids of one person merged and taken apart again."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy.orm import Session

from gleek_replay.services import hands, players, sessions
from gleek_replay.services.access import Caller, Role
from gleek_replay.services.csv_export import export_csv
from gleek_replay.services.hands import HandFilter
from gleek_replay.services.people import People
from gleek_replay.services.rebuild import rebuild
from gleek_replay.services.refusals import Conflict, Forbidden, NotFound
from gleek_replay.services.renaming import merge_players, rename_player, unmerge_player
from gleek_replay.services.replays import Viewing, get_replay
from gleek_replay.services.trail import find_changes
from gleek_replay.services.withdrawal import withdraw
from tests.services import numbers_told
from tests.services.people_at_play import at_the_anchor, at_the_mitre, rows, with_both
from tests.services.told_hands import evening, statuses, upload


@pytest.fixture(autouse=True)
def stored(session: Session, operator: Caller) -> None:
    """Three hands of Maud, Nell and Olive, and two with Peg in Maud's place."""
    upload(session, operator, *at_the_mitre(), *at_the_anchor())


def seated(session: Session, caller: Caller, hand_id: str) -> list[str]:
    """Who sat in a hand, as it is shown."""
    return [seat.player_id for seat in hands.get_hand(session, caller, hand_id).hand.seats]


def test_a_name_given_goes_before_what_records_say(session: Session, operator: Caller) -> None:
    renamed = rename_player(session, operator, "maud", "Lady Maud")
    assert renamed.name == "Lady Maud"
    upload(session, operator, *at_the_mitre(4)[3:])
    assert players.get_player(session, operator, "maud").name == "Lady Maud"
    listed = {player.player_id: player.name for player in players.find_players(session, operator).items}
    assert (listed["maud"], listed["nell"]) == ("Lady Maud", "Nell Gwyn")
    assert "Lady Maud" in {seat.name for seat in hands.get_hand(session, operator, "mitre-1").hand.seats}
    assert get_replay(session, operator, "mitre-1", Viewing()).names["maud"] == "Lady Maud"
    assert sessions.get_session(session, operator, "mitre").players["maud"] == "Lady Maud"
    table = b"".join(export_csv(session, operator)).decode()
    assert ("Lady Maud" in table, "Maud Ellery" in table) == (True, False)
    assert b"Maud Ellery" in hands.get_record(session, operator, "mitre-1")


def test_a_name_taken_back_leaves_what_records_say(session: Session, operator: Caller) -> None:
    before = rows(session)
    rename_player(session, operator, "maud", "Lady Maud")
    assert rebuild(session).changed == 0
    assert rename_player(session, operator, "maud", None).name == "Maud Ellery"
    assert rows(session) == before


def test_a_name_stays_when_every_hand_is_withdrawn_and_told_again(session: Session, operator: Caller) -> None:
    rename_player(session, operator, "peg", "Peggy")
    for hand in at_the_anchor():
        withdraw(session, operator, hand["hand_id"])
    with pytest.raises(NotFound):
        players.get_player(session, operator, "peg")
    upload(session, operator, at_the_anchor()[0] | {"notes": "told anew"})
    assert players.get_player(session, operator, "peg").name == "Peggy"


def test_two_ids_of_one_person_are_one_player(session: Session, operator: Caller) -> None:
    maud, peg = (numbers_told.summary(session, operator, each) for each in ("maud", "peg"))
    merged = merge_players(session, operator, "peg", "maud")
    assert (merged.player_id, merged.hands, merged.name) == ("maud", 5, "Maud Ellery")
    assert merged.net == maud.net + peg.net
    assert players.get_player(session, operator, "peg") == merged
    assert numbers_told.summary(session, operator, "peg").hands == 5
    wanted = HandFilter(player="peg")
    assert len(hands.find_hands(session, operator, wanted).items) == 5
    assert "peg" not in {player.player_id for player in players.find_players(session, operator).items}
    assert seated(session, operator, "anchor-1") == ["maud", "nell", "olive"]
    due = hands.get_audit(session, operator, "anchor-1")["due"]["net"]
    assert due.keys() == {"maud", "nell", "olive", "pot", "ruff_pot"}
    assert "peg" not in sessions.get_session(session, operator, "anchor").net
    assert b'"peg"' in hands.get_record(session, operator, "anchor-1")


def test_what_is_told_later_of_either_id_is_of_the_one_player(session: Session, operator: Caller) -> None:
    merge_players(session, operator, "peg", "maud")
    assert statuses(upload(session, operator, *at_the_anchor(3)))[-1] == "accepted"
    assert seated(session, operator, "anchor-3") == ["maud", "nell", "olive"]
    again = at_the_anchor()[0]
    assert statuses(upload(session, operator, again | {"notes": "once more"})) == ["duplicate"]
    as_maud = at_the_mitre()[0] | {"hand_id": "anchor-1"}
    assert statuses(upload(session, operator, as_maud)) == ["conflicting"]
    assert rebuild(session).changed == 0


def test_undoing_a_merge_leaves_what_would_have_been_without_it(session: Session, operator: Caller) -> None:
    before = rows(session)
    merge_players(session, operator, "peg", "maud")
    assert rows(session)["seats"] != before["seats"]
    unmerge_player(session, operator, "peg")
    assert rows(session) == before
    assert rebuild(session).changed == 0
    assert rows(session) == before


def test_a_hand_of_both_refuses_the_merge_and_is_named(session: Session, operator: Caller) -> None:
    upload(session, operator, with_both())
    before = rows(session)
    with pytest.raises(Conflict, match="both sat in the hand both-1"):
        merge_players(session, operator, "peg", "maud")
    with pytest.raises(Conflict, match="both sat in the hand"):
        merge_players(session, operator, "nell", "olive")
    assert rows(session) == before
    assert find_changes(session, operator, "peg").items == ()


def test_in_a_hand_that_is_told_later_of_both_each_id_stands_for_itself(
    session: Session, operator: Caller
) -> None:
    merge_players(session, operator, "peg", "maud")
    before = players.get_player(session, operator, "maud")
    assert statuses(upload(session, operator, with_both())) == ["accepted"]
    assert seated(session, operator, "both-1") == ["maud", "peg", "olive"]
    net = hands.get_audit(session, operator, "both-1")["due"]["net"]
    assert {"maud", "peg"} <= net.keys()
    maud = players.get_player(session, operator, "maud")
    assert (maud.hands, maud.net) == (before.hands + 1, before.net + net["maud"])
    after = rows(session)
    assert rebuild(session).changed == 0
    assert rows(session) == after
    unmerge_player(session, operator, "peg")
    assert seated(session, operator, "anchor-1") == ["peg", "nell", "olive"]
    assert rebuild(session).changed == 0


def test_chains_lead_to_their_end_and_cycles_are_refused(session: Session, operator: Caller) -> None:
    upload(session, operator, *at_the_mitre(1), with_both() | {"hand_id": "other"})
    upload(session, operator, *[hand | {"hand_id": f"q{hand['hand_id']}"} for hand in quentin()])
    before = rows(session)
    merge_players(session, operator, "quentin", "rose")
    merge_players(session, operator, "rose", "sam")
    assert players.get_player(session, operator, "quentin").player_id == "sam"
    with pytest.raises(Conflict, match="one player already"):
        merge_players(session, operator, "sam", "quentin")
    with pytest.raises(Conflict, match="one player already"):
        merge_players(session, operator, "sam", "sam")
    with pytest.raises(Conflict, match="merged into rose already"):
        merge_players(session, operator, "quentin", "maud")
    unmerge_player(session, operator, "rose")
    assert players.get_player(session, operator, "quentin").player_id == "rose"
    unmerge_player(session, operator, "quentin")
    assert rows(session) == before


def quentin() -> list[dict[str, object]]:
    """Three hands, of Quentin, Rose and Sam with others."""
    return [evening(1, table=each, players=(each, "nell", "olive"))[0] for each in ("quentin", "rose", "sam")]


def test_nobody_is_no_player(session: Session, operator: Caller) -> None:
    for work in (
        lambda: rename_player(session, operator, "nobody", "Nobody"),
        lambda: merge_players(session, operator, "nobody", "maud"),
        lambda: merge_players(session, operator, "maud", "nobody"),
        lambda: unmerge_player(session, operator, "maud"),
    ):
        with pytest.raises(NotFound):
            work()


def test_only_administrators_may(session: Session, operator: Caller) -> None:
    steward = Caller(club_id=operator.club_id, key_id=operator.key_id, owner="s", role=Role.STEWARD)
    with pytest.raises(Forbidden, match="may not rename, merge or erase players"):
        rename_player(session, steward, "maud", "Lady Maud")
    with pytest.raises(Forbidden):
        find_changes(session, steward, "maud")


def test_the_trail_says_who_did_what_and_what_undid_it(session: Session, operator: Caller) -> None:
    rename_player(session, operator, "peg", "Peggy")
    rename_player(session, operator, "peg", "Peggy")
    rename_player(session, operator, "peg", None)
    merge_players(session, operator, "peg", "maud")
    unmerge_player(session, operator, "peg")
    found = find_changes(session, operator, "peg").items
    assert [(change.kind.value, change.details) for change in reversed(found)] == [
        ("named", {"name": "Peggy", "before": None}),
        ("named", {"name": None, "before": "Peggy"}),
        ("merged", {"into": "maud"}),
        ("unmerged", {"into": "maud"}),
    ]
    unmerged, merged, taken_back, given = found
    assert (given.undone_by, merged.undone_by) == (taken_back.change_id, unmerged.change_id)
    assert (unmerged.undone_by, taken_back.undone_by) == (None, None)
    assert {(change.key, change.owner) for change in found} == {("operator", "operator")}
    first = find_changes(session, operator, "peg", limit=1)
    assert first.items == (unmerged,)
    assert find_changes(session, operator, "peg", first.next_cursor, 3).items == (merged, taken_back, given)


IDS = st.sampled_from("abcdef")


@given(
    merges=st.lists(st.tuples(IDS, IDS), max_size=6), table=st.lists(IDS, min_size=3, max_size=4, unique=True)
)
def test_whoever_sits_together_is_told_apart(merges: list[tuple[str, str]], table: list[str]) -> None:
    aliases: dict[str, str] = {}
    for one, other in merges:
        club = People(aliases=aliases, erased={}, secret=None)
        if one not in aliases and club.resolve(other) != one:
            aliases[one] = other
    club = People(aliases=aliases, erased={}, secret=None)
    shown = club.seated(table)
    assert len(set(shown)) == len(table)
    assert all(club.resolve(own) == club.resolve(known) for own, known in zip(table, shown, strict=True))
    for player in "abcdef":
        assert player in club.ids_of(player)
        seats = club.seats_of(player, table)
        assert len(seats) <= 1, "nobody has two seats"
        assert seats == club.seats_of(player, shown), "by the ids of a record and by those that are shown"
        assert {club.resolve(table[seat]) for seat in seats} <= {club.resolve(player)}
        if player in table:
            assert seats == (table.index(player),) or shown.count(club.resolve(player)) == 1


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(steps=st.lists(st.sampled_from(["merge", "unmerge", "upload", "both", "withdraw"]), max_size=6))
def test_whatever_came_between_undoing_restores_what_would_have_been(
    session: Session, operator: Caller, steps: list[str]
) -> None:
    def carry_out(step: str, number: int) -> None:
        hand = at_the_anchor(number + 1)[number]
        if step == "upload":
            upload(session, operator, hand)
        elif step == "both":
            upload(session, operator, with_both())
        elif step == "withdraw":
            withdraw(session, operator, hand["hand_id"])
        elif step == "merge":
            merge_players(session, operator, "peg", "maud")
        else:
            unmerge_player(session, operator, "peg")

    for number, step in enumerate([*steps, "unmerge"]):
        try:
            carry_out(step, number)
        except (Conflict, NotFound):
            continue
    without = rows(session)
    rebuild(session)
    assert rows(session) == without
    assert not any(
        "peg" in seat[1] and "anchor" not in seat[0] and seat[0] != "both-1" for seat in without["seats"]
    )
    assert all(seat[1] != "maud" for seat in without["seats"] if seat[0].startswith("anchor"))
