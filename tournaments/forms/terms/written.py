"""The terms of a competition as somebody would have written them into the form."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from games.house_rules import USUAL_FIRST
from tournaments.forms.terms.board_fields import counted_first
from tournaments.forms.terms.competition import ALONE, BY_HAND
from tournaments.forms.terms.shape_fields import shape_values
from tournaments.services.competition.terms import Terms


def written(terms: Terms, zone: str) -> dict[str, Any]:
    """Return every field of the form, its hours by the clocks of that zone."""
    rules = terms.rules
    usual = {key: rules.option(key) for key in USUAL_FIRST[rules.preset]}
    columns = {name: value for name, value in terms.columns().items() if name != "options"}
    by_itself = ALONE if terms.publishes_alone else BY_HAND
    return {
        **shape_values(terms.shape),
        **columns,
        **rules.options(),
        **usual,
        "counted_first": counted_first(terms.shape),
        "publishing": "" if terms.publishes_alone != terms.with_cards else by_itself,
        "starts_at": _on_the_wall(terms.starts_at, zone),
        "transfers_until": _on_the_wall(terms.transfers_until, zone),
    }


def _on_the_wall(at: datetime | None, zone: str) -> datetime | None:
    return at and at.astimezone(ZoneInfo(zone)).replace(tzinfo=None, second=0, microsecond=0)
