"""Verification of clubs: by an operator of the site, or by two clubs that are verified.

What a verified club writes counts on the leaderboards of the whole site, also what it wrote before.
"""

from datetime import datetime
from http import HTTPStatus

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError
from accounts.common.transactions import transactional
from accounts.models import Club, User
from accounts.models.clubs import ClubQuerySet
from tournaments.models import ClubVoucher, PointsEntry, VerifiedClub
from tournaments.ranking.leaderboard_lines import Players, write_boards
from tournaments.ranking.ratings import acquire_ranking_lock

BATCH = 200


class CannotVerifyError(RefusedError):
    code = "cannot-verify"
    status = HTTPStatus.FORBIDDEN
    message = _("Solo quien opera el sitio puede verificar un club.")


class CannotVouchError(RefusedError):
    code = "cannot-vouch"
    status = HTTPStatus.FORBIDDEN
    message = _("Solo quienes organizan un club verificado pueden avalar a otro.")


@transactional
def verify_club(*, club_id: int, actor: User, now: datetime) -> None:
    """Verify a club as an operator. Raises RefusedError `cannot-verify`."""
    club = _lock(club_id)
    if not actor.may_operate:
        raise CannotVerifyError()
    itself = {"by": actor, "at": now, "vouched": False}
    VerifiedClub.objects.update_or_create(club=club, defaults=itself)
    _count_anew(club)
    _verify_vouched(Club.objects.filter(vouchers__by_club=club), now)


@transactional
def unverify_club(*, club_id: int, actor: User) -> None:
    """Take a verification back, vouchers included. Raises RefusedError `cannot-verify`.

    Clubs that vouchers verified lose theirs, too, if those that are left are too few.
    """
    club = _lock(club_id)
    if not actor.may_operate:
        raise CannotVerifyError()
    club.vouchers.all().delete()
    VerifiedClub.objects.filter(club=club).delete()
    _count_anew(club)
    _take_back_unreached()


@transactional
def vouch_for(*, club_id: int, by_club_id: int, actor: User, now: datetime) -> bool:
    """Vouch for a club; return whether it is verified now. Raises RefusedError `cannot-vouch`."""
    club = _lock(club_id)
    by_club = vouching_clubs(actor, club).filter(pk=by_club_id).first()
    if by_club is None:
        raise CannotVouchError()
    ClubVoucher.objects.get_or_create(club=club, by_club=by_club, defaults={"by": actor, "at": now})
    _verify_vouched(Club.objects.filter(pk=club.pk), now)
    return VerifiedClub.objects.filter(club=club).exists()


@transactional
def withdraw_voucher(*, club_id: int, by_club_id: int, actor: User) -> None:
    """Stop vouching for a club. Raises RefusedError `cannot-vouch`."""
    club = _lock(club_id)
    voucher = own_vouchers(actor, club).filter(by_club=by_club_id).first()
    if voucher is None:
        raise CannotVouchError()
    voucher.delete()
    _take_back_unreached()


def vouching_clubs(actor: User, club: Club) -> ClubQuerySet:
    """Return the verified clubs in whose name a user may vouch for another club."""
    own = Club.objects.organised_by(actor).filter(verification__isnull=False)
    return own.exclude(pk=club.pk)


def own_vouchers(actor: User, club: Club) -> QuerySet[ClubVoucher]:
    """Return the vouchers for a club that a user may withdraw.

    One of a club that is no longer verified counts again when it is.
    """
    return club.vouchers.filter(by_club__in=Club.objects.organised_by(actor))


def counted_vouchers() -> Q:
    """Return the condition for vouchers of clubs that are verified themselves."""
    return Q(by_club__verification__isnull=False)


def _is_vouched(club: Club) -> bool:
    return club.vouchers.filter(counted_vouchers()).count() >= ClubVoucher.NEEDED


def _verify_vouched(clubs: ClubQuerySet, now: datetime) -> None:
    """Verify clubs that have enough vouchers, and then those for which they vouch."""
    for club in clubs.filter(verification=None).order_by("pk"):
        if _is_vouched(club):
            VerifiedClub.objects.create(club=club, by=None, vouched=True, at=now)
            _count_anew(club)
            _verify_vouched(Club.objects.filter(vouchers__by_club=club), now)


def _take_back_unreached() -> None:
    """Take back the verifications by vouchers that nothing else holds up any more.

    What counts are vouchers of clubs that an operator or the upgrade verified, and of those that
    such vouchers verify in turn: clubs that vouch for each other in a circle do not suffice.
    """
    rows = list(VerifiedClub.objects.values_list("club", "vouched"))
    waiting = {club for club, vouched in rows if vouched}
    reached = {club for club, vouched in rows if not vouched}
    vouchers: dict[int, set[int]] = {club: set() for club in waiting}
    given = ClubVoucher.objects.filter(club__in=waiting)
    for club, by_club in given.order_by().values_list("club", "by_club"):
        vouchers[club].add(by_club)
    needed = ClubVoucher.NEEDED
    while more := {club for club in waiting if len(vouchers[club] & reached) >= needed}:
        reached |= more
        waiting -= more
    for lost in Club.objects.filter(pk__in=waiting).order_by("pk"):
        VerifiedClub.objects.filter(club=lost).delete()
        _count_anew(lost)


def _count_anew(club: Club) -> None:
    """Write the leaderboards of the accounts that have points of this club."""
    lines = PointsEntry.objects.filter(club=club, user__isnull=False).order_by("user_id")
    users = list(lines.values_list("user_id", flat=True).distinct())
    for first in range(0, len(users), BATCH):
        write_boards(Players(users[first : first + BATCH]))


def _lock(club_id: int) -> Club:
    """Lock a club, and the ranking: one change of verifications follows another."""
    # no key lock: the ranking refers to the club
    club = Club.objects.select_for_update(of=("self",), no_key=True).get(pk=club_id)
    acquire_ranking_lock()
    return club
