"""Tokens with which programs use the API for a person, and what they wrote."""

from datetime import datetime
from typing import Final, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models.clubs import Club


class ApiTokenQuerySet(models.QuerySet["ApiToken"]):
    """The tokens that pages list."""

    def open(self, now: datetime) -> Self:
        """Return the tokens that work."""
        return self.filter(revoked_at__isnull=True, expires_at__gt=now)


class ApiToken(models.Model):
    """A secret with which a program acts as a person; only its hash is stored.

    The token of a club reaches that club alone; its organisers see it and can revoke it.
    """

    class Scope(models.TextChoices):
        READ = "read", _("leer lo que ves")
        ENTRIES = "entries", _("anotar y retirar")
        RESULTS = "results", _("escribir resultados")
        MANAGE = "manage", _("crear competencias, sortear y editar personas")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens"
    )
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.CASCADE, related_name="api_tokens"
    )
    application = models.ForeignKey(  # what a person allows it; the row has no secret then
        settings.OAUTH2_PROVIDER_APPLICATION_MODEL,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="+",
    )
    name = models.CharField(_("nombre"), max_length=40)
    token_hash = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)  # to the minute

    objects = ApiTokenQuerySet.as_manager()

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("user", "application"),
                condition=Q(revoked_at__isnull=True, application__isnull=False),
                name="one_consent_per_application",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def scope_labels(self) -> list[str]:
        """The scopes in words, in their order."""
        return [str(scope.label) for scope in self.Scope if scope in self.scopes]


KEY_LENGTH: Final = 200


class TokenWrite(models.Model):
    """A request by which a token changed something, stored with the change.

    For a day it holds the answer, for a client that repeats the request with its key.
    """

    token = models.ForeignKey(ApiToken, on_delete=models.CASCADE, related_name="writes")
    method = models.CharField(max_length=6)
    path = models.CharField(max_length=200)
    at = models.DateTimeField(db_index=True)
    key = models.CharField(max_length=KEY_LENGTH, blank=True)  # Idempotency-Key; "" if none
    body_hash = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    answer = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("token", "key"), condition=~Q(key=""), name="one_write_per_idempotency_key"
            ),
        )

    def __str__(self) -> str:
        return f"{self.method} {self.path}"
