"""Somebody deletes their account: their name is nowhere any more, and their results stay."""

import json
from datetime import datetime, timedelta

import pytest
from django.apps import apps

from accounts.models import User
from accounts.names.display import ERASED
from accounts.profiles import services as profiles
from games.models import Game
from tests.accounts.people import a_person as a_named_person
from tests.games.tables import a_person, a_table, fold_to_the_end
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import (
    a_cup,
    a_running_cup,
    call,
    enter,
    everybody_sits,
    match_at,
    play_cup,
    play_match,
    players_of,
)
from tests.tournaments.league_factories import a_league
from tests.tournaments.names import an_event_of_names, draw_and_start
from tests.tournaments.soundness import sound
from tournaments.competitions import state
from tournaments.draw import services as draw
from tournaments.entries import services as entries_services
from tournaments.entries import substitutes
from tournaments.entries.rosters import NamedPlayer
from tournaments.exports.posters import competition_poster
from tournaments.judging import officials
from tournaments.judging import services as judging
from tournaments.leagues import services as leagues
from tournaments.lifecycle import services as lifecycle
from tournaments.matches import services as matches_services
from tournaments.models import Competition, Entry, Match, Person, PlayerStanding, PointsEntry
from tournaments.people import claims
from tournaments.tasks import heal_rankings
from tournaments.withdrawals import services as withdrawals

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]
USERNAME, NAME = "zulema.unica", "Zulema Quispe Única"
TRACES = ("zulema", "quispe", "\\u00danica")
DAY = timedelta(days=1)


@pytest.fixture
def zulema() -> User:
    return a_named_person(USERNAME, display_name=NAME)


def erase(person: User, now: datetime) -> None:
    profiles.anonymise(user_id=person.pk, now=now)


def begin(cup: Competition, organiser: User, now: datetime) -> None:
    draw.draw(competition_id=cup.pk, actor=organiser, seed="semilla", now=now)
    lifecycle.start(competition_id=cup.pk, actor=organiser, now=now)
    cup.refresh_from_db()


def a_pair(cup: Competition, organiser: User, now: datetime, *users: User, name: str = "") -> Entry:
    players = [NamedPlayer(str(user), user) for user in users]
    return entries_services.add_entry(
        competition_id=cup.pk, actor=organiser, players=players, name=name, now=now
    )


def a_cup_played_with(zulema: User, organiser: User, now: datetime) -> Competition:
    """A cup of pairs: one bears its players' names, another the name of one of them."""
    cup = a_cup(organiser, now, per_side=2)
    a_pair(cup, organiser, now, zulema, a_named_person("beto", display_name="Beto Sosa"))
    for _ in range(3):
        enter(cup, organiser, now, a_person(), a_person())
    begin(cup, organiser, now)
    return cup


def a_walkover(zulema: User, organiser: User, now: datetime) -> Competition:
    """Create a cup with the reader's own entry, a note about the player, and a withdrawn result."""
    cup = a_cup(organiser, now)
    entries_services.register(competition_id=cup.pk, user=zulema, now=now)
    enter(cup, organiser, now + DAY, a_person())
    begin(cup, organiser, now + DAY)
    match = match_at(cup, 1, 1)
    side = next(number for number in (0, 1) if zulema in players_of(match, number))
    told = {"match_id": match.pk, "actor": organiser, "now": now + DAY}
    matches_services.give_walkover(winner=1 - side, reason=f"{NAME} no vino", **told)
    asked = judging.appeal(
        match_id=match.pk, actor=zulema, text=f"Soy {NAME} y estaba", now=now + DAY
    )
    judging.answer_appeal(
        dispute_id=asked.pk,
        actor=organiser,
        granted=True,
        note=f"Tenía razón {NAME}.",
        now=now + DAY,
    )
    return cup


def a_name_only_the_log_knows(zulema: User, organiser: User, now: datetime) -> Competition:
    """She was a reserve, a judge, and of a team that left before the draw."""
    cup = a_cup(organiser, now, per_side=2, reserves=1)
    left = a_pair(cup, organiser, now, zulema, a_person(), name=f"Peña de {NAME}")
    withdrawals.withdraw(entry_id=left.pk, actor=organiser, now=now)
    entry = a_pair(cup, organiser, now, a_person(), a_person(), name="Los del Patio")
    captain = entry.roster.get(number=1).user
    reserve = substitutes.add_reserve(
        entry_id=entry.pk, player=NamedPlayer(NAME, zulema), actor=captain, now=now
    )
    substitutes.drop_reserve(entry_id=entry.pk, player_id=reserve.pk, actor=captain, now=now)
    return cup


def a_post_given_up(zulema: User, organiser: User, now: datetime) -> Competition:
    cup = a_cup(organiser, now)
    post = officials.appoint_official(
        competition_id=cup.pk, actor=organiser, user=zulema, role="judge", now=now
    )
    officials.dismiss_official(official_id=post.pk, actor=organiser, now=now)
    return cup


def an_undone_draw(zulema: User, organiser: User, now: datetime) -> Competition:
    """Its tables are void and belong to no match any more."""
    cup = a_cup(organiser, now)
    enter(cup, organiser, now, zulema)
    enter(cup, organiser, now, a_person())
    begin(cup, organiser, now)
    call(match_at(cup, 1, 1), now)
    draw.undo_draw(competition_id=cup.pk, actor=organiser, reason=f"faltaba {NAME}", now=now)
    return cup


def a_league_that_goes_on(zulema: User, organiser: User, now: datetime) -> Competition:
    league = a_league(now, entries=2, organiser=organiser)
    place = Entry.objects.filter(competition=league).earliest("pk").roster.get()
    place.user, place.name = zulema, NAME
    place.save()
    place.entry.name = NAME
    place.entry.save()
    match = Match.objects.of(league.pk).get()
    matches_services.give_walkover(
        match_id=match.pk, winner=0, actor=organiser, reason="faltó", now=now + DAY
    )
    season = leagues.close_season(competition_id=league.pk, actor=organiser, now=now + DAY)
    state.open_registration(competition_id=season.pk, actor=organiser, now=now + DAY)
    season.refresh_from_db()
    return season


def a_claim_taken_back(zulema: User, organiser: User, now: datetime) -> Competition:
    """She claimed a person of the club, who was confirmed to be her, and turned out not to be."""
    names = (("Ana", "Beto"), ("Carla", "Dani"))
    cup = an_event_of_names(organiser, now, names, with_cards=True, by_qr=False)
    cup = draw_and_start(cup, organiser, now)
    ana = Person.objects.known().get(name="Ana")
    claim = claims.claim_person(person_id=ana.pk, user=zulema, now=now)
    claims.confirm_claim(claim_id=claim.pk, actor=organiser, now=now)
    claims.close_claim(claim_id=claim.pk, actor=organiser, now=now)
    return cup


SCENES = (
    a_cup_played_with,
    a_walkover,
    a_name_only_the_log_knows,
    a_post_given_up,
    an_undone_draw,
    a_league_that_goes_on,
)


def stored() -> str:
    """All that the database holds, in small letters."""
    rows = [
        (model.__name__, row)
        for model in apps.get_models(include_auto_created=True)
        for row in model._base_manager.values_list(*(f.name for f in model._meta.concrete_fields))
    ]
    return json.dumps(rows, default=str, ensure_ascii=False).lower()


def published_texts(organiser: User, cup: Competition, language: str) -> str:
    """Return the pages, files and API answers about a competition and its players."""
    profiles.set_language(user=organiser, language=language)
    browser = a_browser(organiser, language)  # the API knows nobody by a session
    whole, api = f"/competitions/{cup.pk}/", f"/api/competitions/{cup.pk}/"
    parts = (
        "manage/",
        "manage/?s=entries",
        "manage/?s=log",
        "entered/",
        "officials/",
        "calendar.ics",
        "export/competition.json",
    )
    tables = [f"{whole}export/{name}.csv" for name in ("entries", "matches", "standings")]
    entries = [f"{whole}entries/{entry.pk}/" for entry in cup.entries.all()]
    matches = [f"/matches/{match.pk}/" for match in Match.objects.of(cup.pk)]
    games = Game.objects.filter(match_game__match__in=Match.objects.of(cup.pk))
    records = [f"/tables/{game.pk}/record.tgn" for game in games if game.is_over]
    records += [f"/tables/{game.pk}/record/" for game in games if game.is_over]
    site = ["/", "/ranking/", "/api/ranking/", f"/embed/competitions/{cup.pk}/"]
    pages = [whole, *(f"{whole}{part}" for part in parts), api, f"{api}matches/"]
    answers = [browser.get(url) for url in (*pages, *tables, *entries, *matches, *records, *site)]
    assert {answer.status_code for answer in answers} == {200}
    poster = competition_poster(cup)
    return "\n".join([*map(text_of, answers), poster.title, *poster.lines]).lower()


@pytest.mark.parametrize("scene", [*SCENES, a_claim_taken_back])
def test_a_deleted_persons_name_is_in_no_row(scene, zulema, organiser, now) -> None:
    scene(zulema, organiser, now)
    assert all(trace in stored() for trace in ("zulema", "quispe"))
    erase(zulema, now + 2 * DAY)
    assert not [trace for trace in TRACES if trace in stored()]
    assert sound()


@pytest.mark.feature("Accounts and clubs", "A deleted person's name is on no page")
@pytest.mark.parametrize(("language", "words"), [("es-ar", ERASED), ("en", "deleted player")])
@pytest.mark.parametrize("scene", SCENES)
def test_a_deleted_persons_name_is_on_no_page(
    scene, language, words, zulema, organiser, now
) -> None:
    cup = scene(zulema, organiser, now)
    assert "quispe" in published_texts(organiser, cup, language)  # and kept for whoever reads next
    erase(zulema, now + 2 * DAY)
    text = published_texts(organiser, cup, language)
    assert not [trace for trace in TRACES if trace in text]
    assert words in text
    assert words == ERASED or ERASED not in text


@pytest.mark.sampled
def test_the_results_of_a_deleted_person_stay(zulema, organiser, now) -> None:
    cup = a_cup_played_with(zulema, organiser, now)
    play_cup(cup, now)
    heal_rankings()
    points = list(PointsEntry.objects.order_by("pk").values_list("user", "points", "reason"))
    standing = PlayerStanding.objects.values_list().get(user=zulema)
    assert "quispe" in published_texts(organiser, cup, "es-ar")
    erase(zulema, now + 2 * DAY)
    assert "quispe" not in published_texts(organiser, cup, "es-ar")
    assert not [trace for trace in TRACES if trace in stored()]
    assert points == list(
        PointsEntry.objects.order_by("pk").values_list("user", "points", "reason")
    )
    assert PlayerStanding.objects.values_list().get(user=zulema) == standing
    assert sound()


def test_a_team_loses_the_part_of_its_name_that_was_the_persons(zulema, organiser, now) -> None:
    cup = a_cup_played_with(zulema, organiser, now)
    erase(zulema, now)
    names = set(cup.entries.filter(roster__user=zulema).values_list("name", flat=True))
    assert names == {f"{ERASED} y Beto Sosa"}


def test_a_name_given_by_hand_that_is_the_persons_goes_too(zulema, organiser, now) -> None:
    cup = a_cup(organiser, now, per_side=2)
    entry = a_pair(cup, organiser, now, zulema, a_person(), name=NAME)
    erase(zulema, now)
    entry.refresh_from_db()
    assert entry.name == ERASED


@pytest.mark.parametrize("shown", ["", "Zutano", "Zutano Pérez"])
def test_a_name_given_by_hand_loses_the_persons_part(shown, organiser, now) -> None:
    zutano = a_named_person("zutano", display_name=shown)
    cup = a_cup(organiser, now, per_side=2)
    entry = a_pair(cup, organiser, now, zutano, a_person(), name="Zutano y sus amigos")
    erase(zutano, now)
    entry.refresh_from_db()
    assert entry.name == f"{ERASED} y sus amigos"
    assert "zutano" not in stored()


def test_a_first_name_that_a_companion_bears_too_stays_theirs(organiser, now) -> None:
    ana = a_named_person("abcd", display_name="Ana Sosa")
    cup = a_cup(organiser, now, per_side=2)
    entry = a_pair(cup, organiser, now, ana, a_person("ana"), name="Las Ana")
    erase(ana, now)
    entry.refresh_from_db()
    assert entry.name == "Las Ana"


def test_a_running_table_loses_the_name_in_its_title(zulema, organiser, now) -> None:
    cup = a_cup_played_with(zulema, organiser, now)
    match = Match.objects.of(cup.pk).get(slots__entry__roster__user=zulema, round__number=1)
    call(match, now)
    game = everybody_sits(match, now)
    erase(zulema, now)
    game.refresh_from_db()
    assert ERASED in game.title
    assert game.title.startswith(f"{cup.name} · ")


def test_a_casual_table_loses_the_name_in_its_title_and_its_record_stays_good(zulema, now) -> None:
    game = a_table(now, people=[zulema, a_person()], target="5")
    Game.objects.filter(pk=game.pk).update(title=f"Mesa de {NAME}")
    game.refresh_from_db()
    fold_to_the_end(game, now)
    erase(zulema, now)
    game.refresh_from_db()
    assert game.title == f"Mesa de {ERASED}"
    assert not any(NAME in str(name) for name in game.signature.names)
    assert sound()


def test_names_of_others_that_hold_the_persons_stay(organiser, now) -> None:
    ana = a_named_person("ana", display_name="Ana")
    cup = a_cup(organiser, now)
    enter(cup, organiser, now, ana)
    others = ("Ana Sosa", "Juana", "Anahí")
    for number, name in enumerate(others):
        enter(cup, organiser, now, a_named_person(f"persona{number}", display_name=name))
    begin(cup, organiser, now)
    erase(ana, now)
    assert list(cup.entries.order_by("pk").values_list("name", flat=True)) == [ERASED, *others]
    logged = [event.after["entry"] for event in cup.audit.filter(act="add-entry").order_by("pk")]
    assert logged == [ERASED, *others]


def test_the_log_says_that_somebody_deleted_their_account(zulema, organiser, now) -> None:
    cup = a_running_cup(organiser, now, entries=2)
    first = match_at(cup, 1, 1)
    play_match(first, 0, now)
    leaving = players_of(first, 1)[0]
    erase(leaving, now + DAY)
    event = cup.audit.get(act="erase")
    assert (event.actor, event.at, str(event.actor)) == (leaving, now + DAY, ERASED)
