"""Seasons of a club's leaderboards: the form and the services of its organisers.

The lines of a season are sums of the ledger, as on any leaderboard. They are rewritten in the
transaction that changes the days of a season.
"""

from collections import defaultdict
from datetime import date, datetime, time, timedelta
from operator import add
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.db.models import Q
from django.forms.models import model_to_dict
from django.utils.translation import gettext_lazy as _

from accounts.common.transactions import transactional
from accounts.models import Club, User
from accounts.names.collation import fold
from accounts.names.validation import tidy, validate_shown_name
from accounts.profiles.forms import TidyField
from tournaments.club_history.errors import (
    NoSuchSeasonError,
    SeasonBackwardsError,
    SeasonNamedError,
    SeasonOutOfTimeError,
    SeasonOverlapsError,
    TooManySeasonsError,
)
from tournaments.common.errors import BadlyWrittenError, NotOrganiserError
from tournaments.models import Leaderboard, LeaderboardLine, PointsEntry, Season
from tournaments.ranking.leaderboard_lines import NOTHING, PERSON, SUMMED, Sums, write_lines
from tournaments.ranking.ledger import BoardKey, season_boards
from tournaments.ranking.ratings import acquire_ranking_lock


class DateField(forms.DateField):
    """Date in the format that browsers send."""

    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(input_formats=["%Y-%m-%d"], **kwargs)


class SeasonForm(forms.Form):
    """Name and days of a season."""

    name = TidyField(label=_("Nombre"), max_length=30, validators=[validate_shown_name])
    starts_on = DateField(label=_("Primer día"))
    ends_on = DateField(label=_("Último día"), required=False, help_text=_("Vacío: sigue abierta."))

    @classmethod
    def of(cls, season: Season) -> "SeasonForm":
        """Return the form of an existing season."""
        return cls(initial=model_to_dict(season, cls.base_fields), prefix=str(season.pk))

    def clean(self) -> dict[str, Any]:
        """Refuse an end before the start."""
        cleaned = dict(self.cleaned_data)
        starts_on, ends_on = cleaned.get("starts_on"), cleaned.get("ends_on")
        if isinstance(starts_on, date) and isinstance(ends_on, date) and ends_on < starts_on:
            self.add_error("ends_on", _("La temporada termina antes de empezar."))
        return cleaned


MOST: Final = 60  # seasons of one club
EARLIEST, LATEST = date(1970, 1, 1), date(2100, 1, 1)
PLACE = ("club_id", "format", "family")


@transactional
def open_season(
    *, club_id: int, actor: User, name: str, starts_on: date, ends_on: date | None
) -> Season:
    """Open a season of a club. Without a last day it stays open.

    Raises RefusedError `not-organiser`, `badly-written`, `season-backwards`, `season-out-of-time`,
    `season-named`, `season-overlaps` or `too-many-seasons`.
    """
    club = _locked(club_id, actor)
    if club.seasons.count() >= MOST:
        raise TooManySeasonsError()
    return _place(Season(club=club), name, starts_on, ends_on)


@transactional
def change_season(
    *, club_id: int, actor: User, season_id: int, name: str, starts_on: date, ends_on: date | None
) -> Season:
    """Rename a season or move its days. Raises as `open_season` does, and `no-such-season`."""
    club = _locked(club_id, actor)
    return _place(_find_season(club, season_id), name, starts_on, ends_on)


@transactional
def remove_season(*, club_id: int, actor: User, season_id: int) -> None:
    """Delete a season with its leaderboards. Its results still count elsewhere.

    Raises RefusedError `not-organiser` or `no-such-season`.
    """
    season = _find_season(_locked(club_id, actor), season_id)
    acquire_ranking_lock()
    Leaderboard.objects.filter(period=season.period).delete()
    season.delete()


def write_season(season: Season) -> None:
    """Rebuild the leaderboards of a season. The caller holds the ranking lock."""
    sums: dict[tuple[BoardKey, int], Sums] = defaultdict(lambda: NOTHING)
    entries = PointsEntry.objects.filter(club=season.club_id, at__gte=season.begins_at)
    own = entries.in_seasons().filter(season=season.pk)  # type: ignore[misc]  # annotated
    for cell in own.summed(*PLACE, player="person_id"):
        more = [cell[name] for name in SUMMED]
        for key in season_boards(season.pk, *(cell[name] for name in PLACE)):
            where = key, cell["person_id"]
            sums[where] = Sums(*map(add, sums[where], more))
    due = {where: line for where, line in sums.items() if line.matches}
    LeaderboardLine.objects.filter(board__period=season.period).delete()
    write_lines(PERSON, due)


def _locked(club_id: int, actor: User) -> Club:
    # no key lock: the ranking refers to the club
    rows = Club.objects.select_for_update(of=("self",), no_key=True)
    club = rows.get(pk=club_id)
    if not club.can_organise(actor):
        raise NotOrganiserError()
    return club


def _find_season(club: Club, season_id: int) -> Season:
    season = club.seasons.filter(pk=season_id).first()
    if season is None:
        raise NoSuchSeasonError()
    return season


def _place(season: Season, name: str, starts_on: date, ends_on: date | None) -> Season:
    """Validate and save a season. Rebuild its leaderboards if its days changed."""
    has_moved = (starts_on, ends_on) != (season.starts_on, season.ends_on)
    season.name, season.starts_on, season.ends_on = tidy(name), starts_on, ends_on
    if has_moved:
        _refuse_days(starts_on, ends_on)
        season.begins_at = _midnight(season.club, starts_on)
        season.ends_at = ends_on and _midnight(season.club, ends_on + timedelta(days=1))
    _refuse_beside_others(season)
    season.save()
    if has_moved:
        acquire_ranking_lock()
        write_season(season)
    return season


def _refuse_days(starts_on: date, ends_on: date | None) -> None:
    if not EARLIEST <= starts_on < LATEST or (ends_on is not None and ends_on >= LATEST):
        raise SeasonOutOfTimeError()
    if ends_on is not None and ends_on < starts_on:
        raise SeasonBackwardsError()


def _refuse_beside_others(season: Season) -> None:
    if not season.name:
        raise BadlyWrittenError()
    others = season.club.seasons.exclude(pk=season.pk)
    if others.filter(name__fold=fold(season.name)).exists():
        raise SeasonNamedError()
    after = Q(ends_at__isnull=True) | Q(ends_at__gt=season.begins_at)
    before = Q() if season.ends_at is None else Q(begins_at__lt=season.ends_at)
    if others.filter(after, before).exists():
        raise SeasonOverlapsError()


def _midnight(club: Club, day: date) -> datetime:
    """Return the start of a day at the club, or the next instant if clocks skip midnight."""
    return datetime.combine(day, time.min, ZoneInfo(club.zone))
