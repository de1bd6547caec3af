"""Señas under the eyes of others: who sees them, what robots make of them, no leaks."""

from collections import Counter
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from accounts.common.errors import RefusedError
from games.chat import services as chat
from games.engine import Answer, Card, envido, to_token, view
from games.live.fragments import render_tree
from games.live.subscribers import RenderKey
from games.models import Game
from games.robots import decide
from games.robots.levels import RobotLevel
from games.robots.observation import sample_hands
from games.robots.signs import MANNERS, choose_sign, read_signs, true_signs
from games.robots.styles import is_too_dear
from games.table_page.live import TABLES
from tests.games.engine.hands import play, table
from tests.games.table_view.boards import a_hand
from tests.games.tables import a_person, a_table, act, state_of, whoever_acts
from tests.tournaments.browsers import a_browser, text_of

pytestmark = pytest.mark.django_db
FOUR = ("1e 7o 4c", "3o 6c 11b", "12c 5c 2b", "7e 4b 10o")
SEATS = (0, 1, 2, 3, None)


@pytest.fixture
def game() -> Game:
    people = [a_person(f"p{seat}") for seat in range(4)]
    return a_table(timezone.now(), people=people, preset="trucoestrella", seats="4")


def sign(game: Game, seat: int, code: str, second: int = 0) -> None:
    later = timezone.now() + timedelta(seconds=second)
    chat.make_sign(game_id=game.pk, seat=seat, sign=code, now=later)


def who_sees(game: Game) -> set[int | None]:
    """The audiences on whose table a seña is drawn."""
    audiences = [RenderKey(seat, "es-ar") for seat in SEATS]
    pieces = TABLES.render(game.pk, audiences).pieces
    return {
        audience.seat
        for audience in audiences
        if 'class="sign"' in str(render_tree(pieces[audience], "table"))
    }


@pytest.mark.feature("Playing", "A rival who looks at a face catches its señas")
def test_who_looks_at_a_rival_sees_the_rivals_sign_and_not_the_partners(game):
    sign(game, 0, "1e")
    assert who_sees(game) == {0, 2}
    chat.watch(game_id=game.pk, seat=1, watched=0)
    assert who_sees(game) == {0, 2}, "what was made before one looked stays unseen"
    sign(game, 0, "7o", second=2)
    assert game.seats.get(number=0).sign_seen == "12"
    assert who_sees(game) == {0, 1, 2}
    game.seats.update(sign="", signed_at=None)
    sign(game, 3, "1b", second=4)
    assert who_sees(game) == {3}, "seat 1 was looking at its rival"
    chat.watch(game_id=game.pk, seat=1, watched=None)
    sign(game, 3, "7e", second=6)
    assert who_sees(game) == {1, 3}


@pytest.mark.feature("Playing", "A seña changes nothing on the tables of those who do not see it")
def test_a_sign_leaves_no_trace_on_other_tables(game):
    def tables() -> dict[int | None, object]:
        audiences = [RenderKey(seat, "es-ar") for seat in SEATS]
        pieces = TABLES.render(game.pk, audiences).pieces
        return {
            audience.seat: {name: piece for name, piece in shown.items() if name != "say"}
            for audience, shown in pieces.items()
        }

    chat.watch(game_id=game.pk, seat=1, watched=0)
    before = tables()
    sign(game, 0, "1e")
    after = tables()
    assert {seat for seat in SEATS if before[seat] != after[seat]} == {0, 1, 2}


def test_at_a_table_without_catching_partners_alone_see(game):
    game.seats.filter(number=1).update(watches=0)
    Game.objects.filter(pk=game.pk).update(signs_caught=False)
    sign(game, 0, "1e")
    assert who_sees(game) == {0, 2}
    with pytest.raises(RefusedError, match="no-such-sign"):
        chat.watch(game_id=game.pk, seat=1, watched=0)


@pytest.mark.feature("Playing", "A seña caught on a slow line: what the server saw first counts")
def test_under_lag_who_sees_is_what_stood_when_the_sign_arrived(game):
    """A look that arrives late catches nothing; one sent away too late has caught it."""
    sign(game, 0, "1e")
    chat.watch(game_id=game.pk, seat=1, watched=0)  # was tapped before the seña, came after it
    assert who_sees(game) == {0, 2}
    sign(game, 0, "7o", second=2)
    chat.watch(game_id=game.pk, seat=1, watched=None)  # looks away; has seen it
    assert who_sees(game) == {0, 1, 2}
    chat.watch(game_id=game.pk, seat=1, watched=0)
    chat.watch(game_id=game.pk, seat=1, watched=0)  # sent again by a browser that got no answer
    sign(game, 0, "1b", second=4)
    assert game.seats.get(number=0).sign_seen == "12"


def test_a_sign_that_reaches_a_slow_phone_late_is_no_longer_drawn(game):
    """A socket is rendered when it is sent: one that reconnects gets the table of that moment."""
    chat.watch(game_id=game.pk, seat=1, watched=0)
    sign(game, 0, "1e", second=-60)
    assert game.seats.get(number=0).sign_seen == "12"
    assert who_sees(game) == set()


def test_a_sign_outlives_the_move_that_crosses_it(game):
    """The version goes on while the seña is on its way: it is neither lost nor shown to more."""
    chat.watch(game_id=game.pk, seat=1, watched=0)
    sign(game, 0, "1e")
    mover = whoever_acts(game).number
    first = view(state_of(game), mover).legal[0]
    act(game, to_token(first), timezone.now(), seat=mover)
    assert who_sees(game) == {0, 1, 2}


def test_the_same_sign_sent_again_is_refused_and_changes_no_witness(game):
    sign(game, 0, "1e")
    chat.watch(game_id=game.pk, seat=1, watched=0)
    with pytest.raises(RefusedError, match="too-fast"):
        sign(game, 0, "1e")
    assert who_sees(game) == {0, 2}


@pytest.mark.parametrize("watched", [2, 1, 8])
def test_only_a_rivals_face_is_watched(game, watched):
    with pytest.raises(RefusedError, match="no-such-sign"):
        chat.watch(game_id=game.pk, seat=0 if watched != 1 else 3, watched=watched)


def test_words_for_a_partner_are_heard_wherever_one_looks(game):
    chat.watch(game_id=game.pk, seat=2, watched=1)
    chat.watch(game_id=game.pk, seat=1, watched=0)
    sign(game, 0, "veni")
    assert who_sees(game) == {0, 2}


def test_the_card_of_a_rival_offers_to_look_and_the_panel_says_how_it_is(game):
    ana = game.seats.get(number=0).user
    assert "Mirarlo a la cara" in text_of(a_browser(ana).get(f"/tables/{game.pk}/seats/1/"))
    assert "Mirarlo" not in text_of(a_browser(ana).get(f"/tables/{game.pk}/seats/2/"))
    a_browser(ana).post(f"/tables/{game.pk}/watch/", {"seat": "1"})
    assert game.seats.get(number=0).watches == 1
    page = text_of(a_browser(ana).get(f"/tables/{game.pk}/"))
    assert "lo mirás a la cara" in page
    assert "Los robots hacen y leen señas según su nivel" in page


def test_robots_sign_at_the_deal_and_their_rivals_see_nothing(now):
    seen = Counter()
    for _ in range(12):
        game = a_table(now, people=[a_person(), None, None, None], preset="trucoestrella")
        for seat in game.seats.filter(robot=True).exclude(sign=""):
            assert seat.signed_at is not None
            assert str(seat.number) not in seat.sign_seen
            seen[seat.number] += 1
            if seat.number != 2:
                assert "0" not in seat.sign_seen
    assert seen[2] > 0


@pytest.mark.parametrize("preset", ["argentino", "uruguayo", "truc"])
def test_casual_tables_of_four_have_signs_by_default(client, preset):
    form = {"preset": preset, "seats": "4", "length": "short", "robots": "on"}
    client.post("/tables/now/", form)
    assert Game.objects.get().rules.signals
    Game.objects.all().delete()
    client.post("/tables/practice/", {"preset": preset, "seats": "4"})
    assert Game.objects.get().rules.signals


# ---- robots ----
def sees(hand: str, muestra: str = "", preset: str = "trucoestrella"):
    others = ("3o 6c 11b", "12c 5c 2b", "7c 4b 10o")
    return view(a_hand((hand, *others), preset=preset, muestra=muestra, signals="on"), 0)


@pytest.mark.parametrize(
    ("hand", "signs"),
    [
        ("1e 7e 4e", ["1e", "7e"]),
        ("7o 6o 4c", ["7o", "envido-30"]),
        ("3e 2e 4c", ["3", "2"]),
        ("12e 11o 5b", ["ciego"]),
    ],
)
def test_a_robot_tells_what_is_true(hand, signs):
    assert [code for code in true_signs(sees(hand)) if code in signs] == signs


@pytest.mark.parametrize(
    ("hand", "signs"),
    [("11b 3o 4c", ["amo"]), ("10o 11b 4c", ["amo", "madona"]), ("11o 10b 4c", [])],
)
def test_a_robot_of_mallorca_tells_of_the_amo_and_the_madona(hand, signs):
    others = ("3c 6c 11c", "12c 5c 3b", "7c 4b 10c")
    told = true_signs(view(table("mallorqui", hand, *others), 0))
    assert [code for code in told if code in ("amo", "madona")] == signs


def test_only_the_strongest_level_tells_lies():
    seen = sees("12e 11o 5b")
    true = set(true_signs(seen))
    for level in RobotLevel:
        rng = Random(7)
        made = {choose_sign(seen, MANNERS[level], rng) for _ in range(400)} - {""}
        assert made
        assert (made <= true) == (level != RobotLevel.TAHUR)


ANCHO = Card(1, "e")
SURE = MANNERS[RobotLevel.TAHUR]._replace(reads=1)
WEAK = ("7c 5o 6e", "3o 2b 10o", "7o 4e 5e", "12b 11c 4b")


def imagined(line: str, seat: int, signs: dict[int, str], about: int, **rules: object):
    """The hands that a seat imagines another to hold, if it goes by these señas."""
    seen = view(play(table("trucoestrella", *WEAK, mazo_turn="any", **rules), line), seat)
    hands = sample_hands(replace(seen, signs=signs), Random(1), 40)
    return seen, [hand[about] for hand in hands if about in hand]


@pytest.mark.parametrize("about", [1, 2])
def test_a_robot_imagines_the_card_of_a_sign_in_the_hand_that_made_it(about):
    _, hands = imagined("", 0, {about: "1e"}, about)
    assert all(ANCHO in hand for hand in hands)
    _, hands = imagined("", 0, {about: "3"}, about)
    assert all(any(each.rank == 3 for each in hand) for hand in hands)
    _, hands = imagined("", 0, {}, about)
    assert sum(ANCHO in hand for hand in hands) < 20


@pytest.mark.parametrize("code", ["amo", "madona"])
def test_a_robot_knows_the_signs_of_mallorca(code):
    hands = ("1e 6o 4c", "3c 6c 11c", "12c 5c 3b", "7c 4b 10c")
    seen = replace(view(table("mallorqui", *hands), 1), signs={3: code})
    highest = {"amo": Card(11, "b"), "madona": Card(10, "o")}[code]
    assert all(highest in hand[3] for hand in sample_hands(seen, Random(1), 20))


def test_a_robot_imagines_an_envido_as_a_sign_tells_it():
    seen, hands = imagined("", 0, {2: "envido-30"}, 2)
    high = sum(envido.value(hand, seen.ranking) >= 30 for hand in hands)
    seen, hands = imagined("", 0, {2: "ciego"}, 2)
    low = sum(envido.value(hand, seen.ranking) <= 20 for hand in hands)
    assert high > 10
    assert low > 35


def test_a_card_that_was_shown_or_may_lie_covered_is_told_no_more():
    _, hands = imagined("0:7c 1:3o", 0, {1: "3"}, 1)
    assert not all(any(each.rank == 3 for each in hand) for hand in hands)
    _, hands = imagined("0:7c 1:(3o)", 0, {1: "1e"}, 1, covered="on")
    assert not all(ANCHO in hand for hand in hands)


def test_nobody_who_folded_is_imagined():
    _, hands = imagined("0:mazo", 1, {0: "1e"}, 0)
    assert hands == []


def stays(hand: str, line: str, signs: dict[int, str]) -> int:
    """How often, of forty times, a seat accepts or raises a call if it goes by these señas."""
    state = play(table("trucoestrella", WEAK[0], hand, *WEAK[2:]), line)
    seen = view(state, 1)
    made = (
        decide(read_signs(seen, signs, SURE, Random(1)), seen.legal, Random(f"{number}"))
        for number in range(40)
    )
    return sum(one != Answer(1, accepted=False) for one in made)


def test_a_partners_sign_is_a_reason_to_stay_and_a_rivals_to_leave():
    poor, good = "4o 5c 6o", "3o 2b 10o"
    beaten = "0:7c 1:4o 2:7o 3:12b 2:truco"
    assert stays(poor, beaten, {3: "1e"}) > stays(poor, beaten, {})
    assert stays(good, "0:truco", {0: "1e"}) < stays(good, "0:truco", {})
    assert stays(good, "0:envido", {3: "envido-30"}) > stays(good, "0:envido", {})
    assert stays(good, "0:envido", {0: "envido-30"}) < stays(good, "0:envido", {})


@pytest.mark.parametrize(
    ("line", "score", "goes_by_it"),
    [
        ("0:truco", (0, 0), True),
        ("0:falta", (0, 0), False),
        ("0:truco", (27, 20), True),
        ("0:truco", (28, 20), False),
        ("0:truco", (29, 20), True),
    ],
)
def test_no_sign_changes_an_answer_that_may_decide_the_leg(line, score, goes_by_it):
    seen = view(play(table("trucoestrella", *WEAK, score=score), line), 1)
    assert goes_by_it is not is_too_dear(seen)
    assert bool(read_signs(seen, {3: "1e"}, SURE, Random(1)).signs) == goes_by_it


def test_a_robot_overlooks_signs_by_its_level():
    seen = sees("12e 11o 5b")
    for level, manner in MANNERS.items():
        rng = Random(level.value)
        read = sum(bool(read_signs(seen, {2: "1e"}, manner, rng).signs) for _ in range(400))
        assert abs(read / 400 - manner.reads) < 0.1
