"""The form of a club's look."""

import re
from typing import Any, Final

from django import forms
from django.core.validators import RegexValidator
from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _

from accounts.clubs.look import BAND, COLOUR, ENOUGH, TEXT, ClubLook, contrast, encode_logo
from accounts.models import Club, ClubImprint
from accounts.names.validation import tidy, validate_shown_name

PHONE: Final = re.compile(r"[+(]?[\d() .-]{5,29}")


class ColourField(forms.CharField):
    """A colour as browsers send it: `#rrggbb`."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"type": "color"})
        wrong = RegexValidator(rf"\A{COLOUR.pattern}\Z", _("No es un color."), code="colour")
        super().__init__(max_length=7, widget=widget, validators=[wrong], **kwargs)

    def to_python(self, value: Any) -> str:
        return (super().to_python(value) or "").lower()


class LookForm(forms.Form):
    """Colours, logo, contact and legal text; text must be readable on the colour below it."""

    short_name = forms.CharField(
        label=_("Nombre corto"),
        help_text=_("Va arriba de las páginas del club, y en su propia dirección."),
        required=False,
        max_length=24,
        validators=[validate_shown_name],
    )
    colour = ColourField(label=_("Color de la franja"))
    text_colour = ColourField(label=_("Color de las letras"))
    logo = forms.FileField(
        label=_("Escudo"),
        help_text=_("PNG, JPEG o WebP, hasta 1 MB. Queda de 256 píxeles de lado."),
        required=False,
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
    )
    drops_logo = forms.BooleanField(label=_("Sacar el escudo"), required=False)
    email = forms.EmailField(label=_("Correo de contacto"), required=False, max_length=120)
    phone = forms.CharField(
        label=_("Teléfono"),
        required=False,
        max_length=30,
        validators=[RegexValidator(rf"\A{PHONE.pattern}\Z", _("No es un teléfono."), code="phone")],
    )
    web = forms.URLField(
        label=_("Sitio del club"), required=False, max_length=200, assume_scheme="https"
    )
    legal = forms.CharField(
        label=_("Texto legal"),
        help_text=_(
            "Quién responde por el club, y lo que la ley pida decir. Lo lee todo el mundo."
        ),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 6}),
    )

    @classmethod
    def of(cls, club: Club, data: Any = None, files: Any = None) -> "LookForm":
        """Return the form with the club's present values, or with the submitted ones."""
        imprint = ClubImprint.objects.filter(club=club).defer("logo").first() or ClubImprint()
        initial = {
            "short_name": club.short_name,
            "colour": club.colour or BAND,
            "text_colour": club.text_colour or TEXT,
            "email": imprint.email,
            "phone": imprint.phone,
            "web": imprint.web,
            "legal": imprint.legal,
        }
        form = cls(data, files, initial=initial)
        if not club.logo_version:
            del form.fields["drops_logo"]
        return form

    def clean_short_name(self) -> str:
        return tidy(self.cleaned_data["short_name"])

    def clean_web(self) -> str:
        address: str = self.cleaned_data["web"]
        if address and not address.startswith(("https://", "http://")):
            raise forms.ValidationError(_("Tiene que empezar con https://."), code="scheme")
        return address

    def clean_logo(self) -> bytes | None:
        sent = self.cleaned_data["logo"]
        return encode_logo(sent.read()) if sent else None

    def clean(self) -> dict[str, Any]:
        """Refuse colours with too little contrast."""
        cleaned = self.cleaned_data
        colours = cleaned.get("colour"), cleaned.get("text_colour")
        if colours[0] and colours[1] and (ratio := contrast(colours[0], colours[1])) < ENOUGH:
            message = _("No se lee: el contraste es %(ratio)s y hacen falta 4,5. Elegí otro color.")
            params = {"ratio": number_format(ratio, 1)}
            self.add_error("text_colour", forms.ValidationError(message, "contrast", params))
        return cleaned

    def chosen_look(self) -> ClubLook:
        """Return what a valid form asks for."""
        return ClubLook(**self.cleaned_data)
