"""House rules as people choose them: forms, and a summary with its articles."""

from games.house_rules.call_names import (
    FAMILIES,
    canto,
    family_of,
    gloss_of,
    meanings,
    raised_to,
    short_canto,
    within,
)
from games.house_rules.form_fields import (
    FURTHER,
    USUAL_FIRST,
    fitting,
    is_played,
    option_fields,
    read_rules,
    seats_in,
)
from games.house_rules.labels import (
    Clause,
    choice,
    clash,
    essentials,
    family,
    label,
    preset,
    short_family,
    summary,
)

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
    "raised_to",
    "read_rules",
    "seats_in",
    "short_canto",
    "short_family",
    "summary",
    "within",
]
