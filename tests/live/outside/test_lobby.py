"""Updates of the lobby, equal for all readers, and of invitations, for one user alone."""

import re

import pytest
from django.utils import timezone

from games.casual import host_actions
from games.casual import services as casual
from games.engine import make_rules
from games.invitations import services as invitations
from games.invitations.live import INVITATIONS
from games.live.subscribers import RenderKey
from games.lobby.live import LOBBY, SHOWN
from games.models import Game
from games.play import seats as play_seats
from tests.games.friends import a_private_table, ask, begin, make_friends, sit
from tests.games.tables import a_person, a_table

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]

NOT_YOURS = 4403
HERE = '<span class="badge green">acá</span>'
GLANCES = 40
LISTS = re.compile(r'<ul id="(\w+)".*?</ul>', re.DOTALL)


def looking(visit, person=None, language="es-ar"):
    """Somebody's open lobby, which has shown what there was."""
    line = visit(person).listen(f"/ws/lobby/?language={language}")
    line.wait_for(lambda frame: 'id="playing"' in frame)
    return line


def waiting_for(visit, person, language="es-ar"):
    """Create a user who waits for an invitation."""
    line = visit(person).listen(f"/ws/invitations/?language={language}")
    line.wait_for(lambda frame: 'id="invited"' in frame)
    return line


def a_waiting_table(host, seats=2) -> Game:
    return casual.find_table(
        user=host,
        rules=make_rules("argentino", {"seats": str(seats)}),
        company=False,
        turn_seconds=60,
        now=timezone.now(),
    )


def lists_in(line) -> dict[str, list[str]]:
    """Return the tables of each list that a reader has received."""
    return {
        found[1]: re.findall(r'<li id="(g\d+)"', found[0]) for found in LISTS.finditer(line.shown)
    }


def shows(line, **lists: list[str]) -> None:
    """Wait until a reader has come to see these tables."""
    line.wait_for(lambda frame: lists_in(line) == lists)


@pytest.mark.usefixtures("slow_pulse")
def test_a_table_opens_fills_starts_and_ends_before_everybodys_eyes(visit):
    ana, luis = a_person("ana"), a_person("luis")
    lines = looking(visit), looking(visit, a_person("mia"), "en")
    game = a_waiting_table(ana)
    row, free = f'<li id="g{game.pk}"', ("hay lugar", "free")
    for line, words in zip(lines, free, strict=True):
        assert words in line.wait_for(lambda frame: row in frame)
        assert lists_in(line) == {"waiting": [f"g{game.pk}"], "playing": []}
    sit(game, ana, timezone.now())
    sit(game, luis, timezone.now())
    for line in lines:
        shows(line, waiting=[], playing=[])
    begin(game, timezone.now())
    for line in lines:
        shows(line, waiting=[], playing=[f"g{game.pk}"])
    play_seats.annul_game(game_id=game.pk, now=timezone.now())
    for line in lines:
        shows(line, waiting=[], playing=[])


@pytest.mark.usefixtures("slow_pulse")
def test_of_a_seat_that_is_taken_one_row_is_sent(visit):
    ana, luis = a_person("ana"), a_person("luis")
    game, other = a_waiting_table(ana, seats=4), a_waiting_table(a_person("mia"), seats=6)
    line = looking(visit)
    sit(game, ana, timezone.now())
    sit(game, luis, timezone.now())
    frame = line.wait_for(lambda frame: "luis" in frame)
    assert frame.startswith(f'<li id="g{game.pk}"')
    assert f"g{other.pk}" not in frame
    assert len(frame) < 1500


@pytest.mark.usefixtures("slow_pulse")
def test_what_is_sent_is_the_same_for_a_friend_and_for_a_stranger(visit):
    ana, luis = a_person("ana"), a_person("luis")
    make_friends(timezone.now(), ana, luis)
    friend, stranger = looking(visit, ana), looking(visit)
    a_waiting_table(luis)
    frames = [line.wait_for(lambda frame: "luis" in frame) for line in (friend, stranger)]
    assert frames[0] == frames[1]
    assert f'data-person="{luis.pk}"' in frames[0], "a browser marks its reader's friends"


@pytest.mark.usefixtures("slow_pulse")
def test_a_private_table_is_told_to_nobody_in_the_lobby(visit):
    ana, luis = a_person("ana"), a_person("luis")
    line = looking(visit)
    private = a_private_table(timezone.now(), ana)
    seen = a_waiting_table(luis)
    line.wait_for(lambda frame: f'id="g{seen.pk}"' in frame)
    assert f"g{private.pk}" not in line.shown


@pytest.mark.usefixtures("quick_pulse")
def test_a_score_that_no_hint_told_comes_with_the_pulse(visit):
    game = a_table(timezone.now(), turn_seconds=120)
    line = looking(visit)
    Game.objects.filter(pk=game.pk).update(score=[12, 9])
    line.wait_for(lambda frame: "12–9" in frame)


def test_a_full_lobby_takes_few_queries_and_so_many_rows(django_assert_max_num_queries):
    now = timezone.now()
    for number in range(SHOWN + 2):
        a_waiting_table(a_person(f"host{number}"), seats=(2, 4, 6)[number % 3])
        a_table(now)
    with django_assert_max_num_queries(3):
        mark = LOBBY.versions([0])
    with django_assert_max_num_queries(9):
        drawn = LOBBY.render(0, [RenderKey(None, "es-ar"), RenderKey(None, "en")])
    assert drawn.version == mark[0]
    for pieces in drawn.pieces.values():
        assert len([name for name in pieces if name.startswith("g")]) == 2 * SHOWN


def test_a_friend_is_here_as_long_as_a_page_of_theirs_is_open(visit):
    ana, luis = a_person("ana"), a_person("luis")
    make_friends(timezone.now(), ana, luis)
    reader, friend = visit(ana), visit(luis)
    assert HERE not in reader.get("/friends/").text
    friend.listen("/ws/lobby/").next()
    assert HERE in reader.get("/friends/").text
    friend.leave()
    assert HERE not in until_gone(reader)


def until_gone(reader) -> str:
    """Look until the server has seen a socket close."""
    for _ in range(GLANCES):
        shown = reader.get("/friends/").text
        if HERE not in shown:
            break
    return shown


# ---- invitations ----


@pytest.mark.feature("Playing", "An invitation reaches only its friend, at once")
@pytest.mark.usefixtures("slow_pulse")
def test_who_is_asked_hears_it_at_once_in_their_words_and_nobody_else(visit):
    now, ana, luis, mia = timezone.now(), a_person("ana"), a_person("luis"), a_person("mia")
    make_friends(now, ana, luis, mia)
    line, other = waiting_for(visit, luis, "en"), waiting_for(visit, mia)
    game, theirs = a_private_table(now, ana, seats=4), a_private_table(now, ana)
    ask(game, ana, luis, now)
    frame = line.wait_for(lambda frame: f"/tables/{game.pk}/asked/" in frame)
    assert "invites you to their table" in frame
    assert "ana" in frame
    ask(theirs, ana, mia, now)
    other.wait_for(lambda frame: f"/tables/{theirs.pk}/asked/" in frame)
    assert not any(f"/tables/{game.pk}/" in frame for frame in other.heard)


@pytest.mark.usefixtures("slow_pulse")
@pytest.mark.parametrize("end", ["start", "close", "decline"])
def test_it_goes_as_the_table_starts_or_closes_or_as_they_decline(visit, end):
    now, ana, luis = timezone.now(), a_person("ana"), a_person("luis")
    make_friends(now, ana, luis)
    game = a_private_table(now, ana)
    ask(game, ana, luis, now)
    line = waiting_for(visit, luis)
    assert f'id="asked{game.pk}"' in line.shown
    if end == "start":
        host_actions.seat_robot(game_id=game.pk, user=ana, number=1, now=now)
    elif end == "close":
        host_actions.leave_table(game_id=game.pk, user=ana, now=now)
    else:
        invitations.decline(game_id=game.pk, user=luis, now=now)
    line.wait_for(lambda frame: frame.startswith("<ul") and "asked" not in frame)


@pytest.mark.usefixtures("quick_pulse")
def test_an_invitation_that_no_hint_told_comes_with_the_pulse(visit):
    now, ana, luis = timezone.now(), a_person("ana"), a_person("luis")
    make_friends(now, ana, luis)
    game = a_private_table(now, ana)
    line = waiting_for(visit, luis)
    game.invitations.create(by=ana, to=luis, at=now)
    line.wait_for(lambda frame: f'id="asked{game.pk}"' in frame)


def test_a_stranger_has_no_invitations_to_hear_of(visit):
    assert visit().listen("/ws/invitations/").close_code() == NOT_YOURS


def test_many_who_wait_to_be_asked_take_one_query(django_assert_max_num_queries):
    people = [a_person().pk for _ in range(20)]
    with django_assert_max_num_queries(1):
        assert set(INVITATIONS.versions(people)) == set(people)


@pytest.mark.usefixtures("slow_pulse")
def test_the_socket_of_a_private_table_opens_for_who_was_asked(visit):
    now, ana, luis = timezone.now(), a_person("ana"), a_person("luis")
    make_friends(now, ana, luis)
    game = a_private_table(now, ana)
    assert visit(luis).watch(game).close_code() == NOT_YOURS
    ask(game, ana, luis, now)
    assert 'id="table"' in visit(luis).watch(game).table()
