"""The check anybody can make: a sound record passes, a changed one does not."""

import importlib.util
import json
import re
from collections.abc import Iterator
from datetime import datetime
from random import Random
from types import ModuleType

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.test import Client

from accounts.models import User
from games.engine import PRESETS, deck_for, draw_dealer, make_rules
from games.engine.ranks import RANKS
from games.fair import shuffle, signatures
from games.fair.shuffle import NONE, WITHHELD
from games.models import Game, RecordSignature
from games.play import clock, cut_secrets, record_signatures
from games.play import seats as play_seats
from games.play.replay import DealSource
from tests.games.records.test_record import CHECK, checked, text_of
from tests.games.tables import (
    CORTE,
    a_person,
    a_table,
    agree_to_end,
    ended_by_time,
    fold_to_the_end,
    play_to_the_end,
    sealed,
)
from tests.runner import chance

pytestmark = [pytest.mark.both, pytest.mark.django_db]

FLIPS = 150


@pytest.fixture(scope="module")
def script() -> ModuleType:
    """The script as a module: thousands of checks need no process each."""
    spec = importlib.util.spec_from_file_location("check_deals", CHECK)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def flipped(record: bytes, times: int = FLIPS) -> Iterator[tuple[int, bytes]]:
    """Yield the record with one bit flipped, at places drawn from this run's seed."""
    for bit in sorted(Random(chance.SEED).sample(range(8 * len(record)), times)):
        changed = bytearray(record)
        changed[bit // 8] ^= 1 << bit % 8
        yield bit, bytes(changed)


def a_played_game(now: datetime, *, preset: str = "argentino", seats: int = 2) -> Game:
    people = [a_person() for _ in range(seats)]
    target = {} if preset == "truc" else {"target": "5"}
    game = a_table(now, people=people, preset=preset, **target)
    play_to_the_end(game, now)
    return game


def faults(script: ModuleType, record: bytes, keys: list[str] | None = None) -> list[str]:
    return [what for is_so, what in script.check(record, keys) if not is_so]


# ---- sound records ----


@pytest.mark.parametrize(
    ("preset", "seats"),
    [
        *(("argentino", 4), ("uruguayo", 2), ("truc", 2)),
        *(("paulista", 4), ("mineiro", 2), ("gauderio", 2), ("venezolano", 2), ("mallorqui", 4)),
    ],
)
def test_of_a_sound_record_all_is_right(script, now, preset, seats):
    record = text_of(a_played_game(now, preset=preset, seats=seats)).encode()
    assert faults(script, record, signatures.public_keys()) == []


@pytest.mark.parametrize("preset", ["argentino", "truc", "paulista", "mineiro", "mallorqui"])
def test_the_script_draws_the_first_mano_from_every_deck(script, preset):
    """R-D1 and R-D6, against the engine's own draw."""
    for size in RANKS[PRESETS[preset].ranks].decks:
        rules = make_rules(preset, {"deck": str(size)})
        deck = deck_for(rules)
        assert script.DECKS[str(size)] == list(map(str, deck))
        for seed in range(40):
            cards = Random(f"{preset} {size} {seed}").sample(deck, len(deck))
            mano = script.drawn_mano(map(str, cards), rules.seats, str(size), preset)
            assert mano == draw_dealer(rules, cards).mano


def test_a_blind_card_is_that_of_its_place(script):
    hand = script.Hand(1, 0, [["7e", "6e", "5e"], ["4b", "3b", "2b"]], "")
    hand.plays = [(0, "#1"), (1, "#3"), (0, "#2"), (1, "#1")]
    assert script.are_held(hand)
    hand.plays.append((0, "#1"))
    assert not script.are_held(hand)


def test_the_script_says_line_by_line_what_it_checked(now, tmp_path):
    game = a_played_game(now)
    keys = tmp_path / "keys.json"
    keys.write_text(Client().get("/.well-known/truco-record-keys.json").content.decode())
    status, said = checked(text_of(game), tmp_path, keys)
    assert status == 0
    assert "the corte of seat 1 fits its hash" in said
    assert "hand 1 is what the seed deals" in said
    assert "the key is one that the site publishes" in said
    assert f"all {len(said.splitlines()) - 1} are right" in said


def test_robots_and_who_did_not_open_stand_in_the_record(script, now):
    ana, luis = a_person(), a_person()
    game = a_table(now, people=[ana, luis, None, None], seated=False, target="5")
    for person in (ana, luis):
        hash_ = sealed(game)
        play_seats.sit_down(game_id=game.pk, user=person, corte_hash=hash_, address="", now=now)
    cut_secrets.reveal_cut(game_id=game.pk, user=ana, corte=CORTE, now=now)
    game.refresh_from_db()
    clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
    game.refresh_from_db()
    play_seats.annul_game(game_id=game.pk, now=now)
    text = text_of(game)
    assert f'[Cortes "{CORTE}" "{WITHHELD}" "{NONE}" "{NONE}"]' in text
    assert f'[Hashes "{sealed(game)}" "{sealed(game)}" "{NONE}" "{NONE}"]' in text
    assert '[Result "annulled"]' in text
    assert faults(script, text.encode()) == []


def test_records_of_before_stay_checkable_by_their_scheme(script, now):
    game = a_table(now, seated=False, target="5")
    seed = shuffle.unseal(game.sealed_seed)
    game.scheme, game.commitment = 1, shuffle.commitment(seed, game.pk, 1)
    game.save(update_fields=["scheme", "commitment"])
    game.seats.filter(number=0).update(contribution="ab" * 16)  # sent in the clear, in those days
    play_seats.start_game(game_id=game.pk, now=now)
    game.refresh_from_db()
    play_to_the_end(game, now)
    record = text_of(game)
    assert "Scheme" not in record
    assert f'[Cortes "{"ab" * 16},"]' in record
    assert faults(script, record.encode()) == []
    other = record.replace("ababab", "ababac", 1)
    assert "hand 1 is what the seed deals" in faults(script, other.encode())
    assert not RecordSignature.objects.exists()


# ---- changed records ----


@pytest.mark.feature("Records", "Records are signed; the script finds every changed bit")
@pytest.mark.parametrize(("preset", "seats"), [("argentino", 2), ("uruguayo", 4)])
def test_of_150_flipped_bits_every_one_is_found(script, now, preset, seats):
    record = text_of(a_played_game(now, preset=preset, seats=seats)).encode()
    missed = [bit for bit, changed in flipped(record) if not faults(script, changed)]
    assert missed == []


def test_whatever_is_cut_or_pasted_is_found_and_crashes_nothing(script, now):
    record = text_of(a_played_game(now)).encode()
    rng = Random(chance.SEED)
    for _ in range(FLIPS):
        one, other = sorted(rng.sample(range(len(record)), 2))
        for changed in (record[:one], record[:one] + record[other:], record + record[one:other]):
            assert faults(script, changed)
    assert faults(script, b"")
    assert faults(script, record.replace(b"\n", b"\r\n"))


def test_old_records_that_are_changed_crash_nothing(script, now):
    game = a_played_game(now)
    text = re.sub(
        r"\[(Scheme|Result|Hashes|Names|Salts|Key|Digest|Signature) .*\n", "", text_of(game)
    )
    old = re.sub(r"\[Cortes .*\]", f'[Cortes "{CORTE},{CORTE}"]', text).encode()
    for _, changed in flipped(old):
        assert faults(script, changed)


@pytest.mark.parametrize(
    ("pattern", "instead", "named"),
    [
        (r"deal=(\w+),(\w+),(\w+)/(\w+)", r"deal=\4,\2,\3/\1", "hand 1 is what the seed deals"),
        (r'(\[Commitment "5*)[^5]', r"\g<1>5", "the seed fits the commitment"),
        (r'(\[Seed "5*)[^5]', r"\g<1>5", "the seed fits the commitment"),
        (r'(\[Cortes "5*)[^5]', r"\g<1>5", "the corte of seat 1 fits its hash"),
        (r'(\[Hashes "5*)[^5]', r"\g<1>5", "the corte of seat 1 fits its hash"),
        (r'\[Cortes "\w+', '[Cortes "withheld', "hand 1 is what the seed deals"),
        (r'\[Seats "', '[Seats "Don ', "the name of seat 1 is the one that was signed"),
        (r'\[Event "', '[Event "Gran ', "the name of the table is the one that was signed"),
        (r"hand 1 ", "hand 2 ", "hand 1 is missing"),
        (r'\[Rules "\w+', '[Rules "otro', "every line is as it was signed"),
        (r'(\[Digest "5*)[^5]', r"\g<1>5", "every line is as it was signed"),
    ],
)
def test_what_was_changed_is_named(script, now, pattern, instead, named):
    text = text_of(a_played_game(now))
    changed = re.sub(pattern, instead, text, count=1)
    assert changed != text
    assert named in faults(script, changed.encode())


@pytest.mark.parametrize(("preset", "deck"), [("paulista", "40"), ("paulista", "24")])
def test_the_vira_is_the_next_card_of_the_cut_deck(script, now, preset, deck):
    """R-D2, R-D3: the cuts turn another one, and a record with another one is found out."""
    game = a_table(now, preset=preset, deck=deck, target="5")
    seats = list(game.seats.order_by("number"))
    source = DealSource(game, seats)
    dealt = source.deal(source.first_start()).deal
    cut = shuffle.shuffled(
        deck_for(game.rules),
        seed=shuffle.unseal(game.sealed_seed),
        game=game.pk,
        number=1,
        contributions=[bytes.fromhex(CORTE)] * 2,
        scheme=game.scheme,
    )
    assert dealt.muestra == cut[6]
    viras = set()
    for number in range(20):
        seats[1].contribution = f"{number:064x}"
        viras.add(source.deal(source.first_start()).deal.muestra)
    assert len(viras) > 5
    play_to_the_end(game, now)
    text = text_of(game)
    found = re.search(r"muestra=(\w+)", text)
    other = next(str(card) for card in reversed(cut) if str(card) != found[1])
    changed = text.replace(found[0], f"muestra={other}", 1)
    assert faults(script, text.encode()) == []
    assert "the muestra of hand 1 is what the seed turns up" in faults(script, changed.encode())


def test_a_card_that_changes_hands_in_play_is_named(script, now):
    text = text_of(a_played_game(now))
    held = re.search(r"deal=\w+,\w+,\w+/(\w+)", text)[1]
    changed = re.sub(r"\n0:\S+|\n1:\S+", f"\n0:{held}", text, count=1)
    assert any("played by their holders" in fault for fault in faults(script, changed.encode()))


def test_a_record_that_somebody_else_has_signed_is_named_by_its_key(script, now, settings):
    game, own = a_played_game(now), signatures.public_keys()
    RecordSignature.objects.all().delete()
    settings.RECORD_KEYS = ["77" * 32]
    record_signatures.sign_record(Game.objects.get(pk=game.pk))
    record = text_of(Game.objects.get(pk=game.pk)).encode()
    assert faults(script, record) == []  # sound in itself, which is why the site publishes its keys
    assert faults(script, record, own) == ["the key is one that the site publishes"]


# ---- names ----


def test_a_name_that_is_changed_later_stays_as_it_was_signed(script, now):
    ana = a_person("Ana")
    game = a_table(now, people=[ana, a_person()], target="5")
    fold_to_the_end(game, now)
    User.objects.filter(pk=ana.pk).update(display_name="Anita")
    text = text_of(game)
    assert '"Ana"' in text
    assert "Anita" not in text
    assert faults(script, text.encode()) == []


def test_who_is_erased_leaves_the_signature_good_and_no_trace(script, now):
    ana = a_person("Ana")
    game = a_table(now, people=[ana, a_person("Luis")], target="5")
    fold_to_the_end(game, now)
    before = text_of(game)
    salt = game.signature.salts[1]
    record_signatures.forget_person(ana)
    record_signatures.forget_title(game)
    text = text_of(Game.objects.get(pk=game.pk))
    assert "Ana" in before
    assert "Ana" not in text
    assert salt in before
    assert salt not in text
    assert '[Seats "?" "Luis"]' in text
    assert faults(script, text.encode(), signatures.public_keys()) == []
    assert faults(script, text.replace('"?" "Luis"', '"Eva" "Luis"').encode())


def test_a_name_with_quotes_or_a_line_of_its_own_disturbs_nothing(script, now):
    ana = a_person()
    ana.display_name = 'la "Zurda" \\ \u2028ñ'
    ana.save()
    game = a_table(now, people=[ana, a_person()], target="5")
    Game.objects.filter(pk=game.pk).update(title="Copa\n[Seed]")
    game.refresh_from_db()
    fold_to_the_end(game, now)
    record = text_of(game).encode()
    assert faults(script, record) == []
    assert "[Event " in record.decode()


# ---- the signature ----


@pytest.mark.parametrize(
    ("secret", "public", "data", "signature"),
    [  # RFC 8032, 7.1
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e3970"
            "1cf9b46bd25bf5f0595bbe24655141438e7a100b",
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613"
            "d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
        ),
        (
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
            "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760"
            "984dc6594a7c15e9716ed28dc027beceea1ec40a",
        ),
    ],
)
def test_the_script_knows_good_signatures(script, secret, public, data, signature):
    parts = [bytes.fromhex(text) for text in (data, signature, public)]
    assert script.is_signed(*parts)
    key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret))
    assert key.sign(parts[0]).hex() == signature
    for place in range(3 if data else 0):
        wrong = [
            part[:-1] + bytes([part[-1] ^ 1]) if at == place else part
            for at, part in enumerate(parts)
        ]
        assert not script.is_signed(*wrong)


def test_the_keys_are_published_the_one_in_use_first(settings, client):
    settings.RECORD_KEYS = ["11" * 32, "22" * 32, "pub:" + "ab" * 32]
    told = json.loads(client.get("/.well-known/truco-record-keys.json").content)
    assert told["algorithm"] == "Ed25519"
    assert [len(key) for key in told["keys"]] == [64, 64, 64]
    assert told["keys"][2] == "ab" * 32
    assert not {"11" * 32, "22" * 32} & set(told["keys"])
    assert client.post("/.well-known/truco-record-keys.json").status_code == 405


# ---- an end by agreement ----


@pytest.mark.feature(
    "Playing", "An end by agreement is in the signed record, and both checks accept it"
)
def test_an_end_by_agreement_stands_in_the_record_and_is_signed(script, now):
    text = text_of(agree_to_end(a_table(now), now))
    assert '[Termination "agreed"]\n' in text
    assert '[Result "annulled"]\n' in text
    findings = dict(reversed(each) for each in script.check(text.encode()))
    assert findings["it ended by agreement: nobody won"]
    assert all(findings.values())
    without = text.replace('[Termination "agreed"]\n', "")
    assert faults(script, without.encode()) == ["every line is as it was signed"]
    assert "Termination" not in text_of(a_played_game(now))


def test_an_end_by_agreement_that_somebody_won_is_named(script, now):
    text = text_of(agree_to_end(a_table(now), now))
    won = text.replace('[Result "annulled"]', '[Result "0"]')
    assert "it ended by agreement: nobody won" in faults(script, won.encode())
    other = text.replace('"agreed"', '"forfeit"')
    assert faults(script, other.encode())[-1] == "the tag Termination is missing or badly written"


# ---- an end by time ----

BY_TIME = "it ended by time: the leader won, if anybody"


@pytest.mark.feature(
    "Records", "The record of a game that the bell ended is checked like any other"
)
@pytest.mark.parametrize("decides", [True, False])
def test_an_end_by_time_stands_in_the_record_and_is_signed(script, now, decides):
    text = text_of(ended_by_time(now, decides=decides))
    assert '[Termination "time"]\n' in text
    findings = dict(reversed(each) for each in script.check(text.encode()))
    assert findings[BY_TIME]
    assert all(findings.values())


def test_an_end_by_time_that_its_bell_does_not_tell_is_named(script, now):
    game = ended_by_time(now)
    text, loser = text_of(game), 1 - game.winner
    won = text.replace(f'[Result "{game.winner}"]', f'[Result "{loser}"]')
    assert BY_TIME in faults(script, won.encode())
    silent = re.sub(r'\[Rulings "[^\n]*\n', "", text)
    assert BY_TIME in faults(script, silent.encode())
