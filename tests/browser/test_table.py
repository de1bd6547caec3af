"""The table under a person's fingers: keys, focus, words, lost taps, two tabs, other families."""

import re
from collections.abc import Callable
from urllib.parse import parse_qs

import pytest
from django.utils import timezone
from playwright.sync_api import Route, WebSocketRoute, expect

from games.engine import State
from games.models import Game
from games.table_view.labels import card_name
from tests.browser.players import ANSWER, Player, one_action, tap_until
from tests.browser.screens import NO_STORE, Screen
from tests.games.tables import a_person, a_table, act, state_of, whoever_acts
from tests.live.secrecy import assert_keeps_secrets, past_of
from tests.tournaments.cups import players_of
from tests.tournaments.judging.judges import a_live_match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CONTROLS = "button|link|textbox|checkbox|radio|combobox"
MANY = 400  # tables, before a deal that is looked for has come


@pytest.fixture
def game():
    return a_table(timezone.now(), turn_seconds=120)


@pytest.fixture
def mover(game, open_screen) -> Player:
    """Whoever is to begin, at their phone."""
    return Player(open_screen(f"/tables/{game.pk}/", whoever_acts(game).user))


def a_table_where(fits: Callable[[State], bool], **options: str) -> Game:
    """Open tables until one has been dealt so."""
    people = [a_person("ana"), a_person("beto")]
    for _ in range(MANY):
        game = a_table(timezone.now(), people=people, turn_seconds=120, **options)
        if fits(state_of(game)):
            return game
    raise AssertionError("no such deal")


def both(open_screen, game: Game) -> tuple[Player, Player]:
    """The one who is to act first and the other, each at their phone."""
    due = whoever_acts(game)
    other = game.seats.exclude(pk=due.pk).get()
    first, second = (
        Player(open_screen(f"/tables/{game.pk}/", seat.user, recorded=True))
        for seat in (due, other)
    )
    return first, second


# ---- without a pointer, without sight ----


@pytest.mark.feature("Playing", "A hand is played with the keyboard alone")
def test_a_hand_is_played_with_the_keys_alone_and_the_focus_stays(game, open_screen):
    screen = open_screen(f"/tables/{game.pk}/", whoever_acts(game).user, desk=True)
    rival = 1 - whoever_acts(game).number
    player, page = Player(screen), screen.page
    focused = page.locator(":focus")
    expect(focused).to_have_id("table")

    press_until_it_moves(player, "e")
    expect(focused).to_have_attribute("value", "envido")
    game.refresh_from_db()
    act(game, "no", timezone.now(), seat=rival)
    assert player.has_moved(game.version)
    expect(focused).to_have_attribute("value", "envido")

    others = player.hand()[1:]
    press_until_it_moves(player, "1")
    assert player.hand() == others
    expect(page.locator("#table").locator(":focus, :scope:focus")).to_be_visible()

    while whoever_acts(game).number == rival:
        act(game, str(state_of(game).held[rival][0]), timezone.now())
    player.wait_until_wanted()
    page.get_by_role("list", name="Tus cartas").get_by_role("button").first.focus()
    press_until_it_moves(player, "Enter")
    assert len(player.hand()) == 1


def press_until_it_moves(player: Player, key: str) -> None:
    version = player.read_glance().version
    player.screen.page.keyboard.press(key)
    while not player.has_moved(version, within=ANSWER):
        player.screen.page.keyboard.press(key)


def test_keys_mean_nothing_while_the_table_has_not_the_focus(mover):
    page = mover.screen.page
    page.get_by_role("button", name="Reglas y opciones").focus()
    version = mover.read_glance().version
    for key in "1etm":
        page.keyboard.press(key)
    assert not mover.has_moved(version)


@pytest.mark.feature("Playing", "Screen readers announce what happens at the table")
def test_the_table_is_told_in_words(game, open_screen):
    first, second = both(open_screen, game)
    page = first.screen.page
    names = [
        card_name(card, game.preset) for card in state_of(game).held[whoever_acts(game).number]
    ]
    for region in ("La mesa", "Marcador"):
        expect(page.get_by_role("region", name=region)).to_be_visible()
    cards = page.get_by_role("list", name="Tus cartas")
    for name in names:
        expect(cards.get_by_role("button", name=f"{name}, jugar")).to_be_visible()
    expect(page.get_by_role("img", name="0 malas")).to_have_count(2)
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"\d:\d\d"))
    assert_everything_has_a_name(first.screen)

    first.tap_until_it_moves("envido")
    called = second.screen.page.get_by_role("alert").filter(has_text="¡Envido!")
    expect(called).to_have_count(1)
    expect(second.screen.page.get_by_role("log")).not_to_contain_text("¡Envido!")  # once
    expect(page.get_by_role("log")).to_contain_text("Vos: ¡Envido!")
    second.tap_until_it_moves("no")
    expect(page.get_by_role("log")).to_contain_text("No quiero")
    for _ in range(4):  # more lines than the table shows at once
        one_action(first, second)
    expect(page.locator("#story li[id]").first).not_to_have_id("l0")
    log = page.get_by_role("log")
    expect(log).not_to_contain_text("Sorteo")
    for known in ("Vos: ¡Envido!", "No quiero"):  # what was read is not read again
        expect(log.get_by_text(known)).to_have_count(1)


@pytest.mark.parametrize(
    "path", ["/", "/tables/", "/competitions/", "/ranking/", "/clubs/", "/profile/", "/rules/"]
)
def test_every_page_has_its_landmarks_and_a_name_for_everything(open_screen, path):
    screen = open_screen(path, a_person("ana"))
    page = screen.page
    for landmark in ("banner", "main", "contentinfo"):
        expect(page.get_by_role(landmark)).to_have_count(1)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    assert_everything_has_a_name(screen)
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Ir al contenido")


def assert_everything_has_a_name(screen: Screen) -> None:
    """In the accessibility tree a name follows the role, in quotes."""
    tree = screen.page.locator("body").aria_snapshot()
    nameless = re.findall(rf"^\s*- (?:{CONTROLS})\b(?! \").*", tree, re.MULTILINE)
    assert not nameless, nameless


# ---- taps that go astray ----


LOST_TWICE = """() => {
  const observer = new MutationObserver(() => {});
  dispatchEvent(new Event("offline"));
  observer.observe(document.getElementById("lost"), {childList: true, subtree: true});
  dispatchEvent(new Event("offline"));
  return observer.takeRecords().length;
}"""


def test_a_lost_connection_is_told_once_to_a_screen_reader(mover):
    page = mover.screen.page
    assert page.evaluate(LOST_TWICE) == 0
    expect(page.locator("#lost")).to_have_text(re.compile("Reconectando…"))


@pytest.mark.feature("Playing", "A tap that the network lost lands once")
def test_a_tap_that_the_network_lost_lands_once_when_it_is_back(game, mover):
    card = mover.cards.first
    with mover.screen.without_network():
        expect(mover.screen.page.get_by_text("Reconectando…")).to_be_visible()
        card.tap()
        expect(card).to_have_attribute("data-note", "enviando…")
        assert len(mover.hand()) == 3
    assert mover.has_moved(game.version, within=10_000)
    assert len(mover.hand()) == 2
    assert game.actions.count() == 1


def test_a_tap_that_came_through_at_last_is_not_sent_anew(game, open_screen):
    screen = open_screen("about:blank", whoever_acts(game).user)
    page, network = screen.page, _LossyNetwork()
    page.route_web_socket(re.compile("/ws/tables/"), network.open_line)
    page.route("**/play/", network.post)
    page.clock.install()
    screen.open(f"/tables/{game.pk}/")
    expect(page.locator(".held")).to_have_count(3)
    page.clock.run_for(1000)  # a tap just after the table has come is not taken
    page.locator(".held").first.tap()
    with page.expect_websocket():
        page.clock.run_for(9000)  # without an answer it is posted, in vain: the line is opened anew
    expect(page.locator(".held")).to_have_count(2)
    page.clock.run_for(9000)
    expect(page.locator("#toast")).to_be_hidden()
    assert (len(network.action_ids), game.actions.count()) == (1, 1)
    screen.faults.clear()  # the console names each request that failed


class _LossyNetwork:
    """Loses what is sent through sockets until a request has failed; all requests fail."""

    def __init__(self) -> None:
        self.action_ids: set[str] = set()

    def open_line(self, line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        line.on_message(lambda message: self.action_ids and server.send(message))

    def post(self, route: Route) -> None:
        self.action_ids.update(parse_qs(route.request.post_data or "")["action_id"])
        route.abort()


def test_two_quick_taps_are_one(game, mover):
    mover.cards.first.dblclick()
    assert mover.has_moved(game.version, within=10_000)
    assert game.actions.count() == 1


def test_a_browser_that_stores_nothing_plays_all_the_same(game, open_screen):
    screen = open_screen("about:blank", whoever_acts(game).user)
    page = screen.page
    page.context.add_init_script(NO_STORE)
    screen.open(f"/tables/{game.pk}/")
    page.get_by_role("button", name="Reglas y opciones").tap()
    page.get_by_role("button", name="Sonido").tap()
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Cerrar").tap()
    Player(screen).act()


def test_a_call_that_cannot_be_said_says_why(mover):
    page = mover.screen.page
    quiero = page.get_by_role("button", name="Quiero", exact=True)
    expect(quiero).to_be_disabled()
    quiero.tap(force=True)
    expect(page.locator("#toast")).to_have_text("No hay nada que responder.")


def test_who_folds_is_asked_once_more(game, mover):
    mazo = mover.screen.page.get_by_role("button", name=re.compile("Mazo|Seguro"))
    while mazo.text_content() != "¿Seguro?":
        mazo.tap()
    assert game.actions.count() == 0
    tap_until(mazo, lambda: mover.has_moved(game.version))
    assert game.actions.get().token == "mazo"


@pytest.mark.parametrize("way", ["taps", "keys"])
def test_neither_a_double_tap_nor_a_held_key_answers_a_question(game, open_screen, way):
    screen = open_screen("about:blank", whoever_acts(game).user)
    page = screen.page
    page.clock.install()
    with page.expect_websocket() as line:
        screen.open(f"/tables/{game.pk}/")
    line.value.wait_for_event("framereceived")
    mazo = page.get_by_role("button", name=re.compile("Mazo|Seguro"))
    page.clock.run_for(1000)  # a tap just after the table has come is not taken
    if way == "taps":
        mazo.dblclick()
    else:
        mazo.focus()
        page.keyboard.down("Enter")
        page.clock.run_for(1000)
        page.keyboard.down("Enter")  # the key repeats
        page.keyboard.up("Enter")
    expect(mazo).to_have_text("¿Seguro?")
    page.clock.run_for(1000)
    mazo.tap()
    assert Player(screen).has_moved(game.version, within=10_000)
    assert game.actions.get().token == "mazo"


def test_the_newest_tab_has_the_seat_and_the_older_one_can_take_it_back(game, open_screen):
    person = whoever_acts(game).user
    older = open_screen(f"/tables/{game.pk}/", person)
    expect(older.page.locator(".held")).to_have_count(3)
    newer = open_screen(f"/tables/{game.pk}/", person)
    words = "Seguís esta mesa en otra pantalla."
    expect(older.page.get_by_text(words)).to_be_visible()
    with older.without_network():
        pass
    expect(older.page.get_by_text(words)).to_be_visible()  # a network that came back is no claim
    older.page.get_by_role("button", name="Seguir acá").tap()
    expect(newer.page.get_by_text(words)).to_be_visible()
    expect(older.page.get_by_text(words)).to_be_hidden()
    Player(older).act()


def test_a_second_tap_does_not_call_the_judge_again(open_screen):
    _, match, game = a_live_match(timezone.now())
    page = open_screen(f"/tables/{game.pk}/", players_of(match, 0)[0]).page
    page.get_by_role("button", name="Reglas y opciones").tap()
    page.get_by_role("button", name="Llamar al juez").tap()
    page.get_by_label("Qué pasó").fill("tardó")
    assert page.locator("#judge").get_by_role("button").evaluate(TWO_TAPS) == [False, True]


TWO_TAPS = """button => {
  const stopped = [];
  addEventListener("submit", (event) => {
    stopped.push(event.defaultPrevented);
    event.preventDefault();
  });
  button.click();
  button.click();
  return stopped;
}"""  # which of them the page stopped


# ---- other families ----


@pytest.fixture
def long_pause(settings):
    """A finished hand stays on the table."""
    settings.HAND_PAUSE = 3600


@pytest.mark.usefixtures("long_pause")
def test_a_hand_of_uruguayo_online_with_a_flor(open_screen):
    game = a_table_where(only_the_first_has_a_flor, preset="uruguayo-online")
    muestra, seat = state_of(game).deal.muestra, whoever_acts(game).number
    first, second = both(open_screen, game)
    page, rivals = first.screen.page, second.screen.page
    for each in (page, rivals):
        turned = each.get_by_role("button", name=f"Muestra: {card_name(muestra, game.preset)}")
        expect(turned).to_be_visible()
    expect(page.get_by_role("button", name="Truco", exact=True)).to_be_disabled()

    first.tap_until_it_moves("flor")
    expect(rivals.locator("q").filter(has_text="¡Flor!")).to_be_visible()
    while not state_of(game).over:
        one_action(first, second)
    expect(rivals.get_by_text(re.compile(r"ana|beto \+3 · flor")).first).to_be_visible()
    for player, viewer in ((first, seat), (second, 1 - seat)):
        assert_keeps_secrets(player.screen.received(), past_of(game), viewer)


def only_the_first_has_a_flor(state: State) -> bool:
    return set(state.deal.flores) == {state.to_act[0]}


@pytest.mark.usefixtures("long_pause")
def test_a_hand_of_truc_with_a_covered_card(open_screen):
    game = a_table(timezone.now(), preset="truc", turn_seconds=120)
    seat = whoever_acts(game).number
    first, second = both(open_screen, game)
    first.tap_until_it_moves(f"({state_of(game).held[seat][0]})")
    expect(second.screen.page.get_by_role("img", name="carta tapada")).to_be_visible()
    while not state_of(game).over:
        one_action(first, second)
    for player, viewer in ((first, seat), (second, 1 - seat)):
        assert_keeps_secrets(player.screen.received(), past_of(game), viewer)


# ---- who is there ----


@pytest.mark.moving
def test_a_lost_connection_is_told_in_words_and_moves_nothing(game, open_screen):
    mover, other = both(open_screen, game)
    seat = mover.screen.page.locator(".seat.s1")
    expect(seat.locator("em")).to_be_visible()
    parts = ".seat.s1 :is(.av, .name, .marks, .room), #say, .held"
    places = mover.screen.page.locator(parts)
    where = [box.bounding_box() for box in places.all()]

    other.screen.page.close()

    expect(seat).to_have_class(re.compile("away"))
    expect(seat.get_by_text("robot en")).not_to_be_visible()
    expect(seat.get_by_text("robot en")).to_be_visible()
    words, time, box = (seat.locator(one).bounding_box() for one in (".leaves", "time", ".marks"))
    assert words["width"] > 40
    assert time["x"] + time["width"] <= box["x"] + box["width"]
    assert [box.bounding_box() for box in places.all()] == where


# ---- what opens over the table, and large text ----


@pytest.mark.parametrize("panel", ["chat", "menu"])
def test_no_panel_covers_the_answer_to_a_call(game, open_screen, panel):
    due = whoever_acts(game)
    screen = open_screen(f"/tables/{game.pk}/", game.seats.exclude(pk=due.pk).get().user)
    page = screen.page
    act(game, "envido", timezone.now())
    expect(page.locator("#say.urgent")).to_be_visible()
    page.evaluate("id => document.getElementById(id).showPopover()", panel)
    opened = page.locator(f"#{panel}").bounding_box()
    assert opened["y"] + opened["height"] <= page.locator("#say").bounding_box()["y"]
    Player(screen).tap_until_it_moves("no")


def test_text_of_twice_the_size_is_cut_nowhere_on_a_small_phone(game, open_screen):
    """WCAG 2.2, 1.4.4: 320 pixels, text of 200 %."""
    due = whoever_acts(game)
    page = open_screen(f"/tables/{game.pk}/", game.seats.exclude(pk=due.pk).get().user).page
    page.set_viewport_size({"width": 320, "height": 640})
    act(game, "envido", timezone.now())
    expect(page.locator("#say.urgent")).to_be_visible()
    before = sizes(page)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    after = sizes(page)
    assert all(after[part] >= 1.8 * before[part] for part in before), (before, after)
    cut = page.evaluate(
        """() => [...document.querySelectorAll("#score b, #line, #hint, #act button, .clock")]
            .filter(part => part.scrollWidth > part.clientWidth + 1
                || (part.matches("button") && part.scrollHeight > part.clientHeight + 1))
            .map(part => part.outerHTML)"""
    )
    assert cut == []
    page.locator("#act [value=no]").click()


def sizes(page) -> dict[str, float]:
    """The sizes of text, in pixels, of the score, the hint and the calls."""
    return {
        part: page.locator(part).first.evaluate(
            "part => parseFloat(getComputedStyle(part).fontSize)"
        )
        for part in ("#score .name", "#hint", "#act [value=quiero]", "#act [value=mazo]")
    }
