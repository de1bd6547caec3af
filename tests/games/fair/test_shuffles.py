"""Fair deals: what is promised before the game holds after it, and no card is favoured."""

import subprocess
import sys
from collections import Counter

import pytest
from cryptography.fernet import Fernet

from games.engine import PRESETS, deck_for
from games.fair import shuffle

DECK = deck_for(PRESETS["argentino"])


def deal(seed: bytes, *, game: int = 7, number: int = 1, contributions=(), **more: int):
    more = {"game": game, "number": number, **more}
    return shuffle.shuffled(DECK, seed=seed, contributions=contributions, **more)


def test_a_shuffle_is_a_permutation_and_can_be_repeated():
    seed = bytes(range(32))
    assert sorted(deal(seed)) == sorted(DECK)
    assert deal(seed) == deal(seed)


@pytest.mark.parametrize(
    "change",
    [
        {"game": 8},
        {"number": 2},
        {"scheme": 1},
        {"contributions": (b"\x01" * 16, b"")},
        {"contributions": (b"", b"\x01" * 16)},
    ],
)
def test_game_hand_and_every_contribution_change_the_deck(change):
    seed = bytes(range(32))
    assert deal(seed, **change) != deal(seed, contributions=(b"", b""))


@pytest.mark.parametrize(
    ("scheme", "dealt", "promised"),
    [
        (
            1,
            "1o 2o 11e 2b 1c 10o 2e 5o",
            "73ebe26379eb5e5b58a00274ae8893198214fa4f1d9833a875267fd4abc3b756",
        ),
        (
            2,
            "2c 5e 5b 7c 1o 3o 7e 10c",
            "6722d25d47c8cf07c7ce937bb1f8efbd5381fcf057099d5fa00870fc3b94ce63",
        ),
    ],
)
def test_a_published_deal_stays_what_it_was(scheme, dealt, promised):
    """Records of years ago must go on verifying: these are the two schemes for good."""
    cards = deal(bytes(range(32)), contributions=(b"\x01" * 16, b""), scheme=scheme)
    assert " ".join(map(str, cards[:8])) == dealt
    assert shuffle.commitment(bytes(range(32)), 7, scheme) == promised


def test_every_card_comes_to_every_place_equally_often():
    """Chi squared, 40 places x 40 cards, 1,521 degrees of freedom: above 1,700 is 1 in 1,000."""
    rounds, seen = 4000, Counter()
    for round_number in range(rounds):
        for place, card in enumerate(deal(round_number.to_bytes(32, "big"))):
            seen[place, card] += 1
    expected = rounds / 40
    chi = sum((seen[p, c] - expected) ** 2 / expected for p in range(40) for c in DECK)
    assert chi < 1700


def test_a_seed_sealed_with_an_older_key_still_opens(settings):
    seed, old = shuffle.new_seed(), Fernet.generate_key().decode()
    settings.DEAL_KEYS = [old]
    sealed = shuffle.seal(seed)
    settings.DEAL_KEYS = [Fernet.generate_key().decode(), old]
    assert shuffle.unseal(sealed) == seed
    assert seed.hex() not in sealed


@pytest.mark.feature("Records", "A stand-alone script checks the deals")
def test_the_stand_alone_script_needs_nothing_but_python():
    source = (shuffle.__file__.rsplit("games/fair", 1)[0]) + "static/tools/check_deals.py"
    run = [sys.executable, "-I", "-S", source, "no-such-file"]
    assert "No such file" in subprocess.run(run, capture_output=True, text=True).stderr
