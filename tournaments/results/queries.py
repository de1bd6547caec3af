"""Matches with their open issues, and the rows of the grid of results, missing results first.

Current are the matches of the rounds in play, and disputed matches of any round.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final
from zlib import crc32
from zoneinfo import ZoneInfo

from django.db.models import Count, Exists, Max, OuterRef, Q, Subquery
from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.competitions.round_labels import group_name, stage_name
from tournaments.formats.catalogue import with_seasons
from tournaments.formats.series import MatchUnit
from tournaments.matches.queries import MatchView, fetch_seats, read_matches
from tournaments.matches.tables import awaited_until
from tournaments.models import (
    Competition,
    Dispute,
    Match,
    MatchQuerySet,
    Official,
    ResultSubmission,
    Round,
    SlipClaim,
    Stage,
)
from tournaments.models.matches import COMPETITION
from tournaments.results.forms import Pair, game_numbers, points_name, write_pairs
from tournaments.results.labels import format_games
from tournaments.round_clock.queries import HAS_RUNG, of_rounds, round_name

UNKNOWN: Final = (Match.State.PENDING, Match.State.BYE)


@dataclass(frozen=True)
class MatchWithIssues:
    """A match with its open issues."""

    view: MatchView
    claims: Sequence[SlipClaim]  # the latest claims of its slips

    @property
    def match(self) -> Match:
        return self.view.match

    @property
    def annotated(self) -> Any:
        """The row with its annotations: dispute, accounts of the sides, scorer."""
        return self.view.match


@dataclass(frozen=True)
class CurrentRound:
    """A round in play, or the latest one."""

    row: Round
    around: Any  # a row with the annotations for its name

    @property
    def name(self) -> str:
        """Its name, in the active language."""
        return round_name(self.row, self.around)

    @property
    def last_number(self) -> int:
        """The number of the last round of its stage."""
        number: int = self.around.last_of_stage
        return number


def read_current_matches(
    matches: MatchQuerySet, competition: Competition, now: datetime, *, ahead: bool = False
) -> "CurrentMatches":
    """Read the matches of the rounds in play, and all with an open dispute. Three queries.

    With `ahead`, a round is in play when the earlier ones are finished, even before its day.

    Matches with their own time are included. Slips are read only if there are any, and seats only
    where players are still to sit down.
    """
    of_now = _in_next_round(competition) if ahead else _in_open_round(competition, now)
    rows = matches.of(competition.pk).annotate(is_current=of_now).exclude(state__in=UNKNOWN)
    return CurrentMatches(with_issues(rows.filter(Q(is_current=True) | Exists(_OPEN_DISPUTE))))


@dataclass(frozen=True)
class CurrentMatches:
    """The matches of the rounds in play."""

    matches: Sequence[MatchWithIssues]

    @property
    def current(self) -> list[MatchWithIssues]:
        """The matches of the rounds in play, without older disputes."""
        return [each for each in self.matches if each.annotated.is_current]

    @property
    def is_missing_any(self) -> bool:
        """Whether some of those can be played."""
        return any(each.match.state in Match.PLAYABLE for each in self.current)

    @property
    def rounds(self) -> list[CurrentRound]:
        by_round = {each.match.round: each.annotated for each in self.current}
        rounds = [CurrentRound(row, around) for row, around in by_round.items() if row is not None]
        return sorted(rounds, key=lambda each: each.row.pk)


def with_issues(matches: MatchQuerySet) -> list[MatchWithIssues]:
    """Read matches with their open issues."""
    views = read_matches(matches.select_related(f"{COMPETITION}__club").annotate(**_ISSUES))
    fetch_seats(game for view in views if view.is_sitting_down for game in view.all_tables)
    annotated: list[Any] = [view.match for view in views]
    with_claims = [row.pk for row in annotated if row.has_claims]
    claims = SlipClaim.objects.last_by_match(with_claims) if with_claims else {}
    return [MatchWithIssues(view, claims.get(view.match.pk, ())) for view in views]


def _in_open_round(competition: Competition, now: datetime) -> Q:
    """Return a condition for matches of the rounds in play, else of the latest round.

    All groups of a stage and all divisions share their round: its results count as current while
    any of these matches is open. A round whose open matches all await a date is not in play.
    """
    rounds = Round.objects.filter(group__stage__competition=competition)
    begun = rounds.filter(Q(opens_at__isnull=True) | Q(opens_at__lte=now))
    dated = Q(matches__state__in=Match.PLAYABLE, matches__awaits_date=False)
    open_ = begun.filter(dated).order_by()
    beside = open_.filter(_BESIDE, number=OuterRef("round__number"), part=OuterRef("round__part"))
    last = Match.objects.of(competition.pk).filter(state__in=Match.WITH_RESULT)
    newest = last.order_by("-completed_at", "-pk").values("round")[:1]
    as_last = rounds.filter(
        _BESIDE,
        pk=Subquery(newest),
        number=OuterRef("round__number"),
        part=OuterRef("round__part"),
    ).order_by()
    return Q(Exists(beside)) | (~Exists(open_) & Exists(as_last))


def _in_next_round(competition: Competition) -> Q:
    """Return a condition for matches of the first round with an open match, whatever its days."""
    open_ = Match.objects.of(competition.pk).filter(state__in=Match.PLAYABLE)
    return Q(round__number=Subquery(open_.order_by("round__number").values("round__number")[:1]))


# Groups of the same stage, or of the divisions of a league, which are parallel stages.
_BESIDE: Final = Q(group__stage=OuterRef("round__group__stage")) | Q(
    group__stage__format__in=with_seasons()
)
# Calls come before appeals, the oldest first. Each of several boards may have one.
_OPEN_DISPUTE = (
    Dispute.objects.open().filter(match=OuterRef("pk")).order_by("-kind", "opened_at", "pk")
)
_COUNTED = (
    _OPEN_DISPUTE.order_by().values("match", "kind").annotate(many=Count("pk")).values("many")
)
_SCORERS = Official.objects.filter(
    Q(match=OuterRef("pk")) | Q(group=OuterRef("round__group")) | Q(match=None, group=None),
    competition=OuterRef(COMPETITION),
    role__in=Official.NAMED,
)
_OF_STAGE = Round.objects.filter(group__stage=OuterRef("round__group__stage")).order_by()
_ISSUES: Final = {
    "has_scorer": Exists(_SCORERS),
    "open_dispute": Subquery(_OPEN_DISPUTE.values("kind")[:1]),
    "asked": Subquery(_OPEN_DISPUTE.values("text")[:1]),
    "asked_at": Subquery(_OPEN_DISPUTE.values("opened_at")[:1]),
    "asked_often": Subquery(_COUNTED.order_by("-kind")[:1]),
    "has_claims": Exists(SlipClaim.objects.filter(slip__match=OuterRef("pk"))),
    "has_divisions": Exists(
        Stage.objects.filter(
            competition=OuterRef(COMPETITION), tier__gt=1, format__in=with_seasons()
        )
    ),
    "is_unattended": Exists(Match.objects.unattended().filter(pk=OuterRef("pk"))),
    "last_of_stage": Subquery(
        _OF_STAGE.values("group__stage").annotate(last=Max("number")).values("last")
    ),
    **of_rounds("round__"),
    "has_rung": HAS_RUNG,
}


@dataclass(frozen=True)
class Draft:
    """Unsaved input of a row, and the reason it was not saved."""

    games: Sequence[Pair] = ()
    sent: Sequence[tuple[str, str]] = ()  # the inputs as they came, where they are no numbers
    won: int | None = None  # winner of the next game; the other score is missing
    refused: str = ""
    typed: str = ""  # in figures, where what is stored takes its place
    code: str = ""  # of the refusal
    is_for_organiser: bool = False  # who typed it cannot correct what stands; an organiser can


@dataclass(frozen=True)
class Row:
    """One match of the grid."""

    view: MatchView
    measure: MatchUnit
    submission: ResultSubmission | None
    is_unattended: bool
    is_disputed: bool
    has_rung: bool = False  # the bell of its round: it ends wherever it is
    claims: Sequence[SlipClaim] = ()  # what slips say of it, while that is no result
    draft: Draft = field(default_factory=Draft)

    @property
    def match(self) -> Match:
        return self.view.match

    @property
    def is_missing(self) -> bool:
        """Whether a result can be written and there is none."""
        competition = self.match.competition
        assert competition is not None, "casual matches are no rows"
        by_hand = competition.with_cards or self.is_unattended
        is_going = competition.state in Competition.GOING
        return is_going and by_hand and self.match.state in Match.PLAYABLE

    @property
    def is_of_league(self) -> bool:
        """Whether it is of a matchday, with a date of its own."""
        assert self.match.round is not None, "casual matches are no rows"
        return self.match.round.group.stage.how.has_seasons

    @property
    def is_timed(self) -> bool:
        """Whether a bell can end it."""
        competition = self.match.competition
        return competition is not None and competition.round_minutes is not None

    @property
    def may_write(self) -> bool:
        """Whether it has inputs: what was written by hand is typed over."""
        return self.is_missing or self.submission is not None

    @property
    def kind(self) -> str:
        """Return the CSS class of the row."""
        if self.draft.refused:
            return "invalid"
        if self.is_missing:
            return "missing"
        return "saved" if self.match.is_decided else "going"

    @property
    def leads_to_preview(self) -> bool:
        """Whether a correction has consequences that have to be shown first."""
        return self.draft.code == "has-consequences" and not self.draft.is_for_organiser

    @property
    def is_held(self) -> bool:
        """Whether the organisers have to decide between it and the stored result."""
        return self.draft.code == "saved-meanwhile"

    @property
    def against(self) -> str:
        """The typed result that a slip denies; sent again, it is stored."""
        return self.typed if self.draft.code == "slip-differs" else ""

    @property
    def against_in_figures(self) -> str:
        """The result typed against a slip: `30–24`; empty if no slip denies it."""
        return format_games(self.draft.games) if self.against else ""

    @property
    def stored_score(self) -> str:
        """The stored result in figures; empty without one."""
        return format_games(self.submission.in_order) if self.submission is not None else ""

    @property
    def typed(self) -> str:
        """Return the typed games in URL form."""
        return write_pairs(self.draft.games)

    @property
    def submission_id(self) -> int:
        """Return the submission it shows, 0 if none."""
        return self.submission.pk if self.submission is not None else 0

    @property
    def version(self) -> str:
        """Return a string that changes whenever anything in the row changes."""
        match = self.match
        claim_ids = [claim.pk for claim in self.claims]
        parts = (
            self.submission_id,
            match.state,
            match.reopened,
            self.is_disputed,
            self.state,
            claim_ids,
            self.has_rung,
        )
        return f"{crc32(repr(parts).encode()):x}"

    @property
    def names(self) -> tuple[str, str]:
        first, second = (side.name for side in self.view.sides)
        return first, second

    @property
    def sides(self) -> list[dict[str, object]]:
        """Return each side with its name, and whether it won."""
        won = self.match.winner if self.draft.won is None else self.draft.won
        return [
            {"number": number, "name": name, "won": won == number}
            for number, name in enumerate(self.names)
        ]

    @property
    def lines(self) -> list[list[dict[str, object]]]:
        """Return the inputs, a pair for each game or chico."""
        numbers = game_numbers(self.measure)
        pairs = [*(self.draft.sent or self._games), *([(None, None)] * len(numbers))]
        return [
            [self._input(line, side, pair[side]) for side in (0, 1)]
            for line, pair in zip(numbers, pairs, strict=False)
        ]

    @property
    def written(self) -> list[list[dict[str, object]]]:
        """Return the inputs of the complete games, while the row is filled in tap by tap."""
        return self.lines[: len(self.draft.games)]

    @property
    def slip_claims(self) -> list[tuple[str, str, str]]:
        """Return the slips' claims: the side, its figures, and the value a button sends."""
        return [
            (self.names[claim.side], format_games(claim.games), write_pairs(claim.games))
            for claim in self.claims
        ]

    @property
    def winner(self) -> str:
        """Return the winner of the game whose other score is missing."""
        return "" if self.draft.won is None else self.names[self.draft.won]

    @property
    def loser(self) -> str:
        """Whose points are asked for."""
        return "" if self.draft.won is None else self.names[1 - self.draft.won]

    @property
    def state(self) -> str:
        """Return the status text, once the row has no error."""
        if self.is_missing:
            if self.view.is_live and (points := self.view.sheet) is not None:
                return _("anotando %(first)s–%(second)s") % dict(
                    zip(("first", "second"), points.points, strict=True)
                )
            if until := awaited_until(self.match, timezone.now()):
                return _("se espera hasta las %(hour)s") % {"hour": self._hour(until)}
            return self.view.state_in_words if self.match.waits_since else _("falta el resultado")
        return "" if self.submission is not None else str(self.match.get_state_display())

    def _hour(self, at: datetime) -> str:
        competition = self.match.competition
        assert competition is not None, "casual matches are no rows"
        return f"{localtime(at, ZoneInfo(competition.club.zone)):%H:%M}"

    @property
    def spoken_text(self) -> str:
        """Return the result as a sentence, for screen readers."""
        scores = ", ".join(f"{first}–{second}" for first, second in self._games)
        return f"{' – '.join(self.names)}: {scores or self.state}"

    @property
    def _games(self) -> list[tuple[int | None, int | None]]:
        """Return the values of its inputs: the unsaved ones, else the stored ones."""
        if self.draft.won is not None:
            target = self.measure.target
            begun = (target, None) if self.draft.won == 0 else (None, target)
            return [*self.draft.games, begun]
        if self.draft.games:
            return list(self.draft.games)
        if self.submission is None:
            return []
        return [*self.submission.in_order]

    def _input(self, line: int, side: int, points: int | str | None) -> dict[str, object]:
        label = _("Tantos de %(side)s") % {"side": self.names[side]}
        if len(game_numbers(self.measure)) > 1:
            unit = _("Chico") if self.measure.legs_to_win > 1 else _("Partida")
            label = f"{unit} {line}. {label}"
        value = "" if points is None else points
        return {"name": points_name(line, side), "value": value, "label": label}


def read_rows(
    matches: MatchQuerySet, drafts: Mapping[int, Draft], saved: ResultSubmission | None = None
) -> list[Row]:
    """Read these matches as rows, in their order but what is missing first.

    The result that was `saved` in this request is not read again while it stands.
    """
    return rows_of(with_issues(matches), drafts, saved)


def rows_of(
    matches: Sequence[MatchWithIssues],
    drafts: Mapping[int, Draft],
    saved: ResultSubmission | None = None,
) -> list[Row]:
    """Return matches as rows, in their order but what is missing first."""
    numbers = {
        each.match.pk: each.match.reopened
        for each in matches
        if each.match.state == Match.State.COMPLETED
    }
    submissions: dict[int, ResultSubmission] = {}
    if saved is not None and numbers.get(saved.match_id) == saved.number:
        submissions[saved.match_id] = saved
    if unread := numbers.keys() - submissions.keys():
        standing = ResultSubmission.objects.standing().filter(match__in=unread)
        submissions |= {each.match_id: each for each in standing.select_related("submitted_by")}
    rows = [_row(each, submissions.get(each.match.pk), drafts) for each in matches]
    return sorted(rows, key=lambda row: not row.is_missing)


def _row(
    listed: MatchWithIssues, submission: ResultSubmission | None, drafts: Mapping[int, Draft]
) -> Row:
    match = listed.match
    return Row(
        listed.view,
        match.measure,
        submission,
        listed.annotated.is_unattended,
        bool(listed.annotated.open_dispute),
        listed.annotated.has_rung,
        () if match.is_decided else listed.claims,
        drafts.get(match.pk, Draft()),
    )


MISSING, EVERY, DOUBTFUL, EARLIER = "missing", "all", "doubtful", "earlier"
SHOWN = (MISSING, EVERY, DOUBTFUL, EARLIER)
AT_MOST = 100  # of earlier rounds


@dataclass(frozen=True)
class Chip:
    """One way to look at the grid."""

    show: str
    label: str
    number: int | None
    is_current: bool


@dataclass(frozen=True)
class Grid:
    """The rows one scorer is shown."""

    rows: Sequence[Row]
    show: str
    missing: int
    doubtful: int
    total: int
    current: Sequence[int]  # the matches of the rounds that are played

    @property
    def active(self) -> Row | None:
        """Return the row the pad is for: the one being edited, else the first missing one."""
        begun = (row for row in self.rows if row.draft.won is not None or row.draft.games)
        return next(begun, next((row for row in self.rows if row.is_missing), None))

    def unlike(self, versions: Mapping[int, str]) -> "Grid":
        """Return the grid without the rows whose versions equal these."""
        changed = [row for row in self.rows if versions.get(row.match.pk) != row.version]
        return replace(self, rows=changed)

    @property
    def parts(self) -> list[tuple[str, list[Row]]]:
        """The rows in their order; earlier ones, and those of a league, under their round."""
        if self.show != EARLIER and not any(row.is_of_league for row in self.rows):
            return [("", list(self.rows))]
        by_round: dict[int | None, list[Row]] = {}
        for row in self.rows:
            by_round.setdefault(row.match.round_id, []).append(row)
        return [(_title(rows[0].match), rows) for rows in by_round.values()]

    @property
    def points(self) -> range:
        """Return the possible points of a game's loser; after the bell, of its winner too."""
        most = max((row.measure.target for row in self.rows), default=0)
        return range(most + any(row.is_timed for row in self.rows))

    @property
    def chips(self) -> list[Chip]:
        """Return the filters to choose from."""
        faltan = ngettext("Falta", "Faltan", self.missing)
        filters = [
            (MISSING, faltan, self.missing),
            (EVERY, _("Todas"), self.total),
            (DOUBTFUL, _("Dudosas"), self.doubtful),
            (EARLIER, _("Anteriores"), None),
        ]
        return [Chip(show, label, number, show == self.show) for show, label, number in filters]


def read_grid(
    matches: MatchQuerySet,
    at_hand: CurrentMatches,
    *,
    show: str = "",
    drafts: Mapping[int, Draft] | None = None,
) -> Grid:
    """Return the matches a person may score, out of the current matches of the running rounds.

    `show` is the reader's filter; missing results by default, all once none is missing. For earlier
    rounds the other matches of `matches` are read.
    """
    begun = drafts or {}
    rows = rows_of(at_hand.current, begun)
    missing = [row for row in rows if row.is_missing]
    disputed = [each for each in at_hand.matches if each.annotated.open_dispute]
    show = show if show in SHOWN else MISSING if missing else EVERY
    listed, current = missing if show == MISSING else rows, [row.match.pk for row in rows]
    if show == DOUBTFUL:
        listed = rows_of(disputed, begun)
    elif show == EARLIER:
        past = matches.filter(state__in=Match.WITH_RESULT).exclude(pk__in=current)
        listed = read_rows(past.order_by("-completed_at")[:AT_MOST], begun)
    return Grid(listed, show, len(missing), len(disputed), len(rows), current)


def _title(match: Match) -> str:
    """Name the round of a match, and its group where there are several."""
    assert match.round is not None, "casual matches are no rows"
    group, name = match.round.group, round_name(match.round, match)
    if group.stage.how.sends_on:
        return f"{group_name(group.number)}: {name}"
    annotated: Any = match
    return f"{stage_name(group.stage)}: {name}" if annotated.has_divisions else name
