"""Refusals of `accounts.profiles`."""

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class NoSuchAvatarError(RefusedError):
    code = "no-such-avatar"
    message = _("Esa cara no está entre las dibujadas.")


class NameOfOfficeError(RefusedError):
    code = "name-of-office"
    message = _("Así se llama quien juzga o lleva la casa.")


class NameOfOrganiserError(RefusedError):
    code = "name-of-organiser"
    message = _("Se confunde con alguien que organiza uno de sus clubes.")


class NameBarredError(RefusedError):
    code = "name-barred"
    message = _("Ese nombre se lo sacaron quienes llevan el sitio.")


class UsernameTooSoonError(RefusedError):
    code = "username-too-soon"
    message = _("El nombre de usuario se cambia una vez cada noventa días.")


class NameOfUserError(RefusedError):
    code = "name-of-user"
    message = _("Se confunde con el nombre de usuario de otra persona.")
