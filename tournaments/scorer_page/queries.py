"""The next match to score from the scorer's page."""

from accounts.models import User
from tournaments.common.permissions import scored_by
from tournaments.models import Match


def next_to_score(match: Match, user: User) -> Match | None:
    """Return another match of the competition that this scorer may keep the points of."""
    assert match.competition is not None
    others = scored_by(user).of(match.competition.pk).filter(state=Match.State.CALLED)
    return others.placed().exclude(pk=match.pk).first()
