"""Pages of a club's venues: rooms, nights, closed days."""

from datetime import time
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.common.requests import login_required_keep_post, person
from accounts.models import Club
from accounts.names.validation import validate_shown_name
from accounts.profiles.forms import TidyField
from tournaments.common.errors import (
    NotOrganiserError,
    answers_refusals,
    refusal,
    signed_in_form,
    signed_in_post,
)
from tournaments.models import ClosedDay, Match, Venue
from tournaments.models.venues import MOST_TABLES
from tournaments.venues import club_venues

HOUR = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")


class VenueForm(forms.Form):
    """A room: where it is, how many tables it has, and on which nights it is free."""

    name = TidyField(label=_("Nombre"), max_length=60, validators=[validate_shown_name])
    address = TidyField(
        label=_("Dirección"),
        max_length=120,
        required=False,
        validators=[validate_shown_name],
        help_text=_("Calle, número y ciudad: con eso se busca en el mapa."),
    )
    town = TidyField(
        label=_("Ciudad"),
        max_length=60,
        required=False,
        validators=[validate_shown_name],
        help_text=Venue._meta.get_field("town").help_text,
    )
    table_count = forms.IntegerField(
        label=_("Mesas"),
        min_value=1,
        max_value=MOST_TABLES,
        help_text=_("Cuántos partidos se juegan a la vez."),
    )

    def __init__(self, *args: Any, venue: Venue | None = None, **kwargs: Any) -> None:
        nights = {night.weekday: night for night in venue.nights.all()} if venue else {}
        if venue is not None:
            kwargs["initial"] = {
                "name": venue.name,
                "address": venue.address,
                "town": venue.town,
                "table_count": venue.table_count,
            }
        super().__init__(*args, **kwargs)
        for weekday in Venue.Weekday:
            night = nights.get(weekday)
            for end, label in (("from", _("desde")), ("to", _("hasta"))):
                at = night and (night.opens_at if end == "from" else night.closes_at)
                self.fields[f"{end}-{weekday.value}"] = forms.TimeField(
                    label=label, required=False, initial=at, widget=HOUR
                )

    @property
    def nights(self) -> list[tuple[str, forms.BoundField, forms.BoundField]]:
        """Return the name of each day of the week with its two fields."""
        return [
            (str(day.label), self[f"from-{day.value}"], self[f"to-{day.value}"])
            for day in Venue.Weekday
        ]

    def clean(self) -> dict[str, Any]:
        """Refuse a night with one hour, or with twice the same."""
        super().clean()
        for day in Venue.Weekday:
            opens, closes = (self.cleaned_data.get(f"{end}-{day.value}") for end in ("from", "to"))
            if (opens is None) != (closes is None) or (opens is not None and opens == closes):
                raise ValidationError(
                    gettext("El %(day)s lleva dos horas distintas, o ninguna.")
                    % {"day": day.label},
                    code="night",
                )
        return self.cleaned_data

    def terms(self) -> dict[str, Any]:
        """Return what the service takes."""
        nights: dict[int, tuple[time, time]] = {
            day.value: (
                self.cleaned_data[f"from-{day.value}"],
                self.cleaned_data[f"to-{day.value}"],
            )
            for day in Venue.Weekday
            if self.cleaned_data[f"from-{day.value}"] is not None
        }
        terms = {
            name: self.cleaned_data[name] for name in ("name", "address", "town", "table_count")
        }
        return terms | {"nights": nights}


class ClosedDayForm(forms.Form):
    """A day on which a venue is closed, or the whole club."""

    day = forms.DateField(label=_("Día"), widget=forms.DateInput(attrs={"type": "date"}))
    venue = forms.ModelChoiceField(
        Venue.objects.none(), label=_("Dónde"), required=False, empty_label=_("En todo el club")
    )
    reason = TidyField(
        label=_("Motivo"), max_length=60, required=False, validators=[validate_shown_name]
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["venue"].queryset = club.venues.all()  # type: ignore[attr-defined]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@answers_refusals
def venues(request: HttpRequest, slug: str) -> HttpResponse:
    """List the venues of a club; organisers add one."""
    club = get_object_or_404(Club, slug=slug)
    if request.method != "POST":
        return _list(request, club)
    return _save(request, club, None)


@signed_in_form
def venue(request: HttpRequest, slug: str, venue: int) -> HttpResponse:
    """Change a venue, or remove it."""
    club = _organised_club(request, slug)
    row = get_object_or_404(club.venues.select_related("club"), pk=venue)
    if request.method != "POST":
        return _edit(request, club, row, VenueForm(venue=row))
    if "remove" in request.POST:
        club_venues.remove_venue(venue=row, actor=person(request))
        messages.success(request, gettext("El lugar ya no está."))
        return redirect("club_venues", slug)
    return _save(request, club, row)


@signed_in_post
def closed_days(request: HttpRequest, slug: str) -> HttpResponse:
    """Close a venue or the club on a day, or open it again."""
    club = _organised_club(request, slug)
    actor, removed = person(request), request.POST.get("remove", "")
    if removed.isascii() and removed.isdigit() and len(removed) < 16:
        club_venues.reopen_day(club=club, actor=actor, closed_id=int(removed))
        messages.success(request, gettext("Ese día vuelve a estar libre."))
        return redirect("club_venues", slug)
    form = ClosedDayForm(request.POST, club=club)
    if not form.is_valid():
        return _list(request, club, closed=form, status=422)
    club_venues.close_day(club=club, actor=actor, **form.cleaned_data)
    standing = _standing_on(club, form)
    if standing:
        words = ngettext(
            "Anotado. Ese día hay %(number)s partido con hora: hay que moverlo.",
            "Anotado. Ese día hay %(number)s partidos con hora: hay que moverlos.",
            standing,
        )
        messages.warning(request, words % {"number": standing})
    else:
        messages.success(request, gettext("Listo, guardamos tus cambios."))
    return redirect("club_venues", slug)


def _standing_on(club: Club, form: ClosedDayForm) -> int:
    """Count the matches to come on a day that was just closed."""
    closed = form.cleaned_data["venue"]
    matches = Match.objects.undecided().filter(venue__club=club)
    if closed is not None:
        matches = matches.filter(venue=closed)
    with timezone.override(club.zone):
        return matches.filter(scheduled_at__date=form.cleaned_data["day"]).count()


def _organised_club(request: HttpRequest, slug: str) -> Club:
    club = get_object_or_404(Club, slug=slug)
    if not club.can_organise(request.user):
        raise NotOrganiserError()
    return club


@login_required_keep_post
def _save(request: HttpRequest, club: Club, venue: Venue | None) -> HttpResponse:
    if not club.can_organise(request.user):
        raise NotOrganiserError()
    form = VenueForm(request.POST, venue=venue)
    is_valid = form.is_valid()
    if is_valid:
        try:
            club_venues.save_venue(
                club=club, actor=person(request), venue=venue, now=timezone.now(), **form.terms()
            )
        except club_venues.VenueNamedError as error:
            form.add_error("name", refusal(error.code))
        else:
            messages.success(request, gettext("Listo, guardamos tus cambios."))
            return redirect("club_venues", club.slug)
    if venue is None:
        return _list(request, club, new=form, status=422)
    return _edit(request, club, venue, form, status=422)


def _edit(
    request: HttpRequest, club: Club, venue: Venue, form: VenueForm, status: int = 200
) -> HttpResponse:
    context = {"club": club, "venue": venue, "form": form}
    return render(request, "tournaments/venues/venue.html", context, status=status)


def _list(
    request: HttpRequest,
    club: Club,
    *,
    new: VenueForm | None = None,
    closed: ClosedDayForm | None = None,
    status: int = 200,
) -> HttpResponse:
    organises = club.can_organise(request.user)
    today = timezone.localdate(timezone=timezone.get_current_timezone())
    days = ClosedDay.objects.filter(club=club, day__gte=today).select_related("venue")
    context = {
        "club": club,
        "organises": organises,
        "venues": club.venues.prefetch_related("nights"),
        "closed_days": days,
        "new_form": new or VenueForm(auto_id="new_%s"),
        "closed_form": closed or ClosedDayForm(club=club, auto_id="closed_%s"),
        "is_wrong": new is not None,
    }
    if request.method == "POST" and not organises:
        raise Http404
    return render(request, "tournaments/venues/venues.html", context, status=status)
