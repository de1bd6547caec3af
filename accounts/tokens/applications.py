"""Applications of other sites that act for people by OAuth 2 (django-oauth-toolkit).

The toolkit runs the protocol (authorization code with PKCE, RFC 6749, 7636, 9700) and stores its
tokens as hashes. What a person allowed an application is one `ApiToken` without a secret of its
own: it has the scopes, the club and the end, and counts, logs and lists as any other. A token of
the toolkit works as long as that row does.
"""

import secrets
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from oauth2_provider.models import AccessToken, Application, Grant, RefreshToken, clear_expired

from accounts.clubs.services import lock_organised
from accounts.common.security_log import log_security_event
from accounts.common.tokens import hash_token
from accounts.models import ApiToken, User
from accounts.tokens.errors import (
    NoSuchApplicationError,
    TokenExpiredError,
    TokenUnknownError,
    TooManyApplicationsError,
)

PREFIX: Final = "truco_oauth_"  # by which scanners of published code recognise a leaked token
SECRET_BYTES: Final = 32
MOST: Final = 10  # applications of a person
ALLOWED_FOR: Final = timedelta(days=365)  # then the person is asked again


def make_secret(request: Any = None) -> str:
    """Return a new access or refresh token; the toolkit passes its request."""
    return PREFIX + secrets.token_urlsafe(SECRET_BYTES)


def applications_of(user: User) -> QuerySet[Application]:
    """Return the applications that a person registered, newest first."""
    applications: QuerySet[Application] = Application.objects.filter(user=user).order_by("-pk")
    return applications


@transaction.atomic
def register_application(
    *, user: User, name: str, redirect_uris: Collection[str], is_public: bool
) -> tuple[Application, str]:
    """Register an application; return it with its secret, "" for one that can keep none.

    The secret is stored as a hash. Raises RefusedError `too-many-applications`.
    """
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if applications_of(user).count() >= MOST:
        raise TooManyApplicationsError()
    secret = secrets.token_urlsafe(SECRET_BYTES)
    kinds = (Application.CLIENT_PUBLIC, Application.CLIENT_CONFIDENTIAL)
    application = Application.objects.create(
        user=user,
        name=name,
        redirect_uris=" ".join(redirect_uris),
        client_type=kinds[0] if is_public else kinds[1],
        authorization_grant_type=Application.GRANT_AUTHORIZATION_CODE,
        client_secret=secret,
    )
    log_security_event("application-registered", user=user.pk, application=application.pk)
    return application, "" if is_public else secret


@transaction.atomic
def delete_application(*, application_id: int, actor: User) -> None:
    """Delete an application with all that people allowed it.

    Raises RefusedError `no-such-application`.
    """
    application = applications_of(actor).filter(pk=application_id).first()
    if application is None:
        raise NoSuchApplicationError()
    application.delete()
    log_security_event("application-deleted", user=actor.pk, application=application_id)


@transaction.atomic
def allow_application(
    *,
    user: User,
    application: Application,
    scopes: Iterable[str],
    club_id: int | None,
    now: datetime,
) -> ApiToken:
    """Store what a person allows an application, in place of what they allowed it before.

    For a club it raises RefusedError as `lock_organised` does.
    """
    if club_id is None:
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
    else:
        lock_organised(club_id, user)
    allowed = set(scopes)
    token, _is_new = ApiToken.objects.update_or_create(
        user=user,
        application=application,
        revoked_at=None,
        defaults={
            "club_id": club_id,
            "name": application.name[:40],
            "token_hash": hash_token(make_secret()),  # of no secret that anybody has
            "scopes": [scope for scope in ApiToken.Scope.values if scope in allowed],
            "created_at": now,
            "expires_at": now + ALLOWED_FOR,
        },
    )
    log_security_event(
        "application-allowed", user=user.pk, application=application.pk, club=club_id
    )
    return token


def forget_access(*, user_id: int, application_id: int) -> None:
    """Delete the codes and tokens by which an application acts for a person."""
    for kind in (Grant, RefreshToken, AccessToken):
        kind.objects.filter(user=user_id, application=application_id).delete()


def recognise_access(*, secret: str, now: datetime) -> ApiToken:
    """Return what a person allows the application that sends this token, limited to its scopes.

    Raises RefusedError `token-unknown` or `token-expired`.
    """
    access = AccessToken.objects.filter(token_checksum=hash_token(secret)).first()
    if access is None:
        raise TokenUnknownError()
    if access.expires <= now:
        raise TokenExpiredError()
    allowed = ApiToken.objects.select_related("user").filter(
        user=access.user_id, application=access.application_id, revoked_at=None
    )
    token = allowed.filter(user__is_active=True).first()
    if token is None:
        raise TokenUnknownError()
    token.scopes = [scope for scope in token.scopes if scope in access.scope.split()]
    return token


def forget_expired() -> None:
    """Delete codes and tokens that no longer work."""
    clear_expired()
