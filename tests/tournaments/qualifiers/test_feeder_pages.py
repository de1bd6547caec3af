"""Places won elsewhere on pages: announced, agreed to, followed, and said on both sides."""

from datetime import datetime

import pytest

from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, an_organiser
from tests.tournaments.feeders import a_final, a_source, berth, end, feed, fill_up
from tournaments.draw.services import draw
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Berth, Competition, Feeder
from tournaments.players.services import erase_names
from tournaments.tasks import follow_sources

pytestmark = pytest.mark.django_db


def page(
    who: User | None, competition: Competition, name: str = "", language: str = "es-ar"
) -> str:
    return text_of(a_browser(who, language).get(f"/competitions/{competition.pk}/{name}"))


def post(who: User, competition: Competition, name: str, **fields: object):
    return a_browser(who).post(f"/competitions/{competition.pk}/{name}", fields)


def test_an_organiser_announces_whom_another_of_the_clubs_cups_sends(
    organiser: User, now: datetime
) -> None:
    final, source = a_final(organiser, now), a_cup(organiser, now, name="Copa Norte")
    pairs = a_cup(organiser, now, name="Parejas", per_side=2)
    shown = page(organiser, final, "feeders/")
    assert f'<option value="{source.pk}">Copa Norte</option>' in shown
    assert f'<option value="{pairs.pk}">' not in shown
    done = post(organiser, final, "feeders/", source=source.pk, places=2)
    assert done.status_code == 302
    assert "Los 2 primeros de Copa Norte" in page(organiser, final, "feeders/")
    assert "Los 2 primeros pasan a La Final" in page(None, source)
    assert f'href="/competitions/{final.pk}/"' in page(None, source)
    public = page(None, final)
    assert "Los 2 primeros de Copa Norte" in public
    assert "1.º de Copa Norte" in public
    assert f'href="/competitions/{source.pk}/"' in public
    assert "The first 2 of Copa Norte" in page(None, final, language="en")
    awaited = berth(Feeder.objects.get(), 1).entry
    told = page(None, final, f"entries/{awaited.pk}/")
    assert f'href="/competitions/{source.pk}/"' in told
    assert "se espera" in page(organiser, final, "entered/")
    assert "Ver el pase" in page(organiser, final, "entered/")
    assert page(organiser, final, f"entered/{awaited.pk}/")
    dropped = post(organiser, final, f"feeders/{Feeder.objects.get().pk}/drop/")
    assert dropped.status_code == 302
    assert "1.º de Copa Norte" not in page(None, final)
    assert "pasan a La Final" not in page(None, source)


def test_what_cannot_be_is_said_beside_the_form(organiser: User, now: datetime) -> None:
    final = a_final(organiser, now)
    pairs = a_cup(organiser, now, name="Parejas", per_side=2)
    for fields, words in (
        (
            {"other": f"https://truco.example/competitions/{pairs.pk}/", "places": 1},
            "Ahí los lados",
        ),
        ({"other": final.code, "places": 1}, "de ella misma"),
        ({"other": "zzzz", "places": 1}, "No hay una competencia pública"),
        ({"other": "aeiou", "places": 1}, "no es de ninguna competencia"),
        ({"places": 1}, "Elegí una competencia"),
        ({"other": pairs.code, "places": "x"}, "Cuántos pasan"),
    ):
        answer = post(organiser, final, "feeders/", **fields)
        assert answer.status_code == 422
        assert words in text_of(answer)
    assert not Feeder.objects.exists()
    stranger = post(a_person(), final, "feeders/", other=pairs.code, places=1)
    assert stranger.status_code == 403


@pytest.mark.feature("Entries", "Another club is asked before its winners are entered")
def test_another_club_is_asked_and_its_readers_hear_only_of_a_yes(
    organiser: User, now: datetime
) -> None:
    theirs = an_organiser()
    final, source = a_final(organiser, now), a_source(theirs, now, entries=2)
    assert post(organiser, final, "feeders/", other=source.code, places=1).status_code == 302
    feeder = Feeder.objects.get()
    assert "falta que acepten" in page(organiser, final, "feeders/")
    assert "1 competencia pide a tus primeros" in page(theirs, source, "manage/")
    assert "pasa a La Final" not in page(None, source)
    assert post(organiser, final, f"feeders/{feeder.pk}/agree/").status_code == 404
    assert post(organiser, source, f"feeders/{feeder.pk}/agree/").status_code == 403
    assert post(theirs, source, f"feeders/{feeder.pk}/agree/").status_code == 302
    assert "El primero pasa a La Final" in page(None, source)
    assert post(theirs, source, f"feeders/{feeder.pk}/refuse/").status_code == 409


def test_the_desk_says_who_is_awaited_and_what_became_of_a_place(
    organiser: User, now: datetime
) -> None:
    final, source = a_final(organiser, now), a_source(organiser, now, entries=2)
    feeder = feed(final, source, organiser, now, places=1)
    fill_up(final, organiser, now, 3)
    draw(competition_id=final.pk, actor=organiser, seed="s", now=now)
    assert "Se espera a quien gane otra competencia" in page(organiser, final, "manage/")
    assert "1.º de Copa Norte" in page(None, final)
    lifecycle.cancel(competition_id=source.pk, actor=organiser, now=now, reason="lluvia")
    follow_sources()
    desk = page(organiser, final, "manage/")
    assert "Se espera a quien gane" not in desk
    assert "Copa Norte se canceló o ya no es pública" in desk
    assert post(organiser, final, f"berths/{berth(feeder, 1).pk}/").status_code == 302
    assert "se canceló" not in page(organiser, final, "manage/")


@pytest.mark.feature("Entries", "The organiser chooses among entries that share a qualifying rank")
def test_of_those_who_share_a_rank_an_organiser_chooses(organiser: User, now: datetime) -> None:
    final, source = a_final(organiser, now), a_source(organiser, now)
    feeder = feed(final, source, organiser, now, places=3)
    top = end(source, now)
    third = berth(feeder, 3)
    equals = source.entries.exclude(pk__in=[one.pk for one in top if one])
    assert "Comparten ese puesto" in page(organiser, final, "manage/")
    assert "¿Quién pasa?" in page(organiser, final, "feeders/")
    where = f"berths/{third.pk}/"
    assert post(organiser, final, where, entry="9" * 12).status_code == 422
    assert post(organiser, final, where, entry=source.champion_id).status_code == 409
    chosen = equals.first()
    assert post(organiser, final, where, entry=chosen.pk).status_code == 302
    assert berth(feeder, 3).taken_by == chosen
    assert post(organiser, final, where, entry=chosen.pk).status_code == 409


def test_exports_and_erasing_do_without_the_people_of_an_awaited_entry(
    organiser: User, now: datetime
) -> None:
    final, source = a_final(organiser, now), a_source(organiser, now, entries=2)
    feeder = feed(final, source, organiser, now, places=2)
    for name in ("export/competition.json", "export/entries.csv", "papers/", "why/", "manage/"):
        assert a_browser(organiser).get(f"/competitions/{final.pk}/{name}").status_code in (
            200,
            404,
        )
    assert "1.º de Copa Norte" in page(organiser, final, "export/entries.csv")
    champion, _ = end(source, now)
    person = champion.roster.get().user
    erase_names(user=person, names={str(person)}, now=now)
    taken = Berth.objects.get(feeder=feeder, rank=1).entry
    assert str(person) not in taken.name
    assert page(None, final)
