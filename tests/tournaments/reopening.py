"""Helpers that take a result back and check the remaining state."""

from datetime import datetime, timedelta

from tests.tournaments.events import organiser_of
from tests.tournaments.soundness import sound
from tournaments.models import Competition, Match
from tournaments.results import services as result_services
from tournaments.tasks import heal_rankings

State = Match.State


HOUR = timedelta(hours=1)


def reopen(match: Match, now: datetime, **more: object) -> object:
    organiser = organiser_of(match.round.group.stage.competition)
    terms = {"actor": organiser, "reason": "se anotó al revés", "now": now, **more}
    falls = result_services.reopen_match(match_id=match.pk, **terms)
    match.refresh_from_db()
    return falls


def in_order() -> bool:
    heal_rankings()
    return sound()


def states(event: Competition) -> list[str]:
    return list(Match.objects.of(event.pk).values_list("state", flat=True))


def entries_at(match: Match) -> list[int | None]:
    return list(match.slots.order_by("side").values_list("entry", flat=True))
