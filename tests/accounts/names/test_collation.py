"""Names are found and sorted as a Spanish reader expects, in Python and in both databases."""

import pytest

from accounts.models import Club
from accounts.names.collation import SortKey, by_letters, fold, sort_key

ALPHABET = [
    "ananá",
    "Ávila",
    "beto",
    "Casa",
    "Éxito",
    "Nube",
    "Ñandú",
    "Ombú",
    "Zorro",
]  # RAE, CLDR
NAMES = [*ALPHABET, "Çelik", "Łódź", "ŽIŽKA", "Ünal", "Σίγμα", "Ёлка", "l·l", "O'Neil", "李"]


@pytest.mark.parametrize("typed", ["ñandú", "nandu", "NANDU", "Ñandú", "n\u0303andu\u0301"])
def test_a_name_is_found_without_case_and_accents(typed):
    assert fold(typed) == "nandu"


def test_names_stand_in_the_order_of_the_alphabet():
    assert sorted(set(ALPHABET), key=by_letters) == ALPHABET
    assert sorted(["Nz", "Ña", "Oa", "na"], key=by_letters) == ["na", "Nz", "Ña", "Oa"]


@pytest.mark.dialect
@pytest.mark.django_db
def test_the_database_folds_and_sorts_as_python_does():
    Club.objects.bulk_create(
        Club(name=name, slug=f"club-{number}", skeleton=name)
        for number, name in enumerate(reversed(NAMES))
    )
    for name in NAMES:
        assert Club.objects.filter(name__fold=fold(name.upper()), name=name).exists(), name
        assert Club.objects.filter(name__fold__contains=fold(name[1:]), name=name).exists(), name
    stored = Club.objects.order_by(SortKey("name"), "name").values_list("name", flat=True)
    assert list(stored) == sorted(NAMES, key=by_letters)
    keys = Club.objects.annotate(key=SortKey("name")).values_list("name", "key")
    assert dict(keys) == {name: sort_key(name) for name in NAMES}
