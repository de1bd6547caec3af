"""A tournament report is brought into a club as a competition played elsewhere."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from accounts.models import User
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.club_files.test_club_file_page import confirm
from tests.tournaments.cups import club_of
from tournaments.models import Match, PastEvent

pytestmark = [pytest.mark.django_db, pytest.mark.both]
GOOD = (Path(__file__).parents[1] / "trf" / "good.trf").read_text(encoding="utf-8")


def send(organiser: User, text: str, page: str = "") -> object:
    page = page or f"/clubs/{club_of(organiser).slug}/file/"
    sent = {"file": SimpleUploadedFile("copa.trf", text.encode())}
    return a_browser(organiser).post(page, sent)


@pytest.mark.feature(
    "Exports", "Tournament reports (TRF16, TRF26) of Swiss and leagues, in and out"
)
def test_a_report_is_previewed_and_brought_as_history(organiser: User) -> None:
    looked = send(organiser, GOOD)
    assert "Copa de otoño" in text_of(looked)
    assert not PastEvent.objects.exists()
    page = f"/clubs/{club_of(organiser).slug}/file/"
    assert confirm(organiser, looked, page).status_code == 302
    past = PastEvent.objects.get()
    assert (past.name, past.champion, past.entries, past.matches) == ("Copa de otoño", "Ana", 3, 4)
    assert f"{past.finished_at:%Y-%m-%d}" == "2026-03-15"
    told = [
        (each["round"], each["state"], each["sides"], each["winner"])
        for each in past.document["matches"]
    ]
    assert sorted(told, key=str) == [
        (1, "bye", [3, None], 0),
        (1, "completed", [1, 2], 0),
        (2, "bye", [2, None], 0),
        (2, "completed", [3, 1], 0),
    ]
    assert not Match.objects.exists(), "it counts for nothing"


@pytest.mark.parametrize(
    ("first", "second", "state", "winner"),
    [
        ("w =", "b =", "completed", None),
        ("b +", "w -", "walkover", 1),
        ("- -", "- -", "double_walkover", None),
        ("w 0", "b 0", "double_walkover", None),
        ("- L", "b W", "completed", 2),
    ],
)
def test_every_result_is_told_once(
    first: str, second: str, state: str, winner: int | None, organiser: User
) -> None:
    text = GOOD.replace("   2 w 1", f"   2 {first}", 1).replace("   1 b 0", f"   1 {second}", 1)
    page = f"/clubs/{club_of(organiser).slug}/file/"
    assert confirm(organiser, send(organiser, text), page).status_code == 302
    found = [
        each for each in PastEvent.objects.get().document["matches"] if set(each["sides"]) == {1, 2}
    ]
    assert [(each["state"], each["winner"]) for each in found] == [
        (state, None if winner is None else found[0]["sides"].index(winner))
    ]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("   2 w 1", "   9 w 1", ("El rival con ese número no está.", "renglón 8, columna 92")),
        ("   2 w 1", "   2 w =", ("en su renglón, otro resultado", "renglón 8, columna 99")),
        ("Beto", "B\u202eto", ("signos que no se ven", "renglón 9, columna 15")),
    ],
)
def test_a_malformed_report_is_refused_in_words_with_its_place(
    old: str, new: str, words: tuple[str, str], organiser: User
) -> None:
    answer = send(organiser, GOOD.replace(old, new, 1))
    assert answer.status_code == 422
    for told in words:
        assert told in text_of(answer)
    assert not PastEvent.objects.exists()


def test_a_report_opens_no_club_and_has_a_size(organiser: User) -> None:
    answer = send(organiser, GOOD, "/clubs/new/file/")
    assert answer.status_code == 422
    assert "desde la página del archivo de un club" in text_of(answer)
    assert send(organiser, GOOD + "### x\n" * 200_000).status_code == 413
