"""How a competition is played, as every page says it: its terms, and the plan of its stages."""

from collections.abc import Sequence

from django.db.models import Q
from django.utils.safestring import SafeString, mark_safe

from games.live.drawing import draw
from tournaments.formats.shape import Shape
from tournaments.models import Competition, Feeder, Stage
from tournaments.pages.outlook import outlook
from tournaments.pages.podium import has_ended
from tournaments.services.competition.shape import shape_of
from tournaments.services.competition.terms import Terms
from tournaments.wording import by_boards, feeders, formats, leaving, refusals
from tournaments.wording.stage_plan import StagePlanView


def how(competition: Competition, stages: Sequence[Stage], entries: int, confirmed: int) -> str:
    """Draw the terms of a competition of these stages, and what so many play in them.

    `confirmed` is how many are in so far.
    """
    shape = shape_of(stages) if stages else None
    return draw(
        "competition/how",
        competition=competition,
        format=formats.format_in_words(shape) if shape else "",
        plan=stage_plan(shape, entries, competition.players_per_side) if shape else "",
        so_far=_so_far(competition, confirmed) if shape else "",
        leaves=leaving.who_leaves(stages[0].format, competition) if stages else "",
        absent=leaving.who_is_absent(stages[0].format, competition) if stages else "",
        length=_length(competition, shape),
        boards=_boards(competition),
        drawn_by=refusals.draw(competition.seeding),
        has_ended=has_ended(competition),
        ways=_ways(competition),
    )


def _so_far(competition: Competition, confirmed: int) -> str:
    """Say before the draw what those who are in would play, where more were announced."""
    if competition.state not in Competition.UNDRAWN or not confirmed:
        return ""
    seen = outlook(Terms.of(competition), confirmed, competition.hall_tables.count())
    return seen.what if seen is not None and seen.announced else ""


def _ways(competition: Competition) -> list[tuple[bool, str, int]]:
    """Say who comes from other competitions, and where the first go: as links to those.

    Pages know with the competition whether there is any (`is_linked`).
    """
    if not getattr(competition, "is_linked", True):
        return []
    rows = Feeder.objects.agreed().filter(Q(final=competition) | Q(source=competition))
    ways = []
    for feeder in rows.select_related("final", "source").order_by("pk"):
        comes = feeder.final_id == competition.pk
        other = feeder.source if comes else feeder.final
        if other.is_open_to_all:
            told = feeders.of_source(feeder) if comes else feeders.to_final(feeder)
            ways.append((comes, told, other.pk))
    return ways


def _length(competition: Competition, shape: Shape | None) -> list[str]:
    """Say over how many games a match goes; those of several boards have words of their own."""
    if competition.boards:
        return []
    final = formats.final_in_words(shape, competition.best_of) if shape else []
    return [competition.get_best_of_display(), *final]


def _boards(competition: Competition) -> list[str]:
    sizes = competition.board_sizes
    decides = competition.first_board_decides
    return list(by_boards.in_words(sizes, first_decides=decides)) if sizes else []


def stage_plan(shape: Shape, entries: int, players: int) -> SafeString:
    """Draw the stages that a shape comes to; "" where it is one."""
    plan = StagePlanView.of(shape, entries, players)
    return mark_safe(draw("competition/plan", plan=plan) if plan else "")
