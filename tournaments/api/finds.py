"""Rows that a caller may see; what they may not see is 404."""

from django.http import Http404
from django.shortcuts import get_object_or_404

from accounts.models import Club
from tournaments.api.callers import Caller
from tournaments.common.errors import NotOrganiserError
from tournaments.models import Competition, Entry, Match
from tournaments.models.competitions import run_by


def find_club(slug: str) -> Club:
    return get_object_or_404(Club, slug=slug)


def find_organised_club(caller: Caller, slug: str) -> Club:
    """Return a club; raise RefusedError `other-club` or `not-organiser`."""
    club = find_club(slug)
    caller.require_club(club.pk)
    if not caller.organises(club):
        raise NotOrganiserError()
    return club


def find_competition(caller: Caller, pk: int) -> Competition:
    rows = caller.competitions().select_related("club", "champion")
    return get_object_or_404(rows, pk=pk)


def find_organised(caller: Caller, pk: int) -> Competition:
    """Return a competition that the caller runs; raise `other-club` or `not-organiser`."""
    competition = find_competition(caller, pk)
    caller.require_club(competition.club_id)
    if not Competition.objects.filter(run_by(caller.user), pk=pk).exists():
        raise NotOrganiserError()
    return competition


def find_entry(caller: Caller, pk: int) -> Entry:
    """Return an entry of a competition that the caller may see."""
    entry = get_object_or_404(Entry.objects.select_related("competition__club"), pk=pk)
    find_competition(caller, entry.competition_id)
    return entry


def find_entry_to_change(caller: Caller, pk: int) -> Entry:
    """Return an entry; raise RefusedError `other-club` unless the token may act in its club."""
    entry = find_entry(caller, pk)
    caller.require_club(entry.competition.club_id)
    return entry


def find_match(caller: Caller, pk: int) -> Match:
    """Return a match of a competition that the caller may see."""
    match = get_object_or_404(Match.objects.filter(round__isnull=False), pk=pk)
    if match.competition is None:
        raise Http404
    find_competition(caller, match.competition.pk)
    return match
