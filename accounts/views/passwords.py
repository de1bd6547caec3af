"""What forms ask of a password, whichever of them it is typed into."""

from django import forms
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

LONGEST_PASSWORD = 4096  # signs; hashing takes time by length, so whatever is longer is not hashed


def limit_passwords(form: forms.Form) -> None:
    """Refuse a password of many kilobytes before anything is hashed."""
    words = _("Una contraseña tiene a lo sumo %(limit_value)d caracteres.")
    for field in form.fields.values():
        if isinstance(field.widget, forms.PasswordInput):
            field.validators.append(MaxLengthValidator(LONGEST_PASSWORD, words))


def compare_passwords(form: forms.Form) -> None:
    """Have the browser compare what is typed twice: an answer would come without either."""
    differs = _("Las dos veces tiene que ser la misma contraseña.")
    attrs = {"data-same-as": "password1", "data-differs": differs}
    form.fields["password2"].widget.attrs.update(attrs)
