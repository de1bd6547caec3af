"""How far a column goes, as validators; forms read them back."""

from django.core.validators import MaxValueValidator, MinValueValidator

from tournaments.formats.choices import Choice


def within(
    least: int | None, most: int | None
) -> tuple[MinValueValidator | MaxValueValidator, ...]:
    """Allow nothing less, and nothing more; None is no bound."""
    lower = () if least is None else (MinValueValidator(least),)
    return lower if most is None else (*lower, MaxValueValidator(most))


def bounds(choice: Choice) -> tuple[MinValueValidator | MaxValueValidator, ...]:
    """Allow what the formats do."""
    return within(choice.least, choice.most)
