"""Accounts of slip claims are of the side that claims; clubs that vouchers verified are marked."""

from django.db import migrations, models
from django.db.models import Exists, OuterRef


def forget_strangers(apps, schema_editor):
    """Leave out who typed a claim without being a player of that side."""
    places = apps.get_model("tournaments", "RosterPlayer").objects.filter(
        user=OuterRef("by"),
        user__is_guest=False,
        entry__slots__match=OuterRef("slip__match"),
        entry__slots__side=OuterRef("side"),
    )
    claims = apps.get_model("tournaments", "SlipClaim").objects.exclude(by=None)
    claims.filter(~Exists(places)).update(by=None)


def mark_vouched(apps, schema_editor):
    """Mark the clubs that were verified by their second voucher, or later."""
    for verified in apps.get_model("tournaments", "VerifiedClub").objects.filter(by=None):
        before = verified.club.vouchers.filter(at__lte=verified.at)
        if before.count() >= 2:
            verified.vouched = True
            verified.save(update_fields=["vouched"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_persons_series_and_federations")]
    operations = [
        migrations.AddField(
            model_name="verifiedclub",
            name="vouched",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.RunPython(forget_strangers, migrations.RunPython.noop),
        migrations.RunPython(mark_vouched, migrations.RunPython.noop),
    ]
