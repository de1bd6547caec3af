"""The rules of a table as people choose them: forms, and a summary in words with its articles."""

from games.house_rules.families import FAMILIES, family, family_of
from games.house_rules.fields import FURTHER, USUAL_FIRST, fitting, option_fields, read_rules
from games.house_rules.summary import Clause, essentials, summary
from games.house_rules.words import choice, clash, label, preset

__all__ = [
    "FAMILIES",
    "FURTHER",
    "USUAL_FIRST",
    "Clause",
    "choice",
    "clash",
    "essentials",
    "family",
    "family_of",
    "fitting",
    "label",
    "option_fields",
    "preset",
    "read_rules",
    "summary",
]
