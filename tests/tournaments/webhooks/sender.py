"""`python -m tests.tournaments.webhooks.sender HOST:PORT CERTIFICATE`: a worker to be killed."""

import sys


def main() -> None:
    """Send the due webhooks once."""
    import django

    django.setup()
    from django.conf import settings
    from django.utils import timezone

    from tournaments.webhooks import delivery

    authority, certificate = sys.argv[1:]
    settings.LOCAL_RECEIVERS = {authority: certificate}
    delivery.deliver(read_clock=timezone.now)


if __name__ == "__main__":
    main()
