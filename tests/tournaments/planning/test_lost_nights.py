"""A night falls out: the preview of what changes, and the change."""

from datetime import datetime, time
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from tests.games.tables import a_person
from tests.tournaments.cups import play_match
from tests.tournaments.halls import write
from tests.tournaments.league_factories import DAY, WEEK
from tests.tournaments.planning.test_services import a_planned_league, dates_of, refused
from tests.tournaments.soundness import sound
from tournaments.models import AuditEvent, Match, PlayingDay, Round
from tournaments.planning.lost_nights import lose_night, preview_lost_night
from tournaments.schedule.services import instant_at
from tournaments.withdrawals.services import withdraw

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]


def with_spare_day(league) -> PlayingDay:
    hours = league.playing_days.first().hours
    day = dates_of(league)[-1] + WEEK
    return PlayingDay.objects.create(competition=league, day=day, hours=hours)


def day_of(league, number: int) -> PlayingDay:
    return league.playing_days.order_by("day")[number]


def lose(league, organiser, day, now, **more):
    seen = preview_lost_night(league, day, now=now).mark
    sent = {"seen": seen, "reason": "fútbol", **more}
    lose_night(competition_id=league.pk, day_id=day.pk, actor=organiser, now=now, **sent)


def test_only_the_matches_of_the_night_move():
    now = timezone.now()
    league, organiser = a_planned_league(now, tables=2)
    spare, lost = with_spare_day(league), day_of(league, 2)
    hours = dict(Match.objects.of(league.pk).values_list("pk", "scheduled_at"))
    preview = preview_lost_night(league, lost, now=now)
    assert {preview.league.places[one.after][0].pk for one in preview.changes} == {spare.pk}
    lose(league, organiser, lost, now)
    after = dict(Match.objects.of(league.pk).values_list("pk", "scheduled_at"))
    assert {pk for pk in hours if hours[pk] != after[pk]} == {
        one.match.pk for one in preview.changes
    }
    assert len(preview.changes) == 2
    assert spare.rounds.count() == 1
    assert not PlayingDay.objects.filter(pk=lost.pk).exists()
    assert AuditEvent.objects.filter(act=AuditEvent.Act.MOVE_DAYS, reason="fútbol").exists()
    assert sound()


def test_a_night_with_two_rounds_loses_both():
    now = timezone.now()
    league, organiser = a_planned_league(now, tables=2)
    lost, second = day_of(league, 2), day_of(league, 3)
    Round.objects.filter(day=second).update(day=lost)
    second.delete()
    lost.hours, lost.round_count = "20:30, 22:00", 2
    lost.save()
    matches = Match.objects.filter(round__day=lost).order_by("round__number", "number")
    for match, hour in zip(matches, (time(20, 30),) * 2 + (time(22),) * 2, strict=True):
        at = instant_at(datetime.combine(lost.day, hour), league.club.zone)
        Match.objects.filter(pk=match.pk).update(scheduled_at=at)
    preview = preview_lost_night(league, lost, now=now)
    assert len(preview.changes) == 4
    assert lost.pk not in {
        preview.league.places[one.after][0].pk for one in preview.changes if one.after is not None
    }
    lose(league, organiser, lost, now)
    hours = Match.objects.of(league.pk).values_list("scheduled_at", flat=True)
    assert lost.day not in {at.astimezone(ZoneInfo(league.club.zone)).date() for at in hours if at}
    assert sound()


def test_without_another_day_matches_await_a_date():
    now = timezone.now()
    league, organiser = a_planned_league(now, tables=2)
    lost = day_of(league, 0)
    assert preview_lost_night(league, lost, now=now).postponed == 2
    lose(league, organiser, lost, now)
    assert Match.objects.of(league.pk).filter(awaits_date=True, scheduled_at=None).count() == 2


def test_the_desk_says_which_matches_await_a_date(client):
    """A lost night to come is not a round in play whose results are missing."""
    now = timezone.now()
    league, organiser = a_planned_league(now, tables=2)
    client.force_login(organiser)
    lost = day_of(league, 1)
    preview = client.get(reverse("competitions:lost_night", args=[league.pk]), {"day": lost.pk})
    assert "Si sumás un día antes" in preview.text
    lose(league, organiser, lost, now)
    desk = client.get(reverse("competitions:manage", args=[league.pk])).text
    assert "2 partidos esperan una fecha" in desk
    assert "se quedaron sin su hora" not in desk
    assert "Cargar los 2 que faltan" not in desk
    assert f"movió partidos de {league}" in strip_tags(desk)


def test_a_closed_room_turns_the_sides_round():
    now = timezone.now()
    league, organiser = a_planned_league(now, entries=2)
    spare = with_spare_day(league)
    spare.venue = None
    spare.save()
    _, second = league.entries.order_by("pk")
    second.home = league.club.venues.create(name="Otro")
    second.save()
    lost = day_of(league, 0)
    home = Match.objects.of(league.pk).get(round__day=lost).slots.get(side=0).entry
    league.club.closed_days.create(venue=home.home, day=spare.day)
    preview = preview_lost_night(league, lost, now=now)
    assert [one.is_turned for one in preview.changes] == [True, True]
    lose(league, organiser, lost, now)
    moved = Match.objects.of(league.pk).get(scheduled_at__date__gte=spare.day)
    assert moved.slots.get(side=0).entry != home
    assert sound()


def test_a_night_that_was_played_does_not_fall_out():
    now = timezone.now()
    league, organiser = a_planned_league(now, tables=2)
    lost = day_of(league, 0)
    match = Match.objects.of(league.pk).filter(round__day=lost).first()
    play_match(match, 0, match.scheduled_at)
    with refused("night-played"):
        lose(league, organiser, lost, match.scheduled_at)
    with refused("night-played"):
        lose(league, organiser, day_of(league, 1), now + 90 * DAY)


def test_a_night_falls_out_after_a_team_withdrew():
    """A match that will not be played neither blocks the plan nor needs a day."""
    now = timezone.now()
    league, organiser = a_planned_league(now, entries=6, tables=2)
    spare = with_spare_day(league)
    gone = league.entries.order_by("pk").first()
    withdraw(entry_id=gone.pk, actor=organiser, reason="no llegan", now=now)
    lost = day_of(league, 2)
    on_day = Match.objects.filter(round__day=lost)
    with_gone = on_day.get(slots__entry=gone)
    others = set(on_day.exclude(pk=with_gone.pk).values_list("pk", flat=True))
    preview = preview_lost_night(league, lost, now=now)
    assert {one.match.pk for one in preview.changes} == others
    lose(league, organiser, lost, now)
    assert set(spare.rounds.get().matches.values_list("pk", flat=True)) >= others
    assert sound()


def test_a_match_that_was_played_early_keeps_its_sides():
    """The lost leg could be played at the other's, were the return match not over."""
    now = timezone.now()
    league, organiser = a_planned_league(now, entries=2, with_cards=True)
    spare, (_, second) = with_spare_day(league), league.entries.order_by("pk")
    second.home = league.club.venues.create(name="Otro")
    second.save()
    lost = day_of(league, 0)
    match = Match.objects.of(league.pk).get(round__day=lost)
    league.club.closed_days.create(venue=match.slots.get(side=0).entry.home, day=spare.day)
    early = Match.objects.of(league.pk).exclude(pk=match.pk).get()
    sides = list(early.slots.order_by("side").values_list("entry", flat=True))
    write(early, now)
    preview = preview_lost_night(league, lost, now=now)
    assert [(one.match, one.after) for one in preview.changes] == [(match, None)]
    lose(league, organiser, lost, now)
    assert list(early.slots.order_by("side").values_list("entry", flat=True)) == sides
    assert sound()


def test_a_day_of_the_play_offs_does_not_fall_out():
    now = timezone.now()
    league, organiser = a_planned_league(now, tables=2, finalists=2)
    last = league.playing_days.order_by("day").last()
    with refused("playoff-night"):
        preview_lost_night(league, last, now=now)
    with refused("playoff-night"):
        lose_night(
            competition_id=league.pk, day_id=last.pk, actor=organiser, seen="", reason="x", now=now
        )


def test_what_changed_since_the_preview_is_refused():
    now = timezone.now()
    league, organiser = a_planned_league(now, tables=2)
    lost = day_of(league, 0)
    seen = preview_lost_night(league, lost, now=now).mark
    with_spare_day(league)
    with refused("preview-outdated"):
        lose(league, organiser, lost, now, seen=seen)
    with refused("reason-missing"):
        lose(league, organiser, lost, now, reason=" ")
    with refused("not-organiser"):
        lose(league, a_person(), lost, now)


def test_the_page_shows_the_differences_before_it_applies_them(client):
    now = timezone.now()
    league, organiser = a_planned_league(now, tables=2)
    with_spare_day(league)
    lost = day_of(league, 1)
    client.force_login(organiser)
    address = reverse("competitions:lost_night", args=[league.pk])
    assert client.get(address).status_code == 200
    shown = client.get(address, {"day": lost.pk})
    assert "Cambian 2 partidos" in shown.text
    sent = {"day": lost.pk, "seen": shown.context["lost"].mark, "reason": "fútbol"}
    answer = client.post(address, sent, follow=True)
    assert "Calendario cambiado" in answer.text
    assert client.post(address, sent).status_code == 409
    assert client.post(address, {}).status_code == 422
    assert client.get(address, {"day": 10**9}).status_code == 404
