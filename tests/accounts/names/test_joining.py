"""Names in one phrase, as the language wants them joined."""

import pytest
from django.utils.translation import override

from accounts.names.display import join_names


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["Ana"], "Ana"),
        (["Ana", "Beto"], "Ana y Beto"),
        (["Ana", "Luis", "Marta"], "Ana, Luis y Marta"),
        (["Mirta", "Inés"], "Mirta e Inés"),
        (["Ana", "Íñigo"], "Ana e Íñigo"),
        (["Ana", "hilario"], "Ana e hilario"),
        (["Ana", "Yrigoyen"], "Ana e Yrigoyen"),
        (["Inés", "Ana"], "Inés y Ana"),
        (["Ana", "Ian"], "Ana y Ian"),
        (["Ana", "Yago"], "Ana y Yago"),
    ],
)
def test_spanish_says_e_before_another_i(names, said):
    with override("es"):
        assert join_names(names) == said


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Mirta and Inés"), ("ca-valencia", "Mirta i Inés"), ("pt-br", "Mirta e Inés")],
)
def test_other_languages_know_one_word(language, said):
    with override(language):
        assert join_names(["Mirta", "Inés"]) == said
