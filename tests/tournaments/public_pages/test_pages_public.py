"""Public pages: home, list, bracket, match, ranking and player, and what they hide."""

import re

import pytest

from accounts.clubs.services import open_club
from accounts.models import Club, Membership, User
from games.models import Game
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import (
    a_cup,
    a_running_cup,
    an_organiser,
    call,
    club_of,
    enter,
    everybody_sits,
    match_at,
    play_cup,
    play_match,
    players_of,
)
from tournaments.lifecycle import services as lifecycle
from tournaments.matches import services as matches_services
from tournaments.models import Competition, Match
from tournaments.ranking import services as ranking

pytestmark = pytest.mark.django_db
LANGUAGES = [pytest.param("es-ar", marks=pytest.mark.both), "es-es", "ca-valencia", "en", "pt-br"]


@pytest.fixture
def finished(organiser, now) -> Competition:
    """A cup of four that has been played and ranked."""
    cup = a_running_cup(organiser, now, presencial=True)
    play_cup(cup, now)
    for match in Match.objects.unranked():
        ranking.rank_match(match_id=match.pk)
    cup.refresh_from_db()
    return cup


def pages_of(cup: Competition) -> list[str]:
    match = match_at(cup, 1, 1)
    player = players_of(match, 0)[0]
    return [
        "/",
        "/competitions/",
        f"/competitions/?club={cup.club.slug}",
        f"/competitions/{cup.pk}/",
        f"/matches/{match.pk}/",
        "/ranking/",
        f"/players/{player.username}/",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_shows_a_finished_cup_in_both_languages(finished, language):
    champion = finished.champion.roster.get()
    for address in pages_of(finished):
        answer = a_browser(language=language).get(address)
        assert answer.status_code == 200, address
        assert f'<html lang="{language}">' in text_of(answer)
        assert champion.name in text_of(answer) or finished.name in text_of(answer), address


@pytest.mark.both
@pytest.mark.sampled
def test_nothing_is_written_by_looking(finished, organiser):
    before = [list(model.objects.values()) for model in (Competition, Match, Game)]
    for reader in (None, organiser):
        for address in pages_of(finished):
            a_browser(reader).get(address)
            a_browser(reader).head(address)
    assert before == [list(model.objects.values()) for model in (Competition, Match, Game)]


def test_pages_answer_no_other_verb(finished):
    for address in pages_of(finished):
        assert a_browser().post(address).status_code == 405


@pytest.mark.parametrize(
    ("per_side", "told"), [(1, ("¡Campeón!", "Campeón:")), (2, ("¡Campeones!", "Campeones:"))]
)
def test_a_pair_that_won_is_named_in_the_plural(organiser, now, per_side, told):
    cup = a_running_cup(organiser, now, entries=2, per_side=per_side, presencial=True)
    play_cup(cup, now)
    cup.refresh_from_db()
    pages = (f"/competitions/{cup.pk}/", f"/competitions/{cup.pk}/entries/{cup.champion_id}/")
    words = [re.findall("¡Campe.+?!", text_of(a_browser().get(page))) for page in pages]
    assert words == [[told[0]], [told[0]]]
    assert told[1] in text_of(a_browser().get(f"/competitions/?club={cup.club.slug}"))


def test_the_podium_has_the_ranks_1_2_3_3(finished):
    page = text_of(a_browser().get(f"/competitions/{finished.pk}/"))
    podium = page.partition('id="podium"')[2].partition("</ol>")[0]
    assert [podium.count(f"place{rank}") for rank in (1, 2, 3)] == [1, 1, 1]
    assert podium.count("<bdi>") == 4
    assert podium.index(finished.champion.name) < podium.index("place2")


def test_the_bracket_shows_scores_seeds_and_where_winners_come_from(organiser, now):
    cup = a_running_cup(organiser, now)
    play_match(match_at(cup, 1, 1), 0, now)
    page = text_of(a_browser().get(f"/competitions/{cup.pk}/"))
    assert page.count('class="round"') == 2
    assert "<b>5</b>" in page
    assert "gana el 2" in page


def test_a_bye_stands_in_the_bracket_without_a_table(organiser, now):
    cup = a_running_cup(organiser, now, entries=3)
    page = text_of(a_browser().get(f"/competitions/{cup.pk}/"))
    assert "pasa libre" in page
    assert page.count('class="match bye"') == 1


def test_a_running_table_is_shown_with_its_sticks_and_its_link(organiser, now):
    cup = a_running_cup(organiser, now)
    call(match_at(cup, 1, 1), now)
    game = everybody_sits(match_at(cup, 1, 1), now)
    for address in ("/", f"/competitions/{cup.pk}/"):
        page = text_of(a_browser().get(address))
        assert f'href="/tables/{game.pk}/"' in page
        assert 'class="tally"' in page


def test_the_draw_says_its_seed_and_its_reason(organiser, now):
    cup = a_running_cup(organiser, now, seeding="random")
    player = players_of(match_at(cup, 1, 1), 0)[0]
    page = text_of(a_browser(player).get(f"/competitions/{cup.pk}/"))
    assert "semilla" in page
    assert "Saliste 1.º" in page


def test_a_player_is_marked_in_the_bracket(organiser, now):
    cup = a_running_cup(organiser, now)
    player = players_of(match_at(cup, 1, 2), 1)[0]
    page = text_of(a_browser(player).get(f"/competitions/{cup.pk}/"))
    own = cup.entries.get(roster__user=player)
    assert f'data-own="{own.pk}"' in page
    assert page.count("data-mine") == 2  # in the bracket and in the list


@pytest.mark.parametrize("reader", ["stranger", "organiser of another club", None])
def test_a_private_cup_does_not_exist_for_strangers(organiser, now, reader):
    cup = a_running_cup(organiser, now, public=False)
    who = {"stranger": a_person(), "organiser of another club": an_organiser()}.get(reader)
    browser = a_browser(who)
    match = match_at(cup, 1, 1)
    for address in (f"/competitions/{cup.pk}/", f"/matches/{match.pk}/"):
        assert browser.get(address).status_code == 404
    assert cup.name not in text_of(browser.get("/competitions/"))
    assert f"/competitions/{cup.pk}/" not in text_of(browser.get("/"))


@pytest.mark.feature(
    "Competitions", "A private competition is visible to its club and its players only"
)
@pytest.mark.parametrize("reader", ["member", "player", "organiser"])
def test_a_private_cup_is_its_clubs_and_its_players(organiser, now, reader):
    cup = a_running_cup(organiser, now, public=False)
    member = a_person()
    Membership.objects.create(club=cup.club, user=member)
    who = {
        "member": member,
        "player": players_of(match_at(cup, 1, 1), 0)[0],
        "organiser": organiser,
    }[reader]
    for address in (f"/competitions/{cup.pk}/", f"/matches/{match_at(cup, 1, 1).pk}/"):
        assert a_browser(who).get(address).status_code == 200
    assert cup.name in text_of(a_browser(who).get("/competitions/"))


def test_a_draft_is_its_organisers_alone(organiser, now):
    cup = a_cup(organiser, now, opened=False)
    member = a_person()
    Membership.objects.create(club=cup.club, user=member)
    for who in (None, member, an_organiser()):
        assert a_browser(who).get(f"/competitions/{cup.pk}/").status_code == 404
    assert a_browser(organiser).get(f"/competitions/{cup.pk}/").status_code == 200


def test_results_of_a_private_cup_stay_out_of_a_players_page(organiser, now):
    cup = a_running_cup(organiser, now, public=False)
    play_match(match_at(cup, 1, 1), 0, now)
    player = players_of(match_at(cup, 1, 1), 0)[0]
    address = f"/players/{player.username}/"
    assert cup.name not in text_of(a_browser().get(address))
    assert cup.name in text_of(a_browser(player).get(address))


def test_home_offers_the_records_of_one_company_once(organiser, now):
    play_cup(a_running_cup(organiser, now, entries=2, best_of=3), now)
    assert Game.objects.filter(status=Game.Status.FINISHED).count() == 2
    page = text_of(a_browser().get("/"))
    shown = page.split("Partidas para ver carta por carta", 1)[1].split("</ul>", 1)[0]
    assert shown.count('class="row"') == 1


def test_a_players_page_shows_points_and_records(finished):
    champion = finished.champion.roster.get().user
    page = text_of(a_browser().get(f"/players/{champion.username}/"))
    assert "<dd>40</dd>" in page
    assert page.count("+20") == 2
    assert page.count("/record/") == 2


def test_a_players_page_says_why_a_match_gave_nothing(organiser, now):
    cup = a_running_cup(organiser, now)
    match = match_at(cup, 1, 1)
    matches_services.give_walkover(
        match_id=match.pk, winner=0, actor=organiser, reason="No vino", now=now
    )
    ranking.rank_match(match_id=match.pk)
    player = players_of(match, 0)[0]
    page = text_of(a_browser().get(f"/players/{player.username}/"))
    assert "ganado por ausencia" in page
    match_page = text_of(a_browser().get(f"/matches/{match.pk}/"))
    assert "No vino" in match_page
    assert "no puntúa: ganado por ausencia" in match_page


@pytest.mark.parametrize(
    ("presencial", "told"),
    [(False, "0 si dos jugadores comparten conexión"), (True, "también con una misma conexión")],
)
def test_what_a_match_is_worth_says_for_whom(organiser, now, presencial, told):
    cup = a_cup(organiser, now, presencial=presencial)
    page = text_of(a_browser().get(f"/competitions/{cup.pk}/"))
    said = page.partition("Para el ranking")[2].partition("</dl>")[0]
    assert "20 para quien gana, 5 para quien pierde" in said
    assert told in said


def test_a_robot_that_never_played_has_a_page(now):
    player = a_person("quieto")
    page = text_of(a_browser().get("/players/quieto/"))
    assert str(player) in page


@pytest.mark.both
@pytest.mark.parametrize(
    "address",
    [
        "/competitions/99999999999999999999999/",
        "/competitions/0/",
        "/competitions/-1/",
        "/competitions/1e9/",
        "/competitions/?club=nobody",
        "/competitions/?club=%00",
        "/competitions/?club=%ED%A0%80",
        "/matches/99999999999999999999999/",
        "/players/nobody/",
        "/players/a%00b/",
        "/players/%ED%A0%80/",
        "/players/" + "x" * 500 + "/",
        "/invitation/nothing/",
    ],
)
def test_what_does_not_exist_is_not_found(address):
    assert a_browser().get(address).status_code == 404


@pytest.mark.both
@pytest.mark.parametrize("number", ["x", "-1", "0", "%00", "999999999999999999999", "1.5", ""])
def test_a_page_that_does_not_exist_shows_one_that_does(finished, number):
    for address in ("/competitions/", "/ranking/", pages_of(finished)[-1]):
        answer = a_browser().get(f"{address}?page={number}")
        assert answer.status_code == 200


def test_somebody_who_left_has_no_page(finished):
    champion = finished.champion.roster.get().user
    User.objects.filter(pk=champion.pk).update(anonymised_at=finished.created_at)
    assert a_browser().get(f"/players/{champion.username}/").status_code == 404
    page = text_of(a_browser().get("/ranking/"))
    assert f"/players/{champion.username}/" not in page
    assert "jugador borrado" in page


@pytest.mark.both
def test_the_leaderboard_counts_1_2_3_3_5_and_shows_ones_own_line(finished):
    names = [player.username for player in _by_points()]
    page = text_of(a_browser(User.objects.get(username=names[0])).get("/ranking/"))
    ranks = [part.partition("<")[0] for part in page.split('class="rank"><span')[1:]]
    assert [rank.rpartition(">")[2] for rank in ranks] == ["1", "2", "3", "3"]
    assert "Vos: 1.º, 40 puntos" in page
    assert 'class="me"' in page


def test_a_list_whose_competitions_are_all_archived_leads_to_them(finished, organiser, now):
    lifecycle.archive(competition_id=finished.pk, actor=organiser, now=now)
    page = text_of(a_browser().get("/competitions/"))
    assert "Todavía no hay competencias" not in page
    assert page.count('href="/competitions/archive/"') == 1


def test_times_are_the_readers_and_name_their_zone(organiser, now):
    cup = a_running_cup(organiser, now)
    match = match_at(cup, 1, 1)
    call(match, now)  # until 21:40 in UTC
    player = players_of(match, 0)[0]
    User.objects.filter(pk=player.pk).update(zone="Europe/Madrid")
    page = text_of(a_browser(User.objects.get(pk=player.pk)).get("/"))
    assert "22:40" in page
    assert "hora de Madrid" in page


@pytest.mark.feature("Competitions", "The front page puts the next match first")
@pytest.mark.both
def test_the_home_page_puts_the_next_match_first(organiser, now):
    cup = a_running_cup(organiser, now)
    first, second = match_at(cup, 1, 1), match_at(cup, 1, 2)
    player, rival = players_of(first, 0)[0], players_of(first, 1)[0]
    assert "con quién jugar" in text_of(a_browser(player).get("/"))
    game = call(first, now)
    page = text_of(a_browser(player).get("/"))
    assert "Sentarme" in page
    assert str(rival) in page
    assert f'href="/tables/{game.pk}/#sit"' in page
    everybody_sits(first, now)
    assert "Volver a la mesa" in text_of(a_browser(player).get("/"))
    play_match(second, 0, now)
    assert "Tu próximo partido" not in text_of(a_browser(players_of(second, 1)[0]).get("/"))
    assert "Falta que termine el partido 1" in text_of(a_browser(players_of(second, 0)[0]).get("/"))


def test_the_home_page_leads_who_runs_an_event_to_its_desk_and_nobody_else(organiser, now):
    cup, over = a_running_cup(organiser, now), a_running_cup(organiser, now, entries=2)
    play_cup(over, now)
    desk, past = f"/competitions/{cup.pk}/manage/", f"/competitions/{over.pk}/manage/"
    own = text_of(a_browser(organiser).get("/"))
    assert desk in own
    assert past not in own
    for reader in (a_browser(), a_browser(a_person("otra"))):
        assert desk not in text_of(reader.get("/"))


def test_the_home_page_says_of_real_cards_what_it_knows(organiser, now):
    a_running_cup(organiser, now, entries=2, with_cards=True)
    page = text_of(a_browser().get("/"))
    assert "Ahora mismo no hay mesas en juego" not in page
    assert "Se juega con cartas de verdad" in page


def test_a_stranger_finds_what_can_be_done_where_nothing_goes_on(db):
    page = text_of(a_browser().get("/"))
    assert "Armar mi torneo" in page
    assert 'href="/competitions/setup/"' in page
    assert "Jugar una mano ya" in page
    assert 'action="/code/"' in page
    assert "Cómo es la noche" in page
    assert "ninguna copa" not in page


def test_who_has_no_club_finds_three_doors_and_who_has_one_does_not(organiser):
    page = text_of(a_browser(a_person()).get("/"))
    for told in ("¿Qué hacemos?", "Armar un torneo", "Sumarme a un club", "Jugar una mano"):
        assert told in page
    assert "¿Qué hacemos?" not in text_of(a_browser(organiser).get("/"))


def test_a_match_of_three_shows_each_game(organiser, now):
    cup = a_running_cup(organiser, now, best_of=3)
    match = match_at(cup, 1, 1)
    play_match(match, 1, now)
    page = text_of(a_browser().get(f"/matches/{match.pk}/"))
    assert page.count("/record/") == 2
    assert "Partida 2" in page


@pytest.mark.both
def test_the_clubs_page_lists_what_its_reader_may_see(organiser, now):
    shown, hidden = a_cup(organiser, now, name="A la vista"), None
    hidden = a_cup(organiser, now, name="Escondida", opened=False)
    club = club_of(organiser)
    page = text_of(a_browser().get(f"/clubs/{club.slug}/"))
    assert shown.name in page
    assert hidden.name not in page
    assert hidden.name in text_of(a_browser(organiser).get(f"/clubs/{club.slug}/"))


def test_names_are_shown_as_they_are_and_never_as_markup(organiser, now):
    cup = a_cup(organiser, now, name='Copa <b>1</b> & "dos"')
    enter(cup, organiser, now, User.objects.create_user("ok", display_name="<i>Ana</i>"))
    for address in ("/", "/competitions/", f"/competitions/{cup.pk}/"):
        page = text_of(a_browser().get(address))
        assert "<b>1</b>" not in page
        assert "<i>Ana</i>" not in page


@pytest.mark.both
def test_a_full_house_takes_few_queries(organiser, now, django_assert_max_num_queries):
    cup = a_running_cup(organiser, now, entries=128, cap=128)
    matches = Match.objects.of(cup.pk)[:8]
    for match in matches:
        call(match, now)
        everybody_sits(match, now)
    player = players_of(matches[0], 0)[0]
    Membership.objects.create(club=Club.objects.get(pk=cup.club_id), user=player)
    open_club(owner=player, name="Otro club", zone="America/Montevideo")
    for reader in (None, player, organiser):
        browser = a_browser(reader)
        browser.get("/rules/")  # what the header asks is kept for all pages
        for address in pages_of(cup):
            most = 16 if reader and address == "/" else 12  # practice, the road and much more
            with django_assert_max_num_queries(most):
                assert browser.get(address).status_code == 200
    with django_assert_max_num_queries(13):
        assert browser.get(f"/competitions/{cup.pk}/manage/").status_code == 200


def test_who_plays_at_a_table_goes_back_to_it_and_others_watch(organiser, now):
    match = match_at(a_running_cup(organiser, now), 1, 1)
    call(match, now)
    everybody_sits(match, now)
    player = players_of(match, 0)[0]
    for reader, words in ((player, "Volver a la mesa"), (None, "Mirar la mesa")):
        page = text_of(a_browser(reader).get(f"/matches/{match.pk}/"))
        button = page[page.index("face-off") :].partition("</section>")[0]
        assert words in button, reader


def _by_points() -> list[User]:
    return list(User.objects.filter(standing__isnull=False).order_by("-standing__points", "pk"))
