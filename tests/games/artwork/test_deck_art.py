"""The deck: every card is there, readable, and drawn with nothing a strict page would refuse."""

import gzip
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.core.management import CommandError, call_command

from games.artwork.cards import RANKS, pips
from games.artwork.faces import draw_faces
from games.artwork.french import FRENCH_SUITS, FrenchSuit, french_pips
from games.artwork.pen import PAPER, mirrored, placed, symmetric
from games.artwork.sheets import draw_classic_deck, draw_deck, draw_icon, draw_sheet
from games.artwork.suits import BASTOS, COPAS, ESPADAS, OROS, SUITS, Suit
from games.chat.phrases import FACES, GESTURES

SVG = "{http://www.w3.org/2000/svg}"
IMAGES = Path(__file__).parents[3] / "static" / "img"
DRAWN_WITH = {"svg", "defs", "symbol", "g", "use", "path", "circle", "ellipse", "rect"}
CARDS = {f"{faces}{rank}{letter}" for faces in "nf" for rank in RANKS for letter in "oceb"}


DRAWINGS = [draw_deck(), draw_classic_deck(), draw_faces(), draw_icon()]


@pytest.fixture(scope="module", params=[draw_deck, draw_classic_deck], ids=["first", "classic"])
def deck(request: pytest.FixtureRequest) -> ElementTree.Element:
    return ElementTree.fromstring(request.param())


def symbol(deck: ElementTree.Element, name: str) -> ElementTree.Element:
    return next(found for found in deck.iter(f"{SVG}symbol") if found.get("id") == name)


def test_the_sprite_holds_forty_cards_twice_a_back_and_every_face(
    deck: ElementTree.Element,
) -> None:
    faces = {phrase.face for phrase in FACES}
    assert {found.get("id") for found in deck.iter(f"{SVG}symbol")} == {*CARDS, "back", *faces}


def test_every_card_has_the_same_proportions_and_so_has_every_face(
    deck: ElementTree.Element,
) -> None:
    boxes = {found.get("id"): found.get("viewBox") for found in deck.iter(f"{SVG}symbol")}
    assert {boxes[name] for name in (*CARDS, "back")} == {"0 0 208 320"}
    assert {box for name, box in boxes.items() if name not in {*CARDS, "back"}} == {"0 0 64 64"}


def test_every_gesture_is_drawn_and_no_two_look_alike() -> None:
    faces = ElementTree.fromstring(draw_faces())
    names = {face for face, _ in GESTURES.values() if face}  # families share some
    drawn = [ElementTree.tostring(symbol(faces, name))[30:] for name in names]
    assert len(set(drawn)) == len(drawn)


@pytest.mark.parametrize("drawing", DRAWINGS[:3], ids=["deck", "classic", "faces"])
def test_ids_are_unique_and_every_use_finds_its_drawing(drawing: str) -> None:
    sprite = ElementTree.fromstring(drawing)
    ids = [element.get("id") for element in sprite.iter() if element.get("id")]
    used = {element.get("href", "").removeprefix("#") for element in sprite.iter(f"{SVG}use")}
    assert len(ids) == len(set(ids))
    assert used <= set(ids)


@pytest.mark.parametrize(
    "drawing", [draw_deck(), draw_faces(), draw_icon()], ids=["deck", "faces", "icon"]
)
def test_only_flat_shapes_are_drawn_with(drawing: str) -> None:
    elements = list(ElementTree.fromstring(drawing).iter())
    assert {element.tag.removeprefix(SVG) for element in elements} <= DRAWN_WITH
    assert not {"style", "class", "filter", "mask", "clip-path", "opacity"} & {
        name for element in elements for name in element.attrib
    }


@pytest.mark.parametrize(
    "drawing", [draw_deck(), draw_faces(), draw_icon()], ids=["deck", "faces", "icon"]
)
def test_nothing_outside_the_file_is_asked_for(drawing: str) -> None:
    assert "url(" not in drawing
    assert re.findall(r"https?://[^\"]+", drawing) == ["http://www.w3.org/2000/svg"]


@pytest.mark.parametrize("suit", SUITS, ids=lambda suit: suit.name)
def test_the_index_stands_out_from_the_paper(suit: Suit) -> None:
    assert contrast(suit.colour, PAPER) >= 4.5


@pytest.mark.parametrize(("suit", "gaps"), [(OROS, 0), (COPAS, 1), (ESPADAS, 2), (BASTOS, 3)])
def test_the_pinta_tells_the_suit(deck: ElementTree.Element, suit: Suit, gaps: int) -> None:
    for rank in RANKS:
        frame = symbol(deck, f"n{rank}{suit.letter}").findall(f"{SVG}path")[0].get("d", "")
        top = re.search(r"M[\d.]+ (1\d)H", frame)[1]
        for height in (int(top), 320 - int(top)):
            assert len(re.findall(rf"M[\d.]+ {height}H", frame)) == gaps + 1


@pytest.mark.parametrize("suit", SUITS, ids=lambda suit: suit.name)
@pytest.mark.parametrize("rank", range(2, 8))
def test_a_card_shows_as_many_signs_as_its_number(suit: Suit, rank: int) -> None:
    assert pips(suit, rank).count("<use") == rank


@pytest.mark.parametrize("suit", FRENCH_SUITS, ids=lambda suit: suit.name)
@pytest.mark.parametrize("rank", range(2, 8))
def test_a_french_card_shows_as_many_pips_as_its_number(suit: FrenchSuit, rank: int) -> None:
    assert french_pips(suit, rank).count("<use") == rank
    assert contrast(suit.colour, PAPER) >= 4.5


@pytest.mark.parametrize("suit", [ESPADAS, BASTOS], ids=lambda suit: suit.name)
def test_the_long_sevens_are_three_one_lying_and_three(suit: Suit) -> None:
    placed_at = re.findall(r"translate\(\S+ (\S+)\)( rotate\(90\))? scale", pips(suit, 7))
    rows = [(float(y), bool(lying)) for y, lying in placed_at]
    assert rows == [*[(82, False)] * 3, (160, True), *[(238, False)] * 3]


@pytest.mark.parametrize("rank", [10, 11, 12])
def test_no_two_figures_of_a_rank_are_the_same_person(rank: int) -> None:
    deck = ElementTree.fromstring(draw_deck())
    for faces in "nf":
        drawn = {shapes(symbol(deck, f"{faces}{rank}{suit.letter}")) for suit in SUITS}
        assert len(drawn) == len(SUITS)


@pytest.mark.feature("Operation", "The deck is drawn by code")
def test_the_committed_drawings_are_what_the_code_draws() -> None:
    call_command("draw_deck", check=True)


def test_a_stale_drawing_is_refused(tmp_path: Path) -> None:
    call_command("draw_deck", to=tmp_path)
    call_command("draw_deck", to=tmp_path, check=True)
    (tmp_path / "deck.svg").write_text("<svg/>")
    with pytest.raises(CommandError, match=r"deck\.svg"):
        call_command("draw_deck", to=tmp_path, check=True)


def test_a_missing_drawing_is_refused(tmp_path: Path) -> None:
    names = ["deck", "deck-classic", "faces", "faces-offline", "emblems", "medals", "icon"]
    with pytest.raises(CommandError, match=", ".join(rf"{name}\.svg" for name in names)):
        call_command("draw_deck", to=tmp_path, check=True)


def test_the_contact_sheet_shows_every_card(tmp_path: Path) -> None:
    call_command("draw_deck", to=tmp_path, sheet=tmp_path / "sheet.svg")
    sheet = (tmp_path / "sheet.svg").read_text()
    assert sheet == draw_sheet()
    assert {*CARDS, "back"} <= set(re.findall(r'<use href="#([^"]+)" x=', sheet))


def test_the_sprite_is_light_enough_to_load_before_a_deal() -> None:
    for name in ("deck.svg", "deck-classic.svg"):
        assert len(gzip.compress((IMAGES / name).read_bytes(), 9)) <= 27 * 1024


def test_the_icon_is_light() -> None:
    assert len((IMAGES / "icon.svg").read_bytes()) <= 4 * 1024


def test_a_path_can_be_moved_scaled_and_mirrored() -> None:
    assert placed("M1 2L3-4", 10, 20, 2, 0.5) == "M12 21L16 18"
    assert mirrored("M1 2C3 4 5 6 7 8", 10) == "M19 2C17 4 15 6 13 8"


def test_half_an_outline_is_completed_by_its_mirror_image() -> None:
    assert symmetric("M0 0C1 2 3 4 5 6L0 9") == "M0 0C1 2 3 4 5 6L0 9L-5 6C-3 4-1 2 0 0Z"


def shapes(card: ElementTree.Element) -> str:
    """The outlines of a card without its colours and index: what tells two faces apart."""
    return "".join(path.get("d", "") for path in card.findall(f"{SVG}g/{SVG}path"))


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2.2."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    """The relative luminance of `#rrggbb`."""
    channels = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
