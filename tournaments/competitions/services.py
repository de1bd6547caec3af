"""Services to announce a competition, to hide it, and to change its chat level.

No two open competitions of a club share a name. Operators hide and show competitions, and the
audit log records it. The chat level can change at any time and applies to open tables too.
"""

from datetime import datetime

from django.db.models import F

from accounts.common.transactions import transactional
from accounts.models import Club, User
from accounts.names.validation import tidy
from games.models import Game
from games.models.tables import Level
from tournaments.common import audit, hooks
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.errors import (
    BadlyWrittenError,
    NothingThereError,
    ReasonMissingError,
    WrongStateError,
    refused,
)
from tournaments.common.locks import lock_competition
from tournaments.common.permissions import require_organiser
from tournaments.competitions.errors import (
    AlreadyHiddenError,
    EditionTakenError,
    NameTakenError,
    NotOperatorError,
    TooManyCompetitionsError,
)
from tournaments.competitions.settings import CompetitionSettings, stages_of
from tournaments.models import AuditEvent, Competition, Place

MOST_OPEN = 200  # competitions of a club that are not over, drafts included


@transactional
def create_competition(
    *,
    club: Club,
    actor: User,
    terms: CompetitionSettings,
    now: datetime,
    previous: Competition | None = None,
    tables: int | None = None,
) -> Competition:
    """Create a competition as a draft. Only organisers see it, and no one can enter.

    It uses the first `tables` of the club's hall. If it is seeded by the final ranking of an
    earlier edition, `previous` is stored. Raises
    RefusedError `not-organiser`, `too-many-competitions`, `name-taken`, `edition-taken` or the code
    for terms that do not fit together, and ValidationError for terms outside their limits.
    """
    competition = Competition(club=club, created_at=now, **terms.columns())
    if terms.seeding == Competition.Seeding.PREVIOUS:
        competition.previous = previous
    require_organiser(competition, actor)
    Club.objects.select_for_update().get(pk=club.pk)
    if not has_room(club):
        raise TooManyCompetitionsError()
    require_free_name(competition)
    _require_free_edition(competition)
    competition.full_clean()
    require_fitting(terms)
    competition.save()
    store_stages(competition, terms)
    Place.objects.bulk_create(
        Place(competition=competition, number=number) for number in range(1, terms.cap + 1)
    )
    after = {**terms.for_audit(), "format": terms.shape.format}
    audit.log_event(
        AuditEvent.Act.CREATE, competition=competition, actor=actor, now=now, after=after
    )
    if tables:
        hooks.venues.take_tables(competition, tables, actor=actor, now=now)
    return competition


def has_room(club: Club) -> bool:
    """Return whether a club may have one more competition that is not over."""
    return Competition.objects.undecided_in(club).count() < MOST_OPEN


def require_free_name(competition: Competition) -> None:
    """Refuse a name that another open competition of the club has; the club is locked."""
    others = Competition.objects.undecided_in(competition.club).exclude(pk=competition.pk)
    if others.filter(name=competition.name).exists():
        raise NameTakenError()


def _require_free_edition(competition: Competition) -> None:
    """Refuse a second sequel of one edition."""
    previous = competition.previous_id
    if previous is not None and Competition.objects.filter(previous=previous).exists():
        raise EditionTakenError()


def require_fitting(terms: CompetitionSettings) -> None:
    """Raise RefusedError for terms that do not fit together."""
    for _, code in terms.misfits():
        raise refused(code)


def store_stages(competition: Competition, terms: CompetitionSettings) -> None:
    """Store the stages that follow from the terms."""
    for stage in stages_of(terms.shape):
        stage.competition = competition
        stage.full_clean()
        stage.save()


OF_MATCHES = "match_game__match__round__group__stage__competition"


@transactional
def set_hidden(
    *, competition_id: int, actor: User, hidden: bool, reason: str, now: datetime
) -> None:
    """Hide a competition and its tables from the public, or restore their visibility.

    Its club, its players and its officials still see it. Raises RefusedError `not-operator`,
    `nothing-there`, `already-hidden` or `reason-missing`.
    """
    if not actor.may_operate:
        raise NotOperatorError()
    if not Competition.objects.filter(pk=competition_id).exists():
        raise NothingThereError()
    competition = lock_competition(competition_id)
    if (competition.hidden_at is not None) == hidden:
        raise AlreadyHiddenError()
    if not tidy(reason):
        raise ReasonMissingError()
    was_public = competition.public if hidden else _was_public(competition)
    competition.hidden_at = now if hidden else None
    competition.public = was_public and not hidden
    competition.save(update_fields=["hidden_at", "public"])
    tables = Game.objects.filter(**{OF_MATCHES: competition}).exclude(public=competition.public)
    tables.update(public=competition.public, seats_version=F("seats_version") + 1)  # spectators
    audit.log_event(
        AuditEvent.Act.HIDE if hidden else AuditEvent.Act.SHOW,
        competition=competition,
        actor=actor,
        now=now,
        reason=tidy(reason),
        before={"public": was_public} if hidden else {},
    )
    hooks.qualifiers.source_competition_changed(competition)
    broadcast_competition(competition.pk)


def _was_public(competition: Competition) -> bool:
    hidden = competition.audit.filter(act=AuditEvent.Act.HIDE).first()
    return hidden is not None and bool(hidden.before.get("public"))


@transactional
def change_talk(*, competition_id: int, actor: User, talk: str, now: datetime) -> None:
    """Change the talk level of a competition. Existing messages stay.

    Raises RefusedError `not-organiser`, `wrong-state` or `badly-written`.
    """
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    if competition.is_over:
        raise WrongStateError()
    if talk not in Level:
        raise BadlyWrittenError()
    before = competition.talk
    if talk == before:
        return
    competition.talk = talk
    competition.save(update_fields=["talk"])
    of_matches = {"match_game__match__round__group__stage__competition": competition}
    Game.objects.open().filter(**of_matches).update(talk=talk)
    audit.log_event(
        AuditEvent.Act.EDIT,
        competition=competition,
        actor=actor,
        now=now,
        before={"talk": before},
        after={"talk": talk},
    )
    broadcast_competition(competition.pk)
