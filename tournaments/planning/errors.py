"""Refusals of `tournaments.planning`."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class NotPlannableError(RefusedError):
    code = "not-plannable"
    message = _("Se planifica una liga con fechas, ya sorteada, de la que todavía no se jugó nada.")


class PlanRunningError(RefusedError):
    code = "plan-running"
    message = _("Ya se está buscando un calendario para esta liga.")


class NoPlanError(RefusedError):
    code = "no-plan"
    message = _("No hay un borrador: alguien lo publicó o lo tiró, o todavía se está buscando.")


class PlanOutdatedError(RefusedError):
    code = "plan-outdated"
    message = _("Las parejas o los días cambiaron desde que se hizo el borrador: buscá de nuevo.")


class TwiceADayError(RefusedError):
    code = "twice-a-day"
    message = _("Alguien juega dos veces el mismo día: mové uno de esos partidos.")


class TooFewDaysError(RefusedError):
    code = "too-few-days"
    message = _("Hay menos días que fechas: agregá días de juego.")


class TooFewTablesError(RefusedError):
    code = "too-few-tables"
    message = _("En algunos días no entran todos los partidos: hay menos mesas que partidos.")


class VenueTooSmallError(RefusedError):
    code = "venue-too-small"
    message = _("Un lugar no alcanza para todos los partidos de local de sus equipos.")


class WishOutsideError(RefusedError):
    code = "wish-outside"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Ese pedido no sirve: elegí una pareja de la liga y un día en que se juega.")


class WishImpossibleError(RefusedError):
    code = "wish-impossible"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _(
        "Ese pedido no se puede cumplir: el lugar está cerrado o lleno ese día, o no hay día libre."
    )


class NotTwoEntriesError(RefusedError):
    code = "not-two-entries"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Un clásico es entre dos parejas distintas de la misma división.")


class NightPlayedError(RefusedError):
    code = "night-played"
    message = _("Ese día ya pasó, o ya empezó a jugarse: mové de a uno los partidos que le faltan.")


class PlayoffNightError(RefusedError):
    code = "playoff-night"
    message = _("Ese día es de las llaves, o viene después: movelo desde Días y lugares.")
