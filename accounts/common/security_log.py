"""The security log: sign-ins and permissions, by numeric id only, never by name or address."""

import logging

from accounts.common.transactions import on_commit

logger = logging.getLogger(__name__)
# letters of an address's keyed hash: enough to recognise a series, too few to test addresses
SHORT = 8


def log_security_event(event: str, **about: object) -> None:
    """Log an event after the commit of its transaction."""
    details = " ".join(f"{name}={value}" for name, value in about.items())
    on_commit(logger.info, "%s %s", event, details)


def client_pseudonym(address_key: str) -> str:
    """Return the log's pseudonym for a client's address."""
    return address_key[:SHORT]
