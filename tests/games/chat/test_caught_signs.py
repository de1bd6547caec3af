"""Señas under the eyes of others: who sees them, what robots make of them, no leaks."""

from collections import Counter
from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from accounts.common.errors import RefusedError
from games.chat import services as chat
from games.engine import Answer, legal_actions, to_token, view
from games.live.fragments import render_tree
from games.live.subscribers import RenderKey
from games.models import Game
from games.robots.levels import RobotLevel
from games.robots.signs import MANNERS, choose_sign, heed_signs, true_signs
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


@pytest.mark.parametrize("sign", ["amo", "madona"])
def test_a_robot_of_mallorca_stays_beside_the_amo_and_the_madona(sign):
    hands = ("1e 6o 4c", "3c 6c 11c", "12c 5c 3b", "7c 4b 10c")
    seen = view(play(table("mallorqui", *hands), "0:truco"), 1)
    no, yes = (Answer(1, accepted) for accepted in (False, True))
    assert heed_signs(no, seen.legal, seen, {3: sign}, {}, SURE, Random(1)) == yes


def test_only_the_strongest_level_tells_lies():
    seen = sees("12e 11o 5b")
    true = set(true_signs(seen))
    for level in RobotLevel:
        rng = Random(7)
        made = {choose_sign(seen, MANNERS[level], rng) for _ in range(400)} - {""}
        assert made
        assert (made <= true) == (level != RobotLevel.TAHUR)


def test_a_robot_stays_beside_a_strong_partner_and_folds_to_a_caught_rival():
    state = a_hand(FOUR, "0:truco", preset="trucoestrella")
    seen = view(state, 1)
    legal = legal_actions(state, 1)
    no, yes = (Answer(1, accepted) for accepted in (False, True))
    sure = MANNERS[RobotLevel.TAHUR]._replace(reads=1)
    rng = Random(1)
    assert heed_signs(no, legal, seen, {3: "1e"}, {}, sure, rng) == yes
    assert heed_signs(yes, legal, seen, {}, {0: "1e"}, sure, rng) == no
    assert heed_signs(no, legal, seen, {}, {}, sure, rng) == no
    assert heed_signs(no, legal, seen, {3: "envido-30"}, {}, sure, rng) == no
    deaf = sure._replace(reads=0)
    assert heed_signs(no, legal, seen, {3: "1e"}, {}, deaf, rng) == no


SURE = MANNERS[RobotLevel.TAHUR]._replace(reads=1)


def heeded(line: str, seat: int, token: str, partners: dict[int, str]) -> str:
    """What a robot plays instead of this card when it has seen these señas of its partners."""
    hands = ("4c 5o 6e", "3o 2b 10o", "7o 4e 5e", "12b 11c 4b")
    seen = view(play(table("trucoestrella", *hands, mazo_turn="any"), line), seat)
    action = next(one for one in seen.legal if to_token(one) == token)
    return to_token(heed_signs(action, seen.legal, seen, partners, {}, SURE, Random(1)))


def test_a_high_card_is_kept_for_a_partner_who_kills():
    assert heeded("0:4c", 1, "3o", {3: "1b"}) == "10o"
    assert heeded("0:4c", 1, "3o", {}) == "3o"
    assert heeded("0:4c", 1, "3o", {3: "ciego"}) == "3o"
    assert heeded("0:4c 1:10o", 2, "7o", {0: "1e"}) == "7o", "the partner has played"


def test_the_last_to_speak_calls_for_a_rich_partner():
    assert heeded("0:4c 1:10o", 2, "4e", {0: "envido-30"}) == "envido"
    assert heeded("0:4c", 1, "10o", {3: "envido-30"}) == "10o", "the partner can call by itself"


YES, NO = "quiero", "no"


def answered(state, given: str, partners=None, rivals=None) -> str:
    """What seat 1 answers in the end, if its level says `given` and it has seen these señas."""
    seen = view(state, 1)
    action = Answer(1, accepted=given == YES)
    partners, rivals = partners or {}, rivals or {}
    return to_token(heed_signs(action, seen.legal, seen, partners, rivals, SURE, Random(1)))


@pytest.mark.parametrize(("score", "answer"), [((29, 20), YES), ((28, 20), YES), ((27, 20), NO)])
def test_a_caught_sign_changes_no_answer_that_may_decide_the_game(score, answer):
    state = play(table("trucoestrella", *FOUR, score=score), "0:truco")
    assert answered(state, YES, rivals={0: "1e"}) == answer
    assert answered(state, NO, partners={3: "7e"}) == (NO if score == (28, 20) else YES)


def test_no_sign_makes_a_robot_accept_a_falta():
    state = play(table("trucoestrella", *FOUR), "0:falta")
    assert answered(state, NO, partners={3: "envido-30"}) == NO
    assert answered(state, YES, rivals={0: "envido-30"}) == YES
    state = play(table("trucoestrella", *FOUR), "0:real")
    assert answered(state, NO, partners={3: "viejas"}) == YES
    assert answered(state, YES, rivals={0: "perdedoras"}) == NO


def test_what_the_own_cards_beat_makes_nobody_refuse():
    hands = ("1b 7o 4c", "1e 7b 6b", "12c 5c 2b", "7e 4b 10o")
    state = play(table("trucoestrella", *hands), "0:truco")
    assert answered(state, YES, rivals={0: "1b"}) == YES
    assert answered(state, YES, rivals={0: "1e"}) == YES, "which is a lie"
    state = play(table("trucoestrella", *hands), "0:envido")
    assert answered(state, YES, rivals={0: "viejas"}) == YES
    assert answered(state, YES, rivals={0: "envido-30"}) == YES, "it holds 33"


def test_a_card_that_was_spent_or_folded_counts_for_nothing():
    hands = ("7o 6o 4c", "3o 6c 11b", "12c 5c 2b", "1e 4b 10o")
    state = play(table("trucoestrella", *hands), "0:7o 1:11b 2:12c 3:1e 3:4b 0:truco")
    assert answered(state, NO, partners={3: "1e"}) == NO
    assert answered(state, NO, partners={3: "7e"}) == YES
    assert answered(state, YES, rivals={0: "7o"}) == YES
    assert answered(state, YES, rivals={0: "1b"}) == NO
    gone = play(table("trucoestrella", *hands), "0:7o 1:11b 2:12c 3:mazo 0:truco")
    assert answered(gone, NO, partners={3: "7e"}) == NO


def test_nobody_calls_for_a_partner_who_folded():
    assert heeded("0:4c 0:mazo 1:10o", 2, "4e", {0: "envido-30"}) == "4e"
    assert heeded("0:4c 1:10o", 2, "4e", {0: "envido-30"}) == "envido"
