"""The form in which a club saves a set of rules."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names.validation import validate_shown_name
from accounts.profiles.forms import TidyField
from games.table_page.forms import RulesForm


class RulebookForm(RulesForm):
    """Rules, and the name they are saved under."""

    name = TidyField(label=_("Nombre"), max_length=60, validators=[validate_shown_name])
    field_order = ("name", "preset")


class RemovalForm(forms.Form):
    remove = forms.IntegerField(min_value=1, max_value=2_000_000_000)
