"""Competitions: settings, stages, standings, days; creation, draw, rounds."""

from typing import Annotated, Any, Final

from django.core.exceptions import ValidationError
from django.db.models import Count, Q
from django.forms import ChoiceField, Field
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from ninja import Query, Router

from accounts.common.pagination import Order, parse_number
from accounts.models import Club
from tournaments.api import schemas
from tournaments.api.answers import IDEMPOTENT, shaped
from tournaments.api.callers import ANYBODY, MANAGER, READER, Caller, caller_of
from tournaments.api.finds import (
    find_club,
    find_competition,
    find_organised,
    find_organised_club,
)
from tournaments.api.forms import invalid, require_valid
from tournaments.api.lists import BY_KEY, LATEST, Pages, list_page
from tournaments.api.schemas import Key, ListPage, Slug
from tournaments.api.writes import Written, written_once
from tournaments.competitions import services as competitions
from tournaments.competitions import state
from tournaments.competitions.format_fields import as_sent, with_usual
from tournaments.competitions.forms import DEFAULTS, CompetitionForm, form_values
from tournaments.competitions.settings import CompetitionSettings
from tournaments.draw import drafts
from tournaments.draw import services as draws
from tournaments.draw.errors import NoDraftError
from tournaments.exports.documents import (
    competition_line,
    competition_terms,
    player_line,
    standings_of,
)
from tournaments.lifecycle import services as lifecycle
from tournaments.models import (
    Competition,
    Draft,
    Group,
    LeaderboardLine,
    Match,
    PlayingDay,
    Stage,
)
from tournaments.models.venues import read_hours
from tournaments.ranking.queries import LeaderboardFilter, LeaderboardPage

router = Router(tags=["Competitions"], by_alias=True)
BY_POINTS = Order({"-points": parse_number, "pk": parse_number})
ADDRESS: Final = "/api/v1/competitions/{pk}"
NOT_SETTINGS: Final = ("club", "name")  # fields of the form that have a place of their own


@router.get("/competitions", auth=ANYBODY, response=ListPage[schemas.CompetitionLine])
def list_competitions(
    request: HttpRequest,
    response: HttpResponse,
    paging: Pages,
    club: Annotated[Slug | None, Query(description="Only those of this club.")] = None,
    state: Annotated[schemas.Text | None, Query(description="Only those in this state.")] = None,
) -> Any:
    """List the competitions that the caller may see, the latest first."""
    rows = caller_of(request).competitions().select_related("club", "champion")
    if club is not None:
        rows = rows.filter(club__slug=club)
    if state is not None:
        rows = rows.filter(state=state)
    return list_page(
        request,
        response,
        paging,
        rows,
        LATEST,
        lambda rows: [competition_line(row) for row in rows],
    )


@router.get("/competitions/{pk}", auth=ANYBODY, response=schemas.Competition)
def get_competition(request: HttpRequest, pk: Key) -> Any:
    """Return a competition with its settings, by the names of `competition-settings`."""
    return _competition(find_competition(caller_of(request), pk))


@router.get("/competitions/{pk}/draw", auth=ANYBODY, response=list[schemas.Stage])
def get_draw(request: HttpRequest, pk: Key) -> Any:
    """Return the stages with their groups and published rounds."""
    competition = find_competition(caller_of(request), pk)
    return [_stage(stage) for stage in competition.stages.order_by("tier", "number")]


@router.get("/competitions/{pk}/standings", auth=ANYBODY, response=list[schemas.Standings])
def get_standings(request: HttpRequest, pk: Key) -> Any:
    """Return the tables of all groups. Brackets have none: see their matches."""
    competition = find_competition(caller_of(request), pk)
    groups = Group.objects.filter(stage__competition=competition).select_related(
        "stage__competition"
    )
    return [
        {
            "stage": group.stage.number,
            "group": group.number,
            "format": group.stage.format,
            "standings": standings_of(group),
        }
        for group in groups.order_by("stage__tier", "stage__number", "number")
        if not group.stage.is_bracket
    ]


@router.get(
    "/competitions/{pk}/playing-days",
    auth=ANYBODY,
    response=ListPage[schemas.PlayingDay],
)
def list_playing_days(request: HttpRequest, response: HttpResponse, pk: Key, paging: Pages) -> Any:
    """List the days on which a competition is played."""
    competition = find_competition(caller_of(request), pk)
    days = PlayingDay.objects.filter(competition=competition)
    return list_page(
        request, response, paging, days, BY_KEY, lambda rows: [_day(row) for row in rows]
    )


@router.get("/leaderboards", auth=ANYBODY, response=ListPage[schemas.LeaderboardLine])
def list_leaderboard(
    request: HttpRequest,
    response: HttpResponse,
    paging: Pages,
    club: Annotated[
        Slug | None, Query(description="The board of a club; of the site without it.")
    ] = None,
    period: Annotated[
        schemas.Text | None, Query(description="`2026`, `2026-03`; of all time without it.")
    ] = None,
) -> Any:
    """List a leaderboard, the best first."""
    filters = LeaderboardFilter(period=period or "", club=None if club is None else find_club(club))
    board = LeaderboardPage(filters)
    key = str(filters.key) if filters.is_known else ""
    lines = LeaderboardLine.objects.filter(board__key=key)
    return list_page(
        request,
        response,
        paging,
        lines,
        BY_POINTS,
        lambda rows: [player_line(line) for line in board.lines([row.pk for row in rows])],
    )


@router.get("/competition-settings", auth=ANYBODY, response=list[schemas.Setting])
def list_settings(
    request: HttpRequest,
    format: schemas.Text = "",
    preset: schemas.Text = "",
) -> Any:
    """List the settings of a new competition of a format and a preset, with their choices."""
    initial = with_usual({**DEFAULTS, **as_sent({"format": format, "preset": preset})})
    form = CompetitionForm(clubs=Club.objects.none(), now=timezone.now(), initial=initial)
    return [
        {
            "name": name,
            "label": str(field.label or ""),
            "help": str(field.help_text or ""),
            "required": field.required,
            "default": str(initial.get(name, "")),
            "choices": _choices(field),
        }
        for name, field in form.fields.items()
        if name != "club"
    ]


@router.post(
    "/clubs/{slug}/competitions",
    auth=MANAGER,
    response={201: schemas.Competition},
    openapi_extra=IDEMPOTENT,
)
@written_once
def create_competition(request: HttpRequest, slug: Slug, body: schemas.NewCompetition) -> Written:
    """Announce a competition of a club, by the settings of the form."""
    caller = caller_of(request)
    club = find_organised_club(caller, slug)
    sent = {**DEFAULTS, **as_sent(body.settings), "name": body.name, "club": slug}
    usual = with_usual(sent)
    unticked = {name for name, value in body.settings.items() if value is False}
    form = CompetitionForm(
        {name: value for name, value in usual.items() if name not in unticked},
        clubs=Club.objects.filter(pk=club.pk),
        now=timezone.now(),
    )
    names = {name: f"settings.{name}" for name in body.settings}
    require_valid(form, names)
    try:
        created = competitions.create_competition(
            club=club,
            actor=caller.person,
            terms=form.terms(),
            now=timezone.now(),
            tables=form.number_of_tables,
        )
    except ValidationError as error:
        raise invalid(error) from error
    if body.open:
        state.open_registration(competition_id=created.pk, actor=caller.person, now=timezone.now())
    return Written(_document(caller, created.pk), ADDRESS.format(pk=created.pk))


@router.post(
    "/competitions/{pk}/open",
    auth=MANAGER,
    response=schemas.Competition,
    openapi_extra=IDEMPOTENT,
)
@written_once
def open_registration(request: HttpRequest, pk: Key) -> Written:
    """Open the registration of a draft."""
    caller = caller_of(request)
    find_organised(caller, pk)
    state.open_registration(competition_id=pk, actor=caller.person, now=timezone.now())
    return Written(_document(caller, pk))


@router.post(
    "/competitions/{pk}/draw",
    auth=MANAGER,
    response=list[schemas.Stage],
    openapi_extra=IDEMPOTENT,
)
@written_once
def draw(request: HttpRequest, pk: Key, body: schemas.Drawing) -> Written:
    """Draw the announced format and publish it, or keep it as a draft."""
    caller = caller_of(request)
    competition = find_organised(caller, pk)
    draw_function = drafts.draft_draw if body.as_draft else draws.draw
    draw_function(
        competition_id=pk,
        actor=caller.person,
        seed=draws.fresh_draw_seed(),
        now=timezone.now(),
    )
    return Written([_stage(stage) for stage in competition.stages.order_by("tier", "number")])


@router.get("/competitions/{pk}/draft", auth=READER, response=schemas.Draft)
def get_draft(request: HttpRequest, pk: Key) -> Any:
    """Return the draw or the round that waits to be published. For organisers."""
    find_organised(caller_of(request), pk)
    return _draft(get_object_or_404(Draft, competition=pk))


@router.post(
    "/competitions/{pk}/draft/publish",
    auth=MANAGER,
    response=schemas.Competition,
    openapi_extra=IDEMPOTENT,
)
@written_once
def publish_draft(request: HttpRequest, pk: Key, body: schemas.Publishing) -> Written:
    """Publish the draft: everybody sees the round, and its matches are called."""
    caller = caller_of(request)
    find_organised(caller, pk)
    drafts.publish(competition_id=pk, seen=body.seen, actor=caller.person, now=timezone.now())
    return Written(_document(caller, pk))


@router.post(
    "/competitions/{pk}/next-round",
    auth=MANAGER,
    response=schemas.Draft,
    openapi_extra=IDEMPOTENT,
)
@written_once
def draft_next_round(request: HttpRequest, pk: Key) -> Written:
    """Draw the due round again from the results, as a draft to publish."""
    caller = caller_of(request)
    find_organised(caller, pk)
    drafts.draft_round_anew(competition_id=pk, actor=caller.person, now=timezone.now())
    draft = Draft.objects.filter(competition=pk).first()
    if draft is None:
        raise NoDraftError()
    return Written(_draft(draft))


@router.post(
    "/competitions/{pk}/start",
    auth=MANAGER,
    response=schemas.Competition,
    openapi_extra=IDEMPOTENT,
)
@written_once
def start(request: HttpRequest, pk: Key) -> Written:
    """Start a drawn competition, and call its first matches."""
    caller = caller_of(request)
    find_organised(caller, pk)
    lifecycle.start(competition_id=pk, actor=caller.person, now=timezone.now())
    return Written(_document(caller, pk))


def _choices(field: Field) -> list[str]:
    """Return the values of a field that offers some."""
    offered: Any = field.choices if isinstance(field, ChoiceField) else ()
    return [str(value) for value, _label in offered]


def _document(caller: Caller, pk: int) -> dict[str, Any]:
    return shaped(schemas.Competition, _competition(find_competition(caller, pk)))


def _competition(competition: Competition) -> dict[str, Any]:
    """Return a competition with the settings that would announce it again."""
    values = form_values(CompetitionSettings.of(competition), competition.club.zone)
    form = CompetitionForm(clubs=Club.objects.none(), now=timezone.now(), initial=values)
    settings = {name: values.get(name) for name in form.fields if name not in NOT_SETTINGS}
    ticks = {name: value for name, value in settings.items() if isinstance(value, bool)}
    return {**competition_terms(competition), "settings": {**as_sent(settings), **ticks}}


def _stage(stage: Stage) -> dict[str, Any]:
    groups = stage.groups.order_by("number")
    return {
        "id": stage.pk,
        "number": stage.number,
        "tier": stage.tier,
        "format": stage.format,
        "tie_breaks": list(stage.tie_breaks),
        "scale": stage.scale,
        "groups": [
            {"id": group.pk, "number": group.number, "rounds": _rounds(group)} for group in groups
        ],
    }


def _rounds(group: Group) -> list[dict[str, Any]]:
    decided = Count("matches", filter=Q(matches__state__in=Match.DECIDED))
    rounds = group.rounds.select_related("day").annotate(all=Count("matches"), decided=decided)
    return [
        {
            "number": row.number,
            "part": row.part,
            "matches": row.all,
            "decided": row.decided,
            "playing_day": row.day and row.day.day.isoformat(),
        }
        for row in rounds.order_by("part", "number")
    ]


def _day(day: PlayingDay) -> dict[str, Any]:
    return {
        "id": day.pk,
        "day": day.day.isoformat(),
        "hours": [f"{hour:%H:%M}" for hour in read_hours(day.hours)],
        "rounds": day.round_count,
        "venue": day.venue_id,
    }


def _draft(draft: Draft) -> dict[str, Any]:
    return {
        "seen": draft.mark,
        "group": draft.group_id,
        "round": draft.number,
        "pools": draft.pools,
    }
