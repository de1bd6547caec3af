"""The Python client: as the document says, and against a running site."""

import json
from datetime import datetime

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.models import User
from examples.client.generate import TARGET, client
from examples.client.truco_client import Truco, TrucoError
from tests.tournaments.api.callers import a_secret
from tests.tournaments.cups import a_running_cup, an_organiser, club_of
from tournaments.api.site import api


@pytest.fixture
def organiser() -> User:
    cache.clear()
    return an_organiser()


@pytest.fixture
def now() -> datetime:
    return timezone.now()


def test_the_client_is_what_the_document_makes_of_it() -> None:
    """After a change of the API: python examples/client/generate.py SITE/api/v1/openapi.json."""
    document = json.loads(json.dumps(api.get_openapi_schema()))
    assert TARGET.read_text(encoding="utf-8") == client(document)


@pytest.mark.feature("Exports", "A Python client of the API")
@pytest.mark.django_db(transaction=True)
def test_a_cup_is_played_by_the_client(live_server, organiser: User, now: datetime) -> None:
    site = Truco(live_server.url, a_secret(organiser, now), language="en")
    slug = club_of(organiser).slug
    settings = {"format": "single", "cap": 4, "seats": "2", "target": "15", "with_cards": True}
    wanted = {"name": "Copa", "settings": settings, "open": True, "key": "copa"}
    cup = site.create_competition(slug, **wanted)
    assert site.create_competition(slug, **wanted) == cup
    for name in ("Ana", "Beto", "Carla", "Dani"):
        site.add_entry(cup["id"], players=[name])
    site.draw(cup["id"])
    site.start(cup["id"])
    while playable := [row for row in site.list_matches(cup["id"]) if row["state"] == "ready"]:
        for match in playable:
            site.write_result(match["id"], games=[[15, 3]])
    assert site.get_competition(cup["id"])["state"] == "finished"
    assert site.get_competition(cup["id"])["champion"]


@pytest.mark.django_db(transaction=True)
def test_lists_are_read_to_their_end_and_errors_have_codes(
    live_server, organiser: User, now: datetime
) -> None:
    cup = a_running_cup(organiser, now, entries=5)
    nobody = Truco(live_server.url)
    path = f"/api/v1/competitions/{cup.pk}/entries"
    assert len(list(nobody.items(path, {"limit": 2}))) == 5
    with pytest.raises(TrucoError) as refused:
        nobody.draw(cup.pk)
    assert (refused.value.status, refused.value.code) == (401, "token-missing")
