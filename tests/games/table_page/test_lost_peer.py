"""A peer who lost their connection: what the second clock of the table counts to."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from tests.games.tables import a_table, whoever_acts

pytestmark = pytest.mark.django_db


def test_the_clock_of_a_lost_peer_says_what_it_counts_to():
    game = a_table(timezone.now())
    due = whoever_acts(game)
    game.seats.exclude(pk=due.pk).update(absent_since=timezone.now())
    client = Client()
    client.force_login(due.user)
    page = client.get(f"/tables/{game.pk}/").content.decode()
    assert re.search(r"sin conexión</small>\s*<span[^>]*>robot en</span>\s*<time data-until", page)
