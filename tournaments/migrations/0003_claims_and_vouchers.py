"""Accounts of slip claims are of the side that claims; clubs that vouchers verified are marked."""

from django.db import migrations
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


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_persons_series_and_federations")]
    operations = [migrations.RunPython(forget_strangers, migrations.RunPython.noop)]
