"""The rate limit of actions per person and table.

Socket and POST count together. A script at machine speed would keep a table's row locked; people
never reach the limit.
"""

from accounts.common.rate_limit import LocalRateLimit
from games.play.errors import ActsTooFastError

MOST = 100  # acts of a person at a table in ten seconds
ACTIONS = LocalRateLimit(limit=MOST, period=10.0)


def check_rate_limit(game_id: int, user_id: int | None) -> None:
    """Count an action; raises RefusedError `acts-too-fast`."""
    if ACTIONS.is_exceeded((game_id, user_id)):
        raise ActsTooFastError()
