"""Pages and addresses of OAuth 2: applications of a person, consent, and tokens for programs."""

import json
from http import HTTPStatus
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from oauth2_provider.models import Application
from oauth2_provider.views import AuthorizationView, RevokeTokenView, TokenView

from accounts.common.client_address import address_key, client_address
from accounts.common.errors import RefusedError, answers_refusals
from accounts.common.rate_limit import MINUTE, RateLimit
from accounts.common.requests import login_required_keep_post
from accounts.models import ApiToken, User
from accounts.sign_in.views import leave
from accounts.tokens import applications
from accounts.tokens.forms import ApplicationForm, ConsentForm

EXCHANGES = RateLimit("oauth", 300, MINUTE)  # by address; a secret of an application is slow


@require_http_methods(["GET", "HEAD", "POST"])
@login_required_keep_post
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]  # of allauth
@never_cache
def own_applications(request: HttpRequest) -> HttpResponse:
    """List the user's applications, and register one; its secret is shown once."""
    user = cast("User", request.user)
    form, registered, secret = ApplicationForm(request.POST or None), None, ""
    if request.method == "POST" and form.is_valid():
        try:
            registered, secret = applications.register_application(user=user, **form.cleaned_data)
        except RefusedError as error:
            form.add_error(None, error.message)
        else:
            form = ApplicationForm()
    context = {
        "applications": applications.applications_of(user),
        "form": form,
        "registered": registered,
        "secret": secret,
    }
    status = 422 if form.errors else 200
    return render(request, "accounts/tokens/applications.html", context, status=status)


@require_POST
@login_required_keep_post
@answers_refusals
def delete_application(request: HttpRequest, application: int) -> HttpResponse:
    """Delete one of the user's applications."""
    actor = cast("User", request.user)
    applications.delete_application(application_id=application, actor=actor)
    messages.success(request, _("La aplicación ya no existe."))
    return redirect("applications")


class ConsentView(AuthorizationView):  # type: ignore[misc]  # the toolkit is untyped
    """The page that asks a person what an application may do, for them or for one club."""

    template_name = "accounts/tokens/consent.html"
    form_class = ConsentForm

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "user": self.request.user}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add the application and the scopes in words, after a refused form, too."""
        context: dict[str, Any] = super().get_context_data(**kwargs)
        form, scopes = context.get("form"), context.get("scopes", [])
        if form is not None and form.is_bound:
            applications = Application.objects.filter(client_id=form.data.get("client_id"))
            context["application"] = applications.select_related("user").first()
            scopes = form.data.get("scope", "").split()
        words = dict(ApiToken.Scope.choices)
        context["scopes_descriptions"] = [words[each] for each in scopes if each in words]
        return context

    def form_valid(self, form: ConsentForm) -> HttpResponse:
        """Store the consent together with the code of the application."""
        try:
            with transaction.atomic():
                answer = cast("HttpResponse", super().form_valid(form))
                if "code" in parse_qs(urlsplit(answer.headers.get("Location", "")).query):
                    self._allow(form)
        except RefusedError:
            form.add_error("club", _("Eso ya no se puede: probá de nuevo."))
            return cast("HttpResponse", self.form_invalid(form))
        except Application.DoesNotExist:
            return HttpResponseBadRequest()
        return answer

    def _allow(self, form: ConsentForm) -> None:
        applications.allow_application(
            user=cast("User", self.request.user),
            application=Application.objects.get(client_id=form.cleaned_data["client_id"]),
            scopes=form.cleaned_data["scope"].split(),
            club_id=form.cleaned_data["club"],
            now=timezone.now(),
        )


_consent = ConsentView.as_view()


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def authorize(request: HttpRequest) -> HttpResponse:
    """Ask the person, and lead the browser back to the application."""
    answer = cast("HttpResponse", _consent(request))
    is_elsewhere = not answer.headers.get("Location", "/").startswith("/")
    if not is_elsewhere:
        return cast("HttpResponse", getattr(answer, "render", lambda: answer)())
    return leave(request, answer)


@csrf_exempt
@require_POST
def token(request: HttpRequest) -> HttpResponse:
    """Give an application tokens for a code, or for a refresh token."""
    return _limited(request, TokenView.as_view())


@csrf_exempt
@require_POST
def revoke(request: HttpRequest) -> HttpResponse:
    """Revoke a token that an application gives back (RFC 7009)."""
    return _limited(request, RevokeTokenView.as_view())


def _limited(request: HttpRequest, view: Any) -> HttpResponse:
    if EXCHANGES.is_exceeded(address_key(client_address(request))):
        body = {"error": "temporarily_unavailable"}
        headers = {"Retry-After": "60"}
        return JsonResponse(body, status=HTTPStatus.TOO_MANY_REQUESTS, headers=headers)
    return cast("HttpResponse", view(request))


@require_safe
def metadata(request: HttpRequest) -> HttpResponse:
    """Say where the addresses of OAuth 2 are (RFC 8414)."""
    origin = settings.SITE_URL or request.build_absolute_uri("/").rstrip("/")
    fields = {
        "issuer": origin,
        "authorization_endpoint": origin + reverse("oauth_authorize"),
        "token_endpoint": origin + reverse("oauth_token"),
        "revocation_endpoint": origin + reverse("oauth_revoke"),
        "scopes_supported": list(ApiToken.Scope.values),
        "response_types_supported": ["code"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": [
            "none",
            "client_secret_basic",
            "client_secret_post",
        ],
        "authorization_response_iss_parameter_supported": True,
        "service_documentation": origin + reverse("api_docs"),
    }
    headers = {"Access-Control-Allow-Origin": "*", "Cache-Control": "public, max-age=3600"}
    body = json.dumps(fields, indent=1)
    return HttpResponse(body, content_type="application/json", headers=headers)
