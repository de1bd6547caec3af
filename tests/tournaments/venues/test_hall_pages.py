"""The room on its pages: organisers set it up and move matches; everybody reads the signs."""

from datetime import datetime

import pytest

from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, an_organiser, enter, players_of
from tests.tournaments.events import organiser_of
from tests.tournaments.halls import an_evening, call_who_may, match_of, standing, use, write
from tournaments.common import notifications
from tournaments.models import Competition, HallTable, Official

pytestmark = pytest.mark.django_db


def name(event: Competition, number: int, name: str) -> HallTable:
    table = event.club.hall_tables.get(number=number)
    table.name = name
    table.save()
    return table


def hall_of(event: Competition) -> str:
    return f"/competitions/{event.pk}/hall/"


@pytest.mark.feature("Hall tables", "Hall tables are set up with one number")
def test_one_field_makes_six_tables_before_the_draw(now: datetime) -> None:
    cup = a_cup(an_organiser(), now)
    browser = a_browser(organiser_of(cup))
    assert "no usa mesas del salón" in text_of(browser.get(hall_of(cup)))
    assert browser.post(hall_of(cup), {"count": "6"}).url == hall_of(cup)
    page = text_of(browser.get(hall_of(cup)))
    assert [f'id="spot-{number}"' in page for number in (1, 6, 7)] == [True, True, False]
    assert hall_of(cup) in text_of(browser.get(f"/competitions/{cup.pk}/manage/"))


def test_matches_are_counted_beside_the_tables_of_the_room_alone(now: datetime) -> None:
    def counted(event: Competition) -> str:
        page = text_of(a_browser(organiser_of(event)).get(f"/competitions/{event.pk}/manage/"))
        return page.partition('<b id="count-tables"')[2].partition("</b>")[0]

    assert counted(an_evening(now, tables=2, entries=8)) == ' class="num">4'
    assert counted(an_evening(now, tables=0, entries=8)) == ' class="num" hidden>0'


def test_tables_are_named_and_chosen(now: datetime) -> None:
    event = an_evening(now, tables=2, entries=4)
    browser = a_browser(organiser_of(event))
    written = {"name-1": " Ventana ", "used-1": "on", "name-2": "Fondo"}
    assert browser.post(f"{hall_of(event)}tables/", written).url == hall_of(event)
    assert [str(table) for table in event.hall_tables.all()] == ["1 Ventana"]
    assert str(event.club.hall_tables.get(number=2)) == "2 Fondo"


@pytest.mark.parametrize("count", ["", "-1", "1000", "seis"])
def test_a_count_that_no_room_has_is_refused_and_nothing_changes(count: str, now: datetime) -> None:
    event = an_evening(now, tables=2)
    answer = a_browser(organiser_of(event)).post(hall_of(event), {"count": count})
    assert answer.status_code == 422
    assert 'class="errorlist"' in text_of(answer)
    assert event.hall_tables.count() == 2


def test_a_name_too_long_for_a_sign_is_refused(now: datetime) -> None:
    event = an_evening(now, tables=2)
    written = {"name-1": "x" * 21, "used-1": "on"}
    answer = a_browser(organiser_of(event)).post(f"{hall_of(event)}tables/", written)
    assert answer.status_code == 422
    assert 'class="errorlist"' in text_of(answer)
    assert event.hall_tables.count() == 2


def test_a_match_is_moved_and_two_change(now: datetime) -> None:
    event = an_evening(now, tables=6)
    browser = a_browser(organiser_of(event))
    first, second = match_of(event, 1), match_of(event, 2)
    table = event.club.hall_tables.get(number=6)
    moved = browser.post(f"{hall_of(event)}move/", {"match": first.pk, "to": f"table-{table.pk}"})
    assert moved.url == hall_of(event)
    browser.post(f"{hall_of(event)}move/", {"match": first.pk, "to": f"match-{second.pk}"})
    assert standing(event) == {1: 2, 2: 6, 3: 3, 4: 4}
    taken = browser.post(f"{hall_of(event)}move/", {"match": first.pk, "to": f"table-{table.pk}"})
    assert taken.status_code == 409
    assert "ya no está libre" in text_of(taken)


@pytest.mark.parametrize("to", ["", "6", "table-", "table-x", "robot-6", "table-" + "9" * 40])
def test_a_move_to_nowhere_is_refused(to: str, now: datetime) -> None:
    event = an_evening(now, tables=6)
    match = match_of(event, 1)
    written = {"match": match.pk, "to": to}
    answer = a_browser(organiser_of(event)).post(f"{hall_of(event)}move/", written)
    assert answer.status_code == 422
    assert standing(event)[1] == 1


def test_a_table_is_taken_out_and_used_again(now: datetime) -> None:
    event = an_evening(now, tables=2)
    browser, table = a_browser(organiser_of(event)), event.club.hall_tables.get(number=1)
    browser.post(f"{hall_of(event)}{table.pk}/", {"out": "1"})
    assert standing(event) == {1: None, 2: 2}
    page = text_of(browser.get(hall_of(event)))
    assert "fuera de uso" in page
    assert "Esperan mesa" in page
    browser.post(f"{hall_of(event)}{table.pk}/", {"back": "1"})
    call_who_may(now)
    assert standing(event) == {1: 1, 2: 2}


def test_who_waits_is_shown_while_no_table_is_free(now: datetime) -> None:
    event = an_evening(now, tables=2)
    page = text_of(a_browser(organiser_of(event)).get(hall_of(event)))
    queue = page[page.index("Esperan mesa") :]
    waits = [str(slot.entry) for number in (3, 4) for slot in match_of(event, number).slots.all()]
    assert [name for name in waits if name in queue] == waits


def test_nobody_else_sees_or_changes_the_room(now: datetime) -> None:
    event = an_evening(now, tables=2)
    stranger = a_browser(a_person())
    table = event.club.hall_tables.first()
    assert stranger.get(hall_of(event)).status_code == 403
    for page in ("", "tables/", "move/", f"{table.pk}/"):
        assert stranger.post(hall_of(event) + page, {"count": "9"}).status_code == 403
    assert a_browser().get(hall_of(event)).status_code == 302
    assert event.hall_tables.count() == 2


def test_the_room_of_a_full_house_takes_few_queries(
    now: datetime, django_assert_max_num_queries
) -> None:
    event = an_evening(now, tables=6, entries=24)
    browser = a_browser(organiser_of(event))
    browser.get(hall_of(event))
    with django_assert_max_num_queries(24):
        browser.get(hall_of(event))


# ---- what everybody reads ----
@pytest.mark.feature("Hall tables", "A match shows its hall table everywhere")
def test_the_sign_stands_where_the_number_stood(now: datetime) -> None:
    event = an_evening(now, tables=2)
    name(event, 1, "Escalera")
    match, organiser = match_of(event, 1), organiser_of(event)
    player = players_of(match, 0)[0]
    competition = f"/competitions/{event.pk}/"
    pages = {
        competition: None,
        f"/matches/{match.pk}/": None,
        f"/matches/{match.pk}/score/": organiser,
        "/": player,
    }
    desk = text_of(a_browser(organiser).get(f"{competition}manage/"))
    assert "Mesa </span><b>1</b> <small>Escalera</small>" in desk
    for address, reader in pages.items():
        assert "Mesa 1 Escalera" in text_of(a_browser(reader).get(address)), address


def test_who_waits_reads_that_they_wait(now: datetime) -> None:
    event = an_evening(now, tables=1)
    match = match_of(event, 2)
    player = players_of(match, 0)[0]
    for reader, address in (
        (None, f"/competitions/{event.pk}/"),
        (None, f"/matches/{match.pk}/"),
        (organiser_of(event), f"/competitions/{event.pk}/manage/"),
    ):
        assert "espera mesa" in text_of(a_browser(reader).get(address)), address
    home = text_of(a_browser(player).get("/"))
    assert "Espera mesa" in home
    assert "Todas las mesas están ocupadas" in home
    assert "Mesa 2" not in home


def test_who_waits_for_a_rival_reads_at_which_table_they_play(now: datetime) -> None:
    event = an_evening(now, tables=2, entries=4)
    name(event, 2, "Fondo")
    write(match_of(event, 1), now)
    winner = players_of(match_of(event, 1), 0)[0]
    assert "Falta que termine la mesa 2 Fondo." in text_of(a_browser(winner).get("/"))
    assert "gana la mesa 2 Fondo" in text_of(a_browser().get(f"/competitions/{event.pk}/"))


def test_a_call_names_the_table_and_promises_no_clock_with_real_cards(now: datetime) -> None:
    event = an_evening(now, tables=2)
    name(event, 1, "Escalera")
    match = match_of(event, 1)
    player, rival = players_of(match, 0)[0], players_of(match, 1)[0]
    notice = notifications.OCCASIONS["called"].words(match.pk, player)
    assert notice.body == f"Mesa 1 Escalera, contra {rival}."


def test_an_official_is_appointed_to_the_match_at_a_table(now: datetime) -> None:
    event = an_evening(now, tables=2)
    write(match_of(event, 1), now)
    call_who_may(now)  # the third stands at table 1
    scorer = a_person("anotadora")
    browser = a_browser(organiser_of(event))
    asked = {"user": "@anotadora", "role": "scorer", "table": "1"}
    browser.post(f"/competitions/{event.pk}/officials/", asked)
    assert Official.objects.get(user=scorer).match == match_of(event, 3)


def test_the_start_says_how_many_wait_for_a_table(now: datetime) -> None:
    cup = a_cup(an_organiser(), now, with_cards=True)
    organiser = organiser_of(cup)
    for _ in range(8):
        enter(cup, organiser, now, a_person())
    use(cup, 3, now)
    browser = a_browser(organiser)
    browser.post(f"/competitions/{cup.pk}/draw/")
    page = text_of(browser.post(f"/competitions/{cup.pk}/start/", follow=True))
    assert "3 partidos ya se pueden jugar" in page
    assert "1 partido espera mesa." in page


def test_the_grid_of_results_bears_the_sign(now: datetime) -> None:
    event = an_evening(now, tables=2)
    name(event, 1, "Escalera")
    browser = a_browser(organiser_of(event))
    assert 'aria-label="Mesa 1 Escalera"' in text_of(
        browser.get(f"/competitions/{event.pk}/results/")
    )
