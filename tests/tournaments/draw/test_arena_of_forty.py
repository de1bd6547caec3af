"""Arenas of half an hour at tables of the site, of eight and of forty; the clock is passed in."""

import heapq
from collections import Counter, defaultdict
from datetime import datetime, timedelta
from random import Random

import pytest
from django.urls import reverse

from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_running_cup, an_organiser, enter, play_match
from tests.tournaments.events import organiser_of, ready
from tournaments.draw.rounds import draw_awaited
from tournaments.formats.options import FormatOptions
from tournaments.models import Competition, Entry, Group, Match, StageSlot
from tournaments.standings.queries import group_rows
from tournaments.verification import violations
from tournaments.withdrawals.pauses import pause_entry, resume_entry
from tournaments.withdrawals.services import withdraw

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
OPEN = 30 * MINUTE


class Arena:
    """An arena whose matches last some minutes each; its clock goes on from end to end."""

    def __init__(self, now: datetime, entries: int) -> None:
        terms = {"late_entries": True, "cap": 64, "name": "Arena del jueves"}
        shape = FormatOptions(format="arena", open_minutes=OPEN // MINUTE)
        self.event = a_running_cup(an_organiser(), now, entries=entries, shape=shape, **terms)
        self.host, self.chance = organiser_of(self.event), Random(5)
        self.now = self.event.started_at
        self.ends: list[tuple[datetime, int]] = []
        self.known: set[int] = set()
        self.notice()

    def notice(self) -> None:
        """Let a worker pair who is free, and note when the new matches will end."""
        for group in Group.objects.awaiting().filter(stage__competition=self.event):
            draw_awaited(group_id=group.pk, now=self.now)
        for match in ready(self.event):
            if match.pk not in self.known:
                self.known.add(match.pk)
                length = self.chance.uniform(3, 8) * MINUTE
                heapq.heappush(self.ends, (self.now + length, match.pk))

    def play_until(self, minute: int) -> None:
        """Play what ends by then, each match at its table."""
        until = self.event.started_at + minute * MINUTE
        while self.ends and self.ends[0][0] <= until:
            at, pk = heapq.heappop(self.ends)
            match = Match.objects.get(pk=pk)
            if match.is_decided:
                continue  # a side withdrew
            self.now = max(self.now, play_match(match, self.chance.randrange(2), at))
            self.notice()
        self.now = max(self.now, until)

    def entry(self, seed: int) -> Entry:
        return self.event.entries.get(seed=seed)


def points_by_hand(event: Competition) -> Counter[int]:
    """A win is one point, and two after two wins running, in the order of the results."""
    points, streak = Counter[int](), defaultdict[int, int](int)
    decided = Match.objects.of(event.pk).filter(state__in=Match.DECIDED).order_by("completed_at")
    for match in decided.prefetch_related("slots"):
        for slot in match.slots.all():
            if slot.side != match.winner:
                streak[slot.entry_id] = 0
                continue
            points[slot.entry_id] += 2 if streak[slot.entry_id] >= 2 else 1
            streak[slot.entry_id] += 1
    return points


@pytest.mark.sampled
def test_eight_play_for_half_an_hour(now: datetime) -> None:
    play_for_half_an_hour(now, 8)


@pytest.mark.feature("Formats", "An arena of forty for half an hour, at tables of the site")
@pytest.mark.long
@pytest.mark.sampled
def test_forty_play_for_half_an_hour(now: datetime) -> None:
    play_for_half_an_hour(now, 40)


def play_for_half_an_hour(now: datetime, entries: int) -> None:
    """One enters late, one pauses, one withdraws; the rest play on until it closes."""
    arena = Arena(now, entries)
    event, page = arena.event, reverse("competitions:competition", args=[arena.event.pk])
    assert len(ready(event)) == entries // 2
    arena.play_until(10)
    late = enter(event, arena.host, arena.now, a_person())
    arena.notice()
    pause_entry(entry_id=arena.entry(3).pk, actor=arena.host, now=arena.now)
    leader = group_rows(event.stages.get().groups.get())[0].entry
    assert str(event.entries.get(pk=leader)) in text_of(a_browser().get(page))
    arena.play_until(18)
    assert not StageSlot.objects.get(entry=arena.entry(3)).entry.slots.filter(
        match__state__in=Match.PLAYABLE
    )
    resume_entry(entry_id=arena.entry(3).pk, actor=arena.host, now=arena.now)
    arena.notice()
    gone = arena.entry(7)
    withdraw(entry_id=gone.pk, actor=arena.host, now=arena.now)
    arena.notice()
    arena.play_until(30)
    begun = Match.objects.of(event.pk).count()
    arena.notice()
    arena.play_until(45)  # what was open when it closed is played to its end
    arena.notice()
    event.refresh_from_db()
    assert event.state == Competition.State.FINISHED
    assert Match.objects.of(event.pk).count() == begun
    times = Counter(Match.objects.of(event.pk).values_list("slots__entry", flat=True))
    assert len(times) == entries + 1
    assert min(times[pk] for pk in times if pk not in (gone.pk, late.pk)) >= 3
    rows = group_rows(event.stages.get().groups.get())
    shown = {row.entry: row.values["points"] for row in rows}
    assert {pk: points for pk, points in shown.items() if points} == points_by_hand(event)
    assert rows[0].entry == event.champion_id
    assert str(event.champion) in text_of(a_browser().get(page))
    assert list(violations(live=True)) == []
