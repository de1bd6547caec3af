"""¿Querés o no querés?: a puzzle a day, one answer a person, and days in a row."""

import re
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
from games.models import Deed, Game, Puzzle, PuzzleAnswer, PuzzleSkill, Review
from games.puzzles import queries as puzzles_queries
from games.puzzles import services as puzzles
from games.puzzles.queries import families
from games.puzzles.services import day_of
from tests.games.puzzle_factories import a_puzzle, content
from tests.games.races import at_once
from tests.games.tables import a_person, a_table, fold_to_the_end

pytestmark = [pytest.mark.django_db, pytest.mark.both]
DAY = timedelta(days=1)


def answer(puzzle: Puzzle, user: User, at: datetime, *, right: bool = True) -> PuzzleAnswer:
    said = "quiero" if puzzle.is_wanted == right else "no"
    return puzzles.answer(puzzle=puzzle, user=user, said=said, now=at)


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
    assert puzzle.is_right(PuzzleAnswer.objects.get().said)


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
    right = "quiero" if puzzle.is_wanted else "no"
    share = puzzles.share_of(puzzle)
    assert sum(share.values()) == 3
    assert share[right] == 2


def test_the_day_is_that_of_buenos_aires():
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
    assert one.is_right(PuzzleAnswer.objects.get(user=ana, puzzle=one).said)
    assert not other.is_right(PuzzleAnswer.objects.get(user=ana, puzzle=other).said)


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


def test_the_overview_leads_to_todays_and_to_endless_ones_of_each_family(puzzle, now):
    puzzles.store_set(now=now)
    html = Client().get("/puzzle/").content.decode()
    for family in ("argentino", "uruguayo"):
        for path in (f"/puzzle/{family}/", f"/puzzle/{family}/archive/", f"/puzzle/next/{family}/"):
            assert f'href="{path}"' in html


@pytest.mark.feature("Playing", "A puzzle a day, answered once, without a hidden card or a name")
def test_a_person_answers_once_and_reads_why(puzzle, now):
    client, ana = Client(), a_person()
    client.force_login(ana)
    before = client.get("/puzzle/argentino/").content.decode()
    assert "de cada 100" not in before
    right, wrong = ("quiero", "no") if puzzle.is_wanted else ("no", "quiero")
    client.post("/puzzle/argentino/", {"said": right})
    client.post("/puzzle/argentino/", {"said": wrong})
    html = client.get("/puzzle/argentino/").content.decode()
    assert "Bien: " in html
    assert "ganás la partida" in html
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


def test_a_page_left_open_over_midnight_answers_its_own_puzzle(now, monkeypatch):
    a_puzzle(day_of(now + DAY))
    todays = a_puzzle(day_of(now))
    monkeypatch.setattr("django.utils.timezone.now", lambda: now)
    client, page = Client(), "/puzzle/argentino/"
    client.force_login(a_person())
    html = client.get(page).content.decode().split('id="verdict"')[1]
    form = re.search(r'method="post"(?: action="(.+?)")?>', html)
    monkeypatch.setattr("django.utils.timezone.now", lambda: now + DAY)
    client.post(form[1] or page, {"said": answer_token(todays, right=True)})
    assert PuzzleAnswer.objects.get().puzzle == todays


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


def test_a_strangers_answer_is_kept_with_a_guest_who_takes_it_along(puzzle):
    client = Client()
    before = client.get("/puzzle/argentino/").content.decode()
    assert "se guarda en este navegador" in before
    wrong = {"said": answer_token(puzzle, right=False)}
    html = client.post("/puzzle/argentino/", wrong, follow=True).content.decode()
    assert "Era: " in html
    given = PuzzleAnswer.objects.get()
    assert given.user.is_guest
    assert Deed.objects.get(user=given.user).key == f"puzzle:{puzzle.pk}"


def test_where_no_more_guests_come_in_an_answer_is_shown_and_not_kept(puzzle, settings):
    settings.GUESTS_PER_ADDRESS = 0
    right = {"said": answer_token(puzzle, right=True)}
    html = Client().post("/puzzle/argentino/", right, follow=True).content.decode()
    assert "Tu respuesta no se guardó" in html
    assert f"/accounts/signup/?next=/puzzle/argentino/{puzzle.day}/" in html
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


# ---- endless puzzles, ratings, archive ----
def endless(mu: float = 25.0, theme: str = "accept", **fields: Any) -> Puzzle:
    return Puzzle.objects.create(
        family="argentino",
        theme=theme,
        content=content(),
        mu=mu,
        made_at=datetime.now().astimezone(),
        **fields,
    )


@pytest.mark.feature("Playing", "Endless rated puzzles by family and theme, and from own games")
def test_a_first_answer_rates_both_and_a_second_tab_counts_for_nothing(now):
    puzzle, ana = endless(), a_person()
    for right in (True, False, True):
        answer(puzzle, ana, now, right=right)
    skill = PuzzleSkill.objects.get(user=ana, family="argentino")
    puzzle.refresh_from_db()
    assert skill.mu > 25 > puzzle.mu
    assert Deed.objects.filter(user=ana).count() == 1
    again = PuzzleSkill.objects.get(pk=skill.pk)
    assert (again.mu, again.sigma) == (skill.mu, skill.sigma)


@pytest.mark.django_db(transaction=True)
def test_two_tabs_at_once_count_once(now):
    puzzle, ana = endless(), a_person()
    at_once(
        lambda: answer(puzzle, ana, now),
        lambda: answer(puzzle, ana, now, right=False),
    )
    assert PuzzleAnswer.objects.filter(user=ana).count() == 1
    assert Deed.objects.filter(user=ana).count() == 1


def test_the_next_one_is_of_the_readers_strength_and_new_to_them(now):
    easy, hard, middle = endless(15), endless(38), endless(26)
    ana = a_person()
    PuzzleSkill.objects.create(user=ana, family="argentino", mu=36, sigma=2)
    chosen = []
    while found := puzzles.next_puzzle(user=ana, family="argentino", theme=""):
        chosen.append(found)
        answer(found, ana, now)
    assert chosen == [hard, middle, easy]
    assert puzzles.next_puzzle(user=None, family="argentino", theme="") == middle
    assert puzzles.next_puzzle(user=None, family="argentino", theme="card") is None


def test_mistakes_of_reviewed_games_become_puzzles_of_their_player_alone(now):
    review = reviewed(now)
    review.content["puzzles"] = [content()]
    review.save()
    ana = review.seat.user
    for _ in range(2):
        puzzles.take_own(user=ana, now=now)
    own = Puzzle.objects.get(owner=ana)
    assert puzzles.next_puzzle(user=ana, family="argentino", theme=puzzles.OWN) == own
    assert puzzles.next_puzzle(user=ana, family="argentino", theme="") is None
    client, other = Client(), Client()
    client.force_login(ana)
    other.force_login(a_person())
    assert "De tus partidas" in client.get(f"/puzzle/{own.pk}/").content.decode()
    assert other.get(f"/puzzle/{own.pk}/").status_code == 404


def test_a_review_that_is_made_again_adds_the_mistakes_that_it_finds(now):
    review = reviewed(now)
    ana = review.seat.user
    other = {**content(), "best": "x"}
    for hour, found in enumerate([[content()], [content()], [content(), other]]):
        review.content["puzzles"], review.asked_at = found, now + timedelta(hours=hour)
        review.save()
        for _ in range(2):
            puzzles.take_own(user=ana, now=now + DAY)
        assert Puzzle.objects.filter(owner=ana).count() == len(found)


FOREIGN = {
    "four seats": {"hands": [["4c"], ["7e"], ["1e"], ["2e"]]},
    "a newer version": {"version": 99},
    "unknown rules": {"preset": "mus"},
}


@pytest.mark.parametrize("changes", [*FOREIGN.values(), None], ids=[*FOREIGN, "empty"])
def test_puzzles_that_this_release_cannot_show_are_passed_over(puzzle, changes):
    client, ana = Client(), a_person()
    client.force_login(ana)
    foreign = {} if changes is None else {**content(), **changes}
    yesterday, one = a_puzzle(puzzle.day - DAY), endless()
    for other in (yesterday, one):
        Puzzle.objects.filter(pk=other.pk).update(content=foreign)
        PuzzleAnswer.objects.create(puzzle=other, user=ana, said="no", at=other.made_at)
    assert client.get(f"/puzzle/{one.pk}/").status_code == 404
    assert client.get(f"/puzzle/argentino/{yesterday.day}/").status_code == 404
    assert puzzles.next_puzzle(user=None, family="argentino", theme="") is None
    assert "/puzzle/next/argentino/" not in client.get("/puzzle/").content.decode()
    for path in ("/puzzle/argentino/", "/puzzle/argentino/archive/"):
        page = client.get(path)
        assert page.status_code == 200
        assert f"/puzzle/argentino/{yesterday.day}/" not in page.content.decode()
    Puzzle.objects.filter(pk=puzzle.pk).update(content=foreign)
    assert client.get("/puzzle/argentino/").status_code == 404


def test_a_visitor_has_no_puzzles_of_own_games():
    endless()
    page = Client().get("/puzzle/next/argentino/?theme=own", follow=True)
    assert page.redirect_chain == [("/puzzle/", 302)]
    assert "pedí el repaso de una partida" in page.content.decode()


def test_an_endless_puzzle_is_answered_on_its_page_and_leads_to_another():
    puzzle, client = endless(theme="accept"), Client()
    path = client.get("/puzzle/next/argentino/?theme=accept")["Location"]
    assert path == f"/puzzle/{puzzle.pk}/?theme=accept"
    html = client.post(path, {"said": "no"}, follow=True).content.decode()
    assert "Contestaste: No quiero." in html
    assert "/puzzle/next/argentino/?theme=accept" in html
    assert "Ya hiciste todos" in client.get("/puzzle/next/argentino/", follow=True).content.decode()


def test_the_calendar_shows_what_was_right_on_which_day(puzzle):
    client, ana = Client(), a_person()
    client.force_login(ana)
    right = {"said": answer_token(puzzle, right=True)}
    html = client.post("/puzzle/argentino/", right, follow=True).content.decode()
    shared = html.split('data-copy="')[1].split('"')[0]
    assert "🟩" in shared
    assert "uiero" not in shared, "no spoiler"
    month = client.get("/puzzle/argentino/archive/").content.decode()
    assert f'class="day right" aria-current="date" href="/puzzle/argentino/{puzzle.day}/"' in month
    days = re.findall(r'<th scope="col"><abbr title="(.+?)">(.+?)</abbr></th>', month)
    assert (len(days), days[0]) == (7, ("lunes", "lun"))
    assert client.get("/puzzle/argentino/archive/?month=2999-01").status_code == 404
    assert client.get("/puzzle/argentino/archive/?month=x").status_code == 404
    assert client.get("/puzzle/argentino/archive/?month=0001-01").status_code == 200


def test_the_stored_sets_can_be_asked(now):
    puzzles.store_set(now=now)
    puzzles.store_set(now=now)
    for puzzle in Puzzle.objects.all():
        hand = puzzles_queries.hand(puzzle)
        assert hand.own or hand.story
        said = [token for token, _ in puzzles_queries.answers(puzzle)]
        assert any(puzzle.is_right(token) for token in said)
        assert not all(puzzle.is_right(token) for token in said)
        told = puzzles_queries.verdict(puzzle, said=said[0], share={})
        assert len(told.reasons) >= len(said)
    assert set(Puzzle.objects.values_list("theme", flat=True)) == {"accept", "call", "card"}
