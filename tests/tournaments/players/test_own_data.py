"""Export of a user's own data: complete, and without secrets."""

import pytest
from django.test import Client

from games.models import Game
from tests.accounts.factors import SECRET, with_app
from tests.games.tables import a_table
from tests.tournaments.browsers import a_browser
from tests.tournaments.cups import a_running_cup, match_at, players_of

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def test_it_is_theirs_and_nobody_elses(organiser, now):
    cup = a_running_cup(organiser, now, entries=4)
    one, other = (players_of(match_at(cup, 1, 1), side)[0] for side in (0, 1))
    with_app(one)
    game, running = a_table(now, people=[one, other]), a_table(now, people=[one, other])
    Game.objects.filter(pk=game.pk).update(finished_at=now)
    answer = a_browser(one).get("/profile/data.json")
    told = answer.json()
    assert "attachment" in answer.headers["Content-Disposition"]
    assert "no-store" in answer.headers["Cache-Control"]
    assert told["profile"]["username"] == one.username
    assert [place["competition__name"] for place in told["entries"]] == [cup.name]
    assert [played["record"] for played in told["games"]] == [f"/tables/{game.pk}/record.tgn"]
    assert f"/tables/{running.pk}/" not in answer.text
    assert told["results"] == []
    assert other.username not in answer.text
    for secret in (SECRET, one.password, "session", "password"):
        assert secret not in answer.text
    assert Client().get("/profile/data.json").headers["Location"].startswith("/accounts/login/")
