"""The page of a ladder: its places, the reader's challenge, and the acts of both sides."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.common.requests import person
from tournaments.challenges import services as challenges
from tournaments.challenges.queries import ladder_of, read_ladder, takes_challenges
from tournaments.common.errors import BadlyWrittenError, refuse, signed_in_post
from tournaments.common.lookups import find_competition
from tournaments.formats.catalogue import by_challenge
from tournaments.models import Challenge, Competition, Entry, Group

ACTS: Final[Mapping[str, tuple[Callable[..., None], Any]]] = {
    "accept": (
        partial(challenges.answer, accepts=True),
        _("Aceptado: ahora pónganse de acuerdo en la hora."),
    ),
    "refuse": (partial(challenges.answer, accepts=False), _("Rechazaste el desafío.")),
    "take-back": (challenges.take_back, _("Retiraste el desafío.")),
}


class ChallengeForm(forms.Form):
    """The two entries of a challenge, by number."""

    challenger = forms.IntegerField(min_value=1, max_value=2**31 - 1)
    challenged = forms.IntegerField(min_value=1, max_value=2**31 - 1)


@require_safe
@never_cache
def ladder(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the ladder of a competition; 404 where there is none."""
    competition = find_competition(request, pk)
    group = _group_of(competition)
    own = _own_entry(request, competition)
    if own is not None and ladder_of(own) is None:
        own = None
    view = read_ladder(group, own, timezone.now())
    context = {
        "competition": competition,
        "stage": group.stage,
        "ladder": view,
        "organises": competition.organised,  # type: ignore[attr-defined]  # annotated
        "is_running": takes_challenges(competition),
    }
    return render(request, "tournaments/challenges/ladder.html", context)


@signed_in_post
def challenge(request: HttpRequest, pk: int) -> HttpResponse:
    """Challenge an entry, as one of the challenger's own or as an organiser."""
    competition, form = find_competition(request, pk), ChallengeForm(request.POST)
    if not form.is_valid():
        return refuse(request, BadlyWrittenError())
    sides = form.cleaned_data
    challenger = get_object_or_404(competition.entries, pk=sides["challenger"])
    get_object_or_404(competition.entries, pk=sides["challenged"])
    created = challenges.send_challenge(
        challenger_id=challenger.pk,
        challenged_id=sides["challenged"],
        actor=person(request),
        now=timezone.now(),
    )
    messages.success(request, _("Desafío hecho: %(who)s.") % {"who": created})
    return redirect("competitions:ladder", pk)


@signed_in_post
def change_challenge(request: HttpRequest, pk: int, challenge: int, act: str) -> HttpResponse:
    """Accept, refuse or take back a challenge."""
    competition = find_competition(request, pk)
    if act not in ACTS:
        raise Http404
    row = get_object_or_404(Challenge, pk=challenge, group__stage__competition=competition)
    service, message = ACTS[act]
    service(challenge_id=row.pk, actor=person(request), now=timezone.now())
    messages.success(request, message)
    row.refresh_from_db()
    if row.match_id is not None:
        return redirect("match", row.match_id)
    return redirect("competitions:ladder", pk)


def _group_of(competition: Competition) -> Group:
    groups = Group.objects.filter(stage__competition=competition, stage__format__in=by_challenge())
    return get_object_or_404(groups.select_related("stage__competition__club"))


def _own_entry(request: HttpRequest, competition: Competition) -> Entry | None:
    own: Any = competition.own_id  # type: ignore[attr-defined]  # annotated
    entries = competition.entries.select_related("competition")
    return entries.filter(pk=own).first() if own else None
