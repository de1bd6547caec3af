"""What is without agreement as the desk decides on it: what stands, and what there would be."""

from dataclasses import dataclass
from functools import reduce

from tournaments.formats.errors import FormatError
from tournaments.formats.sheet import Point, Sheet, read_sheet, write
from tournaments.formats.table import Pair
from tournaments.models import (
    Competition,
    HeldMarks,
    Match,
    ResultSubmission,
    names_of_sides,
)
from tournaments.results.endings import measure_of
from tournaments.services.matches.grid import standing_submission


@dataclass(frozen=True)
class HeldView:
    """What one browser sent too late, beside the sheet as it is now."""

    held: HeldMarks
    match: Match
    sheet: Sheet
    names: tuple[str, str]

    @property
    def now(self) -> Pair:
        """The points on the sheet."""
        return self.sheet.points

    @property
    def then(self) -> Pair | None:
        """The points there would be with these marks; None if the sheet cannot take them."""
        try:
            marks = (mark for _name, mark in self.held.values)
            return reduce(write, marks, self.sheet).points
        except FormatError:
            return None

    @property
    def may_count(self) -> bool:
        """Whether the marks can still be written."""
        return self.match.state == Match.State.CALLED and self.then is not None

    @property
    def gained(self) -> list[tuple[str, int]]:
        """Each side with the points that were marked for it."""
        points = [mark for _name, mark in self.held.values if isinstance(mark, Point)]
        sums = (sum(mark.points for mark in points if mark.side == side) for side in (0, 1))
        return list(zip(self.names, sums, strict=True))


@dataclass(frozen=True)
class HeldResult:
    """A result that somebody wrote who had not seen the one that stands."""

    held: HeldMarks
    match: Match
    names: tuple[str, str]
    standing: ResultSubmission


def held_by_scorers(competition: Competition) -> list[HeldView | HeldResult]:
    """Read what waits for a decision in a competition, the oldest first."""
    rows = HeldMarks.objects.open().filter(match__in=Match.objects.of(competition.pk))
    held = list(rows.select_related("by"))
    matches = Match.objects.placed().filter(pk__in={one.match_id for one in held})
    found = matches.select_related("round__group__stage__competition").in_bulk()
    views = (_view(one, found[one.match_id]) for one in held)
    return [view for view in views if view is not None]


def _view(held: HeldMarks, match: Match) -> HeldView | HeldResult | None:
    """Return it as the desk reads it; of a result that was corrected since nothing is left."""
    names = names_of_sides(match.slots.select_related("entry"))
    if not held.games:
        marks = (mark.value for mark in match.marks.order_by("seq"))
        return HeldView(held, match, read_sheet(measure_of(match), marks), names)
    standing = standing_submission(match)
    if standing is None or standing.pk != held.seen_version:
        return None
    return HeldResult(held, match, names, standing)
