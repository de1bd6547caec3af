"""The draw: who stands where, byes, and that it happens once."""

from datetime import datetime, timedelta

import pytest

from accounts.common.errors import RefusedError
from tests.games.tables import a_person
from tests.tournaments.cups import a_cup, an_organiser, enter, match_at, play_cup
from tournaments.competitions import state
from tournaments.draw import services as draw
from tournaments.entries import services as entries_services
from tournaments.formats.seeding import bye_seeds
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Competition, Entry, Match, MatchSlot, PlayerStanding

pytestmark = pytest.mark.django_db
State = Match.State


def drawn_cup(now: datetime, entries: int, **terms: object) -> Competition:
    """A cup right after its draw; who entered first comes first."""
    organiser = an_organiser()
    cup = a_cup(organiser, now, **terms)
    for number in range(entries):
        enter(cup, organiser, now + timedelta(seconds=number), a_person())
    draw.draw(competition_id=cup.pk, actor=organiser, seed="semilla", now=now)
    cup.refresh_from_db()
    return cup


@pytest.mark.parametrize("entries", [2, 3, 5, 8])
def test_every_bracket_has_a_match_less_than_entries_to_play(entries: int, now: datetime) -> None:
    cup = drawn_cup(now, entries)
    matches = Match.objects.of(cup.pk)
    assert matches.exclude(state=State.BYE).count() == entries - 1
    free = matches.filter(state=State.BYE).values_list("slots__entry__seed", flat=True)
    assert sorted(filter(None, free)) == bye_seeds(entries)


def test_a_bye_puts_its_entry_into_the_next_round(now: datetime) -> None:
    cup = drawn_cup(now, 3)
    assert match_at(cup, 1, 1).state == State.BYE
    assert match_at(cup, 1, 2).state == State.READY
    final = match_at(cup, 2, 1)
    assert final.state == State.PENDING
    assert final.slots.get(side=0).entry.seed == 1


@pytest.mark.feature("Competitions", "A draw can be repeated from its seed")
def test_the_draw_is_the_same_for_the_same_seed(now: datetime) -> None:
    first, second = (drawn_cup(now, 6, seeding="random") for _ in range(2))
    orders = [
        [entry.seed for entry in cup.entries.order_by("complete_at")] for cup in (first, second)
    ]
    assert orders[0] == orders[1]
    assert first.draw_seed == "semilla"
    assert first.audit.get(act="draw").after["seed"] == "semilla"


def test_by_ranking_the_stronger_entry_is_seeded_first(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now)
    novice, champion = a_person(), a_person()
    PlayerStanding.objects.create(user=champion, mu=35.0, sigma=2.0)
    enter(cup, organiser, now, novice)
    enter(cup, organiser, now, champion)
    draw.draw(competition_id=cup.pk, actor=organiser, seed="s", now=now)
    assert cup.entries.get(roster__user=champion).seed == 1


def test_a_pair_is_as_strong_as_its_players_together(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now, per_side=2)
    strong, fair, other = a_person(), a_person(), a_person()
    for player, mu in ((strong, 40.0), (fair, 30.0), (other, 30.0)):
        PlayerStanding.objects.create(user=player, mu=mu, sigma=3.0)
    with_novice = enter(cup, organiser, now, strong, a_person())
    both_fair = enter(cup, organiser, now, fair, other)
    draw.draw(competition_id=cup.pk, actor=organiser, seed="s", now=now)
    both_fair.refresh_from_db()
    with_novice.refresh_from_db()
    assert (both_fair.seed, with_novice.seed) == (1, 2)


def test_waiting_and_half_formed_entries_are_not_drawn(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now, per_side=2, cap=2)
    for _ in range(3):
        enter(cup, organiser, now, a_person(), a_person())
    entries_services.register(competition_id=cup.pk, user=a_person(), now=now)
    draw.draw(competition_id=cup.pk, actor=organiser, seed="s", now=now)
    assert cup.entries.filter(seed__isnull=False).count() == 2
    assert MatchSlot.objects.exclude(entry__state=Entry.State.CONFIRMED).count() == 0


def test_a_draw_needs_two_entries_an_open_registration_and_an_organiser(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now, opened=False)
    enter(cup, organiser, now, a_person())

    def refusal(actor: object) -> str:
        with pytest.raises(RefusedError) as refused:
            draw.draw(competition_id=cup.pk, actor=actor, seed="s", now=now)
        return refused.value.code

    assert refusal(a_person()) == "not-organiser"
    assert refusal(organiser) == "wrong-state"
    state.open_registration(competition_id=cup.pk, actor=organiser, now=now)
    assert refusal(organiser) == "too-few-entries"
    enter(cup, organiser, now, a_person())
    draw.draw(competition_id=cup.pk, actor=organiser, seed="s", now=now)
    assert refusal(organiser) == "already-drawn"


def test_a_cup_starts_once_and_only_when_drawn(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now)
    for _ in range(2):
        enter(cup, organiser, now, a_person())
    starting = {"competition_id": cup.pk, "actor": organiser, "now": now}
    with pytest.raises(RefusedError, match="wrong-state"):
        lifecycle.start(**starting)
    draw.draw(**starting, seed="s")
    assert not Match.objects.of(cup.pk).callable(now).exists()
    lifecycle.start(**starting)
    assert Match.objects.of(cup.pk).callable(now).count() == 1
    with pytest.raises(RefusedError, match="wrong-state"):
        lifecycle.start(**starting)


@pytest.mark.parametrize("entries", [2, 3, 5])
def test_the_bracket_runs_to_its_champion(entries: int, now: datetime) -> None:
    cup = drawn_cup(now, entries)
    lifecycle.start(competition_id=cup.pk, actor=cup.club.members.get(), now=now)
    play_cup(cup, now)
    cup.refresh_from_db()
    assert cup.state == Competition.State.FINISHED
    final = Match.objects.of(cup.pk).last()
    assert cup.champion == final.slots.get(side=0).entry
    assert cup.finished_at == final.completed_at
