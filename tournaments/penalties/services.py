"""Services for penalties and score corrections with real cards (R-S6).

Judges choose from their club's list of penalties. It starts as the default list; the club can
change it.
"""

from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError
from accounts.common.transactions import transactional
from accounts.models import Club, User
from tournaments.common import audit
from tournaments.common.errors import BadlyWrittenError, NotOrganiserError, ReasonMissingError
from tournaments.common.locks import lock_match
from tournaments.common.permissions import require_judge
from tournaments.entries.queries import dealing_of
from tournaments.formats.penalty_list import (
    ARTICLES,
    SHIPPED,
    WITHOUT_POINTS,
    Effect,
    are_points_allowed,
    mark_for,
)
from tournaments.formats.score_sheet import Correct, Judged
from tournaments.formats.series import Pair
from tournaments.models import AuditEvent, Match, Penalty, PenaltyRule
from tournaments.results.services import require_scorer
from tournaments.score_sheets.services import MarkOutcome, echo_of, put_mark


class NoSuchPenaltyError(RefusedError):
    code = "no-such-penalty"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Esa sanción no está en la lista del club.")


class DealerUnknownError(RefusedError):
    code = "dealer-unknown"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Marcá primero quién reparte.")


class ListFullError(RefusedError):
    code = "list-full"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("La lista ya tiene todas las sanciones propias que entran.")


OWN: Final = "own-"
MOST_OWN: Final = 30  # lines that a club adds
EFFECTS: Final = frozenset(each.value for each in Effect)


@dataclass(frozen=True)
class PenaltyLine:
    """One line of a club's list; without a `name` it has the one that is shipped under its key."""

    ident: str  # its key, or that of a line of the club's own
    key: str
    name: str
    article: str
    effect: Effect
    points: int
    is_off: bool = False


def penalties_of(club_id: int) -> list[PenaltyLine]:
    """Return the whole list, those that are switched off too: the shipped ones, then the own."""
    rules = PenaltyRule.objects.filter(club=club_id)
    changed = {rule.key: rule for rule in rules if rule.key}
    shipped = [
        _penalty_line(changed[key])
        if key in changed
        else PenaltyLine(key, key, "", line.article, line.effect, line.points, line.is_off)
        for key, line in SHIPPED.items()
    ]
    return [*shipped, *(_penalty_line(rule) for rule in rules if not rule.key)]


@transaction.atomic
def add_penalty(
    *, club_id: int, actor: User, name: str, article: str, effect: str, points: int
) -> PenaltyRule:
    """Add a line of the club's own.

    Raises RefusedError `not-organiser`, `badly-written` or `list-full`.
    """
    club = _locked_club(club_id, actor)
    if not name.strip():
        raise BadlyWrittenError()
    if club.penalty_rules.filter(key="").count() >= MOST_OWN:
        raise ListFullError()
    rule = PenaltyRule(club=club, name=name)
    return _save(rule, article, effect, points)


@transaction.atomic
def change_penalty(
    *,
    club_id: int,
    actor: User,
    ident: str,
    name: str,
    article: str,
    effect: str,
    points: int,
    is_off: bool,
) -> PenaltyRule:
    """Change a line or switch it off; a shipped one without a name is called as before.

    Raises RefusedError `not-organiser`, `no-such-penalty` or `badly-written`.
    """
    club = _locked_club(club_id, actor)
    rule = _find_rule(club, ident)
    if not rule.key and not name.strip():
        raise BadlyWrittenError()
    rule.name, rule.is_off = name, is_off
    return _save(rule, article, effect, points)


def _locked_club(club_id: int, actor: User) -> Club:
    club = Club.objects.select_for_update(of=("self",)).get(pk=club_id)
    if not club.can_organise(actor):
        raise NotOrganiserError()
    return club


def _find_rule(club: Club, ident: str) -> PenaltyRule:
    if ident in SHIPPED:
        return club.penalty_rules.filter(key=ident).first() or PenaltyRule(club=club, key=ident)
    number = ident.removeprefix(OWN)
    if ident.startswith(OWN) and number.isascii() and number.isdigit() and len(number) < 10:
        rule = club.penalty_rules.filter(key="", pk=int(number)).first()
        if rule is not None:
            return rule
    raise NoSuchPenaltyError()


def _save(rule: PenaltyRule, article: str, effect: str, points: int) -> PenaltyRule:
    if effect not in EFFECTS or (article and article not in ARTICLES):
        raise BadlyWrittenError()
    amount = 0 if effect in WITHOUT_POINTS else points
    if not are_points_allowed(Effect(effect), amount):
        raise BadlyWrittenError()
    rule.article, rule.effect, rule.points = article, effect, amount
    rule.save()
    return rule


def _penalty_line(rule: PenaltyRule) -> PenaltyLine:
    return PenaltyLine(
        ident=rule.key or f"{OWN}{rule.pk}",
        key=rule.key,
        name=rule.name,
        article=rule.article,
        effect=Effect(rule.effect),
        points=rule.points,
        is_off=rule.is_off,
    )


CORRECTION = "R-S6"


@transactional
def give_penalty(
    *,
    match_id: int,
    ident: str,
    side: int,
    points: int | None,
    noted: int | None = None,
    note: str,
    seen_version: int,
    action_id: str,
    actor: User,
    now: datetime,
) -> MarkOutcome:
    """Write a penalty of the club's list against a side, with the given or the listed points.

    `noted` is what the side was noted in the hand that it loses.

    Raises StaleError, or RefusedError `not-judge`, `no-such-penalty`, `badly-written`,
    `not-with-cards`, `match-not-open`, `other-action`, `chico-is-over` or `dealer-unknown`.
    """
    match = _locked_match_of_judge(match_id, actor)
    assert match.competition is not None, "casual matches have no judge"
    line = _line(match.competition.club_id, ident)
    amount = line.points if points is None or line.effect in WITHOUT_POINTS else points
    if not are_points_allowed(line.effect, amount):
        raise BadlyWrittenError()
    seat = _next_dealer(match) if line.effect == Effect.DEAL else 0
    mark = mark_for(line.effect, side, amount, noted=noted or 0, seat=seat)
    penalty = Penalty(key=line.key, name=line.name, article=line.article, note=note)
    return _write(match, mark, penalty, seen_version, action_id, actor, now)


@transactional
def correct_score(
    *,
    match_id: int,
    points: Pair,
    note: str,
    seen_version: int,
    action_id: str,
    actor: User,
    now: datetime,
) -> MarkOutcome:
    """Correct the points of the current chico, with a reason.

    Raises StaleError, or RefusedError `not-judge`, `reason-missing`, `not-with-cards`,
    `match-not-open`, `other-action`, `chico-is-over` or `impossible-score`.
    """
    match = _locked_match_of_judge(match_id, actor)
    if not note.strip():
        raise ReasonMissingError()
    penalty = Penalty(article=CORRECTION, note=note)
    return _write(match, Correct(points), penalty, seen_version, action_id, actor, now)


def _next_dealer(match: Match) -> int:
    dealing = dealing_of(match)
    if dealing.dealer is None:
        raise DealerUnknownError()
    return dealing.following


def _locked_match_of_judge(match_id: int, actor: User) -> Match:
    match = lock_match(match_id)
    assert match is not None, "only sweeps skip what is locked"
    require_judge(match, actor)
    return match


def _line(club_id: int, ident: str) -> PenaltyLine:
    for line in penalties_of(club_id):
        if line.ident == ident and not line.is_off:
            return line
    raise NoSuchPenaltyError()


def _write(
    match: Match,
    mark: Judged,
    penalty: Penalty,
    seen_version: int,
    action_id: str,
    actor: User,
    now: datetime,
) -> MarkOutcome:
    if echo := echo_of(match, mark, action_id, actor):
        return echo
    role = require_scorer(match, actor)
    noted = put_mark(
        match,
        mark,
        role=role,
        seen_version=seen_version,
        action_id=action_id,
        actor=actor,
        now=now,
        reason=penalty.note,
    )
    penalty.mark = match.marks.get(seq=noted.version)
    penalty.save()
    assert match.competition is not None
    corrects = isinstance(mark, Correct)
    audit.log_event(
        AuditEvent.Act.CORRECT_SCORE if corrects else AuditEvent.Act.PENALTY,
        competition=match.competition,
        match=match,
        actor=actor,
        now=now,
        reason=penalty.note,
        after={"penalty": penalty.key or penalty.name, "mark": noted.version},
    )
    return noted
