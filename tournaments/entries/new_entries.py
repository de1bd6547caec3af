"""Creation of entries by organisers, one at a time or as a list."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, repeat

from tournaments.common.broadcast import Kind, record_entries
from tournaments.entries.known_teams import teams_of
from tournaments.entries.persons import assign_persons
from tournaments.entries.places import join_late
from tournaments.entries.rosters import NamedPlayer, join_display_names
from tournaments.models import Competition, Entry, Place, RosterPlayer

State = Entry.State


@dataclass(frozen=True)
class NewEntry:
    """A team to enter. By default it is named after its players."""

    players: Sequence[NamedPlayer]
    name: str = ""
    affiliation: str = ""
    seed: int | None = None
    paid: bool = False


def write_entries(
    competition: Competition, new_entries: Sequence[NewEntry], now: datetime
) -> list[Entry]:
    """Write entries into a locked competition; return them in the same order.

    Complete teams get the free places and then wait; after the draw they join late. Incomplete
    teams look for partners. The caller has checked that none of the players is entered. Raises
    RefusedError as `join_late` does.
    """
    size = competition.players_per_side
    rosters = [
        [_player(competition, *numbered) for numbered in enumerate(each.players, start=1)]
        for each in new_entries
    ]
    assign_persons(competition, [*chain.from_iterable(rosters)], now)
    whole = [len(roster) == size for roster in rosters]
    teams = iter(
        teams_of(
            competition,
            [each for each, is_whole in zip(rosters, whole, strict=True) if is_whole],
            now,
        )
    )
    free: Iterable[Place] = ()
    if not competition.is_drawn:
        free = competition.places.free()[: sum(whole)]
    places = chain(free, repeat(None))
    entries = [
        _complete_entry(competition, new, roster, next(places), next(teams), now)
        if is_whole
        else _entry(competition, new, roster, now)
        for new, roster, is_whole in zip(new_entries, rosters, whole, strict=True)
    ]
    Entry.objects.bulk_create(entries)
    for entry, roster in zip(entries, rosters, strict=True):
        for player in roster:
            player.entry = entry
    RosterPlayer.objects.bulk_create(chain.from_iterable(rosters))
    if competition.is_drawn:
        for entry in entries:
            join_late(entry, now)
    record_entries(
        Kind.ENTERED, competition, [each for each in entries if each.complete_at is not None], now
    )
    return entries


def _player(competition: Competition, number: int, player: NamedPlayer) -> RosterPlayer:
    return RosterPlayer(
        competition=competition,
        number=number,
        user=player.user,
        person=player.person,
        name=str(player.user) if player.user else player.name,
    )


def _complete_entry(
    competition: Competition,
    new: NewEntry,
    roster: Sequence[RosterPlayer],
    place: Place | None,
    team: int | None,
    now: datetime,
) -> Entry:
    entry = _entry(competition, new, roster, now)
    entry.team_id, entry.complete_at = team, now
    if competition.state == Competition.State.CHECK_IN:
        entry.checked_in_at = now
    if not competition.is_drawn:
        entry.place, entry.state = place, State.CONFIRMED if place else State.WAITING
    return entry


def _entry(
    competition: Competition, new: NewEntry, roster: Sequence[RosterPlayer], now: datetime
) -> Entry:
    return Entry(
        competition=competition,
        name=new.name.strip() or join_display_names([player.name for player in roster]),
        affiliation=new.affiliation.strip(),
        manual_seed=new.seed,
        paid=new.paid,
        created_at=now,
    )
