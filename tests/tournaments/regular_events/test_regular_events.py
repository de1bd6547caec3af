"""Regular events: an evening is created in advance, filled with robots, started and archived."""

from datetime import UTC, datetime, time, timedelta

import pytest

from accounts.clubs.services import open_club
from accounts.models import Club, Membership, User
from games.engine import house_rules
from tests.accounts.factors import with_app
from tests.games.tables import a_person
from tests.tournaments.cups import an_organiser, club_of, enter
from tournaments import verification
from tournaments.common.errors import NotOrganiserError
from tournaments.competitions import services as competitions
from tournaments.matches.player_results import points_reason
from tournaments.models import Competition, Match, RegularEvent
from tournaments.regular_events import services as regular
from tournaments.regular_events.queries import evenings
from tournaments.regular_events.robots import robot_player
from tournaments.regular_events.services import AHEAD, KEPT, TOO_LATE, TooManyRegularEventsError

pytestmark = [pytest.mark.django_db, pytest.mark.both]
HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
Kind = RegularEvent.Kind


def an_event(club: Club, actor: User, **more) -> RegularEvent:
    event = RegularEvent(
        **{
            "kind": Kind.ARENA,
            "name": "Arena",
            "preset": "argentino",
            "options": {"seats": "2", "target": "15"},
            "hour": time(21),
            **more,
        }
    )
    return regular.hold(club=club, actor=actor, event=event)


def a_demo_club(now) -> Club:
    host = robot_player("la.casa", "La Casa")
    return open_club(owner=host, name="El Ancho", zone="UTC")


@pytest.mark.parametrize(
    ("at", "weekdays", "start"),
    [
        ("2026-11-27 20:00", "0123456", "2026-11-28 00:00"),  # Friday, 17:00 in Buenos Aires
        ("2026-11-28 00:00", "0123456", "2026-11-29 00:00"),
        ("2026-11-27 20:00", "5", "2026-11-29 00:00"),  # Saturday at nine there
        ("2026-11-30 02:00", "0", "2026-12-01 00:00"),  # still Sunday there
    ],
)
def test_the_hour_is_that_of_the_clubs_clock(at, weekdays, start):
    organiser = an_organiser()
    event = an_event(club_of(organiser), organiser, weekdays=weekdays)
    found = regular.next_start(event, datetime.fromisoformat(at).replace(tzinfo=UTC))
    assert found == datetime.fromisoformat(start).replace(tzinfo=UTC)


@pytest.mark.feature("Competitions", "A nightly arena and a weekly cup are made ahead")
def test_an_evening_is_made_ahead_and_once(now):
    organiser = an_organiser()
    event = an_event(club_of(organiser), organiser)
    start = regular.next_start(event, now)
    (made,) = regular.make_due(now=now)
    assert (made.state, made.starts_at, made.late_entries) == ("registration", start, True)
    assert made.stages.get().format == "arena"
    assert regular.make_due(now=now) == []
    (shown,) = evenings(a_person(), now)
    assert (shown.competition, shown.entered, shown.is_in) == (made, 0, False)


def test_a_weekly_cup_can_be_entered_for_days(now):
    organiser = an_organiser()
    event = an_event(club_of(organiser), organiser, kind=Kind.CUP, weekdays="4")
    start = regular.next_start(event, now)
    assert regular.make_due(now=start - AHEAD[Kind.CUP] - MINUTE) == []
    (made,) = regular.make_due(now=start - AHEAD[Kind.CUP])
    assert made.stages.get().format == "single"


def test_nobody_but_organisers_holds_them_and_not_too_many(now):
    organiser = an_organiser()
    club = club_of(organiser)
    with pytest.raises(NotOrganiserError):
        an_event(club, a_person())
    for _ in range(regular.MOST):
        event = an_event(club, organiser)
    with pytest.raises(TooManyRegularEventsError):
        an_event(club, organiser)
    with pytest.raises(NotOrganiserError):
        regular.end(event_id=event.pk, actor=a_person())
    regular.end(event_id=event.pk, actor=organiser)
    an_event(club, organiser)  # there is room for one more


def test_an_evening_waits_for_room_among_the_clubs_competitions(now, monkeypatch):
    organiser = an_organiser()
    an_event(club_of(organiser), organiser)
    monkeypatch.setattr(competitions, "MOST_OPEN", 0)
    assert regular.make_due(now=now) == []
    monkeypatch.setattr(competitions, "MOST_OPEN", 1)
    assert len(regular.make_due(now=now)) == 1


@pytest.mark.feature("Competitions", "Where few come to a regular event, marked robots fill it up")
def test_where_few_come_robots_fill_it_up(now):
    organiser = an_organiser()
    event = an_event(club_of(organiser), organiser, robots_to=4)
    (made,) = regular.make_due(now=now)
    ana = a_person()
    enter(made, organiser, now, ana)
    start = regular.next_start(event, now)
    regular.begin_due(now=start - MINUTE)
    made.refresh_from_db()
    assert made.state == "registration"
    regular.begin_due(now=start)
    made.refresh_from_db()
    assert made.state == "running"
    entered = made.entries.values_list("roster__user__is_robot", flat=True)
    assert sorted(entered) == [False, True, True, True]
    assert Match.objects.of(made.pk).count() == 2
    regular.begin_due(now=start + MINUTE)
    assert made.entries.count() == 4
    assert [str(each) for each in verification.violations(live=False)] == []


@pytest.mark.feature("Points and players", "A match against a robot that fills up gives no points")
def test_a_match_against_a_robot_gives_no_points(now):
    organiser = an_organiser()
    event = an_event(club_of(organiser), organiser, robots_to=4)
    (made,) = regular.make_due(now=now)
    ana = a_person()
    enter(made, organiser, now, ana)
    regular.begin_due(now=regular.next_start(event, now))
    own = Match.objects.of(made.pk).get(slots__entry__roster__user=ana)
    (robots,) = Match.objects.of(made.pk).exclude(pk=own.pk)
    assert points_reason(own) == Match.PointsReason.PRACTICE
    assert points_reason(robots) == Match.PointsReason.PLAYED


def test_an_evening_to_which_nobody_comes_is_cancelled(now):
    organiser = an_organiser()
    event = an_event(club_of(organiser), organiser)
    (made,) = regular.make_due(now=now)
    regular.begin_due(now=regular.next_start(event, now))
    made.refresh_from_db()
    assert made.state == "cancelled"
    assert made.audit.get(act="cancel").reason == "No se anotó nadie."


def test_an_evening_without_robots_to_which_one_person_comes_says_so(now):
    organiser = an_organiser()
    event = an_event(club_of(organiser), organiser, robots_to=0)
    (made,) = regular.make_due(now=now)
    enter(made, organiser, now, a_person())
    regular.begin_due(now=regular.next_start(event, now))
    made.refresh_from_db()
    assert made.state == "cancelled"
    assert made.audit.get(act="cancel").reason == "Se anotó una sola persona."


def test_robots_alone_play_in_the_demo_club(now):
    club = a_demo_club(now)
    event = an_event(club, club.members.get(), robots_to=3)
    (made,) = regular.make_due(now=now)
    regular.begin_due(now=regular.next_start(event, now))
    made.refresh_from_db()
    assert (made.state, made.entries.count()) == ("running", 3)


def test_an_evening_missed_during_an_outage_is_cancelled(now):
    organiser = an_organiser()
    event = an_event(club_of(organiser), organiser)
    (made,) = regular.make_due(now=now)
    enter(made, organiser, now, a_person())
    regular.begin_due(now=regular.next_start(event, now) + TOO_LATE + MINUTE)
    made.refresh_from_db()
    assert made.state == "cancelled"


def test_old_evenings_are_put_away(now):
    organiser = an_organiser()
    an_event(club_of(organiser), organiser)
    (made,) = regular.make_due(now=now)
    Competition.objects.filter(pk=made.pk).update(
        state="finished", draw_seed="semilla", finished_at=now
    )
    regular.put_away(now=now + KEPT)
    made.refresh_from_db()
    assert made.state == "finished"
    regular.put_away(now=now + KEPT + MINUTE)
    made.refresh_from_db()
    assert made.state == "archived"


def test_an_organiser_with_a_second_factor_acts_for_an_owner_without(now):
    organiser, other = an_organiser(), with_app(a_person())
    club = club_of(organiser)
    Membership.objects.create(club=club, user=other, role=Membership.Role.ORGANISER)
    event = an_event(club, organiser)
    Club.objects.update(is_guarded=True)
    (made,) = regular.make_due(now=now)
    enter(made, other, now, a_person())
    regular.begin_due(now=regular.next_start(event, now))
    made.refresh_from_db()
    assert made.state == "running"
    assert set(made.audit.values_list("actor", flat=True)) == {other.pk}


def test_a_club_in_which_nobody_may_act_holds_up_no_other(now):
    guarded, open_ = (club_of(an_organiser()) for _ in range(2))
    for club in (guarded, open_):
        event = an_event(club, club.members.get())
    assert len(regular.make_due(now=now)) == 2
    Competition.objects.update(state="finished", draw_seed="semilla", finished_at=now)
    Club.objects.filter(pk=guarded.pk).update(is_guarded=True)
    later = regular.next_start(event, now) + KEPT
    (made,) = regular.make_due(now=later)
    assert made.club == open_
    regular.put_away(now=later)
    assert open_.competitions.filter(state="archived").exists()
    with_app(guarded.members.get())
    regular.put_away(now=later)
    assert guarded.competitions.get().state == "archived"


def test_an_evening_goes_on_when_its_event_is_ended(now):
    organiser = an_organiser()
    event = an_event(club_of(organiser), organiser)
    start = regular.next_start(event, now)
    (made,) = regular.make_due(now=now)
    enter(made, organiser, now, a_person())
    regular.end(event_id=event.pk, actor=organiser)
    regular.begin_due(now=start)
    made.refresh_from_db()
    assert made.state == "running"
    assert regular.make_due(now=start) == []  # no next one
    Competition.objects.filter(pk=made.pk).update(state="finished", finished_at=start)
    regular.put_away(now=start + KEPT + MINUTE)
    made.refresh_from_db()
    assert made.state == "archived"


def test_one_held_again_under_the_same_name_takes_the_next_number(now):
    """As organisers do to change its hour."""
    organiser = an_organiser()
    event = an_event(club_of(organiser), organiser)
    (made,) = regular.make_due(now=now)
    regular.end(event_id=event.pk, actor=organiser)
    again = an_event(club_of(organiser), organiser, hour=time(22))
    (other,) = regular.make_due(now=now)
    assert (made.name, other.name) == ("Arena 1", "Arena 2")
    again.refresh_from_db()
    assert again.made == 2


def test_its_rules_are_those_that_a_new_table_is_proposed(now):
    organiser = an_organiser()
    event = an_event(club_of(organiser), organiser, preset="uruguayo")
    (made,) = regular.make_due(now=regular.next_start(event, now) - timedelta(hours=1))
    assert made.rules == house_rules("uruguayo", event.options)
    assert made.rules.flor_contest == "ladder"
