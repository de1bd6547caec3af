"""Texts for the images of competitions and matches, in the active language."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.i18n.time_zones import city
from games.common.posters import Poster
from tournaments.competitions import labels as competitions_labels
from tournaments.live.competition import CompetitionView
from tournaments.matches.queries import MatchView
from tournaments.models import Competition


def competition_poster(competition: Competition) -> Poster:
    """Return the podium of a competition, or before that its terms."""
    club, state = competition.club, competition.get_state_display()
    return Poster(
        f"{club} · {state}", competition.name, _podium(competition) or _terms(competition)
    )


def match_poster(competition: Competition, view: MatchView) -> Poster:
    """Return the sides and the score of a match."""
    sides = [side.name or "…" for side in view.sides]
    scores = [side.score for side in view.sides]
    told = [view.state_in_words] if None in scores or view.match.by_time else []
    lines = [
        name if score is None else f"{name}  {score}"
        for name, score in zip(sides, scores, strict=True)
    ]
    return Poster(f"{competition} · {view.match.place}", " – ".join(sides), [*lines, *told])


def _podium(competition: Competition) -> list[str]:
    return [
        _("%(rank)s.º  %(entry)s") % {"rank": rank, "entry": entry}
        for rank, entries in CompetitionView.of(competition).podium
        for entry in entries
    ]


def _terms(competition: Competition) -> list[str]:
    entered = competition.entries.confirmed().count()
    told = [
        competitions_labels.rules(competition.rules, competition.board_sizes),
        competitions_labels.sides(entered, competition.players_per_side),
    ]
    if competition.starts_at and not (competition.started_at or competition.is_over):
        told.append(_begins(competition.starts_at, competition.club.zone))
    return told


def _begins(at: datetime, zone: str) -> str:
    """Return day and time in a time zone: messengers fetch one picture for all readers."""
    local = localtime(at, ZoneInfo(zone))
    told = [
        date_format(local, "MONTH_DAY_FORMAT"),
        date_format(local, "H:i"),
        _("hora de %(city)s") % {"city": city(zone)},
    ]
    return ", ".join(told)
