"""Chat at a table: rate, length and moderation."""

import pytest
from django.utils import timezone

from accounts.models import User
from games.chat.phrases import LONGEST
from games.models import Game, Report
from tests.accounts.factors import with_app
from tests.games.tables import a_person, a_table
from tests.soak.inputs.listed import check

TAKE_AWAY = {"take_away": ""}

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


@check("B103")
def test_what_was_reported_and_taken_away_is_gone_for_who_hears_it(visit):
    game = a_table(timezone.now(), people=[a_person("ana"), a_person("beto")])
    Game.objects.filter(pk=game.pk).update(talk="chat")
    ana, beto = (visit(seat.user) for seat in game.seats.order_by("number"))
    path = f"/tables/{game.pk}/talk/"
    assert ana.post(path, {"text": "Vive en la calle Falsa 123"}).status == 204
    line = game.lines.get()
    beto.post(f"{path}report/", {"line": line.pk})
    report = Report.objects.get()
    for nobody in (ana, beto, visit(a_person())):
        nobody.post(f"/reports/{report.pk}/", TAKE_AWAY)
        assert game.lines.filter(pk=line.pk).exists()
    operator = with_app(a_person("raiz"))
    User.objects.filter(pk=operator.pk).update(is_staff=True)
    told = beto.watch(game)
    assert "Falsa 123" in beto.get(path).text
    assert visit(operator).post(f"/reports/{report.pk}/", TAKE_AWAY).status == 302
    assert told.table()
    assert "Falsa 123" not in beto.get(path).text
    assert not game.lines.exists()
