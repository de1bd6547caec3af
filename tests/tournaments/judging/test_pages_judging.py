"""The pages on which the judge is called, rules and is appointed, and on which one appeals."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game
from tests.games.tables import a_person, a_table
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import (
    a_running_cup,
    an_organiser,
    call,
    everybody_sits,
    match_at,
    players_of,
)
from tests.tournaments.events import an_event, award, organiser_of
from tests.tournaments.judging.judges import a_live_match, ask
from tournaments.judging import officials
from tournaments.judging import services as judging
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Dispute, Group, Match, Official

pytestmark = pytest.mark.django_db
LANGUAGES = [pytest.param("es-ar", marks=pytest.mark.both), "es-es", "ca-valencia", "en", "pt-br"]


def page_of(match, user=None, language="es-ar"):
    return text_of(a_browser(user, language).get(f"/matches/{match.pk}/"))


def appoint(cup, user, now, role="judge", **scope):
    return officials.appoint_official(
        competition_id=cup.pk, actor=organiser_of(cup), user=user, role=role, now=now, **scope
    )


def test_a_judge_is_appointed_to_a_group_or_to_the_bracket_by_their_names(now):
    event = an_event(now, "groups", 6, group_count=2, qualifiers=2)
    page = text_of(a_browser(organiser_of(event)).get(f"/competitions/{event.pk}/officials/"))
    names = ("Grupo A", "Grupo B", "Eliminación")
    assert [page.count(f">{name}</option>") for name in names] == [1, 1, 1]


@pytest.mark.parametrize(
    ("settings", "names"),
    [
        ({}, ("Grupo A", "Grupo B", "Eliminación")),
        ({"silver": True}, ("Grupo A", "Grupo B", "Copa de oro", "Copa de plata")),
    ],
)
def test_posts_name_the_group_as_the_form_does(now, settings, names):
    event = an_event(now, "groups", 8, group_count=2, qualifiers=2, **settings)
    groups = Group.objects.filter(stage__competition=event).order_by("stage__number", "number")
    for group in groups:
        appoint(event, a_person(), now, group=group)
    page = text_of(a_browser(organiser_of(event)).get(f"/competitions/{event.pk}/officials/"))
    listed = page.partition('<ul class="list">')[2].partition("</ul>")[0]
    scopes = re.findall(r'<span class="muted">\s*(.+?)\s*</span>', listed)
    assert scopes == [*names]


# ---- calling ----
def test_a_player_calls_from_the_table_with_one_form(now):
    _, match, game = a_live_match(now)
    player = players_of(match, 0)[0]
    browser = a_browser(player)
    page = text_of(browser.get(f"/tables/{game.pk}/"))
    assert f'action="/matches/{match.pk}/judge/"' in page
    answer = browser.post(f"/matches/{match.pk}/judge/", {"text": "¡Miró mis cartas!"})
    assert answer.url == f"/tables/{game.pk}/"
    page = text_of(browser.get(f"/tables/{game.pk}/"))
    assert "El juez fue llamado" in page


def test_who_watches_has_no_judge_to_call(now):
    _, match, game = a_live_match(now)
    assert "/judge/" not in text_of(a_browser(a_person()).get(f"/tables/{game.pk}/"))
    assert "/judge/" not in page_of(match, a_person())
    answer = a_browser(a_person()).post(f"/matches/{match.pk}/judge/", {"text": "eh"})
    assert answer.status_code == 403
    assert "quienes juegan" in text_of(answer)


def test_a_casual_table_has_no_judge(now):
    ana = a_person()
    game = a_table(now, people=[ana, a_person()])
    assert "/judge/" not in text_of(a_browser(ana).get(f"/tables/{game.pk}/"))


@pytest.mark.both
@pytest.mark.parametrize("text", ["", "   ", "x" * 201, "a\x00b", "a\u202eb"])
def test_a_call_that_says_nothing_is_refused(now, text):
    _, match, game = a_live_match(now)
    answer = a_browser(players_of(match, 0)[0]).post(f"/matches/{match.pk}/judge/", {"text": text})
    assert answer.status_code == 422
    game.refresh_from_db()
    assert game.status == Game.Status.LIVE


def test_a_second_call_and_one_too_late_are_conflicts(now):
    cup, match, _ = a_live_match(now)
    ask(match, now)
    browser = a_browser(players_of(match, 1)[0])
    assert browser.post(f"/matches/{match.pk}/judge/", {"text": "yo"}).status_code == 409
    lifecycle.cancel(competition_id=cup.pk, actor=organiser_of(cup), reason="no", now=now)
    assert browser.post(f"/matches/{match.pk}/judge/", {"text": "yo"}).status_code == 409


def test_with_real_cards_the_judge_is_called_on_the_page_of_the_match(now):
    cup = a_running_cup(an_organiser(), now, entries=2, with_cards=True)
    match = match_at(cup, 1, 1)
    player = players_of(match, 0)[0]
    assert f'action="/matches/{match.pk}/judge/"' in page_of(match, player)
    answer = a_browser(player).post(f"/matches/{match.pk}/judge/", {"text": "renuncio"})
    assert answer.url == f"/matches/{match.pk}/"


# ---- ruling ----
@pytest.mark.both
def test_a_judge_rules_on_the_page_of_the_match_and_everybody_reads_why(now):
    cup, match, game = a_live_match(now)
    dispute, judge = ask(match, now, text="¡Fue renuncio!"), a_person()
    appoint(cup, judge, now, match=match)
    assert f"/calls/{dispute.pk}/rule/" in page_of(match, judge)
    assert "/rule/" not in page_of(match, a_person())
    answer = a_browser(judge).post(
        f"/calls/{dispute.pk}/rule/",
        {"ruling": "score", "first": "3", "second": "2", "text": "Mal contado"},
    )
    assert answer.url == f"/matches/{match.pk}/"
    game.refresh_from_db()
    assert (game.score, game.status) == ([3, 2], Game.Status.LIVE)
    page = page_of(match)
    for told in ("¡Fue renuncio!", "Mal contado", "El marcador queda", str(judge)):
        assert told in page


@pytest.mark.both
@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"ruling": "continue", "text": ""}, 422),
        ({"ruling": "king", "text": "x"}, 422),
        ({"text": "x"}, 422),
        ({"ruling": "score", "text": "x"}, 422),
        ({"ruling": "score", "first": "99", "second": "0", "text": "x"}, 422),
        ({"ruling": "score", "first": "-1", "second": "0", "text": "x"}, 422),
        ({"ruling": "points", "points": "9" * 40, "side": "0", "text": "x"}, 422),
        ({"ruling": "points", "points": "2", "side": "7", "text": "x"}, 422),
        ({"ruling": "loss", "text": "x"}, 422),
        ({"ruling": "upheld", "text": "x"}, 422),
    ],
)
def test_a_ruling_that_is_badly_asked_for_changes_nothing(now, fields, status):
    cup, match, game = a_live_match(now)
    dispute = ask(match, now)
    answer = a_browser(organiser_of(cup)).post(f"/calls/{dispute.pk}/rule/", fields)
    assert answer.status_code == status
    game.refresh_from_db()
    assert game.status == Game.Status.JUDGED


def test_only_who_may_rules_and_once(now):
    cup, match, _ = a_live_match(now)
    address = f"/calls/{ask(match, now).pk}/rule/"
    fields = {"ruling": "continue", "text": "sigan"}
    for stranger in (an_organiser(), players_of(match, 0)[0]):
        assert a_browser(stranger).post(address, fields).status_code == 403
    assert a_browser().post(address, fields).url.startswith("/accounts/login/")
    organiser = a_browser(organiser_of(cup))
    assert organiser.post(address, fields).status_code == 302
    assert organiser.post(address, fields).status_code == 409
    assert organiser.post(f"/calls/{10**20}/rule/", fields).status_code == 404


def test_a_dispute_of_a_hidden_competition_is_not_found(now):
    _, match, _ = a_live_match(now, public=False)
    address = f"/calls/{ask(match, now).pk}/rule/"
    answer = a_browser(a_person()).post(address, {"ruling": "continue", "text": "x"})
    assert answer.status_code == 404


# ---- appeals ----
def test_a_captain_appeals_and_the_organiser_answers(now):
    cup = a_running_cup(an_organiser(), now, entries=2)
    match, organiser = match_at(cup, 1, 1), organiser_of(cup)
    award(match, 0, now)
    Match.objects.filter(pk=match.pk).update(completed_at=a_moment_ago())
    captain = players_of(match, 1)[0]
    assert f"/matches/{match.pk}/appeal/" in page_of(match, captain)
    assert "/appeal/" not in page_of(match, players_of(match, 0)[0])
    answer = a_browser(captain).post(f"/matches/{match.pk}/appeal/", {"text": "Estábamos ahí"})
    assert answer.status_code == 302
    dispute = Dispute.objects.get()
    assert "/answer/" not in page_of(match, captain)
    assert f"/appeals/{dispute.pk}/answer/" in page_of(match, organiser)
    address, browser = f"/appeals/{dispute.pk}/answer/", a_browser(organiser)
    assert browser.post(address, {"granted": "maybe", "text": "x"}).status_code == 422
    assert browser.post(address, {"granted": "no", "text": "Pasó la hora"}).status_code == 302
    assert browser.post(address, {"granted": "yes", "text": "x"}).status_code == 409
    assert "Pasó la hora" in page_of(match)


def a_moment_ago():
    return timezone.now() - timedelta(minutes=1)


# ---- officials ----
def test_an_organiser_appoints_and_dismisses_on_a_page(now):
    cup = a_running_cup(an_organiser(), now)
    browser, judge = a_browser(organiser_of(cup)), a_person("jueza")
    address = f"/competitions/{cup.pk}/officials/"
    assert browser.post(address, {"user": "@JUEZA", "role": "judge", "table": "2"}).url == address
    post = Official.objects.get()
    assert (post.user, post.role, post.match) == (judge, "judge", match_at(cup, 1, 2))
    page = text_of(browser.get(address))
    assert "jueza" in page
    assert "Partido 2" in page
    again = browser.post(address, {"user": "jueza", "role": "judge", "table": "2"})
    assert again.status_code == 409
    assert browser.post(f"{address}{post.pk}/dismiss/").url == address
    assert not Official.objects.exists()
    assert browser.post(f"{address}{post.pk}/dismiss/").status_code == 404


@pytest.mark.both
@pytest.mark.parametrize(
    "fields",
    [
        {"user": "nadie", "role": "judge"},
        {"user": "", "role": "judge"},
        {"user": "jueza", "role": "king"},
        {"user": "jueza", "role": "judge", "table": "99"},
        {"user": "jueza", "role": "judge", "table": "9" * 30},
        {"user": "jue\x00za", "role": "judge"},
    ],
)
def test_an_appointment_that_cannot_be_is_refused_on_the_page(now, fields):
    cup = a_running_cup(an_organiser(), now)
    a_person("jueza")
    answer = a_browser(organiser_of(cup)).post(f"/competitions/{cup.pk}/officials/", fields)
    assert answer.status_code == 422
    assert "errorlist" in text_of(answer)
    assert not Official.objects.exists()


def test_only_the_clubs_organisers_appoint(now):
    cup, judge = a_running_cup(an_organiser(), now), a_person()
    appoint(cup, judge, now)
    address = f"/competitions/{cup.pk}/officials/"
    for stranger in (judge, an_organiser()):
        browser = a_browser(stranger)
        assert browser.get(address).status_code == 403
        fields = {"user": stranger.username, "role": "judge"}
        assert browser.post(address, fields).status_code == 403
        dismissal = browser.post(f"{address}{Official.objects.get().pk}/dismiss/")
        assert dismissal.status_code == 403


@pytest.mark.both
def test_a_judge_sees_their_matches_the_disputed_ones_first(now, django_assert_max_num_queries):
    cup = a_running_cup(an_organiser(), now)
    judge, first, second = a_person(), match_at(cup, 1, 1), match_at(cup, 1, 2)
    appoint(cup, judge, now)
    call(first, now)
    call(second, now)
    everybody_sits(second, now)
    ask(second, now)
    browser = a_browser(judge)
    with django_assert_max_num_queries(12):
        page = text_of(browser.get("/judging/"))
    order = [page.index(f'href="/matches/{match.pk}/"') for match in (second, first)]
    assert order == sorted(order)
    assert "Resolver" in page
    assert "No hay ninguna mesa tuya" in text_of(a_browser(a_person()).get("/judging/"))


def test_an_official_is_shown_no_match_before_it_is_known_who_plays(now):
    cup = a_running_cup(an_organiser(), now)
    scorer, final = a_person(), match_at(cup, 2, 1)
    appoint(cup, scorer, now, role="scorer")
    browser = a_browser(scorer)
    page = text_of(browser.get("/judging/"))
    assert "gana el" not in page
    assert f'href="/matches/{final.pk}/"' not in page
    assert f'href="/matches/{match_at(cup, 1, 1).pk}/"' in page

    for position in (1, 2):
        award(match_at(cup, 1, position), 0, now)
    assert f'href="/matches/{final.pk}/"' in text_of(browser.get("/judging/"))


# ---- waiting ----
def test_an_organiser_waits_five_minutes_more(now):
    cup = a_running_cup(an_organiser(), now)
    match = match_at(cup, 1, 1)
    call(match, now)
    address = f"/matches/{match.pk}/wait/"
    assert a_browser(players_of(match, 0)[0]).post(address).status_code == 403
    answer = a_browser(organiser_of(cup)).post(address)
    assert answer.url == f"/competitions/{cup.pk}/manage/"
    before = match.sit_by
    match.refresh_from_db()
    assert match.sit_by > before


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_are_there_in_both_languages(now, language):
    cup, match, _ = a_live_match(now)
    ask(match, now)
    organiser = organiser_of(cup)
    organiser.language = language
    organiser.save()
    for address in ("/judging/", f"/competitions/{cup.pk}/officials/", f"/matches/{match.pk}/"):
        answer = a_browser(organiser).get(address)
        assert f'<html lang="{language}">' in text_of(answer)


# ---- the desk ----
def desk_of(cup):
    return text_of(a_browser(organiser_of(cup)).get(f"/competitions/{cup.pk}/manage/"))


@pytest.mark.feature("Judging", "The dashboard shows calls for the judge first")
def test_who_called_the_judge_comes_first_and_the_next_step_leads_there(now):
    cup = a_running_cup(an_organiser(), now, entries=8)
    playing, waiting, disputed = (match_at(cup, 1, number) for number in (1, 2, 3))
    for match in (playing, waiting, disputed):
        call(match, now)
    everybody_sits(playing, now)
    everybody_sits(disputed, now)
    ask(disputed, now, text="¡Fue renuncio!")
    page = desk_of(cup)
    keys = (
        f"n{disputed.pk}",
        f"n{waiting.pk}",
        *(f"t{match.pk}" for match in (playing, waiting, disputed)),
    )
    order = [page.index(f'id="{key}"') for key in keys]
    assert order == sorted(order)
    assert f'id="n{playing.pk}"' not in page
    for told in (
        "«¡Fue renuncio!»",
        "Esperar 5 minutos",
        "Ir a resolver",
        "Llaman al juez",
        "● jugando",
    ):
        assert told in page
    assert (
        f'<a class="button primary" href="/matches/{disputed.pk}/#dispute">Decidir: Partido 3</a>'
        in page
    )


def test_an_appeal_brings_a_decided_match_back_to_the_desk(now):
    cup = a_running_cup(an_organiser(), now)
    match = match_at(cup, 1, 1)
    award(match, 0, now)
    assert f'id="n{match.pk}"' not in desk_of(cup)
    captain = players_of(match, 1)[0]
    judging.appeal(match_id=match.pk, actor=captain, text="Estábamos", now=now)
    page = desk_of(cup)
    assert f'id="n{match.pk}"' in page
    assert "«Estábamos»" in page


def test_a_table_with_real_cards_and_without_a_scorer_says_so(now):
    cup = a_running_cup(an_organiser(), now, entries=2, with_cards=True)
    assert "falta quien anote" in desk_of(cup)
    appoint(cup, a_person(), now, role="scorer")
    assert "falta quien anote" not in desk_of(cup)
