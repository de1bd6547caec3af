"""What the terms of a competition come to, in words, while they are still being filled in."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext, ngettext

from games import house_rules
from tournaments import words
from tournaments.formats.seeds import bracket_size
from tournaments.forms.competition import CompetitionForm
from tournaments.models import Competition

NEEDED = ("rules", "cap", "best_of", "turn_seconds", "sit_down_minutes", "seeding")


def summary(form: CompetitionForm) -> list[str]:
    """Return one sentence for each thing that follows; none as long as the terms do not hold."""
    form.is_valid()
    terms = form.cleaned_data
    return list(_sentences(terms)) if all(terms.get(key) for key in NEEDED) else []


def _sentences(terms: dict[str, Any]) -> Iterator[str]:
    players, cap = terms["rules"].seats // 2, terms["cap"]
    yield from (clause.words for clause in house_rules.summary(terms["rules"]))
    yield gettext("Hasta %(sides)s, eliminación directa") % {"sides": words.sides(cap, players)}
    yield _length(cap)
    yield str(Competition.BestOf(terms["best_of"]).label)
    yield gettext("%(seconds)s segundos por turno; %(minutes)s minutos para sentarse") % {
        "seconds": terms["turn_seconds"],
        "minutes": terms["sit_down_minutes"],
    }
    yield gettext("Sorteo %(how)s") % {"how": Competition.Seeding(terms["seeding"]).label}
    if terms.get("presencial"):
        yield gettext("Presencial: con una misma conexión también se puntúa")
    if not terms.get("public"):
        yield gettext("Solo la ven el club y quienes juegan")


def _length(cap: int) -> str:
    """Count rounds and matches of a full bracket: each match sends one side home."""
    rounds = bracket_size(cap).bit_length() - 1
    told = ngettext("%(number)s ronda", "%(number)s rondas", rounds) % {"number": rounds}
    matches = ngettext("%(number)s partido", "%(number)s partidos", cap - 1) % {"number": cap - 1}
    return gettext("%(rounds)s, %(matches)s en total") % {"rounds": told, "matches": matches}
