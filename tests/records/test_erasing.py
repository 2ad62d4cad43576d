"""Erased taken out of records: where an id stands it is replaced, and nothing else changes."""

from __future__ import annotations

from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gleek_replay.records import MalformedRecord, facts_digest, read_record
from gleek_replay.records.erasing import Erased, names_of, player_ids, possible_ids, sits_in, take_out
from tests.services.told_hands import bytes_of, told

EXAMPLES = (
    "parlett",
    "revoke",
    "unplayable",
    "four-players",
    "cotton-1674",
    "hidden-cards",
    "willughby-1665",
)
NEW = "erased-aaaabbbbccccddd"


def without(raw: bytes, *ids: str) -> bytes:
    """A record without the players of these ids."""
    return take_out(raw, Erased({player: f"{NEW}{number}" for number, player in enumerate(ids)}, {}))


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_record_without_somebody_tells_the_same_of_everybody_else(example: str) -> None:
    raw = bytes_of(example)
    for seat, player in enumerate(player_ids(raw)):
        before, after = read_record(raw), read_record(without(raw, player))
        assert after.players[seat].id == f"{NEW}0"
        assert after.players[seat].name is None
        assert (after.hand, after.payments, after.result) == (before.hand, before.payments, before.result)
        others = [other for other in after.players if other.id != f"{NEW}0"]
        assert others == [other for other in before.players if other.id != player]
        assert player not in possible_ids(without(raw, player)) or player in before.hand_id


@pytest.mark.parametrize("example", EXAMPLES)
def test_what_names_nobody_of_them_keeps_every_byte(example: str) -> None:
    assert without(bytes_of(example), "nobody") == bytes_of(example)


@pytest.mark.parametrize("example", EXAMPLES)
def test_taking_somebody_out_twice_is_taking_him_out_once(example: str) -> None:
    player = player_ids(bytes_of(example))[0]
    once = without(bytes_of(example), player)
    assert without(once, player) == once


def test_ids_of_hands_and_sessions_stay() -> None:
    player = player_ids(bytes_of("parlett"))[0]
    raw = orjson.dumps(told(hand_id=player, session={"id": player, "hand": 1}))
    record = read_record(without(raw, player))
    assert (record.hand_id, record.session and record.session.id) == (player, player)


def test_notes_and_names_of_clients_stay_as_long_as_they_may_be() -> None:
    player = player_ids(bytes_of("parlett"))[0]
    notes = f"{player} " * (4000 // (len(player) + 1))
    record = read_record(
        without(orjson.dumps(told(notes=notes, client={"name": f"of {player}".ljust(80, ".")})), player)
    )
    assert record.notes is not None
    assert len(record.notes) == 4000
    assert record.client.name.startswith(f"of {NEW}0.")


@pytest.mark.parametrize(
    ("raw", "left"),
    [
        (b'{"ann": [1, "ann", "Ann", "ann\'s"]}', b'{"%s": [1, "%s", "Ann", "%s\'s"]}'),
        (b'{"a": "\\u0061nn"}', b'{"a": "%s"}'),
        (b'"ann" and annie, ann', b'"%s" and annie, %s'),
        (b'{"x": "\\u0061nn', b'{"x": "\\u0061nn'),
        (b"\xff ann \xfe", b"\xff %s \xfe"),
        (b"", b""),
    ],
)
def test_of_what_is_no_hand_history_all_is_free_text(raw: bytes, left: bytes) -> None:
    assert without(raw, "ann") == left.replace(b"%s", f"{NEW}0".encode())


@pytest.mark.parametrize("coding", ["utf-16", "utf-16-le", "utf-16-be", "latin-1"])
def test_somebody_is_found_in_what_is_not_utf8(coding: str) -> None:
    line = '[{"id": "%s", "name": "%s"}, {"id": "zoë"}] of %s'
    before = (line % ("margery", "Margéry Daw", "Margéry Daw")).encode(coding)
    assert possible_ids(before) >= {"margery"}
    assert sits_in(before, {"margery": NEW})
    assert without(before, "margery") == (line % ((f"{NEW}0",) * 3)).encode(coding)


def test_a_line_of_utf16_that_begins_with_half_a_character_is_cleaned() -> None:
    lines = '{"id": "hester"}\n{"id": "margery"}\n'.encode("utf-16-le").split(b"\n")
    cleaned = f'{{"id": "hester"}}\n{{"id": "{NEW}0"}}\n'.encode("utf-16-le").split(b"\n")
    assert [without(line, "margery") for line in lines] == cleaned


def test_names_are_found_beside_ids_even_where_nothing_can_be_read() -> None:
    ids = {"ann": NEW}
    assert names_of(b'{"players": [{"id": "ann", "name": "Ann Lee"}]', ids) == {"Ann Lee": NEW}
    assert names_of(b'{"players": [{"id": "bess", "name": "Bess"}, {"name": "Ann", "id": "ann"}]}', ids) == {
        "Ann": NEW
    }
    assert sits_in(b'{"players": [{"id": "ann"', ids)
    assert not sits_in(b'{"notes": "ann"}', ids)
    assert not sits_in(b"[1]", ids)


@pytest.mark.parametrize("written", ["ann", "(ann)", "ann.", "ann's", "by:ann", "x ann-2 y", '"\\u0061nn"'])
def test_an_id_is_found_wherever_it_is_a_word(written: str) -> None:
    assert "ann" in possible_ids(written.encode())


def test_a_message_that_quotes_a_part_of_somebody_is_cleaned() -> None:
    people = Erased({"annabel": NEW}, {"Annabel Lee": NEW})
    assert people.without_parts('found {"id": "anna…') == f'found {{"id": "{NEW}…'
    assert people.without_parts('found "Annabel L…') == f'found "{NEW}…'
    assert people.without_parts("expected bess… or annabelle") == "expected bess… or annabelle"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text('an\\"é. ', max_size=6) | st.just("ann"),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text('an\\"é.', max_size=4), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(JSON, st.sampled_from([None, orjson.OPT_INDENT_2]))
def test_whatever_json_it_is_only_strings_change(value: Any, how: int | None) -> None:
    raw = orjson.dumps(value, option=how)
    after = orjson.loads(without(raw, "ann"))
    assert after == orjson.loads(raw) or b"ann" in raw
    assert '"ann"' not in orjson.dumps(after).decode()


@given(st.binary(max_size=60))
def test_whatever_bytes_they_are_nothing_fails(raw: bytes) -> None:
    without(raw, "ann", "a")
    without(b'{"ann":' + raw, "ann")
    possible_ids(raw)


def test_facts_of_two_records_are_alike_after_as_before() -> None:
    raw, same = bytes_of("parlett"), orjson.dumps(told(notes="otherwise"))
    player = player_ids(raw)[0]
    one, other = (facts_digest(read_record(without(each, player))) for each in (raw, same))
    assert one == other != facts_digest(read_record(raw))


def test_what_breaks_the_format_breaks_it_still() -> None:
    raw = orjson.dumps(told(dealer="ghost"))
    with pytest.raises(MalformedRecord):
        read_record(without(raw, player_ids(raw)[0]))
