"""Competitions in the admin site: everything can be read, nothing changed behind the audit log."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from tournaments.models import (
    AuditEvent,
    Competition,
    Entry,
    Match,
    PlayerStanding,
    PointsEntry,
    RevokedResult,
)

LONGEST_KEY = 18  # digits


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic for mypy only
    """Rows that only services write."""

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> Any:
        """Find none for a number that no row has: not every kind of key can be asked for it."""
        if len(object_id) > LONGEST_KEY:
            return None
        return super().get_object(request, object_id, from_field)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody."""
        return False


@admin.register(Competition)
class CompetitionAdmin(ReadOnlyAdmin):
    """Competitions by state."""

    list_display = ("name", "club", "state", "created_at")
    list_filter = ("state",)
    list_select_related = ("club",)


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    """Entries with their seeds."""

    list_display = ("name", "competition", "state", "seed")
    list_select_related = ("competition",)


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    """Matches and their results."""

    list_display = ("pk", "state", "winner", "points_reason", "completed_at")
    list_filter = ("state", "points_reason")


@admin.register(PointsEntry)
class PointsEntryAdmin(ReadOnlyAdmin):
    """The ledger."""

    list_display = ("match", "user", "points", "reason", "reversal")
    list_select_related = ("match", "user")


@admin.register(RevokedResult)
class RevokedResultAdmin(ReadOnlyAdmin):
    """Results that were taken back."""

    list_display = ("match", "number", "state", "revoked_by", "revoked_at", "reason")
    list_select_related = ("match", "revoked_by")


@admin.register(PlayerStanding)
class PlayerStandingAdmin(ReadOnlyAdmin):
    """The leaderboard."""

    list_display = ("user", "points", "matches", "wins")
    list_select_related = ("user",)


@admin.register(AuditEvent)
class AuditEventAdmin(ReadOnlyAdmin):
    """Who did what, and why."""

    list_display = ("at", "actor", "act", "competition", "reason")
    list_filter = ("act",)
    list_select_related = ("actor", "competition")
