"""Flags and sections of a dashboard, read in one row.

The flags say which parts are empty, so that their queries can be skipped. Each section has its
own address.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Final

from django.db.models import Case, Count, Exists, Max, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import Report, Seat
from tournaments.formats.catalogue import by_challenge, with_seasons
from tournaments.models import (
    Absence,
    AuditEvent,
    Berth,
    Competition,
    Draft,
    Feeder,
    Group,
    HeldMarks,
    Match,
    NameClaim,
    Stage,
)

HALF_A_MINUTE: Final = 30
STAGE: Final = "round__group__stage__competition"
AT_TABLES: Final = f"game__match_game__match__{STAGE}"
WITHOUT_PLAY: Final = (Match.State.WALKOVER, Match.State.DOUBLE_WALKOVER)
_ACTS: Final = AuditEvent.objects.filter(competition=OuterRef(STAGE), at=OuterRef("completed_at"))
BY_ITSELF: Final = Q(~Exists(_ACTS), state__in=Match.WITH_RESULT)
"""Condition on a match: decided by its table or by absence, not by a logged act."""


@dataclass(frozen=True)
class CompetitionFlags:
    """Facts about a competition besides its matches and entries."""

    seated: int  # who has sat down so far
    awaited: int  # while players are awaited at a table: the half minute, as cards depend on it
    tables: int  # of the hall that it can use now
    reported: int  # reports of its tables that wait for a decision
    claimed: int  # names taken by phone that wait for one
    overdue: int  # matches of a league that are late
    undated: int  # matches that were postponed without a date
    format: str  # of its first stage
    last_stage: int  # number of the last stage of the main tier
    holds_marks: bool
    is_drafted: bool
    is_being_drawn: bool
    is_league: bool
    has_next_season: bool
    is_fed: bool  # by other competitions
    news_of_berths: int  # unread news about berths
    asked_for: int  # unanswered requests of other competitions
    has_absences: bool  # of rounds to come or past
    has_no_shows: bool  # matches that a side lost because it did not come
    has_results: bool  # results that no user wrote
    has_moved: bool  # a card or a point counts already, so the draw cannot be undone


def facts_of(competition: Competition, now: datetime) -> CompetitionFlags:
    """Read the flags of a competition in one query."""
    rows = Competition.objects.filter(pk=competition.pk).annotate(**columns(now))
    return CompetitionFlags(**rows.values(*NAMES).get())


def columns(now: datetime) -> Mapping[str, Case | Coalesce | Subquery | Exists | Q]:
    """Return them as columns of a competition."""
    own = Match.objects.filter(**{STAGE: OuterRef("pk")}).order_by()
    unopened = Q(scheduled_at__isnull=True) | Q(scheduled_at__lte=now)
    late = Q(round__deadline_at__lte=now) | (Q(state=Match.State.READY) & unopened)
    stages = Stage.objects.filter(competition=OuterRef("pk"))
    reported = Report.objects.open().filter(**{AT_TABLES: OuterRef("pk")})
    claims = NameClaim.objects.of(OuterRef("pk")).pending()
    return {
        "seated": _number(
            Seat.objects.filter(**{AT_TABLES: OuterRef("pk")}, sat_at__isnull=False), AT_TABLES
        ),
        "awaited": Case(
            When(Exists(own.sitting_down()), then=Value(int(now.timestamp()) // HALF_A_MINUTE)),
            default=Value(0),
        ),
        "tables": _number(
            Competition.hall_tables.through.objects.filter(
                competition=OuterRef("pk"), halltable__is_out=False
            ),
            "competition",
        ),
        "reported": _number(reported, AT_TABLES),
        "claimed": _number(claims, "competition"),
        "overdue": _number(own.undecided().filter(late, awaits_date=False), STAGE),
        "undated": _number(own.undecided().filter(awaits_date=True), STAGE),
        "format": Subquery(stages.order_by("number").values("format")[:1]),
        "last_stage": Coalesce(
            Subquery(
                stages.filter(tier=1)
                .order_by()
                .values("competition")
                .annotate(last=Max("number"))
                .values("last")
            ),
            0,
        ),
        "holds_marks": Exists(
            HeldMarks.objects.open().filter(**{f"match__{STAGE}": OuterRef("pk")})
        ),
        "is_drafted": Exists(Draft.objects.filter(competition=OuterRef("pk"))),
        "is_being_drawn": Exists(
            Group.objects.awaiting()
            .filter(stage__competition=OuterRef("pk"))
            .exclude(stage__format__in=by_challenge())  # it awaits the end of its season
        ),
        "is_league": Exists(stages.filter(format__in=with_seasons())),
        "has_next_season": Exists(Competition.objects.filter(previous=OuterRef("pk"))),
        **_of_feeders(),
        "has_absences": Exists(Absence.objects.filter(group__stage__competition=OuterRef("pk"))),
        "has_no_shows": Exists(own.filter(state__in=WITHOUT_PLAY)),
        "has_results": Exists(own.filter(BY_ITSELF)),
        "has_moved": Exists(own.live()) | Exists(own.filter(state=Match.State.COMPLETED)),
    }


def _of_feeders() -> Mapping[str, Coalesce | Exists]:
    """Return the annotations about feeders."""
    requests = Feeder.objects.filter(source=OuterRef("pk")).unanswered()
    news = Berth.objects.filter(feeder__final=OuterRef("pk"), is_news=True)
    return {
        "is_fed": Exists(Feeder.objects.filter(final=OuterRef("pk"))),
        "news_of_berths": _number(news, "feeder__final"),
        "asked_for": _number(requests, "source"),
    }


def _number(rows: "QuerySet[Any]", whole: str) -> Coalesce:
    """Count the distinct rows of a competition."""
    totals = rows.order_by().values(whole).annotate(number_of=Count("pk", distinct=True))
    return Coalesce(Subquery(totals.values("number_of")), 0)


NAMES: Final = tuple(field.name for field in fields(CompetitionFlags))
SIDES: Final = {1: _("Jugadores"), 2: _("Parejas")}
TEAMS: Final = _("Equipos")
PAGES: Final = {  # section of a page, by the name of its URL
    "hall": "tables",
    "results": "results",
    "paste": "entries",
    "entered": "entries",
    "add_entry": "entries",
    "feeders": "entries",
    "cash": "cash",
    "officials": "roles",
    "links": "roles",
    "screens": "notices",
}


@dataclass(frozen=True)
class Section:
    """Section of the dashboard. On a phone only docked ones show, the rest is under *Más*."""

    key: str
    label: str | Promise
    address: str
    note: str | Promise = ""  # description in the list of sections
    is_docked: bool = False


def sections(competition: Competition, *, by_link: bool = False) -> list[Section]:
    """Return the sections of a dashboard. Staff with a link do not see the officials."""
    desk = reverse("competitions:manage", args=[competition.pk])
    entries = SIDES.get(competition.players_per_side, TEAMS)
    pages = {
        name: reverse(f"competitions:{name}", args=[competition.pk])
        for name in ("hall", "results", "cash", "officials")
    }
    all_sections = [
        Section("now", _("Ahora"), desk, is_docked=True),
        Section("tables", _("Mesas"), pages["hall"], _("las del salón, con su nombre")),
        Section("results", _("Resultados"), pages["results"], is_docked=True),
        Section("entries", entries, f"{desk}?s=entries", is_docked=True),
        Section("cash", _("Caja"), pages["cash"], _("quién pagó, el total y el pozo")),
        Section("standings", _("Posiciones"), f"{desk}?s=standings", _("tabla, cuadro y fechas")),
        Section(
            "change",
            _("Cambiar"),
            f"{desk}?s=change",
            _("terminar antes, rondas, a cuánto se juega"),
            is_docked=competition.is_drawn,
        ),
        Section(
            "notices",
            _("Avisos"),
            f"{desk}?s=notices",
            _("a quienes juegan y siguen"),
            is_docked=not competition.is_drawn,
        ),
        Section("roles", _("Roles"), pages["officials"], _("jueces y anotadores")),
        Section("rules", _("Reglas"), f"{desk}?s=rules", _("condiciones, pausa, cancelar")),
        Section("log", _("Registro"), f"{desk}?s=log", _("quién hizo qué")),
    ]
    return [one for one in all_sections if not (by_link and one.key == "roles")]


def section_of(page: str, section: str) -> str:
    """Return the section of a page. The dashboard itself names its `section`."""
    return PAGES.get(page) or section or "now"
