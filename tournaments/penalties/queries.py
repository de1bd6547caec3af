"""Penalties given in a match, and those on the club's list that a judge can give."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.formats.score_sheet import Judged, standing
from tournaments.models import Match, Penalty, ScoreMark
from tournaments.penalties import labels as penalties_labels
from tournaments.penalties.services import PenaltyLine, penalties_of
from tournaments.score_sheets import queries as score_sheets_queries


@dataclass(frozen=True)
class GivenPenalty:
    """A penalty on the sheet, or a score that a judge corrected; `article` is where it is cited."""

    name: str
    words: str
    article: str
    note: str
    by: str
    at: datetime
    stands: bool


@dataclass(frozen=True)
class Offered:
    """A line of the club's list, in words."""

    line: PenaltyLine
    name: str
    follows: str


def given_in(match: Match, names: tuple[str, str]) -> list[GivenPenalty]:
    """Return what judges wrote on the sheet of a match, the newest first."""
    marks: Sequence[ScoreMark] = list(match.marks.select_related("penalty", "by").order_by("seq"))
    values = [row.value for row in marks]
    standing_ids = {marks[place].pk for place in standing(values)}
    return [
        _given_penalty(row, value, names, match.named_per_side, stands=row.pk in standing_ids)
        for row, value in zip(marks, values, strict=True)
        if isinstance(value, Judged)
    ][::-1]


def offered_by(club_id: int) -> list[Offered]:
    """Return what judges of a club choose from."""
    return [_offered(line) for line in penalties_of(club_id) if not line.is_off]


def listed_by(club_id: int) -> list[Offered]:
    """Return a club's whole list, what it does not use too."""
    return [_offered(line) for line in penalties_of(club_id)]


def _given_penalty(
    row: ScoreMark, value: Judged, names: tuple[str, str], people: int, *, stands: bool
) -> GivenPenalty:
    why: Penalty = row.penalty
    return GivenPenalty(
        name=penalties_labels.name_of(why.key, why.name),
        words=score_sheets_queries.describe_ruling(value, names, people),
        article=why.article,
        note=why.note,
        by=str(row.by),
        at=row.at,
        stands=stands,
    )


def _offered(line: PenaltyLine) -> Offered:
    return Offered(
        line,
        penalties_labels.name_of(line.key, line.name),
        penalties_labels.consequence(line.effect, line.points),
    )
