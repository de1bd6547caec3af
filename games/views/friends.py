"""One's friends and where they are; the people of a table, to become friends with."""

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.access.guests import guest_of
from accounts.models import Friendship, User
from accounts.services.friends import friends_of, ties
from accounts.views.asked import signed_in
from games.live.whereabouts import whereabouts
from games.models import Seat
from games.views.answering import viewpoint_of


@require_safe
@signed_in
@never_cache
def friends(request: HttpRequest) -> HttpResponse:
    """Show requests to the reader, where their friends are, and their own unanswered requests."""
    user = cast("User", request.user)
    if user.is_guest:
        return render(request, "games/friends.html")
    awaiting = Friendship.objects.awaiting(user).filter(asker__is_active=True)
    unanswered = Friendship.objects.filter(asker=user, agreed_at=None, asked__is_active=True)
    context = {
        "awaiting": [row.asker for row in awaiting.select_related("asker").order_by("asked_at")],
        "friends": whereabouts(list(friends_of(user)), user),
        "unanswered": [
            row.asked for row in unanswered.select_related("asked").order_by("asked_at")
        ],
    }
    return render(request, "games/friends.html", context)


@require_safe
@never_cache
def people(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the people with accounts at a table, as a part of its menu."""
    viewpoint_of(request, pk)
    reader = None if guest_of(request) else request.user
    seats = Seat.objects.filter(game=pk, user__is_guest=False, user__is_active=True)
    others = [
        seat.user
        for seat in seats.exclude(user=request.user.pk).select_related("user").order_by("number")
        if seat.user is not None and not seat.user.is_robot
    ]
    context: dict[str, object] = {"game": pk, "needs_account": not isinstance(reader, User)}
    if isinstance(reader, User):
        known = ties(reader, [other.pk for other in others])
        context["people"] = [(other, known[other.pk]) for other in others]
    return render(request, "games/_people.html", context)
