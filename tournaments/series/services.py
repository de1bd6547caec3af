"""Services of a series of a club or a federation: its rules, competitions and finals."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.db.models import Min, Q
from django.utils.translation import gettext

from accounts.common.alarms import enqueue
from accounts.common.transactions import on_commit, transactional
from accounts.models import Club, User
from accounts.names.collation import fold
from tournaments.common import audit
from tournaments.common.broadcast import Kind, broadcast_competition, record_entries
from tournaments.common.errors import AlreadyDrawnError, NotOrganiserError, WrongStateError
from tournaments.common.locks import lock_competition
from tournaments.common.permissions import require_organiser
from tournaments.competitions import services as competitions
from tournaments.competitions import state
from tournaments.competitions.settings import CompetitionSettings, audit_value
from tournaments.competitions.suggestions import LONGEST, free_name
from tournaments.entries import rosters
from tournaments.entries.entered_people import ExistingEntries
from tournaments.entries.errors import TooManyForFormatError
from tournaments.entries.new_entries import NewEntry, write_entries
from tournaments.entries.places import fit_places, promote_waiting, remove_entry
from tournaments.entries.rosters import NamedPlayer
from tournaments.formats.options import FormatOptions
from tournaments.formats.series_table import MOST_WEIGHT, NORMAL_WEIGHT
from tournaments.matches.decisions import TITLES_TASK
from tournaments.models import (
    AuditEvent,
    Competition,
    Entry,
    Federation,
    FederationChange,
    Finalist,
    Person,
    RosterPlayer,
    Series,
)
from tournaments.series.errors import (
    BadWeightError,
    BeingCountedError,
    CannotDefendError,
    EventNotPublicError,
    FinalExistsError,
    InAnotherSeriesError,
    IsFinalError,
    MoreCountedThanPlannedError,
    NoFinalError,
    NoHostError,
    NoSuchSeriesError,
    NothingToUpdateError,
    NotOfFederationError,
    OfAnotherClubError,
    SeriesBackwardsError,
    SeriesNamedError,
    SilverWithoutGoldError,
    TooFewFinalistsError,
    TooManySeriesError,
)
from tournaments.series.identities import Identities, Key
from tournaments.series.queries import Line, compare_final, hosts_for, read_table

MOST: Final = 60  # series of one club or federation
TERMS: Final = (
    *("name", "starts_on", "ends_on", "scoring", "place_points", "attended_points"),
    *("attendance_bonus", "counted", "validity", "planned", "finalists", "silver_finalists"),
)
Act = AuditEvent.Act


@transactional
def open_series(
    *, owner: Club | Federation, actor: User, terms: Mapping[str, Any], now: datetime
) -> Series:
    """Open a series of a club or a federation with these `TERMS`.

    Raises RefusedError `not-organiser`, `too-many-series` or those of the terms, and
    ValidationError.
    """
    locked = _lock_owner(type(owner), owner.pk, actor)
    if locked.series.count() >= MOST:
        raise TooManySeriesError()
    series = Series(created_at=now)
    if isinstance(locked, Club):
        series.club = locked
    else:
        series.federation = locked
    _write(series, terms)
    _log_in_federation(FederationChange.Act.OPEN_CIRCUIT, series, actor, now)
    return series


@transactional
def change_series(
    *, series_id: int, actor: User, terms: Mapping[str, Any], now: datetime
) -> Series:
    """Change the terms of a series; its table follows at once.

    The log of each of its competitions has the change. Raises as `open_series` does, and
    `no-such-series`.
    """
    series = _locked_series(series_id, actor)
    before = {name: getattr(series, name) for name in TERMS}
    _write(series, terms)
    changed = [name for name in TERMS if before[name] != getattr(series, name)]
    if changed:
        _log_in_federation(FederationChange.Act.CHANGE_CIRCUIT, series, actor, now)
    for competition in series.competitions.all() if changed else ():
        audit.log_event(
            Act.CHANGE_SERIES,
            competition=competition,
            actor=actor,
            now=now,
            before={name: audit_value(before[name]) for name in changed},
            after={"entry": series.name, **{name: audit_value(terms[name]) for name in changed}},
        )
        broadcast_competition(competition.pk)
    return series


@transactional
def remove_series(*, series_id: int, actor: User, now: datetime) -> None:
    """Delete a series. Its competitions stay, with their results.

    Raises RefusedError `not-organiser` or `no-such-series`.
    """
    series = _locked_series(series_id, actor)
    for pk in list(series.competitions.order_by("pk").values_list("pk", flat=True)):
        remove_from_series(series_id=series.pk, competition_id=pk, actor=actor, now=now)
    _log_in_federation(FederationChange.Act.REMOVE_CIRCUIT, series, actor, now)
    series.delete()


@transactional
def choose_competitions(
    *,
    series_id: int,
    chosen: Collection[int],
    offered: Collection[int],
    actor: User,
    now: datetime,
) -> None:
    """Make exactly the chosen ones of the offered competitions count in a series.

    Raises as `add_to_series` does.
    """
    _locked_series(series_id, actor)
    for pk in sorted({*offered, *chosen}):
        act = add_to_series if pk in chosen else remove_from_series
        act(series_id=series_id, competition_id=pk, actor=actor, now=now)


@transactional
def add_to_series(*, series_id: int, competition_id: int, actor: User, now: datetime) -> None:
    """Make a competition count in the table of a series; idempotent.

    It is one of the series' club, or a public one of a club of the federation.

    Raises RefusedError `no-such-series`, `not-organiser`, `series-of-another-club`,
    `not-of-federation`, `event-not-public`, `in-another-series`, `is-series-final`, or
    `wrong-state` for a rehearsal.
    """
    competition = lock_competition(competition_id)
    series = Series.objects.select_related("club", "federation").filter(pk=series_id).first()
    if series is None:
        raise NoSuchSeriesError()
    _require_organiser(series, competition, actor)
    if competition.series_id == series.pk:
        return
    _require_fitting(series, competition)
    if competition.rehearsal:
        raise WrongStateError()
    if competition.series_id is not None:
        raise InAnotherSeriesError()
    if Series.objects.filter(Q(final=competition) | Q(silver_final=competition)).exists():
        raise IsFinalError()
    _move(competition, series, Act.JOIN_SERIES, series.name, actor, now)


def _require_fitting(series: Series, competition: Competition) -> None:
    """Refuse a competition of another club, and a private one for a federation."""
    if series.federation is None:
        if series.club_id != competition.club_id:
            raise OfAnotherClubError()
        return
    members = series.federation.affiliations.members()
    if not members.filter(club=competition.club_id).exists():
        raise NotOfFederationError()
    if not competition.public:
        raise EventNotPublicError()


@transactional
def remove_from_series(*, series_id: int, competition_id: int, actor: User, now: datetime) -> None:
    """Take a competition out of the table of a series; idempotent.

    Raises RefusedError `no-such-series` or `not-organiser`.
    """
    competition = lock_competition(competition_id)
    series = Series.objects.select_related("club", "federation").filter(pk=series_id).first()
    if series is None:
        raise NoSuchSeriesError()
    _require_organiser(series, competition, actor)
    if competition.series_id == series_id:
        _move(competition, None, Act.LEAVE_SERIES, series.name, actor, now)


def release_open_events(*, federation: Federation, club: Club, actor: User, now: datetime) -> int:
    """Take the unfinished competitions of a leaving club out of a federation's circuits.

    Those that ended still count. A final goes on as a competition of the club, and the circuit can
    have another. The caller has locked the federation; return how many left.
    """
    open_ = Competition.objects.filter(club=club, series__federation=federation)
    numbers = open_.exclude(state__in=Competition.OVER).order_by("pk").values_list("pk", flat=True)
    released = 0
    for pk in list(numbers):
        competition = lock_competition(pk)
        if not competition.is_over and competition.series is not None:
            name = competition.series.name
            _move(competition, None, Act.LEAVE_SERIES, name, actor, now)
            released += 1
    return released + _release_finals(federation, club, actor, now)


def _release_finals(federation: Federation, club: Club, actor: User, now: datetime) -> int:
    released = 0
    held = Q(final__club=club) | Q(silver_final__club=club)
    for series in federation.series.filter(held).order_by("pk"):
        for column in ("final", "silver_final"):
            pk: int | None = getattr(series, f"{column}_id")
            final = None if pk is None else lock_competition(pk)
            if final is None or final.club_id != club.pk or final.is_over:
                continue
            setattr(series, column, None)
            series.save(update_fields=[column])
            after = {"entry": series.name}
            audit.log_event(Act.LEAVE_SERIES, competition=final, actor=actor, now=now, after=after)
            broadcast_competition(final.pk)
            released += 1
    return released


def _move(
    competition: Competition,
    series: Series | None,
    act: AuditEvent.Act,
    name: str,
    actor: User,
    now: datetime,
) -> None:
    competition.series = series
    competition.series_weight, competition.defends = NORMAL_WEIGHT, None
    competition.awaits_titles |= competition.is_completed  # with them the final ranks are written
    competition.save(update_fields=["series", "series_weight", "defends", "awaits_titles"])
    Competition.objects.filter(defends=competition).update(defends=None)
    on_commit(enqueue, TITLES_TASK, competition.pk)
    audit.log_event(act, competition=competition, actor=actor, now=now, after={"entry": name})
    broadcast_competition(competition.pk)


@transactional
def set_event_terms(
    *,
    series_id: int,
    competition_id: int,
    weight: int,
    defends_id: int | None,
    actor: User,
    now: datetime,
) -> None:
    """Set the weight of a competition in its series, and the edition whose points it replaces.

    Raises RefusedError `no-such-series`, `not-organiser`, `wrong-state` if it is not in the series,
    `bad-weight`, or `cannot-defend` unless the earlier edition is a finished one of the series that
    no other defends.
    """
    series = _locked_series(series_id, actor)
    competition = lock_competition(competition_id)
    if competition.series_id != series.pk:
        raise WrongStateError()
    if not 1 <= weight <= MOST_WEIGHT:
        raise BadWeightError()
    if (competition.series_weight, competition.defends_id) == (weight, defends_id):
        return
    if defends_id is not None:
        _require_earlier_edition(competition, defends_id)
    before = {"weight": competition.series_weight, "defends": competition.defends_id}
    competition.series_weight, competition.defends_id = weight, defends_id
    competition.save(update_fields=["series_weight", "defends"])
    audit.log_event(
        Act.SERIES_EVENT,
        competition=competition,
        actor=actor,
        now=now,
        before=before,
        after={"entry": series.name, "weight": weight, "defends": defends_id},
    )
    broadcast_competition(competition.pk)


def _require_earlier_edition(competition: Competition, defends_id: int) -> None:
    others = Competition.objects.filter(series=competition.series_id).exclude(pk=competition.pk)
    earlier = others.filter(pk=defends_id, state__in=Competition.COMPLETED).first()
    if earlier is None or earlier.finished_at is None:
        raise CannotDefendError()
    if competition.finished_at is not None and competition.finished_at <= earlier.finished_at:
        raise CannotDefendError()
    if others.filter(defends=earlier).exists():
        raise CannotDefendError()


@transactional
def create_final(
    *,
    series_id: int,
    actor: User,
    now: datetime,
    is_silver: bool = False,
    host_id: int | None = None,
) -> Competition:
    """Create a final of a series and enter the first ones of its table, seeded by their places.

    The silver final gets those who follow the finalists of the other. It has the settings of the
    last competition, as a knockout unless partners change. In a final of teams those who entered
    together most often do so again; the others look for a partner. A final of a federation is held
    by `host_id`, a club of it that the actor organises.

    Raises RefusedError `not-organiser`, `no-such-series`, `no-series-final`,
    `series-final-exists`, `series-being-counted`, `too-few-in-series` or `no-host`, and those of
    `create_competition`.
    """
    series = _locked_series(series_id, actor)
    column = "silver_final" if is_silver else "final"
    if (series.silver_finalists if is_silver else series.finalists) is None:
        raise NoFinalError()
    existing: Competition | None = getattr(series, column)
    if existing is not None and existing.state != Competition.State.CANCELLED:
        raise FinalExistsError()
    table = read_table(series, now)
    if table.is_being_counted:
        raise BeingCountedError()
    lines = table.silver_finalists if is_silver else table.finalists
    if not table.events or len(lines) < 2:
        raise TooFewFinalistsError()
    last = table.events[-1]
    teams = list(_teams(lines, table.teams, last.players_per_side))
    host = _host_of(series, host_id, actor)
    terms = _final_terms(host, last, len(teams), _final_name(series, is_silver=is_silver))
    final = competitions.create_competition(club=host, actor=actor, terms=terms, now=now)
    state.open_registration(competition_id=final.pk, actor=actor, now=now)
    final.refresh_from_db()
    _enter(series, final, teams, now)
    setattr(series, column, final)
    series.save(update_fields=[column])
    audit.log_event(
        Act.SERIES_FINAL, competition=final, actor=actor, now=now, after={"entry": series.name}
    )
    broadcast_competition(final.pk)
    return final


@transactional
def update_final(*, series_id: int, final_id: int, actor: User, now: datetime) -> Competition:
    """Make the entries of an undrawn final those that the series' table qualifies now.

    They are seeded by its ranks. Teams that are still complete keep their entry. Where more share
    the last place than before, the final gets places for them. Raises RefusedError `not-organiser`,
    `no-such-series`, `no-series-final`, `already-drawn`, `wrong-state`, `series-being-counted`,
    `nothing-to-update` or `too-many-for-format`.
    """
    series = _locked_series(series_id, actor)
    if final_id not in (series.final_id, series.silver_final_id):
        raise NoFinalError()
    final = lock_competition(final_id)
    require_organiser(final, actor)
    if final.is_drawn:
        raise AlreadyDrawnError()
    if final.state not in Competition.UNDRAWN:
        raise WrongStateError()
    view = compare_final(series, final)
    if view.table.is_being_counted:
        raise BeingCountedError()
    if not view.differs:
        raise NothingToUpdateError()
    for finalist, rank in view.moved:
        finalist.rank = rank
        finalist.save(update_fields=["rank"])
    surplus = {each.entry_id for each in view.surplus if each.entry_id is not None}
    known = {
        key: each
        for key, each in view.entered.items()
        if key in view.due and each.entry_id not in surplus  # a place without an entry was declined
    }
    missing = [line for key, line in view.due.items() if key not in known]
    leaving = final.entries.filter(pk__in=surplus).order_by("pk")
    present = list(leaving.exclude(state=Entry.State.WITHDRAWN))
    record_entries(Kind.LEFT, final, present, now)
    for entry in leaving:
        remove_entry(entry)
    final.entered_from_table.exclude(pk__in=[each.pk for each in known.values()]).delete()
    missing = _adopt_entered(series, final, missing)
    teams = list(_teams(missing, view.table.teams, final.players_per_side))
    cap = final.cap
    _make_room(final, len(teams))
    _enter(series, final, teams, now)
    promote_waiting(final, now)
    audit.log_event(
        Act.UPDATE_FINAL,
        competition=final,
        actor=actor,
        now=now,
        before={"cap": cap},
        after={"entry": series.name, "cap": final.cap},
    )
    broadcast_competition(final.pk)
    return final


def _adopt_entered(series: Series, final: Competition, lines: Sequence[Line]) -> list[Line]:
    """Note as finalists those whom organisers have entered by hand; return the others."""
    places = [line.player.place for line in lines]
    roster = RosterPlayer.objects.select_related("user", "person").in_bulk(places)
    at_host, entered = _persons_at_host(series, final), ExistingEntries.of(final)
    others = []
    for line in lines:
        player = _named(line, roster[line.player.place], final, at_host)
        entry = None if player.person is None else entered.persons.get(player.person.pk)
        if entry is None and player.user is not None:
            entry = entered.accounts.get(player.user.pk)
        if entry is None:
            others.append(line)
        else:
            Finalist.objects.create(
                final=final, player_id=line.player.place, entry=entry, rank=line.rank
            )
    return others


def _make_room(final: Competition, teams: int) -> None:
    """Raise the cap of an undrawn final for new teams and for finalists without a place."""
    finalists = final.entries.filter(places_in_table__final=final, place=None)
    without_place = finalists.exclude(state=Entry.State.WITHDRAWN).distinct().count()
    lacking = without_place + teams - final.places.free().count()
    if lacking <= 0:
        return
    final.cap += lacking
    if final.cap > final.stages.earliest("number").how.most:
        raise TooManyForFormatError()
    final.save(update_fields=["cap"])
    fit_places(final)


def _host_of(series: Series, host_id: int | None, actor: User) -> Club:
    if series.club is not None:
        return series.club
    hosts = hosts_for(series, actor)
    host = None if host_id is None else hosts.filter(pk=host_id).first()
    if host is None:
        raise NoHostError()
    return host


def _final_name(series: Series, *, is_silver: bool) -> str:
    if is_silver:
        title = gettext("Final de plata")
    else:
        title = gettext("Final de oro") if series.silver_finalists else "Final"
    return f"{series.name} · {title}"


def _final_terms(host: Club, last: Competition, entries: int, name: str) -> CompetitionSettings:
    terms = CompetitionSettings.of(last)
    shape = terms.shape if last.changing_partners else FormatOptions(format="single")
    return terms.replace(
        name=free_name(host, name[:LONGEST]),
        shape=shape,
        cap=max(entries, 2),
        seeding=Competition.Seeding.MANUAL,
        starts_at=None,
        transfers_until=None,
        round_days=None,
        movers=0,
    )


def _teams(
    lines: Sequence[Line], together: Mapping[frozenset[Key], int], size: int
) -> Iterator[list[Line]]:
    """Yield the finalists as teams, best place first; a team may be incomplete."""
    remaining = {line.row.player: line for line in lines}
    often = Counter({team: times for team, times in together.items() if len(team) == size})
    for line in lines:
        if line.row.player not in remaining:
            continue
        usual = (team for team, _ in often.most_common() if line.row.player in team)
        team = next((team for team in usual if team <= remaining.keys()), {line.row.player})
        yield sorted((remaining.pop(key) for key in team), key=lambda each: each.rank)


def _enter(
    series: Series, final: Competition, teams: Sequence[Sequence[Line]], now: datetime
) -> None:
    """Enter the teams. Suspended and deleted players are left out, their partners are not."""
    places = [line.player.place for team in teams for line in team]
    roster = RosterPlayer.objects.select_related("user", "person").in_bulk(places)
    unable = rosters.unable(final, roster.values())
    at_host = _persons_at_host(series, final)
    new_entries, lines = [], []
    for team in teams:
        able = [line for line in team if roster[line.player.place] not in unable]
        if able:
            players = [_named(line, roster[line.player.place], final, at_host) for line in able]
            new_entries.append(NewEntry(players))
            lines.append(able)
    for entry, able in zip(write_entries(final, new_entries, now), lines, strict=True):
        Finalist.objects.bulk_create(
            Finalist(final=final, player_id=line.player.place, entry=entry, rank=line.rank)
            for line in able
        )
    _seed(final)


def _seed(final: Competition) -> None:
    """Seed the entries by the best place of their players in the table."""
    best = final.entries.filter(places_in_table__final=final).annotate(
        best=Min("places_in_table__rank")
    )
    for number, entry in enumerate(best.order_by("best", "pk"), start=1):
        entry.manual_seed = number
        entry.save(update_fields=["manual_seed"])


def _persons_at_host(series: Series, final: Competition) -> Mapping[Key, Person]:
    """Return which person of the host each player was joined with by the federation."""
    joined = Identities.of(series).joined
    persons = Person.objects.known().filter(pk__in=joined, club=final.club_id)
    return {joined[person.pk]: person for person in persons}


def _named(
    line: Line, player: RosterPlayer, final: Competition, at_host: Mapping[Key, Person]
) -> NamedPlayer:
    """Return a finalist as the host knows them: by account, as its person, or by name."""
    named_player = rosters.person_of(player)
    if player.person is not None and player.person.club_id == final.club_id:
        return named_player
    return NamedPlayer(line.player.name, named_player.user, at_host.get(line.row.player))


def _lock_owner(model: type[Club] | type[Federation], pk: int, actor: User) -> Club | Federation:
    # no key lock: competitions and series refer to it
    rows = model._default_manager.select_for_update(of=("self",), no_key=True)
    owner = rows.get(pk=pk)
    if not owner.can_organise(actor):
        raise NotOrganiserError()
    return owner


def _locked_series(series_id: int, actor: User) -> Series:
    """Lock the owner of a series, then read the series under that lock."""
    owners = Series.objects.filter(pk=series_id).values_list("club_id", "federation_id").first()
    if owners is None:
        raise NoSuchSeriesError()
    club_id, federation_id = owners
    if federation_id is None:
        _lock_owner(Club, club_id, actor)
    else:
        _lock_owner(Federation, federation_id, actor)
    rows = Series.objects.select_related("club", "federation", "final", "silver_final")
    series = rows.filter(pk=series_id).first()
    if series is None:
        raise NoSuchSeriesError()
    return series


def _require_organiser(series: Series, competition: Competition, actor: User) -> None:
    if not (series.federation or competition.club).can_organise(actor):
        raise NotOrganiserError()


def _write(series: Series, terms: Mapping[str, Any]) -> None:
    for name in TERMS:
        setattr(series, name, terms[name])
    if series.starts_on and series.ends_on and series.ends_on < series.starts_on:
        raise SeriesBackwardsError()
    if series.counted and series.planned and series.counted > series.planned:
        raise MoreCountedThanPlannedError()
    if series.silver_finalists and not series.finalists:
        raise SilverWithoutGoldError()
    others = series.owner.series.exclude(pk=series.pk)
    if others.filter(name__fold=fold(series.name)).exists():
        raise SeriesNamedError()
    series.full_clean()
    series.save()


def _log_in_federation(
    act: FederationChange.Act, series: Series, actor: User, now: datetime
) -> None:
    if series.federation is not None:
        audit.log_federation_change(
            act, federation=series.federation, actor=actor, now=now, circuit=series.name
        )
