"""Verification of qualifying places: each kind of damage is found and named."""

from collections.abc import Callable
from datetime import datetime

import pytest

from accounts.models import User
from tests.tournaments.cups import enter
from tests.tournaments.feeders import a_final, a_source, berth, end, feed, unsound
from tournaments.models import Berth, Competition, Entry, Feeder, RosterPlayer

pytestmark = pytest.mark.django_db
State = Berth.State


def fill_with_the_second(feeder: Feeder) -> None:
    source = Competition.objects.get(pk=feeder.source_id)
    second = source.entries.exclude(pk=source.champion_id).get()
    Berth.objects.filter(feeder=feeder).update(taken_by=second)


def leave_it_open(feeder: Feeder) -> None:
    Berth.objects.filter(feeder=feeder).update(state=State.OPEN, taken_by=None)


def await_who_is_known(feeder: Feeder) -> None:
    Entry.objects.filter(berth__feeder=feeder).update(awaited=True)


def await_nobody(feeder: Feeder) -> None:
    entry = berth(feeder, 1).entry
    assert entry is not None
    RosterPlayer.objects.filter(entry=entry).delete()
    Entry.objects.filter(pk=entry.pk).update(awaited=True)
    Berth.objects.filter(feeder=feeder).update(entry=None, state=State.NOBODY)


@pytest.mark.parametrize(
    ("harm", "what"),
    [
        (fill_with_the_second, "it is not held by who ended there"),
        (leave_it_open, "its source is over and nobody took it"),
        (leave_it_open, "it is known, and its berth is open"),
        (await_who_is_known, "it is awaited, and has players"),
        (await_who_is_known, "it is awaited, and nothing sends it"),
        (await_nobody, "it is awaited, and nothing sends it"),
    ],
)
def test_what_no_source_sent_is_named(
    harm: Callable[[Feeder], None], what: str, organiser: User, now: datetime
) -> None:
    final, source = a_final(organiser, now), a_source(organiser, now, entries=2)
    feeder = feed(final, source, organiser, now, places=1)
    end(source, now)
    assert unsound() == []
    harm(feeder)
    assert any(what in violation for violation in unsound())


def test_what_was_kept_and_what_is_to_be_looked_at_yet_is_no_fault(
    organiser: User, now: datetime
) -> None:
    final, source = a_final(organiser, now), a_source(organiser, now, entries=2)
    feeder = feed(final, source, organiser, now, places=1)
    end(source, now)
    fill_with_the_second(feeder)
    assert len(unsound()) == 1
    Feeder.objects.update(is_due=True)
    assert unsound() == []
    Feeder.objects.update(is_due=False)
    Berth.objects.update(state=State.KEPT)
    assert unsound() == []


def test_an_entry_by_hand_is_no_concern_of_berths(organiser: User, now: datetime) -> None:
    final = a_final(organiser, now)
    enter(final, organiser, now, organiser)
    assert unsound() == []
