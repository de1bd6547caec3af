"""Talk under a person's fingers: the panel in the room of the calls, bubbles, mutes, and flor."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from games.chat import services as chat
from games.chat.services import Speaker
from games.engine import State
from games.models import Game
from tests.browser.moves import MOST_SHIFT, shift_of, watch
from tests.browser.players import Player
from tests.games.tables import a_person, a_table, act, state_of, whoever_acts

pytestmark = [
    pytest.mark.browser,
    pytest.mark.moving,
    pytest.mark.django_db(transaction=True),
]

SMALLEST = 44  # pixels of a target
MUTE = ""
BOXES = """() => Object.fromEntries([...document.querySelectorAll(
  "#table .score, #felt, #say, .act, .hand, .held, .av")].map((each, index) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [index, [x, y, width, height].map(Math.round).join(" ")];
  }))"""
PEOPLE = ("ana", "beto")


@pytest.fixture
def game() -> Game:
    return a_table(timezone.now(), people=[a_person(name) for name in PEOPLE], turn_seconds=120)


@pytest.fixture
def pages(game, open_screen) -> tuple[Page, Page]:
    """Seat 0's page and seat 1's."""
    first, second = (
        open_screen(f"/tables/{game.pk}/", seat.user).page for seat in game.seats.order_by("number")
    )
    return first, second


def say(page: Page, words: str) -> None:
    page.get_by_role("button", name="Hablar").tap()
    page.get_by_role("region", name="Frases").get_by_role("button", name=words).tap()


def bubble(page: Page, seat: int):
    return page.locator(f"#seat{seat} .said")


def room(page: Page, selector: str) -> dict[str, float]:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box


@pytest.mark.feature("Playing", "The panel of phrases opens in the room of the calls")
def test_phrases_take_the_room_of_the_calls_and_move_nothing(pages):
    page, rival = pages
    watch(page)
    page.reload()
    before = page.evaluate(BOXES)
    page.get_by_role("button", name="Hablar").tap()
    panel, calls = room(page, "#talk"), room(page, ".act")
    assert {side: round(panel[side]) for side in panel} == {
        side: round(calls[side]) for side in calls
    }
    for button in page.locator("#talk button").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= SMALLEST - 0.5
    page.get_by_role("button", name="¡Qué suerte!").tap()
    expect(page.locator("#talk")).to_be_hidden()
    for each in (page, rival):
        expect(bubble(each, 0)).to_have_text("¡Qué suerte!")
    assert page.evaluate(BOXES) == before
    assert shift_of(page) <= MOST_SHIFT
    expect(rival.locator("#overheard")).to_have_text("ana: ¡Qué suerte!")
    expect(bubble(page, 0)).to_be_hidden(timeout=10_000)  # after its seconds, by itself


def test_a_phrase_disturbs_neither_a_call_that_is_asked_again_nor_a_focus(game, pages):
    mover = pages[whoever_acts(game).number]
    other = pages[1 - whoever_acts(game).number]
    mazo = mover.get_by_role("button", name=re.compile("Mazo|Seguro"))
    while mazo.text_content() != "¿Seguro?":
        mazo.tap()
    say(other, "¡Vamos!")
    expect(bubble(mover, 1 - whoever_acts(game).number)).to_be_visible()
    assert mazo.text_content() == "¿Seguro?"


def test_the_panel_makes_way_for_a_call_that_awaits_its_reader(game, pages):
    caller = whoever_acts(game).number
    answering = pages[1 - caller]
    answering.get_by_role("button", name="Hablar").tap()
    expect(answering.locator("#talk")).to_be_visible()
    game.refresh_from_db()
    act(game, "truco", timezone.now(), seat=caller)
    expect(answering.locator("#talk")).to_be_hidden()
    expect(answering.get_by_role("button", name="Quiero", exact=True)).to_be_visible()


def test_the_list_moves_nothing_when_it_comes(pages):
    page, _ = pages
    asked: list[Route] = []
    page.route("**/talk/", lambda route: asked.append(route))
    page.get_by_role("button", name="Hablar").tap()
    with page.expect_request("**/talk/"):
        page.get_by_role("button", name="Charla").tap()
    send = page.get_by_role("button", name="Enviar")
    before = send.bounding_box()
    asked[0].continue_()
    expect(page.get_by_text("Nadie dijo nada todavía.")).to_be_visible()
    assert send.bounding_box() == before


@pytest.mark.feature("Playing", "Mute one or all, report a line")
def test_what_is_written_is_listed_marked_reported_and_muted(game, pages):
    page, rival = pages
    page.get_by_role("button", name="Hablar").tap()
    page.get_by_role("button", name="Charla").tap()
    page.get_by_label("Decí algo").fill("hola, beto")
    page.get_by_role("button", name="Enviar").tap()
    expect(page.locator("#lines li").filter(has_text="hola, beto")).to_be_visible()
    expect(rival.locator("[data-news] .tools [data-talk]")).to_be_visible()

    rival.get_by_role("button", name="Hablar").tap()
    rival.get_by_role("button", name="Charla").tap()
    line = rival.locator("#lines li").filter(has_text="hola, beto")
    line.locator("summary").tap()
    line.get_by_role("button", name="Denunciar").tap()
    expect(rival.locator("#toast")).to_have_text("Gracias: alguien lo va a mirar.")
    assert game.lines.get().reports.count() == 1
    rival.locator("fieldset").get_by_label("ana").check()
    expect(line).to_be_hidden()
    rival.locator("#chat").get_by_role("button", name="Cerrar").tap()
    page.locator("#chat").get_by_role("button", name="Cerrar").tap()

    rival.reload()  # a mute is remembered
    game.lines.update(slot=0)  # some seconds later
    say(page, "¡Qué suerte!")
    expect(bubble(page, 0)).to_be_visible()
    expect(bubble(rival, 0)).to_have_count(1)
    expect(bubble(rival, 0)).to_be_hidden()


@pytest.mark.feature("Playing", "A muted partner's words are not shown, their señas are")
def test_a_muted_partner_is_not_heard_but_their_senas_are_seen(open_screen):
    game = a_table(
        timezone.now(),
        people=[a_person() for _ in range(4)],
        preset="trucoestrella",
        turn_seconds=120,
    )
    page = open_screen(f"/tables/{game.pk}/", game.seats.get(number=2).user).page
    partner = game.seats.get(number=0)
    sign = page.locator("#seat0 .sign")
    page.evaluate(
        "by => localStorage.setItem('muted', JSON.stringify([by]))", f"u{partner.user_id}"
    )
    page.reload()
    chat.make_sign(game_id=game.pk, seat=0, sign="mata", now=timezone.now())
    expect(sign).to_have_text("Matá")
    expect(sign).to_be_hidden()
    assert "Matá" not in (page.locator("#log").text_content() or "")
    game.seats.filter(number=0).update(signed_at=None)  # some seconds later
    chat.make_sign(game_id=game.pk, seat=0, sign="1e", now=timezone.now())
    expect(sign.filter(has_text="as de espadas")).to_be_visible()
    expect(page.locator("#log")).to_contain_text("as de espadas")


def test_talking_too_fast_is_answered_in_words(game, open_screen):
    ana, now = game.seats.get(number=0).user, timezone.now()
    for number in range(1, chat.MANY + 1):
        chat.say_phrase(
            game_id=game.pk,
            seat=0,
            speaker=Speaker(ana, ""),
            phrase="luck",
            now=now - timedelta(seconds=chat.LINE_INTERVAL * number),
        )
    screen = open_screen(f"/tables/{game.pk}/", ana)
    say(screen.page, "Gracias")
    expect(screen.page.locator("#toast")).to_have_text("Hablás muy rápido: esperá un momento.")
    assert game.lines.count() == chat.MANY
    refusal = screen.faults.pop()  # every browser's console logs a refusal
    assert "429" in refusal


@pytest.mark.feature("Playing", "A flor announced by the browser")
def test_a_flor_is_sung_by_itself_for_who_prefers_it_and_nobody_else_knows(open_screen):
    game = a_table(
        timezone.now(),
        people=[a_person(name) for name in PEOPLE],
        preset="argentino-flor",
        turn_seconds=120,
        dealt=only_the_first_has_a_flor,
    )
    holder = whoever_acts(game)
    user, rival = holder.user, game.seats.exclude(pk=holder.pk).get().user
    user.sings_flor = True
    user.save()
    other = open_screen(f"/tables/{game.pk}/", rival)
    assert "data-flor" not in other.page.content()
    player = Player(open_screen(f"/tables/{game.pk}/", user))
    assert "data-flor" in player.screen.page.content()
    assert player.read_glance().offers == ["flor"]
    assert player.has_moved(game.version, within=10_000)
    assert game.actions.get().token == "flor"
    expect(other.page.locator("q").filter(has_text="¡Flor!")).to_be_visible()


def test_a_flor_waits_for_who_did_not_ask_for_it(open_screen):
    game = a_table(
        timezone.now(),
        people=[a_person(name) for name in PEOPLE],
        preset="argentino-flor",
        turn_seconds=120,
        dealt=only_the_first_has_a_flor,
    )
    player = Player(open_screen(f"/tables/{game.pk}/", whoever_acts(game).user))
    assert player.read_glance().offers == ["flor"]
    assert not player.has_moved(game.version, within=2_500)


def only_the_first_has_a_flor(state: State) -> bool:
    return set(state.deal.flores) == {state.to_act[0]}


CALLS = """() => { window.said = []; window.shaken = [];
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  speechSynthesis.getVoices = () => [{ lang: "en_US" }, { lang: "es_AR" }];
  speechSynthesis.speak = (speech) => said.push([speech.text, speech.lang]);
  navigator.vibrate = (pattern) => shaken.push(pattern); }"""


@pytest.mark.feature("Playing", "Spoken calls and vibration, once chosen")
def test_calls_are_spoken_and_felt_once_that_is_chosen(game, pages):
    caller = whoever_acts(game).number
    page = pages[1 - caller]
    page.evaluate(CALLS)
    page.get_by_role("button", name="Reglas y opciones").tap()
    for option in ("Cantos en voz alta", "Vibrar"):
        expect(page.get_by_label(option)).not_to_be_checked()  # off until chosen
        page.get_by_label(option).check()
    page.locator("#menu").get_by_role("button", name="Cerrar").tap()
    assert state_of(game).to_act == (caller,)
    act(game, "envido", timezone.now(), seat=caller)
    page.wait_for_function("() => window.said.length && window.shaken.length")
    said = page.evaluate("() => window.said")
    assert said == [["¡Envido!", "es_AR"]]


REFUSED = {
    "no sound at all": "window.AudioContext = class { constructor() { throw new Error(); } };",
    "no file that it reads": "AudioContext.prototype.decodeAudioData = () => Promise.reject();",
}


@pytest.mark.feature(
    "Playing", "If the browser refuses sounds, the table says so and the game continues"
)
@pytest.mark.parametrize("why", REFUSED)
def test_sounds_that_the_browser_refuses_are_told_and_the_game_goes_on(game, pages, why):
    caller = whoever_acts(game).number
    page, faults = pages[1 - caller], []
    page.on("pageerror", lambda fault: faults.append(fault))
    page.evaluate(CALLS)
    page.evaluate(f"() => {{ {REFUSED[why]} }}")
    page.get_by_role("button", name="Reglas y opciones").tap()
    page.get_by_label("Vibrar").check()
    page.get_by_role("button", name="Sonido").tap()
    expect(page.locator("#toast")).to_have_text(
        "Este navegador no deja oír los sonidos de la mesa."
    )
    page.locator("#menu").get_by_role("button", name="Cerrar").tap()
    act(game, "envido", timezone.now(), seat=caller)
    expect(page.get_by_role("button", name="Quiero", exact=True)).to_be_visible()
    page.wait_for_function("() => window.shaken.length")
    assert faults == []
