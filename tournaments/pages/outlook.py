"""What those who come would play, in words, and where that is not what was announced."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from accounts.values.joining import together
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.format import Groups, Seeded
from tournaments.pages.summary import length, matches
from tournaments.services.competition.terms import Terms
from tournaments.services.draw.what_fits import Remedy
from tournaments.wording import refusals
from tournaments.wording.formats import final_in_words, format_in_words


@dataclass(frozen=True)
class Outlook:
    """What a draw of so many entries comes to, and where that is not what was announced."""

    what: str  # `7 parejas, 1 grupo, pasan 2, unas 3 horas. 8 rondas, 22 partidos en total.`
    announced: str  # the same of a full field; "" where nothing else is played
    fits: bool  # else the draw asks first

    @property
    def in_words(self) -> str:
        """Say what is played, or offered."""
        words = gettext("Se juega: %(what)s") if self.fits else gettext("Se va a ofrecer: %(what)s")
        return words % {"what": self.what}

    @property
    def warning(self) -> str:
        """Say what is not played though it was announced; "" where all of it is."""
        words = gettext("No es lo que se anunció: %(what)s")
        if not self.fits:
            words = gettext("No entra lo que se anunció: %(what)s")
        return words % {"what": self.announced} if self.announced else ""

    @property
    def in_full(self) -> str:
        """Say both."""
        return " ".join(filter(None, (self.in_words, self.warning)))


def outlook(terms: Terms, entries: int, tables: int | None = None) -> Outlook | None:
    """Return what so many entries would play; None if they are too few for anything.

    `tables` is how many the hall has for it; without any nobody is said to wait for one.
    """
    how = FORMATS[terms.shape.format]
    if entries < how.least:
        return None
    joins = how.is_paired_by_results and terms.late_entries
    fitting = terms.shape if joins else how.fitting(terms.shape, entries, terms.movers)
    full = replace(terms, shape=how.decide(terms.shape, terms.cap))
    coming = replace(terms, shape=how.decide(fitting, entries), cap=entries)
    what = f"{_played(coming, tables)}. {next(matches(coming))}."
    fits = fitting == terms.shape
    told = how.sends_on and (coming.shape, _all_pass(coming)) != (full.shape, _all_pass(full))
    return Outlook(what, "" if fits and not told else f"{_played(full, tables)}.", fits)


def announced(remedy: Remedy) -> str:
    """Say what was announced, and for how many it was too much."""
    shape = remedy.terms.shape
    told = {
        "format": ", ".join([format_in_words(shape), *final_in_words(shape, remedy.terms.best_of)]),
        "sides": refusals.sides(remedy.entries, remedy.terms.players_per_side),
    }
    return gettext("Se anunció: %(format)s. Al sorteo entran %(sides)s.") % told


def remedied(remedy: Remedy) -> list[str]:
    """Return one sentence for each thing that follows from drawing what those who came can play."""
    terms = replace(remedy.terms, shape=remedy.shape, cap=remedy.entries)
    return [_played(terms), next(matches(terms))]


def _played(terms: Terms, tables: int | None = None) -> str:
    """Say what a full field plays: `7 parejas, 2 grupos, pasan 2 (grupos de 4 y 3), unas 2 h`."""
    said = [refusals.sides(terms.cap, terms.players_per_side)]
    said += [format_in_words(terms.shape) + _sizes(terms)]
    said += [*final_in_words(terms.shape, terms.best_of), length(terms, tables or None)]
    return ", ".join(said)


def _sizes(terms: Terms) -> str:
    """Say how large groups or divisions are, where they are several: ` (grupos de 4 y 3)`."""
    tiers = _dealt(terms)
    sizes = [len(group) for groups in tiers for group in groups]
    if len(sizes) == 1:
        return ""
    are_divisions = len(tiers) > 1
    told = gettext("divisiones de %(sizes)s") if are_divisions else gettext("grupos de %(sizes)s")
    said = told % {"sizes": together(dict.fromkeys(map(str, sizes)))}
    return f" ({said}; {gettext('pasan todos')})" if _all_pass(terms) else f" ({said})"


def _all_pass(terms: Terms) -> bool:
    """Tell whether groups leave nobody behind."""
    if not FORMATS[terms.shape.format].sends_on:
        return False
    (groups,) = _dealt(terms)
    return max(map(len, groups)) <= terms.shape.qualifiers


def _dealt(terms: Terms) -> Sequence[Groups]:
    """Deal a full field."""
    seeded = Seeded(entries=range(terms.cap), movers=terms.movers)
    return FORMATS[terms.shape.format].deal(terms.shape, seeded)
