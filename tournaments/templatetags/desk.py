"""What stands on every page of an organiser's desk: its page need not know it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import template
from django.middleware.csrf import get_token
from django.utils.safestring import SafeString

from tournaments.live.desk import DeskFrame, with_token
from tournaments.models import Competition
from tournaments.pages.organisers.desk.sections import Section, section_of, sections
from tournaments.wording import refusals

register = template.Library()


@dataclass(frozen=True)
class Tab:
    """A section with its figure, if it has one."""

    section: Section
    count: SafeString | str


@dataclass(frozen=True)
class Frame:
    """The pieces of every page, the sections, and the one the reader is in."""

    pieces: Mapping[str, SafeString]
    tabs: list[Tab]
    section: str
    rules: str


@register.simple_tag(takes_context=True)
def desk_frame(context: dict[str, Any], competition: Competition) -> Frame:
    """Return the frame of a desk; what its page has drawn already is not drawn again."""
    request = context["request"]
    drawn = context.get("drawn") or (context.get("desk") or DeskFrame.of(competition)).pieces()
    pieces = with_token(drawn, get_token(request))
    shown = sections(competition, by_link=bool(request.link))
    tabs = [Tab(one, pieces.get(f"count-{one.key}", "")) for one in shown]
    here = section_of(request.resolver_match.url_name, request.GET.get("s", ""))
    return Frame(pieces, tabs, here, refusals.rules(competition.rules, competition.board_sizes))
