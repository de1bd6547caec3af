"""A competition is announced. No two that are open in one club have the same name."""

from datetime import datetime

from django.db import transaction

from accounts.models import Club, User
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.models import AuditEvent, Competition, Place
from tournaments.services import audit
from tournaments.services.competition.lifecycle import require_organiser
from tournaments.services.competition.shape import stages_of
from tournaments.services.competition.terms import Terms


@retrying
@transaction.atomic
def create_competition(
    *,
    club: Club,
    actor: User,
    terms: Terms,
    now: datetime,
    previous: Competition | None = None,
) -> Competition:
    """Announce a competition to the club's organisers; nobody can enter yet.

    If it is seeded as the one `previous` to it ended, it is kept which one that is.

    Raises RefusedError `not-organiser`, `name-taken`, `edition-taken` or why the terms do not go
    together, and ValidationError for terms outside their limits.
    """
    competition = Competition(club=club, created_at=now, **terms.columns())
    if terms.seeding == Competition.Seeding.PREVIOUS:
        competition.previous = previous
    require_organiser(competition, actor)
    Club.objects.select_for_update().get(pk=club.pk)
    require_free_name(competition)
    _require_free_edition(competition)
    competition.full_clean()
    require_fitting(terms)
    competition.save()
    store_stages(competition, terms)
    Place.objects.bulk_create(
        Place(competition=competition, number=number) for number in range(1, terms.cap + 1)
    )
    after = {**terms.told(), "format": terms.shape.format}
    audit.record(AuditEvent.Act.CREATE, competition=competition, actor=actor, now=now, after=after)
    return competition


def require_free_name(competition: Competition) -> None:
    """Refuse a name that another open competition of the club has; the club is locked."""
    others = Competition.objects.undecided_in(competition.club).exclude(pk=competition.pk)
    if others.filter(name=competition.name).exists():
        raise RefusedError("name-taken")


def _require_free_edition(competition: Competition) -> None:
    """Refuse a second sequel of one edition."""
    previous = competition.previous_id
    if previous is not None and Competition.objects.filter(previous=previous).exists():
        raise RefusedError("edition-taken")


def require_fitting(terms: Terms) -> None:
    """Refuse terms that do not go together, with the code that says why."""
    for _, code in terms.misfits():
        raise RefusedError(code)


def store_stages(competition: Competition, terms: Terms) -> None:
    """Store the stages that the terms come to."""
    for stage in stages_of(terms.shape):
        stage.competition = competition
        stage.full_clean()
        stage.save()
