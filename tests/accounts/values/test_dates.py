"""Short dates: months are small where the language wants them so."""

from datetime import date

import pytest
from django.utils.translation import override

from accounts.values.dates import short_date


@pytest.mark.parametrize(
    ("language", "said"),
    [("es-ar", "22 nov 2026"), ("es", "22 nov 2026"), ("en", "22 Nov 2026")],
)
def test_a_month_is_small_where_the_language_wants_it(language, said):
    with override(language):
        assert short_date(date(2026, 11, 22), "j M Y") == said
