"""Three screens in one picture, and the pictures in one file."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

GROUND = (24, 28, 27)
EDGE = (5, 6, 6)
ROUND = 10  # of a screen's corners
FINGER = (255, 255, 255, 150)
QUALITY = 80


class Place(NamedTuple):
    """The position of a screen in the picture, its size, and the width of its edge."""

    left: int
    top: int
    width: int
    height: int
    edge: int


SIZE: Final = (960, 759)
WALL: Final = Place(24, 24, 560, 315, 6)
BRACKET: Final = Place(24, 363, 560, 372, 6)
PHONE: Final = Place(612, 46, 320, 666, 12)
PLACES: Final = (WALL, BRACKET, PHONE)

Point = tuple[float, float]  # of a screen, from 0 to 1


@dataclass
class Film:
    """Frames and how long each stands, in milliseconds."""

    frames: list[Image.Image] = field(default_factory=list)
    times: list[int] = field(default_factory=list)

    @property
    def seconds(self) -> float:
        """How long it takes once."""
        return sum(self.times) / 1000

    def add(self, shots: Sequence[bytes], time: int, finger: Point | None = None) -> None:
        """Add a frame of the three screens, in the order of `PLACES`; a finger taps the phone."""
        picture = Image.new("RGB", SIZE, GROUND)
        for place, shot in zip(PLACES, shots, strict=True):
            _put(picture, place, Image.open(BytesIO(shot)))
        if finger is not None:
            _draw_tap(picture, finger)
        self.frames.append(picture)
        self.times.append(time)

    def write(self, file: Path) -> None:
        """Write it, to be shown again and again."""
        first, *others = self.frames
        first.save(
            file,
            save_all=True,
            append_images=others,
            duration=self.times,
            loop=0,
            quality=QUALITY,
            method=6,
            minimize_size=True,
        )


def _put(picture: Image.Image, place: Place, shot: Image.Image) -> None:
    box = (place.left, place.top, place.left + place.width, place.top + place.height)
    draw = ImageDraw.Draw(picture)
    edge = tuple(at + (-place.edge if number < 2 else place.edge) for number, at in enumerate(box))
    draw.rounded_rectangle(edge, ROUND + place.edge, EDGE)
    mask = Image.new("L", (place.width, place.height))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, place.width - 1, place.height - 1), ROUND, 255)
    small = shot.convert("RGB").resize((place.width, place.height), Image.Resampling.LANCZOS)
    picture.paste(small, (place.left, place.top), mask)


def _draw_tap(picture: Image.Image, at: Point) -> None:
    x, y = PHONE.left + at[0] * PHONE.width, PHONE.top + at[1] * PHONE.height
    draw = ImageDraw.Draw(picture, "RGBA")
    draw.ellipse((x - 17, y - 17, x + 17, y + 17), FINGER, (20, 20, 20, 200), 2)
