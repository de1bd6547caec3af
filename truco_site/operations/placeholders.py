"""System check for variables that still hold an example of `deploy/truco.env.example`."""

import os
import re
from collections.abc import Mapping
from typing import Any, Final

from django.core.checks import CheckMessage, Error, Tags, register

PLACEHOLDER: Final = re.compile(r"<[a-z][a-z ]*>")
NAMES: Final = (
    *("SECRET_KEY", "SECRET_KEY_FALLBACKS", "DEAL_KEYS", "RECORD_KEYS", "VAPID_KEY"),
    *("ALLOWED_HOSTS", "SITE_URL", "DATABASE_URL", "REDIS_URL", "BROKER_URL"),
    *("EMAIL_HOST", "EMAIL_HOST_USER", "EMAIL_HOST_PASSWORD", "METRICS_TOKEN"),
    *("BACKUP_TO", "BACKUP_S3_KEY", "BACKUP_S3_SECRET"),
)


def find_placeholders(environment: Mapping[str, str]) -> list[str]:
    """Return the names of variables with a `<placeholder>` left in their value."""
    return [name for name in NAMES if PLACEHOLDER.search(environment.get(name, ""))]


@register(Tags.security, deploy=True)
def check_placeholders(app_configs: object, **kwargs: Any) -> list[CheckMessage]:
    """Refuse to deploy with keys from the public example."""
    return [
        Error(f"{name} still has the placeholder of the example in it.", id="truco.E002")
        for name in find_placeholders(os.environ)
    ]
