"""Where a line of the ledger comes from, and which lines count on the site's leaderboards.

A fresh account can open a club and write results of invented names. So the leaderboards of the
whole site count what two accounts played at a table, what an account of each side confirmed, and
what verified clubs wrote. A club's own leaderboards count everything that the club wrote.
"""

from django.db.models import Case, Exists, OuterRef, Q, Value, When

from tournaments.models import (
    Match,
    PointsEntry,
    RosterPlayer,
    SlipClaim,
    VerifiedClub,
)
from tournaments.ranking.ledger import Result

Provenance = PointsEntry.Provenance


def provenance_of(match: Match, result: Result) -> PointsEntry.Provenance:
    """Return where the points of a result come from; it depends on stored rows alone.

    A match that is known to have no slip (`has_slip`) saves the question.
    """
    if PointsEntry.Reason(result.reason) in PointsEntry.AT_TABLES:
        accounts = all(one.user_id is not None and not one.guest for one in result.players)
        return Provenance.TABLE if accounts else Provenance.CLUB
    if getattr(match, "has_slip", True) and _is_confirmed_by_both(match, result.number):
        return Provenance.CONFIRMED
    return Provenance.CLUB


def _is_confirmed_by_both(match: Match, number: int) -> bool:
    """Return whether the slip of a result was claimed alike by an account of each side."""
    submission = match.submissions.filter(number=number, role="slip").first()
    if submission is None:
        return False
    own = RosterPlayer.ever.filter(user=OuterRef("by"), user__is_guest=False)
    first = Q(Exists(own.filter(entry=OuterRef("slip__first"))), side=0)
    second = Q(Exists(own.filter(entry=OuterRef("slip__second"))), side=1)
    claims = SlipClaim.objects.filter(first | second, slip__match=match, slip__number=number)
    return {each.side for each in claims if list(each.games) == submission.in_order} == {0, 1}


def counts_for_the_site() -> Case:
    """Return the expression by which a ledger line counts on leaderboards of the whole site."""
    verified = Exists(VerifiedClub.objects.filter(club=OuterRef("club")))
    itself = Q(provenance__in=(Provenance.TABLE, Provenance.CONFIRMED))
    return Case(When(itself | Q(verified), then=Value(True)), default=Value(False))
