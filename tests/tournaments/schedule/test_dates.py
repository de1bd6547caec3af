"""Leagues with dates: every match has its time, and its table opens automatically then."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from accounts.common.errors import RefusedError
from tests.games.tables import a_person
from tests.tournaments.cups import a_cup, an_organiser, club_of, enter, everybody_sits, win
from tests.tournaments.events import award_all, nobody_comes, organiser_of
from tests.tournaments.league_factories import DAY, WEEK, a_league, fixture
from tests.tournaments.soundness import sound
from tournaments.draw import services as draw
from tournaments.formats.options import FormatOptions
from tournaments.lifecycle import services as lifecycle
from tournaments.matches import services as matches
from tournaments.models import Competition, Match, Round
from tournaments.schedule.services import postpone, set_time
from tournaments.tasks import call_ready_matches
from tournaments.verification import violations

pytestmark = pytest.mark.django_db
State = Match.State


def hours(league: Competition, zone: str) -> list[str]:
    """The hour of each round on the clocks of a zone."""
    found = Match.objects.of(league.pk).order_by("round__number").distinct()
    instants = dict.fromkeys(found.values_list("scheduled_at", flat=True))
    return [f"{instant.astimezone(ZoneInfo(zone)):%d/%m %H:%M}" for instant in instants]


@pytest.mark.feature("Leagues", "Every round of a league has its days, every match its hour")
def test_every_round_has_its_days_and_every_match_its_hour(now: datetime) -> None:
    league = a_league(now)
    rounds = list(Round.objects.filter(group__stage__competition=league).order_by("number"))
    for number, round_ in enumerate(rounds):
        hour = now + DAY + number * WEEK
        assert {match.scheduled_at for match in round_.matches.all()} == {hour}
        assert round_.opens_at <= hour < round_.deadline_at
    assert all(one.deadline_at == other.opens_at for one, other in pairwise(rounds))
    assert sound()


def test_all_its_rounds_are_open_from_the_start(now: datetime) -> None:
    league = a_league(now)
    assert set(Match.objects.of(league.pk).values_list("state", flat=True)) == {State.READY}
    assert not Match.objects.callable(now).exists()


@pytest.mark.feature("Leagues", "An hour stays the same when the clocks change")
def test_an_hour_stays_the_same_when_the_clocks_change() -> None:
    now = datetime(2026, 3, 20, 12, tzinfo=UTC)
    organiser = an_organiser()
    club = club_of(organiser)
    club.zone = "Europe/Madrid"
    club.save()
    starts_at = datetime(2026, 3, 22, 20, 30, tzinfo=UTC)  # 21:30; the 29th is summer
    league = a_league(now, organiser=organiser, starts_at=starts_at)
    assert hours(league, "Europe/Madrid") == ["22/03 21:30", "29/03 21:30", "05/04 21:30"]


@pytest.mark.feature("Leagues", "A table opens at its hour")
def test_a_table_opens_at_its_hour_and_not_before(now: datetime) -> None:
    league = a_league(now)
    match = fixture(league, 1)
    hour = match.scheduled_at
    assert not matches.call_match(match_id=match.pk, now=hour - timedelta(seconds=1))
    assert matches.call_match(match_id=match.pk, now=hour)
    match.refresh_from_db()
    assert (match.state, match.called_at) == (State.CALLED, hour)
    assert match.sit_by == hour + timedelta(minutes=league.sit_down_minutes)


def test_the_sweep_opens_what_is_due() -> None:
    now = timezone.now()  # the sweep looks at the clock
    league = a_league(now)
    Match.objects.filter(pk=fixture(league, 2).pk).update(scheduled_at=now)
    call_ready_matches()
    called = Match.objects.of(league.pk).filter(state=State.CALLED)
    assert [match.pk for match in called] == [fixture(league, 2).pk]


def test_nobody_is_called_to_two_tables_at_once(now: datetime) -> None:
    league = a_league(now, entries=2, cycles=2)
    first, second = fixture(league, 1), fixture(league, 2)
    later = second.scheduled_at
    assert matches.call_match(match_id=first.pk, now=later)
    assert not matches.call_match(match_id=second.pk, now=later)
    at = win(everybody_sits(Match.objects.get(pk=first.pk), later), 0, later)
    assert matches.call_match(match_id=second.pk, now=at)


def test_whoever_does_not_come_loses_by_the_rule_of_every_match(now: datetime) -> None:
    league = a_league(now)
    match = fixture(league, 1)
    nobody_comes(match, match.scheduled_at)
    match.refresh_from_db()
    assert match.state == State.DOUBLE_WALKOVER


def test_a_match_whose_hour_passes_in_a_pause_has_a_whole_window_after_it(now: datetime) -> None:
    league = a_league(now)
    match, organiser = fixture(league, 1), organiser_of(league)
    lifecycle.pause(competition_id=league.pk, actor=organiser, now=now, reason="feriado")
    assert not matches.call_match(match_id=match.pk, now=match.scheduled_at)
    back = match.scheduled_at + 3 * DAY
    lifecycle.resume(competition_id=league.pk, actor=organiser, now=back)
    assert matches.call_match(match_id=match.pk, now=back)
    match.refresh_from_db()
    assert match.sit_by == back + timedelta(minutes=league.sit_down_minutes)


def test_a_league_that_starts_late_moves_on_by_weeks(now: datetime) -> None:
    organiser = an_organiser()
    shape = FormatOptions(format="league", cycles=1)
    terms = {"shape": shape, "starts_at": now + DAY, "round_days": 7}
    league = a_cup(organiser, now, **terms)
    for _ in range(3):
        enter(league, organiser, now, a_person())
    draw.draw(competition_id=league.pk, actor=organiser, seed="semilla", now=now)
    assert fixture(league, 1).scheduled_at == now + DAY
    lifecycle.start(competition_id=league.pk, actor=organiser, now=now + 10 * DAY)
    assert fixture(league, 1).scheduled_at == now + DAY + 2 * WEEK
    league.refresh_from_db()
    assert league.starts_at == now + DAY + 2 * WEEK


def a_drawn_league(now: datetime, *, drawn_at: datetime | None = None) -> Competition:
    """A league of three weeks, the first in a day's time, that was drawn and not started."""
    organiser = an_organiser()
    shape = FormatOptions(format="league", cycles=1)
    league = a_cup(organiser, now, shape=shape, starts_at=now + DAY, round_days=7)
    for _ in range(4):
        enter(league, organiser, now, a_person())
    drawing = {"competition_id": league.pk, "actor": organiser, "seed": "semilla"}
    draw.draw(now=drawn_at or now, **drawing)
    return league


def start(league: Competition, now: datetime) -> None:
    lifecycle.start(competition_id=league.pk, actor=organiser_of(league), now=now)


@pytest.mark.parametrize("drawn_late", [False, True])
def test_a_league_begins_on_its_first_day_also_after_its_hour(
    drawn_late: bool, now: datetime
) -> None:
    late = now + DAY + timedelta(minutes=1)
    league = a_drawn_league(now, drawn_at=late if drawn_late else now)
    start(league, late)
    league.refresh_from_db()
    match = fixture(league, 1)
    assert (match.scheduled_at, league.starts_at) == (now + DAY, now + DAY)
    assert matches.call_match(match_id=match.pk, now=late)


def test_hours_set_by_hand_stay_when_a_late_start_moves_the_days(now: datetime) -> None:
    league = a_drawn_league(now)
    to_come, postponed, passed = fixture(league, 2), fixture(league, 3), fixture(league, 1)
    hour = now + 12 * DAY
    setting = {"actor": organiser_of(league), "reason": "viajan", "now": now}
    set_time(match_id=to_come.pk, at=hour, **setting)
    set_time(match_id=passed.pk, at=now + 2 * DAY, **setting)
    postpone(match_id=postponed.pk, **setting)
    start(league, now + 10 * DAY)
    assert fixture(league, 2).scheduled_at == hour
    assert fixture(league, 2, 2).scheduled_at == now + DAY + 3 * WEEK
    assert (fixture(league, 3).scheduled_at, fixture(league, 3).awaits_date) == (None, True)
    assert fixture(league, 1).scheduled_at == now + DAY + 2 * WEEK
    assert sound()


def test_the_first_hour_is_as_announced_once_a_late_draw_is_undone(now: datetime) -> None:
    league = a_drawn_league(now, drawn_at=now + 3 * DAY)
    start(league, now + 10 * DAY)
    draw.undo_draw(
        competition_id=league.pk,
        actor=organiser_of(league),
        reason="falta uno",
        now=now + 10 * DAY,
    )
    league.refresh_from_db()
    assert league.starts_at == now + DAY


def test_a_league_with_dates_is_not_drawn_without_its_first_hour(now: datetime) -> None:
    with pytest.raises(RefusedError) as refused:
        a_league(now, starts_at=None)
    assert refused.value.code == "no-first-hour"


def test_a_league_without_dates_is_played_through(now: datetime) -> None:
    league = a_league(now, round_days=None)
    assert fixture(league, 1).state == State.READY
    assert fixture(league, 2).state == State.PENDING
    assert fixture(league, 2).scheduled_at is None


def test_a_league_with_dates_ends_with_its_last_match(now: datetime) -> None:
    league = a_league(now, entries=5, divisions=2)
    award_all(league, now)
    assert league.state == Competition.State.FINISHED
    assert league.champion.seed == 1
    assert sound()


@pytest.mark.parametrize(
    ("broken", "problem"),
    [
        ({"scheduled_at": None}, "a match has no hour"),
        (
            {"called_at": datetime(2020, 1, 1, tzinfo=UTC)},
            "a table opened before its hour",
        ),
    ],
)
def test_verify_names_a_match_that_is_off_its_schedule(
    now: datetime, broken: dict[str, object], problem: str
) -> None:
    league = a_league(now)
    Match.objects.filter(pk=fixture(league, 1).pk).update(**broken)
    assert [violation.what for violation in violations(live=False)] == [problem]


def test_verify_names_a_round_without_time_to_be_played_in(now: datetime) -> None:
    league = a_league(now)
    Round.objects.filter(pk=fixture(league, 1).round_id).update(deadline_at=now)
    found = [violation.what for violation in violations(live=False)]
    assert found == ["a round on a day has no time to be played in"]
