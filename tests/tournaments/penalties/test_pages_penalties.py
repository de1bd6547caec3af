"""A judge's page of a match, what others see of it, and a club's list of penalties."""

import re
from datetime import datetime

import pytest

from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_running_cup, match_at, players_of
from tournaments.judging.officials import appoint_official
from tournaments.matches.services import call_match
from tournaments.models import Match, Official, Penalty, PenaltyRule

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(organiser, now: datetime):
    return a_running_cup(organiser, now, with_cards=True)


@pytest.fixture
def match(cup, now: datetime):
    called = match_at(cup, 1, 1)
    call_match(match_id=called.pk, now=now)
    return called


def with_post(cup, organiser, role, now: datetime):
    person = a_person(f"con-{role}")
    appoint_official(competition_id=cup.pk, actor=organiser, user=person, role=role, now=now)
    return a_browser(person)


def fields_of(page: str, form: str) -> dict[str, str]:
    """The hidden inputs of the form that goes to an address."""
    part = page.split(f'action="{form}"')[1].split("</form>")[0]
    return dict(re.findall(r'name="(seen_version|action_id)" value="([^"]+)"', part))


def send(browser, match: Match, act: str, **fields: object):
    address = f"/matches/{match.pk}/penalties/"
    page = text_of(browser.get(address))
    return browser.post(f"{address}{act}/", {**fields_of(page, f"{address}{act}/"), **fields})


def test_a_judge_gives_a_penalty_and_is_led_to_the_sheet(cup, match, organiser, now):
    judge = with_post(cup, organiser, Official.Role.JUDGE, now)
    answer = send(judge, match, "give", side="0", ident="misdeal", note="cuatro cartas")
    assert (answer.status_code, answer.url) == (302, f"/matches/{match.pk}/score/")
    match.refresh_from_db()
    assert match.sheet.points == [0, 1]
    page = text_of(judge.get(answer.url))
    assert "quedó en la planilla" in page
    second = players_of(match, 1)[0]
    assert f"Deshacer: 1 tanto para {second}" in page


def test_everybody_reads_it_on_the_page_of_the_match_with_its_article(cup, match, organiser, now):
    send(a_browser(organiser), match, "give", side="0", ident="wrong-envido", note="27 y no 29")
    page = text_of(a_browser().get(f"/matches/{match.pk}/"))
    assert "Cantó mal el envido" in page
    assert "27 y no 29" in page
    assert 'href="/rules/#R-J3"' in page
    english = a_browser().get(f"/matches/{match.pk}/", headers={"accept-language": "en"})
    assert "Wrong envido" in text_of(english)


def test_a_scorer_sees_them_and_cannot_give_any(cup, match, organiser, now):
    scorer = with_post(cup, organiser, Official.Role.SCORER, now)
    address = f"/matches/{match.pk}/penalties/"
    assert f'href="{address}"' in text_of(scorer.get(f"/matches/{match.pk}/score/"))
    page = text_of(scorer.get(address))
    assert "Ninguna sanción" in page
    assert "give/" not in page
    told = {"side": "0", "ident": "misdeal", "seen_version": "0", "action_id": "a" * 12}
    refused = scorer.post(f"{address}give/", told)
    assert refused.status_code == 403
    assert "Eso lo decide el juez" in text_of(refused)
    assert not Penalty.objects.exists()
    stranger = a_browser(a_person("nadie"))
    assert stranger.get(address).status_code == 403


def test_a_correction_without_a_reason_is_refused_and_keeps_what_was_written(match, organiser):
    browser = a_browser(organiser)
    refused = send(browser, match, "correct", first="2", second="3", note="")
    assert refused.status_code == 422
    assert 'id="correct" open' in text_of(refused)
    done = send(browser, match, "correct", first="2", second="3", note="estaba al revés")
    assert done.status_code == 302
    match.refresh_from_db()
    assert match.sheet.points == [2, 3]


def test_nonsense_is_refused_and_changes_nothing(match, organiser):
    browser = a_browser(organiser)
    for wrong in ({"side": "2"}, {"side": "0", "points": "-1"}, {"side": "0", "ident": "x" * 99}):
        assert send(browser, match, "give", **{"ident": "misdeal", **wrong}).status_code == 422
    assert send(browser, match, "give", side="0", ident="nothing").status_code == 422
    assert not Penalty.objects.exists()


def test_the_judge_takes_the_last_one_back_from_the_same_page(match, organiser):
    browser = a_browser(organiser)
    send(browser, match, "give", side="1", ident="invented-sign")
    address = f"/matches/{match.pk}/penalties/"
    mark = f"/matches/{match.pk}/score/mark/"
    undo = {**fields_of(text_of(browser.get(address)), mark), "mark": "undo"}
    assert browser.post(mark, undo).status_code == 302
    match.refresh_from_db()
    assert match.sheet.points == [0, 0]
    assert "deshecha" in text_of(browser.get(address))


@pytest.mark.feature("Judging", "A club edits its list of penalties")
def test_a_club_edits_its_list_and_everybody_reads_it(cup, organiser):
    address = f"/clubs/{cup.club.slug}/penalties/"
    browser = a_browser(organiser)
    line = {"effect": "points", "points": "2", "is_on": "on"}
    changed = {f"misdeal-{name}": value for name, value in line.items()}
    answer = browser.post(
        address,
        {**changed, "ident": "misdeal", "misdeal-name": "Dio mal", "misdeal-article": "R-J1"},
    )
    assert answer.status_code == 302
    own = {f"new-{name}": value for name, value in line.items()}
    browser.post(address, {**own, "new-name": "Llegó tarde"})
    stranger = a_browser()
    page = text_of(stranger.get(address))
    assert "Dio mal" in page
    assert "2 tantos para el otro lado" in page
    assert "Llegó tarde" in page
    assert "<form" not in page.split("<main")[1].split("</main>")[0]
    assert stranger.post(address, {**own, "new-name": "Otra"}).status_code == 302  # to sign in
    assert a_browser(a_person("nadie")).post(address, own).status_code == 403
    assert PenaltyRule.objects.count() == 2


def test_a_line_that_is_switched_off_is_offered_no_more(cup, match, organiser):
    browser = a_browser(organiser)
    line = {"cheating-name": "", "cheating-article": "R-J8", "cheating-effect": "game"}
    address = f"/clubs/{cup.club.slug}/penalties/"
    browser.post(address, {**line, "cheating-points": "0", "ident": "cheating"})
    assert "Trampa" not in text_of(browser.get(f"/matches/{match.pk}/penalties/"))
    assert "Trampa" in text_of(browser.get(address))
    assert "Trampa" not in text_of(a_browser().get(address))


def test_a_line_that_cannot_be_is_shown_again_with_what_is_wrong(cup, organiser):
    address = f"/clubs/{cup.club.slug}/penalties/"
    wrong = {"new-name": "Llegó tarde", "new-effect": "points", "new-points": "99"}
    answer = a_browser(organiser).post(address, wrong)
    assert answer.status_code == 422
    assert "Llegó tarde" in text_of(answer)
    assert not PenaltyRule.objects.exists()


def switch_on(browser, club, ident: str, effect: str, points: int) -> None:
    told = {"name": "", "article": "R-J9", "effect": effect, "points": points, "is_on": "on"}
    fields = {f"{ident}-{key}": value for key, value in told.items()}
    assert (
        browser.post(f"/clubs/{club.slug}/penalties/", {"ident": ident, **fields}).status_code
        == 302
    )


def test_lines_that_are_shipped_switched_off_take_points_hands_and_the_deal(
    cup, match, organiser, now
):
    """R-J9 to R-J11: a club switches them on first."""
    browser = a_browser(organiser)
    address = f"/matches/{match.pk}/penalties/"
    assert "Cartas de más o de menos" not in text_of(browser.get(address))
    assert send(browser, match, "give", side="0", ident="four-cards").status_code == 422
    switch_on(browser, cup.club, "four-cards", "minus", 2)
    switch_on(browser, cup.club, "four-cards-late", "hand_plus", 2)
    switch_on(browser, cup.club, "dealer-twice", "deal", 0)
    page = text_of(browser.get(address))
    assert "se le quitan 2 tantos" in page
    assert "pierde lo anotado en la mano y 2 más" in page
    for points in ("0+3", "0+1", "1+2"):
        version = match.marks.count()
        tap = {"mark": points, "seen_version": version, "action_id": f"tap-number-{version}"}
        browser.post(f"/matches/{match.pk}/score/mark/", tap)
    send(browser, match, "give", side="0", ident="four-cards")
    send(browser, match, "give", side="0", ident="four-cards-late", noted="1", points="0")
    match.refresh_from_db()
    assert match.sheet.points == [1, 2]
    unknown = send(browser, match, "give", side="0", ident="dealer-twice")
    assert "Marcá primero quién reparte." in text_of(unknown)
    tap = {"mark": "d1", "seen_version": match.marks.count(), "action_id": "tap-dealer"}
    browser.post(f"/matches/{match.pk}/score/mark/", tap)
    assert send(browser, match, "give", side="1", ident="dealer-twice").status_code == 302
    match.refresh_from_db()
    assert match.sheet.dealer == (1 + 1) % cup.rules.seats
    told = text_of(browser.get(address))
    assert "2 tantos menos para" in told
    assert "pierde la mano: 1 anotados y 0 más" in told
    assert "pierde el reparto" in told
