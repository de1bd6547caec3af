"""Services for API tokens: create, list, revoke, and recognise the one of a request."""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Prefetch, Q

from accounts.clubs.services import lock_organised
from accounts.common.security_log import log_security_event
from accounts.common.tokens import hash_token
from accounts.models import ApiToken, ApiTokenQuerySet, Club, TokenWrite, User
from accounts.tokens.applications import PREFIX as APPLICATION_PREFIX
from accounts.tokens.applications import forget_access, forget_expired, recognise_access
from accounts.tokens.errors import (
    NoSuchTokenError,
    TokenExpiredError,
    TokenUnknownError,
    TooManyTokensError,
)

PREFIX: Final = "truco_"  # by which scanners of published code recognise a leaked token
TOKEN_BYTES: Final = 32
MOST: Final = 20  # that work, of a person and of a club
SHOWN: Final = 12  # writes of a token on its page
REPLAYED_FOR: Final = timedelta(days=1)
LOGGED_FOR: Final = timedelta(days=90)
MINUTE: Final = timedelta(minutes=1)


@transaction.atomic
def create_token(
    *,
    user: User,
    name: str,
    scopes: Collection[str],
    days: int,
    now: datetime,
    club_id: int | None = None,
) -> tuple[ApiToken, str]:
    """Create a token; return it with its secret, which is not stored.

    Raises RefusedError `too-many-tokens`, and for a club as `lock_organised` does.
    """
    if club_id is None:
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        own = ApiToken.objects.filter(user=user, club=None)
    else:
        lock_organised(club_id, user)
        own = ApiToken.objects.filter(club=club_id)
    if own.open(now).filter(application=None).count() >= MOST:
        raise TooManyTokensError()
    secret = PREFIX + secrets.token_urlsafe(TOKEN_BYTES)
    token = ApiToken.objects.create(
        user=user,
        club_id=club_id,
        name=name,
        token_hash=hash_token(secret),
        scopes=[scope for scope in ApiToken.Scope.values if scope in scopes],
        created_at=now,
        expires_at=now + timedelta(days=days),
    )
    log_security_event("token-created", user=user.pk, token=token.pk, club=club_id)
    return token, secret


@transaction.atomic
def revoke_token(*, token_id: int, actor: User, now: datetime) -> None:
    """Revoke a token: its owner, or for a token of a club an organiser, may.

    Raises RefusedError `no-such-token`, and for a club as `lock_organised` does.
    """
    token = ApiToken.objects.filter(pk=token_id, revoked_at=None).first()
    if token is None or (token.club_id is None and token.user_id != actor.pk):
        raise NoSuchTokenError()
    if token.club_id is not None and token.user_id != actor.pk:
        lock_organised(token.club_id, actor)
    ApiToken.objects.filter(pk=token_id).update(revoked_at=now)
    if token.application_id is not None:
        forget_access(user_id=token.user_id, application_id=token.application_id)
    log_security_event("token-revoked", token=token_id, by=actor.pk)


def tokens_of(owner: User | Club, now: datetime) -> ApiTokenQuerySet:
    """Return the tokens of a person or of a club that work, each with its latest writes."""
    own = Q(user=owner, club=None) if isinstance(owner, User) else Q(club=owner)
    latest = Prefetch("writes", TokenWrite.objects.order_by("-pk")[:SHOWN], to_attr="latest")
    tokens = ApiToken.objects.filter(own).open(now)
    return tokens.select_related("user", "club", "application").prefetch_related(latest)


def recognise_token(*, secret: str, now: datetime) -> ApiToken:
    """Return the token of a request with its owner, and note its use.

    One of an application stands for what its person allowed it. Raises RefusedError
    `token-unknown` or `token-expired`.
    """
    if secret.startswith(APPLICATION_PREFIX):
        token: ApiToken | None = recognise_access(secret=secret, now=now)
    else:
        tokens = ApiToken.objects.select_related("user").filter(token_hash=hash_token(secret))
        token = tokens.filter(application=None, revoked_at=None, user__is_active=True).first()
    if token is None:
        raise TokenUnknownError()
    if token.expires_at <= now:
        raise TokenExpiredError()
    if token.last_used_at is None or now - token.last_used_at >= MINUTE:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
    return token


def forget_old(*, now: datetime) -> None:
    """Delete answers that are no longer repeated, and what tokens did long ago."""
    TokenWrite.objects.filter(at__lte=now - LOGGED_FOR).delete()
    over = TokenWrite.objects.filter(at__lte=now - REPLAYED_FOR).exclude(key="", answer=None)
    over.update(key="", answer=None)
    forget_expired()
    ApiToken.objects.filter(
        Q(revoked_at__lte=now - LOGGED_FOR) | Q(expires_at__lte=now - LOGGED_FOR)
    ).delete()
