"""The application configuration of accounts."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Users, clubs and their roles."""

    name = "accounts"

    def ready(self) -> None:
        """Connect the receivers for sessions that end or change their key."""
        from accounts import receivers  # noqa: F401 (connects on import)
        from accounts.common.errors import load_refusals

        load_refusals("accounts")
