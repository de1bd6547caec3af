"""The games app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games, seats, their log and the live tables."""

    name = "games"
