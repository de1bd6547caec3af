"""A player's statistics by family of rules, skill over time, and head-to-head records."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple, cast

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, F, Q, Subquery, Window
from django.db.models.functions import Coalesce, RowNumber
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.i18n.time_zones import short_date
from accounts.models import User
from games.common.hooks import PlayerFigures, Strength
from games.house_rules import family
from games.models import Game
from tournaments.competitions.table_labels import figure
from tournaments.matches.player_results import trusted_players
from tournaments.models import PlayerStanding, PlayerStatistics, PointsEntry, RatingChange
from tournaments.players.history import (
    HistoryFilter,
    HistoryPage,
    Lines,
    is_against,
    is_beside,
    lines_of,
    page_of,
    seated,
)
from tournaments.players.skill_chart import COLUMNS, Point, Words, chart, is_drawn
from tournaments.ranking.queries import skill_of as skill_figure
from tournaments.standings.queries import strength

LATEST = 8  # values told in the table below the chart


@dataclass(frozen=True)
class Figures:
    """One row: a family of rules, or all of them together."""

    name: str
    sums: PlayerStatistics


@dataclass(frozen=True)
class SkillHistory:
    """A player's skill after matches that told something about it.

    `points` is the line of the chart in order of time, `latest` the last values, the newest first.
    """

    points: Sequence[Point]
    latest: Sequence[Point]

    @property
    def svg(self) -> SafeString:
        """Return the SVG of the line; empty with fewer than two points."""
        if len(self.points) < 2:
            return SafeString("")
        (start, first), (end, last) = self.points[0], self.points[-1]
        description = _("Del %(start)s al %(end)s: de %(first)s a %(last)s.") % {
            "start": short_date(start, "j M Y"),
            "end": short_date(end, "j M Y"),
            "first": figure(first),
            "last": figure(last),
        }
        return chart(self.points, Words(_("Habilidad, partido a partido"), description))


def figures_of(player: User) -> list[Figures]:
    """Return a player's figures; all families together come first, if there are several."""
    rows = list(PlayerStatistics.objects.filter(user=player).order_by("family"))
    selected = rows if len(rows) > 2 else rows[-1:]
    return [Figures(family(row.family) if row.family else _("Todos"), row) for row in selected]


def skill_of(player: User) -> SkillHistory:
    """Read the values that the chart draws, and the latest.

    A player may have thousands: the database numbers them in an index, and reads only these.
    """
    changes = RatingChange.objects.filter(user=player)
    total = Subquery(changes.order_by().values("user").values(number=Count("pk")))
    numbered = changes.annotate(
        place=Window(RowNumber(), order_by=("at", "match_id")), total=total
    ).annotate(step=F("place") * COLUMNS % F("total"), later=F("total") - F("place"))
    kept = numbered.filter(Q(place=1) | Q(step__lt=COLUMNS) | Q(later__lt=LATEST)).values("pk")
    rows = list(
        RatingChange.objects.filter(pk__in=kept)
        .annotate(total=total)
        .order_by("at", "match_id")
        .values_list("at", "mu", "sigma", "total")
    )
    points = [(at, strength((mu, sigma))) for at, mu, sigma, _ in rows]
    number = rows[-1][-1] if rows else 0
    drawn = (
        point
        for place, point in enumerate(points, start=number - len(points) + 1)
        if place <= number - LATEST or is_drawn(place, number)
    )
    return SkillHistory(tuple(drawn), points[: -LATEST - 1 : -1])


@dataclass(frozen=True)
class Tally:
    """Matches won and lost in one family of rules."""

    name: str
    won: int
    lost: int


@dataclass(frozen=True)
class Versus:
    """What is known of two players: matches that were played to the end."""

    rival: User
    families: Sequence[Tally]
    together: int
    together_won: int

    @property
    def won(self) -> int:
        """Matches the player won against the rival."""
        return sum(each.won for each in self.families)

    @property
    def lost(self) -> int:
        """Matches the rival won."""
        return sum(each.lost for each in self.families)


def versus(player: User, rival: User, reader: User | AnonymousUser) -> Versus:
    """Count what the reader may see, in one query."""
    lines = seated(lines_of(player, reader)).filter(reason__in=PointsEntry.COUNTED)
    won, lost = Q(won=True), Q(won=False)
    tallies = (
        lines.annotate(faced=is_against(rival), sided=is_beside(rival))
        .filter(Q(faced=True) | Q(sided=True))
        .order_by("family")
        .values_list("family")
        .annotate(
            wins=Count("pk", filter=won & Q(faced=True)),
            losses=Count("pk", filter=lost & Q(faced=True)),
            joint_wins=Count("pk", filter=won & Q(sided=True)),
            joint=Count("pk", filter=Q(sided=True)),
        )
    )
    rows = list(tallies)
    families = [Tally(_named(name), wins, losses) for name, wins, losses, *_ in rows]
    joint_wins, joint = (sum(row[column] for row in rows) for column in (3, 4))
    faced = [each for each in families if each.won or each.lost]
    return Versus(rival, faced, together=joint, together_won=joint_wins)


def card_figures(player: User, reader: User | None) -> PlayerFigures:
    """Return what the card of a player at a table shows to a reader."""
    sums = PlayerStatistics.objects.filter(user=player, family="").first()
    faced = versus(reader, player, reader) if reader and reader != player else None
    return PlayerFigures(
        page=reverse("player", args=[player.username]),
        played=sums.matches if sums else 0,
        won=sums.wins if sums else 0,
        skill=skill_figure(User.objects.select_related("standing").get(pk=player.pk)),
        beaten=faced.won if faced else 0,
        lost_to=faced.lost if faced else 0,
    )


def strength_to_pair(player: User, now: datetime) -> Strength | None:
    """Return a player's strength for quick pairing; None before a first result."""
    standing = PlayerStanding.objects.filter(user=player).first()
    if standing is None:
        return None
    return Strength(standing.mu, is_trusted=bool(trusted_players([player.pk], now)))


def _named(name: str) -> str:
    return family(name) if name else ""


MOST: Final = 20
OTHERS: Final = "match__player_results"
GAMES: Final = "match__games"


class Rival(NamedTuple):
    """Somebody met on the other side, how often, and how often that was won and lost."""

    person: User
    met: int
    won: int
    lost: int


class Games(NamedTuple):
    """Games at tables of the site: a match may have three."""

    won: int
    lost: int


@dataclass(frozen=True)
class HeadToHead:
    """The record of two players against each other, from the first player's side."""

    versus: Versus
    games: Games
    last: HistoryPage


def rivals_of(player: User, reader: User | AnonymousUser) -> Sequence[Rival]:
    """Return the opponents a player met most, in matches that the reader may see."""
    across = Q(**{f"{OTHERS}__board": F("board")}) | Q(**{f"{OTHERS}__board": None})
    has_account = Q(**{f"{OTHERS}__person__user__isnull": False})
    sat_there = Q(**{f"{OTHERS}__guest": False, f"{OTHERS}__user__isnull": False})
    met = _counted(player, reader).filter(
        across,
        has_account | sat_there,
        **{f"{OTHERS}__number": F("number"), f"{OTHERS}__side": 1 - F("side")},
    )
    sums = (
        met.order_by()
        .values(rival=Coalesce(f"{OTHERS}__person__user", f"{OTHERS}__user"))
        .annotate(
            met=Count("pk"),
            victories=Count("pk", filter=Q(won=True)),
            defeats=Count("pk", filter=Q(won=False)),
        )
    )
    most = sums.order_by("-met", "-victories", "rival")[:MOST]
    rows = list(cast("Iterator[dict[str, Any]]", most))
    people = User.objects.in_bulk([row["rival"] for row in rows])
    return [
        Rival(people[row["rival"]], row["met"], row["victories"], row["defeats"]) for row in rows
    ]


def head_to_head(player: User, rival: User, reader: User | AnonymousUser) -> HeadToHead:
    """Read what two have played."""
    last = page_of(player, reader, HistoryFilter(rival=rival))
    return HeadToHead(versus(player, rival, reader), _games(player, rival, reader), last)


def _counted(player: User, reader: User | AnonymousUser) -> Lines:
    return seated(lines_of(player, reader)).filter(reason__in=PointsEntry.COUNTED)


def _games(player: User, rival: User, reader: User | AnonymousUser) -> Games:
    """Count the games of the matches in which they met; what was written down has none.

    From the player's lines, which are few, to their games.
    """
    finished = Q(**{f"{GAMES}__voided": False, f"{GAMES}__game__status": Game.Status.FINISHED})
    faced = _counted(player, reader).filter(is_against(rival)).filter(finished)
    winner = f"{GAMES}__game__winner"
    sums = faced.order_by().aggregate(
        won=Count("pk", filter=Q(**{winner: F("side")})),
        lost=Count("pk", filter=Q(**{winner: 1 - F("side")})),
    )
    return Games(**sums)
