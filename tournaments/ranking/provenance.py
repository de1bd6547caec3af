"""Provenance of ledger lines, and the lines that count on the leaderboards of the whole site.

A new account can open a club and write results of invented names. So the site counts games between
accounts at its tables, results that an account of each side confirmed, and results of verified
clubs; not games that wait for a review of a possible ring. A club's own leaderboards count all its
results.
"""

from django.db.models import Case, Exists, OuterRef, Q, Subquery, Value, When

from tournaments.models import HeldMatch, Match, PointsEntry, SlipClaim, VerifiedClub
from tournaments.ranking.ledger import Result

Provenance = PointsEntry.Provenance


def provenance_of(match: Match, result: Result) -> PointsEntry.Provenance:
    """Return the provenance of a result, computed from stored rows alone.

    A match annotated with `has_slip` saves a query.
    """
    if _is_of_a_table(match, result):
        return Provenance.TABLE if _had_accounts(match, result) else Provenance.CLUB
    if getattr(match, "has_slip", True) and _is_confirmed_by_both(match, result.number):
        return Provenance.CONFIRMED
    return Provenance.CLUB


def _is_of_a_table(match: Match, result: Result) -> bool:
    """Return whether a result was made at a table of the site, and was not written down."""
    if result.reason == Match.PointsReason.SHARED_IP:
        written = match.submissions.filter(number=result.number, submitted_by__isnull=False)
        return not written.exists()
    return PointsEntry.Reason(result.reason) in PointsEntry.AT_TABLES


def _had_accounts(match: Match, result: Result) -> bool:
    """Return whether an account played at each seat; a robot plays for a name without one."""
    competition, players = match.competition, result.players
    one_table = competition if competition is not None and not competition.boards else None
    if one_table is not None and len(players) != one_table.rules.seats:
        return False
    return all(one.user_id is not None and not one.guest for one in players)


def _is_confirmed_by_both(match: Match, number: int) -> bool:
    """Return whether an account of each side claimed this result on its slip.

    A result that was annulled and counts again has the slip of its first number.
    """
    submission = match.submissions.filter(number=number, role="slip").first()
    if submission is None:
        return False
    claims = SlipClaim.objects.filter(slip__match=match, slip__number__lte=number)
    last = claims.order_by("-slip__number").values("slip__number")[:1]
    sides: dict[int, set[int]] = {}
    for each in claims.filter(slip__number=Subquery(last), by__isnull=False):
        if list(each.games) == submission.in_order:
            sides.setdefault(each.slip_id, set()).add(each.side)
    return {0, 1} in sides.values()


def counts_for_the_site() -> Case:
    """Return the condition, as an expression, for lines that count on the site's leaderboards."""
    verified = Exists(VerifiedClub.objects.filter(club=OuterRef("club")))
    itself = Q(provenance__in=(Provenance.TABLE, Provenance.CONFIRMED))
    held = Exists(HeldMatch.objects.filter(match=OuterRef("match")))
    return Case(
        When(held, then=Value(False)),
        When(itself | Q(verified), then=Value(True)),
        default=Value(False),
    )
