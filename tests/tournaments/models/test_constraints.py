"""Constraints of the database, independent of services."""

from collections.abc import Callable
from datetime import datetime

import pytest
from django.db import IntegrityError, transaction

from tests.games.tables import a_person
from tests.tournaments.cups import a_cup, a_running_cup, an_organiser, enter, match_at, play_match
from tournaments.models import (
    Competition,
    Entry,
    Match,
    MatchGame,
    MatchSlot,
    PlayerResult,
    PointsEntry,
    RevokedResult,
    Round,
)
from tournaments.tasks import update_ranking

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(now: datetime) -> Competition:
    """A cup of four with one semifinal played and ranked."""
    running = a_running_cup(an_organiser(), now)
    match = match_at(running, 1, 1)
    play_match(match, 0, now)
    update_ranking(match.pk)
    return running


def fill_a_slot_twice(cup: Competition) -> None:
    slot = match_at(cup, 1, 2).slots.get(side=0)
    MatchSlot.objects.create(match=slot.match, round=slot.round, side=0, bye=True)


def enter_a_round_twice(cup: Competition) -> None:
    other = match_at(cup, 1, 2).slots.get(side=0)
    match_at(cup, 1, 1).slots.filter(side=0).update(entry=other.entry)


def send_one_winner_to_two_places(cup: Competition) -> None:
    source = match_at(cup, 1, 1)
    match_at(cup, 2, 1).slots.filter(side=1).update(source=source)


def fill_a_slot_with_an_entry_and_a_bye(cup: Competition) -> None:
    match_at(cup, 1, 2).slots.update(bye=True)


def open_a_decided_match(cup: Competition) -> None:
    Match.objects.filter(state=Match.State.COMPLETED).update(state=Match.State.READY)


def decide_without_a_reason(cup: Competition) -> None:
    Match.objects.filter(state=Match.State.COMPLETED).update(points_reason="")


def give_a_player_two_results(cup: Competition) -> None:
    result = PlayerResult.objects.first()
    PlayerResult.objects.create(match=result.match, user=result.user, side=1 - result.side)


def give_points_twice(cup: Competition) -> None:
    line = PointsEntry.objects.first()
    PointsEntry.objects.create(
        match=line.match, user=line.user, at=line.at, won=True, points=20, reason="presencial"
    )


def give_points_by_a_reversal(cup: Competition) -> None:
    line = PointsEntry.objects.filter(won=True).first()
    line.pk, line.reversal = None, True
    line.save()


def take_points_without_a_reversal(cup: Competition) -> None:
    PointsEntry.objects.filter(won=True).update(points=-20)


def take_a_result_back_twice(cup: Competition) -> None:
    match = Match.objects.filter(state=Match.State.COMPLETED).first()
    RevokedResult.objects.bulk_create(revoked(match, cup) for _ in range(2))


def revoked(match: Match, cup: Competition) -> RevokedResult:
    """A row that says a result was taken back."""
    return RevokedResult(
        match=match,
        number=0,
        state=match.state,
        winner=match.winner,
        points_reason=match.points_reason,
        completed_at=match.completed_at,
        revoked_by=cup.club.members.get(),
        reason="mal anotado",
        revoked_at=match.completed_at,
    )


def open_a_game_twice(cup: Competition) -> None:
    link = MatchGame.objects.get()
    MatchGame.objects.create(match=link.match, game=link.game, number=2)


def seed_two_entries_alike(cup: Competition) -> None:
    cup.entries.filter(seed=2).update(seed=1)


def take_a_taken_place(cup: Competition) -> None:
    taken = cup.entries.get(seed=1).place
    cup.entries.filter(seed=2).update(place=taken)


def confirm_without_a_place(cup: Competition) -> None:
    cup.entries.filter(seed=2).update(place=None)


def crown_a_champion_early(cup: Competition) -> None:
    Competition.objects.filter(pk=cup.pk).update(champion=cup.entries.first())


def seed_an_entry_twice(cup: Competition) -> None:
    cup.stages.get().slots.filter(number=2).update(entry=cup.entries.get(seed=1))


def give_a_seed_twice(cup: Competition) -> None:
    cup.stages.get().slots.filter(number=2).update(number=1)


def leave_a_seed_without_origin(cup: Competition) -> None:
    cup.stages.get().slots.filter(number=2).update(entry=None)


def qualify_without_a_rank(cup: Competition) -> None:
    slot = cup.stages.get().slots.get(number=2)
    cup.stages.get().slots.filter(number=2).update(source_group=slot.group)


def take_the_best_of_a_rank_without_a_place(cup: Competition) -> None:
    stage = cup.stages.get()
    stage.slots.filter(number=2).update(source_stage=stage, source_rank=3)


def qualify_one_rank_twice(cup: Competition) -> None:
    slot = cup.stages.get().slots.get(number=2)
    cup.stages.get().slots.update(source_group=slot.group, source_rank=1)


def bring_a_seed_in_twice(cup: Competition) -> None:
    slot = match_at(cup, 1, 1).slots.get(side=0)
    match_at(cup, 1, 2).slots.filter(side=0).update(seed=slot.seed)


def feed_a_seed_from_a_match(cup: Competition) -> None:
    source = match_at(cup, 1, 1)
    match_at(cup, 1, 2).slots.filter(side=0).update(source=source, outcome="loser")


def play_three_cycles(cup: Competition) -> None:
    cup.stages.update(cycles=3)


def pair_a_round_twice(cup: Competition) -> None:
    round_ = match_at(cup, 1, 1).round
    Round.objects.create(group=round_.group, part=round_.part, number=round_.number)


@pytest.mark.parametrize(
    "attempt",
    [
        seed_an_entry_twice,
        give_a_seed_twice,
        leave_a_seed_without_origin,
        qualify_without_a_rank,
        take_the_best_of_a_rank_without_a_place,
        qualify_one_rank_twice,
        bring_a_seed_in_twice,
        feed_a_seed_from_a_match,
        play_three_cycles,
        pair_a_round_twice,
        fill_a_slot_twice,
        enter_a_round_twice,
        send_one_winner_to_two_places,
        fill_a_slot_with_an_entry_and_a_bye,
        open_a_decided_match,
        decide_without_a_reason,
        give_a_player_two_results,
        give_points_twice,
        give_points_by_a_reversal,
        take_points_without_a_reversal,
        take_a_result_back_twice,
        open_a_game_twice,
        seed_two_entries_alike,
        take_a_taken_place,
        confirm_without_a_place,
        crown_a_champion_early,
    ],
)
def test_the_database_refuses_to(attempt: Callable[[Competition], None], cup: Competition) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        attempt(cup)


def test_there_are_only_as_many_places_as_the_cap(now: datetime) -> None:
    organiser = an_organiser()
    full = a_cup(organiser, now, cap=2)
    for _ in range(3):
        enter(full, organiser, now, a_person())
    assert not full.places.filter(entry__isnull=True).exists()
    with pytest.raises(IntegrityError), transaction.atomic():
        full.entries.filter(state=Entry.State.WAITING).update(state=Entry.State.CONFIRMED)


def test_a_person_is_in_a_competition_once(now: datetime) -> None:
    organiser, ana = an_organiser(), a_person()
    cup = a_cup(organiser, now)
    entry = enter(cup, organiser, now, ana)
    with pytest.raises(IntegrityError), transaction.atomic():
        entry.roster.create(competition=cup, number=2, user=ana, name="Ana")
