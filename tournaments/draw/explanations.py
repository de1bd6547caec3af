"""Why the draw and the rounds came out as they did, from what they stored and published."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from tournaments.competitions.format_labels import fixture_number_label
from tournaments.competitions.round_labels import letter
from tournaments.competitions.table_labels import figure
from tournaments.draw.plan import clubs
from tournaments.formats.format import SeededGroups
from tournaments.formats.seeding import (
    bracket_size,
    bye_seeds,
    seed_by_lot,
    seed_by_rating,
    seed_rows,
    separate,
)
from tournaments.models import AuditEvent, Competition, Entry
from tournaments.models.competitions import points_in_words
from tournaments.stages.queries import Event, Step

Seeding = Competition.Seeding


@dataclass(frozen=True)
class DrawExplanation:
    """A completed draw, with the seeded entries, best first; those that came late follow."""

    competition: Competition
    entries: Sequence[Entry]
    event: Event

    def reasons(self, entry: Entry) -> list[str]:
        """Return why an entry has its seed, and what its seed led to."""
        if entry.seed is None or not self.event.stages:
            return []
        if not self.was_drawn(entry):
            return [self._of_late(entry)]
        return [*self._of_seed(entry, entry.seed), *self._of_place(entry, entry.seed)]

    def was_drawn(self, entry: Entry) -> bool:
        """Return whether an entry was in the draw, and did not come late."""
        if entry.seed is None or not self.event.stages:
            return False
        return entry.seed <= len(self.drawn)

    @cached_property
    def drawn(self) -> Sequence[Entry]:
        """The entries that were drawn: those that came late have the seeds after theirs."""
        how = self.event.stages[0].stage.how
        if not how.play.is_paired_in_play:
            return self.entries
        if how.pairs_rounds:
            return [entry for entry in self.entries if entry.first_round == 1]
        last = self.competition.audit.filter(act=AuditEvent.Act.DRAW).first()
        return self.entries if last is None else self.entries[: len(last.after["order"])]

    def _of_late(self, entry: Entry) -> str:
        if entry.first_round > 1:
            return _("Entró en la ronda %(number)s.") % {"number": entry.first_round}
        return _("Entró cuando ya se jugaba.")

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
        figures: dict[str, object] = {"place": due, "all": len(self.drawn)}
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
                figures["strength"] = figure(round(entry.strength, 1))
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
            return fixture_number_label(stage.format)
        if not stage.how.play.pairs_by_points:
            return []
        return [_("En la primera ronda la mitad de arriba juega contra la de abajo, en orden.")]

    def _in_bracket(self, seed: int) -> str:
        size = bracket_size(len(self.drawn))
        if seed in bye_seeds(len(self.drawn)):
            return _(
                "En un cuadro de %(size)s con %(all)s anotados, los primeros pasan libres."
            ) % {
                "size": size,
                "all": len(self.drawn),
            }
        return _(
            "En un cuadro de %(size)s el %(seed)s empieza contra el %(rival)s: "
            "los mejores se cruzan lo más tarde posible."
        ) % {"size": size, "seed": seed, "rival": size + 1 - seed}

    def _in_groups(self, entry: Entry, seed: int, *, by_hand: bool) -> list[str]:
        due, dealt = self._due_groups[entry.pk], self._dealt_groups.get(entry.pk)
        text = _("Los grupos se llenan de ida y vuelta: al %(seed)s.º le tocaba el %(letter)s.") % {
            "seed": seed,
            "letter": letter(due),
        }
        if dealt is None or dealt == due:
            return [text]
        if by_hand:
            moved = _("Quien organiza lo pasó al %(letter)s.")
        elif clubs(self.competition, self.drawn):
            moved = _("Pasó al %(letter)s para separar a los de un mismo club.")
        else:
            return []  # withdrawals have changed what can be computed
        return [text, moved % {"letter": letter(dealt)}]

    @cached_property
    def _due(self) -> Mapping[int, int]:
        """The seeds before entries of a club were separated, if that fully explains the seeds.

        Withdrawals may change what can be computed. Then it is empty.
        """
        due = self._due_by_order
        order = sorted(due, key=lambda pk: due[pk])
        mates = clubs(self.competition, self.drawn)
        if not mates or not order or not self.event.stages[0].stage.is_bracket:
            return {}
        by_seed = sorted(self.drawn, key=lambda entry: entry.seed or 0)
        is_explained = list(separate(seed_rows(order), mates)) == [entry.pk for entry in by_seed]
        return due if is_explained else {}

    @property
    def _due_by_order(self) -> Mapping[int, int]:
        seed = self.competition.draw_seed
        if self.competition.seeding == Seeding.RANDOM:
            came = sorted(self.drawn, key=lambda entry: (entry.complete_at is None, _came(entry)))
            seedings = seed_by_lot([entry.pk for entry in came], seed)
        elif self.competition.seeding == Seeding.RATING and None not in self._strengths.values():
            strengths = {pk: strength or 0.0 for pk, strength in self._strengths.items()}
            seedings = seed_by_rating(strengths, seed)
        else:
            return {}
        return {seeding.entry: seeding.seed for seeding in seedings}

    @cached_property
    def _strengths(self) -> Mapping[int, float | None]:
        return {entry.pk: entry.strength for entry in self.drawn}

    def _shares_strength(self, entry: Entry) -> bool:
        by_rating = self.competition.seeding == Seeding.RATING and entry.strength is not None
        return by_rating and list(self._strengths.values()).count(entry.strength) > 1

    @cached_property
    def _due_groups(self) -> Mapping[int | None, int]:
        """The groups that the seeds would have without separating clubs."""
        stage = self.event.stages[0].stage
        (dealt,) = stage.how.deal(
            stage.shape, SeededGroups(entries=[each.pk for each in self.drawn])
        )
        return _numbered(dealt)

    @cached_property
    def _dealt_groups(self) -> Mapping[int | None, int]:
        tables = self.event.stages[0].tables
        return _numbered([[slot.entry_id for slot in table.members] for table in tables])


def explain_pairing(step: Step) -> list[str]:
    """Explain why a Swiss round paired these two, or what is odd in another paired round.

    A bye that was asked for, or of a round that the entry missed, needs no reason.
    """
    own, match = step.own.slot, step.view.match
    by_hand = [_("A mano: así lo puso quien organiza.")] if match.by_hand else []
    if own.score is None or match.asked_bye:
        return by_hand
    by_points = step.stage.how.play.pairs_by_points and not match.by_hand
    sentences = [*by_hand, *(_by_points(step) if by_points else ())]
    if match.rematch and match.by_hand:
        sentences.append(_("Ya se habían cruzado."))
    elif match.rematch:
        sentences.append(_("Ya se habían cruzado: no había otra manera de armar la ronda."))
    return sentences


def _by_points(step: Step) -> list[str]:
    own, rival, match = step.own.slot, step.rival.slot, step.view.match
    points = {"own": step.own.before, "rival": step.rival.before}
    if rival.bye:
        return [_("Descansa: son impares, y le toca a uno de los de abajo que no descansó.")]
    if match.round is not None and match.round.number == 1:
        return []
    if own.score == rival.score:
        return [_("Los dos tenían %(points)s.") % {"points": points_in_words(own.score or 0)}]
    return [_("Tenía %(own)s y su rival %(rival)s: con los de sus puntos no alcanzaba.") % points]


def _came(entry: Entry) -> tuple[object, int]:
    return entry.complete_at, entry.pk


def _numbered(groups: Sequence[Sequence[int | None]]) -> Mapping[int | None, int]:
    return {entry: number for number, group in enumerate(groups, start=1) for entry in group}
