"""Short dates: months are small where the language wants them so."""

import re
from datetime import date

import pytest
from django.conf import settings
from django.utils.translation import override

from accounts.i18n.time_zones import short_date


@pytest.mark.parametrize(
    ("language", "said"),
    [("es-ar", "22 nov 2026"), ("es", "22 nov 2026"), ("en", "22 Nov 2026")],
)
def test_a_month_is_small_where_the_language_wants_it(language, said):
    with override(language):
        assert short_date(date(2026, 11, 22), "j M Y") == said


def test_no_template_writes_a_month_in_its_own_way():
    """`M` of Django's own filter is "Nov" in Spanish, where others on the page say "nov"."""
    folder = settings.BASE_DIR / "templates"
    month = re.compile(r"""\|date[:(]["'][^"']*\bM\b""")
    pages = [path for path in folder.rglob("*") if path.is_file()]
    assert pages
    assert [path.name for path in pages if month.search(path.read_text(encoding="utf-8"))] == []
