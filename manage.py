#!/usr/bin/env python
"""The command line of a checkout; an installed wheel has the same commands as `truco`."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036  # this is what tells older ones
    sys.exit("Truco needs Python 3.11 or newer; this is %d.%d." % sys.version_info[:2])  # noqa: UP031

if __name__ == "__main__":
    try:
        from truco_site.command_line import run
    except ImportError:
        sys.exit("Django is not installed for this Python: `make setup`, or see README.md.")
    run(sys.argv)
