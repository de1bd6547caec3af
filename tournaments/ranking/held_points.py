"""Points that wait for a person: what a possible ring won among itself does not count meanwhile.

An hourly task looks at the casual games of thirty days. An operator of the site decides whether the
games count; nothing is deleted, and the decision may be changed.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Final

from django.db.models import Count, F
from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError
from accounts.common.transactions import transactional
from accounts.models import User
from games.models import SeatAddress
from tournaments.common.batches import batches
from tournaments.models import HeldMatch, PlayerResult, PointsEntry, RingReview
from tournaments.ranking.leaderboard_lines import Players, write_boards
from tournaments.ranking.ratings import acquire_ranking_lock
from tournaments.ranking.rings import Meeting, Ring, find_rings

WINDOW: Final = timedelta(days=30)
SAME: Final = 0.5  # share of the accounts of two groups that makes them one
BATCH: Final = 200
Reason = PointsEntry.Reason
ABOUT_POINTS: Final = (Reason.PLAYED, Reason.SHORT, Reason.REPEATED, Reason.SHARED_IP)
State = RingReview.State


class CannotReviewError(RefusedError):
    code = "cannot-review"
    status = HTTPStatus.FORBIDDEN
    message = _("Solo quien opera el sitio decide qué partidas cuentan.")


def hold_points_of_rings(*, now: datetime) -> int:
    """Look for rings, and hold the points of their games; return how many are new.

    A group that was dismissed within the window is left alone, and so are its games inside a larger
    one; a group that is known grows.
    """
    meetings = casual_meetings(now - WINDOW)
    players = {player for one in meetings for player in one.players}
    joined = dict(User.objects.filter(pk__in=players).values_list("pk", "date_joined"))
    rings = find_rings(meetings, joined, _networks(players))
    return sum(_hold(ring, meetings, now=now) for ring in rings)


def casual_meetings(since: datetime) -> list[Meeting]:
    """Return the casual games for points between accounts that have ended since."""
    game = "match__games__game__"
    rows = (
        PlayerResult.objects.standing()
        .filter(
            guest=False,
            match__round=None,
            match__completed_at__gt=since,
            match__points_reason__in=ABOUT_POINTS,
            match__winner__isnull=False,
        )
        .order_by("match", "side", "pk")
        .values_list(
            *("match", "match__winner", "match__completed_at", "side", "user"),
            *(f"{game}start__number", f"{game}started_at", f"{game}finished_at"),
        )
    )
    meetings: dict[int, Meeting] = {}
    for match, winner, at, side, user, hands, begun, ended in rows:
        previous = meetings.get(match)
        sides = [*(previous.sides if previous else ((), ()))]
        sides[side] = (*sides[side], user)
        meetings[match] = Meeting(
            match=match,
            sides=(sides[0], sides[1]),
            winner=winner,
            at=at,
            hands=hands or 0,
            seconds=(ended - begun).total_seconds() if begun and ended else None,
        )
    return [one for one in meetings.values() if all(one.sides)]


def _networks(players: Iterable[int]) -> dict[int, set[str]]:
    by_user: dict[int, set[str]] = {}
    for some in batches(iter(sorted(players)), BATCH):
        seats = SeatAddress.objects.filter(seat__user__in=some)
        for user, key in seats.values_list("seat__user", "key").distinct():
            by_user.setdefault(user, set()).add(key)
    return by_user


@transactional
def _hold(ring: Ring, meetings: Iterable[Meeting], *, now: datetime) -> bool:
    """Hold the games of a ring; return whether it is new."""
    acquire_ranking_lock()
    previous = _review_of(ring, now)
    if previous is not None and previous.state == State.DISMISSED:
        return False
    dismissed = _dismissed_games((one for one in meetings if one.match in ring.matches), now)
    matches = ring.matches - dismissed
    if previous is None and not matches:
        return False
    signs = {sign.value: round(share, 2) for sign, share in ring.signs.items()}
    review = previous or RingReview.objects.create(found_at=now, signs=signs)
    review.members.add(*ring.members)
    held = set(HeldMatch.objects.filter(match__in=matches).values_list("match", flat=True))
    HeldMatch.objects.bulk_create(
        HeldMatch(match_id=match, review=review) for match in sorted(matches - held)
    )
    if matches - held:
        write_boards(Players(sorted(ring.members)))
    return previous is None


def _dismissed_games(meetings: Iterable[Meeting], now: datetime) -> set[int]:
    """Return the games that count by a decision: among accounts of one dismissed review."""
    recent = RingReview.objects.filter(state=State.DISMISSED, decided_at__gt=now - WINDOW)
    with_members = recent.prefetch_related("members")
    reviews = [(_members(each), each.decided_at) for each in with_members if each.decided_at]
    return {
        one.match
        for one in meetings
        if any(one.at <= at and members.issuperset(one.players) for members, at in reviews)
    }


def _review_of(ring: Ring, now: datetime) -> RingReview | None:
    """Return the review about the same accounts, unless it was dismissed over 30 days ago."""
    recent = RingReview.objects.exclude(state=State.DISMISSED, decided_at__lte=now - WINDOW)
    for review in recent.prefetch_related("members"):
        members = _members(review)
        if len(members & ring.members) > SAME * len(members | ring.members):
            return review
    return None


def _members(review: RingReview) -> set[int]:
    return {member.pk for member in review.members.all()}


@transactional
def decide_ring(*, review_id: int, counts: bool, reason: str, actor: User, now: datetime) -> None:
    """Decide whether the games of a possible ring count. Raises RefusedError `cannot-review`."""
    if not actor.may_operate:
        raise CannotReviewError()
    acquire_ranking_lock()
    review = RingReview.objects.select_for_update(of=("self",)).get(pk=review_id)
    review.state = State.DISMISSED if counts else State.CONFIRMED
    review.decided_by, review.decided_at, review.reason = actor, now, reason
    review.save()
    members = set(review.members.values_list("pk", flat=True))
    if counts:
        _release(review)
    else:
        _hold_all(review, members)
    write_boards(Players(sorted(members)))


def _release(review: RingReview) -> None:
    """Release the games of a dismissed review, but those that another review covers."""
    players: dict[int, set[int]] = {}
    rows = PlayerResult.objects.standing().filter(match__hold__review=review)
    for match, user in rows.order_by().values_list("match", "user"):
        players.setdefault(match, set()).add(user)
    others = RingReview.objects.exclude(state=State.DISMISSED).prefetch_related("members")
    for other in others:
        members = _members(other)
        covered = [match for match, users in players.items() if members.issuperset(users)]
        review.held.filter(match__in=covered).update(review=other)
    review.held.all().delete()


def _hold_all(review: RingReview, members: set[int]) -> None:
    """Hold the games that members played among themselves: a dismissed review holds none."""
    since = review.found_at - WINDOW
    inside = {one.match for one in casual_meetings(since) if members.issuperset(one.players)}
    held = set(HeldMatch.objects.filter(match__in=inside).values_list("match", flat=True))
    HeldMatch.objects.bulk_create(
        HeldMatch(match_id=match, review=review) for match in sorted(inside - held)
    )


def ring_reviews() -> list[RingReview]:
    """Return the reviews with their accounts, those that wait first."""
    rows = RingReview.objects.annotate(games=Count("held")).select_related("decided_by")
    in_order = rows.prefetch_related("members").order_by(
        F("decided_at").desc(nulls_first=True), "-found_at"
    )
    return list(in_order[:BATCH])
