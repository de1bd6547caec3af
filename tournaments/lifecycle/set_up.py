"""Services to set up a competition in one step, and to edit it.

Setting up creates a club if the organiser has none, and opens registration. Settings can change
until the draw, the rules of the game until the first person entered.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from itertools import count
from typing import Any, Final

from accounts.clubs.services import open_club
from accounts.common.transactions import transactional
from accounts.models import Club, User
from accounts.names.collation import SortKey
from accounts.names.validation import confusable_skeleton
from games.engine import OPTION_KEYS
from tournaments.common import audit, hooks
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.errors import WrongStateError
from tournaments.common.locks import lock_competition
from tournaments.common.permissions import require_organiser
from tournaments.competitions import services as competitions
from tournaments.competitions import state
from tournaments.competitions.forms import CompetitionForm, form_values
from tournaments.competitions.services import require_fitting, require_free_name, store_stages
from tournaments.competitions.settings import (
    CompetitionSettings,
    audit_value,
    changeable_after_draw,
    shape_of,
    stages_of,
)
from tournaments.entries.places import set_capacity
from tournaments.lifecycle.errors import HiddenByOperatorsError, TermsSettledError
from tournaments.models import AuditEvent, Competition, RosterPlayer

State = Competition.State


@transactional
def edit_competition(
    *, competition_id: int, actor: User, terms: CompetitionSettings, now: datetime
) -> None:
    """Change the terms of a competition before its draw. A higher cap admits waiting entries.

    Raises RefusedError `not-organiser`, `wrong-state`, `hidden-by-operators`, `name-taken`,
    `terms-settled`, `cap-too-low` or the code of terms that do not fit together, and
    ValidationError.
    """
    competition = _lock_with_club(competition_id, actor)
    if competition.state not in Competition.UNDRAWN:
        raise WrongStateError()
    if competition.hidden_at is not None and terms.public:
        raise HiddenByOperatorsError()
    _require_unsettled(competition, CompetitionSettings.of(competition), terms)
    change_terms(competition, terms, actor=actor, now=now)


@transactional
def edit_announcement(
    *, competition_id: int, actor: User, changes: Mapping[str, Any], now: datetime
) -> None:
    """Change the settings of a drawn competition that can still change.

    Raises RefusedError `not-organiser`, `wrong-state`, `hidden-by-operators` or `name-taken`, and
    ValidationError. `wrong-state` also if a setting cannot change any more.
    """
    competition = _lock_with_club(competition_id, actor)
    if competition.state in Competition.UNDRAWN:
        raise WrongStateError()
    if competition.hidden_at is not None and changes["public"]:
        raise HiddenByOperatorsError()
    changeable = changeable_after_draw(competition)
    if not {*changes} - {"drawn"} <= {*changeable} or changes.get("round_minutes", 1) is None:
        raise WrongStateError()
    before = {name: audit_value(getattr(competition, name)) for name in changeable}
    after = {name: audit_value(changes[name]) for name in changeable}
    changed = [name for name in changeable if before[name] != after[name]]
    if not changed:
        return
    for name in changed:
        setattr(competition, name, changes[name])
    if "name" in changed:
        require_free_name(competition)
    competition.full_clean()
    competition.save(update_fields=changed)
    if {"name", "public"} & {*changed}:
        hooks.qualifiers.source_competition_changed(competition)
    _record_edit(competition, changed, before, after, actor=actor, now=now)


def _lock_with_club(competition_id: int, actor: User) -> Competition:
    """Lock the club, in which names are free or taken, then the competition that is edited."""
    club_id = Competition.objects.values_list("club_id", flat=True).get(pk=competition_id)
    Club.objects.select_for_update().get(pk=club_id)
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    return competition


def change_terms(
    competition: Competition,
    terms: CompetitionSettings,
    *,
    actor: User,
    now: datetime,
    act: AuditEvent.Act = AuditEvent.Act.EDIT,
) -> None:
    """Change the terms of a locked, undrawn competition, and log what changed."""
    current = CompetitionSettings.of(competition)
    # with the format's defaults filled in
    terms = replace(terms, shape=shape_of([*stages_of(terms.shape)]))
    require_fitting(terms)
    before, after = _audit_payload(current), _audit_payload(terms)
    changed = [name for name in after if before[name] != after[name]]
    if not changed:
        return
    _write(competition, current, terms, now)
    _record_edit(competition, changed, before, after, actor=actor, now=now, act=act)


def _record_edit(
    competition: Competition,
    changed: Iterable[str],
    before: Mapping[str, object],
    after: Mapping[str, object],
    *,
    actor: User,
    now: datetime,
    act: AuditEvent.Act = AuditEvent.Act.EDIT,
) -> None:
    """Log the changes and notify the followers."""
    names = list(changed)
    audit.log_event(
        act,
        competition=competition,
        actor=actor,
        now=now,
        before={name: before[name] for name in names},
        after={name: after[name] for name in names},
    )
    broadcast_competition(competition.pk)


def is_settled(competition: Competition) -> bool:
    """Return whether the rules can no longer change: a user has entered to play on the site.

    With real cards the rules are announced at the tables, and a name without an account has agreed
    to nothing.
    """
    if competition.state == State.DRAFT or competition.with_cards:
        return False
    return RosterPlayer.objects.filter(entry__competition=competition, user__isnull=False).exists()


def _require_unsettled(
    competition: Competition, current: CompetitionSettings, terms: CompetitionSettings
) -> None:
    """Refuse other rules once users have entered, and other team sizes once there are entries."""
    changed = current.rules != terms.rules
    resized = current.players_per_side != terms.players_per_side and competition.entries.exists()
    if (changed and is_settled(competition)) or resized:
        raise TermsSettledError()


def _write(
    competition: Competition,
    current: CompetitionSettings,
    terms: CompetitionSettings,
    now: datetime,
) -> None:
    for name, value in terms.columns().items():
        setattr(competition, name, value)
    require_free_name(competition)
    competition.full_clean()
    competition.save(update_fields=[*terms.columns()])
    if (terms.public, terms.name) != (current.public, current.name):
        hooks.qualifiers.source_competition_changed(competition)
    if terms.cap != current.cap:
        set_capacity(competition, now)
    if terms.shape != current.shape:
        competition.stages.all().delete()
        store_stages(competition, terms)


def _audit_payload(terms: CompetitionSettings) -> Mapping[str, Any]:
    """Return the terms for the audit log."""
    payload = {**terms.for_audit(), **asdict(terms.shape)}
    return {name: value for name, value in payload.items() if name != "changing_partners"}


SETTLED: Final = ("preset", *OPTION_KEYS)
"""Fields that are fixed once a user has entered: the rules of the game."""


class EditForm(CompetitionForm):
    """The form of an existing competition; fixed rules are neither shown nor read."""

    def __init__(
        self, data: Mapping[str, str] | None = None, *, competition: Competition, now: datetime
    ) -> None:
        club = competition.club
        current = form_values(CompetitionSettings.of(competition), club.zone)
        self.is_settled = is_settled(competition)
        self._settled = {name: current[name] for name in SETTLED if name in current}
        if data is not None:
            data = {**data, "club": club.slug} | (self._settled if self.is_settled else {})
        self._competition = competition
        super().__init__(
            data,
            clubs=Club.objects.filter(pk=club.pk),
            now=now,
            initial={**current, "club": club.slug},
        )
        del self.fields["tables"]  # those it has are chosen at the hall

    @property
    def settled(self) -> Iterator[tuple[str, Any]]:
        """The fixed rules, for the summary."""
        return ((name, value) for name, value in self._settled.items() if value)

    def _is_taken(self, name: str) -> bool:
        return name != self._competition.name and super()._is_taken(name)


SENT_TWICE: Final = timedelta(minutes=1)
"""Time within which the same answers count as a repeated request."""


@dataclass(frozen=True, kw_only=True)
class NewClub:
    """A club to open: under `name`, or under the first free name that starts with `stem`."""

    name: str
    stem: str
    zone: str


@transactional
def set_up(
    *,
    actor: User,
    home: Club | NewClub,
    terms: CompetitionSettings,
    now: datetime,
    tables: int | None = None,
) -> Competition:
    """Create a competition and open its registration, with a new club if needed; atomic.

    Raises RefusedError `name-taken` for the club, and those of `create_competition`.
    """
    club = home if isinstance(home, Club) else _opened(actor, home)
    competition = competitions.create_competition(
        club=club, actor=actor, terms=terms, now=now, tables=tables
    )
    state.open_registration(competition_id=competition.pk, actor=actor, now=now)
    competition.refresh_from_db()
    return competition


def set_up_just_now(
    *, actor: User, terms: CompetitionSettings, now: datetime
) -> Competition | None:
    """Return the competition that the same answers have just created, if they were sent twice."""
    acts = AuditEvent.objects.filter(
        act=AuditEvent.Act.CREATE, actor=actor, at__gt=now - SENT_TWICE
    )
    created = [each.competition for each in acts.select_related("competition__club")]
    return next((each for each in created if _same(CompetitionSettings.of(each), terms)), None)


def _same(stored: CompetitionSettings, proposed: CompetitionSettings) -> bool:
    """Compare terms, but of the shape only the format: a stored shape has its defaults."""
    return (stored.for_audit(), stored.shape.format) == (
        proposed.for_audit(),
        proposed.shape.format,
    )


def own_club(actor: User, name: str) -> Club | None:
    """Return the organiser's club of that name, or the first one without a name."""
    own = Club.objects.organised_by(actor).order_by(SortKey("name"))
    return (own.filter(skeleton=confusable_skeleton(name)) if name else own).first()


def _opened(owner: User, home: NewClub) -> Club:
    if home.name:
        return open_club(owner=owner, name=home.name, zone=home.zone)
    names = (home.stem if number == 1 else f"{home.stem} {number}" for number in count(1))
    taken = set(Club.objects.values_list("skeleton", flat=True))
    free = next(name for name in names if confusable_skeleton(name) not in taken)
    return open_club(owner=owner, name=free, zone=home.zone)
