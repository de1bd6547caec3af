"""Names that others see, refused in words where they would pass for another person's."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.services import guests, naming
from accounts.services.refusals import RefusedError
from accounts.values.names import validate_unique_name
from accounts.values.offices import is_office

MISTAKABLE = {
    "name-of-office": _("Así se llama quien juzga o lleva la casa: elegí otro."),
    "name-of-user": _("Se confunde con el nombre de usuario de otra persona: elegí otro."),
    "name-barred": _("Ese nombre lo sacaron quienes llevan el sitio: elegí otro."),
    "name-of-organiser": _("Se confunde con alguien que organiza un club tuyo: elegí otro."),
}


def validate_guest_name(name: str) -> None:
    """Hold a name without an account to what user names are held to, and to be nobody else's."""
    validate_unique_name(name)
    if is_office(name):
        raise ValidationError(MISTAKABLE["name-of-office"], "name-of-office")
    if guests.is_claimed(name):
        raise ValidationError(_("Así se llama alguien con cuenta: elegí otro."), "claimed")


def validate_new_name(user: User, name: str) -> None:
    """Hold an account's new name to be nobody else's."""
    try:
        naming.check_shown_name(user=user, name=name)
    except RefusedError as error:
        raise ValidationError(MISTAKABLE[error.code], error.code) from error
