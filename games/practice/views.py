"""The page of a person's practice."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.models import User
from games.practice.queries import medals_of, practice_of


@require_GET
@never_cache
def practice(request: HttpRequest) -> HttpResponse:
    """Show level, streak, quests and achievements; a visitor sees how they begin."""
    user = request.user if isinstance(request.user, User) else User(pk=0)
    medals = medals_of(user)
    context = {
        "practice": practice_of(user, timezone.now()),
        "medals_shown": medals,
        "earned": sum(medal.is_earned for medal in medals),
        "is_visitor": not user.pk,
    }
    return render(request, "games/practice/practice.html", context)
