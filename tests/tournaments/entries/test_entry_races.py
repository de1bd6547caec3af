"""Entering, leaving, drawing and undoing at once: real threads, many rounds, exactly one effect."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

import pytest

from accounts.common.errors import RefusedError
from accounts.models import User
from games.models import Action, Game
from tests.games.races import ROUNDS, at_once
from tests.games.tables import a_person, act, state_of
from tests.tournaments.cups import (
    a_card,
    a_cup,
    a_running_cup,
    an_organiser,
    call,
    enter,
    everybody_sits,
    match_at,
    seated_people,
    table_of,
)
from tests.tournaments.events import award, organiser_of, ready
from tournaments.draw.services import draw, undo_draw
from tournaments.entries import partner_changes, places, substitutes
from tournaments.entries import services as entries_services
from tournaments.entries.rosters import NamedPlayer
from tournaments.entries.services import register
from tournaments.formats.options import FormatOptions
from tournaments.matches import services as matches
from tournaments.models import Competition, Entry, Match, MatchSlot
from tournaments.ranking import services as ranking
from tournaments.verification.competitions import ENTRY_CHECKS
from tournaments.withdrawals.services import withdraw

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]
APPLICANTS = 50


def codes(results: Sequence[object]) -> list[str]:
    """The refusals among what happened; anything else that went wrong is an error."""
    for result in results:
        if isinstance(result, Exception) and not isinstance(result, RefusedError):
            raise result
    return sorted(result.code for result in results if isinstance(result, RefusedError))


def assert_sound() -> None:
    assert [violation for check in ENTRY_CHECKS for violation in check()] == []


def forget(cup: Competition) -> None:
    """Rounds do not weigh on each other."""
    ranking.forget_competition(competition_id=cup.pk)


def registering(cup: Competition, person: User, now: datetime) -> Callable[[], object]:
    return partial(register, competition_id=cup.pk, user=person, now=now)


def withdrawing(entry: Entry, actor: User, now: datetime) -> Callable[[], object]:
    return partial(withdraw, entry_id=entry.pk, actor=actor, now=now)


def test_of_fifty_who_want_the_last_place_one_gets_it(now: datetime) -> None:
    organiser, first = an_organiser(), a_person()
    people = [a_person() for _ in range(APPLICANTS)]
    for _ in range(ROUNDS):
        cup = a_cup(organiser, now, cap=2)
        register(competition_id=cup.pk, user=first, now=now)
        assert codes(at_once(*(registering(cup, person, now) for person in people))) == []
        assert cup.entries.filter(state=Entry.State.CONFIRMED).count() == 2
        assert cup.entries.filter(state=Entry.State.WAITING).count() == APPLICANTS - 1
        forget(cup)


def test_a_withdrawal_and_a_higher_cap_at_once_let_exactly_two_in(now: datetime) -> None:
    organiser = an_organiser()
    people = [a_person() for _ in range(5)]
    for _ in range(ROUNDS):
        cup = a_cup(organiser, now, cap=2)
        entries = [enter(cup, organiser, now, person) for person in people]
        raising = {"competition_id": cup.pk, "cap": 3, "actor": organiser, "now": now}
        calls = (
            withdrawing(entries[0], organiser, now),
            partial(places.change_capacity, **raising),
        )
        assert codes(at_once(*calls)) == []
        assert cup.entries.filter(state=Entry.State.CONFIRMED).count() == 3
        assert cup.entries.filter(state=Entry.State.WAITING).count() == 1
        assert_sound()
        forget(cup)


def test_two_organisers_who_decide_about_one_entry_at_once_decide_once(now: datetime) -> None:
    organiser, person = an_organiser(), a_person()
    for _ in range(ROUNDS):
        cup = a_cup(organiser, now, approval=True)
        entry = register(competition_id=cup.pk, user=person, now=now).entry
        asked = {"competition_id": cup.pk, "entry_ids": [entry.pk], "actor": organiser, "now": now}
        calls = (
            partial(entries_services.approve, **asked),
            partial(entries_services.approve, **asked),
        )
        assert codes(at_once(*calls)) == ["wrong-state"]
        assert cup.audit.filter(act="approve").count() == 1
        forget(cup)


def test_a_draw_while_somebody_leaves_is_one_or_the_other(now: datetime) -> None:
    organiser = an_organiser()
    people = [a_person() for _ in range(4)]
    for _ in range(ROUNDS):
        cup = a_cup(organiser, now)
        entries = [enter(cup, organiser, now, person) for person in people]
        drawing = {"competition_id": cup.pk, "actor": organiser, "seed": "s", "now": now}
        calls = partial(draw, **drawing), withdrawing(entries[0], organiser, now)
        assert codes(at_once(*calls)) == []
        left = Entry.objects.filter(pk=entries[0].pk).first()
        played = MatchSlot.objects.filter(entry=entries[0].pk)
        if left is None:  # first: three were drawn
            assert cup.entries.filter(seed__isnull=False).count() == 3
        else:  # after: the other side of its match continues
            assert left.state == Entry.State.WITHDRAWN
            assert played.get().match.state == Match.State.WALKOVER
        assert_sound()
        forget(cup)


def test_two_draws_at_once_make_one(now: datetime) -> None:
    organiser = an_organiser()
    people = [a_person() for _ in range(4)]
    for _ in range(ROUNDS):
        cup = a_cup(organiser, now)
        for person in people:
            enter(cup, organiser, now, person)
        drawing = {"competition_id": cup.pk, "actor": organiser, "now": now}
        calls = (partial(draw, **drawing, seed=seed) for seed in ("a", "b"))
        assert codes(at_once(*calls)) == ["already-drawn"]
        assert Match.objects.of(cup.pk).count() == 3
        forget(cup)


def test_the_first_card_and_the_undoing_of_the_draw_at_once_one_wins(now: datetime) -> None:
    organiser = an_organiser()
    for _ in range(ROUNDS):
        cup = a_running_cup(organiser, now, entries=2)
        match = match_at(cup, 1, 1)
        call(match, now)
        game = everybody_sits(match, now)
        undoing = {"competition_id": cup.pk, "actor": organiser, "reason": "x", "now": now}
        card = partial(act, game, a_card(state_of(game)), now)
        refused = codes(at_once(card, partial(undo_draw, **undoing)))
        cup.refresh_from_db()
        game.refresh_from_db()
        if cup.is_drawn:
            assert refused == ["cards-played"]
            assert Action.objects.filter(game=game).count() == 1
        else:
            assert len(refused) == 1
            assert not Action.objects.filter(game=game).exists()
            assert game.status == Game.Status.ANNULLED
        assert_sound()
        forget(cup)


def test_a_draw_undone_twice_at_once_is_undone_once(now: datetime) -> None:
    organiser = an_organiser()
    for _ in range(ROUNDS):
        cup = a_running_cup(organiser, now, entries=2)
        undoing = {"competition_id": cup.pk, "actor": organiser, "reason": "x", "now": now}
        calls = [partial(undo_draw, **undoing)] * 2
        assert codes(at_once(*calls)) == ["wrong-state"]
        assert cup.audit.filter(act="undo-draw").count() == 1
        forget(cup)


def test_a_match_that_is_called_while_its_draw_is_undone_leaves_no_table(now: datetime) -> None:
    organiser = an_organiser()
    for _ in range(ROUNDS):
        cup = a_running_cup(organiser, now, entries=2)
        match = match_at(cup, 1, 1)
        undoing = {"competition_id": cup.pk, "actor": organiser, "reason": "x", "now": now}
        calls = (
            partial(matches.call_match, match_id=match.pk, now=now),
            partial(undo_draw, **undoing),
        )
        assert codes(at_once(*calls)) == []
        assert not Game.objects.open().exists()
        assert_sound()
        forget(cup)


def test_who_comes_late_while_the_next_round_is_paired_plays_from_the_right_one(
    now: datetime,
) -> None:
    organiser = an_organiser()
    for _ in range(ROUNDS):
        shape = FormatOptions(format="swiss", swiss_rounds=5)
        event = a_running_cup(organiser, now, entries=4, shape=shape, cap=32, late_entries=True)
        first, last = ready(event)
        award(first, 0, now)
        late = a_person()
        assert codes(at_once(partial(award, last, 0, now), registering(event, late, now))) == []
        entry = event.entries.get(roster__user=late)
        assert entry.first_round in (2, 3)
        for match in ready(event):
            award(match, 0, now)
        assert_sound()
        rounds = MatchSlot.objects.filter(entry=entry).values_list("round__number", flat=True)
        assert min(rounds) == entry.first_round
        forget(event)


def test_a_substitution_while_the_match_is_called_seats_who_plays(now: datetime) -> None:
    organiser = an_organiser()
    for _ in range(ROUNDS):
        cup = a_running_cup(organiser, now, entries=2, reserves=1)
        match = match_at(cup, 1, 1)
        entry = match.slots.get(side=0).entry
        person = a_person()
        reserve = substitutes.add_reserve(
            entry_id=entry.pk, player=NamedPlayer("r", person), actor=organiser, now=now
        )
        changing = {
            "entry_id": entry.pk,
            "out_player_id": entry.roster.get(number=1).pk,
            "in_player_id": reserve.pk,
            "actor": organiser_of(cup),
            "now": now,
        }
        calls = (
            partial(matches.call_match, match_id=match.pk, now=now),
            partial(substitutes.substitute, **changing),
        )
        assert codes(at_once(*calls)) == []
        if match.games.exists():
            assert person in seated_people(table_of(match))
        forget(cup)


@pytest.mark.parametrize("rounds", [range(ROUNDS)])
def test_two_organisers_replace_one_player_at_once(rounds: range, now: datetime) -> None:
    for _ in rounds:
        cup = a_running_cup(an_organiser(), now, per_side=2, with_cards=True)
        player = cup.entries.first().roster.get(number=2)
        act = partial(
            partner_changes.bring_in,
            entry_id=player.entry_id,
            out_player_id=player.pk,
            actor=organiser_of(cup),
            now=now,
        )
        results = at_once(*[partial(act, player=NamedPlayer(name)) for name in ("Uno", "Dos")])
        assert codes(results) == ["wrong-roster"]
        assert_sound()
        forget(cup)


@pytest.mark.parametrize("rounds", [range(ROUNDS)])
def test_two_organisers_exchange_the_same_players_at_once(rounds: range, now: datetime) -> None:
    """Both swaps take effect, one after the other."""
    for _ in rounds:
        cup = a_running_cup(an_organiser(), now, per_side=2, with_cards=True)
        one, other = (entry.roster.get(number=2) for entry in cup.entries.order_by("pk")[:2])
        act = partial(
            partner_changes.swap_players,
            first_player_id=one.pk,
            second_player_id=other.pk,
            actor=organiser_of(cup),
            now=now,
        )
        assert codes(at_once(act, act)) == []
        assert {one.entry_id, other.entry_id} == set(
            cup.entries.filter(roster__in=[one, other]).values_list("pk", flat=True)
        )
        assert_sound()
        forget(cup)
