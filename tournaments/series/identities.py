"""Who is one player in the table of a series.

In a club's series a player is a person of the club. In a federation's, the persons of an account
are one player in all clubs; persons without an account are one where the federation's organisers
said so (`PersonLink`), and stay apart otherwise.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Self

from tournaments.models import Federation, PersonLink, Series
from tournaments.names.comparison import comparison_key

Key = int | str
"""A player: a person, an account (`user 5`), or a name that is of no person yet."""
Member = tuple[int, int | None]
"""A person, and the account that belongs to it."""


def join_persons(pairs: Iterable[tuple[Member, Member]]) -> dict[int, Key]:
    """Return the key of every person in these pairs; persons joined in a chain have the same.

    A pair that would make one player of two accounts is ignored: accounts decide.
    """
    groups: dict[int, list[Member]] = {}
    for first, second in pairs:
        one = groups.setdefault(first[0], [first])
        two = groups.setdefault(second[0], [second])
        accounts = {account for _, account in (*one, *two) if account is not None}
        if one is not two and len(accounts) < 2:
            one.extend(two)
            groups.update(dict.fromkeys([person for person, _ in two], one))
    each_once = {id(group): group for group in groups.values()}.values()
    return {person: key for group in each_once for key in [_key_of(group)] for person, _ in group}


def _key_of(group: Iterable[Member]) -> Key:
    account = next((account for _, account in group if account is not None), None)
    return min(person for person, _ in group) if account is None else account_key(account)


def account_key(user_id: int) -> Key:
    """Return the key of an account in the tables of a federation."""
    return f"user {user_id}"


@dataclass(frozen=True)
class Identities:
    """The players of one series."""

    is_of_federation: bool = False
    joined: Mapping[int, Key] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.is_of_federation, frozenset(self.joined.items())))

    @classmethod
    def of(cls, series: Series) -> Self:
        """Read what was said about persons; a club's series needs nothing."""
        if series.federation is None:
            return cls()
        return cls(is_of_federation=True, joined=join_persons(linked_members(series.federation)))

    def key(self, *, club: int, person: int | None, user: int | None, name: str) -> Key:
        """Return the player that a roster row is."""
        if not self.is_of_federation:
            return person or comparison_key(name)
        if user is not None:
            return account_key(user)
        if person is None:
            return f"{club} {comparison_key(name)}"
        return self.joined.get(person, person)


def linked_members(federation: Federation) -> list[tuple[Member, Member]]:
    """Return the pairs of persons that were joined; a merged person is the one it went into."""
    ends = ("first", "second")
    rows = (
        PersonLink.objects.filter(federation=federation, is_same=True)
        .order_by("pk")
        .values_list(
            *(
                f"{end}{along}"
                for end in ends
                for along in ("_id", "__user_id", "__merged_into_id", "__merged_into__user_id")
            )
        )
    )
    return [(_member(*row[:4]), _member(*row[4:])) for row in rows]


def _member(person: int, user: int | None, merged: int | None, merged_user: int | None) -> Member:
    return (person, user) if merged is None else (merged, merged_user)
