"""A user with every kind of data that the site can store."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.utils import timezone

from accounts.clubs.services import open_club
from accounts.models import User
from accounts.profiles import services as profiles
from games.casual import services as casual
from games.chat import services as chat
from games.chat.services import Speaker
from games.engine import make_rules
from games.models import Game
from games.play import cut_secrets
from games.play import seats as play_seats
from games.reports import services as reports
from tests.accounts.factors import with_app
from tests.accounts.people import PASSWORD, a_person
from tests.accounts.subscribed import subscribe
from tests.games.friends import a_private_table, ask, make_friends
from tests.games.tables import CORTE, a_table, agree_to_end, fold_to_the_end, sealed
from tests.games.tables import a_person as anybody
from tests.tournaments.cups import (
    a_cup,
    a_running_cup,
    call,
    everybody_sits,
    match_at,
    play_cup,
    win,
)
from tests.tournaments.names import an_event_of_names, claims
from tests.tournaments.team_factories import a_team
from tests.truco_site.readers.scene import the_scene
from tournaments.bulletins import services as bulletins
from tournaments.club_history.seasons import open_season
from tournaments.entries import services as entries
from tournaments.entries.rosters import NamedPlayer
from tournaments.matches import services as matches
from tournaments.models import Competition, Contact, Entry, Letter, Match, Person
from tournaments.staff_links import services as staff_links
from tournaments.tasks import heal_rankings

USERNAME, NAME, FORMER = "zulema.unica", "Zulema Quispe", "Zule Mamani"
EMAIL = f"{USERNAME}@example.org"
TRACES = ("zulema", "quispe", "mamani", EMAIL)
SECOND, DAY = timedelta(seconds=1), timedelta(days=1)
Given = Mapping[str, Any]


def everything(now: datetime) -> tuple[User, dict[str, User | None], list[Given]]:
    """Fill the site: return the person, who reads, and what addresses are made of, scene by scene.

    The first scene is the readers' own (`tests.truco_site.readers`), played by this person.
    """
    zulema = a_person(USERNAME, display_name=FORMER, first_name="Zulema", last_name="Quispe")
    an_account(zulema)
    readers, given = the_scene(now, zulema)
    a_rename(zulema)
    organiser, rival = readers["organiser"], given["match"].slots.get(side=1).entry
    readers["friend"] = friend = rival.roster.get().user
    assert organiser is not None
    make_friends(now, zulema, friend)
    cups = [
        a_cup_that_is_played(zulema, organiser, now - DAY),
        a_cup_of_pairs(zulema, organiser, now),
        names_by_qr(zulema, organiser, now),
        her_own_club(zulema, now),
    ]
    teams = [
        a_team(now, zulema, friend, name=f"Los {NAME}", club=cups[-1].club),
        a_team(now, friend, zulema, name=f"Amigos de {NAME}"),
    ]
    words_about(given["cup"], organiser, now)
    for person in Person.objects.filter(user=zulema):
        Contact.objects.create(person=person, email=EMAIL, recorded_by=organiser, consented_at=now)
    said_at(given["table"], zulema, now)
    games = [*casual_tables(zulema, friend, now), given["over"]]
    in_the_admin_log(zulema, organiser)
    of_teams = [{**given, "team": team} for team in teams]
    return zulema, readers, [given, *of_teams, *_scenes(given, cups, games)]


def _scenes(given: Given, cups: list[Competition], games: list[Game]) -> list[Given]:
    """Put each cup, with its first match and entry, and each game in the place of the scene's."""
    found: list[Given] = []
    for cup in cups:
        match = Match.objects.of(cup.pk).order_by("pk").first() or given["match"]
        entry = cup.entries.order_by("pk").first() or given["entry"]
        found.append({**given, "cup": cup, "club": cup.club, "match": match, "entry": entry})
    return [*found, *({**given, "table": game, "over": game} for game in games)]


def an_account(zulema: User) -> None:
    """Sign in with a browser that gets push messages; add an app and a second address."""
    browser = Client(headers={"user-agent": "Zulemaphone"})
    browser.post("/accounts/login/", {"login": EMAIL, "password": PASSWORD})
    assert browser.session.get("_auth_user_id") == str(zulema.pk)
    assert subscribe(browser, "https://push.example/zulema").status_code < 300
    browser.post("/accounts/reauthenticate/", {"password": PASSWORD})
    browser.post("/accounts/email/", {"email": f"otra-{EMAIL}", "action_add": ""})
    assert zulema.emailaddress_set.count() == 2
    with_app(zulema)


def a_rename(zulema: User) -> None:
    """Be called otherwise from now on."""
    browser = Client()
    browser.force_login(zulema)
    settings = {"display_name": NAME, "language": "es-ar", "zone": zulema.zone, "motion": "normal"}
    assert browser.post("/profile/", settings).status_code == 302
    profiles.change_username(user_id=zulema.pk, username=f"{USERNAME}.2", now=timezone.now())
    zulema.refresh_from_db()


def a_cup_that_is_played(zulema: User, organiser: User, now: datetime) -> Competition:
    """She wins a public one, with records, points, ratings and figures."""
    cup = a_running_cup(
        organiser, now, entries=4, first=[zulema], seeding="manual", prizes="Un jamón"
    )
    match = match_at(cup, 1, 1)
    call(match, now)
    game = everybody_sits(match, now)
    said_at(game, zulema, now)
    win(game, 0, now)
    play_cup(cup, now)
    heal_rankings()
    told = {"kind": Letter.Kind.DAY_BEFORE, "about": now, "written_at": now}
    Letter.objects.create(match=match, user=zulema, **told)
    return cup


def a_cup_of_pairs(zulema: User, organiser: User, now: datetime) -> Competition:
    """Create a cup of pairs whose team has her name, with a note of another user about her."""
    cup = a_cup(organiser, now, per_side=2, reserves=1)
    for number, pair in enumerate([(zulema, anybody()), (anybody(), anybody())]):
        players = [NamedPlayer(str(user), user) for user in pair]
        name = "" if number else f"Los de {NAME}"
        told = {"competition_id": cup.pk, "actor": organiser, "now": now}
        entries.add_entry(players=players, name=name, **told)
    Entry.objects.filter(competition=cup, roster__user=zulema).update(affiliation=f"Peña de {NAME}")
    return cup


def names_by_qr(zulema: User, organiser: User, now: datetime) -> Competition:
    """She said which of the written names is hers."""
    cup = an_event_of_names(organiser, now, [(NAME,), ("Ana",)], names_unconfirmed=True)
    claims(cup, NAME, now, zulema)
    return cup


def her_own_club(zulema: User, now: datetime) -> Competition:
    """Create a club of hers alone, named after her, and its cup."""
    club = open_club(
        owner=zulema, name=f"Club de {NAME}", zone=zulema.zone, about=f"Lo lleva {USERNAME}"
    )
    assert "zulema" in club.slug
    for number, name in enumerate((NAME, FORMER)):
        told = {"starts_on": date(2020 + number, 1, 1), "ends_on": date(2020 + number, 12, 31)}
        open_season(club_id=club.pk, actor=zulema, name=f"Año de {name}", **told)
    words = ("venue", "address", "fee_includes", "prizes", "description")
    return a_cup(zulema, now, name=f"Copa {NAME}", **dict.fromkeys(words, f"Lo de {NAME}"))


def words_about(cup: Competition, organiser: User, now: datetime) -> None:
    """Write notes of organisers about players."""
    told: dict[str, Any] = {"competition_id": cup.pk, "actor": organiser, "now": now}
    staff_links.make_link(**told, label="Mesa de Zulema Quispe", role="judge")
    bulletins.send_bulletin(**told, text=f"{FORMER} juega en la mesa 2")
    lost: dict[str, Any] = {"match_id": match_at(cup, 1, 3).pk, "winner": 0}
    matches.give_walkover(**lost, actor=organiser, reason=f"{NAME} lo vio", now=now)


def said_at(game: Game, zulema: User, now: datetime) -> None:
    """Create her messages, messages about her, and reports."""
    Game.objects.filter(pk=game.pk).update(talk="chat")
    seats = dict(game.seats.values_list("user", "number"))
    other = User.objects.exclude(pk=zulema.pk).get(seats__game=game)
    lines = [
        chat.write_line(
            game_id=game.pk, seat=seats[person.pk], speaker=Speaker(person, ""), text=text, now=now
        )
        for person, text in ((zulema, f"Soy {NAME}"), (other, f"¡Dale, {NAME}!"))
    ]
    for line, seat, user in ((lines[0], other, other), (lines[1], zulema, zulema)):
        at = seats[seat.pk]
        reports.report_line(game_id=game.pk, seat=at, line_id=line.pk, user=user, now=now)


def casual_tables(zulema: User, friend: User, now: datetime) -> list[Game]:
    """One that she opened and lost, one agreed to be annulled, one for two on her device."""
    rules = make_rules("argentino", {"seats": "2"})
    hers = a_private_table(now, zulema)
    ask(hers, zulema, friend, now)
    lost = a_table(now, people=[zulema, friend], target="5", competitive=True)
    Game.objects.filter(pk=lost.pk).update(title=f"Mesa de {NAME}")
    annulled = a_table(now, people=[zulema, friend])
    two = casual.open_for_two(user=zulema, companion="Tito Quispe", rules=rules, now=now)
    play_seats.sit_down(game_id=two.pk, user=zulema, corte_hash=sealed(two), address="", now=now)
    cut_secrets.reveal_cut(game_id=two.pk, user=zulema, corte=CORTE, now=now)
    for game in (hers, lost, annulled, two):
        game.refresh_from_db()
    fold_to_the_end(lost, now)
    return [hers, lost, agree_to_end(annulled, now), two]


def in_the_admin_log(zulema: User, by: User) -> None:
    """Write entries of Django's admin log about staff changes: the row's name, and inline rows."""
    rows = [zulema, zulema.memberships.get().club, *zulema.emailaddress_set.all()]
    for row in rows:
        LogEntry.objects.create(
            user=by,
            content_type=ContentType.objects.get_for_model(row),
            object_id=str(row.pk),
            object_repr=str(row)[:200],
            action_flag=CHANGE,
            change_message=f'[{{"added": {{"name": "membership", "object": "{zulema} · Club"}}}}]',
        )
