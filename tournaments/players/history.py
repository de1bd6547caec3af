"""A player's match history: filters, pages and ledger lines.

The filters come from the query string. A page shows only ledger lines that the reader may see. An
index (`points_in_order`) keeps the lines in order, so a page costs the same at any length.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cached_property
from typing import Any, Final, NamedTuple

from django import forms
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.common.pagination import parse_instant, parse_number
from accounts.models import User
from accounts.names.collation import fold
from accounts.names.display import join_names
from games.house_rules import FAMILIES, family
from games.models import Game
from tournaments.matches.queries import MatchView, read_matches
from tournaments.models import Competition, Match, PlayerResult, PointsEntry
from tournaments.ranking.ledger import scorer_of

ANY = ("", _("Todos"))
KINDS = (ANY, ("competition", _("De competencias")), ("casual", _("Mesas casuales")))
RESULTS = (ANY, ("won", _("Ganados")), ("lost", _("Perdidos")))


class DayField(forms.DateField):
    """A day as a browser sends it."""

    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, input_formats=["%Y-%m-%d"], **kwargs)


class HistoryForm(forms.Form):
    """The filters of a history; all of them may be left open."""

    family = forms.ChoiceField(label=_("Reglamento"), required=False)
    kind = forms.ChoiceField(label=_("Partidos"), required=False, choices=KINDS)
    result = forms.ChoiceField(label=_("Resultado"), required=False, choices=RESULTS)
    rival = forms.CharField(label=_("Contra"), required=False, max_length=40)
    since = DayField(label=_("Desde"))
    until = DayField(label=_("Hasta"))
    before = forms.CharField(required=False, widget=forms.HiddenInput, max_length=80)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        families = [(name, family(name)) for name in FAMILIES]
        self.fields["family"].choices = [ANY, *families]  # type: ignore[attr-defined]

    def clean_rival(self) -> User | None:
        """Find the rival by user name, else by display name."""
        words = self.cleaned_data["rival"].strip().removeprefix("@")
        if not words:
            return None
        by_name = Q(username__iexact=words) | Q(display_name__fold=fold(words))
        users = list(
            User.objects.filter(
                by_name, anonymised_at=None, is_guest=False, is_link=False
            ).order_by("pk")[:20]
        )
        exact = (user for user in users if user.username.lower() == words.lower())
        rival = next(exact, users[0] if users else None)
        if rival is None:
            raise ValidationError(_("No hay nadie con ese nombre."), code="unknown")
        return rival

    def clean_since(self) -> datetime | None:
        """Return the instant at which that day begins for the reader."""
        return _begin(self.cleaned_data["since"])

    def clean_until(self) -> datetime | None:
        """Return the instant at which that day is over for the reader."""
        day = self.cleaned_data["until"]
        return _begin(day + timedelta(days=1)) if day and day < date.max else None

    def clean_before(self) -> tuple[datetime, int] | None:
        """Read the place from which on older matches are asked for."""
        at, _separator, match = self.cleaned_data["before"].partition("~")
        if not at and not match:
            return None
        try:
            return parse_instant(at), parse_number(match)
        except (ValueError, OverflowError) as error:
            raise ValidationError(_("Esa página no existe."), code="invalid") from error


def _begin(day: date | None) -> datetime | None:
    if day is None or day.year < 1970:
        return None
    return timezone.make_aware(datetime.combine(day, time.min))


Lines = QuerySet[PointsEntry]
COMPETITION = "match__round__group__stage__competition"
SAME_RESULT: Final[Mapping[str, OuterRef]] = {
    "match": OuterRef("match"),
    "number": OuterRef("number"),
}


def lines_of(player: User, reader: User | AnonymousUser) -> Lines:
    """Return one line for each current result of a player, latest first."""
    competitions = Competition.objects.visible_to(reader)
    visible = Q(match__round=None) | Q(**{f"{COMPETITION}__in": competitions})
    standing = PointsEntry.objects.filter(
        visible, user=player, reversal=False, number=F("match__reopened")
    )
    return standing.order_by("-at", "-match_id")


def unranked(player: User, reader: User | AnonymousUser) -> list[int]:
    """Return a player's matches without lines: those still to be ranked, and those as a guest.

    A match that they played as a guest has a line once the person of the club is their account's.
    """
    competitions = Competition.objects.visible_to(reader)
    visible = Q(round=None) | Q(**{f"{COMPETITION.removeprefix('match__')}__in": competitions})
    awaited = _without_lines(player).filter(visible).order_by("-completed_at", "-pk")
    return list(awaited.values_list("pk", flat=True))


def with_unranked(players: QuerySet[User]) -> "QuerySet[User]":
    """Add whether a player has any of them (`has_unranked`): mostly there is none to be read."""
    return players.annotate(has_unranked=Exists(_without_lines(OuterRef("pk"))))


def _without_lines(player: User | OuterRef) -> QuerySet[Match]:
    of_player = {"user": OuterRef("player_results__user"), "match": OuterRef("pk")}
    lines = PointsEntry.objects.filter(**of_player, number=OuterRef("reopened"), reversal=False)
    return Match.objects.filter(
        Q(awaits_ranking=True) | Q(player_results__guest=True),
        ~Exists(lines),
        completed_at__isnull=False,
        player_results__user=player,
        player_results__number=F("reopened"),
    )


def seated(lines: Lines) -> Lines:
    """Add to lines on which side of its match each player was (`side`), and at which `board`."""
    is_own = Q(person=OuterRef("person")) | Q(person=None, user=OuterRef("user"))
    own = PlayerResult.objects.filter(is_own, **SAME_RESULT)
    return lines.annotate(
        side=Subquery(own.values("side")[:1]), board=Subquery(own.values("board")[:1])
    )


def is_against(rival: User) -> Exists:
    """Filter the lines of `seated` to results with a given player on the other side."""
    return Exists(_at_the_same_board(rival).exclude(side=OuterRef("side")))


def is_beside(partner: User) -> Exists:
    """Filter the lines of `seated` to results with a given player on the same side."""
    return Exists(_at_the_same_board(partner).filter(side=OuterRef("side")))


def _at_the_same_board(player: User) -> QuerySet[PlayerResult]:
    """Return a player's results at the board of the outer row; other boards are no encounter.

    A result is of the account of its person, or else of the one that sat there, as its points are.
    """
    same = Q(board=OuterRef("board")) | Q(board=None)
    own = Q(person__user=player) | Q(person__user=None, user=player, guest=False)
    return PlayerResult.objects.filter(same, own, **SAME_RESULT)


COMPETITION_PATH = "round__group__stage__competition"
NOT_TOLD = tuple(
    f"{COMPETITION_PATH}__{field.name}"
    for field in Competition._meta.concrete_fields
    if field.name not in ("id", "name")
)
OF_RESULT = (
    *("match", "person", "user", "number", "side", "board", "won", "guest"),
    *(f"user__{name}" for name in ("username", "display_name", "is_guest", "anonymised_at")),
)
A_PAGE = 20
COMPETITIONS, CASUAL = "competition", "casual"
WON, LOST = "won", "lost"


class Place(NamedTuple):
    """A place in the order of a player's matches: when a result was written, and its match."""

    at: datetime
    match_id: int


@dataclass(frozen=True)
class HistoryFilter:
    """The filters of a match history; an empty field does not filter."""

    family: str = ""
    kind: str = ""
    result: str = ""
    rival: User | None = None
    since: datetime | None = None
    until: datetime | None = None
    before: Place | None = None


@dataclass(frozen=True)
class HistoryPage:
    """Some matches in a row, the latest first, and where the older ones begin."""

    played: Sequence["Played"]
    older: Place | None


@dataclass(frozen=True)
class Played:
    """One match of a player: the opponents, the result and the points."""

    view: MatchView
    points: PointsEntry | None  # its line in the ledger; None until it is ranked, or as a guest
    user_id: int

    @property
    def match(self) -> Match:
        """Return the row that `view` shows."""
        return self.view.match

    @property
    def games(self) -> Sequence[Game]:
        """Return the games that count; each has a record."""
        return [link.game for link in self.view.links]

    @cached_property
    def own(self) -> PlayerResult:
        """Return the player's own row of the result."""
        if self.points is not None:
            return next(row for row in self._results if scorer_of(row) == scorer_of(self.points))
        return next(row for row in self._results if row.user_id == self.user_id)

    @property
    def won(self) -> bool:
        """Whether the player won: the match, or of several boards the own."""
        return self.own.has_won(self.match.winner) is True

    @property
    def rivals(self) -> str:
        """Return the opponents: the other entry, or at a casual table its players."""
        if self.view.sides:
            return self.view.sides[1 - self.own.side].name
        return join_names(str(row.user) for row in self._results if row.side != self.own.side)

    @property
    def score(self) -> tuple[int, int] | None:
        """Points of the only game, or games of a longer match, the player's first."""
        ended = self.view.ended_games
        if not ended:
            return None
        if self.match.best_of > 1:
            wins = [final.winner for final in ended]
            score = (wins.count(0), wins.count(1))
        else:
            first, second = ended[-1].score
            score = (first, second)
        return (score[self.own.side], score[1 - self.own.side])

    @property
    def _results(self) -> Sequence[PlayerResult]:
        return list(self.match.player_results.all())


def page_of(player: User, reader: User | AnonymousUser, filters: HistoryFilter) -> HistoryPage:
    """Read a page of matches, plus one line to detect whether older ones follow.

    A player from `with_unranked` carries whether they have matches that are not ranked.
    """
    lines = list(_asked_for(lines_of(player, reader), filters)[: A_PAGE + 1])
    by_match = {line.match_id: line for line in lines[:A_PAGE]}
    last = lines[A_PAGE - 1] if len(lines) > A_PAGE else None
    older = Place(last.at, last.match_id) if last is not None else None
    is_whole = filters == HistoryFilter() and getattr(player, "has_unranked", True)
    awaited = unranked(player, reader) if is_whole else []
    return HistoryPage(_played(player, {**dict.fromkeys(awaited), **by_match}), older)


def _asked_for(lines: Lines, filters: HistoryFilter) -> Lines:
    condition = Q()
    if filters.family:
        condition &= Q(family=filters.family)
    if filters.kind:
        condition &= Q(match__round__isnull=filters.kind == CASUAL)
    if filters.result:
        condition &= Q(won=filters.result == WON)
    if filters.since is not None:
        condition &= Q(at__gte=filters.since)
    if filters.until is not None:
        condition &= Q(at__lt=filters.until)
    if filters.before is not None:
        condition &= _older(filters.before)
    rows = lines.filter(condition)
    return rows if filters.rival is None else seated(rows).filter(is_against(filters.rival))


def _older(place: Place) -> Q:
    """The condition of coming after a place, in words by which the index finds it at once."""
    later_match = Q(at=place.at, match_id__gte=place.match_id)
    return Q(at__lte=place.at) & ~later_match


def _played(player: User, lines: Mapping[int, PointsEntry | None]) -> list[Played]:
    """Read these matches with their lines, the latest first."""
    matches = Match.objects.filter(pk__in=lines)
    people = PlayerResult.objects.standing().select_related("user").only(*OF_RESULT)
    # they are over: no rules count
    rows = matches.select_related(COMPETITION_PATH).defer(*NOT_TOLD)
    views = read_matches(rows, Prefetch("player_results", people))
    by_match = {view.match.pk: view for view in views}
    played = [Played(by_match[pk], line, player.pk) for pk, line in lines.items()]
    return sorted(played, key=lambda each: (each.match.completed_at, each.match.pk), reverse=True)
