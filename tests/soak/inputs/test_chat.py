"""Talk at a table: how fast, how long, and what becomes of it."""

import pytest
from django.utils import timezone

from games.models import Game, Report
from games.talk.writing import LONGEST
from tests.games.tables import a_person, a_table
from tests.soak.inputs.listed import check

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]


@check("B103")
def test_a_flood_is_told_to_wait_a_line_has_an_end_and_is_reported(visit):
    """8 lines a minute, one in 2 s, of 200 signs; links and capitals are reported, not sifted."""
    game = a_table(timezone.now(), people=[a_person("ana"), a_person("beto")])
    Game.objects.filter(pk=game.pk).update(talk="chat")
    ana, beto = (visit(seat.user) for seat in game.seats.order_by("number"))
    path = f"/tables/{game.pk}/talk/"
    too_long = ana.post(path, {"text": "x" * (LONGEST + 1)})
    assert too_long.status == 409
    said = [ana.post(path, {"text": f"GANÉ https://evil.example {n}"}) for n in range(40)]
    refused = [answer for answer in said if answer.status != 204]
    assert len(refused) >= 32
    assert {(a.status, a.text) for a in refused} == {(429, "Hablás muy rápido: esperá un momento.")}
    heard = beto.get(path).text
    assert "<a " not in heard.partition("GANÉ")[2].partition("</li>")[0]
    assert "data-mute" in heard
    line = game.lines.first()
    assert beto.post(f"{path}report/", {"line": line.pk}).status == 204
    assert Report.objects.get().line == line
