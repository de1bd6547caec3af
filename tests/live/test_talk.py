"""Talk through the real ASGI application: bubbles for everybody, words for partners alone."""

import re

import pytest
from django.utils import timezone

from games.chat import phrases
from games.models import Game
from games.play import seats
from tests.accounts.people import a_guest
from tests.games.tables import a_person, a_table
from tests.live.visitors import PULSE, Answer, Listener, Visitor

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]

SMALL = 4096  # bytes of a frame with more than two seats
SAID = re.compile(r'<q class="said"[^>]*>([^<]*)')


@pytest.fixture
def pairs() -> Game:
    people = [*(a_person() for _ in range(3)), a_guest()]
    return a_table(timezone.now(), people=people, preset="trucoestrella")


def visitors_of(game: Game, visit) -> list[Visitor]:
    """Four who play, the last a guest; then who watches: an account, a stranger, a guest."""
    seated = [visit(seat.user) for seat in game.seats.order_by("number")]
    return [*seated, visit(a_person()), visit(), visit(a_guest())]


def listening(people: list[Visitor], game: Game) -> list[Listener]:
    lines = [person.watch(game) for person in people]
    for line in lines:
        line.table()
    return lines


def say(person: Visitor, game: Game, **values: object) -> Answer:
    return person.post(f"/tables/{game.pk}/talk/", values)


def sign(person: Visitor, game: Game, code: str) -> Answer:
    return person.post(f"/tables/{game.pk}/sign/", {"sign": code})


def news(line: Listener, words: str) -> str:
    """Wait for a frame that holds some words."""
    return line.wait_for(lambda frame: words in frame)


@pytest.mark.feature("Playing", "A phrase is a bubble on every screen and moves nothing")
@pytest.mark.usefixtures("slow_pulse")
def test_a_phrase_is_a_bubble_at_the_seat_on_every_screen_and_moves_nothing(visit, pairs):
    people = visitors_of(pairs, visit)
    lines = listening(people, pairs)
    assert say(people[1], pairs, phrase="luck").status == 204
    for line in lines:
        frame = news(line, "¡Qué suerte!")
        assert SAID.findall(frame) == ["¡Qué suerte!"]
        assert 'id="room1"' in frame
        assert len(frame.encode()) <= SMALL
        assert 'id="table"' not in frame
        assert "hand" not in frame
    assert Game.objects.get(pk=pairs.pk).version == pairs.version


@pytest.mark.feature("Playing", "Words and señas for partners only")
def test_words_and_senas_reach_the_partner_and_nobody_else_whatever_else_is_sent(visit, pairs):
    people = visitors_of(pairs, visit)
    lines = listening(people, pairs)
    assert [sign(people[0], pairs, "mata").status, sign(people[1], pairs, "1e").status] == [200] * 2
    for mine, theirs in ((2, "Matá"), (3, "as de espadas")):
        news(lines[mine], theirs)
    # A whole new table for everybody, as a page, as an answer and through new sockets.
    for person in people:
        say(person, pairs, phrase="hello")
    for line in lines:
        news(line, "¡Buenas!")
    later = listening(people[4:], pairs)
    partners = {"Matá": {0, 2}, "as de espadas": {1, 3}, "g-brows": {1, 3}}
    for words, entitled in partners.items():
        marked = re.compile(rf"{words}[^/]*?</q>|#{words}")
        for number, line in enumerate([*lines, *later]):
            heard = "\n".join(frame for frame in line.heard if not frame.startswith(PULSE))
            assert bool(marked.search(heard)) == (number in entitled), (words, number)
            assert number in {0, 2} or "Matá" not in heard
    for number, person in enumerate(people):
        fragment = person.get(f"/tables/{pairs.pk}/", HX_Request="true").text
        assert (">Matá</q>" in fragment) == (number in {0, 2})
        assert "Matá" not in person.get(f"/tables/{pairs.pk}/talk/").text
    seats.annul_game(game_id=pairs.pk, now=timezone.now())
    record = people[5].get(f"/tables/{pairs.pk}/record/")
    assert record.status in {200, 404}
    assert "Matá" not in record.text


@pytest.mark.feature("Playing", "Spectators talk among themselves until the game is over")
def test_spectators_hear_each_other_and_the_players_hear_them_once_it_is_over(visit, pairs):
    people = visitors_of(pairs, visit)
    lines = listening(people, pairs)
    assert say(people[4], pairs, text="ana tiene el ancho").status == 204
    news(lines[4], "tiene el ancho")
    news(lines[5], "tiene el ancho")
    news(lines[6], "tiene el ancho")
    for again in listening(people[:4], pairs):  # as if it were the newest thing they missed
        assert "ancho" not in "".join(again.heard)
    say(people[1], pairs, phrase="luck")  # so that players are sent something after it
    news(lines[5], "¡Qué suerte!")
    players = [person.get(f"/tables/{pairs.pk}/talk/").text for person in people[:4]]
    assert not any("ancho" in text for text in players)
    assert "ancho" in people[5].get(f"/tables/{pairs.pk}/talk/").text
    seats.annul_game(game_id=pairs.pk, now=timezone.now())
    assert all("ancho" in person.get(f"/tables/{pairs.pk}/talk/").text for person in people)


def test_phrases_at_machine_speed_get_a_clear_word_and_leave_the_line_open(visit, pairs):
    people = visitors_of(pairs, visit)
    line = people[0].watch(pairs)
    line.table()
    answers = [say(people[0], pairs, phrase="luck") for _ in range(20)]
    refused = [answer for answer in answers if answer.status != 204]
    assert len(refused) >= 15
    assert {(answer.status, answer.text) for answer in refused} == {
        (429, "Hablás muy rápido: esperá un momento.")
    }
    assert pairs.lines.count() == 20 - len(refused)
    assert people[0].play(pairs, "mazo").status != 429


@pytest.mark.parametrize("language", ["es-ar", "en"])
def test_a_phrase_keeps_the_words_of_its_family_and_has_its_gloss(visit, language):
    people = [a_person(), a_person()]
    game = a_table(timezone.now(), people=people, preset="truc")
    reader = visit(people[1], language=language)
    line = reader.watch(game)
    line.table()
    say(visit(people[0]), game, phrase="luck")
    frame = news(line, "Quina sort!")
    assert {"es-ar": 'title="¡Qué suerte!"', "en": 'title="What luck!"'}[language] in frame
    assert "Quina sort!" in {phrase.words for phrase in phrases.phrases("truc")}


def test_without_a_token_nothing_is_said(visit, pairs):
    person = visit(pairs.seats.get(number=0).user)
    path = f"/tables/{pairs.pk}/talk/"
    assert person.post(path, {"phrase": "luck"}, **{"X-CSRFToken": ""}).status == 403
    assert not pairs.lines.exists()
