"""Query counts of a cold page of a final with qualifiers from other competitions."""

from datetime import datetime

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.play import table_cache
from tests.tournaments.browsers import a_browser
from tests.tournaments.cups import call, everybody_sits, play_match, players_of
from tests.tournaments.feeders import a_final, a_source, end, feed, fill_up
from tournaments.draw.services import draw
from tournaments.formats.options import FormatOptions
from tournaments.lifecycle import services as lifecycle
from tournaments.live.competition import read
from tournaments.models import Competition, Match

pytestmark = pytest.mark.django_db
MOST = 12


@pytest.mark.parametrize("format_", ["swiss", "groups"])
def test_a_cold_page_of_a_fed_final_takes_few_queries(
    organiser: User, now: datetime, format_: str
) -> None:
    final = a_final(organiser, now, shape=FormatOptions(format=format_))
    ended, going = a_source(organiser, now, "Copa Norte"), a_source(organiser, now, "Copa Sur")
    for source in (ended, going):
        feed(final, source, organiser, now)
    end(ended, now)
    fill_up(final, organiser, now, 4)
    draw(competition_id=final.pk, actor=organiser, seed="s", now=now)
    lifecycle.start(competition_id=final.pk, actor=organiser, now=now)
    first, second = Match.objects.of(final.pk).filter(state="ready")[:2]
    player = players_of(second, 0)[0]
    now = play_match(first, 0, now)
    call(second, now)
    everybody_sits(second, now)
    costs = {str(reader): cost(final, reader) for reader in (None, player, organiser)}
    assert max(costs.values()) <= MOST, costs


def cost(final: Competition, reader: User | None) -> int:
    """Count the queries of the page for the first reader after the cache is cleared."""
    browser = a_browser(reader)
    for name in caches:
        caches[name].clear()
    read.cache_clear()
    table_cache.clear()
    browser.get("/rules/")  # what the header asks is kept for all pages
    with CaptureQueriesContext(connection) as asked:
        assert browser.get(f"/competitions/{final.pk}/").status_code == 200
    return len(asked)
