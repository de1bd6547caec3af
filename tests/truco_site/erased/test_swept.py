"""Nothing of a deleted person is in any row, on any page, in any file; results and records stay."""

import json
from collections.abc import Iterable, Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.mail import EmailMessage
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.names.display import ERASED
from accounts.profiles import services as profiles
from games.models import Game
from tests.games.records.test_record import checked
from tests.runner.days import is_sampled_run, pick_today
from tests.truco_site.erased.everything import TRACES, Given, everything
from tests.truco_site.readers.routes import Addresses, every_route
from tournaments.models import Letter, PlayerResult, PlayerStanding, PointsEntry, RatingChange
from tournaments.schedule.emails import send_email
from tournaments.verification import violations

pytestmark = pytest.mark.django_db

TOLD_OF = {  # these tables hold her name before
    *("account.EmailAddress", "accounts.Club", "accounts.PushSubscription", "accounts.Rename"),
    "accounts.FormerUsername",
    *("accounts.User", "admin.LogEntry", "games.Game", "games.Line", "games.RecordSignature"),
    *("games.Seat", "sessions.Session", "tournaments.AuditEvent", "tournaments.Bulletin"),
    *("tournaments.Competition", "tournaments.Contact", "tournaments.Entry"),
    "tournaments.RosterPlayer",
    *("tournaments.Season", "tournaments.Team", "tournaments.TeamPlayer"),
    "usersessions.UserSession",
}


def traces_in(text: str) -> bool:
    return any(trace in text.lower() for trace in TRACES)


def rows_with_traces() -> Iterator[tuple[str, str]]:
    """Return every row that contains her data, by table; sessions are decoded."""
    for model in apps.get_models(include_auto_created=True):
        columns = [field.name for field in model._meta.concrete_fields]
        for row in model._base_manager.values(*columns):
            if model is Session:
                row["session_data"] = SessionStore().decode(row["session_data"])
            told = json.dumps(row, default=str, ensure_ascii=False)
            if traces_in(told):
                yield model._meta.label, told


def addresses_of(scenes: Iterable[Given]) -> dict[str, None]:
    """Every address of `urls.py`, in every scene that gives it another."""
    routes = sorted(set(every_route()))
    each = map(Addresses, scenes)
    return dict.fromkeys(addresses.of(route) for addresses in each for route in routes)


def pages_with_traces(
    reader: User | None, paths: Iterable[str], language: str
) -> Iterator[tuple[str, str]]:
    """Return every address that shows her data, with the data."""
    browser = Client(raise_request_exception=False, headers={"accept-language": language})
    if reader is not None:
        browser.force_login(reader)
    for path in paths:
        with transaction.atomic():
            answer = browser.get(path)
            transaction.set_rollback(True)
        told = answer.getvalue().decode(errors="replace") + str(answer.headers)
        for asked in reversed([*accumulate(path.rstrip("/").split("/"), "{}/{}".format)]):
            told = told.replace(asked, "") if asked else told  # the reader's own request names it
        if traces_in(told):
            yield path, told


def erase(zulema: User) -> None:
    profiles.anonymise(user_id=zulema.pk, now=timezone.now())


@pytest.mark.long
@pytest.mark.both
@pytest.mark.sampled
def test_no_row_tells_of_a_deleted_person() -> None:
    zulema, _, _ = everything(timezone.now())
    assert {table for table, _ in rows_with_traces()} >= TOLD_OF
    erase(zulema)
    assert list(rows_with_traces()) == []
    assert list(violations(live=False)) == []


READERS = [
    *(("organiser", "es-ar", 100), ("staff", "es-ar", 80)),
    *(("friend", "en", 60), ("stranger", "es-ar", 60)),
]


@pytest.mark.feature("Operation", "A deleted account leaves its name in no row and at no address")
@pytest.mark.long
@pytest.mark.sampled
@pytest.mark.parametrize(("reader", "language", "shown"), READERS)
def test_no_address_tells_of_a_deleted_person(reader: str, language: str, shown: int) -> None:
    """The same readers read the pages before the deletion, so any cache is filled.

    By the day a third of the addresses.
    """
    zulema, readers, scenes = everything(timezone.now())
    addresses = pick_today([*addresses_of(scenes)], share=3)
    told = dict(pages_with_traces(readers[reader], addresses, language))
    assert len(told) >= (shown // 6 if is_sampled_run() else shown)
    erase(zulema)
    assert list(pages_with_traces(readers[reader], told, language)) == []


@pytest.mark.sampled
def test_pictures_are_drawn_anew_without_the_name() -> None:
    zulema, readers, scenes = everything(timezone.now())
    browser = Client()
    browser.force_login(readers["organiser"])
    match = scenes[0]["match"]
    path = f"/matches/{match.pk}/picture.png"
    before = browser.get(path).content
    assert browser.get(path).content == before
    erase(zulema)
    assert browser.get(path).content != before


@pytest.mark.sampled
def test_a_letter_that_waits_is_not_sent(mailoutbox: list[EmailMessage]) -> None:
    zulema, _, _ = everything(timezone.now())
    mailoutbox.clear()
    waiting = list(Letter.objects.filter(user=zulema, done_at=None).values_list("pk", flat=True))
    assert waiting
    erase(zulema)
    assert not any(send_email(letter_id=pk, now=timezone.now()) for pk in waiting)
    assert mailoutbox == []


def results_of(zulema: User) -> list[list[dict[str, Any]]]:
    tables = (PlayerResult, PointsEntry, RatingChange, PlayerStanding)
    return [list(table._default_manager.filter(user=zulema).values()) for table in tables]


@pytest.mark.both
def test_results_and_records_stay_and_the_records_pass_their_own_check(tmp_path: Path) -> None:
    zulema, _, _ = everything(timezone.now())
    played = results_of(zulema)
    assert all(played)
    games = list(Game.objects.filter(seats__user=zulema, signature__isnull=False))
    assert len(games) >= 4
    erase(zulema)
    for before, after in zip(played, results_of(zulema), strict=True):
        added = [row for row in after if row not in before]
        assert len(after) == len(before) + len(added), "what was played stays"
        assert all(row["won"] is None for row in added), "she withdrew from what is still open"
    keys = tmp_path / "keys.json"
    keys.write_bytes(Client().get("/.well-known/truco-record-keys.json").content)
    for game in games:
        shown = Client()
        shown.force_login(game.seats.exclude(user=zulema).get().user)
        answer = shown.get(f"/tables/{game.pk}/record.tgn")
        status, said = checked(answer.content.decode(), tmp_path, keys)
        assert status == 0, said
        assert ERASED in shown.get(f"/tables/{game.pk}/record/").content.decode()
