"""Publishing of events: numbers in the order of commits, and a delivery for each webhook.

Events are rows from the moment they happen. Whatever task or process is lost, the sweep publishes
them; publishing twice is harmless.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Prefetch, QuerySet

from accounts.common.alarms import enqueue
from accounts.common.transactions import on_commit, transactional
from games.common.broadcast import broadcast
from games.models import Game
from tournaments.models import (
    Competition,
    CompetitionEvent,
    EventCounter,
    Match,
    MatchGame,
    MatchSlot,
    Webhook,
    WebhookDelivery,
    sides_of,
)
from tournaments.standings.queries import written_of

Kind = CompetitionEvent.Kind
DELIVER_TASK: Final = "tournaments.tasks.deliver_webhooks"
LIFETIME: Final = timedelta(hours=24)  # of a delivery
KEPT_FOR: Final = timedelta(days=30)
BATCH: Final = 500  # events published by one transaction
FILLED: Final = frozenset({Kind.CALLED, Kind.DECIDED, Kind.REVOKED})


def event_group(competition_id: int) -> str:
    """Return the channel group of the readers of a competition's events."""
    return f"events.{competition_id}"


@transactional
def publish_events(*, competition_id: int, now: datetime) -> int:
    """Number the new events of a competition and queue their deliveries; return how many.

    The counter's lock lets one publisher in at a time, so numbers become visible in their order.
    """
    if not Competition.objects.filter(pk=competition_id).exists():
        return 0
    EventCounter.objects.get_or_create(competition_id=competition_id)
    counter = EventCounter.objects.select_for_update().get(competition=competition_id)
    waiting = CompetitionEvent.objects.filter(competition=competition_id, number=None)
    events = list(waiting.order_by("pk")[:BATCH])
    if not events:
        return 0
    _fill(events)
    for number, event in enumerate(events, start=counter.last + 1):
        event.number = number
    CompetitionEvent.objects.bulk_update(events, ["number", "data"])
    counter.last += len(events)
    counter.save(update_fields=["last"])
    queue_deliveries(events, now)
    on_commit(broadcast, event_group(competition_id), {"type": "changed"})
    return len(events)


def queue_deliveries(
    events: Sequence[CompetitionEvent], now: datetime, *, only: Webhook | None = None
) -> None:
    """Queue events of one club for each of its webhooks that wants them, or for one alone."""
    webhooks = [only] if only else list(Webhook.objects.on().filter(club=events[0].club_id))
    WebhookDelivery.objects.bulk_create(
        WebhookDelivery(webhook=webhook, event=event, next_try_at=now, expires_at=now + LIFETIME)
        for webhook in webhooks
        for event in events
        if only or webhook.wants(event.kind)
    )
    if webhooks:
        on_commit(enqueue, DELIVER_TASK)


def unpublished() -> QuerySet[CompetitionEvent, int]:
    """Return the competitions with events that no task has published."""
    rows = CompetitionEvent.objects.filter(number=None, competition__isnull=False)
    return rows.order_by("competition").values_list("competition", flat=True).distinct()


def events_after(competition_id: int, number: int) -> QuerySet[CompetitionEvent]:
    """Return the published events of a competition after a number, in their order."""
    events = CompetitionEvent.objects.filter(competition=competition_id, number__gt=number)
    return events.select_related("club", "competition").order_by("number")


def forget_old(*, now: datetime) -> None:
    """Delete the events of more than a month ago, with their deliveries."""
    CompetitionEvent.objects.filter(at__lte=now - KEPT_FOR).delete()


def _fill(events: Iterable[CompetitionEvent]) -> None:
    """Add sides, round and games to events about matches, before others can read them."""
    about = [event for event in events if event.kind in FILLED]
    matches = _matches({event.data["match"] for event in about})
    for event in about:
        match = matches.get(event.data["match"])  # None: its draw was undone
        if match is not None:
            event.data |= _figures(match, event)


def _matches(pks: Iterable[int]) -> dict[int, Match]:
    links = MatchGame.objects.filter(voided=False).select_related("game")
    matches = Match.objects.select_related("round__group__stage", "hall_table").prefetch_related(
        Prefetch("slots", MatchSlot.objects.order_by("side")),
        Prefetch("games", links.order_by("board", "number")),
        "submissions",
    )
    return matches.in_bulk(list(pks))


def _figures(match: Match, event: CompetitionEvent) -> dict[str, Any]:
    assert match.round is not None, "a competition's matches have a round"
    figures = {
        "match_number": match.number,
        "stage": match.round.group.stage.number,
        "group": match.round.group.number,
        "round": match.round.number,
        "sides": [
            [slot.entry_id for slot in side if slot.entry_id is not None]
            for side in sides_of(match.slots.all())
        ],
    }
    if event.kind == Kind.CALLED:
        figures["table"] = match.hall_table and match.hall_table.number
    stands = match.is_decided and match.reopened == event.data["result"]
    if event.kind == Kind.DECIDED:
        figures["games"] = _games(match) if stands else []
        figures["corrected"] = event.data["result"] > 0
    return figures


def _games(match: Match) -> list[list[int]]:
    if entered := written_of(match):
        return [list(game.score) for game in entered]
    games: Iterable[Game] = (link.game for link in match.games.all())
    return [list(game.score or (0, 0)) for game in games]
