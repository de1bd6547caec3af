"""The grid of results: the matches one scorer may write down now, what is missing first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Match, MatchQuerySet
from tournaments.pages.organisers.at_hand import AtHand
from tournaments.pages.organisers.results_row import Draft, Row, read_rows, rows_of
from tournaments.pages.round_clock import round_name
from tournaments.wording import stages

MISSING, EVERY, DOUBTFUL, EARLIER = "missing", "all", "doubtful", "earlier"
SHOWN = (MISSING, EVERY, DOUBTFUL, EARLIER)
AT_MOST = 100  # of earlier rounds


@dataclass(frozen=True)
class Chip:
    """One way to look at the grid."""

    show: str
    label: str
    number: int | None
    is_current: bool


@dataclass(frozen=True)
class Grid:
    """The rows one scorer is shown."""

    rows: Sequence[Row]
    show: str
    missing: int
    doubtful: int
    total: int
    current: Sequence[int]  # the matches of the rounds that are played

    @property
    def active(self) -> Row | None:
        """The row the pad is about: the one somebody is at, else the first that is missing."""
        begun = (row for row in self.rows if row.draft.won is not None or row.draft.games)
        return next(begun, next((row for row in self.rows if row.is_missing), None))

    def unlike(self, known: Mapping[int, str]) -> "Grid":
        """Return it without the rows that are as their versions here say."""
        changed = [row for row in self.rows if known.get(row.match.pk) != row.version]
        return replace(self, rows=changed)

    @property
    def parts(self) -> list[tuple[str, list[Row]]]:
        """The rows in their order; earlier ones, and those of a league, under their round."""
        if self.show != EARLIER and not any(row.is_of_league for row in self.rows):
            return [("", list(self.rows))]
        by_round: dict[int | None, list[Row]] = {}
        for row in self.rows:
            by_round.setdefault(row.match.round_id, []).append(row)
        return [(_title(rows[0].match), rows) for rows in by_round.values()]

    @property
    def points(self) -> range:
        """What the side that lost a game can have; after a bell whoever won may have any."""
        most = max((row.measure.target for row in self.rows), default=0)
        return range(most + any(row.is_timed for row in self.rows))

    @property
    def chips(self) -> list[Chip]:
        """The ways to look at it."""
        faltan = ngettext("Falta", "Faltan", self.missing)
        told = [
            (MISSING, faltan, self.missing),
            (EVERY, _("Todas"), self.total),
            (DOUBTFUL, _("Dudosas"), self.doubtful),
            (EARLIER, _("Anteriores"), None),
        ]
        return [Chip(show, label, number, show == self.show) for show, label, number in told]


def read_grid(
    matches: MatchQuerySet,
    at_hand: AtHand,
    *,
    show: str = "",
    drafts: Mapping[int, Draft] | None = None,
) -> Grid:
    """Return the matches that a person may score: of those at hand the ones of current rounds.

    `show` is what they want to see; missing results first, and all once none is missing. Of earlier
    rounds the others of these matches are read.
    """
    begun = drafts or {}
    rows = rows_of(at_hand.current, begun)
    missing = [row for row in rows if row.is_missing]
    disputed = [one for one in at_hand.matches if one.told.open_dispute]
    show = show if show in SHOWN else MISSING if missing else EVERY
    listed, current = missing if show == MISSING else rows, [row.match.pk for row in rows]
    if show == DOUBTFUL:
        listed = rows_of(disputed, begun)
    elif show == EARLIER:
        past = matches.filter(state__in=Match.WITH_RESULT).exclude(pk__in=current)
        listed = read_rows(past.order_by("-completed_at")[:AT_MOST], begun)
    return Grid(listed, show, len(missing), len(disputed), len(rows), current)


def _title(match: Match) -> str:
    """Name the round of a match, and its group where there are several."""
    assert match.round is not None, "casual matches are no rows"
    group, name = match.round.group, round_name(match.round, match)
    if group.stage.how.sends_on:
        return f"{stages.group(group.number)}: {name}"
    told: Any = match
    return f"{stages.stage(group.stage)}: {name}" if told.has_divisions else name
