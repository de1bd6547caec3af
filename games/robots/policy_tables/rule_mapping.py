"""Mapping of house rules to a policy table that was trained for similar ones.

A table distinguishes cards in the terms of truco argentino without flor. Strengths and values of
other families map to the same percentile of their deck. This applies to tables trained for such a
family, and to those lent to it.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple

from games.engine import ENVIDOS, FLORES, Call, CallName, PlayBlind, Rules, View, make_rules
from games.engine.calls import MORE, TRUCOS, Canto
from games.engine.envido import called_value, is_free
from games.robots import policy_tables
from games.robots.declarations import declared_bounds
from games.robots.observation import calls_made, own_seat

LAST: Final = 4
"""Near the end neither side needs more than the price of this level."""
ENVIDO, REAL, FALTA, TRUCO = 3, 4, 5, 6
"""The positions of a table's calls."""
UNHEARD: Final = frozenset((CallName.FUERA, "perros"))
"""Calls unknown to the tables: a hand with one of them has no entry."""
FREE: Final = frozenset(
    (
        *("seats", "target", "halves", "falta", "legs_to_win", "signals", "perros", "perros_stay"),
        *("flor_contest", "flor_vs_flor", "flores_paid", "flor_sung", "resto", "resto_flores"),
        *("envido_callers", "envido_shown", "unshown_envido", "truco_turn", "mazo_turn"),
    )
)
"""Options that may differ from a preset.

Scores are keyed by the points that are missing, flores are left to judgement, a falta is compared
apart, and between two seats the others change nothing that a table knows.
"""
MOST_CALLED: Final = 6
"""The points of an envido that is raised by any number, up to which tables met it often."""
Places = Mapping[Canto, tuple[int, ...]]


class RuleMapping(NamedTuple):
    """Translation of a family's views into the terms of truco argentino."""

    lender: str | None
    """The preset whose tables are used; None where judgement wins more than any of them."""
    strengths: tuple[int, ...]
    """By strength in a trick, from 0."""
    values: tuple[int, ...]
    """By value for the envido."""
    places: Places
    """The calls of a table that each call stands for."""
    end: str | None = None
    """The name of the table for scores at which both sides need `LAST` points at most."""

    @property
    def is_translated(self) -> bool:
        """Whether cards are read as those of another family at the same height."""
        return self.strengths is not _OWN.strengths


_TRUCOS: Final[Places] = MappingProxyType(dict.fromkeys(TRUCOS, (TRUCO,)))
_ALL: Final[Places] = MappingProxyType(
    {
        CallName.ENVIDO: (ENVIDO,),
        CallName.REAL: (REAL,),
        CallName.FALTA: (FALTA,),
        **_TRUCOS,
    }
)
_NO_REAL: Final[Places] = MappingProxyType({**_ALL, CallName.ENVIDO: (ENVIDO, REAL)})
_VUELVO: Final[Places] = MappingProxyType({**_NO_REAL, CallName.VUELVO: (ENVIDO, REAL)})
_FREE_RAISES: Final[Places] = MappingProxyType({**_ALL, MORE[2]: (REAL,)})
"""Of all numbers that an envido can be raised by, a table knows 2 and 3."""
_OWN: Final = RuleMapping(
    "argentino", tuple(range(14)), tuple(range(34)), _ALL, end="argentino-2-end"
)
_PIEZAS: Final = RuleMapping(
    lender="uruguayo-online",
    strengths=(0, 1, 2, 2, 4, 4, 5, 6, 7, 8, 9, 9, 9, 9, 10, 11, 12, 12, 13),
    values=(
        *(0, 0, 1, 2, 3, 4, 5, 6, *[6] * 12),
        *(7, 7, 7, 7, 20, 21, 23, 24, 25, 25, 26, 27, 27, 28, 29, 31, 32, 33),
    ),
    places=_ALL,
    end="uruguayo-online-2-end",
)
_VENEZOLANO: Final = RuleMapping(
    lender="venezolano",
    strengths=(0, 0, *range(1, 15)),
    values=(
        *(0, 0, 2, 3, 4, 5, 6, *[7] * 14),
        *(20, 21, 22, 23, 24, 25, 26, 27, 27, 27, 28, 29, 30, 30, 31, 32, 33, 33, 33),
    ),
    places=_FREE_RAISES,
)
_MALLORQUI: Final = RuleMapping(
    lender="mallorqui",
    strengths=(*range(9), *range(8, 15)),
    values=(
        *(0, 1, 1, 2, 3, 4, 5, 6, *[7] * 14),
        *(20, 20, 21, 23, 24, 25, 26, 26, 27, 28, 29, 30, 31, 33),
    ),
    places=_ALL,
)
_TRUC: Final = RuleMapping(
    lender=None,
    strengths=(0, 2, 5, 6, 6, 6, 6, 6, 6, 8, 9, 9, 11, 13),
    values=(0, 0, 0, 0, 1, 3, 5, 7, *[20] * 17, 21, 22, 23, 24, 25, 27, 28, 30, 32),
    places=_VUELVO,
)
TERMS: Final[Mapping[str, RuleMapping]] = MappingProxyType(
    {
        "argentino": _OWN,
        "argentino-flor": _OWN,
        "trucoestrella": _OWN,
        "uruguayo": _PIEZAS._replace(places=_NO_REAL),
        "uruguayo-online": _PIEZAS,
        "truc": _TRUC,
        "gauderio": _OWN,
        "paulista": _OWN._replace(lender="paulista", places=_TRUCOS, end=None),
        "mineiro": _OWN._replace(lender="mineiro", places=_TRUCOS, end=None),
        "venezolano": _VENEZOLANO,
        "mallorqui": _MALLORQUI,
    }
)
"""By preset."""


def table_of(rules: Rules) -> policy_tables.Table | None:
    """Return the table that serves these rules, or None."""
    lent = _lent(rules)
    return None if lent is None else policy_tables.table_of(lent)


def is_near_end(view: View) -> bool:
    """Return whether both sides may win the leg with a truco."""
    most = view.rules.truco_prices[LAST - 1]
    return all(view.rules.target - points <= most for points in view.score)


def end_table_at(view: View) -> policy_tables.Table | None:
    """Return the table of the end, if this score is near it and the family has one."""
    end = TERMS[view.rules.preset].end if is_near_end(view) else None
    return None if end is None else policy_tables.load_named(end)


def table_at(view: View) -> policy_tables.Table | None:
    """Return the table that serves these rules at this score, or None."""
    table = table_of(view.rules)
    return None if table is None else end_table_at(view) or table


@cache
def _lent(rules: Rules) -> Rules | None:
    """Return the rules of the table to use: of the lent ones, the nearest in points."""
    if rules.preset not in TERMS or rules.seats != 2 or not rules.options().keys() <= FREE:
        return None
    names = (name.split("-2-") for name in policy_tables.WHOLE)
    lender = TERMS[rules.preset].lender
    lenders = [
        make_rules(preset, {"target": to, "seats": "2"}) for preset, to in names if preset == lender
    ]
    fitting = [each for each in lenders if _pays_falta(rules, each)]
    return min(fitting, key=lambda each: abs(each.target - rules.target), default=None)


def _pays_falta(rules: Rules, lent: Rules) -> bool:
    """Return whether a falta pays as in a table, or less: what the leader needs (docs/robots.md).

    In one stretch it is always that (R-S8).
    """
    return rules.halves == "one" or rules.falta in (lent.falta, "shortfall")


def is_outside_table(view: View) -> bool:
    """Return whether a table does not know what was said. The robot then uses its judgement."""
    heard = (event.token for event in view.events if event.kind == "call")
    if _is_blind(view) or _is_raised_far(view):
        return True
    is_unheard = not UNHEARD.isdisjoint(heard)
    return is_unheard or _is_about_flor(view) or _covers(view) or _names_last_card(view)


def _names_last_card(view: View) -> bool:
    """Return whether the envido that the rival named leaves few choices for its last card.

    A table remembers of it only whether it was higher; judgement counts.
    """
    rival = 1 - own_seat(view)
    bounds = declared_bounds(view).get(rival)
    return view.counts[rival] == 1 and bounds is not None and bounds.is_exact


def _is_about_flor(view: View) -> bool:
    """Return whether the seat must announce or answer a flor."""
    offered = (action.canto for action in view.legal if isinstance(action, Call))
    is_asked = view.pending is not None and view.pending.family == "flor"
    return is_asked or not FLORES.isdisjoint(offered)


def _is_raised_far(view: View) -> bool:
    """Return whether the seat must answer an envido of more than tables have met (R-E13)."""
    if view.pending is None or view.pending.family != "envido" or not is_free(view.rules):
        return False
    return called_value(calls_made(view, ENVIDOS)) > MOST_CALLED


def _is_blind(view: View) -> bool:
    """Return whether the seat plays cards that it does not see (R-B5)."""
    return any(isinstance(action, PlayBlind) for action in view.legal)


def _covers(view: View) -> bool:
    """Return whether the viewer covered in the first trick, which no table has learnt."""
    first = view.tricks[0].plays if view.rules.covered and view.tricks else ()
    return any(play.covered and play.seat == view.viewer for play in first)
