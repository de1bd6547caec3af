"""Outdated drafts: after a changed result or entry they are redrawn, and the page says so."""

from datetime import timedelta

import pytest

from tests.games.tables import a_person
from tests.tournaments.drafts import (
    a_draft,
    a_running_event,
    announced,
    publish,
    swap,
    the_draft,
    who,
    win_round,
)
from tests.tournaments.events import award, award_all, organiser_of, ready, the_better_seed
from tests.tournaments.refusals import refusal
from tests.tournaments.soundness import sound
from tournaments.draw import drafts
from tournaments.draw.services import undo_draw
from tournaments.entries import services as entries
from tournaments.models import Competition, Draft, Match
from tournaments.results import services as result_services
from tournaments.tasks import draw_awaited_rounds
from tournaments.verification.competitions import DRAFT_CHECKS
from tournaments.withdrawals import services as withdrawals

pytestmark = [pytest.mark.django_db, pytest.mark.both]
State = Competition.State


def a_drafted_round(now, format_="swiss", **terms):
    """A competition of four whose second round waits."""
    event = a_running_event(now, format_, 4, with_cards=True, **terms)
    for match in ready(event):
        result_services.submit_result(
            match_id=match.pk, games=[(5, 2)], actor=organiser_of(event), now=now
        )
    draw_awaited_rounds()
    return event


def by_hand(event, now):
    """Swap two, so that it can be told whether the draft is still the same."""
    pools = the_draft(event).as_it_stands
    swap(event, pools[0][0], pools[1][0], now)


@pytest.mark.feature(
    "Competitions", "A changed result means another draft, and organisers are notified"
)
def test_another_winner_means_another_draft(now):
    event = a_drafted_round(now)
    by_hand(event, now)
    old, match = the_draft(event), Match.objects.of(event.pk).first()
    result_services.correct_result(
        match_id=match.pk, games=[(1, 5)], actor=organiser_of(event), reason="al revés", now=now
    )
    draw_awaited_rounds()
    new = the_draft(event)
    assert (new.pk == old.pk, new.anew, new.version) == (False, True, 0)
    assert drafts.is_current(new)
    assert sound()
    publish(event, now)
    assert sound()


@pytest.mark.parametrize("format_", ["swiss", "americano", "mexicano"])
def test_while_a_result_is_open_again_the_draft_cannot_be_published(format_, now):
    event = a_drafted_round(now, format_)
    match = Match.objects.of(event.pk).first()
    result_services.reopen_match(
        match_id=match.pk, actor=organiser_of(event), reason="mal anotado", now=now
    )
    assert refusal(drafts.publish, **who(event, now)) == "draft-outdated"
    assert sound()
    old = the_draft(event).pk
    match.refresh_from_db()
    award(match, 1, now)
    assert (the_draft(event).pk == old) == (format_ == "americano")  # paired by who met
    publish(event, now)
    assert sound()


def test_a_correction_that_changes_nothing_of_the_pairing_keeps_what_was_by_hand(now):
    event = a_drafted_round(now)
    by_hand(event, now)
    before = the_draft(event)
    result_services.correct_result(
        match_id=Match.objects.of(event.pk).first().pk,
        games=[(5, 4)],
        actor=organiser_of(event),
        reason="eran cuatro",
        now=now,
    )
    draw_awaited_rounds()
    assert (the_draft(event).pk, the_draft(event).pools) == (before.pk, before.pools)


def test_who_leaves_between_rounds_is_not_in_the_next_draft(now):
    event = a_drafted_round(now)
    leaver = event.entries.get(seed=1)
    withdrawals.withdraw(entry_id=leaver.pk, actor=organiser_of(event), now=now)
    draw_awaited_rounds()
    draft = the_draft(event)
    assert leaver.pk not in [each for pool in draft.as_it_stands for each in pool]
    assert (draft.anew, drafts.is_current(draft)) == (True, True)
    assert sound()


def test_when_all_but_one_leave_between_rounds_it_is_over(now):
    event = a_drafted_round(now)
    for entry in event.entries.exclude(seed=1):
        withdrawals.withdraw(entry_id=entry.pk, actor=organiser_of(event), now=now)
    draw_awaited_rounds()
    event.refresh_from_db()
    assert (event.state, Draft.objects.count()) == (State.FINISHED, 0)
    assert sound()


def test_who_comes_late_is_in_the_round_that_waits(now):
    event = a_drafted_round(now, late_entries=True, choices={"swiss_rounds": 3})
    late = a_person()
    entries.register(competition_id=event.pk, user=late, now=now)
    draw_awaited_rounds()
    entry = event.entries.get(roster__user=late)
    assert entry.pk in [each for pool in the_draft(event).as_it_stands for each in pool]
    assert entry.first_round == 2
    publish(event, now)
    assert sound()


def test_a_group_result_taken_back_means_another_knockout(now):
    event = a_running_event(now, "groups", 6, choices={"group_count": 2})
    award_all(event, now)
    by_hand(event, now)
    old = the_draft(event)
    match = Match.objects.of(event.pk).filter(state=Match.State.WALKOVER).first()
    loser = 1 - match.winner
    result_services.reopen_match(
        match_id=match.pk, actor=organiser_of(event), reason="mal anotado", now=now
    )
    assert refusal(drafts.publish, **who(event, now)) == "draft-outdated"
    match.refresh_from_db()
    award(match, loser, now)
    assert the_draft(event).pk != old.pk
    publish(event, now)
    assert sound()


def test_once_the_knockout_is_published_a_corrected_group_fills_it_as_ever(now):
    event = a_running_event(now, "groups", 6, choices={"group_count": 2})
    award_all(event, now)
    by_hand(event, now)
    publish(event, now)
    match = Match.objects.of(event.pk).filter(state=Match.State.WALKOVER).first()
    result_services.reopen_match(
        match_id=match.pk, actor=organiser_of(event), reason="mal anotado", now=now
    )
    assert sound()
    match.refresh_from_db()
    award(match, the_better_seed(match), now)
    assert not Draft.objects.exists()
    assert len(ready(event)) == 2
    assert sound()


def test_undoing_a_draw_takes_the_draft_of_the_next_round_along(now):
    event = a_running_event(now, "swiss", 4)
    win_round(event, now)
    assert the_draft(event).number == 2
    undo_draw(competition_id=event.pk, actor=organiser_of(event), reason="faltaba uno", now=now)
    assert not Draft.objects.exists()
    assert sound()


def test_verify_names_a_draft_that_is_played_or_holds_somebody_twice(now):
    event = a_drafted_round(now)
    draft = the_draft(event)
    assert not [found for check in DRAFT_CHECKS for found in check()]
    draft.pools = [draft.pools[0], draft.pools[0]]
    draft.number = 1
    draft.save()
    told = [str(found) for check in DRAFT_CHECKS for found in check()]
    assert any("its round is played already" in each for each in told)
    assert any("not everybody is in it once" in each for each in told)
    Competition.objects.filter(pk=event.pk).update(state=State.CANCELLED)
    assert any("is over" in str(found) for check in DRAFT_CHECKS for found in check())
    drafted = announced(now + timedelta(days=900), "single", 4)
    a_draft(drafted, now)
    Competition.objects.filter(pk=drafted.pk).update(draw_seed="x")
    told = [str(found) for found in DRAFT_CHECKS[0]()]
    assert sum("is played already" in each for each in told) == 2
