"""Pages of venues and playing days: adding, moving with a preview, postponing; calendars."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from icalendar import Calendar

from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, an_organiser, club_of, enter, players_of
from tests.tournaments.events import organiser_of
from tests.tournaments.league_factories import DAY, WEEK, a_league, fixture
from tournaments.formats.options import FormatOptions
from tournaments.leagues.views import league_desk
from tournaments.models import ClosedDay, Competition, Entry, Match, Team, Venue
from tournaments.schedule import services as schedule
from tournaments.withdrawals import services as withdrawals

pytestmark = pytest.mark.django_db


def start_of_week() -> datetime:
    """An evening in ten days: pages look at the clock."""
    return timezone.now().replace(hour=23, minute=0, second=0, microsecond=0) + 10 * DAY


@pytest.fixture
def league() -> Competition:
    return a_league(timezone.now(), starts_at=start_of_week())


def events_of(answer) -> dict[str, dict]:
    """The events of a calendar, by their names."""
    calendar = Calendar.from_ical(answer.content)
    return {str(event["UID"]): event for event in calendar.walk("VEVENT")}


@pytest.mark.feature("Leagues", "A club writes down its venues with nights and closed days")
def test_an_organiser_adds_a_venue_with_nights_and_a_closed_day() -> None:
    organiser = an_organiser()
    club = club_of(organiser)
    browser, page = a_browser(organiser), f"/clubs/{club.slug}/venues/"
    browser.post(page, {"name": "Bar Central", "address": "Mitre 420", "table_count": "3",
                        "from-3": "20:00", "to-3": "01:00"})  # fmt: skip
    venue = Venue.objects.get(club=club)
    assert [str(night) for night in venue.nights.all()] == ["jueves 20:00-01:00"]
    assert "Mitre 420" in text_of(a_browser().get(page))
    day = (timezone.now() + 30 * DAY).date()
    browser.post(f"/clubs/{club.slug}/closed/", {"day": str(day), "venue": "", "reason": "feriado"})
    closed = ClosedDay.objects.get(club=club)
    assert (closed.venue, closed.reason) == (None, "feriado")
    assert "feriado" in text_of(browser.get(page))
    browser.post(f"/clubs/{club.slug}/closed/", {"remove": closed.pk})
    assert not ClosedDay.objects.exists()


@pytest.mark.parametrize(
    ("standing", "told"),
    [
        (1, "Ese día hay 1 partido con hora: hay que moverlo."),
        (2, "Ese día hay 2 partidos con hora: hay que moverlos."),
    ],
)
def test_who_closes_a_day_is_told_how_many_matches_stand_on_it(league, standing, told) -> None:
    venue = Venue.objects.create(club=league.club, name="Bar")
    at = timezone.now() + 30 * DAY
    moved = Match.objects.of(league.pk).undecided().values("pk")[:standing]
    Match.objects.filter(pk__in=[row["pk"] for row in moved]).update(venue=venue, scheduled_at=at)
    form = {
        "day": f"{timezone.localdate(at, ZoneInfo(league.club.zone))}",
        "venue": "",
        "reason": "",
    }
    browser = a_browser(organiser_of(league))
    page = text_of(browser.post(f"/clubs/{league.club.slug}/closed/", form, follow=True))
    assert told in page


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"table_count": "0"},
        {"table_count": "9" * 40},
        {"from-1": "20:00"},
        {"from-1": "20:00", "to-1": "20:00"},
        {"from-1": "25:00", "to-1": "26:00"},
    ],
)
def test_a_venue_that_makes_no_sense_is_refused_in_words(wrong: dict[str, str]) -> None:
    organiser = an_organiser()
    page = f"/clubs/{club_of(organiser).slug}/venues/"
    terms = {"name": "Bar", "address": "", "table_count": "1", **wrong}
    assert a_browser(organiser).post(page, terms).status_code == 422
    assert not Venue.objects.exists()


def test_a_venue_is_named_once_and_removed_when_nothing_is_played_there() -> None:
    organiser = an_organiser()
    club, browser = club_of(organiser), a_browser(organiser)
    page = f"/clubs/{club.slug}/venues/"
    terms = {"name": "Bar", "address": "", "table_count": "1"}
    browser.post(page, terms)
    assert "ya tiene un lugar" in text_of(browser.post(page, terms))
    venue = Venue.objects.get()
    browser.post(f"{page}{venue.pk}/", {"remove": "1"})
    assert not Venue.objects.exists()


@pytest.mark.feature("Leagues", "Organisers choose the days of any competition")
def test_days_are_added_without_holidays_and_removed() -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, timezone.now(), shape=FormatOptions(format="swiss"))
    first = (timezone.now() + 10 * DAY).date()
    ClosedDay.objects.create(club=cup.club, day=first + WEEK)
    browser, page = a_browser(organiser), f"/competitions/{cup.pk}/days/"
    terms = {"first": str(first), "number": "3", "every": "7", "hours": "20:30",
             "round_count": "1", "venue": ""}  # fmt: skip
    answer = browser.post(page, terms, follow=True)
    assert "Sumamos 2 días. 1 es feriado del club y queda libre." in text_of(answer)
    cup.refresh_from_db()
    days = list(cup.playing_days.order_by("day"))
    assert [day.day for day in days] == [first, first + 2 * WEEK]
    assert cup.has_own_days
    assert cup.starts_at.date() in (first, first + DAY)
    assert browser.post(page, terms).status_code == 409  # they are there already
    browser.post(page, {"remove": days[1].pk})
    assert cup.playing_days.count() == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"first": "2020-01-01"},
        {"first": "9999-12-31", "number": "2"},
        {"first": "0001-01-01"},
        {"first": "mañana"},
        {"hours": "22:00, 20:30"},
        {"hours": ""},
        {"number": "0"},
        {"number": "60", "every": "31"},
        {"venue": "99999"},
    ],
)
def test_days_that_make_no_sense_are_refused(wrong: dict[str, str]) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, timezone.now())
    terms = {"first": str((timezone.now() + DAY).date()), "number": "1", "every": "7",
             "hours": "20:30", "round_count": "1", "venue": "", **wrong}  # fmt: skip
    assert a_browser(organiser).post(f"/competitions/{cup.pk}/days/", terms).status_code >= 400
    assert not cup.playing_days.exists()


def test_each_entry_has_its_home() -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, timezone.now())
    entry = enter(cup, organiser, timezone.now(), a_person())
    venue = Venue.objects.create(club=cup.club, name="Sur", table_count=2)
    browser = a_browser(organiser)
    assert "Quién es local dónde" in text_of(browser.get(f"/competitions/{cup.pk}/days/"))
    browser.post(f"/competitions/{cup.pk}/homes/", {f"home-{entry.pk}": venue.pk})
    entry.refresh_from_db()
    assert entry.home == venue


def test_play_offs_are_dates_of_their_own_after_the_table(now: datetime) -> None:
    league = a_league(now, finalists=4)
    address = f"/competitions/{league.pk}/fixture/"
    assert "Semifinales" not in text_of(a_browser().get(address, {"round": 1}))
    assert "Semifinales" in text_of(a_browser().get(address, {"round": 4}))
    page = text_of(a_browser(organiser_of(league)).get(f"/competitions/{league.pk}/days/"))
    days = " ".join(page.split())
    assert "Semifinales · 0 de 2 jugados" in days
    assert days.count("Fecha 1 ·") == 1


def test_a_day_moves_after_its_preview_was_seen(league: Competition) -> None:
    second = league.playing_days.order_by("day")[1]
    browser = a_browser(organiser_of(league))
    page = f"/competitions/{league.pk}/days/{second.pk}/"
    asked = {"how": "later", "to": str(second.day + WEEK), "reason": "feria"}
    shown = browser.get(page, asked)
    assert "Mover 4 partidos" in text_of(shown)
    mark = shown.context["preview"].mark
    browser.post(page, asked | {"seen": mark})
    assert league.playing_days.order_by("day")[1].day == second.day + WEEK
    assert browser.get(page, {"how": "later", "to": "", "reason": "x"}).status_code == 422
    for wrong, why in (("0001-01-01", "ya pasó"), ("9999-12-31", "dentro del año"), ("x", "fecha")):
        answer = browser.get(page, {"how": "later", "to": wrong, "reason": "x"})
        assert answer.status_code == 422
        assert why in text_of(answer)
    again = {"how": "none", "to": "", "reason": "lluvia"}
    assert browser.post(page, again | {"seen": "x"}).status_code == 409


def test_a_match_without_a_date_is_shown_as_such_everywhere(league: Competition) -> None:
    match = fixture(league, 1)
    organiser = a_browser(organiser_of(league))
    organiser.post(f"/matches/{match.pk}/postpone/", {"reason": "viaje"})
    match.refresh_from_db()
    assert match.awaits_date
    assert "Sin fecha: a convenir" in text_of(organiser.get(f"/matches/{match.pk}/"))
    assert "sin fecha" in text_of(a_browser().get(f"/competitions/{league.pk}/fixture/"))
    assert "Sin fecha" in text_of(organiser.get(f"/competitions/{league.pk}/days/"))
    player = players_of(match, 0)[0]
    mine = text_of(a_browser(player).get("/"))
    assert "Quedó sin fecha" not in mine  # the next one that will be played
    (gap,) = league_desk(league, timezone.now()).gaps
    assert [view.match for view in gap.without_hour] == [match]


def test_the_card_of_a_player_names_the_place(league: Competition) -> None:
    match = fixture(league, 1)
    venue = Venue.objects.create(club=league.club, name="Bar Sur", address="Mitre 420")
    schedule.set_time(
        match_id=match.pk, actor=organiser_of(league), at=match.scheduled_at, venue_id=venue.pk,
        reason="sede", now=timezone.now(),
    )  # fmt: skip
    mine = text_of(a_browser(players_of(match, 0)[0]).get("/"))
    assert "Bar Sur" in mine
    assert "Mitre 420" in mine


def test_a_full_venue_is_told_in_the_form_of_a_match(league: Competition) -> None:
    venue = Venue.objects.create(club=league.club, name="Bar Sur", table_count=1)
    first, second = (fixture(league, 1, position) for position in (1, 2))
    local = timezone.localtime(first.scheduled_at, ZoneInfo(organiser_of(league).zone))
    browser = a_browser(organiser_of(league))
    hour = {"at": f"{local:%Y-%m-%dT%H:%M}", "venue": venue.pk, "reason": "sede"}
    assert browser.post(f"/matches/{first.pk}/hour/", hour).status_code == 302
    answer = browser.post(f"/matches/{second.pk}/hour/", hour)
    assert answer.status_code == 409
    assert "no queda mesa" in text_of(answer)


@pytest.mark.feature("Leagues", "Calendars of a club, a team and a venue")
def test_events_move_with_their_sequence_and_are_cancelled(league: Competition) -> None:
    match = fixture(league, 1)
    organiser, page = organiser_of(league), f"/clubs/{league.club.slug}/calendar.ics"
    venue = Venue.objects.create(club=league.club, name="Bar Sur", address="Mitre 420")

    def event() -> dict:
        (found,) = [one for uid, one in events_of(a_browser().get(page)).items()
                    if uid.startswith(f"match-{match.pk}-")]  # fmt: skip
        return found

    before = event()
    now = timezone.now() + timedelta(minutes=1)
    at = match.scheduled_at + DAY
    schedule.set_time(match_id=match.pk, actor=organiser, at=at, venue_id=venue.pk, reason="x",
                      now=now)  # fmt: skip
    moved = event()
    assert moved["SEQUENCE"] > before["SEQUENCE"]
    assert moved["DTSTAMP"].dt > before["DTSTAMP"].dt
    assert moved["LAST-MODIFIED"].dt == moved["DTSTAMP"].dt
    assert moved["DTSTART"].dt == at
    assert moved["LOCATION"] == "Bar Sur, Mitre 420"
    browser = a_browser(organiser)
    browser.post(f"/clubs/{league.club.slug}/venues/{venue.pk}/",
                 {"name": "Bar Sur", "address": "Mitre 421", "table_count": "1"})  # fmt: skip
    renamed = event()
    assert renamed["LOCATION"] == "Bar Sur, Mitre 421"
    assert renamed["SEQUENCE"] > moved["SEQUENCE"]
    schedule.postpone(match_id=match.pk, actor=organiser, reason="viaje", now=now)
    off = event()
    assert (off["STATUS"], off["DTSTART"].dt) == ("CANCELLED", at)
    assert off["SEQUENCE"] > renamed["SEQUENCE"]


def test_a_team_that_leaves_cancels_its_dates_in_calendars(league: Competition) -> None:
    match = fixture(league, 3)
    entry = match.slots.get(side=0).entry
    team = Team.objects.create(club=league.club, name="Los Pardos", created_at=timezone.now())
    Entry.objects.filter(pk=entry.pk).update(team=team)
    found = events_of(a_browser().get(f"/teams/{team.pk}/calendar.ics"))
    assert {str(event["STATUS"]) for event in found.values()} == {"CONFIRMED"}
    withdrawals.withdraw(
        entry_id=entry.pk, actor=organiser_of(league), reason="x", now=timezone.now()
    )
    off = events_of(a_browser().get(f"/teams/{team.pk}/calendar.ics"))
    assert {str(event["STATUS"]) for event in off.values()} == {"CANCELLED"}
    assert all(off[uid]["SEQUENCE"] > event["SEQUENCE"] for uid, event in found.items())
    withdrawals.reinstate(
        entry_id=entry.pk, actor=organiser_of(league), reason="vuelve", now=timezone.now()
    )
    back = events_of(a_browser().get(f"/teams/{team.pk}/calendar.ics"))
    assert {str(event["STATUS"]) for event in back.values()} == {"CONFIRMED"}
    assert all(back[uid]["SEQUENCE"] > event["SEQUENCE"] for uid, event in off.items())


def test_the_calendar_of_a_venue_has_what_is_played_there(league: Competition) -> None:
    venue = Venue.objects.create(club=league.club, name="Bar Sur", table_count=4)
    Match.objects.filter(pk=fixture(league, 2).pk).update(venue=venue)
    page = f"/clubs/{league.club.slug}/venues/{venue.pk}/calendar.ics"
    assert len(events_of(a_browser().get(page))) == 1
    Competition.objects.filter(pk=league.pk).update(public=False)
    assert events_of(a_browser().get(page)) == {}
