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
from django.core.cache import caches
from django.db.models import Max
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, override

from accounts.models import User
from games.live.consumers import WatchConsumer
from games.live.hub import Audience, Lessen, Rendering, Topic, whole
from games.live.threads import in_thread
from tournaments.live.news import PART, in_lines, news
from tournaments.models import Competition, Entry, Match, Stage
from tournaments.pages.entry_list import EntryLine, entry_list
from tournaments.pages.matches import MatchView, read_matches
from tournaments.pages.podium import Ended, Prize, podium, prizes, ranks_reached
from tournaments.pages.reasons import Draw
from tournaments.pages.stages import Event, read_event
from tournaments.services.hints import competition_group
from tournaments.wording import formats, refusals

COMPETITION = "round__group__stage__competition"
PARTS = ("podium", "tables", "stages", "entries")  # what is sent when it changes
REST = ("how",)
COUNTED = ("pk", "state", "winner", "scheduled_at", "reopened", "sheet__version")
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
    for pk, *row in matches.values_list(COMPETITION, *COUNTED, *tables):
        shown[pk].append(row)
    return {pk: f"{crc32(repr(parts).encode()):x}" for pk, parts in shown.items()}


@dataclass(frozen=True)
class Shown:
    """A competition as everybody sees it, read when somebody has to be shown it."""

    competition: Competition
    version: str

    @classmethod
    def of(cls, competition: Competition) -> "Shown":
        """Return a competition as it is now."""
        return cls(competition, versions([competition.pk])[competition.pk])

    @cached_property
    def event(self) -> Event:
        """Its stages and their matches, read once per version for everybody."""
        return cast("Event", self._kept("event", lambda: read_event(self.competition)))

    @cached_property
    def entries(self) -> list[EntryLine]:
        """Who takes part."""
        return entry_list(self.competition)

    @property
    def live(self) -> list[MatchView]:
        """Its running tables."""
        return self.event.live

    @property
    def draw(self) -> Draw:
        """How it was drawn."""
        seeded = [line.entry for line in self.entries if line.entry.seed is not None]
        return Draw(self.competition, seeded, self.event)

    @cached_property
    def stage(self) -> Stage | None:
        """Its first stage, drawn or not."""
        drawn = self.event.stages
        return drawn[0].stage if drawn else self.competition.stages.order_by("number").first()

    @property
    def format_in_words(self) -> str:
        """How it is played."""
        return formats.name(self.stage.format) if self.stage else ""

    @property
    def draw_in_words(self) -> str:
        """How its entries were put in order."""
        return refusals.draw(self.competition.seeding)

    def entry_of(self, reader: User | AnonymousUser) -> Entry | None:
        """Return the entry a reader plays in."""
        if not reader.is_authenticated:
            return None
        return next((line.entry for line in self.entries if line.has(reader.pk)), None)

    def parts(self) -> dict[str, SafeString]:
        """Return the parts of its page in the active language, by name."""
        return cast("dict[str, SafeString]", self._kept("parts", self._rendered))

    @cached_property
    def ended(self) -> list[Ended]:
        """Who ended where, once it is over."""
        return ranks_reached(self.competition, self.event)

    @property
    def podium(self) -> list[Ended]:
        """Who stands on the podium."""
        return podium(self.ended)

    @property
    def prizes(self) -> list[Prize]:
        """Who gets what, once that is known."""
        return prizes(self.competition, self.ended) if self.ended else []

    def fragment(self) -> SafeString:
        """Return the parts that are followed as one."""
        parts = self.parts()
        return SafeString(PART.join(parts[name] for name in PARTS))

    def _kept(self, name: str, made: Callable[[], object]) -> object:
        """Return what was made before for this version and language, or make it."""
        key = f"competition:{self.competition.pk}:{self.version}:{get_language()}:{name}"
        return caches["pages"].get_or_set(key, made, LIFE)

    def _rendered(self) -> dict[str, SafeString]:
        return {
            name: in_lines(render_to_string(f"tournaments/_{name}.html", {"shown": self}))
            for name in PARTS + REST
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
        shown = self.show(Competition.objects.select_related("club").get(pk=pk), version)
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
    lessen: Lessen = staticmethod(news)

    async def find(self, user_id: int | None) -> tuple[Topic, int | None] | None:
        """Find the competition, if this reader may see it."""
        pk = self.scope["url_route"]["kwargs"]["pk"]
        found = await in_thread(may_follow, pk, cast("User", self.scope["user"]))
        return ((self.source, pk), None) if found else None


class TablesConsumer(FollowingConsumer):
    """A reader of the running tables of a competition."""

    source = TABLES
    lessen: Lessen = staticmethod(whole)  # any frame tells the desk that something changed


def may_follow(pk: int, user: User | AnonymousUser) -> bool:
    """Tell whether a competition exists and may be seen by somebody."""
    return Competition.objects.visible_to(user).filter(pk=pk).exists()
