"""The rules of a table as people choose them: forms, and a summary in words with its articles."""

from games.house_rules.cantos import canto, gloss_of, meanings, short_canto, within
from games.house_rules.families import FAMILIES, family_of
from games.house_rules.fields import (
    FURTHER,
    USUAL_FIRST,
    fitting,
    is_played,
    option_fields,
    read_rules,
    seats_in,
)
from games.house_rules.summary import Clause, essentials, summary
from games.house_rules.words import choice, clash, family, label, preset

__all__ = [
    "FAMILIES",
    "FURTHER",
    "USUAL_FIRST",
    "Clause",
    "canto",
    "choice",
    "clash",
    "essentials",
    "family",
    "family_of",
    "fitting",
    "gloss_of",
    "is_played",
    "label",
    "meanings",
    "option_fields",
    "preset",
    "read_rules",
    "seats_in",
    "short_canto",
    "summary",
    "within",
]
