"""How far a column goes, as validators; forms read them back."""

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _

from tournaments.formats.boards import read_boards
from tournaments.formats.choices import Choice
from tournaments.formats.errors import FormatError


def within(
    least: int | None, most: int | None
) -> tuple[MinValueValidator | MaxValueValidator, ...]:
    """Allow nothing less, and nothing more; None is no bound."""
    lower = () if least is None else (MinValueValidator(least),)
    return lower if most is None else (*lower, MaxValueValidator(most))


def bounds(choice: Choice) -> tuple[MinValueValidator | MaxValueValidator, ...]:
    """Allow what the formats do."""
    return within(choice.least, choice.most)


def validate_boards(text: str) -> None:
    """Refuse what names no boards."""
    try:
        read_boards(text)
    except FormatError as error:
        raise ValidationError(
            _("Se escriben de 2 a 9 mesas, cada una con 1, 2 o 3 por lado: 2,2,1."),
            code="bad-boards",
        ) from error
