"""Refusals of `tournaments.lifecycle`."""

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class HiddenByOperatorsError(RefusedError):
    code = "hidden-by-operators"
    message = _("Quienes llevan el sitio ocultaron esta competencia: no puede ser pública.")


class PlayedOnTheSiteError(RefusedError):
    code = "played-on-the-site"
    message = _("Ya se jugó algo en las mesas del sitio: la competencia sigue ahí.")


class TermsSettledError(RefusedError):
    code = "terms-settled"
    message = _("Ya hay anotados con esas reglas: el reglamento no se cambia.")
