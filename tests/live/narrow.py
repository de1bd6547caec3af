"""`manage.py` where a process may have no more files and connections than many systems give it."""

import os
import resource
import sys

FILES = 1024

if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    os.execv(sys.executable, [sys.executable, "manage.py", *sys.argv[1:]])
