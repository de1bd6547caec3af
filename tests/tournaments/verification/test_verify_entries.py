"""Verification of entries: each kind of damage is found and named."""

from collections.abc import Callable
from datetime import datetime

import pytest

from tests.games.tables import a_person
from tests.tournaments.cups import a_cup, an_organiser, enter
from tests.tournaments.events import an_event, award, ready
from tests.tournaments.names import an_event_of_names, claims
from tournaments.entries import services as entries
from tournaments.entries import substitutes
from tournaments.entries.rosters import NamedPlayer
from tournaments.models import (
    Competition,
    Entry,
    MatchSlot,
    NameClaim,
    Place,
    RosterPlayer,
    StageSlot,
)
from tournaments.verification import violations

pytestmark = pytest.mark.django_db


def found_violations() -> set[tuple[str, str]]:
    return {(violation.invariant, violation.what) for violation in violations(live=False)}


def let_somebody_wait_for_nothing(cup: Competition) -> None:
    Place.objects.create(competition=cup, number=99)


def lose_a_player(cup: Competition) -> None:
    RosterPlayer.objects.filter(entry__competition=cup).first().delete()


def have_too_many_reserves(cup: Competition) -> None:
    entry = cup.entries.first()
    entry.roster.create(competition=cup, number=9, name="Colado", reserve=True)


def seed_without_a_draw(cup: Competition) -> None:
    entry = cup.entries.confirmed().first()
    Entry.objects.filter(pk=entry.pk).update(seed=1)


def move_a_player_to_another_competition(cup: Competition) -> None:
    other = Competition.objects.create(club=cup.club, name="Otra", created_at=cup.created_at)
    RosterPlayer.objects.filter(entry__competition=cup, number=1).update(competition=other)


@pytest.mark.parametrize(
    ("damage", "what"),
    [
        (let_somebody_wait_for_nothing, "it waits while a place is free"),
        (lose_a_player, "too many or too few sit down for it"),
        (have_too_many_reserves, "it has more reserves than it may have"),
        (seed_without_a_draw, "it has a seed of a draw that is not there"),
        (move_a_player_to_another_competition, "its entry is in another competition"),
    ],
)
def test_damage_before_the_draw_is_seen(
    damage: Callable[[Competition], None], what: str, now: datetime
) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now, cap=2)
    for _ in range(3):
        enter(cup, organiser, now, a_person())
    assert found_violations() == set()
    damage(cup)
    assert ("I10", what) in found_violations()


def test_an_entry_that_was_left_out_of_the_draw_is_seen(now: datetime) -> None:
    event = an_event(now, "round-robin", 4)
    StageSlot.objects.filter(entry=event.entries.first()).delete()
    assert ("I10", "it is in and was not drawn") in found_violations()


def test_a_late_entry_that_played_before_it_came_is_seen(now: datetime) -> None:
    event = an_event(now, "swiss", 4, swiss_rounds=3)
    for match in ready(event):
        award(match, 0, now)
    assert found_violations() == set()
    entry = MatchSlot.objects.filter(round__number=1).first().entry
    Entry.objects.filter(pk=entry.pk).update(first_round=2)
    assert found_violations() == {("I9", "it does not play from its first round on")}


def test_a_name_that_is_not_whose_claim_counts_is_seen(now: datetime) -> None:
    cup = an_event_of_names(an_organiser(), now)
    for name in ("Ana", "Beto", "Carla"):
        claims(cup, name, now)
    assert found_violations() == set()
    RosterPlayer.objects.filter(name="Ana").update(user=None)
    assert found_violations() == {("I10", "the name is not whose it says")}
    RosterPlayer.objects.filter(name="Ana").update(
        user=cup.name_claims.get(player__name="Ana").user
    )
    NameClaim.objects.filter(player__name="Carla").update(competition=a_cup(an_organiser(), now))
    assert found_violations() == {("I10", "its name is of another competition")}


def test_sound_entries_of_every_kind_are_in_order(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now, cap=2, per_side=2, reserves=1, approval=True)
    entries.register(competition_id=cup.pk, user=a_person(), now=now)
    entry = enter(cup, organiser, now, a_person(), a_person())
    substitutes.add_reserve(
        entry_id=entry.pk, player=NamedPlayer("Suplente"), actor=organiser, now=now
    )
    assert found_violations() == set()
