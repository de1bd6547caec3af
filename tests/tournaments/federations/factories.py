"""Federations for tests: clubs with organisers, and circuits over them."""

from datetime import datetime
from typing import Any

from accounts.models import User
from tests.runner.arranged import arranged
from tests.tournaments.cups import a_cup, an_organiser, club_of
from tests.tournaments.desks import who
from tests.tournaments.nights import play_night
from tournaments.competitions.suggestions import free_name
from tournaments.draw import services as draw
from tournaments.entries.rosters import NamedPlayer
from tournaments.entries.services import add_entry
from tournaments.federations import services as federations
from tournaments.formats.options import FormatOptions
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Competition, Federation, Series
from tournaments.series.services import TERMS, add_to_series, open_series

ZONE = "America/Argentina/Buenos_Aires"


def a_federation(
    founder: User, now: datetime, *others: User, name: str = "Federación del Plata"
) -> Federation:
    """Found a federation of the founder's club and of the clubs of others, who accepted."""
    federation = federations.found_federation(
        actor=founder, name=name, about="", zone=ZONE, now=now
    )
    for organiser in (founder, *others):
        add_club(federation, founder, organiser, now)
    return federation


def add_club(federation: Federation, founder: User, organiser: User, now: datetime) -> None:
    """Invite the club of an organiser, who accepts."""
    club = club_of(organiser)
    where: dict[str, Any] = {"federation_id": federation.pk, "now": now}
    invited = federations.invite_club(**where, club=club, actor=founder)
    if invited.state == invited.State.INVITED:
        federations.answer_invitation(**where, club_id=club.pk, accepts=True, actor=organiser)


def a_circuit(federation: Federation, founder: User, now: datetime, **terms: Any) -> Series:
    """Open a circuit of a federation."""
    usual = {name: Series._meta.get_field(name).get_default() for name in TERMS}
    told = {**usual, "name": "Circuito del Plata", **terms}
    return open_series(owner=federation, actor=founder, terms=told, now=now)


def organisers(number: int) -> list[User]:
    """Return people who own a club each."""
    return [an_organiser() for _ in range(number)]


@arranged
def a_stage(
    series: Series | None,
    founder: User,
    organiser: User,
    now: datetime,
    *players: User | str,
    is_played: bool = True,
) -> Competition:
    """Hold a league at the organiser's club that counts in a circuit.

    Who is named first beats who is named later; players have an account or only a name.
    """
    stage = a_cup(
        organiser,
        now,
        shape=FormatOptions(format="league", cycles=1),
        with_cards=True,
        name=free_name(club_of(organiser), "Fecha"),
    )
    if series is not None:
        add_to_series(series_id=series.pk, competition_id=stage.pk, actor=founder, now=now)
    for player in players:
        named = (
            NamedPlayer(str(player), player) if isinstance(player, User) else NamedPlayer(player)
        )
        add_entry(**who(stage, now), players=[named], name=str(player))
    draw.draw(**who(stage, now), seed="semilla")
    lifecycle.start(**who(stage, now))
    if is_played:
        play_night(stage, now, *map(str, players))
    stage.refresh_from_db()
    return stage
