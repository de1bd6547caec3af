"""The pages of a match of several boards, for its captains: what they send, and what is refused."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.games.tables import a_person
from tests.tournaments.boards import a_club_cup, captain_of, entry_of, name, roster_of
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import match_at
from tournaments.club_matches import line_ups
from tournaments.matches.services import call_match
from tournaments.models import LineUp, LineUpPlace, Match, RosterPlayer

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(organiser, now) -> Match:
    """Two clubs of three meet at a pair and a single, each with a reserve at most."""
    return match_at(a_club_cup(organiser, now, boards="2,1", reserves=1), 1, 1)


def address(match: Match, side: int) -> str:
    return f"/matches/{match.pk}/line-up/{entry_of(match, side).pk}/"


def sent(match: Match, side: int, *numbers: int) -> dict[str, int]:
    """A line-up by numbers of the roster, as its page sends it."""
    people = {player.number: player.pk for player in roster_of(match, side)}
    places = ("b1-0", "b1-1", "b2-0")
    return {place: people[number] for place, number in zip(places, numbers, strict=False)}


def test_a_captain_names_a_line_up_and_finds_it_again(match):
    browser = a_browser(captain_of(match, 0))
    assert "Presentar mi formación" in text_of(browser.get(f"/matches/{match.pk}/"))
    answer = browser.post(address(match, 0), sent(match, 0, 3, 1, 2))
    assert (answer.status_code, answer.url) == (302, f"/matches/{match.pk}/")
    places = LineUpPlace.objects.order_by("board", "place").values_list("player__number", flat=True)
    assert list(places) == [3, 1, 2]
    shown = text_of(browser.get(answer.url))
    assert "Tu formación está presentada" in shown
    assert "Cambiar mi formación" in shown
    third = roster_of(match, 0)[2]
    assert f'<option value="{third.pk}" selected>' in text_of(browser.get(address(match, 0)))


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ((3, 1), "La formación no está completa"),
        ((3, 1, 1), "Nadie juega en dos mesas a la vez"),
    ],
)
def test_what_cannot_be_is_refused_in_words(match, numbers, words):
    answer = a_browser(captain_of(match, 0)).post(address(match, 0), sent(match, 0, *numbers))
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert not LineUp.objects.exists()


def test_a_person_of_another_roster_is_refused_in_words(match):
    stranger = sent(match, 1, 1)["b1-0"]
    line_up = {**sent(match, 0, 3, 1, 2), "b1-0": stranger}
    answer = a_browser(captain_of(match, 0)).post(address(match, 0), line_up)
    assert answer.status_code == 422
    assert "no está en la lista de este equipo" in text_of(answer)
    assert not LineUp.objects.exists()


def test_after_the_deadline_it_is_refused_in_words(match, now):
    call_match(match_id=match.pk, now=now)
    Match.objects.filter(pk=match.pk).update(sit_by=now)
    browser = a_browser(captain_of(match, 0))
    for answer in (
        browser.get(address(match, 0)),
        browser.post(address(match, 0), sent(match, 0, 3, 1, 2)),
    ):
        assert answer.status_code == 409
        assert "Las formaciones ya están a la vista" in text_of(answer)
    assert not LineUp.objects.exists()


def test_only_the_captain_and_organisers_come_to_the_page(match, organiser):
    member = roster_of(match, 0)[1].user
    for person, status in (
        (a_person(), 403),
        (member, 403),
        (captain_of(match, 1), 403),
        (organiser, 200),
    ):
        assert a_browser(person).get(address(match, 0)).status_code == status
    assert a_browser().get(address(match, 0)).status_code == 302


def test_an_organiser_is_not_shown_what_a_captain_named(match, organiser, now):
    name(match, 0, now, [3, 1, 2])
    shown = text_of(a_browser(organiser).get(address(match, 0)))
    chosen = [int(pk) for pk in re.findall(r'value="(\d+)" selected', shown)]
    assert chosen == [player.pk for player in roster_of(match, 0)]


def test_an_organiser_may_show_them_early(match, organiser):
    close = f"/matches/{match.pk}/line-up/close/"
    assert a_browser(captain_of(match, 0)).post(close).status_code == 403
    assert a_browser(organiser).post(close).url == f"/matches/{match.pk}/"
    assert LineUp.objects.filter(by=None).count() == 2


def a_match_with_a_reserve(organiser, now, **terms) -> tuple[Match, RosterPlayer]:
    """Two clubs of two, whose line-ups are visible; the first one has a reserve."""
    match = match_at(a_club_cup(organiser, now, boards="1,1", reserves=1, **terms), 1, 1)
    spare = entry_of(match, 0).roster.create(
        competition=match.competition, number=3, name="Suplente", reserve=True
    )
    call_match(match_id=match.pk, now=now)
    line_ups.close_line_ups(match_id=match.pk, actor=organiser, now=now)
    return match, spare


def test_with_real_cards_the_page_offers_changes_to_organisers(organiser, now):
    match, _spare = a_match_with_a_reserve(organiser, now)
    page = f"/matches/{match.pk}/"
    assert "Hacer el cambio" not in text_of(a_browser(captain_of(match, 0)).get(page))
    shown = text_of(a_browser(organiser).get(page))
    assert "Hacer el cambio" in shown
    assert "no vuelve a entrar" not in shown


def test_a_captain_sends_another_to_a_board_that_has_not_begun(organiser, now):
    match, spare = a_match_with_a_reserve(organiser, now, with_cards=False)
    entry = entry_of(match, 0)
    browser, first = a_browser(captain_of(match, 0)), roster_of(match, 0)[0]
    assert "Hacer el cambio" in text_of(browser.get(f"/matches/{match.pk}/"))
    change = f"/matches/{match.pk}/boards/1/change/{entry.pk}/"
    answer = browser.post(change, {"out_player_id": first.pk, "in_player_id": spare.pk})
    assert answer.url == f"/matches/{match.pk}/"
    places = LineUpPlace.objects.filter(line_up__side=0).order_by("board")
    assert places[0].player.name == "Suplente"
    again = browser.post(change, {"out_player_id": first.pk, "in_player_id": spare.pk})
    assert again.status_code == 422
    assert browser.post(change, {"out_player_id": "x"}).status_code == 422


def test_an_entry_that_does_not_play_here_has_no_line_up(match):
    captain, sent_in = captain_of(match, 0), {"out_player_id": 1, "in_player_id": 2}
    for number, status in ((10**9, 403), (10**30, 404)):
        addresses = (f"boards/1/change/{number}/", f"line-up/{number}/")
        answers = [
            a_browser(captain).post(f"/matches/{match.pk}/{one}", sent_in) for one in addresses
        ]
        assert [answer.status_code for answer in answers] == [status, status]


def test_a_match_with_one_table_has_no_line_ups(organiser, now):
    match = match_at(a_club_cup(organiser, now, boards=""), 1, 1)
    answer = a_browser(organiser).get(address(match, 0))
    assert answer.status_code == 409
    assert "tiene una sola mesa" in text_of(answer)


def test_the_closing_hour_names_the_zone_it_is_told_in(match, now):
    call_match(match_id=match.pk, now=now)
    Match.objects.filter(pk=match.pk).update(sit_by=timezone.now() + timedelta(hours=1))
    page = text_of(a_browser().get(f"/matches/{match.pk}/"))
    closing = page.partition("Se cierran a más tardar")[2].partition("</p>")[0]
    assert "</time> (hora de Buenos Aires)" in closing
    assert re.search(r" \d+ [a-z]{3}, \d\d:\d\d", closing)


def test_the_log_says_who_handed_in_a_line_up_for_which_match(match, organiser, now):
    a_browser(captain_of(match, 0)).post(address(match, 0), sent(match, 0, 3, 1, 2))
    log = text_of(a_browser(organiser).get(f"/competitions/{match.competition.pk}/manage/?s=log"))
    said = " ".join(re.sub(r"<[^>]*>", "", log).split())
    assert f"presentó una formación ({match.place}): {entry_of(match, 0)}" in said
