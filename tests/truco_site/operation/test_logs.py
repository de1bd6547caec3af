"""Logs: their ids, readers and secrets."""

import json
import logging
import sqlite3
import sys
from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.core import mail
from django.db import OperationalError
from django.test import Client, RequestFactory, override_settings
from django.utils import timezone

from accounts.clubs.services import appoint, invite, join, open_club
from accounts.common.rate_limit import GUESSES, refuse_guess
from accounts.models import User
from games.models import Game, Seat
from tests.accounts.factors import code_now, with_app
from tests.games.tables import a_person, state_of
from tests.live.processes import Serving, until
from tests.live.scenes import a_card, one_hand_before_the_end
from tests.live.secrecy import spoken_of
from tests.live.site import HOST
from tests.live.visitors import Visitor
from truco_site import logs
from truco_site.logs import (
    DatabaseOutages,
    Formatter,
    JsonFormatter,
    MailAdminsHandler,
    RudeRequests,
    acting,
    request_id,
)

SECURITY = "accounts.common.security_log"
SECRET = "7e-of-a-hand"


def a_fault() -> logging.LogRecord:
    try:
        raise ValueError(SECRET)
    except ValueError:
        return logging.LogRecord(
            "games", logging.ERROR, __file__, 1, "game %s is frozen", (7,), sys.exc_info()
        )


def test_a_line_of_json_says_the_same_by_name():
    token = request_id.set("of-the-request")
    with acting("of-the-act\n{}"):
        told = json.loads(JsonFormatter().format(a_fault()))
        plain = Formatter().format(a_fault())
    request_id.reset(token)
    assert told["message"] == "game 7 is frozen"
    assert (told["request_id"], told["action_id"]) == ("of-the-request", "of-the-act")
    assert told["trace"].endswith("builtins.ValueError")
    assert " [of-the-request of-the-act] game 7 is frozen\n" in plain
    at = datetime.fromisoformat(plain.partition(" ")[0])
    assert (at.utcoffset(), datetime.fromisoformat(told["time"]).utcoffset()) == (timedelta(),) * 2
    assert abs(datetime.now(UTC) - at) < timedelta(minutes=5)
    assert SECRET not in json.dumps(told) + plain


@override_settings(ADMINS=[("", "quien@example.org")])
def test_who_keeps_the_site_is_told_of_a_fault_once_a_minute():
    letters = MailAdminsHandler()
    letters.setFormatter(Formatter())
    letters.handle(a_fault())
    until(lambda: mail.outbox)
    letters.handle(a_fault())
    (letter,) = mail.outbox
    assert letter.to == ["quien@example.org"]
    assert "game 7 is frozen" in letter.body
    assert SECRET not in letter.subject + letter.body


@pytest.fixture
def security_log(caplog, django_capture_on_commit_callbacks):
    """Return what is noted while something is done."""
    caplog.set_level("INFO", logger=SECURITY)

    def during(act):
        caplog.clear()
        with django_capture_on_commit_callbacks(execute=True):
            act()
        return [each.getMessage() for each in caplog.records if each.name == SECURITY]

    return during


@pytest.mark.django_db
def test_who_signs_in_and_who_does_not_is_noted_without_their_words(security_log):
    person, browser = a_person(), Client()
    given = {"login": person.username, "password": SECRET}
    (failed,) = security_log(lambda: browser.post("/accounts/login/", given))
    assert failed.startswith("sign-in-failed origin=")
    (came,) = security_log(
        lambda: browser.post("/accounts/login/", given | {"password": "secreto"})
    )
    assert came == f"signed-in user={person.pk} guest=False"
    assert not {SECRET, person.username, HOST} & set(failed.split("="))


@pytest.mark.django_db
def test_a_refused_code_and_other_factors_and_passwords_are_noted(security_log):
    person, browser = with_app(a_person()), Client()
    given = {"login": person.username, "password": "secreto"}
    assert security_log(lambda: browser.post("/accounts/login/", given)) == []  # no session exists
    asked = "/accounts/2fa/authenticate/"
    refused = security_log(lambda: browser.post(asked, {"code": "0"}))
    assert refused == [f"factor-refused user={person.pk}"]
    (came,) = security_log(lambda: browser.post(asked, {"code": code_now()}))
    assert came.startswith("signed-in ")
    browser.post("/accounts/reauthenticate/", {"password": "secreto"})
    changed = security_log(lambda: browser.post("/accounts/2fa/totp/deactivate/"))
    assert changed == [f"factors-changed user={person.pk} kind=totp factors=0"]
    new = {"oldpassword": "secreto", "password1": SECRET, "password2": SECRET}
    assert security_log(lambda: browser.post("/accounts/password/change/", new)) == [
        f"password-changed user={person.pk}"
    ]


@pytest.mark.django_db
def test_who_may_more_than_before_is_noted(security_log):
    owner, member = a_person(), a_person()
    club = open_club(owner=owner, name="La Yunta", zone="UTC")
    token = invite(club_id=club.pk, by=owner, now=timezone.now())
    join(token=token, user=member, now=timezone.now())
    role = security_log(
        lambda: appoint(club_id=club.pk, by=owner, user_id=member.pk, organiser=True)
    )
    assert role == [f"role-changed club={club.pk} user={member.pk} role=organiser by={owner.pk}"]
    member.is_staff = True
    assert security_log(member.save) == [f"powers-changed user={member.pk} is_staff=True"]
    assert security_log(member.save) == []
    (made,) = security_log(lambda: User.objects.create_superuser("jefa", "", "secreto"))
    assert made.endswith("is_staff=True is_superuser=True")


@pytest.mark.django_db
def test_who_tries_links_is_noted_once(security_log):
    guess = RequestFactory(REMOTE_ADDR=HOST).get("/r/AAAAAAAAA/")
    guess.user = AnonymousUser()
    tried = security_log(lambda: [refuse_guess(guess) for _ in range(2 * GUESSES.limit)])
    assert [each.partition(" ")[0] for each in tried] == ["too-many-guesses"]
    assert HOST not in tried[0]


@pytest.mark.feature("Operation", "Logs without secrets")
@pytest.mark.sampled
@pytest.mark.django_db(transaction=True)
def test_a_game_is_played_and_no_line_of_the_log_has_a_secret(tmp_path):
    match, game = one_hand_before_the_end()
    players = {seat.number: seat.user for seat in game.seats.select_related("user")}
    with Serving(tmp_path, LOG_LEVEL="DEBUG", LOG_FORMAT="json") as site:
        while not (state := state_of(game)).over:
            by = Visitor(site, players[state.to_act[0]])
            assert by.play(game, a_card(state)).status == 200
            assert by.play(game, "9z").status in (200, 400, 409, 422)
            by.watch(game).socket.send("[]")
            game.refresh_from_db()
            by.leave()
        Visitor(site).post("/accounts/login/", {"login": "nadie", "password": SECRET})
        until(lambda: "sign-in-failed" in site.output)
        output = site.output
    lines = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    assert [
        line for line in lines if "made version" in line["message"] and line["action_id"] != "-"
    ]
    game = Game.objects.get(pk=game.pk)
    secrets = {
        *(HOST, SECRET, "nadie", game.revealed_seed, *Session.objects.values_list("pk", flat=True)),
        *Seat.objects.values_list("contribution", flat=True),
        *User.objects.values_list("username", flat=True),
    }
    for line in lines:
        told = json.dumps(line)
        assert not spoken_of(line["message"]), told
        assert not [secret for secret in secrets if secret and str(secret) in told], told
    assert match.pk


def test_a_foreign_host_is_a_line_a_minute_and_no_letter():
    rude = RudeRequests()
    records = []
    for words in ("first", "second"):
        record = logging.LogRecord(
            "django.security.DisallowedHost", logging.ERROR, "", 1, words, (), None
        )
        record.request = RequestFactory().get("/", REMOTE_ADDR="192.0.2.1")
        records.append((rude.filter(record), record.levelno))
    assert records == [(True, logging.INFO), (False, logging.INFO)]


def test_a_frame_that_is_no_text_is_no_fault_of_ours():
    rude = RudeRequests()
    words = "Invalid UTF-8 sequence received from client."
    record = logging.LogRecord("uvicorn.error", logging.ERROR, "", 1, words, (), None)
    assert rude.filter(record)
    assert (record.levelno, record.exc_info) == (logging.INFO, None)
    fault = logging.LogRecord("uvicorn.error", logging.ERROR, "", 1, "a fault", (), None)
    assert rude.filter(fault)
    assert fault.levelno == logging.ERROR


TASK = "Task %(name)s[%(id)s] raised unexpected: %(exc)s"


def failed_write(task: str) -> logging.LogRecord:
    """What a task logs that could not write: the database may have one page only."""
    database = sqlite3.connect(":memory:")
    database.execute("PRAGMA max_page_count = 1")
    try:
        try:
            database.execute("CREATE TABLE full (id)")
        except sqlite3.Error as error:
            raise OperationalError(str(error)) from error
    except OperationalError:
        said = {"name": task, "id": "7", "exc": "x", "traceback": "y"}
        terms = ("celery.app.trace", logging.ERROR, __file__, 1, TASK, (said,), sys.exc_info())
        return logging.LogRecord(*terms)


def test_a_full_disk_is_one_line_whatever_fails_because_of_it():
    outages, sweeper = DatabaseOutages(), failed_write("sweep")
    assert outages.filter(sweeper)
    assert outages.filter(sweeper)  # asked by a second handler
    words = Formatter().format(sweeper)
    assert "Task sweep[7] raised unexpected: OperationalError: database or disk is full" in words
    assert "\n" not in words
    assert [outages.filter(failed_write(task)) for task in ("sweep", "rank")] == [False, False]


def test_an_outage_that_ended_and_a_bug_are_logged_again(monkeypatch):
    outages, now = DatabaseOutages(), 1000.0
    monkeypatch.setattr(logs, "monotonic", lambda: now)
    assert outages.filter(failed_write("sweep"))
    now += 59
    assert not outages.filter(failed_write("sweep"))
    now += 59
    assert not outages.filter(failed_write("sweep"))
    now += 60
    assert outages.filter(failed_write("sweep"))
    fault = a_fault()
    assert outages.filter(fault)
    assert fault.exc_info


@pytest.mark.parametrize(
    ("state", "is_outage"), [(None, True), ("53100", True), ("57P01", True), ("42P01", False)]
)
def test_a_postgresql_that_is_away_or_full_is_an_outage_and_a_bad_statement_is_none(
    state, is_outage
):
    error = psycopg.OperationalError("words\nmore words")
    error.sqlstate = state
    terms = ("games", logging.ERROR, __file__, 1, "a fault", (), (type(error), error, None))
    record = logging.LogRecord(*terms)
    assert DatabaseOutages().filter(record)
    assert (record.exc_info is None) is is_outage
    assert record.getMessage() == ("a fault: words" if is_outage else "a fault")
