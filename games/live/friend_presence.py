"""The presence of a user's friends on the site, as far as that user may see it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from accounts.models import User
from games.house_rules import essentials
from games.live.admission import is_here
from games.models import Game, TableInvitation

THERE = (*Game.NOT_DEALT, *Game.MOVING)


@dataclass(frozen=True)
class Presence:
    """One person: at a table, elsewhere on the site, or offline.

    The rules of the game are visible only to readers with access to the table.
    """

    person: User
    table: Game | None = None
    is_here: bool = False
    may_sit: bool = False
    may_watch: bool = False

    @property
    def is_playing(self) -> bool:
        """Whether the game at their table has started."""
        return self.table is not None and self.table.status != Game.Status.WAITING

    @property
    def rules(self) -> str:
        """The rules at their table, if the reader has access."""
        if self.table is None or not (self.may_sit or self.may_watch):
            return ""
        return essentials(self.table.rules)


def presence_of_friends(people: Sequence[User], reader: User) -> Sequence[Presence]:
    """Return each person's presence; those at a table come first.

    A person is at the table whose page they have open: that page holds their seat.
    """
    tables = _tables_of({person.pk for person in people})
    invitations = TableInvitation.objects.standing().filter(to=reader, game__in=tables.values())
    invited_ids = set(invitations.values_list("game", flat=True))
    presences = [_of(person, tables.get(person.pk), reader, invited_ids) for person in people]
    return sorted(presences, key=lambda each: (each.table is None, not each.is_here))


def _tables_of(people: Collection[int]) -> dict[int, Game]:
    """Return each person's current table, the newest of several."""
    games = Game.objects.filter(status__in=THERE, seats__user__in=people, seats__socket__gt="")
    tables: dict[int, Game] = {}
    for game in games.distinct().with_players().order_by("created_at"):
        for seat in game.seats.all():
            if seat.socket and seat.user_id is not None and seat.user_id in people:
                tables[seat.user_id] = game
    return tables


def _of(person: User, table: Game | None, reader: User, invited_ids: Collection[int]) -> Presence:
    if table is None:
        return Presence(person, is_here=is_here(person.pk))
    seats = list(table.seats.all())
    is_mine = any(seat.user_id == reader.pk for seat in seats)
    has_room = any(seat.is_free for seat in seats) and table.is_casual
    is_waiting = table.status == Game.Status.WAITING
    is_open = not table.private or table.pk in invited_ids
    return Presence(
        person,
        table,
        is_here=True,
        may_sit=is_mine or (is_waiting and has_room and is_open),
        may_watch=table.public,
    )
