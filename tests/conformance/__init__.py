"""Case files run against the rules and the formats: `python -m tests.conformance FILE...`."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "truco_site.settings")  # for the words of calls
