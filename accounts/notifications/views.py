"""Views of a user's push notifications: enabled kinds and subscribed browsers."""

from typing import cast

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.common.errors import answers_refusals
from accounts.common.notification_types import KINDS
from accounts.common.requests import login_required_keep_post
from accounts.models import User
from accounts.notifications import services as notifications
from accounts.notifications.web_push import encode, point, site_key


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required_keep_post
def notices(request: HttpRequest) -> HttpResponse:
    """Show and change the kinds of notifications, and the subscription of this browser."""
    user = cast("User", request.user)
    if request.method == "POST":
        notifications.mute_notifications(
            user=user, kinds=KINDS.keys() - set(request.POST.getlist("kind"))
        )
        messages.success(request, _("Listo, guardamos tus cambios."))
        return redirect("notices")
    subscriptions = user.push_subscriptions
    context = {
        "kinds": [
            (code, kind.label, notifications.is_wanted(user, code)) for code, kind in KINDS.items()
        ],
        "key": encode(point(site_key(settings.VAPID_KEY).public_key())),
        "is_told_here": subscriptions.filter(session_key=request.session.session_key).exists(),
        "browsers": subscriptions.count(),
        "sends_mail": settings.SENDS_MAIL,
    }
    return render(request, "accounts/notifications/notices.html", context)


@require_POST
@login_required_keep_post
@answers_refusals
def subscribe(request: HttpRequest) -> HttpResponse:
    """Subscribe this browser; its script sends the data of its push service."""
    subscription = notifications.subscribe(
        user=cast("User", request.user),
        session_key=request.session.session_key or "",
        endpoint=request.POST.get("endpoint", ""),
        p256dh=request.POST.get("p256dh", ""),
        auth=request.POST.get("auth", ""),
        now=timezone.now(),
    )
    request.session[notifications.SUBSCRIPTION_KEY] = subscription.pk
    return HttpResponse(status=204)


@require_POST
@login_required_keep_post
def unsubscribe(request: HttpRequest) -> HttpResponse:
    """Unsubscribe this browser, or all browsers of the person."""
    if "everywhere" in request.POST:
        notifications.unsubscribe_everywhere(user=cast("User", request.user))
    else:
        notifications.unsubscribe(session_key=request.session.session_key or "")
    return redirect("notices")
