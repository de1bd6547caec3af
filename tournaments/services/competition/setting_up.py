"""A competition set up in one go: its club is opened if there is none, and it takes entries."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import count
from typing import Final

from django.db import transaction

from accounts.models import Club, User
from accounts.services.clubs import open_club
from accounts.values.collation import SortKey
from accounts.values.skeletons import skeleton
from games.services.retry import retrying
from tournaments.models import AuditEvent, Competition
from tournaments.services.competition import announcing, lifecycle
from tournaments.services.competition.terms import Terms

SENT_TWICE: Final = timedelta(minutes=1)
"""How long after the first time the same answers are taken for the same tap."""


@dataclass(frozen=True, kw_only=True)
class NewClub:
    """A club to be opened: under `name`, or under the first free one that begins with `stem`."""

    name: str
    stem: str
    zone: str


@retrying
@transaction.atomic
def set_up(*, actor: User, home: Club | NewClub, terms: Terms, now: datetime) -> Competition:
    """Open what has to be opened; all of it, or nothing.

    Raises RefusedError `name-taken` for the club, and whatever `create_competition` does.
    """
    club = home if isinstance(home, Club) else _opened(actor, home)
    competition = announcing.create_competition(club=club, actor=actor, terms=terms, now=now)
    lifecycle.open_registration(competition_id=competition.pk, actor=actor, now=now)
    competition.refresh_from_db()
    return competition


def set_up_just_now(*, actor: User, terms: Terms, now: datetime) -> Competition | None:
    """Return what the same answers of this person have set up already: they were sent twice."""
    acts = AuditEvent.objects.filter(
        act=AuditEvent.Act.CREATE, actor=actor, at__gt=now - SENT_TWICE
    )
    created = [each.competition for each in acts.select_related("competition__club")]
    return next((each for each in created if _same(Terms.of(each), terms)), None)


def _same(stored: Terms, written: Terms) -> bool:
    """Compare what was chosen: a stored shape has become explicit in what it left open."""
    return (stored.told(), stored.shape.format) == (written.told(), written.shape.format)


def own_club(actor: User, name: str) -> Club | None:
    """Return the club that a person means: the one of that name, the first where none is named."""
    own = Club.objects.organised_by(actor).order_by(SortKey("name"))
    return (own.filter(skeleton=skeleton(name)) if name else own).first()


def _opened(owner: User, home: NewClub) -> Club:
    if home.name:
        return open_club(owner=owner, name=home.name, zone=home.zone)
    names = (home.stem if number == 1 else f"{home.stem} {number}" for number in count(1))
    taken = set(Club.objects.values_list("skeleton", flat=True))
    free = next(name for name in names if skeleton(name) not in taken)
    return open_club(owner=owner, name=free, zone=home.zone)
