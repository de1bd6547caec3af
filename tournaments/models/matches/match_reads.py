"""What several pages and tasks read of matches."""

from collections.abc import Collection
from datetime import datetime
from typing import TYPE_CHECKING, Self

from django.db import models
from django.db.models import Exists, OuterRef, Q

from games.models import Action, Game
from tournaments.models.competition import Competition
from tournaments.models.entry import RosterPlayer
from tournaments.models.hall import HallTable
from tournaments.models.matches.match_slot import MatchSlot

if TYPE_CHECKING:  # which takes its manager from here
    from tournaments.models.matches.match import Match  # noqa: F401  # named in a string

COMPETITION = "round__group__stage__competition"


def _unattended() -> Q:
    """Whether nobody of a side could sit down at its table; real cards need no account."""
    players = RosterPlayer.objects.playing().filter(entry=OuterRef("entry"))
    with_account = players.filter(user__isnull=False)
    empty = MatchSlot.objects.filter(~Exists(with_account), match=OuterRef("pk"))
    return Q(Exists(empty), **{f"{COMPETITION}__with_cards": False})


def _at_tables(statuses: Collection[str]) -> Exists:
    """Whether one of its tables is so; of several boards each has its own."""
    counted = Game.objects.filter(match_game__match=OuterRef("pk"), match_game__voided=False)
    return Exists(counted.filter(status__in=statuses))


class MatchQuerySet(models.QuerySet["Match"]):
    """Reads that several pages and tasks share."""

    def of(self, competition_id: int) -> Self:
        """Return the matches of one competition, in the order of its bracket."""
        return self.filter(round__group__stage__competition_id=competition_id).order_by("number")

    def placed(self) -> Self:
        """Read along what `place` and its plate say."""
        tables = HallTable.competitions.through.objects
        used = tables.filter(competition=OuterRef(COMPETITION))
        return self.select_related("hall_table").annotate(in_hall=Exists(used))

    def undecided(self) -> Self:
        """Return the matches whose outcome is still open."""
        return self.exclude(state__in=self.model.DECIDED)

    def callable(self, now: datetime) -> Self:
        """Return the playable matches but those that wait in a hall in which no table is free."""
        free = HallTable.objects.free().filter(competitions=OuterRef(COMPETITION))
        return self.playable(now).filter(Q(waits_since__isnull=True) | Exists(free))

    def playable(self, now: datetime) -> Self:
        """Return the matches whose table can be opened now, if there is one.

        Their hour has come, each side has somebody to sit down, and nobody is at another table.
        Real cards need no account.
        """
        elsewhere = MatchSlot.objects.filter(entry=OuterRef("entry"), match__state="called")
        busy = MatchSlot.objects.filter(Exists(elsewhere), match=OuterRef("pk"))
        return self.filter(
            Q(scheduled_at__isnull=True) | Q(scheduled_at__lte=now),
            ~_unattended(),
            ~Exists(busy),
            state=self.model.State.READY,
            **{f"{COMPETITION}__state": Competition.State.RUNNING},
        )

    def unattended(self) -> Self:
        """Return the matches that no table can be opened for: on a side nobody has an account."""
        return self.filter(_unattended())

    def live(self) -> Self:
        """Return the matches at whose table the cards are on the move, or whose points are kept."""
        moving = _at_tables(Game.MOVING)
        return self.filter(moving | Q(sheet__version__gt=0), state=self.model.State.CALLED)

    def sitting_down(self) -> Self:
        """Return the called matches of which a table has not started."""
        waiting = _at_tables((Game.Status.WAITING,))
        return self.filter(waiting, state=self.model.State.CALLED)

    def naming(self) -> Self:
        """Return the called matches whose boards wait for a line-up, to be opened at tables."""
        sides = (
            self.model.objects.filter(pk=OuterRef("pk"), line_ups__side=side) for side in (0, 1)
        )
        called = self.filter(state=self.model.State.CALLED, **{f"{COMPETITION}__with_cards": False})
        return called.exclude(**{f"{COMPETITION}__boards": ""}).exclude(*map(Exists, sides))

    def awaited(self) -> Self:
        """Return the called matches in which somebody has to sit down, or to say who does."""
        sitting, naming = self.sitting_down(), self.naming()
        return self.filter(Q(pk__in=sitting.values("pk")) | Q(pk__in=naming.values("pk")))

    def overdue(self, now: datetime) -> Self:
        """Return the matches whose window is over; a paused competition waits."""
        running = {f"{COMPETITION}__state": Competition.State.RUNNING}
        called = self.awaited().filter(state=self.model.State.CALLED)
        return called.filter(sit_by__lte=now, **running)

    def begun(self) -> Self:
        """Return the matches in which something was played, be it void: no draw is undone then."""
        acted = Action.objects.filter(game__match_game__match=OuterRef("pk"))
        told = Q(slips__claims__isnull=False)
        written_down = Q(marks__isnull=False) | Q(submissions__isnull=False) | told
        written_down |= Q(boards__isnull=False)
        return self.filter(
            Q(state=self.model.State.COMPLETED) | written_down | Exists(acted)
        ).distinct()

    def for_user(self, user_id: int | OuterRef) -> Self:
        """Return the competition matches in which a person plays, who may be a query's.

        A reserve plays where they were named for a board.
        """
        person = OuterRef(user_id) if isinstance(user_id, OuterRef) else user_id
        named = RosterPlayer.objects.filter(user=person, lined_up__line_up__match=OuterRef("pk"))
        plays = Q(slots__entry__roster__reserve=False) | Exists(named)
        there = {"slots__entry__roster__user": user_id, "slots__entry__roster__left_at": None}
        return self.filter(plays, **there)

    def unranked(self) -> Self:
        """Return the matches whose results the ledger has yet to follow, in ranking order."""
        return self.filter(awaits_ranking=True).order_by("completed_at", "pk")
