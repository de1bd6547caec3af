"""Close codes of live sockets: some of RFC 6455, and the site's own from 4400 on."""

from typing import Final

NOT_TEXT: Final = 1003
TOO_MANY_ERRORS: Final = 1008
AGAIN: Final = 1013  # the reader is too slow, or the database has failed: the browser reconnects
SIGNED_OUT: Final = 4401
NOT_YOURS: Final = 4403
DISPLACED: Final = 4409  # by a newer socket of the same user
MOVED: Final = 4410  # the seat belongs to another person: the reader reconnects to their new role
TOO_MANY_SOCKETS: Final = 4429
