"""The owner's page for a club's file: export, preview, and import after confirmation."""

import json
import re
from datetime import timedelta
from html import unescape

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.clubs.services import open_club
from accounts.models import Club, Membership, User
from accounts.profiles import services as profiles
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_running_cup, club_of, play_cup
from tests.tournaments.moderation.keepers import refused
from tournaments.club_files import export
from tournaments.club_files import services as club_files_services
from tournaments.club_files import views as club_files_views
from tournaments.club_files.services import import_club
from tournaments.models import ClubFile, PastEvent

pytestmark = [pytest.mark.django_db, pytest.mark.both]
NEW = "/clubs/new/file/"


@pytest.fixture
def club(organiser, now) -> Club:
    play_cup(a_running_cup(organiser, now, entries=2), now)
    return club_of(organiser)


def page_of(club: Club) -> str:
    return f"/clubs/{club.slug}/file/"


def a_file(club: Club, now, name: str = "Otro club", **more) -> bytes:
    document = export.club_document(club, now=now)
    document["club"]["name"] = name
    for key, value in more.items():
        document["competitions"][0][key] = value
    return export.as_text(document).encode()


def send(who: User, data: bytes, page: str = NEW):
    return a_browser(who).post(page, {"file": SimpleUploadedFile("club.json", data)})


def confirm(who: User, looked, page: str = NEW):
    digest = re.search(r'name="digest" value="(\w+)"', text_of(looked))[1]
    return a_browser(who).post(page, {"digest": digest})


def test_the_owner_takes_the_file_that_the_command_writes(club, organiser) -> None:
    assert a_browser(organiser).get(f"{page_of(club)}club.json").status_code == 405
    assert not club.files.exists()
    answer = a_browser(organiser).post(f"{page_of(club)}club.json")
    assert answer.status_code == 200
    assert answer["Content-Disposition"] == f'attachment; filename="{club.slug}.json"'
    assert "no-store" in answer["Cache-Control"]
    told = json.loads(answer.content)
    assert told["competitions"] == export.club_document(club, now=timezone.now())["competitions"]
    players = [name for each in told["competitions"][0]["entries"] for name in each["players"]]
    assert players == ["jugador 1", "jugador 2"]
    (line,) = club.files.all()
    assert (line.state, line.by, line.competitions) == ("taken", organiser, 1)
    assert "Se bajó" in text_of(a_browser(organiser).get(page_of(club)))


def test_nobody_else_does(club, now) -> None:
    other = a_person()
    Membership.objects.create(club=club, user=other, role=Membership.Role.ORGANISER)
    for page in (page_of(club), f"{page_of(club)}club.json"):
        assert a_browser(other).post(page).status_code == 403
        assert Client().post(page).status_code == 302
    assert send(other, a_file(club, now), page_of(club)).status_code == 403
    assert not ClubFile.objects.exists()
    link = f'href="{page_of(club)}"'
    assert link not in text_of(a_browser(other).get(f"/clubs/{club.slug}/"))
    owner = club.memberships.get(role="owner").user
    assert link in text_of(a_browser(owner).get(f"/clubs/{club.slug}/"))
    club.is_guarded = True  # and the owner has no second factor
    with refused("second-factor"):
        club_files_services.export_for_owner(club=club, by=owner, now=now)


def test_it_is_taken_six_times_an_hour(club, organiser, now) -> None:
    for _ in range(club_files_services.TAKEN_AN_HOUR):
        club_files_services.export_for_owner(club=club, by=organiser, now=now)
    with refused("too-many-files"):
        club_files_services.export_for_owner(
            club=club, by=organiser, now=now + timedelta(minutes=59)
        )
    club_files_services.export_for_owner(club=club, by=organiser, now=now + timedelta(minutes=60))


def test_what_is_looked_at_is_brought_once_it_is_confirmed(club, now) -> None:
    owner = a_person()
    looked = send(owner, a_file(club, now))
    assert looked.status_code == 200
    assert "no-store" in looked["Cache-Control"]
    assert "Se abre el club <bdi>Otro club</bdi>" in text_of(looked)
    assert not PastEvent.objects.exists()
    assert not Club.objects.filter(name="Otro club").exists()
    done = confirm(owner, looked)
    assert done.url == "/clubs/otro-club/"
    brought = Club.objects.get(slug="otro-club")
    assert brought.role_of(owner) == Membership.Role.OWNER
    assert [(each.entries, each.matches) for each in brought.past_events.all()] == [(2, 1)]
    assert [(each.state, each.data) for each in brought.files.all()] == [("brought", None)]
    assert confirm(owner, looked).status_code == 409  # it waits no more
    assert PastEvent.objects.count() == 1
    again = send(owner, a_file(club, now))
    assert again.status_code == 409
    assert "ya está en el club" in text_of(again)


def test_it_goes_nowhere_else_than_was_shown(club, now) -> None:
    owner = a_person()
    looked = send(owner, a_file(club, now))
    assert "Se abre el club" in text_of(looked)
    open_club(owner=owner, name="Otro club", zone="UTC")
    assert confirm(owner, looked).status_code == 409
    assert not PastEvent.objects.exists()


def test_it_comes_into_the_club_that_one_owns(club, now) -> None:
    owner = a_person()
    own = open_club(owner=owner, name="Otro club", zone="UTC")
    looked = send(owner, a_file(club, now), page_of(own))
    assert "A tu club <bdi>Otro club</bdi>" in text_of(looked)
    confirm(owner, looked, page_of(own))
    assert own.past_events.count() == 1
    assert own.memberships.count() == 1


def test_what_is_no_such_file_is_refused_in_words_and_with_its_place(club, now) -> None:
    owner = a_person()
    for data, status, words in (
        (b"x", 422, "no es el archivo de un club"),
        (a_file(club, now, champion=9), 422, "competitions 1, champion"),
        (a_file(club, now, name=club.name), 403, "no es tuyo"),
        (b" " * (club_files_services.MAX_BYTES + 1), 413, "4 MB"),
        (b" " * (club_files_services.MAX_BYTES + club_files_views.AROUND + 1), 413, "4 MB"),
    ):
        answer = send(owner, data)
        assert (answer.status_code, words in unescape(text_of(answer))) == (status, True)
    assert a_browser(owner).post(NEW).status_code == 422
    assert not ClubFile.objects.exists()


def test_a_large_request_is_refused_before_anything_reads_it(club, organiser) -> None:
    class Unread:
        def read(self, *_: object) -> bytes:
            raise AssertionError("nobody reads it")

        readline = read

    browser = a_browser(organiser)
    size = str(club_files_services.MAX_BYTES * 5)
    answer = browser.generic("POST", page_of(club), CONTENT_LENGTH=size, **{"wsgi.input": Unread()})
    assert answer.status_code == 413


def test_a_form_without_its_token_does_nothing(club, now) -> None:
    owner = a_person()
    browser = a_browser(owner, enforce_csrf_checks=True)
    sent = SimpleUploadedFile("club.json", a_file(club, now))
    assert browser.post(NEW, {"file": sent}).status_code == 403
    assert not ClubFile.objects.exists()


def test_a_person_looks_at_twelve_files_an_hour(club) -> None:
    owner = a_person()
    cache.set(f"club-files:{owner.pk}", club_files_views.PREVIEWS.limit - 1, timeout=60)
    assert [send(owner, b"x").status_code for _ in range(2)] == [422, 429]


def test_a_held_file_waits_for_an_hour_and_for_its_own_person(club, now) -> None:
    owner, other = a_person(), a_person()
    looked = club_files_services.preview_file(by=owner, data=a_file(club, now), now=now)
    with refused("file-gone"):
        club_files_services.import_held_file(by=other, digest=looked.digest, now=now)
    newer = club_files_services.preview_file(
        by=owner, data=a_file(club, now, name="Tercero"), now=now
    )
    assert ClubFile.objects.get().digest == newer.digest
    with refused("file-gone"):
        club_files_services.import_held_file(by=owner, digest=looked.digest, now=now)
    late = now + club_files_services.HELD_FOR
    with refused("file-gone"):
        club_files_services.import_held_file(by=owner, digest=newer.digest, now=late)
    assert club_files_services.forget_held(now=late - timedelta(seconds=1)) == 0
    assert club_files_services.forget_held(now=late) == 1


def test_who_deletes_their_account_leaves_no_file_that_waits(club, now) -> None:
    owner = a_person()
    club_files_services.preview_file(by=owner, data=a_file(club, now), now=now)
    profiles.anonymise(user_id=owner.pk, now=now)
    assert not ClubFile.objects.exists()


def test_the_clubs_page_reads_no_document(club, now) -> None:
    brought, _ = import_club(owner=a_person(), data=a_file(club, now), now=now)
    with CaptureQueriesContext(connection) as asked:
        page = text_of(Client().get(f"/clubs/{brought.slug}/"))
    assert "Ganó <bdi>jugador" in page
    (query,) = [each["sql"] for each in asked if "tournaments_pastevent" in each["sql"]]
    assert "document" not in query
    assert "LIMIT 12" in query
