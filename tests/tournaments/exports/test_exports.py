"""Competitions leave the site as CSV and JSON, for spreadsheets and other programs."""

import csv
import io
import json
from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from accounts.common.errors import RefusedError
from games.common.posters import Poster, render_poster
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, a_running_cup, an_organiser, club_of, match_at, play_match
from tests.tournaments.events import an_event, award_all, organiser_of
from tournaments.exports.posters import club_poster, competition_poster
from tournaments.exports.spreadsheets import BOM, harmless, written
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Competition, Entry, Match
from tournaments.public_pages import competition_views
from tournaments.results import services as result_services

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def read_csv(answer, delimiter: str = ";") -> list[list[str]]:
    """The rows of a downloaded file."""
    text = answer.content.decode()
    assert text.startswith(BOM)
    return list(csv.reader(io.StringIO(text[1:]), delimiter=delimiter))


@pytest.mark.parametrize(
    "text",
    ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "＝1", "；=1", ";=1"],
)
def test_a_text_that_begins_like_a_formula_is_led_by_an_apostrophe(text):
    assert harmless(text) == f"'{text}"


@pytest.mark.parametrize("cell", ["Ana", "", "30–22", "a=b", 7, -3, 0.5])
def test_other_texts_and_numbers_stay_what_they_are(cell):
    assert harmless(cell) == cell


CELLS = st.text("=+-@＝＋－＠；;,'\"\t\r\n añ1", max_size=6)


@given(st.lists(st.lists(CELLS, max_size=3), max_size=4))
def test_no_cell_of_a_written_table_begins_like_a_formula(rows):
    text = written(["a"], rows, delimiter=";")
    for row in csv.reader(io.StringIO(text[1:], newline=""), delimiter=";"):
        assert not any(cell.lstrip()[:1] in set("=+-@＝＋－＠") and cell.strip() for cell in row)


@pytest.mark.feature("Exports", "Competitions as CSV")
def test_entries_are_listed_with_their_players_and_numbers_stay_numbers(now):
    organiser = an_organiser()
    cup = a_running_cup(organiser, now, entries=3)
    Entry.objects.filter(competition=cup, seed=1).update(
        name="=cmd|' /C calc'!A0", affiliation="+1"
    )
    answer = a_browser().get(f"/competitions/{cup.pk}/export/entries.csv")
    header, first, *_ = read_csv(answer)
    assert header == ["cabeza de serie", "nombre", "jugadores", "club de origen", "estado"]
    assert (first[0], first[1], first[3]) == ("1", "'=cmd|' /C calc'!A0", "'+1")
    assert 'attachment; filename="copa-' in answer["Content-Disposition"]


def test_a_reader_of_english_gets_commas(now):
    cup = a_running_cup(an_organiser(), now, entries=3)
    answer = a_browser(language="en").get(f"/competitions/{cup.pk}/export/matches.csv")
    assert read_csv(answer, ",")[0][:2] == ["number", "stage"]
    assert read_csv(answer, ",")[0][5] == "table"


def test_matches_tell_who_won_and_how(now):
    cup = a_running_cup(an_organiser(), now, entries=2)
    play_match(match_at(cup, 1, 1), 0, now)
    header, row = read_csv(a_browser().get(f"/competitions/{cup.pk}/export/matches.csv"))
    told = dict(zip(header, row, strict=True))
    assert told["ganó"] == told["primera"]
    assert told["tantos"].startswith("5–")
    assert told["estado"] == "jugado"


def test_half_a_point_has_a_comma_where_semicolons_part_the_cells():
    table = [(1.5, 2.0, "Ana"), (-0.5, None, "=1")]
    spanish = written(["a", "b", "c"], table, delimiter=";", decimal=",")
    assert spanish[1:].splitlines()[1:] == ['1,5;2;"Ana"', '-0,5;"";"\'=1"']
    english = written(["a", "b", "c"], table, delimiter=",")
    assert english[1:].splitlines()[1] == '1.5,2,"Ana"'


def test_standings_tell_what_was_played_won_and_lost(now):
    event = an_event(now, "groups", 8, group_count=2)
    award_all(event, now)
    header, first, *_ = read_csv(a_browser().get(f"/competitions/{event.pk}/export/standings.csv"))
    told = dict(zip(header, first, strict=True))
    assert [told[key] for key in ("jugados", "ganados", "empatados", "perdidos")] == list("3300")
    assert int(told["diferencia de tantos"]) == (
        int(told["tantos a favor"]) - int(told["tantos en contra"])
    )


def test_standings_of_every_group_are_listed(now):
    event = an_event(now, "groups", 8, group_count=2)
    award_all(event, now)
    in_groups, reached = standings_by_stage(event)
    assert [(row[2], row[3]) for row in in_groups] == [(g, r) for g in "12" for r in "1234"]
    assert [row[3] for row in reached] == list("1233")
    assert reached[0][4] == Competition.objects.get(pk=event.pk).champion.name


def standings_by_stage(event: Competition) -> list[list[list[str]]]:
    _, *rows = read_csv(a_browser().get(f"/competitions/{event.pk}/export/standings.csv"))
    return [[row for row in rows if row[0] == stage] for stage in "12"]


def test_a_bracket_lists_its_places_once_they_are_sure(now):
    cup = a_running_cup(an_organiser(), now)
    play_match(match_at(cup, 1, 1), 0, now)
    assert [row[3] for row in standings_by_stage(cup)[0]] == [""] * 4
    award_all(cup, now)
    assert [row[3] for row in standings_by_stage(cup)[0]] == list("1233")


def test_a_bracket_that_nobody_has_reached_yet_has_no_places(now):
    assert standings_by_stage(an_event(now, "groups", 8, group_count=2))[1] == []


def test_a_result_that_was_written_by_hand_has_its_score(now):
    organiser = an_organiser()
    cup = a_running_cup(organiser, now, entries=2, with_cards=True)
    match = match_at(cup, 1, 1)
    result_services.submit_result(
        match_id=match.pk, games=[(5, 3)], actor=organiser, now=now, reason=""
    )
    header, row = read_csv(a_browser().get(f"/competitions/{cup.pk}/export/matches.csv"))
    assert dict(zip(header, row, strict=True))["tantos"] == "5–3"
    (told,) = a_browser().get(f"/api/competitions/{cup.pk}/matches/").json()["results"]
    assert told["games"] == [{"number": 1, "score": [5, 3], "record": None}]


@pytest.mark.feature("Exports", "Competitions as JSON")
def test_the_document_tells_everything_at_once(now):
    event = an_event(now, "groups", 8, group_count=2)
    award_all(event, now)
    answer = a_browser().get(f"/competitions/{event.pk}/export/competition.json")
    told = json.loads(answer.content)
    assert told["champion"] == Competition.objects.get(pk=event.pk).champion.name
    assert len(told["entries"]) == 8
    assert len(told["matches"]) == 12 + 3
    assert [len(group["standings"]) for group in told["stages"][0]["groups"]] == [4, 4]


def test_what_is_not_public_is_exported_to_its_own_people_alone(now):
    organiser = an_organiser()
    cup = a_running_cup(organiser, now, entries=2, public=False)
    for name in ("entries.csv", "matches.csv", "standings.csv", "competition.json"):
        address = f"/competitions/{cup.pk}/export/{name}"
        assert a_browser().get(address).status_code == 404
        assert a_browser(organiser).get(address).status_code == 200


def test_there_is_no_file_of_another_name(now):
    cup = a_running_cup(an_organiser(), now, entries=2)
    assert a_browser().get(f"/competitions/{cup.pk}/export/secrets.csv").status_code == 404


class TestApi:
    """Pages of JSON for anybody."""

    @pytest.mark.feature("Exports", "A read-only API")
    def test_competitions_come_in_pages(self, now):
        organiser = an_organiser()
        cups = [a_running_cup(organiser, now, entries=2, name=f"Copa {n}") for n in range(3)]
        told = a_browser().get("/api/competitions/").json()
        assert told["count"] == 3
        assert {each["id"] for each in told["results"]} == {cup.pk for cup in cups}
        assert told["next"] is None

    def test_a_page_leads_to_the_next_one_and_keeps_the_filter(self, now):
        organiser = an_organiser()
        cup = a_running_cup(organiser, now, entries=2)
        slug = cup.club.slug
        Competition.objects.bulk_create(
            Competition(
                club=cup.club,
                name=f"C{n}",
                preset="argentino",
                state="registration",
                created_at=now,
            )
            for n in range(60)
        )
        told = a_browser().get(f"/api/competitions/?club={slug}").json()
        assert told["next"] == f"/api/competitions/?club={slug}&page=2"
        assert len(a_browser().get(told["next"]).json()["results"]) == 11

    @pytest.mark.parametrize("number", ["0", "-1", "99", "x", "9" * 400, "1\0"])
    def test_there_is_no_page_beyond_the_last(self, number):
        answer = a_browser().get("/api/competitions/", {"page": number})
        assert (answer.status_code, answer.json()) == (404, {"error": "not-found"})

    def test_a_competition_and_its_matches(self, now):
        event = an_event(now, "round-robin", 3)
        award_all(event, now)
        whole = a_browser().get(f"/api/competitions/{event.pk}/").json()
        matches = a_browser().get(whole["matches"]).json()
        assert matches["count"] == 3
        assert {match["state"] for match in matches["results"]} == {"walkover"}
        ranks = [row["rank"] for row in whole["stages"][0]["groups"][0]["standings"]]
        assert ranks == [1, 2, 3]

    def test_what_is_not_public_does_not_exist_even_for_its_organiser(self, now):
        organiser = an_organiser()
        cup = a_running_cup(organiser, now, entries=2, public=False)
        for address in (f"/api/competitions/{cup.pk}/", f"/api/competitions/{cup.pk}/matches/"):
            assert a_browser(organiser).get(address).status_code == 404

    def test_any_site_may_read_and_nobody_may_write(self):
        answer = a_browser().get("/api/")
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert not answer.cookies
        assert a_browser().post("/api/competitions/").status_code == 405

    def test_an_entry_by_hand_shows_names_alone(self, now):
        organiser = an_organiser()
        cup = a_running_cup(organiser, now, entries=2, per_side=2)
        told = a_browser().get(f"/api/competitions/{cup.pk}/").json()
        keys = {key for entry in told["entries"] for player in entry["players"] for key in player}
        assert keys == {"name", "username", "reserve"}

    def test_a_document_needs_as_many_queries_whatever_its_size(
        self, now, django_assert_max_num_queries
    ):
        event = an_event(now, "swiss", 12)
        with django_assert_max_num_queries(12):
            a_browser().get(f"/api/competitions/{event.pk}/matches/")
        with django_assert_max_num_queries(14):
            a_browser().get(f"/api/competitions/{event.pk}/")


class TestArchive:
    """Archived competitions stay readable."""

    def test_a_finished_competition_leaves_the_list_and_stays_readable_without_login(self, now):
        event = an_event(now, "single", 2)
        award_all(event, now)
        answer = a_browser(organiser_of(event)).post(f"/competitions/{event.pk}/archive/")
        assert answer.status_code == 302
        assert event.name not in text_of(a_browser().get("/competitions/"))
        assert f"/competitions/{event.pk}/" in text_of(a_browser().get("/competitions/archive/"))
        assert a_browser().get(f"/competitions/{event.pk}/").status_code == 200

    @pytest.mark.feature("Competitions", "The archive, by club and year")
    def test_the_archive_is_kept_by_club_and_year(self, now):
        event = an_event(now, "single", 2)
        award_all(event, now)
        lifecycle.archive(competition_id=event.pk, actor=organiser_of(event), now=now)
        link, slug = f'href="/competitions/{event.pk}/"', event.club.slug
        shown = f"/competitions/archive/?club={slug}&year=2026"
        assert link in text_of(a_browser().get(shown))
        Competition.objects.filter(pk=event.pk).update(finished_at=now.replace(year=2024))
        assert text_of(a_browser().get("/competitions/archive/?year=2024")).count(link) == 1

    def test_the_archive_is_searched_by_name_and_goes_on_behind_a_place(self, now, monkeypatch):
        monkeypatch.setattr(competition_views, "ARCHIVE_PAGE_SIZE", 1)
        organiser = an_organiser()
        for number, name in enumerate(("Copa vieja", "Copa nueva")):
            event = an_event(now, "single", 2, organiser=organiser)
            award_all(event, now)
            lifecycle.archive(competition_id=event.pk, actor=organiser, now=now)
            told = {"name": name, "finished_at": now + timedelta(days=number)}
            Competition.objects.filter(pk=event.pk).update(**told)
        first = a_browser().get("/competitions/archive/")
        assert "Copa nueva" in text_of(first)
        assert "Copa vieja" not in text_of(first)
        place = urlencode({"before": first.context["older"]})
        assert place in text_of(first)
        assert "Copa vieja" in text_of(a_browser().get(f"/competitions/archive/?{place}"))
        assert "Copa vieja" in text_of(a_browser().get("/competitions/archive/?q=VIEJA"))
        assert "No hay ninguna así" in text_of(a_browser().get("/competitions/archive/?q=otra"))
        assert a_browser().get("/competitions/archive/?before=x").status_code == 404

    @pytest.mark.parametrize("query", ["year=x", "year=99999999", "page=x", "year=0000"])
    def test_an_odd_address_shows_everything(self, query):
        assert a_browser().get(f"/competitions/archive/?{query}").status_code == 200

    def test_only_its_organisers_put_a_competition_away_and_only_when_it_is_over(self, now):
        running = an_event(now, "single", 2)
        with pytest.raises(RefusedError, match="wrong-state"):
            lifecycle.archive(competition_id=running.pk, actor=organiser_of(running), now=now)
        with pytest.raises(RefusedError, match="not-organiser"):
            lifecycle.archive(competition_id=running.pk, actor=an_organiser(), now=now)


class TestPictures:
    """Preview pictures of links in messengers."""

    @pytest.mark.feature("Exports", "A picture to share")
    def test_a_competition_and_its_matches_have_a_picture(self, now):
        event = an_event(now, "single", 2)
        award_all(event, now)
        match = Match.objects.of(event.pk).get()
        for address in (
            f"/competitions/{event.pk}/picture.png",
            f"/matches/{match.pk}/picture.png",
        ):
            answer = a_browser().get(address)
            assert answer["Content-Type"] == "image/png"
            assert Image.open(io.BytesIO(answer.content)).size == (1200, 630)

    def test_the_page_names_its_picture_with_the_whole_address(self, now):
        event = an_event(now, "single", 2)
        page = text_of(a_browser().get(f"/competitions/{event.pk}/"))
        picture = f"http://testserver/competitions/{event.pk}/picture.png"
        assert f'<meta property="og:image" content="{picture}">' in page

    def test_a_club_has_a_picture_with_what_it_says_of_itself(self, now):
        club = club_of(an_organiser())
        club.about = "Los jueves a la noche, en la sede de siempre. " * 8
        lines = club_poster(club).lines
        assert len(lines) == 5
        assert lines[-1].endswith("…")
        answer = a_browser().get(f"/clubs/{club.slug}/picture.png")
        assert Image.open(io.BytesIO(answer.content)).size == (1200, 630)

    def test_the_podium_is_on_the_picture(self, now):
        event = an_event(now, "single", 4, third_place=True)
        award_all(event, now)
        told = competition_poster(event).lines
        assert [line.split()[0] for line in told] == ["1.º", "2.º", "3.º"]

    def test_the_hour_on_the_picture_is_the_clubs_and_says_so(self, now):
        cup = a_cup(an_organiser(), now, starts_at=datetime(2030, 11, 23, 19, 0, tzinfo=UTC))
        cup.club.zone = "Europe/Madrid"
        assert competition_poster(cup).lines[-1] == "23 de noviembre, 20:00, hora de Madrid"

    def test_what_is_not_public_has_none_for_strangers(self, now):
        cup = a_running_cup(an_organiser(), now, entries=2, public=False)
        assert a_browser().get(f"/competitions/{cup.pk}/picture.png").status_code == 404

    def test_a_title_that_is_too_long_is_made_to_fit(self):
        assert render_poster(Poster("x" * 400, "W" * 400, ["ñ" * 400] * 3))


class TestEmbed:
    """Other sites may frame these pages and no others."""

    @pytest.mark.feature("Exports", "A page to embed")
    def test_only_the_embedded_page_may_be_framed(self, now):
        cup = a_running_cup(an_organiser(), now, entries=2)
        framed = a_browser().get(f"/embed/competitions/{cup.pk}/")
        own = a_browser().get(f"/competitions/{cup.pk}/")
        assert "frame-ancestors *" in framed["Content-Security-Policy"]
        assert "X-Frame-Options" not in framed
        assert "frame-ancestors 'none'" in own["Content-Security-Policy"]
        assert own["X-Frame-Options"] == "DENY"

    def test_it_sets_no_cookie_and_offers_nothing_to_post(self, now):
        cup = a_running_cup(an_organiser(), now, entries=2)
        framed = a_browser().get(f"/embed/competitions/{cup.pk}/")
        assert not framed.cookies
        assert "<form" not in text_of(framed)

    def test_what_is_not_public_is_not_embedded_even_for_its_organiser(self, now):
        organiser = an_organiser()
        cup = a_running_cup(organiser, now, entries=2, public=False)
        for part in ("", "standings/", "fixtures/"):
            path = f"/embed/competitions/{cup.pk}/{part}"
            assert a_browser(organiser).get(path).status_code == 404

    def test_standings_and_fixtures_are_framed_as_plain_tables(self, now):
        event = an_event(now, "round-robin", 3)
        names = list(event.entries.values_list("name", flat=True))
        path = f"/embed/competitions/{event.pk}"
        fixtures = a_browser().get(f"{path}/fixtures/")
        award_all(event, now)
        ended = {part: a_browser().get(f"{path}/{part}/") for part in ("standings", "fixtures")}
        for framed in (fixtures, *ended.values()):
            assert "frame-ancestors *" in framed["Content-Security-Policy"]
            assert "X-Frame-Options" not in framed
            assert not framed.cookies
            assert not any(each in text_of(framed) for each in ("<form", "<script", "ws-connect"))
        assert "Partido" in text_of(fixtures)
        assert "por ausencia" in text_of(ended["fixtures"])
        assert all(name in text_of(ended["standings"]) for name in names)
        assert a_browser().get(f"{path}/podium/").status_code == 404
