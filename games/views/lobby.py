"""The lobby: which tables are being played, and a practice table in two taps."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.models import User
from games import services
from games.engine import make_rules
from games.forms import PracticeForm
from games.models import Game
from games.services import SeatPlan

SHOWN = 30
PRACTICE_TURN = 60  # seconds


@require_GET
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the public tables that are being played, and one's own."""
    tables = Game.objects.public().live().with_players().order_by("-started_at")[:SHOWN]
    own = Game.objects.none()
    if request.user.is_authenticated:
        own = Game.objects.open().seated(request.user.pk).with_players().order_by("-created_at")
    context = {"tables": tables, "own": own[:SHOWN], "form": PracticeForm()}
    return render(request, "games/lobby.html", context)


@login_required
@require_POST
def practice(request: HttpRequest) -> HttpResponse:
    """Open a private table with robots and sit down at it."""
    form = PracticeForm(request.POST)
    if not form.is_valid():
        return render(request, "games/lobby.html", {"form": form}, status=422)
    user, now, count = request.user, timezone.now(), form.cleaned_data["seats"]
    assert isinstance(user, User)
    robots = [SeatPlan(robot=True)] * (int(count) - 1)
    game = services.open_game(
        rules=make_rules("argentino", {"seats": count, "target": form.cleaned_data["target"]}),
        seats=[SeatPlan(user=user), *robots],
        competitive=False,
        public=False,
        turn_seconds=PRACTICE_TURN,
        title=_("Mesa de práctica"),
        now=now,
    )
    services.sit_down(game_id=game.pk, user=user, contribution="", address="", now=now)
    return redirect("tables:table", game.pk)
