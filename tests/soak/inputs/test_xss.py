"""User text never becomes markup, and images never become a burden."""

import re
import struct
import zlib
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import models
from django.utils import timezone
from django.utils.html import escape

from accounts.models import User
from games.models import Game
from tests.games.tables import a_person, a_table
from tests.soak.inputs.listed import check
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, enter

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]

EVIL = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '<b hx-get="/accounts/logout/" hx-trigger="load">x</b>',
    '" autofocus onfocus="alert(1)',
    "</q></main><script src=//evil.example></script>",
    "{{ 7*7 }}{% debug %}",
)


@check("B094")
@pytest.mark.parametrize("text", EVIL)
def test_what_is_said_at_a_table_stays_text(visit, text):
    game = a_table(timezone.now(), people=[a_person("ana"), a_person("beto")])
    Game.objects.filter(pk=game.pk).update(talk="chat")
    rival = visit(game.seats.get(number=1).user)
    line = rival.watch(game)
    line.table()
    ana = visit(game.seats.get(number=0).user)
    assert ana.post(f"/tables/{game.pk}/talk/", {"text": text}).status == 204
    frame = line.wait_for(lambda frame: 'class="said"' in frame)
    listed, page = (rival.get(f"/tables/{game.pk}/{path}").text for path in ("talk/", ""))
    for sent in (frame, listed, page):
        assert text not in sent or text == escape(text)
    for sent in (frame, listed):
        assert str(escape(text)).replace("&#x27;", "&#39;") in sent.replace("&#34;", "&quot;")
    config = Path(settings.BASE_DIR, "templates/_htmx_config.json").read_text()
    assert '"allowEval": false' in config
    assert '"allowScriptTags": false' in config


def png(width: int, height: int) -> bytes:
    """A picture that says it is so large, in a few hundred bytes."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"\0" * 1_000_000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@check("B097")
@pytest.mark.parametrize("data", [png(10_000, 10_000), b"GIF89a" + b"\0" * 64, b"MZ\x90\0" * 40])
def test_the_site_takes_no_picture_from_anybody(organiser, now, data):
    """Heads are drawn and chosen by number; lists are text; a club's logo is encoded again."""
    files = [
        field
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if isinstance(field, models.FileField)
    ]
    assert files == []
    person, event = a_person(), a_cup(organiser, now)
    sent = SimpleUploadedFile("head.png", data, "image/png")
    assert a_browser(person).post("/profile/avatar/", {"avatar": sent}).status_code in {409, 422}
    assert User.objects.get(pk=person.pk).avatar is None
    sent = SimpleUploadedFile("a.csv", data, "image/png")
    answer = a_browser(organiser).post(f"/competitions/{event.pk}/import/", {"file": sent})
    assert answer.status_code == 415
    assert not event.entries.exists()


@check("B098")
@pytest.mark.parametrize("name", ["</script><script>alert(1)", "--><svg/onload=alert(1)>"])
def test_no_text_stands_in_a_script(organiser, now, name):
    """No page has a script of its own to break out of; blocks of data for others have no `<`."""
    person = a_person()
    User.objects.filter(pk=person.pk).update(display_name=name)
    cup = a_cup(organiser, now)
    enter(cup, organiser, now, User.objects.get(pk=person.pk))
    for path in ("/", f"/competitions/{cup.pk}/", f"/players/{person.username}/", "/profile/"):
        page = text_of(a_browser(person).get(path))
        assert name not in page
        page = re.sub(r'<script type="application/ld\+json">[^<]*</script>', "", page)
        assert not re.search(r"<script(?![^>]*\ssrc=)[^>]*>(?!\s*</script>)", page)
    sources = Path(settings.BASE_DIR, "templates").rglob("*.*")
    inline = re.compile(r"<script(?![^>]*(?:\ssrc=|application/(?:ld\+)?json))")
    assert [path.name for path in sources if inline.search(path.read_text())] == []
