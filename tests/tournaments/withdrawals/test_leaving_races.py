"""Leaving, coming back and absences at once with each other and with a round that is published."""

import re
from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.profiles import services as profiles
from accounts.sanctions import services as sanctions
from tests.games.races import ROUNDS
from tests.games.tables import a_person
from tests.tournaments import drafts
from tests.tournaments.cups import a_cup, an_organiser, enter
from tests.tournaments.events import (
    an_event,
    award,
    draw_what_follows,
    organiser_of,
    ready,
    the_better_seed,
)
from tests.tournaments.moderation.keepers import an_operator
from tests.tournaments.refusals import at_once
from tests.tournaments.reopening import in_order
from tests.tournaments.withdrawals.test_tables_left import leave, play, seeded
from tournaments.draw.drafts import publish
from tournaments.models import AuditEvent, Draft, Entry, Match, ResultSubmission
from tournaments.ranking import services as ranking
from tournaments.results.services import submit_result
from tournaments.withdrawals.absences import mark_absent
from tournaments.withdrawals.services import reinstate, withdraw

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]
State = Match.State


def forget(event):
    """Rounds do not weigh on each other."""
    ranking.forget_competition(competition_id=event.pk)


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
        assert in_order()
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
        assert in_order()
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
        assert in_order()
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
        assert in_order()
        forget(event)


def locked_tables(act) -> list[str]:
    """The tables whose rows an act locks, in the order of the first lock on each."""
    with CaptureQueriesContext(connection) as queries:
        act()
    locks = (
        one["sql"] for one in queries if " FOR UPDATE" in one["sql"] or " FOR NO KEY" in one["sql"]
    )
    return list(dict.fromkeys(re.search(r'FROM "(\w+)"', sql)[1] for sql in locks))


@pytest.mark.skipif(not connection.features.has_select_for_update, reason="one lock for all")
@pytest.mark.parametrize("act", ["delete", "suspend", "shut out"])
@pytest.mark.parametrize("is_drawn", [False, True])
def test_matches_and_competitions_are_locked_before_the_person(act, is_drawn, now):
    organiser, operator = an_organiser(), an_operator()
    cup = an_event(now, "single", 4, organiser=organiser) if is_drawn else a_cup(organiser, now)
    entry = seeded(cup, 1) if is_drawn else enter(cup, organiser, now, a_person())
    person = entry.roster.get().user
    terms = {"user_id": person.pk, "reason": "insultos", "until": None, "now": now}
    acts = {
        "delete": partial(profiles.anonymise, user_id=person.pk, now=now),
        "suspend": partial(sanctions.suspend_in_club, club_id=cup.club_id, by=organiser, **terms),
        "shut out": partial(sanctions.suspend_on_site, by=operator, **terms),
    }
    order = ["games_game", "tournaments_match", "tournaments_group", "tournaments_competition"]
    locked = [each for each in locked_tables(acts[act]) if each in (*order, "accounts_user")]
    assert locked == [*order, "accounts_user"]


def test_a_result_and_a_deletion_at_once_come_one_after_the_other(now):
    organiser = an_organiser()
    for _ in range(ROUNDS):
        event = an_event(now, "round-robin", 4, organiser=organiser)
        match, *_others = ready(event)
        person = match.slots.get(side=0).entry.roster.get().user
        games = {"match_id": match.pk, "games": [(5, 2)], "actor": organiser, "now": now}
        deleting = partial(profiles.anonymise, user_id=person.pk, now=now)
        written, deleted = at_once(partial(submit_result, **games), deleting)
        assert deleted is None
        assert written == "match-not-open" or isinstance(written, ResultSubmission)
        assert event.entries.filter(state=Entry.State.WITHDRAWN).count() == 1
        assert in_order()
        forget(event)


def test_two_who_delete_one_account_at_once_do_so_once(now):
    organiser = an_organiser()
    for _ in range(ROUNDS):
        cup = a_cup(organiser, now, cap=2, per_side=2)
        entry = enter(cup, organiser, now, a_person(), a_person())
        person = entry.roster.get(number=2).user
        call = partial(profiles.anonymise, user_id=person.pk, now=now)
        assert at_once(call, call) == [None, None]
        assert entry.roster.count() == 1
        assert acts(cup, AuditEvent.Act.WITHDRAW) == 1
        assert in_order()


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
        assert in_order()
        forget(event)
