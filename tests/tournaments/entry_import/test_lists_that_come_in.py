"""Lists as messengers, spreadsheets and forms write them: who is in them, and who is not."""

import io
import zipfile
from contextlib import suppress

import openpyxl
import pytest

from tournaments.entry_import import FileError, containers, read_sheet
from tournaments.entry_import.pasted_list import read_list
from tournaments.names.comparison import is_near

AB = ("Ana Ruiz", "Beto Sosa")


def entered(text, size=2):
    lines = read_list(text, size=size)
    return [line.names for line in lines if not line.is_talk and not line.surname_first]


def rows(text, size=2):
    data = text if isinstance(text, bytes) else text.encode()
    return [row.players for row in read_sheet(data, players=size).rows if row.is_good]


@pytest.mark.parametrize(
    "header",
    [
        "20/11/2025, 9:31 p. m. - Marta: ",
        "20/11/2025, 9:31\u202fp.\u00a0m. - Marta: ",
        "11/20/25, 9:31 PM - Marta: ",
        "20.11.25, 21:31 - Marta: ",
        "20/11/2025 21:31 - +54 9 11 5555-0101: ",
        "2025-11-20, 21.31 - Marta Gómez: ",
        "20/11/2025 às 21:31 - Marta: ",
        "[20/11/25, 21:31:05] ~\u202fMarta: ",
        "\u200e[20/11/25, 9:31:05\u202fp.\u00a0m.] Marta: ",
        "[21:31, 20/11/2025] Marta: ",
        "[9:31 PM, 11/20/2025] Marta: ",
        "[20.11.2025 21:31] Marta: ",
        "[20/11/25 21:31:05] Truco 🧉: ",
        "20/11/2025 21:31 Marta: ",
        "[21:31] Marta: ",
    ],
)
def test_sender_and_hour_of_a_chat_are_no_team(header):
    (line,) = read_list(f"{header}3. Ana Ruiz y Beto Sosa", size=2)
    assert (line.names, line.team, line.is_talk) == (AB, "", False)


@pytest.mark.parametrize(
    "notice",
    [
        "Los mensajes y las llamadas están cifrados de extremo a extremo.",
        "Messages and calls are end-to-end encrypted. Only people in this chat can read them.",
        "Els missatges i les trucades estan xifrats d'extrem a extrem.",
        "As mensagens e as chamadas são protegidas e criptografadas de ponta a ponta.",
        "Marta: IMG-20251120-WA0001.jpg (archivo adjunto)",
        "Marta: IMG-20251120-WA0001.jpg (file attached)",
        "Marta: IMG-20251120-WA0001.jpg (arquivo anexado)",
        "Marta: PTT-20251120-WA0003.opus (fitxer adjunt)",
        "Marta: <Multimedia omitido>",
        "Marta: <Media omitted>",
        "Marta: <Mídia oculta>",
        "Marta: Se eliminó este mensaje",
        "Marta: This message was deleted",
        "Marta: Mensagem apagada",
        "Marta: S'ha suprimit aquest missatge",
        "Marta añadió a Nico y Beto",
        "Marta added Nico and Beto",
        "Marta ha afegit en Nico i la Berta",
        "Marta adicionou Nico e Beto",
        "Nico salió del grupo",
        "Nico left",
        "Nico saiu",
        "Marta cambió el asunto de “Truco: jueves” a “Truco: viernes”",
        "Marta: Llamada perdida",
        "Marta: ENCUESTA:",
    ],
)
def test_what_the_messenger_says_itself_is_nobody(notice):
    assert entered(f"20/11/2025, 21:31 - {notice}") == []
    assert entered(f"[20/11/25, 21:31:05] {notice}") == []


def test_notices_of_an_iphone_are_led_by_a_mark():
    assert entered("[20/11/25, 21:31:05] Truco: \u200eMarta creó este grupo con Nico") == []
    assert entered("[20/11/25, 21:31:05] Nico: Ana Ruiz y Beto Sosa \u200e<Se editó.>") == [AB]


@pytest.mark.parametrize(
    "mark",
    [
        "<Se editó este mensaje.>",
        "<This message was edited>",
        "<S'ha editat aquest missatge>",
        "<Mensagem editada>",
    ],
)
def test_an_edited_message_is_read(mark):
    assert entered(f"20/11/2025, 21:33 - Nico: Ana Ruiz y Beto Sosa {mark}") == [AB]


@pytest.mark.parametrize(
    "line",
    [
        "3. Ana Ruiz / Beto Sosa (bajas)",
        "Ana Ruiz / Beto Sosa - baja",
        "ana ruiz / beto sosa BAJA",
        "Ana Ruiz / Beto Sosa baja",
        "Ana Ruiz y Beto Sosa se bajaron",
        "Ana Ruiz y Beto Sosa: no vienen",
        "Ana Ruiz y Beto Sosa no vienen",
        "Ana Ruiz i Beto Sosa (baixa)",
        "Ana Ruiz i Beto Sosa no poden venir",
        "Ana Ruiz and Beto Sosa (withdrawn)",
        "Ana Ruiz and Beto Sosa - can't make it",
        "Ana Ruiz e Beto Sosa não vêm",
        "❌ 4. Ana Ruiz / Beto Sosa",
        "4. ❌ Ana Ruiz / Beto Sosa",
        "Ana Ruiz / Beto Sosa ⛔",
        "*~Ana Ruiz y Beto Sosa~*",
        "3) ~~Ana Ruiz y Beto Sosa~~",
        "A\u0336n\u0336a\u0336 \u0336y\u0336 \u0336B\u0336e\u0336t\u0336o\u0336",
    ],
)
def test_who_is_taken_back_is_skipped_and_said(line):
    (found,) = read_list(line, size=2)
    assert (found.is_talk, found.why) == (True, "withdrawn")


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Juan Baja / Rita Noé", ("Juan Baja", "Rita Noé")),
        ("Rita Noé / Juan Baja", ("Rita Noé", "Juan Baja")),
        ("Noelia No / Xavi Xis", ("Noelia No", "Xavi Xis")),
        ("☑️ Ana Ruiz ✔️ y Beto Sosa ❌", AB),
        ("1. Ana Ruiz y ~Tito Paz~ Beto Sosa", AB),
        ("❶ Ana Ruiz / Beto Sosa", AB),
        ("⑫Ana Ruiz / Beto Sosa", AB),
        ("⒊ Ana Ruiz / Beto Sosa", AB),
        ("b) Ana Ruiz / Beto Sosa", AB),
        ("XIV) Ana Ruiz / Beto Sosa", AB),
        ("N° 12 - Ana Ruiz / Beto Sosa", AB),
        ("D. Ruiz / I. Sosa", ("D. Ruiz", "I. Sosa")),
        ("Ana Ruiz🤝Beto Sosa", AB),
        ("Ana Ruiz w/ Beto Sosa", AB),
        ("Ana Ruiz feat. Beto Sosa", AB),
        ("Ana Ruiz juntamente com Beto Sosa", AB),
        ("Ana Ruiz com Beto Sosa", AB),
        ("Ana Ruiz e Beto Sosa", AB),
        ("Ana Ruiz, DNI: 30123456 / Beto Sosa, D.N.I. 31.234.567", AB),
        ("Ana Ruiz X1234567L / Beto Sosa 12345678-Z", AB),
        ("Ana Ruiz CPF 123.456.789-09 e Beto Sosa", AB),
        ("Ana Ruiz cel 11 5555-0101 / Beto Sosa tel: 1155550102", AB),
        ("Ruiz, Ana / Sosa, Beto", AB),
        ("@u1234567890 / @ana12345678", ("@u1234567890", "@ana12345678")),
        ("1. @12345678 y Ana Ruiz", ("@12345678", "Ana Ruiz")),
        ("@12345678 / @30123456", ("@12345678", "@30123456")),
        ("Ana, Beto", ("Ana", "Beto")),
        ("El Primo / El Viejo", ("El Primo", "El Viejo")),
        ("Ana Ruiz ❤️ Beto Sosa", AB),
        ("➡️ Ana Ruiz → Beto Sosa", AB),
        ("Ana Ruiz \\ Beto Sosa", AB),
        ("Ana Ruiz und Beto Sosa", AB),
        ("Ana Ruiz y Beto Sosa @5491155550101", AB),
        ("1er pareja: Ana Ruiz y Beto Sosa", AB),
        ("Pareja uno: Ana Ruiz y Beto Sosa", AB),
        ("Equipo B - Ana Ruiz y Beto Sosa", AB),
        ("Pareja: Ana Ruiz y Beto Sosa", AB),
        ("Ana E y Beto I", ("Ana E", "Beto I")),
        ("*5.* Ana Ruiz y Beto Sosa", AB),
        ("_5)_ *Ana Ruiz* y *Beto Sosa*", AB),
        ("*5. Ana Ruiz* y Beto Sosa", AB),
    ],
)
def test_names_stay_and_what_is_around_them_goes(line, names):
    assert entered(line) == [names]


def test_an_account_of_figures_alone_is_an_account():
    assert entered("@12345678", 1) == [("@12345678",)]
    assert entered("12345678", 1) == []
    assert rows("jugador\n@12345678\n", 1) == [("@12345678",)]


@pytest.mark.parametrize(
    "nobody",
    [
        "otro",
        "su hermano",
        "quien toque",
        "pendiente",
        "novia",
        "my cousin",
        "un amigo",
        "mi compañero",
        "algú",
        "outro",
        "a partner",
        "TBD",
        "por definir",
        "???",
        "nadie",
        "ninguno",
        "ningú",
        "ninguém",
        "no one",
    ],
)
def test_a_partner_whom_nobody_names_is_nobody(nobody):
    assert entered(f"7. Sara / {nobody}") == [("Sara",)]


@pytest.mark.parametrize(
    ("line", "paid"),
    [
        ("6. Quique pagó / Rita no", False),
        ("Quique pagó / Rita todavía no", False),
        ("Quique no / Rita pagó", False),
        ("Quique pagó / Rita pagó", True),
        ("Quique / Rita (pagó una)", False),
        ("Quique / Rita (pagó la mitad)", False),
        ("Quique / Rita pagaron", True),
        ("Quique and Rita (paid half)", False),
    ],
)
def test_a_payment_of_a_half_is_none_of_the_pair(line, paid):
    (found,) = read_list(line, size=2)
    assert (found.names, found.paid) == (("Quique", "Rita"), paid)


@pytest.mark.parametrize("team", ["Equipo Rojo", "Team Sur", "Los Pibes"])
def test_a_team_may_be_called_a_team(team):
    (line,) = read_list(f"{team}: Ana Ruiz y Beto Sosa", size=2)
    assert (line.names, line.team, line.is_talk) == (AB, team, False)


def test_a_surname_and_a_given_name_are_asked_about():
    (line,) = read_list("Ruiz, Ana", size=2)
    assert line.surname_first == "Ana Ruiz"
    assert entered("Ruiz, Ana\nSosa, Beto", 1) == [("Ana Ruiz",), ("Beto Sosa",)]


@pytest.mark.parametrize(
    "heading",
    [
        "Lista de espera:",
        "*SUPLENTES*",
        "En espera",
        "Waiting list",
        "Llista d'espera",
        "Reservas:",
        "Banca",
        "En reserva:",
        "Fila de espera",
        "Lista de suplentes (por orden)",
    ],
)
def test_under_a_heading_of_those_who_wait_nobody_enters(heading):
    text = f"1. Ana Ruiz y Beto Sosa\n{heading}\n1. Carla y Dani\nConfirmados:\nEva y Fede"
    assert entered(text) == [AB, ("Eva", "Fede")]
    waiting = next(line for line in read_list(text, size=2) if line.written.endswith("Dani"))
    assert waiting.why == "waiting"


def test_under_a_heading_of_those_who_left_nobody_enters():
    assert entered("Ana Ruiz y Beto Sosa\nBajas:\nCarla y Dani") == [AB]


def test_cells_of_a_spreadsheet_are_read_by_their_titles():
    text = "Fecha\tJugadora 1\tJugadora 2\tPagó\n1/2/26\tAna Ruiz\tBeto Sosa\tVERDADERO\n"
    first, second = read_list(f"{text}1/2/26\tCarla Paz\tDani Gil\tFALSO", size=2)[-2:]
    assert (first.names, first.paid) == (AB, True)
    assert (second.names, second.paid) == (("Carla Paz", "Dani Gil"), False)


@pytest.mark.parametrize(
    "titles",
    [
        "Jugador 1;Jugador 2",
        "Jugador A;Jugador B",
        "1er jugador;2do jugador",
        "Primer jugador;Segundo jugador",
        "Nombre y apellido 1;Nombre y apellido 2",
        "Nombre del jugador 1;Nombre del jugador 2",
        "JUGADOR N°1;JUGADOR N°2",
        "Player #1;Player #2",
        "First player;Second player",
        "Capitán;Compañero",
        "Nombre;Compañera",
        "Nombre;Pareja",
        "Jugador/a 1;Jugador/a 2",
        "Nom i cognoms 1;Nom i cognoms 2",
        "Jogador 1;Jogador 2",
        "Nome completo 1;Nome completo 2",
        "Integrante 1;Integrante 2",
        "Participant 1;Participant 2",
        "player_1;player_2",
        "J1;J2",
        "Jug. 1;Jug. 2",
        "Pareja 1;Pareja 2",
        "Tu nombre y apellido;Nombre y apellido de tu compañero",
        "Nom i cognoms;Nom i cognoms de la parella",
        "Nombre y apellido;Nombre y apellido de la pareja",
        "Player 1 (full name);Player 2 (full name)",
        "Nom;Partenaire",
        "Captain;Mate",
    ],
)
def test_two_columns_of_players_are_known_by_many_titles(titles):
    assert rows(f"{titles}\nAna Ruiz;Beto Sosa\n") == [AB]


@pytest.mark.parametrize("title", ["Pareja", "Parejas", "Equipo", "Dupla", "Nombre", "Players"])
def test_one_column_holds_both_players(title):
    assert rows(f"{title};Club\nAna Ruiz / Beto Sosa;Sur\n") == [AB]
    assert rows(f"{title};Club\nAna Ruiz y Beto Sosa;Sur\n") == [AB]


@pytest.mark.parametrize(
    "text",
    [
        "Marca temporal,Jugador 1,Jugador 2,Correo\n2026/11/20 9:31,Ana Ruiz,Beto Sosa,a@b.ar\n",
        "Copa de truco\n\nJugador 1,Jugador 2\nAna Ruiz,Beto Sosa\n",
        "sep=|\nJugador 1|Jugador 2\nAna Ruiz|Beto Sosa\n",
        "jugadores,jugadores\nAna Ruiz / Beto Sosa,\n",
        '"Jugador 1";"Jugador 2"\r\n"Ana Ruiz";"Beto Sosa"\r\n',
        "Jugador 1,Jugador 2,,\nAna Ruiz,Beto Sosa,,\n,,,\n",
        "Nombre 1,Apellido 1,Nombre 2,Apellido 2\nAna,Ruiz,Beto,Sosa\n",
        "Nombre,Apellido,Nombre,Apellido\nAna,Ruiz,Beto,Sosa\n",
        "Nombre jugador 1,Apellido jugador 1,Nombre jugador 2,Apellido jugador 2\n"
        "Ana,Ruiz,Beto,Sosa\n",
        "Nombre,Apellido,Nombre compañero,Apellido compañero\nAna,Ruiz,Beto,Sosa\n",
        "Nombre;Apellido;Compañero/a;DNI\nAna;Ruiz;Beto Sosa;30.123.456\n",
        'Equipo,Integrantes\nLos Pibes,"Ana Ruiz\nBeto Sosa"\n',
        "| Jugador 1 | Jugador 2 |\n|---|---|\n| Ana Ruiz | Beto Sosa |\n",
        "Inscriptos\n#;Dupla;Clube\n1;Ana Ruiz e Beto Sosa;Sul\n;Total;1\n",
        "1,Ana Ruiz,Beto Sosa,NO\n",
        "Ana Ruiz / Beto Sosa\n",
        "1. Ana Ruiz y Beto Sosa\n",
        "[20/11/25, 21:31:05] Marta: Ana Ruiz y Beto Sosa\n",
        '{"entries": [{"players": [{"name": "Ana Ruiz"}, {"name": "Beto Sosa"}], "id": 3}]}',
        '[{"players": ["Ana Ruiz", "Beto Sosa"], "x": 1}, {"players": ["C", "D"],'
        ' "state": "withdrawn"}]',
    ],
)
def test_what_machines_add_refuses_no_file(text):
    assert rows(text) == [AB]


@pytest.mark.parametrize("mate", ["", "busca pareja", "?", "a confirmar"])
def test_a_row_without_a_partner_looks_for_one(mate):
    (row,) = read_sheet(f"jugador 1,jugador 2\nAna,{mate}\n".encode(), players=2).rows
    assert (row.is_good, row.looks, row.players) == (True, True, ("Ana",))


@pytest.mark.parametrize("title", ["Have you paid?", "¿Ya pagaste?", "Pagó", "Has pagat?"])
def test_a_form_asks_whether_one_paid(title):
    (row,) = read_sheet(f"Player 1,Player 2,{title}\nAna,Beto,Sí\n".encode(), players=2).rows
    assert row.paid


def test_a_title_with_a_comma_is_one_title():
    assert rows("Apellido, Nombre;Club\nRuiz, Ana;Sur\n", 1) == [("Ana Ruiz",)]


def test_titles_that_are_not_read_are_named():
    sheet = read_sheet(b"jugadores,Talle,club\nAna / Beto,M,Sur\n", players=2)
    assert sheet.left_out == ("Talle",)
    assert sheet.rows[0].affiliation == "Sur"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"])
def test_encodings_of_spreadsheets_are_read(encoding):
    assert rows("jugador\tclub\nBeto Muñoz\tSur\n".encode(encoding), 1) == [("Beto Muñoz",)]


@pytest.mark.parametrize("encoding", ["mac_roman", "cp850"])
def test_an_old_encoding_gives_no_signs_inside_names(encoding):
    data = "jugador\nBeto Muñoz\nMaría Peña\n".encode(encoding)
    assert rows(data, 1) == [("Beto Muñoz",), ("María Peña",)]
    assert not read_sheet(data, players=1).is_utf_8


def test_letters_that_nobody_can_guess_are_refused():
    with pytest.raises(FileError) as refused:
        rows("jugador\nЖанна\n".encode("koi8-r"), 1)
    assert refused.value.code == "encoding"


def test_a_lone_quote_spoils_no_other_row():
    text = 'jugadores;club\n"Ana / Beto;Sur\nCarla / Dani;"Sur"\nEva / "Fede" Paz;Sur\n'
    assert rows(text) == [("Ana", "Beto"), ("Carla", "Dani"), ("Eva", '"Fede" Paz')]


@pytest.mark.parametrize(
    ("paid", "is_paid"),
    [
        *(
            (word, True)
            for word in ("VERDADERO", "TRUE", "✔", "✅", "sí", "$5000", "1.0", "pagado")
        ),
        *((word, False) for word in ("FALSO", "pendiente", "no", "0", "$0", "mitad", "quizás", "")),
    ],
)
def test_no_payment_keeps_a_row_out(paid, is_paid):
    (row,) = read_sheet(f"jugador;pago\nAna;{paid}\n".encode(), players=1).rows
    assert (row.is_good, row.paid) == (True, is_paid)


@pytest.mark.parametrize("seed", ["2", "2.0", "2,0", "2º", "2ª", "#2", "'2", "nº 2"])
def test_a_seed_is_read_as_spreadsheets_write_it(seed):
    (row,) = read_sheet(f"jugador;seed\nAna;{seed}\n".encode(), players=1).rows
    assert row.seed == 2


def test_who_had_withdrawn_does_not_come_back():
    text = 'seed;name;players;affiliation;state\n1;"Eva";"\'-Tito / Dani";"";"confirmed"\n'
    assert rows(f'{text}2;"";"Ana / Beto";"";"withdrawn"\n') == [("-Tito", "Dani")]


MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def a_workbook(*lines):
    book, file = openpyxl.Workbook(), io.BytesIO()
    for line in lines:
        book.active.append(line)
    book.save(file)
    return file.getvalue()


def test_a_workbook_is_read():
    data = a_workbook(
        ["Copa"], ["Nº", "Jugador 1", "Jugador 2", "Cabeza", "Pagó"], [1, *AB, 2.0, True]
    )
    (row,) = read_sheet(data, players=2).rows
    assert (row.players, row.seed, row.paid) == (AB, 2, True)


def test_a_workbook_that_unpacks_to_too_much_is_refused(monkeypatch):
    monkeypatch.setattr(containers, "MAX_UNPACKED", 1000)
    with pytest.raises(FileError) as refused:
        read_sheet(a_workbook(["jugador"], ["Ana"]), players=1)
    assert refused.value.code == "large-workbook"


SHEET = "xl/worksheets/sheet1.xml"


def with_part(name, part):
    """A workbook whose part of this name was replaced."""
    parts, file = zipfile.ZipFile(io.BytesIO(a_workbook(["jugador"], ["Ana"]))), io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as changed:
        for each in parts.namelist():
            changed.writestr(each, part if each == name else parts.read(each))
    return file.getvalue()


def with_rows(rows):
    return with_part(SHEET, f"<worksheet xmlns='{MAIN}'><sheetData>{rows}</sheetData></worksheet>")


@pytest.mark.parametrize(
    "data",
    [
        with_rows("<row>" + "<c/>" * 400_000 + "</row>"),
        with_rows(
            "</sheetData><conditionalFormatting sqref='" + "A1 " * 400_000 + "'/><sheetData>"
        ),
        with_rows("<row " + " ".join(f"a{at}=''" for at in range(400_000)) + "/>"),
        with_part("xl/styles.xml", f"<styleSheet xmlns='{MAIN}'>{'<xf/>' * 400_000}</styleSheet>"),
    ],
    ids=["cells", "ranges", "attributes", "styles"],
)
def test_a_small_workbook_that_takes_long_is_refused(data):
    assert len(data) < 2 * 1024 * 1024
    with pytest.raises(FileError) as refused:
        read_sheet(data, players=1)
    assert refused.value.code == "large-workbook"


def test_rows_that_a_workbook_leaves_out_cost_nothing():
    data = with_rows('<row r="5000"><c t="str" r="BL5000"><v>a</v></c></row>')
    (rows,) = containers.read_sheets(data)
    assert [line for line, _ in rows] == [5000]


def test_a_text_that_many_cells_share_is_cut():
    assert containers._text(" " * 1_000_000) == " " * containers.MAX_TEXT


def test_pictures_of_a_workbook_do_not_count():
    data = io.BytesIO(a_workbook(["jugador"], ["Ana"]))
    with zipfile.ZipFile(data, "a") as parts:
        parts.writestr("xl/media/logo.png", bytes(range(256)) * 4000)
    assert [row.players for row in read_sheet(data.getvalue(), players=1).rows] == [("Ana",)]


def test_a_broken_workbook_is_no_text():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as parts:
        parts.writestr("xl/workbook.xml", "<nothing")
    with pytest.raises(FileError) as refused:
        read_sheet(file.getvalue(), players=1)
    assert refused.value.code == "binary"


def a_changed_byte(at, value=255):
    data = bytearray(a_workbook(["jugador"], ["Ana"]))
    data[data.index(b"PK\x01\x02") + at] = value  # of the directory of the archive
    return bytes(data)


DAMAGED = {
    "cut off": a_workbook(["jugador"], ["Ana"])[:-400],
    "a method that is unknown": a_changed_byte(10),
    "encrypted": a_changed_byte(8, 1),
    "a newer zip": a_changed_byte(6),
    "no such text": with_rows('<row><c t="s"><v>7</v></c></row>'),
    "a place that is none": with_rows('<row><c r="1A"><v>7</v></c></row>'),
    "no list of parts": with_part("[Content_Types].xml", "<Types/>"),
}


@pytest.mark.parametrize("data", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_workbook_is_refused_in_words(data):
    with pytest.raises(FileError) as refused:
        read_sheet(data, players=1)
    assert refused.value.code == "binary"


def test_a_workbook_with_any_byte_changed_is_read_or_refused():
    whole = a_workbook(["jugador"], ["Ana"])
    for at in range(4, len(whole), 7):
        data = whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]
        with suppress(FileError):
            read_sheet(data, players=1)


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ("danni", "dani", True),
        ("gonzales", "gonzalez", True),
        ("ana riuz", "ana ruiz", True),
        ("elena", "belen", False),
        ("mara", "sara", False),
        ("marta", "maria", False),
        ("ana ruiz", "eva ruiz", False),
    ],
)
def test_names_are_near_by_distance_and_length(one, other, near):
    assert is_near(one, other) is is_near(other, one) is near


def test_a_workbook_with_entities_is_refused():
    """Entities that expand, or name files of the server, are in no list of players (ASVS 1.5.1)."""
    parts, evil = zipfile.ZipFile(io.BytesIO(a_workbook(["jugador"], ["Ana"]))), io.BytesIO()
    with zipfile.ZipFile(evil, "w") as changed:
        for name in parts.namelist():
            text = parts.read(name).decode()
            if name.startswith("xl/worksheets/"):
                text = text[text.index("<worksheet") :].replace("Ana", "&a;")
                text = f'<!DOCTYPE w [<!ENTITY a "Eva">]>{text}'
            changed.writestr(name, text)
    with pytest.raises(FileError) as refused:
        read_sheet(evil.getvalue(), players=1)
    assert refused.value.code == "binary"
