"""Matches assigned to a judge or scorer: current, upcoming and past."""

from collections.abc import Sequence
from dataclasses import dataclass

from accounts.models import User
from tournaments.common.permissions import assigned_to, judged_by
from tournaments.matches.queries import MatchView, read_matches
from tournaments.models import Competition, Dispute, Match
from tournaments.models.matches import COMPETITION

AT_MOST = 60


@dataclass(frozen=True)
class Assignment:
    """A match with the facts its official needs."""

    view: MatchView
    disputes: Sequence[Dispute]  # open disputes; each of several boards may have one
    judges: bool


@dataclass(frozen=True)
class Assignments:
    """The tasks of an official."""

    competitions: Sequence[Competition]  # with real cards, or not started
    disputed: Sequence[Assignment]
    now: Sequence[Assignment]
    later: Sequence[Assignment]


def only_one_to_score(user: User) -> Match | None:
    """Return the single match that an official scores now; None if there are several, or a call."""
    own = assigned_to(user).filter(**{f"{COMPETITION}__state__in": Competition.IN_PROGRESS})
    if Dispute.objects.open().filter(match__in=own.filter(pk__in=judged_by(user))).exists():
        return None
    matches = own.filter(state=Match.State.CALLED, **{f"{COMPETITION}__with_cards": True})[:2]
    return matches[0] if len(matches) == 1 else None


def assignments(user: User) -> Assignments:
    """Read an official's undecided matches in competitions that are in progress."""
    open_matches = assigned_to(user).undecided()
    own = open_matches.filter(**{f"{COMPETITION}__state__in": Competition.IN_PROGRESS})
    matches = own.select_related(COMPETITION).order_by("state", "number")[:AT_MOST]
    views = read_matches(matches)
    pks = [view.match.pk for view in views]
    judged = set(judged_by(user).filter(pk__in=pks).values_list("pk", flat=True))
    open_: dict[int, list[Dispute]] = {pk: [] for pk in pks}
    waiting = Dispute.objects.open().filter(match__in=pks).with_people()
    for one in waiting.order_by("opened_at", "pk"):
        open_[one.match_id].append(one)
    every = [Assignment(view, open_[view.match.pk], view.match.pk in judged) for view in views]
    return Assignments(
        competitions=_where_one_serves(user),
        disputed=[each for each in every if each.disputes],
        now=[
            each
            for each in every
            if not each.disputes and each.view.match.state != Match.State.PENDING
        ],
        later=[
            each
            for each in every
            if each.view.match.state == Match.State.PENDING and _is_known(each.view)
        ],
    )


def _is_known(view: MatchView) -> bool:
    """Return whether the sides of a match are known; before that an official has no task there."""
    return all(side.entries for side in view.sides)


def _where_one_serves(user: User) -> list[Competition]:
    """Read the competitions of an official in which results are written by hand."""
    served = Competition.objects.filter(pk__in=user.posts.values("competition"), with_cards=True)
    states = (*Competition.DRAWABLE, *Competition.IN_PROGRESS)
    return list(served.filter(state__in=states).order_by("starts_at", "pk"))
