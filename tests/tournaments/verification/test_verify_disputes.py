"""For what `verify` checks of judges and disputes, a broken row is seen and named."""

from collections.abc import Callable
from datetime import datetime

import pytest
from django.utils import timezone

from games.models import Game
from tests.games.tables import a_person
from tests.tournaments.cups import a_running_cup, an_organiser, match_at
from tests.tournaments.events import organiser_of
from tests.tournaments.judging.judges import a_live_match, ask
from tournaments.judging import officials
from tournaments.models import Dispute, Match, Official
from tournaments.verification import violations

pytestmark = pytest.mark.django_db


def found_violations() -> set[tuple[str, str]]:
    return {(violation.invariant, violation.what) for violation in violations(live=False)}


def lose_the_call() -> None:
    Dispute.objects.all().delete()


def let_the_table_play_on() -> None:
    Game.objects.filter(status=Game.Status.JUDGED).update(
        status=Game.Status.LIVE, act_by=timezone.now()
    )


def appeal_what_is_not_over() -> None:
    Dispute.objects.update(kind=Dispute.Kind.APPEAL)


def move_a_post() -> None:
    other = a_running_cup(an_organiser(), timezone.now(), entries=2)
    Official.objects.update(match=Match.objects.of(other.pk).first())


@pytest.mark.parametrize(
    ("damage", "invariant", "what"),
    [
        (lose_the_call, "I13", "it waits for a judge whom nobody called"),
        (let_the_table_play_on, "I13", "the judge was called and its table did not stop"),
        (appeal_what_is_not_over, "I13", "it is open, and there is nothing to rule on"),
        (move_a_post, "I9", "its scope is in another competition"),
    ],
)
def test_what_is_broken_is_named(
    damage: Callable[[], None], invariant: str, what: str, now: datetime
) -> None:
    cup, match, _ = a_live_match(now)
    ask(match, now)
    officials.appoint_official(
        competition_id=cup.pk,
        actor=organiser_of(cup),
        user=a_person(),
        role="judge",
        match=match_at(cup, 1, 1),
        now=now,
    )
    assert found_violations() == set()
    damage()
    assert (invariant, what) in found_violations()
