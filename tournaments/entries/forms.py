"""Forms for entries, filled in by players and organisers."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names.validation import confusable_skeleton, validate_shown_name
from accounts.profiles.forms import TidyField
from accounts.profiles.validators import validate_guest_name
from tournaments.entries.rosters import NamedPlayer
from tournaments.formats.format import FEWEST, MOST
from tournaments.models import Competition, Entry, RosterPlayer
from tournaments.names.words import PAIR
from tournaments.standings.queries import former_standings


class AffiliationField(TidyField):
    """The club an entry comes from. The draw separates entries of one club."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Club de origen"),
            required=False,
            max_length=60,
            validators=[validate_shown_name],
        )


class TeamForm(forms.Form):
    """Name and club of a team of `size`. By default its players' names make up its name.

    Of a pair the partner may be named.
    """

    name = TidyField(
        label=_("Nombre de la pareja"),
        required=False,
        max_length=60,
        validators=[validate_shown_name],
    )
    affiliation = AffiliationField()
    partner = TidyField(
        label=_("Tu pareja"),
        required=False,
        max_length=60,
        validators=[validate_shown_name],
        help_text=_("Con el nombre alcanza. Vacío: la traés después, con un enlace."),
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, size: int, prefix: str | None = None
    ) -> None:
        super().__init__(data, prefix=prefix)
        if size != PAIR:
            del self.fields["partner"]
        if size > PAIR:
            self.fields["name"].label = _("Nombre del equipo")

    def clean_partner(self) -> str:
        """Apply the rules for names without an account."""
        name: str = self.cleaned_data["partner"]
        if name:
            validate_guest_name(name)
        return name


class GuestNameForm(forms.Form):
    """Name of a player without an account; by default a guest with a number.

    If the name is already on the list (`known`), the form asks whether it is the same person.
    """

    display_name = TidyField(
        label=_("Tu nombre"), required=False, max_length=40, validators=[validate_shown_name]
    )
    another = forms.BooleanField(required=False)  # another person of the same name

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, known: Collection[str] = ()
    ) -> None:
        super().__init__(data)
        self._known = frozenset(map(confusable_skeleton, known))
        self.is_known = False

    def clean_display_name(self) -> str:
        """Apply the rules for account names."""
        name: str = self.cleaned_data["display_name"]
        if name:
            validate_guest_name(name)
        return name

    def clean(self) -> dict[str, Any]:
        """Ask before a name is listed twice."""
        name = self.cleaned_data.get("display_name", "")
        if name and confusable_skeleton(name) in self._known and not self.cleaned_data["another"]:
            self.is_known = True
            text = _("%(name)s ya está en la lista. ¿Sos vos?")
            raise ValidationError(text, code="known", params={"name": name})
        return self.cleaned_data


class PlayerField(TidyField):
    """A player: a name, or `@` and the user name of an account."""

    def clean(self, value: Any) -> NamedPlayer | None:
        """Find the account if one is named; return None for an empty field that may be empty."""
        text: str = super().clean(value)
        if not text and not self.required:
            return None
        if not text.startswith("@"):
            return NamedPlayer(text)
        user = User.objects.filter(username__iexact=text[1:], is_active=True, is_link=False).first()
        if user is None:
            raise ValidationError(_("No hay ninguna cuenta con ese nombre."), code="unknown")
        return NamedPlayer(str(user), user)


class PlayersForm(TeamForm):
    """An entry by hand, of people with or without accounts."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, players: int) -> None:
        super().__init__(data, size=players, prefix="players")
        self.fields.pop("partner", None)  # one of the players
        self._keys = [f"player_{number}" for number in range(1, players + 1)]
        for number, key in enumerate(self._keys, start=1):
            label = _("Jugador") if players == 1 else _("Jugador %s") % number
            self.fields[key] = PlayerField(
                label=label, max_length=60, validators=[validate_shown_name]
            )
        if players == 1:
            del self.fields["name"]
        self.order_fields(self._keys)  # players come first

    def players(self) -> list[NamedPlayer]:
        return [self.cleaned_data[key] for key in self._keys]


class EntryForm(forms.Form):
    entry = forms.IntegerField(min_value=1, max_value=2**63 - 1)


class WithdrawalForm(EntryForm):
    """Entry to withdraw, with a reason."""

    reason = TidyField(required=False, max_length=200, validators=[validate_shown_name])


class AbsenceForm(forms.Form):
    """Which round is meant, and whether the entry is absent from it, or asked for a bye."""

    number = forms.IntegerField(min_value=1, max_value=999)
    absent = forms.ChoiceField(choices=[(each, each) for each in ("yes", "asked", "no")])


class EntriesForm(forms.Form):
    """The ticked entries, or the single entry whose own button was pressed."""

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
        """Refuse an empty selection."""
        if not self.errors and not self.chosen():
            raise ValidationError(_("Elegí a alguien de la lista."), code="nobody")
        return self.cleaned_data

    def chosen(self) -> list[int]:
        """Return the selected entries."""
        only = self.cleaned_data.get("only")
        return [only] if only else list(self.cleaned_data["ticked"])


class CapForm(forms.Form):
    """Number of places."""

    cap = forms.IntegerField(label=_("Cupo"), min_value=FEWEST, max_value=MOST)


class LikeForm(forms.Form):
    """Competition of the club whose final order is used."""

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
    """The organiser's number for each entry, 1 for the best; empty if it does not matter."""

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
        return {pk: self.cleaned_data[key] for pk, key in self._keys.items()}


class ReserveForm(EntryForm):
    """A reserve, as a captain writes it."""

    player = PlayerField(
        label=_("Suplente"),
        max_length=60,
        validators=[validate_shown_name],
        help_text=_("Su nombre, o su usuario con @ adelante."),
    )


class TransferForm(ReserveForm):
    """Transfer of one player for another."""

    goes = forms.IntegerField(min_value=1, max_value=2**63 - 1)


class DropForm(EntryForm):
    """Reserve to remove from the list."""

    player = forms.IntegerField(min_value=1, max_value=2**63 - 1)


class SubstitutionForm(EntryForm):
    """Substitution of a player by a reserve, with a reason."""

    goes = forms.IntegerField(min_value=1, max_value=2**63 - 1)
    comes = forms.IntegerField(min_value=1, max_value=2**63 - 1)
    reason = TidyField(required=False, max_length=200, validators=[validate_shown_name])


class PlayerChangeForm(forms.Form):
    """One player of an entry, and who takes the place: a newcomer, another player, another entry.

    Exactly one of the three is given.
    """

    goes = forms.ModelChoiceField(queryset=RosterPlayer.objects.none())
    player = PlayerField(required=False, max_length=60, validators=[validate_shown_name])
    comes = forms.ModelChoiceField(queryset=RosterPlayer.objects.none(), required=False)
    to = forms.ModelChoiceField(queryset=Entry.objects.none(), required=False)

    def __init__(self, data: Mapping[str, Any], *, entry: Entry) -> None:
        super().__init__(data)
        competition = entry.competition
        playing = RosterPlayer.objects.playing().select_related("entry__competition", "user")
        others = playing.filter(competition=competition).exclude(entry=entry)
        self._offer("goes", playing.filter(entry=entry))
        self._offer("comes", others)
        self._offer("to", competition.entries.exclude(pk=entry.pk))

    def _offer(self, name: str, rows: QuerySet[Any]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = rows

    def clean(self) -> dict[str, Any]:
        """Refuse none or several of the choices."""
        chosen = [name for name in ("player", "comes", "to") if self.cleaned_data.get(name)]
        if not self.errors and len(chosen) != 1:
            raise ValidationError(_("Elegí a alguien de la lista."), code="nobody")
        return self.cleaned_data


class RenameForm(EntryForm):
    """Corrected spelling of a player's name."""

    player = forms.IntegerField()
    name = TidyField(max_length=60, validators=[validate_shown_name])
