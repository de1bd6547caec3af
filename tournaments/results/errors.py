"""Refusals of `tournaments.results`."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class NoResultError(RefusedError):
    code = "no-result"
    message = _("Ese partido no tiene un resultado que se pueda reabrir.")


class ChangedMeanwhileError(RefusedError):
    code = "changed-meanwhile"
    message = _("Algo cambió desde que lo miraste. Esto es lo que caería ahora: miralo de nuevo.")


class ImpossibleScoreError(RefusedError):
    code = "impossible-score"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _(
        "Ese marcador no puede ser: quien gana llega justo a los tantos, y el otro tiene menos."
    )


class SavedMeanwhileError(RefusedError):
    code = "saved-meanwhile"
    message = _("Otra persona lo cargó o lo cambió recién: miralo de nuevo.")


class SlipDiffersError(RefusedError):
    code = "slip-differs"
    message = _("Una papeleta dice otra cosa: fijate cuál vale.")


class HasConsequencesError(RefusedError):
    code = "has-consequences"
    message = _("Otros partidos ya salen de este resultado: mirá qué cae.")
