"""Admin site of competitions, read-only.

Changes go through the services, which write the audit log.
"""

from django.contrib import admin

from accounts.admin import ReadOnlyAdmin
from tournaments.models import (
    AuditEvent,
    Competition,
    Entry,
    Match,
    PlayerStanding,
    PointsEntry,
    RevokedResult,
)


@admin.register(Competition)
class CompetitionAdmin(ReadOnlyAdmin):
    list_display = ("name", "club", "state", "created_at")
    list_filter = ("state",)
    list_select_related = ("club",)


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    """Read-only admin of entries. The invitation links are left out."""

    list_display = ("name", "competition", "state")
    fields = ("name", "competition", "state", "affiliation", "place", "team", "created_at")
    list_select_related = ("competition",)


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    list_display = ("pk", "state", "winner", "points_reason", "completed_at")
    list_filter = ("state", "points_reason")


@admin.register(PointsEntry)
class PointsEntryAdmin(ReadOnlyAdmin):
    """Read-only admin of the points ledger."""

    list_display = ("match", "user", "points", "reason", "reversal")
    list_select_related = ("match", "user")


@admin.register(RevokedResult)
class RevokedResultAdmin(ReadOnlyAdmin):
    """Read-only admin of revoked results."""

    list_display = ("match", "number", "state", "revoked_by", "revoked_at", "reason")
    list_select_related = ("match", "revoked_by")


@admin.register(PlayerStanding)
class PlayerStandingAdmin(ReadOnlyAdmin):
    """Read-only admin of the ranking."""

    list_display = ("user", "points", "matches", "wins")
    list_select_related = ("user",)


@admin.register(AuditEvent)
class AuditEventAdmin(ReadOnlyAdmin):
    """Read-only admin of the audit log."""

    list_display = ("at", "actor", "act", "competition", "reason")
    list_filter = ("act",)
    list_select_related = ("actor", "competition")
