"""Pasted lists: how each line is read, in any notation."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.entry_import import pasted_list
from tournaments.entry_import.line import continued, groups_of, write
from tournaments.entry_import.pasted_list import ListError, read_list

AB = ("Ana Ruiz", "Beto Sosa")


def read(text, size=2, taken=()):
    (line,) = read_list(text, size=size, taken=taken)
    return line


@pytest.mark.feature("Entries", "A pasted list in any shape is read line by line")
@pytest.mark.parametrize(
    "line",
    [
        "Ana Ruiz y Beto Sosa",
        "Ana Ruiz / Beto Sosa",
        "Ana Ruiz/Beto Sosa",
        "1. Ana Ruiz - Beto Sosa",
        "1.- Ana Ruiz -Beto Sosa",
        "1.Ana Ruiz – Beto Sosa",
        "12) Ana Ruiz, Beto Sosa",
        "(3) Ana Ruiz ; Beto Sosa",
        "3- Ana Ruiz + Beto Sosa",
        "3 - Ana Ruiz & Beto Sosa",
        "#7 Ana Ruiz | Beto Sosa",
        "1º Ana Ruiz y Beto Sosa",
        "2ª: Ana Ruiz con Beto Sosa",
        "1️⃣ Ana Ruiz y Beto Sosa",
        "1️⃣0️⃣ Ana Ruiz y Beto Sosa 💪🏽",
        "16\tAna Ruiz\tBeto Sosa",
        "1\tAna Ruiz\tBeto Sosa\t11 5555-2233\t",
        "Pareja 3: Ana Ruiz y Beto Sosa",
        "Equipo Nº 4 - Ana Ruiz / Beto Sosa",
        "Ana Ruiz y Beto Sosa ✔",
        "✓ Ana Ruiz y Beto Sosa",
        "✅ Ana Ruiz y Beto Sosa ✅",
        "☑️ Ana Ruiz ✔️ y Beto Sosa ❌",
        "x Ana Ruiz y Beto Sosa",
        "[x] Ana Ruiz + Beto Sosa x",
        "[ ] Ana Ruiz + Beto Sosa",
        "• Ana Ruiz • Beto Sosa",
        "- Ana Ruiz y Beto Sosa.",
        "* *Ana Ruiz* y _Beto Sosa_",
        "*Ana Ruiz y Beto Sosa*",
        "ana ruiz y beto sosa",
        "ANA RUIZ Y BETO SOSA",
        "Ana Ruiz Y Beto Sosa",
        "Ana Ruiz and Beto Sosa",
        "Ana Ruiz with Beto Sosa",
        "Ana Ruiz i Beto Sosa",
        "Ana Ruiz amb Beto Sosa",
        "Ana Ruiz y Beto Sosa 11 5555-2233",
        "Ana Ruiz y Beto Sosa +54 9 11 5555 2233",
        "Ana Ruiz (11-5555-2233) y Beto Sosa (DNI 12.345.678)",
        "ana@correo.com.ar Ana Ruiz y Beto Sosa",
        "Ana Ruiz y Beto Sosa pagó",
        "Ana Ruiz y Beto Sosa - pagaron",
        "Ana Ruiz y Beto Sosa (pagó)",
        "pagó Ana Ruiz y Beto Sosa $5000",
        "Ana Ruiz y Beto Sosa no pagaron",
        "Ana Ruiz y Beto Sosa deben 3.000 pesos",
        "Ana Ruiz y Beto Sosa, confirmados!!",
        "Ana Ruiz (capitana) y Beto Sosa [zurdo]",
        "Ana Ruiz y Beto Sosa ok ok",
        "20:15 Ana Ruiz y Beto Sosa",
        "[21/11/25, 20:15:03] Marta: Ana Ruiz y Beto Sosa",
        "21/11/2025, 20:15 - Marta: 3. Ana Ruiz y Beto Sosa",
        "  Ana   Ruiz   y   Beto\u00a0Sosa  ",
        "\u200eAna Ruiz\u200b y Beto Sosa",
        "«Ana Ruiz» / «Beto Sosa»",
        '"Ana Ruiz" / "Beto Sosa"',
    ],
)
def test_a_pair_is_read_however_it_is_written(line):
    found = read(line)
    assert found.names == AB
    assert not found.is_talk


@pytest.mark.parametrize(
    ("line", "team"),
    [
        ("4. Los Pibes: Nico y Fede", "Los Pibes"),
        ("LA BANDA: Nico / Fede (pagó)", "La Banda"),
        ("Inscriptos: Nico, Fede y Caro", ""),
        ("Los Pibes: Nico", ""),
        ("Inscriptos: Nico y Fede", ""),
        ("Pareja 3: Nico y Fede", ""),
        ("confirmados: Nico y Fede", ""),
        ("7) Los Pibes de Boedo (Nico y Fede)", "Los Pibes de Boedo"),
        ("Los Pibes (Nico, Fede y Caro)", ""),
        ("Los Pibes (Nico)", ""),
        ("Nico y Fede (Boedo y Flores)", ""),
        ("Inscriptos (Nico y Fede)", ""),
    ],
)
def test_a_team_bears_the_name_before_a_colon_or_before_brackets(line, team):
    assert read(line).team == team
    if team:
        assert read(line).names == ("Nico", "Fede")


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Ana-María - José-Luis", ("Ana-María", "José-Luis")),
        ("Juan de la Cruz y Cía / Pedro", ("Juan de la Cruz y Cía", "Pedro")),
        ("Juan e hijos y Pedro", ("Juan e hijos", "Pedro")),
        ("María y José", ("María", "José")),
        ("«María y José» / Pedro", ("María y José", "Pedro")),
        ("Olga e Inés", ("Olga", "Inés")),
        ("Juan I Pérez y Ana E Ruiz", ("Juan I Pérez", "Ana E Ruiz")),
        ("Juan P. y Beto Sosa Jr.", ("Juan P.", "Beto Sosa Jr.")),
        ('Juan "Tito" Pérez y Ana', ('Juan "Tito" Pérez', "Ana")),
        ("O'Higgins y d'amico", ("O'Higgins", "D'Amico")),
        ("JOSÉ DE LA CRUZ Y JP", ("José de la Cruz", "JP")),
        ("@marta y @Beto Sosa", ("@marta", "@Beto Sosa")),
        ("Ana, Beto y Carla", ("Ana", "Beto", "Carla")),
        ("José Ortega y Gasset / Ana", ("José Ortega", "Gasset", "Ana")),
        ("Los del 8 / La 12", ("Los del 8", "La 12")),
        ("7. Mara", ("Mara",)),
        ("Mara y ?", ("Mara",)),
        ("Mara + 1", ("Mara",)),
        ("Mara / a confirmar", ("Mara",)),
        ("Domingo Sarmiento y Paz Vega", ("Domingo Sarmiento", "Paz Vega")),
        ("Zoë, İlknur", ("Zoë", "İlknur")),
        ("Ана и Бето / 本田", ("Ана и Бето", "本田")),
        ("1. Vive en Mar del Plata y Beto", ("Vive en Mar del Plata", "Beto")),
    ],
)
def test_names_are_cut_where_they_are_joined_and_nowhere_else(line, names):
    assert read(line).names == names


@pytest.mark.parametrize(
    "line",
    [
        "*Truco viernes 21/11*",
        "Truco 21-11-2025",
        "confirmo mañana!!",
        "Hola a todos",
        "Suplentes:",
        "LISTA DE ESPERA",
        "Viernes 21 hs",
        "21 de noviembre en lo de Tito",
        "Nombre\tJugador 1\tJugador 2",
        "¿Quién más?",
        "Ana viene?",
        "Falta uno",
        "Jugamos a las 21 en lo de Tito",
        "Allá estaremos!",
        "https://truco.example/k7qm",
        "~Ana Ruiz y Beto Sosa~",
        "*Mesa chica*",
        "gracias",
        "Ok",
        "Si vienen antes de las nueve hay empanadas",
        "Thanks all",
        "Llista de parelles",
        "Ana " * 101,
    ],
)
def test_what_is_no_name_is_skipped(line):
    assert read(line).is_talk


def test_a_skipped_line_can_be_taken_for_a_name():
    assert read("Allá estaremos!", taken={"Allá estaremos!"}).names == ("Allá estaremos",)
    taken = read("Ok", size=1, taken={"Ok"})
    assert (taken.names, taken.is_talk) == (("Ok",), False)
    assert not read("Jugadores y Hola", taken={"Jugadores y Hola"}).is_talk


def test_lines_without_a_letter_are_passed_over_and_the_others_keep_their_number():
    lines = read_list("1. Ana\r\n\n-----\n2. ✅\n☑️\n3. Beto\r16)", size=1)
    assert [(line.number, line.names) for line in lines] == [(1, ("Ana",)), (6, ("Beto",))]


@pytest.mark.parametrize("written", ["👍", "3. 🦊🦊", "❤️", "♠ ♥", "👩🏽‍🚀", "🇦🇷"])
def test_a_line_of_pictures_alone_names_nobody_and_is_there_to_be_looked_at(written):
    line = read(f"  {written} ")
    assert (line.written, line.names, line.is_talk) == (written, (), False)


@pytest.mark.parametrize("alone", ["Mara busca pareja", "Mara (sin compañero)", "Mara sola"])
def test_who_looks_for_a_partner_says_so(alone):
    found = read(alone)
    assert (found.names, found.looks) == (("Mara",), True)


@pytest.mark.parametrize(
    ("line", "paid"),
    [
        ("Ana y Beto pagó", True),
        ("Ana y Beto (PAGARON)", True),
        ("Ana (pagado) / Beto", False),
        ("Ana / Beto (pagado)", True),
        ("Ana y Beto no pagó", False),
        ("Ana y Beto falta pagar", False),
        ("Ana y Beto", False),
    ],
)
def test_who_paid_is_read(line, paid):
    assert read(line).paid is paid


def test_what_was_left_out_is_told():
    assert read("Ana (zurda) y Beto 11 5555-2233").left_out == ("phone", "brackets")
    assert read("Ana y Beto").left_out == ()


def test_a_mere_word_joins_weakly():
    assert read("José Ortega y Gasset / Ana").weak == (1,)


@pytest.mark.parametrize(
    ("names", "size", "groups"),
    [
        ("ABCD", 2, [("A", "B"), ("C", "D")]),
        ("ABC", 2, []),
        ("AB", 2, []),
        ("AB", 1, [("A",), ("B",)]),
    ],
)
def test_a_line_of_several_sides_comes_apart(names, size, groups):
    assert groups_of(names, size) == groups


def test_lists_that_are_too_long_are_refused():
    with pytest.raises(ListError) as refused:
        read_list("ñ" * (pasted_list.MAX_BYTES // 2 + 1), size=2)
    assert refused.value.code == "too-large"
    with pytest.raises(ListError) as refused:
        read_list("Ana y Beto\n" * (pasted_list.MAX_LINES + 1), size=2)
    assert refused.value.code == "too-many-lines"
    assert len(read_list("Ana y Beto\n" * pasted_list.MAX_LINES, size=2)) == pasted_list.MAX_LINES


SIGNS = ("+", "\t", "-", "–", ",", "/", "✔", "(", "«", "»", '"', "~", "*", "_", "@", "?", "!", ":")
NAMES = ("Ana", "beto", "MARÍA", "Ñ", "ß", "İ", "ǆ", "ﬁ", "º", "ﷺ", "P.", "Jr.", "@ana", "Cía")
SAID = ("pagó", "pagó)", "x", "busca pareja", "11 5555-2233", "hola", "20:15", "$500", "21/11")
BETWEEN = ("y", " / ", " - ", " i ", "e", "I", "1.", "12)", "1️⃣", "2", "\n", "\u200b", " ")
SCRAPS = st.sampled_from((*SIGNS, *NAMES, *SAID, *BETWEEN))
TEXTS = st.one_of(
    st.text(), *(st.lists(SCRAPS, max_size=12).map(space.join) for space in ("", " "))
)


def bare(text):
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return "".join(plain.split())


def is_within(name, line):
    signs = iter(bare(line))
    return all(sign in signs for sign in bare(name))


@given(TEXTS, st.integers(1, 3))
def test_any_text_is_read_into_names_that_are_in_it(text, size):
    for line in read_list(text, size=size):
        assert line.written in text
        assert all(name and name == name.strip() for name in line.names)
        assert all(is_within(name, line.written) for name in line.names)


def test_a_team_keeps_its_name_where_one_of_it_is_written_anew():
    line = read("Los Tahúres: lauraq, Nino, Oto", 3)
    again = read(write(("@lauraq", *line.names[1:]), line.team), 3)
    assert (again.team, again.names) == ("Los Tahúres", ("@lauraq", "Nino", "Oto"))


@given(TEXTS, st.integers(1, 3))
def test_what_was_read_is_read_again_as_it_is(text, size):
    for line in read_list(text, size=size):
        if line.names:
            again = read(write(line.names), size)
            assert again.names == line.names
            assert line.is_talk or not again.is_talk


def test_of_a_whole_team_nobody_is_taken_for_an_answer():
    five = ("Ana", "Beto", "Si", "Dani", "Eva")
    assert read(f"Los Pinos: {', '.join(five)}", size=5).names == five
    assert read(", ".join(five), size=5).names == five
    assert read("Ana, Beto, Caro, Dani, Eva, si", size=5).names == (
        "Ana",
        "Beto",
        "Caro",
        "Dani",
        "Eva",
    )
    assert read("Ana Ruiz / si").names == ("Ana Ruiz",)


def test_a_team_written_with_its_reserves_is_still_that_team() -> None:
    line = read("Los Pibes: Ana, Beto, Caro, Dani y Eva (suplente)", size=4)
    assert (line.team, line.names) == ("Los Pibes", ("Ana", "Beto", "Caro", "Dani", "Eva"))
    assert read("Ojo: ¿juegan Ana, Beto y Caro?").team == ""


@pytest.mark.parametrize(
    ("line", "team", "names"),
    [
        ("Tigre - Gino y Hilo", "Tigre", ("Gino", "Hilo")),
        ("2. Tigre – Gino, Hilo", "Tigre", ("Gino", "Hilo")),
        ("Tigre: Gino y Hilo", "Tigre", ("Gino", "Hilo")),
        ("Tigre - Gino, Hilo and Ivo", "Tigre", ("Gino", "Hilo", "Ivo")),
        ("Tigre- Gino, Hilo, Ivo y Juan", "Tigre", ("Gino", "Hilo", "Ivo", "Juan")),
        ("Tigre: Gino", "", ("Tigre: Gino",)),
        ("Gino - Hilo", "", ("Gino", "Hilo")),
        ("Gino - Hilo - Ivo", "", ("Gino", "Hilo", "Ivo")),
        ("Gino, Hilo - Ivo", "", ("Gino", "Hilo", "Ivo")),
        ("Gino y Hilo - Ivo y Juan", "", ("Gino", "Hilo", "Ivo", "Juan")),
        ("Jugadores - Gino, Hilo, Ivo", "", ("Jugadores", "Gino", "Hilo", "Ivo")),
    ],
)
def test_what_a_dash_or_a_colon_sets_apart_from_joined_names_is_the_team_of_more_than_two(
    line, team, names
):
    found = read(line, size=3)
    assert (found.team, found.names) == (team, names)


def test_of_pairs_a_dash_stands_between_two_people() -> None:
    assert read("Tigre - Gino y Hilo").names == ("Tigre", "Gino", "Hilo")


@pytest.mark.parametrize(
    ("size", "more", "line"),
    [
        (3, "Gino, Hilo, Ivo", "Tigre: Gino, Hilo, Ivo"),
        (3, "Gino, Hilo", "Tigre / Gino, Hilo"),
        (2, "Gino", "Tigre / Gino"),
    ],
)
def test_a_name_alone_before_all_who_play_is_their_teams(size, more, line) -> None:
    assert continued("Tigre", more, size) == line


def test_a_brazilian_list_is_read_with_its_money_and_its_greetings():
    text = "\n".join(
        (
            "*Torneio do boteco*, R$ 40 a dupla",
            "1- Zé Carlos e João da Silva pagou R$ 40 ✅",
            "2 - Dona Cida / Toninho (pago)",
            "3) Marcão com Tiãozinho, falta pagar",
            "28/11/2026 20:16 - Bira entrou usando o link de convite do grupo",
            "Valeu, pessoal!",
        )
    )
    title, *pairs, joined, thanks = read_list(text, size=2)
    assert [line.names for line in pairs] == [
        ("Zé Carlos", "João da Silva"),
        ("Dona Cida", "Toninho"),
        ("Marcão", "Tiãozinho"),
    ]
    assert [line.paid for line in pairs] == [True, True, False]
    assert all(line.is_talk for line in (title, joined, thanks))
