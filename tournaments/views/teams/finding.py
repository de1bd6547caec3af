"""Which team a page is about."""

from django.http import Http404

from tournaments.models import Team


def find_team(pk: int) -> Team:
    """Return a team with a name, with those who lead it, or 404."""
    whole = Team.objects.named().select_related("club", "captain", "vice", "heir")
    team = whole.filter(pk=pk).first()
    if team is None:
        raise Http404
    return team
