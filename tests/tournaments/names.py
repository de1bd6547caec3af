"""Events of names that their players take by QR, for tests."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from tests.accounts.people import a_guest
from tests.runner.arranged import arranged
from tests.tournaments.cups import a_cup
from tournaments.draw import services as draw
from tournaments.entries import services as entries
from tournaments.entries.rosters import NamedPlayer
from tournaments.lifecycle import services as lifecycle
from tournaments.lifecycle.services import play_on_screen
from tournaments.models import Competition, NameClaim, RosterPlayer
from tournaments.name_claims import services as name_claims
from tournaments.name_claims.networks import NOWHERE, Origin

PAIRS = (("Ana", "Beto"), ("Carla", "Dani"), ("Eli", "Fede"), ("Gabi", "Hugo"))


@arranged
def an_event_of_names(
    organiser: User,
    now: datetime,
    teams: Sequence[Sequence[str]] = PAIRS[:2],
    *,
    by_qr: bool = True,
    **terms: Any,
) -> Competition:
    """Create a cup of names that have no account."""
    cup = a_cup(organiser, now, per_side=len(teams[0]), **terms)
    for number, names in enumerate(teams):
        players = [NamedPlayer(name) for name in names]
        at = now + timedelta(milliseconds=number)
        entries.add_entry(competition_id=cup.pk, actor=organiser, players=players, now=at)
    if by_qr:
        play_on_screen(competition_id=cup.pk, actor=organiser, now=now)
    cup.refresh_from_db()
    return cup


def draw_and_start(cup: Competition, organiser: User, now: datetime) -> Competition:
    draw.draw(competition_id=cup.pk, actor=organiser, seed="s", now=now)
    lifecycle.start(competition_id=cup.pk, actor=organiser, now=now)
    cup.refresh_from_db()
    return cup


def named(cup: Competition, name: str) -> RosterPlayer:
    """The player who is called that."""
    return RosterPlayer.objects.get(entry__competition=cup, name=name)


def claims(
    cup: Competition,
    name: str,
    now: datetime,
    who: User | None = None,
    origin: Origin = NOWHERE,
) -> NameClaim:
    """Claim a name for a user, or for a new guest if none is given."""
    user = who or a_guest(now)
    made = name_claims.claim_name(player_id=named(cup, name).pk, user=user, now=now, origin=origin)
    made.refresh_from_db()
    return made
