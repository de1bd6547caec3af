"""Taking a deleted person out of the teams they were in; the teams go on."""

from collections.abc import Callable
from typing import Final

from django.db.models import Q

from accounts.models import User
from tournaments.models import Team
from tournaments.services.teams.joining import resign
from tournaments.services.teams.leading import succeed

NAMES: Final = {"name": Team.LONG, "short_name": Team.SHORT}  # and their letters


def forget_in_teams(*, user: User, erase: Callable[[str], str]) -> None:
    """Take a person's names out of their teams', and what they are in them.

    Their places end with those of the club's memory (`services.entries.teams.forget`).
    """
    theirs = Q(captain=user) | Q(players__user=user)
    teams = Team.objects.named().filter(theirs).order_by("pk").distinct()
    for pk in list(teams.values_list("pk", flat=True)):
        team = Team.objects.select_for_update(of=("self",)).get(pk=pk)
        for name, length in NAMES.items():
            setattr(team, name, erase(getattr(team, name))[:length])
        team.save(update_fields=[*NAMES])
        resign(team, user.pk)
        if team.captain_id == user.pk:
            succeed(team)
