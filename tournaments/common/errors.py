"""Refusals of several subjects, the formats' among them, and the page that answers with one."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.common.errors import RefusedError, find_refusal
from accounts.common.requests import is_part, login_required_keep_post
from accounts.models import Club
from games.common.errors import StaleError

P = ParamSpec("P")


class StaleSheetError(StaleError):
    """The score sheet has changed since the page was loaded; `version` is the newest."""

    message = _("Otra persona anotó recién: así va ahora. Si falta algo, tocá de nuevo.")


class TooManyGroupsError(RefusedError):
    code = "too-many-groups"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Son muchos grupos para ese cupo: van dos por grupo al menos.")


class TooFewGroupsError(RefusedError):
    code = "too-few-groups"
    message = _("Son pocos grupos para ese cupo: hasta 128 por grupo.")


class TooFewDivisionsError(RefusedError):
    code = "too-few-divisions"
    message = _("Son pocas divisiones para ese cupo: hasta 128 por división.")


class TooFewForFormatError(RefusedError):
    code = "too-few-for-format"
    message = _(
        "Son pocos para ese formato: el americano y el mexicano se juegan entre cuatro o más."
    )


class TooManyQualifiersError(RefusedError):
    code = "too-many-qualifiers"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Pasan más de los que entran en un grupo.")


class TooFewQualifiersError(RefusedError):
    code = "too-few-qualifiers"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Con un solo clasificado en total no hay con quién jugar.")


class BadGroupSizesError(RefusedError):
    code = "bad-group-sizes"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Se escribe cuántos van en cada grupo, dos al menos: 8,6,6.")


class GroupSizesOfOthersError(RefusedError):
    code = "group-sizes-of-others"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("El tamaño de los grupos no suma el cupo, o no son tantos grupos.")


class TooManyRoundsError(RefusedError):
    code = "too-many-rounds"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Son más rondas que rivales hay en ese cupo.")


class TooManyBestError(RefusedError):
    code = "too-many-best"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("No hay tantos que sigan: en cada grupo, uno a lo sumo.")


class TooManyRoundsBetweenError(RefusedError):
    code = "too-many-rounds-between"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Para tantas rondas después de los grupos pasan pocos.")


class TooManyFinalistsError(RefusedError):
    code = "too-many-finalists"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("A las llaves no pueden ir más de los que llegan hasta ahí.")


class TooFewFinalistsError(RefusedError):
    code = "too-few-finalists"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Con un solo finalista no hay final.")


class PlayInTooLargeError(RefusedError):
    code = "play-in-too-large"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _(
        "El repechaje decide a lo sumo la mitad de los lugares de las llaves, y hacen falta "
        "quienes lo jueguen."
    )


class PageNeedsFourError(RefusedError):
    code = "page-needs-four"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("El sistema Page es entre cuatro.")


class LosersWithoutBracketError(RefusedError):
    code = "losers-without-bracket"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Solo en una llave juegan también quienes pierden.")


class PromotionOfOneDivisionError(RefusedError):
    code = "promotion-of-one-division"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("La promoción se juega entre dos divisiones.")


class HalvesOfOneCycleError(RefusedError):
    code = "halves-of-one-cycle"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("El Apertura y el Clausura son dos vueltas: elegí ida y vuelta.")


class HalvesAndFinalistsError(RefusedError):
    code = "halves-and-finalists"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Con Apertura y Clausura la final es entre los dos campeones: no hay otras llaves.")


class HalvesAndPromotionError(RefusedError):
    code = "halves-and-promotion"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _(
        "Con Apertura y Clausura sube y baja quien dice la tabla anual, sin partidos de promoción: "
        "un campeón podría tener que jugar las dos cosas."
    )


class FinalistsOfNothingError(RefusedError):
    code = "finalists-of-nothing"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Los grupos ya terminan en llaves: eso se elige si antes hay un suizo.")


class TooFewForSilverError(RefusedError):
    code = "too-few-for-silver"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Para la copa de plata tienen que quedar afuera al menos dos.")


class NextStagePairedError(RefusedError):
    code = "next-stage-paired"
    message = _(
        "Los que pasaron de esa etapa ya juegan rondas sorteadas entre ellos: el resultado "
        "se puede corregir mientras pasen los mismos."
    )


class TieBreakTwiceError(RefusedError):
    code = "tie-break-twice"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("El mismo desempate está dos veces.")


class TieBreakOfAnotherFormatError(RefusedError):
    code = "tie-break-of-another-format"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Ese desempate es de otro formato.")


class BadBoardsError(RefusedError):
    code = "bad-boards"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Se escriben de 2 a 9 mesas, cada una con 1, 2 o 3 por lado: 2,2,1.")


class MatchOfBoardsError(RefusedError):
    code = "match-of-boards"
    message = _("Este partido se anota mesa por mesa.")


class NoBoardsError(RefusedError):
    code = "no-boards"
    message = _("Este partido tiene una sola mesa.")


class NobodyCameError(RefusedError):
    code = "nobody-came"
    message = _("Por ese lugar no llegó a entrar nadie: no hay a quién volver.")


class NotOrganiserError(RefusedError):
    code = "not-organiser"
    status = HTTPStatus.FORBIDDEN
    message = _("Eso lo hacen quienes organizan el club.")


class SuspendedInClubError(RefusedError):
    code = "suspended-in-club"
    message = _(
        "La cuenta está suspendida en el club: mientras tanto, ni competencias ni mesas de "
        "ese club."
    )


class PersonUnknownError(RefusedError):
    code = "person-unknown"
    message = _("Esa persona ya no está en el sitio, o es un robot.")


class ClubUnknownError(RefusedError):
    code = "club-unknown"
    message = _("Ese club no existe.")


class NothingThereError(RefusedError):
    code = "nothing-there"
    message = _("Eso ya no está, o no te toca decidirlo.")


class NotInEntryError(RefusedError):
    code = "not-in-entry"
    status = HTTPStatus.FORBIDDEN
    message = _("Esa inscripción no es tuya.")


class NoSuchNameError(RefusedError):
    code = "no-such-name"
    message = _("Ese nombre ya no está así en la lista: miralo de nuevo.")


class TooManyGuestsError(RefusedError):
    code = "too-many-guests"
    status = HTTPStatus.TOO_MANY_REQUESTS
    message = _(
        "Desde tu conexión ya se sentaron muchos invitados. Entrá con tu cuenta, o probá más tarde."
    )


class BadInvitationError(RefusedError):
    code = "bad-invitation"
    status = HTTPStatus.NOT_FOUND
    message = _("Ese enlace ya no sirve. Pedile uno nuevo a tu compañero.")


class ReasonMissingError(RefusedError):
    code = "reason-missing"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Hace falta decir el motivo: queda a la vista de todos.")


class AlreadyEnteredError(RefusedError):
    code = "already-entered"
    message = _("Ya está en esta competencia: nadie juega dos veces.")


class RegistrationClosedError(RefusedError):
    code = "registration-closed"
    message = _("La inscripción no está abierta.")


class UndoTheDrawFirstError(RefusedError):
    code = "undo-the-draw-first"
    message = _(
        "El sorteo ya está hecho. Como todavía no se jugó ninguna carta, deshacé el sorteo, "
        "anotá y volvé a sortear."
    )


class NoFreePlaceError(RefusedError):
    code = "no-free-place"
    message = _("No queda ningún lugar libre: se puede ampliar el cupo.")


class SamePoolError(RefusedError):
    code = "same-pool"
    message = _("Esos dos ya están juntos: elegí a alguien de otro lado.")


class BothFreeError(RefusedError):
    code = "both-free"
    message = _("Los dos pasan libres: no hay con quién cambiarlos.")


class AlreadyDrawnError(RefusedError):
    code = "already-drawn"
    message = _("El sorteo ya está hecho; no se repite.")


class TooFewEntriesError(RefusedError):
    code = "too-few-entries"
    message = _(
        "Son pocos confirmados: hacen falta al menos dos, y en grupos dos por grupo y tantos "
        "como pasan."
    )


class DivisionTooSmallError(RefusedError):
    code = "division-too-small"
    message = _(
        "Son pocos para tantas divisiones: cada una necesita dos, y lugar para los que suben "
        "y los que bajan."
    )


class WrongStateError(RefusedError):
    code = "wrong-state"


class EndedEarlyError(RefusedError):
    code = "ended-early"
    message = _(
        "La competencia se terminó antes de jugarse entera. Deshacé ese final en «Cambiar» y "
        "después hacé esto."
    )


class MatchNotOpenError(RefusedError):
    code = "match-not-open"
    message = _("Ese partido no está abierto: ya se decidió o todavía no llegó.")


class LeftSinceError(RefusedError):
    code = "left-since"
    message = _("Ese resultado sale de que alguien se retiró: reabrirlo no cambiaría nada.")


class NotScorerError(RefusedError):
    code = "not-scorer"
    status = HTTPStatus.FORBIDDEN
    message = _("Los tantos los lleva el anotador de la mesa, o quien organiza.")


class SeriesOpenError(RefusedError):
    code = "series-open"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Falta alguna partida: así nadie ganó todavía el encuentro.")


class GameAfterTheEndError(RefusedError):
    code = "game-after-the-end"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Sobra alguna partida: el encuentro ya estaba ganado.")


class NotWithCardsError(RefusedError):
    code = "not-with-cards"
    message = _("Este partido se juega en el sitio: los tantos salen de la mesa.")


class LevelAtTheBellError(RefusedError):
    code = "level-at-the-bell"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Están iguales: se juega una mano más.")


class PastTargetError(RefusedError):
    code = "past-target"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Con esos tantos se pasa: anotá los que faltan y nada más.")


class ChicoGoesOnError(RefusedError):
    code = "chico-goes-on"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Todavía nadie llegó: la partida sigue.")


class NothingToUndoError(RefusedError):
    code = "nothing-to-undo"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("No hay nada anotado que deshacer.")


class BadlyWrittenError(RefusedError):
    code = "badly-written"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Ese pedido no se entiende.")


class ChicoIsOverError(RefusedError):
    code = "chico-is-over"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Alguien ya llegó: primero se cierra la partida, o se corrige.")


class NotJudgeError(RefusedError):
    code = "not-judge"
    status = HTTPStatus.FORBIDDEN
    message = _("Eso lo decide el juez del partido o quien organiza.")


class TableBrokenError(RefusedError):
    code = "table-broken"
    message = _("Esta mesa no puede seguir: solo queda anular el partido o darlo por ganado.")


class ClosedError(RefusedError):
    code = "closed"
    message = _("Esa mesa no está en juego.")


class OnlyNamesError(RefusedError):
    code = "only-names"
    message = _("Es un ensayo: se anotan nombres inventados, no cuentas.")


class NoCompetitionError(RefusedError):
    code = "no-competition"
    message = _("Ese partido no es de ninguna competencia.")


def refused(code: str) -> RefusedError:
    """Return the refusal of a code that a query or a format gave as a reason."""
    return _find(code)()


def status_of(code: str) -> HTTPStatus:
    """Return the HTTP status of a refusal code."""
    return _find(code).status


def refusal(code: str) -> str:
    """Return the message of a refusal code."""
    return str(_find(code).message)


def _find(code: str) -> type[RefusedError]:
    return find_refusal(code, "tournaments") or WrongStateError


def answers_refusals(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Decorate a view so that it answers a service's refusal with its page."""

    @wraps(view)
    def answered(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except RefusedError as error:
            return refuse(request, error)

    return answered


def refuse(request: HttpRequest, error: RefusedError) -> HttpResponse:
    """Render the page of a refusal."""
    if error.code == "not-organiser" and Club.objects.holding_back(request.user).exists():
        error = refused("second-factor")
    context = {"error": error, "back": _back(request)}
    answer = render(request, "tournaments/common/refusal.html", context, status=error.status)
    if is_part(request):  # a part of a page asked: the words take the whole page
        answer["HX-Retarget"] = answer["HX-Reselect"] = "#main"
        answer["HX-Reswap"] = "outerHTML"
    return answer


def _back(request: HttpRequest) -> str:
    """Return the page that the reader came from if it is on this site, else "/"."""
    came_from = request.headers.get("Referer", "")
    ours = url_has_allowed_host_and_scheme(
        came_from, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return came_from if ours else "/"


def signed_in_post(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Decorate an act: a POST by a user who is signed in, its refusals answered with their page."""
    return require_POST(login_required_keep_post(answers_refusals(view)))


def signed_in_page(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Decorate a page for a user who is signed in; it is not cached."""
    return require_safe(login_required_keep_post(never_cache(answers_refusals(view))))


def signed_in_form(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Decorate a page with a form, shown and sent at one address; it is not cached."""
    either = require_http_methods(["GET", "HEAD", "POST"])
    return either(login_required_keep_post(never_cache(answers_refusals(view))))
