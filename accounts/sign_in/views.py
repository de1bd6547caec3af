"""View of a user's sessions, to end one or all others."""

from typing import cast

from allauth.usersessions.internal.flows.sessions import end_other_sessions, end_sessions
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.common.qr_codes import browser_and_system
from accounts.common.replayed_post import login_required_keep_post
from accounts.models import User


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
    named = request.POST.get("end", "")
    if named == "others":
        end_other_sessions(request, user)
        messages.success(request, _("Cerramos todas tus otras sesiones."))
    else:
        number = int(named) if named.isascii() and named.isdigit() and len(named) < 18 else 0
        end_sessions(request, [get_object_or_404(UserSession, pk=number, user=user)])
        messages.success(request, _("Cerramos esa sesión."))
    return redirect("usersessions_list")
