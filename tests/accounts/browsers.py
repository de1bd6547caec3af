"""A user's browser, its pages, and the addresses that it can post to."""

from django.test import Client

WRITES = [
    "/language/",
    "/clubs/la-yunta/invite/",
    "/clubs/la-yunta/withdraw/",
    "/clubs/la-yunta/leave/",
    "/clubs/la-yunta/members/1/role/",
    "/clubs/la-yunta/members/1/remove/",
    "/clubs/la-yunta/members/1/owner/",
]


def browser_of(person):
    browser = Client()
    browser.force_login(person)
    return browser


def text_of(response):
    return response.content.decode()
