"""Browsers for page tests."""

from django.test import Client

from accounts.models import User


def a_browser(user: User | None = None, language: str = "es-ar", **options: object) -> Client:
    """A browser, signed in or not, that asks for a language."""
    client = Client(headers={"accept-language": language}, **options)
    if user is not None:
        client.force_login(user)
    return client


def text_of(answer) -> str:
    return answer.content.decode()
