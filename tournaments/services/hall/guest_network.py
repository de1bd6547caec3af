"""The Wi-Fi for guests: a club's own, or that of one event elsewhere."""

from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from accounts.values.wifi import is_network
from games.services.refusals import RefusedError
from tournaments.models import AuditEvent, Competition, GuestNetwork
from tournaments.services import audit
from tournaments.services.competition.lifecycle import require_organiser
from tournaments.services.locks import lock_competition


@transaction.atomic
def set_network(
    *,
    competition_id: int,
    actor: User,
    name: str,
    password: str,
    is_hidden: bool,
    of_club: bool,
    now: datetime,
) -> None:
    """Keep the network of an event, or of its whole club; without a name there is none.

    Raises RefusedError `not-organiser` or `bad-network`.
    """
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    own = None if of_club else competition
    kept: dict[str, Any] = {"club": competition.club, "competition": own}
    if of_club:
        GuestNetwork.objects.filter(competition=competition).delete()
    if not name:
        GuestNetwork.objects.filter(**kept).delete()
    elif not is_network(name, password):
        raise RefusedError("bad-network")
    else:
        told = {"name": name, "password": password, "is_hidden": is_hidden}
        GuestNetwork.objects.update_or_create(**kept, defaults=told)
    audit.record(AuditEvent.Act.SET_NETWORK, competition=competition, actor=actor, now=now)


def network_of(competition: Competition) -> GuestNetwork | None:
    """Return the network to be shown where a competition is played: its own before its club's."""
    own = GuestNetwork.objects.filter(competition=competition).first()
    club = GuestNetwork.objects.filter(club=competition.club_id, competition=None)
    return own or club.first()
