"""A person's own entries: those awaiting a draw, those just finished, and possible actions."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, Final, cast

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, DateTimeField, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import User
from tournaments.entries.partner_search import LonePlayer, search_of
from tournaments.entries.places import refusal_to_join
from tournaments.entries.queries import EntryLine
from tournaments.entries.services import takes_entries, why_rejected
from tournaments.entries.substitutes import list_is_open, takes_transfers
from tournaments.matches.queries import MatchView, SideView, read_matches
from tournaments.models import Competition, Entry, Match, RosterPlayer, TeamPlayer

SHOWN_FOR: Final = timedelta(days=1)  # after its last match or its competition has ended
MOST: Final = 4  # shown entries of a user
State = Competition.State


@dataclass(frozen=True)
class LastMatch:
    """The last match of an entry without further matches, for its players."""

    entry: Entry
    view: MatchView
    rank: int | None  # final rank; None while others still play

    @property
    def own(self) -> SideView:
        return next(side for side in self.view.sides if side.has(self.entry.pk))

    @property
    def rival(self) -> SideView:
        """The other side."""
        return self.view.sides[1 - self.own.slot.side]


def shown_entries(user_id: int | OuterRef, now: datetime) -> QuerySet[Entry]:
    """Return a user's entries that are undrawn or ended lately; `user_id` may be an OuterRef."""
    own = Entry.objects.of_person(user_id).filter(competition__rehearsal="")
    annotated = own.annotate(
        last_match=Subquery(_decided().values("pk")[:1]),
        ended_at=Subquery(_decided().values("completed_at")[:1], output_field=DateTimeField()),
        is_playing=Exists(Match.objects.undecided().filter(slots__entry=OuterRef("pk"))),
    )
    return annotated.filter(_waits() | _has_ended(now - SHOWN_FOR)).order_by("-ended_at", "-pk")


def entered_by(user: User, now: datetime) -> tuple[Sequence[Entry], Entry | None]:
    """Return a user's entries that wait for the draw, and the one that ended last. One query.

    The former are annotated with the number of entries (`entered`), the latter with `last_match`.
    """
    entered = Coalesce(Subquery(_places().values("number")), 0)
    rows = shown_entries(user.pk, now).annotate(entered=entered)
    entries = list(rows.select_related("competition"))
    waiting = [each for each in entries if each.competition.state in Competition.UNDRAWN]
    ended = (each for each in entries if each.competition.state not in Competition.UNDRAWN)
    return waiting[:MOST], next(ended, None)


def how_it_ended(entry: Entry, rank: int | None) -> LastMatch:
    """Read the last match of an entry of `entered_by`."""
    last: int = cast("Any", entry).last_match
    (view,) = read_matches(Match.objects.filter(pk=last))
    return LastMatch(entry, view, rank)


def _waits() -> Q:
    undrawn = Q(competition__state__in=Competition.DRAWABLE)
    return undrawn & ~Q(state=Entry.State.WITHDRAWN)


def _has_ended(since: datetime) -> Q:
    """Return the condition that an entry has no match left and ended lately."""
    went = (*Competition.GOING, *Competition.COMPLETED)
    lately = Q(ended_at__gte=since) | Q(competition__finished_at__gte=since)
    played = Q(ended_at__isnull=False, is_playing=False, competition__state__in=went)
    return played & lately


def _decided() -> QuerySet[Match]:
    """Return the decided matches of an entry, the latest first."""
    own = Match.objects.filter(slots__entry=OuterRef("pk"), state__in=Match.WITH_RESULT)
    return own.order_by(F("completed_at").desc(), "-number")


def _places() -> QuerySet[Any, Any]:
    placed = Entry.objects.filter(competition=OuterRef("competition"), place__isnull=False)
    return placed.order_by().values("competition").annotate(number=Count("pk"))


@dataclass(frozen=True)
class OwnEntryView:
    """An entry for one of its players or an organiser."""

    line: EntryLine
    competition: Competition
    user_id: int | None
    organises: bool = False

    @classmethod
    def of(
        cls, user: User | AnonymousUser, entry: Entry, *, organises: bool = False
    ) -> "OwnEntryView":
        """Return the view of an entry for a user."""
        return cls(EntryLine(entry), entry.competition, user.pk, organises)

    @property
    def leads(self) -> bool:
        """Whether the reader is its captain or an organiser."""
        is_captain = self.user_id is not None and self.line.is_captain(self.user_id)
        return self.organises or is_captain

    @property
    def is_reserve(self) -> bool:
        """Whether the reader is a reserve and plays only as a substitute."""
        return any(player.user_id == self.user_id for player in self.reserves)

    @property
    def reserves(self) -> list[RosterPlayer]:
        """The reserves; not read if the competition allows none."""
        return self.line.reserves if self.competition.reserves else []

    @property
    def own_reserve(self) -> RosterPlayer | None:
        """The reader's own place as a reserve, which the reader may give up."""
        own = (player for player in self.reserves if player.user_id == self.user_id)
        return next((player for player in own if player.number != RosterPlayer.CAPTAIN), None)

    @property
    def is_in(self) -> bool:
        """Whether it takes part or still can."""
        return self.line.entry.state != Entry.State.WITHDRAWN and not self.competition.is_over

    @property
    def is_undrawn(self) -> bool:
        """Whether leaving only frees the place. After the draw its matches are lost."""
        return self.competition.state in Competition.UNDRAWN

    @property
    def may_be_let_in(self) -> bool:
        """Whether an organiser can let it in although players cannot register any more."""
        competition = self.competition
        if takes_entries(competition) or competition.is_over:
            return False
        return not competition.is_drawn or refusal_to_join(competition) is None

    @property
    def tells_payment(self) -> bool:
        """Whether to say if it has paid: there is a fee, or it has."""
        return self.line.entry.paid or bool(self.competition.fee)

    @property
    def may_check_in(self) -> bool:
        """Whether the check-in is open and the entry has not checked in."""
        entry = self.line.entry
        window = self.competition.state == Competition.State.CHECK_IN and entry.state in Entry.IN
        return window and entry.checked_in_at is None

    @property
    def may_add_reserve(self) -> bool:
        """Whether the captain can add a reserve."""
        has_room = len(self.reserves) < self.competition.reserves
        return has_room and self.is_in and self.leads and self.list_is_open

    @property
    def list_is_open(self) -> bool:
        """Whether the list of players can still change."""
        return list_is_open(self.competition, timezone.now())

    @property
    def may_transfer(self) -> bool:
        """Whether the captain can transfer players."""
        is_whole = self.line.entry.state != Entry.State.FORMING
        is_open = takes_transfers(self.competition, timezone.now())
        return is_open and is_whole and self.is_in and self.leads and bool(self.leaving)

    @property
    def leaving(self) -> Sequence[RosterPlayer]:
        """The players who can be removed from the list: all but the captain."""
        return [one for one in self.line.roster if one.number != RosterPlayer.CAPTAIN]

    @property
    def team_mates(self) -> Sequence[TeamPlayer]:
        """The current members of its named team who have an account and are not on the list."""
        members = TeamPlayer.objects.filter(team=self.line.entry.team_id, until=None)
        mates = members.exclude(team__name="").filter(user__isnull=False, user__is_guest=False)
        listed = [player.user_id for player in self.line.roster if player.user_id]
        return list(mates.exclude(user__in=listed).select_related("user").order_by("number"))

    @property
    def may_substitute(self) -> bool:
        """Whether the captain has a reserve to send in. The service refuses it during a match."""
        return bool(self.reserves) and self.is_in and self.leads

    @cached_property
    def search(self) -> Sequence[LonePlayer]:
        """The possible partners of the reader, if they look for one."""
        return search_of(self.line.entry)

    @property
    def why_rejected(self) -> str:
        """The reason for its rejection; "" if it was not rejected."""
        return why_rejected(self.line.entry)
