"""Two scorers of one row at once: one result counts, and none is overwritten unseen."""

from datetime import datetime
from functools import partial

import pytest

from accounts.common.errors import RefusedError
from tests.games.races import ROUNDS, at_once
from tests.games.tables import a_person
from tests.tournaments.cups import a_running_cup, an_organiser, match_at
from tournaments.judging.officials import appoint_official
from tournaments.models import Match, Official, ResultSubmission
from tournaments.results.services import reopen_match, save_row
from tournaments.tasks import heal_rankings
from tournaments.verification.competitions import COMPETITION_CHECKS

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]
RESULTS = [(5, 2)], [(3, 5)]


def a_scene(now: datetime) -> tuple[Match, list]:
    organiser, scorer = an_organiser(), a_person()
    cup = a_running_cup(organiser, now, with_cards=True)
    role = Official.Role.SCORER
    appoint_official(competition_id=cup.pk, actor=organiser, user=scorer, role=role, now=now)
    return match_at(cup, 1, 1), [organiser, scorer]


def saving(match: Match, actor, games, now: datetime, seen: int = 0):
    return partial(
        save_row, match_id=match.pk, games=games, seen=seen, actor=actor, now=now, reason="mal"
    )


def outcome(results) -> list[str]:
    for result in results:
        if isinstance(result, Exception) and not isinstance(result, RefusedError):
            raise result
    return sorted(one.code if isinstance(one, RefusedError) else "saved" for one in results)


def sound() -> bool:
    heal_rankings()
    return [str(one) for check in COMPETITION_CHECKS for one in check()] == []


def test_two_scorers_fill_in_one_row(now: datetime) -> None:
    match, people = a_scene(now)
    for _ in range(ROUNDS):
        different = [saving(match, *each, now) for each in zip(people, RESULTS, strict=True)]
        assert outcome(at_once(*different)) == ["saved", "saved-meanwhile"]
        assert ResultSubmission.objects.standing().filter(match=match).count() == 1
        reopen_match(match_id=match.pk, actor=people[0], reason="de nuevo", now=now)
        same = [saving(match, person, RESULTS[0], now) for person in people]
        assert outcome(at_once(*same)) == ["saved", "saved"]
        reopen_match(match_id=match.pk, actor=people[0], reason="de nuevo", now=now)
    assert sound()


def test_two_scorers_type_over_one_result(now: datetime) -> None:
    match, people = a_scene(now)
    saving(match, people[0], [(5, 0)], now)()
    for _ in range(ROUNDS):
        seen = match.submissions.standing().get().pk
        both = [saving(match, *each, now, seen) for each in zip(people, RESULTS, strict=True)]
        assert outcome(at_once(*both)) == ["saved", "saved-meanwhile"]
        saving(match, people[0], [(5, 0)], now, match.submissions.standing().get().pk)()
    assert sound()
