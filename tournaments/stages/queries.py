"""View models of the stages of a competition, its podium and prizes, and an entry's path.

Brackets and tables are read at once.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from math import inf

from django.utils.translation import gettext

from tournaments.competitions.describe import has_ended
from tournaments.competitions.round_labels import stage_name
from tournaments.competitions.settings import plans_of
from tournaments.formats.format import StagePlan
from tournaments.formats.later_stages import SILVER_TIER, has_silver
from tournaments.formats.qualification import Promotion
from tournaments.formats.standings import final_ranks
from tournaments.matches.queries import MatchView, SideView, all_matches, byes_in
from tournaments.models import AuditEvent, Competition, Entry, Group, Match, Stage, StageSlot
from tournaments.stages.brackets import BracketPart, bracket_parts
from tournaments.stages.tables import Borders, StandingsTableView, TableRound, Zone
from tournaments.standings.queries import final_places, places_of, ranked


@dataclass(frozen=True)
class StageView:
    """One stage: a bracket in its parts, or tables."""

    stage: Stage
    title: str  # empty if it is the only one
    parts: tuple[BracketPart, ...] = ()
    tables: tuple[StandingsTableView, ...] = ()
    qualifying: int = 0  # how many of each group go on to the next stage

    @property
    def views(self) -> list[MatchView]:
        """Return the matches of its brackets, then those of its tables."""
        rounds = [each for part in self.parts for each in part.rounds]
        in_bracket = [view for each in rounds for view in each.matches]
        return in_bracket + [view for table in self.tables for view in table.views]

    @property
    def is_over(self) -> bool:
        """Whether nothing of it is left to play."""
        return all(view.match.is_decided for view in self.views)

    @property
    def is_promotion(self) -> bool:
        """Whether entries of two divisions meet in it."""
        return bool(self.parts and self.stage.promotion)

    @property
    def is_scheduled(self) -> bool:
        """Whether any of its matches has an hour."""
        return any(view.match.scheduled_at for view in self.views)


@dataclass(frozen=True)
class Event:
    """The drawn stages of a competition, in their order; none before the draw."""

    stages: tuple[StageView, ...] = ()
    places: Mapping[int, int] = field(default_factory=dict)  # under which number each entry plays
    slots: Sequence[StageSlot] = ()  # of all stages, including those not shown yet
    by_group: Mapping[int, Sequence[MatchView]] = field(default_factory=dict)  # likewise

    @cached_property
    def views(self) -> list[MatchView]:
        """Every match, byes included, in the order of their numbers."""
        views = [view for stage in self.stages for view in stage.views]
        return sorted(views, key=lambda view: view.match.number)

    @property
    def going(self) -> list[MatchView]:
        """The matches to be played now, by number: of tables those of the rounds they reached."""
        rounds = [each for table in self.tables for each in table.ahead]
        ahead = {view.match.pk for each in rounds for view in each.matches}
        return [
            view
            for view in self.views
            if view.match.state == Match.State.CALLED
            or (view.match.state == Match.State.READY and view.match.pk not in ahead)
        ]

    @cached_property
    def is_scheduled(self) -> bool:
        """Whether any of its matches has an hour."""
        return any(stage.is_scheduled for stage in self.stages)

    @property
    def in_hall(self) -> bool:
        """Whether its matches are played at tables of a hall."""
        return any(view.match.in_hall for view in self.views[:1])

    @property
    def live(self) -> list[MatchView]:
        """Return the matches being played, those of later rounds first."""
        return [view for view in reversed(self.views) if view.is_live]

    @property
    def open_rounds(self) -> list[TableRound]:
        """Return the current round of each table that has one."""
        return [each for table in self.tables if (each := table.current) is not None]

    @property
    def resting(self) -> list[Entry]:
        """Return the entries without an opponent in the current rounds of tables."""
        return [entry for each in self.open_rounds for entry in each.idle]

    @property
    def idle(self) -> list[Entry]:
        """Return the entries without a match while others play:

        by rest, or by a bye in a bracket.
        """
        rounds = [each for stage in self.stages for part in stage.parts for each in part.rounds]
        passing = [entry for each in rounds for entry in each.passing]
        playing = {entry for view in self.going for side in view.sides for entry in side.entries}
        return [entry for entry in [*self.resting, *passing] if entry not in playing]

    def why_idle(self, entry: Entry) -> str:
        """Return the word for an entry of `idle`: a rest or an absence in a table, or a bye."""
        byes = [view for each in self.open_rounds for view in each.matches if view.match.asked_bye]
        own = next((view for view in byes if entry in byes_in([view])), None)
        if own is not None:
            return own.match.get_state_display()
        return gettext("descansa") if entry in self.resting else gettext("pasa libre")

    @property
    def ordered_stages(self) -> list[StageView]:
        """Return the stages in page order: a finished stage comes after the stages it fed."""
        over = [stage for stage in self.stages[:-1] if stage.is_over and stage.qualifying]
        return [stage for stage in self.stages if stage not in over] + over

    @property
    def tables(self) -> list[StandingsTableView]:
        """Return the tables of all its stages."""
        return [table for stage in self.stages for table in stage.tables]

    @property
    def main(self) -> StageView | None:
        """Return the stage that decides the champion: the last started, or the highest division."""
        highest = [stage for stage in self.stages if stage.stage.tier == 1]
        return highest[-1] if highest else None


def read_event(competition: Competition, entries: Iterable[Entry]) -> Event:
    """Read what the entries of a competition play: four queries, whatever its size."""
    seeds = StageSlot.objects.filter(stage__competition=competition)
    ordered = seeds.order_by("stage__number", "group__number", "number")
    slots = list(ordered.select_related("stage", "group"))
    if not slots:
        return Event()
    by_pk = {entry.pk: entry for entry in entries}
    for slot in slots:
        slot.entry = by_pk[slot.entry_id] if slot.entry_id else None
        slot.stage.competition, slot.group.stage = competition, slot.stage
    groups = {slot.group_id: slot.group for slot in slots}
    by_group: dict[int, list[MatchView]] = {}
    for view in all_matches(competition, by_pk):
        assert view.match.round is not None
        view.match.round.group = groups[view.match.round.group_id]
        by_group.setdefault(view.match.round.group_id, []).append(view)
    dealt = [slot for slot in slots if slot.is_dealt]
    places = {slot.entry_id: slot.number for slot in dealt if slot.entry_id is not None}
    return Event(tuple(_stages(competition, slots, by_group)), places, slots, by_group)


def _stages(
    competition: Competition, slots: Sequence[StageSlot], views: dict[int, list[MatchView]]
) -> Iterable[StageView]:
    """Put slots and matches into stages; a table whose members are to come is not shown yet."""
    stages = [(stage, list(own)) for stage, own in groupby(slots, key=lambda slot: slot.stage)]
    lowest = max(stage.tier for stage, _ in stages)
    divisions = lowest if stages[0][0].how.has_seasons else 0
    plans = plans_of([stage for stage, _ in stages])
    for number, (stage, own) in enumerate(stages, start=1):
        title = (
            stage_name(stage, has_silver=has_silver(plans), divisions=divisions)
            if len(stages) > 1
            else ""
        )
        through = _through(plans, number)
        if stage.is_bracket:
            yield StageView(
                stage, title, parts=bracket_parts(stage, views.get(own[0].group_id, ()))
            )
        elif all(slot.entry_id is not None for slot in own):
            borders = _borders(competition, stage, lowest, through)
            tables = (
                StandingsTableView(
                    competition, stage, group, list(members), _of(group, views), borders
                )
                for group, members in groupby(own, key=lambda slot: slot.group)
            )
            yield StageView(stage, title, tables=tuple(tables), qualifying=through)


def _through(plans: Sequence[StagePlan], number: int) -> int:
    """Return how many of each group of a stage are sure to go on."""
    sources = (plan.takes for plan in plans if plan.takes and plan.takes.stage == number)
    first = (takes for takes in sources if not (takes.is_rest or isinstance(takes, Promotion)))
    return next((takes.per_group for takes in first), 0)


def _of(group: Group, views: dict[int, list[MatchView]]) -> list[MatchView]:
    """Return a group's matches, round by round.

    The byes of a late entry have later numbers than the other matches of their rounds.
    """
    return sorted(views.get(group.pk, []), key=_round_and_number)


def _round_and_number(view: MatchView) -> tuple[int, int]:
    assert view.match.round is not None, "matches of competitions have a round"
    return view.match.round.number, view.match.number


def _borders(competition: Competition, stage: Stage, lowest: int, through: int) -> Borders:
    """Return a table's borders: groups feed the next stage, divisions move up and down."""
    movers = competition.movers
    if through:
        goes_down = movers if stage.how.has_seasons and stage.tier < lowest else 0
        return Borders(through, goes_down, Zone.QUALIFIES)
    return Borders(movers * (stage.tier > 1), movers * (stage.tier < lowest))


STEPS = 3  # of a podium
Ended = tuple[int, Sequence[Entry]]
"""A rank (1 2 3 3 5), and all who share it."""


@dataclass(frozen=True)
class Prize:
    """One line of the organiser's list, and whose it is; several share it if they share a rank."""

    number: int
    text: str
    winners: Sequence[Entry] = ()


def why_cancelled(competition: Competition) -> str:
    """Return the reason given for cancelling it; "" if it was not cancelled."""
    if competition.state != Competition.State.CANCELLED:
        return ""
    acts = competition.audit.filter(act=AuditEvent.Act.CANCEL)
    return acts.values_list("reason", flat=True).first() or ""


def ranks_reached(competition: Competition, event: Event) -> list[Ended]:
    """Return the final ranking, best first; empty before the end."""
    if event.main is None or not has_ended(competition):
        return []
    sides = [side for view in event.views for side in view.sides]
    entries = {entry.pk: entry for side in sides for entry in side.entries}
    ranks = final_places(competition) if competition.early_end else _ranks(event.main)
    by_rank = groupby(ranks, key=lambda place: place[0])
    return [
        (rank, [entry for _, pk in group if (entry := entries.get(pk)) is not None])
        for rank, group in by_rank
    ]


def second_cup(competition: Competition, event: Event) -> Sequence[Entry]:
    """Return the winners of the second cup; empty before the end, or without one."""
    cups = [each for each in event.stages if each.parts and each.stage.tier == SILVER_TIER]
    if not cups or not has_ended(competition) or event.stages[0].stage.how.has_seasons:
        return ()
    first = [pk for rank, pk in _ranks(cups[0]) if rank == 1]
    sides = (side.entry for view in cups[0].views for side in view.sides)
    return list({entry for entry in sides if entry is not None and entry.pk in first})


def division_champions(competition: Competition, event: Event) -> list[tuple[str, list[Entry]]]:
    """Return the winners of each division below the first, with its name; empty before the end."""
    if not has_ended(competition):
        return []
    lower = [one for one in event.stages if one.stage.tier > 1]
    divisions = [one for one in lower if one.stage.how.has_seasons]
    last = {one.stage.tier: one for one in lower if not one.is_promotion}  # its play-offs, if any
    winners = [(one.title, _first_of(last[one.stage.tier])) for one in divisions]
    return [(title, first) for title, first in winners if first]


def _first_of(stage: StageView) -> list[Entry]:
    """Return the first of a finished stage."""
    first = {pk for rank, pk in _ranks(stage) if rank == 1}
    entries = {
        entry.pk: entry for view in stage.views for side in view.sides for entry in side.entries
    }
    return [entry for pk, entry in entries.items() if pk in first]


def podium(ended: Sequence[Ended]) -> list[Ended]:
    """Return the entries on the podium."""
    return [(rank, entries) for rank, entries in ended if rank <= STEPS]


def prizes(competition: Competition, ended: Sequence[Ended]) -> list[Prize]:
    """Return the organiser's prizes, one line for each place, from the first."""
    lines = [line.strip() for line in competition.prizes.splitlines() if line.strip()]
    return [Prize(place, line, _holders(place, ended)) for place, line in enumerate(lines, start=1)]


def _holders(place: int, ended: Sequence[Ended]) -> Sequence[Entry]:
    """Return the entries with a place; entries that share a rank share the next places."""
    return next(
        (entries for rank, entries in ended if rank <= place < rank + len(entries)),
        (),
    )


def _ranks(stage: StageView) -> list[tuple[int, int]]:
    if stage.parts:
        return ranked(places_of([view.played for view in stage.views]))
    return final_ranks(stage.tables[0].rows)


@dataclass(frozen=True)
class Step:
    """One match as one of its sides sees it."""

    title: str  # of its round
    stage: Stage
    view: MatchView
    own: SideView
    rival: SideView

    @property
    def is_to_come(self) -> bool:
        """Whether it is not decided yet."""
        return not self.view.match.is_decided


def entry_path(event: Event, entry_id: int) -> list[Step]:
    """Return an entry's matches in the order it comes to them: what is decided, then by date."""
    steps = [
        Step(_title(stage, title), stage.stage, view, own, view.sides[1 - own.slot.side])
        for stage in event.stages
        for title, view in _rounds(stage)
        if (own := view.side_of(entry_id)) is not None
    ]
    return sorted(steps, key=lambda step: (step.is_to_come, _due(step), step.view.match.number))


def _due(step: Step) -> float:
    """When a match that is to come is played; what was called, or needs no hour, is next."""
    match = step.view.match
    if step.is_to_come and match.awaits_date:
        return inf
    hour = match.scheduled_at if step.is_to_come and match.state != Match.State.CALLED else None
    return hour.timestamp() if hour else 0


def _rounds(stage: StageView) -> Iterator[tuple[str, MatchView]]:
    for rounds in [part.rounds for part in stage.parts]:
        yield from ((each.title, view) for each in rounds for view in each.matches)
    for table in stage.tables:
        yield from ((each.title, view) for each in table.rounds for view in each.matches)


def _title(stage: StageView, title: str) -> str:
    return f"{stage.title} · {title}" if stage.title and stage.tables else title
