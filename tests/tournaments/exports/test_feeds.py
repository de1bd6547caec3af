"""Calendar feeds: their contents, readers and updates."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from icalendar import Calendar, Event

from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, a_running_cup, an_organiser, players_of
from tests.tournaments.events import organiser_of
from tests.tournaments.league_factories import DAY, a_league, fixture
from tournaments.competitions.settings import CompetitionSettings
from tournaments.lifecycle import services as lifecycle
from tournaments.lifecycle import set_up
from tournaments.models import CalendarKey, Competition, Match
from tournaments.schedule import services as schedule
from tournaments.schedule.calendars import renew_calendar, token_of

pytestmark = pytest.mark.django_db


def events(answer) -> dict[str, Event]:
    """Return the events of a calendar, by match number or name."""
    calendar = Calendar.from_ical(answer.content)
    return {str(event["url"]): event for event in calendar.walk("VEVENT")}


def event_of(match: Match, address: str) -> Event:
    return events(Client().get(address))[f"http://testserver/matches/{match.pk}/"]


def a_recent_league(**terms: object) -> Competition:
    now = datetime.now(UTC).replace(microsecond=0)
    return a_league(now, starts_at=now + DAY, **terms)


@pytest.mark.feature("Exports", "Calendars of a competition and of an entry")
def test_a_calendar_tells_every_match_with_its_hour_in_utc() -> None:
    league = a_recent_league()
    answer = Client().get(f"/competitions/{league.pk}/calendar.ics")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert len(events(answer)) == 6
    match = fixture(league, 2)
    event = event_of(match, f"/competitions/{league.pk}/calendar.ics")
    assert event["dtstart"].dt == match.scheduled_at
    assert event["dtstart"].to_ical().endswith(b"Z")
    sides = " – ".join(str(slot.entry) for slot in match.slots.order_by("side"))
    assert event["summary"] == f"Truco: {sides}"
    assert event["status"] == "CONFIRMED"
    assert str(league) in event["location"]


def test_a_match_that_moves_keeps_its_name_and_grows_its_sequence() -> None:
    league = a_recent_league()
    match, address = fixture(league, 1), f"/competitions/{league.pk}/calendar.ics"
    before = event_of(match, address)
    at = match.scheduled_at + DAY
    schedule.set_time(
        match_id=match.pk,
        actor=organiser_of(league),
        at=at,
        reason="feria",
        now=datetime.now(UTC),
    )
    after = event_of(match, address)
    assert after["uid"] == before["uid"]
    assert after["dtstart"].dt == at
    assert after["sequence"] > before["sequence"]
    assert after["dtstamp"].dt >= before["dtstamp"].dt


def test_a_start_that_moves_is_a_new_version_of_the_same_event() -> None:
    start = datetime.now(UTC).replace(microsecond=0) + DAY
    organiser = an_organiser()
    cup = a_cup(organiser, start - 2 * DAY, starts_at=start)
    address = f"/competitions/{cup.pk}/calendar.ics"
    (before,) = events(Client().get(address)).values()
    terms = replace(CompetitionSettings.of(cup), starts_at=start + DAY)
    changed_at = start - DAY / 2
    set_up.edit_competition(competition_id=cup.pk, actor=organiser, terms=terms, now=changed_at)
    (after,) = events(Client().get(address)).values()
    assert (after["uid"], after["dtstart"].dt) == (before["uid"], start + DAY)
    assert after["sequence"] > before["sequence"]
    assert after["dtstamp"].dt == after["last-modified"].dt == changed_at


def test_what_is_given_up_is_cancelled_in_calendars() -> None:
    league = a_recent_league()
    match, address = fixture(league, 1), f"/competitions/{league.pk}/calendar.ics"
    before = event_of(match, address)
    lifecycle.cancel(
        competition_id=league.pk,
        actor=organiser_of(league),
        reason="no hay salón",
        now=datetime.now(UTC),
    )
    after = event_of(match, address)
    assert (after["status"], after["uid"]) == ("CANCELLED", before["uid"])
    assert after["sequence"] > before["sequence"]


def test_a_calendar_speaks_the_language_its_address_names() -> None:
    league = a_cup(an_organiser(), datetime.now(UTC), starts_at=datetime.now(UTC) + DAY)
    address = f"/competitions/{league.pk}/calendar.ics"
    for query, started in (("", "Empieza Copa"), ("?language=xx", "Empieza Copa")):
        (event,) = events(Client().get(address + query)).values()
        assert event["summary"] == started
        assert event["url"].endswith(f"/competitions/{league.pk}/")


def test_an_entry_has_a_calendar_of_its_own() -> None:
    league = a_recent_league()
    entry = league.entries.first()
    answer = Client().get(f"/competitions/{league.pk}/entries/{entry.pk}/calendar.ics")
    assert len(events(answer)) == 3
    other = a_recent_league().entries.first()
    address = f"/competitions/{league.pk}/entries/{other.pk}/calendar.ics"
    assert Client().get(address).status_code == 404


def test_a_competition_that_is_not_public_has_no_calendar_for_all() -> None:
    league = a_recent_league(public=False)
    entry = league.entries.first()
    for browser in (Client(), a_browser(organiser_of(league))):
        for address in ("calendar.ics", f"entries/{entry.pk}/calendar.ics"):
            assert browser.get(f"/competitions/{league.pk}/{address}").status_code == 404


def test_a_copy_that_is_the_same_still_is_not_sent_again() -> None:
    league = a_recent_league()
    address = f"/competitions/{league.pk}/calendar.ics"
    first = Client().get(address)
    assert "public" in first["Cache-Control"]
    again = Client().get(address, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert not first.cookies


@pytest.mark.feature("Exports", "A secret calendar for each player")
def test_a_player_has_a_secret_address_with_all_their_matches() -> None:
    league, cup = (
        a_recent_league(public=False),
        a_running_cup(
            an_organiser(), datetime.now(UTC), starts_at=datetime.now(UTC) + timedelta(hours=2)
        ),
    )
    match = fixture(league, 1)
    ana = players_of(match, 0)[0]
    cup.entries.first().roster.update(user=ana)
    browser = a_browser(ana)
    assert "Crear la dirección" in text_of(browser.get("/profile/"))
    browser.post("/calendars/renew/")
    key = CalendarKey.objects.get(user=ana)
    address = f"/calendars/{ana.pk}/{token_of(key)}.ics"
    assert f"http://testserver{address}" in text_of(browser.get("/profile/"))
    answer = Client().get(address)
    assert len(events(answer)) == 3 + 1
    assert "private" in answer["Cache-Control"]


def test_a_new_address_ends_the_old_one_and_it_can_be_taken_back() -> None:
    ana = a_person()
    browser = a_browser(ana)
    addresses = []
    for _ in range(2):
        browser.post("/calendars/renew/")
        key = CalendarKey.objects.get(user=ana)
        addresses.append(f"/calendars/{ana.pk}/{token_of(key)}.ics")
    assert [Client().get(address).status_code for address in addresses] == [404, 200]
    browser.post("/calendars/revoke/")
    assert Client().get(addresses[1]).status_code == 404


def test_whoever_left_has_no_calendar(now: datetime) -> None:
    ana = a_person()
    renew_calendar(user=ana, now=now)
    token = token_of(CalendarKey.objects.get(user=ana))
    ana.is_active = False
    ana.save()
    assert Client().get(f"/calendars/{ana.pk}/{token}.ics").status_code == 404


def test_addresses_that_lead_nowhere_are_counted_and_right_ones_still_answer(
    now: datetime,
) -> None:
    cache.clear()
    ana = a_person()
    renew_calendar(user=ana, now=now)
    token = token_of(CalendarKey.objects.get(user=ana))
    wrong = [f"/calendars/{ana.pk}/{number:032x}.ics" for number in range(11)]
    assert [Client().get(address).status_code for address in wrong] == [404] * 10 + [429]
    assert Client().get(f"/calendars/{ana.pk}/{token}.ics").status_code == 200
    cache.clear()


@pytest.mark.parametrize("pk", [0, 2**40, 2**64, 10**30])
def test_numbers_of_nobody_lead_nowhere(pk: int) -> None:
    cache.clear()
    for address in (
        f"/calendars/{pk}/{'a' * 32}.ics",
        f"/competitions/{pk}/calendar.ics",
        f"/competitions/{pk}/entries/{pk}/calendar.ics",
    ):
        assert Client().get(address).status_code == 404
    cache.clear()
