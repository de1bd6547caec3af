"""Drafts while others act at the same instant."""

from functools import partial

import pytest

from tests.games.races import ROUNDS
from tests.games.tables import a_person
from tests.tournaments.drafts import a_draft, a_running_event, announced, the_draft, who
from tests.tournaments.events import award, organiser_of, ready
from tests.tournaments.refusals import at_once
from tests.tournaments.soundness import sound
from tournaments.draw import drafts
from tournaments.entries.services import register
from tournaments.models import Competition, Draft, Match
from tournaments.results import services as result_services

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]
GROUPS_OF_TWO = {"group_count": 2, "qualifiers": 1}


def test_of_two_groups_that_end_at_once_the_later_drafts_the_knockout(now):
    for _ in range(ROUNDS):
        event = a_running_event(now, "groups", 4, choices=GROUPS_OF_TWO)
        at_once(*(partial(award, match, 0, now) for match in ready(event)))
        assert drafts.is_current(the_draft(event))
        assert sound()


def test_a_round_is_published_or_its_result_is_taken_back_but_not_half_of_each(now):
    for _ in range(ROUNDS):
        event = a_running_event(now, "swiss", 4)
        for match in ready(event):
            award(match, 0, now)
        first = Match.objects.of(event.pk).first()
        taking_back = partial(
            result_services.reopen_match,
            match_id=first.pk,
            actor=organiser_of(event),
            reason="mal anotado",
            now=now,
        )
        at_once(partial(drafts.publish, **who(event, now)), taking_back)
        is_published = Match.objects.of(event.pk).filter(round__number=2).exists()
        assert is_published != Draft.objects.filter(competition=event).exists()
        assert sound()


def test_it_is_published_once_and_without_who_enters_meanwhile_or_not_at_all(now):
    for _ in range(ROUNDS):
        event = announced(now, "single", 4)
        a_draft(event, now)
        publishing = partial(drafts.publish, **who(event, now))
        entering = partial(register, competition_id=event.pk, user=a_person(), now=now)
        at_once(publishing, publishing, entering)
        event.refresh_from_db()
        late = event.entries.count() > 4
        assert event.is_drawn != late
        assert (event.state == Competition.State.DRAWN) == event.is_drawn
        assert sound()
