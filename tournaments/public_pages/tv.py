"""The best public tables of the moment, and the latest of a club."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import Club
from games.house_rules import essentials
from games.models import Game
from tournaments.models import (
    Competition,
    CompetitionQuerySet,
    Match,
    PlayerStanding,
    Title,
    sides_of,
)
from tournaments.standings.queries import NEWCOMER

READ: Final = 120  # tables, the newest
SHOWN: Final = 9
LATEST: Final = 8


@dataclass(frozen=True)
class TopTable:
    """A table in play; `strength` is the mean rating of the people there."""

    game: Game
    teams: tuple[Sequence[str], Sequence[str]]
    rules: str
    people: int
    strength: float


def top_tables() -> Sequence[TopTable]:
    """Return the public tables in play: those with people first, the strongest first."""
    deserted = Q(page="", status=Game.Status.PAUSED)
    live = Game.objects.public().live().exclude(deserted).order_by("-started_at", "-pk")
    games = list(live.with_players()[:READ])
    users = {seat.user_id for game in games for seat in game.seats.all() if seat.user_id}
    standings = PlayerStanding.objects.filter(user__in=users).values_list("user", "mu")
    ratings: dict[int | None, float] = dict(standings)
    tables = [_table(game, ratings) for game in games]
    return sorted(tables, key=lambda one: (not one.people, -one.strength))[:SHOWN]


def _table(game: Game, ratings: dict[int | None, float]) -> TopTable:
    seats = list(game.seats.all())
    names = game.names_of(seats)
    means = [ratings.get(seat.user_id, NEWCOMER[0]) for seat in seats if seat.user_id]
    return TopTable(
        game,
        (names[0::2], names[1::2]),
        essentials(game.rules),
        people=sum(seat.user is not None and not seat.user.is_robot for seat in seats),
        strength=sum(means) / len(means) if means else 0.0,
    )


@require_safe
@never_cache
def tv(request: HttpRequest) -> HttpResponse:
    """Show the best table in play large, and the next best below."""
    tables = top_tables()
    context = {"best": tables[0] if tables else None, "others": tables[1:]}
    return render(request, "tournaments/public_pages/tv.html", context)


@dataclass(frozen=True)
class News:
    """One line of a club's latest: a title, or a result."""

    at: datetime
    words: str
    where: str
    url: str
    is_title: bool = False


@require_safe
@never_cache
def club_feed(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what comes next at a club, and its latest titles and results."""
    club = get_object_or_404(Club, slug=slug)
    competitions = club.competitions.visible_to(request.user).filter(rehearsal="")
    open_ = competitions.filter(state__in=Competition.DRAWABLE, starts_at__gt=timezone.now())
    news = sorted(
        [*_titles(competitions), *_results(competitions)], key=lambda one: one.at, reverse=True
    )
    context = {"club": club, "coming": open_.order_by("starts_at")[:LATEST], "news": news}
    return render(request, "tournaments/public_pages/club_feed.html", context)


def _titles(competitions: CompetitionQuerySet) -> Iterator[News]:
    first = Title.objects.filter(
        competition__in=competitions, rank=1, competition__finished_at__isnull=False
    )
    titles = first.select_related("competition", "entry").order_by("-competition__finished_at")
    for title in titles[:LATEST]:
        assert title.competition.finished_at is not None, "it was asked for"
        yield News(
            title.competition.finished_at,
            ngettext(
                "%(name)s salió campeón",
                "%(name)s salieron campeones",
                title.competition.named_per_entry,
            )
            % {"name": title.entry},
            str(title.competition),
            reverse("competitions:competition", args=[title.competition_id]),
            is_title=True,
        )


def _results(competitions: CompetitionQuerySet) -> Iterator[News]:
    played = Match.objects.filter(
        round__group__stage__competition__in=competitions,
        state=Match.State.COMPLETED,
        winner__isnull=False,
        completed_at__isnull=False,
    )
    matches = played.select_related("round__group__stage__competition")
    for match in matches.prefetch_related("slots__entry").order_by("-completed_at")[:LATEST]:
        sides = [
            " / ".join(str(slot.entry) for slot in side) for side in sides_of(match.slots.all())
        ]
        assert match.winner is not None
        assert match.completed_at is not None
        names = {"winner": sides[match.winner], "loser": sides[1 - match.winner]}
        words = ngettext(
            "%(winner)s le ganó a %(loser)s",
            "%(winner)s les ganaron a %(loser)s",
            match.named_per_side,
        )
        yield News(
            match.completed_at,
            words % names,
            str(match.competition),
            reverse("match", args=[match.pk]),
        )
