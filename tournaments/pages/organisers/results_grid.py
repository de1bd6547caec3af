"""The grid of results: the matches one scorer may write down now, what is missing first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from tournaments.models import Competition, Dispute, Match, Round
from tournaments.pages.organisers.results_row import Draft, Row, read_rows
from tournaments.services.judging.permissions import scored_by

MISSING, EVERY, DOUBTFUL, EARLIER = "missing", "all", "doubtful", "earlier"
SHOWN = (MISSING, EVERY, DOUBTFUL, EARLIER)
AT_MOST = 100  # of earlier rounds
UNKNOWN = (Match.State.PENDING, Match.State.BYE)


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
    def points(self) -> range:
        """What the side that lost a game can have."""
        return range(max((row.measure.target for row in self.rows), default=0))

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
    competition: Competition,
    user: User,
    now: datetime,
    *,
    show: str = "",
    drafts: dict[int, Draft] | None = None,
) -> Grid:
    """Read the matches of a competition that a person may score, in its current rounds.

    `show` is what they want to see; missing results first, and all once none is missing.
    """
    own = scored_by(user).of(competition.pk).exclude(state__in=UNKNOWN)
    rows = read_rows(own.filter(round__in=current_rounds(competition, now)), drafts or {})
    missing = [row for row in rows if row.is_missing]
    disputed = own.filter(_disputed())
    show = show if show in SHOWN else MISSING if missing else EVERY
    listed = missing if show == MISSING else rows
    if show == DOUBTFUL:
        listed = read_rows(disputed, drafts or {})
    elif show == EARLIER:
        current = [row.match.pk for row in rows]
        past = own.filter(state__in=Match.WITH_RESULT).exclude(pk__in=current)
        listed = read_rows(past.order_by("-completed_at")[:AT_MOST], drafts or {})
    return Grid(listed, show, len(missing), disputed.count(), len(rows))


def current_rounds(competition: Competition, now: datetime) -> list[int]:
    """Return the rounds in which something can be played, else those that were the last."""
    rounds = Round.objects.filter(group__stage__competition=competition)
    begun = rounds.filter(Q(opens_at__isnull=True) | Q(opens_at__lte=now))
    open_ = list(begun.filter(matches__state__in=Match.PLAYABLE).values_list("pk", flat=True))
    if open_:
        return open_
    last = Match.objects.of(competition.pk).filter(state__in=Match.WITH_RESULT)
    newest = last.order_by("-completed_at").values_list("round", flat=True).first()
    return [] if newest is None else [newest]


def _disputed() -> Q:
    return Q(pk__in=Dispute.objects.open().values("match"))
