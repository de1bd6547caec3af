"""¿Querés o no querés?: a puzzle a day, one answer a person, and days in a row."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

from accounts.common.hooks import guest_joined, person_erased
from accounts.models import User
from games.casual import services as casual
from games.evaluation import VERSION
from games.house_rules import FAMILIES
from games.models import Game, Puzzle, PuzzleAnswer, Review
from games.puzzles import services as puzzles
from games.puzzles.queries import families
from games.puzzles.services import day_of
from tests.games.puzzle_factories import a_puzzle, content
from tests.games.tables import a_person, a_table, fold_to_the_end

pytestmark = [pytest.mark.django_db, pytest.mark.both]
DAY = timedelta(days=1)


def answer(puzzle: Puzzle, user: User, at: datetime, *, right: bool = True) -> PuzzleAnswer:
    wants = puzzle.is_wanted == right
    return puzzles.answer(puzzle=puzzle, user=user, wants=wants, now=at)


def streak(user: User, now: datetime) -> int:
    return puzzles.streak(user=user, family="argentino", today=day_of(now))


def reviewed(now: datetime, *, public: bool = True) -> Review:
    """A game that was looked back at, in which a puzzle was found."""
    game = a_table(now, people=[a_person(), a_person()], target="5")
    fold_to_the_end(game, now)
    Game.objects.filter(pk=game.pk).update(public=public)
    return Review.objects.create(
        seat=game.seats.get(number=0),
        status=Review.Status.READY,
        asked_at=now,
        content={"version": VERSION, "decisions": 1, "sums": {}, "told": [], "puzzle": content()},
    )


def test_the_first_answer_stands(now):
    puzzle, ana = a_puzzle(day_of(now)), a_person()
    first = answer(puzzle, ana, now)
    again = answer(puzzle, ana, now, right=False)
    assert again == first
    assert PuzzleAnswer.objects.get().wants == puzzle.is_wanted


def test_days_in_a_row_count_as_long_as_each_was_right_on_its_day(now):
    ana = a_person()
    for ago in (3, 2, 1):
        answer(a_puzzle(day_of(now - ago * DAY)), ana, now - ago * DAY)
    assert streak(ana, now) == 3
    today = a_puzzle(day_of(now))
    answer(today, ana, now)
    assert streak(ana, now) == 4
    assert streak(ana, now + DAY) == 4
    assert streak(ana, now + 2 * DAY) == 0


@pytest.mark.parametrize("how", ["wrong", "late", "left out", "another family"])
def test_what_ends_a_streak(now, how):
    ana = a_person()
    for ago in (3, 1, 0):
        answer(a_puzzle(day_of(now - ago * DAY)), ana, now - ago * DAY)
    if how != "left out":
        family = "truc" if how == "another family" else "argentino"
        puzzle = a_puzzle(day_of(now - 2 * DAY), family)
        at = now if how == "late" else now - 2 * DAY
        answer(puzzle, ana, at, right=how != "wrong")
    assert streak(ana, now) == 2


def test_how_many_answered_what(now):
    puzzle = a_puzzle(day_of(now))
    for right in (True, True, False):
        answer(puzzle, a_person(), now, right=right)
    share = puzzles.share_of(puzzle)
    assert share.answers == 3
    assert share.wanted == (2 if puzzle.is_wanted else 1)


def test_the_day_is_that_of_most_clocks():
    late = datetime.fromisoformat("2026-11-24T02:30:00+00:00")
    assert day_of(late) == date(2026, 11, 23)


def test_a_reviewed_game_gives_its_puzzle_once(now, monkeypatch):
    asked: list[str] = []

    def made_up(what: str, question: dict[str, Any]) -> dict[str, Any]:
        asked.append(question["preset"])
        return content()

    monkeypatch.setattr(puzzles, "evaluate_in_subprocess", made_up)
    review = reviewed(now)
    puzzles.set_puzzles(now=now)
    others = [family for family in FAMILIES if family != "argentino"]
    assert asked == [*others, *FAMILIES], "tomorrow's are made"
    assert Puzzle.objects.count() == 2 * len(FAMILIES)
    review.refresh_from_db()
    assert "puzzle" not in review.content
    puzzles.set_puzzles(now=now)
    assert len(asked) == len([*others, *FAMILIES]), "they are there"


def test_a_game_that_not_everybody_could_watch_gives_none(now, monkeypatch):
    monkeypatch.setattr(puzzles, "evaluate_in_subprocess", lambda *question: None)
    review = reviewed(now, public=False)
    puzzles.set_puzzles(now=now)
    assert not Puzzle.objects.exists()
    review.refresh_from_db()
    assert "puzzle" in review.content


def test_a_guests_answers_are_those_of_the_account(now):
    guest, ana = a_person(), a_person()
    one, other = a_puzzle(day_of(now)), a_puzzle(day_of(now - DAY))
    answer(one, guest, now)
    answer(other, guest, now)
    answer(other, ana, now, right=False)
    guest_joined.send(sender=User, guest=guest, user=ana)
    assert PuzzleAnswer.objects.get(user=ana, puzzle=one).wants == one.is_wanted
    assert PuzzleAnswer.objects.get(user=ana, puzzle=other).wants != other.is_wanted


def test_answers_are_taken_along_and_go_with_their_person(now):
    ana = a_person()
    answer(a_puzzle(day_of(now)), ana, now)
    (told,) = casual.puzzle_answers_of(user=ana)
    assert (told["family"], told["day"]) == ("argentino", day_of(now))
    person_erased.send(sender=User, user=ana, names=frozenset(), now=now)
    assert not PuzzleAnswer.objects.exists()


@pytest.fixture
def puzzle() -> Puzzle:
    """Today's, by the clock: pages ask it."""
    return a_puzzle(day_of(datetime.now().astimezone()))


def test_it_leads_to_the_first_family():
    answer = Client().get("/puzzle/")
    assert answer["Location"] == "/puzzle/argentino/"


@pytest.mark.feature("Playing", "A puzzle a day, answered once, without a hidden card or a name")
def test_a_person_answers_once_and_reads_why(puzzle, now):
    client, ana = Client(), a_person()
    client.force_login(ana)
    before = client.get("/puzzle/argentino/").content.decode()
    assert "en promedio" not in before
    right, wrong = ("quiero", "no") if puzzle.is_wanted else ("no", "quiero")
    client.post("/puzzle/argentino/", {"said": right})
    client.post("/puzzle/argentino/", {"said": wrong})
    html = client.get("/puzzle/argentino/").content.decode()
    assert "Bien: " in html
    assert "en promedio" in html
    assert "Sos la primera persona que contesta" in html
    assert "Argentino: racha de 1 día." in html
    assert 'name="said"' not in html


def answer_token(puzzle: Puzzle, *, right: bool) -> str:
    return "quiero" if puzzle.is_wanted == right else "no"


def words(puzzle: Puzzle, *, right: bool) -> str:
    return "Quiero" if puzzle.is_wanted == right else "No quiero"


def test_another_answer_in_another_tab_is_told_that_the_first_one_counts(puzzle):
    client = Client()
    client.force_login(a_person())
    answers = [
        client.post("/puzzle/argentino/", {"said": answer_token(puzzle, right=right)}, follow=True)
        for right in (False, False, True)
    ]
    first, same, other = [answer.content.decode() for answer in answers]
    given = words(puzzle, right=False)
    assert f"Contestaste: {given}." in first
    assert f"Contestaste: {given}." in same
    assert f"Ya habías contestado: {given}. Vale la primera." in other


def test_after_a_wrong_answer_it_says_where_the_streak_stands(puzzle):
    client = Client()
    client.force_login(a_person())
    wrong = {"said": answer_token(puzzle, right=False)}
    html = client.post("/puzzle/argentino/", wrong, follow=True).content.decode()
    assert "Argentino: racha de 0 días." in html
    assert "Mañana empieza de nuevo." in html
    yesterday = a_puzzle(puzzle.day - DAY)
    path = f"/puzzle/argentino/{yesterday.day}/"
    assert "en su día" in client.post(path, wrong, follow=True).content.decode()


def test_a_stranger_is_told_before_that_nothing_is_kept_and_after_how_it_would_be(puzzle):
    client = Client()
    before = client.get("/puzzle/argentino/").content.decode()
    assert "la respuesta no se guarda" in before
    right = {"said": answer_token(puzzle, right=True)}
    html = client.post("/puzzle/argentino/", right, follow=True).content.decode()
    back = f"?next=/puzzle/argentino/{puzzle.day}/"
    assert f"/accounts/signup/{back}" in html
    assert f"/accounts/login/{back}" in html
    assert "persona que contesta" not in html


def test_a_stranger_reads_why_and_nothing_is_kept(puzzle):
    client = Client()
    client.get("/puzzle/argentino/")
    wrong = "no" if puzzle.is_wanted else "quiero"
    html = client.post("/puzzle/argentino/", {"said": wrong}, follow=True).content.decode()
    assert "Era: " in html
    assert "Tu respuesta no se guardó" in html
    assert not PuzzleAnswer.objects.exists()


def test_what_is_no_answer_is_refused(puzzle):
    client = Client()
    client.force_login(a_person())
    assert client.post("/puzzle/argentino/", {"said": "truco"}).status_code == 400
    assert not PuzzleAnswer.objects.exists()


@pytest.mark.parametrize(
    ("day", "todays"),
    [
        ("truc/2020-01-01", "truc"),
        ("truc/ayer", "truc"),
        ("mus", "argentino"),
        ("mus/2020-01-01", "argentino"),
    ],
)
def test_where_there_is_no_puzzle_todays_is_led_to(day, todays):
    answer = Client().get(f"/puzzle/{day}/")
    assert answer.status_code == 404
    assert f'href="/puzzle/{todays}/">El acertijo de hoy' in answer.content.decode()


def test_tomorrows_is_not_told(puzzle):
    tomorrow = a_puzzle(puzzle.day + DAY)
    assert Client().get(f"/puzzle/argentino/{tomorrow.day}/").status_code == 404
    assert str(tomorrow.day) not in Client().get("/puzzle/argentino/").content.decode()


def test_yesterdays_can_be_read_from_todays(puzzle):
    yesterday = a_puzzle(puzzle.day - DAY)
    path = f"/puzzle/argentino/{yesterday.day}/"
    assert path in Client().get("/puzzle/argentino/").content.decode()
    assert Client().get(path).status_code == 200


def test_one_that_is_not_there_is_asked_for_and_awaited(monkeypatch):
    asked: list[str] = []
    monkeypatch.setattr(puzzles, "enqueue", asked.append)
    assert "tarda un minuto" in Client().get("/puzzle/argentino/").content.decode()
    again = Client().get("/puzzle/argentino/", headers={"HX-Request": "true"})
    assert (again.status_code, asked) == (204, [puzzles.TASK] * 2)


def test_the_families_are_said_in_the_readers_language():
    with override("en"):
        said = [words for _, words in families()]
    assert said[:3] == ["Argentine", "Uruguayan", "Valencian"]
    assert said[3:] == ["Paulista", "Mineiro", "Venezuelan", "Mallorcan"]
