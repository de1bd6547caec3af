"""Transfer of results and points to another person, after a claim, a merge or a split.

The results of a roster place and their ledger lines move to the person; the leaderboards are
updated. Winners and points stay as they are.
"""

from collections.abc import Collection, Iterable

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from tournaments.matches.player_results import complete_players
from tournaments.models import Match, Person, PlayerResult, PointsEntry, RosterPlayer
from tournaments.ranking.leaderboard_lines import Players
from tournaments.ranking.ratings import acquire_ranking_lock
from tournaments.ranking.services import refresh_players


def move_results(moves: Iterable[tuple[RosterPlayer, Person]]) -> None:
    """Assign roster places, with their results and points, to persons of the same club.

    The caller has locked the competitions, and has checked that no person is in one of them twice.
    A place without a person had no results; they are added.
    """
    acquire_ranking_lock()  # a match that is being ranked has its lines before they move, or after
    persons, accounts, entries = set[int](), set[int](), set[int]()
    for player, person in moves:
        before = player.person
        if before == person:
            continue
        persons |= {each.pk for each in (before, person) if each is not None}
        player.person = person
        player.save(update_fields=["person"])
        if before is None:
            entries.add(player.entry_id)
        else:
            accounts |= _move_lines(player, before, person)
    _refresh(persons, accounts)
    decided = Match.objects.filter(slots__entry__in=entries, completed_at__isnull=False)
    for match in decided.select_related("round__group__stage__competition").distinct():
        complete_players(match)


def credit_accounts(persons: Iterable[Person]) -> None:
    """Count the points of these persons for the accounts that they have now, and for no others.

    The caller has changed the accounts in this transaction.
    """
    acquire_ranking_lock()
    _refresh({person.pk for person in persons}, ())


def _move_lines(player: RosterPlayer, before: Person, after: Person) -> set[int]:
    """Move results and ledger lines; return the accounts for which the lines counted.

    A player who changed partners played in another entry before. Results of that one go along,
    unless the former person still has a place in the competition.
    """
    own = Match.objects.of(player.competition_id)
    if RosterPlayer.ever.filter(competition=player.competition_id, person=before).exists():
        own = own.filter(slots__entry=player.entry_id)
    matches = list(own.values_list("pk", flat=True))
    lines = PointsEntry.objects.filter(match__in=matches, person=before)
    accounts = _accounts(lines)
    lines.update(person=after)
    PlayerResult.objects.filter(match__in=matches, person=before).update(person=after)
    return accounts


def _refresh(persons: Collection[int], accounts: Collection[int]) -> None:
    """Set the account of each line, and update what is derived from the lines.

    An account has one line of a result: that of its person goes before one of a place where it sat.
    """
    if not persons:
        return
    lines = PointsEntry.objects.filter(person__in=persons)
    before = {*accounts, *_accounts(lines)}
    owned = Person.objects.filter(pk__in=persons, user__isnull=False)
    claimed = Q(person__in=owned)
    same = {"match": OuterRef("match_id"), "number": OuterRef("number")}
    theirs = lines.filter(**same, person__user=OuterRef("user_id"))
    lines.update(user=None)  # two persons may change accounts with each other
    PointsEntry.objects.filter(Exists(theirs), user__in=owned.values("user")).update(user=None)
    own = Person.objects.filter(pk=OuterRef("person_id"))
    lines.filter(claimed).update(user=Subquery(own.values("user")[:1]))
    others = PointsEntry.objects.filter(**same, user=OuterRef("user_id"))
    taken = Exists(others.exclude(person=OuterRef("person_id")))
    sat = PlayerResult.objects.filter(~taken, **same, person=OuterRef("person_id"), guest=False)
    lines.exclude(claimed).update(user=Subquery(sat.values("user")[:1]))
    refresh_players(Players({*before, *_accounts(lines)}, persons))


def _accounts(lines: QuerySet[PointsEntry]) -> set[int]:
    return {user for user in lines.values_list("user", flat=True).distinct() if user is not None}
