"""The sounds of a table, computed: wood, cards and a nylon string, one after the other.

Every sound is a list of samples between -1 and 1, mono. Struck things are sums of decaying modes;
strings follow Karplus and Strong (Digital Synthesis of Plucked-String and Drum Timbres, 1983).
All are made for the speaker of a phone, which plays little below 150 Hz, and are equally loud
to the ear (`LOUDNESS`), measured as ITU-R BS.1770 weighs frequencies.
"""

from collections.abc import Callable, Mapping, Sequence
from math import cos, exp, log10, pi, sin, tan, tanh
from random import Random
from typing import Final

RATE: Final = 44_100
Samples = list[float]
Mode = tuple[float, float, float]
"""Frequency in hertz, loudness, and decay: how much of it is lost a second, as a power of e."""

WOOD: Final[Sequence[Mode]] = (
    (196, 0.8, 30), (287, 0.9, 36), (433, 0.7, 48),
    (702, 0.45, 66), (1130, 0.3, 95), (1710, 0.14, 140),
)  # fmt: skip
MATCH: Final[Sequence[Mode]] = ((2150, 0.5, 130), (3320, 0.4, 170), (5150, 0.2, 220))
BELL: Final[Sequence[Mode]] = (
    (1046.5, 0.6, 4.5), (2093, 0.26, 7), (2784, 0.12, 11), (4186, 0.05, 18),
)  # fmt: skip


def silence(seconds: float) -> Samples:
    return [0.0] * int(seconds * RATE)


def struck(modes: Sequence[Mode], seconds: float, attack: float = 0.0015) -> Samples:
    """Sound a thing that was struck; `attack` is the time of the blow in seconds."""
    return [
        min(1.0, t / attack)
        * sum(loud * exp(-decay * t) * sin(2 * pi * pitch * t) for pitch, loud, decay in modes)
        for t in (i / RATE for i in range(int(seconds * RATE)))
    ]


def plucked(pitch: float, seconds: float, rng: Random, bright: float = 0.45) -> Samples:
    """Pluck a string; `bright` is 0 for a thumb and 1 for a nail."""
    period = RATE / pitch
    size = int(period)
    burst = _softened([rng.uniform(-1, 1) for _ in range(size)], 0.2 + 0.7 * bright)
    middle = sum(burst) / size  # subtracted: a string that does not return to zero ends in a thump
    string, out, last = [sample - middle for sample in burst], [], 0.0
    for i in range(int(seconds * RATE)):
        value = string[i % size]
        string[i % size] = 0.4985 * (value + last)
        last = value
        out.append(value)
    fade = int(0.05 * RATE)
    for i in range(fade):
        out[-1 - i] *= i / fade
    return out


def brushed(seconds: float, rng: Random, low: float, high: float, peak: float) -> Samples:
    """Rub card on card or cloth: noise between two frequencies, loudest at `peak` seconds."""
    upper = [rng.uniform(-1, 1) for _ in range(int(seconds * RATE))]
    for _ in range(3):  # one pole would leave a hiss
        upper = _softened(upper, _share(high))
    lower = _softened(upper, _share(low))
    return [
        (bright - dull) * _hump(i / RATE, peak, seconds)
        for i, (bright, dull) in enumerate(zip(upper, lower, strict=True))
    ]


def _hump(t: float, peak: float, seconds: float) -> float:
    if t < peak:
        return (t / peak) ** 2
    return (0.5 + 0.5 * cos(pi * (t - peak) / (seconds - peak))) ** 2


def _share(pitch: float) -> float:
    """Return how much of each new sample a low pass of one pole at this frequency takes."""
    return 1 - exp(-2 * pi * pitch / RATE)


def _softened(samples: Sequence[float], share: float) -> Samples:
    out, level = [], 0.0
    for sample in samples:
        level += share * (sample - level)
        out.append(level)
    return out


def mixed(*parts: tuple[float, float, Samples]) -> Samples:
    """Lay sounds over each other: each starts at a second, with a loudness."""
    whole = [0.0] * max(int(start * RATE) + len(samples) for start, _, samples in parts)
    for start, loud, samples in parts:
        at = int(start * RATE)
        for i, sample in enumerate(samples):
            whole[at + i] += loud * sample
    return whole


ECHOES: Final = ((0.011, 0.22), (0.019, 0.16), (0.031, 0.1), (0.047, 0.06))
"""The walls of a small bar: seconds after the sound, loudness."""


def in_the_room(samples: Samples) -> Samples:
    """Add the first reflections, softer than the sound, for the speaker of a phone."""
    dull = _softened(samples, _share(2600))
    return _for_phones(mixed((0, 1, samples), *((late, loud, dull) for late, loud in ECHOES)))


LOWEST: Final = 140.0  # hertz
BLUNT: Final = 0.0025, 0.012  # seconds in which a sound comes and goes: neither end clicks
PEAK: Final = 0.8
LOUDNESS: Final = -13.0
"""In dB to full scale, of the loudest tenth of a second."""
WINDOW: Final = 0.1


def _for_phones(samples: Samples) -> Samples:
    """Leave out what small speakers only rattle with, and let neither end click."""
    heard = filtered(filtered(samples, high_pass(LOWEST, 0.7)), high_pass(LOWEST, 0.7))
    come, go = (int(seconds * RATE) for seconds in BLUNT)
    for i in range(min(come, len(heard))):
        heard[i] *= i / come
    for i in range(min(go, len(heard))):
        heard[-1 - i] *= i / go
    return heard


def levelled(samples: Samples, target: float = LOUDNESS) -> Samples:
    """Return a sound as loud as wanted; its peaks are bent, so that none is cut off."""
    heard = samples
    for _ in range(3):  # what is bent loses a little
        gain = 10 ** ((target - loudness(heard)) / 20)
        heard = [PEAK * tanh(gain * sample / PEAK) for sample in heard]
    return heard


def loudness(samples: Samples) -> float:
    """Return the loudness of the loudest `WINDOW` in dB to full scale, as the ear weighs it."""
    weighed = filtered(filtered(samples, _shelf()), high_pass(38.135, 0.5003))
    size = int(WINDOW * RATE)
    sums = [0.0]
    for sample in weighed:
        sums.append(sums[-1] + sample * sample)
    last = max(1, len(weighed) - size + 1)
    most = max(sums[min(at + size, len(weighed))] - sums[at] for at in range(0, last, size // 8))
    return 10 * log10(most / size) - 0.691


Filter = tuple[float, float, float, float, float]


def high_pass(pitch: float, quality: float) -> Filter:
    """Return a filter of second order that leaves out what is below a frequency in hertz."""
    k = tan(pi * pitch / RATE)
    whole = 1 + k / quality + k * k
    return (
        1 / whole,
        -2 / whole,
        1 / whole,
        2 * (k * k - 1) / whole,
        (1 - k / quality + k * k) / whole,
    )


def _shelf() -> Filter:
    """The head of the listener (ITU-R BS.1770-4, annex 1, stage 1): 4 dB more above 1.7 kHz."""
    k, quality, high = tan(pi * 1681.974 / RATE), 0.7071752, 10 ** (3.99984 / 20)
    band = high**0.4996668
    whole = 1 + k / quality + k * k
    return (
        (high + band * k / quality + k * k) / whole,
        2 * (k * k - high) / whole,
        (high - band * k / quality + k * k) / whole,
        2 * (k * k - 1) / whole,
        (1 - k / quality + k * k) / whole,
    )


def filtered(samples: Sequence[float], by: Filter) -> Samples:
    """Return the samples behind a filter (b0, b1, b2, a1, a2; direct form I)."""
    b0, b1, b2, a1, a2 = by
    out = []
    x1 = x2 = y1 = y2 = 0.0
    for sample in samples:
        output = b0 * sample + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
        x2, x1, y2, y1 = x1, sample, y1, output
        out.append(output)
    return out


def card(rng: Random) -> Samples:
    """A card slapped on the cloth of a wooden table."""
    return mixed(
        (0, 2.6, brushed(0.05, rng, 900, 5200, 0.004)),
        (0.004, 0.5, struck(WOOD, 0.22)),
        (0, 0.9, brushed(0.12, rng, 300, 2500, 0.01)),
    )


def slide(rng: Random) -> Samples:
    """A card that is dealt: it slides, and stops."""
    return mixed(
        (0, 0.6, brushed(0.11, rng, 700, 3600, 0.06)),
        (0.1, 0.22, struck(WOOD[1:], 0.1)),
    )


def shuffle(rng: Random) -> Samples:
    """A riffle, and three cards."""
    riffle = [(0.018 * i * (1 - 0.011 * i), 0.25 + 0.015 * i, _flick(rng)) for i in range(22)]
    dealt = [(0.42 + 0.12 * i, 0.9, slide(rng)) for i in range(3)]
    return mixed(*riffle, *dealt)


def _flick(rng: Random) -> Samples:
    return brushed(0.02, rng, 900, 4200, 0.004)


def knock(rng: Random) -> Samples:
    """Two knuckles on the table: somebody calls."""
    once = mixed((0, 1, struck(WOOD, 0.35)), (0, 0.2, brushed(0.015, rng, 700, 4000, 0.002)))
    return mixed((0, 0.75, once), (0.13, 1, once))


def gathered(rng: Random) -> Samples:
    """The cards of a trick pushed together."""
    return mixed(
        (0, 0.8, brushed(0.22, rng, 500, 4200, 0.09)),
        (0.19, 0.45, struck(WOOD, 0.2)),
    )


def turn(rng: Random) -> Samples:
    """Two soft notes: it is your turn."""
    return mixed(
        (0, 0.7, plucked(329.63, 0.8, rng, 0.25)), (0.11, 0.8, plucked(493.88, 0.8, rng, 0.25))
    )


def point(rng: Random) -> Samples:
    """A match-stick laid down, and a small bell."""
    return mixed((0, 0.5, struck(MATCH, 0.08, 0.0005)), (0.06, 0.35, struck(BELL, 0.7, 0.003)),
                 (0, 0.2, brushed(0.03, rng, 1500, 6000, 0.004)))  # fmt: skip


def _strummed(pitches: Sequence[float], rng: Random, apart: float, long: float) -> Samples:
    return mixed(*(
        (apart * i, 0.6, plucked(pitch, long - apart * i, rng)) for i, pitch in enumerate(pitches)
    ))  # fmt: skip


def win(rng: Random) -> Samples:
    """A chord of a guitar, and the bell of the bar."""
    chord = _strummed((196, 246.94, 293.66, 392, 493.88, 587.33), rng, 0.035, 1.5)
    return mixed((0, 0.9, chord), (0.3, 0.25, struck(BELL, 1.1, 0.003)))


def end(rng: Random) -> Samples:
    """Three notes down, and the chair pushed back."""
    notes = [
        (0.17 * i, 0.7, plucked(pitch, 1.0, rng, 0.3))
        for i, pitch in enumerate((329.63, 293.66, 220))
    ]
    return mixed(*notes, (0.5, 0.3, struck(WOOD, 0.3)))


SOUNDS: Final[Mapping[str, tuple[Callable[[Random], Samples], float]]] = {
    "turn": (turn, 1.0),
    "card": (card, 0.35),
    "deal": (shuffle, 1.0),
    "trick": (gathered, 0.5),
    "call": (knock, 0.6),
    "point": (point, 0.9),
    "end": (end, 1.5),
    "win": (win, 1.6),
}
"""Each sound, and the seconds that it has in the track."""
QUIETER: Final = {"card": -2, "deal": -3, "trick": -3}
"""What is heard with every card stays below what calls for attention, in dB."""
GAP: Final = 0.1
"""Seconds of silence before each sound, which an encoder's delay may shift."""


def starts() -> Mapping[str, tuple[float, float]]:
    """Return where each sound begins in the track, and how long it is, in seconds."""
    at, spans = 0.0, {}
    for name, (_, seconds) in SOUNDS.items():
        spans[name] = (round(at + GAP, 2), seconds)
        at += GAP + seconds
    return spans


def track() -> Samples:
    """Return all sounds, each in its place."""
    whole: Samples = []
    for name, (make, seconds) in SOUNDS.items():
        heard = in_the_room(make(Random(name)))[: int(seconds * RATE)]
        heard = levelled(heard, LOUDNESS + QUIETER.get(name, 0))
        whole += silence(GAP) + heard + silence(seconds - len(heard) / RATE)
    return whole
