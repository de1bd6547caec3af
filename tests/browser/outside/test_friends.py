"""Two friends find each other, one asks the other to a table, they play; the lobby meanwhile."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.friends.services import friends_of
from accounts.models import User
from games.models import Game
from games.play import seats
from tests.browser.moves import stands_still, watch
from tests.browser.players import SHY, Player, one_action
from tests.browser.screens import Screen
from tests.games.casual.test_hosting import a_waiting_table
from tests.games.friends import make_friends, sit
from tests.games.tables import a_person, a_table

pytestmark = [
    pytest.mark.browser,
    pytest.mark.moving,
    pytest.mark.django_db(transaction=True),
]


def tap_button(screen: Screen, name: str, whom: str = "") -> None:
    """Tap the button of this name, about this person."""
    whole = re.compile(rf"^{name}{f' ?: {whom}' if whom else ''}$")
    screen.page.get_by_role("button", name=whole).tap()


@pytest.mark.feature("Playing", "Friends find each other, and invite each other to a table")
def test_two_friends_find_each_other_and_one_asks_the_other_to_sit(open_screen):
    ana, luis = a_person("ana"), a_person("luis")
    hers, his = open_screen("/players/luis/", ana), open_screen("/friends/", luis)
    tap_button(hers, "Agregar amigo", "luis")
    expect(hers.page.get_by_text("Solicitud enviada")).to_be_visible()
    his.open("/friends/")
    tap_button(his, "Aceptar", "ana")
    expect(his.page.locator(".friend-row")).to_contain_text("ana")
    expect(his.page.get_by_text("Quieren ser tus amigos")).to_be_hidden()
    assert list(friends_of(ana)) == [luis]

    his.open("/")
    hers.open("/tables/new/")
    hers.page.get_by_label("Contra quién").select_option("friends")
    hers.follow(hers.page.get_by_role("main").locator("button.primary"))
    game = Game.objects.get()
    expect(hers.page.locator("#table")).to_contain_text("Ya te sentaste")
    hers.page.locator('[popovertarget="invite"]').first.tap()
    hers.page.locator("#invite").get_by_role("button", name="Invitar").tap()
    expect(hers.page.get_by_text("Invitación enviada")).to_be_visible()

    card = his.page.locator("#invited")
    expect(card).to_contain_text("ana te invita a su mesa:")
    his.follow(card.get_by_role("link", name="Ir"))
    his.page.wait_for_url(f"**/tables/{game.pk}/")
    players = Player(hers, wishes=SHY), Player(his, wishes=SHY)
    for player in players:
        expect(player.cards).to_have_count(3)
    one_action(*players)


def test_an_invitation_is_declined_where_it_came(open_screen):
    now, ana, luis = timezone.now(), a_person("ana"), a_person("luis")
    make_friends(now, ana, luis)
    game = a_waiting_table(now, ana)
    screen = open_screen("/tables/", luis)
    game.invitations.create(by=ana, to=luis, at=now)
    tap_button(screen, "No, gracias")
    expect(screen.page.locator("#invited li")).to_have_count(0)
    assert game.invitations.get().declined_at


@pytest.mark.feature("Playing", "A friend is added at the table")
def test_at_the_table_one_adds_whom_one_plays_with(open_screen):
    ana, luis = a_person("ana"), a_person("luis")
    game = a_table(timezone.now(), people=[ana, luis], turn_seconds=120)
    screen = open_screen(f"/tables/{game.pk}/", ana)
    screen.page.get_by_role("button", name="Reglas y opciones").tap()
    tap_button(screen, "Agregar amigos")
    tap_button(screen, "Agregar amigo", "luis")
    expect(screen.page.locator("#people")).to_contain_text("Solicitud enviada")
    assert luis.friendships_answered.get().asker == ana
    assert screen.page.locator("#table").count() == 1


@pytest.mark.feature("Playing", "The lobby is live, and its rows do not move")
@pytest.mark.parametrize("desk", [True, False])
def test_the_lobby_lives_and_nothing_moves_in_it(open_screen, desk):
    now, ana, luis = timezone.now(), a_person("ana"), a_person("luis")
    make_friends(now, ana, luis)
    first = a_waiting_table(now, a_person("mia"))
    screen = open_screen("/rules/", ana, desk=desk)
    page = screen.page
    watch(page)
    screen.open("/tables/")
    row = page.locator(f"#g{first.pk}")
    expect(row).to_contain_text("mia")

    sit(first, a_person("pepe"), timezone.now())
    expect(row).to_contain_text("pepe")
    friends_table = a_waiting_table(timezone.now(), luis, seats=6)
    expect(page.locator(f"#g{friends_table.pk} .friend")).to_contain_text("luis")
    assert page.locator("#waiting .table-row").last.get_attribute("id") == f"g{friends_table.pk}"

    more = [a_waiting_table(timezone.now(), a_person(f"host{n}"), seats=2) for n in range(2)]
    show = page.get_by_role("button", name="Ver las mesas nuevas")
    expect(show).to_be_visible()
    expect(page.locator(f"#g{more[-1].pk}")).to_be_hidden()

    seats.annul_game(game_id=first.pk, now=timezone.now())
    expect(page.locator(".gone")).to_contain_text("Esta mesa ya no está acá.")
    assert page.locator(".gone a[href]").count() == 0
    stands_still(page)
    show.tap()
    expect(page.locator(f"#g{more[-1].pk}")).to_be_visible()


def test_a_friend_with_a_long_name_widens_no_lobby(open_screen):
    now, ana, luis = timezone.now(), a_person("ana"), a_person("luis")
    User.objects.filter(pk=luis.pk).update(display_name="Maximiliana de los Santos Rodríguez")
    make_friends(now, ana, luis)
    a_waiting_table(now, User.objects.get(pk=luis.pk))
    screen = open_screen("/tables/", ana)
    screen.page.set_viewport_size({"width": 320, "height": 700})
    expect(screen.page.locator(".sitters .friend")).to_be_visible()
    assert screen.page.evaluate("document.documentElement.scrollWidth") == 320
