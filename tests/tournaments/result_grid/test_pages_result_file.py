"""Results from a CSV file: the export of the matches, filled in and sent back."""

from datetime import datetime
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import Value
from django.db.models.functions import Concat
from django.test import Client

from accounts.models import User
from games.engine import make_rules
from tests.tournaments.browsers import a_browser
from tests.tournaments.cups import a_running_cup, match_at
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.options import FormatOptions
from tournaments.models import Competition, Entry, Match, ResultSubmission
from tournaments.result_grid.result_file import MAX_ROWS, read_points
from tournaments.results.services import submit_result

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(organiser: User, now: datetime) -> Competition:
    return a_running_cup(organiser, now, with_cards=True)


@pytest.fixture
def browser(organiser: User) -> Client:
    return a_browser(organiser)


def send(browser: Client, cup: Competition, data: str | bytes) -> Any:
    body = data.encode() if isinstance(data, str) else data
    return browser.post(
        f"/competitions/{cup.pk}/results/file/", {"file": SimpleUploadedFile("a.csv", body)}
    )


def text_shown(answer: Any) -> str:
    return " ".join(unescape(answer.content.decode()).split())


def exported(browser: Client, cup: Competition, language: str) -> list[list[str]]:
    """Return the cells of the site's own export in a language."""
    answer = browser.get(
        f"/competitions/{cup.pk}/export/matches.csv", headers={"accept-language": language}
    )
    text = b"".join(answer).decode("utf-8-sig")
    delimiter = ";" if ";" in text.splitlines()[0] else ","
    return [line.split(delimiter) for line in text.splitlines()]


@pytest.mark.feature("Exports", "Results come in from a CSV: the export of the matches, filled in")
@pytest.mark.parametrize(("language", "delimiter"), [("es-ar", ";"), ("en", ","), ("pt-br", ";")])
def test_the_export_filled_in_writes_the_results(
    browser: Client, organiser: User, cup: Competition, language: str, delimiter: str
) -> None:
    organiser.language = language
    organiser.save()
    titles, *rows = exported(browser, cup, language)
    for row in rows[:2]:
        row[10] = "5–2"
    table = "\n".join(delimiter.join(row) for row in [titles, *rows])
    answer = send(browser, cup, f"\ufeff{table}")
    assert answer.status_code == 200
    assert [each.chicos for each in ResultSubmission.objects.all()] == [[[[5, 2]]]] * 2
    assert match_at(cup, 1, 1).state == Match.State.COMPLETED


@pytest.mark.parametrize("format_", list(FORMATS))
def test_the_site_reads_what_it_exports_of_every_format(
    browser: Client, organiser: User, now: datetime, format_: str
) -> None:
    how = FORMATS[format_]
    per_side = how.seats[0] // 2 if how.play.partners_change else 1
    shape = FormatOptions(format=format_, group_count=2 if format_ == "groups" else None)
    cup = a_running_cup(organiser, now, entries=8, with_cards=True, shape=shape, per_side=per_side)
    titles, *rows = exported(browser, cup, "es-ar")
    open_ = {str(one.number) for one in Match.objects.of(cup.pk).filter(state__in=Match.PLAYABLE)}
    for row in rows:
        row[10] = "5–2" if row[0] in open_ else ""
    table = "\n".join(";".join(row) for row in [titles, *rows])
    page = text_shown(send(browser, cup, table))
    assert "Renglón" not in page
    assert ResultSubmission.objects.count() == len(open_)


def test_the_export_of_several_chicos_sent_back_changes_nothing(
    browser: Client, organiser: User, now: datetime
) -> None:
    rules = make_rules("argentino", {"seats": "2", "target": "5", "legs_to_win": "2"})
    cup = a_running_cup(organiser, now, with_cards=True, rules=rules)
    Entry.objects.filter(competition=cup).update(name=Concat(Value("+"), "name"))
    match = match_at(cup, 1, 1)
    chicos = [(5, 2), (3, 5), (5, 4)]
    submit_result(match_id=match.pk, games=chicos, actor=organiser, now=now)
    table = "\n".join(";".join(row) for row in exported(browser, cup, "es-ar"))
    assert "'+" in table
    page = text_shown(send(browser, cup, table))
    assert "Ya estaban: 1." in page
    assert "Renglón" not in page


def test_sent_twice_it_changes_nothing(browser: Client, cup: Competition) -> None:
    number = match_at(cup, 1, 1).number
    table = f"number;points\n{number};5-2\n"
    assert "Se anotó 1 resultado." in text_shown(send(browser, cup, table))
    assert "Ya estaban: 1." in text_shown(send(browser, cup, table))
    assert "ya tiene otro resultado" in text_shown(
        send(browser, cup, f"number;points\n{number};2-5\n")
    )
    assert ResultSubmission.objects.count() == 1


def test_each_row_that_was_not_saved_says_why(browser: Client, cup: Competition) -> None:
    good, other = match_at(cup, 1, 1), match_at(cup, 1, 2)
    page = text_shown(
        send(
            browser,
            cup,
            "number,first,second,points\n"
            f"{good.number},,,5:1\n"
            f"{other.number},Nadie,Ninguna,5-1\n"
            f"{other.number},,,5-5\n"
            f"{other.number},,,15-mar\n"
            "99999,,,5-1\nx,,,5-1\n"
            f"{other.number},,,\n",
        )
    )
    assert "Se anotó 1 resultado." in page
    for words in (
        "Renglón 3: ese partido es",
        "Renglón 4: uno de los dos tiene menos de 5",
        "Renglón 5: «15-mar» no es un resultado",
        "Renglón 6: no hay partido «99999»",
        "Renglón 7: no hay partido «x»",
    ):
        assert words in page
    assert ResultSubmission.objects.get().match == good


@pytest.mark.parametrize(
    "data",
    [
        *("", "a;b\n1;2", b"PK\x03\x04\0\0", "number;points\n" + "1;5-2\n" * (MAX_ROWS + 1)),
        b"number;points\n" + b"x" * (512 * 1024),
    ],
)
def test_a_file_that_is_no_table_of_results_is_refused(
    browser: Client, cup: Competition, data: str | bytes
) -> None:
    answer = send(browser, cup, data)
    assert answer.status_code == 422
    assert "errorlist" in text_shown(answer) or 'class="errors' in text_shown(answer)
    assert not ResultSubmission.objects.exists()


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("30–22 / 18–30", ((30, 22), (18, 30))),
        ("30-22, 18:30", ((30, 22), (18, 30))),
        (" 5 - 2 ", ((5, 2),)),
        ("", None),
        ("5", None),
        ("5-2 x", None),
        ("1234-5", None),
    ],
)
def test_points_are_read_whole_or_not_at_all(text: str, games: Any) -> None:
    assert read_points(text) == games
