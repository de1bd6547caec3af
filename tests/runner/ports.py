"""Ports for servers that tests start."""

import fcntl
import os
import socket
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

_PORTS: Final = iter(range(20_000, 32_000))  # the system gives away those from 32768 on


def free_port() -> int:
    """Return a free port that neither the system nor another run of tests uses meanwhile."""
    for port in _PORTS:
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            held = os.open(Path(tempfile.gettempdir(), f"truco-port-{port}"), os.O_CREAT)
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)  # until this process ends
            return port
    raise AssertionError("no port is free")
