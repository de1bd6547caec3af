"""The sounds of a table: their places in the track, how loud they are, how large the file is."""

import re
from collections.abc import Mapping

import pytest
from django.conf import settings

from games.artwork.sounds import (
    LOUDNESS,
    PEAK,
    QUIETER,
    RATE,
    SOUNDS,
    Samples,
    filtered,
    high_pass,
    loudness,
    starts,
    track,
)

STATIC = settings.BASE_DIR / "static"


def test_the_browser_finds_each_sound_where_the_track_has_it():
    script = (STATIC / "js/sounds.js").read_text()
    told = re.findall(r"^  (\w+): \[([\d.]+), ([\d.]+)\],$", script, re.MULTILINE)
    assert {name: (float(start), float(long)) for name, start, long in told} == starts()


@pytest.fixture(scope="module")
def sounds() -> Mapping[str, Samples]:
    samples = track()
    return {
        name: samples[int(start * RATE) : int((start + seconds) * RATE)]
        for name, (start, seconds) in starts().items()
    }


def power(samples: Samples) -> float:
    return sum(sample * sample for sample in samples)


def test_every_sound_is_as_loud_as_it_should_be_and_none_is_clipped(sounds) -> None:
    assert set(SOUNDS) == set(sounds)
    for name, heard in sounds.items():
        assert max(map(abs, heard)) <= PEAK, name
        assert abs(loudness(heard) - LOUDNESS - QUIETER.get(name, 0)) < 1, name


@pytest.mark.feature(
    "Playing", "No sound clicks, thumps or hisses, and none is too low for a phone"
)
def test_no_sound_clicks_thumps_or_hisses(sounds) -> None:
    for name, heard in sounds.items():
        assert max(abs(sample) for sample in heard[:4]) < 0.02, name  # 0.1 ms
        assert max(abs(sample) for sample in heard[-200:]) < 0.001, name
        assert abs(sum(heard) / len(heard)) < 0.002, f"{name} lies beside zero"
        assert power(filtered(heard, high_pass(5000, 0.7))) < 0.12 * power(heard), f"{name} hisses"
        low = power(heard) - power(filtered(heard, high_pass(150, 0.7)))
        assert low < 0.4 * power(heard), f"{name} is too low for a phone"


def test_the_track_is_small_and_fetched_late():
    assert (STATIC / "sounds/table.mp3").stat().st_size <= 60 * 1024
    page = (settings.BASE_DIR / "templates/games/table_page/table.html").read_text()
    assert "preload" not in "".join(re.findall(r"<link[^>]*sounds[^>]*>", page))
