"""The planner of a league: wishes, the search, its draft, and the calendar that it publishes."""

from collections import Counter
from datetime import datetime, timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from accounts.common.errors import RefusedError
from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.cups import play_match
from tests.tournaments.events import organiser_of
from tests.tournaments.league_factories import DAY, WEEK, a_league
from tests.tournaments.schedule.test_letters import with_address
from tests.tournaments.soundness import sound
from tournaments.formats.season_planner import plan_season as search
from tournaments.models import (
    ClosedDay,
    Competition,
    DateWish,
    Letter,
    Match,
    PlayingDay,
    Round,
    SeasonDraft,
    Venue,
)
from tournaments.planning import services as planning
from tournaments.planning.queries import read_planner
from tournaments.planning.seasons import is_plannable, read_league

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]


@pytest.fixture(autouse=True)
def short_searches(monkeypatch):
    """A search of some thousand steps finds what these small leagues need."""
    monkeypatch.setattr(planning, "usual_steps", lambda _season: 20_000)
    monkeypatch.setattr(
        planning, "plan_season", lambda *args, **more: search(*args, steps=20_000, **more)
    )


def a_planned_league(now: datetime, *, entries: int = 4, tables: int = 1, **more):
    """A league home and away, in which each two entries share a venue, with its organiser."""
    league = a_league(now, entries=entries, cycles=2, **more)
    venues = [
        Venue.objects.create(club=league.club, name=f"Bar {number}", table_count=tables)
        for number in range(entries // 2)
    ]
    for number, entry in enumerate(league.entries.order_by("pk")):
        entry.home = venues[number // 2 % len(venues)]
        entry.save()
    return league, organiser_of(league)


def run(league: Competition, organiser, now: datetime) -> SeasonDraft:
    draft = planning.start_plan(competition_id=league.pk, actor=organiser, now=now)
    planning.run_plan(draft_id=draft.pk, clock=lambda: now)
    draft.refresh_from_db()
    return draft


def refused(code: str):
    return pytest.raises(RefusedError, check=lambda error: error.code == code)


def dates_of(league: Competition) -> list:
    return sorted({day.day for day in league.playing_days.all()})


@pytest.mark.parametrize("entries", [4, 5])
def test_a_published_plan_is_a_whole_calendar(entries):
    now = timezone.now()
    league, organiser = a_planned_league(now, entries=entries, tables=2)
    first = league.entries.order_by("pk").first()
    day = dates_of(league)[2]
    planning.add_wish(
        competition_id=league.pk, entry_id=first.pk, day=day, side="home", actor=organiser
    )
    run(league, organiser, now)
    assert not read_planner(league).faults.told
    planning.publish_plan(competition_id=league.pk, actor=organiser, now=now)
    matches = Match.objects.of(league.pk).exclude(state=Match.State.BYE)
    sides = [
        tuple(match.slots.order_by("side").values_list("entry", flat=True)) for match in matches
    ]
    assert Counter(sides).most_common(1)[0][1] == 1
    assert len(sides) == entries * (entries - 1)
    asked = matches.filter(slots__entry=first, slots__side=0, round__day__day=day)
    assert asked.get().venue == first.home
    assert not matches.filter(scheduled_at=None).exists()
    assert not SeasonDraft.objects.exists()
    assert sound()


def test_a_league_is_planned_on_the_days_before_its_play_offs():
    now = timezone.now()
    league, organiser = a_planned_league(now, tables=2, finalists=2)
    final = Match.objects.of(league.pk).get(round__group__stage__number=2)
    before = final.scheduled_at
    assert is_plannable(league)
    assert len(read_league(league).places) == len(dates_of(league)) - 1
    run(league, organiser, now)
    planning.publish_plan(competition_id=league.pk, actor=organiser, now=now)
    final.refresh_from_db()
    assert final.scheduled_at == before
    table = Match.objects.of(league.pk).filter(round__group__stage__number=1)
    assert not table.filter(scheduled_at=None).exists()
    assert not table.filter(scheduled_at__gte=before).exists()
    assert sound()


def test_a_published_plan_tells_everybody_of_their_next_match():
    now = timezone.now()
    league, organiser = a_planned_league(now, tables=2)
    an_hour_earlier = F("scheduled_at") - timedelta(hours=1)  # so that any plan moves every match
    Match.objects.of(league.pk).update(scheduled_at=an_hour_earlier)
    run(league, organiser, now)
    Letter.objects.all().delete()
    for player in User.objects.filter(roster_places__competition=league):
        with_address(player)
    planning.publish_plan(competition_id=league.pk, actor=organiser, now=now)
    letters = Letter.objects.filter(kind=Letter.Kind.MOVED)
    everybody = set(league.entries.values_list("roster__user", flat=True))
    assert set(letters.values_list("user", flat=True)) == everybody
    assert letters.count() < league.entries.count() * 3


def test_no_night_has_more_matches_than_tables():
    now = timezone.now()
    league, organiser = a_planned_league(now, entries=6)
    run(league, organiser, now)
    planning.publish_plan(competition_id=league.pk, actor=organiser, now=now)
    rows = Match.objects.of(league.pk).values_list("venue", "scheduled_at")
    assert max(Counter(rows).values()) == 1


def test_a_match_that_loses_its_hour_is_cancelled_in_calendars():
    """A venue closes after the search: its matches of that day have no date, and a former hour."""
    now = timezone.now()
    league, organiser = a_planned_league(now, tables=2)
    run(league, organiser, now)
    closed = dates_of(league)[0]
    for venue in league.club.venues.all():
        ClosedDay.objects.create(club=league.club, venue=venue, day=closed)
    planning.publish_plan(competition_id=league.pk, actor=organiser, now=now)
    undated = Match.objects.of(league.pk).filter(awaits_date=True)
    assert undated.count() == 2
    assert not undated.filter(former_hour=None).exists()


def test_divisions_share_the_rooms():
    now = timezone.now()
    league, organiser = a_planned_league(now, entries=8, tables=1, divisions=2)
    run(league, organiser, now)
    planning.publish_plan(competition_id=league.pk, actor=organiser, now=now)
    dated = Match.objects.of(league.pk).filter(scheduled_at__isnull=False)
    assert max(Counter(dated.values_list("venue", "scheduled_at")).values()) == 1


def test_a_plan_is_searched_for_once():
    now = timezone.now()
    league, organiser = a_planned_league(now)
    draft = planning.start_plan(competition_id=league.pk, actor=organiser, now=now)
    with refused("plan-running"):
        planning.start_plan(competition_id=league.pk, actor=organiser, now=now)
    planning.run_plan(draft_id=draft.pk, clock=lambda: now)
    before = SeasonDraft.objects.get().matches
    planning.run_plan(draft_id=draft.pk, clock=lambda: now)
    assert SeasonDraft.objects.get().matches == before
    again = planning.start_plan(competition_id=league.pk, actor=organiser, now=now)
    assert again.pk != draft.pk


def test_trips_to_another_town_fall_on_the_weekend():
    """Two towns of two: four rounds are trips, and four of the six days are Saturdays."""
    now = timezone.now()
    league, organiser = a_planned_league(now, tables=2)
    days = list(league.playing_days.order_by("day"))
    saturday = days[0].day + DAY * ((5 - days[0].day.weekday()) % 7)
    for week, day in reversed(list(enumerate(days))):
        day.day = saturday + WEEK * (week + 8) - 2 * DAY * (week in (1, 4))
        day.save()
    for venue, town in zip(league.club.venues.order_by("pk"), ("Rosario", "Córdoba"), strict=True):
        venue.town = town
        venue.save()
    run(league, organiser, now)
    page = read_planner(league)
    assert page.faults.told == []
    thursday, trip = page.days[1], page.days[0].matches[0]
    planning.move_planned_match(
        competition_id=league.pk,
        home_id=trip.home.pk,
        away_id=trip.away.pk,
        place=thursday.number,
        actor=organiser,
    )
    assert any(
        "es un viaje y cae entre semana" in told for told in read_planner(league).faults.told
    )
    league.club.venues.update(town="Rosario")
    assert read_league(league).groups[0].season.far == frozenset()


def test_a_search_that_died_may_be_started_again():
    now = timezone.now()
    league, organiser = a_planned_league(now)
    planning.start_plan(competition_id=league.pk, actor=organiser, now=now)
    later = now + timedelta(minutes=3)
    assert planning.start_plan(competition_id=league.pk, actor=organiser, now=later)


def test_a_stopped_search_gives_what_it_has(monkeypatch):
    now = timezone.now()
    monkeypatch.setattr(planning, "REPORTS_PER_SAVE", 1)
    monkeypatch.setattr(planning, "plan_season", search)
    league, organiser = a_planned_league(now)
    draft = planning.start_plan(competition_id=league.pk, actor=organiser, now=now)
    planning.stop_plan(competition_id=league.pk, actor=organiser)
    planning.run_plan(draft_id=draft.pk, clock=lambda: now)
    draft.refresh_from_db()
    assert (draft.state, draft.steps) == (SeasonDraft.State.READY, 0)
    assert read_planner(league).days


def test_a_discarded_search_leaves_nothing():
    now = timezone.now()
    league, organiser = a_planned_league(now)
    draft = planning.start_plan(competition_id=league.pk, actor=organiser, now=now)
    planning.discard_plan(competition_id=league.pk, actor=organiser)
    planning.run_plan(draft_id=draft.pk, clock=lambda: now)
    assert not SeasonDraft.objects.exists()
    with refused("no-plan"):
        planning.publish_plan(competition_id=league.pk, actor=organiser, now=now)


def test_only_organisers_plan():
    now = timezone.now()
    league, organiser = a_planned_league(now)
    run(league, organiser, now)
    stranger, pk = a_person(), league.pk
    entry = league.entries.first()
    acts = (
        lambda: planning.start_plan(competition_id=pk, actor=stranger, now=now),
        lambda: planning.stop_plan(competition_id=pk, actor=stranger),
        lambda: planning.discard_plan(competition_id=pk, actor=stranger),
        lambda: planning.publish_plan(competition_id=pk, actor=stranger, now=now),
        lambda: planning.add_wish(
            competition_id=pk, entry_id=entry.pk, day=now.date(), side="home", actor=stranger
        ),
        lambda: planning.remove_wish(competition_id=pk, wish_id=1, actor=stranger),
        lambda: planning.add_derby(competition_id=pk, first_id=1, second_id=2, actor=stranger),
        lambda: planning.remove_derby(competition_id=pk, derby_id=1, actor=stranger),
        lambda: planning.move_planned_match(
            competition_id=pk, home_id=1, away_id=2, place=0, actor=stranger
        ),
    )
    for act in acts:
        with refused("not-organiser"):
            act()


def test_a_wish_that_nobody_can_meet_is_refused():
    now = timezone.now()
    league, organiser = a_planned_league(now)
    entry, other = league.entries.order_by("pk")[:2]  # of the same room, with one table
    day = dates_of(league)[0]
    wish = {"competition_id": league.pk, "actor": organiser}
    planning.add_wish(entry_id=entry.pk, day=day, side="home", **wish)
    with refused("wish-impossible"):
        planning.add_wish(entry_id=other.pk, day=day, side="home", **wish)
    with refused("wish-impossible"):
        planning.add_wish(entry_id=other.pk, day=day, side="free", **wish)
    with refused("wish-outside"):
        planning.add_wish(entry_id=other.pk, day=day - 300 * DAY, side="home", **wish)
    assert DateWish.objects.get().entry == entry
    planning.remove_wish(wish_id=DateWish.objects.get().pk, **wish)
    assert not DateWish.objects.exists()


def test_a_derby_is_between_two_entries_of_a_division():
    now = timezone.now()
    league, organiser = a_planned_league(now)
    first, second = league.entries.order_by("pk")[:2]
    sent = {"competition_id": league.pk, "actor": organiser}
    derby = planning.add_derby(first_id=second.pk, second_id=first.pk, **sent)
    assert planning.add_derby(first_id=first.pk, second_id=second.pk, **sent) == derby
    assert read_league(league).groups[0].season.derbies == {frozenset((first.pk, second.pk))}
    for other in (first.pk, 10**9):
        with refused("not-two-entries"):
            planning.add_derby(first_id=first.pk, second_id=other, **sent)
    planning.remove_derby(derby_id=derby.pk, **sent)
    assert not read_planner(league).derbies


def test_fewer_days_than_rounds_are_refused():
    now = timezone.now()
    league, organiser = a_planned_league(now)
    last = PlayingDay.objects.filter(competition=league).last()
    Round.objects.filter(day=last).update(day=None)
    last.delete()
    with refused("too-few-days"):
        planning.start_plan(competition_id=league.pk, actor=organiser, now=now)


def test_a_venue_with_fewer_tables_than_matches_is_refused():
    now = timezone.now()
    league, organiser = a_planned_league(now, entries=4)
    league.entries.update(home=Venue.objects.first())
    with refused("too-few-tables"):
        planning.start_plan(competition_id=league.pk, actor=organiser, now=now)


def test_a_league_that_has_begun_is_not_planned():
    now = timezone.now()
    league, organiser = a_planned_league(now)
    run(league, organiser, now)
    match = Match.objects.of(league.pk).exclude(state=Match.State.BYE).order_by("number").first()
    play_match(match, 0, match.scheduled_at + DAY)
    assert not is_plannable(league)
    with refused("not-plannable"):
        planning.publish_plan(competition_id=league.pk, actor=organiser, now=now)
    with refused("not-plannable"):
        planning.start_plan(competition_id=league.pk, actor=organiser, now=now)


def test_a_moved_match_is_published_on_its_day():
    now = timezone.now()
    league, organiser = a_planned_league(now, tables=2)
    spare = PlayingDay.objects.create(
        competition=league, day=dates_of(league)[-1] + WEEK, hours="20:30"
    )
    run(league, organiser, now)
    page = read_planner(league)
    (free,) = [day.number for day in page.days if not day.matches]
    moved = page.days[0 if free else 1].matches[0]
    move = {"competition_id": league.pk, "actor": organiser}
    pair = {"home_id": moved.home.pk, "away_id": moved.away.pk}
    planning.move_planned_match(place=moved.place + 1 if free > 1 else 2, **pair, **move)
    assert read_planner(league).faults.plays_twice
    with refused("twice-a-day"):
        planning.publish_plan(competition_id=league.pk, actor=organiser, now=now)
    with refused("plan-outdated"):
        planning.move_planned_match(place=99, **pair, **move)
    planning.move_planned_match(place=free, **pair, **move)
    planning.publish_plan(competition_id=league.pk, actor=organiser, now=now)
    match = Match.objects.of(league.pk).filter(slots__entry=moved.home, slots__side=0)
    match = match.get(
        slots__entry=moved.home, pk__in=Match.objects.filter(slots__entry=moved.away, slots__side=1)
    )
    assert match.scheduled_at.date() - spare.day <= DAY or free != len(page.days) - 1


def test_days_that_changed_make_the_draft_outdated():
    now = timezone.now()
    league, organiser = a_planned_league(now)
    run(league, organiser, now)
    PlayingDay.objects.create(competition=league, day=dates_of(league)[-1] + WEEK, hours="20:30")
    assert read_planner(league).is_outdated
    with refused("plan-outdated"):
        planning.publish_plan(competition_id=league.pk, actor=organiser, now=now)
