"""What a person is entered in and is not drawn yet, and how what they played has just ended."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, cast

from django.db.models import Count, DateTimeField, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from tournaments.models import Competition, Entry, Match
from tournaments.pages.match_sides import SideView
from tournaments.pages.matches import MatchView, read_matches

SHOWN_FOR: Final = timedelta(days=1)  # after its last match, or its competition, is over
MOST: Final = 4  # of what a person is entered in
State = Competition.State


@dataclass(frozen=True)
class LastMatch:
    """The last match of an entry that has nothing more to play, as its own see it."""

    entry: Entry
    view: MatchView
    rank: int | None  # in the end; None while others still play

    @property
    def own(self) -> SideView:
        """Their side of it."""
        return next(side for side in self.view.sides if side.has(self.entry.pk))

    @property
    def rival(self) -> SideView:
        """The other side."""
        return self.view.sides[1 - self.own.slot.side]


def shown_entries(user_id: int | OuterRef, now: datetime) -> QuerySet[Entry]:
    """Return a person's entries that wait for the draw or ended lately; who may be a query's."""
    own = Entry.objects.of_person(user_id).filter(competition__rehearsal="")
    shown = own.annotate(
        last_match=Subquery(_decided().values("pk")[:1]),
        ended_at=Subquery(_decided().values("completed_at")[:1], output_field=DateTimeField()),
        is_playing=Exists(Match.objects.undecided().filter(slots__entry=OuterRef("pk"))),
    )
    return shown.filter(_waits() | _has_ended(now - SHOWN_FOR)).order_by("-ended_at", "-pk")


def entered_by(user: User, now: datetime) -> tuple[Sequence[Entry], Entry | None]:
    """Return a person's entries that wait for the draw, and the one that ended last: read at once.

    Those bear how many have entered (`entered`), the other its last match (`last_match`).
    """
    entered = Coalesce(Subquery(_places().values("number")), 0)
    shown = shown_entries(user.pk, now).annotate(entered=entered)
    found = list(shown.select_related("competition"))
    waiting = [each for each in found if each.competition.state in Competition.UNDRAWN]
    ended = (each for each in found if each.competition.state not in Competition.UNDRAWN)
    return waiting[:MOST], next(ended, None)


def how_it_ended(entry: Entry, rank: int | None) -> LastMatch:
    """Read the last match of an entry of `entered_by`."""
    last: int = cast("Any", entry).last_match
    (view,) = read_matches(Match.objects.filter(pk=last))
    return LastMatch(entry, view, rank)


def _waits() -> Q:
    undrawn = Q(competition__state__in=(State.REGISTRATION, State.CHECK_IN))
    return undrawn & ~Q(state=Entry.State.WITHDRAWN)


def _has_ended(since: datetime) -> Q:
    """Whether it has no match left, and played its last one, or the competition ended, lately."""
    went = (State.RUNNING, State.PAUSED, State.FINISHED, State.ARCHIVED)
    lately = Q(ended_at__gte=since) | Q(competition__finished_at__gte=since)
    played = Q(ended_at__isnull=False, is_playing=False, competition__state__in=went)
    return played & lately


def _decided() -> QuerySet[Match]:
    """Return what an entry has played or was given, the last first."""
    own = Match.objects.filter(slots__entry=OuterRef("pk"), state__in=Match.WITH_RESULT)
    return own.order_by(F("completed_at").desc(), "-number")


def _places() -> QuerySet[Any, Any]:
    taken = Entry.objects.filter(competition=OuterRef("competition"), place__isnull=False)
    return taken.order_by().values("competition").annotate(number=Count("pk"))
