"""The front page: the user's next match, tables, clubs and entries; current play; leaders."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.common.page_meta import PageMeta, site_origin
from accounts.common.schema_org import organization
from accounts.models import Club, User
from games.casual.forms import PlayNowForm
from games.casual.visitor_rules import home_preset
from games.invitations.views import invited_piece
from games.live.fragments import Pieces, positioned_children
from games.models import Game
from games.practice.queries import practice_of
from games.table_page.forms import QuickPracticeForm
from games.tour.views import next_stop
from tournaments.bulletins.queries import bulletin_for, bulletins_for, standing_in
from tournaments.entries.own_entry import LastMatch, entered_by, how_it_ended, shown_entries
from tournaments.live.competition import CompetitionView, RunningTables, running_pieces
from tournaments.models import Bulletin, Competition, Entry
from tournaments.ranking.queries import leaders
from tournaments.regular_events.queries import evenings
from tournaments.schedule.next_match import NextMatch, next_and_running, next_match

CLUBS: Final = 3


@dataclass(frozen=True)
class OwnClub:
    """A club that the reader belongs to."""

    slug: str
    name: str


@dataclass(frozen=True)
class AtHome:
    """The part of the home page that a returning user sees first."""

    table: int | None  # the casual one they sit at, the newest if there are several
    has_entries: bool  # that wait for the draw, or ended lately
    clubs: Sequence[OwnClub]


def at_home(user: User, now: datetime) -> AtHome:
    """Return what is a person's own, in one query: a row for each club, or one without."""
    tables = Game.objects.open().filter(page="", seats__user=OuterRef("pk"))
    entries = shown_entries(OuterRef("pk"), now)
    rows = list(
        User.objects.filter(pk=user.pk)
        .order_by("memberships__joined_at", "memberships__pk")
        .values_list(
            "memberships__club__slug",
            "memberships__club__name",
            Subquery(tables.order_by("-created_at").values("pk")[:1]),
            Exists(entries),
        )[:CLUBS]
    )
    clubs = [OwnClub(slug, name) for slug, name, *_ in rows if slug]
    _, _, table, has_entries = rows[0]
    return AtHome(table, has_entries, clubs)


State = Competition.State
GOING = (State.RUNNING, State.PAUSED, State.DRAWN, State.REGISTRATION)
CUPS, LEADERS, RECORDS, ORGANISED = 6, 10, 6, 3
SEVERAL = 4  # games that are read for each record shown


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what is being played, the reader's own matches first."""
    going = _going(request.user)
    cups = [competition for competition in going if _is_for_all(competition)][:CUPS]
    now = timezone.now()
    upcoming, bulletin, pieces = _live(request.user, cups[0] if cups else None, now)
    organised = [own for own in going if own.organised][:ORGANISED]  # type: ignore[attr-defined]  # annotated
    finished = Game.objects.public().filter(status=Game.Status.FINISHED).order_by("-finished_at")
    context: dict[str, Any] = {
        "now": now,
        "meta": _meta(request),
        "next": upcoming,
        "bulletin": bulletin,
        "cups": cups[1:],
        "demo": next((one.club for one in cups if one.is_demo), None),  # type: ignore[attr-defined]  # annotated
        "records": _of_different_people(finished.with_players()[: SEVERAL * RECORDS]),
        "leaders": leaders(LEADERS),
        "play_now": PlayNowForm.liked(request.session, home_preset(request)),
        "quick_practice": QuickPracticeForm(home_preset(request)),
        "invited": invited_piece(request),
        "organised": organised,
        "evenings": evenings(request.user, now),
        "is_stranger": not request.user.is_authenticated or request.user.is_guest,
        **_own(request.user, now),
        **_to_return_for(request.user, now),
    }
    context["has_club"] = upcoming is not None or bool(organised or context["clubs"])
    context["is_quiet"] = not (cups or context["records"] or context["leaders"])
    if cups:
        context |= {"competition": cups[0], "pieces": positioned_children(pieces)}
    return render(request, "tournaments/public_pages/home.html", context)


def _meta(request: HttpRequest) -> PageMeta:
    origin, name = site_origin(request), _("Club de truco")
    logo = f"{origin}{static('img/icon-512.png')}"
    data = (
        organization("WebSite", name, f"{origin}/"),
        organization("Organization", name, f"{origin}/", logo=logo),
    )
    return PageMeta((name, _("mesas en vivo, torneos y ligas")), data=data)


def _of_different_people(games: Iterable[Game]) -> list[Game]:
    """Return the first game of each group of people, as many as are shown."""
    by_people: dict[frozenset[str], Game] = {}
    for game in games:
        by_people.setdefault(frozenset(game.people), game)
    return list(by_people.values())[:RECORDS]


def _going(user: User | AnonymousUser) -> list[Competition]:
    """Return the current public competitions and those the reader runs, running ones first."""
    competitions = Competition.objects.public().filter(state__in=GOING)
    if isinstance(user, User):
        own = Competition.objects.filter(club__in=Club.objects.organised_by(user))
        competitions |= own.exclude(state__in=Competition.OVER)
    # evenings of regular events have a card of their own
    competitions = competitions.filter(occurrence=None)
    listed = competitions.by_state().counted().with_demo().with_role_of(user).select_related("club")
    return list(listed[: CUPS + ORGANISED])


def _live(
    user: User | AnonymousUser, cup: Competition | None, now: datetime
) -> tuple[NextMatch | None, Bulletin | None, Pieces]:
    """Return a reader's next match, the bulletin of their event, and the tables of a cup.

    For a user with an account both are read together.
    """
    if isinstance(user, User) and cup is not None:
        upcoming, live = next_and_running(user, cup)
        own, standing = bulletins_for(user, cup, now)
        return upcoming, own, running_pieces(cup, "", live, standing)
    if isinstance(user, User):
        return next_match(user), bulletin_for(user, now), {}
    if cup is None:
        return None, None, {}
    return None, None, running_pieces(cup, "", RunningTables(cup, "").live, standing_in(cup))


def _is_for_all(competition: Competition) -> bool:
    return competition.public and not competition.rehearsal and competition.state in GOING


def _to_return_for(user: User | AnonymousUser, now: datetime) -> dict[str, Any]:
    """Return what brings a player back: the day's practice, and who waits at the next bar."""
    practice = practice_of(user, now) if isinstance(user, User) else None
    return {"practice": practice, "stop": next_stop(user)}


def _own(user: User | AnonymousUser, now: datetime) -> dict[str, Any]:
    """Return what is the reader's own besides: their table, their clubs, their entries."""
    if not isinstance(user, User):
        return {"clubs": ()}
    own = at_home(user, now)
    waiting, over = entered_by(user, now) if own.has_entries else ((), None)
    ended = _ended(over) if over else None
    return {"going_on": own.table, "clubs": own.clubs, "waiting": waiting, "ended": ended}


def _ended(entry: Entry) -> LastMatch:
    """Return how it ended for an entry; its rank is known once the competition is over."""
    ended = CompetitionView.of(entry.competition).ended if entry.competition.is_over else []
    return how_it_ended(entry, next((rank for rank, entries in ended if entry in entries), None))
