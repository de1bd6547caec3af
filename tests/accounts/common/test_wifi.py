"""A network as the text of a QR code, escaped as phones read it."""

import pytest

from accounts.common.qr_codes import is_network, wifi_qr_text


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [
        ("Club", "truco123", "WIFI:T:WPA;S:Club;P:truco123;;"),
        ("El Ancho", "", "WIFI:T:nopass;S:El Ancho;;"),
        ('"a;b"', "c:d,e\\f;", 'WIFI:T:WPA;S:\\"a\\;b\\";P:c\\:d\\,e\\\\f\\;;;'),
        ("CAFE", "12345678", 'WIFI:T:WPA;S:"CAFE";P:"12345678";;'),
        ("Peña Ñandú", "ocho y más", "WIFI:T:WPA;S:Peña Ñandú;P:ocho y más;;"),
    ],
)
def test_a_network_is_written_with_its_signs_escaped(name, password, code):
    assert wifi_qr_text(name, password) == code


def test_a_hidden_network_says_so():
    assert (
        wifi_qr_text("Club", "truco123", is_hidden=True) == "WIFI:T:WPA;S:Club;P:truco123;H:true;;"
    )
    assert wifi_qr_text("Club", "", is_hidden=True) == "WIFI:T:nopass;S:Club;H:true;;"


@pytest.mark.parametrize(
    ("name", "password", "answer"),
    [
        ("Club", "", True),
        ("Club", "12345678", True),
        ("Club", "a" * 63, True),
        ("Club", "a" * 64, True),  # the key itself
        ("Club", "z" * 64, False),
        ("Club", "1234567", False),
        ("Club", "contraseña", False),
        ("ñ" * 16, "", True),
        ("ñ" * 17, "", False),
        ("", "", False),
        ("a\nb", "", False),
    ],
)
def test_what_no_access_point_takes_is_no_network(name, password, answer):
    assert is_network(name, password) is answer
