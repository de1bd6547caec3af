"""What is a person's own besides their next match: their table, their clubs, their entries."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Exists, OuterRef, Subquery

from accounts.models import User
from games.models import Game
from tournaments.pages.people.own_entries import shown_entries

CLUBS: Final = 3


@dataclass(frozen=True)
class OwnClub:
    """A club that somebody belongs to."""

    slug: str
    name: str


@dataclass(frozen=True)
class AtHome:
    """What a person comes back to."""

    table: int | None  # the casual one they sit at, the newest if there are several
    has_entries: bool  # that wait for the draw, or ended lately
    clubs: Sequence[OwnClub]


def at_home(user: User, now: datetime) -> AtHome:
    """Return what is a person's own, in one query: a row for each club, or one without."""
    tables = Game.objects.open().filter(page="", seats__user=OuterRef("pk"))
    entries = shown_entries(OuterRef("pk"), now)
    rows = list(
        User.objects.filter(pk=user.pk)
        .order_by("memberships__joined_at", "memberships__pk")
        .values_list(
            "memberships__club__slug",
            "memberships__club__name",
            Subquery(tables.order_by("-created_at").values("pk")[:1]),
            Exists(entries),
        )[:CLUBS]
    )
    clubs = [OwnClub(slug, name) for slug, name, *_ in rows if slug]
    _, _, table, has_entries = rows[0]
    return AtHome(table, has_entries, clubs)
