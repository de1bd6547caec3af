"""Tables that leave the site, and lists that come in."""

import io
import zipfile

import pytest

from accounts.models import User
from tests.games.tables import a_person
from tests.soak.inputs.listed import LARGE, check
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, a_running_cup
from tests.tournaments.entry_import.test_pages_import import confirm, names, rows_of, send
from tests.tournaments.exports.test_exports import read_csv
from tournaments.models import Entry

pytestmark = [pytest.mark.both, pytest.mark.django_db]

FORMULAS = ("=cmd|' /C calc'!A0", "+1", "-1", "@SUM", "\t=1", "\r=1", "；=1", "＝1")


@check("B104")
@pytest.mark.parametrize("formula", FORMULAS)
def test_no_cell_of_an_export_begins_like_a_formula(organiser, now, formula):
    cup = a_running_cup(organiser, now, entries=2)
    Entry.objects.filter(competition=cup).update(name=formula, affiliation=formula)
    for name in ("entries", "matches", "standings"):
        answer = a_browser().get(f"/competitions/{cup.pk}/export/{name}.csv")
        for row in read_csv(answer)[1:]:
            assert not [cell for cell in row if cell[:1] in set("=+-@\t\r；＝") and cell]


ENCODED = {
    "utf-8 with a mark": ("jugador\nÑato\n".encode("utf-8-sig"), 200, "Ñato"),
    "latin-1": ("jugador\nÑato\n".encode("latin-1"), 200, "Ñato"),
    "utf-16": ("jugador\nÑato\n".encode("utf-16"), 200, "Ñato"),
    "a NUL": (b"jugador\nA\0na\n", 415, "no es texto"),
    "an old encoding": (b"jugador\nA\x81na\n", 200, "Aüna"),
}


@check("B105")
@pytest.mark.parametrize(("data", "status", "told"), ENCODED.values(), ids=ENCODED)
def test_a_list_is_read_or_refused_and_shown_before_anything_is_entered(
    organiser, now, data, status, told
):
    event = a_cup(organiser, now)
    answer = send(organiser, event, data=data)
    assert answer.status_code == status
    assert told in text_of(answer)
    assert names(event) == []


@check("B106")
def test_a_large_or_odd_list_is_weighed_first_and_told_by_row(organiser, now):
    event = a_cup(organiser, now, cap=32)
    many = "jugador\n" + "A\n" * (1_000_000 if LARGE else 5_001)
    endless = b"jugador\n" + b"x" * (10 * 2**20)
    for data, status in ((many.encode(), {413, 422}), (endless, {413})):
        assert send(organiser, event, data=data).status_code in status
    assert "rating" in text_of(send(organiser, event, "jugador,rating\nUno,1\n"))
    shown = send(organiser, event, 'jugador;club\nUno;"La\nYunta"\nDos;\nuno;\n')
    assert "dos veces en el archivo" in text_of(shown)
    assert names(event) == []
    confirm(organiser, event, rows_of(shown))
    assert names(event) == ["Uno", "Dos"]


@check("B107")
@pytest.mark.parametrize("column", ["is_staff", "user_id", "rating", "id", "competition"])
def test_a_column_that_is_not_the_files_to_set_is_left_out_and_named(organiser, now, column):
    event, person = a_cup(organiser, now), a_person()
    for text in (
        f"jugador,{column}\n@{person.username},1\n",
        f'[{{"players": ["@{person.username}"], "{column}": 1}}]',
    ):
        answer = send(organiser, event, text)
        assert column in text_of(answer)
    assert names(event) == []
    assert not User.objects.filter(is_staff=True).exists()


@check("B108")
def test_an_archive_is_no_list_whatever_its_name(organiser, now):
    event, bomb = a_cup(organiser, now), io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b"0" * 20_000_000)
    assert len(bomb.getvalue()) < 100_000
    answer = send(organiser, event, data=bomb.getvalue())
    assert answer.status_code == 413
    assert names(event) == []
