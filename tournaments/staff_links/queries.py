"""What former organisers of a club can still use there, and who they are."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch

from accounts.models import Club, Membership, User
from tournaments.models import Competition, Match, Official, StaffLink


@dataclass(frozen=True)
class RemainingAccess:
    """Open links that a person made, and the person's posts, in the competitions of one club."""

    links: Sequence[StaffLink]
    posts: Sequence[Official]

    def __bool__(self) -> bool:
        """Whether anything remains."""
        return bool(self.links or self.posts)


def remaining_access(*, club: Club, user: User, now: datetime) -> RemainingAccess:
    """Return the links and posts that do not depend on a role in the club."""
    made = StaffLink.objects.standing().filter(competition__club=club, created_by=user)
    posts = Official.objects.filter(competition__club=club, user=user)
    posts = posts.exclude(competition__state__in=Competition.OVER)
    return RemainingAccess(
        [link for link in made.select_related("user", "competition") if link.is_open(now)],
        list(
            posts.select_related("competition", "group__stage").prefetch_related(
                Prefetch("match", Match.objects.placed())
            )
        ),
    )


def former_link_makers(club: Club, now: datetime) -> list[User]:
    """Return who made open links in a club's competitions and organises it no longer."""
    organising = club.memberships.filter(role__in=Membership.ORGANISERS).values("user")
    made = StaffLink.objects.standing().filter(competition__club=club)
    left = made.exclude(created_by__in=organising).select_related("created_by", "competition")
    return list(dict.fromkeys(link.created_by for link in left if link.is_open(now)))
