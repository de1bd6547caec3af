"""The page of a ladder, and the way to it: for players, organisers and readers."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.challenges.test_challenges import a_ladder, dare, entry, order, player
from tests.tournaments.cups import a_cup, a_running_cup, an_organiser
from tests.tournaments.events import an_event, organiser_of, ready
from tests.tournaments.lifecycle.test_pages_creating import fields
from tournaments.common.notifications import deliver_notifications
from tournaments.formats.options import FormatOptions
from tournaments.models import Challenge, Competition

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def ladder():
    return a_ladder(timezone.now())


def test_the_form_describes_it():
    organiser = an_organiser()
    asked = fields(organiser, format="ladder", cap="8", season_days="30", challenge_range="2")
    page = a_browser(organiser).get("/competitions/new/", asked, headers={"HX-Request": "true"})
    told = "escalera de 30 días, se desafía hasta 2 puestos más arriba"
    assert told in text_of(page)
    answer = a_browser(organiser).post("/competitions/new/", asked, follow=True)
    assert answer.status_code == 200
    stage = Competition.objects.get().stages.get()
    assert (stage.format, stage.season_days, stage.challenge_range) == ("ladder", 30, 2)
    assert stage.tie_breaks == ["ladder", "points", "lot"]


def test_players_challenge_answer_and_agree_from_the_page(ladder):
    address = f"/competitions/{ladder.pk}/ladder/"
    second, first = a_browser(player(ladder, 2)), a_browser(player(ladder, 1))
    assert "Escalera y desafíos" in text_of(second.get(f"/competitions/{ladder.pk}/"))
    assert text_of(second.get(address)).count("Desafiar a ") == 1
    sides = {"challenger": entry(ladder, 2).pk, "challenged": entry(ladder, 1).pk}
    assert second.post(f"{address}challenge/", sides)["location"] == address
    made = Challenge.objects.get()
    assert "Retirar" in text_of(second.get(address))
    assert "te desafía: contestá antes del" in text_of(first.get(f"/competitions/{ladder.pk}/"))
    assert "que puede contestar hasta el" in text_of(second.get(f"/competitions/{ladder.pk}/"))
    page = text_of(first.get(address))
    assert "Espera respuesta hasta el" in page
    assert "Rechazar" in page
    answer = first.post(f"{address}{made.pk}/accept/", follow=True)
    assert "Proponer" in text_of(answer)
    assert "Hay que jugarlo antes del" in text_of(first.get(address))
    assert [match.challenge for match in ready(ladder)] == [made]


def test_a_challenge_may_be_refused_or_taken_back(ladder):
    address = f"/competitions/{ladder.pk}/ladder/"
    made = dare(ladder, 2, 1, timezone.now())
    a_browser(player(ladder, 2)).post(f"{address}{made.pk}/take-back/")
    made = dare(ladder, 3, 1, timezone.now())
    assert a_browser(player(ladder, 3)).post(f"{address}{made.pk}/accept/").status_code == 403
    a_browser(player(ladder, 1)).post(f"{address}{made.pk}/refuse/")
    assert order(ladder)[:3] == [3, 1, 2]
    assert "rechazado" in text_of(a_browser().get(address))


def test_refusals_are_said_in_words(ladder):
    address = f"/competitions/{ladder.pk}/ladder/challenge/"
    browser = a_browser(player(ladder, 6))
    sides = {"challenger": entry(ladder, 6).pk, "challenged": entry(ladder, 1).pk}
    answer = browser.post(address, sides)
    assert answer.status_code == 409
    assert "fuera de tu alcance" in text_of(answer)
    assert browser.post(address, {"challenger": "x"}).status_code == 422


def test_organisers_write_challenges_and_answers_down(ladder):
    address, browser = f"/competitions/{ladder.pk}/ladder/", a_browser(organiser_of(ladder))
    assert "Anotar un desafío" in text_of(browser.get(address))
    sides = {"challenger": entry(ladder, 4).pk, "challenged": entry(ladder, 2).pk}
    assert browser.post(f"{address}challenge/", sides, follow=True).status_code == 200
    assert "Aceptar" in text_of(browser.get(address))
    browser.post(f"{address}{Challenge.objects.get().pk}/accept/")
    assert len(ready(ladder)) == 1


@pytest.mark.parametrize(
    ("page", "links"), [("manage/", 1), ("results/", 1), ("manage/?s=more", 2)]
)
def test_the_desk_leads_to_the_ladder(ladder, now, page, links):
    shape = FormatOptions(format="ladder")
    cup, undrawn = an_event(now, "swiss", 4), a_cup(an_organiser(), now, shape=shape)
    assert links_to_ladder(ladder, page) == links
    assert links_to_ladder(cup, page) == links_to_ladder(undrawn, page) == 0


def links_to_ladder(event, page):
    address = f"/competitions/{event.pk}/"
    answer = a_browser(organiser_of(event)).get(f"{address}{page}")
    return text_of(answer).count(f'<a href="{address}ladder/">')


def test_who_may_challenge_nobody_reads_why(ladder):
    ladder.stages.update(season_days=7)
    late = a_ladder(timezone.now() - timedelta(days=6), season_days=7)
    page = text_of(a_browser(player(late, 2)).get(f"/competitions/{late.pk}/ladder/"))
    assert "La temporada termina antes" in page


def test_pages_and_exports_show_a_ladder(ladder):
    organiser = a_browser(organiser_of(ladder))
    made = dare(ladder, 2, 1, timezone.now())
    a_browser(player(ladder, 1)).post(f"/competitions/{ladder.pk}/ladder/{made.pk}/accept/")
    own = ("", "manage/", "wall/", "results/", "export/competition.json", "export/standings.csv")
    own += ("papers/", "entered/", "calendar.ics", f"entered/{entry(ladder, 1).pk}/")
    for each in own:
        page = f"/competitions/{ladder.pk}/{each}"
        assert organiser.get(page, follow=True).status_code == 200, page


def test_a_competition_without_challenges_has_no_ladder(now):
    cup = an_event(now, "swiss", 4)
    assert a_browser().get(f"/competitions/{cup.pk}/ladder/").status_code == 404


def test_both_sides_are_told_of_a_challenge(ladder, django_capture_on_commit_callbacks):
    made = dare(ladder, 2, 1, timezone.now())
    deliver_notifications(kind="challenge", about=made.pk, without=None, now=timezone.now())
    made.refresh_from_db()
    assert not made.answer


def test_who_comes_late_joins_at_the_end(now):
    shape = FormatOptions(format="ladder")
    event = a_running_cup(
        an_organiser(), timezone.now(), entries=3, shape=shape, cap=8, late_entries=True
    )
    user = a_person()
    browser, page = a_browser(user), f"/competitions/{event.pk}/"
    assert "Entrás en el último puesto de la escalera." in text_of(browser.get(page))
    browser.post(f"{page}register/", {}, follow=True)
    assert order(event) == [1, 2, 3, 4]
    assert "Desafiar a " in text_of(browser.get(f"{page}ladder/"))
