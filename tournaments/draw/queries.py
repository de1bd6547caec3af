"""View models of the draw: drafts with warnings and fixes, previews, and explanations.

A preview shows where the actual number of entries departs from the announced format. An
explanation derives from what the draw stored and published.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext as _

from accounts.names.display import join_names
from tournaments.competitions import labels as competitions_labels
from tournaments.competitions.describe import Description, in_short, matches
from tournaments.competitions.settings import CompetitionSettings
from tournaments.draw.drafts import is_current, known_of
from tournaments.draw.plan import clubs
from tournaments.draw.services import AdjustedFormat
from tournaments.formats.bracket import Graph
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.format import Groups, SeededGroups
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
from tournaments.formats.seeding import (
    bracket_size,
    bye_seeds,
    seed_by_lot,
    seed_by_rating,
    seed_rows,
    separate,
)
from tournaments.formats.swiss_field import Contender
from tournaments.models import Competition, Draft, Entry, Group, Stage
from tournaments.stages.queries import Event, Step

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
        return title(self.draft)

    @property
    def publishing(self) -> str:
        """The text of the publish button."""
        return publishing(self.draft)

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
        pairs_by_points = stage.how.play.swaps == Swaps.OPPONENTS
        if not pairs_by_points or rounds <= rivals:
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
        if self._stage.how.play.partners_change:  # partners and opponents repeat anyway
            return []
        return list(draft_warnings(self._standing, self.known))

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
            return competitions_labels.stage(Stage(format=self._stage.format, tier=number))
        return competitions_labels.group(number)

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
            competitions_labels.round_of_table(self._stage, number),
            [one for one in met if one.is_bye],
        )
        return RoundOfDraft(title, meetings, [name(one.first) for one in byes])

    def _side(self, entry: int | None, pool: Pool[int]) -> Side | None:
        if entry is None:
            return None
        chosen = self.chosen.pk if self.chosen else None
        points = self.known[entry].points if not self.is_first else None
        paired = self._stage.how.play.swaps == Swaps.OPPONENTS
        return Side(
            self.entries[entry],
            competitions_labels.figure(points) if points is not None and paired else "",
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


def title(draft: Draft) -> str:
    if draft.group is None:
        return gettext("Borrador del sorteo")
    if cup := _cup(draft.group.stage):
        return gettext("Borrador: %(cup)s") % {"cup": cup}
    if draft.group.stage.is_bracket:
        return gettext("Borrador de la eliminación")
    return gettext("Borrador de la ronda %(number)s") % {"number": draft.number}


def publishing(draft: Draft) -> str:
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
    return competitions_labels.knockout(stage.tier, has_silver=True) if of_two else ""


def title_of_draft(competition: Competition) -> str:
    """Return the title of a competition's draft, or "". Select `draft__group__stage`."""
    draft: Draft | None = getattr(competition, "draft", None)
    return "" if draft is None else title(draft)


def being_drawn(competition: Competition) -> str:
    """Describe what is being drawn in a competition now; "" if nothing is."""
    groups = Group.objects.awaiting().filter(stage__competition=competition)
    first = groups.select_related("stage").first()
    return "" if first is None else competitions_labels.pending_draw(first)


def _mark(kind: DraftWarningKind) -> str:
    words = {
        DraftWarningKind.REMATCH: gettext("se repite"),
        DraftWarningKind.SECOND_BYE: gettext("descansa otra vez"),
        DraftWarningKind.CLUB_MATES: gettext("mismo club"),
        DraftWarningKind.FLOAT: gettext("de otros puntos"),
    }
    return words[kind]


@dataclass(frozen=True)
class FormatPreview:
    """The format that a number of entries would play, and the announced one if it differs."""

    what: str  # `7 parejas, 1 grupo, pasan 2, unas 3 horas. 8 rondas, 22 partidos en total.`
    announced: str  # the announced format of a full field; "" if it is the same
    fits: bool  # whether the announced format fits; otherwise the draw asks first
    is_fewer: bool  # whether fewer came than announced

    @property
    def in_words(self) -> str:
        """Describe the format that is played or offered."""
        words = gettext("Se juega: %(what)s") if self.fits else gettext("Se va a ofrecer: %(what)s")
        return words % {"what": self.what}

    @property
    def warning(self) -> str:
        """Describe the announced format if it is not played; "" if it is."""
        words = gettext("No es lo que se anunció: %(what)s")
        if not self.fits:
            words = gettext("No entra lo que se anunció: %(what)s")
        return words % {"what": self.announced} if self.announced else ""

    @property
    def in_full(self) -> str:
        """Return both texts."""
        return " ".join(filter(None, (self.in_words, self.warning)))


def format_preview(
    terms: CompetitionSettings, entries: int, tables: int | None = None
) -> FormatPreview | None:
    """Return the format that a number of entries would play; None if they are too few.

    Without a number of tables, matches are assumed not to wait for one.
    """
    how = FORMATS[terms.shape.format]
    coming = terms.played_by(entries)
    if coming is None:
        return None
    full = terms.replace(shape=how.decide(terms.shape, terms.cap))
    text = f"{in_short(coming, tables, _sizes(coming))}. {next(matches(coming, tables))}."
    fits = coming.shape == how.decide(terms.shape, entries)
    is_different = how.sends_on and (coming.shape, _all_pass(coming)) != (
        full.shape,
        _all_pass(full),
    )
    return FormatPreview(
        text,
        "" if fits and not is_different else f"{in_short(full, tables, _sizes(full))}.",
        fits,
        entries < terms.cap,
    )


def announced_text(remedy: AdjustedFormat) -> str:
    """Describe the announced format and the number of entries."""
    shape = remedy.terms.shape
    values = {
        "format": Description(remedy.terms, shape).format,
        "sides": competitions_labels.sides(remedy.entries, remedy.terms.players_per_side),
    }
    return gettext("Se anunció: %(format)s. Al sorteo entran %(sides)s.") % values


def _sizes(terms: CompetitionSettings) -> str:
    """Describe the sizes of several groups or divisions: ` (grupos de 4 y 3)`."""
    tiers = _dealt(terms)
    sizes = [len(group) for groups in tiers for group in groups]
    if len(sizes) == 1:
        return ""
    are_divisions = len(tiers) > 1
    text = gettext("divisiones de %(sizes)s") if are_divisions else gettext("grupos de %(sizes)s")
    text %= {"sizes": join_names(dict.fromkeys(map(str, sizes)))}
    all_pass = gettext("pasan todos")
    return f" ({text}; {all_pass})" if _all_pass(terms) else f" ({text})"


def _all_pass(terms: CompetitionSettings) -> bool:
    """Return whether all entries of the groups qualify."""
    if not FORMATS[terms.shape.format].sends_on:
        return False
    (groups,) = _dealt(terms)
    return max(map(len, groups)) <= terms.shape.qualifiers


def _dealt(terms: CompetitionSettings) -> Sequence[Groups]:
    """Deal a full field into groups."""
    seeded = SeededGroups(entries=range(terms.cap), movers=terms.movers)
    return FORMATS[terms.shape.format].deal(terms.shape, seeded)


Seeding = Competition.Seeding


@dataclass(frozen=True)
class DrawExplanation:
    """A completed draw, with the seeded entries, best first."""

    competition: Competition
    entries: Sequence[Entry]
    event: Event

    def reasons(self, entry: Entry) -> list[str]:
        """Return why an entry has its seed, and what its seed led to."""
        if entry.seed is None or not self.event.stages:
            return []
        return [*self._of_seed(entry, entry.seed), *self._of_place(entry, entry.seed)]

    def _of_seed(self, entry: Entry, seed: int) -> list[str]:
        due = self._due.get(entry.pk, seed)
        sentences = [self._by(entry, due)]
        if self._shares_strength(entry):
            sentences.append(_("Otros tenían la misma fuerza: decidió la semilla publicada."))
        if due != seed:
            sentences.append(
                _("Quedó %(seed)s.º para que los de un mismo club se crucen lo más tarde posible.")
                % {"seed": seed}
            )
        return sentences

    def _by(self, entry: Entry, due: int) -> str:
        """Explain an entry's place in the order of the draw."""
        figures: dict[str, object] = {"place": due, "all": len(self.entries)}
        match self.competition.seeding:
            case Seeding.RANDOM:
                words = _("Al barajar a los %(all)s con la semilla publicada salió %(place)s.º.")
            case Seeding.MANUAL if entry.manual_seed is None:
                words = _("Quien organiza no le puso número: va después de los que tienen.")
            case Seeding.MANUAL:
                words = _("Quien organiza lo puso %(place)s.º.")
            case Seeding.PREVIOUS:
                words = _("Por la edición anterior salió %(place)s.º de %(all)s.")
            case _ if entry.strength is None:
                words = _("Por su ranking salió %(place)s.º de %(all)s.")
            case _:
                figures["strength"] = competitions_labels.figure(round(entry.strength, 1))
                words = _("Con fuerza %(strength)s al sortear salió %(place)s.º de %(all)s.")
        return words % figures

    def _of_place(self, entry: Entry, seed: int) -> list[str]:
        stage = self.event.stages[0].stage
        place = self.event.places.get(entry.pk, seed)
        if stage.is_bracket:
            moved = [_("Quien organiza lo pasó al lugar del %(place)s.º.") % {"place": place}]
            return [*(moved if place != seed else []), self._in_bracket(place)]
        if stage.how.sends_on:
            return self._in_groups(entry, seed, by_hand=place != seed)
        if place != seed:
            return [_("Quien organiza lo cambió de división al sortear.")]
        if not stage.how.pairs_rounds:
            return competitions_labels.numbered(stage.format)
        if entry.first_round > 1:
            return [_("Entró en la ronda %(number)s.") % {"number": entry.first_round}]
        if stage.how.play.partners_change:
            return []
        return [_("En la primera ronda la mitad de arriba juega contra la de abajo, en orden.")]

    def _in_bracket(self, seed: int) -> str:
        size = bracket_size(len(self.entries))
        if seed in bye_seeds(len(self.entries)):
            return _(
                "En un cuadro de %(size)s con %(all)s anotados, los primeros pasan libres."
            ) % {
                "size": size,
                "all": len(self.entries),
            }
        return _(
            "En un cuadro de %(size)s el %(seed)s empieza contra el %(rival)s: "
            "los mejores se cruzan lo más tarde posible."
        ) % {"size": size, "seed": seed, "rival": size + 1 - seed}

    def _in_groups(self, entry: Entry, seed: int, *, by_hand: bool) -> list[str]:
        due, dealt = self._due_groups[entry.pk], self._dealt_groups.get(entry.pk)
        text = _("Los grupos se llenan de ida y vuelta: al %(seed)s.º le tocaba el %(letter)s.") % {
            "seed": seed,
            "letter": competitions_labels.letter(due),
        }
        if dealt is None or dealt == due:
            return [text]
        if by_hand:
            moved = _("Quien organiza lo pasó al %(letter)s.")
        elif clubs(self.competition, self.entries):
            moved = _("Pasó al %(letter)s para separar a los de un mismo club.")
        else:
            return []  # withdrawals have changed what can be computed
        return [text, moved % {"letter": competitions_labels.letter(dealt)}]

    @cached_property
    def _due(self) -> Mapping[int, int]:
        """The seeds before entries of a club were separated, if that fully explains the seeds.

        Late entries and withdrawals may change what can be computed. Then it is empty.
        """
        due = self._due_by_order
        order = sorted(due, key=lambda pk: due[pk])
        mates = clubs(self.competition, self.entries)
        if not mates or not order or not self.event.stages[0].stage.is_bracket:
            return {}
        by_seed = sorted(self.entries, key=lambda entry: entry.seed or 0)
        is_explained = list(separate(seed_rows(order), mates)) == [entry.pk for entry in by_seed]
        return due if is_explained else {}

    @property
    def _due_by_order(self) -> Mapping[int, int]:
        seed = self.competition.draw_seed
        if self.competition.seeding == Seeding.RANDOM:
            came = sorted(self.entries, key=lambda entry: (entry.complete_at is None, _came(entry)))
            seedings = seed_by_lot([entry.pk for entry in came], seed)
        elif self.competition.seeding == Seeding.RATING and None not in self._strengths.values():
            strengths = {pk: strength or 0.0 for pk, strength in self._strengths.items()}
            seedings = seed_by_rating(strengths, seed)
        else:
            return {}
        return {seeding.entry: seeding.seed for seeding in seedings}

    @cached_property
    def _strengths(self) -> Mapping[int, float | None]:
        return {entry.pk: entry.strength for entry in self.entries}

    def _shares_strength(self, entry: Entry) -> bool:
        by_rating = self.competition.seeding == Seeding.RATING and entry.strength is not None
        return by_rating and list(self._strengths.values()).count(entry.strength) > 1

    @cached_property
    def _due_groups(self) -> Mapping[int | None, int]:
        """The groups that the seeds would have without separating clubs."""
        stage = self.event.stages[0].stage
        (dealt,) = stage.how.deal(
            stage.shape, SeededGroups(entries=[each.pk for each in self.entries])
        )
        return _numbered(dealt)

    @cached_property
    def _dealt_groups(self) -> Mapping[int | None, int]:
        tables = self.event.stages[0].tables
        return _numbered([[slot.entry_id for slot in table.members] for table in tables])


def explain_pairing(step: Step) -> list[str]:
    """Explain why a Swiss round paired these two; empty for matches not paired by points."""
    own, rival, match = step.own.slot, step.rival.slot, step.view.match
    if own.score is None:
        return [_("A mano: así lo puso quien organiza.")] if match.by_hand else []
    points = {"own": step.own.before, "rival": step.rival.before}
    if match.by_hand:
        sentences = [_("A mano: así lo puso quien organiza.")]
    elif rival.bye:
        sentences = [_("Descansa: son impares, y le toca a uno de los de abajo que no descansó.")]
    elif match.round is not None and match.round.number == 1:
        sentences = []
    elif own.score == rival.score:
        sentences = [_("Los dos tenían %(own)s puntos.") % points]
    else:
        sentences = [
            _("Tenía %(own)s y su rival %(rival)s: con los de sus puntos no alcanzaba.") % points
        ]
    if match.rematch and match.by_hand:
        sentences.append(_("Ya se habían cruzado."))
    elif match.rematch:
        sentences.append(_("Ya se habían cruzado: no había otra manera de armar la ronda."))
    return sentences


def _came(entry: Entry) -> tuple[object, int]:
    return entry.complete_at, entry.pk


def _numbered(groups: Sequence[Sequence[int | None]]) -> Mapping[int | None, int]:
    return {entry: number for number, group in enumerate(groups, start=1) for entry in group}
