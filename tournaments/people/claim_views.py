"""Views of claims: an account says who it is at a club, and others confirm it."""

from http import HTTPStatus
from typing import cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from accounts.common.qr_codes import qr
from accounts.common.rate_limit import refuse_guess
from accounts.common.requests import login_required_keep_post
from accounts.common.requests import person as reader_of
from accounts.models import User
from tournaments.common.errors import answers_refusals, signed_in_post
from tournaments.models import Person, PersonClaim
from tournaments.people import claims
from tournaments.people.errors import NoSuchPersonError
from tournaments.people.queries import PersonPage


@signed_in_post
def claim(request: HttpRequest, pk: int) -> HttpResponse:
    """Claim this person for the reader, who may see the person's page."""
    rows = Person.objects.filter(forgotten_at=None).select_related("club", "user")
    person = get_object_or_404(rows, pk=pk)
    if not person.is_known:
        raise NoSuchPersonError()
    page = PersonPage.of(person, request.user)
    if not (page.organises or page.places):
        raise Http404
    claims.claim_person(person_id=pk, user=reader_of(request), now=timezone.now())
    messages.success(request, _("Listo: falta que lo confirme alguien del club."))
    return redirect("person", pk)


@signed_in_post
def confirm(request: HttpRequest, claim_id: int) -> HttpResponse:
    """Confirm whose a person is."""
    person = claims.confirm_claim(claim_id=claim_id, actor=reader_of(request), now=timezone.now())
    messages.success(request, _("Confirmado: la historia y los puntos son de esa cuenta."))
    return redirect("person", person.pk)


@signed_in_post
def close(request: HttpRequest, claim_id: int) -> HttpResponse:
    """Refuse a claim, withdraw it, or take it back."""
    person_claim = get_object_or_404(PersonClaim, pk=claim_id)
    claims.close_claim(claim_id=claim_id, actor=reader_of(request), now=timezone.now())
    messages.success(request, _("Listo: cada uno tiene lo que era suyo."))
    return redirect("person", person_claim.person_id)


@signed_in_post
@sensitive_variables("token")
def invite(request: HttpRequest, pk: int) -> HttpResponse:
    """Create the link of a person and show it once, with its QR code."""
    person = get_object_or_404(Person.objects.select_related("club"), pk=pk)
    token = claims.invite_person(person_id=pk, actor=reader_of(request), now=timezone.now())
    link = request.build_absolute_uri(reverse("accept_person", args=[token]))
    context = {
        "club": person.club,
        "person": person,
        "link": link,
        "qr": qr(link),
        "days": claims.INVITATION_LIFE.days,
    }
    return render(request, "tournaments/people/invitation.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required_keep_post
@answers_refusals
@sensitive_variables("token")
def accept(request: HttpRequest, token: str) -> HttpResponse:
    """Show the person of an invitation, and assign them to the reader's account."""
    now = timezone.now()
    person = claims.invited_person(token, now)
    if person is None and (refusal := refuse_guess(request)):
        return refusal
    if request.method == "POST":
        claimed = claims.accept_invitation(token=token, user=cast("User", request.user), now=now)
        messages.success(request, _("Bienvenido: tu historia en el club ya es de tu cuenta."))
        return redirect("person", claimed.pk)
    status = HTTPStatus.OK if person is not None else HTTPStatus.NOT_FOUND
    context = {"person": person, "club": person and person.club}
    return render(request, "tournaments/people/accept.html", context, status=status)
