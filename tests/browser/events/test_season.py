"""A league over months: its calendar is searched for, a night falls out, play-offs end it."""

from collections import Counter
from datetime import date, datetime

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.screens import Screen
from tests.tournaments.events import award, organiser_of, the_better_seed
from tests.tournaments.league_factories import WEEK, a_league
from tournaments.formats.season_planner import plan_season
from tournaments.models import ClosedDay, Competition, Match, Venue
from tournaments.planning import services as planning
from tournaments.verification import violations

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ROUNDS, PLAYOFFS = 22, 2  # of twelve, home and away; of four
STEPS = 100_000  # a twentieth of the usual search: enough for these rooms


def a_drawn_league(now: datetime) -> Competition:
    """Draw a league of two teams from each of six clubs, which share three rooms."""
    league = a_league(now, entries=12, cycles=2, finalists=4, with_cards=True)
    rooms = [
        Venue.objects.create(club=league.club, name=f"Sala {number}", table_count=3)
        for number in (1, 2, 3)
    ]
    for number, entry in enumerate(league.entries.order_by("seed")):
        entry.name = f"Club {number // 2 + 1} {'AB'[number % 2]}"
        entry.home = rooms[number // 4]
        entry.save()
    for number, room in enumerate(rooms):
        for night in (number, 5 + number, 12 + number):
            ClosedDay.objects.create(club=league.club, venue=room, day=days_of(league)[night])
    return league


def days_of(league: Competition) -> list[date]:
    return list(league.playing_days.order_by("day").values_list("day", flat=True))


@pytest.fixture
def _short_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "usual_steps", lambda _season: STEPS)
    monkeypatch.setattr(
        planning, "plan_season", lambda *args, **more: plan_season(*args, steps=STEPS, **more)
    )


@pytest.mark.feature(
    "Leagues", "A season of clubs: a calendar that fits the rooms, a lost night, play-offs"
)
@pytest.mark.long
@pytest.mark.usefixtures("_short_search")
def test_a_season_is_planned_loses_a_night_and_ends_in_play_offs(open_screen):
    now = timezone.now()
    league = a_drawn_league(now)
    desk = open_screen(f"/competitions/{league.pk}/days/", organiser_of(league))
    leaves_a_spare_week(desk, league)
    plans(desk, league)
    loses_a_night(desk, league)
    writes_down_the_final(desk, all_but_the_final(league, now))
    league.refresh_from_db()
    assert league.champion.name == "Club 1 A"
    assert list(violations(live=True)) == []


def leaves_a_spare_week(desk: Screen, league: Competition) -> None:
    """Move the play-offs a week on, and play no round on the day that gets free."""
    free = days_of(league)[ROUNDS]
    page, last = desk.page, page_row(desk, ROUNDS)
    desk.follow(last.get_by_role("link", name="Mover"))
    page.get_by_label("A otro día, y lo de después corre igual").check()
    page.get_by_label("Día nuevo").fill(str(free + WEEK))
    page.get_by_label("Motivo").fill("una semana libre")
    desk.follow(page.get_by_role("button", name="Ver qué cambia"))
    desk.follow(page.get_by_role("button", name="Mover 3 partidos"))
    desk.open(f"/competitions/{league.pk}/days/")
    page.get_by_label("Primer día").fill(str(free))
    page.get_by_label("Horas").fill(league.playing_days.first().hours)
    desk.follow(page.get_by_role("button", name="Sumarlos"))
    assert len(days_of(league)) == ROUNDS + 1 + PLAYOFFS


def page_row(desk: Screen, number: int):
    return desk.page.locator("section:has(#days) li.row").nth(number)


def plans(desk: Screen, league: Competition) -> None:
    """Ask for a calendar, look at it, publish it."""
    page = desk.page
    desk.open(f"/competitions/{league.pk}/plan/")
    desk.follow(page.get_by_role("button", name="Buscar un calendario"))
    expect(page.get_by_role("heading", name="Borrador")).to_be_visible(timeout=60_000)
    expect(
        page.get_by_text("Se cumplen todos los pedidos, y cada partido tiene lugar.")
    ).to_be_visible()
    desk.follow(page.get_by_role("button", name="Publicar este calendario"))
    fits_the_rooms(league)


def fits_the_rooms(league: Competition) -> None:
    """No night has more matches in a room than tables, or any in a closed one."""
    dated = Match.objects.of(league.pk).filter(round__group__stage__number=1)
    nights = Counter(dated.values_list("venue", "round__day__day"))
    assert sum(nights.values()) == 132
    assert max(nights.values()) <= 3
    closed = set(ClosedDay.objects.values_list("venue", "day"))
    assert not closed & set(nights)


def loses_a_night(desk: Screen, league: Competition) -> None:
    """Say that nothing can be played on the fifth night: only its matches move."""
    page, lost = desk.page, league.playing_days.order_by("day")[4]
    there = set(Match.objects.filter(round__day=lost).values_list("pk", flat=True))
    hours = dict(Match.objects.of(league.pk).values_list("pk", "scheduled_at"))
    desk.open(f"/competitions/{league.pk}/plan/lost/")
    options = page.get_by_label("Qué día").locator("option")
    expect(options).to_have_count(ROUNDS + 1)
    page.get_by_label("Qué día").select_option(str(lost.pk))
    desk.follow(page.get_by_role("button", name="Ver qué cambia"))
    page.get_by_label("Por qué").fill("se inundó el salón")
    desk.follow(page.get_by_role("button", name="Cambiar el calendario"))
    after = dict(Match.objects.of(league.pk).values_list("pk", "scheduled_at"))
    assert {pk for pk in hours if hours[pk] != after[pk]} == there
    assert not Match.objects.of(league.pk).filter(awaits_date=True).exists()
    fits_the_rooms(league)


def all_but_the_final(league: Competition, now: datetime) -> Match:
    """Award all matches to the better seed, up to the final."""
    final = Match.objects.of(league.pk).get(round__group__stage__number=2, round__number=2)
    open_ = Match.objects.of(league.pk).filter(state__in=(Match.State.READY, Match.State.CALLED))
    while others := list(open_.exclude(pk=final.pk)):
        for match in others:
            award(match, the_better_seed(match), now)
    return final


def writes_down_the_final(desk: Screen, final: Match) -> None:
    """Write the last result on a phone: who won, and what the other side made."""
    desk.open(f"/competitions/{final.competition.pk}/results/")
    row = desk.page.locator(f"#m{final.pk}")
    row.locator(f".side{the_better_seed(final)}").tap()
    desk.page.locator("#pad").get_by_role("button", name="3", exact=True).tap()
    expect(row.locator(".mark")).to_contain_text("✓")
