"""Hours of the demo club in time of its own: whatever it plays and forgets, the house is sound.

`DEMO_MINUTES=120` lets two hours pass; without it time passes until a cup was forgotten.
"""

import os
from datetime import datetime, timedelta
from random import Random

import pytest
from django.core.management import CommandError, call_command

from accounts.models import Club
from tournaments.demo.club import KEPT, found_club, let_pass, open_demo
from tournaments.models import Competition, RatingChange
from tournaments.ranking.ratings import pending_mark
from tournaments.verification import violations

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)
MINUTES = int(os.environ.get("DEMO_MINUTES", "0"))
FORGOTTEN = 1
AT_MOST = 90  # minutes until that many cups are deleted


def cups(club: Club) -> list[Competition]:
    """Its cups, the newest first."""
    return list(club.competitions.exclude(stages__format="league").order_by("-pk"))


def forgotten(club: Club) -> int:
    """Count the deleted cups, from the gaps in their numbers."""
    known = cups(club)
    return int(known[0].name.rsplit(" ", 1)[1]) - len(known)


@pytest.mark.sampled
def test_the_house_is_sound_after_hours_of_the_demo(now: datetime) -> None:
    chance, start = Random(7), now
    club = open_demo(chance=chance, now=now)
    for _ in range(MINUTES or AT_MOST):
        if not MINUTES and forgotten(club) >= FORGOTTEN:
            break
        now = let_pass(club, chance=chance, now=now, until=now + MINUTE)
    assert forgotten(club) >= FORGOTTEN
    assert len(cups(club)) == KEPT + 1
    assert pending_mark() is None, "what was forgotten has been replayed"
    assert RatingChange.objects.filter(at__gt=start).exists()
    assert [str(each) for each in violations(live=False)] == []


def test_only_a_new_demo_club_can_have_played_already() -> None:
    found_club()
    with pytest.raises(CommandError):
        call_command("demo", minutes=10, verbosity=0)
    assert not Competition.objects.exists()
