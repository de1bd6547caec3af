"""The desk is drawn in few queries, also where nothing of it was drawn before."""

from datetime import datetime

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.browsers import a_browser
from tests.tournaments.desks import STATES
from tests.tournaments.events import organiser_of
from tournaments.live.competition import read

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]
PAGES = ("manage/", "manage/?s=entries", "manage/?s=notices", "manage/?s=more", "results/")
AT_WORK = (
    "being prepared",
    "taking entries",
    "first draft",
    "asked to be let in",
    "checking in",
    "drawn",
    "on screen",
    "results missing",
    "slips disagree",
    "judge called",
    "paused",
)
QUERIES = {"on screen": 13}  # one more: the seats of the tables that players are to sit down at


@pytest.mark.parametrize("format_", ["single", "swiss"])
@pytest.mark.parametrize("state", AT_WORK)
def test_a_desk_that_nobody_has_looked_at_takes_few_queries(
    state: str, format_: str, now: datetime
) -> None:
    event = STATES[state](now, format_)
    browser = a_browser(organiser_of(event))
    for page in PAGES:
        caches["pages"].clear()
        read.cache_clear()
        browser.get("/rules/")  # what the header asks is kept for all pages
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(f"/competitions/{event.pk}/{page}").status_code == 200
        assert len(queries) <= QUERIES.get(state, 12), page
