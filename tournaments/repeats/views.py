"""Views to repeat a competition on another day."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from accounts.common.qr_codes import qr
from accounts.common.requests import person
from tournaments.common.errors import signed_in_form, signed_in_post
from tournaments.common.lookups import find_competition
from tournaments.common.permissions import require_club_organiser
from tournaments.competitions.errors import NameTakenError
from tournaments.repeats.forms import RepeatForm
from tournaments.repeats.queries import Original, read_original
from tournaments.repeats.services import (
    RehearsalNotRepeatedError,
    Repeated,
    repeat_competition,
    repeated_just_now,
    undo_repeat,
)


@signed_in_form
def repeat(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the form of the next competition, or create it."""
    competition = find_competition(request, pk)
    require_club_organiser(competition, person(request))
    if competition.rehearsal:
        raise RehearsalNotRepeatedError()
    original, now = read_original(competition), timezone.now()
    form = RepeatForm(
        request.POST if request.method == "POST" else None, original=original, now=now
    )
    if not form.is_valid():
        return _page(request, original, form)
    actor = person(request)
    try:
        repeated = repeat_competition(competition_id=pk, actor=actor, now=now, **form.terms())
    except NameTakenError as error:
        if again := repeated_just_now(competition_id=pk, actor=actor, now=now):
            return redirect("competitions:entered", again.pk)
        form.add_error("name", error.message)
        return _page(request, original, form)
    messages.success(request, _created(repeated))
    if repeated.links:
        return _links(request, repeated)
    return redirect("competitions:entered", repeated.competition.pk)


@signed_in_post
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete what a repeat created, and show the original again."""
    competition = find_competition(request, pk)
    original = undo_repeat(competition_id=pk, actor=person(request))
    name = competition.name
    messages.success(request, gettext("%(name)s ya no está.") % {"name": name})
    if original is None:
        return redirect("clubs:club", competition.club.slug)
    return redirect("competitions:competition", original)


def _created(repeated: Repeated) -> str:
    number = repeated.competition.entries.count()
    return ngettext(
        "%(name)s está lista, con %(number)s inscripción.",
        "%(name)s está lista, con %(number)s inscripciones.",
        number,
    ) % {"name": repeated.competition, "number": number}


def _links(request: HttpRequest, repeated: Repeated) -> HttpResponse:
    """Show the new links: their secrets cannot be shown again."""
    links = []
    for link, token in repeated.links:
        address = request.build_absolute_uri(reverse("staff_link", args=[token]))
        links.append({"link": link, "address": address, "qr": qr(address)})
    context = {"competition": repeated.competition, "links": links}
    return render(request, "tournaments/repeats/links.html", context)


def _page(request: HttpRequest, original: Original, form: RepeatForm) -> HttpResponse:
    context: dict[str, Any] = {
        "competition": original.competition,
        "original": original,
        "form": form,
        "copied": list(_copied(original)),
    }
    status = 422 if form.is_bound else 200
    return render(request, "tournaments/repeats/repeat.html", context, status=status)


def _copied(original: Original) -> list[str]:
    """Describe what is copied in any case."""
    tables = len(original.tables)
    parts = [gettext("formato, reglas, premios y horarios de ronda")]
    if tables:
        words = ngettext("%(number)s mesa", "las %(number)s mesas", tables)
        parts.append(words % {"number": tables})
    return parts
