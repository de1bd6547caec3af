"""What grave changes of an account ask for."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.views.passwords import limit_passwords


class LeavingForm(forms.Form):
    """The password, once more, before an account is made anonymous."""

    password = forms.CharField(
        label=_("Tu contraseña"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        limit_passwords(self)
