"""Talk in competitions: what organisers allow, and what was reported to them."""

import pytest

from games.chat import services as chat
from games.chat.services import Speaker
from games.models import Game, Line, Report
from games.reports import services as reports
from tests.accounts.factors import with_app
from tests.games.tables import a_person, a_table
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_running_cup, an_organiser, call, everybody_sits, match_at
from tournaments.competitions.describe import sentences
from tournaments.competitions.settings import CompetitionSettings
from tournaments.models import AuditEvent, Competition

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture
def cup(organiser, now):
    return a_running_cup(organiser, now, entries=4)


@pytest.fixture
def game(cup, now) -> Game:
    match = match_at(cup, 1, 1)
    call(match, now)
    return everybody_sits(match, now)


def a_reported_line(game: Game, now) -> Line:
    ana, beto = (seat.user for seat in game.seats.order_by("number"))
    line = chat.say_phrase(
        game_id=game.pk, seat=0, speaker=Speaker(ana, ""), phrase="liar", now=now
    )
    reports.report_line(game_id=game.pk, seat=1, line_id=line.pk, user=beto, now=now)
    return line


def allow(user, cup, talk: str):
    return a_browser(user).post(f"/competitions/{cup.pk}/talk/", {"talk": talk})


def test_tables_of_a_competition_have_phrases_unless_its_organiser_says_otherwise(cup, game):
    assert (cup.talk, game.talk) == ("phrases", "phrases")


@pytest.mark.feature("Playing", "A competition limits how much can be said")
@pytest.mark.parametrize("talk", ["none", "chat"])
def test_an_organiser_changes_what_is_said_at_open_tables_too(organiser, cup, game, talk):
    assert allow(organiser, cup, talk).status_code == 302
    cup.refresh_from_db()
    game.refresh_from_db()
    assert (cup.talk, game.talk) == (talk, talk)
    change = cup.audit.filter(act=AuditEvent.Act.EDIT).get()
    assert (change.before, change.after) == ({"talk": "phrases"}, {"talk": talk})
    other = match_at(cup, 1, 2)
    call(other, other.competition.started_at)
    assert other.games.get().game.talk == talk


def test_nobody_else_changes_it_and_nonsense_changes_nothing(organiser, cup):
    assert allow(a_person(), cup, "chat").status_code in {403, 404}
    assert allow(organiser, cup, "shout").status_code in {400, 409, 422}
    assert Competition.objects.get(pk=cup.pk).talk == "phrases"


def test_the_desk_and_the_terms_say_what_is_allowed(organiser, cup):
    assert "En las mesas se dice: frases" in sentences(CompetitionSettings.of(cup))
    page = a_browser(organiser).get(f"/competitions/{cup.pk}/manage/?s=notices").text
    assert '<option value="phrases" selected>' in page


def test_organisers_see_what_was_reported_at_their_tables_and_nobody_else_does(
    organiser, game, now
):
    a_reported_line(game, now)
    shown = text_of(a_browser(organiser).get("/reports/"))
    assert "¡Mentiroso!" in shown
    assert str(game.seats.get(number=0).user) in shown
    for other in (a_person(), an_organiser(), game.seats.get(number=0).user):
        assert "¡Mentiroso!" not in text_of(a_browser(other).get("/reports/"))


@pytest.mark.feature("Playing", "The dashboard counts reports")
def test_the_desk_counts_what_was_reported_and_leads_there_after_the_end_too(
    organiser, cup, game, now
):
    card, path = "<h3>Se denunció 1 cosa</h3>", f"/competitions/{cup.pk}/manage/"
    assert card not in a_browser(organiser).get(path).text
    a_reported_line(game, now)
    assert card in a_browser(organiser).get(path).text
    Competition.objects.filter(pk=cup.pk).update(state=Competition.State.FINISHED)
    for section in ("", "?s=notices"):
        page = a_browser(organiser).get(f"{path}{section}").text
        assert 'id="talk-level"' not in page
        assert page.count('href="/reports/"') == 1


def test_staff_see_what_was_reported_at_casual_tables(organiser, now):
    a_reported_line(a_table(now, people=[a_person("ana"), a_person("beto")]), now)
    assert "¡Mentiroso!" not in text_of(a_browser(organiser).get("/reports/"))
    staff = a_person()
    staff.is_staff = True
    staff.save()
    assert a_browser(staff).get("/reports/").headers["Location"] == "/accounts/2fa/"
    with_app(staff)
    assert "¡Mentiroso!" in text_of(a_browser(staff).get("/reports/"))


@pytest.mark.feature("Playing", "Organisers decide on reports")
@pytest.mark.parametrize(("button", "left"), [("take_away", 0), ("keep", 1)])
def test_a_reported_line_is_taken_away_or_stays(organiser, game, now, button, left):
    a_reported_line(game, now)
    report = Report.objects.get()
    stranger = a_browser(a_person()).post(f"/reports/{report.pk}/", {button: ""})
    assert (stranger.status_code, Report.objects.count()) == (404, 1)
    assert a_browser(organiser).post(f"/reports/{report.pk}/", {button: ""}).status_code == 302
    assert (Line.objects.count(), Report.objects.open().count()) == (left, 0)
    again = a_browser(organiser).post(f"/reports/{report.pk}/", {button: ""})
    assert again.status_code == 409
    assert "ya lo decidió otra persona" in text_of(again)
