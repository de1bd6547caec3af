"""Following a competition: its page, or its tables alone, drawn once per language for all.

What a page shows of a competition is the same for everybody, so it is drawn once per version; pages
and sockets share it. What is the reader's own is drawn again for them, and placed over it.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from time import monotonic
from typing import Protocol, cast

from django.conf import settings
from django.core.cache import caches
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, override

from accounts.models import User
from games.live.consumers import WatchConsumer
from games.live.drawing import draw
from games.live.pieces import Pieces
from games.live.sources import Reader, Rendering, Topic
from games.live.subscribers import Audience
from games.live.threads import in_thread
from tournaments.live.bulletins import bulletin_piece, said_in
from tournaments.live.how import how
from tournaments.live.readers import may_follow, still_following
from tournaments.live.stages import own_stage_pieces, stage_pieces
from tournaments.live.versions import versions
from tournaments.models import Bulletin, Competition, Entry, Match
from tournaments.pages.entry_list import EntryLine, names_list
from tournaments.pages.matches import MatchView, read_matches
from tournaments.pages.podium import (
    Ended,
    Prize,
    division_champions,
    podium,
    prizes,
    ranks_reached,
    second_cup,
    why_cancelled,
)
from tournaments.pages.reasons import Draw
from tournaments.pages.round_clock import ClockView, round_clocks
from tournaments.pages.stages import Event, read_event
from tournaments.services.hints import competition_group

LISTED = 8  # running tables
LIFE = 300  # seconds a drawing is kept
READ = 16  # competitions that a process keeps as they were read


@lru_cache(READ)
def read(
    competition: Competition, _version: str, _language: str, _period: int
) -> tuple[Sequence[EntryLine], Event]:
    """Read who takes part in a competition and what they play, once per version in each process.

    Those who play are shown their own way through it at every visit. Nothing is kept for long: a
    person who leaves the site takes their name along without touching the competition.
    """
    entries = names_list(competition)
    return entries, read_event(competition, [line.entry for line in entries])


@dataclass(frozen=True)
class Shown:
    """A competition as everybody sees it, read when somebody has to be shown it."""

    competition: Competition
    version: str

    @classmethod
    def of(cls, competition: Competition) -> "Shown":
        """Return a competition as it is now."""
        return cls(competition, versions([competition.pk])[competition.pk])

    @property
    def event(self) -> Event:
        """Its stages and their matches."""
        return self._read[1]

    @property
    def entries(self) -> Sequence[EntryLine]:
        """Who takes part, by name."""
        return self._read[0]

    @cached_property
    def _read(self) -> tuple[Sequence[EntryLine], Event]:
        language, period = get_language() or settings.LANGUAGE_CODE, int(monotonic() / LIFE)
        return read(self.competition, self.version, language, period)

    @property
    def draw(self) -> Draw:
        """How it was drawn."""
        seeded = [line.entry for line in self.entries if line.entry.seed is not None]
        return Draw(self.competition, seeded, self.event)

    @property
    def is_full(self) -> bool:
        """Whether who enters now has to wait for a place."""
        return self._confirmed >= self.competition.cap

    @property
    def _confirmed(self) -> int:
        return sum(line.entry.state == Entry.State.CONFIRMED for line in self.entries)

    def entry(self, pk: int | None) -> Entry | None:
        """Return one of those who take part; None if it is none of them."""
        if pk is None:
            return None
        return next((line.entry for line in self.entries if line.entry.pk == pk), None)

    @cached_property
    def ended(self) -> list[Ended]:
        """Who ended where, once it is over."""
        return ranks_reached(self.competition, self.event)

    @cached_property
    def bulletin(self) -> Bulletin | None:
        """What its organisers say to everybody."""
        return said_in(self.version)

    @property
    def podium(self) -> list[Ended]:
        """Who stands on the podium."""
        return podium(self.ended)

    @property
    def silver(self) -> Sequence[Entry]:
        """Who won the second cup, once it is over."""
        return second_cup(self.competition, self.event)

    @property
    def divisions(self) -> list[tuple[str, list[Entry]]]:
        """Who won each division below the first, once it is over."""
        return division_champions(self.competition, self.event)

    @property
    def prizes(self) -> list[Prize]:
        """Who gets what, once that is known."""
        return prizes(self.competition, self.ended) if self.ended else []

    def pieces(self) -> Pieces:
        """Return what is followed of its page in the active language."""
        return cast("Pieces", self._kept("pieces", self._drawn))

    def own_pieces(self, own: Entry) -> Pieces:
        """Return the pieces an entry stands in, with its places marked as the reader's own."""
        mine = own.pk
        lines = [line for line in self.entries if line.entry.pk == mine]
        return {
            "podium": self._podium(mine),
            **own_stage_pieces(self.event, self.competition.club.zone, mine),
            **{f"e{mine}": draw("competition/entry", line=line, mine=mine) for line in lines},
        }

    def how(self) -> SafeString:
        """Return how it is played and how it was drawn."""
        return mark_safe(cast("str", self._kept("how", self._how)))

    def _kept(self, name: str, made: Callable[[], object]) -> object:
        """Return what was made before for this version and language, or make it."""
        key = f"competition:{self.competition.pk}:{self.version}:{get_language()}:{name}"
        return caches["pages"].get_or_set(key, made, LIFE)

    def _drawn(self) -> Pieces:
        lines = self.entries
        return {
            "state": draw("competition/state", competition=self.competition),
            "cancelled": draw("competition/cancelled", why=why_cancelled(self.competition)),
            "bulletin": bulletin_piece(self.bulletin, self.competition),
            "clock": draw(
                "competition/clock", clocks=self._clocks, zone=self.competition.club.zone
            ),
            "podium": self._podium(),
            **table_pieces(self.event.live),
            **stage_pieces(self.event, self.competition.club.zone),
            "entries": draw("competition/entries", lines=lines),
            **{
                f"e{line.entry.pk}": draw("competition/entry", line=line, mine=None)
                for line in lines
            },
        }

    @property
    def _clocks(self) -> list[ClockView]:
        return [view for view in round_clocks(self.competition) if view.clock is not None]

    def _podium(self, mine: int | None = None) -> str:
        won = {
            "podium": self.podium,
            "silver": self.silver,
            "divisions": self.divisions,
            "prizes": self.prizes,
        }
        return draw("competition/podium", **won, mine=mine)

    def _how(self) -> str:
        drawn = [each.stage for each in self.event.stages]
        stages = drawn or list(self.competition.stages.order_by("number"))
        entries = len(self.event.places) or self.competition.cap
        return how(self.competition, stages, entries, self._confirmed)


@dataclass(frozen=True)
class RunningTables:
    """The running tables of a competition alone."""

    competition: Competition
    version: str

    @cached_property
    def live(self) -> Sequence[MatchView]:
        """Those tables, of later rounds last."""
        return read_matches(Match.objects.of(self.competition.pk).live())

    @cached_property
    def bulletin(self) -> Bulletin | None:
        """What its organisers say to everybody."""
        return said_in(self.version)

    def pieces(self) -> Pieces:
        """Return them in the active language."""
        return running_pieces(self.competition, self.version, self.live, self.bulletin)


def running_pieces(
    competition: Competition,
    version: str,
    live: Sequence[MatchView],
    bulletin: Bulletin | None,
) -> Pieces:
    """Draw the running tables of a competition, of later rounds first, and what is said there.

    Besides a sign that anything at all has changed: an organiser's pages ask.
    """
    return {
        "state": draw("competition/state", competition=competition),
        "bulletin": bulletin_piece(bulletin, competition),
        **table_pieces(live[::-1]),
        "changed": draw("competition/changed", version=version),
    }


def table_pieces(live: Sequence[MatchView]) -> Pieces:
    """Draw the first of some running tables."""
    cards = {f"c{view.match.pk}": view for view in live[:LISTED]}
    return {
        "tables": draw("competition/tables", cards=list(cards)),
        **{name: draw("competition/table_card", view=view) for name, view in cards.items()},
    }


class Drawn(Protocol):
    """A competition as one kind of page shows it."""

    def pieces(self) -> Pieces:
        """Return its pieces in the active language."""


@dataclass(frozen=True)
class Following:
    """Competitions as something to be watched (`games.live.sources.Source`)."""

    show: Callable[[Competition, str], Drawn]

    def group(self, pk: int) -> str:
        """Return the group in which a competition's changes are hinted at."""
        return competition_group(pk)

    def versions(self, pks: Collection[int]) -> dict[int, str]:
        """Return the competitions' versions."""
        return versions(pks)

    def render(self, pk: int, audiences: Collection[Audience]) -> Rendering:
        """Draw a competition for each audience: they differ in language alone."""
        version = self.versions([pk]).get(pk, "")  # before reading: better shown twice than never
        shown = self.show(Competition.objects.select_related("club").get(pk=pk), version)
        pieces: dict[Audience, Pieces] = {}
        for audience in audiences:
            with override(audience.language):
                pieces[audience] = shown.pieces()
        return Rendering(version, pieces)

    def still(self, readers: Collection[Reader]) -> Collection[Reader]:
        """Return who may see their competition now (`games.live.sources.Guarded`)."""
        return still_following(readers)


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
