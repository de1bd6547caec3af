"""Descriptions of competitions: what of Markdown is rendered, and what is refused."""

import pytest

from tournaments.competitions.markdown import render_markdown


@pytest.mark.feature("Competitions", "A description in safe Markdown")
def test_paragraphs_lists_emphasis_and_links_are_rendered() -> None:
    html = render_markdown(
        "# Sábado\n\nVení **temprano**\nque hay [asado](https://club.example/a)\n\n- uno\n- dos"
    )
    assert "<h3>Sábado</h3>" in html
    assert "<p>Vení <strong>temprano</strong><br>" in html
    assert (
        '<a href="https://club.example/a" rel="nofollow noopener noreferrer ugc">asado</a>' in html
    )
    assert "<ul>\n<li>uno</li>\n<li>dos</li>\n</ul>" in html


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "![foto](https://elsewhere.example/pixel.png)",
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt:alert(1))",
        "[x](data:text/html;base64,PHNjcmlwdD4=)",
        "[x](//elsewhere.example)",
        "[x](/accounts/logout/)",
        '[x](https://a.example/" onclick="alert(1))',
        "<javascript:alert(1)>",
        "[x]: javascript:alert(1)\n\n[x]",
    ],
)
def test_only_text_and_links_to_the_web_are_rendered(text: str) -> None:
    html = render_markdown(text)
    assert "<script" not in html
    assert "<img" not in html
    assert 'href="/' not in html
    assert 'href="javascript' not in html.casefold()
    assert 'href="data' not in html
    assert 'onclick="' not in html


def test_deep_nesting_is_rendered() -> None:
    assert render_markdown("> " * 2000 + "fin")
    assert render_markdown("*" * 4000)
    assert render_markdown("[" * 4000)
