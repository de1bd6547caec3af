"""Competitions in a hall, for tests."""

from datetime import datetime
from typing import Any

from accounts.models import User
from tests.runner.arranged import arranged
from tests.tournaments.cups import a_running_cup, an_organiser
from tests.tournaments.events import organiser_of
from tournaments.matches import services as matches
from tournaments.models import Competition, Match
from tournaments.results import services as result_services
from tournaments.tasks import draw_awaited_rounds
from tournaments.venues import services as venues
from tournaments.venues.services import displaced, reassign_displaced


@arranged
def an_evening(
    now: datetime,
    *,
    tables: int = 2,
    entries: int = 8,
    organiser: User | None = None,
    **terms: Any,
) -> Competition:
    """Create a competition with real cards and some tables; call the entries that got one."""
    terms = {"with_cards": True, **terms}
    event = a_running_cup(organiser or an_organiser(), now, entries=entries, **terms)
    use(event, tables, now)
    call_who_may(now)
    return event


def use(event: Competition, tables: int, now: datetime) -> None:
    """Set the number of tables in use."""
    venues.use_tables(competition_id=event.pk, count=tables, actor=organiser_of(event), now=now)


def call_who_may(now: datetime) -> None:
    """Do the work of the clock: seat entries that lost a table, and call those that can play."""
    for pk in displaced().values_list("pk", flat=True):
        reassign_displaced(match_id=pk, now=now)
    for pk in Match.objects.callable(now).values_list("pk", flat=True):
        matches.call_match(match_id=pk, now=now)


def write(match: Match, now: datetime, games: tuple[int, int] = (5, 3)) -> None:
    """Write down a result, and let a worker draw the next matches."""
    organiser = organiser_of(match.round.group.stage.competition)
    result_services.submit_result(match_id=match.pk, games=[games], actor=organiser, now=now)
    draw_awaited_rounds()


def standing(event: Competition) -> dict[int, int | None]:
    """At which table each called match of an event stands, by number."""
    called = Match.objects.of(event.pk).filter(state=Match.State.CALLED)
    return dict(called.values_list("number", "hall_table__number"))


def waiting(event: Competition) -> list[int]:
    """The matches of an event that wait for a table, in the order of the queue."""
    found = Match.objects.of(event.pk).filter(waits_since__isnull=False)
    return list(found.order_by("waits_since", "number").values_list("number", flat=True))


def match_of(event: Competition, number: int) -> Match:
    """The match of an event that bears a number."""
    return Match.objects.of(event.pk).get(number=number)
