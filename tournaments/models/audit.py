"""The audit log of manual actions."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.i18n.languages import ChoiceLabels
from accounts.models import ApiToken
from accounts.names.collation import fold
from accounts.names.display import NameField
from tournaments.models.competitions import Competition
from tournaments.models.matches import Match


class AuditQuerySet(models.QuerySet["AuditEvent"]):
    """Queries on the log of manual actions."""

    def with_words(self, words: str) -> "AuditQuerySet":
        """Return the events that contain the words:

        in actor, act (in the reader's language), people or reason.
        """
        folded = fold(words)
        acts = [act for act in AuditEvent.Act if folded in fold(str(act.label))]
        columns = ("actor__display_name", "actor__username", "slip_of", "reason")
        payloads = ("after__entry", "before__entry", "after__official", "before__official")
        condition = Q(act__in=acts)
        for column in payloads:
            condition |= Q(**{f"{column}__icontains": words})
        for column in columns:
            condition |= Q(**{f"{column}__fold__contains": folded})
        return self.filter(condition)


class AuditEvent(ChoiceLabels):
    """A manual action: its actor, reason and changes. Rows are only ever added.

    Names are erased when their owner deletes the account (`tournaments.players.services`).
    """

    class Act(models.TextChoices):
        CREATE = "create", _("creó la competencia")
        EDIT = "edit", _("cambió las condiciones")
        OPEN_REGISTRATION = "open-registration", _("abrió la inscripción")
        ADD_ENTRY = "add-entry", _("anotó a")
        IMPORT = "import", _("trajo de un archivo")
        PASTE = "paste", _("pegó una lista")
        REGISTER = "register", _("se anotó")
        APPROVE = "approve", _("confirmó a")
        REJECT = "reject", _("no confirmó a")
        PAID = "paid", _("anotó el pago de")
        UNPAID = "unpaid", _("borró el pago de")
        OPEN_CHECK_IN = "open-check-in", _("abrió la acreditación")
        REOPEN_REGISTRATION = "reopen-registration", _("reabrió la inscripción")
        CHECK_IN = "check-in", _("acreditó a")
        UNDO_CHECK_IN = "undo-check-in", _("quitó la acreditación de")
        CHANGE_CAP = "change-cap", _("cambió el cupo")
        ORDER = "order", _("ordenó a mano a los anotados")
        ADD_RESERVE = "add-reserve", _("sumó un suplente a")
        DROP_RESERVE = "drop-reserve", _("quitó un suplente de")
        TRANSFER = "transfer", _("hizo una transferencia en")
        RENAME_PLAYER = "rename-player", _("corrigió un nombre de")
        SUBSTITUTE = "substitute", _("cambió un jugador de")
        SWAP_PLAYERS = "swap-players", _("cambió de compañero a")
        MOVE_PLAYER = "move-player", _("pasó a otro equipo a")
        WITHDRAW = "withdraw", _("retiró a")
        ADD_FEEDER = "add-feeder", _("hizo pasar a los primeros de")
        DROP_FEEDER = "drop-feeder", _("ya no hace pasar a los primeros de")
        AGREE_FEEDER = "agree-feeder", _("aceptó que sus primeros pasen a")
        REFUSE_FEEDER = "refuse-feeder", _("no aceptó que sus primeros pasen a")
        TAKE_BERTH = "take-berth", _("hizo pasar, por su puesto, a")
        EMPTY_BERTH = "empty-berth", _("volvió a esperar a")
        LOSE_BERTH = "lose-berth", _("dejó sin nadie el lugar de")
        KEEP_BERTH = "keep-berth", _("dejó a quien se sorteó como")
        PICK = "pick", _("eligió para que pase a")
        DROP_PICK = "drop-pick", _("ya no hace pasar a")
        REINSTATE = "reinstate", _("volvió a incluir a")
        ABSENT = "absent", _("marcó ausente a")
        PRESENT = "present", _("quitó la ausencia de")
        PAUSE_ENTRY = "pause-entry", _("hizo descansar a")
        RESUME_ENTRY = "resume-entry", _("volvió a poner en juego a")
        CHALLENGE = "challenge", _("anotó el desafío")
        ACCEPT_CHALLENGE = "accept-challenge", _("aceptó el desafío")
        REFUSE_CHALLENGE = "refuse-challenge", _("rechazó el desafío")
        TAKE_CHALLENGE_BACK = "challenge-back", _("retiró el desafío")
        REPLAN = "replan", _("cambió el plan")
        UNDO_REPLAN = "undo-replan", _("volvió al plan de antes")
        DRAW = "draw", _("sorteó")
        DRAFT = "draft", _("sorteó en borrador")
        SWAP = "swap", _("cambió en el borrador")
        PUBLISH = "publish", _("publicó la ronda")
        DISCARD_DRAFT = "discard-draft", _("descartó el borrador")
        UNDO_DRAW = "undo-draw", _("deshizo el sorteo")
        START = "start", _("dio comienzo")
        PAUSE = "pause", _("pausó")
        RESUME = "resume", _("reanudó")
        FINISH = "finish", _("terminó la competencia antes")
        UNDO_FINISH = "undo-finish", _("deshizo el final anticipado")
        CHANGE_ROUNDS = "change-rounds", _("cambió la cantidad de rondas")
        CHANGE_LENGTH = "change-length", _("cambió a cuánto se juega")
        CHANGE_STAGES = "change-stages", _("cambió las etapas que faltan")
        CHANGE_FORMAT = "change-format", _("sorteó de nuevo con otro formato")
        CANCEL = "cancel", _("canceló")
        ARCHIVE = "archive", _("archivó")
        WALKOVER = "walkover", _("dio por ganado")
        ANNUL = "annul", _("anuló un partido")
        CLAIM_NAME = "claim-name", _("dijo ser")
        CONFIRM_NAME = "confirm-name", _("confirmó que está")
        RELEASE_NAME = "release-name", _("soltó el nombre de")
        MAKE_SLIPS = "make-slips", _("hizo las papeletas")
        CLAIM = "claim", _("dijo un resultado")
        SUBMIT_RESULT = "submit-result", _("anotó el resultado")
        APPOINT = "appoint", _("nombró a")
        DISMISS = "dismiss", _("relevó a")
        HOLD_MARKS = "hold-marks", _("mandó marcas sin acuerdo")
        SETTLE_MARKS = "settle-marks", _("decidió sobre marcas sin acuerdo")
        MAKE_LINK = "make-link", _("hizo un enlace para")
        REVOKE_LINK = "revoke-link", _("anuló el enlace de")
        CALL_JUDGE = "call-judge", _("llamó al juez")
        RULE = "rule", _("resolvió")
        APPEAL = "appeal", _("apeló")
        ANSWER_APPEAL = "answer-appeal", _("contestó la apelación")
        LINE_UP = "line-up", _("presentó una formación")
        CLOSE_LINE_UPS = "close-line-ups", _("cerró las formaciones")
        BOARD_CHANGE = "board-change", _("cambió a un jugador en una mesa")
        BOARD_RESULT = "board-result", _("anotó el resultado de una mesa")
        BOARD_WALKOVER = "board-walkover", _("dio por ganada una mesa")
        BOARD_BACK = "board-back", _("corrigió el resultado de una mesa")
        EXTEND = "extend", _("dio más tiempo")
        START_CLOCK = "start-clock", _("empezó el reloj")
        PAUSE_CLOCK = "pause-clock", _("paró el reloj")
        RESUME_CLOCK = "resume-clock", _("siguió con el reloj")
        ADD_TIME = "add-time", _("sumó tiempo al reloj")
        PENALTY = "penalty", _("sancionó")
        CORRECT_SCORE = "correct-score", _("corrigió los tantos")
        LIFT_PENALTY = "lift-penalty", _("levantó una sanción")
        BULLETIN = "bulletin", _("avisó a todos")
        TAKE_BULLETIN_BACK = "bulletin-back", _("retiró el aviso")
        SET_NETWORK = "set-network", _("cambió el Wi-Fi para invitados")
        REOPEN = "reopen", _("reabrió un resultado")
        PROPOSE_TIME = "propose-time", _("propuso horarios")
        AGREE_TIME = "agree-time", _("aceptó un horario")
        DECLINE_TIME = "decline-time", _("rechazó los horarios")
        SET_TIME = "set-time", _("fijó el horario")
        POSTPONE = "postpone", _("dejó sin fecha")
        SET_DAYS = "set-days", _("cambió los días de")
        MOVE_DAYS = "move-days", _("movió partidos de")
        SET_HOMES = "set-homes", _("cambió los lugares de")
        PUBLISH_SEASON = "publish-season", _("cambió todas las fechas de")
        SET_TABLES = "set-tables", _("preparó las mesas del salón")
        MOVE_TABLE = "move-table", _("cambió de mesa")
        TABLE_OUT = "table-out", _("sacó de uso la mesa")
        TABLE_BACK = "table-back", _("volvió a usar la mesa")
        CLOSE_SEASON = "close-season", _("cerró la temporada")
        ERASE = "erase", _("borró su cuenta")
        ERASE_PERSON = "erase-person", _("borró los datos de una persona")
        HIDE = "hide", _("ocultó la competencia")
        SHOW = "show", _("volvió a mostrar la competencia")
        REPEAT = "repeat", _("repitió")
        JOIN_SERIES = "join-series", _("sumó al circuito")
        LEAVE_SERIES = "leave-series", _("sacó del circuito")
        CHANGE_SERIES = "change-series", _("cambió las reglas del circuito")
        SERIES_FINAL = "series-final", _("armó la final con los primeros de")
        SERIES_EVENT = "series-event", _("cambió su peso en el circuito")
        UPDATE_FINAL = "update-final", _("rehízo la final con los primeros de")
        OPEN_SEASON = "open-season", _("abrió la temporada con los de la anterior")

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="audit")
    match = models.ForeignKey(
        Match, null=True, blank=True, on_delete=models.CASCADE, related_name="audit"
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="audited_acts"
    )
    act = models.CharField(max_length=20, choices=Act)
    token = models.ForeignKey(
        ApiToken, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )  # that acted for the actor
    slip_of = NameField(max_length=200, blank=True)  # who acted by a slip of the actor's making
    reason = NameField(max_length=200, blank=True)
    before = models.JSONField(default=dict, blank=True)
    after = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField()

    objects = AuditQuerySet.as_manager()

    class Meta:
        ordering = ("-at", "-pk")
        indexes = (models.Index(fields=("competition", "-at"), name="audit_by_competition"),)

    def __str__(self) -> str:
        return f"{self.actor} {self.get_act_display()}"
