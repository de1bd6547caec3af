"""Which round is being played, as the screen in the hall says it beside its leaves."""

from collections.abc import Iterable

from django.utils.translation import gettext

from accounts.values.joining import together
from tournaments.pages.matches import MatchView
from tournaments.pages.stages import Event, StageView


def round_told(event: Event) -> str:
    """Name the round that is being played: `Ronda 2 de 5`; empty where none is.

    Groups that are not equally far are at several: `Ronda 2 y Ronda 3`.
    """
    for stage in event.stages:
        if titles := [*_bracket_rounds(stage), *_table_rounds(stage)]:
            return together(titles) + _of_how_many(stage)
    return ""


def _bracket_rounds(stage: StageView) -> list[str]:
    """Name the first round of a bracket that is not over."""
    rounds = (each for part in stage.parts for each in part.rounds)
    return [each.title for each in rounds if not _is_over(each.matches)][:1]


def _table_rounds(stage: StageView) -> list[str]:
    """Name the first round of each table that is not over, each once, the first round first."""
    rounds = [[each for each in table.rounds if each.is_open] for table in stage.tables]
    first = sorted((each[0] for each in rounds if each), key=lambda one: one.row.number)
    return list(dict.fromkeys(each.title for each in first))


def _is_over(views: Iterable[MatchView]) -> bool:
    return all(view.match.is_decided for view in views)


def _of_how_many(stage: StageView) -> str:
    rounds = stage.stage.swiss_rounds
    return gettext(" de %(number)s") % {"number": rounds} if rounds else ""
