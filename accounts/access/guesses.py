"""Limits guesses of links and codes by address.

Only misses count, and only a miss is ever refused: a hall is one address, so whoever holds a valid
link or code always comes in, whatever others on the same network try. What keeps secrets secret is
their size: 44 bits for the shortest, the code of a slip (tournaments/slips).
"""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.access.counting import counted
from accounts.access.network import address_key, client_address
from truco_site.operation.security import note, origin

A_MINUTE = 10
MINUTE = 60


def refuse_guess(request: HttpRequest) -> HttpResponse | None:
    """Count a link or code that led nowhere; return the answer 429 to one too many in a minute."""
    home = address_key(client_address(request))
    misses = counted(f"missed-links:{home}", MINUTE)
    if misses == A_MINUTE:
        note("too-many-guesses", origin=origin(home))
    if misses <= A_MINUTE:
        return None
    return render(request, "429.html", status=HTTPStatus.TOO_MANY_REQUESTS)
