"""People, series and federations; playing days, ladders, second brackets, fees and webhooks.

Rows of release 0.7.0 get their persons, playing days and places.
"""

import datetime
from collections import defaultdict
from zoneinfo import ZoneInfo

import accounts.i18n.time_zones
import accounts.names.validation
import django.core.validators
import django.db.models.deletion
import tournaments.formats.options
import tournaments.formats.results_table
import tournaments.models.competitions
import tournaments.models.series
import tournaments.models.venues
from django.conf import settings
from django.db import migrations, models
from django.db.models import Count, Exists, F, OuterRef, Q, Subquery
from django.utils import timezone

from games.engine import make_rules
from tournaments.names.comparison import comparison_key
from truco_site.table_changes import ChangeTables

BATCH = 500


def create_persons(apps, schema_editor):
    """Give each account a person, with its results, in every club where it has played.

    Names without an account stay without a person: the organisers of the club say who they are.
    """
    model = apps.get_model
    RosterPlayer = model("tournaments", "RosterPlayer")
    PlayerResult = model("tournaments", "PlayerResult")
    PointsEntry = model("tournaments", "PointsEntry")
    LeaderboardLine = model("tournaments", "LeaderboardLine")
    Person = model("tournaments", "Person")
    User = model("accounts", "User")

    played = "match__round__group__stage__competition"
    places = RosterPlayer._base_manager.filter(user__isnull=False, user__is_guest=False)
    results = PlayerResult._base_manager.filter(guest=False, match__round__isnull=False)
    lines = PointsEntry._base_manager.filter(club__isnull=False)
    pairs = {
        *places.filter(competition__rehearsal="").values_list("competition__club", "user"),
        *results.values_list(f"{played}__club", "user"),
        *lines.values_list("club", "user"),
    }
    users = User.objects.in_bulk({user for _, user in pairs})
    now = timezone.now()
    Person.objects.bulk_create(
        (
            Person(club_id=club, user_id=user, created_at=now, **_names(users[user]))
            for club, user in sorted(pairs)
        ),
        batch_size=BATCH,
    )

    def person(**where):
        own = Person.objects.filter(user=OuterRef("user_id"), **where)
        return Subquery(own.values("pk")[:1])

    places.filter(competition__rehearsal="").update(
        person=person(club__competitions=OuterRef("competition_id"))
    )
    of_match = "club__competitions__stages__groups__rounds__matches"
    results.update(person=person(**{of_match: OuterRef("match_id")}))
    lines.update(person=person(club=OuterRef("club_id")))
    LeaderboardLine.objects.filter(board__club__isnull=False).update(
        person=person(club__leaderboards=OuterRef("board_id")), user=None
    )


def mark_tables(apps, schema_editor):
    """Mark the results made at tables of the site, an account at each seat.

    As `tournaments.ranking.provenance` knows them; 0.7.0 had no results confirmed by both sides.
    """
    model = apps.get_model
    PlayerResult = model("tournaments", "PlayerResult")
    PointsEntry = model("tournaments", "PointsEntry")
    at_tables = ("played", "short", "repeated")
    same = {"match": OuterRef("match"), "number": OuterRef("number")}
    revoked = model("tournaments", "RevokedResult")._base_manager.filter(**same)
    written = model("tournaments", "ResultSubmission")._base_manager.filter(
        **same, submitted_by__isnull=False
    )
    players = PlayerResult._base_manager.filter(**same).order_by()
    seated = players.values("match").annotate(seated=Count("pk")).values("seated")
    standing = Q(number=F("match__reopened"))
    made = Q(standing, match__points_reason__in=at_tables) | Exists(
        revoked.filter(points_reason__in=at_tables)
    )
    one_address = Q(standing, match__points_reason="shared-ip") | Exists(
        revoked.filter(points_reason="shared-ip")
    )
    tables = PointsEntry._base_manager.filter(made | Q(one_address, ~Exists(written)))
    tables = tables.exclude(Exists(players.filter(guest=True)))
    event = "match__round__group__stage__competition"
    tables.filter(Q(match__round=None) | ~Q(**{f"{event}__boards": ""})).update(provenance="table")
    seats = defaultdict(list)
    for competition in model("tournaments", "Competition")._base_manager.filter(boards=""):
        seats[make_rules(competition.preset, competition.options).seats].append(competition.pk)
    for number, competitions in seats.items():
        whole = tables.filter(**{f"{event}__in": competitions}).alias(seated=Subquery(seated))
        whole.filter(seated=number).update(provenance="table")


def verify_clubs(apps, schema_editor):
    """Verify clubs whose results counted for the whole site, until an operator objects."""
    VerifiedClub = apps.get_model("tournaments", "VerifiedClub")
    counted = apps.get_model("tournaments", "PointsEntry").objects.filter(club__isnull=False)
    clubs = counted.order_by("club").values_list("club", flat=True).distinct()
    VerifiedClub.objects.bulk_create(
        VerifiedClub(club_id=club, by=None, at=timezone.now()) for club in clubs
    )


def _names(user):
    if user.anonymised_at is not None:
        return {"name": "jugador borrado", "match_key": ""}
    name = (user.display_name or user.username)[:60]
    return {"name": name, "match_key": comparison_key(name)}


def leave_room(apps, schema_editor):
    """Take rehearsals out of their clubs' rooms: they have tables of their own."""
    Competition = apps.get_model("tournaments", "Competition")
    Match = apps.get_model("tournaments", "Match")
    rehearsals = Competition.objects.exclude(rehearsal="")
    matches = Match.objects.filter(round__group__stage__competition__in=rehearsals)
    Match.objects.filter(pk__in=list(matches.values_list("pk", flat=True))).update(
        hall_table=None, waits_since=None
    )
    Competition.hall_tables.through.objects.filter(competition__in=rehearsals).delete()


def free_places(apps, schema_editor):
    """Free the places of entries that withdrew from a drawn competition."""
    apps.get_model("tournaments", "Entry").objects.filter(state="withdrawn").update(place=None)


def give_days(apps, schema_editor):
    """Make the playing days of leagues by dates that were drawn before such rows existed."""
    competitions = apps.get_model("tournaments", "Competition")
    days = apps.get_model("tournaments", "PlayingDay")
    rounds = apps.get_model("tournaments", "Round")
    dated = competitions.objects.exclude(round_days=None).exclude(draw_seed="")
    for competition in dated.exclude(starts_at=None).select_related("club"):
        zone = ZoneInfo(competition.club.zone)
        hour = competition.starts_at.astimezone(zone).strftime("%H:%M")
        own = rounds.objects.filter(group__stage__competition=competition, opens_at__isnull=False)
        for opens_at in own.order_by("opens_at").values_list("opens_at", flat=True).distinct():
            day, _ = days.objects.get_or_create(
                competition=competition,
                day=opens_at.astimezone(zone).date(),
                defaults={"hours": hour},
            )
            own.filter(opens_at=opens_at).update(day=day)


class Migration(migrations.Migration):

    replaces = [
        ('tournaments', '0048_tie_break_editions'),
        ('tournaments', '0049_column_choices'),
        ('tournaments', '0050_correct_a_name'),
        ('tournaments', '0051_absence_asked'),
        ('tournaments', '0052_name_claim_network'),
        ('tournaments', '0053_persons'),
        ('tournaments', '0054_persons_of_accounts'),
        ('tournaments', '0055_person_changes'),
        ('tournaments', '0056_person_claims'),
        ('tournaments', '0057_the_evening_changes'),
        ('tournaments', '0058_late_and_back'),
        ('tournaments', '0059_tables_and_time'),
        ('tournaments', '0060_series'),
        ('tournaments', '0061_announcements_and_fees'),
        ('tournaments', '0062_places_of_who_withdrew'),
        ('tournaments', '0063_playing_days'),
        ('tournaments', '0064_season_drafts'),
        ('tournaments', '0065_points_scale'),
        ('tournaments', '0066_second_brackets'),
        ('tournaments', '0067_formats_without_rounds'),
        ('tournaments', '0068_federations'),
        ('tournaments', '0069_past_series_and_contacts'),
        ('tournaments', '0070_ladders'),
        ('tournaments', '0071_token_of_an_act'),
        ('tournaments', '0072_penalty_effects'),
        ('tournaments', '0073_ring_reviews'),
        ('tournaments', '0074_relations_of_finalists'),
        ('tournaments', '0075_annulled_asked_byes'),
        ('tournaments', '0076_competition_events'),
        ('tournaments', '0077_split_seasons_and_picks'),
        ('tournaments', '0078_regular_events'),
        ('tournaments', '0079_time_bank'),
        ('tournaments', '0080_venue_town'),
    ]

    dependencies = [
        ('accounts', '0002_mail_tokens_and_imprints'),
        ('tournaments', '0001_squashed_0047_terms_of_entry'),
    ]

    operations = [
        ChangeTables([
            migrations.CreateModel(
                name='PartnerProposal',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='proposals_made', to='tournaments.entry')),
                    ('to', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='proposals', to='tournaments.entry')),
                    ('at', models.DateTimeField()),
                ],
                options={
                    'ordering': ('to', 'at', 'pk'),
                    'constraints': [models.UniqueConstraint(fields=('entry', 'to'), name='one_proposal_to_each_partner')],
                },
            ),
            migrations.CreateModel(
                name='Venue',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='venues', to='accounts.club')),
                    ('name', models.CharField(max_length=60, validators=[accounts.names.validation.validate_shown_name], verbose_name='nombre')),
                    ('address', models.CharField(blank=True, help_text='Calle, número y ciudad: con eso se busca en el mapa.', max_length=120, validators=[accounts.names.validation.validate_shown_name], verbose_name='dirección')),
                    ('town', models.CharField(blank=True, db_default='', help_text='Si los lugares de una liga están en ciudades distintas, el calendario que se busca deja los viajes para el viernes, el sábado o el domingo.', max_length=60, validators=[accounts.names.validation.validate_shown_name], verbose_name='ciudad')),
                    ('table_count', models.PositiveSmallIntegerField(default=1, help_text='Cuántos partidos se juegan a la vez.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(200)], verbose_name='mesas')),
                ],
                options={
                    'ordering': ('club', 'name', 'pk'),
                    'constraints': [models.UniqueConstraint(fields=('club', 'name'), name='one_venue_per_name'), models.CheckConstraint(condition=models.Q(('table_count__gte', 1)), name='a_venue_has_a_table')],
                },
            ),
            migrations.CreateModel(
                name='VenueNight',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('venue', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='nights', to='tournaments.venue')),
                    ('weekday', models.PositiveSmallIntegerField(choices=[(0, 'lunes'), (1, 'martes'), (2, 'miércoles'), (3, 'jueves'), (4, 'viernes'), (5, 'sábado'), (6, 'domingo')], verbose_name='día')),
                    ('opens_at', models.TimeField(verbose_name='desde')),
                    ('closes_at', models.TimeField(verbose_name='hasta')),
                ],
                options={
                    'ordering': ('venue', 'weekday'),
                    'constraints': [models.UniqueConstraint(fields=('venue', 'weekday'), name='one_night_per_weekday'), models.CheckConstraint(condition=models.Q(('weekday__lte', 6)), name='a_week_has_seven_days')],
                },
            ),
            migrations.CreateModel(
                name='ClosedDay',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='closed_days', to='accounts.club')),
                    ('venue', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='closed_days', to='tournaments.venue')),
                    ('day', models.DateField(verbose_name='día')),
                    ('reason', models.CharField(blank=True, max_length=60, validators=[accounts.names.validation.validate_shown_name], verbose_name='motivo')),
                ],
                options={
                    'ordering': ('day', 'pk'),
                    'constraints': [models.UniqueConstraint(condition=models.Q(('venue', None)), fields=('club', 'day'), name='one_holiday_per_day'), models.UniqueConstraint(fields=('venue', 'day'), name='closed_once_a_day')],
                },
            ),
            migrations.CreateModel(
                name='PlayingDay',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('competition', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='playing_days', to='tournaments.competition')),
                    ('day', models.DateField(verbose_name='día')),
                    ('hours', models.CharField(help_text='Una, o varias separadas por comas: 20:30, 22:00.', max_length=84, validators=[tournaments.models.venues.validate_hours], verbose_name='horas')),
                    ('round_count', models.PositiveSmallIntegerField(default=1, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(12)], verbose_name='rondas ese día')),
                    ('venue', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='playing_days', to='tournaments.venue', verbose_name='lugar')),
                ],
                options={
                    'ordering': ('competition', 'day'),
                    'constraints': [models.UniqueConstraint(fields=('competition', 'day'), name='one_playing_day_per_date'), models.CheckConstraint(condition=models.Q(('round_count__gte', 1)), name='a_playing_day_has_a_round')],
                },
            ),
            migrations.CreateModel(
                name='Challenge',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='challenges', to='tournaments.group')),
                    ('challenger', models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='challenges_made', to='tournaments.entry')),
                    ('challenged', models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='challenges_received', to='tournaments.entry')),
                    ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('made_at', models.DateTimeField()),
                    ('answer_by', models.DateTimeField()),
                    ('answer', models.CharField(blank=True, choices=[('accepted', 'aceptado'), ('refused', 'rechazado'), ('silent', 'sin contestar'), ('back', 'retirado'), ('void', 'anulado')], max_length=8)),
                    ('answered_at', models.DateTimeField(blank=True, null=True)),
                    ('play_by', models.DateTimeField(blank=True, null=True)),
                    ('match', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='challenge', to='tournaments.match')),
                    ('settled_at', models.DateTimeField(blank=True, null=True)),
                ],
                options={
                    'ordering': ('group', 'made_at', 'pk'),
                    'indexes': [models.Index(condition=models.Q(('answer', ''), models.Q(('answer', 'accepted'), ('settled_at__isnull', True)), _connector='OR'), fields=['id'], name='challenges_to_settle')],
                    'constraints': [models.UniqueConstraint(condition=models.Q(('answer', '')), fields=('challenger',), name='one_challenge_at_a_time'), models.UniqueConstraint(condition=models.Q(('answer', '')), fields=('challenged',), name='one_challenger_at_a_time'), models.CheckConstraint(condition=models.Q(('challenger', models.F('challenged')), _negated=True), name='challenge_has_two_entries'), models.CheckConstraint(condition=models.Q(models.Q(('answer', ''), ('answered_at__isnull', True)), models.Q(models.Q(('answer', ''), _negated=True), ('answered_at__isnull', False)), _connector='OR'), name='an_answered_challenge_has_its_hour'), models.CheckConstraint(condition=models.Q(models.Q(('answer', 'accepted'), ('match__isnull', False), ('play_by__isnull', False)), models.Q(models.Q(('answer', 'accepted'), _negated=True), ('match__isnull', True), ('play_by__isnull', True)), _connector='OR'), name='an_accepted_challenge_has_a_match')],
                },
            ),
            migrations.CreateModel(
                name='LadderFall',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='falls', to='tournaments.group')),
                    ('entry', models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='falls', to='tournaments.entry')),
                    ('passed_by', models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='+', to='tournaments.entry')),
                    ('at', models.DateTimeField()),
                ],
                options={
                    'ordering': ('group', 'at', 'pk'),
                },
            ),
            migrations.CreateModel(
                name='PastSeries',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='past_series', to='accounts.club')),
                    ('document', models.JSONField()),
                    ('imported_at', models.DateTimeField()),
                    ('name', models.CharField(max_length=60)),
                    ('digest', models.CharField(max_length=64)),
                ],
                options={
                    'verbose_name_plural': 'past series',
                    'ordering': ('club', 'pk'),
                    'constraints': [models.UniqueConstraint(fields=('club', 'digest'), name='past_series_once_per_club')],
                },
            ),
            migrations.CreateModel(
                name='ColumnChoice',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='column_choices', to='accounts.club')),
                    ('titles', models.JSONField()),
                    ('roles', models.JSONField()),
                    ('digest', models.CharField(max_length=64)),
                    ('chosen_at', models.DateTimeField()),
                ],
                options={
                    'ordering': ('club', '-chosen_at'),
                    'constraints': [models.UniqueConstraint(fields=('club', 'digest'), name='one_choice_of_columns')],
                },
            ),
            migrations.CreateModel(
                name='CompetitionEvent',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.club')),
                    ('competition', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='events', to='tournaments.competition')),
                    ('kind', models.CharField(choices=[('entry.added', 'una inscripción'), ('entry.withdrawn', 'un retiro'), ('draw.published', 'un sorteo'), ('match.called', 'un partido llamado'), ('match.decided', 'un resultado'), ('result.revoked', 'una corrección'), ('competition.finished', 'el podio'), ('points.awarded', 'los puntos'), ('webhook.test', 'una prueba')], max_length=24)),
                    ('data', models.JSONField(default=dict)),
                    ('at', models.DateTimeField(db_index=True)),
                    ('number', models.PositiveIntegerField(blank=True, null=True)),
                ],
                options={
                    'ordering': ('pk',),
                    'indexes': [models.Index(condition=models.Q(('number', None)), fields=['competition'], name='events_to_publish')],
                    'constraints': [models.UniqueConstraint(fields=('competition', 'number'), name='one_event_per_number')],
                },
            ),
            migrations.CreateModel(
                name='EventCounter',
                fields=[
                    ('competition', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to='tournaments.competition')),
                    ('last', models.PositiveIntegerField(default=0)),
                ],
            ),
            migrations.CreateModel(
                name='Webhook',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to='accounts.club')),
                    ('url', models.CharField(max_length=1000)),
                    ('kinds', models.JSONField(default=list)),
                    ('sealed_secret', models.TextField()),
                    ('sealed_old_secret', models.TextField(blank=True)),
                    ('old_until', models.DateTimeField(blank=True, null=True)),
                    ('created_at', models.DateTimeField()),
                    ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('off', models.CharField(blank=True, choices=[('', 'prendida'), ('by-hand', 'apagada a mano'), ('gone', 'apagada: contestó que ya no quiere nada (410)'), ('failing', 'apagada: hace tres días que no contesta bien'), ('no-secret', 'apagada: se perdió la clave del sitio, pedí un secreto nuevo')], default='', max_length=10)),
                    ('failures', models.PositiveSmallIntegerField(default=0)),
                    ('failing_since', models.DateTimeField(blank=True, null=True)),
                    ('rests_until', models.DateTimeField(blank=True, null=True)),
                ],
                options={
                    'ordering': ('pk',),
                },
            ),
            migrations.CreateModel(
                name='WebhookDelivery',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('webhook', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='tournaments.webhook')),
                    ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='tournaments.competitionevent')),
                    ('state', models.CharField(choices=[('waiting', 'por mandar'), ('acknowledged', 'recibida'), ('dead', 'sin entregar')], default='waiting', max_length=12)),
                    ('tries', models.PositiveSmallIntegerField(default=0)),
                    ('next_try_at', models.DateTimeField()),
                    ('expires_at', models.DateTimeField()),
                    ('tried_at', models.DateTimeField(blank=True, null=True)),
                    ('status', models.PositiveSmallIntegerField(blank=True, null=True)),
                    ('error', models.CharField(blank=True, max_length=12)),
                ],
                options={
                    'ordering': ('-pk',),
                    'indexes': [models.Index(fields=['webhook', 'state', 'next_try_at'], name='deliveries_in_order')],
                    'constraints': [models.UniqueConstraint(fields=('webhook', 'event'), name='one_delivery_per_event')],
                },
            ),
            migrations.CreateModel(
                name='Person',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='people', to='accounts.club')),
                    ('name', models.CharField(max_length=60, validators=[accounts.names.validation.validate_shown_name], verbose_name='nombre')),
                    ('match_key', models.CharField(editable=False, max_length=120)),
                    ('nickname', models.CharField(blank=True, db_default='', default='', max_length=30, validators=[accounts.names.validation.validate_shown_name], verbose_name='apodo')),
                    ('notes', models.CharField(blank=True, db_default='', default='', max_length=400, verbose_name='notas para organizadores')),
                    ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='persons', to=settings.AUTH_USER_MODEL)),
                    ('hidden', models.BooleanField(db_default=False, default=False, verbose_name='no mostrar su nombre afuera')),
                    ('created_at', models.DateTimeField()),
                    ('forgotten_at', models.DateTimeField(blank=True, null=True)),
                    ('merged_into', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='aliases', to='tournaments.person')),
                ],
                options={
                    'verbose_name_plural': 'people',
                    'ordering': ('club', 'name', 'pk'),
                    'indexes': [models.Index(fields=['club', 'match_key'], name='people_by_name')],
                    'constraints': [models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('club', 'user'), name='one_person_per_account_and_club'), models.CheckConstraint(condition=models.Q(('forgotten_at__isnull', True), models.Q(('nickname', ''), ('notes', ''), ('user__isnull', True)), _connector='OR'), name='a_forgotten_person_has_no_data'), models.CheckConstraint(condition=models.Q(('merged_into__isnull', True), ('user__isnull', True), _connector='OR'), name='an_alias_has_no_account')],
                },
            ),
            migrations.CreateModel(
                name='Contact',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('person', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='contact', to='tournaments.person')),
                    ('phone', models.CharField(blank=True, max_length=20)),
                    ('email', models.EmailField(blank=True, max_length=254)),
                    ('recorded_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('consented_at', models.DateTimeField()),
                ],
                options={
                    'constraints': [models.CheckConstraint(condition=models.Q(('email', ''), ('phone', ''), _negated=True), name='a_contact_reaches_somebody')],
                },
            ),
            migrations.CreateModel(
                name='PersonChange',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='tournaments.person')),
                    ('other', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.person')),
                    ('actor', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='person_changes', to=settings.AUTH_USER_MODEL)),
                    ('act', models.CharField(choices=[('rename', 'corrigió el nombre'), ('merge', 'unió a'), ('split', 'separó a'), ('recognise', 'dijo quién es'), ('apart', 'dijo que es otra persona'), ('hide', 'ocultó el nombre afuera'), ('show', 'volvió a mostrar el nombre'), ('forget', 'borró los datos'), ('claim', 'confirmó de quién es la cuenta:'), ('unclaim', 'separó la cuenta de')], max_length=9)),
                    ('before', models.CharField(blank=True, max_length=60)),
                    ('after', models.CharField(blank=True, max_length=60)),
                    ('restore', models.JSONField(blank=True, default=dict)),
                    ('at', models.DateTimeField()),
                    ('undone_at', models.DateTimeField(blank=True, null=True)),
                ],
                options={
                    'ordering': ('-at', '-pk'),
                },
            ),
            migrations.CreateModel(
                name='PersonClaim',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='claims', to='tournaments.person')),
                    ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='person_claims', to=settings.AUTH_USER_MODEL)),
                    ('state', models.CharField(choices=[('invited', 'invitado'), ('pending', 'sin confirmar'), ('confirmed', 'confirmado'), ('closed', 'descartado')], max_length=9)),
                    ('token', models.CharField(blank=True, max_length=64)),
                    ('at', models.DateTimeField()),
                    ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('by_staff', models.BooleanField(default=False)),
                    ('decided_at', models.DateTimeField(blank=True, null=True)),
                    ('merge', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.personchange')),
                ],
                options={
                    'ordering': ('person', 'at', 'pk'),
                    'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'pending')), fields=('person', 'user'), name='one_pending_claim_per_person'), models.UniqueConstraint(condition=models.Q(('token', ''), _negated=True), fields=('token',), name='one_claim_per_invitation'), models.CheckConstraint(condition=models.Q(('user__isnull', False), ('state__in', ('invited', 'closed')), _connector='OR'), name='claim_is_of_an_account')],
                },
            ),
            migrations.CreateModel(
                name='Federation',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=60, unique=True, validators=[accounts.names.validation.validate_unique_name], verbose_name='nombre')),
                    ('skeleton', accounts.names.validation.SkeletonField(max_length=120, source='name')),
                    ('slug', models.SlugField(max_length=60, unique=True)),
                    ('about', models.CharField(blank=True, default='', max_length=400, validators=[accounts.names.validation.validate_shown_name], verbose_name='presentación')),
                    ('zone', models.CharField(default='America/Argentina/Buenos_Aires', max_length=64, validators=[accounts.i18n.time_zones.validate_zone], verbose_name='zona horaria')),
                    ('created_at', models.DateTimeField()),
                    ('clubs', models.ManyToManyField(related_name='federations', through='tournaments.FederationClub', to='accounts.club')),
                ],
                options={
                    'ordering': ('name',),
                },
            ),
            migrations.CreateModel(
                name='FederationClub',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('federation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='affiliations', to='tournaments.federation')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='affiliations', to='accounts.club')),
                    ('state', models.CharField(choices=[('invited', 'invitado'), ('member', 'miembro'), ('left', 'se fue')], default='invited', max_length=7)),
                    ('invited_at', models.DateTimeField()),
                    ('joined_at', models.DateTimeField(blank=True, null=True)),
                    ('left_at', models.DateTimeField(blank=True, null=True)),
                ],
                options={
                    'ordering': ('federation', 'pk'),
                    'constraints': [models.UniqueConstraint(fields=('federation', 'club'), name='one_affiliation_per_club'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'member'), _negated=True), models.Q(('joined_at__isnull', False), ('left_at__isnull', True)), _connector='OR'), name='a_member_club_has_joined')],
                },
            ),
            migrations.CreateModel(
                name='FederationRole',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('federation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='roles', to='tournaments.federation')),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='federation_roles', to=settings.AUTH_USER_MODEL)),
                    ('role', models.CharField(choices=[('organiser', 'organiza'), ('reader', 'mira')], max_length=9, verbose_name='rol')),
                ],
                options={
                    'ordering': ('federation', 'pk'),
                    'constraints': [models.UniqueConstraint(fields=('federation', 'user'), name='one_role_per_federation')],
                },
            ),
            migrations.CreateModel(
                name='PersonLink',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('federation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='links', to='tournaments.federation')),
                    ('first', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.person')),
                    ('second', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.person')),
                    ('is_same', models.BooleanField()),
                    ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('made_at', models.DateTimeField()),
                ],
                options={
                    'ordering': ('federation', 'pk'),
                    'constraints': [models.UniqueConstraint(fields=('federation', 'first', 'second'), name='one_link_per_pair_of_persons'), models.CheckConstraint(condition=models.Q(('first__lt', models.F('second'))), name='linked_persons_are_ordered')],
                },
            ),
            migrations.CreateModel(
                name='FederationChange',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('federation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='tournaments.federation')),
                    ('actor', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='federation_changes', to=settings.AUTH_USER_MODEL)),
                    ('act', models.CharField(choices=[('found', 'fundó la federación'), ('edit', 'cambió los datos de la federación'), ('invite', 'invitó al club'), ('join', 'sumó al club'), ('decline', 'rechazó la invitación del club'), ('leave', 'retiró al club'), ('appoint', 'dio un rol a'), ('dismiss', 'quitó el rol de'), ('open-circuit', 'abrió el circuito'), ('change-circuit', 'cambió el circuito'), ('remove-circuit', 'sacó el circuito'), ('link', 'dijo que son la misma persona:'), ('apart', 'dijo que son personas distintas:'), ('unlink', 'deshizo lo dicho sobre')], max_length=14)),
                    ('club', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='accounts.club')),
                    ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('first', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.person')),
                    ('second', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.person')),
                    ('circuit', models.CharField(blank=True, default='', max_length=60)),
                    ('at', models.DateTimeField()),
                ],
                options={
                    'ordering': ('-at', '-pk'),
                    'indexes': [models.Index(fields=['federation', '-at'], name='changes_by_federation')],
                },
            ),
            migrations.CreateModel(
                name='Pick',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('final', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='picks', to='tournaments.competition')),
                    ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='pick', to='tournaments.entry')),
                    ('taken_from', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.entry')),
                    ('reason', models.CharField(max_length=200, verbose_name='motivo')),
                    ('is_best', models.BooleanField(db_default=False, default=False)),
                    ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('made_at', models.DateTimeField()),
                ],
                options={
                    'ordering': ('final', 'pk'),
                },
            ),
            migrations.CreateModel(
                name='VerifiedClub',
                fields=[
                    ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='verification', serialize=False, to='accounts.club')),
                    ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('at', models.DateTimeField()),
                ],
            ),
            migrations.CreateModel(
                name='RingReview',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('state', models.CharField(choices=[('open', 'espera a una persona'), ('confirmed', 'no cuentan'), ('dismissed', 'cuentan')], default='open', max_length=9)),
                    ('found_at', models.DateTimeField()),
                    ('signs', models.JSONField()),
                    ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('decided_at', models.DateTimeField(null=True)),
                    ('reason', models.CharField(blank=True, max_length=200)),
                    ('members', models.ManyToManyField(related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'ordering': ('-found_at', '-pk'),
                    'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('decided_by__isnull', True), ('state', 'open')), models.Q(('decided_at__isnull', False), ('state__in', ('confirmed', 'dismissed'))), _connector='OR'), name='decided_ring_has_its_hour')],
                },
            ),
            migrations.CreateModel(
                name='HeldMatch',
                fields=[
                    ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='hold', serialize=False, to='tournaments.match')),
                    ('review', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='held', to='tournaments.ringreview')),
                ],
            ),
            migrations.CreateModel(
                name='ClubVoucher',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='vouchers', to='accounts.club')),
                    ('by_club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='vouchers_given', to='accounts.club')),
                    ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('at', models.DateTimeField()),
                ],
                options={
                    'ordering': ('club', 'at'),
                    'constraints': [models.UniqueConstraint(fields=('club', 'by_club'), name='one_voucher_per_club'), models.CheckConstraint(condition=models.Q(('club', models.F('by_club')), _negated=True), name='no_club_vouches_for_itself')],
                },
            ),
            migrations.CreateModel(
                name='RegularEvent',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='regular_events', to='accounts.club')),
                    ('kind', models.CharField(choices=[('arena', 'arena'), ('cup', 'copa')], default='arena', max_length=5, verbose_name='qué es')),
                    ('name', models.CharField(max_length=60, validators=[accounts.names.validation.validate_shown_name], verbose_name='nombre')),
                    ('preset', models.CharField(max_length=24, verbose_name='reglamento')),
                    ('options', models.JSONField(blank=True, default=dict)),
                    ('weekdays', models.CharField(default='0123456', max_length=7, validators=[django.core.validators.RegexValidator('^0?1?2?3?4?5?6?$')], verbose_name='días')),
                    ('hour', models.TimeField(verbose_name='hora')),
                    ('minutes', models.PositiveSmallIntegerField(default=60, validators=[django.core.validators.MinValueValidator(15), django.core.validators.MaxValueValidator(240)], verbose_name='minutos de la arena')),
                    ('robots_to', models.PositiveSmallIntegerField(default=6, help_text='Si se anotan menos, entran robots, con su marca. Con 0 no entra ninguno.', validators=[django.core.validators.MaxValueValidator(16)], verbose_name='se completa con robots hasta')),
                    ('made', models.PositiveIntegerField(default=0, editable=False)),
                ],
                options={
                    'ordering': ('hour', 'pk'),
                },
            ),
            migrations.CreateModel(
                name='Occurrence',
                fields=[
                    ('competition', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='occurrence', serialize=False, to='tournaments.competition')),
                    ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='occurrences', to='tournaments.regularevent')),
                    ('starts_at', models.DateTimeField()),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('event', 'starts_at'), name='one_event_at_an_hour')],
                },
            ),
            migrations.CreateModel(
                name='DateWish',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='date_wishes', to='tournaments.entry')),
                    ('day', models.DateField(verbose_name='día')),
                    ('side', models.CharField(choices=[('home', 'de local'), ('away', 'de visitante'), ('free', 'no juega')], max_length=4, verbose_name='qué pide')),
                ],
                options={
                    'verbose_name_plural': 'date wishes',
                    'ordering': ('day', 'pk'),
                    'constraints': [models.UniqueConstraint(fields=('entry', 'day'), name='one_wish_per_entry_and_day')],
                },
            ),
            migrations.CreateModel(
                name='Derby',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('first', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.entry')),
                    ('second', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.entry')),
                ],
                options={
                    'verbose_name_plural': 'derbies',
                    'ordering': ('pk',),
                    'constraints': [models.UniqueConstraint(fields=('first', 'second'), name='one_derby_per_pair'), models.CheckConstraint(condition=models.Q(('first__lt', models.F('second'))), name='a_derby_has_two_entries_in_order')],
                },
            ),
            migrations.CreateModel(
                name='SeasonDraft',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('competition', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='season_draft', to='tournaments.competition')),
                    ('state', models.CharField(choices=[('waiting', 'en espera'), ('searching', 'buscando'), ('ready', 'listo')], default='waiting', max_length=9)),
                    ('seed', models.PositiveIntegerField()),
                    ('steps', models.PositiveIntegerField(default=0)),
                    ('all_steps', models.PositiveIntegerField()),
                    ('is_stopped', models.BooleanField(default=False)),
                    ('matches', models.JSONField(default=dict)),
                    ('started_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('started_at', models.DateTimeField()),
                    ('heard_at', models.DateTimeField()),
                ],
                options={
                    'ordering': ('pk',),
                },
            ),
            migrations.CreateModel(
                name='Series',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='series', to='accounts.club')),
                    ('federation', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='series', to='tournaments.federation')),
                    ('name', models.CharField(max_length=60, validators=[accounts.names.validation.validate_shown_name], verbose_name='nombre')),
                    ('starts_on', models.DateField(blank=True, null=True, verbose_name='primer día')),
                    ('ends_on', models.DateField(blank=True, null=True, verbose_name='último día')),
                    ('scoring', models.CharField(choices=[('places', 'puntos por puesto'), ('sums', 'la suma de los partidos: 20 por ganado, 5 por perdido')], default='places', max_length=6, verbose_name='qué suma')),
                    ('place_points', models.CharField(default='10 8 6 5 4 3 2 1', help_text='Del primero en adelante. De pareja, los mismos puntos para los dos.', max_length=120, validators=[tournaments.models.series.validate_points], verbose_name='puntos por puesto')),
                    ('attended_points', models.PositiveSmallIntegerField(default=1, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(1000)], verbose_name='para los demás que vinieron')),
                    ('attendance_bonus', models.PositiveSmallIntegerField(default=0, help_text='Se suma siempre, también por las fechas que se descartan.', validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(1000)], verbose_name='además, por cada vez que vino')),
                    ('counted', models.PositiveSmallIntegerField(blank=True, help_text='De cada uno. Vacío: cuentan todas.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(400)], verbose_name='cuentan las mejores')),
                    ('validity', models.CharField(choices=[('always', 'siempre'), ('year', 'un año: después se vence'), ('edition', 'hasta que termina la edición siguiente: se defienden los puntos')], db_default='always', default='always', max_length=7, verbose_name='cada resultado cuenta')),
                    ('planned', models.PositiveSmallIntegerField(blank=True, help_text='Con esto la tabla dice qué se juega en las que faltan.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(400)], verbose_name='cuántas fechas va a tener')),
                    ('finalists', models.PositiveSmallIntegerField(blank=True, help_text='Los primeros de la tabla. Vacío: no hay final, gana quien queda primero.', null=True, validators=[django.core.validators.MinValueValidator(2), django.core.validators.MaxValueValidator(128)], verbose_name='pasan a la final')),
                    ('final', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='final_of', to='tournaments.competition')),
                    ('silver_finalists', models.PositiveSmallIntegerField(blank=True, help_text='Vacío: hay una sola final. Si no, la primera es la de oro.', null=True, validators=[django.core.validators.MinValueValidator(2), django.core.validators.MaxValueValidator(128)], verbose_name='pasan los siguientes a la final de plata')),
                    ('silver_final', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='silver_of', to='tournaments.competition')),
                    ('created_at', models.DateTimeField()),
                ],
                options={
                    'verbose_name_plural': 'series',
                    'ordering': ('club', '-created_at', '-pk'),
                    'constraints': [models.UniqueConstraint(fields=('club', 'name'), name='one_series_per_name'), models.UniqueConstraint(fields=('federation', 'name'), name='one_circuit_per_name_and_federation'), models.CheckConstraint(condition=models.Q(models.Q(('club__isnull', True), ('federation__isnull', False)), models.Q(('club__isnull', False), ('federation__isnull', True)), _connector='OR'), name='a_series_has_one_owner'), models.CheckConstraint(condition=models.Q(('silver_finalists__isnull', True), ('finalists__isnull', False), _connector='OR'), name='silver_comes_after_gold'), models.CheckConstraint(condition=models.Q(('starts_on__isnull', True), ('ends_on__isnull', True), ('ends_on__gte', models.F('starts_on')), _connector='OR'), name='a_series_ends_after_it_begins')],
                },
            ),
            migrations.CreateModel(
                name='Finalist',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('final', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entered_from_table', to='tournaments.competition')),
                    ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.rosterplayer')),
                    ('entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='places_in_table', to='tournaments.entry')),
                    ('rank', models.PositiveSmallIntegerField()),
                ],
                options={
                    'ordering': ('final', 'rank', 'pk'),
                    'constraints': [models.UniqueConstraint(fields=('final', 'player'), name='one_finalist_per_player')],
                },
            ),
            migrations.RemoveConstraint(
                model_name='entry',
                name='seeded_entry_has_a_place',
            ),
            migrations.AddField(
                model_name='entry',
                name='final_rank',
                field=models.PositiveSmallIntegerField(blank=True, editable=False, null=True),
            ),
            migrations.AddField(
                model_name='entry',
                name='paid_by',
                field=models.CharField(blank=True, choices=[('cash', 'en efectivo'), ('transfer', 'por transferencia')], db_default='', default='', max_length=8, verbose_name='cómo pagó'),
            ),
            migrations.AddField(
                model_name='entry',
                name='home',
                field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='home_entries', to='tournaments.venue'),
            ),
            migrations.AddField(
                model_name='rosterplayer',
                name='person',
                field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='roster_places', to='tournaments.person'),
            ),
            migrations.RemoveConstraint(
                model_name='halltable',
                name='one_table_per_number',
            ),
            migrations.AddField(
                model_name='halltable',
                name='rehearsal',
                field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='own_tables', to='tournaments.competition'),
            ),
            migrations.AddConstraint(
                model_name='halltable',
                constraint=models.UniqueConstraint(condition=models.Q(('rehearsal', None)), fields=('club', 'number'), name='one_table_per_number'),
            ),
            migrations.AddConstraint(
                model_name='halltable',
                constraint=models.UniqueConstraint(fields=('rehearsal', 'number'), name='one_rehearsed_table_per_number'),
            ),
            migrations.AlterField(
                model_name='competition',
                name='best_of',
                field=models.PositiveSmallIntegerField(choices=[(1, 'a una partida'), (3, 'al mejor de tres'), (5, 'al mejor de cinco'), (7, 'al mejor de siete'), (9, 'al mejor de nueve'), (2, 'a dos partidas'), (4, 'a cuatro partidas'), (6, 'a seis partidas')], default=1, verbose_name='cada partido'),
            ),
            migrations.AlterField(
                model_name='competition',
                name='cap',
                field=models.PositiveSmallIntegerField(default=16, help_text='De 2 a 1000.', validators=[django.core.validators.MinValueValidator(2), django.core.validators.MaxValueValidator(1000)], verbose_name='cupo'),
            ),
            migrations.AddField(
                model_name='competition',
                name='address',
                field=models.CharField(blank=True, db_default='', default='', help_text='Calle, número y ciudad: con eso se busca en el mapa.', max_length=120, validators=[accounts.names.validation.validate_shown_name], verbose_name='dirección'),
            ),
            migrations.AddField(
                model_name='competition',
                name='all_games',
                field=models.BooleanField(db_default=False, default=False, help_text='También las que ya no deciden. Con una cantidad par puede haber empate en la tabla; en una llave, si quedan iguales, se juega una más.', verbose_name='se juegan todas las partidas'),
            ),
            migrations.AddField(
                model_name='competition',
                name='available_minutes',
                field=models.PositiveSmallIntegerField(blank=True, help_text='Desde el comienzo. Si el final pasa esa hora, antes del sorteo se avisa.', null=True, validators=[django.core.validators.MinValueValidator(10), django.core.validators.MaxValueValidator(1440)], verbose_name='minutos disponibles'),
            ),
            migrations.AddField(
                model_name='competition',
                name='bank_minutes',
                field=models.PositiveSmallIntegerField(blank=True, help_text='Para cada jugador. Cuando se le acaban, sus turnos duran diez segundos. Vacío: solo el límite de cada turno.', null=True, validators=[django.core.validators.MinValueValidator(2), django.core.validators.MaxValueValidator(60)], verbose_name='minutos para pensar por partida'),
            ),
            migrations.AddField(
                model_name='competition',
                name='currency',
                field=models.CharField(choices=[('ARS', '$'), ('UYU', '$U'), ('BRL', 'R$'), ('EUR', '€'), ('USD', 'US$')], db_default='ARS', default='ARS', max_length=3, verbose_name='moneda'),
            ),
            migrations.AddField(
                model_name='competition',
                name='defends',
                field=models.OneToOneField(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='defended_by', to='tournaments.competition'),
            ),
            migrations.AddField(
                model_name='competition',
                name='description',
                field=models.TextField(blank=True, db_default='', default='', help_text='Un renglón en blanco separa párrafos; **negrita**, - para una lista, [texto](https://…) para un enlace.', max_length=4000, verbose_name='descripción'),
            ),
            migrations.AddField(
                model_name='competition',
                name='early_end',
                field=models.CharField(blank=True, choices=[('standings', 'el primero por lo jugado'), ('seed', 'quien llegó más lejos y, si son varios, el mejor ubicado en el sorteo'), ('nobody', 'sin campeón')], db_default='', default='', editable=False, max_length=9),
            ),
            migrations.AddField(
                model_name='competition',
                name='fee',
                field=models.DecimalField(blank=True, decimal_places=2, help_text='Vacío: no se cobra, y nadie debe nada.', max_digits=9, null=True, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(9999999)], verbose_name='precio'),
            ),
            migrations.AddField(
                model_name='competition',
                name='fee_includes',
                field=models.CharField(blank=True, db_default='', default='', help_text='Por ejemplo: empanadas y una bebida.', max_length=120, validators=[accounts.names.validation.validate_shown_name], verbose_name='qué incluye'),
            ),
            migrations.AddField(
                model_name='competition',
                name='fee_per',
                field=models.CharField(choices=[('person', 'por persona'), ('entry', 'por pareja o equipo')], db_default='person', default='person', max_length=6, verbose_name='se paga'),
            ),
            migrations.AddField(
                model_name='competition',
                name='has_own_days',
                field=models.BooleanField(db_default=False, default=False, editable=False),
            ),
            migrations.AddField(
                model_name='competition',
                name='late_points',
                field=models.CharField(choices=[('none', 'no suma'), ('half', 'suma ½ punto'), ('full', 'suma 1 punto')], db_default='none', default='none', help_text='Lo que suma quien entra después del sorteo, por cada ronda que no jugó.', max_length=4, verbose_name='una ronda perdida por llegar tarde'),
            ),
            migrations.AddField(
                model_name='competition',
                name='level_stands',
                field=models.BooleanField(db_default=False, default=False, help_text='El encuentro queda empatado. En una llave se desempata igual.', verbose_name='a igual cantidad, empate en la tabla'),
            ),
            migrations.AddField(
                model_name='competition',
                name='paused_at',
                field=models.DateTimeField(blank=True, editable=False, null=True),
            ),
            migrations.AddField(
                model_name='competition',
                name='paused_for',
                field=models.DurationField(db_default=datetime.timedelta(0), default=datetime.timedelta(0), editable=False),
            ),
            migrations.AddField(
                model_name='competition',
                name='prize_shares',
                field=models.CharField(blank=True, db_default='', default='', help_text='De lo que se junta, del primero al último: con 50,30,20 se reparte todo. Lo que falta hasta 100 queda para el club.', max_length=40, validators=[tournaments.models.competitions.validate_prize_shares], verbose_name='pozo en porcentajes'),
            ),
            migrations.AddField(
                model_name='competition',
                name='series_weight',
                field=models.PositiveSmallIntegerField(db_default=100, default=100, editable=False, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(1000)], verbose_name='peso en el circuito, en %'),
            ),
            migrations.AddField(
                model_name='competition',
                name='tie_break_edition',
                field=models.PositiveSmallIntegerField(db_default=tournaments.formats.results_table.Edition['AUGUST_2024'], default=tournaments.formats.results_table.Edition['AUGUST_2024'], editable=False),
            ),
            migrations.AddField(
                model_name='competition',
                name='venue',
                field=models.CharField(blank=True, db_default='', default='', max_length=80, validators=[accounts.names.validation.validate_shown_name], verbose_name='lugar'),
            ),
            migrations.AddField(
                model_name='competition',
                name='series',
                field=models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='competitions', to='tournaments.series'),
            ),
            migrations.AlterField(
                model_name='stage',
                name='final_best_of',
                field=models.PositiveSmallIntegerField(blank=True, choices=[(None, 'como los demás partidos'), (1, 'a una partida'), (3, 'al mejor de tres'), (5, 'al mejor de cinco'), (7, 'al mejor de siete'), (9, 'al mejor de nueve')], null=True, verbose_name='la final'),
            ),
            migrations.AlterField(
                model_name='stage',
                name='finalists',
                field=models.PositiveSmallIntegerField(choices=[(0, 'no hay'), (2, 'la final'), (3, 'los tres primeros'), (4, 'semifinales y final'), (5, 'los cinco primeros'), (6, 'los seis primeros'), (8, 'desde cuartos'), (12, 'los doce primeros'), (16, 'desde octavos')], db_default=0, default=0, help_text='Las juegan los primeros de la tabla.', validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(32)], verbose_name='llaves al final'),
            ),
            migrations.AddField(
                model_name='stage',
                name='absence_value',
                field=models.SmallIntegerField(blank=True, help_text='Vacío: los mismos que por perder. Pueden ser menos que cero.', null=True, validators=[django.core.validators.MinValueValidator(-20), django.core.validators.MaxValueValidator(20)], verbose_name='puntos por no venir'),
            ),
            migrations.AddField(
                model_name='stage',
                name='answer_days',
                field=models.PositiveSmallIntegerField(db_default=3, default=3, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(14)], verbose_name='días para contestar'),
            ),
            migrations.AddField(
                model_name='stage',
                name='by_tantos',
                field=models.BooleanField(db_default=False, default=False, help_text='La tabla cuenta los tantos que hizo cada uno, no los partidos que ganó.', verbose_name='se suman los tantos'),
            ),
            migrations.AddField(
                model_name='stage',
                name='bye_value',
                field=models.SmallIntegerField(blank=True, help_text='Vacío: los mismos que por ganar.', null=True, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(20)], verbose_name='puntos por quedar libre'),
            ),
            migrations.AddField(
                model_name='stage',
                name='challenge_range',
                field=models.PositiveSmallIntegerField(db_default=3, default=3, help_text='Cuántos puestos más arriba se puede desafiar.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(20)], verbose_name='puestos de alcance'),
            ),
            migrations.AddField(
                model_name='stage',
                name='climb',
                field=models.CharField(choices=[('insert', 'el puesto del vencido; los de en medio bajan uno'), ('swap', 'el puesto del vencido, y el vencido el suyo')], db_default=tournaments.formats.options.LadderClimb['INSERT'], default=tournaments.formats.options.LadderClimb['INSERT'], max_length=6, verbose_name='quien gana un desafío toma'),
            ),
            migrations.AddField(
                model_name='stage',
                name='dealing',
                field=models.CharField(choices=[('snake', 'en serpiente'), ('bracket', 'pensando en las llaves')], db_default=tournaments.formats.options.Dealing['SNAKE'], default=tournaments.formats.options.Dealing['SNAKE'], help_text='Según el ranking. Lo segundo es para una cantidad par de grupos parejos.', max_length=7, verbose_name='reparto en los grupos'),
            ),
            migrations.AddField(
                model_name='stage',
                name='every_division',
                field=models.BooleanField(db_default=False, default=False, help_text='Si no, solo en la primera.', verbose_name='llaves en cada división'),
            ),
            migrations.AddField(
                model_name='stage',
                name='group_sizes',
                field=models.CharField(blank=True, db_default='', default='', help_text='Grupos desparejos: 8,6,6. Vacío: parejos, con uno de diferencia a lo sumo.', max_length=80, verbose_name='tamaño de cada grupo'),
            ),
            migrations.AddField(
                model_name='stage',
                name='holiday_days',
                field=models.PositiveSmallIntegerField(db_default=14, default=14, help_text='De descanso: no cuentan como días sin jugar.', validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(120)], verbose_name='días de licencia'),
            ),
            migrations.AddField(
                model_name='stage',
                name='inactive_days',
                field=models.PositiveSmallIntegerField(db_default=21, default=21, help_text='Quien pasa tantos sin un desafío baja un puesto. Con 0 nadie baja.', validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(120)], verbose_name='días sin jugar'),
            ),
            migrations.AddField(
                model_name='stage',
                name='king_tables',
                field=models.PositiveSmallIntegerField(blank=True, help_text='Vacío: una cada cuatro, así siempre hay alguien esperando.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(64)], verbose_name='mesas con rey'),
            ),
            migrations.AddField(
                model_name='stage',
                name='layout',
                field=models.CharField(choices=[('bracket', 'una llave'), ('page', 'sistema Page, entre cuatro'), ('stepladder', 'escalera: de los últimos al primero')], db_default=tournaments.formats.options.Layout['BRACKET'], default=tournaments.formats.options.Layout['BRACKET'], help_text='Page y escalera son para los primeros de una tabla: al mejor le toca menos.', max_length=12, verbose_name='cómo se cruzan'),
            ),
            migrations.AddField(
                model_name='stage',
                name='losers',
                field=models.CharField(choices=[('nothing', 'no juegan más'), ('consolation', 'consolación: quienes pierden su primer partido'), ('feed-in', 'consolación: quienes pierden hasta los cuartos'), ('places', 'juegan por cada puesto')], db_default=tournaments.formats.options.LosersPlay['NOTHING'], default=tournaments.formats.options.LosersPlay['NOTHING'], max_length=12, verbose_name='quienes pierden'),
            ),
            migrations.AddField(
                model_name='stage',
                name='open_minutes',
                field=models.PositiveSmallIntegerField(db_default=60, default=60, help_text='Cuánto tiempo empiezan partidos. Los que ya empezaron se terminan y cuentan.', validators=[django.core.validators.MinValueValidator(5), django.core.validators.MaxValueValidator(720)], verbose_name='minutos abierta'),
            ),
            migrations.AddField(
                model_name='stage',
                name='play_days',
                field=models.PositiveSmallIntegerField(db_default=7, default=7, help_text='Desde que se acepta. El que no se jugó se anula.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(60)], verbose_name='días para jugarlo'),
            ),
            migrations.AddField(
                model_name='stage',
                name='promotion',
                field=models.PositiveSmallIntegerField(db_default=0, default=0, help_text='Cuántos de los que siguen a los que suben y bajan lo deciden en un partido, entre una división y la otra.', validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(4)], verbose_name='partidos de promoción'),
            ),
            migrations.AddField(
                model_name='stage',
                name='refusal',
                field=models.CharField(choices=[('concedes', 'se pierde, como si se hubiera jugado'), ('lapses', 'no pasa nada: cada cual sigue en su puesto')], db_default=tournaments.formats.options.Refusal['CONCEDES'], default=tournaments.formats.options.Refusal['CONCEDES'], max_length=8, verbose_name='un desafío rechazado o sin contestar'),
            ),
            migrations.AddField(
                model_name='stage',
                name='rematch_days',
                field=models.PositiveSmallIntegerField(db_default=14, default=14, help_text='Antes no vuelven a desafiarse los mismos dos.', validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(90)], verbose_name='días hasta la revancha'),
            ),
            migrations.AddField(
                model_name='stage',
                name='round_games',
                field=models.CharField(blank=True, db_default='', default='', help_text='1,1,3: al mejor de tres desde la tercera. Si se juegan todas las partidas, cuántas son. Vacío: en todas lo mismo.', max_length=80, verbose_name='partidas en cada ronda'),
            ),
            migrations.AddField(
                model_name='stage',
                name='scale',
                field=models.CharField(blank=True, db_default='', default='', help_text='De lo mejor a lo peor: 3-1-0 es ganado, empatado y perdido; 2-1, sin empates; 3-2-1-0, además ganar y perder por una partida. Vacío: 1-½-0.', max_length=24, verbose_name='puntos por partido'),
            ),
            migrations.AddField(
                model_name='stage',
                name='season_days',
                field=models.PositiveSmallIntegerField(db_default=90, default=90, help_text='Desde que empieza. Quien esté primero al final es el campeón.', validators=[django.core.validators.MinValueValidator(7), django.core.validators.MaxValueValidator(366)], verbose_name='días que dura'),
            ),
            migrations.AddField(
                model_name='stage',
                name='split_season',
                field=models.BooleanField(db_default=False, default=False, help_text='Cada vuelta tiene su tabla y su campeón, y los dos juegan la final. Si uno gana las dos, la juega con el mejor de los demás en la tabla anual.', verbose_name='Apertura y Clausura'),
            ),
            migrations.RemoveConstraint(
                model_name='stageslot',
                name='one_slot_per_qualifier',
            ),
            migrations.AddField(
                model_name='stageslot',
                name='paused',
                field=models.BooleanField(db_default=False, default=False),
            ),
            migrations.AddField(
                model_name='stageslot',
                name='rested_at',
                field=models.DateTimeField(blank=True, null=True),
            ),
            migrations.AddField(
                model_name='stageslot',
                name='source_half',
                field=models.PositiveSmallIntegerField(db_default=0, default=0),
            ),
            migrations.AddConstraint(
                model_name='stageslot',
                constraint=models.UniqueConstraint(condition=models.Q(('source_group__isnull', False)), fields=('group', 'source_group', 'source_rank', 'source_half'), name='one_slot_per_qualifier'),
            ),
            migrations.AddConstraint(
                model_name='stageslot',
                constraint=models.CheckConstraint(condition=models.Q(('source_half', 0), models.Q(('source_group__isnull', False), ('source_half__in', (1, 2))), _connector='OR'), name='halves_send_their_champion'),
            ),
            migrations.AddField(
                model_name='round',
                name='target',
                field=models.PositiveSmallIntegerField(blank=True, null=True),
            ),
            migrations.AddField(
                model_name='round',
                name='day',
                field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rounds', to='tournaments.playingday'),
            ),
            migrations.AddField(
                model_name='absence',
                name='asked',
                field=models.BooleanField(db_default=True, default=True),
            ),
            migrations.AddField(
                model_name='matchslot',
                name='only_side',
                field=models.PositiveSmallIntegerField(blank=True, null=True),
            ),
            migrations.AddConstraint(
                model_name='matchslot',
                constraint=models.CheckConstraint(condition=models.Q(('only_side__isnull', True), models.Q(('only_side__in', (0, 1)), ('outcome', 'loser')), _connector='OR'), name='only_one_side_loses_here'),
            ),
            migrations.RemoveConstraint(
                model_name='match',
                name='only_a_won_match_has_a_winner',
            ),
            migrations.RemoveConstraint(
                model_name='match',
                name='only_a_bye_was_asked_for',
            ),
            migrations.AddField(
                model_name='match',
                name='awaits_date',
                field=models.BooleanField(db_default=False, default=False),
            ),
            migrations.AddField(
                model_name='match',
                name='former_hour',
                field=models.DateTimeField(blank=True, null=True),
            ),
            migrations.AddField(
                model_name='match',
                name='moved_at',
                field=models.DateTimeField(blank=True, null=True),
            ),
            migrations.AddField(
                model_name='match',
                name='moves',
                field=models.PositiveSmallIntegerField(db_default=0, default=0),
            ),
            migrations.AddField(
                model_name='match',
                name='venue',
                field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='matches', to='tournaments.venue'),
            ),
            migrations.AddConstraint(
                model_name='match',
                constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'walkover'), ('winner__in', (0, 1)), ('winner__isnull', False)), models.Q(('state', 'completed'), ('winner__in', (0, 1))), models.Q(('state', 'completed'), ('winner__isnull', True)), ('state', 'bye'), models.Q(('state__in', ('pending', 'ready', 'called', 'double_walkover', 'annulled')), ('winner__isnull', True)), _connector='OR'), name='only_a_won_match_has_a_winner'),
            ),
            migrations.AddConstraint(
                model_name='match',
                constraint=models.CheckConstraint(condition=models.Q(('awaits_date', False), ('scheduled_at__isnull', True), _connector='OR'), name='what_awaits_a_date_has_no_hour'),
            ),
            migrations.AddConstraint(
                model_name='match',
                constraint=models.CheckConstraint(condition=models.Q(('asked_bye', ''), ('state__in', ('pending', 'bye', 'annulled')), _connector='OR'), name='only_a_bye_was_asked_for'),
            ),
            migrations.AlterField(
                model_name='auditevent',
                name='act',
                field=models.CharField(choices=[('create', 'creó la competencia'), ('edit', 'cambió las condiciones'), ('open-registration', 'abrió la inscripción'), ('add-entry', 'anotó a'), ('import', 'trajo de un archivo'), ('paste', 'pegó una lista'), ('register', 'se anotó'), ('approve', 'confirmó a'), ('reject', 'no confirmó a'), ('paid', 'anotó el pago de'), ('unpaid', 'borró el pago de'), ('open-check-in', 'abrió la acreditación'), ('reopen-registration', 'reabrió la inscripción'), ('check-in', 'acreditó a'), ('undo-check-in', 'quitó la acreditación de'), ('change-cap', 'cambió el cupo'), ('order', 'ordenó a mano a los anotados'), ('add-reserve', 'sumó un suplente a'), ('drop-reserve', 'quitó un suplente de'), ('transfer', 'hizo una transferencia en'), ('rename-player', 'corrigió un nombre de'), ('substitute', 'cambió un jugador de'), ('swap-players', 'cambió de compañero a'), ('move-player', 'pasó a otro equipo a'), ('withdraw', 'retiró a'), ('add-feeder', 'hizo pasar a los primeros de'), ('drop-feeder', 'ya no hace pasar a los primeros de'), ('agree-feeder', 'aceptó que sus primeros pasen a'), ('refuse-feeder', 'no aceptó que sus primeros pasen a'), ('take-berth', 'hizo pasar, por su puesto, a'), ('empty-berth', 'volvió a esperar a'), ('lose-berth', 'dejó sin nadie el lugar de'), ('keep-berth', 'dejó a quien se sorteó como'), ('pick', 'eligió para que pase a'), ('drop-pick', 'ya no hace pasar a'), ('reinstate', 'volvió a incluir a'), ('absent', 'marcó ausente a'), ('present', 'quitó la ausencia de'), ('pause-entry', 'hizo descansar a'), ('resume-entry', 'volvió a poner en juego a'), ('challenge', 'anotó el desafío'), ('accept-challenge', 'aceptó el desafío'), ('refuse-challenge', 'rechazó el desafío'), ('challenge-back', 'retiró el desafío'), ('replan', 'cambió el plan'), ('undo-replan', 'volvió al plan de antes'), ('draw', 'sorteó'), ('draft', 'sorteó en borrador'), ('swap', 'cambió en el borrador'), ('publish', 'publicó la ronda'), ('discard-draft', 'descartó el borrador'), ('undo-draw', 'deshizo el sorteo'), ('start', 'dio comienzo'), ('pause', 'pausó'), ('resume', 'reanudó'), ('finish', 'terminó la competencia antes'), ('undo-finish', 'deshizo el final anticipado'), ('change-rounds', 'cambió la cantidad de rondas'), ('change-length', 'cambió a cuánto se juega'), ('change-stages', 'cambió las etapas que faltan'), ('change-format', 'sorteó de nuevo con otro formato'), ('cancel', 'canceló'), ('archive', 'archivó'), ('walkover', 'dio por ganado'), ('annul', 'anuló un partido'), ('claim-name', 'dijo ser'), ('confirm-name', 'confirmó que está'), ('release-name', 'soltó el nombre de'), ('make-slips', 'hizo las papeletas'), ('claim', 'dijo un resultado'), ('submit-result', 'anotó el resultado'), ('appoint', 'nombró a'), ('dismiss', 'relevó a'), ('hold-marks', 'mandó marcas sin acuerdo'), ('settle-marks', 'decidió sobre marcas sin acuerdo'), ('make-link', 'hizo un enlace para'), ('revoke-link', 'anuló el enlace de'), ('call-judge', 'llamó al juez'), ('rule', 'resolvió'), ('appeal', 'apeló'), ('answer-appeal', 'contestó la apelación'), ('line-up', 'presentó una formación'), ('close-line-ups', 'cerró las formaciones'), ('board-change', 'cambió a un jugador en una mesa'), ('board-result', 'anotó el resultado de una mesa'), ('board-walkover', 'dio por ganada una mesa'), ('board-back', 'corrigió el resultado de una mesa'), ('extend', 'dio más tiempo'), ('start-clock', 'empezó el reloj'), ('pause-clock', 'paró el reloj'), ('resume-clock', 'siguió con el reloj'), ('add-time', 'sumó tiempo al reloj'), ('penalty', 'sancionó'), ('correct-score', 'corrigió los tantos'), ('lift-penalty', 'levantó una sanción'), ('bulletin', 'avisó a todos'), ('bulletin-back', 'retiró el aviso'), ('set-network', 'cambió el Wi-Fi para invitados'), ('reopen', 'reabrió un resultado'), ('propose-time', 'propuso horarios'), ('agree-time', 'aceptó un horario'), ('decline-time', 'rechazó los horarios'), ('set-time', 'fijó el horario'), ('postpone', 'dejó sin fecha'), ('set-days', 'cambió los días de'), ('move-days', 'movió partidos de'), ('set-homes', 'cambió los lugares de'), ('publish-season', 'cambió todas las fechas de'), ('set-tables', 'preparó las mesas del salón'), ('move-table', 'cambió de mesa'), ('table-out', 'sacó de uso la mesa'), ('table-back', 'volvió a usar la mesa'), ('close-season', 'cerró la temporada'), ('erase', 'borró su cuenta'), ('erase-person', 'borró los datos de una persona'), ('hide', 'ocultó la competencia'), ('show', 'volvió a mostrar la competencia'), ('repeat', 'repitió'), ('join-series', 'sumó al circuito'), ('leave-series', 'sacó del circuito'), ('change-series', 'cambió las reglas del circuito'), ('series-final', 'armó la final con los primeros de'), ('series-event', 'cambió su peso en el circuito'), ('update-final', 'rehízo la final con los primeros de'), ('open-season', 'abrió la temporada con los de la anterior')], max_length=20),
            ),
            migrations.AddField(
                model_name='auditevent',
                name='token',
                field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='accounts.apitoken'),
            ),
            migrations.AlterField(
                model_name='playerresult',
                name='user',
                field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='match_results', to=settings.AUTH_USER_MODEL),
            ),
            migrations.AddField(
                model_name='playerresult',
                name='person',
                field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='match_results', to='tournaments.person'),
            ),
            migrations.AddConstraint(
                model_name='playerresult',
                constraint=models.UniqueConstraint(fields=('match', 'person', 'number'), name='one_result_per_person'),
            ),
            migrations.AddConstraint(
                model_name='playerresult',
                constraint=models.CheckConstraint(condition=models.Q(('person__isnull', False), ('user__isnull', False), _connector='OR'), name='result_is_of_somebody'),
            ),
            migrations.RemoveConstraint(
                model_name='revokedresult',
                name='revoked_result_was_one',
            ),
            migrations.AddConstraint(
                model_name='revokedresult',
                constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'completed'), models.Q(('winner__isnull', True), ('winner__in', (0, 1)), _connector='OR'), models.Q(('points_reason__in', ('', 'walkover', 'annulled')), _negated=True)), models.Q(('points_reason', 'walkover'), ('state', 'walkover'), ('winner__in', (0, 1)), ('winner__isnull', False)), models.Q(('points_reason', 'walkover'), ('state', 'double_walkover'), ('winner__isnull', True)), models.Q(('points_reason', 'annulled'), ('state', 'annulled'), ('winner__isnull', True)), _connector='OR'), name='revoked_result_was_one'),
            ),
            migrations.RemoveConstraint(
                model_name='scoremark',
                name='only_points_have_a_side',
            ),
            migrations.RemoveConstraint(
                model_name='scoremark',
                name='only_deals_have_a_seat',
            ),
            migrations.AlterField(
                model_name='scoremark',
                name='act',
                field=models.CharField(choices=[('point', 'sumó'), ('undo', 'deshizo'), ('close', 'cerró'), ('time', 'cerró por tiempo'), ('void', 'borró todo'), ('deal', 'marcó quién reparte'), ('fine', 'dio tantos'), ('shift', 'pasó tantos'), ('lost', 'dio por perdida'), ('set', 'corrigió'), ('minus', 'quitó tantos'), ('hand', 'quitó los tantos de la mano'), ('pass', 'pasó el reparto')], max_length=5),
            ),
            migrations.AddConstraint(
                model_name='scoremark',
                constraint=models.CheckConstraint(condition=models.Q(models.Q(('act__in', ('point', 'fine', 'shift')), ('points__gte', 1), ('second__isnull', True), ('side__in', (0, 1)), ('side__isnull', False)), models.Q(('act', 'minus'), ('points__gte', 0), ('second__isnull', True), ('side__in', (0, 1)), ('side__isnull', False)), models.Q(('act', 'hand'), ('points__gte', 0), ('second__gte', 0), ('side__in', (0, 1)), ('side__isnull', False)), models.Q(('act__in', ('lost', 'pass')), ('points__isnull', True), ('side__in', (0, 1)), ('side__isnull', False)), models.Q(('act', 'set'), ('points__gte', 0), ('second__gte', 0), ('side__isnull', True)), models.Q(('act__in', ('undo', 'close', 'time', 'void', 'deal')), ('points__isnull', True), ('second__isnull', True), ('side__isnull', True)), _connector='OR'), name='only_points_have_a_side'),
            ),
            migrations.AddConstraint(
                model_name='scoremark',
                constraint=models.CheckConstraint(condition=models.Q(models.Q(('act__in', ('deal', 'pass')), ('seat__isnull', False)), models.Q(models.Q(('act__in', ('deal', 'pass')), _negated=True), ('seat__isnull', True)), _connector='OR'), name='only_deals_have_a_seat'),
            ),
            migrations.AddField(
                model_name='slipclaim',
                name='by',
                field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='slip_claims', to=settings.AUTH_USER_MODEL),
            ),
            migrations.RemoveConstraint(
                model_name='resultsubmission',
                name='submission_has_a_winner',
            ),
            migrations.AlterField(
                model_name='resultsubmission',
                name='role',
                field=models.CharField(choices=[('organiser', 'organiza'), ('scorer', 'anotador'), ('slip', 'papeleta'), ('boards', 'mesa por mesa')], max_length=9),
            ),
            migrations.AlterField(
                model_name='resultsubmission',
                name='winner',
                field=models.PositiveSmallIntegerField(blank=True, null=True),
            ),
            migrations.AddConstraint(
                model_name='resultsubmission',
                constraint=models.CheckConstraint(condition=models.Q(('winner__isnull', True), ('winner__in', (0, 1)), _connector='OR'), name='submission_names_a_side'),
            ),
            migrations.AlterField(
                model_name='dispute',
                name='ruling',
                field=models.CharField(blank=True, choices=[('continue', 'sigue el juego'), ('replay', 'la mano se juega de nuevo'), ('score', 'marcador corregido'), ('points', 'sanción en puntos'), ('loss', 'sanción: pierde la partida'), ('forfeit', 'sanción: pierde el partido'), ('upheld', 'la decisión queda firme'), ('granted', 'apelación aceptada: se juega'), ('moot', 'quedó sin efecto')], max_length=8),
            ),
            migrations.RemoveConstraint(
                model_name='penaltyrule',
                name='penalties_have_points_unless_they_end_the_game',
            ),
            migrations.AlterField(
                model_name='penaltyrule',
                name='article',
                field=models.CharField(blank=True, choices=[('R-J1', 'R-J1'), ('R-J2', 'R-J2'), ('R-J3', 'R-J3'), ('R-J4', 'R-J4'), ('R-J5', 'R-J5'), ('R-J6', 'R-J6'), ('R-J7', 'R-J7'), ('R-J8', 'R-J8'), ('R-J9', 'R-J9'), ('R-J10', 'R-J10'), ('R-J11', 'R-J11'), ('R-J12', 'R-J12'), ('R-J13', 'R-J13')], max_length=5, verbose_name='artículo'),
            ),
            migrations.AlterField(
                model_name='penaltyrule',
                name='effect',
                field=models.CharField(choices=[('points', 'tantos para el otro lado'), ('envido', 'los tantos del envido pasan al otro lado'), ('hand', 'el otro lado gana la mano'), ('game', 'el otro lado gana la partida'), ('minus', 'se le quitan tantos'), ('hand_plus', 'pierde lo anotado en la mano, y tantos más'), ('deal', 'reparte el que sigue')], default='points', max_length=9, verbose_name='qué pasa'),
            ),
            migrations.AlterField(
                model_name='penaltyrule',
                name='key',
                field=models.CharField(blank=True, choices=[('misdeal', 'misdeal'), ('out-of-turn', 'out-of-turn'), ('wrong-envido', 'wrong-envido'), ('unshown-envido', 'unshown-envido'), ('wrong-flor', 'wrong-flor'), ('invented-sign', 'invented-sign'), ('outside-help', 'outside-help'), ('cheating', 'cheating'), ('four-cards', 'four-cards'), ('four-cards-late', 'four-cards-late'), ('wrong-count', 'wrong-count'), ('dealer-twice', 'dealer-twice'), ('shown-in-deal', 'shown-in-deal')], max_length=20),
            ),
            migrations.AddConstraint(
                model_name='penaltyrule',
                constraint=models.CheckConstraint(condition=models.Q(models.Q(('effect__in', ('game', 'deal')), ('points', 0)), models.Q(('effect__in', ('minus', 'hand_plus')), ('points__lte', 30)), models.Q(models.Q(('effect__in', ('game', 'deal', 'minus', 'hand_plus')), _negated=True), ('points__gte', 1), ('points__lte', 30)), _connector='OR'), name='penalties_have_the_points_of_their_effect'),
            ),
            migrations.AlterField(
                model_name='penalty',
                name='article',
                field=models.CharField(blank=True, max_length=5),
            ),
            migrations.AlterField(
                model_name='official',
                name='role',
                field=models.CharField(choices=[('judge', 'juez'), ('scorer', 'anotador'), ('desk', 'mesa de control')], max_length=6, verbose_name='función'),
            ),
            migrations.AlterField(
                model_name='stafflink',
                name='role',
                field=models.CharField(choices=[('judge', 'juez'), ('scorer', 'anotador'), ('desk', 'mesa de control')], max_length=6, verbose_name='función'),
            ),
            migrations.AddField(
                model_name='nameclaim',
                name='network',
                field=models.CharField(blank=True, db_default='', default='', max_length=64),
            ),
            migrations.AddField(
                model_name='feeder',
                name='first_rank',
                field=models.PositiveSmallIntegerField(db_default=1, default=1, help_text='Con 5 pasan los mejores de los que no entraron entre los cuatro primeros.', verbose_name='desde qué puesto'),
            ),
            migrations.AddConstraint(
                model_name='feeder',
                constraint=models.CheckConstraint(condition=models.Q(('first_rank__gte', 1)), name='ranks_count_from_one'),
            ),
            migrations.RemoveIndex(
                model_name='leaderboardline',
                name='board_by_points',
            ),
            migrations.RemoveIndex(
                model_name='leaderboardline',
                name='board_by_table_points',
            ),
            migrations.AlterField(
                model_name='leaderboardline',
                name='user',
                field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='leaderboard_lines', to=settings.AUTH_USER_MODEL),
            ),
            migrations.AddField(
                model_name='leaderboardline',
                name='person',
                field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='leaderboard_lines', to='tournaments.person'),
            ),
            migrations.AddIndex(
                model_name='leaderboardline',
                index=models.Index(fields=['board', '-points', 'user', 'person'], name='board_by_points'),
            ),
            migrations.AddIndex(
                model_name='leaderboardline',
                index=models.Index(fields=['board', '-table_points', 'user', 'person'], name='board_by_table_points'),
            ),
            migrations.AddConstraint(
                model_name='leaderboardline',
                constraint=models.UniqueConstraint(fields=('person', 'board'), name='one_line_per_person'),
            ),
            migrations.AddConstraint(
                model_name='leaderboardline',
                constraint=models.CheckConstraint(condition=models.Q(models.Q(('person__isnull', True), ('user__isnull', False)), models.Q(('person__isnull', False), ('user__isnull', True)), _connector='OR'), name='line_is_of_a_person_or_an_account'),
            ),
            migrations.AlterField(
                model_name='pointsentry',
                name='reason',
                field=models.CharField(choices=[('played', 'jugado'), ('presencial', 'jugado en un evento presencial'), ('by-hand', 'anotado a mano'), ('shared-ip', 'no puntúa: misma conexión'), ('short', 'no puntúa: otra entre los mismos, de menos de tres manos'), ('repeated', 'no puntúa: ya jugaron tres por puntos ese día'), ('walkover', 'no puntúa: ganado por ausencia'), ('annulled', 'no puntúa: anulado'), ('practice', 'no puntúa: jugó un robot'), ('automatic', 'no puntúa: jugó en automático')], max_length=10),
            ),
            migrations.AlterField(
                model_name='pointsentry',
                name='user',
                field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='points', to=settings.AUTH_USER_MODEL),
            ),
            migrations.AlterField(
                model_name='pointsentry',
                name='won',
                field=models.BooleanField(null=True),
            ),
            migrations.AddField(
                model_name='pointsentry',
                name='provenance',
                field=models.CharField(choices=[('table', 'jugado en una mesa del sitio, con cuenta'), ('confirmed', 'confirmado por una cuenta de cada lado'), ('club', 'anotado por el club')], db_default='club', default='club', max_length=9),
            ),
            migrations.AddField(
                model_name='pointsentry',
                name='person',
                field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='points', to='tournaments.person'),
            ),
            migrations.AddConstraint(
                model_name='pointsentry',
                constraint=models.UniqueConstraint(fields=('match', 'person', 'number', 'reversal'), name='points_once_per_person'),
            ),
            migrations.AddConstraint(
                model_name='pointsentry',
                constraint=models.CheckConstraint(condition=models.Q(('person__isnull', False), ('user__isnull', False), _connector='OR'), name='points_are_of_somebody'),
            ),
            migrations.AlterField(
                model_name='letter',
                name='kind',
                field=models.CharField(choices=[('day', 'un día antes'), ('hour', 'una hora antes'), ('proposed', 'propuesta de horario'), ('agreed', 'horario acordado'), ('moved', 'horario cambiado'), ('postpone', 'partido sin fecha')], max_length=8),
            ),
            migrations.AddField(
                model_name='group',
                name='asked_again_at',
                field=models.DateTimeField(blank=True, null=True),
            ),
        ]),
        migrations.RunPython(create_persons),
        migrations.RunPython(mark_tables),
        migrations.RunPython(verify_clubs),
        migrations.RunPython(leave_room),
        migrations.RunPython(free_places),
        migrations.RunPython(give_days),
    ]
