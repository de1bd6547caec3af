"""What an entry takes with it as it leaves a drawn competition: read alike to say and to do it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from tournaments.formats.catalogue import brackets, paired_by_results
from tournaments.formats.leaving import annuls
from tournaments.models import Entry, Match, MatchQuerySet, StageSlot
from tournaments.services.locks import WHOLE

State = Match.State


@dataclass(frozen=True)
class Departure:
    """The matches of an entry, as they will be once it has left."""

    annuls: bool  # whether its results count no more
    annulled: Sequence[Match]  # its matches so far, played or not
    lost: Sequence[Match]  # playable now, and won by the others
    to_come: int  # matches of later rounds that fall in the same way
    played: int  # of the table whose matches are all known,
    matches: int  # of so many
    tables: Sequence[StageSlot]  # where it stands below all others from now on


def departure_of(entry: Entry) -> Departure:
    """Read what falls if a confirmed entry of a drawn competition leaves now."""
    own = Match.objects.of(entry.competition_id).filter(slots__entry=entry)
    fixture = list(_fixture(own).prefetch_related("slots"))
    played = sum(_was_there(match, entry) for match in fixture)
    falls = bool(fixture) and annuls(entry.competition.leaving, played, len(fixture))
    annulled = [match for match in fixture if match.state != State.PENDING] if falls else []
    lost = own.filter(state__in=Match.PLAYABLE).exclude(pk__in=[match.pk for match in annulled])
    return Departure(
        falls,
        annulled,
        list(lost.select_related(WHOLE)),
        own.filter(state=State.PENDING).count(),
        played,
        len(fixture),
        [slot for slot in _tables(entry) if _has_its_say(slot)],
    )


def has_more_to_play(entry: Entry) -> bool:
    """Whether it has a match, or its table still decides something: it may be paired again."""
    if entry.competition.is_over:
        return False
    undecided = Match.objects.of(entry.competition_id).undecided()
    return undecided.filter(slots__entry=entry).exists() or any(map(_has_its_say, _tables(entry)))


def _fixture(own: MatchQuerySet) -> MatchQuerySet:
    """The matches of a table whose rounds are all known, as long as some are to be played."""
    not_known = [*brackets(), *paired_by_results()]
    to_play = own.undecided().exclude(round__group__stage__format__in=not_known)
    table = own.filter(round__group__in=to_play.values("round__group"))
    return table.exclude(state=State.ANNULLED).select_related(WHOLE)


def _was_there(match: Match, entry: Entry) -> bool:
    """Whether an entry played a match, or won it because the others were missing."""
    if match.state == State.WALKOVER:
        return any(s.side == match.winner for s in match.slots.all() if s.entry_id == entry.pk)
    return match.state == State.COMPLETED


def _tables(entry: Entry) -> list[StageSlot]:
    slots = StageSlot.objects.filter(entry=entry, left=False)
    return list(slots.exclude(stage__format__in=brackets()).select_related("group__stage"))


def _has_its_say(slot: StageSlot) -> bool:
    """Whether a table still decides something: more is played in it, or nothing after it began."""
    in_table = Match.objects.filter(round__group=slot.group)
    if in_table.undecided().exists():
        return True
    sent_on = StageSlot.objects.filter(Q(source_group=slot.group) | Q(source_stage=slot.stage))
    after = Match.objects.filter(round__group__in=sent_on.values("group"))  # a Swiss has none yet
    has_begun = after.exclude(state=State.PENDING).exists()
    return not has_begun and (slot.group.stage.how.is_paired_by_results or sent_on.exists())
