"""Template tags for pages that do not load competition data themselves.

Covers round clocks, a club's competitions, the frame of the dashboard, leagues, assignments of
officials, a user's teams, and changed settings in the audit log. `accounts` and `games` do not
depend on competitions.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.conf import settings
from django.core.exceptions import FieldDoesNotExist
from django.db import models
from django.db.models import DateTimeField, Field, Subquery
from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django.utils.translation import gettext, override

from accounts.common.errors import RefusedError
from accounts.common.middleware import zone_from_cookie
from accounts.i18n.time_zones import short_date
from accounts.models import Club, Measure, User
from accounts.sanctions.services import suspension_in as suspension_in_club
from games.artwork.heads import COLOURS
from games.engine import OPTION_KEYS, PRESETS
from games.house_rules import labels as house_rules_labels
from games.live.templates import render_template
from games.models.tables import Level
from tournaments.changes.options import changed_to
from tournaments.common.form_fields import column
from tournaments.common.permissions import active_officials
from tournaments.competitions.format_labels import DIVISIONS_LABEL, FORMAT_NAMES
from tournaments.competitions.round_labels import group_or_stage_name, round_in_brief
from tournaments.competitions.settings import rules_in_words
from tournaments.dashboard.changes import ChangeCard
from tournaments.dashboard.changes import change_cards as find_change_cards
from tournaments.dashboard.live import DeskFrame, Section, section_of, sections, with_token
from tournaments.federations.queries import affiliations_at
from tournaments.leagues.services import SeasonPlan, may_close, season_plan
from tournaments.leagues.views import LeagueDesk, league_desk
from tournaments.models import (
    AuditEvent,
    CalendarKey,
    Competition,
    CompetitionQuerySet,
    FederationClub,
    Group,
    PastEvent,
    PastSeries,
    Round,
    Series,
    Stage,
    Team,
)
from tournaments.ranking.queries import PointSources, point_sources
from tournaments.repeats.queries import latest_of
from tournaments.round_clock.queries import ClockView
from tournaments.schedule.calendars import token_of
from tournaments.schedule.next_match import Notice, notices
from tournaments.series.labels import line_notes, movement
from tournaments.series.queries import Line, SeriesTable, read_table
from tournaments.staff_links.queries import former_link_makers
from tournaments.teams.queries import teams_of

register = template.Library()


@register.simple_tag
def clock_line(view: ClockView, zone: str) -> SafeString:
    """Draw a started clock as every page does."""
    return mark_safe(render_template("competition/one_clock", view=view, zone=zone))


@register.simple_tag(takes_context=True)
def season_heads(context: dict[str, Any], table: SeriesTable, columns: str) -> SafeString:
    """Draw the heads of these columns: the day of each competition, in the reader's time zone."""
    zone = zone_from_cookie(context["request"])
    events = [
        (
            event,
            reverse("competitions:competition", args=[event.pk]),
            short_date(localtime(at, ZoneInfo(zone or event.club.zone)), "j M"),
        )
        for event in table.events[_columns(columns)]
        if (at := event.started_at or event.finished_at) is not None
    ]
    has_clubs = table.series.federation_id is not None
    return mark_safe(render_template("series/heads", events=events, has_clubs=has_clubs))


def _columns(columns: str) -> slice:
    first, last = (int(end) if end else None for end in columns.split(":"))
    return slice(first, last)


@register.simple_tag(takes_context=True)
def season_lines(context: dict[str, Any], lines: Iterable[Line], columns: str) -> SafeString:
    """Draw lines of a circuit's table, with these columns; a page of it has 3,000 cells."""
    html = render_template(
        "series/lines",
        lines=[
            (
                line,
                line.player.address,
                ", ".join(line_notes(line)),
                movement(line),
            )
            for line in lines
        ],
        columns=_columns(columns),
        reader=context["request"].user.pk,
    )
    return mark_safe(html)


SHOWN = 12


@register.filter
def round_in_words(row: Round) -> str:
    """Name a round, whose stage is read along."""
    return round_in_brief(row.group.stage, row.number)


@register.filter
def group_in_words(group: Group) -> str:
    """Name a group as the form does that appoints to it."""
    silver = Stage.objects.filter(competition=group.stage.competition_id, tier__gt=1)
    return group_or_stage_name(group, has_silver=silver.exists())


@register.simple_tag(takes_context=True)
def competitions_of(context: dict[str, Any], club: Club) -> CompetitionQuerySet:
    """Return the latest competitions of a club that the reader may see."""
    visible = club.competitions.visible_to(context["request"].user)
    latest = visible.by_state().values("pk")[:SHOWN]
    return Competition.objects.filter(pk__in=latest).by_state().for_lists()


@register.simple_tag(takes_context=True)
def latest_series_of(
    context: dict[str, Any], competitions: Iterable[Competition]
) -> SeriesTable | None:
    """Return the table of the first series among a club's latest competitions, if any.

    None if the reader may not see the table.
    """
    played = next((each.series_id for each in competitions if each.series_id), None)
    if played is None:
        return None
    visible = Series.objects.visible_to(context["request"].user).select_related(
        "club", "federation"
    )
    series = visible.filter(pk=played).first()
    return None if series is None else read_table(series, timezone.now())


@register.simple_tag
def affiliations_of(club: Club) -> Sequence[FederationClub]:
    """Return the federations that a club is in, and those that invite it."""
    return affiliations_at(club)


@register.simple_tag
def former_link_makers_of(club: Club) -> Sequence[User]:
    """Return who organises a club no longer, and made links of it that still open."""
    return former_link_makers(club, timezone.now())


@register.simple_tag
def last_competition_of(club: Club) -> Competition | None:
    """Return what a club can do again: the competition that it created last."""
    return latest_of(club)


@register.simple_tag
def past_events_of(club: Club) -> models.QuerySet[PastEvent]:
    """Return the events that a club imported from other sites, the latest file first."""
    fields = ("club", "name", "finished_at", "champion", "entries", "matches")
    return club.past_events.order_by("-pk").only(*fields)[:SHOWN]


@register.simple_tag
def past_series_of(club: Club) -> models.QuerySet[PastSeries]:
    """Return the series that a club brought along from other sites, the latest file first."""
    return club.past_series.order_by("-pk")[:SHOWN]


@register.simple_tag(takes_context=True)
def suspension_in(context: dict[str, Any], club: Club) -> Measure | None:
    """Return by what the reader is kept out of a club, if anything."""
    reader = context["request"].user
    return suspension_in_club(club, reader, timezone.now()) if reader.is_authenticated else None


@register.simple_tag
def points_by_source(club: Club) -> PointSources:
    """Return how much of a club's points were written down or vouched for."""
    return point_sources(club.pk)


@dataclass(frozen=True)
class Tab:
    """A section with its figure, if it has one."""

    section: Section
    count: SafeString | str


@dataclass(frozen=True)
class Frame:
    """The pieces of every page, the sections, and the one the reader is in."""

    pieces: Mapping[str, SafeString]
    tabs: list[Tab]
    section: str
    rules: str
    has_ladder: bool


@register.simple_tag(takes_context=True)
def desk_frame(context: dict[str, Any], competition: Competition) -> Frame:
    """Return the frame of a desk; what its page has drawn already is not drawn again."""
    request = context["request"]
    desk = context.get("desk") or DeskFrame.of(competition)
    pieces = with_token(context.get("drawn") or desk.pieces(), get_token(request))
    visible = sections(competition, by_link=bool(request.link))
    tabs = [Tab(one, pieces.get(f"count-{one.key}", "")) for one in visible]
    current = section_of(request.resolver_match.url_name, request.GET.get("s", ""))
    rules = rules_in_words(competition.rules, competition.board_sizes)
    return Frame(pieces, tabs, current, rules, desk.has_ladder)


@register.simple_tag
def change_cards(competition: Competition) -> list[ChangeCard]:
    """Return what can change in a competition now, one card for each thing."""
    return find_change_cards(competition, timezone.now())


@dataclass(frozen=True)
class Season:
    """A competition among those that came before and after it."""

    is_league: bool
    previous: Competition | None
    next: Competition | None


@register.filter
def instant(text: str) -> datetime | None:
    """Return a time that the audit log stores as text."""
    return datetime.fromisoformat(text) if text else None


@register.simple_tag(takes_context=True)
def season_of(context: dict[str, Any], competition: Competition) -> Season | None:
    """Return the seasons around a competition that the reader may see; None if it has none."""
    following: Competition | None = getattr(competition, "next_season", None)
    candidates = (competition.previous_id, following.pk if following else None)
    season_ids = [pk for pk in candidates if pk is not None]
    visible = Competition.objects.visible_to(context["request"].user).filter(pk__in=season_ids)
    by_pk = {each.pk: each for each in visible} if season_ids else {}
    is_league: bool = competition.is_league  # type: ignore[attr-defined]  # annotated
    if not by_pk and not is_league:
        return None
    next_season = by_pk.get(following.pk) if following else None
    return Season(is_league, by_pk.get(competition.previous_id or 0), next_season)


@register.simple_tag(takes_context=True)
def my_calendar(context: dict[str, Any]) -> str:
    """Return the address of the reader's own calendar; "" if they made none."""
    request = context["request"]
    key = CalendarKey.objects.filter(user=request.user.pk).first()
    if key is None:
        return ""
    address: str = request.build_absolute_uri(reverse("calendar", args=[key.pk, token_of(key)]))
    return address


@register.simple_tag(takes_context=True)
def my_notices(context: dict[str, Any]) -> list[Notice]:
    """Return what the reader has to know of their own matches."""
    reader = context["request"].user
    return notices(reader, timezone.now()) if isinstance(reader, User) else []


@register.simple_tag
def desk_of(competition: Competition) -> LeagueDesk | None:
    """Return what is late in a league with dates."""
    return league_desk(competition, timezone.now())


@register.simple_tag
def plan_of(competition: Competition) -> SeasonPlan | None:
    """Return what closing the season would do; None if it cannot be closed."""
    try:
        return season_plan(competition) if may_close(competition) else None
    except RefusedError:
        return None


@register.simple_tag
def serves(user: User) -> bool:
    """Return whether a user is judge or scorer of a competition in progress."""
    return user.pk in active_officials()


@register.simple_tag
def own_teams(person: User) -> Sequence[Team]:
    """Return the teams of a person, for the page header."""
    return teams_of(person)


@register.filter
def drawn_colour(name: str) -> str:
    """Return the hex code of an emblem's colour."""
    return COLOURS[name]


FIGURES = (str, int)
LONGEST = 40


LEADS_ON = re.compile(r" (?:a|como|de|en|para|que está|ser)$")


@register.filter
def colon(event: AuditEvent) -> str:
    """Return what stands between an act and its object: none after `confirmó a`."""
    with override(settings.LANGUAGE_CODE):  # other languages need none there, either
        return "" if LEADS_ON.search(event.get_act_display()) else ":"


@register.filter
def changes(event: AuditEvent) -> Iterator[tuple[object, str]]:
    """Return what was changed, each with its old and new value where they are short: `16 → 24`.

    Of a change in play only what it is now.
    """
    if event.act != AuditEvent.Act.EDIT:
        if now := changed_to(event):
            yield now, ""
        return
    for name, after in event.after.items():
        before = event.before.get(name)
        if name == "options":
            yield from _options(event)
        elif after != before:
            yield _label(name), _figures(_in_words(name, before), _in_words(name, after))


@register.simple_tag
def talk_levels() -> list[tuple[str, object]]:
    """Return how much may be said at tables: the choices of that term."""
    return list(Level.choices)


@register.simple_tag
def last_change(competition: Competition) -> AuditEvent | None:
    """Return the last change of terms since people could read them."""
    log = competition.audit
    opened = log.filter(act=AuditEvent.Act.OPEN_REGISTRATION).values("pk")[:1]
    return log.filter(act=AuditEvent.Act.EDIT, pk__gt=Subquery(opened)).order_by("pk").last()


def _options(event: AuditEvent) -> Iterator[tuple[object, str]]:
    """Yield each changed option of the rules; options not stored have the preset's value."""
    assert event.competition is not None
    preset = event.competition.preset
    before, after = (
        {"preset": preset, **side, **side["options"]} for side in (event.before, event.after)
    )
    for key in OPTION_KEYS:
        if before.get(key) != after.get(key):
            values = (_option(key, side) for side in (before, after))
            yield house_rules_labels.label(key), _figures(*values)


def _option(key: str, side: Mapping[str, str]) -> str:
    preset = side["preset"]
    return house_rules_labels.choice(key, side.get(key) or PRESETS[preset].option(key), preset)


def _in_words(name: str, value: object) -> object:
    """Return a format, a choice, a time, yes or no in words; any other value as it is."""
    if name == "format":
        return str(FORMAT_NAMES[str(value)])
    if name == "preset":
        return house_rules_labels.preset(str(value))
    if isinstance(value, bool):
        return gettext("sí") if value else gettext("no")
    field = _column(name)
    if isinstance(field, DateTimeField) and value:
        return date_format(timezone.localtime(datetime.fromisoformat(str(value))), "D j M H:i")
    if field is not None and field.choices and value in (words := dict(field.flatchoices)):
        return str(words[value])
    return value


def _label(name: str) -> object:
    field = _column(name)
    return DIVISIONS_LABEL if field is None else field.verbose_name


def _column(name: str) -> "Field[Any, Any] | None":
    """Return the column of a setting; None for divisions, which are stages."""
    try:
        return column(name)
    except FieldDoesNotExist:
        return None


def _figures(before: object, after: object) -> str:
    values = (before or "—", after or "—")
    are_short = all(type(value) in FIGURES and len(str(value)) <= LONGEST for value in values)
    return " → ".join(map(str, values)) if are_short else ""
