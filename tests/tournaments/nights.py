"""Evenings of a series for tests: everybody plays everybody, results as the names are ordered."""

from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from tests.runner.arranged import arranged
from tests.tournaments.cups import a_cup, club_of
from tests.tournaments.desks import who
from tests.tournaments.events import organiser_of
from tournaments.draw import services as draw
from tournaments.entries import services as entries_services
from tournaments.entries.rosters import NamedPlayer
from tournaments.formats.options import FormatOptions
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Competition, Match, Series
from tournaments.results import services as result_services
from tournaments.series.services import TERMS, add_to_series, open_series
from tournaments.tasks import draw_awaited_rounds, heal_rankings


def a_series(organiser: User, now: datetime, **terms: Any) -> Series:
    """Open a series of the organiser's club."""
    usual = {name: Series._meta.get_field(name).get_default() for name in TERMS}
    told = {**usual, "name": "Los martes", **terms}
    return open_series(owner=club_of(organiser), actor=organiser, terms=told, now=now)


@arranged
def a_night(
    organiser: User,
    now: datetime,
    *names: str,
    series: Series | None = None,
    is_played: bool = True,
    **terms: Any,
) -> Competition:
    """Create a league in which who is named first beats who is named later; pairs have a `/`."""
    per_side = len(names[0].split("/"))
    usual = {"shape": FormatOptions(format="league", cycles=1), "with_cards": True, "public": True}
    night = a_cup(organiser, now, per_side=per_side, **{**usual, **terms})
    if series is not None:
        add_to_series(series_id=series.pk, **who(night, now))
    for name in names:
        players = [NamedPlayer(one) for one in name.split("/")]
        entries_services.add_entry(**who(night, now), players=players, name=name)
    draw.draw(**who(night, now), seed="semilla")
    lifecycle.start(**who(night, now))
    if is_played:
        play_night(night, now, *names)
    night.refresh_from_db()
    return night


def play_night(night: Competition, now: datetime, *names: str) -> None:
    """Write down every result, and let a worker draw the next rounds and write the ranks."""
    order = {name: number for number, name in enumerate(names)}
    open_ = Match.objects.of(night.pk).filter(state__in=(Match.State.READY, Match.State.CALLED))
    while ready := list(open_.all()):
        for match in ready:
            slots = {slot.side: slot.entry for slot in match.slots.select_related("entry")}
            first, second = order[slots[0].name], order[slots[1].name]
            now += timedelta(seconds=1)
            score = (5, 3) if first < second else (3, 5)
            result_services.submit_result(
                match_id=match.pk, games=[score], actor=organiser_of(night), now=now
            )
        draw_awaited_rounds()
    heal_rankings()
