"""The organiser's dashboard: first view, permissions, double clicks and late actions."""

from datetime import timedelta

import pytest

from accounts.models import Membership
from games.models import Game
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import (
    a_cup,
    a_running_cup,
    an_organiser,
    call,
    enter,
    everybody_sits,
    match_at,
    players_of,
    sit,
)
from tests.tournaments.events import award_all
from tournaments.draw import services as draw
from tournaments.entries import services as entries
from tournaments.entries.rosters import NamedPlayer
from tournaments.lifecycle import services as lifecycle
from tournaments.models import AuditEvent, Competition, Entry, Match

pytestmark = pytest.mark.django_db
LANGUAGES = [pytest.param("es-ar", marks=pytest.mark.both), "es-es", "ca-valencia", "en", "pt-br"]


@pytest.fixture
def cup(organiser, now):
    return a_running_cup(organiser, now, entries=8)


def post(user, address, **fields):
    return a_browser(user).post(address, fields)


def act(user, cup, name, **fields):
    return post(user, f"/competitions/{cup.pk}/{name}/", **fields)


def state_of(cup):
    cup.refresh_from_db()
    return cup.state


def dashboard(organiser, cup):
    return text_of(a_browser(organiser).get(f"/competitions/{cup.pk}/manage/"))


def log_of(organiser, cup):
    return text_of(a_browser(organiser).get(f"/competitions/{cup.pk}/manage/?s=log"))


@pytest.mark.feature("Competitions", "Draft, registration, draw, start, by clicks")
@pytest.mark.both
def test_a_cup_goes_from_draft_to_running_by_clicks(organiser, now):
    cup = a_cup(organiser, now, opened=False)
    for name, state in [("open", "registration"), ("draw", "drawn"), ("start", "running")]:
        if name == "draw":
            for _ in range(2):
                enter(cup, organiser, now, a_person())
        assert f"/competitions/{cup.pk}/{name}/" in dashboard(organiser, cup)
        answer = act(organiser, cup, name)
        assert answer.url == f"/competitions/{cup.pk}/manage/"
        assert state_of(cup) == state
    assert len(cup.draw_seed) == 32
    assert act(organiser, cup, "pause").status_code == 302
    assert state_of(cup) == "paused"
    assert act(organiser, cup, "resume").status_code == 302
    assert act(organiser, cup, "cancel", reason="Se cortó la luz").status_code == 302
    assert state_of(cup) == "cancelled"
    page = log_of(organiser, cup)
    for told in ("abrió la inscripción", "sorteó", "dio comienzo", "pausó", "Se cortó la luz"):
        assert told in page


@pytest.mark.parametrize("name", ["open", "draw", "start", "resume"])
def test_a_second_click_is_a_refusal_in_words_that_changes_nothing(organiser, cup, name):
    before, acts = state_of(cup), AuditEvent.objects.count()
    answer = act(organiser, cup, name)
    assert answer.status_code == 409
    assert "data-code" in text_of(answer)
    assert (state_of(cup), AuditEvent.objects.count()) == (before, acts)


@pytest.mark.parametrize("name", ["open", "draw", "start", "pause", "resume", "cancel", "archive"])
def test_in_the_archive_nothing_is_moved_any_more(organiser, cup, now, name):
    award_all(cup, now)
    assert act(organiser, cup, "archive").status_code == 302
    acts = AuditEvent.objects.count()
    answer = act(organiser, cup, name, reason="porque sí")
    assert (answer.status_code, state_of(cup)) == (409, "archived")
    assert "data-code" in text_of(answer)
    assert AuditEvent.objects.count() == acts


def test_a_draw_of_one_is_refused(organiser, now):
    cup = a_cup(organiser, now)
    enter(cup, organiser, now, a_person())
    answer = act(organiser, cup, "draw")
    assert answer.status_code == 409
    assert "al menos dos" in text_of(answer)


def test_an_act_nobody_knows_is_not_found(organiser, cup):
    assert act(organiser, cup, "delete").status_code == 404


@pytest.mark.feature("Competitions", "A competition is cancelled, with a reason")
def test_cancelling_wants_a_reason(organiser, cup):
    answer = act(organiser, cup, "cancel", reason="  ")
    assert answer.status_code == 422
    assert "motivo" in text_of(answer)
    assert state_of(cup) == "running"


@pytest.mark.parametrize("who", ["member", "player", "organiser of another club", "stranger"])
def test_only_the_clubs_organisers_act(cup, who, now):
    member = a_person()
    Membership.objects.create(club=cup.club, user=member)
    match = match_at(cup, 1, 1)
    call(match, now)
    user = {
        "member": member,
        "player": players_of(match, 0)[0],
        "organiser of another club": an_organiser(),
        "stranger": None,
    }[who]
    acts = AuditEvent.objects.count()
    expected = 302 if user is None else 403
    other = cup.entries.exclude(roster__user=user).last()
    for answer in (
        a_browser(user).get(f"/competitions/{cup.pk}/manage/"),
        act(user, cup, "pause"),
        act(user, cup, "cancel", reason="porque sí"),
        act(user, cup, "entries", **{"players-player_1": "Colado"}),
        act(user, cup, "withdraw", entry=other.pk),
        post(user, f"/matches/{match.pk}/walkover/", winner="0", reason="porque sí"),
        post(user, f"/matches/{match.pk}/annul/", reason="porque sí"),
    ):
        assert answer.status_code == expected
        if user is None:
            assert answer.url.startswith("/accounts/login/")
    assert (state_of(cup), AuditEvent.objects.count()) == ("running", acts)


@pytest.mark.both
def test_no_shows_come_first_as_a_decision_with_its_reason(organiser, cup, now):
    first, second, third = (match_at(cup, 1, number) for number in (1, 2, 3))
    call(first, now)
    everybody_sits(first, now)
    call(second, now)
    game = call(third, now + timedelta(minutes=1))
    there, missing = players_of(third, 0)[0], players_of(third, 1)[0]
    sit(game, there, now=now)
    page = dashboard(organiser, cup)
    order = [page.index(f'id="n{match.pk}"') for match in (third, second)]
    assert order == sorted(order)
    assert f'id="n{first.pk}"' not in page
    card = page[order[0] : order[1]]
    assert f"Falta {missing}" in card
    assert f"Ya está: {there}." in card
    likeliest = card[: card.index("<details")]
    assert f"Dar por ganado a {there}</button>" in likeliest
    assert f'formaction="/matches/{third.pk}/walkover/" name="winner" value="0"' in likeliest
    assert f'value="No se presentó: {missing}, plazo 18:41"' in card
    assert "Esperar 5 minutos" in card


def test_where_all_sit_and_the_cards_are_about_to_come_nobody_is_missing(organiser, cup, now):
    match = match_at(cup, 1, 1)
    game = call(match, now)
    for player in (*players_of(match, 0), *players_of(match, 1)):
        sit(game, player, now=now)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OPENING)
    assert f'id="n{match.pk}"' not in dashboard(organiser, cup)


def test_a_walkover_decides_and_says_who_and_why(organiser, cup, now):
    match = match_at(cup, 1, 1)
    call(match, now)
    address = f"/matches/{match.pk}/walkover/"
    answer = post(organiser, address, winner="1", reason="No se presentó")
    assert answer.url == f"/competitions/{cup.pk}/manage/"
    match.refresh_from_db()
    assert (match.state, match.winner) == (Match.State.WALKOVER, 1)
    assert "No se presentó" in log_of(organiser, cup)
    again = post(organiser, address, winner="0", reason="Me equivoqué")
    assert again.status_code == 409
    match.refresh_from_db()
    assert match.winner == 1


@pytest.mark.parametrize(
    "fields",
    [
        {"winner": "0", "reason": ""},
        {"winner": "2", "reason": "x"},
        {"winner": "", "reason": "x"},
        {"reason": "x"},
        {"winner": "0", "reason": "x" * 201},
        {"winner": "0", "reason": "a\x00b"},
        {"winner": "0", "reason": "a\u202eb"},
    ],
)
def test_a_walkover_that_is_badly_asked_for_is_refused(organiser, cup, now, fields):
    match = match_at(cup, 1, 1)
    call(match, now)
    assert post(organiser, f"/matches/{match.pk}/walkover/", **fields).status_code == 422
    match.refresh_from_db()
    assert match.state == Match.State.CALLED


@pytest.mark.both
def test_annulling_voids_the_table_and_makes_the_match_ready(organiser, cup, now):
    match = match_at(cup, 1, 1)
    call(match, now)
    game = everybody_sits(match, now)
    page = text_of(a_browser(organiser).get(f"/matches/{match.pk}/"))
    assert f"/matches/{match.pk}/annul/" in page
    assert post(organiser, f"/matches/{match.pk}/annul/", reason="").status_code == 422
    assert post(organiser, f"/matches/{match.pk}/annul/", reason="Se fue").status_code == 302
    match.refresh_from_db()
    game.refresh_from_db()
    assert (match.state, game.status) == (Match.State.READY, Game.Status.ANNULLED)
    assert post(organiser, f"/matches/{match.pk}/annul/", reason="Se fue").status_code == 409


def test_entries_by_hand_take_names_and_accounts(organiser, now):
    cup = a_cup(organiser, now, per_side=2)
    ana = a_person("ana")
    page = text_of(a_browser(organiser).get(f"/competitions/{cup.pk}/manage/?s=entries"))
    assert 'name="players-player_2"' in page
    assert 'name="players-partner"' not in page, "it is the second player"
    fields = {"players-player_1": "@ANA", "players-player_2": "Don Beto", "players-name": "Los Dos"}
    assert act(organiser, cup, "entries", **fields).status_code == 302
    entry = cup.entries.get()
    assert (entry.name, entry.state) == ("Los Dos", Entry.State.CONFIRMED)
    assert [player.user for player in entry.roster.all()] == [ana, None]
    assert "Don Beto" in [player.name for player in entry.roster.all()]
    again = act(organiser, cup, "entries", **fields)
    assert again.status_code == 409
    assert cup.entries.count() == 1


@pytest.mark.both
@pytest.mark.parametrize("name", ["", "@nobody", "@", "a\u200bb", "x" * 61, "\x00"])
def test_entries_by_hand_are_refused_on_the_page(organiser, now, name):
    cup = a_cup(organiser, now)
    answer = act(organiser, cup, "entries", **{"players-player_1": name})
    assert answer.status_code == 422
    assert "errorlist" in text_of(answer)
    assert not cup.entries.exists()


def test_an_organiser_takes_an_entry_out(organiser, now):
    cup = a_cup(organiser, now)
    entry = enter(cup, organiser, now, a_person())
    assert act(organiser, cup, "withdraw", entry=entry.pk, reason="Avisó").status_code == 302
    assert not cup.entries.exists()
    assert "Avisó" in log_of(organiser, cup)
    assert act(organiser, cup, "withdraw", entry=entry.pk).status_code == 404


@pytest.mark.parametrize(("people", "verb"), [(1, "está"), (2, "están")])
def test_what_is_said_of_a_pair_is_said_of_both(organiser, now, people, verb):
    cup = a_cup(organiser, now, per_side=people)
    fields = {"players-player_1": "Ana", "players-player_2": "Beto"}
    address = f"/competitions/{cup.pk}/entries/"
    answer = a_browser(organiser).post(address, fields, follow=True)
    assert f"{cup.entries.get()} {verb} en la lista." in text_of(answer)


@pytest.mark.both
@pytest.mark.parametrize("entry", ["", "x", "0", "9" * 30, "-1"])
def test_an_entry_that_cannot_be_meant_is_refused(organiser, cup, entry):
    assert act(organiser, cup, "withdraw", entry=entry).status_code == 422
    assert act(organiser, cup, "invite", entry=entry).status_code == 422


def test_an_entry_of_another_cup_is_not_found(organiser, cup, now):
    other = a_cup(organiser, now, name="Otra")
    entry = enter(other, organiser, now, a_person())
    assert act(organiser, cup, "withdraw", entry=entry.pk).status_code == 404
    assert other.entries.count() == 1


def test_a_match_whose_side_has_no_account_asks_for_its_link(organiser, now):
    cup = a_cup(organiser, now)
    enter(cup, organiser, now, a_person())
    entries.add_entry(
        competition_id=cup.pk, actor=organiser, players=[NamedPlayer("Don Beto")], now=now
    )
    draw.draw(competition_id=cup.pk, actor=organiser, seed="s", now=now)
    lifecycle.start(competition_id=cup.pk, actor=organiser, now=now)
    page = dashboard(organiser, cup)
    assert "Sin cuenta: Don Beto" in page
    assert "Enlace para Don Beto" in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_dashboard_is_there_in_both_languages(organiser, cup, language):
    organiser.language = language
    organiser.save()
    assert f'<html lang="{language}">' in dashboard(organiser, cup)
    assert Competition.objects.get().name in dashboard(organiser, cup)


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true", "HX-Target": "by-hand"}])
def test_who_enters_somebody_after_the_draw_is_led_to_undoing_it(organiser, now, headers):
    cup = a_running_cup(organiser, now)
    path = f"/competitions/{cup.pk}/entries/"
    answer = a_browser(organiser).post(path, {"players-player_1": "Tardón"}, headers=headers)

    assert answer.status_code == 409
    form = text_of(answer).split('id="by-hand"')[1].split("</details>")[0]
    assert "deshacé el sorteo" in form
    assert 'value="Tardón"' in form
    assert f'href="/competitions/{cup.pk}/manage/?s=rules#undo-draw"' in form
    rules = text_of(a_browser(organiser).get(f"/competitions/{cup.pk}/manage/?s=rules"))
    assert 'id="undo-draw"' in rules
