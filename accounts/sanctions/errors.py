"""Refusals of `accounts.sanctions`."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class BadDateError(RefusedError):
    code = "bad-date"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Esa fecha ya pasó: elegí una que venga.")


class OneselfError(RefusedError):
    code = "oneself"
    status = HTTPStatus.FORBIDDEN
    message = _("Sobre uno mismo no se decide.")


class ReasonMissingError(RefusedError):
    code = "reason-missing"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Hace falta decir el motivo: queda a la vista de todos.")


class OrganiserStaysError(RefusedError):
    code = "organiser-stays"
    message = _("Esa persona organiza el club: primero su dueño tiene que hacerla socia.")


class SameNameError(RefusedError):
    code = "same-name"
    message = _("Ya se llama así, o falta el nombre nuevo.")


class AlreadySuspendedError(RefusedError):
    code = "already-suspended"
    message = _("Ya está suspendida: levantá esa suspensión antes.")


class AlreadyLiftedError(RefusedError):
    code = "already-lifted"
    message = _("Esa medida ya no está en pie.")


class OfStaffError(RefusedError):
    code = "of-staff"
    status = HTTPStatus.FORBIDDEN
    message = _("Esa persona lleva el sitio: no se puede desde acá.")


class NotOperatorError(RefusedError):
    code = "not-operator"
    status = HTTPStatus.FORBIDDEN
    message = _("Eso lo hacen quienes llevan el sitio.")
