"""Two people against each other, and whom somebody met most."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from accounts.models import User
from tournaments.forms.history import HistoryForm
from tournaments.pages.people.rivals import head_to_head, rivals_of

OK, UNPROCESSABLE = 200, 422


@require_safe
def rivals(request: HttpRequest, username: str) -> HttpResponse:
    """List whom a player met most; `?rival=` leads to the page of the two."""
    player = _player(username)
    form = HistoryForm(request.GET)
    rival = form.cleaned_data["rival"] if form.is_valid() else None
    if rival is not None and rival != player:
        return redirect("against", player.username, rival.username)
    context = {"player": player, "rivals": rivals_of(player, request.user), "form": form}
    status = OK if form.is_valid() else UNPROCESSABLE
    return render(request, "tournaments/rivals.html", context, status=status)


@require_safe
def against(request: HttpRequest, username: str, rival: str) -> HttpResponse:
    """Show what two people played against each other, the last of it match by match."""
    player, other = _player(username), _player(rival)
    if player == other:
        return redirect("rivals", player.username)
    found = head_to_head(player, other, request.user)
    context = {"player": player, "found": found, "versus": found.versus}
    return render(request, "tournaments/against.html", context)


def _player(username: str) -> User:
    people = User.objects.filter(anonymised_at=None, is_guest=False, is_link=False)
    return get_object_or_404(people, username=username)
