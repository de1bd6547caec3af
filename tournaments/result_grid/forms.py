"""The form for a file of results."""

from django import forms
from django.utils.translation import gettext_lazy as _


class ResultFileForm(forms.Form):
    """One uploaded file, which `result_file.save_file` reads."""

    file = forms.FileField(label=_("Archivo CSV"), allow_empty_file=True)
