"""Callers of the API: anonymous ones, and people through a token with scopes."""

from dataclasses import dataclass
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils import timezone
from ninja.security.base import AuthBase

from accounts.common.cost_budgets import FILES
from accounts.common.rate_limit import MINUTE, RateLimit
from accounts.models import ApiToken, Club, User
from accounts.tokens.services import recognise_token
from tournaments.api.errors import (
    OtherClubError,
    ScopeMissingError,
    TokenMissingError,
    TooManyRequestsError,
)
from tournaments.models import Competition, CompetitionQuerySet

Scope = ApiToken.Scope
REQUESTS: Final = RateLimit("api-token", 600, MINUTE)


@dataclass(frozen=True)
class Caller:
    """The user of a request, and the token that acts for them."""

    user: User | AnonymousUser
    token: ApiToken | None = None

    @property
    def person(self) -> User:
        """The person who acts, in operations that require a token."""
        assert isinstance(self.user, User), "a write has a token"
        return self.user

    def competitions(self) -> CompetitionQuerySet:
        """Return the competitions that the caller may see; of other clubs the public ones."""
        if self.token is None or self.token.club_id is None:
            return Competition.objects.visible_to(self.user)
        own = Competition.objects.visible_to(self.user).filter(club=self.token.club_id)
        public = Competition.objects.public()
        return Competition.objects.filter(pk__in=own) | Competition.objects.filter(pk__in=public)

    def reaches(self, club_id: int | None) -> bool:
        """Return whether the token may act in a club."""
        return self.token is not None and self.token.club_id in (None, club_id)

    def require_club(self, club_id: int | None) -> None:
        """Raise RefusedError `other-club` if the token belongs to another club."""
        if not self.reaches(club_id):
            raise OtherClubError()

    def reader_in(self, club_id: int | None) -> User | AnonymousUser:
        """Return the user that decides what of a club may be read."""
        return self.user if self.reaches(club_id) else AnonymousUser()

    def organises(self, club: Club) -> bool:
        return club.can_organise(self.reader_in(club.pk))


class Token(AuthBase):
    """Bearer authentication with a token of the site that has a scope."""

    openapi_type = "http"
    openapi_scheme = "bearer"
    openapi_description = (
        "A token from the account's or the club's settings: `Authorization: Bearer truco_…`."
    )
    is_required = True

    def __init__(self, scope: ApiToken.Scope) -> None:
        self.scope = scope
        super().__init__()

    def __call__(self, request: HttpRequest) -> Caller:
        """Return the caller.

        Raises RefusedError `token-missing`, `token-unknown`, `token-expired`, `scope-missing` or
        `too-busy`.
        """
        header = request.headers.get("Authorization")
        if header is None:
            if self.is_required:
                raise TokenMissingError()
            if FILES.is_spent(request):
                raise TooManyRequestsError()
            return Caller(AnonymousUser())
        kind, _space, secret = header.partition(" ")
        if kind.lower() != self.openapi_scheme:
            raise TokenMissingError()
        token = recognise_token(secret=secret.strip(), now=timezone.now())
        request.user = token.user  # its budget is charged, too
        if REQUESTS.is_exceeded(token.pk) or FILES.is_spent(request):
            raise TooManyRequestsError()
        if self.scope not in token.scopes:
            raise ScopeMissingError()
        token.user.acting_token = token
        return Caller(token.user, token)


class OptionalToken(Token):
    """The same, where a reader without a token gets what is public."""

    is_required = False


ANYBODY: Final = OptionalToken(Scope.READ)
READER: Final = Token(Scope.READ)
ENTRIES: Final = Token(Scope.ENTRIES)
RESULTS: Final = Token(Scope.RESULTS)
MANAGER: Final = Token(Scope.MANAGE)


def caller_of(request: HttpRequest) -> Caller:
    """Return the caller of an authenticated request."""
    caller: Any = request.auth  # type: ignore[attr-defined]  # set by ninja
    assert isinstance(caller, Caller)
    return caller
