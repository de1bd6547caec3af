"""Views for organisers to create and revoke staff links, and for staff to enter by one."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.common.errors import RefusedError
from accounts.common.qr_codes import qr
from accounts.common.rate_limit import refuse_guess
from accounts.common.requests import person
from accounts.models import Club, Membership, User
from accounts.names.validation import validate_shown_name
from accounts.profiles.forms import TidyField
from tournaments.common.errors import (
    NotOrganiserError,
    answers_refusals,
    signed_in_form,
    signed_in_post,
)
from tournaments.common.lookups import find_competition
from tournaments.common.permissions import require_club_organiser
from tournaments.judging import officials
from tournaments.models import Competition, Official, StaffLink
from tournaments.staff_links import services as staff_links
from tournaments.staff_links.middleware import link_of
from tournaments.staff_links.queries import remaining_access
from tournaments.staff_links.services import LONGEST

ROLES = (
    (Official.Role.SCORER, _("anotador: lleva tantos y resultados")),
    (Official.Role.JUDGE, _("juez: además resuelve")),
    (Official.Role.DESK, _("mesa de control: lleva toda la competencia")),
)


class LinkForm(forms.Form):
    """The name of a link in the log, its role and its lifetime."""

    label = TidyField(
        label=_("Nombre"),
        max_length=40,
        validators=[validate_shown_name],
        help_text=_("Con este nombre queda anotado lo que se haga. Por ejemplo: Anotador patio."),
    )
    role = forms.ChoiceField(label=_("Función"), choices=ROLES, widget=forms.RadioSelect)
    days = forms.IntegerField(
        label=_("Días"),
        min_value=1,
        max_value=LONGEST.days,
        required=False,
        help_text=_("Vacío: sirve hasta el día después de la competencia."),
    )

    def terms(self) -> dict[str, Any]:
        """Return it as the service takes it."""
        cleaned = self.cleaned_data
        life = timedelta(days=cleaned["days"]) if cleaned["days"] else None
        return {"label": cleaned["label"], "role": cleaned["role"], "life": life}


ONLY_ITS_ORIGIN = "strict-origin"  # no address with a secret is sent on, not even to ourselves


@signed_in_form
def links(request: HttpRequest, pk: int) -> HttpResponse:
    """List the links of a competition, and make one more; its secret is shown this once."""
    competition = _owned(request, pk)
    form = LinkForm(request.POST or None, initial={"role": Official.Role.SCORER})
    if request.method != "POST":
        return _page(request, competition, form)
    if not form.is_valid():
        return _page(request, competition, form, 422)
    actor, now = person(request), timezone.now()
    try:
        link, token = staff_links.make_link(competition_id=pk, actor=actor, now=now, **form.terms())
    except RefusedError as error:
        if error.code not in ("label-taken", "too-many-links"):
            raise
        form.add_error("label", error.message)
        return _page(request, competition, form, error.status)
    return _shown_once(request, link, token)


@signed_in_post
def revoke(request: HttpRequest, pk: int, link: int) -> HttpResponse:
    """Revoke a link and every session opened through it."""
    competition = _owned(request, pk)
    staff_link = get_object_or_404(competition.links.select_related("user"), pk=link)
    staff_links.revoke_link(link_id=staff_link.pk, actor=person(request), now=timezone.now())
    messages.success(request, gettext("%(label)s ya no puede entrar.") % {"label": staff_link.user})
    return redirect("competitions:links", pk)


@signed_in_form
def remaining(request: HttpRequest, slug: str, user_id: int) -> HttpResponse:
    """Show what a former organiser can still use, each with its button to end it."""
    club, former = get_object_or_404(Club, slug=slug), get_object_or_404(User, pk=user_id)
    actor, now = person(request), timezone.now()
    if not club.can_organise(actor):
        raise NotOrganiserError()
    left = remaining_access(club=club, user=former, now=now)
    role = club.role_of(former)
    if not left or role in Membership.ORGANISERS:
        return redirect("clubs:club", slug)
    if request.method != "POST":
        context = {"club": club, "former": former, "left": left, "is_member": bool(role)}
        return render(request, "tournaments/staff_links/remaining.html", context)
    for link in left.links:
        if request.POST.get("link") == str(link.pk):
            staff_links.revoke_link(link_id=link.pk, actor=actor, now=now)
    for post in left.posts:
        if request.POST.get("post") == str(post.pk):
            officials.dismiss_official(official_id=post.pk, actor=actor, now=now)
    return redirect("club_remaining_access", slug, user_id)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@answers_refusals
def enter(request: HttpRequest, token: str) -> HttpResponse:
    """Show what a link is for; a click exchanges it for a session that is good for that alone."""
    now = timezone.now()
    try:
        link = staff_links.find_link(token=token, now=now)
    except RefusedError:
        if refusal := refuse_guess(request):
            return refusal
        raise
    if request.method == "POST":
        return _let_in(request, token, now)
    context = {"link": link, "competition": link.competition, "held": link_of(request)}
    answer = render(request, "tournaments/staff_links/link.html", context)
    answer.headers["Referrer-Policy"] = ONLY_ITS_ORIGIN
    return answer


def _let_in(request: HttpRequest, token: str, now: datetime) -> HttpResponse:
    """Start a fresh session for the link, ending the browser's earlier session."""
    link = staff_links.open_link(token=token, now=now)
    request.session.flush()
    login(request, link.user, backend=settings.AUTHENTICATION_BACKENDS[0])
    if link.expires_at is not None:
        request.session.set_expiry(link.expires_at)
    if link.role == Official.Role.DESK:
        return redirect("competitions:manage", link.competition_id)
    return redirect("judging_now")


def _owned(request: HttpRequest, pk: int) -> Competition:
    """Return a competition of the reader's club; link holders cannot make links."""
    competition = find_competition(request, pk)
    require_club_organiser(competition, person(request))
    return competition


def _shown_once(request: HttpRequest, link: StaffLink, token: str) -> HttpResponse:
    address = request.build_absolute_uri(reverse("staff_link", args=[token]))
    context = {
        "competition": link.competition,
        "link": link,
        "address": address,
        "qr": qr(address),
    }
    return render(request, "tournaments/staff_links/link_made.html", context)


def _page(
    request: HttpRequest, competition: Competition, form: LinkForm, status: int = 200
) -> HttpResponse:
    standing = competition.links.standing().select_related("user", "created_by")
    context = {"competition": competition, "form": form, "links": standing}
    return render(request, "tournaments/staff_links/links.html", context, status=status)
