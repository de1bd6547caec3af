"""Versions of a competition's pages, and the permission to follow them.

Two different versions mean that something changed. Permission is checked when a reader connects
and for as long as they follow. Followers of the name list are only sent a hint that it changed;
the page then requests it.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, Max, OuterRef, Subquery
from django.utils import timezone
from django.utils.translation import override

from accounts.models import User
from games.live.fragments import etag
from games.live.messages import WatchConsumer
from games.live.sources import Reader, Rendering, Topic
from games.live.subscribers import RenderKey
from games.live.templates import render_template
from games.live.threads import in_thread
from tournaments.common.broadcast import competition_group
from tournaments.matches.queries import OF_HALL
from tournaments.models import AuditEvent, Bulletin, Competition, Group, Match
from tournaments.models.matches import COMPETITION
from tournaments.name_claims.services import NAMED
from tournaments.round_clock.queries import CLOCKS


def may_follow(pk: int, user: User | AnonymousUser) -> bool:
    """Return whether a competition exists and is visible to a user."""
    return Competition.objects.visible_to(user).filter(pk=pk).exists()


def filter_followers(readers: Collection[Reader]) -> set[Reader]:
    """Keep the readers that may still see their competition."""
    pks = {pk for pk, _ in readers}
    public = set(Competition.objects.public().filter(pk__in=pks).values_list("pk", flat=True))
    user_ids = {user_id for pk, user_id in readers if pk not in public}
    people = User.objects.in_bulk(user_ids - {None})
    return {
        (pk, user_id)
        for pk, user_id in readers
        if pk in public or (user_id in people and may_follow(pk, people[user_id]))
    }


BEING_DRAWN = Exists(Group.objects.awaiting().filter(stage__competition=OuterRef("pk")))
STANDS = ("state", "acts", "being_drawn")
COUNTED = ("pk", "state", "winner", "scheduled_at", "reopened", "sheet__version", *OF_HALL)


def versions(pks: Collection[int]) -> dict[int, str]:
    """Return versions that change with everything shown of competitions.

    Every change of entries is in the audit log. Points of a running game are not announced.
    """
    return {pk: read.mark for pk, read in read_versions(pks, {}).items()}


@dataclass(frozen=True)
class Version:
    """The version of a competition, with further columns that were read."""

    mark: str
    also: Mapping[str, Any]


BULLETIN_SIGN: Final = "-"  # in no etag; the id of the current bulletin follows


def bulletin_of(version: str) -> Bulletin | None:
    """Return the bulletin that a version names, or None, then without a query."""
    _, sign, pk = version.partition(BULLETIN_SIGN)
    return Bulletin.objects.filter(pk=int(pk)).first() if sign else None


def read_versions(pks: Collection[int], columns: Mapping[str, Any]) -> dict[int, Version]:
    """Return versions that also change with some further columns."""
    competition = OuterRef("pk")
    acts = AuditEvent.objects.filter(competition=competition).order_by("-pk").values("pk")[:1]
    bulletin = (
        Bulletin.objects.filter(competition=competition).standing(timezone.now()).values("pk")[:1]
    )
    competitions = Competition.objects.filter(pk__in=pks).annotate(
        acts=Subquery(acts),
        being_drawn=BEING_DRAWN,
        bulletin=Subquery(bulletin),
        **CLOCKS,
        **columns,
    )
    rows = {
        row["pk"]: row for row in competitions.values("pk", "bulletin", *STANDS, *CLOCKS, *columns)
    }
    parts_by_pk: dict[int, list[object]] = {pk: [list(row.values())] for pk, row in rows.items()}
    matches = Match.objects.filter(**{f"{COMPETITION}__in": pks}).order_by("pk", "games")
    tables = ("games__game__status", "games__game__score", "games__game__legs")
    for pk, *row in matches.values_list(COMPETITION, *COUNTED, *tables):
        parts_by_pk[pk].append(row)
    return {
        pk: Version(_mark(parts, rows[pk]["bulletin"]), {name: rows[pk][name] for name in columns})
        for pk, parts in parts_by_pk.items()
    }


def _mark(parts: Sequence[object], bulletin_id: int | None) -> str:
    mark = etag(parts)
    return mark if bulletin_id is None else f"{mark}{BULLETIN_SIGN}{bulletin_id}"


class NamesSource:
    """Live source of the list of names (`games.live.hub.Source`)."""

    def group(self, pk: int) -> str:
        """Return the channel group that announces a competition's changes."""
        return competition_group(pk)

    def versions(self, pks: Collection[int]) -> dict[int, str]:
        """Return versions that change with the audit log, which has the claims, and with calls."""
        own = Match.objects.filter(**{COMPETITION: OuterRef("pk")}).order_by().values(COMPETITION)
        called = Subquery(own.annotate(last=Max("called_at")).values("last"))
        rows = Competition.objects.filter(pk__in=pks).annotate(acts=Max("audit"), called=called)
        return {pk: etag(rest) for pk, *rest in rows.values_list("pk", "state", "acts", "called")}

    def render(self, pk: int, audiences: Collection[RenderKey]) -> Rendering:
        """Render a sign of the change, the same for everybody."""
        version = self.versions([pk]).get(pk, "")
        pieces = {}
        for audience in audiences:
            with override(audience.language):
                pieces[audience] = {
                    "changed": render_template("competition/changed", version=version)
                }
        return Rendering(version, pieces)


NAMES = NamesSource()


class NamesConsumer(WatchConsumer):
    """Consumer of the list of names."""

    async def find(self, user_id: int | None) -> tuple[Topic, int | None] | None:
        """Return the topic of the event if the user may see it or came by its QR code."""
        pk = self.scope["url_route"]["kwargs"]["pk"]
        is_allowed = await in_thread(may_follow, pk, cast("User", self.scope["user"]))
        came = is_allowed or pk in await in_thread(self.scope["session"].get, NAMED, ())
        return ((NAMES, pk), None) if came else None
