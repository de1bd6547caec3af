"""Leaving, coming back and absences at once with each other and with a round that is published."""

from functools import partial

import pytest

from tests.games.races import ROUNDS
from tests.tournaments import drafts
from tests.tournaments.cups import an_organiser
from tests.tournaments.events import (
    an_event,
    award,
    draw_what_follows,
    organiser_of,
    ready,
    the_better_seed,
)
from tests.tournaments.refusals import at_once
from tests.tournaments.services.leaving.test_tables_left import leave, play, seeded, sound
from tournaments.models import AuditEvent, Draft, Entry, Match
from tournaments.services.draw.drafts import publish
from tournaments.services.entries.withdrawing import withdraw
from tournaments.services.leaving.absences import mark_absent
from tournaments.services.leaving.reinstating import reinstate
from tournaments.services.ranking import keeping

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]

State = Match.State


def forget(event):
    """Rounds do not weigh on each other."""
    keeping.forget_competition(competition_id=event.pk)


def of(service, event, entry, now):
    return partial(service, entry_id=entry.pk, actor=organiser_of(event), now=now)


def acts(event, act) -> int:
    return event.audit.filter(act=act).count()


def test_two_who_take_one_entry_out_at_once_do_so_once(now):
    organiser = an_organiser()
    for _ in range(ROUNDS):
        event = an_event(now, "round-robin", 4, organiser=organiser)
        for match in ready(event):
            play(match, the_better_seed(match), now)
        call = of(withdraw, event, seeded(event, 1), now)
        assert sorted(map(str, at_once(call, call))) == ["None", "wrong-state"]
        assert acts(event, AuditEvent.Act.WITHDRAW) == 1
        assert sound()
        forget(event)


def test_two_who_take_a_withdrawal_back_at_once_do_so_once(now):
    organiser = an_organiser()
    for _ in range(ROUNDS):
        event = an_event(now, "round-robin", 4, organiser=organiser)
        for match in ready(event):
            play(match, the_better_seed(match), now)
        leave(event, seeded(event, 1), now)
        call = of(reinstate, event, seeded(event, 1), now)
        assert sorted(map(str, at_once(call, call))) == ["None", "wrong-state"]
        assert acts(event, AuditEvent.Act.REINSTATE) == 1
        assert not Match.objects.of(event.pk).filter(state=State.ANNULLED).exists()
        assert sound()
        forget(event)


def test_leaving_and_coming_back_at_once_come_one_after_the_other(now):
    organiser = an_organiser()
    for _ in range(ROUNDS):
        event = an_event(now, "groups", 6, organiser=organiser, group_count=2)
        entry, other = seeded(event, 1), seeded(event, 2)
        leave(event, entry, now)
        answers = at_once(of(reinstate, event, entry, now), of(withdraw, event, other, now))
        assert answers == [None, None]
        left = event.entries.filter(state=Entry.State.WITHDRAWN)
        assert [each.pk for each in left] == [other.pk]
        assert sound()
        forget(event)


@pytest.mark.parametrize(("service", "state"), [(withdraw, None), (mark_absent, State.BYE)])
def test_who_goes_while_the_round_is_published_is_in_it_or_not(service, state, now):
    for _ in range(ROUNDS):
        event = drafts.a_running_event(now, "swiss", 6)
        drafts.win_round(event, now)
        entry = seeded(event, 1)
        publishing = partial(publish, **drafts.who(event, now))
        published, gone = at_once(publishing, of(service, event, entry, now))
        assert gone in (None, "round-drawn")
        own = Match.objects.of(event.pk).filter(round__number=2, slots__entry=entry).first()
        if published is not None:  # the draft was another by then
            assert published in ("draft-changed", "draft-outdated")
            assert (gone, own) == (None, None)
            draw_what_follows()
            drafts.publish(event, now)
            own = Match.objects.of(event.pk).filter(round__number=2, slots__entry=entry).first()
            assert (own and own.state) == state
        elif service is withdraw:
            assert own.state == State.WALKOVER
        else:  # it came too late for that round: it counts for the next
            assert own.state == State.READY
        assert not Draft.objects.filter(competition=event).exists()
        assert sound()
        forget(event)


@pytest.mark.parametrize("service", [withdraw, mark_absent])
def test_who_goes_while_the_last_result_pairs_the_round_is_in_it_or_not(service, now):
    organiser = an_organiser()
    for _ in range(ROUNDS):
        event = an_event(now, "swiss", 6, organiser=organiser)
        entry = seeded(event, 1)
        *others, last = sorted(ready(event), key=lambda one: one.slots.filter(entry=entry).exists())
        others, last = [last, *others[1:]], others[0]
        for match in others:
            award(match, the_better_seed(match), now)
        ending = partial(award, last, the_better_seed(last), now)
        assert at_once(ending, of(service, event, entry, now)) == [None, None]
        draw_what_follows()
        second = Match.objects.of(event.pk).filter(round__number=2)
        own = second.filter(slots__entry=entry).first()
        allowed = (None, State.WALKOVER) if service is withdraw else (State.BYE, State.READY)
        assert (own and own.state) in allowed
        assert second.filter(state=State.READY).exists()
        assert sound()
        forget(event)
