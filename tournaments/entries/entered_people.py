"""People already in a competition, and accounts that match a list of names."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.db.models import Q
from django.db.models.functions import Lower

from accounts.models import User
from tournaments.common.batches import batches
from tournaments.common.permissions import suspended_from
from tournaments.entries.rosters import NamedPlayer
from tournaments.models import Competition, Entry, RosterPlayer
from tournaments.names.comparison import comparison_key

ACCOUNT: Final = "@"


@dataclass(frozen=True)
class ExistingEntries:
    """The people of a competition, each with their entry, by name and by account."""

    names: Mapping[str, Entry]
    accounts: Mapping[int, Entry]
    waiting: Mapping[str, Entry]  # entries of names only that wait for partners
    newest: int  # the highest entry id
    persons: Mapping[int, Entry] = field(default_factory=dict)

    def awaiting(self, names: Iterable[str]) -> Entry | None:
        """Return the entry waiting for partners whose players are all among the names."""
        keys = {*names}
        of_them = {entry for key, entry in self.waiting.items() if key in keys}
        others = {entry for key, entry in self.waiting.items() if key not in keys}
        others |= {entry for entry in self.accounts.values() if entry in of_them}
        candidates = of_them - others
        return candidates.pop() if len(of_them) == len(candidates) == 1 else None

    @classmethod
    def of(cls, competition: Competition) -> "ExistingEntries":
        """Read the people of a competition."""
        names: dict[str, Entry] = {}
        accounts: dict[int, Entry] = {}
        waiting: dict[str, Entry] = {}
        persons: dict[int, Entry] = {}
        left_before_the_draw = Q(entry__state=Entry.State.WITHDRAWN, entry__complete_at=None)
        players = RosterPlayer.objects.filter(competition=competition).select_related(
            "entry", "person"
        )
        players = players.exclude(left_before_the_draw)
        for player in players.order_by("entry", "number"):
            names[comparison_key(player.club_name)] = player.entry
            if player.person_id is not None:
                persons[player.person_id] = player.entry
            if player.user_id is not None:
                accounts[player.user_id] = player.entry
            elif player.entry.state == Entry.State.FORMING:
                waiting[comparison_key(player.name)] = player.entry
        newest = max((entry.pk for entry in names.values()), default=0)
        return cls(names, accounts, waiting, newest, persons)

    def entry_of(self, player: NamedPlayer) -> Entry | None:
        """Return the entry of a person, of the account, or else of the name."""
        if player.person is not None and player.person.pk in self.persons:
            return self.persons[player.person.pk]
        if player.user is not None:
            return self.accounts.get(player.user.pk)
        return self.names.get(comparison_key(player.name))


@dataclass(frozen=True)
class Accounts:
    """The accounts that a list names with @, and those whose name is in it."""

    named: Mapping[str, User]
    bearers: Mapping[str, User]
    suspended: frozenset[int] = frozenset()  # by the club

    @classmethod
    def of(cls, competition: Competition, names: Sequence[str]) -> "Accounts":
        """Find the accounts. A one-word name matches only people of the club."""
        usernames = sorted({name.removeprefix(ACCOUNT).lower() for name in names})
        people = User.objects.filter(is_active=True, is_guest=False, is_link=False, is_robot=False)
        annotated = people.annotate(small=Lower("username"), shown=Lower("display_name"))
        everybody = [
            user for some in batches(usernames) for user in annotated.filter(_spelled(some))
        ]
        of_club = people.filter(
            Q(memberships__club=competition.club_id)
            | Q(team_places__team__club=competition.club_id)
        ).distinct()
        full = [user for user in everybody if " " in comparison_key(str(user))]
        by_username = {user.username.lower(): user for user in everybody}
        return cls(
            by_username,
            {comparison_key(str(user)): user for user in (*full, *of_club)},
            frozenset(suspended_from(competition, by_username.values())),
        )

    def player(self, name: str) -> NamedPlayer:
        """Return the player of a name: with @ the account if it exists, else only the name."""
        bare = name.removeprefix(ACCOUNT)
        user = self.named.get(bare.lower()) if bare != name else None
        return NamedPlayer(bare) if user is None else NamedPlayer(str(user), user)


def _spelled(names: Iterable[str]) -> Q:
    some = list(names)
    return Q(small__in=some) | Q(shown__in=some)
