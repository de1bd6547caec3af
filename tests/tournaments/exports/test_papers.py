"""Papers of a competition: whole, in order, and the same as text for a messenger."""

import re
from datetime import datetime
from decimal import Decimal

import pytest
from django.utils import timezone

from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, a_running_cup, an_organiser, match_at
from tests.tournaments.events import an_event, award, award_all, organiser_of, ready
from tests.tournaments.league_factories import DAY, a_league, fixture
from tournaments.models import Competition, Match
from tournaments.results.services import submit_result
from tournaments.tasks import call_ready_matches
from tournaments.venues.services import use_tables
from tournaments.withdrawals.services import withdraw

pytestmark = pytest.mark.django_db


def paper_of(event: Competition, show: str, reader=None, language: str = "es-ar") -> str:
    answer = a_browser(reader, language).get(f"/competitions/{event.pk}/papers/", {"show": show})
    assert answer.status_code == 200
    return text_of(answer)


def rows_of(page: str) -> list[list[str]]:
    rows = re.findall(r"<tr>((?:<td[^>]*>.*?</td>)+)</tr>", page)
    return [re.findall(r"<bdi>(.*?)</bdi>", row) for row in rows]


def titles_of(page: str) -> list[str]:
    return re.findall(r"<h2[^>]*>([^<]*)</h2>", page)


def text_in(page: str) -> list[str]:
    """The lines that are copied for a messenger."""
    return re.findall(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)[0].split("\n")


def test_what_is_passed_on_says_what_of_and_where_it_goes_on(now: datetime) -> None:
    event = an_event(now, "swiss", 4)
    first, *_sheets, blank, last = text_in(paper_of(event, "names"))
    assert first == f"{event}, Ronda 1 de 2"
    assert (blank, last) == ("", f"http://testserver/c/{event.code}/")


@pytest.mark.feature(
    "Competitions",
    "Pairings by name and by table, results and standings as papers, and as text for a messenger",
)
def test_everybody_stands_once_by_name_with_table_and_rival(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=6, cap=8)
    page = paper_of(cup, "names")
    names = [name for name, _table, _rival in rows_of(page)]
    assert names == sorted(map(str, cup.entries.all()), key=str.casefold)
    playing = {str(slot.entry) for match in ready(cup) for slot in match.slots.all()}
    resting = {name for name, _table, rival in rows_of(page) if rival == "pasa libre"}
    assert resting == {*names} - playing
    title, heads, *lines = text_in(page)[2:-2]
    assert (title, heads) == ("*Cruces por nombre*", "_Nombre · Partido · Contra_")
    assert lines == [" · ".join(row) for row in rows_of(page)]


def test_of_a_league_the_round_that_is_reached_is_told_and_who_rests(
    now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: now)
    league = a_league(now, entries=3)
    first = fixture(league, 1)
    playing = {str(slot.entry) for slot in first.slots.all()}
    rows = rows_of(paper_of(league, "names"))
    assert {name for name, *_, whom in rows if whom != "descansa"} == playing
    assert len(rows) == 3
    award(first, 0, now)
    ((_place, when, *sides),) = rows_of(paper_of(league, "tables"))
    assert (bool(re.fullmatch(r"\w+ \d+ \w+ \d\d:\d\d", when)), len(sides)) == (True, 2)
    assert f"Partido {fixture(league, 2).number}" in paper_of(league, "tables")


def test_a_withdrawal_and_a_match_ahead_leave_a_league_at_its_round(
    now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = a_league(now, entries=6, with_cards=True)
    organiser = organiser_of(league)

    def play(match: Match, at: datetime) -> None:
        submit_result(match_id=match.pk, games=[(5, 3)], actor=organiser, now=at)

    play(fixture(league, 5, 1), now)
    postponed, *others = (fixture(league, 1, position) for position in (1, 2, 3))
    for match in others:
        play(match, now + DAY)
    out = others[0].slots.get(side=1).entry
    withdraw(entry_id=out.pk, actor=organiser, now=now + DAY)
    assert titles_of(paper_of(league, "results")) == ["Fecha 1"]
    monkeypatch.setattr(timezone, "now", lambda: now + 10 * DAY)
    second = [one for one in ready(league) if one.round.number == 2]
    expected = [f"Partido {one.number}" for one in (postponed, *second)]
    page = paper_of(league, "tables")
    assert [row[0] for row in rows_of(page)] == expected
    assert text_in(page)[0] == f"{league}, Fecha 2"


@pytest.mark.feature("Competitions", "A bracket on one sheet of A4 or A3")
def test_a_bracket_is_one_drawing_with_room_to_write(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=4)
    page = paper_of(cup, "bracket")
    assert page.count('<svg class="bracket-sheet"') == 1
    assert page.count("<rect ") == 3
    for words in (*map(str, cup.entries.all()), "gana el 1", "gana el 2"):
        assert f">{words}</text>" in page
    assert 'class="on-a4"' in page
    asked = a_browser().get(f"/competitions/{cup.pk}/papers/", {"show": "bracket", "paper": "a3"})
    assert 'class="on-a3"' in text_of(asked)
    assert "3 · gana el 1 · gana el 2" in text_in(page)
    assert "Cuadro" not in paper_of(an_event(now, "round-robin", 4), "names")


def test_tables_come_in_the_order_of_the_room(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=8, cap=8, with_cards=True)
    use_tables(competition_id=cup.pk, count=2, actor=organiser_of(cup), now=now)
    call_ready_matches()
    places = [row[0] for row in rows_of(paper_of(cup, "tables"))]
    assert places == ["Mesa 1", "Mesa 2", "espera mesa", "espera mesa"]


def test_results_of_a_bracket_are_those_of_all_rounds_that_have_any(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_running_cup(organiser, now, entries=4, with_cards=True)
    first, second = (match_at(cup, 1, number) for number in (1, 2))
    submit_result(match_id=first.pk, games=[(5, 3)], actor=organiser, now=now)
    award(second, 1, now)
    winner, loser = (str(slot.entry) for slot in first.slots.order_by("side"))
    page = paper_of(cup, "results")
    assert [winner, "5–3", loser] in rows_of(page)
    assert "por ausencia" in page
    award(ready(cup)[0], 0, now)
    page = paper_of(cup, "results")
    assert titles_of(page) == ["Semifinales", "Final"]
    assert len(rows_of(page)) == 3


def test_each_round_of_several_parts_says_of_which(now: datetime) -> None:
    event = an_event(now, "double", 4)
    award_all(event, now)
    assert titles_of(paper_of(event, "results")) == [
        "Cuadro de ganadores, Semifinales",
        "Cuadro de ganadores, Final de ganadores",
        "Perdedores, ronda 1",
        "Final de perdedores",
        "Gran final",
    ]


def test_results_of_a_table_are_those_of_its_last_round(now: datetime) -> None:
    event = an_event(now, "round-robin", 4)
    award_all(event, now)
    assert titles_of(paper_of(event, "results")) == ["Ronda 3"]


def test_standings_stand_in_their_order(now: datetime) -> None:
    event = an_event(now, "round-robin", 4)
    assert "Todavía no hay nada para este papel." in paper_of(event, "standings")
    award_all(event, now)
    ranks = [row[0] for row in rows_of(paper_of(event, "standings"))]
    assert ranks == ["1.", "2.", "3.", "4."]


def test_passed_on_the_standings_say_what_each_figure_is(now: datetime) -> None:
    event = an_event(now, "round-robin", 4)
    award_all(event, now)
    page = paper_of(event, "standings")
    _title, heads, first, *_others = text_in(page)[2:]
    assert heads.startswith("_Nombre · Puntos · ")
    assert first.startswith(f"1. {rows_of(page)[0][1]} · ")
    assert first.count(" · ") == heads.count(" · ") == 2  # the name, its points, what decides first


def test_below_the_standings_stands_what_decides_between_equals(now: datetime) -> None:
    event = an_event(now, "round-robin", 4)
    award_all(event, now)
    page = paper_of(event, "standings")
    assert "Si empatan en puntos: lo jugado entre ellos" in page.partition("</table>")[2]
    assert page.count("Si empatan en puntos: ") == 2  # once to be copied
    assert "Si empatan" not in paper_of(event, "results")


def test_the_first_paper_that_has_something_is_opened(now: datetime) -> None:
    """During play the pairings open first; afterwards the final result."""
    event = an_event(now, "round-robin", 4)
    address = f"/competitions/{event.pk}/papers/"
    assert "Cruces por nombre" in text_of(a_browser().get(address))
    award_all(event, now)
    page = text_of(a_browser().get(address))
    assert '<a href="?show=standings" aria-current="page">' in page
    assert rows_of(page)


def test_organisers_are_led_to_the_signs_and_back_to_their_desk(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=2)
    desk, signs = f"/competitions/{cup.pk}/manage/", f"/competitions/{cup.pk}/signs/"
    page = paper_of(cup, "names", organiser_of(cup))
    assert f'href="{desk}"' in page
    assert f'href="{signs}"' in page
    assert signs not in paper_of(cup, "names")


@pytest.mark.feature(
    "Competitions", "Who has paid, who owes and the prizes, on one page for organisers"
)
def test_the_cash_box_is_for_organisers_alone(now: datetime) -> None:
    organiser = an_organiser()
    terms = {"prizes": "Un asado\nUn vino", "fee": Decimal(1500), "prize_shares": "50"}
    cup = a_running_cup(organiser, now, entries=3, cap=4, **terms)
    cup.entries.filter(seed=1).update(paid=True, paid_by="cash")
    page = paper_of(cup, "cash", organiser)
    assert titles_of(page) == ["Deben: 2", "Pagaron: 1", "Cuentas", "Premios"]
    assert ["en efectivo", "$\xa01.500"] in rows_of(page)
    assert ["1.º: 50 % del pozo", "$\xa0750"] in rows_of(page)
    assert rows_of(page)[-2:] == [["1.", "Un asado", ""], ["2.", "Un vino", ""]]
    for reader in (None, a_person()):
        address = f"/competitions/{cup.pk}/papers/"
        assert a_browser(reader).get(address, {"show": "cash"}).status_code == 404
        assert "Caja" not in text_of(a_browser(reader).get(address))


def test_who_is_out_owes_nothing_and_the_list_counts_the_same(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_running_cup(organiser, now, entries=4, fee=Decimal(100))
    cup.entries.filter(seed__lte=2).update(state="withdrawn", place=None, seed=None)
    cup.entries.filter(seed=3).update(paid=True)
    heads = titles_of(paper_of(cup, "cash", organiser))
    assert heads == ["Deben: 1", "Pagaron: 1", "No vinieron o se fueron: 2", "Cuentas"]
    listed = text_of(a_browser(organiser).get(f"/competitions/{cup.pk}/entered/"))
    assert 'sin pagar&nbsp;<b class="num">1</b>' in listed


def test_prizes_stand_beside_who_is_given_them(now: datetime) -> None:
    event = an_event(now, "round-robin", 4)
    type(event).objects.filter(pk=event.pk).update(prizes="Un asado\nUn vino")
    award_all(event, now)
    first, second = rows_of(paper_of(event, "standings"))[:2]
    given = rows_of(paper_of(event, "cash", organiser_of(event)))[-2:]
    assert given == [["1.", "Un asado", first[1]], ["2.", "Un vino", second[1]]]


def test_before_the_draw_the_papers_are_empty_and_unknown_ones_are_none(now: datetime) -> None:
    cup = a_cup(an_organiser(), now)
    for show in ("names", "tables", "results", "standings"):
        assert rows_of(paper_of(cup, show)) == []
    answer = a_browser().get(f"/competitions/{cup.pk}/papers/", {"show": "x\0"})
    assert answer.status_code == 404


@pytest.mark.parametrize("language", ["ca-valencia", "en", "pt-br"])
def test_they_speak_the_language_of_their_reader(now: datetime, language: str) -> None:
    cup = a_running_cup(an_organiser(), now, entries=2)
    assert "Cruces por nombre" not in paper_of(cup, "names", language=language)
