"""Competitions in the admin site: everything can be read, nothing changed behind the audit log."""

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
    """Competitions by state."""

    list_display = ("name", "club", "state", "created_at")
    list_filter = ("state",)
    list_select_related = ("club",)


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    """Entries, without the links that lead into them."""

    list_display = ("name", "competition", "state")
    fields = ("name", "competition", "state", "affiliation", "place", "team", "created_at")
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
