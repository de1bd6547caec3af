"""How many files and connections this process may have open at a time."""

import sys
from contextlib import suppress

ENOUGH = 65_536

if sys.platform == "win32":

    def take_more_files() -> None:
        """Do nothing: Windows has no such limit."""

    def files_permitted() -> int:
        """Return how many files and connections this process may have open."""
        return ENOUGH

else:
    import resource

    def take_more_files() -> None:
        """Raise the limit of open files from the default 1,024 to what the system permits."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        limit = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
        if soft != resource.RLIM_INFINITY and soft < limit:
            with suppress(OSError, ValueError):  # continue with fewer
                resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))

    def files_permitted() -> int:
        """Return how many files and connections this process may have open."""
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return ENOUGH if soft == resource.RLIM_INFINITY else soft
