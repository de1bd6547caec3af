"""Signs with a QR code: check-in, guest Wi-Fi, and the page to follow.

A screen shows one at a time as a slide; on paper they are cut out and hung up. They are visible
only in the room: no public page shows the network.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from accounts.common.qr_codes import qr, wifi_qr_text
from tournaments.bulletins.services import network_of
from tournaments.models import Bulletin, Competition, GuestNetwork
from tournaments.screens.wall import Kind, WallSlide

Absolute = Callable[[str], str]  # an address of this site, with its host


@dataclass(frozen=True)
class Sign:
    """A QR code, its purpose in a few words, and the text for people who cannot scan it."""

    title: str
    code: SafeString
    told: str
    written: tuple[tuple[str, str], ...] = ()  # what it is, and itself


def screen_signs(competition: Competition, absolute: Absolute) -> list[WallSlide]:
    """Return the leaves a screen turns through besides the others."""
    signs = [*_check_in_sign(competition, absolute), *_network(competition)]
    return [WallSlide(Kind.SIGN, sign.title, [sign]) for sign in signs]


def with_bulletin(
    leaves: Sequence[WallSlide], bulletin: Bulletin | None, zone: str
) -> list[WallSlide]:
    """Insert the current bulletin before every other slide."""
    if bulletin is None:
        return list(leaves)
    at = timezone.localtime(bulletin.at, ZoneInfo(zone)).strftime("%H:%M")
    notice = WallSlide(Kind.SAID, gettext("Aviso"), [bulletin], at)
    return [each for leaf in leaves for each in (notice, leaf)]


def paper_signs(competition: Competition, absolute: Absolute) -> list[Sign]:
    """Return the signs to be hung up."""
    return [
        *_check_in_sign(competition, absolute),
        *_network(competition),
        _follow(competition, absolute),
    ]


def _check_in_sign(competition: Competition, absolute: Absolute) -> list[Sign]:
    """Return the sign of the check-in, while it is open."""
    if competition.state != Competition.State.CHECK_IN:
        return []
    address = absolute(reverse("here", args=[competition.code]))
    text = gettext("Escaneá y tocá una vez: al sorteo entra quien está.")
    lines = ((gettext("o entrá a"), _short(address)),)
    return [Sign(gettext("¿Ya estás?"), qr(address), text, lines)]


def _network(competition: Competition) -> list[Sign]:
    """Return the sign of the Wi-Fi, where there is one for guests."""
    network = network_of(competition)
    if network is None:
        return []
    code = qr(wifi_qr_text(network.name, network.password, is_hidden=network.is_hidden))
    text = gettext("Escaneá con la cámara y te conectás.")
    return [Sign(gettext("Wi-Fi para todos"), code, text, tuple(_named(network)))]


def _named(network: GuestNetwork) -> list[tuple[str, str]]:
    lines = [(gettext("Red"), network.name)]
    return [*lines, (gettext("Clave"), network.password)] if network.password else lines


def _follow(competition: Competition, absolute: Absolute) -> Sign:
    address = absolute(reverse("short", args=[competition.code]))
    lines = ((gettext("o entrá a"), _short(address)),)
    text = gettext("Cruces, tantos y posiciones, en vivo.")
    return Sign(gettext("Seguilo acá"), qr(address), text, lines)


def _short(address: str) -> str:
    return address.partition("://")[2]
