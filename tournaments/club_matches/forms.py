"""Forms for club matches: line-ups from captains, board results from scorers and organisers."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _

from tournaments.common.form_fields import ReasonForm
from tournaments.competitions.board_labels import board_kind, board_title
from tournaments.formats.club_match import AwardedBoard
from tournaments.formats.series import MatchUnit
from tournaments.models import RosterPlayer
from tournaments.results.forms import ResultForm

Places = Sequence[Sequence[RosterPlayer]]
LARGEST = 2**62


class LineUpForm(forms.Form):
    """Line-up form: one choice from the roster for each place of each board.

    The service checks that players are in the roster and that no player is named twice.
    """

    def __init__(
        self,
        data: Any = None,
        *,
        sizes: Sequence[int],
        roster: Sequence[RosterPlayer],
        current: Places = (),
    ) -> None:
        super().__init__(data)
        self.sizes = sizes
        people = [("", "—"), *((str(player.pk), self._name(player)) for player in roster)]
        for board, place in self._places():
            players = current[board - 1] if board <= len(current) else ()
            self.fields[f"b{board}-{place}"] = forms.IntegerField(
                label=_("%(board)s.ª mesa, lugar %(place)s") % {"board": board, "place": place + 1},
                widget=forms.Select(choices=people),
                required=False,
                min_value=1,
                max_value=LARGEST,
                initial=players[place].pk if place < len(players) else None,
            )

    @property
    def boards(self) -> list[tuple[str, str, list[forms.BoundField]]]:
        """Return title, kind and form fields of each board."""
        return [
            (
                board_title(number, is_tie_break=False),
                board_kind(size),
                [self[f"b{number}-{place}"] for place in range(size)],
            )
            for number, size in enumerate(self.sizes, start=1)
        ]

    def chosen_boards(self) -> list[list[int]]:
        """Return the roster ids of the chosen players, board by board."""
        cleaned = self.cleaned_data
        return [
            [pk for place in range(size) if (pk := cleaned.get(f"b{number}-{place}"))]
            for number, size in enumerate(self.sizes, start=1)
        ]

    def _places(self) -> Iterator[tuple[int, int]]:
        return (
            (number, place)
            for number, size in enumerate(self.sizes, start=1)
            for place in range(size)
        )

    def _name(self, player: RosterPlayer) -> str:
        return _("%(name)s (suplente)") % {"name": player.name} if player.reserve else player.name


class ChangeForm(forms.Form):
    """Substitution at a board, by roster ids."""

    out_player_id = forms.IntegerField(min_value=1, max_value=LARGEST)
    in_player_id = forms.IntegerField(min_value=1, max_value=LARGEST)


SIDES: Final = [("0", "0"), ("1", "1"), ("none", "none")]


def _side(text: str) -> int | None:
    return None if text == "none" else int(text)


class BoardForm(ResultForm):
    """Score form of one board: one line, or one for each of its chicos."""

    def __init__(
        self,
        data: Any = None,
        *,
        measure: MatchUnit,
        number: int,
        sides: Sequence[str] = ("", ""),
    ) -> None:
        self.number = number
        super().__init__(data, measure=measure, sides=sides)
        self.auto_id = f"board{number}-%s"


class AwardForm(ReasonForm):
    """Form that awards a board to the side that was present, or to neither."""

    side = forms.TypedChoiceField(choices=SIDES, coerce=_side, empty_value=None)


class BoardCorrectionForm(BoardForm):
    """Corrected result or award of a board, with a reason and the cascade that was shown."""

    side = forms.TypedChoiceField(
        choices=SIDES,
        coerce=lambda text: AwardedBoard(_side(text)),
        required=False,
        empty_value=None,
    )
    mark = forms.CharField(max_length=8, required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Return the awarded side, else the points, with the reason and the mark that was seen."""
        cleaned = {name: self.cleaned_data.get(name, "") for name in ("reason", "mark")}
        return cleaned | {"right": self.cleaned_data.get("side") or super().clean()["games"]}
