"""Two teams against each other, and all that a team met."""

from dataclasses import dataclass

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from accounts.values.keyset import Behind, Place, behind
from tournaments.models import Match, MatchSlot, Team
from tournaments.pages.teams.team_page import IN_COMPETITION, TeamPage

A_PAGE = 30


@dataclass(frozen=True)
class Meeting:
    """One match of the two."""

    match: Match
    won: bool


@dataclass(frozen=True)
class TeamsMet:
    """What a team played against another: all matches counted, and some of them in order."""

    team: Team
    rival: Team
    won: int
    lost: int
    page: Behind[Match]

    @property
    def meetings(self) -> list[Meeting]:
        """The matches of the page, the latest first."""
        return [
            Meeting(match, match.winner == match.own_side)  # type: ignore[attr-defined]  # annotated
            for match in self.page.rows
        ]


def teams_met(page: TeamPage, rival: Team, before: Place | None) -> TeamsMet:
    """Read what two teams played against each other, as far as the reader of the first may see."""
    slots = page.slots().filter(_other_side(rival), match__state__in=Match.WITH_RESULT)
    won = Count("match", filter=Q(match__winner=F("side")))
    lost = Count("match", filter=Q(match__winner=1 - F("side")))
    counted = slots.aggregate(won=won, lost=lost)
    return TeamsMet(page.team, rival, counted["won"], counted["lost"], _matches(slots, before))


def _other_side(rival: Team) -> Exists:
    theirs = MatchSlot.objects.filter(match=OuterRef("match"), entry__team=rival)
    return Exists(theirs.exclude(side=OuterRef("side")))


def _matches(slots: QuerySet[MatchSlot], before: Place | None) -> Behind[Match]:
    own = slots.order_by().values("match")
    side = slots.filter(match=OuterRef("pk")).order_by().values("side")[:1]
    found = Match.objects.filter(pk__in=own).annotate(own_side=side)
    whole = found.select_related(IN_COMPETITION.removeprefix("match__"))
    return behind(whole, before, "completed_at", A_PAGE)
