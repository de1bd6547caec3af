"""Re-encrypt second factors with the newest of `DEAL_KEYS`, before an older key is removed."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from accounts.sign_in.second_factors import reencrypt


class Command(BaseCommand):
    """`manage.py reencrypt_factors`: exits 1 if no key in the list decrypts a factor."""

    help = "Encrypts second factors by the newest of DEAL_KEYS; afterwards older ones may go."

    def handle(self, *args: Any, **options: Any) -> None:
        """Re-encrypt the factors, and print their number."""
        encrypted, lost = reencrypt()
        self.stdout.write(f"{encrypted} factors encrypted by the newest key")
        if lost:
            self.stderr.write(
                f"{lost} factors open with no key of DEAL_KEYS: they are as they were"
            )
            sys.exit(1)
