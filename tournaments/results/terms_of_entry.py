"""Who may enter a competition by its terms: the people of its club, those of a band of skill."""

from collections.abc import Collection, Mapping

from accounts.models import Membership
from tournaments.models import Competition, PlayerStanding
from tournaments.results.rating import NEWCOMER, strength


def unfit(competition: Competition, users: Collection[int]) -> Mapping[int, str]:
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
