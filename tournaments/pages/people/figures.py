"""What a player did, as their page shows it: figures by family of rules, and skill over time."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.values.dates import short_date
from games.house_rules import family
from tournaments.models import PlayerStatistics, RatingChange
from tournaments.pages.people.chart import Point, Words, chart
from tournaments.results.rating import strength
from tournaments.wording.stages import figure

LATEST = 8  # values told in the table below the chart


@dataclass(frozen=True)
class Figures:
    """One row: a family of rules, or all of them together."""

    name: str
    sums: PlayerStatistics


@dataclass(frozen=True)
class SkillHistory:
    """A player's skill after each match that told something about it."""

    points: Sequence[Point]

    @property
    def latest(self) -> list[Point]:
        """The last values, the newest first."""
        return list(self.points[: -LATEST - 1 : -1])

    @property
    def svg(self) -> SafeString:
        """The line; nothing before there are two points."""
        if len(self.points) < 2:
            return SafeString("")
        (start, first), (end, last) = self.points[0], self.points[-1]
        told = _("Del %(start)s al %(end)s: de %(first)s a %(last)s.") % {
            "start": short_date(start, "j M Y"),
            "end": short_date(end, "j M Y"),
            "first": figure(first),
            "last": figure(last),
        }
        return chart(self.points, Words(_("Habilidad, partido a partido"), told))


def figures_of(player: User) -> list[Figures]:
    """Return a player's figures; all families together come first, if there are several."""
    rows = list(PlayerStatistics.objects.filter(user=player).order_by("family"))
    shown = rows if len(rows) > 2 else rows[-1:]
    return [Figures(family(row.family) if row.family else _("Todos"), row) for row in shown]


def skill_of(player: User) -> SkillHistory:
    """Read a player's skill in its order: an index holds the way to it."""
    changes = RatingChange.objects.filter(user=player).order_by("at", "match_id")
    rows = changes.values_list("at", "mu", "sigma")
    return SkillHistory([(at, strength((mu, sigma))) for at, mu, sigma in rows])
