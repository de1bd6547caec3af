"""Invitations of friends to a table: permissions, access and expiry."""

from functools import partial

import pytest

from accounts.common.errors import RefusedError
from accounts.friends import services as friends
from accounts.models import User
from accounts.profiles import services as profiles
from games.casual import host_actions
from games.casual import services as casual
from games.engine import make_rules
from games.invitations import services as invitations
from games.live.admission import viewpoint_at
from games.models import Game, TableInvitation, tables
from games.play import seats
from tests.games.friends import a_private_table, ask, begin, make_friends, sit
from tests.games.races import at_once
from tests.games.tables import a_person, a_table

pytestmark = [pytest.mark.both, pytest.mark.django_db]
races = pytest.mark.django_db(transaction=True)


def refusal_of(call, *args, **kwargs) -> str:
    with pytest.raises(RefusedError) as refused:
        call(*args, **kwargs)
    return refused.value.code


@pytest.fixture
def ana() -> User:
    return a_person("ana")


@pytest.fixture
def luis(now, ana) -> User:
    luis = a_person("luis")
    make_friends(now, ana, luis)
    return luis


@pytest.mark.feature("Playing", "An invitation by name opens a private table")
def test_an_invitation_lets_a_friend_see_a_private_table_and_sit_there(now, ana, luis):
    game = a_private_table(now, ana)
    assert viewpoint_at(game.pk, luis.pk) is None
    assert refusal_of(sit, game, luis, now) == "not-invited"
    ask(game, ana, luis, now)
    assert viewpoint_at(game.pk, luis.pk) is not None
    sit(game, luis, now)
    assert game.seats.filter(user=luis, sat_at=now).exists()


def test_it_is_one_persons_and_one_tables(now, ana, luis):
    game, other = a_private_table(now, ana), a_private_table(now, ana)
    ask(game, ana, luis, now)
    assert viewpoint_at(game.pk, a_person("mia").pk) is None
    assert viewpoint_at(other.pk, luis.pk) is None
    assert refusal_of(sit, other, luis, now) == "not-invited"


def test_asking_twice_is_asking_once(now, ana, luis):
    game = a_private_table(now, ana)
    assert ask(game, ana, luis, now) == ask(game, ana, luis, now)


@races
def test_two_who_ask_the_same_friend_at_once_ask_once(now, ana, luis):
    mia, game = a_person("mia"), a_private_table(now, ana, seats=4)
    make_friends(now, mia, ana, luis)
    ask(game, ana, mia, now)
    sit(game, mia, now)
    rows = at_once(partial(ask, game, ana, luis, now), partial(ask, game, mia, luis, now))
    assert rows[0] == rows[1] == game.invitations.get(to=luis)


def test_only_who_sits_there_asks_and_only_friends(now, ana, luis):
    game = a_private_table(now, ana)
    mia = a_person("mia")
    make_friends(now, mia, luis)
    assert refusal_of(ask, game, mia, luis, now) == "not-seated"
    assert refusal_of(ask, game, ana, mia, now) == "not-a-friend"
    assert refusal_of(ask, game, ana, ana, now) == "not-a-friend"
    assert not TableInvitation.objects.exists()


def test_nobody_is_asked_to_where_they_sit_or_to_a_table_of_a_competition(now, ana, luis):
    game = a_private_table(now, ana, seats=4)
    ask(game, ana, luis, now)
    sit(game, luis, now)
    assert refusal_of(ask, game, ana, luis, now) == "already-here"
    Game.objects.filter(pk=game.pk).update(page="/matches/1/")
    assert refusal_of(ask, game, ana, luis, now) == "not-casual"


def test_a_table_asks_so_many_and_no_more(now, ana, luis, monkeypatch):
    monkeypatch.setattr(invitations, "MOST", 1)
    game, mia = a_private_table(now, ana), a_person("mia")
    make_friends(now, ana, mia)
    ask(game, ana, luis, now)
    assert refusal_of(ask, game, ana, mia, now) == "too-many-invitations"
    assert ask(game, ana, luis, now).to == luis, "who was asked already is no further one"


def test_it_ends_as_the_table_starts(now, ana, luis):
    game = a_private_table(now, ana)
    ask(game, ana, luis, now)
    host_actions.seat_robot(game_id=game.pk, user=ana, number=1, now=now)
    assert not tables.is_invited(game.pk, luis.pk)
    assert viewpoint_at(game.pk, luis.pk) is None
    assert refusal_of(sit, game, luis, now) == "not-invited"
    assert refusal_of(ask, game, ana, luis, now) == "closed"


def test_it_ends_as_the_table_closes(now, ana, luis):
    game = a_private_table(now, ana)
    ask(game, ana, luis, now)
    host_actions.leave_table(game_id=game.pk, user=ana, now=now)
    assert not tables.is_invited(game.pk, luis.pk)


def test_who_declined_is_not_asked_again_and_comes_in_no_more(now, ana, luis):
    game = a_private_table(now, ana)
    ask(game, ana, luis, now)
    invitations.decline(game_id=game.pk, user=luis, now=now)
    invitations.decline(game_id=game.pk, user=luis, now=now)
    ask(game, ana, luis, now)
    assert not tables.is_invited(game.pk, luis.pk)
    assert refusal_of(sit, game, luis, now) == "not-invited"


def test_nobody_declines_for_another(now, ana, luis):
    game = a_private_table(now, ana)
    ask(game, ana, luis, now)
    invitations.decline(game_id=game.pk, user=ana, now=now)
    assert tables.is_invited(game.pk, luis.pk)


def test_who_has_left_the_site_invites_nobody(now, ana, luis):
    game = a_private_table(now, ana)
    ask(game, ana, luis, now)
    profiles.anonymise(user_id=ana.pk, now=now)
    assert not tables.is_invited(game.pk, luis.pk)
    assert not TableInvitation.objects.exists(), "who asked whom goes along"


def test_who_is_a_friend_no_more_comes_in_no_more(now, ana, luis):
    game = a_private_table(now, ana)
    ask(game, ana, luis, now)
    friends.remove_friend(user=luis, other_id=ana.pk, now=now)
    assert not tables.is_invited(game.pk, luis.pk)
    assert viewpoint_at(game.pk, luis.pk) is None
    assert refusal_of(sit, game, luis, now) == "not-invited"


def test_who_gets_up_takes_the_invitation_along_and_another_may_ask(now, ana, luis):
    mia, game = a_person("mia"), a_private_table(now, ana, seats=4)
    make_friends(now, mia, ana, luis)
    ask(game, ana, mia, now)
    sit(game, mia, now)
    ask(game, ana, luis, now)
    host_actions.leave_table(game_id=game.pk, user=ana, now=now)
    assert not tables.is_invited(game.pk, luis.pk)
    assert ask(game, mia, luis, now).by == mia
    assert tables.is_invited(game.pk, luis.pk)


@races
def test_who_is_asked_twice_is_told_once(now, ana, luis, hints):
    game = a_private_table(now, ana)
    ask(game, ana, luis, now)
    ask(game, ana, luis, now)
    assert [group for group, _ in hints if group.startswith("invited.")] == [f"invited.{luis.pk}"]


# ---- what those outside hear of ----
def lobby_hints(hints) -> int:
    heard = sum(group == "lobby" for group, _ in hints)
    hints.clear()
    return heard


@races
def test_the_lobby_hears_of_tables_that_open_fill_start_and_end(now, ana, luis, hints):
    game = casual.find_table(
        user=ana,
        rules=make_rules("argentino", {"seats": "2"}),
        company=False,
        turn_seconds=30,
        now=now,
    )
    assert lobby_hints(hints) == 1
    sit(game, ana, now)
    assert lobby_hints(hints) == 1
    sit(game, luis, now)
    assert lobby_hints(hints) == 1
    begin(game, now)
    assert lobby_hints(hints) == 1
    seats.annul_game(game_id=game.pk, now=now)
    assert lobby_hints(hints) == 1


@races
def test_the_lobby_hears_nothing_of_what_is_private_nor_of_a_card(now, ana, luis, hints):
    game = a_private_table(now, ana)
    ask(game, ana, luis, now)
    sit(game, luis, now)
    assert lobby_hints(hints) == 0
    seen = a_table(now)
    lobby_hints(hints)
    seats.sit_down(
        game_id=seen.pk, user=seen.seats.first().user, corte_hash="", address="", now=now
    )
    assert lobby_hints(hints) == 0
