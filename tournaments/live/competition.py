"""Live updates of a competition: its whole page, or its running tables.

The shared part of a page is the same for every reader, so it is rendered once per version and
language; pages and sockets share it. The reader's own part is rendered separately and placed over
it.

Ids of the fragments: `stage1`; `b1-main` a part of a bracket; `g5` a group, `st5` its standings
and `t5-1` their first line; `cross5` its crosstable and `x5-1` the first row; `r3` a round; `m12`
a match.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from time import monotonic
from typing import Protocol, cast

from django.conf import settings
from django.core.cache import caches
from django.db.models import Q
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, override

from accounts.i18n.time_zones import city, zone_in_words
from accounts.models import User
from games.live.fragments import Pieces
from games.live.messages import WatchConsumer
from games.live.sources import Reader, Rendering, Topic
from games.live.subscribers import RenderKey
from games.live.templates import render_template
from games.live.threads import in_thread
from tournaments.bulletins.queries import bulletin_piece
from tournaments.common.broadcast import competition_group
from tournaments.competitions.describe import Description, stage_plan
from tournaments.competitions.settings import CompetitionSettings, shape_of
from tournaments.competitions.terms_labels import describe_draw
from tournaments.draw.explanations import DrawExplanation
from tournaments.draw.format_preview import format_preview
from tournaments.entries.queries import EntryLine, names_list
from tournaments.lifecycle.forecast import expected_end
from tournaments.live.versions import bulletin_of, filter_followers, may_follow, versions
from tournaments.matches.queries import MatchView, read_matches
from tournaments.models import Bulletin, Competition, Entry, Feeder, Match
from tournaments.qualifiers import labels as qualifiers_labels
from tournaments.round_clock.queries import ClockView, closing_clocks, round_clocks
from tournaments.stages.brackets import BracketPart
from tournaments.stages.queries import (
    Ended,
    Event,
    Prize,
    StageView,
    division_champions,
    podium,
    prizes,
    ranks_reached,
    read_event,
    second_cup,
    why_cancelled,
)
from tournaments.stages.tables import CrossRow, StandingsLine, StandingsTableView


def settings_panel(competition: Competition, event: Event, confirmed: int) -> str:
    """Render the terms of a competition, and what its entries (or a full field) will play.

    `confirmed` is the number of confirmed entries so far.
    """
    stages = [each.stage for each in event.stages]
    shape = shape_of(stages or list(competition.stages.order_by("number")))
    entries = len(event.places) or competition.cap
    return render_template(
        "competition/how",
        competition=competition,
        told=Description(competition, shape),
        plan=stage_plan(shape, entries, competition.players_per_side),
        so_far=_so_far(competition, confirmed),
        end=_end(competition, event),
        drawn_by=describe_draw(competition.seeding),
        ways=_feeder_links(competition),
    )


def _end(competition: Competition, event: Event) -> str:
    """Return the hour of the end with its time zone.

    "" while no day is set, and where a clock or days say it.
    """
    if competition.starts_at is None and not competition.is_drawn:
        return ""
    if any(each.stage.closes_at for each in event.stages):
        return ""
    expected = expected_end(
        competition,
        competition.cap,
        tables=competition.count_tables(),
        now=timezone.now(),
        event=event,
    )
    if expected is None:
        return ""
    zone = competition.club.zone
    return f"{expected.end_in_words(zone)} ({zone_in_words(zone)})"


def _so_far(competition: Competition, confirmed: int) -> str:
    """Return what the confirmed entries would play, before the draw, if not as announced."""
    if competition.state not in Competition.UNDRAWN or not confirmed:
        return ""
    preview = format_preview(
        CompetitionSettings.of(competition), confirmed, competition.count_tables()
    )
    return preview.what if preview is not None and preview.announced else ""


def _feeder_links(competition: Competition) -> list[tuple[bool, str, int]]:
    """Return links to the competitions that send entries here, and to those that take the first.

    A page may have read already whether there are any (`is_linked`).
    """
    if not getattr(competition, "is_linked", True):
        return []
    rows = Feeder.objects.agreed().filter(Q(final=competition) | Q(source=competition))
    ways = []
    for feeder in rows.select_related("final", "source").order_by("pk"):
        comes = feeder.final_id == competition.pk
        other = feeder.source if comes else feeder.final
        if other.is_open_to_all:
            label = (
                qualifiers_labels.of_source(feeder) if comes else qualifiers_labels.to_final(feeder)
            )
            ways.append((comes, label, other.pk))
    return ways


Piece = tuple[str, str]


def stage_pieces(event: Event, zone: str) -> Pieces:
    """Render the stages of an event, with times in a zone."""
    rendered = list(_stages(event, zone))
    pieces = dict(rendered)
    assert len(pieces) == len(rendered), "each piece has a name of its own"
    return pieces


def own_stage_pieces(event: Event, zone: str, own: int) -> Pieces:
    """Render the parts in which an entry appears, with its places marked as the reader's."""
    return dict(_own(event, zone, own))


def _stages(event: Event, zone: str) -> Iterator[Piece]:
    yield "stages", render_template("competition/stages", stages=event.ordered_stages)
    for view in event.ordered_stages:
        yield (
            f"stage{view.stage.pk}",
            render_template("competition/stage", view=view, city=city(zone)),
        )
        for part in view.parts:
            yield from _bracket(view, part, zone)
        for table in view.tables:
            yield from _group(table, zone)


def _bracket(view: StageView, part: BracketPart, zone: str) -> Iterator[Piece]:
    stage = view.stage.pk
    yield f"b{stage}-{part.name}", render_template("competition/bracket", stage=stage, part=part)
    for each in part.rounds:
        yield f"r{each.row.pk}", render_template("competition/bracket_round", round=each)
        for one in each.matches:
            yield _match(one, zone, is_seeded=True)


def _group(table: StandingsTableView, zone: str) -> Iterator[Piece]:
    yield f"g{table.group.pk}", render_template("competition/group", table=table)
    for half in table.with_halves:
        yield from _standings(half)
    if table.crosstable:
        yield from _crosstable(table)
    for each in table.rounds:
        yield f"r{each.row.pk}", render_template("competition/table_round", round=each, zone=zone)
        for one in each.matches:
            yield _match(one, zone, is_seeded=False)


def _standings(table: StandingsTableView) -> Iterator[Piece]:
    key = table.key
    rows = [f"t{key}-{line.place}" for line in table.lines]
    yield f"st{key}", render_template("competition/standings", table=table, rows=rows)
    for line in table.lines:
        yield _standing(table, line)


def _crosstable(table: StandingsTableView) -> Iterator[Piece]:
    key, last = table.group.pk, len(table.crosstable)
    rows = [f"x{key}-{number}" for number in range(1, last + 1)]
    yield f"cross{key}", render_template("competition/crosstable", table=table, rows=rows)
    for number, row in enumerate(table.crosstable, start=1):
        yield _cross_row(table, number, row)


def _own(event: Event, zone: str, own: int) -> Iterator[Piece]:
    for stage in event.stages:
        for view in stage.views:
            if view.has(own):
                yield _match(view, zone, is_seeded=bool(stage.parts), mine=own)
        for table in stage.tables:
            yield from _own_lines(table, own)


def _own_lines(table: StandingsTableView, own: int) -> Iterator[Piece]:
    if all(slot.entry_id != own for slot in table.members):
        return
    for each in table.with_halves:
        for line in each.lines:
            if line.entry.pk == own:
                yield _standing(each, line, own)
    for number, row in enumerate(table.crosstable, start=1):
        if row.entry.pk == own:
            yield _cross_row(table, number, row, own)


def _match(view: MatchView, zone: str, *, is_seeded: bool, mine: int | None = None) -> Piece:
    html = render_template("competition/match", view=view, zone=zone, seeded=is_seeded, mine=mine)
    return f"m{view.match.pk}", html


def _standing(table: StandingsTableView, line: StandingsLine, mine: int | None = None) -> Piece:
    name = f"t{table.key}-{line.place}"
    return name, render_template(
        "competition/standing",
        name=name,
        line=line,
        heads=table.heads,
        has_begun=table.has_begun,
        has_draws=table.stage.has_draws,
        mine=mine,
    )


def _cross_row(
    table: StandingsTableView, number: int, row: CrossRow, mine: int | None = None
) -> Piece:
    name = f"x{table.group.pk}-{number}"
    return name, render_template(
        "competition/cross_row", name=name, number=number, row=row, mine=mine
    )


LISTED = 8  # running tables
LIFE = 300  # seconds for which rendered pieces are cached
READ = 16  # competitions cached in a process


@lru_cache(READ)
def read(
    competition: Competition, _version: str, _language: str, _period: int
) -> tuple[Sequence[EntryLine], Event]:
    """Read the entries and matches of a competition, once per version in each process.

    Players also get their own path at every visit. The cache is short-lived: a user who deletes the
    account takes the name along without changing the competition.
    """
    entries = names_list(competition)
    return entries, read_event(competition, [line.entry for line in entries])


@dataclass(frozen=True)
class CompetitionView:
    """A competition as the public sees it, read on demand."""

    competition: Competition
    version: str

    @classmethod
    def of(cls, competition: Competition) -> "CompetitionView":
        """Return the current view of a competition."""
        return cls(competition, versions([competition.pk])[competition.pk])

    @property
    def event(self) -> Event:
        """Its stages and their matches."""
        return self._read[1]

    @property
    def entries(self) -> Sequence[EntryLine]:
        """The entries with their players' names."""
        return self._read[0]

    @cached_property
    def _read(self) -> tuple[Sequence[EntryLine], Event]:
        language, period = get_language() or settings.LANGUAGE_CODE, int(monotonic() / LIFE)
        return read(self.competition, self.version, language, period)

    @property
    def draw(self) -> DrawExplanation:
        seeded = [line.entry for line in self.entries if line.entry.seed is not None]
        return DrawExplanation(self.competition, seeded, self.event)

    @property
    def is_full(self) -> bool:
        """Whether new entries go to the waiting list."""
        return self._confirmed >= self.competition.cap

    @property
    def _confirmed(self) -> int:
        return sum(line.entry.state == Entry.State.CONFIRMED for line in self.entries)

    def entry(self, pk: int | None) -> Entry | None:
        """Return the entry with this pk, or None."""
        if pk is None:
            return None
        return next((line.entry for line in self.entries if line.entry.pk == pk), None)

    @cached_property
    def ended(self) -> list[Ended]:
        """The final ranks, once it is over."""
        return ranks_reached(self.competition, self.event)

    @cached_property
    def bulletin(self) -> Bulletin | None:
        return bulletin_of(self.version)

    @property
    def podium(self) -> list[Ended]:
        return podium(self.ended)

    @property
    def silver(self) -> Sequence[Entry]:
        """The winners of the second cup, once it is over."""
        return second_cup(self.competition, self.event)

    @property
    def divisions(self) -> list[tuple[str, list[Entry]]]:
        """The winners of the lower divisions, once it is over."""
        return division_champions(self.competition, self.event)

    @property
    def prizes(self) -> list[Prize]:
        """The prizes with their winners, once these are known."""
        return prizes(self.competition, self.ended) if self.ended else []

    def pieces(self) -> Pieces:
        """Return the live pieces of its page in the active language, from the cache."""
        return cast("Pieces", self._cached("pieces", self._render_pieces))

    def own_pieces(self, own: Entry) -> Pieces:
        """Return the pieces with an entry, with its places marked as the reader's."""
        mine = own.pk
        lines = [line for line in self.entries if line.entry.pk == mine]
        return {
            "podium": self._podium(mine),
            **own_stage_pieces(self.event, self.competition.club.zone, mine),
            **{
                f"e{mine}": render_template("competition/entry", line=line, mine=mine)
                for line in lines
            },
        }

    def describe_terms(self) -> SafeString:
        """Return the terms and the description of the draw."""
        return mark_safe(cast("str", self._cached("how", self._render_terms)))

    def _cached(self, name: str, make: Callable[[], object]) -> object:
        """Return a value cached for this version and language."""
        key = f"competition:{self.competition.pk}:{self.version}:{get_language()}:{name}"
        return caches["pages"].get_or_set(key, make, LIFE)

    def _render_pieces(self) -> Pieces:
        lines = self.entries
        return {
            "state": render_template("competition/state", competition=self.competition),
            "cancelled": render_template(
                "competition/cancelled", why=why_cancelled(self.competition)
            ),
            "bulletin": bulletin_piece(self.bulletin, self.competition),
            "clock": render_template(
                "competition/clock", clocks=self._clocks, zone=self.competition.club.zone
            ),
            "podium": self._podium(),
            **table_pieces(self.event.live),
            **stage_pieces(self.event, self.competition.club.zone),
            "entries": render_template("competition/entries", lines=lines),
            **{
                f"e{line.entry.pk}": render_template("competition/entry", line=line, mine=None)
                for line in lines
            },
        }

    @property
    def _clocks(self) -> list[ClockView]:
        running = [view for view in round_clocks(self.competition) if view.clock is not None]
        return running + closing_clocks(view.stage for view in self.event.stages)

    def _podium(self, mine: int | None = None) -> str:
        won = {
            "podium": self.podium,
            "silver": self.silver,
            "divisions": self.divisions,
            "prizes": self.prizes,
            "named": self.competition.named_per_entry,
        }
        return render_template("competition/podium", **won, mine=mine)

    def _render_terms(self) -> str:
        return settings_panel(self.competition, self.event, self._confirmed)


@dataclass(frozen=True)
class RunningTables:
    """The running tables of a competition."""

    competition: Competition
    version: str

    @cached_property
    def live(self) -> Sequence[MatchView]:
        """The running matches, later rounds last."""
        return read_matches(Match.objects.of(self.competition.pk).live())

    @cached_property
    def bulletin(self) -> Bulletin | None:
        return bulletin_of(self.version)

    def pieces(self) -> Pieces:
        """Return the pieces in the active language."""
        return running_pieces(self.competition, self.version, self.live, self.bulletin)


def running_pieces(
    competition: Competition,
    version: str,
    live: Sequence[MatchView],
    bulletin: Bulletin | None,
) -> Pieces:
    """Render the running tables of a competition, later rounds first, and the bulletin.

    It adds a sign that anything has changed, for the organisers' pages.
    """
    return {
        "state": render_template("competition/state", competition=competition),
        "bulletin": bulletin_piece(bulletin, competition),
        **table_pieces(live[::-1]),
        "changed": render_template("competition/changed", version=version),
    }


def table_pieces(live: Sequence[MatchView]) -> Pieces:
    """Render the first running tables."""
    cards = {f"c{view.match.pk}": view for view in live[:LISTED]}
    return {
        "tables": render_template("competition/tables", cards=list(cards)),
        **{
            name: render_template("competition/table_card", view=view)
            for name, view in cards.items()
        },
    }


class RenderedCompetition(Protocol):
    """A competition as one kind of page shows it."""

    def pieces(self) -> Pieces:
        """Return its pieces in the active language."""


@dataclass(frozen=True)
class CompetitionSource:
    """Live source of competitions (`games.live.sources.Source`)."""

    show: Callable[[Competition, str], RenderedCompetition]

    def group(self, pk: int) -> str:
        """Return the channel group that announces a competition's changes."""
        return competition_group(pk)

    def versions(self, pks: Collection[int]) -> dict[int, str]:
        return versions(pks)

    def render(self, pk: int, audiences: Collection[RenderKey]) -> Rendering:
        """Render a competition for each audience; they differ in language only."""
        # read first: rendering a version twice is better than missing it
        version = self.versions([pk]).get(pk, "")
        view = self.show(Competition.objects.select_related("club").get(pk=pk), version)
        pieces: dict[RenderKey, Pieces] = {}
        for audience in audiences:
            with override(audience.language):
                pieces[audience] = view.pieces()
        return Rendering(version, pieces)

    def filter_readers(self, readers: Collection[Reader]) -> Collection[Reader]:
        """Return the readers that may still see their competition."""
        return filter_followers(readers)


BRACKET = CompetitionSource(CompetitionView)
TABLES = CompetitionSource(RunningTables)


class FollowingConsumer(WatchConsumer):
    """Consumer of a competition's page."""

    source = BRACKET

    async def find(self, user_id: int | None) -> tuple[Topic, int | None] | None:
        """Return the topic of the competition if the user may see it."""
        pk = self.scope["url_route"]["kwargs"]["pk"]
        is_allowed = await in_thread(may_follow, pk, cast("User", self.scope["user"]))
        return ((self.source, pk), None) if is_allowed else None


class TablesConsumer(FollowingConsumer):
    """Consumer of the running tables of a competition."""

    source = TABLES
