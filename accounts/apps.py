"""The accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Users, clubs and their roles."""

    name = "accounts"
