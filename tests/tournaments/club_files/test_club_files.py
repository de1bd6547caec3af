"""A club as a file: written, brought to another site, written again the same; nothing counts."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from PIL import Image

from accounts.clubs.look import ClubLook, dress_club, encode_logo
from accounts.models import Club, Membership, User
from accounts.profiles import services as profiles
from games.fair.signatures import public_keys
from games.models import Game
from tests.games.records.test_record import checked
from tests.games.tables import a_person
from tests.tournaments.boards import a_club_cup, a_live_match, win_board
from tests.tournaments.browsers import a_browser
from tests.tournaments.cups import a_running_cup, club_of, play_cup
from tests.tournaments.desks import who
from tests.tournaments.events import an_event, award_all
from tests.tournaments.halls import an_evening, write
from tests.tournaments.nights import a_night, a_series
from tests.tournaments.soundness import sound
from tournaments.club_files import export, reader
from tournaments.club_files.reader import FileRefusedError
from tournaments.club_files.services import import_club
from tournaments.club_matches import results
from tournaments.models import (
    Competition,
    Match,
    PastEvent,
    PastSeries,
    PlayerStanding,
    PointsEntry,
)
from tournaments.series.services import add_to_series
from tournaments.tasks import heal_rankings

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]
Told = dict[str, Any]
NAME = "Zulema Quispe"


@pytest.fixture
def club(organiser, now) -> Club:
    """Create a club with a cup at a table, where one of two players consented, and one by hand."""
    zulema = a_person("zulema")
    User.objects.filter(pk=zulema.pk).update(display_name=NAME, named_in_exports=True)
    zulema.refresh_from_db()
    play_cup(a_running_cup(organiser, now, entries=2, first=[zulema]), now)
    evening = an_evening(now, tables=1, entries=2, organiser=organiser)
    write(Match.objects.of(evening.pk).get(), now + timedelta(hours=1))
    a_running_cup(organiser, now, entries=2)  # continues
    heal_rankings()
    return club_of(organiser)


def exported(club: Club, folder: Path) -> Told:
    call_command("export_club", club.slug, folder / "club.json", stdout=StringIO())
    return json.loads((folder / "club.json").read_text())


def of_both(told: Told) -> Told:
    """Return the parts that must be equal.

    Members are not imported, and each file has its own time.
    """
    return {key: told[key] for key in told.keys() - {"members", "written_at"}}


def empty_site() -> User:
    """Delete everything of the club, as on another site, except a user to own it."""
    Competition.objects.update(champion=None, state="archived")
    for model in (PointsEntry, Match, Competition, Game, Club):
        model.objects.all().delete()
    call_command("rebuild_ranking", stdout=StringIO())
    return a_person("nueva")


@pytest.mark.feature(
    "Operation", "A club's history is exported to another site, where it never counts"
)
def test_a_file_brought_to_an_empty_site_is_written_again_the_same(club, tmp_path) -> None:
    told = exported(club, tmp_path)
    assert [len(each["matches"]) for each in told["competitions"]] == [1, 1]
    owner = empty_site()
    call_command("import_club", tmp_path / "club.json", owner="nueva", stdout=StringIO())
    brought = Club.objects.get()
    assert brought.role_of(owner) == Membership.Role.OWNER
    assert of_both(exported(brought, tmp_path)) == of_both(told)
    assert not Competition.objects.exists()
    assert not Match.objects.exists()
    assert sound()


def test_an_americano_is_brought_with_everybody_of_its_sides(organiser, now, tmp_path) -> None:
    event = an_event(now, "americano", 4, organiser=organiser)
    award_all(event, now)
    told = exported(club_of(organiser), tmp_path)
    sides = [match["sides"] for match in told["competitions"][0]["matches"]]
    assert [sorted([*first, *second]) for first, second in sides] == [[1, 2, 3, 4]] * 3
    data = (tmp_path / "club.json").read_text().replace(club_of(organiser).name, "Otro club")
    brought, many = import_club(owner=organiser, data=data.encode(), now=now)
    assert (many, brought.past_events.get().matches) == (1, 3)


def test_boards_are_brought_with_their_cards(organiser, now, tmp_path) -> None:
    match = a_live_match(organiser, now)
    now = win_board(match, 1, 0, now)
    results.write_board(match_id=match.pk, board=2, chicos=[(1, 5)], actor=organiser, now=now)
    win_board(match, 3, 1, now)
    told = exported(club_of(organiser), tmp_path)
    games = told["competitions"][0]["matches"][0]["games"]
    assert [game["record"] is not None for game in games] == [True, False, True]
    assert [score.index(5) for score in (game["score"] for game in games)] == [0, 1, 1]
    empty_site()
    call_command("import_club", tmp_path / "club.json", owner="nueva", stdout=StringIO())
    assert of_both(exported(Club.objects.get(), tmp_path)) == of_both(told)


def assert_comes_back(club: Club, folder: Path) -> Told:
    """Bring the file of a club to an empty site, where its file says the same."""
    told = exported(club, folder)
    empty_site()
    call_command("import_club", folder / "club.json", owner="nueva", stdout=StringIO())
    assert of_both(exported(Club.objects.get(), folder)) == of_both(told)
    return told


@pytest.mark.parametrize(("boards", "named"), [("2,2,2,1", 7), ("2,2,2,2,2,2,2,2,1", 15)])
def test_large_teams_are_brought_with_all_their_players(
    boards: str, named: int, organiser, now, tmp_path
) -> None:
    award_all(a_club_cup(organiser, now, boards=boards), now)
    told = assert_comes_back(club_of(organiser), tmp_path)
    entry = told["competitions"][0]["entries"][1]
    assert len(entry["players"]) == sum(map(int, boards.split(",")))
    assert entry["name"] == " / ".join(entry["players"][:named])


def test_an_entry_of_nobody_and_one_of_two_alphabets_are_brought(organiser, now, tmp_path) -> None:
    ivan = a_person()
    User.objects.filter(pk=ivan.pk).update(display_name="Иван", named_in_exports=True)
    cup = a_running_cup(organiser, now, entries=2, per_side=2, first=[ivan, a_person()])
    award_all(cup, now)
    cup.entries.latest("pk").roster.all().delete()
    told = assert_comes_back(club_of(organiser), tmp_path)
    names = [each["name"] for each in told["competitions"][0]["entries"]]
    assert names == ["Иван / jugador 1", "?"]


def test_as_much_as_a_club_may_bring_is_read_in_one_file(club, organiser, now) -> None:
    told = export.club_document(club, now=now)
    told["club"]["name"] = "Otro club"
    event = told["competitions"][1] | {"matches": []}
    told["competitions"] = [event | {"name": f"Copa {each}"} for each in range(2000)]
    _, many = import_club(owner=organiser, data=export.as_text(told).encode(), now=now)
    assert many == 2000
    told["competitions"].append(event)
    with pytest.raises(FileRefusedError) as refused:
        import_club(owner=organiser, data=export.as_text(told).encode(), now=now)
    assert refused.value.code == "how-many"


def test_nothing_that_is_brought_counts(club, organiser, tmp_path) -> None:
    exported(club, tmp_path)
    before = [
        list(model.objects.order_by("pk").values()) for model in (PlayerStanding, PointsEntry)
    ]
    data = (tmp_path / "club.json").read_text().replace(club.name, "Otro club")
    import_club(owner=organiser, data=data.encode(), now=club.created_at)
    heal_rankings()
    assert before == [
        list(model.objects.order_by("pk").values()) for model in (PlayerStanding, PointsEntry)
    ]
    page = Client().get("/clubs/otro-club/").content.decode()
    assert "Se jugó en otro sitio" in page
    assert page.count("Ganó <bdi>") == 2


def test_names_are_of_who_agreed_and_records_stay_good(club, tmp_path) -> None:
    told = exported(club, tmp_path)
    players = {name for each in told["competitions"][0]["entries"] for name in each["players"]}
    assert players == {NAME, "jugador 1"}
    text = (tmp_path / "club.json").read_text()
    others = User.objects.exclude(username="zulema").values_list("username", flat=True)
    own_words = json.dumps(told["club"]) + json.dumps(
        [each["name"] for each in told["competitions"]]
    )
    assert [name for name in others if name in text and name not in own_words] == []
    keys = tmp_path / "keys.json"
    keys.write_bytes(Client().get("/.well-known/truco-record-keys.json").content)
    games = [game for each in told["competitions"][0]["matches"] for game in each["games"]]
    assert len(games) == 1
    for game in games:
        status, said = checked(game["record"], tmp_path, keys)
        assert status == 0, said
    assert [game["record"] for game in told["competitions"][1]["matches"][0]["games"]] == [None]
    assert told["competitions"][1]["matches"][0]["reason"] in {"by-hand", "presencial"}
    assert public_keys()


def first(told: Told) -> Told:
    match: Told = told["competitions"][0]["matches"][0]
    return match


def odd_tag(told: Told, sign: str) -> str:
    return str(first(told)["games"][0]["record"]).replace("[Game", f'[Odd "{sign}"]\n[Game', 1)


SPOILT: Sequence[tuple[Callable[[Told], object], str]] = [
    (lambda told: told.update(version=4), "other-version"),
    (lambda told: told["look"].update(colour="red"), "look, colour: look"),
    (lambda told: told["look"].update(colour="#f5efe0"), "look, text_colour: look"),
    (lambda told: told["look"].update(logo="bm8gcGljdHVyZQ=="), "look, logo: look"),
    (lambda told: told["look"].update(web="javascript:alert(1)"), "look, web: look"),
    (lambda told: told["look"].pop("host"), "look: keys"),
    (lambda told: told.update(format="x"), "not-a-club"),
    (lambda told: told.pop("members"), "members: keys"),
    (lambda told: told["club"].update(zone="Luna/Mar"), "club, zone: no-such-zone"),
    (lambda told: told["club"].update(name="a\u202eb"), "club, name: letters"),
    (lambda told: told["competitions"][0].update(champion=9), "champion: no-such-entry"),
    (lambda told: told["competitions"][0].update(champion=True), "champion: not-int"),
    (lambda told: first(told).update(winner=None), "matches 1, winner: no-winner"),
    (lambda told: first(told).update(winner=2), "matches 1, winner: not-one-of"),
    (lambda told: first(told).update(sides=[1]), "matches 1, sides: how-many"),
    (
        lambda told: first(told).update(completed_at="2026-03-14"),
        "completed_at: not-an-instant",
    ),
    (
        lambda told: told["competitions"][0].update(finished_at="0001-01-01T00:00:00+14:00"),
        "finished_at: not-an-instant",
    ),
    (lambda told: first(told).update(sides=[[1, 9], [2, 1]]), "matches 1, sides: no-such-entry"),
    (lambda told: first(told)["games"][0].update(record="[x"), "games 1, record: record"),
    (lambda told: first(told)["games"][0].update(record=odd_tag(told, "\0")), "record: record"),
    (lambda told: first(told)["games"][0].update(record=odd_tag(told, "\ud800")), "record: record"),
    (lambda told: told["competitions"][0].update(rules={}), "rules, options: keys"),
    (
        lambda told: told["competitions"][0]["rules"].update(preset="truco-del-futuro"),
        "rules: no-such-rules",
    ),
    (lambda told: told["competitions"].append(told["competitions"][0]), "already-here"),
    (lambda told: a_table(told)["table"][0].update(points=[]), "table 1, points: how-many"),
    (lambda told: a_table(told)["table"][0].update(points=[None] * 3), "points: how-many"),
    (lambda told: a_table(told).update(place_points="1 2"), "place_points: points"),
    (lambda told: a_table(told).update(starts_on="mañana"), "starts_on: not-a-day"),
    (lambda told: told["series"].append(a_table(told)), "series 2: already-here"),
]


def a_table(told: Told) -> Told:
    series: Told = told["series"][0]
    return series


def test_what_is_not_right_is_refused_with_its_place_and_nothing_is_brought(
    club, organiser, now, tmp_path
) -> None:
    a_night(organiser, now, "Ana", "Beto", series=a_series(organiser, now))
    text = json.dumps(exported(club, tmp_path))
    empty_site()
    for spoil, place in SPOILT:
        told = json.loads(text)
        spoil(told)
        (tmp_path / "club.json").write_text(json.dumps(told))
        with pytest.raises(CommandError) as refused:
            call_command("import_club", tmp_path / "club.json", owner="nueva")
        assert str(refused.value).endswith(place)
        assert not PastEvent.objects.exists()
        assert not Club.objects.exists()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "not-json"),
        (b"\xff\xfe", "not-json"),
        (b'{"format": "truco-club", "format": "truco-club"}', "not-json"),
        (b'{"format": NaN}', "not-json"),
        (b"[" * 100_000, "not-json"),
        (b"[]", "not-a-club"),
        (b" " * (reader.MAX_BYTES + 1), "too-large"),
    ],
)
def test_what_is_no_such_file_is_refused(data: bytes, code: str) -> None:
    with pytest.raises(FileRefusedError) as refused:
        reader.read_club(data)
    assert refused.value.code == code


def test_a_file_is_brought_once_and_into_ones_own_club(club, organiser, tmp_path, now) -> None:
    data = json.dumps(export.club_document(club, now=now)).encode()
    with pytest.raises(FileRefusedError) as refused:
        import_club(owner=organiser, data=data, now=now)
    assert refused.value.code == "already-here"  # it was played here
    with pytest.raises(FileRefusedError) as refused:
        import_club(owner=a_person(), data=data, now=now)
    assert refused.value.code == "not-your-club"


def test_the_table_of_a_series_is_brought_and_written_again(club, organiser, now, tmp_path) -> None:
    series = a_series(organiser, now, counted=1, starts_on=date(2026, 3, 1))
    a_series(organiser, now, name="Sin fechas todavía")
    a_night(organiser, now, "Ana", "Beto", series=series)
    a_night(organiser, now + timedelta(days=7), "Beto", "Ana", "Caro", series=series)
    told = exported(club, tmp_path)
    assert [each["name"] for each in told["series"]] == ["Los martes"]
    lines = [(line["rank"], line["name"], line["total"]) for line in told["series"][0]["table"]]
    assert lines == [(1, "jugador 1", 10), (2, "jugador 2", 10), (3, "jugador 3", 6)]
    assert told["series"][0]["table"][0]["points"][0] == {"points": 8, "counts": False}
    owner = empty_site()
    call_command("import_club", tmp_path / "club.json", owner="nueva", stdout=StringIO())
    brought = Club.objects.get()
    assert of_both(exported(brought, tmp_path)) == of_both(told)
    page = a_browser(owner).get(f"/clubs/{brought.slug}/series/").content.decode()
    assert "<bdi>Los martes</bdi>" in page
    assert "<bdi>jugador 3</bdi>" in page


def test_a_new_club_gets_the_look_of_its_file(club, organiser, now) -> None:
    picture = BytesIO()
    Image.new("RGB", (40, 40), "#aa2200").save(picture, "PNG")
    look = ClubLook("Yunta", "#10342a", "#ffffff", "a@example.org", "+54 11 4444", "", "Ley")
    look = replace(look, logo=encode_logo(picture.getvalue()))
    owner = club.memberships.get(role="owner").user
    dress_club(club_id=club.pk, by=owner, look=look)
    told = export.club_document(Club.objects.get(pk=club.pk), now=now)
    assert (told["look"]["email"], told["look"]["host"]) == ("a@example.org", "")
    told["club"]["name"] = "Otro club"
    brought, _ = import_club(owner=organiser, data=export.as_text(told).encode(), now=now)
    again = export.club_document(brought, now=now)
    assert again["look"] == told["look"]


def test_a_file_from_before_looks_is_read(club, organiser, now) -> None:
    told = export.club_document(club, now=now)
    del told["look"]
    told |= {"version": 2}
    told["club"]["name"] = "Otro club"
    brought, _ = import_club(owner=organiser, data=export.as_text(told).encode(), now=now)
    assert (brought.colour, brought.logo_version) == ("", "")


def test_a_file_from_before_series_is_read(club, organiser, now) -> None:
    told = export.club_document(club, now=now)
    del told["series"], told["look"]
    told |= {"version": 1}
    told["club"]["name"] = "Otro club"
    brought, many = import_club(owner=organiser, data=export.as_text(told).encode(), now=now)
    assert (many, brought.past_series.count()) == (2, 0)


def test_a_deleted_member_is_in_no_brought_document(club, organiser, tmp_path, now) -> None:
    zulema = User.objects.get(username="zulema")
    series = a_series(organiser, now)
    add_to_series(series_id=series.pk, **who(cup_of(zulema), now))
    heal_rankings()
    data = json.dumps(export.club_document(club, now=now)).replace(club.name, "Otro club")
    other, _ = import_club(owner=organiser, data=data.encode(), now=now)
    Membership.objects.create(club=other, user=zulema)
    assert NAME in documents(PastEvent)
    assert NAME in documents(PastSeries)
    profiles.anonymise(user_id=zulema.pk, now=now)
    assert NAME not in documents(PastEvent) + documents(PastSeries)


def cup_of(user: User) -> Competition:
    return Competition.objects.get(entries__roster__user=user)


def documents(model: type[PastEvent | PastSeries]) -> str:
    return json.dumps([each.document for each in model.objects.all()])
