"""Texts about times, and the metadata for crawlers and previews."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, a_running_cup, club_of, enter, play_cup
from tournaments.competitions.settings import CompetitionSettings
from tournaments.entries import services as entries
from tournaments.entries.rosters import NamedPlayer
from tournaments.formats.options import FormatOptions
from tournaments.lifecycle import set_up
from tournaments.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.both]
VALID = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4}")  # no parts of a second


def test_instants_in_attributes_are_written_without_parts_of_a_second(organiser):
    now = datetime(2026, 3, 14, 21, 30, 0, 123456, tzinfo=UTC)
    cup = a_running_cup(organiser, now)
    play_cup(cup, now)
    match = Match.objects.of(cup.pk).first()
    player = cup.entries.earliest("pk").roster.get().user
    pages = (
        f"/competitions/{cup.pk}/manage/?s=log",
        f"/competitions/{cup.pk}/manage/",
        f"/matches/{match.pk}/",
        f"/players/{player}/",
    )
    for path in pages:
        written = re.findall(r'<time[^>]* datetime="([^"]*)"', text_of(a_browser().get(path)))
        written += re.findall(
            r'<time[^>]* datetime="([^"]*)"', text_of(a_browser(organiser).get(path))
        )
        assert written
        assert [one for one in written if not VALID.fullmatch(one)] == []


def test_the_log_tells_a_new_start_by_the_readers_clock(organiser, now):
    cup = a_cup(organiser, now)
    start = datetime(2026, 3, 21, 0, 0, tzinfo=UTC)
    terms = replace(CompetitionSettings.of(cup), starts_at=start)
    set_up.edit_competition(competition_id=cup.pk, actor=organiser, terms=terms, now=now)
    organiser.zone = "America/Argentina/Buenos_Aires"
    organiser.save()
    page = text_of(a_browser(organiser).get(f"/competitions/{cup.pk}/manage/?s=log"))
    assert "21:00</bdi>" in page
    assert "2026-03-21T00:00" not in page


def test_who_takes_a_place_alone_is_no_team(organiser, now):
    told = {}
    for per_side in (1, 2):
        cup = a_cup(organiser, now, per_side=per_side)
        names = [NamedPlayer(f"Marta {number}") for number in range(per_side)]
        entry = entries.add_entry(competition_id=cup.pk, actor=organiser, players=names, now=now)
        token = entries.renew_invitation(entry_id=entry.pk, user=organiser)
        answer = a_browser(a_person()).post(f"/invitation/{token}/", follow=True)
        told[per_side] = "Ya son equipo" in text_of(answer)
    assert told == {1: False, 2: True}


# ---- a league's first day ----
@pytest.fixture
def league(organiser, now):
    league = a_cup(organiser, now, shape=FormatOptions(format="league", cycles=1), round_days=7)
    for _ in range(4):
        enter(league, organiser, now, a_person())
    return league


@pytest.mark.feature("Competitions", "A league is asked for its first day")
def test_a_league_without_its_first_day_is_asked_for_it_and_drawn(organiser, league):
    browser, draw = a_browser(organiser), f"/competitions/{league.pk}/draw/"
    page = browser.post(draw)
    assert page.status_code == 200
    assert "¿Cuándo se juega la primera fecha?" in text_of(page)
    offered = re.search(r'name="starts_at" value="([^"]*)"', text_of(page))[1]
    assert datetime.fromisoformat(f"{offered}-03:00") > timezone.now() + timedelta(days=6)
    assert browser.post(draw, {"starts_at": offered}).url == f"/competitions/{league.pk}/manage/"
    league.refresh_from_db()
    assert league.is_drawn
    assert f"{timezone.localtime(league.starts_at, club_zone(organiser)):%Y-%m-%dT%H:%M}" == offered


def club_zone(organiser):
    return ZoneInfo(club_of(organiser).zone)


@pytest.mark.parametrize("written", ["", "ayer", "9999-12-31T23:59"])
def test_a_first_day_that_cannot_be_is_refused_and_nothing_is_drawn(organiser, league, written):
    answer = a_browser(organiser).post(f"/competitions/{league.pk}/draw/", {"starts_at": written})
    assert answer.status_code == 422
    assert "errorlist" in text_of(answer)
    league.refresh_from_db()
    assert (league.is_drawn, league.starts_at) == (False, None)


# ---- what others read ----
def test_public_pages_describe_themselves_and_secrets_are_left_alone(organiser, now):
    cup = a_cup(organiser, now, name="Copa & Cía")
    page = text_of(a_browser().get(f"/competitions/{cup.pk}/"))
    assert '<meta name="description" content="Copa &amp; Cía, ' in page
    assert '<meta name="description" content="Truco en vivo' in text_of(a_browser().get("/"))
    robots = a_browser().get("/robots.txt")
    assert robots.headers["Content-Type"].startswith("text/plain")
    assert "Disallow: /invitation/" in text_of(robots)
    assert "Disallow: /\n" not in text_of(robots)
