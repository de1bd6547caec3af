"""A stream follows what is played at a table, by the address of its overlay alone."""

import pytest
from django.utils import timezone

from games.live import hub
from tests.tournaments.halls import an_evening, match_of
from tests.tournaments.screens.test_overlay import figures, score_points
from tournaments.screens.overlay import token_of

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]

NOT_YOURS = 4403


@pytest.fixture(autouse=True)
def _slow_pulse(monkeypatch):
    """So slow that whatever arrives has been hinted at."""
    monkeypatch.setattr(hub, "VERSION_CHECK_INTERVAL", 3600.0)


def test_a_stream_is_sent_the_score_without_an_account(visit):
    event = an_evening(timezone.now(), public=False)
    match = match_of(event, 1)
    line = visit(None).listen(f"/ws/overlay/{token_of('t', match.hall_table_id)}/?language=es-ar")
    line.wait_for(lambda frame: 'id="overlay"' in frame)
    score_points(match, 1, 2, timezone.now())
    line.wait_for(lambda frame: 'id="overlay"' in frame and figures(frame) == [0, 2])


def test_a_forged_address_is_shut_out(visit):
    assert visit(None).listen("/ws/overlay/t1~forged/").close_code() == NOT_YOURS
