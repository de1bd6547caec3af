"""Forms for judge calls, rulings, appeals and the appointment of officials."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names.validation import validate_shown_name
from accounts.profiles.forms import TidyField
from tournaments.competitions.round_labels import group_or_stage_name
from tournaments.judging.services import Verdict
from tournaments.models import Competition, Dispute, Group, Match, Official

SIDES = [("0", "0"), ("1", "1")]
MAX_POINTS = 99
MAX_BOARD = 10  # the tie-break of nine


class TextForm(forms.Form):
    """One line of free text: what happened, or why."""

    text = TidyField(required=False, max_length=200, validators=[validate_shown_name])


class AboutForm(TextForm):
    """Text about one board of a match, or about all of it."""

    board = forms.IntegerField(min_value=0, max_value=MAX_BOARD, required=False)

    def clean_board(self) -> int:
        """Default to the whole match."""
        board: int | None = self.cleaned_data["board"]
        return board or 0


class RulingForm(TextForm):
    """A ruling; fields that it does not need may be empty."""

    ruling = forms.ChoiceField(
        choices=[(ruling, ruling.label) for ruling in Dispute.OF_CALLS],
    )
    side = forms.TypedChoiceField(choices=SIDES, coerce=int, required=False, empty_value=None)
    points = forms.IntegerField(min_value=1, max_value=MAX_POINTS, required=False)
    first = forms.IntegerField(min_value=0, max_value=MAX_POINTS, required=False)
    second = forms.IntegerField(min_value=0, max_value=MAX_POINTS, required=False)

    def verdict(self) -> Verdict:
        """Return the ruling as a verdict."""
        cleaned = self.cleaned_data
        first, second = cleaned["first"], cleaned["second"]
        score = None if first is None or second is None else (first, second)
        return Verdict(cleaned["ruling"], cleaned["side"], cleaned["points"], score)


class AnswerForm(TextForm):
    """Answer to an appeal, with a reason."""

    granted = forms.TypedChoiceField(
        choices=[("yes", "yes"), ("no", "no")], coerce=lambda value: value == "yes"
    )


class AccountField(TidyField):
    """The user name of an account, with or without `@`."""

    def clean(self, value: Any) -> User:
        """Find the account."""
        name: str = super().clean(value).removeprefix("@")
        people = User.objects.filter(is_active=True, is_robot=False, is_link=False)
        user = people.filter(username__iexact=name).first()
        if user is None:
            raise ValidationError(_("No hay ninguna cuenta con ese nombre."), code="unknown")
        return user


class GroupField(forms.ModelChoiceField):  # type: ignore[type-arg]  # generic for mypy only
    """A group by its letter, a bracket by its stage."""

    has_silver = False  # whether the competition has two cups

    def label_from_instance(self, obj: Group) -> str:
        """Name a group as the standings do."""
        return group_or_stage_name(obj, has_silver=self.has_silver)


class OfficialForm(forms.Form):
    """User, role and scope of an appointment; by default the whole competition."""

    user = AccountField(label=_("Usuario"), max_length=31, validators=[validate_shown_name])
    role = forms.ChoiceField(
        label=_("Función"), choices=[(role, role.label) for role in Official.NAMED]
    )
    group = GroupField(
        Group.objects.none(), label=_("Grupo"), required=False, empty_label=_("todos")
    )
    table = forms.IntegerField(
        label=_("Mesa"),
        min_value=1,
        max_value=32767,
        required=False,
        help_text=_("Sin número, todas."),
    )

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._competition = competition
        self._in_hall = competition.hall_tables.exists()
        if not self._in_hall:
            self.fields["table"].label = _("Partido")
            self.fields["table"].help_text = _("Sin número, todos.")
        groups = Group.objects.filter(stage__competition=competition).select_related("stage")
        field = self.fields["group"]
        assert isinstance(field, GroupField)
        field.has_silver = any(group.stage.tier > 1 for group in groups)
        field.queryset = groups.order_by("stage__number", "number")
        if len(groups) < 2:
            del self.fields["group"]

    def clean_table(self) -> Match | None:
        """Return the match with this number, in a hall the match at that table."""
        number = self.cleaned_data["table"]
        if number is None:
            return None
        called = {"state": Match.State.CALLED, "hall_table__number": number}
        own = Match.objects.of(self._competition.pk)
        match = own.filter(**called if self._in_hall else {"number": number}).first()
        if match is None:
            none = _("No hay ninguna mesa con ese número.")
            if not self._in_hall:
                none = _("No hay ningún partido con ese número.")
            raise ValidationError(none, code="unknown")
        return match
