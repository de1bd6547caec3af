"""A draft as its organisers see it: pools, warnings, and the swaps that mend them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.utils.translation import gettext

from accounts.names.display import join_names
from tournaments.competitions.round_labels import (
    group_name,
    knockout,
    pending_draw,
    round_of_table,
    stage_name,
)
from tournaments.competitions.table_labels import figure
from tournaments.draw.drafts import is_current, known_of
from tournaments.formats.bracket import Graph
from tournaments.formats.pairing import Pairing
from tournaments.formats.round_draft import (
    DraftWarning,
    DraftWarningKind,
    Pool,
    Swaps,
    changed_pools,
    draft_warnings,
    repair,
)
from tournaments.formats.round_robin import rounds_per_cycle
from tournaments.formats.swiss_field import Contender
from tournaments.models import Competition, Draft, Entry, Group, Stage

LISTED: Final = 6  # listed warnings with their repair; the others are marked in their matches


@dataclass(frozen=True)
class Side:
    """An entry in its place in a draft."""

    entry: Entry
    points: str  # points in the table, if rounds are paired by points
    is_chosen: bool
    is_mate: bool  # in the pool of the chosen entry, so they cannot be exchanged


@dataclass(frozen=True)
class RoundOfDraft:
    """The matches of one round of a fixture."""

    title: str
    meetings: Sequence[tuple[Entry, Entry]]
    resting: Sequence[Entry]


@dataclass(frozen=True)
class PoolView:
    """A match or a group. An empty side is a bye."""

    number: int
    title: str
    sides: Sequence[Side | None]
    marks: Sequence[str]  # its warnings in a word or two
    is_by_hand: bool
    rounds: Sequence["RoundOfDraft"] = ()  # if all rounds are known
    half: int | None = None  # number of entries on its first side, if partners change


@dataclass(frozen=True)
class ShownWarning:
    """A warning in words, with the two entries whose swap fixes it."""

    words: str
    repair: tuple[Entry, Entry] | None


@dataclass(frozen=True)
class DraftPage:
    """A draft with its warnings; `chosen` is the entry tapped first for a swap."""

    draft: Draft
    entries: Mapping[int, Entry]
    known: Mapping[int, Contender[int]]  # empty if the draft is outdated
    chosen: Entry | None

    @property
    def is_current(self) -> bool:
        """Whether it can be published without a new draw."""
        return bool(self.known)

    @property
    def is_first(self) -> bool:
        """Whether it is the first draw of the competition."""
        return self.draft.group_id is None

    @property
    def is_bracket(self) -> bool:
        """Whether an entry without an opponent advances; in a table it rests."""
        return self._stage.how.play.is_bracket

    @property
    def title(self) -> str:
        return draft_title(self.draft)

    @property
    def publishing(self) -> str:
        """The text of the publish button."""
        return publish_label(self.draft)

    @property
    def may_swap(self) -> bool:
        """Whether there are two pools to swap between."""
        return len(self.draft.pools) > 1

    @property
    def may_pair(self) -> bool:
        """Whether two entries can be paired by hand. In groups all of them meet."""
        is_of_two = self._stage.how.play.swaps not in (Swaps.GROUPS, Swaps.CHAIRS)
        return self.may_swap and is_of_two

    @property
    def instruction(self) -> str:
        """The instruction for the next tap."""
        texts = {
            Swaps.PLACES: gettext("Tocá a uno y después a otro: cambian de lugar en el cuadro."),
            Swaps.GROUPS: gettext("Tocá a uno y después a otro: cambian de grupo."),
            Swaps.OPPONENTS: gettext("Tocá a uno y después a otro: cambian de rival."),
            Swaps.CHAIRS: gettext("Tocá a uno y después a otro: cambian de silla."),
        }
        return texts[self._stage.how.play.swaps]

    @property
    def note(self) -> str:
        """The warning that some entries meet twice unless more join."""
        stage = self._stage
        rounds, rivals = stage.swiss_rounds or 0, rounds_per_cycle(len(self.entries))
        if stage.how.play.swaps != Swaps.OPPONENTS or rounds <= rivals:
            return ""
        return gettext(
            "Son %(rounds)s rondas y alcanza para %(rivals)s: si no entra nadie más, "
            "algunos se cruzan dos veces."
        ) % {"rounds": rounds, "rivals": rivals}

    @property
    def sends_on(self) -> bool:
        """Whether a bracket follows whose entries are not known."""
        return self._stage.how.sends_on

    @property
    def absent(self) -> str:
        """The entries that announced their absence from this round."""
        names = [str(self.entries[one.entry]) for one in self.known.values() if one.absent]
        text = gettext("No están en esta ronda: %(names)s.")
        return text % {"names": join_names(names)} if names else ""

    @cached_property
    def pools(self) -> list[PoolView]:
        """Its matches, or its groups."""
        changed = {frozenset(pool) for pool in changed_pools(self.draft.as_drawn, self._standing)}
        warnings = self._warnings
        return [
            PoolView(
                number,
                self._named(number),
                [self._side(entry, pool) for entry in pool],
                [_mark(warning.kind) for warning in warnings if warning.pool == number - 1],
                frozenset(pool) in changed,
                self._rounds(pool),
                len(pool) // 2
                if self._stage.how.play.partners_change and None not in pool
                else None,
            )
            for number, pool in enumerate(self._standing, start=1)
        ]

    @cached_property
    def shown_warnings(self) -> list[ShownWarning]:
        """The warnings to show, the worst first."""
        order = list(DraftWarningKind)
        grave = [warning for warning in self._warnings if warning.kind != DraftWarningKind.FLOAT]
        grave.sort(key=lambda warning: order.index(warning.kind))
        return [
            ShownWarning(self._describe_warning(warning), self._repair(warning))
            for warning in grave[:LISTED]
        ]

    @property
    def _standing(self) -> tuple[Pool[int], ...]:
        return self.draft.as_it_stands

    @cached_property
    def _warnings(self) -> list[DraftWarning[int]]:
        play = self._stage.how.play
        if play.partners_change:  # partners and opponents repeat anyway
            return []
        warnings = draft_warnings(self._standing, self.known)
        return [
            one for one in warnings if play.pairs_by_points or one.kind != DraftWarningKind.FLOAT
        ]

    @cached_property
    def _stage(self) -> Stage:
        if self.draft.group is not None:
            return self.draft.group.stage
        return self.draft.competition.stages.order_by("number")[0]

    def _named(self, number: int) -> str:
        """Return the name of a group or a division; "" for other pools."""
        if self._stage.how.play.swaps != Swaps.GROUPS:
            return ""
        if self._stage.how.has_seasons:
            return stage_name(Stage(format=self._stage.format, tier=number))
        return group_name(number)

    def _rounds(self, pool: Pool[int]) -> list[RoundOfDraft]:
        """Return the rounds of a fixture as they will be stored; none if results pair them."""
        stage = self._stage
        if self.is_bracket:  # the pool is one match of the first round, or a bye
            return []
        members = [entry for entry in pool if entry is not None]
        rounds = stage.how.play.stored(stage.how.decide(stage.shape, len(self.entries)), members)
        assert not isinstance(rounds, Graph), "only brackets store a graph"
        return [self._round(number, met) for number, met in enumerate(rounds, start=1)]

    def _round(self, number: int, met: Sequence[Pairing[int]]) -> RoundOfDraft:
        name = self.entries.__getitem__
        meetings = [(name(one.first), name(one.second)) for one in met if one.second is not None]
        title, byes = (
            round_of_table(self._stage, number),
            [one for one in met if one.is_bye],
        )
        return RoundOfDraft(title, meetings, [name(one.first) for one in byes])

    def _side(self, entry: int | None, pool: Pool[int]) -> Side | None:
        if entry is None:
            return None
        chosen = self.chosen.pk if self.chosen else None
        points = self.known[entry].points if not self.is_first else None
        is_told = self._stage.how.play.pairs_by_points
        return Side(
            self.entries[entry],
            figure(points) if points is not None and is_told else "",
            is_chosen=entry == chosen,
            is_mate=chosen in pool,
        )

    def _repair(self, warning: DraftWarning[int]) -> tuple[Entry, Entry] | None:
        pair = repair(self._standing, self.known, warning)
        return None if pair is None else (self.entries[pair[0]], self.entries[pair[1]])

    def _describe_warning(self, warning: DraftWarning[int]) -> str:
        names = join_names([str(self.entries[entry]) for entry in warning.entries])
        words = {
            DraftWarningKind.REMATCH: gettext("Ya se cruzaron: %(names)s."),
            DraftWarningKind.SECOND_BYE: gettext("Ya descansó y le toca de nuevo: %(names)s."),
            DraftWarningKind.CLUB_MATES: gettext("Son de un mismo club: %(names)s."),
        }
        return words[warning.kind] % {"names": names}


def read_draft(competition: Competition, chosen: int | None = None) -> DraftPage | None:
    """Read the draft of a competition with its entries; None if there is none."""
    rows = Draft.objects.select_related("competition", "group__stage__competition")
    draft = rows.filter(competition=competition).first()
    if draft is None:
        return None
    entry_ids = [entry for pool in draft.as_it_stands for entry in pool if entry is not None]
    known = known_of(draft) if is_current(draft) else {}
    entries = competition.entries.in_bulk([*entry_ids, *known])
    return DraftPage(draft, entries, known, entries.get(chosen or 0) if known else None)


def draft_title(draft: Draft) -> str:
    if draft.group is None:
        return gettext("Borrador del sorteo")
    if cup := _cup(draft.group.stage):
        return gettext("Borrador: %(cup)s") % {"cup": cup}
    if draft.group.stage.is_bracket:
        return gettext("Borrador de la eliminación")
    return gettext("Borrador de la ronda %(number)s") % {"number": draft.number}


def publish_label(draft: Draft) -> str:
    """Return the text of the publish button of a draft."""
    if draft.group is None:
        return gettext("Publicar el sorteo")
    if cup := _cup(draft.group.stage):
        return gettext("Publicar: %(cup)s") % {"cup": cup}
    if draft.group.stage.is_bracket:
        return gettext("Publicar la eliminación")
    return gettext("Publicar la ronda %(number)s") % {"number": draft.number}


def _cup(stage: Stage) -> str:
    """Return the name of one of two cups; "" for another stage."""
    if not stage.is_bracket:
        return ""
    of_two = (
        stage.tier > 1
        or Stage.objects.filter(competition=stage.competition_id, silver=True).exists()
    )
    return knockout(stage.tier, has_silver=True) if of_two else ""


def current_draft_title(competition: Competition) -> str:
    """Return the title of a competition's draft, or "". Select `draft__group__stage`."""
    draft: Draft | None = getattr(competition, "draft", None)
    return "" if draft is None else draft_title(draft)


def being_drawn(competition: Competition) -> str:
    """Describe what is being drawn in a competition now; "" if nothing is."""
    groups = Group.objects.awaiting().filter(stage__competition=competition)
    first = groups.select_related("stage").first()
    return "" if first is None else pending_draw(first)


def _mark(kind: DraftWarningKind) -> str:
    words = {
        DraftWarningKind.REMATCH: gettext("se repite"),
        DraftWarningKind.SECOND_BYE: gettext("descansa otra vez"),
        DraftWarningKind.CLUB_MATES: gettext("mismo club"),
        DraftWarningKind.FLOAT: gettext("de otros puntos"),
    }
    return words[kind]
