"""Views of friendship: htmx gets the updated fragment, a plain form a page."""

from collections.abc import Callable
from http import HTTPStatus
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRefresh

from accounts.common.errors import RefusedError, answers_refusals
from accounts.common.requests import is_part, login_required_keep_post, page_before
from accounts.friends import links
from accounts.friends import services as friends
from accounts.models import User
from accounts.profiles.views import own_page

CONFLICT = 409


@require_POST
@login_required_keep_post
@never_cache
@answers_refusals
def add(request: HttpRequest, user_id: int) -> HttpResponse:
    """Ask a person to be a friend, or accept their request."""
    user = cast("User", request.user)
    return _done(
        request,
        user_id,
        lambda: friends.request_friendship(user=user, other_id=user_id, now=timezone.now()),
    )


@require_POST
@login_required_keep_post
@never_cache
@answers_refusals
def decline(request: HttpRequest, user_id: int) -> HttpResponse:
    """Decline a person's request for good, without answering it."""
    user = cast("User", request.user)
    return _done(
        request, user_id, lambda: friends.decline(user=user, other_id=user_id, now=timezone.now())
    )


@require_POST
@login_required_keep_post
@never_cache
@answers_refusals
def part(request: HttpRequest, user_id: int) -> HttpResponse:
    """End a friendship, or withdraw the user's own request."""
    user = cast("User", request.user)
    return _done(
        request,
        user_id,
        lambda: friends.remove_friend(user=user, other_id=user_id, now=timezone.now()),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@answers_refusals
def link(request: HttpRequest, token: str) -> HttpResponse:
    """Show whose link this is; a POST makes the two friends."""
    person = links.person_behind(token)
    if person is None:
        return render(request, "accounts/friends/link.html", status=HTTPStatus.GONE)
    if request.method == "POST":
        return _befriend(request, person)
    return render(request, "accounts/friends/link.html", {"person": person})


@login_required_keep_post
def _befriend(request: HttpRequest, person: User) -> HttpResponse:
    user = cast("User", request.user)
    friends.befriend(user=user, other_id=person.pk, now=timezone.now())
    return redirect("friends")


def _done(request: HttpRequest, user_id: int, act: Callable[[], object]) -> HttpResponse:
    """Run the action and show the new relation of the two, or a refusal in its place."""
    if not is_part(request):
        act()
        return redirect(own_page(request, request.POST.get("next", "") or page_before(request)))
    refused, status = None, 200
    try:
        act()
    except RefusedError as error:
        refused, status = error, error.status
    if refused is None and "next" in request.POST:  # the page shows more than their relation
        return HttpResponseClientRefresh()
    other = get_object_or_404(User, pk=user_id)
    tie = friends.ties(cast("User", request.user), [user_id])[user_id]
    context = {"person": other, "tie": tie, "refused": refused}
    return render(request, "accounts/friends/_tie.html", context, status=status)
