"""Drafts for tests: competitions whose rounds wait for their organiser, and what is in them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from accounts.models import User
from tests.games.tables import a_person
from tests.runner.arranged import arranged
from tests.tournaments.cups import a_cup, an_organiser, enter_all
from tests.tournaments.events import award, draw_what_follows, organiser_of, ready, the_better_seed
from tournaments.draw import drafts
from tournaments.formats.options import FormatOptions
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Competition, Draft, Entry


@arranged
def announced(
    now: datetime, format_: str, entries: int, *, affiliations: Sequence[str] = (), **terms: Any
) -> Competition:
    """Create a competition with entries, no draw, and rounds that are published by hand."""
    organiser = an_organiser()
    choices = terms.pop("choices", {})
    shape = FormatOptions(format=format_, **choices)
    event = a_cup(organiser, now, shape=shape, cap=32, publishes_alone=False, **terms)
    enter_all(event, organiser, now, [[a_person()] for _ in range(entries)])
    for entry, affiliation in zip(event.entries.order_by("pk"), affiliations, strict=False):
        Entry.objects.filter(pk=entry.pk).update(affiliation=affiliation)
    return event


def a_draft(event: Competition, now: datetime, *, seed: str = "semilla") -> Draft:
    """Its first draw, as a draft."""
    return drafts.draft_draw(competition_id=event.pk, actor=organiser_of(event), seed=seed, now=now)


@arranged
def a_running_event(now: datetime, format_: str, entries: int, **terms: Any) -> Competition:
    """Create an event that has started and whose first draw is published."""
    event = announced(now, format_, entries, **terms)
    a_draft(event, now)
    publish(event, now)
    lifecycle.start(competition_id=event.pk, actor=organiser_of(event), now=now)
    event.refresh_from_db()
    return event


def the_draft(event: Competition) -> Draft:
    """The draft of a competition, as it is stored."""
    return Draft.objects.get(competition=event)


def who(event: Competition, now: datetime, actor: User | None = None) -> dict[str, Any]:
    """Return the arguments that every service on a draft takes.

    Competition, actor, seen version.
    """
    found = Draft.objects.filter(competition=event).first()
    return {
        "competition_id": event.pk,
        "actor": actor or organiser_of(event),
        "seen": found.mark if found else "",
        "now": now,
    }


def swap(event: Competition, one: int, other: int, now: datetime) -> None:
    """Exchange two entries, by pk."""
    drafts.swap(one=one, other=other, **who(event, now))


def publish(event: Competition, now: datetime) -> None:
    drafts.publish(**who(event, now))
    draw_what_follows()
    event.refresh_from_db()


def win_round(event: Competition, now: datetime) -> None:
    """Award all matches in play to the better seeds, once."""
    for match in ready(event):
        award(match, the_better_seed(match), now)
