"""The deck that a reader has chosen, on a page whose pieces are the same for everybody.

Pieces are rendered once for an audience, with the first deck. The page names both decks; the
browser does the same for what arrives later (`parseHtml` in `connection.js`).
"""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.templatetags.static import static

from accounts.models import User

SHEETS = {User.Deck.CASTELLANA: "img/deck.svg", User.Deck.CLASSIC: "img/deck-classic.svg"}
FIRST = User.Deck.CASTELLANA


def with_chosen_deck(response: HttpResponse, user: User | AnonymousUser) -> HttpResponse:
    """Replace the deck of a rendered page by the user's."""
    if not isinstance(user, User) or user.deck == FIRST:
        return response
    first, chosen = (static(SHEETS[deck]) for deck in (FIRST, User.Deck(user.deck)))
    page = response.content.decode().replace(first, chosen)
    decks = f'data-decks="{first} {chosen}"'
    response.content = page.replace("data-decks", decks, 1).encode()
    return response
