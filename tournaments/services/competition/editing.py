"""Announced terms change until the draw, the rules of the game until a person entered."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import Club, User
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.models import AuditEvent, Competition, RosterPlayer
from tournaments.services import audit
from tournaments.services.competition.announcing import (
    require_fitting,
    require_free_name,
    store_stages,
)
from tournaments.services.competition.cap import resize
from tournaments.services.competition.lifecycle import require_organiser
from tournaments.services.competition.shape import shape_of, stages_of
from tournaments.services.competition.terms import Terms
from tournaments.services.feeders.marking import source_changed
from tournaments.services.hints import announce_competition
from tournaments.services.locks import lock_competition

State = Competition.State


@retrying
@transaction.atomic
def edit_competition(*, competition_id: int, actor: User, terms: Terms, now: datetime) -> None:
    """Give a competition other terms before it is drawn; of a higher cap the waiting list profits.

    Raises RefusedError `not-organiser`, `wrong-state`, `hidden-by-operators`, `name-taken`,
    `terms-settled`, `cap-too-low` or why the terms do not go together, and ValidationError.
    """
    club_id = Competition.objects.values_list("club_id", flat=True).get(pk=competition_id)
    Club.objects.select_for_update().get(pk=club_id)
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    if competition.state not in Competition.UNDRAWN:
        raise RefusedError("wrong-state")
    if competition.hidden_at is not None and terms.public:
        raise RefusedError("hidden-by-operators")
    _require_unsettled(competition, Terms.of(competition), terms)
    change_terms(competition, terms, actor=actor, now=now)


@retrying
@transaction.atomic
def edit_announcement(
    *, competition_id: int, actor: User, name: str, prizes: str, public: bool, now: datetime
) -> None:
    """Change what touches no result of a competition that is drawn.

    Raises RefusedError `not-organiser`, `wrong-state`, `hidden-by-operators` or `name-taken`, and
    ValidationError.
    """
    club_id = Competition.objects.values_list("club_id", flat=True).get(pk=competition_id)
    Club.objects.select_for_update().get(pk=club_id)
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    if competition.state in Competition.UNDRAWN:
        raise RefusedError("wrong-state")
    if competition.hidden_at is not None and public:
        raise RefusedError("hidden-by-operators")
    after: dict[str, str | bool] = {"name": name, "prizes": prizes, "public": public}
    before = {key: getattr(competition, key) for key in after}
    changed = [key for key in after if before[key] != after[key]]
    if not changed:
        return
    for key in changed:
        setattr(competition, key, after[key])
    if "name" in changed:
        require_free_name(competition)
    competition.full_clean()
    competition.save(update_fields=changed)
    if {"name", "public"} & {*changed}:
        source_changed(competition)
    _record_edit(competition, changed, before, after, actor=actor, now=now)


def change_terms(competition: Competition, terms: Terms, *, actor: User, now: datetime) -> None:
    """Give a locked competition that is not drawn other terms, and write down what changed."""
    known = Terms.of(competition)
    terms = replace(terms, shape=shape_of([*stages_of(terms.shape)]))  # with nothing left open
    require_fitting(terms)
    before, after = _audit_payload(known), _audit_payload(terms)
    changed = [name for name in after if before[name] != after[name]]
    if not changed:
        return
    _write(competition, known, terms)
    _record_edit(competition, changed, before, after, actor=actor, now=now)


def _record_edit(
    competition: Competition,
    changed: Iterable[str],
    before: Mapping[str, object],
    after: Mapping[str, object],
    *,
    actor: User,
    now: datetime,
) -> None:
    """Write down what changed, and tell those who follow."""
    names = list(changed)
    audit.record(
        AuditEvent.Act.EDIT,
        competition=competition,
        actor=actor,
        now=now,
        before={name: before[name] for name in names},
        after={name: after[name] for name in names},
    )
    announce_competition(competition.pk)


def is_settled(competition: Competition) -> bool:
    """Tell whether the rules of the game are settled: a person entered to play by them on screen.

    With real cards they are said at the tables, and a name that was written down agreed to nothing.
    """
    if competition.state == State.DRAFT or competition.with_cards:
        return False
    return RosterPlayer.objects.filter(entry__competition=competition, user__isnull=False).exists()


def _require_unsettled(competition: Competition, known: Terms, terms: Terms) -> None:
    """Refuse another game than the one people entered; a draft may change all but its sides."""
    changed = known.rules != terms.rules
    resized = known.players_per_side != terms.players_per_side and competition.entries.exists()
    if (changed and is_settled(competition)) or resized:
        raise RefusedError("terms-settled")


def _write(competition: Competition, known: Terms, terms: Terms) -> None:
    for name, value in terms.columns().items():
        setattr(competition, name, value)
    require_free_name(competition)
    competition.full_clean()
    competition.save(update_fields=[*terms.columns()])
    if (terms.public, terms.name) != (known.public, known.name):
        source_changed(competition)
    if terms.cap != known.cap:
        resize(competition)
    if terms.shape != known.shape:
        competition.stages.all().delete()
        store_stages(competition, terms)


def _audit_payload(terms: Terms) -> Mapping[str, Any]:
    """Return what the log tells of terms."""
    told = {**terms.told(), **asdict(terms.shape)}
    return {name: value for name, value in told.items() if name != "changing_partners"}
