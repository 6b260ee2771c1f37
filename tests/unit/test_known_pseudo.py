"""Styles of pseudo-elements are made where somebody asks for them, and are the same as ever."""

import sys
from typing import Any

import pytest

from rulewright.render.pdf import corrections
from rulewright.render.pdf.engine import HTML, TextBox

CSS = sys.modules["weasyprint.css"]
PAGE = """
<style>
@page { size: 9cm; @bottom-left { content: "foot " counter(page); color: red } }
.a::before { content: "before "; font-size: 2em } li::marker { color: blue }
.a::after { content: " after"; anchor: attr(id) }
i { float: footnote } i::footnote-call { color: green } i::footnote-marker { font-weight: bold }
</style>
<p class=a>A text <i>a note</i> goes on</p><ol><li>One</li><li class=a id=there>Two</li></ol><q>said</q><a href="#there">link</a>
"""


def texts() -> list[tuple[Any, ...]]:
    """All texts of the page: where they lie, and how they look."""
    (page, *_) = HTML(string=PAGE).render().pages
    return [
        (box.text, box.position_x, box.position_y, box.width, box.style["font_size"], str(box.style["color"]))
        for box in page._page_box.descendants()
        if isinstance(box, TextBox)
    ]


def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """WeasyPrint's own way."""
    for name in ("set_computed_styles", "__call__"):
        monkeypatch.setattr(CSS.StyleFor, name, getattr(CSS.StyleFor, name).__wrapped__)


def test_a_page_with_markers_notes_and_words_before_and_after_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = texts()
    plain(monkeypatch)
    assert texts() == ours
    assert {"before ", " after", "1. ", "foot 1"} <= {text for text, *_ in ours}


def test_few_styles_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two for each of a hundred paragraphs: its own, and that of its marker, which is looked at for each."""
    made = []
    begin = CSS.ComputedStyle.__init__

    def counted(style: Any, *arguments: Any) -> None:
        made.append(style)
        begin(style, *arguments)

    monkeypatch.setattr(CSS.ComputedStyle, "__init__", counted)
    page = "".join(f"<p style='margin: {at}px'>a" for at in range(100))
    HTML(string=page).render()
    few = len(made)
    plain(monkeypatch)
    HTML(string=page).render()
    assert few < 250
    assert len(made) - few > 600


def test_with_another_version_all_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    plain(monkeypatch)
    monkeypatch.setattr("weasyprint.__version__", "99.0")
    corrections.correct()
    assert not hasattr(CSS.StyleFor.set_computed_styles, "__wrapped__")
