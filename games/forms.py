"""What a browser sends to a table."""

from django import forms


class PlayForm(forms.Form):
    """One action: what, on which version it was decided, and the id that makes it happen once."""

    token = forms.CharField(max_length=24)
    seen_version = forms.IntegerField(min_value=0, max_value=2_000_000_000)
    action_id = forms.RegexField(r"^[\w-]{8,64}$")


class PracticeForm(forms.Form):
    """A practice table: how many play, and up to how many points."""

    seats = forms.ChoiceField(choices=[("2", "1 v 1"), ("4", "2 v 2")], initial="2")
    target = forms.ChoiceField(choices=[("15", "15"), ("30", "30")], initial="15")
