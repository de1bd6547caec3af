"""The form of "Jugar ahora": preset, number of seats, length and robots."""

from typing import Any, ClassVar

from django import forms
from django.contrib.sessions.backends.base import SessionBase
from django.utils.translation import gettext_lazy as _

from games.engine import USUAL
from games.house_rules import OFFERED, choice, is_played, preset, read_rules


def preset_choices() -> list[tuple[str, str]]:
    """Return the offered presets, for a field of a form."""
    return [(name, preset(name)) for name in OFFERED]


def _sizes() -> list[tuple[str, str]]:
    return [(size, choice("seats", size, "argentino")) for size in ("2", "4")]


class PlayNowForm(forms.Form):
    """The preferred rules, and whether robots may take free seats."""

    FIRST: ClassVar = {"preset": "argentino", "seats": "2", "length": "short", "robots": True}
    LIKED = "liked"  # session key
    TURN_SECONDS = 60

    preset = forms.ChoiceField(label=_("Reglamento"), choices=preset_choices)
    seats = forms.ChoiceField(label=_("Se juega"), choices=_sizes, widget=forms.RadioSelect)
    length = forms.ChoiceField(
        label=_("Partida"),
        choices=[("short", _("corta")), ("long", _("larga"))],
        widget=forms.RadioSelect,
    )
    robots = forms.BooleanField(
        label=_("Con un robot hasta que llegue alguien"), required=False, initial=True
    )

    @classmethod
    def liked(cls, session: SessionBase, preset: str) -> "PlayNowForm":
        """Return the form as this browser last sent it; a new browser gets `preset`."""
        return cls(initial=session.get(cls.LIKED, {**cls.FIRST, "preset": preset}))

    @classmethod
    def liked_again(cls, session: SessionBase) -> "PlayNowForm":
        """Return the form submitted again, as this browser last sent it."""
        return cls(session.get(cls.LIKED, {}))

    def remember(self, session: SessionBase) -> None:
        """Store the choices in the session for the next time."""
        session[self.LIKED] = {name: self.cleaned_data[name] for name in self.FIRST}

    def clean(self) -> dict[str, Any]:
        """Convert the choices into rules; short and long are the usual targets of the preset."""
        cleaned = self.cleaned_data
        if not self.errors:
            targets = sorted(USUAL[cleaned["preset"]]["target"], key=int)
            target = targets[0] if cleaned["length"] == "short" else targets[-1]
            options = {"seats": cleaned["seats"], "target": target}
            if is_played("signals", int(cleaned["seats"])):
                options["signals"] = "on"
            cleaned["rules"] = read_rules(cleaned["preset"], options)
        return cleaned
