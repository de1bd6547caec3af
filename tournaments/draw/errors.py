"""Refusals of `tournaments.draw`."""

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class RematchesError(RefusedError):
    code = "rematches"
    message = _("Son más rondas que rivales: algunos se cruzarían dos veces.")


class CameOtherwiseError(RefusedError):
    code = "came-otherwise"
    message = _(
        "Desde que lo miraste cambió cuántos hay, o el formato: mirá de nuevo qué se puede sortear."
    )


class NoReplanError(RefusedError):
    code = "no-replan"
    message = _("El plan ya cambió otra vez, o no se había cambiado: no hay qué deshacer.")


class NoDraftError(RefusedError):
    code = "no-draft"
    message = _("No hay ningún borrador: ya se publicó, o todavía no hay qué sortear.")


class ResultsMissingError(RefusedError):
    code = "results-missing"
    message = _("Todavía faltan resultados: lo que sigue se sortea cuando estén todos.")


class DraftChangedError(RefusedError):
    code = "draft-changed"
    message = _("Otra persona cambió el borrador recién: así está ahora.")


class DraftOutdatedError(RefusedError):
    code = "draft-outdated"
    message = _("Ese borrador ya no vale: cambió un resultado, o quiénes juegan. Sorteá de nuevo.")


class CardsPlayedError(RefusedError):
    code = "cards-played"
    message = _("Ya se jugó una carta: el sorteo no se deshace.")
