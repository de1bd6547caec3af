"""Competitions that send their first places to another."""

from datetime import datetime
from typing import Any

from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.cups import a_cup, a_running_cup, enter
from tests.tournaments.events import award_all
from tournaments.draw.services import draw
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Berth, Competition, Entry, Feeder
from tournaments.qualifiers.services import add_feeder
from tournaments.tasks import follow_sources
from tournaments.verification.competitions import FEEDER_CHECKS


def a_final(organiser: User, now: datetime, **terms: Any) -> Competition:
    """A final that takes entries."""
    return a_cup(organiser, now, **{"name": "La Final", "cap": 32} | terms)


def a_source(organiser: User, now: datetime, name: str = "Copa Norte", **terms: Any) -> Competition:
    """A cup that is being played."""
    return a_running_cup(organiser, now, **{"name": name} | terms)


def draw_and_start(final: Competition, organiser: User, now: datetime) -> Competition:
    """Draw a final and begin it."""
    draw(competition_id=final.pk, actor=organiser, seed="semilla", now=now)
    lifecycle.start(competition_id=final.pk, actor=organiser, now=now)
    final.refresh_from_db()
    return final


def feed(
    final: Competition,
    source: Competition,
    actor: User,
    now: datetime,
    places: int = 2,
    first_rank: int = 1,
) -> Feeder:
    """Send places of a source competition to a final, by default the first ones."""
    return add_feeder(
        final_id=final.pk,
        source_id=source.pk,
        places=places,
        first_rank=first_rank,
        actor=actor,
        now=now,
    )


def end(source: Competition, now: datetime) -> list[Entry]:
    """Play a source to its end, let a worker send its qualifiers, and return its first two."""
    award_all(source, now)
    follow_sources()
    losers = source.entries.filter(slots__round__number=2).exclude(pk=source.champion_id)
    return [source.champion, losers.order_by("seed").first()]


def berth(feeder: Feeder, rank: int) -> Berth:
    """Return the current state of one qualifying place of a source."""
    return Berth.objects.select_related("entry", "taken_by").get(feeder=feeder, rank=rank)


def people_of(entry: Entry) -> list[int]:
    return list(entry.roster.order_by("number").values_list("user", flat=True))


def fill_up(final: Competition, organiser: User, now: datetime, entries: int) -> list[Entry]:
    """Enter others by hand."""
    side = final.players_per_side
    return [
        enter(final, organiser, now, *(a_person() for _ in range(side))) for _ in range(entries)
    ]


def unsound() -> list[str]:
    """What is wrong with berths."""
    return [str(violation) for check in FEEDER_CHECKS for violation in check()]
