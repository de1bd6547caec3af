"""Clubs, and what belongs to them: people, teams, series, venues, tables of the hall."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from ninja import Router

from accounts.clubs.look import BAND, TEXT, dress_club, look_document
from accounts.clubs.look_forms import LookForm
from accounts.common.pagination import Order, parse_number, parse_words
from accounts.models import Club, User
from tournaments.api import schemas
from tournaments.api.answers import IDEMPOTENT, shaped
from tournaments.api.callers import ANYBODY, MANAGER, READER, caller_of
from tournaments.api.finds import find_club, find_organised_club
from tournaments.api.forms import require_valid
from tournaments.api.lists import BY_KEY, Pages, list_page
from tournaments.api.schemas import Key, ListPage, Slug
from tournaments.api.writes import Written, written_once
from tournaments.models import HallTable, Match, Person, Series, Team, TeamPlayer, Venue
from tournaments.people import services as people
from tournaments.people.forms import PersonForm
from tournaments.people.queries import PersonPage
from tournaments.series.queries import read_table, series_of
from tournaments.teams.queries import teams_at

router = Router(tags=["Clubs"], by_alias=True)
BY_NAME = Order({"sort_key": parse_words, "pk": parse_number})


@router.get("/clubs", auth=ANYBODY, response=ListPage[schemas.Club])
def list_clubs(request: HttpRequest, response: HttpResponse, paging: Pages) -> Any:
    """List the clubs of the site."""
    return list_page(request, response, paging, Club.objects.counted(), BY_KEY, _clubs)


@router.get("/clubs/{slug}", auth=ANYBODY, response=schemas.ClubWhole)
def get_club(request: HttpRequest, slug: Slug) -> Any:
    """Return a club with its size, time zone, look and contact."""
    club = get_object_or_404(Club.objects.counted(), slug=slug)
    return {**_clubs([club])[0], "look": _look(club)}


@router.put(
    "/clubs/{slug}/look",
    auth=MANAGER,
    response=schemas.ClubWhole,
    openapi_extra=IDEMPOTENT,
)
@written_once
def put_look(request: HttpRequest, slug: Slug, body: schemas.NewLook) -> Written:
    """Set a club's colours, contact and legal text; the logo stays. For its organisers."""
    caller = caller_of(request)
    club = find_organised_club(caller, slug)
    sent = body.dict()
    form = LookForm({**sent, **{name: sent[name] or usual for name, usual in COLOURS.items()}})
    require_valid(form)
    dress_club(club_id=club.pk, by=caller.person, look=form.chosen_look())
    club = Club.objects.counted().get(pk=club.pk)
    return Written(shaped(schemas.ClubWhole, {**_clubs([club])[0], "look": _look(club)}))


@router.get("/clubs/{slug}/people", auth=READER, response=ListPage[schemas.Person])
def list_people(request: HttpRequest, response: HttpResponse, slug: Slug, paging: Pages) -> Any:
    """List the people of a club. For its organisers."""
    club = find_organised_club(caller_of(request), slug)
    persons = Person.objects.known().filter(club=club).select_related("club", "user")
    return list_page(
        request,
        response,
        paging,
        persons,
        BY_KEY,
        lambda rows: [_person(row, row.name) for row in rows],
    )


@router.get("/people/{pk}", auth=ANYBODY, response=schemas.Person)
def get_person(request: HttpRequest, pk: Key) -> Any:
    """Return a person who played in a competition that the caller may see."""
    person = get_object_or_404(Person.objects.known().select_related("club", "user"), pk=pk)
    page = PersonPage.of(person, caller_of(request).reader_in(person.club_id))
    if not (page.organises or page.places):
        raise Http404
    return _person(person, page.name)


@router.patch(
    "/people/{pk}",
    auth=MANAGER,
    response=schemas.Person,
    openapi_extra=IDEMPOTENT,
)
@written_once
def change_person(request: HttpRequest, pk: Key, body: schemas.PersonChange) -> Written:
    """Correct a name or a nickname, hide the name or show it. What is left out stays."""
    caller = caller_of(request)
    person = get_object_or_404(Person.objects.known().select_related("club", "user"), pk=pk)
    caller.require_club(person.club_id)
    sent = body.dict(exclude_none=True)
    stored = {name: getattr(person, name) for name in ("name", "nickname", "notes", "hidden")}
    form = PersonForm({**stored, **sent}, has_account=person.user_id is not None)
    cleaned, actor, now = require_valid(form), caller.person, timezone.now()
    people.rename_person(person_id=pk, name=cleaned["name"], actor=actor, now=now)
    if "nickname" in sent:
        people.describe_person(
            person_id=pk, nickname=cleaned["nickname"], notes=person.notes, actor=actor
        )
    if "hidden" in sent and "hidden" in cleaned:
        people.hide_person(person_id=pk, hidden=cleaned["hidden"], actor=actor, now=now)
    person.refresh_from_db()
    return Written(shaped(schemas.Person, _person(person, person.name)))


@router.get("/clubs/{slug}/teams", auth=ANYBODY, response=ListPage[schemas.TeamLine])
def list_teams(request: HttpRequest, response: HttpResponse, slug: Slug, paging: Pages) -> Any:
    """List the teams of a club that have a name, alphabetically."""
    teams = teams_at(find_club(slug)).select_related("club")
    return list_page(
        request, response, paging, teams, BY_NAME, lambda rows: [_team(row) for row in rows]
    )


@router.get("/teams/{pk}", auth=ANYBODY, response=schemas.Team)
def get_team(request: HttpRequest, pk: Key) -> Any:
    """Return a team with its present members."""
    members = TeamPlayer.objects.filter(until=None).select_related("user").order_by("number")
    teams = Team.objects.named().select_related("club")
    team = get_object_or_404(teams.prefetch_related(Prefetch("players", members)), pk=pk)
    players = [
        {"name": player.name, "username": _username(player.user)} for player in team.players.all()
    ]
    return {**_team(team), "players": players}


@router.get("/clubs/{slug}/series", auth=ANYBODY, response=ListPage[schemas.SeriesLine])
def list_series(request: HttpRequest, response: HttpResponse, slug: Slug, paging: Pages) -> Any:
    """List the series of a club."""
    club = find_club(slug)
    series = series_of(club, caller_of(request).reader_in(club.pk))
    return list_page(
        request,
        response,
        paging,
        series.select_related("club", "federation"),
        BY_KEY,
        lambda rows: [_series(row) for row in rows],
    )


@router.get("/series/{pk}", auth=ANYBODY, response=schemas.Series)
def get_series(request: HttpRequest, pk: Key) -> Any:
    """Return a series with its table."""
    rows = Series.objects.select_related("club", "federation")
    series = get_object_or_404(rows, pk=pk)
    reader = caller_of(request).reader_in(series.club_id)
    get_object_or_404(Series.objects.visible_to(reader), pk=pk)
    table = read_table(series, timezone.now())
    lines = [
        {
            "rank": line.rank,
            "name": line.player.name,
            "username": line.player.username or None,
            "total": line.total,
            "attended": line.attended,
        }
        for line in table.lines
    ]
    return {
        **_series(series),
        "competitions": [event.pk for event in table.events],
        "table": lines,
    }


@router.get("/clubs/{slug}/venues", auth=ANYBODY, response=ListPage[schemas.Venue])
def list_venues(request: HttpRequest, response: HttpResponse, slug: Slug, paging: Pages) -> Any:
    """List the venues of a club with the nights on which they are free."""
    venues = Venue.objects.filter(club=find_club(slug)).prefetch_related("nights")
    return list_page(
        request, response, paging, venues, BY_KEY, lambda rows: [_venue(row) for row in rows]
    )


@router.get("/clubs/{slug}/tables", auth=READER, response=ListPage[schemas.HallTable])
def list_hall_tables(
    request: HttpRequest, response: HttpResponse, slug: Slug, paging: Pages
) -> Any:
    """List the tables of a club's hall with their matches. For its organisers."""
    club = find_organised_club(caller_of(request), slug)
    tables = HallTable.objects.filter(club=club, rehearsal=None, is_out=False)
    return list_page(request, response, paging, tables, BY_KEY, _hall_tables)


COLOURS = {"colour": BAND, "text_colour": TEXT}


def _look(club: Club) -> dict[str, Any]:
    logo = reverse("clubs:logo", args=[club.slug]) if club.logo_version else None
    return {**look_document(club), "logo": logo}


def _clubs(rows: Sequence[Club]) -> list[dict[str, Any]]:
    return [
        {
            "slug": club.slug,
            "name": club.name,
            "about": club.about,
            "zone": club.zone,
            "members": club.size,  # type: ignore[attr-defined]  # annotated
            "page": reverse("clubs:club", args=[club.slug]),
        }
        for club in rows
    ]


def _person(person: Person, name: str) -> dict[str, Any]:
    """Return a person under the name that the caller may see; initials come without the rest."""
    is_whole = name == person.name
    return {
        "id": person.pk,
        "club": person.club.slug,
        "name": name,
        "nickname": person.nickname if is_whole else "",
        "username": _username(person.user) if is_whole else None,
        "hidden": person.hidden,
        "page": reverse("person", args=[person.pk]),
    }


def _team(team: Team) -> dict[str, Any]:
    return {
        "id": team.pk,
        "name": team.name,
        "short_name": team.short_name,
        "club": team.club and team.club.slug,
        "page": reverse("teams:team", args=[team.pk]),
    }


def _series(series: Series) -> dict[str, Any]:
    return {
        "id": series.pk,
        "name": series.name,
        "club": series.club and series.club.slug,
        "federation": series.federation and series.federation.slug,
        "scoring": series.scoring,
        "starts_on": series.starts_on and series.starts_on.isoformat(),
        "ends_on": series.ends_on and series.ends_on.isoformat(),
        "page": reverse("series:series", args=[series.pk]),
    }


def _venue(venue: Venue) -> dict[str, Any]:
    nights = [
        {
            "weekday": night.weekday,
            "opens_at": f"{night.opens_at:%H:%M}",
            "closes_at": f"{night.closes_at:%H:%M}",
        }
        for night in venue.nights.all()
    ]
    return {
        "id": venue.pk,
        "name": venue.name,
        "address": venue.address,
        "tables": venue.table_count,
        "nights": nights,
    }


def _hall_tables(rows: Sequence[HallTable]) -> list[dict[str, Any]]:
    matches = Match.objects.filter(hall_table__in=[row.pk for row in rows], state="called")
    playing = dict(matches.values_list("hall_table", "pk"))
    return [{"number": row.number, "name": row.name, "match": playing.get(row.pk)} for row in rows]


def _username(user: User | None) -> str | None:
    return user.username if user is not None and user.has_page else None
