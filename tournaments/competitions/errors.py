"""Refusals of `tournaments.competitions`."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class SeatsOfAnotherFormatError(RefusedError):
    code = "seats-of-another-format"
    message = _("Ese formato se juega en mesas de cuatro: cada uno se anota solo y juega de a dos.")


class BoardsTooLargeError(RefusedError):
    code = "boards-too-large"
    message = _("Ese reglamento no tiene mesas para tantos.")


class BoardsAreGamesError(RefusedError):
    code = "boards-are-games"
    message = _("Cada mesa del encuentro es una partida: ponelo a una partida, también la final.")


class BoardsHaveNoBellError(RefusedError):
    code = "boards-have-no-bell"
    message = _("Con varias mesas por encuentro no hay reloj de ronda.")


class BoardsOfChangingPartnersError(RefusedError):
    code = "boards-of-changing-partners"
    message = _("Donde cambian las parejas no hay equipos que se enfrenten en varias mesas.")


class EvenBestOfError(RefusedError):
    code = "even-best-of"
    message = _(
        "Al mejor de una cantidad par no gana nadie si quedan iguales: elegí una impar, o que se"
        " jueguen todas."
    )


class BadScaleError(RefusedError):
    code = "bad-scale"
    message = _("Se escriben de 2 a 5 números con guiones, hasta 20: 3-1-0.")


class ScaleUpsideDownError(RefusedError):
    code = "scale-upside-down"
    message = _("Los puntos van de lo mejor a lo peor: perder no puede dar más que ganar.")


class ByeAboveAWinError(RefusedError):
    code = "bye-above-a-win"
    message = _("Quedar libre no puede dar más que ganar.")


class AbsenceAboveALossError(RefusedError):
    code = "absence-above-a-loss"
    message = _("No venir no puede dar más que perder.")


class ScaleWithoutDrawError(RefusedError):
    code = "scale-without-draw"
    message = _("Puede haber empates, y esos puntos no dicen cuánto da uno: 3-1-0.")


class ScaleNeedsGamesError(RefusedError):
    code = "scale-needs-games"
    message = _("Por una partida se gana o se pierde con tres o más, una cantidad impar.")


class NotOperatorError(RefusedError):
    code = "not-operator"
    status = HTTPStatus.FORBIDDEN
    message = _("Eso lo hacen quienes llevan el sitio.")


class AlreadyHiddenError(RefusedError):
    code = "already-hidden"
    message = _("Esa competencia ya está así.")


class BandUpsideDownError(RefusedError):
    code = "band-upside-down"
    message = _("La habilidad más alta no puede ser menor que la más baja.")


class TimedByDaysError(RefusedError):
    code = "timed-by-days"
    message = _("Con días por fecha no hay reloj: sacá los minutos por ronda, o los días.")


class BankOfRealCardsError(RefusedError):
    """A time bank where the site does not see who thinks."""

    code = "bank-of-real-cards"
    message = _("Con cartas de verdad el sitio no ve quién piensa: dejá vacíos los minutos.")


class NameTakenError(RefusedError):
    code = "name-taken"
    message = _("El club ya tiene una competencia abierta con ese nombre.")


class TooManyCompetitionsError(RefusedError):
    code = "too-many-competitions"
    message = _(
        "El club ya tiene demasiadas competencias abiertas: cerrá alguna antes de crear otra."
    )


class EditionTakenError(RefusedError):
    code = "edition-taken"
    message = _("Esa edición ya tiene una que la sigue: elegí otro orden para el sorteo.")


class BadRoundGamesError(RefusedError):
    code = "bad-round-games"
    message = _("Las partidas de cada ronda se escriben así: 1,1,3. De una a siete por ronda.")


class EvenRoundGamesError(RefusedError):
    code = "even-round-games"
    message = _("Una cantidad par de partidas necesita que se jueguen todas.")
