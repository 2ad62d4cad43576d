from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from gleek_replay.statistics.estimates import Mean, share_of
from gleek_replay.statistics.figures import TITLES, ClubFigure, ClubPlay, draw_club_figure
from gleek_replay.statistics.leaderboard import mean_of_sums
from gleek_replay.statistics.series import By
from tests.statistics.figures.links import LONDON, assert_well_made, points, traces

Row = SimpleNamespace


def client_row(client: str, version: str | None, clean: int, misreported: int, **told: Any) -> Row:
    verdicts = {"clean": clean, "misreported": misreported}
    return Row(client=client, version=version, hands=clean + misreported, verdicts=verdicts, **told)


def standing(player_id: str, hands: int, net: int, squares: int) -> Row:
    mean: Mean = mean_of_sums(hands, net, squares)
    return Row(player_id=player_id, name=None, hands=hands, net=net, net_a_hand=mean)


CLUB = ClubPlay(
    by=By.MONTH,
    zone=LONDON,
    activity=[Row(period="2026-03", hands=40, verdicts={}), Row(period="2026-12", hands=2, verdicts={})],
    by_client=[
        client_row("Mermaid", "1", 18, 2, period="2026-03"),
        client_row("Mermaid", "2", 20, 0, period="2026-03"),
        client_row("gleekd", None, 2, 0, period="2026-12"),
    ],
    clients=[
        client_row("Mermaid", "1", 18, 2),
        client_row("Mermaid", "2", 20, 0),
        client_row("gleekd", None, 2, 0),
    ],
    findings=[
        Row(client="Mermaid", version="1", kind="difference", code="total", hands=2, share=share_of(2, 20)),
        Row(client="Mermaid", version="2", kind="violation", code="revoke", hands=1, share=share_of(1, 20)),
    ],
    rules=[
        Row(rules="parlett", stake="penny", hands=30),
        Row(rules="parlett", stake="groat", hands=2),
        Row(rules="knauer-2008", stake="penny", hands=10),
    ],
    standings=[
        standing("bess", 40, 300, 6_000),
        standing("ned", 1, -5, 25),
        standing("kit", 40, -295, 7_000),
    ],
    active=[Row(player_id="bess", name="Bess"), Row(player_id="kit", name=None)],
    pairs=[
        Row(player_id="bess", opponent_id="kit", hands=40, net=12_345),
        Row(player_id="kit", opponent_id="bess", hands=40, net=-12_345),
        Row(player_id="bess", opponent_id="gone", hands=1, net=1),
    ],
)  # fmt: skip


def said(name: ClubFigure, club: ClubPlay = CLUB) -> str:
    return str(draw_club_figure(name, club)["layout"]["meta"]["summary"])


@pytest.mark.parametrize("name", ClubFigure)
@pytest.mark.parametrize("club", [CLUB, ClubPlay()], ids=["a club", "nothing yet"])
def test_every_figure_of_a_club_is_well_made(name: ClubFigure, club: ClubPlay) -> None:
    figure = draw_club_figure(name, club)
    assert figure["layout"]["title"]["text"] == TITLES[name]
    assert_well_made(figure)
    assert bool(figure["data"]) is (club is CLUB)


def test_a_month_leads_to_its_hands_in_the_clubs_zone() -> None:
    (bars,) = draw_club_figure(ClubFigure.ACTIVITY, CLUB)["data"]
    assert [told[0] for _, _, told in points(bars)] == [
        "from=2026-03-01&to=2026-03-31T23:00:00Z", "from=2026-12-01&to=2027-01-01",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("by", "ends"), [(By.DAY, "2026-03-03"), (By.WEEK, "2026-03-09")], ids=["a day", "a week"]
)
def test_days_and_weeks_lead_to_their_hands(by: By, ends: str) -> None:
    club = ClubPlay(by=by, activity=[Row(period="2026-03-02", hands=1, verdicts={})])
    (bars,) = draw_club_figure(ClubFigure.ACTIVITY, club)["data"]
    assert bars["customdata"] == [[f"from=2026-03-02&to={ends}"]]


@pytest.mark.parametrize(("by", "period"), [(By.MONTH, "9999-12"), (By.DAY, "9999-12-31")])
def test_the_last_days_of_the_calendar_have_no_day_after_them(by: By, period: str) -> None:
    club = ClubPlay(by=by, activity=[Row(period=period, hands=1, verdicts={})])
    (bars,) = draw_club_figure(ClubFigure.ACTIVITY, club)["data"]
    assert bars["customdata"] == [[f"from={period[:7]}-{period[8:] or '01'}"]]


def test_versions_of_a_client_share_a_line_over_time() -> None:
    mermaid, gleekd = draw_club_figure(ClubFigure.VERDICTS_OVER_TIME, CLUB)["data"]
    assert (mermaid["name"], mermaid["x"], mermaid["y"]) == ("Mermaid", ["2026-03"], [0.05])
    assert mermaid["customdata"][0][1] == "2 of 40 hands"
    assert (gleekd["name"], gleekd["y"]) == ("gleekd", [0.0])
    assert said(ClubFigure.VERDICTS_OVER_TIME) == "Mermaid misreports most, 5 % of its hands."


def test_only_clients_with_most_hands_have_a_line() -> None:
    rows = [client_row(f"client-{number}", None, number, 0, period="2026-03") for number in range(1, 9)]
    club = ClubPlay(by_client=rows)
    names = [trace["name"] for trace in draw_club_figure(ClubFigure.VERDICTS_OVER_TIME, club)["data"]]
    assert names == [f"client-{number}" for number in (8, 7, 6, 5, 4)]
    assert said(ClubFigure.VERDICTS_OVER_TIME, club) == "No client misreports any hand."


def test_a_version_leads_to_its_hands_of_a_verdict() -> None:
    (misreported,) = traces(draw_club_figure(ClubFigure.VERDICTS_BY_CLIENT, CLUB), "misreported")
    links = {told[1]: told[0] for _, _, told in points(misreported)}
    assert links["Mermaid 1"] == "client=Mermaid%201&verdict=misreported"
    assert links["gleekd"] == "client=gleekd&verdict=misreported"
    assert said(ClubFigure.VERDICTS_BY_CLIENT) == "Mermaid 1 misreports most: 10 % of 20 hands."


def test_findings_say_what_is_misstated_and_what_is_broken() -> None:
    figure = draw_club_figure(ClubFigure.FINDINGS_BY_CLIENT, CLUB)
    assert traces(figure, "difference")[0]["y"] == ["total<br>Mermaid 1"]
    assert traces(figure, "violation")[0]["y"] == ["revoke<br>Mermaid 2"]
    assert (
        said(ClubFigure.FINDINGS_BY_CLIENT)
        == "Most often Mermaid 1 misstates the total, in 10 % of 20 hands."
    )


def test_a_rule_set_is_counted_for_all_coins() -> None:
    (bars,) = draw_club_figure(ClubFigure.RULES_IN_USE, CLUB)["data"]
    assert (bars["y"], bars["x"]) == (["parlett", "knauer-2008"], [32, 10])
    assert bars["customdata"][0] == ["rules=parlett", "penny: 30<br>groat: 2"]


def test_the_leaderboard_tells_of_how_many_it_is_not_luck_alone() -> None:
    with_interval, without = draw_club_figure(ClubFigure.LEADERBOARD, CLUB)["data"]
    assert (with_interval["y"], without["y"]) == (["bess", "kit"], ["ned"])
    assert without["marker"]["symbol"] == ["circle-open"]
    assert "error_x" not in without
    assert with_interval["customdata"][0][:2] == ["bess", ""]
    assert said(ClubFigure.LEADERBOARD) == (
        "bess wins most a hand, +7.50 over 40 hands; 1 of 3 has won more than luck alone would bring."
    )


def test_a_cell_leads_to_the_player_with_that_opponent() -> None:
    (matrix,) = draw_club_figure(ClubFigure.HEAD_TO_HEAD, CLUB)["data"]
    assert matrix["z"] == [[None, 12_345], [-12_345, None]]
    assert matrix["text"] == [["", "+12.3k"], ["−12.3k", ""]]
    assert matrix["customdata"][0][1] == ["bess", "opponent=kit", "+12,345", "40 hands"]
    assert said(ClubFigure.HEAD_TO_HEAD).startswith("Most passed from kit to Bess, +12,345 in 40 hands;")


def test_what_people_have_written_is_no_markup_and_players_of_one_name_have_rows_of_their_own() -> None:
    name, client = '<a href="//evil">Kate & Co</a>', "<i>Mermaid</i>"
    shown = '&lt;a href="//evil">Kate &amp; Co&lt;/a>'
    kates = [Row(**{**vars(standing(player_id, 40, 9, 99)), "name": name}) for player_id in ("k1", "k2")]
    pairs = [Row(player_id="k1", opponent_id="k2", hands=1, net=1)]
    club = ClubPlay(
        standings=kates, active=kates, pairs=pairs, clients=[client_row(client, "1", 1, 1)],
        by_client=[client_row(client, "1", 1, 1, period="2026-03")],
        findings=[
            Row(client=client, version="1", kind="difference", code="total", hands=1, share=share_of(1, 2))
        ],
    )  # fmt: skip
    ranks = draw_club_figure(ClubFigure.LEADERBOARD, club)
    assert ranks["data"][0]["y"] == [f"{shown} (k1)", f"{shown} (k2)"]
    assert name in ranks["layout"]["meta"]["summary"], "which the page shows as words"
    heads = draw_club_figure(ClubFigure.HEAD_TO_HEAD, club)
    assert heads["layout"]["xaxis"]["ticktext"] == [f"{shown} (k1)", f"{shown} (k2)"]
    for figure in (
        ClubFigure.VERDICTS_BY_CLIENT,
        ClubFigure.VERDICTS_OVER_TIME,
        ClubFigure.FINDINGS_BY_CLIENT,
    ):
        drawn = draw_club_figure(figure, club)
        drawn["layout"].pop("meta")
        texts = json.dumps(drawn)
        assert "&lt;i>Mermaid&lt;/i>" in texts
        assert "<i>" not in texts
