"""Views that do the changes of the page *Cambiar*, and undo them."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, Final
from urllib.parse import parse_qsl

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.common.requests import login_required_keep_post, person
from tournaments.changes.endings import Cut, finish_early
from tournaments.changes.formats import change_format
from tournaments.changes.forms import SettingsForm
from tournaments.changes.lengths import change_length
from tournaments.changes.rounds import change_rounds
from tournaments.changes.settings import change_settings
from tournaments.changes.stages import CHANGEABLE, change_stages
from tournaments.changes.undo import undo_change
from tournaments.common.errors import BadlyWrittenError, answers_refusals
from tournaments.common.lookups import find_organised, posted_at_desk
from tournaments.draw import services as draw_services
from tournaments.formats.options import FormatOptions
from tournaments.lifecycle.views import edit as edit_terms
from tournaments.models import AuditEvent, Competition
from tournaments.models.competitions import EarlyEnd

MAX_DIGITS: Final = 3  # of a number that is chosen


def change_page(pk: int) -> str:
    """Return the address of the page of changes."""
    return f"{reverse('competitions:manage', args=[pk])}?s=change"


@require_http_methods(["GET", "HEAD", "POST"])
@login_required_keep_post
@answers_refusals
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Change the terms of a competition; after the draw those that still can change."""
    competition = find_organised(request, pk)
    is_of_all_terms = request.method == "POST" and "drawn" not in request.POST
    if competition.state in Competition.UNDRAWN or is_of_all_terms:
        return edit_terms(request, pk)
    form = SettingsForm(request.POST or None, competition=competition)
    if form.is_valid():
        change_settings(
            competition_id=pk,
            actor=person(request),
            changes=form.announcement(),
            rounds=form.rounds(),
            now=timezone.now(),
        )
        messages.success(request, _("Los cambios están hechos."))
        return redirect("competitions:manage", pk)
    context = {"form": form, "competition": competition}
    status = 422 if form.is_bound else 200
    return render(request, "tournaments/changes/settings.html", context, status=status)


@posted_at_desk
def change(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """Apply the chosen option of one change."""
    find_organised(request, pk)
    if act not in ACTS:
        raise Http404
    ACTS[act](
        request.POST.get("choice", ""),
        competition_id=pk,
        actor=person(request),
        now=timezone.now(),
        seen=request.POST.get("seen") or None,
    )
    messages.success(request, _("Hecho. Se puede deshacer en «Lo último»."))
    return redirect(change_page(pk))


@posted_at_desk
def undo(request: HttpRequest, pk: int, event: int) -> HttpResponse:
    find_organised(request, pk)
    change = get_object_or_404(AuditEvent, pk=event, competition=pk)
    undo_change(event_id=change.pk, actor=person(request), now=timezone.now())
    messages.success(request, _("Deshecho: quedó como antes."))
    return redirect(change_page(pk))


def _rounds(choice: str, **arguments: Any) -> None:
    change_rounds(rounds=_number(choice), **arguments)


def _finish(choice: str, **arguments: Any) -> None:
    cut, _, rule = choice.partition(".")
    try:
        finish_early(cut=Cut(cut), rule=EarlyEnd(rule), **arguments)
    except ValueError as error:
        raise BadlyWrittenError() from error


def _length(choice: str, **arguments: Any) -> None:
    kind, _, number = choice.partition(".")
    match kind:
        case "target":
            change_length(target=_number(number), **arguments)
        case "games":
            change_length(best_of=_number(number), **arguments)
        case _:
            raise BadlyWrittenError()


def _stages(choice: str, **arguments: Any) -> None:
    chosen = dict(parse_qsl(choice))
    if not chosen or not chosen.keys() <= {*CHANGEABLE}:
        raise BadlyWrittenError()
    change_stages(changed={name: _option(name, text) for name, text in chosen.items()}, **arguments)


def _option(name: str, text: str) -> Any:
    """Read an option of a format, as `options.py` writes it."""
    match getattr(FormatOptions(), name):
        case StrEnum() as usual if text in {*type(usual)}:
            return text
        case StrEnum():
            raise BadlyWrittenError()
        case bool():
            return bool(_number(text))
        case _:
            return _number(text)


def _format(choice: str, **arguments: Any) -> None:
    change_format(format_=choice, seed=draw_services.fresh_draw_seed(), **arguments)


def _number(choice: str) -> int:
    if not (choice.isascii() and choice.isdigit()) or len(choice) > MAX_DIGITS:
        raise BadlyWrittenError()
    return int(choice)


ACTS: Final[Mapping[str, Callable[..., None]]] = {
    "finish": _finish,
    "rounds": _rounds,
    "length": _length,
    "stages": _stages,
    "format": _format,
}
