"""The sounds of a table: their places in the track, how loud they are, how large the file is."""

import re

from django.conf import settings

from games.artwork.sounds import RATE, SOUNDS, starts, track

STATIC = settings.BASE_DIR / "static"


def test_the_browser_finds_each_sound_where_the_track_has_it():
    script = (STATIC / "js/sounds.js").read_text()
    told = re.findall(r"^  (\w+): \[([\d.]+), ([\d.]+)\],$", script, re.MULTILINE)
    assert {name: (float(start), float(long)) for name, start, long in told} == starts()


def test_every_sound_is_heard_and_none_is_clipped():
    samples = track()
    assert max(map(abs, samples)) < 1
    for name, (start, seconds) in starts().items():
        heard = samples[int(start * RATE) : int((start + seconds) * RATE)]
        assert max(map(abs, heard)) > 0.4, name
        assert max(map(abs, heard[-200:])) < 0.2, name  # it has faded
    assert set(SOUNDS) == set(starts())


def test_the_track_is_small_and_fetched_late():
    assert (STATIC / "sounds/table.mp3").stat().st_size <= 60 * 1024
    page = (settings.BASE_DIR / "templates/games/table_page/table.html").read_text()
    assert "preload" not in "".join(re.findall(r"<link[^>]*sounds[^>]*>", page))
