"""The page of a team: who is and was in it, what it entered, how it did, and against whom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, F, OuterRef, Prefetch, Q, QuerySet, Subquery

from accounts.models import User
from tournaments.models import (
    Competition,
    Entry,
    Match,
    MatchSlot,
    Team,
    TeamPlayer,
    Title,
    rival_of,
)
from tournaments.pages.people.teams import TeamFigures, figures_of_entries

ENTERED: Final = 40  # of its competitions, the latest
PLAYED: Final = 12  # of its matches
RIVALS: Final = 8  # beside its matches
MET: Final = 60  # on the page of all it met, which is searched for the others
IN_COMPETITION: Final = "match__round__group__stage__competition"


class Rival(NamedTuple):
    """Another team that it met, how often, and how often it lost to it."""

    team: Team
    met: int
    lost: int

    @property
    def won(self) -> int:
        """How often the team of the page won; a match without a winner is nobody's."""
        return self.met - self.lost


@dataclass(frozen=True)
class Result:
    """One match of the team."""

    match: Match
    competition: Competition
    rival: str
    won: bool


@dataclass(frozen=True)
class TeamPage:
    """A team, as far as a reader may see what it plays in."""

    team: Team
    reader: User | AnonymousUser

    @cached_property
    def places(self) -> Sequence[TeamPlayer]:
        """Everybody who is or was in it, in the order they came."""
        return list(self.team.players.select_related("user").order_by("since", "number"))

    @property
    def there(self) -> Sequence[TeamPlayer]:
        """Who is in it now: those who lead it first."""
        now = [place for place in self.places if place.until is None]
        leading = (self.team.captain_id, self.team.vice_id)
        return sorted(now, key=lambda place: _first(leading, place.user_id))

    @property
    def gone(self) -> Sequence[TeamPlayer]:
        """Who was in it, the last to go first."""
        left = [place for place in self.places if place.until is not None]
        return sorted(left, key=lambda place: place.until or place.since, reverse=True)

    @property
    def is_in(self) -> bool:
        """Whether the reader is in it now."""
        return self.reader.pk is not None and self.reader.pk in {
            place.user_id for place in self.there
        }

    @cached_property
    def entered(self) -> Sequence[Entry]:
        """All it entered, the latest first, with its step on the podium (`rank`) if it has one."""
        seen = Competition.objects.visible_to(self.reader).filter(rehearsal="", hidden_at=None)
        rank = Title.objects.filter(entry=OuterRef("pk")).values("rank")[:1]
        found = self.team.entries.filter(competition__in=seen).annotate(rank=Subquery(rank))
        return list(found.select_related("competition__club").order_by("-created_at", "-pk"))

    @property
    def lately(self) -> Sequence[Entry]:
        """What it entered last."""
        return self.entered[:ENTERED]

    @property
    def titles(self) -> Sequence[Entry]:
        """What it won, the best first."""
        won = [entry for entry in self.entered if entry.rank]  # type: ignore[attr-defined]
        return sorted(won, key=lambda entry: entry.rank)  # type: ignore[attr-defined]

    @cached_property
    def results(self) -> Sequence[Result]:
        """Its last matches."""
        slots = self.slots().filter(match__state__in=Match.WITH_RESULT)
        latest = slots.select_related(IN_COMPETITION, "entry").order_by("-match__completed_at")
        sides = Prefetch("match__slots", MatchSlot.objects.select_related("entry"))
        return [_result(slot) for slot in latest.prefetch_related(sides)[:PLAYED]]

    @cached_property
    def rivals(self) -> Sequence[Rival]:
        """The teams with a name that it met most."""
        return self.rivals_named("")[:RIVALS]

    def rivals_named(self, words: str) -> Sequence[Rival]:
        """The teams with these words in their name that it met, most often first."""
        own = self.slots().filter(match=OuterRef("match")).values("side")[:1]
        met = (
            MatchSlot.objects.filter(match__in=self.slots().values("match"))
            .filter(match__winner__isnull=False)
            .exclude(entry__team=None)
            .exclude(entry__team__name="")
            .filter(entry__team__name__icontains=words)
            .annotate(own=Subquery(own))
            .exclude(side=F("own"))
        )
        lost = Count("match", filter=Q(match__winner=F("side")))
        rows = met.order_by().values("entry__team").annotate(met=Count("match"), lost=lost)
        most = list(rows.order_by("-met", "entry__team")[:MET])
        teams: Mapping[int, Team] = Team.objects.in_bulk([row["entry__team"] for row in most])
        return [Rival(teams[row["entry__team"]], row["met"], row["lost"]) for row in most]

    @cached_property
    def figures(self) -> Sequence[TeamFigures]:
        """What it did in all."""
        return figures_of_entries([entry.pk for entry in self.entered])

    def slots(self) -> QuerySet[MatchSlot]:
        """Its places in matches that the reader may see."""
        return MatchSlot.objects.filter(entry__in=[entry.pk for entry in self.entered])


def _first(leading: Sequence[int | None], user_id: int | None) -> int:
    return leading.index(user_id) if user_id is not None and user_id in leading else len(leading)


def _result(slot: MatchSlot) -> Result:
    match, entry = slot.match, slot.entry
    assert entry is not None
    assert match.competition is not None
    rival = rival_of(match.slots.all(), [entry])
    return Result(match, match.competition, rival, match.winner == slot.side)
