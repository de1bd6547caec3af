"""A competition as a tournament report: each entry is a competitor."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from http import HTTPStatus
from typing import Final
from zoneinfo import ZoneInfo

from django.db.models import Prefetch
from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError
from tournaments.formats.points_scale import PointsScale
from tournaments.formats.tie_breaks import TieBreak
from tournaments.models import Absence, Competition, Group, Match, MatchSlot, Stage
from tournaments.standings.queries import group_rows, rounds_that_count
from tournaments.trf.reports import Cell, Player, TrfReport

State = Match.State
USUAL: Final = PointsScale()
SWISS, ROUND_ROBIN = "Individual: Swiss-System", "Individual: Round-Robin"


class NoReportError(RefusedError):
    """The competition is not one table, or its partners change."""

    code = "no-report"
    status = HTTPStatus.NOT_FOUND
    message = _("Un archivo TRF lleva una sola tabla: un suizo o una liga, ya sorteados.")


def has_report(competition: Competition) -> bool:
    """Return whether a competition can be written as a report."""
    return _table(competition) is not None


def report_of(competition: Competition) -> TrfReport:
    """Return a drawn competition of one table as a report; raises RefusedError `no-report`."""
    group = _table(competition)
    if group is None:
        raise NoReportError()
    stage = group.stage
    rows = {row.entry: row for row in group_rows(group)}
    slots = list(group.slots.filter(entry__isnull=False).select_related("entry"))
    slots.sort(key=lambda slot: slot.number)
    numbers = {slot.entry_id: place for place, slot in enumerate(slots, start=1)}
    matches = list(_matches(group))
    played = max((match.round.number for match in matches if match.round), default=0)
    cells = _cells(matches, numbers)
    days = _days(matches, competition, played)
    return TrfReport(
        name=competition.name,
        city=competition.venue or competition.club.name,
        kind=SWISS if stage.how.play.is_paired_in_play else ROUND_ROBIN,
        starts=_day(competition.started_at or competition.starts_at, competition),
        ends=_day(competition.finished_at, competition),
        days=days,
        rounds=max(stage.swiss_rounds or 0, played),
        points=_points(stage),
        asked_byes=list(_asked_byes(group, numbers, played)),
        players=[
            Player(
                number=numbers[slot.entry_id],
                name=slot.entry.name if slot.entry else "",
                points=rows[slot.entry_id].values.get(TieBreak.POINTS, 0.0),
                rank=rows[slot.entry_id].rank,
                cells=[cells[slot.entry_id, number] for number in range(1, played + 1)],
            )
            for slot in slots
            if slot.entry_id in rows
        ],
    )


def _table(competition: Competition) -> Group | None:
    """Return the only table of a drawn competition with fixed sides; None for all others."""
    groups = Group.objects.filter(stage__competition=competition)
    tables = list(groups.select_related("stage__competition__club")[:2])
    return tables[0] if is_one_table(competition, [group.stage for group in tables]) else None


def is_one_table(competition: Competition, stages: Sequence[Stage]) -> bool:
    """Return whether these stages, one for each group, are a single table with fixed sides."""
    if len(stages) != 1 or competition.changing_partners:
        return False
    (stage,) = stages
    is_by_rounds = stage.how.play.is_round_by_round and not stage.how.play.is_by_challenge
    return is_by_rounds and not stage.is_bracket


def _matches(group: Group) -> Iterator[Match]:
    slots = Prefetch("slots", MatchSlot.objects.order_by("side", "number"))
    matches = Match.objects.filter(round__group=group).select_related("round")
    yield from matches.prefetch_related(slots).order_by("round__number", "position")


def _cells(
    matches: Sequence[Match], numbers: dict[int | None, int]
) -> defaultdict[tuple[int | None, int], Cell]:
    """Return what each entry did in each round; one without a match was absent."""
    cells: defaultdict[tuple[int | None, int], Cell] = defaultdict(lambda: Cell(result="Z"))
    counted = rounds_that_count(matches)
    for match in matches:
        assert match.round is not None, "a competition's matches have a round"
        slots = list(match.slots.all())
        filled = [slot for slot in slots if slot.entry_id is not None]
        for slot in filled:
            rival = next((each for each in filled if each.side != slot.side), None)
            if match.state == State.ANNULLED or match.round.number not in counted:
                cell = Cell(result="Z")
            elif rival is None:
                cell = Cell(result={"half-bye": "H", "zero-bye": "Z"}.get(match.asked_bye, "U"))
            else:
                cell = Cell(numbers[rival.entry_id], "wb"[slot.side], _result(match, slot.side))
            cells[slot.entry_id, match.round.number] = cell
    return cells


def _result(match: Match, side: int) -> str:
    """Return the code of a result for one side; blank while it is played."""
    if not match.is_decided:
        return " "
    if match.state == State.DOUBLE_WALKOVER:
        return "-"
    if match.state == State.WALKOVER:
        return "+" if match.winner == side else "-"
    if match.winner is None:
        return "="
    return "1" if match.winner == side else "0"


def _points(stage: Stage) -> dict[str, float] | None:
    """Return the points of each result, where they are not the usual ones."""
    scale = stage.points_scale
    if scale == USUAL:
        return None
    absence = scale.loss if scale.absence is None else scale.absence
    bye = scale.win if scale.bye is None else scale.bye
    return {"W": scale.win, "D": scale.level, "L": scale.loss, "A": absence, "P": bye}


def _asked_byes(
    group: Group, numbers: dict[int | None, int], played: int
) -> Iterator[tuple[str, int, list[int]]]:
    """Yield the absences from rounds that are still to be drawn."""
    by_round: defaultdict[int, list[int]] = defaultdict(list)
    for absence in Absence.objects.filter(group=group, number__gt=played):
        if absence.entry_id in numbers:
            by_round[absence.number].append(numbers[absence.entry_id])
    for number, entries in sorted(by_round.items()):
        yield "Z", number, sorted(entries)


def _days(matches: Sequence[Match], competition: Competition, played: int) -> list[date | None]:
    """Return the day on which each round began, or was dated."""
    days: list[date | None] = [None] * played
    for match in matches:
        at = match.scheduled_at or match.called_at or match.completed_at
        if match.round is not None and at is not None and days[match.round.number - 1] is None:
            days[match.round.number - 1] = _day(at, competition)
    return days


def _day(at: datetime | None, competition: Competition) -> date | None:
    return None if at is None else at.astimezone(ZoneInfo(competition.club.zone)).date()
