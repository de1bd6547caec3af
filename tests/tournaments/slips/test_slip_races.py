"""Both slips at once, and a scorer too: they give one result or one dispute."""

from datetime import datetime
from functools import partial

import pytest

from accounts.common.errors import RefusedError
from tests.games.races import ROUNDS, at_once
from tests.tournaments.cups import a_running_cup, an_organiser, match_at
from tournaments.models import Dispute, ResultSubmission, Slip
from tournaments.results.services import reopen_match, save_row
from tournaments.slips import services as slips
from tournaments.slips.services import code_of
from tournaments.tasks import heal_rankings
from tournaments.verification.competitions import COMPETITION_CHECKS

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]
RESULTS = [(5, 2)], [(3, 5)]


@pytest.fixture
def scene(now: datetime):
    """Return a match with real cards and its organiser."""
    organiser = an_organiser()
    return match_at(a_running_cup(organiser, now, with_cards=True), 1, 1), organiser


def claims(match, organiser, now, *games):
    """Submit the claims of both sides, each on a new slip."""
    slips.make_slips(competition_id=match.competition.pk, actor=organiser, now=now)
    nonce = Slip.objects.valid().get(match=match).nonce
    return [
        partial(slips.claim, code=code_of(nonce, side), games=said, now=now)
        for side, said in enumerate(games)
    ]


def refused(results) -> list[str]:
    for result in results:
        if isinstance(result, Exception) and not isinstance(result, RefusedError):
            raise result
    return [one.code for one in results if isinstance(one, RefusedError)]


def standing(match) -> int:
    return int(ResultSubmission.objects.standing().filter(match=match).count())


def sound() -> bool:
    heal_rankings()
    return [str(one) for check in COMPETITION_CHECKS for one in check()] == []


def test_both_slips_at_once_are_one_result(scene, now: datetime) -> None:
    match, organiser = scene
    for _ in range(ROUNDS):
        results = at_once(*claims(match, organiser, now, RESULTS[0], RESULTS[0]))
        assert refused(results) == []
        assert sum(one is not None for one in results) == standing(match) == 1
        reopen_match(match_id=match.pk, actor=organiser, reason="de nuevo", now=now)
        match.refresh_from_db()
    assert sound()


def test_both_slips_at_once_are_one_dispute(scene, now: datetime) -> None:
    match, organiser = scene
    for number in range(1, ROUNDS + 1):
        assert refused(at_once(*claims(match, organiser, now, *RESULTS))) == []
        assert Dispute.objects.open().count() == 1
        assert Dispute.objects.count() == number
        save = partial(save_row, match_id=match.pk, seen=0, actor=organiser, now=now, reason="")
        save(games=RESULTS[0])
        reopen_match(match_id=match.pk, actor=organiser, reason="de nuevo", now=now)
        match.refresh_from_db()
    assert sound()


def test_a_slip_that_agrees_and_a_scorer_who_does_not(scene, now: datetime) -> None:
    match, organiser = scene
    for _ in range(ROUNDS):
        first, second = claims(match, organiser, now, RESULTS[0], RESULTS[0])
        first()
        writing = partial(
            save_row,
            match_id=match.pk,
            games=RESULTS[1],
            seen=0,
            actor=organiser,
            now=now,
            reason="",
        )
        assert refused(at_once(second, writing)) in (
            ["slip-over"],
            ["saved-meanwhile"],
            ["slip-differs"],
        )
        assert standing(match) == 1
        reopen_match(match_id=match.pk, actor=organiser, reason="de nuevo", now=now)
        match.refresh_from_db()
    assert sound()
