"""Bringing entries in from a file: what the page shows, and what is entered once confirmed."""

import re
from functools import partial
from html import unescape

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import RequestFactory

from accounts.common.cost_budgets import LISTS
from accounts.common.errors import RefusedError
from accounts.sanctions import services as sanctions
from tests.games.races import ROUNDS
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, a_running_cup, an_organiser, enter
from tests.tournaments.refusals import at_once
from tests.tournaments.soundness import sound
from tournaments.entries import services as entries
from tournaments.entry_import import read_sheet, views
from tournaments.entry_import import services as entry_import
from tournaments.models import AuditEvent, Entry
from tournaments.withdrawals import services as withdrawals

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def send(who, event, text="", data=None, **options):
    body = {"text": text} if data is None else {"file": SimpleUploadedFile("a.csv", data)}
    return a_browser(who, **options).post(f"/competitions/{event.pk}/import/", body)


def rows_of(answer):
    return re.search(r'name="rows" value="([^"]+)"', text_of(answer))[1]


def confirm(who, event, rows):
    return a_browser(who).post(f"/competitions/{event.pk}/import/", {"rows": rows})


def read(text, players=1):
    return read_sheet(text.encode(), players=players).rows


def names(event):
    return list(event.entries.order_by("pk").values_list("name", flat=True))


@pytest.mark.feature("Entries", "Entries from CSV and JSON, shown before they count")
@pytest.mark.parametrize("way", ["pasted", "sent"])
def test_what_is_confirmed_is_entered_and_what_is_only_shown_is_not(organiser, now, way):
    event, beto = a_cup(organiser, now, per_side=2), a_person()
    text = (
        "nombre,jugadores,club,cabeza de serie,pago\n"
        f"Los Pibes,Ana / @{beto.username.upper()},La Yunta,1,sí\n"
        ",Carla / Dani,,,\n"
    )
    sent = {"text": text} if way == "pasted" else {"data": text.encode()}
    shown = send(organiser, event, **sent)
    assert shown.status_code == 200
    assert "Los Pibes" in text_of(shown)
    assert names(event) == []
    answer = confirm(organiser, event, rows_of(shown))
    assert answer.url == f"/competitions/{event.pk}/entered/"
    pibes, others = event.entries.order_by("pk")
    assert (pibes.affiliation, pibes.manual_seed, pibes.paid) == ("La Yunta", 1, True)
    assert (others.name, others.paid, others.manual_seed) == ("Carla y Dani", False, None)
    assert {entry.state for entry in (pibes, others)} == {Entry.State.CONFIRMED}
    assert list(pibes.roster.values_list("number", "user", "name")) == [
        (1, None, "Ana"),
        (2, beto.pk, str(beto)),
    ]
    log = event.audit.get(act=AuditEvent.Act.IMPORT)
    assert log.after == {"entries": ["Los Pibes", "Carla y Dani"], "number": 2}
    assert sound()


def test_bad_rows_are_shown_with_their_reason_and_left_out(organiser, now):
    event, ana = a_cup(organiser, now), a_person()
    enter(event, organiser, now, ana)
    gone = a_person()
    gone.is_active = False
    gone.save()
    lines = ["jugador", "Uno", "uno", "@nadie", f"@{ana.username}", f"@{gone.username}", str(ana)]
    page = send(organiser, event, "\n".join([*lines, "<b>Dos</b>"]))
    told = text_of(page)
    for problem, times in (
        ("dos veces en el archivo", 1),
        ("ninguna cuenta", 2),
        ("ya está en", 2),
    ):
        assert told.count(problem) == times
    assert "&lt;b&gt;Dos&lt;/b&gt;" in told
    confirm(organiser, event, rows_of(page))
    assert names(event) == [str(ana), "Uno", "<b>Dos</b>"]


def test_for_whom_no_place_is_left_waits(organiser, now):
    event = a_cup(organiser, now, cap=2)
    page = send(organiser, event, "jugador\nUno\nDos\nTres\nCuatro\n")
    assert text_of(page).count("en espera") == 2
    confirm(organiser, event, rows_of(page))
    states = list(event.entries.order_by("pk").values_list("state", flat=True))
    assert states == ["confirmed", "confirmed", "waiting", "waiting"]


def test_a_place_taken_meanwhile_makes_the_last_one_wait(organiser, now):
    event = a_cup(organiser, now, cap=2)
    page = send(organiser, event, "jugador\nUno\nDos\n")
    entries.register(competition_id=event.pk, user=a_person(), now=now)
    assert confirm(organiser, event, rows_of(page)).status_code == 302
    states = list(event.entries.order_by("pk").values_list("state", flat=True))
    assert states == ["confirmed", "confirmed", "waiting"]


def test_whom_the_club_suspended_is_not_imported(organiser, now):
    event, kept = a_cup(organiser, now), a_person()
    sanctions.suspend_in_club(
        club_id=event.club_id, by=organiser, user_id=kept.pk, reason="x", until=None, now=now
    )
    page = send(organiser, event, f"jugador\n@{kept.username}\nUno\n")
    assert "el club suspendió a alguien de la fila" in text_of(page)
    confirm(organiser, event, rows_of(page))
    assert names(event) == ["Uno"]


def test_who_has_spent_the_budget_for_lists_waits_and_nobody_else(organiser, now):
    event, other = a_cup(organiser, now), an_organiser()
    request = RequestFactory().get("/", REMOTE_ADDR="127.0.0.1")
    request.user = organiser
    LISTS.charge(request, LISTS.of_person)
    refused = send(organiser, event, "jugador\nUno\n")
    assert (refused.status_code, refused["Retry-After"]) == (429, "60")
    assert a_browser(organiser).get(f"/competitions/{event.pk}/import/").status_code == 200
    assert send(other, a_cup(other, now), "jugador\nUno\n").status_code == 200


def test_one_list_of_a_person_is_read_at_a_time(organiser, now, monkeypatch):
    event, answers = a_cup(organiser, now), []
    read = views.read_sheet

    def read_two(*args, **options):
        monkeypatch.setattr(views, "read_sheet", read)
        answers.append(send(organiser, event, "jugador\nUno\n"))
        return read(*args, **options)

    monkeypatch.setattr(views, "read_sheet", read_two)
    first = send(organiser, event, "jugador\nUno\n")
    answers += [first, send(organiser, event, "jugador\nUno\n")]
    assert [answer.status_code for answer in answers] == [429, 200, 200]
    back = f'href="/competitions/{event.pk}/import/">Volver<'
    assert back in text_of(answers[0])


LANGUAGES = [code for code, _ in settings.LANGUAGES]


def test_an_export_in_any_language_is_read_back(organiser, now):
    event = a_cup(organiser, now, per_side=2, cap=2)
    mate = a_person().username
    text = (
        "nombre,jugadores,club,cabeza de serie\n"
        f"Los Pibes,Ana Ruiz / @{mate},Peña Sur,1\n"
        ",-Tito / Carla Paz,,\n,Dani / Eva,,\n,Fede,,\n,Hugo / Irma,,\n,Juan / Kika,,\n"
    )
    confirm(organiser, event, rows_of(send(organiser, event, text)))
    gone = event.entries.get(name="Dani y Eva")
    withdrawals.withdraw(entry_id=gone.pk, actor=organiser, now=now)
    told = set(event.entries.exclude(state="withdrawn").values_list("name", "state", "affiliation"))
    assert {state for _, state, _ in told} == {"confirmed", "waiting", "forming"}
    for language in LANGUAGES:
        file = a_browser(organiser, language).get(f"/competitions/{event.pk}/export/entries.csv")
        copy = a_cup(organiser, now, per_side=2, cap=2)
        page = send(organiser, copy, data=file.content)
        assert page.status_code == 200, language
        confirm(organiser, copy, rows_of(page))
        back = set(copy.entries.values_list("name", "state", "affiliation"))
        assert back == told, language


def test_the_json_of_an_undrawn_competition_is_read_back(organiser, now):
    event = a_cup(organiser, now)
    confirm(organiser, event, rows_of(send(organiser, event, "nombre\nAna Ruiz\nBeto Paz\n")))
    file = a_browser(organiser).get(f"/competitions/{event.pk}/export/competition.json")
    copy = a_cup(organiser, now)
    confirm(organiser, copy, rows_of(send(organiser, copy, data=file.content)))
    assert set(copy.entries.values_list("name", flat=True)) == {"Ana Ruiz", "Beto Paz"}


def fields_of(answer, name):
    return [
        unescape(each) for each in re.findall(rf'name="{name}" value="([^"]*)"', text_of(answer))
    ]


def choose(who, event, answer, *roles):
    sent = {"source": fields_of(answer, "source")[-1], "title": fields_of(answer, "title")}
    return a_browser(who).post(f"/competitions/{event.pk}/import/", {**sent, "role": roles})


def selected(answer):
    return re.findall(r'<option value="([^"]*)" selected>', text_of(answer))


def test_the_organiser_says_what_columns_are_and_the_club_remembers(organiser, now):
    event = a_cup(organiser, now, per_side=2)
    text = "Jugador 1,Jugador 2,Talle\nAna,Beto,Sur\n"
    page = send(organiser, event, text)
    assert selected(page) == ["player1", "player2", ""]
    again = choose(organiser, event, page, "player2", "player1", "affiliation")
    assert selected(again) == ["player2", "player1", "affiliation"]
    confirm(organiser, event, rows_of(again))
    (entry,) = event.entries.all()
    assert (entry.name, entry.affiliation) == ("Beto y Ana", "Sur")
    next_week = a_cup(organiser, now, per_side=2)
    page = send(organiser, next_week, text.replace("Talle", "TALLE").replace("Ana", "Caro"))
    assert selected(page) == ["player2", "player1", "affiliation"]
    assert "player2" not in selected(send(organiser, a_cup(organiser, now), text))
    other = an_organiser()
    assert selected(send(other, a_cup(other, now, per_side=2), text))[0] == "player1"


def test_a_table_without_known_titles_is_asked_about(organiser, now):
    event = a_cup(organiser, now, per_side=2)
    text = "Alfa;Omega;Gamma\nRuiz;Ana;Beto\n"
    page = send(organiser, event, text + "Paz;Caro;Dani\n")
    assert page.status_code == 422
    assert fields_of(page, "title") == ["Alfa", "Omega", "Gamma"]
    nobody = choose(organiser, event, page, "", "seed", "paid")
    assert nobody.status_code == 422
    assert not event.club.column_choices.exists()
    again = choose(organiser, event, page, "last1", "player1", "player2")
    confirm(organiser, event, rows_of(again))
    assert names(event) == ["Ana Ruiz y Beto", "Caro Paz y Dani"]


def test_letters_in_doubt_are_asked_about(organiser, now):
    event = a_cup(organiser, now)
    data = "jugador\nBeto Muñoz\n".encode("mac_roman")
    page = send(organiser, event, data=data)
    assert "Muñoz" in text_of(page)
    sent = {"source": fields_of(page, "source")[0], "encoding": "cp850"}
    again = a_browser(organiser).post(f"/competitions/{event.pk}/import/", sent)
    assert data.decode("cp850").splitlines()[1] in unescape(text_of(again))
    unknown = send(organiser, event, data="jugador\nЖанна\n".encode("koi8-r"))
    assert unknown.status_code == 415
    assert 'name="encoding" value="cp1252"' in text_of(unknown)


def test_a_list_without_titles_can_be_looked_at_line_by_line(organiser, now):
    event = a_cup(organiser, now, per_side=2)
    page = send(organiser, event, "Ana y Beto\nRuiz, Ana\nMara\n")
    assert "una sola persona" in text_of(page)
    assert f'action="/competitions/{event.pk}/paste/"' in text_of(page)
    assert "Ruiz, Ana\nMara" in text_of(page)
    confirm(organiser, event, rows_of(page))
    assert names(event) == ["Ana y Beto"]


def test_a_source_that_no_page_sent_is_refused(organiser, now):
    event = a_cup(organiser, now)
    for source in ("", "x", "ñ", "eJw="):
        answer = a_browser(organiser).post(f"/competitions/{event.pk}/import/", {"source": source})
        assert answer.status_code == 422


def test_who_waited_comes_after_the_others(organiser, now):
    event = a_cup(organiser, now, cap=2)
    page = send(organiser, event, "jugador,estado\nUno,en espera\nDos,\nTres,confirmado\n")
    confirm(organiser, event, rows_of(page))
    assert event.entries.get(state=Entry.State.WAITING).name == "Uno"


def test_who_entered_meanwhile_is_not_entered_again(organiser, now):
    event, ana = a_cup(organiser, now), a_person()
    page = send(organiser, event, f"jugador\n@{ana.username}\nUno\n")
    entries.register(competition_id=event.pk, user=ana, now=now)
    confirm(organiser, event, rows_of(page))
    assert names(event) == [str(ana), "Uno"]


def test_a_second_click_enters_nobody_twice(organiser, now):
    event = a_cup(organiser, now)
    rows = rows_of(send(organiser, event, "jugador\nUno\nDos\n"))
    for _ in range(2):
        assert confirm(organiser, event, rows).status_code == 302
    assert names(event) == ["Uno", "Dos"]
    assert event.audit.filter(act=AuditEvent.Act.IMPORT).count() == 1


def test_rows_are_taken_only_as_they_were_shown_and_to_whom(organiser, now):
    event, other = a_cup(organiser, now), a_cup(organiser, now)
    rows = rows_of(send(organiser, event, "jugador\nUno\n"))
    for forged in (rows[:-2], "", "x", "\0", "a:b:c"):
        assert confirm(organiser, event, forged).status_code == 422
    assert confirm(organiser, other, rows).status_code == 422
    assert names(event) == names(other) == []


@pytest.mark.parametrize(
    ("sent", "status", "told"),
    [
        ({"text": ""}, 422, "Elegí un archivo"),
        ({"data": b""}, 422, "ninguna fila"),
        ({"text": "club\nLa Yunta\n"}, 422, "Falta una columna"),
        ({"text": "jugador\nAna\0\n"}, 415, "no es texto"),
        ({"data": b"PK\x03\x04\x00"}, 415, "no es texto"),
        ({"data": b"x" * 10 * 1024 * 1024}, 413, "2 MB"),
        ({"data": b"x" * (2 * 1024 * 1024 + 1)}, 413, "2 MB"),
        ({"text": "x" * (2 * 1024 * 1024 + 1)}, 413, "2 MB"),
        ({"text": "x" * (3 * 1024 * 1024)}, 413, "2 MB"),
        ({"text": "jugador\n" + "A\n" * 5_001}, 422, "5000"),
        ({"text": '[{"players": 1}'}, 422, "JSON"),
    ],
)
def test_a_file_of_no_use_is_refused_in_words(organiser, now, sent, status, told):
    event = a_cup(organiser, now)
    answer = send(organiser, event, **sent)
    assert answer.status_code == status
    assert told in text_of(answer)
    assert names(event) == []


def test_nobody_else_imports_and_nobody_after_the_draw(organiser, now):
    event = a_cup(organiser, now)
    for who in (an_organiser(), a_person()):
        assert send(who, event, "jugador\nUno\n").status_code == 403
        with pytest.raises(RefusedError, match="not-organiser"):
            entry_import.import_entries(
                competition_id=event.pk, actor=who, rows=read("jugador\nUno\n"), now=now
            )
    running = a_running_cup(organiser, now)
    with pytest.raises(RefusedError, match="registration-closed"):
        entry_import.import_entries(
            competition_id=running.pk, actor=organiser, rows=read("jugador\nUno\n"), now=now
        )
    assert a_browser().get(f"/competitions/{event.pk}/import/").status_code == 302


def test_the_page_is_guarded_although_it_weighs_the_file_first(organiser, now):
    event = a_cup(organiser, now)
    answer = send(organiser, event, "jugador\nUno\n", enforce_csrf_checks=True)
    assert answer.status_code == 403


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("round_", range(ROUNDS))
def test_a_file_and_registrations_at_once_fill_the_places_and_no_more(round_, now):
    organiser = an_organiser()
    event = a_cup(organiser, now, cap=4)
    people = [a_person() for _ in range(3)]
    rows = read("jugador\nUno\nDos\nTres\n" + f"@{people[0].username}\n")
    take = partial(
        entry_import.import_entries, competition_id=event.pk, actor=organiser, rows=rows, now=now
    )
    registers = [
        partial(entries.register, competition_id=event.pk, user=person, now=now)
        for person in people
    ]
    at_once(take, take, *registers)
    assert event.entries.filter(state=Entry.State.CONFIRMED).count() == 4
    assert event.entries.filter(state=Entry.State.WAITING).count() == 2
    assert sound()
