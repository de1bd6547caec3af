"""Who enters, as players and organisers write them."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names.validation import confusable_skeleton, validate_shown_name
from accounts.profiles.forms import TidyField
from accounts.profiles.validators import validate_guest_name
from tournaments.entries.rosters import NamedPlayer
from tournaments.formats.format import FEWEST, MOST
from tournaments.models import Competition, Entry
from tournaments.names.words import PAIR
from tournaments.standings.queries import former_standings


class AffiliationField(TidyField):
    """The club an entry comes from; the draw keeps those of one club apart."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Club de origen"),
            required=False,
            max_length=60,
            validators=[validate_shown_name],
        )


class TeamForm(forms.Form):
    """How a team of `size` wants to be called, by default by its players, and where it is from."""

    name = TidyField(
        label=_("Nombre de la pareja"),
        required=False,
        max_length=60,
        validators=[validate_shown_name],
    )
    affiliation = AffiliationField()

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, size: int, prefix: str | None = None
    ) -> None:
        super().__init__(data, prefix=prefix)
        if size > PAIR:
            self.fields["name"].label = _("Nombre del equipo")


class GuestNameForm(forms.Form):
    """What to call a player who enters without an account; by default a guest with a number.

    Who writes a name that is on the list already, `known`, is asked whether it is theirs.
    """

    display_name = TidyField(
        label=_("Tu nombre"), required=False, max_length=40, validators=[validate_shown_name]
    )
    another = forms.BooleanField(required=False)  # somebody else of the same name

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, known: Collection[str] = ()
    ) -> None:
        super().__init__(data)
        self._known = frozenset(map(confusable_skeleton, known))
        self.is_known = False

    def clean_display_name(self) -> str:
        """Hold the name to what accounts' names are held to."""
        name: str = self.cleaned_data["display_name"]
        if name:
            validate_guest_name(name)
        return name

    def clean(self) -> dict[str, Any]:
        """Ask before a name stands twice on the list."""
        name = self.cleaned_data.get("display_name", "")
        if name and confusable_skeleton(name) in self._known and not self.cleaned_data["another"]:
            self.is_known = True
            told = _("%(name)s ya está en la lista. ¿Sos vos?")
            raise ValidationError(told, code="known", params={"name": name})
        return self.cleaned_data


class PlayerField(TidyField):
    """A player written down: a name, or `@` and the user name of an account."""

    def clean(self, value: Any) -> NamedPlayer:
        """Find the account that is meant, if one is."""
        written: str = super().clean(value)
        if not written.startswith("@"):
            return NamedPlayer(written)
        user = User.objects.filter(
            username__iexact=written[1:], is_active=True, is_link=False
        ).first()
        if user is None:
            raise ValidationError(_("No hay ninguna cuenta con ese nombre."), code="unknown")
        return NamedPlayer(str(user), user)


class PlayersForm(TeamForm):
    """An entry by hand, of people with or without accounts."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, players: int) -> None:
        super().__init__(data, size=players, prefix="players")
        self._keys = [f"player_{number}" for number in range(1, players + 1)]
        for number, key in enumerate(self._keys, start=1):
            label = _("Jugador") if players == 1 else _("Jugador %s") % number
            self.fields[key] = PlayerField(
                label=label, max_length=60, validators=[validate_shown_name]
            )
        if players == 1:
            del self.fields["name"]
        self.order_fields(self._keys)  # first of all who it is

    def players(self) -> list[NamedPlayer]:
        """Return who was written down."""
        return [self.cleaned_data[key] for key in self._keys]


class EntryForm(forms.Form):
    """Which entry is meant."""

    entry = forms.IntegerField(min_value=1, max_value=2**63 - 1)


class WithdrawalForm(EntryForm):
    """Who leaves, and why."""

    reason = TidyField(required=False, max_length=200, validators=[validate_shown_name])


class AbsenceForm(forms.Form):
    """Which round is meant, and whether the entry is absent from it, or asked for a bye."""

    number = forms.IntegerField(min_value=1, max_value=999)
    absent = forms.ChoiceField(choices=[(each, each) for each in ("yes", "asked", "no")])


class EntriesForm(forms.Form):
    """Which entries are meant: those ticked, or the only one whose own button was pressed."""

    ticked = forms.TypedMultipleChoiceField(coerce=int, required=False)
    only = forms.IntegerField(min_value=1, max_value=2**63 - 1, required=False)
    reason = TidyField(required=False, max_length=200, validators=[validate_shown_name])

    def __init__(self, data: Mapping[str, Any], *, known: Collection[int]) -> None:
        super().__init__(data)
        self._known = frozenset(known)
        ticked = self.fields["ticked"]
        assert isinstance(ticked, forms.TypedMultipleChoiceField)
        ticked.choices = [(pk, pk) for pk in known]

    def clean_only(self) -> int | None:
        """Refuse an entry of another competition."""
        only: int | None = self.cleaned_data["only"]
        if only is not None and only not in self._known:
            raise ValidationError(_("Elegí a alguien de la lista."), code="unknown")
        return only

    def clean(self) -> dict[str, Any]:
        """Refuse to act on nobody."""
        if not self.errors and not self.chosen():
            raise ValidationError(_("Elegí a alguien de la lista."), code="nobody")
        return self.cleaned_data

    def chosen(self) -> list[int]:
        """Return the entries that are meant."""
        only = self.cleaned_data.get("only")
        return [only] if only else list(self.cleaned_data["ticked"])


class CapForm(forms.Form):
    """How many may take part."""

    cap = forms.IntegerField(label=_("Cupo"), min_value=FEWEST, max_value=MOST)


class LikeForm(forms.Form):
    """As which competition of the club the entries are to be ordered."""

    like = forms.ModelChoiceField(
        label=_("Como terminó"), queryset=Competition.objects.none(), required=False
    )

    def __init__(self, data: Mapping[str, Any], *, competition: Competition) -> None:
        super().__init__(data)
        self.former = former_standings(competition)
        field = self.fields["like"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = self.former


class OrderForm(forms.Form):
    """The organiser's number for each entry, 1 the best; none for whom it does not matter."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, entries: Sequence[Entry]) -> None:
        super().__init__(data)
        self._keys = {entry.pk: f"number_{entry.pk}" for entry in entries}
        for entry in entries:
            self.fields[self._keys[entry.pk]] = forms.IntegerField(
                label=str(entry),
                required=False,
                min_value=1,
                max_value=999,
                initial=entry.manual_seed,
                widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            )

    def numbers(self) -> dict[int, int | None]:
        """Return the numbers, by entry."""
        return {pk: self.cleaned_data[key] for pk, key in self._keys.items()}


class ReserveForm(EntryForm):
    """A reserve as a captain writes them down."""

    player = PlayerField(
        label=_("Suplente"),
        max_length=60,
        validators=[validate_shown_name],
        help_text=_("Su nombre, o su usuario con @ adelante."),
    )


class TransferForm(ReserveForm):
    """Who goes for good, and who comes in their place."""

    goes = forms.IntegerField(min_value=1, max_value=2**63 - 1)


class DropForm(EntryForm):
    """Which reserve is taken off the list."""

    player = forms.IntegerField(min_value=1, max_value=2**63 - 1)


class SubstitutionForm(EntryForm):
    """Who goes, who comes, and why."""

    goes = forms.IntegerField(min_value=1, max_value=2**63 - 1)
    comes = forms.IntegerField(min_value=1, max_value=2**63 - 1)
    reason = TidyField(required=False, max_length=200, validators=[validate_shown_name])


class RenameForm(EntryForm):
    """Another spelling of a player's name."""

    player = forms.IntegerField()
    name = TidyField(max_length=60, validators=[validate_shown_name])
