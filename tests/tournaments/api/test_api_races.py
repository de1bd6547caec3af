"""Two programs write at the same instant."""

from datetime import datetime
from functools import partial

import pytest
from django.core.cache import cache

from accounts.models import TokenWrite, User
from tests.accounts.people import a_member
from tests.games.races import ROUNDS, at_once
from tests.tournaments.api.callers import a_program, a_secret, send
from tests.tournaments.cups import a_cup, a_running_cup, club_of, match_at

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]


def test_a_request_that_comes_twice_at_once_is_done_once(organiser: User, now: datetime) -> None:
    secret = a_secret(organiser, now)
    for turn in range(ROUNDS):
        cache.clear()
        cup = a_cup(organiser, now)
        write = partial(
            send,
            a_program(secret),
            "POST",
            f"/competitions/{cup.pk}/entries",
            {"players": ["Ana"]},
            **{"idempotency-key": str(turn)},
        )
        first, second = at_once(write, write)
        assert (first.status_code, second.status_code) == (201, 201), (first, second)
        assert first.json() == second.json()
        assert cup.entries.count() == 1
    assert TokenWrite.objects.count() == ROUNDS


def test_of_two_results_at_once_one_is_written(organiser: User, now: datetime) -> None:
    rita = a_member(club_of(organiser), "rita", organiser=True)
    secrets = [a_secret(user, now) for user in (organiser, rita)]
    for _turn in range(ROUNDS):
        cache.clear()
        match = match_at(a_running_cup(organiser, now, entries=2, with_cards=True), 1, 1)
        answers = at_once(
            *(
                partial(
                    send,
                    a_program(secret),
                    "PUT",
                    f"/matches/{match.pk}/result",
                    {"games": games},
                )
                for secret, games in zip(secrets, ([[5, 1]], [[2, 5]]), strict=True)
            )
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        assert match.submissions.count() == 1
