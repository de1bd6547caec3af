"""Names of persons at tables: those of guests, and those in titles and in signed records.

A guest who claims a name on a roster plays under it, so the name stands at tables, too.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from django.db.models import Q, QuerySet

from accounts.models import User
from accounts.names.display import ERASED
from accounts.names.validation import whole_words
from games.models import Game, Seat
from games.play.record_signatures import (
    TITLE,
    SignedName,
    forget_seat,
    forget_title,
    restore_name,
)
from tournaments.entries.guests import SHOWN, name_at_tables
from tournaments.matches.tables import SIDES, TITLE_LENGTH
from tournaments.models import AuditEvent, Competition, Person, PersonChange, RosterPlayer

NAME_CUT: Final = 28  # letters of each player that names of teams held until names were longer
AT_TABLES: Final = ("guests", "titles", "records")
"""The keys of `Changes`."""
Erase = Callable[[str], str]
Changes = dict[str, Any]  # what to write back, by row


def erase_at_tables(games: QuerySet[Game], places: Q, own: Collection[str], erase: Erase) -> None:
    """Erase a person from these tables, and from what an undo would write there again."""
    keys = set(games.values_list("pk", flat=True))
    _entitle(keys, erase)
    _rename_guests(keys, places, own, "")
    _erase_in_undos(keys, places, erase)


def hide_at_tables(person: Person) -> Changes:
    """Show a hidden person by initials at tables; return what `restore_at_tables` writes back."""
    places, own = Q(person=person), _own_names(person)
    keys = set(tables_of(places).values_list("pk", flat=True))
    titles, of_titles = _entitle(keys, _hiding(person))
    guests, of_seats = _rename_guests(keys, places, own, name_at_tables(person.public_name))
    return dict(zip(AT_TABLES, (guests, titles, [*of_titles, *of_seats]), strict=True))


def restore_at_tables(changes: Changes) -> Changes:
    """Write the earlier names again, where the later ones still stand; return what has to wait.

    A title waits, with what was signed of it, while another person of the table is hidden who was
    hidden since, or whom it names.
    """
    for key, (before, after) in changes.get("guests", {}).items():
        guest = User.objects.filter(pk=key, is_guest=True, display_name=after)
        guest.update(display_name=name_at_tables(before))
    titles: Pairs = changes.get("titles", {})
    hidden = _hidden_at(titles)
    waiting: Changes = {}
    for key, (before, after) in titles.items():
        erased = {_without_names(before, hide, is_casual=False) for hide in hidden[key]}
        if erased - {before} or not Game.objects.filter(pk=key, title=after).update(title=before):
            waiting.setdefault("titles", {})[key] = (before, after)
    for was in map(SignedName._make, changes.get("records", ())):
        if was.place == TITLE and str(was.game) in waiting.get("titles", {}):
            waiting.setdefault("records", []).append(was)
        else:
            restore_name(was)
    return waiting


def _hidden_at(tables: Collection[str]) -> defaultdict[str, list[Erase]]:
    """Return for each table the functions that replace the names of its hidden persons."""
    table = "roster_places__entry__slots__match__games__game"
    hidden = Person.objects.filter(**{f"{table}__in": tables}, hidden=True, user=None)
    people = {person.pk: person for person in hidden}
    hiding = {pk: _hiding(each) for pk, each in people.items() if each.public_name != each.name}
    at_table: defaultdict[str, list[Erase]] = defaultdict(list)
    for key, person in hidden.values_list(table, "pk").distinct():
        if person in hiding:
            at_table[str(key)].append(hiding[person])
    return at_table


def _own_names(person: Person) -> set[str]:
    """Return the names that hiding a person replaces."""
    mine = RosterPlayer.ever.filter(person=person)
    own = {*names_of_persons(Q(pk=person.pk)), *mine.values_list("name", flat=True)}
    return own - {ERASED, person.public_name}


def _hiding(person: Person) -> Erase:
    """Return a function that replaces a person's names by the initials."""
    places = Q(person=person)
    played_in = RosterPlayer.ever.filter(places).values("competition")
    others = roster_names(places, list(Competition.objects.filter(pk__in=played_in)))
    return eraser(with_cut(_own_names(person)), with_cut(others), {}, person.public_name)


def tables_of(places: Q) -> QuerySet[Game]:
    """Return the tables of the matches of these places' entries."""
    entries = RosterPlayer.ever.filter(places).values("entry")
    return Game.objects.filter(match_game__match__slots__entry__in=entries)


def names_of_persons(whose: Q) -> set[str]:
    """Return how clubs call these persons, and called them before."""
    persons = Person.objects.filter(whose | merged_into(whose))
    changes = PersonChange.objects.filter(Q(person__in=persons) | Q(other__in=persons))
    own = changes.filter(act=PersonChange.Act.RENAME)
    rows = (*persons.values_list("name", "nickname"), *own.values_list("before", "after"))
    return {name for row in rows for name in row} - {"", ERASED}


def merged_into(whose: Q) -> Q:
    """Match the persons that were merged into these."""
    return Q(merged_into__in=Person.objects.filter(whose))


def roster_names(places: Q, competitions: Collection[Competition]) -> set[str]:
    """Return the names of all players there who have not these places."""
    own = RosterPlayer.ever.filter(places).values("pk")
    others = RosterPlayer.ever.filter(competition__in=competitions).exclude(pk__in=own)
    return set(others.values_list("name", flat=True))


def with_cut(names: Collection[str]) -> set[str]:
    """Add the names as those of teams hold them."""
    return {*names, *(name[:NAME_CUT] for name in names)}


def eraser(
    own: Collection[str], others: Collection[str], teams: Mapping[str, str], shown: str = ERASED
) -> Erase:
    """Return a function that replaces names in a text, as whole words; longer names of others stay.

    Case is ignored; `teams` maps the names of whole teams to their replacements.
    """
    mine = {name.lower() for name in own}
    longer = {name for name in others if name not in own and _is_part(name, mine)}
    pattern = whole_words({*own, *longer, *teams})

    def instead(match: re.Match[str]) -> str:
        return match[0] if match[0] in longer else teams.get(match[0], shown)

    return lambda text: pattern.sub(instead, text)


def _is_part(name: str, parts: Collection[str]) -> bool:
    return any(part in name.lower() for part in parts)


Pairs = dict[str, Sequence[str]]  # before and after, by row


def _entitle(games: Collection[int], erase: Erase) -> tuple[Pairs, list[SignedName]]:
    """Take the names out of the titles of tables; return what was changed and what was signed."""
    titles: Pairs = {}
    signed: list[SignedName] = []
    for game in Game.objects.filter(pk__in=games).exclude(title="").order_by("pk"):
        title = _without_names(game.title, erase, is_casual=not game.page)
        if title != game.title:
            Game.objects.filter(pk=game.pk).update(title=title)
            titles[str(game.pk)] = (game.title, title)
            signed += forget_title(game)
    return titles, signed


def _without_names(title: str, erase: Erase, *, is_casual: bool) -> str:
    """Return a title without names; one that was cut keeps its event alone.

    The title of a table that belongs to nothing is all names.
    """
    if is_casual:
        return erase(title)[:TITLE_LENGTH]
    event, dot, sides = title.partition(SIDES)
    is_whole = len(title) < TITLE_LENGTH
    return f"{event}{dot}{erase(sides)}"[:TITLE_LENGTH] if is_whole else event


def _rename_guests(
    games: Collection[int], places: Q, own: Collection[str], instead: str
) -> tuple[Pairs, list[SignedName]]:
    """Rename the guests who played under a person's names, and erase those from signed records.

    A guest who has the place of a namesake in the same competition keeps the name.
    """
    names = {*own, *(name[:SHOWN].rstrip() for name in own)} - {instead}
    mine = RosterPlayer.ever.filter(places)
    competitions = mine.values("competition")
    there = RosterPlayer.ever.filter(competition__in=competitions, user__isnull=False)
    namesakes = set(there.exclude(pk__in=mine.values("pk")).values_list("user", flat=True))
    seats = Seat.objects.filter(guest=True, user__isnull=False).exclude(user__in=namesakes)
    # the log knows those who have given up the place, or signed in to an account
    logged = AuditEvent.objects.filter(competition__in=competitions, actor__is_guest=True)
    players = (mine.values("user"), seats.filter(game__in=games).values("user"))
    concerned = Q(pk__in=logged.values("actor"))
    for users in players:
        concerned |= Q(pk__in=users)
    guests = User.objects.filter(concerned, is_guest=True, display_name__in=names)
    renamed = dict(guests.exclude(pk__in=namesakes).values_list("pk", "display_name"))
    User.objects.filter(pk__in=renamed).update(display_name=instead)
    signed: list[SignedName] = []
    for seat in (
        seats.filter(Q(game__in=games) | Q(user__in=renamed))
        .select_related("game__signature")
        .order_by("pk")
    ):
        record = getattr(seat.game, "signature", None)
        if record is not None and record.names[1 + seat.number] in names:
            signed += forget_seat(seat)
    return {str(key): (name, instead) for key, name in renamed.items()}, signed


def _erase_in_undos(games: Collection[int], places: Q, erase: Erase) -> None:
    """Erase a person from what the club would write again of those who played with them."""
    mine = RosterPlayer.ever.filter(places)
    entries = {str(key) for key in mine.values_list("entry", flat=True)}
    tables = {str(key) for key in games}
    clubs = mine.values("competition__club")
    changes = PersonChange.objects.filter(person__club__in=clubs).exclude(restore={})
    for change in changes.iterator():
        undo = dict(change.restore)
        for key, names in undo.get("entries", {}).items():
            if key in entries:
                names[:] = map(erase, names)
        for key, titles in undo.get("titles", {}).items():
            if key in tables:
                titles[:] = [_without_names(each, erase, is_casual=False) for each in titles]
        if records := undo.get("records"):
            undo["records"] = [each for each in records if not _is_title_of(games, each)]
        PersonChange.objects.filter(pk=change.pk).update(restore=undo)


def _is_title_of(games: Collection[int], record: Sequence[Any]) -> bool:
    was = SignedName(*record)
    return was.game in games and was.place == TITLE
