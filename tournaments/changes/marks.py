"""The version of a competition on which the options of its changes were computed."""

from tournaments.changes.errors import OptionsChangedError
from tournaments.draw.plan import digest
from tournaments.models import Competition, Draft, Match


def mark_of(competition: Competition) -> str:
    """Return a key that differs once a match, a round, a draft or a setting has changed."""
    matches = Match.objects.of(competition.pk).order_by("pk")
    stages = [stage.shape for stage in competition.stages.order_by("number")]
    drafts = Draft.objects.filter(competition=competition).values_list("pk", "number")
    return digest(
        (competition.state, competition.early_end, competition.options, competition.best_of),
        stages,
        list(matches.values_list("pk", "state", "winner", "reopened")),
        list(drafts),
    )[:16]


def require_seen(competition: Competition, seen: str | None) -> None:
    """Refuse an act on options that are out of date; None agrees to any."""
    if seen not in (None, mark_of(competition)):
        raise OptionsChangedError()
