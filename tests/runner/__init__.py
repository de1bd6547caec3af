import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")  # for what is run by hand
