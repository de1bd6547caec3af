"""What a person is entered in and is not drawn yet, and how what they played has just ended."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, cast

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, DateTimeField, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import User
from tournaments.entries.queries import EntryLine
from tournaments.entries.services import why_rejected
from tournaments.entries.substitutes import list_is_open, takes_transfers
from tournaments.matches.queries import MatchView, SideView, read_matches
from tournaments.models import Competition, Entry, Match, RosterPlayer, TeamPlayer

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


IN = (Entry.State.CONFIRMED, Entry.State.WAITING)


@dataclass(frozen=True)
class OwnEntryView:
    """An entry as one of its own sees it, or who organises."""

    line: EntryLine
    competition: Competition
    user_id: int | None
    organises: bool = False

    @classmethod
    def of(
        cls, user: User | AnonymousUser, entry: Entry, *, organises: bool = False
    ) -> "OwnEntryView":
        """Read a person's place in an entry."""
        return cls(EntryLine(entry), entry.competition, user.pk, organises)

    @property
    def leads(self) -> bool:
        """Whether the reader acts for it: its captain does, and who organises."""
        is_captain = self.user_id is not None and self.line.is_captain(self.user_id)
        return self.organises or is_captain

    @property
    def is_reserve(self) -> bool:
        """Whether the reader is a reserve: sits down only in a player's place."""
        return any(player.user_id == self.user_id for player in self.reserves)

    @property
    def reserves(self) -> list[RosterPlayer]:
        """Who can take a player's place; not asked for where there are none."""
        return self.line.reserves if self.competition.reserves else []

    @property
    def own_reserve(self) -> RosterPlayer | None:
        """The reader's place as a reserve that they can give back."""
        own = (player for player in self.reserves if player.user_id == self.user_id)
        return next((player for player in own if player.number != RosterPlayer.CAPTAIN), None)

    @property
    def is_in(self) -> bool:
        """Whether it takes part, or may yet."""
        return self.line.entry.state != Entry.State.WITHDRAWN and not self.competition.is_over

    @property
    def is_undrawn(self) -> bool:
        """Whether leaving gives the place to the next in line; after the draw matches are lost."""
        return self.competition.state in Competition.UNDRAWN

    @property
    def tells_payment(self) -> bool:
        """Whether payments are noted here: where nobody's is, there may be nothing to pay."""
        return self.line.entry.paid or self.competition.entries.filter(paid=True).exists()

    @property
    def may_check_in(self) -> bool:
        """Whether the check-in is open and waits for it."""
        entry = self.line.entry
        window = self.competition.state == Competition.State.CHECK_IN and entry.state in IN
        return window and entry.checked_in_at is None

    @property
    def may_add_reserve(self) -> bool:
        """Whether its captain can write down one more."""
        has_room = len(self.reserves) < self.competition.reserves
        return has_room and self.is_in and self.leads and self.list_is_open

    @property
    def list_is_open(self) -> bool:
        """Whether somebody may still come on its list, or go from it."""
        return list_is_open(self.competition, timezone.now())

    @property
    def may_transfer(self) -> bool:
        """Whether the captain may let somebody join in another's place."""
        is_whole = self.line.entry.state != Entry.State.FORMING
        is_open = takes_transfers(self.competition, timezone.now())
        return is_open and is_whole and self.is_in and self.leads and bool(self.leaving)

    @property
    def leaving(self) -> Sequence[RosterPlayer]:
        """Who may go from its list: all but its captain."""
        return [one for one in self.line.roster if one.number != RosterPlayer.CAPTAIN]

    @property
    def team_mates(self) -> Sequence[TeamPlayer]:
        """Who is in its named team now, with an account, and not on its list."""
        there = TeamPlayer.objects.filter(team=self.line.entry.team_id, until=None)
        named = there.exclude(team__name="").filter(user__isnull=False, user__is_guest=False)
        listed = [player.user_id for player in self.line.roster if player.user_id]
        return list(named.exclude(user__in=listed).select_related("user").order_by("number"))

    @property
    def may_substitute(self) -> bool:
        """Whether the captain has a reserve to send in; the service refuses it during a match."""
        return bool(self.reserves) and self.is_in and self.leads

    @property
    def why_rejected(self) -> str:
        """Why it was not confirmed; "" if that is not what happened."""
        return why_rejected(self.line.entry)
