"""Views of puzzles: the daily one of each family with its archive, and the endless ones."""

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts.common.page_meta import PageMeta
from accounts.common.requests import is_part
from accounts.guests.services import TooManyGuestsError
from accounts.guests.views import acting_user
from accounts.models import User
from games.casual.visitor_rules import home_preset
from games.house_rules import FAMILIES, family_of, short_family
from games.models import Puzzle, PuzzleAnswer
from games.puzzles import queries as puzzles_queries
from games.puzzles import ratings
from games.puzzles import services as puzzles
from games.puzzles.services import day_of

View = Callable[..., HttpResponse]


def _or_todays(view: View) -> View:
    """Redirect to today's puzzle if the requested one does not exist."""

    @wraps(view)
    def wrapper(request: HttpRequest, family: str, day: str = "") -> HttpResponse:
        try:
            return view(request, family, day)
        except Http404:
            context = {"family": family if family in FAMILIES else next(iter(FAMILIES))}
            return render(
                request, "games/puzzles/no_puzzle.html", context, status=HTTPStatus.NOT_FOUND
            )

    return wrapper


@require_GET
@never_cache
def hub(request: HttpRequest) -> HttpResponse:
    """Show today's puzzles, the endless ones by family and theme, and the reader's ratings."""
    user, today = _reader(request), day_of(timezone.now())
    answered = _answered_today(user, today)
    rows = [
        {
            "family": family,
            "name": name,
            "result": answered.get(family),
            "skill": puzzles_queries.skill_of(user, family),
        }
        for family, name in _families(request)
    ]
    stored = Puzzle.objects.readable().filter(day=None, owner=None)
    context = {
        "rows": rows,
        "meta": PageMeta(
            (_("Acertijos de truco"),),
            (_("Un acertijo de truco por día, y todos los que quieras: ¿querés o no querés?"),),
        ),
        "endless": set(stored.values_list("family", flat=True).distinct()),
        "themes": puzzles_queries.themes(),
        "today": today,
    }
    return render(request, "games/puzzles/hub.html", context)


def _answered_today(user: User | None, today: date) -> dict[str, bool]:
    rows = PuzzleAnswer.objects.filter(user=user, puzzle__day=today).select_related("puzzle")
    return {row.puzzle.family: row.puzzle.is_right(row.said) for row in rows} if user else {}


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@_or_todays
def show_puzzle(request: HttpRequest, family: str, day: str = "") -> HttpResponse:
    """Show a daily puzzle, and accept an answer.

    A page that waits for today's puzzle polls; the response is empty until there is one.
    """
    today = day_of(timezone.now())
    chosen_day = _day(day) if day else today
    if family not in FAMILIES or chosen_day > today:
        raise Http404
    puzzle = Puzzle.objects.readable().filter(family=family, day=chosen_day).first()
    if puzzle is None:
        return _none_yet(request, family, chosen_day, today)
    path = reverse("puzzle", args=[family, chosen_day.isoformat()])
    if request.method == "POST":
        return _answered(request, puzzle, path)
    context = {**_frame(request, family, chosen_day, today), **_hand_context(request, puzzle)}
    user = _reader(request)
    if user is not None:
        days = puzzles.streak(user=user, family=family, today=today)
        context["streak"] = puzzles_queries.told_streak(family, days)
        context["streak_days"] = days
    if verdict := context.get("verdict"):
        context["shared"] = puzzles_queries.shared_text(
            puzzle,
            is_right=verdict.is_right,
            days=context.get("streak_days", 0),
            url=request.build_absolute_uri(path),
        )
    context["meta"] = _meta(family, chosen_day)
    return render(request, "games/puzzles/puzzle.html", context)


def _meta(family: str, day: date) -> PageMeta:
    """Return the head of a daily puzzle; it says nothing about the answer."""
    names = {"family": short_family(family), "day": date_format(day, "DATE_FORMAT")}
    return PageMeta(
        (_("¿Querés o no querés?"), short_family(family), names["day"]),
        (_("El acertijo de truco %(family)s del %(day)s: mirá la mano y decidí.") % names,),
    )


@require_GET
@never_cache
def following(request: HttpRequest, family: str) -> HttpResponse:
    """Redirect to the next endless puzzle of a family and theme."""
    if family not in FAMILIES:
        raise Http404
    user, theme = _reader(request), request.GET.get("theme", "")
    if theme == puzzles.OWN and user is not None:
        puzzles.take_own(user=user, now=timezone.now())
    puzzle = puzzles.next_puzzle(user=user, family=family, theme=theme)
    if puzzle is not None:
        chosen = f"?theme={theme}" if theme in dict(puzzles_queries.themes()) and theme else ""
        return redirect(f"{reverse('puzzle_one', args=[puzzle.pk])}{chosen}")
    if theme == puzzles.OWN:
        words = _("Todavía no hay: pedí el repaso de una partida, y tus dudas aparecen acá.")
    else:
        words = _("Ya hiciste todos los que hay de estos. Probá otro tema, o volvé mañana.")
    messages.info(request, words)
    return redirect("puzzles")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def one(request: HttpRequest, pk: int) -> HttpResponse:
    """Show an endless puzzle, and accept an answer; only its owner sees one of their own games."""
    puzzle = get_object_or_404(Puzzle.objects.readable(), pk=pk)
    user = _reader(request)
    if puzzle.day is not None:
        return redirect("puzzle", puzzle.family, puzzle.day.isoformat())
    if puzzle.owner_id is not None and (user is None or puzzle.owner_id != user.pk):
        raise Http404
    theme = request.GET.get("theme", "")
    theme = theme if theme in dict(puzzles_queries.themes()) else ""
    if request.method == "POST":
        return _answered(request, puzzle, f"{request.path}?theme={theme}")
    context = {
        **_hand_context(request, puzzle),
        "families": _families(request),
        "family": puzzle.family,
        "theme": theme,
        "theme_name": puzzle.get_theme_display(),
        "difficulty": ratings.displayed_rating(puzzle.mu),
        "skill": puzzles_queries.skill_of(user, puzzle.family),
        "is_own": puzzle.owner_id is not None,
    }
    return render(request, "games/puzzles/puzzle.html", context)


@require_GET
@never_cache
def archive(request: HttpRequest, family: str) -> HttpResponse:
    """Show a month of daily puzzles with the reader's results; `month` is like 2026-11."""
    if family not in FAMILIES:
        raise Http404
    today = day_of(timezone.now())
    month = request.GET.get("month", "")
    first = _day(f"{month}-01") if month else today.replace(day=1)
    if first > today:
        raise Http404
    oldest = Puzzle.objects.filter(family=family, day__isnull=False).order_by("day").first()
    has_older = oldest is not None and oldest.day is not None and oldest.day < first
    after = (first + timedelta(days=31)).replace(day=1)
    context = {
        "families": _families(request),
        "family": family,
        "first": first,
        "weeks": puzzles_queries.month_of(_reader(request), family, first, today),
        "before": first - timedelta(days=1) if has_older else None,
        "after": after if after <= today else None,
    }
    return render(request, "games/puzzles/archive.html", context)


def _families(request: HttpRequest) -> Sequence[tuple[str, str]]:
    """Return the families, that of the reader's language or place first."""
    return puzzles_queries.families(family_of(home_preset(request)))


def _reader(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Http404 from None


def _none_yet(request: HttpRequest, family: str, day: date, today: date) -> HttpResponse:
    if day != today or Puzzle.objects.filter(family=family, day=day).exists():
        raise Http404
    puzzles.request_puzzles()
    if is_part(request):
        return HttpResponse(status=204)
    return render(request, "games/puzzles/puzzle.html", _frame(request, family, day, today))


def _frame(request: HttpRequest, family: str, day: date, today: date) -> dict[str, Any]:
    """Return the context of every state of a daily page: the families, and the adjacent days."""
    days = Puzzle.objects.readable().filter(family=family, day__lte=today)
    return {
        "families": _families(request),
        "family": family,
        "day": day,
        "is_today": day == today,
        "before": days.filter(day__lt=day).order_by("-day").first(),
        "after": days.filter(day__gt=day).order_by("day").first(),
    }


def _hand_context(request: HttpRequest, puzzle: Puzzle) -> dict[str, Any]:
    """Return the hand, and the answers or the verdict on the reader's own."""
    context: dict[str, Any] = {"hand": puzzles_queries.hand(puzzle)}
    said, tried = _read_answer(request, puzzle), request.GET.get("said", "")
    if said is None:
        context["answers"] = puzzles_queries.answers(puzzle)
    else:
        is_again = tried in puzzles_queries.tokens(puzzle) and tried != said
        context["verdict"] = puzzles_queries.verdict(
            puzzle, said=said, share=puzzles.share_of(puzzle), is_again=is_again
        )
    return context


def _read_answer(request: HttpRequest, puzzle: Puzzle) -> str | None:
    """Return the reader's answer: a user's is stored, one that was not stored is in the URL."""
    user = _reader(request)
    if user is not None:
        answer = PuzzleAnswer.objects.filter(puzzle=puzzle, user=user).first()
        return None if answer is None else answer.said
    said = request.GET.get("said", "")
    return said if said in puzzles_queries.tokens(puzzle) else None


def _answered(request: HttpRequest, puzzle: Puzzle, path: str) -> HttpResponse:
    """Store a reader's first answer: it makes a visitor a guest, who keeps it.

    Where no more guests are let in from an address the answer is shown and not stored. An invalid
    answer gets an error.
    """
    said = request.POST.get("said", "")
    if said not in puzzles_queries.tokens(puzzle):
        return HttpResponse(status=400)
    joint = "&" if "?" in path else "?"
    try:
        with acting_user(request) as user:
            stored = puzzles.answer(puzzle=puzzle, user=user, said=said, now=timezone.now())
    except TooManyGuestsError:
        return redirect(f"{path}{joint}said={said}#verdict")
    # the first answer counts; the page shows the new one
    tried = "" if stored.said == said else f"{joint}said={said}"
    return redirect(f"{path}{tried}#verdict")
