"""Following a competition: its page's parts, or its tables, rendered once per language for all.

What a page shows of a competition is the same for everybody, so it is rendered once per version;
pages and sockets share it.
"""

from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cached_property
from typing import cast
from zlib import crc32

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db.models import Max
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, override

from accounts.models import User
from games.live.consumers import WatchConsumer
from games.live.hub import Audience, Rendering, Topic
from games.live.threads import in_thread
from tournaments.announce import competition_group
from tournaments.bracket_view import Bracket, MatchView, read_bracket, read_matches
from tournaments.entry_list import EntryLine, entry_list
from tournaments.models import Competition, Match

COMPETITION = "round__group__stage__competition"
PARTS = ("podium", "tables", "rounds", "bracket", "entries")
LIFE = 300  # seconds a rendering is kept


def versions(pks: Collection[int]) -> dict[int, str]:
    """Return a mark of all that is shown of competitions.

    Every change of entries is in the audit log; points of a running game are hinted at nowhere.
    """
    shown: dict[int, list[object]] = defaultdict(list)
    rows = Competition.objects.filter(pk__in=pks).annotate(acts=Max("audit"))
    for pk, *row in rows.values_list("pk", "state", "acts"):
        shown[pk].append(row)
    matches = Match.objects.filter(**{f"{COMPETITION}__in": pks}).order_by("pk", "games")
    tables = ("games__game__status", "games__game__score", "games__game__legs")
    for pk, *row in matches.values_list(COMPETITION, "pk", "state", "winner", *tables):
        shown[pk].append(row)
    return {pk: f"{crc32(repr(parts).encode()):x}" for pk, parts in shown.items()}


@dataclass(frozen=True)
class Shown:
    """A competition as everybody sees it, read when somebody has to be shown it."""

    competition: Competition
    version: str

    @cached_property
    def bracket(self) -> Bracket:
        """Its matches."""
        return read_bracket(self.competition.pk)

    @cached_property
    def entries(self) -> list[EntryLine]:
        """Who takes part."""
        return entry_list(self.competition)

    @property
    def live(self) -> list[MatchView]:
        """Its running tables."""
        return self.bracket.live

    def parts(self) -> dict[str, SafeString]:
        """Return the parts of its page in the active language, by name."""
        key = f"competition:{self.competition.pk}:{self.version}:{get_language()}"
        return cast("dict[str, SafeString]", cache.get_or_set(key, self._rendered, LIFE))

    def fragment(self) -> SafeString:
        """Return all parts as one."""
        return SafeString("".join(self.parts().values()))

    def _rendered(self) -> dict[str, SafeString]:
        return {
            name: render_to_string(f"tournaments/_{name}.html", {"shown": self}) for name in PARTS
        }


@dataclass(frozen=True)
class RunningTables:
    """The running tables of a competition alone."""

    competition: Competition
    version: str

    @cached_property
    def live(self) -> list[MatchView]:
        """Those tables, of later rounds first."""
        return read_matches(Match.objects.of(self.competition.pk).live())[::-1]

    def fragment(self) -> SafeString:
        """Return them as they are shown."""
        return render_to_string("tournaments/_tables.html", {"shown": self})


@dataclass(frozen=True)
class Following:
    """Competitions as something to be watched (`games.live.hub.Source`)."""

    show: Callable[[Competition, str], Shown | RunningTables]

    def group(self, pk: int) -> str:
        """Return the group in which a competition's changes are hinted at."""
        return competition_group(pk)

    def versions(self, pks: Collection[int]) -> dict[int, str]:
        """Return the competitions' versions."""
        return versions(pks)

    def render(self, pk: int, audiences: Collection[Audience]) -> Rendering:
        """Render a competition for each audience: they differ in language alone."""
        version = versions([pk]).get(pk, "")  # before reading: better shown twice than never
        shown = self.show(Competition.objects.get(pk=pk), version)
        frames: dict[Audience, str] = {}
        for audience in audiences:
            with override(audience.language):
                frames[audience] = shown.fragment()
        return Rendering(version, frames)


BRACKET = Following(Shown)
TABLES = Following(RunningTables)


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
