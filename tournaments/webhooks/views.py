"""The page of a club's webhooks, for its organisers."""

from collections.abc import Callable, Mapping
from typing import Final

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.clubs.errors import SecondFactorError
from accounts.common.errors import RefusedError
from accounts.common.requests import login_required_keep_post, person
from accounts.models import Club, Membership
from tournaments.common.errors import NotOrganiserError, answers_refusals, signed_in_post
from tournaments.models import Webhook
from tournaments.webhooks import services
from tournaments.webhooks.forms import WebhookForm
from tournaments.webhooks.queries import webhooks_of


@require_http_methods(["GET", "HEAD", "POST"])
@login_required_keep_post
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]  # of allauth
@never_cache
@answers_refusals
def webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    """List the webhooks of a club, and add one; its secret is shown once."""
    club = _organised(request, slug)
    form, secret = WebhookForm(request.POST or None), ""
    if request.method == "POST" and form.is_valid():
        try:
            _webhook, secret = services.create_webhook(
                club_id=club.pk, actor=person(request), now=timezone.now(), **form.cleaned_data
            )
        except RefusedError as error:
            form.add_error(None, error.message)
        else:
            form = WebhookForm()
    return _page(request, club, form, secret)


@require_POST
@login_required_keep_post
@reauthentication_required  # type: ignore[untyped-decorator]  # of allauth
@never_cache
@answers_refusals
def rotate(request: HttpRequest, slug: str, webhook: int) -> HttpResponse:
    """Make a new secret, and show it once."""
    club = _organised(request, slug)
    row = get_object_or_404(Webhook, pk=webhook, club=club)
    _row, secret = services.rotate_secret(
        webhook_id=row.pk, actor=person(request), now=timezone.now()
    )
    return _page(request, club, WebhookForm(), secret)


@signed_in_post
def act(request: HttpRequest, slug: str, webhook: int, act: str) -> HttpResponse:
    """Test a webhook, switch it, remove it, or send again what was not delivered."""
    action = ACTS.get(act)
    if action is None:
        raise Http404
    row = get_object_or_404(Webhook, pk=webhook, club__slug=slug)
    messages.success(request, action(request, row.pk))
    return redirect("club_webhooks", slug)


def _test(request: HttpRequest, pk: int) -> str:
    services.send_test(webhook_id=pk, actor=person(request), now=timezone.now())
    return _("Va una prueba: en unos segundos se ve acá cómo le fue.")


def _switch_on(request: HttpRequest, pk: int) -> str:
    services.change_webhook(webhook_id=pk, actor=person(request), is_on=True)
    return _("La dirección está prendida.")


def _switch_off(request: HttpRequest, pk: int) -> str:
    services.change_webhook(webhook_id=pk, actor=person(request), is_on=False)
    return _("La dirección está apagada: no se le avisa nada.")


def _resend(request: HttpRequest, pk: int) -> str:
    services.resend(webhook_id=pk, actor=person(request), now=timezone.now())
    return _("Se manda de nuevo lo que no se había entregado.")


def _remove(request: HttpRequest, pk: int) -> str:
    services.remove_webhook(webhook_id=pk, actor=person(request))
    return _("La dirección ya no está.")


ACTS: Final[Mapping[str, Callable[[HttpRequest, int], str]]] = {
    "test": _test,
    "on": _switch_on,
    "off": _switch_off,
    "resend": _resend,
    "remove": _remove,
}


def _organised(request: HttpRequest, slug: str) -> Club:
    club = get_object_or_404(Club, slug=slug)
    if club.role_of(request.user) not in Membership.ORGANISERS:
        raise NotOrganiserError()
    if club.holds_back(request.user):
        raise SecondFactorError()
    return club


def _page(request: HttpRequest, club: Club, form: WebhookForm, secret: str) -> HttpResponse:
    context = {"club": club, "webhooks": webhooks_of(club), "form": form, "secret": secret}
    status = 422 if form.errors else 200
    return render(request, "tournaments/webhooks/webhooks.html", context, status=status)
