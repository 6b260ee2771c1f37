"""The faults of WeasyPrint that `patches` corrects."""

import inspect
import re
import sys
from typing import Any

import pytest

from rulewright.pdf.engine import HTML, FontConfiguration, TextBox
from rulewright.pdf.patches import apply_patches
from rulewright.pdf.patches.line_cache import READ

WORDS = "the excess is the armour value that the fire meets"


def lines(text: str, width: float) -> list[str]:
    """The lines of a paragraph of this width."""
    style = f"<style>p {{ width: {width}px; font-size: 16px }} a {{ white-space: nowrap }}</style>"
    (page,) = HTML(string=f"<html lang=en>{style}<p>{text}</p>").render().pages
    found: dict[float, str] = {}
    for box in page._page_box.descendants():
        if isinstance(box, TextBox):
            found[box.position_y] = found.get(box.position_y, "") + box.text
    return [line.strip() for line in found.values()]


@pytest.mark.parametrize("room", [0.1, 1, 2, 3, 5])
def test_a_space_at_the_end_of_a_line_takes_no_room(room: float) -> None:
    """A text before a link is broken like any other, however closely it fits."""
    page = HTML(string=f"<html lang=en><p style='white-space: nowrap; font-size: 16px'>{WORDS}").render().pages[0]
    width = next(box.width for box in page._page_box.descendants() if isinstance(box, TextBox))
    assert lines(f"{WORDS} <a href='#x'>a long link</a>", width + room) == [WORDS, "a long link"]


def test_a_text_that_does_not_fit_is_broken_where_it_must_be() -> None:
    broken = lines(f"{WORDS} <a href='#x'>link</a>", 200)
    assert len(broken) == 3
    assert all(len(line) > 15 for line in broken[:2])


def widths(html: str) -> list[float]:
    """The widths of the texts of a page."""
    (page,) = HTML(string=f"<html lang=en>{html}").render(font_config=FONTS).pages
    return [box.width for box in page._page_box.descendants() if isinstance(box, TextBox)]


FONTS, LINE_BREAK = FontConfiguration(), sys.modules["weasyprint.text.line_break"]
LINE = "<p>the excess of the fire</p>"


def test_a_line_that_was_measured_is_not_measured_again(monkeypatch: pytest.MonkeyPatch) -> None:
    first = widths(LINE)
    monkeypatch.setattr(LINE_BREAK, "create_layout", None)
    assert widths(LINE) == first


@pytest.mark.parametrize(
    "style",
    [
        "font-size: 20px",
        "font-weight: bold",
        "font-family: monospace",
        "letter-spacing: 1px",
        "word-spacing: 2px",
        "font-variant-caps: all-small-caps",
        "width: 60px",
        "width: 10px; hyphens: auto",
        "width: 10px; overflow-wrap: anywhere",
    ],
)
def test_a_line_in_another_look_is_another_line(style: str) -> None:
    """As with fonts that have measured nothing."""
    plain, looks = widths(LINE), widths(f"<div style='{style}'>{LINE}</div>")
    vars(FONTS).pop("known_lines")
    assert looks == widths(f"<div style='{style}'>{LINE}</div>")
    assert looks != plain


def test_all_that_a_line_is_broken_by_is_remembered() -> None:
    """WeasyPrint's own source names no property of a style that `READ` has not."""
    source = inspect.getsource(LINE_BREAK) + inspect.getsource(sys.modules["weasyprint.text.fonts"])
    used = set(re.findall(r"style\['(\w+)'\]", source))
    assert used - {"line_height"} == set(READ)  # only `strut` reads the height of lines


STYLES = """
@page { size: 20cm; margin: 1cm }
h1 { page: wide; margin: 2em 5% 1px; width: 50% } h2 { margin-block-start: 3px; padding-inline: 1em; line-height: 20px }
p { width: calc(100% - 2em); line-height: 1.4; box-sizing: border-box; padding: 1mm; min-height: 2em }
table { border-collapse: collapse; border: 2px solid; width: 80% } td { border: 1px dashed; padding: 0 2% }
i { float: left; display: block; width: 2em } b { position: absolute; top: 1em } u { position: relative; left: 3px }
div { --room: 3px; max-width: 10em; overflow: hidden } em { padding: var(--room) }
ul { list-style: square inside; direction: rtl; margin-inline-end: 4px } li::before { content: "x"; float: inherit }
"""
STYLED = """<h1>One</h1><h2>Two</h2><p>Some <b>bold</b> and <u>other</u> <i>text</i> and more of it</p>
<table><tr><th>a<td>b</table><div>c <em>d</em><ul><li>e<li style="float: right">f</ul></div>"""


def styled_boxes() -> list[Any]:
    pages = HTML(string=f"<html lang=en><style>{STYLES}</style>{STYLED}").render(font_config=FONTS).pages
    return [getattr(box, "_box", box) for page in pages for box in page._page_box.descendants(placeholders=True)]


def test_used_lengths_are_those_of_weasyprint() -> None:
    """Whatever the box around it: its height may be known or not."""
    resolve = sys.modules["weasyprint.layout.percent"].resolve_percentages
    for box in styled_boxes():
        for around in ((100, 200), (50, "auto")):
            known, plain = box.copy(), box.copy()
            resolve(known, around)
            inspect.unwrap(resolve)(plain, around)
            assert vars(known) == vars(plain)


def test_a_style_that_changes_gives_other_lengths() -> None:
    resolve = sys.modules["weasyprint.layout.percent"].resolve_percentages
    box = next(box for box in styled_boxes() if box.element_tag == "h2")
    resolve(box, (100, 100))
    box.style["width"] = box.style["padding_left"]
    resolve(box, (100, 100))
    assert box.width == box.padding_left != "auto"


def test_properties_are_computed_as_weasyprint_does() -> None:
    css = sys.modules["weasyprint.css"]
    styles = {id(box.style): box.style for box in styled_boxes() if isinstance(box.style, css.ComputedStyle)}
    for style in styles.values():
        known, plain = (type(style)(*(vars(style)[name] for name in OF_STYLE)) for _ in range(2))
        for name in css.INITIAL_VALUES:
            assert known[name] == inspect.unwrap(type(style).__missing__)(plain, name), name


OF_STYLE = ("parent_style", "cascaded", "pseudo_type", "root_style", "base_url", "font_config", "initial_page_sizes")


def test_what_is_in_the_flow_and_on_which_page_is_as_weasyprint_says() -> None:
    outside = {box.element_tag for box in styled_boxes() if not box.is_in_normal_flow()}
    assert outside == {"b", "i", "li", "li::before"}
    bodies = [box for box in styled_boxes() if box.element_tag == "body"]
    assert [body.page_values() for body in bodies] == [("wide", "")]


PLACES = (
    ("weasyprint.layout.inline", "split_first_line"),
    ("weasyprint.layout.table", "auto_table_layout"),
    ("weasyprint.pdf.tags", "_get_pdf_tag"),
)
"""The functions that patches replace."""


def test_other_versions_stay_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("weasyprint.__version__", "99.0")
    plain = object()
    for module, name in PLACES:
        monkeypatch.setattr(f"{module}.{name}", plain)
    apply_patches()
    assert [getattr(sys.modules[module], name) for module, name in PLACES] == [plain] * len(PLACES)


@pytest.mark.parametrize(("module", "name"), PLACES)
def test_a_version_without_a_patched_function_stays_as_it_is(
    module: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(f"{module}.{name}")
    apply_patches()
    assert not hasattr(sys.modules[module], name)


def test_patches_are_applied_once() -> None:
    before = [getattr(sys.modules[module], name) for module, name in PLACES]
    apply_patches()
    assert [getattr(sys.modules[module], name) for module, name in PLACES] == before
