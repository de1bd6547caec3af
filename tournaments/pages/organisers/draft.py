"""A draft as its organisers look at it: who meets whom, what is odd about that, what mends it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.utils.translation import gettext

from accounts.values.joining import together
from tournaments.formats.drafting import Odd, Oddity, Pool, Swaps, by_hand, oddities, repair
from tournaments.formats.format import Fixture
from tournaments.formats.pairing import Pairing
from tournaments.formats.round_robin import rounds_per_cycle
from tournaments.formats.swiss_field import Contender
from tournaments.models import Competition, Draft, Entry, Group, Stage
from tournaments.services.draw.drafts import is_current, known_of
from tournaments.wording import stages

LISTED: Final = 6  # oddities with what would mend each; the others are marked where they are


@dataclass(frozen=True)
class Side:
    """An entry where it stands in a draft."""

    entry: Entry
    points: str  # in the table, where that is what pairs
    is_chosen: bool
    is_mate: bool  # in the pool of the chosen one: there is nothing to exchange


@dataclass(frozen=True)
class RoundOfDraft:
    """Who meets whom in one round of a fixture."""

    title: str
    meetings: Sequence[tuple[Entry, Entry]]
    resting: Sequence[Entry]


@dataclass(frozen=True)
class PoolView:
    """A match, or a group; a side that is nobody is a bye."""

    number: int
    title: str
    sides: Sequence[Side | None]
    marks: Sequence[str]  # what is odd about it, in a word or two
    is_by_hand: bool
    rounds: Sequence["RoundOfDraft"] = ()  # where all are known
    half: int | None = None  # how many are on its first side, where partners change


@dataclass(frozen=True)
class Warned:
    """One thing that is odd, in words, and the two to swap: the smallest change that mends it."""

    words: str
    repair: tuple[Entry, Entry] | None


@dataclass(frozen=True)
class DraftPage:
    """A draft with all that is to be said about it; `chosen` waits for the other one."""

    draft: Draft
    entries: Mapping[int, Entry]
    known: Mapping[int, Contender[int]]  # nothing where the draft is out of date
    chosen: Entry | None

    @property
    def is_current(self) -> bool:
        """Whether it may be published as it is."""
        return bool(self.known)

    @property
    def is_first(self) -> bool:
        """Whether nothing of the competition is drawn yet."""
        return self.draft.group_id is None

    @property
    def title(self) -> str:
        """Name it."""
        return title(self.draft)

    @property
    def publishing(self) -> str:
        """Say what its button does."""
        return publishing(self.draft)

    @property
    def may_swap(self) -> bool:
        """Whether there are two to exchange."""
        return len(self.draft.pools) > 1

    @property
    def may_pair(self) -> bool:
        """Whether one may say who meets whom: in groups everybody does."""
        is_of_two = self._stage.how.swaps not in (Swaps.GROUPS, Swaps.CHAIRS)
        return self.may_swap and is_of_two

    @property
    def asked(self) -> str:
        """Say what the next tap does."""
        told = {
            Swaps.PLACES: gettext("Tocá a uno y después a otro: cambian de lugar en el cuadro."),
            Swaps.GROUPS: gettext("Tocá a uno y después a otro: cambian de grupo."),
            Swaps.OPPONENTS: gettext("Tocá a uno y después a otro: cambian de rival."),
            Swaps.CHAIRS: gettext("Tocá a uno y después a otro: cambian de silla."),
        }
        return told[self._stage.how.swaps]

    @property
    def note(self) -> str:
        """Say beforehand that some would meet twice, unless more come in."""
        stage = self._stage
        rounds, rivals = stage.swiss_rounds or 0, rounds_per_cycle(len(self.entries))
        pairs_by_points = stage.how.swaps == Swaps.OPPONENTS
        if not pairs_by_points or rounds <= rivals:
            return ""
        return gettext(
            "Son %(rounds)s rondas y alcanza para %(rivals)s: si no entra nadie más, "
            "algunos se cruzan dos veces."
        ) % {"rounds": rounds, "rivals": rivals}

    @property
    def sends_on(self) -> bool:
        """Whether a bracket follows, of which nobody knows yet who plays it."""
        return self._stage.how.sends_on

    @property
    def absent(self) -> str:
        """Say who is not in it because they said so."""
        names = [str(self.entries[one.entry]) for one in self.known.values() if one.absent]
        told = gettext("No están en esta ronda: %(names)s.")
        return told % {"names": together(names)} if names else ""

    @cached_property
    def pools(self) -> list[PoolView]:
        """Its matches, or its groups."""
        changed = {frozenset(pool) for pool in by_hand(self.draft.as_drawn, self._standing)}
        found = self._odd
        return [
            PoolView(
                number,
                self._named(number),
                [self._side(entry, pool) for entry in pool],
                [_mark(odd.oddity) for odd in found if odd.pool == number - 1],
                frozenset(pool) in changed,
                self._rounds(pool),
                len(pool) // 2 if self._stage.how.partners_change and None not in pool else None,
            )
            for number, pool in enumerate(self._standing, start=1)
        ]

    @cached_property
    def warned(self) -> list[Warned]:
        """What the organiser may want to mend, the worst first."""
        order = list(Oddity)
        grave = [odd for odd in self._odd if odd.oddity != Oddity.FLOAT]
        grave.sort(key=lambda odd: order.index(odd.oddity))
        return [Warned(self._told(odd), self._repair(odd)) for odd in grave[:LISTED]]

    @property
    def _standing(self) -> tuple[Pool[int], ...]:
        return self.draft.as_it_stands

    @cached_property
    def _odd(self) -> list[Odd[int]]:
        if self._stage.how.partners_change:  # everybody meets everybody again and again
            return []
        return list(oddities(self._standing, self.known))

    @cached_property
    def _stage(self) -> Stage:
        if self.draft.group is not None:
            return self.draft.group.stage
        return self.draft.competition.stages.order_by("number")[0]

    def _named(self, number: int) -> str:
        """Name a pool, where it has a name: a group, or a division."""
        if self._stage.how.swaps != Swaps.GROUPS:
            return ""
        if self._stage.how.has_seasons:
            return stages.stage(Stage(format=self._stage.format, tier=number))
        return stages.group(number)

    def _rounds(self, pool: Pool[int]) -> list[RoundOfDraft]:
        """Pair off everybody who is together, as publishing will; nothing where results pair."""
        stage = self._stage
        if not isinstance(stage.how.play, Fixture):
            return []
        members = [entry for entry in pool if entry is not None]
        rounds = stage.how.play.rounds(stage.how.decide(stage.shape, len(self.entries)), members)
        return [self._round(number, met) for number, met in enumerate(rounds, start=1)]

    def _round(self, number: int, met: Sequence[Pairing[int]]) -> RoundOfDraft:
        name = self.entries.__getitem__
        meetings = [(name(one.first), name(one.second)) for one in met if one.second is not None]
        title, byes = stages.round_of_table(self._stage, number), [one for one in met if one.is_bye]
        return RoundOfDraft(title, meetings, [name(one.first) for one in byes])

    def _side(self, entry: int | None, pool: Pool[int]) -> Side | None:
        if entry is None:
            return None
        chosen = self.chosen.pk if self.chosen else None
        points = self.known[entry].points if not self.is_first else None
        paired = self._stage.how.swaps == Swaps.OPPONENTS
        return Side(
            self.entries[entry],
            stages.figure(points) if points is not None and paired else "",
            is_chosen=entry == chosen,
            is_mate=chosen in pool,
        )

    def _repair(self, odd: Odd[int]) -> tuple[Entry, Entry] | None:
        found = repair(self._standing, self.known, odd)
        return None if found is None else (self.entries[found[0]], self.entries[found[1]])

    def _told(self, odd: Odd[int]) -> str:
        names = together([str(self.entries[entry]) for entry in odd.entries])
        words = {
            Oddity.REMATCH: gettext("Ya se cruzaron: %(names)s."),
            Oddity.SECOND_BYE: gettext("Ya descansó y le toca de nuevo: %(names)s."),
            Oddity.CLUB_MATES: gettext("Son de un mismo club: %(names)s."),
        }
        return words[odd.oddity] % {"names": names}


def read_draft(competition: Competition, chosen: int | None = None) -> DraftPage | None:
    """Read the draft of a competition with its entries; None if there is none."""
    rows = Draft.objects.select_related("competition", "group__stage__competition")
    draft = rows.filter(competition=competition).first()
    if draft is None:
        return None
    there = [entry for pool in draft.as_it_stands for entry in pool if entry is not None]
    known = known_of(draft) if is_current(draft) else {}
    entries = competition.entries.in_bulk([*there, *known])
    return DraftPage(draft, entries, known, entries.get(chosen or 0) if known else None)


def title(draft: Draft) -> str:
    """Name a draft."""
    if draft.group is None:
        return gettext("Borrador del sorteo")
    if cup := _cup(draft.group.stage):
        return gettext("Borrador: %(cup)s") % {"cup": cup}
    if draft.group.stage.is_bracket:
        return gettext("Borrador de la eliminación")
    return gettext("Borrador de la ronda %(number)s") % {"number": draft.number}


def publishing(draft: Draft) -> str:
    """Say what making it public is."""
    if draft.group is None:
        return gettext("Publicar el sorteo")
    if cup := _cup(draft.group.stage):
        return gettext("Publicar: %(cup)s") % {"cup": cup}
    if draft.group.stage.is_bracket:
        return gettext("Publicar la eliminación")
    return gettext("Publicar la ronda %(number)s") % {"number": draft.number}


def _cup(stage: Stage) -> str:
    """Name one of two cups; "" where a stage is none."""
    if not stage.is_bracket:
        return ""
    of_two = (
        stage.tier > 1
        or Stage.objects.filter(competition=stage.competition_id, silver=True).exists()
    )
    return stages.knockout(stage.tier, has_silver=True) if of_two else ""


def title_of_draft(competition: Competition) -> str:
    """Name the draft of a competition; "" if there is none. Select `draft__group__stage`."""
    draft: Draft | None = getattr(competition, "draft", None)
    return "" if draft is None else title(draft)


def being_drawn(competition: Competition) -> str:
    """Say what is being drawn of a competition right now; "" if nothing is."""
    groups = Group.objects.awaiting().filter(stage__competition=competition)
    first = groups.select_related("stage").first()
    return "" if first is None else stages.awaited(first)


def _mark(oddity: Oddity) -> str:
    words = {
        Oddity.REMATCH: gettext("se repite"),
        Oddity.SECOND_BYE: gettext("descansa otra vez"),
        Oddity.CLUB_MATES: gettext("mismo club"),
        Oddity.FLOAT: gettext("de otros puntos"),
    }
    return words[oddity]
