"""What several pages and tasks read of competitions."""

from typing import TYPE_CHECKING, Self

from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Case, Count, Exists, OuterRef, Q, Subquery, Value, When
from django.db.models.functions import Coalesce

from accounts.models import Club, Membership, User
from tournaments.models.entry import Entry, RosterPlayer
from tournaments.models.staff.running import run_by

if TYPE_CHECKING:  # which takes its manager from here
    from tournaments.models.competition import Competition  # noqa: F401  # named in a string


class CompetitionQuerySet(models.QuerySet["Competition"]):
    """Reads that several pages and tasks share."""

    def public(self) -> Self:
        """Return what a stranger may follow; drafts are left out."""
        return self.filter(public=True, rehearsal="").exclude(state=self.model.State.DRAFT)

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """Return what a reader may see: the public ones, those of their clubs, those they play in.

        Officials see what they judge or score in; drafts and rehearsals are their organisers' own.
        """
        if not user.is_authenticated:
            return self.public()
        theirs = Q(club__in=user.memberships.values("club"))
        played = Q(pk__in=RosterPlayer.objects.filter(user=user).values("competition"))
        served = Q(pk__in=user.posts.values("competition"))
        shown = Q(Q(public=True) | theirs | played | served, ~Q(state="draft"), rehearsal="")
        return self.filter(shown | run_by(user))

    def with_role_of(self, user: User | AnonymousUser) -> Self:
        """Add whether somebody may run each (`organised`), and the entry they are in (`own_id`)."""
        run = self.model.objects.filter(run_by(user), pk=OuterRef("pk"))
        places = RosterPlayer.objects.filter(user=user.pk, competition=OuterRef("pk"))
        return self.annotate(
            organised=Exists(run),
            own_id=Subquery((places if user.pk else places.none()).values("entry")[:1]),
        )

    def by_state(self) -> Self:
        """Order by what matters most now (`urgency`), then the newest first."""
        listed = enumerate(self.model.LISTED)
        places = [When(state=state, then=Value(place)) for place, state in listed]
        return self.annotate(urgency=Case(*places)).order_by("urgency", "-created_at", "-pk")

    def told(self) -> Self:
        """Read what lists tell of each: its club, its champion, how many are in it, if people are.

        Of those that are shown alone: what is counted is counted for each row that is sorted.
        """
        return self.counted().with_demo().select_related("club", "champion")

    def with_demo(self) -> Self:
        """Add whether each is of the site's demo club, where robots play (`is_demo`)."""
        of_robots = Membership.objects.of_demo().filter(club=OuterRef("club"))
        return self.annotate(is_demo=Exists(of_robots))

    def archived(self) -> Self:
        """Return what was put away, the latest first."""
        return self.filter(state=self.model.State.ARCHIVED).order_by("-finished_at", "-pk")

    def counted(self) -> Self:
        """Add how many entries are confirmed (as `entered`)."""
        own = Entry.objects.filter(competition=OuterRef("pk"), place__isnull=False)
        number = own.order_by().values("competition").annotate(number=Count("pk"))
        return self.annotate(entered=Coalesce(Subquery(number.values("number")), 0))

    def undecided_in(self, club: Club) -> Self:
        """Return the competitions of a club that are not over: their names differ."""
        return self.filter(club=club).exclude(state__in=self.model.OVER)

    def running(self) -> Self:
        """Return the competitions in which matches are called."""
        return self.filter(state=self.model.State.RUNNING)
