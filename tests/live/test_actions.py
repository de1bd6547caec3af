"""Actions posted to a table through the real ASGI application: what is refused, how, in words."""

import re
from uuid import uuid4

import pytest
from django.utils import timezone

from games.engine.flor import is_flor
from games.models import Game, Seat
from games.play import seats
from tests.games.tables import a_legal_token, a_person, a_table, act, state_of, whoever_acts
from tests.live.visitors import Answer, version_in

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]

MANY = 400  # tables, before a deal that is looked for has come


@pytest.fixture
def game():
    return a_table(timezone.now())


def other(seat: Seat) -> Seat:
    return seat.game.seats.exclude(pk=seat.pk).get()


def is_unchanged(game: Game) -> bool:
    now = Game.objects.get(pk=game.pk)
    return (now.version, now.actions.count()) == (game.version, game.actions.count())


def fragment(answer: Answer) -> str:
    """What is left of a table without the marks of its rendering and the words of a refusal."""
    return re.sub(r' data-(now|notice)="[^"]*"|name="action_id" value="[^"]*"', "", answer.text)


# ---- whoever may not act ----


def test_out_of_turn_is_refused_in_words_with_a_fresh_table(game, visit):
    waiting = other(whoever_acts(game))
    answer = visit(waiting.user).play(game, str(state_of(game).held[waiting.number][0]))
    assert (answer.status, answer.notice) == (422, "No es tu turno.")
    assert version_in(answer.text) == game.version
    assert is_unchanged(game)


def test_nobody_can_name_another_seat(game, visit):
    due = whoever_acts(game)
    card = str(state_of(game).held[due.number][0])
    forger = visit(other(due).user)
    fields = {"seat": due.number, "viewer": due.number, "user": due.user_id, "by": "judge"}
    answer = forger.play(game, card, **fields)
    asked = forger.post(
        f"/tables/{game.pk}/play/?seat={due.number}",
        {"token": card, "seen_version": game.version, "action_id": uuid4().hex, **fields},
    )
    assert [answer.status, asked.status] == [422, 422]
    assert is_unchanged(game)


@pytest.mark.parametrize("account", [True, False])
@pytest.mark.parametrize("token", ["truco", "flor", "quiero", "1e", "nonsense"])
def test_a_spectator_may_only_look(game, visit, account, token):
    answer = visit(a_person() if account else None).play(game, token)
    assert (answer.status, answer.notice) == (403, "Estás mirando: no tenés lugar en esta mesa.")
    assert 'class="held"' not in answer.text
    assert is_unchanged(game)


def test_without_a_csrf_token_nothing_is_done_and_a_way_on_is_shown(game, visit):
    person = visit(whoever_acts(game).user)
    token = a_legal_token(game)
    for forged in ("", "d" * 32):
        answer = person.post(
            f"/tables/{game.pk}/play/",
            {"token": token, "seen_version": game.version, "action_id": uuid4().hex},
            **{"X-CSRFToken": forged},
        )
        assert answer.status == 403
        assert "La página se quedó vieja; nada cambió." in answer.text
        assert '<a class="button small" href="">Recargar</a>' in answer.text
    assert is_unchanged(game)


def test_a_form_from_a_foreign_page_is_refused(game, visit):
    person = visit(whoever_acts(game).user)
    values = {"token": "truco", "seen_version": game.version, "action_id": uuid4().hex}
    path = f"/tables/{game.pk}/play/"
    assert person.post(path, values, Origin="https://elsewhere.example").status == 403
    assert is_unchanged(game)


# ---- twice, too late, too early ----


def test_one_click_that_arrives_twice_has_one_effect_and_one_answer(game, visit):
    person = visit(whoever_acts(game).user)
    card, click = str(state_of(game).held[whoever_acts(game).number][0]), uuid4().hex
    first, second = (person.play(game, card, action_id=click) for _ in range(2))
    assert [first.status, second.status] == [200, 200]
    assert fragment(first) == fragment(second)
    assert (game.actions.count(), Game.objects.get(pk=game.pk).version) == (1, game.version + 1)


def test_one_click_cannot_mean_two_things(game, visit):
    person = visit(whoever_acts(game).user)
    click = uuid4().hex
    person.play(game, "truco", action_id=click)
    answer = person.play(game, "mazo", action_id=click)
    assert (answer.status, answer.notice) == (409, "Ya habías jugado otra cosa.")
    assert game.actions.count() == 1


def test_two_players_may_use_the_same_action_id(game, visit):
    due = whoever_acts(game)
    click = uuid4().hex
    assert visit(due.user).play(game, "envido", action_id=click).status == 200
    game.refresh_from_db()
    assert visit(other(due).user).play(game, "no", action_id=click).status == 200


@pytest.mark.parametrize("seen", [0, 1, 999_999])
def test_an_action_on_another_version_gets_the_table_as_it_is(game, visit, seen):
    person = visit(whoever_acts(game).user)
    answer = person.play(game, a_legal_token(game), seen_version=seen)
    assert (answer.status, answer.notice) == (409, "Llegó tarde: la mesa ya cambió.")
    assert version_in(answer.text) == game.version
    assert is_unchanged(game)


def test_at_a_table_that_is_over_nothing_can_be_done(game, visit):
    seat = whoever_acts(game)
    seats.annul_game(game_id=game.pk, now=timezone.now())
    game.refresh_from_db()
    answer = visit(seat.user).play(game, "truco")
    assert (answer.status, answer.notice) == (409, "Esta mesa no está en juego.")


@pytest.mark.parametrize(
    "values",
    [
        {"token": ""},
        {"token": "x" * 25},
        {"token": "\0"},
        {"token": "７e"},
        {"token": "13e"},
        {"seen_version": "-1"},
        {"seen_version": "x"},
        {"seen_version": "9" * 30},
        {"action_id": "short"},
        {"action_id": "x" * 65},
        {"action_id": "<script>alert(1)</script>"},
    ],
    ids=str,
)
def test_what_is_badly_written_is_refused_with_a_fresh_table(game, visit, values):
    answer = visit(whoever_acts(game).user).play(game, **{"token": "truco", **values})
    assert (answer.status, answer.notice) == (422, "Eso no se entiende en esta mesa.")
    assert version_in(answer.text) == game.version
    assert is_unchanged(game)


def test_an_action_for_one_table_is_nothing_at_another(game, visit):
    elsewhere = a_table(timezone.now())
    person = visit(whoever_acts(game).user)
    assert person.play(elsewhere, "truco").status == 403
    assert is_unchanged(elsewhere)


# ---- refusals tell nothing ----


def test_a_card_is_refused_alike_wherever_it_is(game, visit):
    """A rival's card and one that was never dealt (B060)."""
    due = whoever_acts(game)
    state, person = state_of(game), visit(due.user)
    rivals = state.held[other(due).number]
    nobodys = {"1e", "1b", "7e", "7o", "4c", "5c", "6c"}
    nobodys -= {str(card) for hand in state.held for card in hand}
    answers = [person.play(game, str(card)) for card in (*rivals, *nobodys)]
    assert {answer.status for answer in answers} == {422}
    assert {answer.notice for answer in answers} == {"No tenés esa carta."}
    assert len({fragment(answer) for answer in answers}) == 1


@pytest.mark.parametrize("token", ["flor", "contraflor", "conflor", "resto"])
def test_a_call_is_refused_alike_whatever_the_others_hold(visit, token):
    """The rival of whoever has no flor may hold one (B032)."""
    refused = set()
    for rival_has_flor in (True, False):
        game = a_table_where_the_first_has_none(rival_has_flor)
        answer = visit(whoever_acts(game).user).play(game, token)
        refused.add((answer.status, answer.notice))
    assert len(refused) == 1
    assert refused.pop()[0] == 422


def a_table_where_the_first_has_none(rival_has_flor: bool) -> Game:
    people = [a_person(), a_person()]
    for _ in range(MANY):
        game = a_table(timezone.now(), people=people, preset="uruguayo-online")
        state = state_of(game)
        holders = [is_flor(hand, state.deal.ranking) for hand in state.held]
        mano = state.to_act[0]
        if not holders[mano] and holders[1 - mano] == rival_has_flor:
            return game
    raise AssertionError("no such deal")


def test_who_watches_is_answered_alike_whatever_is_in_the_hands(visit):
    stranger = visit()
    answers = [stranger.play(a_table(timezone.now()), token) for token in ("flor", "7e", "truco")]
    assert len({(answer.status, answer.notice) for answer in answers}) == 1


# ---- pages ----


@pytest.mark.parametrize("path", ["", "play/", "sit/", "back/"])
def test_what_holds_a_hand_is_kept_by_no_cache(game, visit, path):
    person = visit(whoever_acts(game).user)
    values = {"token": "truco", "seen_version": game.version, "action_id": uuid4().hex}
    url = f"/tables/{game.pk}/{path}"
    answer = person.post(url, values) if path else person.get(url)
    assert answer.status == 200
    assert {"private", "no-store"} <= set(answer.headers["Cache-Control"].split(", "))
    assert "Cookie" in answer.headers["Vary"]
    assert answer.headers["ETag"] is None


def test_a_table_is_bound_by_the_strict_policy_and_names_its_own_socket(game, visit, site):
    policy = visit().get(f"/tables/{game.pk}/").headers["Content-Security-Policy"]
    assert f"connect-src 'self' ws://{site.authority}" in policy
    assert {"default-src 'none'", "script-src 'self'", "style-src 'self'"} <= set(
        policy.split("; ")
    )
    assert "unsafe" not in policy


def test_one_address_shows_each_reader_their_own_table(game, visit):
    """Whoever asked before (F56), and with or without htmx (B064)."""
    url = f"/tables/{game.pk}/"
    hands = {seat.user: state_of(game).held[seat.number] for seat in game.seats.all()}
    for headers in ({}, {"HX-Request": "true", "HX-Boosted": "true"}):
        for person, hand in hands.items():
            page = visit(person).get(url, **headers).text
            assert all(f"#n{card}" in page for card in hand)
            assert page.count('class="held"') == len(hand)
        assert 'class="held"' not in visit().get(url, **headers).text


@pytest.mark.parametrize(
    "path",
    [
        "/tables/{0}/play/",
        "/tables/{0}/sit/",
        "/tables/{0}/back/",
        "/tables/practice/",
        "/matches/1/walkover/",
        "/matches/1/annul/",
        "/competitions/1/register/",
        "/competitions/1/invite/",
        "/competitions/1/leave/",
        "/competitions/1/withdraw/",
        "/language/",
    ],
)
def test_nothing_changes_by_following_a_link(game, visit, path):
    answer = visit(whoever_acts(game).user).get(path.format(game.pk))
    assert answer.status == 405
    assert "POST" in answer.headers["Allow"]
    assert is_unchanged(game)


@pytest.mark.parametrize("act", ["entries", "start", "draw", "cancel"])
def test_whoever_follows_a_link_to_an_act_of_the_desk_is_led_to_the_desk(game, visit, act):
    answer = visit(whoever_acts(game).user).get(f"/competitions/1/{act}/")
    assert (answer.status, answer.headers["Location"]) == (302, "/competitions/1/manage/")
    assert is_unchanged(game)


def test_who_clicks_on_an_old_fragment_goes_on_with_the_fresh_one(game, visit):
    due = whoever_acts(game)
    person = visit(due.user)
    act(game, "envido", timezone.now())
    act(game, "quiero", timezone.now())
    late = person.play(game, "truco", seen_version=game.version - 1)
    assert late.status == 409
    game.refresh_from_db()
    assert version_in(late.text) == game.version
    assert person.play(game, "truco").status == 200
