"""A program asks for permission by OAuth 2: signing in by an e-mailed code, consent, the end."""

import json
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from hashlib import sha256
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from secrets import token_urlsafe
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from playwright.sync_api import expect

from accounts.tokens import applications
from tests.accounts.people import a_person
from tests.browser.screens import Screen
from tests.live.site import HOST, Site

pytestmark = [pytest.mark.django_db(transaction=True)]

CODE = re.compile(r"^[0-9A-Z]{3,}-?[0-9A-Z]{3,}$", re.MULTILINE)


class Program:
    """A program on its user's machine: it listens at the address to which the browser returns."""

    def __init__(self, site: Site) -> None:
        self.site, self.verifier, self.state = site, token_urlsafe(48), token_urlsafe(8)
        self.client_id = ""
        self.returned: dict[str, str] = {}
        self._server = ThreadingHTTPServer((HOST, 0), self._handler())
        self.back = f"http://{HOST}:{self._server.server_address[1]}/back"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def address(self) -> str:
        """Return where it leads a browser that is to give it permission."""
        digest = sha256(self.verifier.encode()).digest()
        asked = {
            "response_type": "code",
            "client_id": self.client_id,
            "redirect_uri": self.back,
            "scope": "read entries",
            "state": self.state,
            "code_challenge": urlsafe_b64encode(digest).decode().rstrip("="),
            "code_challenge_method": "S256",
        }
        return f"/oauth/authorize/?{urlencode(asked)}"

    def exchange(self) -> str:
        """Exchange the code that came back for an access token."""
        assert self.returned["state"] == self.state
        form = {
            "grant_type": "authorization_code",
            "code": self.returned["code"],
            "redirect_uri": self.back,
            "client_id": self.client_id,
            "code_verifier": self.verifier,
        }
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        status, told = self._ask("POST", "/api/v1/oauth/token", urlencode(form), headers)
        assert status == 200, told
        return str(told["access_token"])

    def read(self, token: str) -> int:
        """Return the status of a read in the person's name."""
        return self._ask("GET", "/api/v1/clubs", "", {"Authorization": f"Bearer {token}"})[0]

    def _ask(self, method: str, path: str, body: str, headers: dict[str, str]) -> tuple[int, Any]:
        line = HTTPConnection(HOST, self.site.port, timeout=20)
        try:
            line.request(method, path, body or None, headers)
            answer = line.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            line.close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        program = self

        class Returning(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if self.path.startswith("/back"):
                    asked = parse_qs(urlsplit(self.path).query)
                    program.returned = {name: values[0] for name, values in asked.items()}
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(b'<link rel="icon" href="data:,"><h1>Listo</h1>')

            def log_message(self, format: str, *args: Any) -> None:
                """Write no access lines between those of pytest."""

        return Returning


@pytest.fixture
def program(site: Site) -> Iterator[Program]:
    program = Program(site)
    yield program
    program.close()


@pytest.fixture(autouse=True)
def _with_mail(settings: Any) -> None:
    settings.SENDS_MAIL = True
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


@pytest.mark.feature("Exports", "A program asks a person for permission in the browser")
def test_a_person_signs_in_by_a_code_allows_a_program_and_ends_it(
    open_screen: Callable[..., Screen], program: Program
) -> None:
    ana = a_person()
    EmailAddress.objects.create(user=ana, email=ana.email, verified=True, primary=True)
    app, _ = applications.register_application(
        user=a_person("rosa"), name="La Agenda", redirect_uris=[program.back], is_public=True
    )
    program.client_id = app.client_id
    page = open_screen(program.address()).page

    page.get_by_role("link", name="Entrar con un código por correo").click()
    page.get_by_label("Correo").fill(ana.email)
    page.get_by_role("button", name="Mandame el código").click()
    expect(page.get_by_role("heading", name="Escribí el código")).to_be_visible()
    (code,) = CODE.findall(mail.outbox[-1].body)
    page.get_by_label("Código").fill(code)
    page.get_by_role("button", name="Entrar").click()

    expect(page.get_by_role("heading", name="¿Dejar que La Agenda use tu cuenta?")).to_be_visible()
    assert page.locator("main h1 ~ ul li").all_inner_texts() == [
        "leer lo que ves",
        "anotar y retirar",
    ]
    expect(page.get_by_role("checkbox")).to_have_count(0)
    page.get_by_role("button", name="Permitir").click()
    expect(page.get_by_role("heading", name="Listo")).to_be_visible()
    token = program.exchange()
    assert program.read(token) == 200

    page.goto(f"{program.site.url}/profile/tokens/")
    listed = page.locator("article", has_text="La Agenda")
    listed.get_by_role("button", name="Anular").click()
    expect(listed).to_have_count(0)
    assert program.read(token) == 401
