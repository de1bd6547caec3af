"""Who hears of a change: followers and players by hints, other programs by events.

Hints are sent after the commit. Events are written with what happened and published after the
commit; a lost task does no harm: the sweep publishes what none has (`tournaments.webhooks.events`).
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Final

from django.db.models import Q

from accounts.common.alarms import enqueue
from accounts.common.transactions import on_commit
from games.common.broadcast import broadcast
from tournaments.models import Competition, CompetitionEvent, Entry, Group, Match, RosterPlayer

Kind = CompetitionEvent.Kind
PUBLISH_TASK: Final = "tournaments.tasks.publish_events"
MOST_LISTED: Final = 50  # entries that one event names; `count` says how many there were


def competition_group(competition_id: int) -> str:
    """Return the channel group of a competition's followers."""
    return f"competition.{competition_id}"


def match_group(match_id: int) -> str:
    """Return the channel group of a match's followers."""
    return f"match.{match_id}"


def person_group(user_id: int) -> str:
    """Return the channel group of the browsers in which a user waits for the next match."""
    return f"person.{user_id}"


def hall_table_group(table_id: int) -> str:
    """Return the channel group of the followers of a hall table."""
    return f"hall-table.{table_id}"


def broadcast_match(match: Match) -> None:
    """Announce after the commit that a match of a competition changed."""
    assert match.competition is not None, "casual matches are followed at their table"
    message: dict[str, object] = {"type": "changed", "match": match.pk}
    on_commit(broadcast, match_group(match.pk), message)
    if match.hall_table_id is not None:
        group = hall_table_group(match.hall_table_id)
        on_commit(broadcast, group, message)
    _hint_followers(match.competition.pk)
    _hint_players(entry__slots__match=match.pk)


def broadcast_matches(competition_id: int, matches: Iterable[Match]) -> None:
    """Announce after the commit a change that all of these matches show."""
    for match in matches:
        message: dict[str, object] = {"type": "changed", "match": match.pk}
        on_commit(broadcast, match_group(match.pk), message)
    broadcast_competition(competition_id)


def broadcast_competition(competition_id: int) -> None:
    """Announce after the commit that a competition and its players' matches changed."""
    _hint_followers(competition_id)
    _hint_players(competition=competition_id, entry__slots__isnull=False)


def _hint_followers(competition_id: int) -> None:
    message: dict[str, object] = {"type": "changed", "competition": competition_id}
    on_commit(broadcast, competition_group(competition_id), message)


def _hint_players(**lookups: object) -> None:
    """Notify the players after the commit. They are read then, as a side may be filled late."""
    on_commit(_hint_each, lookups)


def _hint_each(lookups: Mapping[str, object]) -> None:
    plays = Q(reserve=False) | Q(lined_up__isnull=False)  # a reserve at one of the boards
    players = RosterPlayer.objects.filter(plays, user__isnull=False, **lookups)
    for user_id in players.values_list("user", flat=True).distinct():
        broadcast(person_group(user_id), {"type": "changed"})


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
        state = Entry.State.WITHDRAWN if kind == Kind.LEFT else None
        listed = [{"entry": entry.pk, "state": state or entry.state} for entry in entries]
        record_event(kind, competition, now, entries=listed[:MOST_LISTED], count=len(listed))


def record_match_event(kind: Kind, match: Match, now: datetime) -> None:
    """Write an event about a match of a competition; casual matches have none.

    Sides and games are read when it is published, if the result still stands.
    """
    if match.competition is not None:
        data = {"match": match.pk, "result": match.reopened, "state": match.state}
        record_event(kind, match.competition, now, **data, winner=match.winner)


def record_round(group: Group, number: int, now: datetime) -> None:
    """Write the event of a round that was drawn and published."""
    stage = group.stage
    data = {"stage": stage.number, "group": group.number, "round": number}
    record_event(Kind.DRAWN, stage.competition, now, **data)
