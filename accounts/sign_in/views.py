"""Views of sign-in: a user's sessions, and the ways to providers and back from them."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec, cast

import requests
from allauth.account.internal.stagekit import clear_login
from allauth.account.views import request_login_code as allauth_request_login_code
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.providers.apple import views as apple
from allauth.socialaccount.providers.openid_connect import views as openid_connect
from allauth.usersessions.internal.flows.sessions import end_other_sessions, end_sessions
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.common.client_address import address_key, client_address
from accounts.common.rate_limit import MINUTE, RateLimit
from accounts.common.requests import login_required_keep_post
from accounts.models import User
from accounts.sign_in.providers import offered_providers
from accounts.sign_in.user_agents import browser_and_system

Parameters = ParamSpec("Parameters")
View = Callable[Concatenate[HttpRequest, Parameters], HttpResponse]
NONSENSE = (AttributeError, KeyError, TypeError, ValueError)  # of allauth, for a malformed answer
PROVIDER_TRIPS = RateLimit("providers", 300, MINUTE)  # each asks another server


def provider_view(
    key: str | None,
) -> Callable[[View[Parameters]], View[Parameters]]:
    """Let a view of allauth run for a provider that is offered at this host; else 404.

    Without a key it is the argument `provider_id`. What goes wrong at the provider, or in what it
    answers, is one page.
    """

    def decorate(view: View[Parameters]) -> View[Parameters]:
        @wraps(view)
        def wrapper(
            request: HttpRequest, /, *args: Parameters.args, **kwargs: Parameters.kwargs
        ) -> HttpResponse:
            provider = key or kwargs.get("provider_id")
            if provider not in {each.key for each in offered_providers(request)}:
                raise Http404
            if PROVIDER_TRIPS.is_exceeded(address_key(client_address(request))):
                return render(request, "429.html", status=HTTPStatus.TOO_MANY_REQUESTS)
            try:
                return view(request, *args, **kwargs)
            except ImmediateHttpResponse as answer:
                return cast("HttpResponse", answer.response)
            except (requests.RequestException, *NONSENSE):
                page = "socialaccount/authentication_error.html"
                return render(request, page, status=HTTPStatus.BAD_GATEWAY)

        return wrapper

    return decorate


def leave(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Return a page that leads to another site, instead of a redirect there.

    A browser checks redirects after a form against `form-action`, and another site may redirect
    further, to hosts that nobody knows.
    """
    if answer.status_code != HTTPStatus.FOUND:
        return answer
    target = answer.headers["Location"]
    page = render(request, "accounts/sign_in/leaving.html", {"target": target})
    page.headers["Refresh"] = f"0;url={target}"
    return page


@require_POST
@provider_view(None)
def to_openid_connect(request: HttpRequest, provider_id: str) -> HttpResponse:
    """Send the reader to a provider, to sign in there or to link it to their account."""
    return leave(request, openid_connect.login(request, provider_id))


@require_safe
@provider_view(None)
def from_openid_connect(request: HttpRequest, provider_id: str) -> HttpResponse:
    """Sign in who comes back from a provider."""
    return cast("HttpResponse", openid_connect.callback(request, provider_id))


@require_POST
@provider_view("apple")
def to_apple(request: HttpRequest) -> HttpResponse:
    """Send the reader to Apple."""
    return leave(request, apple.oauth2_login(request))


@csrf_exempt
@require_POST
@provider_view("apple")
def from_apple(request: HttpRequest) -> HttpResponse:
    """Take the form that Apple sends through the browser, which comes without cookies.

    Its part `user` is not signed, but allauth would take an address from it; the token has one.
    """
    for method in ("POST", "GET"):
        fields = getattr(request, method).copy()
        fields.pop("user", None)
        setattr(request, method, fields)
    return cast("HttpResponse", apple.apple_post_callback(request))


@require_safe
@provider_view("apple")
def finish_apple(request: HttpRequest) -> HttpResponse:
    """Sign in who comes back from Apple."""
    return cast("HttpResponse", apple.oauth2_finish_login(request))


@require_http_methods(["GET", "HEAD", "POST"])
def request_login_code(request: HttpRequest) -> HttpResponse:
    """Ask for an e-mail with a code to sign in; a site without mail has none."""
    if not settings.SENDS_MAIL:
        return redirect("account_login")
    if request.method != "POST":
        clear_login(request)  # a code that was asked for before, perhaps for a mistyped address
    return cast("HttpResponse", allauth_request_login_code(request))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required_keep_post
def sessions(request: HttpRequest) -> HttpResponse:
    """List the user's sessions; end one of them (`end`), or all but this one."""
    user = cast("User", request.user)
    if request.method == "POST":
        return _end(request, user)
    rows = sorted(UserSession.objects.purge_and_list(user), key=lambda row: row.created_at)
    listed = [(row, browser_and_system(row.user_agent), row.is_current()) for row in reversed(rows)]
    return render(request, "accounts/sign_in/sessions.html", {"sessions": listed})


def _end(request: HttpRequest, user: User) -> HttpResponse:
    value = request.POST.get("end", "")
    if value == "others":
        end_other_sessions(request, user)
        messages.success(request, _("Cerramos todas tus otras sesiones."))
    else:
        number = int(value) if value.isascii() and value.isdigit() and len(value) < 18 else 0
        end_sessions(request, [get_object_or_404(UserSession, pk=number, user=user)])
        messages.success(request, _("Cerramos esa sesión."))
    return redirect("usersessions_list")
