"""Pictures draw each letter with a font that has it, and leave out what none has."""

import pytest
from PIL import Image, ImageDraw

from games.common.lettering import OWN, Lettering


def parted(text: str) -> list[tuple[str, str]]:
    """The runs of a text, each with the name of its font's family."""
    return [(run, font.getname()[0]) for run, font in Lettering.of(text, 40).runs]


def test_latin_letters_are_of_the_sites_own_font():
    assert {name for _, name in parted("José Ñandú l·l «30–12» ½")} == {"Alegreya"}


def test_a_space_is_not_kerned_away():
    whole, parts = Lettering.of("Mora y Paz", 30).width, ("Mora", "y", "Paz", " ", " ")
    assert whole == sum(Lettering.of(part, 30).width for part in parts)


@pytest.mark.parametrize("name", ["Маша", "محمد", "Ελένη", "Łódź Ő"])
def test_other_letters_are_drawn_by_another_font(name):
    runs = parted(name)
    assert "".join(text for text, _ in runs) == name


@pytest.mark.parametrize(("name", "shown"), [("José 🧉 Pérez", "José Pérez"), ("本田", "")])
def test_what_no_font_has_is_left_out(name, shown):
    assert "".join(text for text, _ in parted(name)) == shown


def test_a_text_is_as_wide_as_it_is_drawn():
    image = Image.new("L", (600, 100))
    whole = Lettering.of("Ana y Маша", 40)
    whole.draw(ImageDraw.Draw(image), (0, 0), "white")
    left, _, right, _ = image.getbbox()
    assert left >= 0
    assert right == pytest.approx(whole.width, abs=3)
    assert len(OWN) == 2
