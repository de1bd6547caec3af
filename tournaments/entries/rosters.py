"""Rosters of entries: players, names, eligibility and permission to act for an entry.

A competition can be limited to members of its club and to a band of skill.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from django.conf import settings
from django.db.models import Q
from django.utils import timezone, translation

from accounts.i18n.languages import language_choices
from accounts.models import Membership, User
from accounts.names.display import join_names
from tournaments.common.errors import (
    AlreadyEnteredError,
    NotInEntryError,
    OnlyNamesError,
    WrongStateError,
    refused,
)
from tournaments.common.locks import lock_competition
from tournaments.common.permissions import check_may_enter, check_may_play, suspended_from
from tournaments.entries.errors import AddsByNameError, InAnotherPairError, NotCaptainError
from tournaments.entries.persons import assign_persons
from tournaments.models import (
    Competition,
    Entry,
    LineUp,
    Person,
    PlayerResult,
    PlayerStanding,
    RosterPlayer,
)
from tournaments.standings.queries import NEWCOMER, strength


def eligibility_error(competition: Competition, users: Collection[int]) -> Mapping[int, str]:
    """Return the refusal code of each user who does not meet the terms.

    Skill is the published one; users without a match have that of newcomers.
    """
    codes: dict[int, str] = {}
    if competition.skill_from is not None or competition.skill_to is not None:
        codes |= dict.fromkeys(_outside(competition, users), "outside-band")
    if competition.members_only:
        memberships = Membership.objects.filter(club=competition.club_id, user__in=users)
        members = set(memberships.values_list("user", flat=True))
        codes |= {user: "members-only" for user in users if user not in members}
    return codes


def _outside(competition: Competition, users: Collection[int]) -> list[int]:
    rated = PlayerStanding.objects.filter(user__in=users).values_list("user", "mu", "sigma")
    strengths = {user: strength((mu, sigma)) for user, mu, sigma in rated}
    new = strength(NEWCOMER)
    least = float("-inf") if competition.skill_from is None else competition.skill_from
    most = float("inf") if competition.skill_to is None else competition.skill_to
    return [user for user in users if not least <= strengths.get(user, new) <= most]


@dataclass(frozen=True)
class NamedPlayer:
    """A player with an account, or only with a name.

    `person` is the club's person, if that is known; otherwise one is looked for.
    """

    name: str
    user: User | None = None
    person: Person | None = None


def person_of(player: RosterPlayer) -> NamedPlayer:
    """Return the player to enter in another competition of the club.

    A guest account is of its competition alone, so only the name stays.
    """
    if player.user is None or player.user.is_guest:
        return NamedPlayer(player.name, person=player.person)
    return NamedPlayer(str(player.user), player.user, player.person)


def find_entry(entry_id: int) -> Entry:
    """Return an entry with its competition and place, or raise RefusedError `wrong-state`."""
    entry = Entry.objects.select_related("competition__club", "place").filter(pk=entry_id).first()
    if entry is None:
        raise WrongStateError()
    return entry


def lock_entry(entry_id: int) -> Entry:
    """Lock the competition of an entry, and return the entry as it is under the lock."""
    lock_competition(find_entry(entry_id).competition_id)
    return find_entry(entry_id)


def add_player(entry: Entry, player: NamedPlayer, *, reserve: bool = False) -> RosterPlayer:
    """Add a player at the end, unless the player is in another entry (`already-entered`).

    A player who had left this entry gets the old place back.
    """
    listed = RosterPlayer.ever.filter(entry=entry).order_by("number")
    if player.user is not None:
        former = listed.exclude(left_at=None).filter(user=player.user).first()
        if former is not None:
            return _back_in(former, entry, reserve=reserve)
        require_newcomers(entry.competition, [player.user])
    last = listed.last()
    added = RosterPlayer(
        entry=entry,
        competition=entry.competition,
        number=last.number + 1 if last else RosterPlayer.CAPTAIN,
        user=player.user,
        person=player.person,
        name=str(player.user) if player.user else player.name,
        reserve=reserve,
    )
    assign_persons(entry.competition, [added], timezone.now())
    added.save()
    return added


def _back_in(player: RosterPlayer, entry: Entry, *, reserve: bool) -> RosterPlayer:
    assert player.user is not None, "only accounts are known again"
    check_may_enter(competition=entry.competition, user=player.user)
    player.left_at, player.reserve, player.name = None, reserve, str(player.user)
    player.save(update_fields=["left_at", "reserve", "name"])
    return player


def require_newcomer(
    competition: Competition, user: User, place: RosterPlayer | None = None
) -> None:
    """Raise RefusedError `already-entered` for a user who is in the competition.

    After the draw a former player of one entry cannot join another one. A rehearsal takes no
    accounts: `only-names`. A user suspended by its club is refused: `suspended-in-club`. A user who
    is entered by name can claim that `place`, and no other one.
    """
    _require_admitted(competition, [user])
    if is_entered(competition, user, place):
        raise AlreadyEnteredError()


def is_entered(competition: Competition, user: User, place: RosterPlayer | None = None) -> bool:
    """Return whether an account has a place in a competition, other than `place`.

    A place of its person counts, too, though it was entered by name alone.
    """
    withdrawn = Q(entry__state=Entry.State.WITHDRAWN, entry__seed=None)  # no match can be theirs
    own = Q(user=user) | Q(person__user=user) & ~withdrawn
    places = RosterPlayer.ever.filter(own, competition=competition)
    if place is not None:
        places = places.exclude(pk=place.pk)
    return places.exists()


def require_newcomers(competition: Competition, users: Sequence[User]) -> None:
    """Raise what `require_newcomer` raises, for several new players.

    A player who is entered by name, or who is given twice, is `already-entered`.
    """
    if not users:
        return
    by_name = Q(person__user__in=users) & ~Q(entry__state=Entry.State.WITHDRAWN)
    _require_admitted(competition, users)
    by_account = Q(user__in=users)
    if RosterPlayer.ever.filter(by_account | by_name, competition=competition).exists():
        raise AlreadyEnteredError()
    if len(set(users)) < len(users):
        raise AlreadyEnteredError()


def _require_admitted(competition: Competition, users: Sequence[User]) -> None:
    if competition.rehearsal:
        raise OnlyNamesError()
    check_may_play(competition=competition, users=users)


def require_fit(competition: Competition, users: Collection[int]) -> None:
    """Raise RefusedError `members-only` or `outside-band` if the terms exclude one of the users.

    The terms hold for users who enter themselves or are added by a captain. Organisers may enter
    anybody, and an entry by an organiser stays valid when its places are claimed.
    """
    for code in eligibility_error(competition, users).values():
        raise refused(code)


def require_fit_for(entry: Entry, user: User | None, actor: User) -> None:
    """Raise what `require_fit` does for a user added by a captain.

    Organisers are exempt. A guest adds no account (`adds-by-name`), which could not enter then.
    """
    if user is not None and actor.is_guest:
        raise AddsByNameError()
    if user is not None and not entry.competition.is_run_by(actor):
        require_fit(entry.competition, [user.pk])


def require_own(entry: Entry, actor: User) -> None:
    """Raise RefusedError `not-in-entry` unless the actor is in the entry or organises."""
    own = entry.roster.filter(user=actor).exists()
    if not own and not entry.competition.is_run_by(actor):
        raise NotInEntryError()


def require_captain(entry: Entry, actor: User) -> None:
    """Raise RefusedError `not-captain` unless the actor is the captain or organises."""
    own = entry.roster.captains().filter(user=actor).exists()
    if not own and not entry.competition.is_run_by(actor):
        raise NotCaptainError()


def require_in(entry: Entry) -> None:
    """Raise RefusedError `wrong-state` for an entry whose roster can no longer change."""
    if entry.competition.is_over or entry.awaited or entry.state == Entry.State.WITHDRAWN:
        raise WrongStateError()


def require_able(competition: Competition, players: Iterable[RosterPlayer]) -> None:
    """Raise RefusedError `person-unknown` or `suspended-in-club` if one may no longer play.

    People can lose their account, or be suspended, while their entry is out of play.
    """
    users = [player.user for player in players if player.user is not None]
    check_may_play(competition=competition, users=users)


def require_in_no_other(entry: Entry) -> None:
    """Raise RefusedError `in-another-pair` if a person of an entry plays in another one by now.

    While an entry is out, its people without an account may be entered again by name.
    """
    people = entry.roster.playing().filter(person__isnull=False).values("person")
    others = RosterPlayer.objects.playing().filter(competition=entry.competition_id)
    others = others.exclude(entry=entry).exclude(entry__state=Entry.State.WITHDRAWN)
    if others.filter(person__in=people).exists():
        raise InAnotherPairError()


def unable(competition: Competition, players: Iterable[RosterPlayer]) -> list[RosterPlayer]:
    """Return the players whose account is gone, or suspended by the site or the club."""
    accounts = [(player, player.user) for player in players if player.user is not None]
    suspended = suspended_from(competition, [user for _, user in accounts])
    return [p for p, user in accounts if not user.is_active or user.pk in suspended]


def has_played(player: RosterPlayer) -> bool:
    """Return whether the player has a result or was ever named for a board."""
    line_ups = LineUp.objects.filter(match__slots__entry=player.entry_id)
    taken_out = chain.from_iterable(line_ups.values_list("taken_out", flat=True))
    if player.lined_up.exists() or player.pk in taken_out:
        return True
    results = PlayerResult.objects.filter(match__slots__entry=player.entry_id)
    own = Q(pk=None)
    if player.user_id is not None:
        own |= Q(user=player.user_id)
    if player.person_id is not None:
        own |= Q(person=player.person_id)
    return results.filter(own).exists()


def join_display_names(names: Sequence[str], language: str = settings.LANGUAGE_CODE) -> str:
    """Return the default name of a team, such as `ana y beto`, in the site's language."""
    with translation.override(language):
        return join_names(names)


def rename_team(entry: Entry, before: Sequence[str]) -> None:
    """Update a team name that was made of its players' names; keep a name of the team's choice.

    Stored names may be in any language: earlier versions of the site used that of the user.
    """
    if before and entry.name in {
        join_display_names(before, language) for language, _ in language_choices()
    }:
        entry.name = join_display_names(playing(entry))
        entry.save(update_fields=["name"])


def playing(entry: Entry) -> list[str]:
    """Return the names of the players without the reserves, in seating order."""
    return list(entry.roster.playing().values_list("name", flat=True))


def entry_for_audit(entry: Entry) -> dict[str, object]:
    """Return the facts of an entry for the audit log."""
    people = list(entry.roster.values_list("name", "user__username"))
    return {
        "entry": entry.name,
        "entry_id": entry.pk,
        "players": [name for name, _ in people],
        "accounts": [username for _, username in people],
    }
