"""Calendars: what a name may not add to them, and whose they are."""

import pytest
from django.test import Client
from icalendar import Calendar

from tests.games.tables import a_person
from tests.soak.inputs.listed import check
from tests.tournaments.browsers import a_browser
from tests.tournaments.cups import players_of
from tests.tournaments.exports.test_feeds import a_recent_league
from tests.tournaments.league_factories import fixture
from tournaments.models import CalendarKey, Competition, Entry
from tournaments.schedule.calendars import token_of

pytestmark = [pytest.mark.both, pytest.mark.django_db]

TITLES = (
    "Final\r\nATTENDEE:mailto:x@evil.example\r\nBEGIN:VALARM",
    "Final\nEND:VEVENT\nBEGIN:VEVENT\nSUMMARY:otro",
    "a;b,c\\n:d" + "ñ" * 90,
)


@check("B109")
@pytest.mark.parametrize("title", TITLES)
def test_a_name_stays_a_name(title):
    """Such a name cannot be given; it is written into the row, past every form."""
    league = a_recent_league()
    Competition.objects.filter(pk=league.pk).update(name=title[:80])
    Entry.objects.filter(competition=league).update(name=title[:80])
    answer = Client().get(f"/competitions/{league.pk}/calendar.ics")
    assert all(len(line) <= 75 for line in answer.content.split(b"\r\n"))
    calendar = Calendar.from_ical(answer.content)
    kinds = {part.name for part in calendar.walk()}
    assert kinds <= {"VCALENDAR", "VEVENT"}
    told = [event for event in calendar.walk("VEVENT") if "matches" in str(event["url"])]
    assert len(told) == 6
    assert not any("attendee" in event or "valarm" in event for event in told)
    wanted = title[:80].replace("\r\n", "\n")
    assert all(wanted in str(event["summary"]).replace("\r\n", "\n") for event in told)


@check("B110")
def test_a_secret_address_is_long_ones_own_and_can_be_taken_back():
    league = a_recent_league(public=False)
    ana, rosa = (players_of(fixture(league, 1), side)[0] for side in (0, 1))
    a_browser(ana).post("/calendars/renew/")
    token = token_of(CalendarKey.objects.get(user=ana))
    path = f"/calendars/{ana.pk}/{token}.ics"
    assert len(token) >= 32  # hexadecimal: 128 bits
    assert token not in str(CalendarKey.objects.values())
    answer = Client().get(path)
    assert answer.status_code == 200
    assert answer.headers["Referrer-Policy"] in {"same-origin", "no-referrer"}
    assert "private" in answer.headers["Cache-Control"]
    for other in (rosa, a_person()):
        assert Client().get(f"/calendars/{other.pk}/{token}.ics").status_code == 404
    a_browser(ana).post("/calendars/revoke/")
    assert Client().get(path).status_code == 404
