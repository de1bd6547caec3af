"""A club's own look: who may change it, which colours can be read, what a logo becomes."""

import io
import struct
import zlib

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image, PngImagePlugin

from accounts.clubs.look import BAND, TEXT, contrast, encode_logo
from accounts.models import ClubImprint
from accounts.sanctions.services import rename_club
from tests.accounts.browsers import browser_of, text_of
from tests.accounts.factors import with_app
from tests.accounts.people import NOW, a_member, a_person

pytestmark = [pytest.mark.django_db, pytest.mark.both]
LOOK = {
    "short_name": "Yunta",
    "colour": "#7a1f3d",
    "text_colour": "#ffffff",
    "email": "hola@yunta.example",
    "phone": "+54 11 4444-5555",
    "web": "https://yunta.example/",
    "legal": "La Yunta, asociación civil.\n\nInscripción 123.",
}
PATH = "/clubs/la-yunta/look/"


def a_picture(size=(600, 300), kind="PNG", **more):
    file = io.BytesIO()
    Image.new("RGB", size, "#7a1f3d").save(file, kind, **more)
    return file.getvalue()


def sent(data, name="logo.png"):
    return SimpleUploadedFile(name, data, "image/png")


def test_contrast_is_that_of_the_standard():
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)  # just too little
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)
    assert contrast("#123456", "#123456") == 1
    assert contrast(BAND, TEXT) > 4.5


@pytest.mark.feature("Public pages", "A club has its own colours, logo, contact and legal text")
def test_an_organiser_dresses_the_club_and_everybody_sees_it(client, club):
    organiser = a_member(club, "rita", organiser=True)
    answer = browser_of(organiser).post(PATH, {**LOOK, "logo": sent(a_picture())})
    assert answer.headers["Location"] == "/clubs/la-yunta/"
    page = text_of(client.get("/clubs/la-yunta/"))
    assert '<div class="club-band">' in page
    assert "Yunta</bdi>" in page
    style = client.get("/clubs/la-yunta/look.css")
    assert style.headers["Content-Type"].startswith("text/css")
    assert "background:#7a1f3d;color:#ffffff" in text_of(style)
    contact = text_of(client.get("/clubs/la-yunta/contact/"))
    assert "mailto:hola@yunta.example" in contact
    assert "tel:+54114444-5555" in contact
    assert "<p>Inscripción 123.</p>" in contact
    logo = client.get("/clubs/la-yunta/logo.png?v=1")
    assert Image.open(io.BytesIO(logo.content)).size == (256, 128)
    again = client.get("/clubs/la-yunta/logo.png", headers={"If-None-Match": logo.headers["ETag"]})
    assert again.status_code == 304


def test_a_club_without_a_look_has_no_band_and_no_contact(client, club):
    assert "club-band" not in text_of(client.get("/clubs/la-yunta/"))
    assert client.get("/clubs/la-yunta/contact/").status_code == 404
    assert client.get("/clubs/la-yunta/logo.png").status_code == 404
    assert client.get("/clubs/la-yunta/look.css").content == b""


def test_the_colours_of_the_site_are_no_choice(owner, club):
    browser_of(owner).post(PATH, {**LOOK, "colour": BAND, "text_colour": TEXT})
    club.refresh_from_db()
    assert (club.colour, club.text_colour) == ("", "")


def test_a_logo_stays_until_it_is_taken_off(owner, club):
    browser = browser_of(owner)
    browser.post(PATH, {**LOOK, "logo": sent(a_picture())})
    browser.post(PATH, LOOK)
    club.refresh_from_db()
    assert club.logo_version
    browser.post(PATH, {**LOOK, "drops_logo": "on"})
    club.refresh_from_db()
    assert not club.logo_version
    assert ClubImprint.objects.get(club=club).logo is None


def test_a_club_that_operators_rename_loses_short_name_and_logo(owner, club):
    browser_of(owner).post(PATH, {**LOOK, "logo": sent(a_picture())})
    operator = with_app(a_person("operator", is_staff=True))
    rename_club(by=operator, club_id=club.pk, name="Otro nombre", reason="insulto", now=NOW)
    club.refresh_from_db()
    assert (club.short_name, club.logo_version) == ("", "")
    imprint = ClubImprint.objects.get(club=club)
    assert imprint.logo is None
    assert imprint.email == LOOK["email"]


@pytest.mark.parametrize(
    "change",
    [
        {"colour": "#777777"},
        {"colour": "red"},
        {"colour": "#fff;}*{x:y"},
        {"colour": ""},
        {"email": "nobody"},
        {"phone": "call me"},
        {"web": "javascript:alert(1)"},
        {"web": "ftp://yunta.example/"},
        {"legal": "x" * 4001},
        {"short_name": "x" * 25},
        {"short_name": "a\u200bb"},
    ],
)
def test_a_bad_look_is_refused_in_words(owner, club, change):
    answer = browser_of(owner).post(PATH, {**LOOK, **change})
    assert answer.status_code == 422
    assert "errorlist" in text_of(answer)
    assert not ClubImprint.objects.exists()


def test_only_organisers_change_the_look(club):
    for person in (a_member(club, "mora"), a_person("otto")):
        assert browser_of(person).get(PATH).status_code == 403
        assert browser_of(person).post(PATH, LOOK).status_code == 403
    assert not ClubImprint.objects.exists()


def a_header(width, height):
    """A PNG that claims a size, with an empty picture."""
    chunks = ((b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)), (b"IDAT", b""))
    parts = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


class TestLogo:
    """What is sent as a logo, and what is kept of it."""

    @pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
    def test_pictures_are_encoded_again_and_made_small(self, kind):
        kept = Image.open(io.BytesIO(encode_logo(a_picture((1000, 500), kind))))
        assert (kept.format, kept.size, kept.mode) == ("PNG", (256, 128), "RGBA")

    def test_nothing_else_of_the_file_is_kept(self):
        hidden = PngImagePlugin.PngInfo()
        hidden.add_text("Comment", "<script>alert(1)</script>")
        kept = encode_logo(a_picture(pnginfo=hidden) + b"<?php echo 1;")
        assert b"script" not in kept
        assert b"php" not in kept

    @pytest.mark.parametrize(
        "data",
        [
            *(b"", b"GIF89a" + b"\0" * 64, b"<svg xmlns='http://www.w3.org/2000/svg'/>"),
            *(a_picture()[:200], b"\x89PNG\r\n\x1a\n" + b"\0" * 99, b"\0" * 1_048_577),
            *(a_picture((4097, 10)), a_header(60_000, 60_000)),
        ],
    )
    def test_other_files_are_refused(self, data):
        with pytest.raises(ValidationError):
            encode_logo(data)

    def test_a_large_request_is_refused_before_it_is_read(self, owner, club):
        answer = browser_of(owner).post(PATH, {**LOOK, "logo": sent(b"x" * 1_200_000)})
        assert answer.status_code == 413
