"""Terms: each is stated once, in its column; what the form refuses the service refuses too."""

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator

from games.engine import make_rules
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, an_organiser
from tournaments.common.form_fields import column
from tournaments.competitions.format_fields import form_field, shape_fields
from tournaments.competitions.format_labels import EMPTY_ROUNDS
from tournaments.competitions.forms import DEFAULTS, FORM_COLUMNS
from tournaments.competitions.settings import CompetitionSettings
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.options import FormatOptions
from tournaments.models import Competition, Stage

BOUNDS = (MinValueValidator, MaxValueValidator)
pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.mark.parametrize(
    "terms",
    [
        {"cap": 1},
        {"cap": 1001},
        {"turn_seconds": 14},
        {"sit_down_minutes": 121},
        {"reserves": 4},
        {"round_days": 32},
        {"shape": FormatOptions(format="swiss", swiss_rounds=33), "cap": 64},
        {"shape": FormatOptions(format="groups", group_count=1, qualifiers=17), "cap": 64},
        {"shape": FormatOptions(format="league", cycles=3)},
        {"shape": FormatOptions(format="double", grand_final="twice")},
        {"shape": FormatOptions(final_best_of=4)},
    ],
    ids=str,
)
def test_the_service_refuses_what_the_form_does(now, terms):
    with pytest.raises(ValidationError):
        a_cup(an_organiser(), now, **terms)
    assert not Competition.objects.exists()


def test_what_nobody_says_is_what_the_column_has():
    terms = CompetitionSettings(name="Copa", rules=make_rules("argentino", {}))
    written = terms.columns().keys() - {"name", "preset", "options", "changing_partners"}
    assert {name: getattr(terms, name) for name in written} == {
        name: column(name).get_default() for name in written
    }
    assert terms.columns()["changing_partners"] is False
    assert {DEFAULTS[name] for name in ("cap", "turn_seconds", "public")} == {"16", "30", "on"}


def test_the_form_shows_every_setting_once(now):
    page = text_of(a_browser(an_organiser()).get("/competitions/new/"))
    inputs = {name: page.count(f' id="id_{name}"') for name in FORM_COLUMNS}
    assert inputs == dict.fromkeys(FORM_COLUMNS, 1)


def test_the_form_says_and_allows_what_the_columns_do():
    asked = {name: form_field(name) for name in FORM_COLUMNS}
    for name in FORMATS:
        fields = shape_fields(name)
        if name in EMPTY_ROUNDS:
            assert fields["swiss_rounds"].help_text == EMPTY_ROUNDS[name]
            fields["swiss_rounds"].help_text = column("swiss_rounds").help_text
        asked |= fields
    kept = {each.name for model in (Competition, Stage) for each in model._meta.get_fields()}
    shown = {
        name: field for name, field in asked.items() if name in kept - {"club", "format", "preset"}
    }
    assert len(shown) > 20
    for name, field in shown.items():
        known = column(name)
        assert str(field.label).lower() == str(known.verbose_name).lower()
        assert str(field.help_text) == str(known.help_text)
        bounds = {each.limit_value for each in known.validators if isinstance(each, BOUNDS)}
        if isinstance(field, forms.IntegerField):
            assert {field.min_value, field.max_value} - {0} == bounds - {0}
