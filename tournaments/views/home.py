"""The front page: one's next match, what is being played, who leads."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import Club, User
from games.live.pieces import placed
from games.models import Game
from games.views.forms import PlayNowForm
from games.views.inviting import invited_piece
from tournaments.live.competition import RunningTables
from tournaments.models import Bulletin, Competition
from tournaments.pages.people.bulletins import bulletin_for
from tournaments.pages.people.leaderboard import leaders
from tournaments.pages.people.next_match import next_match

State = Competition.State
GOING = (State.RUNNING, State.PAUSED, State.DRAWN, State.REGISTRATION)
CUPS, LEADERS, RECORDS, ORGANISED = 6, 10, 6, 3


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what goes on, first of all what the reader has to play."""
    going = _going(request.user)
    cups = [competition for competition in going if _is_for_all(competition)][:CUPS]
    upcoming = next_match(request.user) if isinstance(request.user, User) else None
    finished = Game.objects.public().filter(status=Game.Status.FINISHED).order_by("-finished_at")
    context: dict[str, Any] = {
        "now": timezone.now(),
        "next": upcoming,
        "bulletin": _bulletin(request),
        "cups": cups[1:],
        "records": finished.with_players()[:RECORDS],
        "leaders": leaders(LEADERS),
        "play_now": PlayNowForm.liked(request.session),
        "invited": invited_piece(request),
        "organised": [own for own in going if own.organised][:ORGANISED],  # type: ignore[attr-defined]  # annotated
        "going_on": None if upcoming else _going_on(request),
        "is_stranger": not request.user.is_authenticated or request.user.is_guest,
        "has_club": upcoming is not None or _has_club(request),
    }
    context["is_quiet"] = not (cups or context["records"] or context["leaders"])
    if cups:
        context |= {"competition": cups[0], "pieces": placed(RunningTables(cups[0], "").pieces())}
    return render(request, "tournaments/home.html", context)


def _going(user: User | AnonymousUser) -> list[Competition]:
    """Return what goes on for all to see and what the reader runs, the one under way first."""
    found = Competition.objects.public().filter(state__in=GOING)
    if isinstance(user, User):
        own = Competition.objects.filter(club__in=Club.objects.organised_by(user))
        found |= own.exclude(state__in=Competition.OVER)
    listed = found.by_state().counted().with_role_of(user).select_related("club")
    return list(listed[: CUPS + ORGANISED])


def _is_for_all(competition: Competition) -> bool:
    return competition.public and not competition.rehearsal and competition.state in GOING


def _bulletin(request: HttpRequest) -> Bulletin | None:
    """Return what is said to the reader where they play."""
    return bulletin_for(request.user, timezone.now()) if isinstance(request.user, User) else None


def _has_club(request: HttpRequest) -> bool:
    return request.user.is_authenticated and request.user.memberships.exists()


def _going_on(request: HttpRequest) -> Game | None:
    """Return the casual table the reader sits at, the newest if there are several."""
    if not request.user.is_authenticated:
        return None
    own = Game.objects.open().filter(page="").seated(request.user.pk)
    return own.order_by("-created_at").first()
