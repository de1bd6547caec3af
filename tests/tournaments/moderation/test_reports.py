"""Reports: who files them of what, who sees them, and how they end."""

from datetime import timedelta
from functools import partial

import pytest

from accounts.common.errors import RefusedError
from accounts.models import User
from accounts.profiles import services as profiles
from games.models import Report
from games.reports import services as reports
from games.reports.services import Complaint, report_person, report_table
from tests.accounts.people import a_guest
from tests.games.races import at_once
from tests.games.tables import a_person, a_table
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import (
    a_running_cup,
    an_organiser,
    call,
    club_of,
    everybody_sits,
    match_at,
    players_of,
)
from tests.tournaments.moderation.keepers import an_operator, refused

pytestmark = [pytest.mark.django_db, pytest.mark.both]
OFFENCE = Complaint("offence", "me insultó")


@pytest.fixture
def cup(organiser, now):
    return a_running_cup(organiser, now, entries=4)


@pytest.fixture
def game(cup, now):
    match = match_at(cup, 1, 1)
    call(match, now)
    return everybody_sits(match, now)


def file(user: User, path: str, **form: str):
    return a_browser(user).post(path, {"reason": "offence", **form})


# ---- filing ----


def test_a_person_is_reported_once_while_nobody_decides(now):
    ana, beto = a_person("ana"), a_person("beto")
    told = {"person_id": beto.pk, "user": ana, "now": now}
    report_person(**told, complaint=OFFENCE)
    with refused("already-reported"):
        report_person(**told, complaint=OFFENCE)
    report_person(**told, complaint=Complaint("name"))  # what they are called is another thing
    assert list(Report.objects.values_list("kind", "person")) == [
        ("person", beto.pk),
        ("name", beto.pk),
    ]
    Report.objects.update(closed_at=now)
    report_person(**told, complaint=OFFENCE)


def test_nobody_reports_themselves_or_who_is_not_there(now):
    ana, gone = a_person("ana"), a_person()
    profiles.anonymise(user_id=gone.pk, now=now)
    with refused("oneself"):
        report_person(person_id=ana.pk, user=ana, now=now, complaint=OFFENCE)
    for pk in (gone.pk, a_guest(now).pk, 10**15):
        with refused("nothing-there"):
            report_person(person_id=pk, user=ana, now=now, complaint=OFFENCE)
    with refused("nothing-there"):
        report_table(game_id=10**15, user=ana, now=now, complaint=OFFENCE)
    with refused("bad-report"):
        report_person(person_id=a_person().pk, user=ana, now=now, complaint=Complaint("nothing"))
    assert not Report.objects.exists()


def test_who_was_suspended_meanwhile_reports_nothing(now):
    ana, beto = a_person(), a_person()
    User.objects.filter(pk=ana.pk).update(is_active=False)
    with refused("suspended"):
        report_person(person_id=beto.pk, user=ana, now=now, complaint=OFFENCE)
    assert not Report.objects.exists()


def test_ten_in_an_hour_are_enough(now):
    ana, others = a_person(), [a_person() for _ in range(reports.MOST + 1)]
    for other in others[:-1]:
        report_person(person_id=other.pk, user=ana, now=now, complaint=OFFENCE)
    last = {"person_id": others[-1].pk, "user": ana, "complaint": OFFENCE}
    with refused("too-many-reports"):
        report_person(**last, now=now + reports.WHILE - timedelta(seconds=1))
    report_person(**last, now=now + reports.WHILE)


@pytest.mark.django_db(transaction=True)
def test_the_same_report_at_the_same_moment_is_one(now):
    ana, beto = a_person(), a_person()
    report = partial(report_person, person_id=beto.pk, user=ana, now=now, complaint=OFFENCE)
    refusals = [each for each in at_once(*[report] * 4) if isinstance(each, RefusedError)]
    assert ({each.code for each in refusals}, len(refusals)) == ({"already-reported"}, 3)
    assert Report.objects.count() == 1


def test_a_report_is_of_the_club_in_whose_competition_it_happened(cup, game, organiser, now):
    ana, rival = (seat.user for seat in game.seats.order_by("number"))
    report_table(game_id=game.pk, user=ana, now=now, complaint=OFFENCE)
    report_person(
        person_id=rival.pk, user=ana, now=now, complaint=Complaint("cheating"), event_id=cup.pk
    )
    assert {report.club for report in Report.objects.all()} == {club_of(organiser)}
    report_person(
        person_id=a_person().pk, user=ana, now=now, complaint=OFFENCE, event_id=cup.pk
    )  # who has no part in it
    assert Report.objects.filter(club=None).count() == 1


# ---- the page that asks ----


@pytest.mark.feature("Playing", "Report a person, a name or a table, with a reason")
@pytest.mark.parametrize("language", ["es-ar", "en"])
def test_the_page_asks_why_and_confirms_in_words(now, language):
    ana, beto = a_person("ana"), a_person("beto")
    User.objects.filter(pk=ana.pk).update(language=language)
    browser, path = a_browser(ana, language), f"/report/person/{beto.pk}/"
    assert "<bdi>beto</bdi>" in text_of(browser.get(path))
    done = text_of(browser.post(path, {"reason": "spam", "text": "vende"}))
    assert {"es-ar": "alguien lo va a mirar", "en": "we will look"}[language] in done
    report = Report.objects.get()
    assert (report.reason, report.text, report.reporter) == ("spam", "vende", ana)
    again = browser.post(path, {"reason": "spam"})
    assert again.status_code == 409
    assert {"es-ar": "Ya lo denunciaste", "en": "already reported"}[language] in text_of(again)


def test_strangers_and_guests_sign_in_first(now):
    beto = a_person("beto")
    for visitor in (None, a_guest(now)):
        answer = a_browser(visitor).post(f"/report/person/{beto.pk}/", {"reason": "spam"})
        assert "/accounts/login/" in answer.headers["Location"]
    assert not Report.objects.exists()


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({}, 422),
        ({"reason": "x"}, 422),
        ({"reason": "spam", "text": "x" * 201}, 422),
        ({"reason": "spam", "text": "a\x00b"}, 422),
    ],
)
def test_bad_forms_are_refused_and_nothing_is_kept(form, status):
    answer = a_browser(a_person()).post(f"/report/person/{a_person().pk}/", form)
    assert answer.status_code == status
    assert not Report.objects.exists()


def test_what_one_does_not_see_one_does_not_report(now):
    private = a_table(now, public=False)
    ana = a_person()
    for path in (
        f"/report/table/{private.pk}/",
        "/report/table/999999/",
        "/report/person/999999/",
        f"/report/person/{10**15}/",
        "/report/line/1/",
    ):
        assert file(ana, path).status_code == 404, path
    own = private.seats.first().user
    assert file(own, f"/report/table/{private.pk}/").status_code == 200


@pytest.mark.parametrize("query", ["?table=x", "?table=999999", "?event=x", "?event=٣", "?event="])
def test_an_odd_address_is_a_report_of_the_person_alone(query):
    assert file(a_person(), f"/report/person/{a_person().pk}/{query}").status_code == 200
    report = Report.objects.get()
    assert (report.game, report.club) == (None, None)


def test_table_player_and_entry_lead_to_it(cup, game, now):
    ana, rival = (seat.user for seat in game.seats.order_by("number"))
    browser, entry = a_browser(ana), match_at(cup, 1, 1).slots.get(side=1).entry
    assert f'href="/report/table/{game.pk}/"' in browser.get(f"/tables/{game.pk}/").text
    person = f'href="/report/person/{rival.pk}/'
    assert f"{person}?table={game.pk}" in browser.get(f"/tables/{game.pk}/people/").text
    assert person in browser.get(f"/players/{rival.username}/").text
    page = browser.get(f"/competitions/{cup.pk}/entries/{entry.pk}/").text
    assert f"{person}?event={cup.pk}" in page
    # users cannot report themselves
    assert "/report/" not in browser.get(f"/players/{ana.username}/").text


# ---- who decides ----


@pytest.mark.feature(
    "Playing", "Reports reach the club's organisers and the site's operators, the oldest first"
)
def test_organisers_see_their_clubs_and_operators_all_the_oldest_first(cup, game, organiser, now):
    ana, rival = players_of(match_at(cup, 1, 1), 0)[0], a_person("elsewhere")
    report_person(person_id=rival.pk, user=ana, now=now, complaint=OFFENCE)
    later = now + timedelta(hours=1)
    report_table(game_id=game.pk, user=ana, now=later, complaint=Complaint("other", "el título"))
    shown = text_of(a_browser(organiser).get("/reports/"))
    assert "el título" in shown
    assert "elsewhere" not in shown
    all_of_it = text_of(a_browser(an_operator()).get("/reports/"))
    assert 0 < all_of_it.index("elsewhere") < all_of_it.index("el título")
    for other in (an_organiser(), a_person(), ana):
        page = text_of(a_browser(other).get("/reports/"))
        assert "el título" not in page
        assert "elsewhere" not in page


def test_nobody_decides_on_what_was_reported_of_themselves(cup, organiser, now):
    owner = club_of(organiser).memberships.get(role="owner").user
    report_person(person_id=owner.pk, user=a_person(), now=now, complaint=OFFENCE)
    report = Report.objects.get()
    Report.objects.update(club=club_of(organiser))
    assert a_browser(owner).post(f"/reports/{report.pk}/", {"acted": ""}).status_code == 404
    with refused("nothing-there"):
        reports.decide(report_id=report.pk, by=owner, now=now, acted=True)
    assert Report.objects.open().count() == 1


def test_a_decision_closes_all_reports_of_the_thing_and_is_remembered(now):
    beto, operator = a_person("beto"), an_operator()
    for complaint in (OFFENCE, Complaint("cheating"), Complaint("name")):
        report_person(person_id=beto.pk, user=a_person(), now=now, complaint=complaint)
    page = text_of(a_browser(operator).get("/reports/"))
    assert "2 denuncias" in page
    report = Report.objects.earliest("pk")
    assert a_browser(operator).post(f"/reports/{report.pk}/", {"acted": ""}).status_code == 302
    assert [each.kind for each in Report.objects.open()] == ["name"]
    assert set(Report.objects.exclude(closed_at=None).values_list("outcome", "closed_by")) == {
        ("acted", operator.pk)
    }
    assert "se tomó una medida" in text_of(a_browser(operator).get("/reports/"))


@pytest.mark.django_db(transaction=True)
def test_two_who_decide_at_once_are_one_decision(now):
    report_person(person_id=a_person().pk, user=a_person(), now=now, complaint=OFFENCE)
    pk = Report.objects.get().pk
    acts = [
        partial(reports.decide, report_id=pk, by=an_operator(), now=now, acted=acted)
        for acted in (True, False)
    ]
    results = at_once(*acts)
    assert [each.code for each in results if each is not None] == ["already-decided"]


def test_decisions_are_forgotten_after_90_days_and_accounts_take_theirs_along(now):
    ana, beto = a_person(), a_person()
    report_person(person_id=beto.pk, user=ana, now=now, complaint=OFFENCE)
    reports.decide(report_id=Report.objects.get().pk, by=an_operator(), now=now, acted=False)
    reports.forget_old(now=now + reports.KEPT)
    assert Report.objects.count() == 1
    reports.forget_old(now=now + reports.KEPT + timedelta(seconds=1))
    assert not Report.objects.exists()
    report_person(person_id=beto.pk, user=ana, now=now, complaint=OFFENCE)
    profiles.anonymise(user_id=beto.pk, now=now)
    assert not Report.objects.exists()
