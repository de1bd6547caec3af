"""The column roles that a club's organisers chose, remembered for their next file."""

import hashlib
import json
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction

from accounts.models import User
from tournaments.common.locks import lock_competition
from tournaments.common.permissions import require_organiser
from tournaments.entry_import.columns import roles_offered
from tournaments.entry_import.table import key_of
from tournaments.models import ColumnChoice, Competition

REMEMBERED: Final = 20  # the latest choices of a club


def columns_chosen(competition: Competition) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Return a club's choices by column titles, if all their roles exist for this team size."""
    offered = {*roles_offered(competition.players_per_side)}
    chosen = competition.club.column_choices.all()
    return {tuple(each.titles): tuple(each.roles) for each in chosen if offered >= {*each.roles}}


@transaction.atomic
def choose_columns(
    *, competition_id: int, actor: User, titles: Sequence[str], roles: Sequence[str], now: datetime
) -> None:
    """Store the roles of columns with these titles for the club of a competition.

    Raises RefusedError `not-organiser`.
    """
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    key = key_of(titles)
    ColumnChoice.objects.update_or_create(
        club=competition.club,
        digest=hashlib.sha256(json.dumps(key).encode()).hexdigest(),
        defaults={"titles": key, "roles": [*roles], "chosen_at": now},
    )
    latest = competition.club.column_choices.values("pk")[:REMEMBERED]
    competition.club.column_choices.exclude(pk__in=[each["pk"] for each in latest]).delete()
