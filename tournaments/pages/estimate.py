"""How many matches the terms of a competition come to, and how long it may last."""

from tournaments.formats.double_elimination import GrandFinal, double_elimination
from tournaments.formats.duration import Pace, minutes
from tournaments.formats.groups import usual_groups
from tournaments.formats.knockout import single_elimination
from tournaments.formats.league import equal_sizes
from tournaments.formats.outline import (
    Wave,
    alongside,
    bracket_waves,
    swiss_waves,
    table_waves,
)
from tournaments.formats.swiss import recommended_rounds
from tournaments.models import Stage
from tournaments.services.competition.shape import Shape
from tournaments.services.competition.terms import Terms

Format = Stage.Format


def waves(shape: Shape, entries: int) -> tuple[Wave, ...]:
    """Return the matches of so many entries, in the order in which they can be played."""
    match shape.format:
        case Format.SWISS:
            return swiss_waves(entries, shape.swiss_rounds or recommended_rounds(entries))
        case Format.GROUPS:
            return _group_waves(shape, entries)
        case Format.ROUND_ROBIN | Format.LEAGUE:
            divisions = equal_sizes(entries, shape.divisions)
            return alongside([table_waves(size, shape.cycles_played) for size in divisions])
        case Format.DOUBLE:
            final = GrandFinal(shape.grand_final)
            graph = double_elimination(entries, grand_final=final, third_place=shape.third_place)
            return bracket_waves(graph)
        case _:
            return bracket_waves(single_elimination(entries, third_place=shape.third_place))


def estimated_minutes(terms: Terms) -> int:
    """Return how long a full competition lasts if nobody waits for a table."""
    return minutes(
        waves(terms.shape, terms.cap),
        pace(terms),
        best_of=terms.best_of,
        final_best_of=terms.shape.final_best_of,
    )


def pace(terms: Terms) -> Pace:
    """Return what the length of its games depends on."""
    return Pace(
        target=terms.rules.target,
        seats=terms.rules.seats,
        chicos_to_win=terms.rules.legs_to_win,
        turn_seconds=None if terms.with_cards else terms.turn_seconds,
    )


def _group_waves(shape: Shape, entries: int) -> tuple[Wave, ...]:
    groups = shape.group_count or usual_groups(entries)
    tables = [table_waves(size, shape.cycles_played) for size in equal_sizes(entries, groups)]
    knockout = single_elimination(groups * shape.qualifiers, third_place=shape.third_place)
    return (*alongside(tables), *bracket_waves(knockout))
