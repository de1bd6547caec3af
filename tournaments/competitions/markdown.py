"""Descriptions of competitions: a safe part of Markdown (CommonMark) as HTML.

HTML in the text is shown as text, pictures are not loaded, and links lead only to the web, to
e-mail or to a telephone. Headings begin below those of the page.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

RULES: Final = (
    *("heading", "list", "blockquote", "hr"),
    *("emphasis", "strikethrough", "link", "autolink", "newline", "escape", "backticks"),
)
LINKS: Final = re.compile(r"(?:https?://|mailto:|tel:)", re.IGNORECASE)
REL: Final = "nofollow noopener noreferrer ugc"
FIRST_HEADING: Final = 3
LAST_HEADING: Final = 6


def _heading(self: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    token = tokens[index]
    level = min(int(token.tag[1:]) + FIRST_HEADING - 1, LAST_HEADING)
    return f"<h{level}>" if token.nesting == 1 else f"</h{level}>\n"


def _link(self: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    tokens[index].attrSet("rel", REL)
    return str(self.renderToken(tokens, index, options, env))


class _Parser(MarkdownIt):
    def validateLink(self, url: str) -> bool:  # noqa: N802  # the library's name
        return bool(LINKS.match(url))


def _make_parser() -> MarkdownIt:
    parser = _Parser("zero", {"html": False, "breaks": True}).enable(RULES)
    parser.add_render_rule("heading_open", _heading)
    parser.add_render_rule("heading_close", _heading)
    parser.add_render_rule("link_open", _link)
    return parser


_PARSER: Final = _make_parser()


@lru_cache(64)
def render_markdown(text: str) -> SafeString:
    """Return the HTML of a description."""
    html: str = _PARSER.render(text)
    return mark_safe(html)
