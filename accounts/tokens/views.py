"""Pages of API tokens: a person's own, and those of a club."""

from typing import cast

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.clubs.errors import NotOrganiserError, SecondFactorError
from accounts.common.errors import RefusedError, answers_refusals
from accounts.common.requests import login_required_keep_post
from accounts.models import ApiToken, Club, Membership, User
from accounts.tokens import services as tokens
from accounts.tokens.forms import TokenForm


@require_http_methods(["GET", "HEAD", "POST"])
@login_required_keep_post
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]  # of allauth
@never_cache
@answers_refusals
def own_tokens(request: HttpRequest) -> HttpResponse:
    """List the user's tokens, and create one; its secret is shown once."""
    return _page(request, None)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required_keep_post
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]  # of allauth
@never_cache
@answers_refusals
def club_tokens(request: HttpRequest, slug: str) -> HttpResponse:
    """List the tokens of a club to its organisers, and create one."""
    club = get_object_or_404(Club, slug=slug)
    if club.role_of(request.user) not in Membership.ORGANISERS:
        raise NotOrganiserError()
    if club.holds_back(request.user):
        raise SecondFactorError()
    return _page(request, club)


@require_POST
@login_required_keep_post
@answers_refusals
def revoke(request: HttpRequest, token: int) -> HttpResponse:
    """Revoke one of the user's own tokens."""
    tokens.revoke_token(token_id=token, actor=cast("User", request.user), now=timezone.now())
    messages.success(request, _("El token ya no sirve."))
    return redirect("tokens")


@require_POST
@login_required_keep_post
@answers_refusals
def revoke_of_club(request: HttpRequest, slug: str, token: int) -> HttpResponse:
    """Revoke a token of a club; its organisers may."""
    api_token = get_object_or_404(ApiToken, pk=token, club__slug=slug)
    tokens.revoke_token(token_id=api_token.pk, actor=cast("User", request.user), now=timezone.now())
    messages.success(request, _("El token ya no sirve."))
    return redirect("clubs:tokens", slug)


def _page(request: HttpRequest, club: Club | None) -> HttpResponse:
    user, now = cast("User", request.user), timezone.now()
    form, secret = TokenForm(request.POST or None), ""
    if request.method == "POST" and form.is_valid():
        try:
            _token, secret = tokens.create_token(
                user=user, club_id=None if club is None else club.pk, now=now, **form.cleaned_data
            )
        except RefusedError as error:
            form.add_error(None, error.message)
        else:
            form = TokenForm()
    context = {
        "club": club,
        "tokens": tokens.tokens_of(club or user, now),
        "form": form,
        "secret": secret,
    }
    status = 422 if form.errors else 200
    return render(request, "accounts/tokens/tokens.html", context, status=status)
