"""Validators of passwords and display names, shared by all forms.

A name that would pass for another person's is refused with a message.
"""

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError
from accounts.guests import services as guests
from accounts.models import User
from accounts.names.validation import is_insult, is_reserved_title, validate_unique_name
from accounts.profiles import services as profiles

LONGEST_PASSWORD = 4096  # characters; hashing takes time by length, so longer ones are not hashed


def limit_passwords(form: forms.Form) -> None:
    """Refuse a password of many kilobytes before hashing it."""
    words = _("Una contraseña tiene a lo sumo %(limit_value)d caracteres.")
    for field in form.fields.values():
        if isinstance(field.widget, forms.PasswordInput):
            field.validators.append(MaxLengthValidator(LONGEST_PASSWORD, words))


DIFFERENT = _("Las dos veces tiene que ser la misma contraseña.")


def compare_passwords(form: forms.Form) -> None:
    """Compare the two passwords in the browser: an error page would come back without them."""
    attrs = {"data-same-as": "password1", "data-differs": DIFFERENT}
    form.fields["password2"].widget.attrs.update(attrs)


MISTAKABLE = {
    "name-of-office": _("Así se llama quien juzga o lleva la casa: elegí otro."),
    "name-of-user": _("Se confunde con el nombre de usuario de otra persona: elegí otro."),
    "name-barred": _("Ese nombre lo sacaron quienes llevan el sitio: elegí otro."),
    "name-of-organiser": _("Se confunde con alguien que organiza un club tuyo: elegí otro."),
}


def validate_guest_name(name: str) -> None:
    """Apply the rules of usernames to a guest's name, and refuse names of accounts."""
    validate_unique_name(name)
    if is_reserved_title(name):
        raise ValidationError(MISTAKABLE["name-of-office"], "name-of-office")
    if is_insult(name):
        raise ValidationError(_("Ese nombre ofende: elegí otro."), "insult")
    if guests.is_claimed(name):
        raise ValidationError(_("Así se llama alguien con cuenta: elegí otro."), "claimed")


def validate_new_name(user: User, name: str) -> None:
    """Refuse an account's new name if it belongs to another person."""
    try:
        profiles.check_display_name(user=user, name=name)
    except RefusedError as error:
        raise ValidationError(MISTAKABLE[error.code], error.code) from error
