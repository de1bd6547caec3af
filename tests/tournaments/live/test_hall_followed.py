"""A table that is given, changed or named is news to whoever follows the match."""

from datetime import datetime

import pytest

from games.live.subscribers import RenderKey
from tests.tournaments.cups import players_of
from tests.tournaments.events import organiser_of
from tests.tournaments.halls import an_evening, call_who_may, match_of, write
from tournaments.live.competition import BRACKET, TABLES
from tournaments.live.match import MATCHES, NEXT_MATCHES
from tournaments.models import Competition, HallTable, Match
from tournaments.venues import services as venues

pytestmark = [pytest.mark.django_db, pytest.mark.both]

SPANISH = RenderKey(None, "es-ar")


def versions(event: Competition, match: Match) -> list[str]:
    """Return the version that each source marks as shown."""
    player = players_of(match, 0)[0].pk
    sources = (BRACKET, event.pk), (TABLES, event.pk), (MATCHES, match.pk), (NEXT_MATCHES, player)
    return [source.versions([pk])[pk] for source, pk in sources]


def test_a_change_of_table_is_news_everywhere(now: datetime) -> None:
    event = an_evening(now, tables=6)
    match = match_of(event, 1)
    before = versions(event, match)
    table = event.club.hall_tables.get(number=6)
    venues.move_match(match_id=match.pk, table_id=table.pk, actor=organiser_of(event), now=now)
    after = versions(event, match)
    assert all(old != new for old, new in zip(before, after, strict=True))
    HallTable.objects.filter(pk=table.pk).update(name="Escalera")
    named = versions(event, match)
    assert all(old != new for old, new in zip(after, named, strict=True))


def test_whoever_begins_to_wait_and_gets_a_table_is_news(now: datetime) -> None:
    event = an_evening(now, tables=1, entries=4)
    match = match_of(event, 2)
    waits = versions(event, match)
    write(match_of(event, 1), now)
    call_who_may(now)
    assert all(old != new for old, new in zip(waits, versions(event, match), strict=True))


def test_the_pieces_of_all_say_the_table(now: datetime) -> None:
    event = an_evening(now, tables=1, entries=4)
    match, waiting = match_of(event, 1), match_of(event, 2)
    shown = BRACKET.render(event.pk, [SPANISH]).pieces[SPANISH]
    assert "Mesa 1" in shown[f"m{match.pk}"]
    assert "espera mesa" in shown[f"m{waiting.pk}"]
    assert "Mesa 1" in MATCHES.render(match.pk, [SPANISH]).pieces[SPANISH]["match-score"]
    player = players_of(waiting, 0)[0].pk
    assert "Espera mesa" in NEXT_MATCHES.render(player, [SPANISH]).pieces[SPANISH]["next"]
