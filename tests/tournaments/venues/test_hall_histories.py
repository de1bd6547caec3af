"""Random histories of a hall: no entry waits while a table is free for it."""

import os
import random
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

import pytest

from accounts.common.errors import RefusedError
from tests.tournaments.cups import an_organiser
from tests.tournaments.events import award
from tests.tournaments.halls import an_evening, call_who_may, use, write
from tournaments.formats.options import FormatOptions
from tournaments.lifecycle import services as lifecycle
from tournaments.matches import services as matches
from tournaments.models import Competition, Entry, HallTable, Match
from tournaments.results import services as result_services
from tournaments.venues import services as venues
from tournaments.venues.services import waiting_for_table
from tournaments.verification import violations
from tournaments.withdrawals import services as withdrawals

pytestmark = [pytest.mark.django_db, pytest.mark.both]
FORMATS = ("single", "double", "groups", "swiss", "round-robin")
ACTS = 40
NUMBER = int(os.environ.get("HISTORIES", "3"))


class History:
    """Random actions of organisers on an evening of two competitions, drawn from a seed."""

    def __init__(self, seed: str, now: datetime) -> None:
        self.chance, self.now = random.Random(seed), now
        organiser = an_organiser()
        self.events = [
            an_evening(
                now,
                tables=self.chance.randint(1, 4),
                entries=self.chance.randint(4, 9),
                organiser=organiser,
                shape=FormatOptions(format=self.chance.choice(FORMATS)),
            )
            for _ in range(2)
        ]
        self.who = {"actor": organiser}

    def go_on(self) -> str:
        """Do one action, if it is allowed, and let the clock do the rest."""
        played = (self.write, self.write, self.walk_over, self.annul, self.reopen, self.withdraw)
        moved = (self.move, self.swap, self.take_out, self.bring_back, self.grow, self.pause)
        act: Callable[[Competition], None] = self.chance.choice((*played, *moved))
        self.now += timedelta(minutes=1)
        event = self.chance.choice(self.events)
        event.refresh_from_db()
        with suppress(RefusedError, IndexError):  # an index: no entry is left to act on
            act(event)
        call_who_may(self.now)
        return act.__name__

    def write(self, event: Competition) -> None:
        write(self._match(event, Match.State.CALLED), self.now)

    def walk_over(self, event: Competition) -> None:
        award(self._match(event, Match.State.READY, Match.State.CALLED), 0, self.now)

    def annul(self, event: Competition) -> None:
        match = self._match(event, Match.State.CALLED)
        matches.annul_match(match_id=match.pk, reason="otra vez", now=self.now, **self.who)

    def reopen(self, event: Competition) -> None:
        match = self._match(event, *Match.WITH_RESULT)
        result_services.reopen_match(match_id=match.pk, reason="mal", now=self.now, **self.who)

    def withdraw(self, event: Competition) -> None:
        entries = list(event.entries.filter(state=Entry.State.CONFIRMED).order_by("pk"))
        if len(entries) > 3:
            entry = self.chance.choice(entries)
            withdrawals.withdraw(entry_id=entry.pk, now=self.now, **self.who)

    def move(self, event: Competition) -> None:
        match, table = self._match(event, Match.State.CALLED), self._table(event)
        venues.move_match(match_id=match.pk, table_id=table.pk, now=self.now, **self.who)

    def swap(self, event: Competition) -> None:
        other = self.chance.choice(self.events)
        one, two = self._match(event, Match.State.CALLED), self._match(other, Match.State.CALLED)
        venues.swap_tables(match_id=one.pk, other_id=two.pk, now=self.now, **self.who)

    def take_out(self, event: Competition) -> None:
        table = self._table(event)
        venues.close_table(table_id=table.pk, competition_id=event.pk, now=self.now, **self.who)

    def bring_back(self, event: Competition) -> None:
        table = self.chance.choice(list(event.club.hall_tables.filter(is_out=True)))
        venues.reopen_table(table_id=table.pk, competition_id=event.pk, now=self.now, **self.who)

    def grow(self, event: Competition) -> None:
        use(event, self.chance.randint(0, 5), self.now)

    def pause(self, event: Competition) -> None:
        is_on = event.state == Competition.State.RUNNING
        (lifecycle.pause if is_on else lifecycle.resume)(
            competition_id=event.pk, now=self.now, **self.who
        )

    def _match(self, event: Competition, *states: str) -> Match:
        return self.chance.choice(list(Match.objects.of(event.pk).filter(state__in=states)))

    def _table(self, event: Competition) -> HallTable:
        return self.chance.choice(list(event.club.hall_tables.order_by("number")))

    def nobody_waits_in_vain(self) -> bool:
        """Return whether no table is free that an entry in the queue could use."""
        free = HallTable.objects.free().filter(club=self.events[0].club)
        return not any(
            free.filter(competitions__stages__groups__rounds__matches=match).exists()
            for match in waiting_for_table(self.events[0], self.now)
        )


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(NUMBER))
def test_a_room_stays_in_order_whatever_is_done(seed: int, now: datetime) -> None:
    history = History(f"salón {seed}", now)
    done = []
    for _ in range(ACTS):
        done.append(history.go_on())
        assert history.nobody_waits_in_vain(), done
    assert list(violations(live=False)) == [], done
