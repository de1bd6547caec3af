"""What an entry is to one of its own, or to who organises: where it stands, what they can do."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from accounts.models import User
from tournaments.models import Competition, Entry, RosterPlayer, TeamPlayer
from tournaments.pages.entry_list import EntryLine
from tournaments.services.entries.approval import why_rejected
from tournaments.services.entries.transfers import list_is_open, takes_transfers

IN = (Entry.State.CONFIRMED, Entry.State.WAITING)


@dataclass(frozen=True)
class OwnPlace:
    """An entry as one of its own sees it, or who organises."""

    line: EntryLine
    competition: Competition
    user_id: int | None
    organises: bool = False

    @classmethod
    def of(cls, user: User | AnonymousUser, entry: Entry, *, organises: bool = False) -> "OwnPlace":
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
