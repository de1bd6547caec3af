#!/usr/bin/env python
"""Django's command line for the truco club site."""

import gc
import os
import signal
import sys

if sys.version_info < (3, 11):  # noqa: UP036  # this is what tells older ones
    sys.exit("Truco needs Python 3.11 or newer; this is %d.%d." % sys.version_info[:2])  # noqa: UP031

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "truco_site.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit("Django is not installed for this Python: `make setup`, or see README.md.")
    if sys.argv[1:2] in (["serve"], ["web"]):
        gc.set_threshold(200_000, 20, 20)  # of what is loaded nothing is freed; see asgi.py
        # to be told to end is no fault, even this early
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    if sys.argv[1:2] == ["setup"]:
        from truco_site.environment import fresh_keys

        os.environ.update(fresh_keys())  # of no use: else the settings would keep keys in VAR_DIR
    try:
        execute_from_command_line(sys.argv)
    except KeyboardInterrupt:
        sys.exit("Stopped.")
