"""Requests that no page of ours makes: refused by the right status, in words, changing nothing."""

import re
import socket
from contextlib import ExitStack
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.apps import apps
from django.conf import settings as site_settings
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.common.rate_limit import GUESSES
from accounts.models import Club, Invitation, Membership, User
from games.models import Game
from tests.accounts.addresses import every_path
from tests.accounts.browsers import text_of
from tests.accounts.clubs.test_club_pages import link_from
from tests.accounts.people import a_club, a_member
from tests.accounts.people import a_person as a_named_person
from tests.accounts.sign_in.test_entrance import EVIL_ADDRESSES, sign_in, sign_up
from tests.games.tables import a_legal_token, a_person, a_table, whoever_acts
from tests.live.test_actions import is_unchanged
from tests.live.test_slow import (
    HALF_A_BODY,
    HALF_A_HEAD,
    MOMENT,
    connected,
    first_line,
    trickles_until_its_end,
)
from tests.runner.days import pick_today
from tests.soak.inputs.listed import check
from tests.tournaments.browsers import a_browser
from tests.tournaments.cups import a_cup, a_running_cup, an_organiser, match_at, players_of
from tests.tournaments.result_grid.test_pages_results import send
from tests.tournaments.slips.test_pages_slips import codes, tell
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Competition, ResultSubmission
from tournaments.slips import services as slips

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]

HTMX = {"HX-Request": "true", "HX-Boosted": "true"}
PATIENCE = 10.0
PATHS = 3  # days in which each address has its turn to be read
COUNTED = ("accounts", "games", "tournaments")


def rows() -> dict[str, int]:
    """Count the rows of each table."""
    models = (model for model in apps.get_models() if model._meta.app_label in COUNTED)
    return {model._meta.label: model._default_manager.count() for model in models}


def send_bytes(site, request: bytes) -> bytes:
    """Send bytes to the server; return all it says until it closes."""
    with socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE) as wire:
        wire.sendall(request)
        heard = b""
        while piece := wire.recv(65536):
            heard += piece
    return heard


@check("B062")
@pytest.mark.parametrize("forged", ["", "d" * 32, "text/plain"])
def test_without_the_sessions_own_token_nothing_is_done(visit, forged):
    game = a_table(timezone.now())
    person, token = visit(whoever_acts(game).user), a_legal_token(game)
    values = {"token": token, "seen_version": game.version, "action_id": "minted-once"}
    path = f"/tables/{game.pk}/play/"
    if forged == "text/plain":
        headers = {"Content-Type": "text/plain", "HX-Request": "true"}
        answer = person.ask("POST", path, "token=mazo&csrfmiddlewaretoken=x", headers)
    else:
        answer = person.post(path, values, **{"X-CSRFToken": forged})
    assert answer.status == 403
    assert "Recargar" in answer.text
    assert is_unchanged(game)


@check("B063")
def test_no_address_changes_anything_by_being_read(organiser, now):
    """A button's address answers 405; the desk's acts lead to the desk: neither does anything."""
    cup = a_running_cup(organiser, now)
    before, state = rows(), Competition.objects.values().get()
    browser, statuses = a_browser(organiser), set()
    for path in pick_today(sorted(set(every_path())), PATHS):
        statuses.add(browser.get(re.sub(r"(?<=competitions/)1", str(cup.pk), path)).status_code)
    for act in ("start", "pause", "cancel", "archive"):
        assert browser.get(f"/competitions/{cup.pk}/{act}/").status_code == 302
    assert 405 in statuses
    assert not {status for status in statuses if status >= 500}
    assert (rows(), Competition.objects.values().get()) == (before, state)


@check("B064")
def test_a_forged_header_of_htmx_opens_nothing_and_is_no_copy_of_the_page(organiser, now, visit):
    private = a_table(now, public=False)
    cup = a_running_cup(organiser, now, public=False)
    for path in (f"/tables/{private.pk}/", f"/competitions/{cup.pk}/"):
        assert Client().get(path, headers=HTMX).status_code == 404
    assert a_browser(a_person()).get(
        f"/competitions/{cup.pk}/manage/", headers=HTMX
    ).status_code in {403, 404}
    for path in ("/", "/competitions/", f"/tables/{a_table(now).pk}/"):
        for headers in ({}, HTMX):
            answer = Client().get(path, headers=headers)
            assert "HX-Request" in answer.headers["Vary"]


@check("B065")
@pytest.mark.parametrize("address", EVIL_ADDRESSES)
def test_signing_in_leads_to_no_other_site(address):
    a_named_person()
    answer = sign_in(Client(), "ana", next=address)
    where = urlsplit(answer.headers["Location"])
    assert (where.scheme, where.netloc, where.path[:1]) == ("", "", "/")
    assert not answer.headers["Location"].startswith(("//", "/\\"))


@check("B068")
def test_a_link_cannot_be_guessed_is_kept_hashed_and_dies(caplog):
    """Not single-use: a club's link is for all its people, a week, until taken back."""
    owner = a_named_person("owen")
    club = a_club(owner)
    link = link_from(a_browser(owner).post(f"/clubs/{club.slug}/invite/"))
    token = link.rstrip("/").rpartition("/")[2]
    assert len(token) >= 22  # of 64 signs: 132 bits
    assert token not in str(Invitation.objects.values().get())
    page = Client().get(link)
    assert page.headers["Referrer-Policy"] in {"same-origin", "no-referrer"}
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert Client(REMOTE_ADDR="203.0.113.7").get(link).status_code == 404
    guesser = Client(REMOTE_ADDR="203.0.113.9")
    tries = [guesser.get(f"/clubs/join/guess-{n}/").status_code for n in range(GUESSES.limit + 1)]
    assert tries == [404] * GUESSES.limit + [429]
    assert token not in caplog.text
    assert club.memberships.count() == 1


@check("B070")
def test_a_form_changes_what_it_shows_and_nothing_else():
    owner = a_named_person("owen")
    club = a_club(owner)
    mia = a_member(club, "mia")
    browser = a_browser(mia)
    every = {field.name: "1" for field in (*User._meta.get_fields(), *Club._meta.get_fields())}
    forged = {**every, "role": "owner", "is_staff": "on", "is_superuser": "on", "club": "2"}
    before = User.objects.values().get(pk=mia.pk)
    shown = {"display_name": "Mía", "language": "en", "zone": "America/Montevideo"}
    browser.post("/profile/", {**forged, "motion": "normal", **shown})
    after = User.objects.values().get(pk=mia.pk)
    changed = {key for key in before if before[key] != after[key]}
    assert changed <= {
        *shown,
        "motion",
        "tap_twice",
        "sings_flor",
        "match_mail",
        "named_in_exports",
        "is_findable",
    }
    assert browser.post(f"/clubs/{club.slug}/edit/", forged).status_code == 403
    own = f"/clubs/{club.slug}/members/{mia.pk}/"
    for act in ("role/", "owner/"):
        assert browser.post(own + act, {"role": "owner"}).status_code == 403
    assert Membership.objects.get(user=mia).role == "member"


@check("B072")
def test_who_does_not_play_reports_nothing_and_who_disagrees_waits_for_a_judge(organiser, now):
    cup = a_running_cup(organiser, now, with_cards=True)
    match = match_at(cup, 1, 1)
    result = {"game1-0": "5", "game1-1": "2"}
    for stranger in (a_person(), an_organiser(), players_of(match_at(cup, 1, 2), 0)[0]):
        answer = a_browser(stranger).post(f"/matches/{match.pk}/result/", result)
        assert answer.status_code == 403
    slips.make_slips(competition_id=cup.pk, actor=organiser, now=now)
    first, second = codes(match)
    tell(first, {"won": "0"}, {"lost": "2"})
    assert "No coinciden" in tell(second, {"won": "1"}, {"lost": "2"})
    assert not ResultSubmission.objects.exists()
    match.refresh_from_db()
    assert match.state == "ready"


@check("B073")
@pytest.mark.parametrize(
    "score",
    [("31", "30"), ("-1", "5"), ("5", "5"), ("999", "0"), ("３", "5"), ("4", "3"), ("", "")],
)
def test_a_score_that_cannot_be_is_refused_in_words(organiser, now, score):
    """A full-width ３ is read as the 3 it is: that result can be, and is the one that was meant."""
    match = match_at(a_running_cup(organiser, now, with_cards=True), 1, 1)
    answer = send(a_browser(organiser), match, game1_0=score[0], game1_1=score[1])
    if score == ("３", "5"):
        assert answer.status_code in {302, 422}
        assert ResultSubmission.objects.filter(chicos=[[[3, 5]]]).exists() or (
            not ResultSubmission.objects.exists()
        )
        return
    assert answer.status_code == 422
    assert not ResultSubmission.objects.exists()


@check("B075")
def test_nobody_registers_before_after_or_twice(organiser, now):
    early, person = a_cup(organiser, now, opened=False), a_person()
    assert a_browser(person).post(f"/competitions/{early.pk}/register/").status_code == 404
    cup = a_cup(organiser, now)
    path = f"/competitions/{cup.pk}/register/"
    assert a_browser(person).post(path).status_code == 302
    assert a_browser(person).post(path).status_code == 409
    lifecycle.cancel(competition_id=cup.pk, actor=organiser, reason="No hay salón", now=now)
    assert a_browser(a_person()).post(path).status_code == 409
    late = a_running_cup(organiser, now)
    assert a_browser(a_person()).post(f"/competitions/{late.pk}/register/").status_code == 409
    assert cup.entries.count() == 1


@check("B076")
def test_a_foreign_host_is_refused_and_stands_in_no_letter(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    sign_up(Client())
    sent = len(mail.outbox)
    for headers in ({"host": "evil.com"}, {"x-forwarded-host": "evil.com"}):
        form = {"email": "ana@example.org"}
        answer = Client().post("/accounts/password/reset/", form, headers=headers)
        assert answer.status_code == (400 if "host" in headers else 302)
    assert not any("evil.com" in letter.body for letter in mail.outbox[sent:])
    assert len(mail.outbox) == sent + 1


@check("B077")
def test_too_much_is_refused_and_changes_nothing():
    """The server limits the size of a request body (docs/deploy.md)."""
    person = a_person()
    browser = a_browser(person)
    assert browser.post("/profile/", {"about": "x" * 3 * 1024 * 1024}).status_code == 413
    assert browser.post("/profile/", {f"f{n}": "1" for n in range(10_000)}).status_code == 400
    person.refresh_from_db()
    assert person.display_name == ""


@check("B078")
def test_half_a_request_keeps_nobody_else_waiting_and_ends(site, visit, settings):
    """Drop by drop, head or body; 1,100 of them are in `tests/live/test_slow.py`."""
    settings.HEAD_SECONDS = settings.BODY_SECONDS = MOMENT
    with ExitStack() as open_:
        halves = [HALF_A_HEAD, HALF_A_BODY] * 30
        lines = [open_.enter_context(connected(site.port, half)) for half in halves]
        assert visit().get("/rules/").status == 200
        assert trickles_until_its_end(lines.pop(), b"x") < 100
        assert {first_line(line) for line in lines} == {b""}


@check("B079")
@pytest.mark.parametrize("path", ["/", "/profile/", "/competitions/", "/language/", "/tables/now/"])
def test_an_odd_method_or_kind_of_body_is_no_fault(path):
    browser = a_browser(a_person())
    before = rows()
    for method in ("PUT", "DELETE", "PATCH", "TRACE", "XYZZY"):
        answer = browser.generic(method, path, b"<a/>", content_type="application/xml")
        assert answer.status_code in {302, 405}
    body = b"<?xml version='1.0'?><x>\x00\xff"
    for kind in (
        "application/xml",
        "application/json",
        "multipart/form-data",
        "text/plain;charset=x",
    ):
        answer = browser.generic("POST", path, body, content_type=kind)
        assert answer.status_code in {200, 302, 400, 405, 415, 422}  # no form: the page as it is
    assert rows() == before | {
        "games.Game": Game.objects.count(),
        "games.Seat": rows()["games.Seat"],
    }


@check("B081")
@pytest.mark.parametrize("text", ["a%00b", "%ED%A0%80", "%EF%BF%BF", "%FF%FE", "\\ud800"])
def test_signs_that_no_database_keeps_are_refused(text):
    owner = a_named_person("owen")
    club = a_club(owner)
    browser, kind = a_browser(owner), "application/x-www-form-urlencoded"
    forms = {
        "/profile/": f"display_name={text}&language=en&zone=UTC&motion=normal",
        "/clubs/new/": f"name={text}&zone=UTC",
        f"/clubs/{club.slug}/edit/": f"name=La+Yunta&zone=UTC&about={text}",
    }
    for path, body in forms.items():
        answer = browser.generic("POST", path, body.encode(), content_type=kind)
        assert answer.status_code < 500
        if "%00" in text:
            assert answer.status_code == 422
    kept = str([*User.objects.values(), *Club.objects.values()])
    assert "\\x00" not in kept
    assert not re.search("[\x00\ud800-\udfff]", kept)


@check("B082")
@pytest.mark.parametrize(
    "framing",
    [
        "Content-Length: 44\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n",
        "Content-Length: 4\r\nContent-Length: 5\r\n",
        "Transfer-Encoding: xchunked\r\n",
    ],
)
def test_a_request_of_two_lengths_is_no_request(site, framing):
    hidden = "0\r\n\r\nGET /rules/ HTTP/1.1\r\nHost: evil.example\r\n\r\n"
    head = f"POST /language/ HTTP/1.1\r\nHost: {site.authority}\r\n{framing}\r\n{hidden}"
    heard = send_bytes(site, head.encode())
    assert heard.startswith(b"HTTP/1.1 400")
    assert heard.count(b"HTTP/1.1") == 1


@check("B083")
def test_no_page_can_be_framed(organiser, now):
    cup = a_running_cup(organiser, now)
    browser = a_browser(organiser)
    for path in sorted(set(every_path())):
        answer = browser.get(re.sub(r"(?<=competitions/)1", str(cup.pk), path))
        if path.startswith("/embed/") and answer.status_code == 200:
            assert "<form" not in text_of(answer)  # what other sites may frame (docs/event-day.md)
            continue
        assert answer.headers["X-Frame-Options"] == "DENY", path
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"], path
    assert site_settings.X_FRAME_OPTIONS == "DENY"
