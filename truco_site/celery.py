"""The Celery application and beat's timetable.

Tasks are hints: what is due stands in the database, so late, twice and never are all safe.
"""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "truco_site.settings")

app = Celery("truco_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
