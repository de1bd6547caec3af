"""The format that the present entries would play, beside the announced one."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from accounts.names.display import join_names
from tournaments.competitions.describe import Description, in_short, matches
from tournaments.competitions.settings import CompetitionSettings
from tournaments.competitions.terms_labels import count_sides
from tournaments.draw.replan import AdjustedFormat
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.format import Groups, SeededGroups


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
        "sides": count_sides(remedy.entries, remedy.terms.players_per_side),
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
