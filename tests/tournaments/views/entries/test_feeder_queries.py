"""What the page of a final costs whose people come from other competitions, read when cold."""

from datetime import datetime

import pytest
from django.core.cache import cache

from accounts.models import User
from tests.tournaments.browsers import a_browser
from tests.tournaments.cups import players_of
from tests.tournaments.feeders import a_final, a_source, end, feed, fill_up
from tournaments.formats.shape import Shape
from tournaments.models import Match
from tournaments.services.competition import lifecycle
from tournaments.services.draw.drawing import draw

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("format_", ["swiss", "groups"])
def test_a_cold_page_of_a_fed_final_takes_few_queries(
    organiser: User, now: datetime, format_: str, django_assert_max_num_queries
) -> None:
    final = a_final(organiser, now, shape=Shape(format=format_))
    ended, going = a_source(organiser, now, "Copa Norte"), a_source(organiser, now, "Copa Sur")
    for source in (ended, going):
        feed(final, source, organiser, now)
    end(ended, now)
    fill_up(final, organiser, now, 4)
    draw(competition_id=final.pk, actor=organiser, seed="s", now=now)
    lifecycle.start(competition_id=final.pk, actor=organiser, now=now)
    player = players_of(Match.objects.of(final.pk).filter(state="ready")[0], 0)[0]
    for reader in (None, player, organiser):
        browser = a_browser(reader)
        browser.get("/rules/")  # what the header asks is kept for all pages
        cache.clear()
        with django_assert_max_num_queries(12):
            assert browser.get(f"/competitions/{final.pk}/").status_code == 200
