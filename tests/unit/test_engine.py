"""The faults of WeasyPrint that `patches` corrects."""

import sys

import pytest

from rulewright.pdf.engine import HTML, TextBox
from rulewright.pdf.patches import apply_patches

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


def test_patches_are_applied_once() -> None:
    before = [getattr(sys.modules[module], name) for module, name in PLACES]
    apply_patches()
    assert [getattr(sys.modules[module], name) for module, name in PLACES] == before
