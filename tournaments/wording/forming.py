"""Whom an entry lacks that is not complete: a pair its other half, a larger team people."""

from django.utils.translation import gettext

from tournaments.models import Entry


def looks_for(entry: Entry) -> str:
    """Name it and say so, for those who might join."""
    if entry.competition.is_of_teams:
        return gettext("%(name)s, les falta gente") % {"name": entry}
    return gettext("%(name)s, busca pareja") % {"name": entry}


def entered_alone(entry: Entry) -> str:
    """Tell its organisers."""
    if entry.competition.is_of_teams:
        return gettext("%(entry)s se anotó sin estar completo") % {"entry": entry}
    return gettext("%(entry)s se anotó sin compañero") % {"entry": entry}
