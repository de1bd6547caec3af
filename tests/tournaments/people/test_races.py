"""Two organisers change a club's people at the same instant."""

from datetime import datetime
from functools import partial

import pytest
from django.db import connection, transaction

from accounts.models import User
from tests.games.races import ROUNDS, at_once
from tests.games.tables import a_person
from tests.tournaments.cups import a_cup, match_at
from tests.tournaments.names import an_event_of_names, draw_and_start, named
from tests.tournaments.soundness import sound
from tournaments.entries.rosters import NamedPlayer
from tournaments.entries.services import add_entry
from tournaments.models import (
    Competition,
    Match,
    Person,
    PersonChange,
    PlayerResult,
    PointsEntry,
    RankingTurn,
    RosterPlayer,
)
from tournaments.people.services import merge_people
from tournaments.ranking import services as ranking
from tournaments.ranking.services import forget_competition
from tournaments.results.services import submit_result

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


def a_match_to_rank(organiser: User, now: datetime) -> Match:
    """Write a final between Ana and Beto, whose result awaits the ranking."""
    names = (("Ana Ruiz",), ("Beto Paz",))
    cup = draw_and_start(an_event_of_names(organiser, now, names, by_qr=False), organiser, now)
    match = match_at(cup, 1, 1)
    submit_result(match_id=match.pk, games=[(5, 3)], actor=organiser, now=now)
    return match


@pytest.mark.skipif(not connection.features.has_select_for_update, reason="one lock for all")
@pytest.mark.parametrize("with_account", [False, True])
def test_a_result_is_ranked_for_the_person_who_is_merged_meanwhile(
    organiser: User, now: datetime, monkeypatch: pytest.MonkeyPatch, with_account: bool
) -> None:
    match = a_match_to_rank(organiser, now)
    ana = named(match.competition, "Ana Ruiz").person
    account = a_person() if with_account else None
    other = Person.objects.create(
        club=ana.club, name="Anita", match_key="anita", user=account, created_at=now
    )
    merge = partial(
        merge_people, person_id=other.pk, other_id=ana.pk, name="Ana", actor=organiser, now=now
    )
    lock = ranking.acquire_ranking_lock

    def merge_before_the_lock() -> RankingTurn:
        monkeypatch.setattr(ranking, "acquire_ranking_lock", lock)
        at_once(merge)
        return lock()

    monkeypatch.setattr(ranking, "acquire_ranking_lock", merge_before_the_lock)
    ranking.rank_match(match_id=match.pk)
    assert RosterPlayer.objects.filter(person=other).exists()
    lines = PointsEntry.objects.filter(match=match, person__in=[ana, other])
    assert [(line.person_id, line.user) for line in lines] == [(other.pk, account)]
    assert sound()


@pytest.mark.skipif(not connection.features.has_select_for_update, reason="one lock for all")
def test_a_merge_waits_for_a_result_that_is_being_written(organiser: User, now: datetime) -> None:
    names = (("Ana Ruiz",), ("Beto Paz",), ("Carla Gil",), ("Dani Sosa",))
    cup = draw_and_start(an_event_of_names(organiser, now, names, by_qr=False), organiser, now)
    match = match_at(cup, 1, 1)
    ana = match.slots.get(side=0).entry.roster.get().person
    other = Person.objects.create(club=ana.club, name="Anita", match_key="anita", created_at=now)

    def merge() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '50ms'")
            told = {"name": "Ana", "actor": organiser, "now": now}
            merge_people(person_id=other.pk, other_id=ana.pk, **told)

    with transaction.atomic():
        submit_result(match_id=match.pk, games=[(5, 3)], actor=organiser, now=now)
        (refused,) = at_once(merge)
    assert "lock timeout" in str(refused)
    assert PlayerResult.objects.filter(match=match, person=ana).exists()
