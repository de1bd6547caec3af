"""The page *Cambiar* of the dashboard: what can change, what follows, and how it is undone."""

import re
from datetime import datetime

import pytest
from django.utils import timezone

from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.events import an_event, award, organiser_of, ready
from tournaments.models import Competition

pytestmark = pytest.mark.django_db


def page_of(event: Competition, **asked: str) -> str:
    return text_of(
        a_browser(organiser_of(event)).get(
            f"/competitions/{event.pk}/manage/", {"s": "change", **asked}
        )
    )


def post(event: Competition, act: str, choice: str, seen: str = ""):
    sent = {"choice": choice, "seen": seen}
    address = f"/competitions/{event.pk}/change/{act}/"
    return a_browser(organiser_of(event)).post(address, sent, follow=True)


def seen_on(page: str) -> str:
    return re.search(r'name="seen" value="(\w+)"', page).group(1)


def test_rounds_are_chosen_with_their_consequences_and_undone(now: datetime) -> None:
    event = an_event(now, "swiss", 8, swiss_rounds=3)
    page = page_of(event)
    assert "3 rondas" in page
    assert "Que sean 4 rondas" in page
    assert "Que sean 2 rondas" in page
    done = text_of(post(event, "rounds", "4", seen_on(page)))
    assert "4 rondas" in done
    assert "cambió la cantidad de rondas" in done
    undo = re.search(r'formaction="(/competitions/\d+/undo/\d+/)"', done).group(1)
    undone = text_of(a_browser(organiser_of(event)).post(undo, follow=True))
    assert "Que sean 4 rondas" in undone
    assert event.stages.get().swiss_rounds == 3
    log = text_of(a_browser(organiser_of(event)).get(f"/competitions/{event.pk}/manage/?s=log"))
    told = re.findall(r"cambió la cantidad de rondas:\s+(\d rondas)", log)
    assert told == ["3 rondas", "4 rondas"]


def test_options_of_a_while_ago_are_refused_in_words(now: datetime) -> None:
    event = an_event(now, "swiss", 8, swiss_rounds=3)
    seen = seen_on(page_of(event))
    assert post(event, "rounds", "4", seen).status_code == 200
    refused = post(event, "rounds", "5", seen)
    assert refused.status_code == 409
    assert "Algo cambió desde que lo miraste" in text_of(refused)


@pytest.mark.parametrize("choice", ["", "x", "-1", "99999"])
def test_what_is_no_option_is_refused(choice: str, now: datetime) -> None:
    event = an_event(now, "swiss", 8, swiss_rounds=3)
    assert post(event, "rounds", choice).status_code == 422


def test_before_the_draw_the_page_says_where_to_change(now: datetime) -> None:
    event = an_event(now, "swiss", 8)
    Competition.objects.filter(pk=event.pk).update(draw_seed="", state="registration")
    assert "Antes del sorteo" in page_of(event)


def test_each_way_to_end_says_who_is_champion(now: datetime) -> None:
    event = an_event(now, "single", 4)
    for match in ready(event):
        award(match, 0, now)
    page = page_of(event)
    assert "con la tabla como está" in page
    assert "Terminar sin campeón" in page
    champion = re.search(r"Terminar: campeón ([^<]+)<", page).group(1)
    done = text_of(post(event, "finish", "results.seed", seen_on(page)))
    event.refresh_from_db()
    assert (str(event.champion), event.state) == (champion, "finished")
    assert "terminó la competencia antes" in done
    assert re.search(r'formaction="(/competitions/\d+/undo/\d+/)"', done)


def test_a_target_is_chosen_from_the_next_round_on(now: datetime) -> None:
    event = an_event(now, "single", 4)
    page = page_of(event)
    assert "a 5" in page
    assert "Desde la próxima ronda, a 15" in page
    assert "al mejor de tres" in text_of(post(event, "length", "games.3"))
    post(event, "length", "target.15")
    event.refresh_from_db()
    assert (event.rules.target, event.best_of) == (15, 3)
    for choice in ("target", "target.x", "games.8", "hours.3"):
        assert post(event, "length", choice).status_code == 422


def test_other_qualifiers_are_chosen_before_the_finals(now: datetime) -> None:
    event = an_event(now, "groups", 8, group_count=2)
    page = page_of(event)
    assert "Siguen 2 de 8." in page
    post(event, "stages", "qualifiers=1&best_next=0", seen_on(page))
    assert event.stages.get(number=1).qualifiers == 1
    post(event, "stages", "silver=1")
    assert event.stages.count() == 3
    post(event, "stages", "losers=places")
    assert event.stages.get(number=2).losers == "places"
    for choice in ("", "silver", "group_count=1", "qualifiers=x", "losers=x"):
        assert post(event, "stages", choice).status_code == 422


def test_another_format_is_drawn_until_the_first_result(now: datetime) -> None:
    event = an_event(now, "groups", 8)
    assert "Sortear de nuevo: sistema suizo" in page_of(event)
    done = text_of(post(event, "format", "swiss"))
    assert "sorteó de nuevo con otro formato" in done
    award(ready(event)[0], 0, now)
    assert "Sortear de nuevo" in page_of(event)  # a walkover is no play
    assert post(event, "format", "nada").status_code == 409


def test_a_change_can_be_undone_after_many_results(now: datetime) -> None:
    event = an_event(now, "round-robin", 8)
    award(ready(event)[0], 0, now)
    post(event, "finish", "tables.standings")
    for _ in range(2):
        for match in ready(event):
            award(match, 0, timezone.now())
    event.refresh_from_db()
    assert event.state == "finished"
    again = undone(event, page_of(event))
    assert event.state == "running"
    assert "deshizo el final anticipado" in again


def undone(event: Competition, page: str) -> str:
    """Undo the latest change that the page offers to undo."""
    undo = re.search(r'formaction="(/competitions/\d+/undo/\d+/)"', page).group(1)
    told = text_of(a_browser(organiser_of(event)).post(undo, follow=True))
    event.refresh_from_db()
    return told


def settings(event: Competition) -> dict[str, str]:
    page = a_browser(organiser_of(event)).get(f"/competitions/{event.pk}/edit/")
    shown = page.context["form"].initial
    return {**{name: str(value or "") for name, value in shown.items()}, "drawn": "True"}


def test_the_settings_page_changes_the_rounds_with_the_rest(now: datetime) -> None:
    event = an_event(now, "swiss", 8, swiss_rounds=5)
    address, browser = f"/competitions/{event.pk}/edit/", a_browser(organiser_of(event))
    sent = {**settings(event), "name": "Copa corta", "swiss_rounds": "3"}
    assert browser.post(address, sent).status_code == 302
    event.refresh_from_db()
    assert (event.name, event.stages.get().swiss_rounds) == ("Copa corta", 3)


@pytest.mark.parametrize("rounds", ["0", "7", "x"])
def test_rounds_that_cannot_be_chosen_change_nothing(rounds: str, now: datetime) -> None:
    event = an_event(now, "swiss", 8, swiss_rounds=5)
    address, browser = f"/competitions/{event.pk}/edit/", a_browser(organiser_of(event))
    sent = {**settings(event), "name": "Copa corta", "swiss_rounds": rounds}
    assert browser.post(address, sent).status_code == 422
    event.refresh_from_db()
    assert (event.name != "Copa corta", event.stages.get().swiss_rounds) == (True, 5)


def test_a_knockout_has_no_rounds_to_choose(now: datetime) -> None:
    assert "swiss_rounds" not in settings(an_event(now, "single", 4))
