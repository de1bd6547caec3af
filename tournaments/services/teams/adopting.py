"""What a captain entered under a team's name before it was a team: theirs to say that it is its."""

from collections.abc import Collection, Sequence

from django.db import transaction
from django.db.models import Count, Q

from accounts.models import User
from accounts.values.skeletons import skeleton
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.models import Entry, RosterPlayer, Team
from tournaments.services.teams.locking import lock_captained


def to_be_adopted(team: Team, captain: User) -> Sequence[Entry]:
    """Return what a person entered as captain under the team's name, and is no named team's.

    It is a proposal: nothing is the team's until `adopt` says so. The latest come first.
    """
    own = Q(roster__user=captain, roster__number=RosterPlayer.CAPTAIN)
    found = Entry.objects.filter(own, competition__rehearsal="", complete_at__isnull=False)
    free = found.filter(Q(team=None) | Q(team__name="")).exclude(
        competition__in=team.entries.values("competition")
    )
    several = Entry.objects.filter(pk__in=free).annotate(size=Count("roster")).filter(size__gt=1)
    alike = skeleton(team.name)
    latest = several.select_related("competition__club").order_by("-created_at", "-pk")
    return [entry for entry in latest if skeleton(entry.name) == alike]


@retrying
@transaction.atomic
def adopt(*, team_id: int, entries: Collection[int], actor: User) -> None:
    """Let these entries be the team's, with what they played and won.

    Raises RefusedError `not-in-entry` for any that is not proposed, or what `lock_captained` does.
    """
    team = lock_captained(team_id, actor)
    proposed = {entry.pk for entry in to_be_adopted(team, actor)}
    if not proposed >= set(entries):
        raise RefusedError("not-in-entry")
    Entry.objects.filter(pk__in=entries).update(team=team)
