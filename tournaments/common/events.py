"""Events for other programs: written with what happened, published after the commit.

A lost task does no harm: the sweep publishes what none has (`tournaments.webhooks.events`).
"""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from accounts.common.transactions import enqueue, on_commit
from tournaments.models import Competition, CompetitionEvent, Entry, Group, Match

Kind = CompetitionEvent.Kind
PUBLISH_TASK: Final = "tournaments.tasks.publish_events"
MOST_LISTED: Final = 50  # entries that one event names; `count` says how many there were


def record_event(kind: Kind, competition: Competition, now: datetime, **data: object) -> None:
    """Write an event in the caller's transaction. Rehearsals have none."""
    if competition.rehearsal:
        return
    CompetitionEvent.objects.create(
        kind=kind, competition=competition, club_id=competition.club_id, data=data, at=now
    )
    on_commit(enqueue, PUBLISH_TASK, competition.pk)


def record_entries(
    kind: Kind, competition: Competition, entries: Collection[Entry], now: datetime
) -> None:
    """Write one event about entries that came or left together."""
    if entries:
        left = Entry.State.WITHDRAWN if kind == Kind.LEFT else None
        told = [{"entry": entry.pk, "state": left or entry.state} for entry in entries]
        record_event(kind, competition, now, entries=told[:MOST_LISTED], count=len(told))


def record_match_event(kind: Kind, match: Match, now: datetime) -> None:
    """Write an event about a match of a competition; casual matches have none.

    Sides and games are read when it is published, if the result still stands.
    """
    if match.competition is not None:
        told = {"match": match.pk, "result": match.reopened, "state": match.state}
        record_event(kind, match.competition, now, **told, winner=match.winner)


def record_round(group: Group, number: int, now: datetime) -> None:
    """Write the event of a round that was drawn and published."""
    stage = group.stage
    told = {"stage": stage.number, "group": group.number, "round": number}
    record_event(Kind.DRAWN, stage.competition, now, **told)
