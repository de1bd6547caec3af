"""Celery tasks of competitions: they look for due work and call services."""

import logging
from collections.abc import Callable
from random import SystemRandom
from typing import Any

from celery import shared_task
from django.conf import settings
from django.db.models import F, QuerySet
from django.utils import timezone

from games.play.outages import credit_outage
from tournaments.challenges import services as challenges
from tournaments.challenges.queries import ladders_in_play
from tournaments.club_files import services as club_files
from tournaments.common.notifications import deliver_notifications
from tournaments.demo import rehearsals
from tournaments.demo.club import demo_club, keep_playing
from tournaments.draw.rounds import draw_awaited
from tournaments.matches.services import call_match
from tournaments.matches.services import end_sit_down_window as close_sit_down
from tournaments.models import Challenge, Feeder, Group, Letter, Match, Round, RoundClock, StaffLink
from tournaments.name_claims import networks
from tournaments.planning.services import run_plan
from tournaments.qualifiers import places
from tournaments.ranking import held_points, ratings, titles
from tournaments.ranking.rebuild import heal_outdated
from tournaments.ranking.services import rank_match
from tournaments.regular_events import services as regular_events
from tournaments.reminders.services import send_reminders
from tournaments.round_clock import services as round_clock
from tournaments.schedule.emails import queue_reminders, send_email
from tournaments.staff_links import services as staff_links
from tournaments.venues.services import displaced, reassign_displaced
from tournaments.webhooks import delivery, events

logger = logging.getLogger(__name__)

BATCH = 500
LONGEST_FIRST = F("waits_since").asc(nulls_last=True)


@shared_task(name="tournaments.tasks.update_ranking")
def update_ranking(match_id: int) -> None:
    """Write the points, ratings and leaderboard lines of a match."""
    rank_match(match_id=match_id)


@shared_task(name="tournaments.tasks.replay_ratings")
def replay_ratings() -> None:
    """Continue the replay of ratings that a correction started."""
    ratings.continue_replay(clock=timezone.now)


@shared_task(name="tournaments.tasks.plan_season")
def plan_season(draft_id: int) -> None:
    """Search for the dates of a league."""
    run_plan(draft_id=draft_id, clock=timezone.now)


@shared_task(name="tournaments.tasks.draw_awaited_round")
def draw_awaited_round(group_id: int) -> None:
    """Draw the next round of a group, if its results allow it."""
    draw_awaited(group_id=group_id, now=timezone.now())


@shared_task(name="tournaments.tasks.draw_awaited_rounds")
def draw_awaited_rounds() -> None:
    """Draw the rounds of groups that no task has processed."""
    if settings.SWEEP:
        due = Group.objects.due(timezone.now())
        _run_for_each(due, lambda pk: draw_awaited(group_id=pk, now=timezone.now()))


@shared_task(name="tournaments.tasks.call_ready_matches")
def call_ready_matches() -> None:
    """Open the tables of playable matches, the longest waiting first."""
    credit_outage(now=timezone.now())
    _run_for_each(displaced(), lambda pk: reassign_displaced(match_id=pk, now=timezone.now()))
    due = Match.objects.callable(timezone.now()).order_by(LONGEST_FIRST, "pk")
    _run_for_each(due, lambda pk: call_match(match_id=pk, now=timezone.now()))
    to_start = Round.objects.filter(pk__in=round_clock.rounds_to_start())
    _run_for_each(to_start, lambda pk: round_clock.start_if_called(round_id=pk, now=timezone.now()))


@shared_task(name="tournaments.tasks.ring_bell")
def ring_bell(clock_id: int) -> None:
    """Ring the bell of a round, unless the bell was moved."""
    credit_outage(now=timezone.now())
    round_clock.notify_round_time_up(clock_id=clock_id, now=timezone.now())


@shared_task(name="tournaments.tasks.ring_bells")
def ring_bells() -> None:
    """Ring the due bells that no alarm rang."""
    if settings.SWEEP:
        credit_outage(now=timezone.now())
        due = RoundClock.objects.due(timezone.now())
        _run_for_each(
            due, lambda pk: round_clock.notify_round_time_up(clock_id=pk, now=timezone.now())
        )


@shared_task(name="tournaments.tasks.end_sit_down_window")
def end_sit_down_window(match_id: int) -> None:
    """Decide a match whose sit-down window has ended."""
    credit_outage(now=timezone.now())
    close_sit_down(match_id=match_id, now=timezone.now())


@shared_task(name="tournaments.tasks.close_sit_down_windows")
def close_sit_down_windows() -> None:
    """Close the due sit-down windows that no alarm closed."""
    if settings.SWEEP:
        credit_outage(now=timezone.now())
        due = Match.objects.overdue(timezone.now())
        _run_for_each(due, lambda pk: close_sit_down(match_id=pk, now=timezone.now()))


@shared_task(name="tournaments.tasks.settle_challenges")
def settle_challenges() -> None:
    """Settle the challenges of ladders whose time is over or whose match is decided."""
    if settings.SWEEP:
        credit_outage(now=timezone.now())
        due = Challenge.objects.due(timezone.now())
        _run_for_each(
            due, lambda pk: challenges.settle_challenge(challenge_id=pk, now=timezone.now())
        )


@shared_task(name="tournaments.tasks.apply_inactivity")
def apply_inactivity() -> None:
    """Move inactive entries of ladders down."""
    if settings.SWEEP:
        credit_outage(now=timezone.now())
        ladders = Group.objects.filter(pk__in=ladders_in_play())
        _run_for_each(
            ladders, lambda pk: challenges.apply_inactivity(group_id=pk, now=timezone.now())
        )


@shared_task(name="tournaments.tasks.write_titles")
def write_titles(competition_id: int) -> None:
    """Write the titles of a finished competition."""
    titles.write_titles(competition_id=competition_id)


@shared_task(name="tournaments.tasks.follow_source")
def follow_source(feeder_id: int) -> None:
    """Enter the qualifiers of a source competition in its final."""
    places.follow_source(feeder_id=feeder_id, now=timezone.now())


@shared_task(name="tournaments.tasks.follow_sources")
def follow_sources() -> None:
    """Update the feeders that no task has processed."""
    if settings.SWEEP:
        due = Feeder.objects.due()
        _run_for_each(due, lambda pk: places.follow_source(feeder_id=pk, now=timezone.now()))


@shared_task(name="tournaments.tasks.heal_rankings")
def heal_rankings() -> None:
    """Rank matches and write titles that no task wrote. Rebuild outdated records first."""
    if settings.SWEEP:
        heal_outdated()
        _run_for_each(Match.objects.unranked(), lambda pk: rank_match(match_id=pk))
        ratings.resume_replay(clock=timezone.now)
        _run_for_each(
            titles.awaiting_titles(),
            lambda pk: titles.write_titles(competition_id=pk),
        )


@shared_task(name="tournaments.tasks.send_letters")
def send_letters() -> None:
    """Queue reminders of the next matches and send the waiting e-mails."""
    if settings.SWEEP:
        queue_reminders(now=timezone.now())
        waiting = Letter.objects.waiting(timezone.now())
        _run_for_each(waiting, lambda pk: send_email(letter_id=pk, now=timezone.now()))


@shared_task(name="tournaments.tasks.tell")
def tell(kind: str, about: int, without: int | None) -> None:
    """Send the notifications of an event to the browsers of the users it concerns."""
    deliver_notifications(kind=kind, about=about, without=without, now=timezone.now())


@shared_task(name="tournaments.tasks.publish_events")
def publish_events(competition_id: int) -> None:
    """Publish the new events of a competition."""
    events.publish_events(competition_id=competition_id, now=timezone.now())


@shared_task(name="tournaments.tasks.deliver_webhooks")
def deliver_webhooks() -> None:
    """Send the due webhooks."""
    delivery.deliver(read_clock=timezone.now)


@shared_task(name="tournaments.tasks.sweep_events")
def sweep_events() -> None:
    """Publish the events that no task has published, and send the due webhooks."""
    if settings.SWEEP:
        for pk in list(events.unpublished()[:BATCH]):
            events.publish_events(competition_id=pk, now=timezone.now())
        delivery.deliver(read_clock=timezone.now)


@shared_task(name="tournaments.tasks.forget_events")
def forget_events() -> None:
    """Delete old events."""
    if settings.SWEEP:
        events.forget_old(now=timezone.now())


@shared_task(name="tournaments.tasks.hold_regular_events")
def hold_regular_events() -> None:
    """Make the evenings of regular events ahead of time, begin them, and put old ones away."""
    if settings.SWEEP:
        now = timezone.now()
        regular_events.make_due(now=now)
        regular_events.begin_due(now=now)
        regular_events.put_away(now=now)


@shared_task(name="tournaments.tasks.demo_keeper")
def demo_keeper() -> None:
    """Start a new cup in the demo club, if there is one, after the last cup has finished."""
    if club := demo_club():
        keep_playing(club, chance=SystemRandom(), now=timezone.now())


@shared_task(name="tournaments.tasks.forget_rehearsals")
def forget_rehearsals() -> None:
    """Delete the rehearsals that have expired."""
    if settings.SWEEP:
        old = rehearsals.old(timezone.now())
        _run_for_each(old, lambda pk: rehearsals.forget_old(competition_id=pk, now=timezone.now()))


@shared_task(name="tournaments.tasks.forget_held_files")
def forget_held_files() -> None:
    """Delete the uploaded club files that were not confirmed in time."""
    if settings.SWEEP:
        club_files.forget_held(now=timezone.now())


@shared_task(name="tournaments.tasks.forget_networks")
def forget_networks() -> None:
    """Forget the networks that names were claimed from."""
    if settings.SWEEP:
        networks.forget_old(now=timezone.now())


@shared_task(name="tournaments.tasks.hold_points_of_rings")
def hold_points_of_rings() -> None:
    """Look for rings of accounts; what they won waits for a person."""
    if settings.SWEEP:
        held_points.hold_points_of_rings(now=timezone.now())


@shared_task(name="tournaments.tasks.end_links")
def end_links() -> None:
    """End expired staff links, and the subscriptions of their sockets."""
    if settings.SWEEP:
        late = StaffLink.objects.expired(timezone.now())
        _run_for_each(late, lambda pk: staff_links.end_expired(link_id=pk, now=timezone.now()))


def _run_for_each(rows: QuerySet[Any], service: Callable[[int], object]) -> None:
    """Call a service for each row. An exception in one row does not stop the others."""
    for pk in list(rows.values_list("pk", flat=True)[:BATCH]):
        try:
            service(pk)
        except Exception:
            logger.exception("%s %s", rows.model._meta.model_name, pk)


@shared_task(name="tournaments.tasks.send_reminders")
def remind() -> None:
    """Send the daily reminder where it is evening."""
    send_reminders(now=timezone.now())


BEAT = {
    "call-ready-matches": ("tournaments.tasks.call_ready_matches", 2.0),
    "draw-awaited-rounds": ("tournaments.tasks.draw_awaited_rounds", 5.0),
    "ring-bells": ("tournaments.tasks.ring_bells", 1.0),
    "close-sit-down-windows": ("tournaments.tasks.close_sit_down_windows", 2.0),
    "settle-challenges": ("tournaments.tasks.settle_challenges", 5.0),
    "apply-inactivity": ("tournaments.tasks.apply_inactivity", 600.0),
    "follow-sources": ("tournaments.tasks.follow_sources", 5.0),
    "heal-rankings": ("tournaments.tasks.heal_rankings", 5.0),
    "send-letters": ("tournaments.tasks.send_letters", 20.0),
    "forget-rehearsals": ("tournaments.tasks.forget_rehearsals", 3600.0),
    "forget-held-files": ("tournaments.tasks.forget_held_files", 600.0),
    "forget-networks": ("tournaments.tasks.forget_networks", 3600.0),
    "hold-points-of-rings": ("tournaments.tasks.hold_points_of_rings", 3600.0),
    "end-links": ("tournaments.tasks.end_links", 60.0),
    "send-reminders": ("tournaments.tasks.send_reminders", 900.0),
    "sweep-events": ("tournaments.tasks.sweep_events", 10.0),
    "forget-events": ("tournaments.tasks.forget_events", 3600.0),
    "hold-regular-events": ("tournaments.tasks.hold_regular_events", 10.0),
    "demo-keeper": ("tournaments.tasks.demo_keeper", 10.0),
}
