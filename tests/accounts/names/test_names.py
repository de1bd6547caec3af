"""Names of users: refusals, and names that look alike."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError

from accounts.i18n.time_zones import SPELLED, known_zones
from accounts.models import User
from accounts.names.display import initials
from accounts.names.validation import (
    confusable_skeleton,
    tidy,
    validate_shown_name,
    validate_unique_name,
    validate_username,
)
from accounts.profiles.forms import spelled
from tests.accounts.people import a_person


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a\x00b", "unseen"),
        ("a\x1bb", "unseen"),
        ("a\u202eb", "unseen"),  # right-to-left override
        ("a\u200bb", "unseen"),  # zero width space
        ("a\u2066b", "unseen"),
        ("a\ufeffb", "unseen"),
        ("a\u00adb", "unseen"),  # soft hyphen
        ("a\ud800b", "unseen"),  # lone surrogate
        ("a\ue000b", "unseen"),  # private use
        ("a\u3164b", "unseen"),  # an invisible letter
        ("a\u2028b", "unseen"),
        ("Z" + "\u0301" * 4, "marks"),
        ("аna", "mixed-scripts"),  # Cyrillic а
        ("ana Ω", "mixed-scripts"),
        ("🂡🂮", "no-letters"),
        ("...", "no-letters"),
    ],
)
def test_deceitful_text_is_refused(text, code):
    with pytest.raises(ValidationError) as refused:
        validate_shown_name(text)
    assert refused.value.code == code


@pytest.mark.parametrize(
    "text", ["Ana", "José Peña", "O'Higgins", "Иван", "7 bravo ⚔", "李", "Z\u0301\u0302\u0303", ""]
)
def test_honest_text_is_shown(text):
    validate_shown_name(text)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("admin", "reserved"),
        ("ADMIN", "reserved"),
        ("adm1n", "reserved"),
        ("rnoderador", "reserved"),
        ("李", "unknown-script"),
    ],
)
def test_names_of_the_house_and_unknown_letters_are_refused(name, code):
    with pytest.raises(ValidationError) as refused:
        validate_unique_name(name)
    assert refused.value.code == code


@pytest.mark.parametrize(
    "name", ["ana@example.org", "-ana", "ana.", "a..b", "ana sosa", "~12", "", "ana/../b", "a\nb"]
)
def test_user_names_are_letters_and_digits_joined_by_single_signs(name):
    with pytest.raises(ValidationError) as refused:
        validate_username(name)
    assert refused.value.code == "signs"


@pytest.mark.parametrize("name", ["ana", "ana.sosa", "el-tano", "beto_7", "peña", "7bravo"])
def test_ordinary_user_names_are_accepted(name):
    validate_username(name)


@pytest.mark.feature("Accounts and clubs", "Names that look alike are one name")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ana", "ANA"),
        ("ana", "аnа"),  # Cyrillic
        ("coco", "сосо"),  # all Cyrillic
        ("marta", "rnarta"),
        ("walter", "vvalter"),
        ("claudia", "daudia"),
        ("toto", "t0t0"),
        ("luis", "1uis"),
        ("Ian", "lan"),
        ("jose", "josé"),
        ("el.tano", "el_tano"),
        ("el.tano", "el-tano"),
        ("Hugo", "ℌugo"),
        ("ana", "ａｎａ"),
        ("NINA", "ΝΙΝΑ"),  # Greek capitals
        ("strasse", "straße"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(one, other):
    assert confusable_skeleton(one) == confusable_skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"), [("ana", "anna"), ("ivan", "juan"), ("player1", "player11"), ("a-b", "ab")]
)
def test_different_names_have_different_skeletons(one, other):
    assert confusable_skeleton(one) != confusable_skeleton(other)


def test_tidy_text_is_trimmed_and_plain():
    assert tidy("  Ａna \t\n Sosa\u00a0") == "Ana Sosa"


@pytest.mark.django_db
def test_the_database_itself_refuses_a_name_that_looks_taken():
    a_person("marta")
    with pytest.raises(IntegrityError):
        a_person("rnarta")


@pytest.mark.django_db
def test_the_skeleton_follows_the_name():
    person = a_person("marta")
    person.username = "rosa"
    person.save()
    assert User.objects.get(pk=person.pk).skeleton == confusable_skeleton("rosa")


@pytest.mark.parametrize(
    ("zone", "said"),
    [
        ("America/Asuncion", "Asunción (America)"),
        ("America/Argentina/Cordoba", "Córdoba (America, Argentina)"),
        ("America/Mexico_City", "Ciudad de México (America)"),
        ("America/Argentina/Buenos_Aires", "Buenos Aires (America, Argentina)"),
        ("Africa/Addis_Ababa", "Addis Ababa (Africa)"),
    ],
)
def test_a_zone_is_called_as_its_city_is_spelled(zone, said):
    assert spelled(zone) == said


def test_only_zones_that_exist_are_spelled():
    assert set(SPELLED) <= known_zones()


@pytest.mark.parametrize(
    ("name", "letters"),
    [("Invitado 26", "I26"), ("Guest 1027", "G27"), ("Convidat 5", "C5"), ("Lola 27", "L2")],
)
def test_a_nameless_guest_is_a_letter_and_two_digits(name, letters):
    assert initials(name) == letters


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        *(("Eliana Sosa", "ES"), ("el.tano", "ET"), ("beto", "BE"), ("7", "7"), ("Ñ", "Ñ")),
        *(("7 de Oro", "7D"), ("29", "29"), ("🎸 Ana 🇦🇷", "AN"), ("🎸Ana Sosa", "AS"), ("", "")),
    ],
)
def test_a_portrait_is_two_letters(name, letters):
    assert initials(name) == letters
