"""Blocks in columns that are not laid out again lie where WeasyPrint would lay them."""

from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

from hypothesis import example, given
from hypothesis import strategies as st

from rulewright.pdf.engine import HTML, FontConfiguration
from rulewright.pdf.patches import column_blocks
from tests.conftest import slow_examples

FONTS = FontConfiguration()
WORDS = "the excess of the fire is the armour value that the fire meets and more of it"
LOOKS = (
    "",
    "margin: 9px 0",
    "margin-top: -3px",
    "break-inside: avoid",
    "break-after: avoid",
    "padding: 2px; border: 1px solid",
    "position: relative; left: 5px; top: 2px",
    "float: left; width: 30px",
    "clear: left",
    "position: absolute; top: 0",
    "height: 40px",
    "overflow: hidden",
    "display: table",
    "break-before: column",
    "column-span: all",
    "float: footnote",
    "widows: 3; orphans: 3",
    "width: 50%; margin-left: auto",
)
BLOCKS = st.recursive(
    st.integers(0, 16).map(lambda words: " ".join(WORDS.split()[:words])),
    lambda inner: st.lists(st.builds("<div style='{}'>{}</div>".format, st.sampled_from(LOOKS), inner), max_size=3).map(
        "".join
    ),
    max_leaves=6,
)
COLUMNS = ("columns: 2", "columns: 3; column-fill: auto", "columns: 2; position: relative")
"""None of a given height: WeasyPrint never ends with some of these."""

FLOATS = f"""<div><div style='float: left; width: 30px'>{WORDS[:38]}</div><div style='overflow: hidden'>the</div><div>
</div></div><div></div><div style='clear: left'></div>"""

PLACE = ("position_x", "position_y", "width", "height")


def places(html: str) -> Iterator[tuple[Any, ...]]:
    """Each box with its page and its place."""
    style = "<style>@page { size: 260px 180px; margin: 10px } * { font-size: 9px }</style>"
    for number, page in enumerate(HTML(string=f"<html lang=en>{style}{html}").render(font_config=FONTS).pages):
        for box in page._page_box.descendants(placeholders=True):
            yield number, type(box).__name__, *(getattr(box, name) for name in PLACE)


def plainly(html: str) -> list[tuple[Any, ...]]:
    with patch.object(column_blocks, "_is_plain", return_value=False):
        return list(places(html))


@slow_examples(2)
@example("columns: 2", [f"<div style='columns: 2'>{WORDS}<div>{WORDS}</div></div>{WORDS}"] * 3)
@example("columns: 2", ["", "", "", FLOATS])
@given(st.sampled_from(COLUMNS), st.lists(BLOCKS, min_size=2, max_size=5))
def test_every_box_lies_where_it_would(columns: str, blocks: list[str]) -> None:
    html = f"<p>Before</p><div style='{columns}'>{''.join(f'<div>{each}</div>' for each in blocks)}</div><p>After</p>"
    assert list(places(html)) == plainly(html)


def test_columns_are_balanced_without_laying_all_out_again() -> None:
    html = "".join(f"<div style='break-inside: avoid'><p>{WORDS}</p><p>{WORDS}</p></div>" for _ in range(6))
    with patch.object(column_blocks._Known, "again", autospec=True, side_effect=column_blocks._Known.again) as again:
        list(places(f"<div style='columns: 2'>{html}</div>"))
    assert again.call_count > 6
