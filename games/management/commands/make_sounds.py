"""`manage.py make_sounds`: compute the sounds of a table and write them as MP3."""

from array import array
from ctypes import CDLL, c_char_p, c_float, c_int, c_short, c_void_p, create_string_buffer
from ctypes.util import find_library
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.artwork.sounds import RATE, starts, track

MONO, VARIABLE = 3, 4  # of lame.h: MPEG_mode, vbr_mode
DELAY = 0.02  # seconds; encoder and decoder shift the track by at least 1,105 samples
QUALITY = 8.0  # of variable bit rates: 0 is best, 9 smallest


class Command(BaseCommand):
    """Writes static/sounds/table.mp3; only this command needs the LAME library."""

    help = "Computes static/sounds/table.mp3 (apt install libmp3lame0)"
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", type=Path, help="another file than static/sounds/table.mp3")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["to"] or Path(settings.BASE_DIR) / "static" / "sounds" / "table.mp3"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(encoded(track()[int(DELAY * RATE) :]))
        for name, (start, seconds) in starts().items():
            self.stdout.write(f"{name}: [{start:g}, {seconds:g}],")


def encoded(samples: list[float]) -> bytes:
    """Return the samples as MP3. Raises CommandError without the library."""
    library = find_library("mp3lame")
    if library is None:
        raise CommandError("libmp3lame is not installed")
    lame = CDLL(library)
    lame.lame_init.restype = c_void_p
    lame.lame_set_VBR_quality.argtypes = (c_void_p, c_float)
    encoder = c_void_p(lame.lame_init())
    for setting, value in (
        ("in_samplerate", RATE), ("num_channels", 1), ("mode", MONO), ("VBR", VARIABLE),
        ("bWriteVbrTag", 0), ("quality", 2),
    ):  # fmt: skip
        getattr(lame, f"lame_set_{setting}")(encoder, c_int(value))
    lame.lame_set_VBR_quality(encoder, QUALITY)
    if lame.lame_init_params(encoder) < 0:
        raise CommandError("LAME refuses these settings")
    values = array("h", (int(32_000 * max(-1.0, min(1.0, sample))) for sample in samples))
    pcm = (c_short * len(values)).from_buffer(values)
    out = create_string_buffer(len(values) * 2 + 7200)
    lame.lame_encode_buffer.argtypes = (c_void_p, c_void_p, c_void_p, c_int, c_char_p, c_int)
    size = lame.lame_encode_buffer(encoder, pcm, pcm, len(values), out, len(out))
    tail = create_string_buffer(7200)
    more = lame.lame_encode_flush(encoder, tail, len(tail))
    lame.lame_close(encoder)
    return out.raw[:size] + tail.raw[:more]
