"""Results by hand, and casual games beyond the day's three, have reasons of their own.

Casual tables get leaderboards of their own; ratings can be replayed in parts.
"""

from django.conf import settings
from django.db import migrations, models
from django.db.models import Exists, OuterRef

BEFORE = ("played", "presencial")


def name_what_was_written_by_hand(apps, schema_editor):
    """A result that was written down, with no real cards, is by hand: that is certain."""
    names = ("Match", "RevokedResult", "PointsEntry", "ResultSubmission", "RankingTurn")
    matches, revoked, lines, written, turns = (
        apps.get_model("tournaments", name).objects.order_by() for name in names
    )
    with_cards = "round__group__stage__competition__with_cards"
    written = written.filter(**{f"match__{with_cards}": False})
    of_match = written.filter(match=OuterRef("pk"), number=OuterRef("reopened"))
    by_hand = {"points_reason": "by-hand"}
    matches.filter(Exists(of_match), points_reason__in=BEFORE).update(**by_hand)
    of_result = written.filter(match=OuterRef("match"), number=OuterRef("number"))
    revoked.filter(Exists(of_result), points_reason__in=BEFORE).update(**by_hand)
    lines.filter(Exists(of_result), reason__in=BEFORE).update(reason="by-hand")
    if lines.exists():
        turns.update_or_create(pk=1, defaults={"outdated": True})


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0001_squashed_0033_awaited_rounds'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='match',
            name='points_reason_follows_the_state',
        ),
        migrations.RemoveIndex(
            model_name='playerstanding',
            name='standings_by_points',
        ),
        migrations.AddField(
            model_name='leaderboard',
            name='kind',
            field=models.CharField(blank=True, max_length=6),
        ),
        migrations.AddField(
            model_name='leaderboardline',
            name='table_matches',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='leaderboardline',
            name='table_points',
            field=models.IntegerField(default=0),
        ),
        migrations.AddField(
            model_name='leaderboardline',
            name='table_wins',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='rankingturn',
            name='replay_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='rankingturn',
            name='replay_match',
            field=models.BigIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='rankingturn',
            name='replayed_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='rankingturn',
            name='writers',
            field=models.PositiveBigIntegerField(default=0),
        ),
        migrations.AlterField(
            model_name='match',
            name='points_reason',
            field=models.CharField(blank=True, choices=[('played', 'jugado'), ('presencial', 'jugado en un evento presencial'), ('by-hand', 'anotado a mano'), ('shared-ip', 'no puntúa: misma conexión'), ('short', 'no puntúa: otra entre los mismos, de menos de tres manos'), ('repeated', 'no puntúa: ya jugaron tres por puntos ese día'), ('walkover', 'no puntúa: ganado por ausencia'), ('annulled', 'no puntúa: anulado'), ('practice', 'no puntúa: jugó un robot')], max_length=10),
        ),
        migrations.AlterField(
            model_name='pointsentry',
            name='reason',
            field=models.CharField(choices=[('played', 'jugado'), ('presencial', 'jugado en un evento presencial'), ('by-hand', 'anotado a mano'), ('shared-ip', 'no puntúa: misma conexión'), ('short', 'no puntúa: otra entre los mismos, de menos de tres manos'), ('repeated', 'no puntúa: ya jugaron tres por puntos ese día'), ('walkover', 'no puntúa: ganado por ausencia'), ('annulled', 'no puntúa: anulado'), ('practice', 'no puntúa: jugó un robot'), ('automatic', 'no puntúa: terminó en automático')], max_length=10),
        ),
        migrations.AlterField(
            model_name='revokedresult',
            name='points_reason',
            field=models.CharField(choices=[('played', 'jugado'), ('presencial', 'jugado en un evento presencial'), ('by-hand', 'anotado a mano'), ('shared-ip', 'no puntúa: misma conexión'), ('short', 'no puntúa: otra entre los mismos, de menos de tres manos'), ('repeated', 'no puntúa: ya jugaron tres por puntos ese día'), ('walkover', 'no puntúa: ganado por ausencia'), ('annulled', 'no puntúa: anulado'), ('practice', 'no puntúa: jugó un robot')], max_length=10),
        ),
        migrations.AddIndex(
            model_name='leaderboardline',
            index=models.Index(fields=['board', '-table_points', 'user'], name='board_by_table_points'),
        ),
        migrations.RunPython(name_what_was_written_by_hand, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('points_reason__in', ('played', 'presencial', 'by-hand', 'shared-ip', 'short', 'repeated', 'practice')), ('state', 'completed')), models.Q(('points_reason', 'walkover'), ('state__in', ('walkover', 'double_walkover'))), models.Q(('points_reason', 'annulled'), ('state', 'annulled')), models.Q(('points_reason', ''), ('state__in', ('pending', 'ready', 'called', 'bye'))), _connector='OR'), name='points_reason_follows_the_state'),
        ),
    ]
