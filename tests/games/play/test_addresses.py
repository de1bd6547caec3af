"""Addresses of a seat's person: once each, as keyed hashes, forgotten after thirty days."""

from datetime import timedelta

import pytest

from accounts.common.client_address import address_key
from games.models import SeatAddress
from games.play import seat_addresses
from tests.games.tables import a_table, act, whoever_acts

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]
DAY = timedelta(days=1)


def test_each_address_is_kept_once_per_seat(now):
    game = a_table(now)
    first, key = whoever_acts(game), address_key("192.0.2.7")
    act(game, "envido", now, address=key)
    game.refresh_from_db()
    second = whoever_acts(game)
    act(game, "envido", now, address=key)
    game.refresh_from_db()
    act(game, "quiero", now, address=key)
    rows = SeatAddress.objects.order_by("pk").values_list("seat", "key")
    assert list(rows) == [(first.pk, key), (second.pk, key)]
    assert "192.0.2" not in key


def test_they_are_forgotten_after_thirty_days(now):
    game = a_table(now)
    act(game, "envido", now, address=address_key("192.0.2.7"))
    assert seat_addresses.forget_old_addresses(now=now + 29 * DAY) == 0
    assert seat_addresses.forget_old_addresses(now=now + 31 * DAY) == 1
    assert not SeatAddress.objects.exists()
