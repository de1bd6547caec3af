"""Programs write through the same services as pages, each request once."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import TokenWrite
from tests.accounts.people import a_member, a_person
from tests.tournaments.api.callers import a_program, a_secret, send
from tests.tournaments.cups import a_cup, club_of, match_at
from tests.tournaments.results.test_grid import claim_of
from tournaments.competitions.format_fields import TIE_BREAK_FIELDS
from tournaments.formats.catalogue import FORMATS
from tournaments.models import AuditEvent, Competition, Entry

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.mark.feature("Exports", "An API that writes results, and says with which token")
def test_a_result_is_written_and_says_which_token_wrote_it(cup, program, organiser):
    match = match_at(cup, 1, 1)
    answer = send(program, "PUT", f"/matches/{match.pk}/result", {"games": [[5, 3]]})
    assert answer.status_code == 200
    assert (answer.json()["winner"], answer.json()["games"][0]["score"]) == (0, [5, 3])
    event = AuditEvent.objects.get(act=AuditEvent.Act.SUBMIT_RESULT)
    assert (event.actor, event.token) == (organiser, organiser.api_tokens.get())


def test_two_programs_write_one_result(cup, program, organiser, now):
    match = match_at(cup, 1, 1)
    other = a_program(a_secret(a_member(cup.club, "rita", organiser=True), now))
    path = f"/matches/{match.pk}/result"
    assert send(program, "PUT", path, {"games": [[5, 3]]}).status_code == 200
    refused = send(other, "PUT", path, {"games": [[2, 5]]})
    assert (refused.status_code, refused.json()["code"]) == (409, "saved-meanwhile")
    seen = send(other, "GET", path).json()["submission"]
    replaced = send(other, "PUT", path, {"games": [[5, 2]], "seen": seen})
    assert (replaced.status_code, replaced.json()["games"][0]["score"]) == (200, [5, 2])


def test_a_result_that_a_slip_denies_is_written_if_that_is_said(cup, program, organiser, now):
    match = match_at(cup, 1, 1)
    claim_of(match, organiser, now, [(5, 4)])
    path, games = f"/matches/{match.pk}/result", [[5, 3]]
    refused = send(program, "PUT", path, {"games": games})
    assert (refused.status_code, refused.json()["code"]) == (409, "slip-differs")
    written = send(program, "PUT", path, {"games": games, "against": games})
    assert (written.status_code, written.json()["games"][0]["score"]) == (200, [5, 3])


def test_a_result_is_corrected_with_all_that_falls(cup, program, now):
    first, final = match_at(cup, 1, 1), match_at(cup, 2, 1)
    for match in (first, match_at(cup, 1, 2), final):
        send(program, "PUT", f"/matches/{match.pk}/result", {"games": [[5, 3]]})
    path = f"/matches/{first.pk}/result"
    refused = send(program, "PUT", path, {"games": [[3, 5]], "seen": 1})
    assert refused.json()["code"] == "has-consequences"
    falling = send(program, "GET", f"/matches/{first.pk}/correction").json()
    assert falling["results"] == [final.pk]
    body = {"games": [[3, 5]], "reason": "al revés", "seen": falling["seen"]}
    corrected = send(program, "POST", f"/matches/{first.pk}/correction", body)
    assert (corrected.status_code, corrected.json()["winner"]) == (200, 1)
    final.refresh_from_db()
    assert not final.is_decided


@pytest.mark.feature("Exports", "An API that announces and draws competitions")
def test_a_competition_is_announced_drawn_and_started(program, organiser):
    slug = club_of(organiser).slug
    settings = {"format": "swiss", "cap": 8, "preset": "argentino", "seats": "4", "approval": True}
    body = {"name": "Copa", "settings": settings, "open": True}
    created = send(program, "POST", f"/clubs/{slug}/competitions", body)
    assert created.status_code == 201
    told = created.json()
    assert (told["state"], told["cap"], told["players_per_side"]) == ("registration", 8, 2)
    pk = told["id"]
    assert created["Location"] == f"/api/v1/competitions/{pk}"
    assert Competition.objects.get(pk=pk).approval
    rows = [{"players": [f"Ana {name}", f"Beto {name}"]} for name in ("Paz", "Gil", "Ros", "Vera")]
    many = send(program, "POST", f"/competitions/{pk}/entries/many", {"entries": rows})
    assert (many.json()["confirmed"], many.json()["left_out"]) == (4, [])
    drawn = send(program, "POST", f"/competitions/{pk}/draw", {"as_draft": True})
    assert drawn.status_code == 200
    seen = send(program, "GET", f"/competitions/{pk}/draft").json()["seen"]
    published = send(program, "POST", f"/competitions/{pk}/draft/publish", {"seen": seen})
    assert published.json()["state"] == "drawn"
    assert send(program, "POST", f"/competitions/{pk}/start").json()["state"] == "running"


@pytest.mark.feature("Exports", "The API returns all settings of a competition, as it takes them")
@pytest.mark.parametrize("format_", FORMATS)
def test_the_settings_of_a_competition_announce_another_like_it(program, organiser, format_):
    path, soon = f"/clubs/{club_of(organiser).slug}/competitions", timezone.now() + timedelta(9)
    settings = {
        "format": format_,
        "cap": 24,
        "group_size": 4,
        "tables": 6,
        "best_of": 3,
        "preset": "argentino-flor",
        "seats": "4",
        "target": "30",
        "approval": True,
        "starts_at": f"{soon:%Y-%m-%dT21:30}",
        "description": "Traé cartas.",
    }
    first = send(program, "POST", path, {"name": "Copa", "settings": settings}).json()
    assert first["settings"].items() >= {"cap": "24", "target": "30", "approval": True}.items()
    body = {"name": "Otra copa", "settings": first["settings"]}
    second = send(program, "POST", path, body)
    assert (second.status_code, second.json()["settings"]) == (201, first["settings"])


def test_no_chosen_tie_breaks_are_announced_alike(program, organiser):
    path = f"/clubs/{club_of(organiser).slug}/competitions"
    settings = {"format": "swiss", **dict.fromkeys(TIE_BREAK_FIELDS, "")}
    first = send(program, "POST", path, {"name": "Copa", "settings": settings}).json()
    body = {"name": "Otra copa", "settings": first["settings"]}
    second = send(program, "POST", path, body).json()
    for told in (first, second):
        stage = Competition.objects.get(pk=told["id"]).stages.get()
        assert stage.tie_breaks == ["points", "lot"]


def test_wrong_settings_are_named(program, organiser):
    body = {"name": "", "settings": {"cap": 5000, "format": "nada"}}
    answer = send(program, "POST", f"/clubs/{club_of(organiser).slug}/competitions", body)
    assert (answer.status_code, answer["Content-Type"]) == (422, "application/problem+json")
    fields = {error["field"] for error in answer.json()["errors"]}
    assert {"body.name", "body.settings.cap", "body.settings.format"} <= fields


def test_entries_are_written_withdrawn_and_refused_twice(program, organiser, now):
    cup = a_cup(organiser, now, per_side=2)
    path = f"/competitions/{cup.pk}/entries"
    body = {"players": ["Ana Ruiz", f"@{organiser.username}"], "name": "Las yeguas"}
    created = send(program, "POST", path, body)
    assert created.status_code == 201
    assert [player["username"] for player in created.json()["players"]] == [
        None,
        organiser.username,
    ]
    assert send(program, "POST", path, body).json()["code"] == "already-entered"
    unknown = send(program, "POST", path, {"players": ["Beto", "@nadie"]})
    assert unknown.json()["errors"][0]["field"] == "body.players.1"
    pk = created.json()["id"]
    assert send(program, "POST", f"/entries/{pk}/withdraw", {}).json()["state"] == "withdrawn"
    assert not Entry.objects.filter(pk=pk).exists()


def test_rows_that_cannot_be_entered_are_left_out(program, organiser, now):
    cup = a_cup(organiser, now)
    rows = [{"players": ["Ana"]}, {"players": ["Ana"]}, {"players": ["@nadie"]}]
    told = send(program, "POST", f"/competitions/{cup.pk}/entries/many", {"entries": rows}).json()
    assert (told["confirmed"], len(told["entries"])) == (1, 1)
    assert [(row["row"], row["codes"]) for row in told["left_out"]] == [
        (1, ["twice-in-file"]),
        (2, ["unknown-account"]),
    ]


@pytest.mark.feature("Exports", "Idempotency keys")
def test_a_repeated_request_with_its_key_is_done_once(program, organiser, now):
    cup = a_cup(organiser, now)
    path, body = f"/competitions/{cup.pk}/entries", {"players": ["Ana"]}
    first = send(program, "POST", path, body, **{"idempotency-key": "1"})
    again = send(program, "POST", path, body, **{"idempotency-key": "1"})
    assert (first.status_code, again.status_code) == (201, 201)
    assert (again.json(), again["Location"]) == (first.json(), first["Location"])
    assert again["Idempotent-Replayed"] == "true"
    assert cup.entries.count() == TokenWrite.objects.count() == 1
    other = send(program, "POST", path, {"players": ["Beto"]}, **{"idempotency-key": "1"})
    assert (other.status_code, other.json()["code"]) == (422, "idempotency-key-reused")
    bad = send(program, "POST", path, body, **{"idempotency-key": "a b"})
    assert bad.json()["code"] == "bad-idempotency-key"


def test_a_refused_request_leaves_its_key_free(program, organiser, now):
    cup = a_cup(organiser, now, opened=False)
    path = f"/competitions/{cup.pk}/draw"
    refused = send(program, "POST", path, {}, **{"idempotency-key": "1"})
    assert refused.status_code == 409
    assert not TokenWrite.objects.exists()


def test_a_person_is_renamed_and_notes_never_leave(cup, program):
    person = cup.club.people.first()
    person.notes = "debe dos cuotas"
    person.save()
    answer = send(program, "PATCH", f"/people/{person.pk}", {"nickname": "Pocha"})
    assert (answer.status_code, answer.json()["nickname"]) == (200, "Pocha")
    assert "cuotas" not in answer.content.decode()
    person.refresh_from_db()
    assert person.notes == "debe dos cuotas"


LOOK = {
    "short_name": "Yunta",
    "colour": "#10342a",
    "text_colour": "#ffffff",
    "email": "a@example.org",
    "phone": "",
    "web": "https://layunta.example/",
    "legal": "Ley",
}


@pytest.mark.feature("Exports", "A club's look in its file and in the API")
def test_organisers_set_the_look_of_their_club(cup, organiser, now):
    path = f"/clubs/{cup.club.slug}"
    program = a_program(a_secret(organiser, now))
    assert send(program, "PUT", f"{path}/look", LOOK).status_code == 200
    told = send(a_program(), "GET", path).json()["look"]
    assert told == {**LOOK, "logo": None, "host": ""}
    unreadable = send(program, "PUT", f"{path}/look", {**LOOK, "text_colour": "#10342b"})
    assert unreadable.json()["errors"][0]["field"] == "body.text_colour"
    stranger = a_program(a_secret(a_person("nadie"), now))
    assert send(stranger, "PUT", f"{path}/look", LOOK).status_code == 403
