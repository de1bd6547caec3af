"""Rulebooks that exist outside the site, as a preset and what they change.

Where their sources differ from the rulebook of the site is written in docs/rules.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from games.engine import HOUSE, Rules, house_rules


@dataclass(frozen=True)
class NamedRulebook:
    """A rulebook by its own name, which is the same in every language."""

    name: str
    preset: str
    options: Mapping[str, str]

    @property
    def rules(self) -> Rules:
        """The rules of a new table that follows it."""
        return house_rules(self.preset, self.options)


NAMED: Final = (
    NamedRulebook("Reglamento de Rentas", "argentino", {"falta": "half"}),
    NamedRulebook(
        "Reglamento oficial (Utnianos)", "argentino-flor", {"seats": "6", "pico": "range"}
    ),
    NamedRulebook(
        "S2 Uruguay (GranAventura)",
        "uruguayo",
        {"declaration": "alternate", "resto": "shortfall", "resto_flores": "on"},
    ),
    NamedRulebook("Paulista AABB-SP", "paulista", {"deck": "24", "ferro": "open"}),
    NamedRulebook(
        "Paulista SINSEP",
        "paulista",
        {
            "all_tied": "dealer",
            "tie_highest": "on",
            "tie_leader": "tied_it",
            "truco_turn": "any",
            "cover_after_tie": "off",
            "ferro": "first",
        },
    ),
    NamedRulebook("Mineiro miniTruco", "mineiro", {"prices": "2-4-6-8-12", "tie_highest": "off"}),
)


def query_of(rules: Rules) -> str:
    """Return the query string that fills in a form with these rules.

    It also names what the form would propose otherwise.
    """
    proposed = dict.fromkeys(("seats", "target", *HOUSE.get(rules.preset, {})))
    values = {key: rules.option(key) for key in proposed}
    return urlencode({"preset": rules.preset, **values, **rules.options()})
