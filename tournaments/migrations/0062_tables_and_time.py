"""The time there is, and tables of their own for rehearsals.

A rehearsal that is going on leaves the tables of its club's room.
"""

import django.core.validators
import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def leave_room(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    Competition = apps.get_model("tournaments", "Competition")
    Match = apps.get_model("tournaments", "Match")
    rehearsals = Competition.objects.exclude(rehearsal="")
    matches = Match.objects.filter(round__group__stage__competition__in=rehearsals)
    Match.objects.filter(pk__in=list(matches.values_list("pk", flat=True))).update(
        hall_table=None, waits_since=None
    )
    Competition.hall_tables.through.objects.filter(competition__in=rehearsals).delete()


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0054_persons_of_accounts")]

    operations = [
        migrations.AddField(
            model_name="competition",
            name="available_minutes",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="Desde el comienzo. Si el final pasa esa hora, antes del sorteo se avisa.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(10),
                    django.core.validators.MaxValueValidator(1440),
                ],
                verbose_name="minutos disponibles",
            ),
        ),
        migrations.AddField(
            model_name="halltable",
            name="rehearsal",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="own_tables",
                to="tournaments.competition",
            ),
        ),
        migrations.RemoveConstraint(model_name="halltable", name="one_table_per_number"),
        migrations.AddConstraint(
            model_name="halltable",
            constraint=models.UniqueConstraint(
                condition=models.Q(("rehearsal", None)),
                fields=("club", "number"),
                name="one_table_per_number",
            ),
        ),
        migrations.AddConstraint(
            model_name="halltable",
            constraint=models.UniqueConstraint(
                fields=("rehearsal", "number"), name="one_rehearsed_table_per_number"
            ),
        ),
        migrations.AlterField(
            model_name="auditevent",
            name="act",
            field=models.CharField(
                choices=[
                    ("create", "creó la competencia"),
                    ("edit", "cambió las condiciones"),
                    ("open-registration", "abrió la inscripción"),
                    ("add-entry", "anotó"),
                    ("import", "trajo de un archivo"),
                    ("paste", "pegó una lista"),
                    ("register", "se anotó"),
                    ("approve", "confirmó a"),
                    ("reject", "no confirmó a"),
                    ("paid", "anotó el pago de"),
                    ("unpaid", "borró el pago de"),
                    ("open-check-in", "abrió la acreditación"),
                    ("reopen-registration", "reabrió la inscripción"),
                    ("check-in", "acreditó a"),
                    ("undo-check-in", "desacreditó a"),
                    ("change-cap", "cambió el cupo"),
                    ("order", "ordenó a mano a los anotados"),
                    ("add-reserve", "sumó un suplente a"),
                    ("drop-reserve", "quitó un suplente de"),
                    ("transfer", "hizo una transferencia en"),
                    ("rename-player", "corrigió un nombre de"),
                    ("substitute", "cambió un jugador de"),
                    ("withdraw", "retiró"),
                    ("add-feeder", "hizo pasar a los primeros de"),
                    ("drop-feeder", "ya no hace pasar a los primeros de"),
                    ("agree-feeder", "aceptó que sus primeros pasen a"),
                    ("refuse-feeder", "no aceptó que sus primeros pasen a"),
                    ("take-berth", "hizo pasar, por su puesto, a"),
                    ("empty-berth", "volvió a esperar a"),
                    ("lose-berth", "dejó sin nadie el lugar de"),
                    ("keep-berth", "dejó a quien se sorteó como"),
                    ("reinstate", "volvió a incluir a"),
                    ("absent", "marcó ausente a"),
                    ("present", "quitó la ausencia de"),
                    ("replan", "cambió el plan"),
                    ("undo-replan", "volvió al plan de antes"),
                    ("draw", "sorteó"),
                    ("draft", "sorteó en borrador"),
                    ("swap", "cambió en el borrador"),
                    ("publish", "publicó la ronda"),
                    ("discard-draft", "descartó el borrador"),
                    ("undo-draw", "deshizo el sorteo"),
                    ("start", "dio comienzo"),
                    ("pause", "pausó"),
                    ("resume", "reanudó"),
                    ("cancel", "canceló"),
                    ("archive", "archivó"),
                    ("walkover", "dio por ganado"),
                    ("annul", "anuló un partido"),
                    ("claim-name", "dijo ser"),
                    ("confirm-name", "confirmó que está"),
                    ("release-name", "soltó el nombre de"),
                    ("make-slips", "hizo las papeletas"),
                    ("claim", "dijo un resultado"),
                    ("submit-result", "anotó el resultado"),
                    ("appoint", "nombró"),
                    ("dismiss", "relevó"),
                    ("hold-marks", "mandó marcas sin acuerdo"),
                    ("settle-marks", "decidió sobre marcas sin acuerdo"),
                    ("make-link", "hizo un enlace para"),
                    ("revoke-link", "anuló el enlace de"),
                    ("call-judge", "llamó al juez"),
                    ("rule", "resolvió"),
                    ("appeal", "apeló"),
                    ("answer-appeal", "contestó la apelación"),
                    ("line-up", "presentó una formación"),
                    ("close-line-ups", "cerró las formaciones"),
                    ("board-change", "cambió a un jugador en una mesa"),
                    ("board-result", "anotó el resultado de una mesa"),
                    ("board-walkover", "dio por ganada una mesa"),
                    ("board-back", "corrigió el resultado de una mesa"),
                    ("extend", "dio más tiempo"),
                    ("start-clock", "empezó el reloj"),
                    ("pause-clock", "paró el reloj"),
                    ("resume-clock", "siguió con el reloj"),
                    ("add-time", "sumó tiempo al reloj"),
                    ("penalty", "sancionó"),
                    ("correct-score", "corrigió los tantos"),
                    ("lift-penalty", "levantó una sanción"),
                    ("bulletin", "avisó a todos"),
                    ("bulletin-back", "retiró el aviso"),
                    ("set-network", "cambió el Wi-Fi para invitados"),
                    ("reopen", "reabrió un resultado"),
                    ("propose-time", "propuso horarios"),
                    ("agree-time", "aceptó un horario"),
                    ("decline-time", "rechazó los horarios"),
                    ("set-time", "fijó el horario"),
                    ("set-tables", "preparó las mesas del salón"),
                    ("move-table", "cambió de mesa"),
                    ("table-out", "sacó de uso la mesa"),
                    ("table-back", "volvió a usar la mesa"),
                    ("close-season", "cerró la temporada"),
                    ("erase", "borró su cuenta"),
                    ("hide", "ocultó la competencia"),
                    ("show", "volvió a mostrar la competencia"),
                    ("open-season", "abrió la temporada con los de la anterior"),
                ],
                max_length=20,
            ),
        ),
        migrations.RunPython(leave_room, migrations.RunPython.noop),
    ]
