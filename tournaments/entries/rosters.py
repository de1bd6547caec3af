"""Who may enter a competition by its terms: the people of its club, those of a band of skill."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from django.conf import settings
from django.utils import translation

from accounts.common.errors import RefusedError
from accounts.i18n.languages import language_choices
from accounts.models import Membership, User
from accounts.names.display import join_names
from tournaments.common.permissions import check_may_enter
from tournaments.models import (
    Competition,
    Entry,
    LineUp,
    PlayerResult,
    PlayerStanding,
    RosterPlayer,
)
from tournaments.standings.queries import NEWCOMER, strength


def eligibility_error(competition: Competition, users: Collection[int]) -> Mapping[int, str]:
    """Return why each of these people may not enter, as a code; nothing of those who may.

    Skill is what their pages show: who has not played has that of newcomers.
    """
    why: dict[int, str] = {}
    if competition.skill_from is not None or competition.skill_to is not None:
        why |= dict.fromkeys(_outside(competition, users), "outside-band")
    if competition.members_only:
        there = Membership.objects.filter(club=competition.club_id, user__in=users)
        members = set(there.values_list("user", flat=True))
        why |= {user: "members-only" for user in users if user not in members}
    return why


def _outside(competition: Competition, users: Collection[int]) -> list[int]:
    rated = PlayerStanding.objects.filter(user__in=users).values_list("user", "mu", "sigma")
    known = {user: strength((mu, sigma)) for user, mu, sigma in rated}
    new = strength(NEWCOMER)
    least = float("-inf") if competition.skill_from is None else competition.skill_from
    most = float("inf") if competition.skill_to is None else competition.skill_to
    return [user for user in users if not least <= known.get(user, new) <= most]


@dataclass(frozen=True)
class NamedPlayer:
    """A player as written down: with an account, or only by name."""

    name: str
    user: User | None = None


def find_entry(entry_id: int) -> Entry:
    """Return an entry with its competition and its place; who is gone is refused: `wrong-state`."""
    entry = Entry.objects.select_related("competition__club", "place").filter(pk=entry_id).first()
    if entry is None:
        raise RefusedError("wrong-state")
    return entry


def add_player(entry: Entry, player: NamedPlayer, *, reserve: bool = False) -> RosterPlayer:
    """Add a player at the end; nobody is in two entries of a competition (`already-entered`).

    Who had left this entry has their old place again.
    """
    listed = RosterPlayer.ever.filter(entry=entry).order_by("number")
    if player.user is not None:
        gone = listed.exclude(left_at=None).filter(user=player.user).first()
        if gone is not None:
            return _back_in(gone, entry, reserve=reserve)
        require_newcomer(entry.competition, player.user)
    last = listed.last()
    return entry.roster.create(
        competition_id=entry.competition_id,
        number=last.number + 1 if last else RosterPlayer.CAPTAIN,
        user=player.user,
        name=str(player.user) if player.user else player.name,
        reserve=reserve,
    )


def _back_in(gone: RosterPlayer, entry: Entry, *, reserve: bool) -> RosterPlayer:
    assert gone.user is not None, "only accounts are known again"
    check_may_enter(competition=entry.competition, user=gone.user)
    gone.left_at, gone.reserve, gone.name = None, reserve, str(gone.user)
    gone.save(update_fields=["left_at", "reserve", "name"])
    return gone


def require_newcomer(competition: Competition, user: User) -> None:
    """Raise RefusedError `already-entered` for a person who is in the competition.

    A player who left an entry of it after the draw enters no other one. A rehearsal takes no
    accounts: `only-names`. A person suspended by its club stays out: `suspended-in-club`.
    """
    require_newcomers(competition, [user])


def require_newcomers(competition: Competition, users: Sequence[User]) -> None:
    """Raise the same for people who enter together; none of them is there twice."""
    if not users:
        return
    if competition.rehearsal:
        raise RefusedError("only-names")
    for user in users:
        check_may_enter(competition=competition, user=user)
    is_twice = len(set(users)) < len(users)
    if is_twice or RosterPlayer.ever.filter(competition=competition, user__in=users).exists():
        raise RefusedError("already-entered")


def require_fit(competition: Competition, users: Collection[int]) -> None:
    """Raise RefusedError `members-only` or `outside-band` where the terms keep one of them out.

    They hold for who enters and for who is brought in by a captain. Organisers write down whom they
    want, and places that they wrote down are taken as they are.
    """
    for code in eligibility_error(competition, users).values():
        raise RefusedError(code)


def require_fit_for(entry: Entry, user: User | None, actor: User) -> None:
    """Raise what `require_fit` does for whom a captain, not an organiser, brings into an entry."""
    if user is not None and not entry.competition.is_run_by(actor):
        require_fit(entry.competition, [user.pk])


def require_own(entry: Entry, actor: User) -> None:
    """Raise RefusedError `not-in-entry` unless the person is in the entry or organises."""
    own = entry.roster.filter(user=actor).exists()
    if not own and not entry.competition.is_run_by(actor):
        raise RefusedError("not-in-entry")


def require_captain(entry: Entry, actor: User) -> None:
    """Raise RefusedError `not-captain` unless the person is the captain or organises."""
    own = entry.roster.captains().filter(user=actor).exists()
    if not own and not entry.competition.is_run_by(actor):
        raise RefusedError("not-captain")


def require_in(entry: Entry) -> None:
    """Raise RefusedError `wrong-state` for an entry whose roster nobody changes any more."""
    if entry.competition.is_over or entry.awaited or entry.state == Entry.State.WITHDRAWN:
        raise RefusedError("wrong-state")


def has_played(player: RosterPlayer) -> bool:
    """Whether they were in a result, or named for a board, also if another plays there now."""
    left = LineUp.objects.filter(match__slots__entry=player.entry_id)
    taken_out = chain.from_iterable(left.values_list("taken_out", flat=True))
    if player.lined_up.exists() or player.pk in taken_out:
        return True
    results = PlayerResult.objects.filter(match__slots__entry=player.entry_id)
    return player.user_id is not None and results.filter(user=player.user_id).exists()


def join_display_names(names: Sequence[str], language: str = settings.LANGUAGE_CODE) -> str:
    """Return the name of a team that has none of its own: `ana y beto`, whoever writes it down."""
    with translation.override(language):
        return join_names(names)


def rename_team(entry: Entry, before: Sequence[str]) -> None:
    """Let a name that was only its players' follow them; one that the team gave itself stays.

    Names that were stored before this site had one language for them may be in any.
    """
    if before and entry.name in {
        join_display_names(before, language) for language, _ in language_choices()
    }:
        entry.name = join_display_names(playing(entry))
        entry.save(update_fields=["name"])


def playing(entry: Entry) -> list[str]:
    """Return the names of the players who sit down, in their order."""
    return list(entry.roster.playing().values_list("name", flat=True))


def entry_for_audit(entry: Entry) -> dict[str, object]:
    """Return what the log tells of an entry."""
    people = list(entry.roster.values_list("name", "user__username"))
    return {
        "entry": entry.name,
        "entry_id": entry.pk,
        "players": [name for name, _ in people],
        "accounts": [username for _, username in people],
    }
