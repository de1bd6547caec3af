"""Marks of all that is shown of competitions: two that differ mean that something changed."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Subquery
from django.utils import timezone

from games.live.marks import mark_of
from tournaments.live.bulletins import marked
from tournaments.models import AuditEvent, Bulletin, Competition, Group, Match
from tournaments.pages.matches import OF_HALL
from tournaments.pages.round_clock import CLOCKS

COMPETITION = "round__group__stage__competition"
BEING_DRAWN = Exists(Group.objects.awaiting().filter(stage__competition=OuterRef("pk")))
STANDS = ("state", "acts", "being_drawn")
COUNTED = ("pk", "state", "winner", "scheduled_at", "reopened", "sheet__version", *OF_HALL)


def versions(pks: Collection[int]) -> dict[int, str]:
    """Return a mark of all that is shown of competitions.

    Every change of entries is in the audit log; points of a running game are hinted at nowhere.
    """
    return {pk: read.mark for pk, read in read_versions(pks, {}).items()}


@dataclass(frozen=True)
class Version:
    """A mark of what is shown, with what was read along with it."""

    mark: str
    also: Mapping[str, Any]


def read_versions(pks: Collection[int], columns: Mapping[str, Any]) -> dict[int, Version]:
    """Return versions, which tell some columns more of the competitions apart."""
    here = OuterRef("pk")
    acts = AuditEvent.objects.filter(competition=here).order_by("-pk").values("pk")[:1]
    said = Bulletin.objects.filter(competition=here).standing(timezone.now()).values("pk")[:1]
    rows = Competition.objects.filter(pk__in=pks).annotate(
        acts=Subquery(acts), being_drawn=BEING_DRAWN, said=Subquery(said), **CLOCKS, **columns
    )
    told = {row["pk"]: row for row in rows.values("pk", "said", *STANDS, *CLOCKS, *columns)}
    shown: dict[int, list[object]] = {pk: [list(row.values())] for pk, row in told.items()}
    matches = Match.objects.filter(**{f"{COMPETITION}__in": pks}).order_by("pk", "games")
    tables = ("games__game__status", "games__game__score", "games__game__legs")
    for pk, *row in matches.values_list(COMPETITION, *COUNTED, *tables):
        shown[pk].append(row)
    return {
        pk: Version(
            marked(mark_of(parts), told[pk]["said"]), {name: told[pk][name] for name in columns}
        )
        for pk, parts in shown.items()
    }
