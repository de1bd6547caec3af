"""The page of a club's regular events: what it holds, and a form for organisers."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.common.requests import login_required_keep_post, person
from accounts.models import Club, Membership
from tournaments.common.errors import NotOrganiserError, answers_refusals, signed_in_post
from tournaments.models import RegularEvent
from tournaments.models.regular_events import EVERY_DAY
from tournaments.regular_events import services
from tournaments.regular_events.forms import RegularEventForm

UNPROCESSABLE = 422


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@answers_refusals
def of_club(request: HttpRequest, slug: str) -> HttpResponse:
    """List what a club holds regularly; organisers add one more."""
    club = get_object_or_404(Club, slug=slug)
    return _add(request, club) if request.method == "POST" else _page(request, club)


@login_required_keep_post
def _add(request: HttpRequest, club: Club) -> HttpResponse:
    if not club.can_organise(request.user):
        raise NotOrganiserError()
    form = RegularEventForm(request.POST, instance=RegularEvent(club=club))
    if not form.is_valid():
        return _page(request, club, form, UNPROCESSABLE)
    services.hold(club=club, actor=person(request), event=form.instance)
    services.make_due(now=timezone.now())
    messages.success(request, _("Listo: la próxima ya se puede anotar cuando falte poco."))
    return redirect("club_regular_events", club.slug)


def _page(
    request: HttpRequest, club: Club, form: RegularEventForm | None = None, status: int = 200
) -> HttpResponse:
    now = timezone.now()
    events = club.regular_events.exclude(weekdays="").select_related("club")
    organises = club.can_organise(request.user)
    context = {
        "club": club,
        "held": [
            (event, days_in_words(event), services.next_start(event, now)) for event in events
        ],
        "organises": organises,
        "is_stranded": club.holds_back(request.user)
        and club.role_of(request.user) in Membership.ORGANISERS
        and services.organiser_for(club) is None,
        "form": (form or RegularEventForm()) if organises else None,
    }
    return render(request, "tournaments/regular_events/of_club.html", context, status=status)


def days_in_words(event: RegularEvent) -> str:
    """Return the weekdays of an event."""
    if event.weekdays == EVERY_DAY:
        return _("todos los días")
    return ", ".join(str(WEEKDAYS[int(day)]).lower() for day in event.weekdays)


@signed_in_post
def end(request: HttpRequest, slug: str, event: int) -> HttpResponse:
    """End a regular event."""
    row = get_object_or_404(RegularEvent, pk=event, club__slug=slug)
    services.end(event_id=row.pk, actor=person(request))
    messages.success(request, _("Ya no se arma sola."))
    return redirect("club_regular_events", slug)
