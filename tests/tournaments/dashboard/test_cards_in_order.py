"""Decision cards in their order: what is grave, then who says who they are, then the rest."""

from datetime import datetime

import pytest

from accounts.models import User
from tests.tournaments.desks import STATES
from tests.tournaments.names import an_event_of_names, claims, draw_and_start
from tournaments.dashboard.queries import Dashboard, Snapshot

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def test_names_that_wait_come_before_the_tables_they_open(organiser: User, now: datetime) -> None:
    cup = draw_and_start(an_event_of_names(organiser, now), organiser, now)
    assert len(Dashboard(Snapshot(cup, now)).cards) > 0
    claims(cup, "Ana", now)
    first, *others = Dashboard(Snapshot(cup, now)).cards
    assert first.key == "claims"
    assert others


def test_what_is_grave_comes_before_all(now: datetime) -> None:
    cards = Dashboard(Snapshot(STATES["judge called"](now, "swiss"), now)).cards
    assert cards[0].is_grave
    grave = [card.is_grave for card in cards]
    assert grave == sorted(grave, reverse=True)
