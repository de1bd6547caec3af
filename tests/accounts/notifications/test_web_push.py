"""Web Push on the wire, against the examples of its RFCs."""

import json
from datetime import timedelta

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils

from accounts.notifications.web_push import (
    authorization,
    decode,
    encode,
    encrypted,
    is_browser,
    point,
    site_key,
)
from tests.accounts.subscribed import Subscribed

# RFC 8291, appendix A
MESSAGE = b"When I grow up, I want to be a watermelon"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
BROWSER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAm"
    "S6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_"
    "Qulcy4a-fN"
)


def test_the_example_of_the_rfc_comes_out_to_the_byte():
    body = encrypted(MESSAGE, p256dh=P256DH, auth=AUTH, own=site_key(SENDER), salt=decode(SALT))
    assert encode(body) == BODY


def test_the_example_of_the_rfc_is_read_by_its_browser():
    browser = Subscribed(site_key(BROWSER), decode(AUTH))
    assert encode(browser.point) == P256DH
    assert browser.read(decode(BODY)) == MESSAGE


def test_no_two_bodies_are_alike_and_only_their_browser_reads_them():
    mine, other = Subscribed(), Subscribed()
    keys = {"p256dh": encode(mine.point), "auth": encode(mine.auth)}
    first, second = (encrypted("¡Tu partido!".encode(), **keys) for _ in range(2))
    assert first != second
    assert mine.read(first).decode() == mine.read(second).decode() == "¡Tu partido!"
    with pytest.raises(InvalidTag):
        other.read(first)


def test_the_signature_names_the_service_the_site_and_an_end(now):
    key = site_key(BROWSER)
    told = authorization("https://push.example/abc/d", key=key, contact="mailto:a@b.c", now=now)
    scheme, _, fields = told.partition(" ")
    parts = dict(field.split("=", 1) for field in fields.split(","))
    head, claims, signature = parts["t"].split(".")
    assert (scheme, decode(parts["k"])) == ("vapid", point(key.public_key()))
    assert json.loads(decode(head)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(decode(claims)) == {
        "aud": "https://push.example",
        "exp": int((now + timedelta(hours=12)).timestamp()),
        "sub": "mailto:a@b.c",
    }
    raw = decode(signature)
    der = utils.encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    key.public_key().verify(der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", AUTH),
        (P256DH, ""),
        (P256DH, "c2hvcnQ"),
        (P256DH, "ñ" * 22),
        (P256DH[:-4], AUTH),
        (encode(b"\x04" + bytes(64)), AUTH),  # not on the curve
        ("<script>", AUTH),
    ],
)
def test_what_no_browser_would_say_is_no_key(p256dh, auth):
    assert is_browser(P256DH, AUTH)
    assert not is_browser(p256dh, auth)
