"""The site: settings, URLs, the ASGI application and the Celery application."""

from truco_site.celery import app as celery_app

__all__ = ["celery_app"]
