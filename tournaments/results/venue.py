"""Where a result counts: at whose club, in what kind of event, with which rules, in which month."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, tzinfo
from zoneinfo import ZoneInfo

from django.utils import timezone

from games.house_rules import family_of
from tournaments.models import Competition, Match, MatchQuerySet

COMPETITION = "round__group__stage__competition"


@dataclass(frozen=True)
class Venue:
    """Of a casual table only the rules are known, and its months are those of UTC."""

    club_id: int | None
    format: str
    family: str
    zone: tzinfo

    def month(self, at: datetime) -> str:
        """Return the month of an instant, as a calendar at the club shows it: 2026-11."""
        return f"{at.astimezone(self.zone):%Y-%m}"


def with_venues(matches: MatchQuerySet) -> MatchQuerySet:
    """Fetch along what `venue_of` looks at."""
    whole = matches.select_related(f"{COMPETITION}__club")
    return whole.prefetch_related(f"{COMPETITION}__stages", "games__game")


def venue_of(match: Match) -> Venue:
    """Return where the results of a match count."""
    competition = match.competition
    if competition is None:
        return Venue(None, "", next(_families(match), ""), timezone.get_default_timezone())
    family = family_of(competition.preset)
    zone = ZoneInfo(competition.club.zone)
    assert match.round is not None, "it is of a competition"
    stage = match.round.group.stage
    shown = stage.format if stage.number == 1 else format_of(competition)
    return Venue(competition.club_id, shown, family, zone)


def format_of(competition: Competition) -> str:
    """Return the format people know an event by: that of its first stage."""
    return min(competition.stages.all(), key=lambda stage: stage.number).format


def _families(match: Match) -> Iterator[str]:
    return (family_of(link.game.preset) for link in match.games.all())
