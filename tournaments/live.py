"""Following a competition: its bracket, or its tables, rendered once per language for all."""

from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, cast
from zlib import crc32

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count
from django.template.loader import render_to_string
from django.utils import translation

from accounts.models import User
from games.live.consumers import WatchConsumer
from games.live.hub import Audience, Rendering, Topic
from games.live.threads import in_thread
from tournaments.announce import competition_group
from tournaments.bracket_view import MOVING, read_bracket
from tournaments.entry_list import entry_list
from tournaments.models import Competition, Match


@dataclass(frozen=True)
class Following:
    """Competitions as something to be watched (`games.live.hub.Source`), in one template."""

    template: str
    read: Callable[[Competition], dict[str, Any]]

    def group(self, pk: int) -> str:
        """Return the group in which a competition's changes are hinted at."""
        return competition_group(pk)

    def versions(self, pks: Collection[int]) -> dict[int, str]:
        """Return a mark of all that is shown: points of a running game are hinted at nowhere."""
        shown: dict[int, list[object]] = defaultdict(list)
        rows = Competition.objects.filter(pk__in=pks).annotate(entered=Count("entries"))
        for pk, *row in rows.values_list("pk", "state", "entered"):
            shown[pk].append(row)
        matches = Match.objects.filter(round__group__stage__competition__in=pks).order_by("pk")
        states = matches.values_list("round__group__stage__competition", "pk", "state", "winner")
        scores = matches.filter(games__voided=False, games__game__status__in=MOVING).values_list(
            "round__group__stage__competition",
            "games__game__score",
            "games__game__legs",
            "games__game__status",
        )
        for pk, *row in [*states, *scores]:
            shown[pk].append(row)
        return {pk: f"{crc32(repr(parts).encode()):x}" for pk, parts in shown.items()}

    def render(self, pk: int, audiences: Collection[Audience]) -> Rendering:
        """Render a competition for each audience: they differ in language alone."""
        version = self.versions([pk]).get(pk, "")  # before reading: better shown twice than never
        context = self.read(Competition.objects.get(pk=pk))
        frames = {}
        for audience in audiences:
            with translation.override(audience.language):
                frames[audience] = render_to_string(self.template, context)
        return Rendering(version, frames)


def tables_of(competition: Competition) -> dict[str, Any]:
    """Return what is shown of the running tables, on a page and through the socket alike."""
    return {"competition": competition, "bracket": read_bracket(competition.pk)}


def whole(competition: Competition) -> dict[str, Any]:
    """Return the same with all entries."""
    return tables_of(competition) | {"entries": entry_list(competition)}


BRACKET = Following("tournaments/_bracket_frame.html", whole)
TABLES = Following("tournaments/_tables_frame.html", tables_of)


class FollowingConsumer(WatchConsumer):
    """A reader of a competition's page."""

    source = BRACKET

    async def find(self, user_id: int | None) -> tuple[Topic, int | None] | None:
        """Find the competition, if this reader may see it."""
        pk = self.scope["url_route"]["kwargs"]["pk"]
        found = await in_thread(may_follow, pk, cast("User", self.scope["user"]))
        return ((self.source, pk), None) if found else None


class TablesConsumer(FollowingConsumer):
    """A reader of the running tables of a competition."""

    source = TABLES


def may_follow(pk: int, user: User | AnonymousUser) -> bool:
    """Tell whether a competition exists and may be seen by somebody."""
    return Competition.objects.visible_to(user).filter(pk=pk).exists()
