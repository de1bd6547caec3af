"""The browser's part in the deal: it seals, opens the commitment, and checks records.

All this over plain HTTP at a name that is not this machine's own, as a hall plays: there a browser
has no crypto.subtle.
"""

import base64
import json
from random import Random
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.engine import PRESETS, deck_for, draw_dealer, make_rules, write_tgn
from games.engine.ranks import RANKS
from games.fair.signatures import public_keys
from games.models import Game
from games.play import seats as play_seats
from games.play.finished_game import GameRecord
from tests.browser.conftest import HALL
from tests.browser.deals import vectors
from tests.browser.players import RECKLESS, Player, play_to_the_end
from tests.games.records.test_checking import flipped
from tests.games.tables import a_person, a_table, agree_to_end, ended_by_time
from tests.games.tables import play_to_the_end as let_robots_play

ALL_RIGHT = "Reparto comprobado: está todo bien."
ELSEWHERE = "Sellaste tu corte en otro dispositivo: si no se abre ahí, queda afuera."
OTHERS = "Los cortes sellados no son los que este navegador vio antes de abrir el tuyo."
TOLD = (
    *("Ana abrió el corte", "Luis abrió el corte", "Mano 1: las cartas son las que reparte"),
    *("La firma es buena", "La clave de la firma es una de las que publica el sitio"),
    *("Tu corte es el que abrió este navegador", "El sello es el que este navegador guardó"),
)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HASHES = """async ([name, cases]) => {
  const { hmac, sha256 } = await import("/static/js/fair/noble_sha2.js");
  const { fromHex, hex } = await import("/static/js/fair/bytes.js");
  const functions = { sha256, hmac256: (key, data) => hmac(sha256, key, data) };
  return cases.map((parts) => hex(functions[name](...parts.map(fromHex))));
}"""
SIGNATURES = """async (cases) => {
  const { isSigned } = await import("/static/js/fair/signatures.js");
  const { fromHex } = await import("/static/js/fair/bytes.js");
  const verdict = ([key, data, signature]) => isSigned(data, signature, key);
  return cases.map((parts) => verdict(parts.map(fromHex)));
}"""
CHECKS = """async ([records, keys]) => {
  const { check } = await import("/static/js/fair/check.js");
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const wrong = (record) => check(bytes(record), keys).filter(({ ok }) => !ok);
  return records.map((record) => wrong(record).map(({ code }) => code));
}"""


@pytest.fixture(autouse=True)
def _known_by_its_name(settings: Any) -> None:
    settings.ALLOWED_HOSTS = [HALL, "127.0.0.1"]


@pytest.fixture
def hall(open_screen) -> Page:
    """A page over plain HTTP."""
    page = open_screen("/rules/", host=HALL).page
    assert page.evaluate("isSecureContext || Boolean(crypto.subtle)") is False
    return page


def record_of(game: Game) -> bytes:
    game.refresh_from_db()
    seats = list(game.seats.order_by("number"))
    return write_tgn(GameRecord(game, seats).notation()).encode()


def checked(page: Page, *records: bytes) -> list[list[str]]:
    """Return the errors that a browser finds in each of these records."""
    texts = [base64.b64encode(record).decode() for record in records]
    return page.evaluate(CHECKS, [texts, public_keys()])


# ---- hashes and signatures ----


def test_the_published_vectors_come_out(hall):
    known = vectors.SHA256
    assert hall.evaluate(HASHES, ["sha256", [[data] for data in known]]) == list(known.values())
    cases = [[key, data] for key, data, _ in vectors.HMAC256]
    assert hall.evaluate(HASHES, ["hmac256", cases]) == [out for *_, out in vectors.HMAC256]
    good = [list(case) for case in vectors.ED25519]
    assert hall.evaluate(SIGNATURES, good) == [True] * len(good)
    bad = [[key, data + "00", signature] for key, data, signature in good]
    bad += [[key, data, f"{signature[:-2]}ff"] for key, data, signature in good]
    bad += [
        [f"{int(key[:2], 16) ^ 1:02x}{key[2:]}", data, signature] for key, data, signature in good
    ]
    assert hall.evaluate(SIGNATURES, bad) == [False] * len(bad)


DRAWS = """async (cases) => {
  const { deckOf, drawnMano } = await import("/static/js/fair/deals.js");
  const mano = ({ cards, seats, size, preset }) => drawnMano(cards, seats, size, preset);
  return cases.map((each) => [deckOf(each.size), mano(each)]);
}"""


def test_every_deck_and_draw_come_out_as_the_engine_has_them(hall):
    """R-D1, R-D6, R-D7."""
    cases, expected = [], []
    for preset in ("argentino", "truc", "paulista", "mineiro", "venezolano", "mallorqui"):
        for size in RANKS[PRESETS[preset].ranks].decks:
            rules = make_rules(preset, {"deck": str(size)})
            deck = deck_for(rules)
            for seed in range(12):
                cards = Random(f"{preset} {size} {seed}").sample(deck, len(deck))
                case = {"seats": rules.seats, "size": str(size), "preset": preset}
                cases.append({**case, "cards": list(map(str, cards))})
                expected.append([list(map(str, deck)), draw_dealer(rules, cards).mano])
    assert hall.evaluate(DRAWS, cases) == expected


@pytest.mark.parametrize(
    ("preset", "seats"),
    [("argentino", 2), ("uruguayo", 4), ("truc", 2), ("paulista", 4), ("mallorqui", 2)],
)
@pytest.mark.sampled
def test_of_150_flipped_bits_the_browser_finds_every_one(hall, preset, seats):
    target = {} if preset == "truc" else {"target": "5"}
    people = [a_person() for _ in range(seats)]
    game = a_table(timezone.now(), people=people, preset=preset, **target)
    let_robots_play(game, timezone.now())
    record = record_of(game)
    bits, changed = zip(*flipped(record), strict=True)
    sound, *found = checked(hall, record, *changed)
    assert sound == []
    assert [bit for bit, faults in zip(bits, found, strict=True) if not faults] == []
    assert all(checked(hall, b"", record[:-1], record[100:], record.replace(b"\n", b"\r\n")))


def test_an_end_by_agreement_is_checked(hall):
    game = agree_to_end(a_table(timezone.now()), timezone.now())
    record = record_of(game)
    won = record.replace(b'[Result "annulled"]', b'[Result "0"]')
    other = record.replace(b'"agreed"', b'"forfeit"')
    without = record.replace(b'[Termination "agreed"]\n', b"")
    assert checked(hall, record, won, without) == [
        [],
        ["agreed-wrong", "digest-wrong"],
        ["digest-wrong"],
    ]
    assert checked(hall, other)[0][-1] == "tag-wrong"


def test_an_end_by_time_is_checked(hall):
    game = ended_by_time(timezone.now())
    record = record_of(game)
    won = record.replace(b'[Result "%d"]' % game.winner, b'[Result "%d"]' % (1 - game.winner))
    nobodys = record_of(ended_by_time(timezone.now(), decides=False))
    assert checked(hall, record, nobodys, won) == [[], [], ["time-wrong", "digest-wrong"]]


# ---- at the table ----


def a_waiting_table(*people) -> Game:
    """A casual table of theirs, to 5."""
    return a_table(timezone.now(), people=people, seated=False, target="5", turn_seconds=120)


@pytest.mark.feature(
    "Records", "The browser checks a record and what it was shown, over plain HTTP"
)
def test_two_play_in_a_hall_and_both_browsers_check_the_deal(open_screen):
    ana, luis = a_person("Ana"), a_person("Luis")
    game = a_waiting_table(ana, luis)
    path = f"/tables/{game.pk}/"
    screens = [open_screen(path, person, host=HALL) for person in (ana, luis)]
    players = [Player(screen, wishes=RECKLESS) for screen in screens]
    players[0].sit_down()
    expect(screens[1].page.locator("#seal li").first).to_contain_text("sellado")
    players[1].sit_down()
    for player in players:
        expect(player.cards).to_have_count(3)
    game.refresh_from_db()
    assert game.status == Game.Status.LIVE
    assert all(seat.corte_hash and seat.contribution for seat in game.seats.all())
    play_to_the_end(*players)
    for screen in screens:
        expect(screen.page.locator("#deal-check")).to_have_text(
            "Reparto comprobado: está todo bien."
        )

    page = screens[0].page
    screens[0].open(f"{path}record/")
    page.get_by_role("button", name="Comprobar el reparto").tap()
    expect(page.locator("#verdict")).to_have_text(ALL_RIGHT)
    told = page.locator("#findings").inner_text()
    for words in (
        "Ana abrió el corte",
        "Mano 1: las cartas son las que",
        "La firma es buena",
        "Tu corte es el que",
    ):
        assert words in told
    expect(page.locator("#findings .wrong")).to_have_count(0)


@pytest.mark.parametrize("seals", [1])
def test_a_form_that_brings_a_cut_is_answered_with_cards(open_screen, seals):
    a_table(timezone.now())  # the first table of a site begins the numbers
    screen = open_screen("/tables/", a_person("Ana"), host=HALL)
    page, posted = screen.page, []
    page.evaluate("import(document.querySelector('[data-ahead]').dataset.cut)")  # with its seal
    page.on("request", lambda request: posted.append(request.url))
    screen.follow(page.get_by_role("button", name="1 contra 1"))
    expect(Player(screen).cards).to_have_count(3)
    game = Game.objects.latest("pk")
    assert page.url.endswith(f"/tables/{game.pk}/")
    assert not [url for url in posted if url.endswith(("/sit/", "/open/"))]
    play_seats.annul_game(game_id=game.pk, now=timezone.now())
    screen.open(f"/tables/{game.pk}/record/")
    page.get_by_role("button", name="Comprobar el reparto").tap()
    expect(page.locator("#verdict")).to_have_text(ALL_RIGHT)
    expect(page.locator("#findings")).to_contain_text("Tu corte es el que abrió este navegador")


def test_a_corte_goes_along_to_the_seat_one_chooses_and_to_the_next(open_screen):
    ana, luis = a_person("Ana"), a_person("Luis")
    game = a_table(timezone.now(), people=[ana, luis, None, None], seated=False, target="5")
    game.seats.exclude(number=0).update(user=None, robot=False, sat_at=None)
    first = open_screen(f"/tables/{game.pk}/", ana, host=HALL)
    Player(first).sit_down()
    second = open_screen(f"/tables/{game.pk}/", luis, host=HALL).page
    second.locator("#seat2").get_by_role("button", name="Sentarme acá").tap()
    expect(second.locator("#seal li").nth(2)).to_contain_text("sellado")
    assert game.seats.get(number=2).user == luis
    second.locator("#seat3").get_by_role("button", name="Pasar acá").tap()
    expect(second.locator("#seal li").nth(3)).to_contain_text("sellado")
    game.seats.exclude(number__in=(0, 3)).update(robot=True, sat_at=timezone.now())
    play_seats.start_game(game_id=game.pk, now=timezone.now())
    for page in (first.page, second):
        expect(page.locator(".held")).to_have_count(3)
    opened = game.seats.exclude(contribution="")
    assert set(opened.values_list("number", "user")) == {(0, ana.pk), (3, luis.pk)}


def test_a_record_that_is_not_what_the_browser_was_shown_is_named(open_screen):
    ana = a_person()
    game = a_table(timezone.now(), people=[ana, None], seated=False, public=False, target="5")
    screen = open_screen(f"/tables/{game.pk}/", ana, host=HALL)
    Player(screen).sit_down()
    expect(Player(screen).cards).to_have_count(3)
    play_seats.annul_game(game_id=game.pk, now=timezone.now())
    change_memory(screen.page, game, hashes=["00" * 32, "none"])
    screen.open(f"/tables/{game.pk}/record/")
    screen.page.get_by_role("button", name="Comprobar el reparto").tap()
    wrong = screen.page.locator("#findings .wrong")
    expect(wrong).to_have_text(
        "Los cortes sellados no son los que este navegador vio antes de abrir el tuyo."
    )
    expect(screen.page.locator("#verdict")).to_have_text("Esto no está bien: 1")


def test_another_device_has_nothing_to_open_and_the_clock_goes_on_without_it(open_screen):
    ana, luis = a_person(), a_person()
    game = a_waiting_table(ana, luis)
    path = f"/tables/{game.pk}/"
    phone = open_screen(path, ana, host=HALL)
    Player(phone).sit_down()
    phone.page.close()
    Player(open_screen(path, luis, host=HALL)).sit_down()
    other = open_screen(path, ana, host=HALL)
    toast = other.page.locator("#toast")
    expect(toast).to_have_text(
        "Sellaste tu corte en otro dispositivo: si no se abre ahí, queda afuera."
    )
    expect(Player(other).cards).to_have_count(3)
    seats = game.seats.order_by("number")
    assert [bool(seat.contribution) for seat in seats] == [False, True]
    assert all(seat.corte_hash for seat in seats)


def test_a_browser_does_not_open_for_a_table_that_shows_something_else_than_before(open_screen):
    ana, luis = a_person(), a_person()
    game = a_waiting_table(ana, luis)
    path = f"/tables/{game.pk}/"
    screen = open_screen(path, ana, host=HALL)
    Player(screen).sit_down()
    change_memory(screen.page, game, commitment="00" * 32)
    Player(open_screen(path, luis, host=HALL)).sit_down()
    toast = screen.page.locator("#toast")
    expect(toast).to_have_text("La mesa no muestra lo que prometió: tu corte no se abre.")
    assert game.seats.get(user=ana).contribution == ""


def test_where_nothing_can_be_stored_nothing_is_sealed(open_screen):
    ana = a_person()
    game = a_table(timezone.now(), people=[ana, None], seated=False, target="5")
    screen = open_screen("/rules/", ana, host=HALL)
    screen.page.add_init_script("delete Storage.prototype.setItem")
    screen.open(f"/tables/{game.pk}/")
    Player(screen).sit_down()
    expect(Player(screen).cards).to_have_count(3)
    assert game.seats.get(user=ana).corte_hash == ""


def change_memory(page: Page, game: Game, **changes: Any) -> None:
    """As if this browser had been shown something else."""
    key = f"corte {game.pk}"
    known = json.loads(page.evaluate("key => localStorage.getItem(key)", key))
    page.evaluate(
        "([key, text]) => localStorage.setItem(key, text)", [key, json.dumps(known | changes)]
    )
