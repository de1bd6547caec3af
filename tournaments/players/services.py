"""Removal of a deleted user's names from competitions, and the export of a user's own data.

Results, seats and the ledger refer to the account, which stays without a name. Copies of a name,
and texts that may contain one, are rewritten here: entries and rosters, titles of tables,
payloads and reasons in the audit log, notes and rulings.
"""

import json
from collections.abc import Collection, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast

from accounts.models import User
from accounts.names.display import ERASED, NameField
from accounts.names.validation import whole_words, with_given_names
from accounts.profiles.services import own_clubs
from games.models import Action, Game
from games.play.record_signatures import forget_person
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.form_fields import column
from tournaments.entries.known_teams import forget_player
from tournaments.models import (
    AuditEvent,
    Berth,
    ClubFile,
    Competition,
    Contact,
    Dispute,
    Entry,
    PastEvent,
    PastSeries,
    Penalty,
    Person,
    PersonChange,
    PersonClaim,
    PointsEntry,
    ResultSubmission,
    RevokedResult,
    RosterPlayer,
    Season,
    TeamPlayer,
)
from tournaments.names.comparison import comparison_key
from tournaments.players.table_names import (
    Erase,
    erase_at_tables,
    eraser,
    merged_into,
    names_of_persons,
    roster_names,
    tables_of,
    with_cut,
)
from tournaments.teams.services import forget_in_teams

BATCH = 500
COMPETITION = "match__round__group__stage__competition__in"
GAME_OF = f"match_game__{COMPETITION}"
# What the log holds under these names is a name, or names in lists.
NAMED = frozenset(
    {"absent", "accounts", "divisions", "entries", "entry", "moved_up"}
    | {"moves", "official", "order", "player", "players", "playing", "reserve"}
)
# The columns of a competition in which its organisers write freely.
WRITTEN = ("name", "venue", "address", "fee_includes", "prizes", "description")


def erase_names(*, user: User, names: Collection[str], now: datetime) -> None:
    """Erase a person's names in all competitions, and log it there.

    `names` are those of the account; how rosters and the log called the person is added to them.
    """
    competitions = list(_competitions_of(user).order_by("pk"))
    places = Q(user=user) | Q(person__user=user)  # with it goes their name at the club
    own = {*names, *_written_names(user, competitions), *names_of_persons(Q(user=user))}
    others = with_cut(roster_names(places, competitions))
    erase = eraser(with_cut(own), others, _renamed_teams(places, own))
    seated = Game.objects.filter(seats__user=user)
    erase_at_tables(seated | tables_of(places), places, own, erase)
    _forget_in_claims(user, names)
    forget_person(user)
    user.name_claims.pending().delete()
    locked = _lock(competitions)  # before any team, in the same order as registration
    forget_in_teams(user=user, erase=erase)
    forget_player(user=user, names=own, clubs={each.club_id for each in competitions}, now=now)
    _forget_names(Entry.objects.filter(roster__person__user=user), own, now)
    _rewrite(Action.objects.filter(**{f"game__{GAME_OF}": competitions}).exclude(note=""), erase)
    for competition in locked:
        _erase_in(competition, places, erase)
        _rename_links(competition, erase)
        audit.log_event(AuditEvent.Act.ERASE, competition=competition, actor=user, now=now)
        broadcast_competition(competition.pk)
    _close_claims(Q(user=user) | Q(person__user=user), now)
    _erase_persons(Q(user=user))
    _reword_own_events(user, names)
    _reword_past_events(user, partial(whole_words(names).sub, ERASED))


def erase_person(*, person: Person, actor: User, now: datetime) -> None:
    """Erase a person without an account wherever their club wrote their name.

    The caller has locked the competitions in which the person played, and the person.
    """
    whose, places = Q(pk=person.pk), Q(person=person)
    played_in = RosterPlayer.ever.filter(places).values("competition")
    competitions = list(Competition.objects.filter(pk__in=played_in).order_by("pk"))
    own = {
        *names_of_persons(whose),
        *RosterPlayer.ever.filter(places).values_list("name", flat=True),
    }
    own -= {ERASED}
    others = with_cut(roster_names(places, competitions))
    erase = eraser(with_cut(own), others, _renamed_teams(places, own))
    erase_at_tables(tables_of(places), places, own, erase)
    _forget_names(Entry.objects.filter(roster__person=person), own, now)
    for competition in competitions:
        _erase_in(competition, places, erase)
        audit.log_event(AuditEvent.Act.ERASE_PERSON, competition=competition, actor=actor, now=now)
        broadcast_competition(competition.pk)
    _close_claims(Q(person=person), now)
    _erase_persons(whose)
    Person.objects.filter(whose | Q(merged_into=person)).update(forgotten_at=now)


def _forget_in_claims(user: User, names: Collection[str]) -> None:
    """Erase an account from the changes of persons that it claimed, also of those it left."""
    acts = (PersonChange.Act.CLAIM, PersonChange.Act.UNCLAIM)
    persons = Person.objects.filter(claims__user=user)
    changes = PersonChange.objects.filter(act__in=acts, person__in=persons)
    changes.filter(before__in=names).update(before=ERASED)
    changes.filter(after__in=names).update(after=ERASED)


def _erase_persons(whose: Q) -> None:
    """Erase the data of persons, of those who turned out to be them, and what changed in them."""
    persons = list(Person.objects.filter(whose | merged_into(whose)).values_list("pk", flat=True))
    changes = PersonChange.objects.filter(Q(person__in=persons) | Q(other__in=persons))
    changes.exclude(before="").update(before=ERASED)
    changes.exclude(after="").update(after=ERASED)
    changes.update(restore={})
    blank = {"name": ERASED, "match_key": "", "nickname": "", "notes": "", "hidden": False}
    Person.objects.filter(pk__in=persons).update(**blank)
    Contact.objects.filter(person__in=persons).delete()


def _close_claims(whose: Q, now: datetime) -> None:
    """Close the open claims of an account that is gone, or to a person that is."""
    waiting = PersonClaim.objects.filter(whose, state__in=PersonClaim.OPEN)
    waiting.update(state=PersonClaim.State.CLOSED, token="", decided_at=now)


def _forget_names(entries: QuerySet[Entry], own: Collection[str], now: datetime) -> None:
    """Erase a person without an account from the teams of these entries."""
    keys = set(map(comparison_key, own))
    rows = TeamPlayer.objects.filter(user=None, team__entries__in=entries).distinct()
    row_ids = [row.pk for row in rows if comparison_key(row.name) in keys]
    TeamPlayer.objects.filter(pk__in=row_ids).update(name=ERASED, until=now)


def _lock(competitions: Collection[Competition]) -> Sequence[Competition]:
    rows = Competition.objects.filter(pk__in=[each.pk for each in competitions])
    return list(rows.select_for_update(of=("self",)).order_by("pk"))


def _competitions_of(user: User) -> QuerySet[Competition]:
    """Return where a person played, served or acted, or was entered once."""
    spelled = [
        json.dumps(name, ensure_ascii=is_ascii)
        for name in _usernames(user)
        for is_ascii in (True, False)
    ]
    events = AuditEvent.objects.annotate(
        before_text=Cast("before", TextField()), after_text=Cast("after", TextField())
    ).filter(_any_contains(("before_text", "after_text"), spelled))
    concerned = (
        RosterPlayer.ever.filter(Q(user=user) | Q(person__user=user)).values("competition"),
        AuditEvent.objects.filter(actor=user).values("competition"),
        user.posts.values("competition"),
        events.values("competition"),
    )
    anywhere = Q()
    for competitions in concerned:
        anywhere |= Q(pk__in=competitions)
    return Competition.objects.filter(anywhere)


def _usernames(user: User) -> set[str]:
    """Return the present and former usernames, by which the log names accounts."""
    return {user.username, *user.former_usernames.values_list("username", flat=True)}


def _any_contains(columns: Collection[str], words: Collection[str]) -> Q:
    condition = Q()
    for name in columns:
        for word in words:
            condition |= Q(**{f"{name}__contains": word})
    return condition


def _written_names(user: User, competitions: Collection[Competition]) -> set[str]:
    """Return how rosters call a person, and how the log did when the person entered."""
    places = RosterPlayer.ever.filter(Q(user=user) | Q(person__user=user))
    called = set(places.values_list("name", flat=True))
    usernames = _usernames(user)
    events = AuditEvent.objects.filter(competition__in=competitions)
    for payloads in events.values_list("before", "after").iterator(chunk_size=BATCH):
        for payload in payloads:
            pairs = zip(payload.get("players", ()), payload.get("accounts", ()), strict=False)
            called |= {name for name, account in pairs if account in usernames}
    return called - {ERASED}


def _renamed_teams(places: Q, own: Collection[str]) -> dict[str, str]:
    """Return replacements for the names of a person's teams that hold only their first name.

    A first name may be part of any name, so it is erased only there, and not if a teammate has it
    too.
    """
    renamed: dict[str, str] = {}
    first_names = with_given_names(own) - set(own)
    pattern = whole_words(own)
    in_name = Q(reserve=False) | Q(left_at__isnull=False)
    mine = RosterPlayer.ever.filter(places)
    for entry in Entry.objects.filter(pk__in=mine.filter(in_name).values("entry")):
        others = RosterPlayer.ever.filter(entry=entry).exclude(pk__in=mine.values("pk"))
        companions = " ".join(others.values_list("name", flat=True))
        alone = {each for each in first_names if not whole_words([each]).search(companions)}
        name = pattern.sub(ERASED, entry.name)
        if alone and whole_words(alone).search(name):
            renamed[entry.name] = whole_words(alone).sub(ERASED, name)
    return renamed


def _erase_in(competition: Competition, places: Q, erase: Erase) -> None:
    """Take the names out of one competition, which is locked."""
    own = RosterPlayer.ever.filter(places, competition=competition)
    _rewrite(Entry.objects.filter(pk__in=own.values("entry")), erase)
    RosterPlayer.ever.filter(pk__in=own.values("pk")).update(name=ERASED)
    where = {COMPETITION: [competition]}
    for model in (Dispute, RevokedResult, ResultSubmission):
        _rewrite(model._default_manager.filter(**where), erase)
    _rewrite(Penalty.objects.filter(**{f"mark__{COMPETITION}": [competition]}), erase)
    _rewrite(competition.bulletins.all(), erase)
    events = AuditEvent.objects.filter(competition=competition)
    _rewrite(events, erase)
    for event in events.iterator(chunk_size=BATCH):
        before, after = (_payload(each, erase) for each in (event.before, event.after))
        if (before, after) != (event.before, event.after):
            AuditEvent.objects.filter(pk=event.pk).update(before=before, after=after)


def _rename_links(competition: Competition, erase: Erase) -> None:
    """Erase the names from the labels of staff links."""
    for holder in User.objects.filter(staff_link__competition=competition):
        User.objects.filter(pk=holder.pk).update(display_name=erase(holder.display_name)[:40])


def _reword_own_events(user: User, names: Collection[str]) -> None:
    """Erase the names from events and seasons of clubs that only this user runs."""
    pattern = whole_words(with_given_names(names))
    erase = partial(pattern.sub, ERASED)
    for season in Season.objects.filter(club__in=own_clubs(user)):
        season.name = erase(season.name)[:30]
        season.save(update_fields=["name"])
    for event in Competition.objects.filter(club__in=own_clubs(user)):
        for name in WRITTEN:
            setattr(event, name, erase(getattr(event, name))[: column(name).max_length])
        event.save(update_fields=WRITTEN)
        # these are named after the event
        _rewrite(Berth.objects.filter(feeder__source=event), erase)
        _rewrite(Entry.objects.filter(awaited=True, berth__feeder__source=event), erase)
        for line in event.audit.iterator(chunk_size=BATCH):
            before, after = (
                {key: _deep(value, erase) for key, value in payload.items()}
                for payload in (line.before, line.after)
            )
            AuditEvent.objects.filter(pk=line.pk).update(before=before, after=after)


def _reword_past_events(user: User, erase: Erase) -> None:
    """Take the names out of what the person's clubs brought along from other sites."""
    ClubFile.objects.filter(by=user, state=ClubFile.State.HELD).delete()
    for event in PastEvent.objects.filter(club__memberships__user=user).iterator(chunk_size=1):
        PastEvent.objects.filter(pk=event.pk).update(
            document=_deeper(event.document, erase),
            name=erase(event.name)[:80],
            champion=erase(event.champion)[:200],
        )
    for series in PastSeries.objects.filter(club__memberships__user=user).iterator(chunk_size=1):
        PastSeries.objects.filter(pk=series.pk).update(
            document=_deeper(series.document, erase), name=erase(series.name)[:60]
        )


def _deeper(document: Any, erase: Erase) -> Any:
    """Take the names out of a whole document."""
    if isinstance(document, dict):
        return {key: _deeper(value, erase) for key, value in document.items()}
    if isinstance(document, list):
        return [_deeper(each, erase) for each in document]
    return _deep(document, erase)


def _rewrite(rows: QuerySet[Any], erase: Erase) -> None:
    """Take the names out of the texts of these rows."""
    columns = [field for field in rows.model._meta.fields if isinstance(field, NameField)]
    for row in rows.iterator(chunk_size=BATCH):
        stored = {field.name: getattr(row, field.name) for field in columns}
        erased = {field.name: erase(stored[field.name])[: field.max_length] for field in columns}
        if erased != stored:
            type(row)._default_manager.filter(pk=row.pk).update(**erased)


def _payload(payload: dict[str, Any], erase: Erase) -> dict[str, Any]:
    return {key: _deep(each, erase) if key in NAMED else each for key, each in payload.items()}


def _deep(value: Any, erase: Erase) -> Any:
    """Take the names out of a name, or of lists of them."""
    match value:
        case str():
            return erase(value)
        case list():
            return [_deep(each, erase) for each in value]
    return value


def entries_of(*, user: User) -> Sequence[Any]:
    """Return the person's places in competitions."""
    places = RosterPlayer.ever.filter(user=user).order_by("pk")
    return list(places.values("competition", "competition__name", "entry__state", "reserve"))


def ledger_of(*, user: User) -> Sequence[Any]:
    """Return the person's results with what they were worth."""
    lines = PointsEntry.objects.filter(user=user).order_by("pk")
    return list(lines.values("match", "at", "won", "points", "reason", "reversal"))


def teams_of(*, user: User) -> Sequence[Any]:
    """Return the teams with a name that the person is or was in."""
    places = TeamPlayer.objects.filter(user=user).exclude(team__name="").order_by("pk")
    return list(places.values("team", "team__name", "team__club__name", "since", "until"))


def contacts_of(*, user: User) -> Sequence[Any]:
    """Return the phones and e-mails that clubs store of the person."""
    contacts = Contact.objects.filter(person__user=user).order_by("pk")
    return list(contacts.values("person__club__name", "phone", "email", "consented_at"))
