"""Days and venues of a competition, and what moves with a day, a round or a match."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from accounts.common.errors import RefusedError
from accounts.models import Club
from tests.games.tables import a_person
from tests.tournaments.cups import a_cup, an_organiser, club_of, enter, play_match, players_of
from tests.tournaments.events import award_all, draw_what_follows, organiser_of
from tests.tournaments.league_factories import DAY, WEEK, a_league, fixture
from tests.tournaments.soundness import sound
from tournaments.draw import services as draw
from tournaments.formats.options import FormatOptions
from tournaments.lifecycle import services as lifecycle
from tournaments.models import ClosedDay, Competition, Entry, Match, PlayingDay, Venue, VenueNight
from tournaments.schedule import services as schedule
from tournaments.schedule.moves import Move, Preview, move_day, preview_move
from tournaments.schedule.next_match import next_match
from tournaments.withdrawals import services as withdrawals

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]
BUENOS_AIRES = ZoneInfo("America/Argentina/Buenos_Aires")
State = Match.State


def a_venue(club: Club, name: str = "Bar Central", *, tables: int = 4) -> Venue:
    """A venue of a club, with tables."""
    return Venue.objects.create(club=club, name=name, address="Mitre 420", table_count=tables)


def with_days(
    competition: Competition,
    now: datetime,
    *,
    venue: Venue | None = None,
    hours: str = "20:30",
    every: int = 7,
    number: int = 3,
    rounds: int = 1,
) -> list[PlayingDay]:
    """Make days that organisers chose, the first tomorrow."""
    first = (now + DAY).date()
    days = [
        PlayingDay.objects.create(
            competition=competition,
            day=first + n * every * DAY,
            hours=hours,
            round_count=rounds,
            venue=venue,
        )
        for n in range(number)
    ]
    competition.has_own_days = True
    competition.save()
    return days


def a_dated_cup(now: datetime, *, format: str = "single", entries: int = 4, **days: object):
    """A running competition on days of its own, with its days."""
    organiser = an_organiser()
    cup = a_cup(organiser, now, shape=FormatOptions(format=format), cap=16)
    for _ in range(entries):
        enter(cup, organiser, now, a_person())
    rows = with_days(cup, now, **days)
    cup.refresh_from_db()
    draw.draw(competition_id=cup.pk, actor=organiser, seed="s", now=now)
    lifecycle.start(competition_id=cup.pk, actor=organiser, now=now)
    cup.refresh_from_db()
    return cup, rows


def hours_of(competition: Competition, zone: ZoneInfo = BUENOS_AIRES) -> list[str]:
    """When each match is played, in the order of the matches."""
    rows = Match.objects.of(competition.pk)
    return [
        f"{at.astimezone(zone):%d/%m %H:%M}" if at else "-"
        for at in rows.values_list("scheduled_at", flat=True)
    ]


def do(competition: Competition, move: Move, now: datetime, reason: str = "lluvia") -> Preview:
    """Preview a move and do it."""
    seen = preview_move(competition, move, now=now)
    return move_day(
        competition_id=competition.pk,
        move=move,
        actor=organiser_of(competition),
        seen=seen.mark,
        reason=reason,
        now=now,
    )


def days_of(competition: Competition) -> list[PlayingDay]:
    return list(competition.playing_days.order_by("day"))


@pytest.mark.feature("Leagues", "A knockout, groups and a Swiss have days and hours, too")
def test_a_knockout_is_played_over_its_days(now: datetime) -> None:
    cup, _days = a_dated_cup(now, number=2)
    assert hours_of(cup) == ["15/03 20:30", "15/03 20:30", "22/03 20:30"]
    assert not Match.objects.callable(now).exists()
    assert Match.objects.callable(now + 2 * DAY).count() == 2


def test_two_rounds_of_one_day_share_its_hours(now: datetime) -> None:
    cup, _days = a_dated_cup(now, number=1, rounds=2, hours="20:30, 22:00")
    assert hours_of(cup) == ["15/03 20:30", "15/03 20:30", "15/03 22:00"]


def test_a_swiss_round_gets_its_day_when_it_is_drawn(now: datetime) -> None:
    cup, _days = a_dated_cup(now, format="swiss", number=2)
    award_all(cup, now + DAY + timedelta(hours=6))
    draw_what_follows()
    assert hours_of(cup)[2:] == ["22/03 20:30", "22/03 20:30"]


def test_groups_and_their_knockout_follow_each_other(now: datetime) -> None:
    cup, _days = a_dated_cup(now, format="groups", entries=8, number=5)
    first_final = Match.objects.of(cup.pk).filter(round__group__stage__number=2).first()
    assert f"{first_final.scheduled_at.astimezone(BUENOS_AIRES):%d/%m}" == "05/04"


def test_rounds_beyond_the_days_await_a_date(now: datetime) -> None:
    cup, _days = a_dated_cup(now, number=1)
    final = Match.objects.of(cup.pk).last()
    assert final.awaits_date
    assert final.get_state_display() == "sin fecha"


def test_days_that_have_passed_refuse_the_draw(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now)
    for _ in range(4):
        enter(cup, organiser, now, a_person())
    with_days(cup, now - WEEK)
    with pytest.raises(RefusedError, match="days-past"):
        draw.draw(competition_id=cup.pk, actor=organiser, seed="s", now=now)


def test_a_venue_with_fewer_tables_spreads_its_matches_over_the_hours(now: datetime) -> None:
    organiser = an_organiser()
    venue = a_venue(club_of(organiser), tables=1)
    cup, _days = a_dated_cup(now, number=2, venue=venue, hours="20:30, 22:00")
    assert hours_of(cup) == ["15/03 20:30", "15/03 22:00", "22/03 20:30"]


def test_a_venue_with_too_few_tables_leaves_matches_without_a_date(now: datetime) -> None:
    organiser = an_organiser()
    venue = a_venue(club_of(organiser), tables=1)
    cup, _days = a_dated_cup(now, number=2, venue=venue)
    assert hours_of(cup) == ["15/03 20:30", "-", "22/03 20:30"]


def test_two_competitions_share_the_tables_of_one_room(now: datetime) -> None:
    venue = a_venue(club_of(an_organiser()), tables=2)
    first, _days = a_dated_cup(now, number=2, venue=venue)
    second, _days = a_dated_cup(now, number=2, venue=venue, hours="20:30, 22:00")
    assert hours_of(first)[:2] == ["15/03 20:30"] * 2
    assert hours_of(second)[:2] == ["15/03 22:00"] * 2


def test_a_league_leaves_out_the_holidays_of_its_club(now: datetime) -> None:
    organiser = an_organiser()
    ClosedDay.objects.create(club=club_of(organiser), day=(now + DAY + WEEK).date())
    league = a_league(now, organiser=organiser)
    assert [day.day.isoformat() for day in days_of(league)] == [
        "2026-03-15", "2026-03-29", "2026-04-05",
    ]  # fmt: skip
    assert sound()


def test_a_match_is_played_at_the_home_sides_venue(now: datetime) -> None:
    organiser = an_organiser()
    bars = [a_venue(club_of(organiser), name, tables=1) for name in ("Sur", "Norte")]
    cup = a_cup(organiser, now, shape=FormatOptions(format="league", cycles=2), cap=16)
    for number in range(4):
        entry = enter(cup, organiser, now, a_person())
        Entry.objects.filter(pk=entry.pk).update(home=bars[number % 2])
    with_days(cup, now, number=6, hours="20:30, 22:00")
    cup.refresh_from_db()
    draw.draw(competition_id=cup.pk, actor=organiser, seed="s", now=now)
    for match in Match.objects.of(cup.pk):
        assert match.venue == match.slots.get(side=0).entry.home
        assert match.scheduled_at is not None


def test_hours_are_those_on_the_clock_of_the_venue(now: datetime) -> None:
    madrid = Club.objects.create(name="Madrid", slug="madrid", zone="Europe/Madrid")
    cup, _days = a_dated_cup(now, number=3, venue=a_venue(madrid))
    assert hours_of(cup, ZoneInfo("Europe/Madrid"))[0] == "15/03 20:30"
    move = Move(days_of(cup)[1], date(2026, 4, 2))  # summer began on March 29th
    do(cup, move, now)
    assert hours_of(cup, ZoneInfo("Europe/Madrid"))[2] == "02/04 20:30"


@pytest.mark.feature("Leagues", "Moving a day shows all that moves with it")
def test_a_day_moves_with_all_later_ones(now: datetime) -> None:
    league = a_league(now)
    first, second, third = days_of(league)
    move = Move(second, second.day + WEEK, with_later=True)
    found = preview_move(league, move, now=now)
    assert [day.to for day in found.days] == [second.day + WEEK, third.day + WEEK]
    assert len(found.matches) == 4
    assert found.problems == []
    do(league, move, now)
    assert [day.day for day in days_of(league)] == [first.day, second.day + WEEK, third.day + WEEK]
    assert fixture(league, 3).scheduled_at == now + DAY + 3 * WEEK
    assert fixture(league, 1).round.deadline_at.date() == second.day + WEEK
    assert sound()


def test_a_move_that_changed_since_its_preview_is_refused(now: datetime) -> None:
    league = a_league(now)
    move = Move(days_of(league)[1], days_of(league)[1].day + DAY)
    seen = preview_move(league, move, now=now).mark
    schedule.postpone(
        match_id=fixture(league, 2).pk, actor=organiser_of(league), reason="viaje", now=now
    )
    with pytest.raises(RefusedError, match="preview-outdated"):
        move_day(competition_id=league.pk, move=move, actor=organiser_of(league), seen=seen,
                 reason="lluvia", now=now)  # fmt: skip


def test_a_stranger_moves_nothing(now: datetime) -> None:
    league = a_league(now)
    move = Move(days_of(league)[1], days_of(league)[1].day + DAY)
    seen = preview_move(league, move, now=now).mark
    with pytest.raises(RefusedError, match="not-organiser"):
        move_day(competition_id=league.pk, move=move, actor=a_person(), seen=seen, reason="x",
                 now=now)  # fmt: skip


def problems_of(competition: Competition, move: Move, now: datetime) -> Sequence[str]:
    """Return the reasons of a refused move, which changes nothing."""
    before = hours_of(competition)
    with pytest.raises(RefusedError, match="clash") as refusal:
        do(competition, move, now)
    assert hours_of(competition) == before
    return refusal.value.problems


def test_a_day_before_one_that_was_played_is_refused(now: datetime) -> None:
    league = a_league(now)
    later = now + DAY + WEEK
    for position in (1, 2):
        play_match(fixture(league, 2, position), 0, later)
    third = days_of(league)[2]
    found = problems_of(league, Move(third, days_of(league)[1].day - DAY), now)
    assert found == ["El domingo 22 mar ya se jugó otra fecha: esta tiene que ir después."]
    found = problems_of(league, Move(days_of(league)[1], third.day + DAY), later + DAY)
    assert found == ["Esa fecha ya empezó a jugarse: mové de a uno los partidos que le faltan."]


def test_a_round_before_the_one_that_feeds_it_is_refused(now: datetime) -> None:
    cup, (first, second) = a_dated_cup(now, number=2)
    assert problems_of(cup, Move(first, second.day + DAY), now) == [
        "Cada ronda se juega después de la anterior, y así una quedaría antes."
    ]


def test_a_past_day_is_refused(now: datetime) -> None:
    league = a_league(now)
    found = problems_of(league, Move(days_of(league)[1], now.date() - DAY), now)
    assert "ya pasó" in found[0]


def test_a_full_room_refuses_a_move_in_words(now: datetime) -> None:
    venue = a_venue(club_of(an_organiser()), tables=2)
    cup, (_first, final) = a_dated_cup(now, number=2, venue=venue)
    other, _days = a_dated_cup(now, number=2, venue=venue, every=8)
    day = days_of(other)[1].day
    venue.table_count = 1
    venue.save()
    assert problems_of(cup, Move(final, day), now) == [
        "En Bar Central no queda mesa el lunes 23 mar a las 20:30: tiene 1."
    ]


@pytest.mark.parametrize("reason", ["", "inventario"])
def test_a_closed_venue_refuses_a_move_in_words(now: datetime, reason: str) -> None:
    venue = a_venue(club_of(an_organiser()))
    cup, (_first, final) = a_dated_cup(now, number=2, venue=venue)
    day = final.day + DAY
    ClosedDay.objects.create(club=venue.club, venue=venue, day=day, reason=reason)
    told = f" ({reason})" if reason else ""
    assert problems_of(cup, Move(final, day), now) == [f"Bar Central cierra el lunes 23 mar{told}."]


def test_a_night_on_which_the_venue_is_not_free_refuses_a_move(now: datetime) -> None:
    venue = a_venue(club_of(an_organiser()))
    VenueNight.objects.create(venue=venue, weekday=6, opens_at=time(19), closes_at=time(1))
    cup, (_first, final) = a_dated_cup(now, number=2, venue=venue)
    assert hours_of(cup)[2] == "22/03 20:30"
    assert problems_of(cup, Move(final, final.day + DAY), now) == [
        "Bar Central no abre el lunes 23 mar a las 20:30."
    ]


def test_the_last_table_goes_to_who_agrees_first(now: datetime) -> None:
    """Two leagues at one bar with one table: sides do not agree on an hour that is taken."""
    organiser = an_organiser()
    venue = a_venue(club_of(organiser), tables=1)
    one, other = (
        fixture(a_league(now, organiser=organiser, name=name), 1) for name in ("Norte", "Sur")
    )
    Match.objects.filter(pk__in=(one.pk, other.pk)).update(venue=venue, scheduled_at=None)
    Match.objects.filter(pk__in=(one.pk, other.pk)).update(awaits_date=True)
    at = now + 3 * DAY
    for match in (one, other):  # both are offered while the table is free
        home = players_of(match, 0)[0]
        schedule.propose_times(match_id=match.pk, user=home, times=[at], now=now)
    first, second = (
        {"proposal_id": match.proposals.get().pk, "user": players_of(match, 1)[0], "now": now}
        for match in (one, other)
    )
    schedule.accept_time(**first)
    with pytest.raises(RefusedError, match="venue-not-free"):
        schedule.accept_time(**second)
    late = {"match_id": other.pk, "user": players_of(other, 0)[0], "now": now}
    with pytest.raises(RefusedError, match="venue-not-free"):
        schedule.propose_times(**late, times=[at + timedelta(minutes=30)])
    schedule.propose_times(**late, times=[at + timedelta(hours=1)])


def test_a_final_is_not_set_before_its_semifinals(now: datetime) -> None:
    cup, _days = a_dated_cup(now, number=2)
    semifinal, _, final = Match.objects.of(cup.pk).order_by("number")
    set_to = {"actor": organiser_of(cup), "reason": "sala", "now": now}
    with pytest.raises(RefusedError, match="clash"):
        schedule.set_time(match_id=final.pk, at=semifinal.scheduled_at, **set_to)
    with pytest.raises(RefusedError, match="clash"):
        schedule.set_time(match_id=semifinal.pk, at=final.scheduled_at + DAY, **set_to)
    schedule.set_time(match_id=final.pk, at=semifinal.scheduled_at + 3 * DAY, **set_to)
    schedule.set_time(match_id=semifinal.pk, at=semifinal.scheduled_at + 2 * DAY, **set_to)


def test_an_entry_that_would_play_twice_refuses_a_move(now: datetime) -> None:
    league = a_league(now)
    _first, second, third = days_of(league)
    found = problems_of(league, Move(second, third.day), now)
    assert len(found) == 4
    assert all("jugaría dos partidos a la vez" in one for one in found)


def test_one_division_moves_alone(now: datetime) -> None:
    league = a_league(now, entries=8, divisions=2)
    second = days_of(league)[1]
    row = fixture(league, 2, tier=2).round
    do(league, Move(second, second.day + DAY, rounds=frozenset({row.pk})), now)
    assert fixture(league, 2, tier=2).scheduled_at == now + 2 * DAY + WEEK
    assert fixture(league, 2, tier=1).scheduled_at == now + DAY + WEEK
    assert len(days_of(league)) == 4


@pytest.mark.feature("Leagues", "A match is postponed without a date")
def test_a_day_without_a_date_leaves_its_matches_to_be_agreed(now: datetime) -> None:
    league = a_league(now)
    do(league, Move(days_of(league)[1], None), now)
    match = fixture(league, 2)
    assert (match.scheduled_at, match.awaits_date, match.former_hour) == (
        None, True, now + DAY + WEEK,
    )  # fmt: skip
    assert not Match.objects.callable(now + 10 * WEEK).filter(awaits_date=True).exists()
    assert sound()
    player = match.slots.get(side=0).entry.roster.get().user
    rival = match.slots.get(side=1).entry.roster.get().user
    schedule.propose_times(match_id=match.pk, user=player, times=[now + 9 * DAY], now=now)
    schedule.accept_time(proposal_id=match.proposals.get().pk, user=rival, now=now)
    match.refresh_from_db()
    assert (match.scheduled_at, match.awaits_date) == (now + 9 * DAY, False)


def test_the_next_match_of_a_player_is_one_that_will_be_played(now: datetime) -> None:
    league = a_league(now)
    postponed = fixture(league, 1)
    player = postponed.slots.get(side=0).entry.roster.get().user
    assert next_match(player).view.match == postponed
    schedule.postpone(match_id=postponed.pk, actor=organiser_of(league), reason="viaje", now=now)
    found = next_match(player)
    assert found.view.match.round.number == 2
    assert found.at == now + DAY + WEEK


def test_a_team_that_leaves_frees_the_rooms_of_its_dates(now: datetime) -> None:
    venue = a_venue(club_of(an_organiser()), tables=1)
    league = a_league(now)
    match = fixture(league, 3)
    schedule.set_time(
        match_id=match.pk, actor=organiser_of(league), at=match.scheduled_at, venue_id=venue.pk,
        reason="sede", now=now,
    )  # fmt: skip
    other = fixture(league, 3, 2)
    taken = {"match_id": other.pk, "actor": organiser_of(league), "at": match.scheduled_at,
             "venue_id": venue.pk, "reason": "sede", "now": now}  # fmt: skip
    with pytest.raises(RefusedError, match="clash"):
        schedule.set_time(**taken)
    entry = match.slots.get(side=0).entry
    withdrawals.withdraw(entry_id=entry.pk, actor=organiser_of(league), reason="se va", now=now)
    schedule.set_time(**taken)
    other.refresh_from_db()
    assert other.venue == venue
