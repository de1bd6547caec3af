"""Feeders of a competition and the finals it feeds, for its organisers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Q
from django.utils.translation import gettext

from tournaments.models import Berth, Competition, Entry, Feeder
from tournaments.qualifiers import labels as qualifiers_labels
from tournaments.qualifiers.places import EarnedPlace, holders_for

OFFERED: Final = 60  # competitions of the club
State = Berth.State


@dataclass(frozen=True)
class BerthView:
    """One place of a source, with its holder or its pending state."""

    berth: Berth
    equals: Sequence[Entry] = ()  # equals on a shared rank; organisers choose one
    has_left: bool = False  # the holder had left: organisers decide

    @property
    def is_awaited(self) -> bool:
        """Whether nothing can be done but to wait."""
        return self.berth.state == State.OPEN and not self.equals

    @property
    def fate(self) -> str:
        """Return why the berth was not taken as expected; else empty."""
        return qualifiers_labels.fate(self.berth)


@dataclass(frozen=True)
class FeederView:
    """A source and its places."""

    feeder: Feeder
    berths: Sequence[BerthView]

    @property
    def title(self) -> str:
        """Return the heading for the entries that this source sends."""
        return qualifiers_labels.of_source(self.feeder)

    @property
    def is_shown(self) -> bool:
        """Whether the source is public, or belongs to this club."""
        return qualifiers_labels.source_of(self.feeder) == self.feeder.source.name

    @property
    def status(self) -> str:
        """Return what the source is waiting for."""
        if not self.is_shown:
            return ""
        if self.feeder.agreed_at is None:
            if any(view.berth.state == State.OPEN for view in self.berths):
                return gettext("falta que acepten quienes la organizan")
            return ""
        return str(self.feeder.source.get_state_display())


def feeders_of(final: Competition) -> list[FeederView]:
    """Read the feeders of a final with their berths, in the order they were announced."""
    rows = final.feeders.select_related("source__club", "final").order_by("pk")
    berths: dict[int, list[Berth]] = {}
    whole = Berth.objects.filter(feeder__final=final).select_related("entry")
    for berth in whole.order_by("feeder", "rank"):
        berths.setdefault(berth.feeder_id, []).append(berth)
    return [_view(feeder, berths.get(feeder.pk, [])) for feeder in rows]


def fed_by(source: Competition) -> list[Feeder]:
    """Read where a source sends its first, and where it is asked to."""
    condition = Q(agreed_at__isnull=False) | Q(berths__state=State.OPEN)
    rows = source.feeds.filter(condition).distinct()
    return list(rows.select_related("final__club").order_by("pk"))


def offered_to(final: Competition) -> list[Competition]:
    """Return the competitions of the club whose first may enter a final."""
    own = Competition.objects.filter(club=final.club_id, hidden_at=None).public()
    rows = own.exclude(pk=final.pk).exclude(feeds__final=final)
    going = rows.exclude(state__in=(Competition.State.CANCELLED, Competition.State.ARCHIVED))
    fits = (each for each in going.by_state()[:OFFERED])
    return [each for each in fits if each.players_per_side == final.players_per_side]


def _view(feeder: Feeder, berths: Sequence[Berth]) -> FeederView:
    for berth in berths:
        berth.feeder = feeder
    is_told = feeder.agreed_at is not None and feeder.source.is_completed
    is_open = any(berth.state == State.OPEN for berth in berths)
    earned = holders_for(feeder) if is_told and is_open else None
    if earned is None:
        return FeederView(feeder, [BerthView(berth) for berth in berths])
    chosen = {berth.chosen_id for berth in berths}
    undecided = {pk for each in earned for pk in each.entries} - chosen
    names = feeder.source.entries.in_bulk(undecided)
    return FeederView(feeder, [_of_told(berth, earned[berth.rank - 1], names) for berth in berths])


def _of_told(berth: Berth, earned: EarnedPlace, names: Mapping[int, Entry]) -> BerthView:
    """Return a berth of a finished source; an entry that left it needs the organisers' decision."""
    if berth.state != State.OPEN:
        return BerthView(berth)
    equals = [names[pk] for pk in earned.entries if pk in names]
    has_left = len(equals) == 1 and equals[0].state == Entry.State.WITHDRAWN
    return BerthView(berth, equals, has_left=has_left)
