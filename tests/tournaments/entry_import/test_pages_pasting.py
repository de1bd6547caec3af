"""The page of a pasted list: read, mended by its buttons, entered; without a script."""

import json
import re
from html import unescape
from html.parser import HTMLParser

import pytest

from accounts.sanctions import services as sanctions
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, a_running_cup, club_of
from tests.tournaments.soundness import sound
from tournaments.demo import rehearsals
from tournaments.entry_import.pasted_list import MAX_BYTES, MAX_LINES
from tournaments.models import Competition, Entry

pytestmark = [pytest.mark.django_db, pytest.mark.both]
FEW = 49  # queries to read a list and to enter it, however long it is


class Form(HTMLParser):
    """The fields and buttons of the page, as a browser without a script sends them."""

    def __init__(self, answer) -> None:
        super().__init__()
        self.fields: list[tuple[str, str]] = []
        self.buttons: list[tuple[str, str, str]] = []
        self._in_list = self._in_button = False
        self.text = ""
        self.feed(text_of(answer))

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "input" and given.get("type") != "checkbox" and "name" in given:
            self.fields.append((given["name"], given.get("value", "")))
        if tag == "button" and given.get("name"):
            self.buttons.append((given["name"], given["value"], ""))
            self._in_button = True
        self._in_list = tag == "textarea"

    def handle_endtag(self, tag):
        self._in_list = False
        self._in_button = self._in_button and tag != "button"

    def handle_data(self, data):
        if self._in_list:
            self.text += data.removeprefix("\n")
        if self._in_button:
            name, value, shown = self.buttons[-1]
            self.buttons[-1] = name, value, f"{shown} {' '.join(data.split())}".strip()

    def sends(self, shown: str, **typed: str) -> dict[str, object]:
        """Return the fields that a button submits; the only text field gets `typed`."""
        data: dict[str, list[str]] = {"list": [self.text.replace("\n", "\r\n")]}
        for name, value in self.fields:
            data.setdefault(name, []).append(typed.get(name, value))
        found = [(name, value) for name, value, words in self.buttons if words.startswith(shown)]
        assert found, f"no button {shown} among {self.buttons}"
        return {**data, found[0][0]: [found[0][1]]}


@pytest.fixture
def cup(organiser, now):
    return a_cup(organiser, now, per_side=2)


@pytest.fixture
def tab(organiser):
    return a_browser(organiser)


def address(cup):
    return f"/competitions/{cup.pk}/paste/"


def read(tab, cup, text):
    return tab.post(address(cup), {"list": text, "read": "1"})


def press_button(tab, cup, answer, button, **typed):
    return tab.post(address(cup), Form(answer).sends(button, **typed))


def names(cup):
    return list(cup.entries.order_by("pk").values_list("name", flat=True))


def test_where_people_play_on_screen_the_link_comes_before_the_list(organiser, now):
    page = text_of(a_browser(organiser).get(address(a_cup(organiser, now))))
    assert page.index("Copiar el enlace") < page.index("La lista, uno por renglón")
    assert "eligiendo su nombre" in page


def test_where_the_cards_are_real_there_is_but_the_list(organiser, now):
    cup = a_cup(organiser, now, with_cards=True)
    page = text_of(a_browser(organiser).get(address(cup)))
    assert "La lista, uno por renglón" in page
    assert "Copiar el enlace" not in page


def test_a_list_is_read_and_nobody_is_entered_by_that(tab, cup):
    answer = read(tab, cup, "*Truco*\n1. Ana y Beto\n2. Mara")
    page = text_of(answer)
    assert "Entendimos 1 renglón" in page
    assert "1 renglón sin leer" in page
    assert "1 por mirar" in page
    assert page.index("2. Mara") < page.index("<bdi>Ana</bdi>")  # the odd ones first
    assert Form(answer).text == "*Truco*\n1. Ana y Beto\n2. Mara"
    assert names(cup) == []


@pytest.mark.parametrize(("reserves", "where"), [(0, "en Reglas"), (1, "se suma después")])
def test_who_stands_in_brackets_is_said_to_be_left_out_and_where_to_go(
    organiser, now, reserves, where
):
    cup = a_cup(organiser, now, per_side=2, reserves=reserves)
    tab = a_browser(organiser)
    told = "Lo que va entre paréntesis no se anota."
    assert told not in text_of(read(tab, cup, "Ana y Beto"))
    page = text_of(read(tab, cup, "Ana y Beto (Lucho)"))
    assert told in page
    assert where in page


def test_the_good_ones_go_in_and_the_odd_ones_stay_on_the_page(tab, cup):
    answer = press_button(tab, cup, read(tab, cup, "1. Ana y Beto\n2. Mara"), "Anotar 1")
    assert answer.status_code == 200
    assert "1 inscripción entró." in text_of(answer)
    assert Form(answer).text == "2. Mara"
    done = press_button(tab, cup, answer, "Leer", typed="Nico")
    assert Form(done).text == "2. Mara / Nico"
    gone = press_button(tab, cup, done, "Anotar 1")
    assert gone.url == f"/competitions/{cup.pk}/manage/"
    assert names(cup) == ["Ana y Beto", "Mara y Nico"]
    log = text_of(tab.get(f"/competitions/{cup.pk}/manage/?s=log"))
    assert re.search(r"pegó una lista:\s+1\s", log)


def test_what_is_typed_beside_a_line_is_not_lost_by_any_button(tab, cup):
    answer = read(tab, cup, "Mara\nAna y Ana")
    mended = press_button(tab, cup, answer, "Son otros", typed="Nico")
    assert Form(mended).text == "Mara / Nico\nAna y Ana"
    assert "por mirar" not in text_of(mended)


def test_while_the_list_is_typed_what_stands_beside_it_stays(tab, cup):
    sent = Form(read(tab, cup, "Mara")).sends("Leer", typed="Ni")
    answer = tab.post(address(cup), sent, headers={"HX-Trigger-Name": "list"})
    assert Form(answer).text == "Mara"
    assert ("typed", "Ni") in Form(answer).fields


@pytest.mark.parametrize(
    ("text", "button", "left"),
    [
        ("Ana y Beto\nana y beto", "Quitar de la lista", "Ana y Beto"),
        ("Ana y Ana", "Quitar de la lista", ""),
        ("Mara\nNico", "Nico", "Mara / Nico"),
        ("Ana y Beto, Caro y Dani", "Ana / Beto", "Ana / Beto\nCaro / Dani"),
        ("Ana, Beto, Caro", "Ana · Caro", "Ana / Caro"),
        ("Mara", "Busca pareja", "Mara"),
        (
            "Las Comadres",
            "Es un equipo",
            "Las Comadres: Las Comadres 1 / Las Comadres 2",
        ),
        ("Ana y Ana", "Son otros", "Ana y Ana"),
    ],
)
def test_a_tap_mends_a_line(tab, cup, text, button, left):
    answer = press_button(tab, cup, read(tab, cup, text), button)
    assert Form(answer).text.strip() == left
    assert "por mirar" not in text_of(answer)


def test_a_decision_goes_with_its_line_and_not_with_another(tab, cup):
    answer = press_button(tab, cup, read(tab, cup, "Ana y Ana\nMara"), "Son otros")
    assert ("others", "Ana y Ana") in Form(answer).fields
    changed = press_button(tab, cup, answer, "Busca pareja")
    assert {("others", "Ana y Ana"), ("alone", "Mara")} <= set(Form(changed).fields)
    assert press_button(tab, cup, changed, "Anotar 2").status_code == 302
    assert set(cup.entries.values_list("state", flat=True)) == {
        Entry.State.CONFIRMED,
        Entry.State.FORMING,
    }


def test_a_skipped_line_is_taken_back_in(tab, cup):
    answer = press_button(tab, cup, read(tab, cup, "Vamos todos!!"), "Es un nombre")
    assert "1 por mirar" in text_of(answer)


def test_a_line_of_pictures_is_to_look_at_until_it_has_names(tab, cup):
    answer = read(tab, cup, "Ana y Beto\n🦊🦊")
    page = text_of(answer)
    assert "no tiene ningún nombre: ¿quién es?" in page
    assert "Entendimos 1 renglón" in page
    assert "1 por mirar" in page
    typed = press_button(tab, cup, answer, "Leer", typed="Caro y Dani")
    assert Form(typed).text == "Ana y Beto\nCaro y Dani"
    assert Form(press_button(tab, cup, answer, "Quitar de la lista")).text == "Ana y Beto"
    assert Form(press_button(tab, cup, answer, "Anotar 1")).text == "🦊🦊"


@pytest.mark.feature("Entries", "A club's regulars are one tap each")
def test_regulars_are_one_tap(tab, organiser, cup, now):
    past = a_cup(organiser, now, per_side=2)
    press_button(tab, past, read(tab, past, "Tano y Uri"), "Anotar 1")
    answer = press_button(tab, cup, tab.get(address(cup)), "+ Tano y Uri")
    assert Form(answer).text.strip() == "Tano / Uri"
    assert "Del club" not in text_of(answer)
    press_button(tab, cup, answer, "Anotar 1")
    assert names(cup) == ["Tano y Uri"]


@pytest.mark.feature("Entries", "A regular is forgotten, which can be undone")
def test_a_regular_is_forgotten_and_that_is_undone(tab, organiser, cup, now):
    past = a_cup(organiser, now, per_side=2)
    press_button(tab, past, read(tab, past, "Tano y Uri"), "Anotar 1")
    answer = press_button(tab, cup, read(tab, cup, "Ana y Beto"), "Olvidar")
    assert "<bdi>Tano y Uri</bdi> ya no aparece" in text_of(answer)
    assert "Del club" not in text_of(answer)
    answer = press_button(tab, cup, answer, "Deshacer")
    assert "+ <bdi>Tano y Uri</bdi>" in text_of(answer)
    assert Form(answer).text.strip() == "Ana y Beto"
    assert tab.post(address(cup), {"list": "", "forget": "x"}).status_code == 422


def test_who_has_come_in_since_is_asked_about_again(tab, cup):
    text = "Ana y Beto"
    early = Form(read(tab, cup, text)).sends("Anotar")
    press_button(tab, cup, read(tab, cup, text), "Anotar 1")
    late = tab.post(address(cup), {**early, "others": [text]})
    assert "Nadie entró" in text_of(late)
    assert ("others", text) not in Form(late).fields
    press_button(tab, cup, press_button(tab, cup, late, "Son otros"), "Anotar 1")
    assert names(cup) == [text] * 2


def test_a_hundred_and_twenty_eight_rows_take_few_queries(tab, cup, django_assert_max_num_queries):
    text = "\n".join(f"{n}. Ana Apellido{n} y Beto Apellido{n} ✔" for n in range(128))
    with django_assert_max_num_queries(FEW):
        answer = press_button(tab, cup, read(tab, cup, text), "Anotar 128")
    assert answer.status_code == 302
    assert cup.entries.count() == 128


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Ana y Beto\n" * (MAX_LINES + 1), "512 renglones"),
        ("ñ" * (MAX_BYTES // 2 + 1), "64 KB"),
        ("x" * 3 * 1024 * 1024, "64 KB"),
    ],
)
def test_a_list_that_is_too_long_is_refused_in_words_and_stays(tab, cup, text, words):
    for button in ("read", "enter"):
        answer = tab.post(address(cup), {"list": text, button: "1"})
        assert answer.status_code == 422
        assert words in text_of(answer)
        assert len(text) > 1024 * 1024 or Form(answer).text.strip() == text.strip()
    assert names(cup) == []


@pytest.mark.parametrize(
    "sent",
    [
        {"mend": "x"},
        {"mend": json.dumps({"act": "replace", "at": 1})},
        {"mend": json.dumps({"act": "no", "of": "Ana"})},
        {"mend": "[" * 100_000},
        {"of": "x", "typed": "y"},
    ],
)
def test_what_no_button_sends_is_refused(tab, cup, sent):
    answer = tab.post(address(cup), {"list": "Ana y Beto", **sent})
    assert answer.status_code in (400, 409, 422)
    assert names(cup) == []


@pytest.mark.parametrize("seen", ["", "x", "-1", "9" * 40, "²"])
def test_an_odd_number_of_the_newest_entry_excuses_nobody(tab, cup, seen):
    press_button(tab, cup, read(tab, cup, "Ana y Beto"), "Anotar 1")
    data = {"list": "Ana y Beto", "others": "Ana y Beto", "seen": seen, "enter": "1"}
    tab.post(address(cup), data)
    assert names(cup) == ["Ana y Beto"]


def test_what_people_write_is_shown_and_not_run(tab, cup):
    page = text_of(read(tab, cup, "<b>Ana</b> y <script>x</script>\n</textarea><i>Mara"))
    assert "<script>x" not in page
    assert "<b>Ana" not in page
    assert "<i>Mara" not in page


def test_only_organisers_see_it_and_only_before_the_draw(tab, organiser, cup, now):
    assert a_browser(a_person()).get(address(cup)).status_code == 403
    running = a_running_cup(organiser, now)
    assert tab.get(address(running)).status_code == 409
    assert a_browser().get(address(cup)).status_code == 302
    strict = a_browser(organiser, enforce_csrf_checks=True)
    assert strict.post(address(cup), {"list": "Ana y Beto", "enter": "1"}).status_code == 403


def test_a_list_whose_page_has_an_old_token_is_shown_again(organiser, cup):
    strict = a_browser(organiser, enforce_csrf_checks=True)
    answer = strict.post(address(cup), {"list": "Ana y Beto\nCata y Dani", "enter": "1"})
    assert answer.status_code == 403
    assert "Ana y Beto\nCata y Dani" in text_of(answer)


def test_it_is_reached_from_where_entries_are_missing(tab, organiser, cup, now):
    for page in ("", "manage/", "entered/"):
        assert address(cup) in text_of(tab.get(f"/competitions/{cup.pk}/{page}"))
    running = a_running_cup(organiser, now)
    for page in ("", "manage/", "entered/"):
        assert address(running) not in text_of(tab.get(f"/competitions/{running.pk}/{page}"))


@pytest.mark.parametrize(("per_side", "words"), [(1, "uno por"), (2, "pareja"), (3, "equipo")])
def test_the_page_says_what_a_line_is(tab, organiser, now, per_side, words):
    event = a_cup(organiser, now, per_side=per_side)
    assert re.search(rf"La lista,\s[^<]*{words}", unescape(text_of(tab.get(address(event)))))


def test_an_entry_by_hand_comes_back_with_an_empty_form(tab, organiser, cup):
    data = {"players-player_1": "Ana", "players-player_2": "Beto"}
    to, here = f"/competitions/{cup.pk}/entries/", {"HX-Request": "true", "HX-Target": "by-hand"}
    page = text_of(tab.post(to, data, headers=here, follow=True))
    assert "✓ Ana y Beto están en la lista." in page
    assert re.search(r'name="players-player_1"[^>]*autofocus', page)
    twice = {"players-player_1": f"@{organiser.username}", "players-player_2": "Caro"}
    tab.post(to, twice)
    refused = tab.post(to, twice, headers=here)
    assert refused.status_code == 409
    assert "nadie juega dos veces" in text_of(refused)
    assert 'id="by-hand"' in text_of(refused)
    assert Competition.objects.get(pk=cup.pk).entries.count() == 2


def test_of_a_team_it_is_not_asked_who_plays_with_whom(organiser, now, tab):
    team = a_cup(organiser, now, with_cards=True, boards="2,2,1")
    page = text_of(read(tab, team, "Los Pinos: Ana, Beto, Caro, Dani"))
    assert "faltan nombres: cada equipo es de 5" in page
    assert "Quién falta" in page
    assert "Quién falta en Los Pinos" in page
    assert "Compañero de" not in page
    for of_pairs in ("¿con quién juega?", "Compañero", "Busca pareja"):
        assert f"{of_pairs}<" not in page
        assert f'"{of_pairs}"' not in page


def test_to_the_name_of_a_team_alone_its_people_are_typed(organiser, now, tab):
    team = a_cup(organiser, now, per_side=3)
    answer = press_button(
        tab, team, read(tab, team, "Los Cuervos"), "Leer", typed="Gino, Hilo, Ivo"
    )
    assert Form(answer).text == "Los Cuervos: Gino, Hilo, Ivo"
    press_button(tab, team, answer, "Anotar 1")
    assert names(team) == ["Los Cuervos"]


@pytest.mark.parametrize("terms", [{"per_side": 2}, {"boards": "2,2,1"}])
def test_a_team_of_which_only_the_name_is_known_can_enter(organiser, now, terms):
    cup = a_cup(organiser, now, with_cards=True, **terms)
    tab = a_browser(organiser)
    answer = press_button(tab, cup, read(tab, cup, "Las Comadres"), "Es un equipo")
    assert press_button(tab, cup, answer, "Anotar 1").status_code == 302
    (entry,) = cup.entries.all()
    assert (entry.name, entry.state) == ("Las Comadres", Entry.State.CONFIRMED)
    assert entry.roster.first().name == "Las Comadres 1"
    assert "Es un equipo" not in text_of(read(tab, cup, "Mara"))


def test_whom_the_club_suspended_enters_by_no_list(tab, organiser, cup, now):
    kept = a_person()
    sanctions.suspend_in_club(
        club_id=cup.club_id, by=organiser, user_id=kept.pk, reason="x", until=None, now=now
    )
    page = text_of(read(tab, cup, f"@{kept.username} y Ana"))
    assert f"el club suspendió a {kept}" in page
    assert "Entendimos 0 renglones" in page


def test_a_rehearsal_takes_no_accounts_from_a_list(organiser, now):
    event = rehearsals.start_rehearsal(actor=organiser, home=club_of(organiser), now=now)
    page = text_of(read(a_browser(organiser), event, f"@{a_person().username} y Ana"))
    assert "en un ensayo van nombres, no cuentas" in page


WITH_WAITING = "Ana y Beto\nCaro y Dani\nLista de espera:\n1. Eva y Fede\n2. Gus"


def test_who_waits_in_the_list_waits_in_the_competition(organiser, now):
    cup, tab = a_cup(organiser, now, per_side=2, cap=2), a_browser(organiser)
    answer = read(tab, cup, WITH_WAITING)
    assert 'name="waiting" value="1" checked' in text_of(answer)
    left = press_button(tab, cup, answer, "Anotar 3", waiting="")  # the tick taken off
    assert names(cup) == ["Ana y Beto", "Caro y Dani"]
    assert Form(left).text == "Lista de espera:\n1. Eva y Fede\n2. Gus"
    tab.post(address(cup), {"list": Form(left).text, "enter": "1"})
    assert cup.entries.get(name="Eva y Fede").state == Entry.State.WAITING
    assert sound()


def test_while_there_is_room_the_waiting_list_enters_only_if_that_is_said(tab, cup):
    answer = read(tab, cup, WITH_WAITING)
    assert 'name="waiting" value="1" checked' not in text_of(answer)
    assert "hay lugar para 1" in text_of(answer)
    sent = Form(answer).sends("Anotar 2")
    tab.post(address(cup), {**sent, "waiting": "1"})
    assert names(cup) == ["Ana y Beto", "Caro y Dani", "Eva y Fede"]


def test_who_waits_and_is_in_already_is_not_entered_again(organiser, now):
    cup, tab = a_cup(organiser, now, per_side=2, cap=2), a_browser(organiser)
    text = "Ana y Beto\nCaro y Dani\nSuplentes: Ana y Beto"
    tab.post(address(cup), {"list": text, "enter": "1"})
    assert names(cup) == ["Ana y Beto", "Caro y Dani"]
