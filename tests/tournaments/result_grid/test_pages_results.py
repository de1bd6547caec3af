"""The grid of results as a page: rows without a script, rows alone with one, who is shown which."""

import re
from datetime import datetime

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.engine import make_rules
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, a_running_cup, enter, match_at
from tests.tournaments.halls import an_evening
from tests.tournaments.timed import a_timed_cup, clock_of
from tournaments.draw import services as draw
from tournaments.entries import services as entries
from tournaments.entries.rosters import NamedPlayer
from tournaments.judging.officials import appoint_official
from tournaments.judging.services import call_judge
from tournaments.lifecycle import services as lifecycle
from tournaments.matches.services import call_match
from tournaments.models import Competition, Dispute, Match, Official, ResultSubmission, Slip
from tournaments.round_clock.services import notify_round_time_up, start_clock
from tournaments.slips import services as slips
from tournaments.slips.services import code_of

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
TWO_CHICOS = make_rules("argentino", {"legs_to_win": "2"})


@pytest.fixture
def cup(organiser: User, now: datetime) -> Competition:
    return a_running_cup(organiser, now, with_cards=True)


@pytest.fixture
def browser(organiser: User) -> Client:
    return a_browser(organiser)


def grid(browser: Client, cup: Competition, query: str = "") -> str:
    return text_of(browser.get(f"/competitions/{cup.pk}/results/{query}"))


def send(browser: Client, match: Match, **sent):
    cup, part = match.competition.pk, sent.pop("headers", {})
    fields = {key.replace("_", "-"): value for key, value in sent.items()}
    return browser.post(f"/competitions/{cup}/results/{match.pk}/", fields, headers=part)


def rows(page: str) -> dict[int, str]:
    """The rows by match, each with its look."""
    found = re.findall(r'<li id="m(\d+)" class="result-row (\w+)"', page)
    return {int(pk): kind for pk, kind in found}


def numbers(page: str) -> list[str]:
    return re.findall(r'<input name="game[^"]+" value="(\d*)"', page)


def test_what_is_missing_comes_first_and_is_counted(browser, cup) -> None:
    first, second = match_at(cup, 1, 1), match_at(cup, 1, 2)
    send(browser, first, game1_0="5", game1_1="2")
    assert rows(grid(browser, cup)) == {second.pk: "missing"}
    every = grid(browser, cup, "?show=all")
    assert list(rows(every).items()) == [(second.pk, "missing"), (first.pk, "saved")]
    assert re.search(r'Falta <b class="num">1</b>', " ".join(every.split()))
    assert 'value="5"' in every


def test_a_match_that_waits_for_a_table_says_so(organiser, browser, now) -> None:
    evening = an_evening(now, tables=1, entries=4, organiser=organiser)
    states = re.findall(r"<span>(espera mesa|falta el resultado)</span>", grid(browser, evening))
    assert sorted(states) == ["espera mesa", "falta el resultado"]


def test_a_winner_and_a_number_are_two_taps_without_a_script(browser, cup) -> None:
    match = match_at(cup, 1, 1)
    asked = send(browser, match, won="1", game1_0="", game1_1="")
    page = text_of(browser.get(asked.url))
    assert f"ganó {match.slots.get(side=1).entry}" in page
    hidden = dict(re.findall(r'<input type="hidden" name="(seen|won)" value="(\d+)">', page))
    saved = send(browser, match, **{**hidden, "won": "1", "lost": "3"})
    assert saved.url == f"/competitions/{cup.pk}/results/"
    assert ResultSubmission.objects.get().chicos == [[[3, 5]]]


def test_the_best_of_three_is_asked_game_after_game(organiser, browser, now) -> None:
    cup = a_running_cup(organiser, now, with_cards=True, best_of=3)
    match = match_at(cup, 1, 1)
    after = send(browser, match, won="0", lost="1")
    page = text_of(browser.get(after.url))
    assert numbers(page)[:3] == ["5", "1", ""]
    after = send(browser, match, won="1", lost="4", game1_0="5", game1_1="1")
    assert numbers(text_of(browser.get(after.url)))[:4] == ["5", "1", "4", "5"]
    played = {"game1_0": "5", "game1_1": "1", "game2_0": "4", "game2_1": "5"}
    send(browser, match, won="0", lost="0", **played)
    assert ResultSubmission.objects.get().chicos == [[[5, 1]], [[4, 5]], [[5, 0]]]


@pytest.mark.parametrize(("terms", "pairs"), [({}, 1), ({"best_of": 3}, 3)])
def test_a_row_has_a_pair_for_each_game_it_may_take(organiser, browser, now, terms, pairs) -> None:
    match = match_at(a_running_cup(organiser, now, with_cards=True, **terms), 1, 1)
    page = grid(browser, match.competition)
    one = page[page.index(f'id="m{match.pk}"') :].split("</li>")[0]
    assert len(numbers(one)) == 2 * pairs


def test_chicos_are_typed_each_and_the_pad_ends_before_the_target(organiser, browser, now) -> None:
    cup = a_running_cup(organiser, now, with_cards=True, rules=TWO_CHICOS)
    match, target = match_at(cup, 1, 1), TWO_CHICOS.target
    page = grid(browser, cup)
    assert "Chico 3. Tantos de" in page
    pad = re.findall(r'name="lost" value="(\d+)"', page)
    assert pad == [str(number) for number in range(target)]
    lines = {"game1_0": target, "game1_1": 1, "game2_0": target, "game2_1": 2}
    assert send(browser, match, **lines).status_code == 302
    assert ResultSubmission.objects.get().chicos == [[[target, 1], [target, 2]]]


def test_with_a_script_a_row_is_answered_alone(browser, cup) -> None:
    match = match_at(cup, 1, 1)
    answer = send(browser, match, game1_0="5", game1_1="2", headers=HTMX)
    page = text_of(answer)
    assert (answer.status_code, rows(page)) == (200, {match.pk: "saved"})
    assert "<html" not in page
    assert f'name="seen" value="{ResultSubmission.objects.get().pk}"' in page


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"game1_0": "5", "game1_1": "31"}, "nadie pasa de 5"),
        ({"game1_0": "4", "game1_1": "3"}, "nadie llegó a 5"),
        ({"game1_0": "5", "game1_1": "5"}, "uno de los dos tiene menos de 5"),
        ({"game1_0": "5", "game1_1": ""}, "falta un número"),
        ({"game1_0": "x", "game1_1": "2"}, "«x» no es un número de 0 a 5"),
        ({"game1_0": "5", "game1_1": "-3"}, "«-3» no es un número de 0 a 5"),
        ({}, "falta una partida"),
    ],
)
@pytest.mark.parametrize("headers", [HTMX, {}])
def test_what_cannot_be_is_said_at_the_row_and_changes_nothing(
    organiser, browser, now, sent, words, headers
) -> None:
    terms = {"best_of": 3} if not sent else {}
    match = match_at(a_running_cup(organiser, now, with_cards=True, **terms), 1, 1)
    answer = send(browser, match, **sent, headers=headers)
    page = text_of(answer)
    assert (answer.status_code, rows(page)[match.pk]) == (422, "invalid")
    assert f"✗ {words}" in page
    assert not ResultSubmission.objects.exists()


@pytest.mark.parametrize("headers", [HTMX, {}])
@pytest.mark.parametrize("sent", [("12", "3o"), ("12", ""), ("-3", "5"), ("1" * 400, "5")])
def test_a_slip_of_the_hand_leaves_both_numbers_where_they_were(browser, cup, sent, headers):
    match = match_at(cup, 1, 1)
    page = text_of(send(browser, match, game1_0=sent[0], game1_1=sent[1], headers=headers))
    row = page[page.index(f'id="m{match.pk}"') :]
    assert re.findall(r'name="game1-[01]" value="([^"]*)"', row)[:2] == [each[:8] for each in sent]


def test_a_tapped_winner_stays_ticked_over_a_slip_of_the_hand(browser, cup):
    match = match_at(cup, 1, 1)
    page = text_of(send(browser, match, won="1", game1_0="-3", game1_1="", headers=HTMX))
    assert 'class="win side1 won"' in page
    assert 'class="win side0"' in page


@pytest.fixture
def timed(organiser: User, now: datetime) -> Match:
    """A match of a timed round with real cards whose clock runs."""
    started = timezone.now()
    match = match_at(a_timed_cup(organiser, now, with_cards=True), 1, 1)
    start_clock(round_id=match.round_id, actor=organiser, now=started)
    return match


def let_ring(match: Match) -> None:
    at = timezone.now()
    clock = clock_of(match)
    clock.bell_at = at
    clock.save()
    assert notify_round_time_up(clock_id=clock.pk, now=at)


def test_before_the_bell_it_says_what_can_be_done_with_less(browser, timed) -> None:
    answer = send(browser, timed, game1_0="4", game1_1="3", headers=HTMX)
    page = text_of(answer)
    assert answer.status_code == 422
    assert "nadie llegó a 5. Con menos se carga después de la campana" in page
    assert "Con menos" not in text_of(send(browser, timed, game1_0="5", game1_1="5"))
    let_ring(timed)
    assert send(browser, timed, game1_0="4", game1_1="3").status_code == 302


def test_after_the_bell_both_numbers_are_asked_for(browser, timed) -> None:
    assert 'data-rung="no"' in grid(browser, timed.competition)
    let_ring(timed)
    page = grid(browser, timed.competition)
    assert 'data-rung="yes"' in page
    assert re.findall(r'name="lost" value="(\d+)"', page)[-1] == "5"
    answer = send(browser, timed, won="0")
    assert (answer.status_code, numbers(text_of(answer))[:2]) == (409, ["", ""])
    assert "sonó la campana: escribí los dos números" in text_of(answer)


def test_the_list_says_which_rows_are_of_the_round_that_is_played(browser, cup) -> None:
    first, second, final = match_at(cup, 1, 1), match_at(cup, 1, 2), match_at(cup, 2, 1)
    said = f'data-current="{first.pk} {second.pk}"'
    assert said in grid(browser, cup)
    assert said in grid(browser, cup, "?show=doubtful")
    for match in (first, second):
        send(browser, match, game1_0="5", game1_1="2")
    assert f'data-current="{final.pk}"' in grid(browser, cup)


def recorded(page: str) -> tuple[str, str] | None:
    """Return what a refused row says of the current result: its score and its scorer."""
    told = r'Anotado: <b class="num">([^<]+)</b>,\s+<time[^>]+>[\d:]+</time>,\s+<bdi>([^<]+)</bdi>'
    found = re.search(told, page)
    return None if found is None else (found[1], found[2])


def test_a_row_another_has_saved_says_so_and_keeps_theirs(organiser, browser, cup, now) -> None:
    match, scorer = match_at(cup, 1, 1), a_person()
    role = Official.Role.SCORER
    appoint_official(competition_id=cup.pk, actor=organiser, user=scorer, role=role, now=now)
    send(a_browser(scorer), match, game1_0="5", game1_1="2")
    answer = send(browser, match, game1_0="1", game1_1="5", seen="0", headers=HTMX)
    page = text_of(answer)
    assert (answer.status_code, numbers(page)) == (409, ["5", "2"])
    assert "Lo tuyo: 1–5" in page
    assert recorded(page) == ("5–2", str(scorer))
    desk = text_of(browser.get(f"/competitions/{cup.pk}/manage/"))
    card = desk[desk.index("Dos resultados distintos") :]
    assert re.findall(r'<b class="num">([^<]+)</b></li>', card)[:2] == ["5–2", "1–5"]
    settle = re.search(r'formaction="([^"]+/held/\d+/)"', card)[1]
    assert browser.post(settle, {"counts": "yes"}).status_code == 302
    assert ResultSubmission.objects.filter(chicos=[[[1, 5]]], reason=f"{organiser}: 1–5").exists()
    assert "Dos resultados" not in text_of(browser.get(f"/competitions/{cup.pk}/manage/"))


def test_a_result_with_consequences_leads_to_what_falls(browser, cup) -> None:
    for position in (1, 2):
        send(browser, match_at(cup, 1, position), game1_0="5", game1_1="2")
    match, final = match_at(cup, 1, 1), match_at(cup, 2, 1)
    send(browser, final, game1_0="5", game1_1="2")
    seen = str(match.submissions.get().pk)
    page = text_of(send(browser, match, game1_0="1", game1_1="5", seen=seen, headers=HTMX))
    preview = f"/matches/{match.pk}/reopen/?games=1-5"
    assert f'href="{preview}"' in page
    assert match.submissions.count() == 1
    form = text_of(browser.get(preview))
    assert re.findall(r'name="points_0_[01]" value="(\d+)"', form) == ["1", "5"]
    assert re.search(r'value="result"[^>]* checked', form)


@pytest.mark.feature("Real cards", "A refused row shows what is recorded, and its author")
def test_a_scorer_after_the_end_sees_what_stands_and_whom_to_ask(
    organiser, browser, cup, now
) -> None:
    """The organiser wrote the final; a scorer types another result over it."""
    scorer, role = a_person(), Official.Role.SCORER
    appoint_official(competition_id=cup.pk, actor=organiser, user=scorer, role=role, now=now)
    for match in (match_at(cup, 1, 1), match_at(cup, 1, 2), final := match_at(cup, 2, 1)):
        send(browser, match, game1_0="2", game1_1="5")
    last = final.submissions.get().pk
    for seen in ("0", str(last)):
        typed = {"game1_0": "5", "game1_1": "1", "seen": seen, "headers": HTMX}
        answer = send(a_browser(scorer), final, **typed)
        page = text_of(answer)
        assert (answer.status_code, numbers(page)) == (409, ["2", "5"])
        assert recorded(page) == ("2–5", str(organiser))
        assert "Lo tuyo: 5–1" in page
        assert "Pedile a quien organiza" in page
        assert "Lo ve quien organiza" not in page
    assert final.submissions.get().pk == last


def test_a_scorer_is_not_led_to_a_preview_that_is_for_organisers(
    organiser, browser, cup, now
) -> None:
    scorer, role = a_person(), Official.Role.SCORER
    appoint_official(competition_id=cup.pk, actor=organiser, user=scorer, role=role, now=now)
    match, other = match_at(cup, 1, 1), match_at(cup, 1, 2)
    for each in (match, other):
        send(browser, each, game1_0="5", game1_1="2")
    call_match(match_id=match_at(cup, 2, 1).pk, now=now)
    seen = str(match.submissions.get().pk)
    typed = {"game1_0": "1", "game1_1": "5", "seen": seen, "headers": HTMX}
    page = text_of(send(a_browser(scorer), match, **typed))
    assert "/reopen/" not in page
    assert "Pedile a quien organiza" in page
    assert recorded(page) == ("5–2", str(organiser))


def test_a_result_that_a_slip_denies_is_sent_once_more(organiser, browser, cup, now) -> None:
    match = match_at(cup, 1, 1)
    slips.make_slips(competition_id=cup.pk, actor=organiser, now=now)
    code = code_of(Slip.objects.get(match=match).nonce, 0)
    slips.claim(code=code, games=[(5, 4)], now=now)
    answer = send(browser, match, game1_0="5", game1_1="2", headers=HTMX)
    page = text_of(answer)
    assert (answer.status_code, numbers(page)) == (409, ["5", "2"])
    assert re.findall(r'name="claimed" value="([^"]+)"', page) == ["5-2", "5-4"]
    assert not ResultSubmission.objects.exists()
    against = re.search(r'name="against" value="([^"]+)"', page)[1]
    assert send(browser, match, against=against, claimed="5-2", headers=HTMX).status_code == 200
    assert ResultSubmission.objects.get().chicos == [[[5, 2]]]


@pytest.mark.parametrize("games", ["", "x", "5-", "1-2,3-4,5-6"])
def test_a_preview_with_an_odd_address_asks_for_all_of_it(browser, cup, games) -> None:
    match = match_at(cup, 1, 1)
    send(browser, match, game1_0="5", game1_1="2")
    answer = browser.get(f"/matches/{match.pk}/reopen/", {"games": games})
    assert answer.status_code == 200


def test_disputed_rows_have_a_chip_of_their_own(organiser, browser, cup, now) -> None:
    match = match_at(cup, 1, 1)
    call_judge(match_id=match.pk, actor=organiser, text="no coinciden", now=now)
    page = grid(browser, cup, "?show=doubtful")
    assert list(rows(page)) == [match.pk]
    assert f'href="/matches/{match.pk}/#dispute"' in page
    assert Dispute.objects.open().count() == 1


def test_rows_of_earlier_rounds_are_found_again(browser, cup) -> None:
    for position in (1, 2):
        send(browser, match_at(cup, 1, position), game1_0="5", game1_1="2")
    assert list(rows(grid(browser, cup, "?show=all"))) == [match_at(cup, 2, 1).pk]
    page = grid(browser, cup, "?show=earlier")
    earlier = rows(page)
    assert re.findall(r"<h2>([^<]*)</h2>", page[page.index('id="rows"') :]) == ["Semifinales"]
    assert earlier == {match_at(cup, 1, position).pk: "saved" for position in (1, 2)}


def test_tables_of_the_site_show_their_state_and_names_alone_take_a_result(
    organiser, browser, now
) -> None:
    cup = a_cup(organiser, now)
    enter(cup, organiser, now, a_person())
    for name in ("Ana", "Beto", "Caro"):
        entries.add_entry(
            competition_id=cup.pk, actor=organiser, players=[NamedPlayer(name)], now=now
        )
    enter(cup, organiser, now, a_person())
    draw.draw(competition_id=cup.pk, actor=organiser, seed="semilla", now=now)
    lifecycle.start(competition_id=cup.pk, actor=organiser, now=now)
    shown = rows(grid(browser, cup, "?show=all"))
    unattended = Match.objects.of(cup.pk).unattended().filter(state=Match.State.READY)
    assert {pk for pk, kind in shown.items() if kind == "missing"} == {m.pk for m in unattended}
    assert unattended.exists()


def test_scorers_see_their_matches_alone_and_strangers_nothing(organiser, cup, now) -> None:
    scorer, mine = a_person(), match_at(cup, 1, 2)
    role = Official.Role.SCORER
    appoint_official(
        competition_id=cup.pk, actor=organiser, user=scorer, role=role, match=mine, now=now
    )
    own = a_browser(scorer)
    assert list(rows(grid(own, cup))) == [mine.pk]
    stranger, address = a_browser(a_person()), f"/competitions/{cup.pk}/results/"
    assert stranger.get(address).status_code == 403
    assert send(own, match_at(cup, 1, 1), game1_0="5", game1_1="2").status_code == 403
    assert send(stranger, mine, game1_0="5", game1_1="2").status_code == 403
    assert a_browser().get(address).url.startswith("/accounts/login/")
    assert not ResultSubmission.objects.exists()


def test_a_match_of_another_competition_is_not_there(organiser, browser, cup, now) -> None:
    other = match_at(a_running_cup(organiser, now, with_cards=True), 1, 1)
    address = f"/competitions/{cup.pk}/results/{other.pk}/"
    assert browser.post(address, {"game1-0": "5", "game1-1": "2"}).status_code == 404


def test_a_page_that_names_its_rows_is_sent_those_that_changed(browser, cup) -> None:
    first, second = match_at(cup, 1, 1), match_at(cup, 1, 2)
    shown = grid(browser, cup)
    versions = re.findall(r'id="m(\d+)" class="result-row \w+" data-version="(\w+)"', shown)
    known = ",".join(".".join(one) for one in versions)
    address = f"/competitions/{cup.pk}/results/?show=all&known={known}"
    assert rows(text_of(browser.get(address, headers=HTMX))) == {}
    send(browser, first, game1_0="5", game1_1="2")
    assert rows(text_of(browser.get(address, headers=HTMX))) == {first.pk: "saved"}
    for odd in ("", "x.y", "9" * 40, ","):
        page = text_of(browser.get(f"{address[: -len(known)]}{odd}", headers=HTMX))
        assert rows(page).keys() == {first.pk, second.pk}


@pytest.mark.parametrize("query", ["?row=x", "?row=1&games=9-", "?show=nada", f"?row={9**30}"])
def test_an_address_that_says_nothing_shows_the_grid(browser, cup, query) -> None:
    assert len(rows(grid(browser, cup, query))) == 2


def test_many_rows_are_read_in_few_queries(organiser, browser, now, django_assert_max_num_queries):
    cup = a_running_cup(organiser, now, entries=16, with_cards=True)
    with django_assert_max_num_queries(12):
        assert len(rows(grid(browser, cup))) == 8


def test_before_the_beginning_it_says_what_to_do_not_that_nothing_is_missing(
    organiser, browser, now
) -> None:
    cup = a_cup(organiser, now, with_cards=True)
    assert "hacé el sorteo, dale comienzo" in grid(browser, cup)
    for _ in range(2):
        enter(cup, organiser, now, a_person())
    draw.draw(competition_id=cup.pk, actor=organiser, seed="semilla", now=now)
    page = grid(browser, cup)
    assert "El sorteo está hecho: dale comienzo" in page
    assert re.search(r'<form class="pad idle" id="pad"[^>]* hidden', page)
    lifecycle.start(competition_id=cup.pk, actor=organiser, now=now)
    page = grid(browser, cup)
    assert "dale comienzo" not in page
    assert not re.search(r'<form class="pad[^>]* hidden', page)


def test_once_it_is_over_the_podium_is_one_tap_away(organiser, browser, now) -> None:
    cup = a_running_cup(organiser, now, with_cards=True, entries=2)
    podium = f"/competitions/{cup.pk}/#podium"
    assert podium not in grid(browser, cup)
    send(browser, match_at(cup, 1, 1), game1_0="5", game1_1="2")
    assert podium in grid(browser, cup)
