"""I9: a draft is a round that nobody plays: no matches, no results, everybody in it once."""

from collections import Counter
from collections.abc import Iterator

from tournaments.models import Competition, Draft, Group, Match
from tournaments.verify.violation import Violation, found

BATCH = 500


def drafts_are_not_played() -> Iterator[Violation]:
    """I9: what is drafted has no match, and what has been published is no draft any more."""
    rows = Draft.objects.select_related("competition", "group__stage").order_by("pk")
    for draft in rows.iterator(chunk_size=BATCH):
        if draft.competition.state in Competition.OVER:
            yield found("I9", draft, "its competition is over")
        if _is_published(draft):
            yield found("I9", draft, "its round is played already")


def drafts_hold_everybody_once() -> Iterator[Violation]:
    """I9: whatever was swapped in a draft, those who were drawn are in it, each once."""
    for draft in Draft.objects.order_by("pk").iterator(chunk_size=BATCH):
        drawn, there = (
            Counter(entry for pool in pools for entry in pool)
            for pools in (draft.as_drawn, draft.as_it_stands)
        )
        if drawn != there or any(n > 1 for entry, n in there.items() if entry is not None):
            yield found("I9", draft, "not everybody is in it once")


def _is_published(draft: Draft) -> bool:
    if draft.group is None:
        groups = Group.objects.filter(stage__competition=draft.competition)
        return draft.competition.is_drawn or groups.exists()
    if draft.group.stage.is_bracket:
        matches = Match.objects.filter(round__group=draft.group)
        return matches.exclude(state=Match.State.PENDING).exists()
    return draft.group.rounds.filter(number__gte=draft.number).exists()


DRAFT_CHECKS = (drafts_are_not_played, drafts_hold_everybody_once)
