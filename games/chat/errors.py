"""Refusals of `games.chat`."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class NoSuchSignError(RefusedError):
    code = "no-such-sign"
    message = _("Esa seña no existe en esta mesa.")


class TooFastError(RefusedError):
    code = "too-fast"
    message = _("Esperá un momento para la próxima seña.")


class NoTalkError(RefusedError):
    code = "no-talk"
    message = _("En esta mesa no se habla.")


class NoChatError(RefusedError):
    code = "no-chat"
    message = _("En esta mesa se habla con frases, no se escribe.")


class NoSuchPhraseError(RefusedError):
    code = "no-such-phrase"
    message = _("Esa frase no existe en esta mesa.")


class NeedsAccountError(RefusedError):
    code = "needs-account"
    message = _("Para escribir hace falta una cuenta; las frases son de todos.")


class TalksTooFastError(RefusedError):
    code = "talks-too-fast"
    status = HTTPStatus.TOO_MANY_REQUESTS
    message = _("Hablás muy rápido: esperá un momento.")


class EmptyLineError(RefusedError):
    code = "empty-line"
    message = _("No escribiste nada.")


class LongLineError(RefusedError):
    code = "long-line"
    message = _("Es muy largo: hasta 200 letras.")


class UnseenSignsError(RefusedError):
    code = "unseen-signs"
    message = _("El texto tiene signos invisibles o de control.")
