"""Every option of the second rulebook with each of its new values, at a table that has use for it.

A row is a preset, its seats, what the value needs besides, the option, and its values.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

Needs = Mapping[str, str]


class Choice(NamedTuple):
    """One value of one option, and the table that is opened with it."""

    preset: str
    needs: Needs
    key: str
    value: str

    @property
    def options(self) -> dict[str, str]:
        """The options of the table, as a form or a record names them."""
        return {**self.needs, self.key: self.value}


NOTHING: Final[Needs] = {}
MAO: Final[Needs] = {"target": "12"}
RANGE: Final[Needs] = {"pico": "range", "target": "15"}
_ROWS: Final[tuple[tuple[str, str, Needs, str, str], ...]] = (
    ("argentino", "2", NOTHING, "halves", "one"),
    ("argentino", "2", NOTHING, "falta", "half half_winner"),
    ("argentino-flor", "4", NOTHING, "envido_callers", "team pies"),
    ("argentino", "4", NOTHING, "declaration", "alternate"),
    ("argentino", "2", NOTHING, "envido_shown", "off"),
    ("argentino", "2", NOTHING, "unshown_envido", "lost passed"),
    ("argentino", "2", NOTHING, "envido_ladder", "libre illes"),
    ("argentino-flor", "2", NOTHING, "flor_vs_flor", "4 each"),
    ("argentino-flor", "2", NOTHING, "resto", "none"),
    ("argentino-flor", "2", NOTHING, "resto_flores", "on"),
    ("uruguayo-online", "2", {"resto": "none"}, "flor_contest", "ladder"),
    ("argentino-flor", "4", NOTHING, "flores_paid", "best"),
    ("argentino-flor", "2", NOTHING, "flor_sung", "auto"),
    ("argentino", "4", NOTHING, "truco_turn", "any"),
    ("argentino", "2", NOTHING, "raise_past", "off"),
    ("argentino", "2", NOTHING, "prices", "1-3-6-9 1-3-6-9-12 2-4-6-10-12 2-4-8-10-12 2-4-6-8-12"),
    ("argentino", "4", NOTHING, "mazo_turn", "any"),
    ("argentino", "2", NOTHING, "all_tied", "dealer nobody"),
    ("argentino", "4", NOTHING, "tie_leader", "first_tied tied_it mano"),
    ("argentino", "2", NOTHING, "tie_highest", "on"),
    ("truc", "4", NOTHING, "tie_beneath", "tied"),
    ("truc", "2", NOTHING, "cover_from", "2"),
    ("truc", "2", NOTHING, "cover_lead", "off"),
    ("truc", "2", NOTHING, "cover_after_tie", "off"),
    ("truc", "2", NOTHING, "cover_binds", "off"),
    ("truc", "2", NOTHING, "cover_counts", "on"),
    ("argentino", "2", NOTHING, "deck", "38 26"),
    ("mallorqui", "2", NOTHING, "deck", "30 40"),
    ("paulista", "2", NOTHING, "deck", "24"),
    ("argentino-flor", "6", RANGE, "pico_from", "2"),
    ("argentino-flor", "6", RANGE, "pico_left", "3"),
    ("uruguayo-online", "2", {"perros": "on"}, "perros_stay", "on"),
    ("argentino", "4", {"envido_ladder": "none"}, "mao_x", "on"),
    ("paulista", "4", NOTHING, "mao_x_sees", "own both"),
    ("paulista", "2", NOTHING, "mao_x_truco", "loses_hand loses_leg"),
    ("paulista", "2", NOTHING, "mao_x_tied", "rivals"),
    ("paulista", "2", NOTHING, "ferro", "open first off"),
)


def new_choices() -> Iterator[Choice]:
    """Yield each new value of each new option."""
    for preset, seats, needs, key, values in _ROWS:
        for value in values.split():
            yield Choice(preset, {"seats": seats, **needs}, key, value)
