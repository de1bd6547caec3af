"""Two organisers change a club's people at the same instant."""

from datetime import datetime
from functools import partial

import pytest

from accounts.models import User
from tests.games.races import ROUNDS, at_once
from tests.tournaments.cups import a_cup
from tests.tournaments.names import an_event_of_names, named
from tournaments.entries.rosters import NamedPlayer
from tournaments.entries.services import add_entry
from tournaments.models import Competition, Person, PersonChange, RosterPlayer
from tournaments.people.services import merge_people
from tournaments.ranking.services import forget_competition

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]


def two_persons(organiser: User, now: datetime, suffix: int) -> tuple[list[int], list[Competition]]:
    """Create two nights with a person each."""
    names = (f"Ana Ruiz {suffix}", f"Anita Ruiz {suffix}")
    cups = [an_event_of_names(organiser, now, ((name,),), by_qr=False) for name in names]
    found = [named(cup, name).person_id for cup, name in zip(cups, names, strict=True)]
    return found, cups


def test_the_same_two_are_merged_once(organiser: User, now: datetime) -> None:
    for turn in range(ROUNDS):
        (one, other), cups = two_persons(organiser, now, turn)
        told = {"name": "Ana", "actor": organiser, "now": now}
        both = at_once(
            partial(merge_people, person_id=one, other_id=other, **told),
            partial(merge_people, person_id=other, other_id=one, **told),
        )
        assert sorted(isinstance(each, PersonChange) for each in both) == [False, True]
        assert Person.objects.known().filter(pk__in=[one, other]).count() == 1
        for cup in cups:
            forget_competition(competition_id=cup.pk)


def test_who_is_merged_while_entering_is_the_one_who_stays(organiser: User, now: datetime) -> None:
    for turn in range(ROUNDS):
        (one, other), cups = two_persons(organiser, now, turn)
        coming = a_cup(organiser, now)
        player = NamedPlayer(f"Anita Ruiz {turn}")
        merged, entered = at_once(
            partial(
                merge_people, person_id=one, other_id=other, name="Ana", actor=organiser, now=now
            ),
            partial(
                add_entry, competition_id=coming.pk, actor=organiser, players=[player], now=now
            ),
        )
        assert isinstance(merged, PersonChange), merged
        assert not isinstance(entered, Exception), entered
        assert RosterPlayer.objects.get(competition=coming).person_id == one
        for cup in (*cups, coming):
            forget_competition(competition_id=cup.pk)
