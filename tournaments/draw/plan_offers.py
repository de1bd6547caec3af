"""The announced plan and those that fit better, in words: promises, faults, consequences, end."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.names.display import join_names
from tournaments.common import errors
from tournaments.competitions.format_labels import (
    format_in_words,
    of_a_knockout,
    other_games_in_words,
)
from tournaments.competitions.terms_labels import count_sides
from tournaments.draw.format_preview import announced_text
from tournaments.draw.replan import AdjustedFormat, offered_formats, review_of_draw
from tournaments.entries.check_in import number_to_draw
from tournaments.formats.options import LosersPlay
from tournaments.formats.plan_review import Candidate, Fault, PlanOutlook, Review, promised_matches
from tournaments.lifecycle.forecast import round_up
from tournaments.models import Competition, Entry


@dataclass(frozen=True)
class PlanOffer:
    key: str  # to which the organiser agrees
    eyebrow: str
    title: str
    matches: int  # of every entry at least
    hour: str  # of the end; "" where it is played by days
    effects: Sequence[str]


@dataclass(frozen=True)
class PlanOffers:
    """The page: entries present, the announced plan and its faults, and up to three plans."""

    competition: Competition
    entries: int
    announced: str
    faults: Sequence[str]
    plans: Sequence[PlanOffer]
    stays: Sequence[str]  # what drawing as announced means; () if it cannot be drawn
    missing: Sequence[Entry]
    is_asked: bool

    @property
    def came(self) -> str:
        """Return the heading: `Vinieron 11 de 16`."""
        values = {"here": self.entries, "cap": self.competition.cap}
        if self.competition.state == Competition.State.CHECK_IN:
            return gettext("Vinieron %(here)s de %(cap)s") % values
        return gettext("Son %(here)s de %(cap)s") % values


def plan_offers(competition: Competition, now: datetime) -> PlanOffers | None:
    """Judge the announced plan of a competition; None before enough entries are there."""
    review = review_of_draw(competition, now)
    if review is None:
        return None
    entries = number_to_draw(competition)
    wording = _Wording(competition, review, entries, now)
    offered = offered_formats(competition, review)
    plans = [
        wording.offer(adjusted, one, is_first=not place)
        for place, (adjusted, one) in enumerate(zip(offered, review.plans, strict=True))
    ]
    absent: list[Entry] = []
    if competition.state == Competition.State.CHECK_IN:
        absent = list(competition.entries.confirmed().filter(checked_in_at=None).order_by("pk"))
    return PlanOffers(
        competition=competition,
        entries=entries,
        announced=wording.announced(offered[0]) if offered else "",
        faults=list(wording.faults()),
        plans=plans,
        stays=list(wording.effects(review.now)) if review.may_stay else [],
        missing=absent,
        is_asked=review.is_asked,
    )


@dataclass(frozen=True)
class _Wording:
    competition: Competition
    review: Review
    entries: int
    now: datetime

    def announced(self, offer: AdjustedFormat) -> str:
        """Describe the promise: the format, and the matches that everybody was to play."""
        sure = self.review.announced.matches
        if not promised_matches(self.review.announced):
            return announced_text(offer)
        promise = ngettext(
            "Cada uno iba a jugar al menos %(number)s partido.",
            "Cada uno iba a jugar al menos %(number)s partidos.",
            sure,
        ) % {"number": sure}
        return f"{announced_text(offer)} {promise}"

    def faults(self) -> Iterator[str]:
        """Yield why the announced plan fails."""
        now, full, faults = self.review.now, self.review.announced, self.review.faults
        if Fault.IMPOSSIBLE in faults:
            text = gettext("Con %(sides)s no se puede sortear así.")
            yield text % {"sides": self._sides(self.entries)}
        if Fault.GROUP_OF_TWO in faults:
            sizes = join_names(map(str, sorted(now.sizes, reverse=True)))
            text = gettext("Quedarían grupos de %(sizes)s: en uno de dos se juega un solo partido.")
            yield text % {"sizes": sizes}
        if Fault.WHOLE_GROUP in faults:
            yield gettext("De algún grupo pasarían todos.")
        if Fault.EVERYBODY in faults:
            yield gettext("Pasarían todos: lo jugado antes no deja afuera a nadie.")
        if Fault.ROUNDS in faults:
            yield str(errors.refusal("rematches"))
        if Fault.FEWER_MATCHES in faults and now.sizes:
            text = gettext("Partidos seguros de cada uno: %(now)s, y se prometieron %(full)s.")
            yield text % {"now": now.matches, "full": full.matches}
        if Fault.LATER in faults and (end := self._announced_end()):
            text = gettext("Terminaría hacia las %(hour)s, y hay tiempo hasta las %(end)s.")
            yield text % {"hour": self._hour(now), "end": end}

    def offer(self, offer: AdjustedFormat, one: Candidate, *, is_first: bool) -> PlanOffer:
        """Describe a plan."""
        outlook = one.outlook
        eyebrow = gettext("lo que más se parece a lo anunciado")
        if not is_first:
            eyebrow = str(EYEBROWS.get(outlook.shape.format, ""))
        return PlanOffer(
            key=offer.key,
            eyebrow=eyebrow,
            title=self._title(outlook),
            matches=outlook.matches,
            hour=self._hour(outlook),
            effects=[*self.effects(outlook), *self._differences(one)],
        )

    def effects(self, outlook: PlanOutlook) -> Iterator[str]:
        """Yield the consequences of a plan for the entries present."""
        yield self._who_plays(outlook)
        shape, others = outlook.shape, self.entries - outlook.through
        if outlook.how.sends_on:
            text = gettext("Pasan a la eliminación: %(number)s.") % {"number": outlook.through}
            if shape.silver:
                text = gettext("A la copa de oro van %(gold)s, y a la de plata %(silver)s.") % {
                    "gold": outlook.through,
                    "silver": others,
                }
            yield text
        elif shape.finalists:
            yield gettext("Pasan a la eliminación: %(number)s.") % {"number": outlook.through}

    def _who_plays(self, outlook: PlanOutlook) -> str:
        how, shape = outlook.how, outlook.shape
        if how.play.is_bracket and shape.losers == LosersPlay.NOTHING:
            return gettext("Quien pierde se va.")
        if how.play.is_bracket:
            text = gettext("Quien pierde sigue jugando: %(how)s.")
            return text % {"how": ", ".join(of_a_knockout(shape))}
        if how.pairs_rounds:
            text = ngettext(
                "Nadie queda afuera: cada uno juega %(number)s ronda.",
                "Nadie queda afuera: cada uno juega %(number)s rondas.",
                outlook.matches,
            ) % {"number": outlook.matches}
            rests = gettext("En cada ronda uno queda libre.")
            return f"{text} {rests}" if self.entries % 2 and not how.play.partners_change else text
        sizes = sorted(Counter(outlook.sizes).items(), reverse=True)
        parts = [
            ngettext(
                "%(sides)s juegan %(number)s partido",
                "%(sides)s juegan %(number)s partidos",
                played,
            )
            % {"sides": self._sides(size * groups), "number": played}
            for size, groups in sizes
            for played in [(size - 1) * (shape.cycles or 1)]
        ]
        text = f"{join_names(parts)}."
        cup = gettext("Después, copa para todos.")
        return f"{text} {cup}" if shape.silver else text

    def _differences(self, one: Candidate) -> Iterator[str]:
        """Yield how a plan differs from the announced one."""
        full, outlook = self.review.announced, one.outlook
        if outlook.how == full.how and full.how.sends_on and len(outlook.sizes) != len(full.sizes):
            text = ngettext(
                "Es %(now)s grupo, en vez de %(full)s.",
                "Son %(now)s grupos, en vez de %(full)s.",
                len(outlook.sizes),
            )
            yield text % {"now": len(outlook.sizes), "full": len(full.sizes)}
        if full.shape.silver and not outlook.shape.silver:
            yield gettext("No hay copa de plata.")
        if full.has_knockout and not outlook.has_knockout:
            yield gettext("No hay eliminación: decide la tabla.")
        if outlook.target != full.target:
            text = gettext("Se juega a %(now)s, en vez de a %(full)s.")
            yield text % {"now": outlook.target, "full": full.target}
        if Fault.FEWER_MATCHES in one.faults:
            text = gettext("Son menos partidos seguros que los prometidos (%(full)s).")
            yield text % {"full": full.matches}
        if Fault.LATER in one.faults:
            yield gettext("Termina más tarde de lo anunciado.")

    def _title(self, outlook: PlanOutlook) -> str:
        title = ", ".join(
            [
                format_in_words(outlook.shape),
                *other_games_in_words(outlook.shape, self.competition.best_of),
            ]
        )
        if len(outlook.sizes) > 1:
            sizes = join_names(map(str, sorted(outlook.sizes, reverse=True)))
            title = gettext("%(format)s: de %(sizes)s") % {"format": title, "sizes": sizes}
        target = gettext("a %(target)s") % {"target": outlook.target}
        return f"{title[:1].upper()}{title[1:]}, {target}"

    def _sides(self, number: int) -> str:
        return count_sides(number, self.competition.players_per_side)

    def _hour(self, outlook: PlanOutlook) -> str:
        if self.competition.is_dated:
            return ""
        start = max(self.now, self.competition.starts_at or self.now)
        return self._on_the_wall(round_up(start + timedelta(minutes=outlook.minutes)))

    def _announced_end(self) -> str:
        available = self.competition.available_minutes
        if available is None:
            return ""
        start = self.competition.starts_at or self.now
        return self._on_the_wall(start + timedelta(minutes=available))

    def _on_the_wall(self, at: datetime) -> str:
        return f"{at.astimezone(ZoneInfo(self.competition.club.zone)):%H:%M}"


EYEBROWS: Final[dict[str, Promise]] = {
    "swiss": _("todos juegan hasta el final"),
    "round-robin": _("cada uno contra todos"),
    "single": _("lo más corto"),
    "groups": _("grupos y eliminación"),
}
