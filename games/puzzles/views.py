"""Views of *¿Querés o no querés?*: today's puzzle of each family, and earlier ones."""

from collections.abc import Callable
from datetime import date
from functools import wraps
from http import HTTPStatus
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts.models import User
from games.house_rules import FAMILIES
from games.models import Puzzle, PuzzleAnswer
from games.puzzles import queries as puzzles_queries
from games.puzzles import services as puzzles
from games.puzzles.services import day_of
from truco_site.htmx import is_part

WANTS: Final = {"quiero": True, "no": False}
View = Callable[..., HttpResponse]


def _or_todays(view: View) -> View:
    """Redirect to today's puzzle if the requested one does not exist."""

    @wraps(view)
    def wrapper(request: HttpRequest, family: str, day: str = "") -> HttpResponse:
        try:
            return view(request, family, day)
        except Http404:
            context = {"family": family if family in FAMILIES else FAMILIES[0]}
            return render(
                request, "games/puzzles/no_puzzle.html", context, status=HTTPStatus.NOT_FOUND
            )

    return wrapper


@require_GET
def any_family(request: HttpRequest) -> HttpResponse:
    """Redirect to today's puzzle of the first family."""
    return redirect("puzzle", FAMILIES[0])


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@_or_todays
def puzzle(request: HttpRequest, family: str, day: str = "") -> HttpResponse:
    """Show a puzzle, and accept an answer: a user's first is stored, a visitor's is not.

    A page that waits for today's puzzle polls; the response is empty until there is one.
    """
    today = day_of(timezone.now())
    asked = _day(day) if day else today
    if family not in FAMILIES or asked > today:
        raise Http404
    found = Puzzle.objects.filter(family=family, day=asked).first()
    if found is None:
        return _none_yet(request, family, asked, today)
    if request.method == "POST":
        return _answered(request, found)
    context = {**_frame(family, asked, today), "hand": puzzles_queries.hand(found)}
    wants, said = _read_answer(request, found), WANTS.get(request.GET.get("said", ""))
    if wants is None:
        context["answers"] = puzzles_queries.answers(found)
    else:
        is_again = said not in (None, wants)
        share = puzzles.share_of(found)
        context["verdict"] = puzzles_queries.verdict(
            found, wants=wants, share=share, is_again=is_again
        )
    if isinstance(request.user, User):
        days = puzzles.streak(user=request.user, family=family, today=today)
        context["streak"] = puzzles_queries.told_streak(family, days)
        context["streak_days"] = days
    return render(request, "games/puzzles/puzzle.html", context)


def _day(written: str) -> date:
    try:
        return date.fromisoformat(written)
    except ValueError:
        raise Http404 from None


def _none_yet(request: HttpRequest, family: str, asked: date, today: date) -> HttpResponse:
    if asked != today:
        raise Http404
    puzzles.request_puzzles()
    if is_part(request):
        return HttpResponse(status=204)
    return render(request, "games/puzzles/puzzle.html", _frame(family, asked, today))


def _frame(family: str, asked: date, today: date) -> dict[str, Any]:
    """Return the context of every state of the page: the families, and the adjacent days."""
    days = Puzzle.objects.filter(family=family, day__lte=today)
    return {
        "families": puzzles_queries.families(),
        "family": family,
        "day": asked,
        "is_today": asked == today,
        "before": days.filter(day__lt=asked).order_by("-day").first(),
        "after": days.filter(day__gt=asked).order_by("day").first(),
    }


def _read_answer(request: HttpRequest, found: Puzzle) -> bool | None:
    """Return the reader's answer: a user's is stored, a visitor's is in the URL."""
    if isinstance(request.user, User):
        given = PuzzleAnswer.objects.filter(puzzle=found, user=request.user).first()
        return None if given is None else given.wants
    return WANTS.get(request.GET.get("said", ""))


def _answered(request: HttpRequest, found: Puzzle) -> HttpResponse:
    """Store a user's first answer; an invalid answer gets an error."""
    said = request.POST.get("said", "")
    path = reverse("puzzle", args=[found.family, found.day.isoformat()])
    if said not in WANTS:
        return HttpResponse(status=400)
    if not isinstance(request.user, User):
        return redirect(f"{path}?said={said}#verdict")
    wants = WANTS[said]
    kept = puzzles.answer(puzzle=found, user=request.user, wants=wants, now=timezone.now())
    # the first answer counts; the page shows the new one
    tried = "" if kept.wants == wants else f"?said={said}"
    return redirect(f"{path}{tried}#verdict")
